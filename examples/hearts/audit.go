package main

import (
	"bytes"
	"crypto/ecdh"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// Check returns what anybody can see to be wrong with a message.
func (h *hand) Check(seat int, m []byte) error {
	if bytes.Equal(m, complaint) && h.phase > promising && h.phase < showing {
		return nil
	}
	size := 1
	switch {
	case h.phase == promising:
		size = keyLen + secretLen
	case h.phase == choosing || h.phase == showing:
		size = secretLen
	case h.phase < leading:
		size = 0
		for _, r := range h.letters(seat) {
			size += sizes[r.kind] + sealing
		}
	}
	switch {
	case len(m) != size:
		return fmt.Errorf("a message of %d bytes, not %d", len(m), size)
	case h.phase == promising:
		_, err := parseKey(m[:keyLen])
		return err
	case h.phase == leading && m[0] > 1:
		return errors.New("it neither leads nor doesn't")
	case h.phase == showing && !h.promised(seat, m):
		return errors.New("what it shows isn't the secret that it has committed to")
	case h.phase >= playing && h.phase < showing:
		if err := h.play.check(otpdeal.Card(m[0])); err != nil {
			return fmt.Errorf("it plays %w", err)
		}
	}
	return nil
}

// audit reads the whole board again, as anybody can who has no seat.
func audit(posts []record.Post) (audited *table.Table, result *hand, err error) {
	audited, err = board.Audit(posts, func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		game, err := watch(terms, seat, secret)
		result, _ = game.(*hand)
		return game, err
	})
	return audited, result, err
}

// blame says which seat is out, if one is: after that, the hand was over. Of a silent one nobody knows whether
// it is at fault. One that left did so after the hand, and has done nothing wrong.
func blame(audited *table.Table) error {
	outs := audited.Outs()
	if len(outs) == 0 || outs[0].Why == table.Left {
		return nil
	}
	who := name(outs[0].Seat)
	if outs[0].Why == table.Silent {
		return cli.CheckFailed(fmt.Errorf("%s: it said nothing for %v, or the board has held it back", who, offer.Grace))
	}
	return cli.Blame(fmt.Errorf("%s: %s", who, outs[0].Text), outs[0].Seat)
}

// judge audits the hand by the secrets of all, from which all follows that an honest seat
// says. It names the first seat that said something else, or who has complained for no
// reason.
func (h *hand) judge(secrets *[otpdeal.NumSeats][]byte) (cheat int, err error) {
	c := court{hand: h, secrets: secrets}
	for seat, secret := range secrets {
		c.keys[seat], c.roles[seat] = keyOf(secret), h.roleOf(seat, secret)
	}
	for _, l := range h.sent {
		if err := c.letter(l); err != nil {
			return l.from, err
		}
	}
	for seat, claim := range h.claims {
		if claim != nil {
			if err := c.claim(seat, claim[0] == 1); err != nil {
				return seat, err
			}
		}
	}
	if h.play.tricks != nil {
		if cheat, err = h.play.audit(c.hands); err != nil {
			return cheat, err
		}
	}
	if h.complainer != nobody {
		return h.complainer, errors.New("it stopped the hand, and nothing was wrong")
	}
	return nobody, nil
}

// A court is what is known of a hand when all secrets are.
type court struct {
	*hand
	secrets             *[otpdeal.NumSeats][]byte
	keys                [otpdeal.NumSeats]*ecdh.PrivateKey
	roles               [otpdeal.NumSeats]role
	dealt, given, hands [otpdeal.NumSeats][]otpdeal.Card // hands are those after the passes
}

// letter returns what is wrong with a letter.
func (c *court) letter(l letter) error {
	text, err := c.open(c.keys[l.to], l)
	switch {
	case err != nil:
		return fmt.Errorf("its letter to %s can't be opened", name(l.to))
	case l.kind == passes:
		return c.pass(l.from, text)
	case !bytes.Equal(text, told(c.roles[l.from], l.route)):
		return fmt.Errorf("%v to %s isn't what it had committed to", l.kind, name(l.to))
	}
	return c.hear(c.roles[l.to], l.route, text)
}

// pass returns what is wrong with the cards that a seat passed.
func (c *court) pass(from int, text []byte) (err error) {
	if c.dealt[from], err = c.roles[from].Hand(); err != nil {
		return err
	}
	if c.given[from], err = parsePass(text); err != nil {
		return err
	}
	if !bytes.Equal(c.choices[from], choiceOf(c.secrets[from], c.given[from])) {
		return errors.New("it passed other cards than it had committed to")
	}
	for _, card := range c.given[from] {
		if !slices.Contains(c.dealt[from], card) {
			return fmt.Errorf("it passed %v, which it wasn't dealt", card)
		}
	}
	return nil
}

// claim returns what is wrong with what a seat said of the card that leads.
func (c *court) claim(seat int, leads bool) error {
	c.hands[seat] = exchange(c.dealt[seat], c.given[seat], c.given[right(seat)])
	if leads != slices.Contains(c.hands[seat], twoOfClubs) {
		return fmt.Errorf("it said whether it had %v, and that was false", twoOfClubs)
	}
	return nil
}
