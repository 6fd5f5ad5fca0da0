package otpdeal_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// The roles of the tests, each with a disk of its own, and what can be seen of them.

// A role is any of the four.
type role interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Hand() ([]otpdeal.Card, error)
	Missing() []int
	Sent() []otpdeal.Message
	Record() otpdeal.Record
}

// id names the deals of these tests.
var id = []byte("deal 1")

// A kept role is one with the state that it has stored.
type kept struct {
	role
	state  []byte
	stores int
}

func (k *kept) store(old, new otpdeal.State) error {
	if !bytes.Equal(old.Bytes(), k.state) {
		return errors.New("the old state isn't the one that is stored")
	}
	k.state = new.Bytes()
	k.stores++
	return nil
}

// keep makes a role.
func keep[R role](t testing.TB, generate func(deal []byte, store func(old, new otpdeal.State) error) (R, error)) *kept {
	t.Helper()
	k := new(kept)
	r, err := generate(id, k.store)
	if err != nil {
		t.Fatal(err)
	}
	k.role = r
	return k
}

func newKeyMaster(t testing.TB) *kept { return keep(t, otpdeal.NewKeyMaster) }

// restart returns the role that is made of the stored state. The two share nothing.
func (k *kept) restart(t testing.TB) *kept {
	t.Helper()
	again := &kept{state: bytes.Clone(k.state)}
	var err error
	switch k.role.(type) {
	case *otpdeal.Host:
		again.role, err = otpdeal.ParseHost(k.state, again.store)
	case *otpdeal.KeyMaster:
		again.role, err = otpdeal.ParseKeyMaster(k.state, again.store)
	case *otpdeal.Dealer:
		again.role, err = otpdeal.ParseDealer(k.state, again.store)
	case *otpdeal.Dummy:
		again.role, err = otpdeal.ParseDummy(k.state, again.store)
	}
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// inputs returns what is random in a deal, from a seed.
func inputs(seed uint64) (cards []otpdeal.Card, pads, order []byte) {
	rng := rand.New(rand.NewPCG(seed, 0))
	cards = otpdeal.Deck()
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i := range otpdeal.DeckSize {
		pads = append(pads, byte(rng.Uint32()))
		order = append(order, byte(i))
	}
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return cards, pads, order
}

// newHost returns the Host of a seed.
func newHost(t testing.TB, seed uint64) *kept {
	t.Helper()
	cards, pads, _ := inputs(seed)
	return keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Host, error) {
		return otpdeal.NewHost(deal, cards, pads, store)
	})
}

// newDealer returns the Card Dealer of a seed.
func newDealer(t testing.TB, seed uint64) *kept {
	t.Helper()
	_, _, order := inputs(seed)
	return keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Dealer, error) {
		return otpdeal.NewDealer(deal, order, store)
	})
}

// A state is what can be seen of a role from outside, its secrets included.
type state struct {
	record  []byte
	hand    []otpdeal.Card
	missing []int
	sent    []string
	stored  []byte
}

func stateOf(k *kept) state {
	hand, _ := k.Hand()
	var sent []string
	for _, m := range k.Sent() {
		sent = append(sent, line(m))
	}
	return state{k.Record().Bytes(), hand, k.Missing(), sent, k.state}
}

func ownSeat(k *kept) int { return k.Record().Seat() }
