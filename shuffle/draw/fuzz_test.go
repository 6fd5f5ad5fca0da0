package draw_test

import (
	"bytes"
	"strings"
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

func FuzzParseReceipt(f *testing.F) {
	salt, err := draw.ParseSalt(strings.Repeat("0f", 32))
	if err != nil {
		f.Fatal(err)
	}
	list := listOf(f, append(many(4, true), draw.Entry{Data: salt.Hide([]byte("ann")), Weight: 5}))
	a := announce(f, raffle(), list)
	first, _ := list.Find(salt.Hide([]byte("ann")))
	good := map[string]bool{}
	for _, r := range receiptsOf(f, a, list) {
		good[string(r.Bytes())] = true
	}
	hidden, err := a.HiddenReceipt(list.Prove(first)[0], salt, []byte("ann"))
	if err != nil {
		f.Fatal(err)
	}
	good[string(hidden.Bytes())] = true
	for b := range good {
		f.Add([]byte(b))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := draw.ParseReceipt(b)
		if err != nil {
			return
		}
		if !bytes.Equal(r.Bytes(), b) {
			t.Errorf("%x is read as %x", b, r.Bytes())
		}
		if a.CheckReceipt(r) == nil && !good[string(b)] {
			t.Errorf("%x passes", b)
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
