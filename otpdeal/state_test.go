package otpdeal_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// parsers read the state of a seat.
var parsers = [...]func(state []byte, store func(old, new otpdeal.State) error) (role, error){
	func(state []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.ParseHost(state, store)
		return r, nilUnless(r != nil, err)
	},
	func(state []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.ParseKeyMaster(state, store)
		return r, nilUnless(r != nil, err)
	},
	func(state []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.ParseDealer(state, store)
		return r, nilUnless(r != nil, err)
	},
	func(state []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.ParseDummy(state, store)
		return r, nilUnless(r != nil, err)
	},
}

// nilUnless returns err, or another error if there is a role with an error or neither.
func nilUnless(there bool, err error) error {
	if there == (err != nil) {
		return errors.New("a role and an error, or neither")
	}
	return err
}

// Each role is made of its own state alone, and of no state without a store function.
func TestParseRoles(t *testing.T) {
	d := finished(t, 90)
	for seat, parse := range parsers {
		for other, k := range d.roles {
			if _, err := parse(k.state, new(kept).store); (err == nil) != (seat == other) || err != nil && !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("seat %d from the state of seat %d: %v", seat, other, err)
			}
		}
		for _, wrong := range [][]byte{nil, {}, make([]byte, 32), make([]byte, 1000)} {
			if _, err := parse(wrong, new(kept).store); !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("seat %d from %d zero bytes: %v", seat, len(wrong), err)
			}
		}
		if _, err := parse(d.roles[seat].state, nil); !errors.Is(err, otpdeal.ErrMalformed) {
			t.Errorf("seat %d without a store function: %v", seat, err)
		}
	}
}

// A role keeps nothing of the bytes it was made of.
func TestParseCopies(t *testing.T) {
	done := finished(t, 93)
	for seat, k := range newDeal(t, 93).roles {
		state := bytes.Clone(k.state)
		r, err := parsers[seat](state, func(_, _ otpdeal.State) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		clear(state)
		for _, route := range otpdeal.Routes() {
			if route.To() == seat {
				take(t, r, done.find(t, route.Kind(), route.From(), route.To()))
			}
		}
		if !bytes.Equal(r.Record().Bytes(), done.roles[seat].Record().Bytes()) {
			t.Errorf("seat %d: another record", seat)
		}
	}
}

// A state with any byte changed is none, and if its digest is made to fit, it is another
// that could have come about, or none.
func TestParseStateStrict(t *testing.T) {
	d := newDeal(t, 91)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards)
	for seat, k := range d.roles {
		body := k.state[:len(k.state)-sha256.Size]
		for i := range k.state {
			if _, err := parsers[seat](replaced(k.state, i, k.state[i]^1), new(kept).store); !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("seat %d, byte %d changed: %v", seat, i, err)
			}
		}
		for i := range body {
			for _, b := range []byte{0, 1, 51, 52, 255, body[i] ^ 1, body[i] ^ 0x80} {
				changed := replaced(body, i, b)
				sum := sha256.Sum256(changed)
				checkState(t, append(changed, sum[:]...))
			}
		}
	}
}

// If the state can't be stored, the call returns that error and nothing has happened; a
// refusal isn't told either before it is stored.
func TestStoreFails(t *testing.T) {
	done := finished(t, 92)
	full := errors.New("the disk is full")
	for seat := range 4 {
		fails := true
		d := newDeal(t, 92)
		deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards, otpdeal.RequestKeys)
		before := d.roles[seat]
		again := &kept{state: before.state}
		r, err := parsers[seat](before.state, func(old, new otpdeal.State) error {
			if fails {
				return full
			}
			return again.store(old, new)
		})
		if err != nil {
			t.Fatal(err)
		}
		again.role = r
		for _, route := range otpdeal.Routes() {
			if route.To() != seat {
				continue
			}
			good := done.find(t, route.Kind(), route.From(), route.To())
			bad := parse(t, route.Kind(), route.From(), route.To(), payloadOf(route.Kind()))
			for what, m := range map[string]otpdeal.Message{"accepted": good, "refused": bad} {
				_, errBefore := before.restart(t).Receive(m)
				changes := before.restart(t)
				changes.Receive(m)
				_, err := again.Receive(m)
				if stored := !bytes.Equal(changes.state, before.state); stored != errors.Is(err, full) ||
					!stored && (err == nil) != (errBefore == nil) {
					t.Errorf("seat %d, %v to be %s: %v, with a good disk %v", seat, route.Kind(), what, err, errBefore)
				}
			}
		}
		if len(again.Sent()) != len(before.Sent()) || !bytes.Equal(again.Record().Bytes(), before.Record().Bytes()) {
			t.Errorf("seat %d changed though nothing was stored", seat)
		}
		fails = false
		for _, route := range otpdeal.Routes() {
			if route.To() == seat {
				take(t, again, done.find(t, route.Kind(), route.From(), route.To()))
			}
		}
		if again.Missing() != nil {
			t.Errorf("seat %d waits for %v", seat, again.Missing())
		}
	}
}
