package commit_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

func FuzzParseHex(f *testing.F) {
	f.Add("216f014579a1cff543b210d0b03967a107a81f6a6240bb39927b453cb9791fa6")
	f.Add("216F014579A1CFF543B210D0B03967A107A81F6A6240BB39927B453CB9791FA6")
	f.Add("")
	f.Add(strings.Repeat("0", 64))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := commit.ParseCommitment(text)
		x, err2 := commit.ParseLink(text)
		s, err3 := commit.ParseSeed(text)
		zero := x == (commit.Link{}) // malformed as a seed
		if (err == nil) != (err2 == nil) || (err == nil && !zero) != (err3 == nil) || commit.Link(c) != x || commit.Link(s) != x {
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

// Each three bytes of the script are a message of the sequence: its sender, which of the
// valid messages it is, or what spoils it. Seat 0, seat 0 restored from its state each
// time, seat 3 and an onlooker are in the same state at each place.
func FuzzToss(f *testing.F) {
	const seats = 4
	honest := newTable(f, "fuzz", seats)
	other := newTable(f, "another", seats)
	f.Add([]byte{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 3, 1, 0, 2, 3, 80})
	f.Add([]byte{1, 1, 0, 3, 0, 0, 3, 0, 0, 0, 0, 0, 9, 0, 0, 2, 0x10, 0, 1, 0x20, 0, 1, 0, 0, 1, 1, 200})
	f.Fuzz(func(t *testing.T, script []byte) {
		var d disk[commit.TossState]
		if _, err := derivedToss("fuzz", seats, 0, d.store); err != nil {
			t.Fatal(err)
		}
		onlooker, err := commit.WatchToss([]byte("fuzz"), seats)
		if err != nil {
			t.Fatal(err)
		}
		readers := []*commit.Toss{honest.toss(t, 0), nil, honest.toss(t, 3), onlooker}
		var record []commit.TossMessage
		var seed commit.Seed // once there is one
		var faults []int
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
			if readers[1], err = commit.ParseToss(d.held, d.store); err != nil {
				t.Fatal(err)
			}
			var first error
			for i, toss := range readers {
				before := commit.Snapshot(toss)
				err := toss.Receive(from, message)
				if i == 0 {
					first = err
				}
				if fmt.Sprint(err) != fmt.Sprint(first) || err != nil && commit.Snapshot(toss) != before {
					t.Fatalf("reader %d: %v, not %v", i, err, first)
				}
				if due(toss) != due(readers[0]) || seedOrClass(toss.Seed()) != seedOrClass(readers[0].Seed()) {
					t.Fatalf("reader %d: %s, not %s", i, due(toss), due(readers[0]))
				}
			}
			if blamed := blamed(first); blamed != nil && (!slices.Equal(blamed, []int{from}) || from < 0 || from >= seats) {
				t.Fatalf("a message of seat %d: %v", from, first)
			}
			faults = append(faults, blamed(first)...)
			if from >= 0 && from < seats {
				record = append(record, commit.TossMessage{From: from, Bytes: message})
			}
			now, err := readers[0].Seed()
			if phase, late := readers[0].Due(); (err == nil) != (phase == commit.DonePhase) || (err == nil) != (len(late) == 0) {
				t.Fatalf("%v, %s", err, due(readers[0]))
			}
			if seed != (commit.Seed{}) && now != seed {
				t.Fatalf("the seed was %v and is %v", seed, now)
			}
			seed = now
		}
		judged, err := commit.VerifyToss([]byte("fuzz"), seats, record)
		slices.Sort(faults)
		if judged != seed || err == nil && seed == (commit.Seed{}) || err != nil && !slices.Equal(blamed(err), slices.Compact(faults)) {
			t.Fatalf("the referee finds %v, %v, the seats %v, %v", judged, err, seed, faults)
		}
	})
}

func FuzzParseToss(f *testing.F) {
	tb := newTable(f, "fuzz", 3)
	var d disk[commit.TossState]
	toss, err := derivedToss("fuzz", 3, 0, d.store)
	if err != nil {
		f.Fatal(err)
	}
	read(f, toss, tb.commits)
	read(f, toss, tb.reveals)
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
		// Whatever it has read, its own message is right, if it has one.
		_, err = toss.Seed()
		if phase, seats := toss.Due(); (err == nil) != (phase == commit.DonePhase) || len(toss.Pending()) > 0 && len(seats) == 0 {
			t.Fatalf("%s: %x, %v", due(toss), toss.Pending(), err)
		}
		if m := toss.Pending(); m != nil {
			if err := toss.Receive(int(binary.BigEndian.Uint32(m[seatAt:])), m); err != nil {
				t.Fatal(err)
			}
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
			if err != nil {
				t.Fatal(err)
			}
			if _, err := commit.VerifyChain(public, 1, x); err != nil {
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
