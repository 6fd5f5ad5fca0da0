package main

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/sra"
)

const deckSize = 52

// group is the one that all seats play in.
var group = sra.Ristretto255()

// publicDeck is the deck in clear. All can compute it.
func publicDeck() (sra.Deck, error) { return sra.PublicDeck(group, label, deckSize) }

// greet joins the table, and exchanges the keys that sign all that follows.
func (s *seat) greet() (err error) {
	if s.Channel, err = relay.Join(s.place, s.rules, s.waits); err != nil {
		return err
	}
	if s.fingerprint, err = s.Greet(); err != nil {
		return err
	}
	s.note(greeting, 0, nobody, "found the fingerprint %s.", relay.Fingerprint(s.fingerprint))
	return nil
}

// waits notes that some seats are still free.
func (s *seat) waits(free int) {
	s.note(waiting, 0, nobody, "waits for %s.", cli.Count(free, "more seat"))
}

// toss draws what names this hand, and who has the button.
func (s *seat) toss() error {
	t, message, err := commit.GenerateToss(append([]byte(label), s.fingerprint[:]...), s.rules.Seats, s.number, forfeit)
	if err != nil {
		return err
	}
	if err := s.answer(tossKind, message); err != nil {
		return err
	}
	if err := s.run(t, tossKind, func(int, []byte) {}); err != nil {
		return err
	}
	if s.id, err = t.Seed(); err != nil {
		return s.blameAs(nobody, err)
	}
	button, err := buttonFrom(s.id, s.rules.Seats)
	if err != nil {
		return err
	}
	s.game = newGame(s.rules.Seats, button)
	s.note(tossing, 0, nobody, "checked that the bytes open the commitments, and hashed them to %x…; seat %d has the button.", s.id[:20], button)
	return nil
}

// forfeit is the store of a seat that leaves the hand if its process dies.
func forfeit(_, _ commit.TossState) error { return nil }

// buttonFrom returns the seat that a toss's seed determines: the first number below the
// number of seats of its stream for the button (commit/SPEC.md, section 7).
func buttonFrom(seed commit.Seed, seats int) (int, error) {
	stream, err := seed.Stream([]byte("poker button"))
	if err != nil {
		return 0, err
	}
	return stream.IntN(seats), nil
}

// unstored keeps no state: a seat that dies ends the hand.
func unstored(_, _ sra.HandState) error { return nil }

// shuffle begins the hand: keys, and then the deck from seat to seat.
func (s *seat) shuffle() error {
	deck, err := publicDeck()
	if err != nil {
		return err
	}
	key, err := sra.GenerateKey(group)
	if err != nil {
		return err
	}
	s.key = key.Parallel(2)
	hand, message, err := sra.NewHand(s.id[:], deck, s.rules.Seats, s.number, s.key, unstored)
	if err != nil {
		return err
	}
	s.hand = hand
	if err := s.say(handKind, message); err != nil {
		return err
	}
	announced := make(map[int]bool)
	return s.run(hand, handKind, func(from int, message []byte) {
		if !announced[from] {
			announced[from] = true
			s.note(announcing, from, from, "checked that seat %d has the key that it announced.", from)
			return
		}
		s.note(shuffling, from, from, "checked seat %d's proof: %d cards, none missing, doubled or foreign.", from, deckSize)
		if s.cheat != "" {
			s.finalDeck, _ = deckOf(message) // it was accepted
		}
	})
}

// dealHole deals each seat its two cards.
func (s *seat) dealHole() error {
	var deals []sra.Deal
	for seat := range s.rules.Seats {
		for _, p := range s.game.hole(seat) {
			deals = append(deals, sra.Deal{Position: p, To: seat})
		}
	}
	err := s.deal(deals, func(from int) {
		s.note(dealing, from, from, "checked seat %d's proof: it took its layer off the others' cards.", from)
	})
	s.own = s.known(s.game.hole(s.number))
	if err == nil {
		s.note(dealing, s.rules.Seats+s.number, nobody, "saw its cards, %s, which nobody else did.", cards.JoinNumbered(s.own))
	}
	return err
}

