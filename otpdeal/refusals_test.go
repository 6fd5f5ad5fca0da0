package otpdeal_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// What a role refuses, and whom it blames: its deal is then over.

// blamed checks the class of an error and the seats it names.
func blamed(t testing.TB, what string, err, class error, seats ...int) {
	t.Helper()
	if !errors.Is(err, class) {
		t.Errorf("%s: %v, want %v", what, err, class)
	} else if b, ok := errors.AsType[*otpdeal.BlameError](err); !ok {
		t.Errorf("%s: %v blames nobody", what, err)
	} else if diff := cmp.Diff(seats, b.Seats); diff != "" {
		t.Errorf("%s: %v, want seats %v", what, err, seats)
	}
}

// refuses checks that a role refuses a message, for the right reason, blaming the
// right seats, and that its deal is then over. It tries a copy of the role.
func refuses(t testing.TB, what string, k *kept, m otpdeal.Message, class error, seats ...int) {
	t.Helper()
	k = k.restart(t)
	before := stateOf(k)
	out, err := k.Receive(m)
	blamed(t, what, err, class, seats...)
	if out != nil {
		t.Errorf("%s: answered with %d messages", what, len(out))
	}
	if before.missing == nil { // its part is done
		for _, k := range []*kept{k, k.restart(t)} {
			if diff := cmp.Diff(before, stateOf(k), cmp.AllowUnexported(state{})); diff != "" {
				t.Errorf("%s: refused when all is done, and yet the role changed:\n%s", what, diff)
			}
		}
		return
	}
	over(t, what, k, err, before)
	over(t, what+", after a restart", k.restart(t), err, before)
}

// over checks that a role has ended by a refusal: whatever it receives, it returns that
// refusal, and tells what was before it.
func over(t testing.TB, what string, k *kept, refusal error, before state) {
	t.Helper()
	after := stateOf(k)
	if after.hand != nil || after.missing != nil {
		t.Errorf("%s: refused, and yet there is a hand or something to wait for", what)
	}
	before.hand, after.hand, before.missing, after.missing, before.stored, after.stored = nil, nil, nil, nil, nil, nil
	if diff := cmp.Diff(before, after, cmp.AllowUnexported(state{})); diff != "" {
		t.Errorf("%s: refused, and yet the role changed:\n%s", what, diff)
	}
	stored := k.state
	for _, route := range otpdeal.Routes() {
		m := parse(t, route.Kind(), route.From(), route.To(), payloadOf(route.Kind()))
		if out, err := k.Receive(m); out != nil || err == nil {
			t.Errorf("%s: goes on after a refusal: %v", what, err)
		} else if m.To() == ownSeat(k) && err.Error() != refusal.Error() {
			t.Errorf("%s: %v, after the refusal %v", what, err, refusal)
		}
	}
	_, err := k.Hand()
	if b, ok := errors.AsType[*otpdeal.BlameError](err); ok {
		b.Seats[0] = 99 // it's the caller's
	}
	if _, err = k.Hand(); err == nil || err.Error() != refusal.Error() {
		t.Errorf("%s: Hand: %v, after the refusal %v", what, err, refusal)
	}
	if host, ok := k.role.(*otpdeal.Host); ok {
		if out, err := host.Start(); out != nil || err == nil || err.Error() != refusal.Error() {
			t.Errorf("%s: Start: %v, after the refusal %v", what, err, refusal)
		}
	}
	if !bytes.Equal(stored, k.state) {
		t.Errorf("%s: the state changes after the refusal", what)
	}
}

// A message that can't have been sent yet, because what it answers wasn't sent, is
// refused. The Key Master alone takes messages in any order.
func TestEarly(t *testing.T) {
	done := newDeal(t, 4)
	done.finish(t)
	early := func(kind otpdeal.Kind, from, to int) {
		t.Helper()
		d := newDeal(t, 4)
		m := done.find(t, kind, from, to)
		refuses(t, kind.String(), d.roles[to], m, otpdeal.ErrState, from)
		d.finish(t)
		d.confirm(t)
	}
	early(otpdeal.SendKeys, 1, 0)
	early(otpdeal.SendKeys, 1, 2)
	early(otpdeal.SendKeys, 1, 3)

	refuses(t, "cards before the Host has sent them", newHost(t, 4), done.find(t, otpdeal.SendCards, 2, 0), otpdeal.ErrState, 2)
}

