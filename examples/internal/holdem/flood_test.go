package holdem_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// A seat that votes the same again and again, or objects to nothing, is out at once, and
// what the others say and pass on is bounded.
func TestFlood(t *testing.T) {
	for _, kind := range []string{"votes", "objections"} {
		b := newBus(t, 1, config(4, 1), "", "", "", "flood "+kind)
		b.act = caller
		sent := 0
		b.keep = func(from, _ int, _ []byte) bool {
			if from != 3 {
				sent++
			}
			return false
		}
		b.run()
		v := b.checkOver()
		if len(v.Guilty) != 1 || v.Guilty[0].Seat != 3 || len(v.Results) != 1 || v.Results[0].Void {
			t.Errorf("%s: guilty %v, results %+v", kind, v.Guilty, v.Results)
		}
		for s, table := range b.tables[:3] {
			if c := table.View().Cheats; len(c) != 1 || c[0].Seat != 3 {
				t.Errorf("%s: seat %d names %v", kind, s, c)
			}
		}
		if sent > 600 {
			t.Errorf("%s: the others have sent %d times", kind, sent)
		}
		t.Log(kind, sent)
	}
}

// What isn't a statement doesn't make a table read its whole record again: anybody could
// wear it out with a few bytes.
func TestJunk(t *testing.T) {
	b := newBus(t, 1, config(2, 1))
	for b.tables[0].View().Hand == 0 {
		b.step()
	}
	forged := bytes.Clone(b.tables[1].Sent()[0])
	forged[len(forged)-1] ^= 1
	before := b.tables[0].Game()
	for junk, want := range map[string]error{"": oldrecord.ErrMalformed, "x": oldrecord.ErrMalformed, string(forged): oldrecord.ErrSignature, string(make([]byte, 1<<20)): holdem.ErrMalformed} {
		if _, err := b.tables[0].Hear([]byte(junk)); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", len(junk), err)
		}
	}
	if b.tables[0].Game() != before {
		t.Error("junk has made the table go back")
	}
}

// More statements of one seat than are kept push out none of another.
func TestPushOut(t *testing.T) {
	b, s := toBetting(t, 4)
	table, err := b.config.Table(b.keys)
	if err != nil {
		t.Fatal(err)
	}
	cheat := s[3]
	own := b.tables[cheat].Sent()
	last, err := oldrecord.ParseStatement(table, own[len(own)-1])
	if err != nil {
		t.Fatal(err)
	}
	var heads []oldrecord.Head
	for i := range 4 {
		heads = append(heads, last.Head(i))
	}
	var flood [][]byte
	for range 130 {
		heads[cheat] = oldrecord.Head{Count: last.Number() + 1, Digest: last.Digest()}
		last = sign(t, table, b.private[cheat], cheat, heads)
		flood = append(flood, last.Bytes())
	}
	first := b.do(b.tables[s[0]].Act(call))
	b.tell(s[1], first)
	second := b.do(b.tables[s[1]].Act(call))
	b.tell(s[2], flood[1:129]) // all that are kept; none can be heard without the first
	b.tell(s[2], second)
	b.tell(s[2], flood[129:])
	b.tell(s[2], first)
	if v := b.tables[s[2]].View(); v.Turn != s[2] {
		t.Errorf("it is the turn of %d, awaiting %v", v.Turn, v.Awaited)
	}
}
