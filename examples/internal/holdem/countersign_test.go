package holdem_test

import (
	"crypto/ed25519"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/internal/field"
)

// countersign signs a countersignature of anything.
func countersign(b *bus, by, seat, number int, digest record.Digest) []byte {
	table, err := b.config.Table(b.keys)
	if err != nil {
		b.t.Fatal(err)
	}
	d := table.Digest()
	raw := append(field.Append(nil, "squaredeal/examples/holdem/v1/countersignature"), d[:]...)
	raw = append(raw, byte(by), byte(seat))
	raw = binary.BigEndian.AppendUint32(raw, uint32(number))
	raw = append(raw, digest[:]...)
	return append(raw, ed25519.Sign(ed25519.NewKeyFromSeed(b.private[by].Bytes()), raw)...)
}

// Countersignatures of what nobody has said give no seat more time to bet.
func TestStallByCountersignatures(t *testing.T) {
	b, s := toBetting(t, 3)
	heard := func() int {
		for _, w := range b.tables[s[1]].View().Awaited {
			if w.Seat == s[0] {
				return w.Heard
			}
		}
		t.Fatal("not awaited")
		return 0
	}
	before := heard()
	n := len(said(b, s[2]))
	for i := range 10 {
		b.tell(s[1], [][]byte{countersign(b, s[0], s[2], n+i%2, record.Digest{byte(i)})})
	}
	if heard() != before {
		t.Errorf("%d, then %d", before, heard())
	}
}

// A seat that says more than is kept pushes out nothing that another has said.
func TestPushOut(t *testing.T) {
	b, s := toBetting(t, 3)
	table, _ := b.config.Table(b.keys)
	x := s[2]
	last, _ := record.ParseStatement(table, slices.Clone(said(b, x)[len(said(b, x))-1]))
	var heads []record.Head
	for i := range 3 {
		heads = append(heads, last.Head(i))
	}
	var flood [][]byte
	for i := range 131 {
		h := last
		heads[x] = record.Head{Count: h.Number() + 1, Digest: h.Digest()}
		last = sign(t, table, b.private[x], x, heads)
		if i > 0 {
			flood = append(flood, last.Bytes())
		}
	}
	b.tell(s[1], flood[:129])
	acts := b.do(b.tables[s[0]].Act(call))
	b.tell(s[1], acts)
	b.tell(s[1], flood[129:])
	signed := b.tell(x, acts)
	b.tell(s[1], signed)
	if v := b.tables[s[1]].View(); v.Turn != s[1] {
		t.Errorf("turn of %d, awaiting %v, %v", v.Turn, v.Awaited, v.Cheats)
	}
}

// A seat that dies after it has stored a proof, and before it has sent it, sends it when it
// goes on.
func TestProofIsSentAgain(t *testing.T) {
	b, s := toBetting(t, 3)
	x := s[2]
	b.cheats[x] = "equivocates"
	raw := twin(b, x, 1)
	if _, err := b.tables[s[1]].Hear(raw); err != nil { // what it returns is lost
		t.Fatal(err)
	}
	table, err := holdem.ParseTable(b.disks[s[1]].held, b.disks[s[1]].store)
	if err != nil {
		t.Fatal(err)
	}
	b.tables[s[1]] = table
	b.queues[s[1]] = nil
	for _, o := range []int{s[0], x} {
		b.queues[s[1]] = append(b.queues[s[1]], b.tables[o].Sent()...)
	}
	b.post(s[1], table.Sent())
	b.run()
	for _, o := range s[:2] {
		v := b.tables[o].View()
		if len(v.Cheats) != 1 || len(v.Outs) != 1 || v.Outs[0].Seat != x {
			t.Errorf("seat %d: %d cheats, %v", o, len(v.Cheats), v.Outs)
		}
	}
}

// Two cheats can't make honest seats lose patience with each other by a statement that the
// second one claims to have heard, when both know that the first one has signed two.
func TestClaimedTwin(t *testing.T) {
	for which := range 3 {
		b, s := toBetting(t, 4)
		table, _ := b.config.Table(b.keys)
		x, y, a, c := s[0], s[1], s[2], s[3]
		b.cheats[x], b.cheats[y] = "equivocates", "lies"
		own := said(b, x)
		last, _ := record.ParseStatement(table, own[len(own)-1])
		heads := make([]record.Head, 4)
		for i := range heads {
			heads[i] = last.Head(i)
		}
		heads[x] = record.Head{Count: last.Number() + 1, Digest: last.Digest()}
		one := sign(t, table, b.private[x], x, heads)
		two, err := record.ParseStatement(table, b.do(holdem.SayAct(b.tables[x], call))[0])
		if err != nil {
			t.Fatal(err)
		}
		own = said(b, y)
		last, _ = record.ParseStatement(table, own[len(own)-1])
		for i := range heads {
			heads[i] = last.Head(i)
		}
		heads[y] = record.Head{Count: last.Number() + 1, Digest: last.Digest()}
		heads[x] = record.Head{Count: one.Number() + 1, Digest: []record.Digest{one.Digest(), two.Digest(), {7}}[which]}
		claim := sign(t, table, b.private[y], y, heads)
		b.kill(x)
		b.kill(y)
		b.post(a, b.tell(a, [][]byte{one.Bytes()}))
		b.post(c, b.tell(c, [][]byte{two.Bytes()}))
		for _, to := range []int{a, c} {
			b.queues[to] = append(b.queues[to], claim.Bytes())
		}
		b.run()
		v := b.checkOver()
		for _, o := range v.Outs {
			if o.Seat == a || o.Seat == c {
				t.Errorf("%d: %+v", which, v.Outs)
			}
		}
		for _, seat := range []int{a, c} {
			if v := b.tables[seat].View(); v.Err != nil {
				t.Errorf("%d: seat %d: %v %v", which, seat, v.Err, v.Outs)
			}
		}
	}
}
