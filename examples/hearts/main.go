// Command hearts deals and plays a hand of Hearts between four seats, none of whom is trusted
// to deal.
//
// Without flags, the four live in this process. They deal by one-time pads (package otpdeal),
// in letters on a board that everybody reads; play a hand; and audit it. Flags run the seats
// in processes of their own, or let one cheat; -h lists them.
//
// Everything is signed and in one order (package commit/table). What is meant for one seat is
// sealed by a key that only the two share. A seat that finds something wrong says no more
// than that; then all show the secrets of this hand, from which everybody computes what each
// should have said. A check fails also if a seat is silent.
package main

import (
	"bytes"
	"crypto/ecdh"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/otpdeal"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// The phases of a hand: who says what.
const (
	promising  = iota // all: the key to seal letters for the seat, and what commits to its secret
	hosting           // the Host: keys to the Key Master, encrypted cards to the Card Dealer
	assigning         // the Card Dealer: cards to each other seat, and its request for keys
	requesting        // the Host and the Dummy: their requests
	unlocking         // the Key Master: keys to each other seat
	choosing          // all: what commits to three cards
	passing           // all: those, to the left
	leading           // all: whether they have the two of clubs
	playing           // the seat whose turn it is: a card; a phase for each

	showing = playing + otpdeal.DeckSize // all: their secrets
)

// routes are the letters of each phase, in the order of their senders' statements.
var routes = map[int][]route{
	hosting:    {{0, 1, otpdeal.SendAllKeys}, {0, 2, otpdeal.SendAllCards}},
	assigning:  {{2, 0, otpdeal.SendCards}, {2, 1, otpdeal.SendCards}, {2, 3, otpdeal.SendCards}, {2, 1, otpdeal.RequestKeys}},
	requesting: {{0, 1, otpdeal.RequestKeys}, {3, 1, otpdeal.RequestKeys}},
	unlocking:  {{1, 0, otpdeal.SendKeys}, {1, 2, otpdeal.SendKeys}, {1, 3, otpdeal.SendKeys}},
	passing:    {{0, 1, passes}, {1, 2, passes}, {2, 3, passes}, {3, 0, passes}},
}

// complaint is what a seat says, in place of what is due, that knows of something wrong:
// then all show their secrets, and the audit tells whose fault that is, or that there is
// nothing wrong, which is the complainer's.
var complaint = []byte{0xff}

// A hand is the game as one seat plays it, or somebody without one: see [table.Game].
type hand struct {
	seat   int // nobody without one
	seed   []byte
	player player
	note   func(step int, text string)
	over   bool
	public
	private
}

// public is what all know of a hand. Arrays are by seat.
type public struct {
	head       record.Digest // names the hand
	phase      int
	said       [otpdeal.NumSeats]bool // in this phase
	complainer int
	keys       [otpdeal.NumSeats]*ecdh.PublicKey
	promises   [otpdeal.NumSeats][]byte // to secrets
	sent       []letter
	choices    [otpdeal.NumSeats][]byte // what commits to passes
	claims     [otpdeal.NumSeats][]byte // whether they lead
	play       play
	secrets    [otpdeal.NumSeats][]byte
}

// private is what one seat knows.
type private struct {
	secret    []byte
	key       *ecdh.PrivateKey // that opens its letters
	role      role
	cards     []otpdeal.Card
	given     []otpdeal.Card
	taken     []otpdeal.Card
	wrong     error // what there is to complain of
	complains bool  // in place of what is due, as something was wrong when the phase began
}

// Start begins the only hand of a table.
func (h *hand) Start(head record.Digest) {
	if h.over {
		return
	}
	*h = hand{seat: h.seat, seed: h.seed, player: h.player, note: h.note, public: public{head: head, complainer: nobody}}
	if h.seat != nobody {
		h.secret = derive(h.seed, fmt.Sprintf("secret %x", head), secretLen)
		h.key, h.role = keyOf(h.secret), h.roleOf(h.seat, h.player.deals(h.secret))
	}
}

// Due returns who has to speak.
func (h *hand) Due() (phase int, seats []int) {
	if h.over {
		return h.phase, nil
	}
	for seat, said := range h.said {
		writes := routes[h.phase] == nil || len(h.letters(seat)) > 0
		plays := h.phase < playing || h.phase == showing || h.play.current().turn() == seat
		if !said && writes && plays {
			seats = append(seats, seat)
		}
	}
	return h.phase, seats
}

// Pending returns what this seat says, by the protocol or as the player chooses.
func (h *hand) Pending() (m []byte) {
	switch {
	case h.phase == showing:
		return h.secret
	case h.complains:
		return complaint
	case h.phase == promising:
		return append(h.key.PublicKey().Bytes(), h.promiseTo(h.seat, h.secret)...)
	case h.phase == choosing:
		return choiceOf(h.secret, h.given)
	case h.phase == leading && slices.Contains(h.cards, twoOfClubs):
		return []byte{1}
	case h.phase == leading:
		return []byte{0}
	case h.phase >= playing:
		return []byte{byte(h.player.play(&h.play, h.cards))}
	}
	for _, r := range h.letters(h.seat) {
		text := bytesOf(h.given)
		if r.kind != passes {
			text = h.player.tell(r, told(h.role, r))
		}
		m = append(m, h.seal(r, text)...)
	}
	return m
}

// Apply takes a message.
func (h *hand) Apply(seat int, m []byte) error {
	if err := h.Check(seat, m); err != nil {
		return err
	}
	switch {
	case bytes.Equal(m, complaint):
		h.complainer = seat
		h.enter(showing)
		return nil
	case h.phase == promising:
		h.keys[seat], _ = parseKey(m[:keyLen])
		h.promises[seat] = m[keyLen:]
	case h.phase == choosing:
		h.choices[seat] = m
	case h.phase == leading:
		h.claims[seat] = m
	case h.phase == showing:
		secrets := h.secrets
		if secrets[seat] = m; !slices.ContainsFunc(secrets[:], func(s []byte) bool { return s == nil }) {
			if cheat, err := h.judge(&secrets); err != nil {
				return &table.BlameError{Seats: []int{cheat}, Err: err}
			}
		}
		h.secrets = secrets
	case h.phase >= playing:
		h.see(seat, otpdeal.Card(m[0]))
		h.play.add(otpdeal.Card(m[0]))
	}
	for _, r := range h.letters(seat) {
		l := letter{r, m[:sizes[r.kind]+sealing]}
		m = m[len(l.sealed):]
		h.sent = append(h.sent, l)
		if r.to == h.seat {
			h.read(l)
		}
	}
	h.said[seat] = true
	if _, due := h.Due(); due == nil || h.phase >= playing && h.phase < showing {
		h.next()
	}
	return nil
}

// next goes on when all have spoken.
func (h *hand) next() {
	h.enter(h.phase + 1)
	switch {
	case h.phase == choosing && h.plays():
		h.cards = must.Get(h.role.Hand()) // as it has heard nothing wrong
		h.note(dealingStep, "saw its hand: "+show(h.cards))
		h.given = h.player.pass(h.cards)
	case h.phase == leading && h.plays():
		h.note(passingStep, fmt.Sprintf("passed %s, and got %s.", show(h.given), show(h.taken)))
		h.cards = exchange(h.cards, h.given, h.taken)
	case h.phase == playing:
		leads := func(claim []byte) bool { return claim[0] == 1 }
		leader := slices.IndexFunc(h.claims[:], leads)
		if leader < 0 || slices.ContainsFunc(h.claims[leader+1:], leads) {
			h.enter(showing)
			return
		}
		h.play = newPlay(leader)
		h.see(leader, twoOfClubs)
		h.play.add(twoOfClubs)
		h.phase++
	case h.phase == showing:
		h.note(playingStep, tableOf(&h.play))
	case h.phase > showing:
		h.note(auditStep, "audited the deal and the play, and found nothing wrong.")
		h.over = true
	}
}

func (h *hand) enter(phase int) {
	h.phase, h.said, h.complains = phase, [otpdeal.NumSeats]bool{}, h.wrong != nil
}

// plays reports whether this is a seat that has seen nothing wrong yet.
func (h *hand) plays() bool { return h.seat != nobody && h.wrong == nil }

// doubt makes this seat complain, for the first reason that there is.
func (h *hand) doubt(err error) {
	if h.wrong == nil {
		h.wrong = err
		h.note(auditStep, fmt.Sprintf("stops the hand: %v.", err))
	}
}

// read reads a letter to this seat.
func (h *hand) read(l letter) {
	text, err := h.open(h.key, l)
	switch {
	case err != nil:
	case l.kind == passes:
		if h.taken, err = parsePass(text); err == nil && slices.ContainsFunc(h.taken,
			func(c otpdeal.Card) bool { return slices.Contains(h.cards, c) }) {
			err = errors.New("it passes a card that this seat has")
		}
	default:
		err = h.hear(h.role, l.route, text)
	}
	if err != nil {
		h.doubt(err)
	}
}

// see notes a card that is played. If this seat has it, too, any seat may have changed cards
// in the deal: the audit will tell which.
func (h *hand) see(seat int, c otpdeal.Card) {
	if i := slices.Index(h.cards, c); i >= 0 && seat == h.seat {
		h.cards = slices.Delete(h.cards, i, i+1)
	} else if i >= 0 {
		h.doubt(fmt.Errorf("there is more than one %v", c))
	}
}

// Out ends the hand: it can't be played by three.
func (h *hand) Out(int, table.Reason) { h.over = true }

// Checkpoint and Restore keep no more of a hand than that it was played.
func (h *hand) Checkpoint() []byte { return fmt.Append(nil, h.over) }

func (h *hand) Restore(checkpoint []byte) error {
	over, err := strconv.ParseBool(string(checkpoint))
	if err != nil {
		return errors.New("the checkpoint isn't one of a hand")
	}
	h.over = over
	return nil
}
