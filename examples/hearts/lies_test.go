package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A lie is what a seat says against the protocol.
type lie struct {
	what   string
	cheat  int
	says   func(h *hand, m []byte) []byte // nil if its player lies
	player player
	sees   string // what an honest seat complains of, if it can see that
	text   string // of the fault
}

const hostSeat, keyMasterSeat, dealerSeat, dummySeat = otpdeal.HostSeat, otpdeal.KeyMasterSeat, otpdeal.DealerSeat, otpdeal.DummySeat

// playersLies are those of players who keep the form of what they say.
var playersLies = []lie{
	{"deals another table", hostSeat, nil, dealsAnotherTable, "", "isn't what it had committed to"},
	{"alters a key for the Key Master", hostSeat, nil, changes(otpdeal.SendAllKeys, keyMasterSeat), "", "SEND ALL KEYS"},
	{"alters a card for the Dealer", hostSeat, nil, changes(otpdeal.SendAllCards, dealerSeat), "", "SEND ALL CARDS"},
	{"alters a card for the Host", dealerSeat, nil, changes(otpdeal.SendCards, hostSeat), "isn't the Host's", "SEND CARDS to seat 0"},
	{"alters a card for the Dummy", dealerSeat, nil, changes(otpdeal.SendCards, dummySeat), "", "SEND CARDS to seat 3"},
	{"asks for other keys", dealerSeat, nil, changes(otpdeal.RequestKeys, keyMasterSeat), "otpdeal", "REQUEST KEYS"},
	{"alters a key for the Host", keyMasterSeat, nil, changes(otpdeal.SendKeys, hostSeat), "isn't the Host's", "SEND KEYS to seat 0"},
	{"alters a key for the Dummy", keyMasterSeat, nil, changes(otpdeal.SendKeys, dummySeat), "", "SEND KEYS to seat 3"},
	{"asks for no keys", dummySeat, nil, changes(otpdeal.RequestKeys, keyMasterSeat), "otpdeal", "REQUEST KEYS"},
	{"doesn't follow suit", dummySeat, nil, revokes, "", "against the rules"},
}

// lettersLies are those of the toss and the deal.
var lettersLies = []lie{
	{"no key", dummySeat, in(promising, func(_ *hand, m []byte) []byte { return append(make([]byte, keyLen), m[keyLen:]...) }),
		honest, "", "key"},
	{"a short promise", dummySeat, in(promising, func(_ *hand, m []byte) []byte { return m[1:] }), honest, "", "63 bytes, not 64"},
	{"another key", dummySeat, in(promising, func(h *hand, m []byte) []byte {
		return append(keyOf(bytes.Repeat([]byte{1}, 32)).PublicKey().Bytes(), m[keyLen:]...)
	}), honest, "", "isn't the secret"},
	{"another promise", dummySeat, in(promising, flip(-1)), honest, "", "isn't the secret"},
	{"another secret", dummySeat, in(showing, flip(0)), honest, "", "isn't the secret"},
	{"what another has said", dummySeat, func(h *hand, m []byte) []byte {
		switch {
		case h.phase == promising && h.promises[0] == nil:
			return nil // until it is there
		case h.phase == promising:
			return append(h.keys[0].Bytes(), h.promises[0]...)
		case h.phase == showing:
			return h.secrets[0]
		}
		return m
	}, honest, "", "isn't the secret"},
	{"a complaint at the end", dummySeat, in(showing, func(*hand, []byte) []byte { return complaint }), honest, "", "1 bytes"},
	{"letters of other lengths", hostSeat, in(hosting, func(_ *hand, m []byte) []byte { return m[1:] }), honest, "", "bytes, not"},
	{"a letter that can't be opened", dealerSeat, in(assigning, flip(keyLen)), honest, "failed", "can't be opened"},
	{"the last letter can't be opened", keyMasterSeat, in(unlocking, flip(-1)), honest, "failed", "to seat 3 (the Dummy) can't be opened"},
	{"letters exchanged", keyMasterSeat, in(unlocking, func(_ *hand, m []byte) []byte {
		n := len(m) / 3
		return slices.Concat(m[n:2*n], m[:n], m[2*n:])
	}), honest, "failed", "can't be opened"},
	{"another's letter", dummySeat, in(requesting, func(h *hand, m []byte) []byte { return h.sent[5].sealed }), honest, "failed",
		"can't be opened"},
	{"a letter of another step", dummySeat, in(requesting, func(h *hand, m []byte) []byte {
		return write(h, route{3, 1, otpdeal.SendKeys}, h.head, 1, told(h.role, route{3, 1, otpdeal.RequestKeys}))
	}), honest, "failed", "can't be opened"},
	{"a letter of another hand", dummySeat, in(requesting, func(h *hand, m []byte) []byte {
		return write(h, route{3, 1, otpdeal.RequestKeys}, record.Digest{1}, 1, told(h.role, route{3, 1, otpdeal.RequestKeys}))
	}), honest, "failed", "can't be opened"},
	{"a letter to another", hostSeat, in(passing, func(h *hand, m []byte) []byte {
		return write(h, route{0, 1, passes}, h.head, 2, bytesOf(h.given))
	}), honest, "failed", "can't be opened"},
}

