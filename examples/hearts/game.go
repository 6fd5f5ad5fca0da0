package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// pass passes three cards to the left. Each seat commits to its cards before it sees
// those that it gets, so that nobody chooses with better knowledge.
func (s *seat) pass() (text string, err error) {
	given := s.player.pass(s.hand)
	if s.ownPass, err = s.commitTo(commitKind, "pass", bytesOf(given), &s.passes); err != nil {
		return "", err
	}
	if err := s.Tell(left(s.number), append([]byte{passKind}, s.ownPass.bytes()...)); err != nil {
		return "", err
	}
	from := right(s.number)
	_, payload, err := s.Hear(passKind, from)
	if err != nil {
		return "", err
	}
	taken, err := s.openPass(from, payload)
	if err != nil {
		return "", s.game.Blame(err, from)
	}
	for _, c := range taken {
		if slices.Contains(s.hand, c) {
			return "", s.doubts(from, c)
		}
	}
	s.hand = exchange(s.hand, given, taken)
	return fmt.Sprintf("passed %s, and got %s.", show(given), show(taken)), nil
}

// openPass returns the cards that a seat passes, which must be those that it has
// committed to.
func (s *seat) openPass(from int, payload []byte) ([]otpdeal.Card, error) {
	o := parseOpening(payload)
	if err := o.check(*s.passes[from], s.context("pass", from, 0)); err != nil {
		return nil, err
	}
	return parsePass(o.value)
}

// doubts is the error that another seat has a card that this one has, or that was
// played. Any seat may have changed cards in the deal: the audit will tell which.
func (s *seat) doubts(seat int, c otpdeal.Card) error {
	return s.game.Blame(fmt.Errorf("there is more than one %v: one from %s", c, name(seat)), s.Others()...)
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
			return nil, errors.New("what it passes isn't three cards")
		}
	}
	return cards, nil
}

// playTricks plays all 13 tricks. Whoever has the two of clubs begins.
func (s *seat) playTricks() (string, error) {
	leader, err := s.lead()
	if err != nil {
		return "", err
	}
	s.play = newPlay(leader)
	for first := true; !s.play.done(); first = false {
		turn, c := leader, twoOfClubs
		if !first {
			if turn, c, err = s.nextCard(); err != nil {
				return "", err
			}
		}
		if turn == s.number {
			s.hand = slices.DeleteFunc(s.hand, func(d otpdeal.Card) bool { return d == c })
		}
		if slices.Contains(s.hand, c) || s.play.has(func(d otpdeal.Card) bool { return d == c }) {
			return "", s.doubts(turn, c)
		}
		if err := s.play.add(c); err != nil {
			return "", s.game.Blame(fmt.Errorf("it plays %w", err), turn)
		}
	}
	return tableOf(&s.play), s.Agree(agreeKind)
}

// lead leads the two of clubs, or hears which of the others does. The card of a seat
// that plays after it may come first.
func (s *seat) lead() (leader int, err error) {
	if slices.Contains(s.hand, twoOfClubs) {
		return s.number, s.say(cardKind, []byte{byte(twoOfClubs)})
	}
	s.early = make(map[int]otpdeal.Card)
	for waiting := s.Others(); len(waiting) > 0; {
		from, payload, err := s.Hear(cardKind, waiting...)
		if err != nil {
			return 0, err
		}
		c, err := s.oneCard(from, payload)
		if err != nil {
			return 0, err
		}
		if c == twoOfClubs {
			return from, nil
		}
		s.early[from] = c
		waiting = slices.DeleteFunc(waiting, func(i int) bool { return i == from })
	}
	return 0, s.game.Blame(fmt.Errorf("nobody leads %v", twoOfClubs), s.Others()...)
}

// nextCard plays a card, or hears the one that another seat plays.
func (s *seat) nextCard() (turn int, c otpdeal.Card, err error) {
	turn = s.play.current().turn()
	if turn == s.number {
		c = s.player.play(&s.play, s.hand)
		return turn, c, s.say(cardKind, []byte{byte(c)})
	}
	if c, early := s.early[turn]; early {
		delete(s.early, turn)
		return turn, c, nil
	}
	_, payload, err := s.Hear(cardKind, turn)
	if err != nil {
		return 0, 0, err
	}
	c, err = s.oneCard(turn, payload)
	return turn, c, err
}

func (s *seat) oneCard(from int, payload []byte) (otpdeal.Card, error) {
	if len(payload) != 1 || !otpdeal.Card(payload[0]).Valid() {
		return 0, s.game.Blame(errors.New("what it plays isn't a card"), from)
	}
	return otpdeal.Card(payload[0]), nil
}
