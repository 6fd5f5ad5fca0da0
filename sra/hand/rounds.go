package hand

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// A deal is a round of layer turns.
type deal struct {
	places []Place
	seats  []int // whose turn is to come
}

// beginDeal gives the first turn to another seat in each deal, as the last one sees cards
// for everyone first.
func (h *Hand) beginDeal(d *deal) {
	d.seats = h.Here()
	first := h.deals % len(d.seats)
	d.seats = slices.Concat(d.seats[first:], d.seats[:first])
	h.deals++
	h.passLayer(d)
}

// passLayer gives the turn in a deal to the next seat, or ends the deal.
func (h *Hand) passLayer(d *deal) {
	for len(d.seats) > 0 {
		seat := d.seats[0]
		d.seats = d.seats[1:]
		var positions []int
		for _, c := range d.places {
			if c.To != seat {
				positions = append(positions, c.Position)
			}
		}
		if len(positions) > 0 {
			h.push(turn{Turn: Turn{Seat: seat, Kind: Layer, Positions: positions}, from: deckOf(h.values(positions)), deal: d})
			return
		}
	}
	var own []int
	for _, c := range d.places {
		p := &h.positions[c.Position]
		if c.To == Everyone {
			p.status, p.number = Open, h.cards.Index(p.value)
			continue
		}
		p.status = Held
		if h.isMine(c.To) {
			own = append(own, c.Position)
		}
	}
	if len(own) > 0 {
		opened := must(h.ownKey(h.keys[h.seat]).Decrypt(deckOf(h.values(own))))
		for i, at := range own {
			secret.Reveal(h.mine).known[at] = h.cards.Index(opened.At(i))
		}
	}
}

// A shuffle is a round of shuffle turns, and then of raise turns.
type shuffle struct {
	positions []int
	seats     []int  // whose turn is to come
	shuffling int    // the first so many of them shuffle
	alone     bool   // a single seat does
	isNew     bool   // the cards have no layers yet
	last      []list // what the last seat raised, as decks that need no decoding
}

// A list is elements that a seat raises, by its new exponent or by its whole new key.
type list struct {
	part      part
	positions []int
	elements  sra.Deck
}

// A part is what a list is of.
type part byte

const (
	own      part = iota // the seat's key, and the values that it holds
	kept                 // the sealed values of these, when new cards are shuffled
	rest                 // all other sealed values
	shuffled             // those of the cards that are shuffled
)

// shuffleNew has all who are here shuffle new cards, at positions after those that there are.
func (h *Hand) shuffleNew(cards sra.Deck) {
	var positions []int
	for i := range cards.Len() {
		positions = append(positions, len(h.positions))
		h.positions = append(h.positions, position{status: Stock, to: Everyone, sealed: cards.At(i), number: -1})
	}
	h.beginShuffle(h.Here(), &shuffle{positions: positions, isNew: true, last: []list{{shuffled, positions, cards}}})
}

// beginShuffle begins a shuffle by some seats, after which the others raise.
func (h *Hand) beginShuffle(seats []int, s *shuffle) {
	others := slices.DeleteFunc(h.Here(), func(seat int) bool { return slices.Contains(seats, seat) })
	s.seats, s.shuffling, s.alone = slices.Concat(seats, others), len(seats), len(seats) == 1
	h.passShuffle(s)
}

// passShuffle gives the turn in a shuffle to the next seat, or ends the shuffle.
func (h *Hand) passShuffle(s *shuffle) {
	if len(s.seats) == 0 {
		if s.isNew {
			h.voidTwins(s.positions)
		}
		return
	}
	t := turn{Turn: Turn{Seat: s.seats[0], Kind: Raise}, shuffle: s}
	if s.shuffling > 0 && len(s.positions) > 0 {
		t.Kind, t.Positions = Shuffle, s.positions
	}
	t.lists = h.lists(t)
	s.seats, s.shuffling = s.seats[1:], s.shuffling-1
	h.push(t)
}

// voidTwins finds the cards that seats keep among the new ones.
func (h *Hand) voidTwins(positions []int) {
	held := make(map[string]bool)
	for _, p := range h.positions {
		if p.status == Held {
			held[p.sealed.String()] = true
		}
	}
	for _, p := range positions {
		if held[h.positions[p].sealed.String()] {
			h.void(p)
		}
	}
}

// lists are the elements that a seat raises and shuffles in its turn.
func (h *Hand) lists(t turn) (lists []list) {
	isShuffled := make([]bool, len(h.positions))
	for _, p := range t.Positions {
		isShuffled[p] = true
	}
	var positions [shuffled + 1][]int
	for i, p := range h.positions {
		isOwn := p.status == Held && p.to == t.Seat
		if isOwn {
			positions[own] = append(positions[own], i)
		}
		switch {
		case !p.isSealed() || isShuffled[i]:
		case isOwn && t.shuffle.isNew:
			positions[kept] = append(positions[kept], i)
		default:
			positions[rest] = append(positions[rest], i)
		}
	}
	positions[shuffled] = t.Positions
	if key := h.keys[t.Seat]; isKey(key) {
		elements := append([]sra.Element{key.Element()}, h.values(positions[own])...)
		lists = append(lists, list{own, positions[own], deckOf(elements)})
	}
	for _, part := range []part{kept, rest, shuffled} {
		if at := positions[part]; len(at) > 0 {
			lists = append(lists, list{part, at, h.sealed(at, t.shuffle.last)})
		}
	}
	return lists
}

// sealed returns the sealed values at some positions, which may be a list that there is.
func (h *Hand) sealed(positions []int, lists []list) sra.Deck {
	for _, l := range lists {
		if l.part != own && slices.Equal(l.positions, positions) {
			return l.elements
		}
	}
	return deckOf(h.seals(positions))
}

func isKey(k sra.PublicKey) bool { return k.Group().ElementSize() > 0 }
