package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// pass passes three cards to the left. Each seat commits to its cards before it sees
// those that it gets, so that nobody chooses with better knowledge.
func (s *seat) pass() (string, error) {
	s.given = choosePass(s.hand)
	c, o, err := s.commitTo("pass", bytesOf(s.given))
	if err != nil {
		return "", err
	}
	s.passes[s.number], s.ownPass = c, o
	if err := s.hearCommitments(&s.passes); err != nil {
		return "", err
	}
	if err := s.send(left(s.number), append([]byte{openKind}, o.bytes()...)); err != nil {
		return "", err
	}
	right := (s.number + otpdeal.NumSeats - 1) % otpdeal.NumSeats
	value, err := s.hearOpening(right, s.passes[right], s.context("pass", right, 0))
	if err != nil {
		return "", err
	}
	if s.taken, err = parsePass(value); err != nil {
		return "", blame(right, err)
	}
	for _, c := range s.taken {
		if slices.Contains(s.hand, c) {
			return "", blame(right, fmt.Errorf("it passes %v, which is in the hand that %s was dealt", c, name(s.number)))
		}
	}
	s.hand = exchange(s.hand, s.given, s.taken)
	return fmt.Sprintf("passes %s, and gets %s.", show(s.given), show(s.taken)), nil
}

// exchange returns the hand after passing.
func exchange(hand, given, taken []otpdeal.Card) []otpdeal.Card {
	kept := slices.DeleteFunc(slices.Clone(hand), func(c otpdeal.Card) bool { return slices.Contains(given, c) })
	return append(kept, taken...)
}

func bytesOf(hand []otpdeal.Card) []byte {
	b := make([]byte, len(hand))
	for i, c := range hand {
		b[i] = byte(c)
	}
	return b
}

// parsePass reads three different cards.
func parsePass(value []byte) ([]otpdeal.Card, error) {
	if len(value) != passed {
		return nil, fmt.Errorf("it passes %d cards, not %d", len(value), passed)
	}
	cards := make([]otpdeal.Card, passed)
	for i, b := range value {
		cards[i] = otpdeal.Card(b)
		if !cards[i].Valid() || slices.Contains(cards[:i], cards[i]) {
			return nil, errors.New("it passes what aren't three cards")
		}
	}
	return cards, nil
}

// playTricks plays all 13 tricks. Whoever has the two of clubs begins.
func (s *seat) playTricks() (string, error) {
	for begun := false; !begun || !s.play.done(); begun = true {
		turn, c, err := s.nextCard(begun)
		if err != nil {
			return "", err
		}
		if !begun {
			s.play = newPlay(turn)
		}
		if turn != s.number && slices.Contains(s.hand, c) {
			return "", blame(turn, fmt.Errorf("it plays %v, which %s holds", c, name(s.number)))
		}
		if err := s.play.add(c); err != nil {
			return "", blame(turn, fmt.Errorf("it plays %w", err))
		}
	}
	return "plays its 13 cards.", s.agree(s.played(), "cards played")
}

// nextCard plays a card, or hears the one that another seat plays.
func (s *seat) nextCard(begun bool) (turn int, c otpdeal.Card, err error) {
	if !begun && slices.Contains(s.hand, twoOfClubs) {
		s.play = newPlay(s.number)
		begun = true
	}
	if !begun {
		leader, err := s.leader()
		return leader, twoOfClubs, err
	}
	if turn = s.play.current().turn(); turn != s.number {
		payload, err := s.hear(turn, cardKind, 1)
		if err != nil {
			return 0, 0, err
		}
		c, err := oneCard(turn, payload)
		return turn, c, err
	}
	c = s.choose()
	s.hand = slices.DeleteFunc(s.hand, func(d otpdeal.Card) bool { return d == c })
	return turn, c, s.tell(cardKind, []byte{byte(c)})
}

// leader hears which of the others has the two of clubs. The card of a seat that plays
// after it may come first.
func (s *seat) leader() (int, error) {
	early := make(map[int][]byte)
	defer func() {
		for from, message := range early {
			s.putBack(from, message)
		}
	}()
	for waiting := s.others(); len(waiting) > 0; {
		from, message, err := s.receive(waiting...)
		if err != nil {
			return 0, err
		}
		payload, err := unwrap(from, message, cardKind)
		if err != nil {
			return 0, err
		}
		c, err := oneCard(from, payload)
		if err != nil {
			return 0, err
		}
		if c == twoOfClubs {
			return from, nil
		}
		early[from] = message
		waiting = slices.DeleteFunc(waiting, func(i int) bool { return i == from })
	}
	return 0, cli.CheckFailed(&blamed{s.others(), fmt.Errorf("nobody leads %v", twoOfClubs)})
}

