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
	f.Add([]byte{0, 0, 0, 0, 134, 0, 1, 4, 0, 0, 0, 0, 160, 0, 0, 174, 1, 174, 0, 187, 1, 0, 0, 0, 0, 134, 2, 2, 1, 0, 0, 0, 0})
	f.Add([]byte{0, 0, 0, 0, 134, 0, 1, 4, 0, 0, 0, 0, 212, 0, 174, 1, 150, 2, 1, 0, 0, 0, 163, 0, 0, 0, 204, 2, 3, 0, 0, 0})
	f.Add([]byte{0, 0, 0, 0, 134, 0, 1, 4, 0, 0, 0, 0, 240, 1, 205, 0, 0, 0, 0, 174, 0, 131, 2, 0, 0, 100, 4, 0, 240, 3, 0, 0})
	f.Add([]byte{0, 0, 0, 0, 134, 0, 1, 2, 0, 0, 0, 0, 174, 2, 186, 2, 3, 0, 0, 120, 0, 110, 200, 0, 0, 131, 3, 0, 0, 0, 216, 3})
	deck := must(sra.PublicDeck(sra.Ristretto255(), "fuzz", 4))
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 60 {
			return
		}
		g := &game{t: t, seats: []int{7, 2, 5, 9}, hands: map[int]*cards.Hand{}, once: map[int][]int{}}
		for _, me := range append([]int{cards.Everyone}, g.seats...) {
			g.hands[me] = must(cards.New(head, deck, g.seats, me, seed(me)))
		}
		next := func() (b byte) {
			if len(script) > 0 {
				b, script = script[0], script[1:]
			}
			return b
		}
		seat := func() int { return append(g.seats, cards.Everyone, 3)[next()%6] }
		position := func() int { return int(next()) % 16 }
		// some returns all positions of some, all but one, or these and any other.
		some := func(positions []int, op byte) []int {
			switch {
			case op%4 == 0 && len(positions) > 1:
				return positions[1:]
			case op%4 == 1:
				return append(positions, position())
			}
			return positions
		}
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
				m := g.hands[s].Pending()
				if err := try(func(h *cards.Hand) error { return h.Receive(s, m) }); err != nil {
					t.Fatal(err)
				}
				said = append(said, m)
			case op < 120: // the same, altered
				if len(due) > 0 {
					s := due[int(op)%len(due)]
					m := g.hands[s].Pending()
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
			case op < 150:
				to := []int{seat(), seat(), seat()}[:op%4%3+1]
				try(deal(to...))
			case op < 160:
				try(dealAt(seat(), position(), position()))
			case op < 170:
				try(show(seat(), g.seen().Of(seat())...))
			case op < 185:
				try(back(some(g.seen().Of(seat()), op)...))
			case op < 205:
				seats := []int{seat(), seat()}
				try(shuffle(seats[op%2:], some(g.seen().Stock(), op/2)...))
			case op < 210:
				try(func(h *cards.Hand) error { return second(h.Renew()) })
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
		g.cards(map[int]int{})
	})
}
