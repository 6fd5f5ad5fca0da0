package holdem_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
)

// sign makes a statement with any heads.
func sign(t testing.TB, table oldrecord.Table, key oldrecord.Key, seat int, heads []oldrecord.Head) oldrecord.Statement {
	t.Helper()
	digest := table.Digest()
	b := field.Append(nil, "squaredeal/record/v1")
	b = append(b, digest[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(seat))
	for _, h := range heads {
		if h.Count == 0 {
			h.Digest = digest
		}
		b = binary.BigEndian.AppendUint32(b, uint32(h.Count))
		b = append(b, h.Digest[:]...)
	}
	b = field.Append(b, []byte{6, 0, 0, 0, 0}) // it leaves
	b = append(b, ed25519.Sign(ed25519.NewKeyFromSeed(key.Bytes()), b)...)
	st, err := oldrecord.ParseStatement(table, b)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// A seat that goes on with both of two statements that contradict each other is guilty,
// like the one that signed them, and a seat that has heard one of them isn't. The audit of
// many statements whose past is missing looks at few of these pasts.
func TestBoth(t *testing.T) {
	b := newBus(t, 1, config(4, 1))
	table, err := b.config.Table(b.keys)
	if err != nil {
		t.Fatal(err)
	}
	var transcript []byte
	say := func(seat int, heads ...oldrecord.Head) oldrecord.Head {
		st := sign(t, table, b.private[seat], seat, heads)
		transcript = field.Append(transcript, st.Bytes())
		return oldrecord.Head{Count: st.Number() + 1, Digest: st.Digest()}
	}
	none := oldrecord.Head{}
	other := say(1, none, none, none, none)
	x := say(0, none, none, none, none)
	y := say(0, none, other, none, none)
	heard := say(1, x, other, none, none)
	first := say(2, y, none, none, none)
	say(2, y, heard, first, none)
	last := oldrecord.Head{Count: 1, Digest: sha256.Sum256(nil)} // of nothing that is there
	for range 3000 {
		last = say(3, none, none, none, last)
	}
	v, err := holdem.Audit(b.config, b.keys, transcript)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Guilty) != 2 || v.Guilty[0].Seat != 0 || v.Guilty[1].Seat != 2 || v.Guilty[1].Number != 1 {
		for _, g := range v.Guilty {
			t.Error(g.Seat, g.Number, g.What)
		}
		t.Errorf("%d are guilty", len(v.Guilty))
	}
}
