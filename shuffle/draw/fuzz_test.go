package draw_test

import (
	"bytes"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

func FuzzParseAnnouncement(f *testing.F) {
	f.Add([]byte(announce(f, raffle(), listOf(f, many(3, false))).Text()))
	f.Add([]byte(announce(f, raffle(), listOf(f, many(3, true))).Text()))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := draw.ParseAnnouncement(text)
		if err != nil {
			return
		}
		if a.Text() != string(text) {
			t.Errorf("%q is read as %q", text, a.Text())
		}
		if a.Entries() > 1000 {
			return
		}
		value := draw.Value{Beacon: a.Terms().Beacon, Round: a.Terms().Round, Time: a.Terms().Time}
		if a.CheckPlaces(value, make([]draw.Proof, 1)) == nil {
			t.Error("an empty proof passes")
		}
	})
}

// Random bytes as a proof neither panic nor pass, and are read in one way only.
func FuzzParseProof(f *testing.F) {
	list := listOf(f, many(5, true))
	a := announce(f, raffle(), list)
	proofs := list.Prove(0, 1, 2, 3, 4)
	for _, p := range proofs {
		f.Add(p.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := draw.ParseProof(b)
		if err != nil {
			return
		}
		if !bytes.Equal(p.Bytes(), b) {
			t.Errorf("%x is read as %x", b, p.Bytes())
		}
		if a.CheckProof(p) == nil && !bytes.Equal(b, proofs[p.Position()].Bytes()) {
			t.Errorf("%x passes", b)
		}
	})
}