// A message in the hands of a seat that it isn't for is the caller's mistake.
func TestWrongRecipient(t *testing.T) {
	done := newDeal(t, 5)
	done.finish(t)
	for _, route := range otpdeal.Routes() {
		m := done.find(t, route.Kind(), route.From(), route.To())
		for seat, r := range newDeal(t, 5).roles {
			if seat == m.To() {
				continue
			}
			before := stateOf(r)
			_, err := r.Receive(m)
			if _, blames := errors.AsType[*otpdeal.BlameError](err); !errors.Is(err, otpdeal.ErrMalformed) || blames {
				t.Errorf("%v to seat %d: %v", m.Kind(), seat, err)
			}
			if diff := cmp.Diff(before, stateOf(r), cmp.AllowUnexported(state{})); diff != "" {
				t.Error(diff)
			}
		}
	}
	for _, r := range newDeal(t, 5).roles {
		if _, err := r.Receive(otpdeal.Message{}); fmt.Sprint(err) != "otpdeal: malformed: zero Message" {
			t.Errorf("the zero message: %v", err)
		}
	}
}

// A message of another deal is nobody's fault, and changes nothing.
func TestMessageOfAnotherDeal(t *testing.T) {
	done := finished(t, 5)
	d := newDeal(t, 5)
	for _, other := range [][]byte{[]byte("deal 2"), []byte("deal 10"), []byte("deal"), bytes.Repeat([]byte("x"), otpdeal.MaxDealLen)} {
		for _, route := range otpdeal.Routes() {
			payload := done.find(t, route.Kind(), route.From(), route.To()).Payload()
			m, err := otpdeal.ParseMessage(other, route.Kind(), route.From(), route.To(), payload)
			if err != nil {
				t.Fatal(err)
			}
			before := stateOf(d.roles[m.To()])
			_, err = d.roles[m.To()].Receive(m)
			if _, blames := errors.AsType[*otpdeal.BlameError](err); !errors.Is(err, otpdeal.ErrMalformed) || blames {
				t.Errorf("%v of another deal: %v", m.Kind(), err)
			}
			if diff := cmp.Diff(before, stateOf(d.roles[m.To()]), cmp.AllowUnexported(state{})); diff != "" {
				t.Error(diff)
			}
		}
	}
	d.finish(t)
	d.confirm(t)
}

func TestHostRefuses(t *testing.T) {
	d := newDeal(t, 6)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	dealt := d.pending(t, otpdeal.SendCards, 0)
	for i := range otpdeal.HandSize {
		for _, flip := range []byte{1, 0x40, 0xff} {
			altered := replaced(dealt.Payload(), i, dealt.Payload()[i]^flip)
			refuses(t, "another encrypted card", d.roles[0], parse(t, otpdeal.SendCards, 2, 0, altered), otpdeal.ErrMismatch, 2)
		}
	}
	// The cards of another seat are real, but not at the place of their numbers.
	other := d.pending(t, otpdeal.SendCards, 3).Payload()
	mixed := append(other[:13], dealt.Payload()[13:]...)
	refuses(t, "other encrypted cards", d.roles[0], parse(t, otpdeal.SendCards, 2, 0, mixed), otpdeal.ErrMismatch, 2)

	deliverAll(t, d, otpdeal.SendCards, otpdeal.RequestKeys)
	keys := d.pending(t, otpdeal.SendKeys, 0)
	for i := range otpdeal.HandSize {
		altered := replaced(keys.Payload(), i, keys.Payload()[i]^0x40) // the same rank of another suit
		refuses(t, "another key", d.roles[0], parse(t, otpdeal.SendKeys, 1, 0, altered), otpdeal.ErrMismatch, 1)
	}
	refuses(t, "another seat's keys", d.roles[0], parse(t, otpdeal.SendKeys, 1, 0, d.pending(t, otpdeal.SendKeys, 3).Payload()),
		otpdeal.ErrMismatch, 1)
	d.finish(t)
	d.confirm(t)
}