// dealBoard opens the cards of a street for all.
func (s *seat) dealBoard(at street) func() error {
	return func() error {
		s.game.next(at)
		var deals []sra.Deal
		for _, p := range s.game.opened(at) {
			deals = append(deals, sra.Deal{Position: p, To: sra.Everyone})
		}
		if err := s.deal(deals, func(int) {}); err != nil {
			return err
		}
		opened := s.known(s.game.opened(at))
		s.board = append(s.board, opened...)
		s.note(dealing+int(at), 0, nobody, "checked the proofs of all others, and saw %s.", cards.JoinNumbered(opened))
		return nil
	}
}

// deal takes the layers off cards that the rules open now, in turn with the others.
func (s *seat) deal(deals []sra.Deal, checked func(from int)) error {
	message, err := s.hand.Deal(deals...)
	if err := s.reply(handKind, message, nobody, err); err != nil { // of what came early and was kept
		return err
	}
	return s.run(s.hand, handKind, func(from int, _ []byte) { checked(from) })
}

// known returns the cards at some positions that this seat sees.
func (s *seat) known(positions []int) (known []int) {
	for _, p := range positions {
		if c, ok := s.hand.Card(p); ok {
			known = append(known, c)
		}
	}
	return known
}

// bet is a round of betting.
func (s *seat) bet() error {
	for turn := s.game.turn(); turn != nobody; turn = s.game.turn() {
		a, err := s.nextAction(turn)
		if err != nil {
			return err
		}
		if err := s.game.act(a); err != nil {
			return s.rules.Blame(err, turn)
		}
	}
	s.note(dealing+int(s.game.street), s.rules.Seats*2, story.All, "Bets: %s.", betting(s.game, s.game.street))
	return nil
}

// nextAction acts, or hears what another seat does.
func (s *seat) nextAction(turn int) (action, error) {
	if turn == s.number {
		a := s.player(s.game, s.own, s.board)
		return a, s.say(actionKind, []byte{byte(a)})
	}
	_, payload, err := s.Hear(actionKind, turn)
	if err != nil {
		return 0, err
	}
	if len(payload) != 1 {
		return 0, s.rules.Blame(fmt.Errorf("%d actions at once", len(payload)), turn)
	}
	return action(payload[0]), nil
}

// showdown opens the cards of those who haven't folded, and gives the best of them the
// pot. A seat that is alone needn't show anything.
func (s *seat) showdown() error {
	if err := s.Agree(agreeKind); err != nil {
		return err
	}
	s.winners = s.game.in()
	if !s.game.over() {
		s.note(showing, nobody, nobody, "checked that all have seen the same betting.")
		for i, seat := range s.winners {
			if err := s.show(i, seat); err != nil {
				return err
			}
		}
		s.winners = s.best(s.winners)
	}
	s.payout = s.game.share(s.winners)
	return nil
}

// show shows this seat's cards to all, or sees another's.
func (s *seat) show(place, seat int) error {
	positions := s.game.hole(seat)
	if seat == s.number {
		message, err := s.hand.Show(positions...)
		if err != nil {
			return err
		}
		if err := s.answer(handKind, message); err != nil {
			return err
		}
		s.shown[seat] = s.own
		return nil
	}
	_, message, err := s.Hear(handKind, seat)
	if err != nil {
		return err
	}
	if _, err := s.hand.Receive(seat, message); err != nil {
		return s.blameAs(seat, err)
	}
	s.shown[seat] = s.known(positions)
	if len(s.shown[seat]) < holeCards {
		return s.rules.Blame(fmt.Errorf("it shows %d cards, not %d", len(s.shown[seat]), holeCards), seat)
	}
	s.note(showing, place, seat, "checked seat %d's proof, and saw %s: %v.", seat, cards.JoinNumbered(s.shown[seat]), s.strength(seat))
	return nil
}

// best are those of some seats, which have shown their cards, that have the best hand.
func (s *seat) best(seats []int) (winners []int) {
	var best showdown.Strength
	for _, seat := range seats {
		switch strength := s.strength(seat); {
		case strength > best:
			best, winners = strength, []int{seat}
		case strength == best:
			winners = append(winners, seat)
		}
	}
	return winners
}

// strength is that of a seat which has shown its cards.
func (s *seat) strength(seat int) showdown.Strength {
	return showdown.Best(slices.Concat(s.shown[seat], s.board)...)
}
