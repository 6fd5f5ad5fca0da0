package cards_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A fuzzedGame is one that a script plays.
type fuzzedGame struct {
	*game
	script []byte // what is left of it
	said   [][]byte
}

// A fuzzedOp is what bytes of a script do that are below a number, and not below that of an earlier one.
type fuzzedOp struct {
	below int
	do    func(f *fuzzedGame, op byte)
}

var fuzzedOps = []fuzzedOp{
	{100, (*fuzzedGame).say},
	{120, (*fuzzedGame).sayAltered},
	{130, (*fuzzedGame).babble},
	{150, func(f *fuzzedGame, op byte) { f.try(deal([]int{f.seat(), f.seat(), f.seat()}[:op%4%3+1]...)) }},
	{160, func(f *fuzzedGame, _ byte) { f.try(dealAt(f.seat(), f.position(), f.position())) }},
	{170, func(f *fuzzedGame, _ byte) { f.try(show(f.seat(), f.seen().Of(f.seat())...)) }},
	{185, func(f *fuzzedGame, op byte) { f.try(back(f.some(f.seen().Of(f.seat()), op)...)) }},
	{205, func(f *fuzzedGame, op byte) {
		seats := []int{f.seat(), f.seat()}
		f.try(shuffle(seats[op%2:], f.some(f.seen().Stock(), op/2)...))
	}},
	{210, func(f *fuzzedGame, _ byte) { f.try(func(h *cards.Hand) error { return second(h.Renew()) }) }},
	{230, (*fuzzedGame).foldSeat},
	{256, (*fuzzedGame).dropSeat},
}

func (f *fuzzedGame) play() {
	for len(f.script) > 0 {
		op := f.next()
		i := slices.IndexFunc(fuzzedOps, func(o fuzzedOp) bool { return int(op) < o.below })
		fuzzedOps[i].do(f, op)
	}
}

// next takes a byte of the script, 0 at its end.
func (f *fuzzedGame) next() (b byte) {
	if len(f.script) > 0 {
		b, f.script = f.script[0], f.script[1:]
	}
	return b
}

func (f *fuzzedGame) seat() int     { return append(f.seats, cards.Everyone, 3)[f.next()%6] }
func (f *fuzzedGame) position() int { return int(f.next()) % 16 }

// some returns all positions of some, all but one, or these and any other.
func (f *fuzzedGame) some(positions []int, op byte) []int {
	switch {
	case op%4 == 0 && len(positions) > 1:
		return positions[1:]
	case op%4 == 1:
		return append(positions, f.position())
	}
	return positions
}

// try makes a step everywhere. One that fails changes nothing.
func (f *fuzzedGame) try(step func(h *cards.Hand) error) error {
	before := f.seen().View()
	err := f.step(step)
	if err != nil && f.seen().View() != before {
		f.t.Fatalf("%v:\n%s\n%s", err, before, f.seen().View())
	}
	return err
}

// due returns a seat that is due, if there is one, and what it has to say.
func (f *fuzzedGame) due(op byte) (seat int, message []byte, ok bool) {
	_, due := f.seen().Due()
	if len(due) == 0 {
		return 0, nil, false
	}
	seat = due[int(op)%len(due)]
	return seat, must(f.hands[seat].Pending()), true
}

func (f *fuzzedGame) say(op byte) {
	seat, m, ok := f.due(op)
	if !ok {
		return
	}
	if err := f.try(func(h *cards.Hand) error { return h.Receive(seat, m) }); err != nil {
		f.t.Fatal(err)
	}
	f.said = append(f.said, m)
}

// sayAltered is say with a bit changed.
func (f *fuzzedGame) sayAltered(op byte) {
	seat, m, ok := f.due(op)
	if !ok {
		return
	}
	m[int(f.next())*len(m)/256] ^= 1 << (op % 8)
	err := f.try(func(h *cards.Hand) error { return h.Receive(seat, m) })
	if _, blames := errors.AsType[*hand.BlameError](err); !blames {
		f.t.Fatal(err)
	}
}

// babble is something of the past, or the rest of the script, by anybody.
func (f *fuzzedGame) babble(op byte) {
	seat, m := f.seat(), bytes.Clone(f.script)
	if len(f.said) > 0 && op%2 == 0 {
		m = f.said[int(f.next())%len(f.said)]
	}
	if err := f.try(func(h *cards.Hand) error { return h.Receive(seat, m) }); err == nil {
		f.t.Fatalf("seat %d: %x", seat, m)
	}
}

// foldSeat folds by a message whose last byte is altered at times.
func (f *fuzzedGame) foldSeat(op byte) {
	seat := f.seat()
	if f.hands[seat] == nil {
		return
	}
	m, err := f.hands[seat].Farewell()
	fold := func(h *cards.Hand) error { return h.Fold(seat, m) }
	if err != nil || op%4 > 0 || len(m) == 0 {
		if got := f.try(fold); (got == nil) != (err == nil) {
			f.t.Fatal(got, err)
		}
		return
	}
	m[len(m)-1] ^= 1
	err = f.step(fold)
	_, due := f.seen().Due()
	_, blames := errors.AsType[*hand.BlameError](err)
	if !blames || len(due) != 1 || due[0] != seat {
		f.t.Fatal(err, due)
	}
}

func (f *fuzzedGame) dropSeat(byte) {
	seat := f.seat()
	if err := f.try(func(h *cards.Hand) error { return second(h.Drop(seat)) }); err == nil {
		f.dropped = append(f.dropped, seat)
	}
}

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
		(&fuzzedGame{game: g, script: script}).play()
		g.cards(map[int]int{})
	})
}
