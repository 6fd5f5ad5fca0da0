package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/otpdeal"
	"github.com/squaredeal/squaredeal/shuffle"
)

// A route is who tells whom what, out of the others' sight.
type route struct {
	from, to int
	kind     otpdeal.Kind // passes, or that of a message of the deal
}

const passes otpdeal.Kind = 0

// A letter is what was told, sealed for its receiver.
type letter struct {
	route
	sealed []byte
}

// letters are those that a seat writes in this phase.
func (h *hand) letters(from int) []route {
	return slices.DeleteFunc(slices.Clone(routes[h.phase]), func(r route) bool { return r.from != from })
}

// sizes are what letters say, in bytes.
var sizes = map[otpdeal.Kind]int{
	otpdeal.SendAllKeys: 52, otpdeal.SendAllCards: 52, otpdeal.SendCards: 26, otpdeal.RequestKeys: 13, otpdeal.SendKeys: 13, passes: passed,
}

const (
	keyLen    = 32      // bytes of a public key
	sealing   = 12 + 16 // bytes that a letter is longer than what it says
	secretLen = 32
	program   = "squaredeal/examples/hearts/v4"
)

// derive derives what a purpose needs. A seat's seed gives its secret in a hand, and that
// gives whatever is random there. So a process that is started again says the same, and who
// is shown the secret afterwards knows all that an honest seat would have said.
func derive(from []byte, purpose string, n int) []byte {
	return must.Get(hkdf.Expand(sha256.New, from, program+" "+purpose, n))
}

func keyOf(secret []byte) *ecdh.PrivateKey {
	return must.Get(ecdh.X25519().NewPrivateKey(derive(secret, "key", keyLen)))
}

// parseKey refuses keys with which two seats share nothing.
func parseKey(b []byte) (*ecdh.PublicKey, error) {
	key, err := ecdh.X25519().NewPublicKey(b)
	if err == nil {
		_, err = keyOf(nil).ECDH(key)
	}
	if err != nil {
		return nil, errors.New("its key is none")
	}
	return key, nil
}

// promiseTo commits a seat to its secret. No other seat can repeat it as its own.
func (h *hand) promiseTo(seat int, secret []byte) []byte {
	return derive(secret, fmt.Sprintf("promise %x %d", h.head, seat), secretLen)
}

// choiceOf commits to the cards to pass.
func choiceOf(secret []byte, given []otpdeal.Card) []byte {
	return derive(secret, fmt.Sprintf("pass %x", bytesOf(given)), secretLen)
}

// promised reports whether a secret is the one to which a seat has committed.
func (h *hand) promised(seat int, secret []byte) bool {
	return bytes.Equal(h.promiseTo(seat, secret), h.promises[seat]) && keyOf(secret).PublicKey().Equal(h.keys[seat])
}

// about binds a letter to the hand, whose head covers the table and all that was said
// before, to its ends, and to its step.
func (h *hand) about(r route) []byte {
	return fmt.Appendf(nil, "%s %x %d %d %d", program, h.head, r.from, r.to, r.kind)
}

// between returns the cipher that two seats share for a letter, by the key of one of them.
func (h *hand) between(own *ecdh.PrivateKey, other *ecdh.PublicKey, r route) cipher.AEAD {
	key := must.Get(hkdf.Key(sha256.New, must.Get(own.ECDH(other)), nil, string(h.about(r)), 16))
	return must.Get(cipher.NewGCM(must.Get(aes.NewCipher(key))))
}

// seal seals a letter of this seat. The nonce follows from what the letter says, too: so a
// program that is started again says the same, and no two letters have one nonce.
func (h *hand) seal(r route, text []byte) []byte {
	nonce := derive(h.secret, fmt.Sprintf("nonce %s %x", h.about(r), text), 12)
	return h.between(h.key, h.keys[r.to], r).Seal(nonce, nonce, text, nil)
}

func (h *hand) open(key *ecdh.PrivateKey, l letter) ([]byte, error) {
	return h.between(key, h.keys[l.from], l.route).Open(nil, l.sealed[:12], l.sealed[12:], nil)
}

// A role is what a seat does in the deal.
type role interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Sent() []otpdeal.Message
	Hand() ([]otpdeal.Card, error)
}

// roleOf begins a seat's part in the deal, all of which follows from its secret. The role
// keeps no state: the board has what it was told.
func (h *hand) roleOf(seat int, secret []byte) role {
	id, keep := h.head[:], func(_, _ otpdeal.State) error { return nil }
	src := rand.NewChaCha8([32]byte(derive(secret, "deal", 32)))
	switch seat {
	case otpdeal.HostSeat:
		cards := otpdeal.Deck()
		shuffle.Slice(src, cards)
		host := must.Get(otpdeal.NewHost(id, cards, derive(secret, "pads", otpdeal.DeckSize), keep))
		must.Get(host.Start())
		return host
	case otpdeal.KeyMasterSeat:
		return must.Get(otpdeal.NewKeyMaster(id, keep))
	case otpdeal.DealerSeat:
		order := make([]byte, otpdeal.DeckSize)
		for i := range order {
			order[i] = byte(i)
		}
		shuffle.Slice(src, order)
		return must.Get(otpdeal.NewDealer(id, order, keep))
	}
	return must.Get(otpdeal.NewDummy(id, keep))
}

// hear tells a role what has come by a route.
func (h *hand) hear(to role, by route, text []byte) error {
	m, err := otpdeal.ParseMessage(h.head[:], by.kind, by.from, by.to, text)
	if err == nil {
		_, err = to.Receive(m)
	}
	return err
}

// told returns what a role tells by a route, nil if it can't yet.
func told(r role, by route) []byte {
	sent := r.Sent()
	i := slices.IndexFunc(sent, func(m otpdeal.Message) bool { return m.To() == by.to && m.Kind() == by.kind })
	if i < 0 {
		return nil
	}
	return sent[i].Payload()
}
