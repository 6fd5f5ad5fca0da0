package commit_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
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
		s, err3 := commit.ParseSeed(text)
		if (err == nil) != (err2 == nil) || (err == nil) != (err3 == nil) || commit.Link(c) != x || commit.Link(s) != x {
			t.Fatalf("%v, %v; %v, %v; %v, %v", c, err, x, err2, s, err3)
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
		c, err := commit.ParseCommitMessage(b)
		if err == nil && !bytes.Equal(encodeCommit(c), b) || err != nil && (!errors.Is(err, commit.ErrMalformed) || c != (commit.CommitMessage{})) {
			t.Fatalf("%x became %v, %v", b, c, err)
		}
		r, err2 := commit.ParseRevealMessage(b)
		if err2 == nil && (err == nil || !bytes.Equal(encodeReveal(r), b)) || err2 != nil && (!errors.Is(err2, commit.ErrMalformed) || r.Nonce.Bytes() != nil) {
			t.Fatalf("%x became %v, %v", b, r, err2)
		}
	})
}

// Each three bytes of the script hand a message to seat 0: its sender, which of the
// valid messages it is, or what spoils it. One toss is restored from its state each
// time, and a referee judges what was said.
func FuzzToss(f *testing.F) {
	const seats = 4
	honest := committed(f, "fuzz", seats)
	other := committed(f, "another", seats)
	f.Add([]byte{1, 0, 0, 2, 0, 0, 3, 0, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0})
	f.Add([]byte{1, 1, 0, 3, 0, 0, 3, 0, 0, 0, 0, 0, 9, 0, 0, 2, 0x10, 0, 1, 0x20, 0, 1, 0, 0, 1, 1, 200})
	f.Fuzz(func(t *testing.T, script []byte) {
		toss, first, err := derivedToss([]byte("fuzz"), seats, 0)
		if err != nil {
			t.Fatal(err)
		}
		nonce, value := derived(0)
		var d disk[commit.TossState]
		if _, _, err := commit.NewToss([]byte("fuzz"), seats, 0, nonce, value, d.store); err != nil {
			t.Fatal(err)
		}
		record := []commit.TossMessage{{From: 0, Bytes: first}}
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
			var blame *commit.BlameError
			named := errors.As(err, &blame)
			changed := commit.Snapshot(toss) != before
			if named && (from <= 0 || from >= seats || blame.Seats[0] != from) || err != nil && reply != nil || err != nil && changed && !errors.Is(err, commit.ErrMismatch) {
				t.Fatalf("%x, %v; changed: %v", reply, err, changed)
			}
			restored, err2 := commit.ParseToss(d.held, d.store)
			if err2 != nil {
				t.Fatal(err2)
			}
			again, err2 := restored.Receive(from, message)
			if !bytes.Equal(again, reply) || (err == nil) != (err2 == nil) || commit.Snapshot(restored) != commit.Snapshot(toss) {
				t.Fatalf("restored: %x, %v, not %x, %v", again, err2, reply, err)
			}
			if from > 0 && from < seats {
				record = append(record, commit.TossMessage{From: from, Bytes: message})
			}
		}
		for _, m := range toss.Sent()[1:] {
			record = append(record, commit.TossMessage{From: 0, Bytes: m})
		}
		seed, err := toss.Seed()
		var blame *commit.BlameError
		named := errors.As(err, &blame)
		switch {
		case err == nil && (len(toss.Missing()) > 0 || seed == commit.Seed{}):
			t.Fatalf("seed %v, seats %v are missing", seed, toss.Missing())
		case err != nil && !named && len(toss.Missing()) == 0:
			t.Fatalf("nobody is missing or to blame: %v", err)
		}
		judged, err2 := commit.VerifyToss([]byte("fuzz"), seats, record)
		switch {
		case err2 == nil && judged != seed:
			t.Fatalf("the referee finds %v, %v, the seat %v, %v", judged, err2, seed, err)
		case err2 != nil && errors.As(err2, &blame) && slices.Equal(blame.Seats, []int{0}):
			t.Fatalf("the referee names the honest seat: %v", err2)
		}
	})
}

func FuzzParseToss(f *testing.F) {
	tb := committed(f, "fuzz", 3)
	var d disk[commit.TossState]
	nonce, value := derived(0)
	toss, _, err := commit.NewToss([]byte("fuzz"), 3, 0, nonce, value, d.store)
	if err != nil {
		f.Fatal(err)
	}
	for _, m := range []posted{{1, tb.commits[1]}, {2, tb.reveals[2]}, {2, tb.commits[2]}, {1, tb.reveals[1]}} {
		if _, err := toss.Receive(m.from, m.message); err != nil {
			f.Fatal(err)
		}
	}
	for _, s := range d.states {
		f.Add(s[:len(s)-32])
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		sum := sha256.Sum256(b)
		state := append(bytes.Clone(b), sum[:]...)
		toss, err := commit.ParseToss(state, discardToss)
		if err != nil {
			if !errors.Is(err, commit.ErrMalformed) || toss != nil {
				t.Fatal(toss, err)
			}
			return
		}
		if again := commit.Snapshot(toss); again != string(state) {
			t.Fatalf("%x became %x", state, again)
		}
		toss.Seed()
		if n := len(toss.Sent()); n < 1 || n > 2 {
			t.Fatalf("%d messages", n)
		}
	})
}

func FuzzParseChain(f *testing.F) {
	var d disk[commit.ChainState]
	c, _ := newChain(f, 13, d.store)
	for i := range uint64(13) {
		playRound(f, c, i+1)
	}
	for _, s := range d.states {
		f.Add(s[:len(s)-32])
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		sum := sha256.Sum256(b)
		state := append(bytes.Clone(b), sum[:]...)
		d := disk[commit.ChainState]{held: state}
		c, err := commit.ParseChain(state, d.store)
		if err != nil {
			if !errors.Is(err, commit.ErrMalformed) || c != nil {
				t.Fatal(c, err)
			}
			return
		}
		if again := commit.Encode(c); !bytes.Equal(again, state) {
			t.Fatalf("%x became %x", state, again)
		}
		// Whatever it keeps, it reveals nothing that doesn't lead to what is public.
		round, public := c.Revealed()
		for i := round + 1; i <= min(round+20, c.Len()); i++ {
			if _, err := c.Draw(i); err != nil {
				if !errors.Is(err, commit.ErrMismatch) {
					t.Fatal(err)
				}
				break
			}
			x, err := c.Reveal(i)
			if err != nil || commit.VerifyChain(public, x, 1) != nil {
				t.Fatal(x, err)
			}
			public = x
			if _, err := commit.ParseChain(d.held, discard); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzParseChainVerifier(f *testing.F) {
	var d disk[commit.ChainVerifierState]
	if _, err := commit.NewChainVerifier(3, commit.Link(ramp(32)), d.store); err != nil {
		f.Fatal(err)
	}
	f.Add(d.held[:len(d.held)-32])
	f.Fuzz(func(t *testing.T, b []byte) {
		sum := sha256.Sum256(b)
		state := append(bytes.Clone(b), sum[:]...)
		v, err := commit.ParseChainVerifier(state, discardVerifier)
		if err != nil {
			if !errors.Is(err, commit.ErrMalformed) || v != nil {
				t.Fatal(v, err)
			}
			return
		}
		round, x := v.Known()
		var again disk[commit.ChainVerifierState]
		if _, err := commit.NewChainVerifier(round, x, again.store); err != nil || !bytes.Equal(again.held, state) {
			t.Fatalf("%x became %x, %v", state, again.held, err)
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
