package oldhand

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/sra"
)

// An Observer follows a hand without a seat: a spectator, a referee, or an auditor of
// a recorded hand. It takes all messages, each with the seat that sent it, checks what
// a seat checks, and knows what everyone knows. It needs no key and no rules: it
// learns from the messages what is dealt to whom.
//
// It keeps nothing secret, and nothing for a restart: give the messages to a new one.
// It is safe for concurrent use, and a copy is the same observer. The zero value is
// invalid: its methods return an [sra.ErrMalformed], or nothing.
type Observer struct{ cell *stored.Cell[public] }

// NewObserver returns an observer of the hand with this id, public deck and number of
// seats, which are those of [GenerateHand]. It returns an [sra.ErrMalformed] as that does.
func NewObserver(id []byte, deck sra.Deck, seats int) (*Observer, error) {
	if !deck.Public() {
		return nil, malformed("the deck isn't one that sra.PublicDeck made")
	}
	s, err := newPublic(id, deck, seats)
	if err != nil {
		return nil, err
	}
	cell, err := stored.New(s, func(public) []byte { return nil }, func(_, _ stored.State) error { return nil })
	return &Observer{cell}, err
}

// Receive takes a message of a seat. It returns errors as [Hand.Receive] does. If a
// seat deals or shows a card otherwise than the seat that began the deal, one of the two
// is at fault, and the [BlameError] names both.
func (o *Observer) Receive(from int, message []byte) error {
	if o.cell == nil {
		return malformed("zero Observer")
	}
	var late error
	err := o.cell.Change(func(s public) (*public, error) {
		if err := s.checkSender(from, -1); err != nil {
			return nil, err
		}
		s = s.clone()
		if err := s.receive(from, message, true, false); err != nil {
			return nil, err
		}
		for {
			took, err := s.retry(true)
			if !took && err == nil {
				return &s, nil
			}
			late = join(late, err)
		}
	})
	switch {
	case err == errDone:
		return nil
	case err != nil:
		return err
	}
	return late
}

// checkSender refuses a message from no seat, or from the receiver's own.
func (s *public) checkSender(from, own int) error {
	if from < 0 || from >= s.seats || from == own {
		return malformed("sender %d isn't one of the others in 0 to %d", from, s.seats-1)
	}
	return nil
}

func (o *Observer) get() (s public, ok bool) {
	if o.cell == nil {
		return public{}, false
	}
	return o.cell.Get(), true
}

// Seats returns the number of seats.
func (o *Observer) Seats() int {
	s, _ := o.get()
	return s.seats
}

// Ready reports whether cards can be dealt.
func (o *Observer) Ready() bool {
	s, ok := o.get()
	return ok && s.ready()
}

// Card returns the number, in the public deck, of the card at a position of the final
// deck, if everyone knows it: if it was dealt to everyone, or shown.
func (o *Observer) Card(position int) (card int, ok bool) {
	s, _ := o.get()
	return s.card(position)
}

func (s *public) card(position int) (card int, ok bool) {
	if position < 0 || position >= len(s.positions) || s.positions[position].card < 0 {
		return 0, false
	}
	return s.positions[position].card, true
}

// Deals returns what has been dealt to whom from the present deck, one deal after another.
func (o *Observer) Deals() [][]Deal {
	s, _ := o.get()
	return s.dealt()
}

func (s *public) dealt() (deals [][]Deal) {
	for _, d := range s.deals {
		deals = append(deals, slices.Clone(d.cards))
	}
	return deals
}

// Missing returns the seats whose messages the others wait for.
func (o *Observer) Missing() []int {
	s, ok := o.get()
	if !ok {
		return nil
	}
	return s.missing()
}

// Redeal goes on with the hand that all who stay begin by [Hand.Redeal] without these
// seats. It returns errors as that does.
func (o *Observer) Redeal(left ...int) error {
	if o.cell == nil {
		return malformed("zero Observer")
	}
	return o.cell.Change(func(s public) (*public, error) {
		gone, err := s.gone(left)
		if err != nil || gone == nil {
			return nil, err
		}
		next, err := s.redealt(gone)
		return &next, err
	})
}

// Kept returns the cards of earlier decks that seats have closed: see [Hand.Kept].
func (o *Observer) Kept() []Deal {
	s, ok := o.get()
	if !ok {
		return nil
	}
	return s.keptDeals()
}

// Stock returns the positions that can be dealt: see [Hand.Stock].
func (o *Observer) Stock() []int {
	s, ok := o.get()
	if !ok {
		return nil
	}
	return s.stock()
}

// Left returns the seats that have left, in order or without a word, ascending.
func (o *Observer) Left() []int {
	s, ok := o.get()
	if !ok {
		return nil
	}
	return s.left()
}
