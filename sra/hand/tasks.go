package hand

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// A task is a deal, which has cards, or a leave. Deals go on side by side; a leave waits for
// the tasks before it, and deals wait for the leaves before them.
type task struct {
	cards       []Card // of a deal
	seats       []int  // those whose turn is to come, or the one that leaves
	begun, done bool
}

// goOn begins the tasks whose time has come.
func (h *Hand) goOn() {
	dealing, leave := false, false // whether one before isn't done
	for _, t := range h.tasks {
		deals := len(t.cards) > 0
		switch {
		case t.begun || leave || dealing && !deals:
		case deals:
			h.beginDeal(t)
		default:
			h.beginLeave(t)
		}
		dealing, leave = dealing || deals && !t.done, leave || !deals && !t.done
	}
	h.tasks = slices.DeleteFunc(h.tasks, func(t *task) bool { return t.done })
}

// beginDeal gives the first turn to another seat in each deal, as the last one sees cards
// for everyone first.
func (h *Hand) beginDeal(t *task) {
	t.begun = true
	for seat, p := range h.presence {
		if p == in || p == leaving {
			t.seats = append(t.seats, seat)
		}
	}
	first := h.deals % len(t.seats)
	t.seats = slices.Concat(t.seats[first:], t.seats[:first])
	h.deals++
	h.passLayer(t)
}

// passLayer gives the turn in a deal to the next seat, or ends the deal.
func (h *Hand) passLayer(t *task) {
	for len(t.seats) > 0 {
		seat := t.seats[0]
		t.seats = t.seats[1:]
		var positions []int
		for _, c := range t.cards {
			if c.To != seat {
				positions = append(positions, c.Position)
			}
		}
		if len(positions) > 0 {
			h.push(seat, Layer, positions, t)
			return
		}
	}
	t.done = true
	var own []int
	for _, c := range t.cards {
		p := &h.positions[c.Position]
		switch {
		case c.To == Everyone:
			p.status, p.card = Open, h.cards.Index(p.value)
		case h.isMine(c.To):
			own = append(own, c.Position)
			fallthrough
		default:
			p.status = Held
		}
	}
	if len(own) > 0 {
		opened := must(h.key(len(h.decks) - 1).Decrypt(h.values(own)))
		for i, at := range own {
			secret.Reveal(h.mine).known[at] = h.cards.Index(opened.At(i))
		}
	}
}

// beginLeave includes the cards of deals that wait for the leave.
func (h *Hand) beginLeave(t *task) {
	t.begun = true
	var positions []int
	for i, p := range h.positions[h.deck().first:] {
		if p.status == Stock || p.status == Dealing {
			positions = append(positions, h.deck().first+i)
		}
	}
	if len(positions) == 0 {
		h.endLeave(t)
		return
	}
	h.push(t.seats[0], Leave, positions, t)
}

func (h *Hand) endLeave(t *task) { h.presence[t.seats[0]], t.done = left, true }

// passShuffle gives the turn to shuffle to the first seat from this one on that is here, or
// ends the shuffle.
func (h *Hand) passShuffle(seat int) {
	for ; seat < h.seats; seat++ {
		if h.isHere(seat) {
			h.push(seat, Shuffle, nil, nil)
			return
		}
	}
	h.deck().first = len(h.positions)
	for i := range h.now.Len() {
		h.positions = append(h.positions, position{status: Stock, to: Everyone, deck: len(h.decks) - 1, value: h.now.At(i)})
	}
	for seat := range h.seats {
		if kept := h.keptBy(seat); len(kept) > 0 {
			h.push(seat, Veto, kept, nil)
		}
	}
	h.ready = len(h.due) == 0
}

// keptBy returns the positions that a seat keeps when the cards are dealt again.
func (h *Hand) keptBy(seat int) (positions []int) {
	for _, p := range h.kept {
		if h.positions[p].to == seat {
			positions = append(positions, p)
		}
	}
	return positions
}