func oneCard(from int, payload []byte) (otpdeal.Card, error) {
	if len(payload) != 1 {
		return 0, blame(from, fmt.Errorf("it plays %d cards", len(payload)))
	}
	return otpdeal.Card(payload[0]), nil
}

// choose returns the card to play. A cheating Dummy throws the dearest card of another
// suit when it should follow suit, which it can in any hand of more than one suit.
func (s *seat) choose() otpdeal.Card {
	c := chooseCard(&s.play, s.hand)
	if s.cheats && s.number == otpdeal.DummySeat && len(s.play.current().cards) > 0 {
		for _, other := range dearest(s.hand) {
			if other.Suit() != c.Suit() {
				return other
			}
		}
	}
	return c
}

// played is every card of the play, with the seat that played it.
func (s *seat) played() []byte {
	var b []byte
	for _, t := range s.play.tricks {
		b = append(b, byte(t.leader))
		b = append(b, bytesOf(t.cards)...)
	}
	return b
}

// open opens all commitments: the Host's table, everybody's record of the deal and the
// cards that everybody passed. Then everybody audits the deal and the play.
func (s *seat) open() (string, error) {
	openings := []opening{s.ownRecord, s.ownPass}
	if s.number == otpdeal.HostSeat {
		openings = append(s.openings, openings...)
	}
	for _, o := range openings {
		if err := s.tell(openKind, o.bytes()); err != nil {
			return "", err
		}
	}

	var values [][]byte
	for i, c := range s.promised {
		value, err := s.openedBy(otpdeal.HostSeat, s.openings, i, func() ([]byte, error) {
			return s.hearOpening(otpdeal.HostSeat, c, s.context("table", otpdeal.HostSeat, i))
		})
		if err != nil {
			return "", err
		}
		values = append(values, value)
	}
	var records [otpdeal.NumSeats][]byte
	var passes [otpdeal.NumSeats][]otpdeal.Card
	for from := range records {
		own := []opening{s.ownRecord, s.ownPass}
		var err error
		if records[from], err = s.openedBy(from, own, 0, func() ([]byte, error) {
			return s.hearOpening(from, s.records[from], s.context("record", from, 0))
		}); err != nil {
			return "", err
		}
		value, err := s.openedBy(from, own, 1, func() ([]byte, error) {
			return s.hearOpening(from, s.passes[from], s.context("pass", from, 0))
		})
		if err != nil {
			return "", err
		}
		if passes[from], err = parsePass(value); err != nil {
			return "", blame(from, err)
		}
	}

	hands, err := otpdeal.Audit(s.session[:], values, records)
	var audit *otpdeal.AuditError
	if errors.As(err, &audit) && len(audit.Findings) == 0 {
		return "", blame(audit.Missing[0].Seat, audit.Missing[0].Err)
	} else if err != nil {
		return "", blameAs(err)
	}
	if err := auditPlay(hands, passes, &s.play); err != nil {
		return "", err
	}
	s.scores = s.play.scores()
	return "audits the deal and the play, and finds nothing wrong.", nil
}

// openedBy returns a value of this seat's own, or else what another seat opens.
func (s *seat) openedBy(from int, own []opening, i int, hear func() ([]byte, error)) ([]byte, error) {
	if from == s.number {
		return own[i].value, nil
	}
	return hear()
}

// auditPlay checks that every card passed and played was one that the seat had, and
// that the rules allowed it.
func auditPlay(dealt, passes [otpdeal.NumSeats][]otpdeal.Card, p *play) error {
	var hands [otpdeal.NumSeats][]otpdeal.Card
	for seat, given := range passes {
		for _, c := range given {
			if !slices.Contains(dealt[seat], c) {
				return blame(seat, fmt.Errorf("it passed %v, which it wasn't dealt", c))
			}
		}
		hands[left(seat)] = exchange(dealt[left(seat)], passes[left(seat)], given)
	}
	replay := newPlay(p.tricks[0].leader)
	for _, t := range p.tricks {
		for _, c := range t.cards {
			turn := replay.current().turn()
			switch {
			case !slices.Contains(hands[turn], c):
				return blame(turn, fmt.Errorf("it played %v, which it didn't have", c))
			case !slices.Contains(replay.legal(hands[turn]), c):
				return blame(turn, fmt.Errorf("it played %v in trick %d, against the rules: it had %s", c, len(replay.tricks), show(hands[turn])))
			}
			hands[turn] = slices.DeleteFunc(hands[turn], func(d otpdeal.Card) bool { return d == c })
			if err := replay.add(c); err != nil {
				return blame(turn, fmt.Errorf("it played %w", err))
			}
		}
	}
	return nil
}