// cardsLies are those of the cards that are passed and played.
var cardsLies = []lie{
	{"other cards than chosen", dummySeat, in(passing, func(h *hand, m []byte) []byte {
		return h.seal(route{3, 0, passes}, bytesOf(exchange(h.cards, h.given, nil)[:passed]))
	}), honest, "", "other cards than it had committed to"},
	{"two cards", dummySeat, in(passing, func(h *hand, m []byte) []byte {
		return h.seal(route{3, 0, passes}, bytesOf([]otpdeal.Card{h.given[0], h.given[1], h.given[0]}))
	}), honest, "three cards", "three cards"},
	{"no choice", dummySeat, in(choosing, flip(3)), honest, "", "committed to"},
	{"a false lead", dummySeat, in(leading, flip(0)), honest, "", "that was false"},
	{"two in one claim", dummySeat, in(leading, func(*hand, []byte) []byte { return []byte{2} }), honest, "", "neither"},
	{"no card", dummySeat, noCard, honest, "", "no card"},
	{"a card that it doesn't hold", dummySeat, nil, playsFourth(foreign), "", "it play"},
	{"a card again", dummySeat, nil, playsFourth(func(p *play, _ []otpdeal.Card) otpdeal.Card { return p.tricks[0].cards[0] }), "", "it play"},
}

// noCard is said in the place of a card, from the second trick on.
func noCard(h *hand, m []byte) []byte {
	if h.phase >= playing+4 && h.phase < showing {
		return []byte{0}
	}
	return m
}

// flip returns what alters a bit of a byte, counted from the end if it is negative.
func flip(at int) func(h *hand, m []byte) []byte {
	return func(_ *hand, m []byte) []byte {
		m[(at+len(m))%len(m)] ^= 1
		return m
	}
}

// playsFourth follows the rules until it chooses the card of the fourth trick.
func playsFourth(chooses func(p *play, hand []otpdeal.Card) otpdeal.Card) player {
	cheat := honest
	cheat.play = func(p *play, hand []otpdeal.Card) otpdeal.Card {
		if len(p.tricks) == 3 {
			return chooses(p, hand)
		}
		return chooseCard(p, hand)
	}
	return cheat
}

// complaints are those of seats that have nothing to complain of.
func complaints() (all []lie) {
	for _, phase := range []int{hosting, assigning, requesting, unlocking, choosing, passing, leading, playing + 1, playing + 30,
		showing - 1} {
		for _, number := range []int{phase % 4, (phase + 1) % 4} {
			all = append(all, lie{fmt.Sprintf("a complaint about nothing in phase %d", phase), number,
				in(phase, func(*hand, []byte) []byte { return complaint }), honest, "", "nothing was wrong"})
		}
	}
	return all
}

// Whatever a seat says against the protocol, it alone is named; an honest seat that sees it
// first complains, and isn't.
func TestLies(t *testing.T) {
	for _, l := range slices.Concat(playersLies, lettersLies, cardsLies) {
		t.Run(l.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if !l.test(t) {
					t.Error("the seat wasn't asked")
				}
			})
		})
	}
	asked := 0
	for _, l := range complaints() {
		t.Run(l.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if l.test(t) {
					asked++
				}
			})
		})
	}
	if asked < 5 {
		t.Errorf("%d complaints about nothing", asked)
	}
}

// test plays a hand, and reports whether the seat has lied, as it was asked for what it lies about.
func (l lie) test(t *testing.T) bool {
	seats, lied := four(), l.says == nil
	seats[l.cheat].player = l.player
	if l.says != nil {
		seats[l.cheat].says = func(h *hand, m []byte) []byte {
			said := l.says(h, m)
			lied = lied || !bytes.Equal(said, m)
			return said
		}
	}
	outs, _ := deal(t, seats...)
	if !lied && outs == nil {
		return false
	}
	if len(outs) != 1 || outs[0].Seat != l.cheat || outs[0].Why != table.Fault || !strings.Contains(outs[0].Text, l.text) {
		t.Fatalf("%+v", outs)
	}
	complains := func(s *tester) bool {
		return s.Number != l.cheat && s.hand.wrong != nil && strings.Contains(s.hand.wrong.Error(), l.sees)
	}
	if l.sees != "" && !slices.ContainsFunc(seats, complains) {
		t.Errorf("nobody complains: %+v", outs)
	}
	return true
}

// in says something else in one phase.
func in(phase int, says func(h *hand, m []byte) []byte) func(h *hand, m []byte) []byte {
	return func(h *hand, m []byte) []byte {
		if h.phase == phase {
			return says(h, bytes.Clone(m))
		}
		return m
	}
}

// write seals a letter, with the name of another hand, step or seat in it.
func write(h *hand, about route, head record.Digest, to int, text []byte) []byte {
	other := *h
	other.head, other.keys[about.to] = head, h.keys[to]
	return other.seal(about, text)
}
