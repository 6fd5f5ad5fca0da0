package hand_test

import (
	"bytes"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Any bytes, as messages of any seats and as steps, in any order among what seats have to
// say: nothing panics, what isn't taken changes nothing, and a seat and an observer that read
// the same are alike. A seat with another pace reads it all at the end, and a replay does, with proofs
// that hold.
func FuzzHand(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 1, 2, 200, 9, 0, 1, 2, 210, 0, 0, 1, 2})
	f.Add([]byte{0, 1, 2, 165, 0, 0, 1, 2, 215, 1, 0, 205, 0, 0, 1, 2, 217, 4, 0, 1, 2, 220, 0, 1, 2, 240, 0, 1, 0, 1})
	f.Add([]byte{0, 1, 2, 100, 0, 0, 1, 100, 1, 2, 190, 8, 0, 200, 1, 255, 0, 1, 2, 220, 1, 0, 230, 2, 0, 0, 1, 0, 1, 195, 3, 0})
	cards := must(sra.PublicDeck(sra.Ristretto255(), "fuzz", 3))
	begin := func(seat int) *hand.Hand {
		return must(hand.New([]byte("fuzz"), cards, 3, seat, hand.NewState([32]byte{byte(seat)}), forgets))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 60 {
			return
		}
		watcher := must(hand.Watch([]byte("fuzz"), cards, 3))
		hands, late := []*hand.Hand{begin(0), begin(1), begin(2)}, begin(1)
		var items []item
		read := func(h *hand.Hand, i item) (done bool) {
			before, err := h.View(), error(nil)
			if i.step != nil {
				err = i.step(h)
				done = err == nil
			} else {
				done, err = h.Receive(i.seat, i.message)
			}
			if done && err != nil || !done && h.View() != before {
				t.Fatalf("%v %v:\n%s\n%s", done, err, before, h.View())
			}
			return done
		}
		post := func(i item) {
			want := read(watcher, i)
			for seat, h := range hands {
				if read(h, i) != want || h.View() != watcher.View() {
					t.Fatalf("seat %d:\n%s\n%s", seat, h.View(), watcher.View())
				}
			}
			if want {
				items = append(items, i)
			}
		}
		var said [][]byte
		next := func() (b byte) {
			if len(script) > 0 {
				b, script = script[0], script[1:]
			}
			return b
		}
		position := func() int { return int(next()) % 11 }
		for len(script) > 0 {
			switch op := next(); {
			case op < 100: // what a seat has to say
				if m := pending(hands[op%3]); m != nil {
					said = append(said, m)
					post(item{seat: int(op % 3), message: m})
				}
			case op < 115: // a leave in advance
				if m := farewell(hands[op%3]); m != nil {
					said = append(said, m)
				}
			case op < 130: // what a seat has to say, altered
				if m := pending(hands[op%3]); m != nil {
					m[int(next())*len(m)/256] ^= 1 << (op % 8)
					post(item{seat: int(op % 3), message: m})
				}
			case op < 150: // something of the past, by anybody
				if len(said) > 0 {
					post(item{seat: int(op%4) - 1 + int(op%2), message: said[int(next())%len(said)]})
				}
			case op < 160: // bytes, some for a turn that is due
				m := bytes.Clone(script)
				if due := watcher.Due(); len(due) > 0 && op%2 == 0 {
					m = append(due[0].ID[:], m...)
				}
				post(item{seat: int(op % 3), message: m})
			case op < 185:
				post(item{step: deal(hand.Place{Position: position(), To: int(op%4) - 1}, hand.Place{Position: position(), To: int(op/4%4) - 1})})
			case op < 205:
				post(item{step: deal(hand.Place{Position: position(), To: int(op%5) - 1})})
			case op < 213:
				post(item{step: show(int(op%4)-1, position())})
			case op < 220:
				post(item{step: giveBack(position(), position())})
			case op < 226:
				post(item{step: giveBack(position())})
			case op < 232:
				post(item{step: shuffle([]int{int(op % 3)}, position(), position())})
			case op < 238:
				post(item{step: shuffle([]int{int(op % 3), int(op+1) % 3}, position())})
			case op < 246:
				post(item{step: leave(int(op%5) - 1)})
			default:
				post(item{step: drop(int(op % 3))})
			}
		}
		for _, i := range items {
			read(late, i)
		}
		if late.View() != watcher.View() || !bytes.Equal(pending(late), pending(hands[1])) {
			t.Fatalf("seat 1:\n%s\nthe observer:\n%s", late.View(), watcher.View())
		}
		for p := range late.Positions() {
			a, ok := late.Look(p)
			if b, is := hands[1].Look(p); a != b || ok != is {
				t.Fatalf("seat 1 knows %d at position %d, and %d at another pace", b, p, a)
			}
		}
		if !replayHolds("fuzz", cards, 3, items, 0) {
			t.Fatal("a replay doesn't hold")
		}
	})
}

// Whatever is a state is one of 64 bytes, and comes back.
func FuzzParseState(f *testing.F) {
	f.Add(make([]byte, 64))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := hand.ParseState(b)
		if (err == nil) != (len(b) == hand.StateSize) || err == nil && !bytes.Equal(s.Bytes(), b) {
			t.Errorf("%x: %v", b, err)
		}
	})
}