// The Key Master gives no key twice, and none that is for its own cards, in
// whatever order it learns of the claims.
func TestKeyMasterRefuses(t *testing.T) {
	d := newDeal(t, 7)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	own := d.pending(t, otpdeal.SendCards, 1)
	deliverAll(t, d, otpdeal.SendCards)
	var requests [4][]byte
	for _, m := range d.inFlight {
		if m.Kind() == otpdeal.RequestKeys {
			requests[m.From()] = m.Payload()
		}
	}
	keyMaster := d.roles[1]
	for _, seat := range []int{0, 2, 3} { // one number of its own cards among the rest
		altered := replaced(requests[seat], 12, own.Payload()[25])
		refuses(t, "an own number", keyMaster, parse(t, otpdeal.RequestKeys, seat, 1, altered), otpdeal.ErrTaken, sorted(seat, 2)...)
	}
	deliverAll(t, d, otpdeal.RequestKeys)
	for _, seat := range []int{0, 2, 3} {
		other := replaced(requests[seat], 12, own.Payload()[25])
		refuses(t, "a fourteenth key", keyMaster, parse(t, otpdeal.RequestKeys, seat, 1, other), otpdeal.ErrState, seat)
	}
	d.finish(t)
	d.confirm(t)

	// One number of another seat's, in each place, with the claims in both orders, and
	// before and after the keys have come.
	for _, c := range []struct{ first, second int }{{0, 2}, {0, 3}, {2, 0}, {2, 3}, {3, 0}, {3, 2}} {
		for _, late := range []bool{false, true} {
			for place := range otpdeal.HandSize {
				k := newKeyMaster(t)
				keys := parse(t, otpdeal.SendAllKeys, 0, 1, make([]byte, 52))
				if !late {
					take(t, k, keys)
				}
				take(t, k, parse(t, otpdeal.RequestKeys, c.first, 1, requests[c.first]))
				altered := replaced(requests[c.second], place, requests[c.first][12-place])
				refuses(t, "a number twice", k, parse(t, otpdeal.RequestKeys, c.second, 1, altered), otpdeal.ErrTaken, sorted(c.first, c.second, 2)...)
				if late {
					if out := take(t, k, keys); len(out) != 1 || out[0].To() != c.first {
						t.Errorf("the keys are given to %v", out)
					}
				}
				// Its own cards, with a number that it has given away.
				altered = replaced(own.Payload(), 13+place, requests[c.first][place])
				refuses(t, "own cards with a given number", k, parse(t, otpdeal.SendCards, 2, 1, altered), otpdeal.ErrTaken, sorted(c.first, 2)...)
			}
		}
	}
}

func take(t testing.TB, r role, m otpdeal.Message) []otpdeal.Message {
	t.Helper()
	out, err := r.Receive(m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sorted(seats ...int) []int {
	slices.Sort(seats)
	return slices.Compact(seats)
}

// A hand in which a byte is no card, or a card is twice, is refused with the seats that
// can be to blame for it.
func TestWrongHands(t *testing.T) {
	d := newDeal(t, 8)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards, otpdeal.RequestKeys)
	for _, c := range []struct {
		seat  int
		blame []int
	}{{2, []int{0, 1}}, {3, []int{0, 1, 2}}} {
		keys := d.pending(t, otpdeal.SendKeys, c.seat).Payload()
		hand := handOf(d, c.seat)
		for i := range keys {
			for value := range 256 {
				card := otpdeal.Card(value)
				if card == hand[i] || !long.Tests() && value%16 != i {
					continue
				}
				if card.Valid() && !slices.Contains(hand, card) {
					continue // another card: nobody can tell until the audit
				}
				altered := replaced(keys, i, keys[i]^byte(hand[i])^byte(value))
				refuses(t, "a wrong hand", d.roles[c.seat], parse(t, otpdeal.SendKeys, 1, c.seat, altered), otpdeal.ErrCards, c.blame...)
			}
		}
	}
	d.finish(t)
	d.confirm(t)

	// The Key Master decrypts its own cards when the later of cards and keys comes.
	d = newDeal(t, 8)
	deliverAll(t, d, otpdeal.SendAllCards)
	keys, cards := d.pending(t, otpdeal.SendAllKeys, 1), d.pending(t, otpdeal.SendCards, 1)
	hand := handOf(d, 1)
	for i, card := range hand {
		number := cards.Payload()[13+i]
		for _, wrong := range []otpdeal.Card{0, 0x0e, 0x0f, 0x11, card ^ 0x20, hand[(i+1)%13]} {
			flip := byte(card ^ wrong)
			k := newKeyMaster(t)
			take(t, k, keys)
			refuses(t, "wrong cards", k, parse(t, otpdeal.SendCards, 2, 1, replaced(cards.Payload(), i, cards.Payload()[i]^flip)),
				otpdeal.ErrCards, 0, 2)
			k = newKeyMaster(t)
			take(t, k, cards)
			refuses(t, "wrong keys", k, parse(t, otpdeal.SendAllKeys, 0, 1,
				replaced(keys.Payload(), int(number), keys.Payload()[number]^flip)), otpdeal.ErrCards, 0, 2)
			take(t, k, keys)
		}
	}
}

// handOf returns the hand that a seat is about to have.
func handOf(d *deal, seat int) []otpdeal.Card {
	cards, _, order := inputs(8)
	var hand []otpdeal.Card
	for _, n := range order[13*seat:][:13] {
		hand = append(hand, cards[n])
	}
	return hand
}
