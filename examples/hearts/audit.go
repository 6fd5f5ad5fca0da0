package main

import (
	"bytes"
	"crypto/ecdh"
	"errors"
	"fmt"
	"slices"

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

// judge audits the hand by the secrets of all, from which all follows that an honest seat
// says. It names the first seat that said something else, or who has complained for no
// reason.
func (h *hand) judge(secrets *[otpdeal.NumSeats][]byte) (cheat int, err error) {
	var keys [otpdeal.NumSeats]*ecdh.PrivateKey
	var roles [otpdeal.NumSeats]role
	for seat, secret := range secrets {
		keys[seat], roles[seat] = keyOf(secret), h.roleOf(seat, secret)
	}
	var dealt, given [otpdeal.NumSeats][]otpdeal.Card
	for _, l := range h.sent {
		text, err := h.open(keys[l.to], l)
		switch {
		case err != nil:
			return l.from, fmt.Errorf("its letter to %s can't be opened", name(l.to))
		case l.kind != passes && !bytes.Equal(text, told(roles[l.from], l.route)):
			return l.from, fmt.Errorf("%v to %s isn't what it had committed to", l.kind, name(l.to))
		case l.kind != passes:
			if err := h.hear(roles[l.to], l.route, text); err != nil {
				return l.from, err
			}
			continue
		}
		if dealt[l.from], err = roles[l.from].Hand(); err == nil {
			given[l.from], err = parsePass(text)
		}
		if err != nil {
			return l.from, err
		}
		if !bytes.Equal(h.choices[l.from], choiceOf(secrets[l.from], given[l.from])) {
			return l.from, errors.New("it passed other cards than it had committed to")
		}
		for _, c := range given[l.from] {
			if !slices.Contains(dealt[l.from], c) {
				return l.from, fmt.Errorf("it passed %v, which it wasn't dealt", c)
			}
		}
	}
	var hands [otpdeal.NumSeats][]otpdeal.Card
	for seat, claim := range h.claims {
		if claim != nil {
			hands[seat] = exchange(dealt[seat], given[seat], given[right(seat)])
			if (claim[0] == 1) != slices.Contains(hands[seat], twoOfClubs) {
				return seat, fmt.Errorf("it said whether it had %v, and that was false", twoOfClubs)
			}
		}
	}
	if h.play.tricks != nil {
		if cheat, err = h.play.audit(hands); err != nil {
			return cheat, err
		}
	}
	if h.complainer != nobody {
		return h.complainer, errors.New("it stopped the hand, and nothing was wrong")
	}
	return nobody, nil
}
