package commit_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

func FuzzParseHex(f *testing.F) {
	f.Add("216f014579a1cff543b210d0b03967a107a81f6a6240bb39927b453cb9791fa6")
	f.Add("216F014579A1CFF543B210D0B03967A107A81F6A6240BB39927B453CB9791FA6")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := commit.ParseCommitment(text)
		x, err2 := commit.ParseLink(text)
		if (err == nil) != (err2 == nil) || commit.Link(c) != x {
			t.Fatalf("%v, %v; %v, %v", c, err, x, err2)
		}
		if err != nil {
			if !errors.Is(err, commit.ErrMalformed) || !errors.Is(err2, commit.ErrMalformed) || x != (commit.Link{}) {
				t.Fatalf("%v, %v, %v", x, err, err2)
			}
		} else if c.String() != text || x.String() != text {
			t.Fatalf("%q became %v, %v", text, c, x)
		}
	})
}

func FuzzMessages(f *testing.F) {
	tb := committed(f, "fuzz", 2)
	f.Add(tb.commits[0])
	f.Add(tb.reveals[0])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		var c commit.CommitMessage
		var r commit.RevealMessage
		accepted := false
		if err := c.UnmarshalBinary(b); err == nil {
			accepted = true
			if again, err := c.MarshalBinary(); err != nil || !bytes.Equal(again, b) {
				t.Fatalf("%x became %x, %v", b, again, err)
			}
		} else if !errors.Is(err, commit.ErrMalformed) || c != (commit.CommitMessage{}) {
			t.Fatal(c, err)
		}
		if err := r.UnmarshalBinary(b); err == nil {
			if again, err := r.MarshalBinary(); accepted || err != nil || !bytes.Equal(again, b) {
				t.Fatalf("%x became %x, %v", b, again, err)
			}
		} else if !errors.Is(err, commit.ErrMalformed) || r.Nonce.Bytes() != nil {
			t.Fatal(r, err)
		}
	})
}

// Each three bytes of the script hand a message to seat 0: its sender, which of the
// valid messages it is, or what spoils it. A toss that is told nothing but what the
// first one accepted ends in the same state.
func FuzzToss(f *testing.F) {
	const seats = 4
	honest := committed(f, "fuzz", seats)
	other := committed(f, "another", seats)
	f.Add([]byte{1, 0, 0, 2, 0, 0, 3, 0, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0})
	f.Add([]byte{1, 1, 0, 3, 0, 0, 3, 0, 0, 0, 0, 0, 9, 0, 0, 2, 0x10, 0, 1, 0x20, 0, 1, 0, 0, 1, 1, 200})
	f.Fuzz(func(t *testing.T, script []byte) {
		toss, _, err := derivedToss([]byte("fuzz"), seats, 0)
		if err != nil {
			t.Fatal(err)
		}
		twin, _, _ := derivedToss([]byte("fuzz"), seats, 0)
		for ; len(script) >= 3; script = script[3:] {
			from := int(int8(script[0]))
			tb := honest
			if script[1]&0x10 != 0 {
				tb = other
			}
			whose := from
			if script[1]&0x20 != 0 || whose < 0 || whose >= seats {
				whose = int(script[2]) % seats
			}
			message := bytes.Clone(tb.commits[whose])
			if script[1]&1 != 0 {
				message = bytes.Clone(tb.reveals[whose])
			}
			switch at := int(script[2]); {
			case script[1]&2 != 0:
				message[at%len(message)] ^= 1 + script[1]>>2
			case script[1]&4 != 0:
				message = message[:at%len(message)]
			case script[1]&8 != 0:
				message = append(message, make([]byte, at)...)
			}
			before := commit.Snapshot(toss)
			reply, err := toss.Receive(from, message)
			if err != nil {
				var blame *commit.BlameError
				other := 0 < from && from < seats
				if errors.As(err, &blame) != other || other && blame.Seats[0] != from || reply != nil {
					t.Fatalf("%x, %v", reply, err)
				}
				if commit.Snapshot(toss) != before {
					t.Fatalf("%v changed the toss", err)
				}
				continue
			}
			if again, err := twin.Receive(from, message); err != nil || !bytes.Equal(again, reply) {
				t.Fatalf("the twin replies %x, %v, not %x", again, err, reply)
			}
		}
		if commit.Snapshot(toss) != commit.Snapshot(twin) {
			t.Fatal("the twin is in another state")
		}
		seed, err := toss.Seed()
		var blame *commit.BlameError
		switch {
		case err == nil && (len(toss.Missing()) > 0 || seed == [commit.SeedSize]byte{}):
			t.Fatalf("seed %x, seats %v are missing", seed, toss.Missing())
		case err != nil && !errors.As(err, &blame) && len(toss.Missing()) == 0:
			t.Fatalf("nobody is missing or to blame: %v", err)
		}
	})
}

func FuzzParseChain(f *testing.F) {
	var a archive
	c, _ := newChain(f, 13, a.store)
	for range 13 {
		if _, err := c.Next(); err != nil {
			f.Fatal(err)
		}
	}
	for _, s := range a.states {
		f.Add(s[:len(s)-32])
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		sum := sha256.Sum256(b)
		state := append(bytes.Clone(b), sum[:]...)
		var stored archive
		c, err := commit.ParseChain(state, stored.store)
		if err != nil {
			if !errors.Is(err, commit.ErrMalformed) || c != nil {
				t.Fatal(c, err)
			}
			return
		}
		if again := commit.Encode(c); !bytes.Equal(again, state) {
			t.Fatalf("%x became %x", state, again)
		}
		// What it goes on with can be anything, but it goes on.
		round, _ := c.Revealed()
		for i := range min(20, c.Len()-round) {
			if _, err := c.Next(); err != nil {
				t.Fatal(err)
			}
			if uint64(len(stored.states)) != i+1 {
				t.Fatalf("%d states are stored after %d rounds", len(stored.states), i+1)
			}
			if _, err := commit.ParseChain(stored.latest(), discard); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A chain of any length keeps to its bounds, from any round on.
func FuzzWalk(f *testing.F) {
	f.Add(uint64(10_000_000), uint64(123_456))
	f.Add(uint64(1), uint64(0))
	f.Fuzz(func(t *testing.T, n, start uint64) {
		n = n%commit.MaxRounds + 1
		start %= n
		play(t, commit.NewWalker(n, start), n, start, min(200, n-start))
	})
}

func FuzzCommitment(f *testing.F) {
	f.Add([]byte("context"), []byte("value"), uint16(3))
	f.Fuzz(func(t *testing.T, context, value []byte, at uint16) {
		c, nonce := commit.Commit(context, value)
		if err := c.Verify(nonce, context, value); err != nil {
			t.Fatal(err)
		}
		// The same bytes divided otherwise are another opening.
		both := append(bytes.Clone(context), value...)
		i := int(at) % (len(both) + 1)
		if err := c.Verify(nonce, both[:i], both[i:]); (err == nil) != (i == len(context)) {
			t.Fatal(err)
		}
		if err := c.Verify(nonce, context, binary.BigEndian.AppendUint16(value, at)); !errors.Is(err, commit.ErrMismatch) {
			t.Fatal(err)
		}
	})
}
