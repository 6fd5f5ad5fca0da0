package cards_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// Any bytes as messages of any seats and as steps, in any order among what seats have to say:
// nothing panics, seats and an observer agree, an error changes nothing but that of a fold,
// and none is a seat's fault when it says what is due.
func FuzzHand(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 140, 0, 0, 0, 0, 180, 0})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 150, 0, 0, 0, 200, 220, 0, 0, 0, 0, 0, 150, 0, 0, 0, 180, 0, 0, 210, 9})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 161, 0, 0, 201, 2, 202, 170, 240, 0, 0, 100, 4, 0, 0})
	deck := must(sra.PublicDeck(sra.Ristretto255(), "fuzz", 4))
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 60 {
			return
		}
		g := &game{t: t, seats: []int{7, 2, 5, 9}, hands: map[int]*cards.Hand{}}
		for _, me := range append([]int{cards.Everyone}, g.seats...) {
			g.hands[me] = must(cards.New(head, g.seats, me, seed(me), deck))
		}
		next := func() (b byte) {
			if len(script) > 0 {
				b, script = script[0], script[1:]
			}
			return b
		}
		seat := func() int { return append(g.seats, cards.Everyone, 3)[next()%6] }
		// try makes a step everywhere.
		try := func(step func(h *cards.Hand) error) error {
			before := g.seen().View()
			err := g.step(step)
			if err != nil && g.seen().View() != before {
				t.Fatalf("%v:\n%s\n%s", err, before, g.seen().View())
			}
			return err
		}
		var said [][]byte
		for len(script) > 0 {
			op := next()
			_, due := g.seen().Due()
			switch {
			case op < 100: // what a seat has to say
				if len(due) == 0 {
					continue
				}
				s := due[int(op)%len(due)]
				m := g.hands[s].Own()
				if err := try(func(h *cards.Hand) error { return h.Receive(s, m) }); err != nil {
					t.Fatal(err)
				}
				said = append(said, m)
			case op < 120: // the same, altered
				if len(due) > 0 {
					s := due[int(op)%len(due)]
					m := g.hands[s].Own()
					m[int(next())*len(m)/256] ^= 1 << (op % 8)
					if err := try(func(h *cards.Hand) error { return h.Receive(s, m) }); !errors.As(err, new(*hand.BlameError)) {
						t.Fatal(err)
					}
				}
			case op < 130: // something of the past, or any bytes, by anybody
				s, m := seat(), bytes.Clone(script)
				if len(said) > 0 && op%2 == 0 {
					m = said[int(next())%len(said)]
				}
				if err := try(func(h *cards.Hand) error { return h.Receive(s, m) }); err == nil {
					t.Fatalf("seat %d: %x", s, m)
				}
			case op < 180:
				to := []int{seat(), seat(), seat()}[:op%4%3+1]
				try(func(h *cards.Hand) error { return second(h.Deal(to...)) })
			case op < 200:
				s, positions := seat(), g.seen().Of(seat())
				try(func(h *cards.Hand) error { return h.Show(s, positions...) })
			case op < 210:
				positions := append(g.seen().Of(seat()), int(next())%16)
				try(func(h *cards.Hand) error { return h.Shuffle(positions[op%2:]...) })
			case op < 230: // its last byte is altered sometimes
				s := seat()
				if g.hands[s] == nil {
					continue
				}
				m, err := g.hands[s].Farewell()
				if err != nil || op%4 > 0 || len(m) == 0 {
					if got := try(func(h *cards.Hand) error { return h.Fold(s, m) }); (got == nil) != (err == nil) {
						t.Fatal(got, err)
					}
					continue
				}
				m[len(m)-1] ^= 1
				err = g.step(func(h *cards.Hand) error { return h.Fold(s, m) })
				if _, due := g.seen().Due(); !errors.As(err, new(*hand.BlameError)) || len(due) != 1 || due[0] != s {
					t.Fatal(err, due)
				}
			default:
				s := seat()
				if err := try(func(h *cards.Hand) error { return second(h.Drop(s)) }); err == nil {
					g.dropped = append(g.dropped, s)
				}
			}
		}
		g.check(map[int]int{})
	})
}
