package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// A role is SPEC.md, section 4, for one seat.
type role struct {
	seat    int
	game    game // what the Host or the Card Dealer drew
	have    transcript
	over    string // the refusal that ended its deal
	refused string // its message
}

func (r *role) end(k link, payload []byte, class string, seats ...int) string {
	slices.Sort(seats)
	refusal := class + " " + strings.Trim(fmt.Sprint(slices.Compact(seats)), "[]")
	for _, l := range links {
		if (l.from == r.seat || l.to == r.seat) && r.have[l] == nil { // it isn't done
			r.over, r.refused = refusal, k.text(payload)
		}
	}
	return refusal
}

func isHand(hand []byte) bool {
	cards := deck()
	for i, c := range hand {
		if !slices.Contains(cards, c) || slices.Contains(hand[:i], c) {
			return false
		}
	}
	return true
}

func opened(encrypted, keys []byte) (hand []byte) {
	for i := range keys {
		hand = append(hand, encrypted[i]^keys[i])
	}
	return hand
}

func picked(from, numbers []byte) (list []byte) {
	for _, n := range numbers {
		list = append(list, from[n])
	}
	return list
}

// hand returns what the seat has decrypted, nil if it can't yet.
func (r *role) hand() []byte {
	switch r.seat {
	case 1:
		keys, dealt := r.have[link{allKeys, 0, 1}], r.have[link{sendCards, 2, 1}]
		if keys == nil || dealt == nil {
			return nil
		}
		return opened(dealt, picked(keys, dealt[13:]))
	case 2:
		all, keys := r.have[link{allCards, 0, 2}], r.have[link{sendKeys, 1, 2}]
		if all == nil || keys == nil {
			return nil
		}
		return opened(picked(all, r.game.order[26:39]), keys)
	default:
		dealt, keys := r.have[link{sendCards, 2, r.seat}], r.have[link{sendKeys, 1, r.seat}]
		if dealt == nil || keys == nil {
			return nil
		}
		return opened(dealt, keys)
	}
}

func (r *role) receive(k link, payload []byte) string {
	if r.over != "" {
		return r.over
	}
	if before := r.have[k]; before != nil {
		if !bytes.Equal(before, payload) {
			return r.end(k, payload, "state", k.from)
		}
		return r.answers(k)
	}
	for _, need := range needs(r.seat, k) {
		if r.have[need] == nil {
			return r.end(k, payload, "state", k.from)
		}
	}
	if r.seat == 0 && k.kind == sendCards && !bytes.Equal(payload[:13], picked(r.game.encrypted, payload[13:])) {
		return r.end(k, payload, "mismatch", 2)
	}
	if r.seat == 0 && k.kind == sendKeys && !bytes.Equal(payload, picked(r.game.pads, r.have[link{sendCards, 2, 0}][13:])) {
		return r.end(k, payload, "mismatch", 1)
	}
	if r.seat == 1 {
		for _, other := range links {
			if other.to == 1 && r.have[other] != nil && shared(other.numbers(r.have[other]), k.numbers(payload)) {
				return r.end(k, payload, "taken", 2, k.from, other.from)
			}
		}
	}
	r.have[k] = payload
	if hand := r.hand(); hand != nil && !isHand(hand) {
		delete(r.have, k)
		return r.end(k, payload, "cards", [][]int{{0}, {0, 2}, {0, 1}, {0, 1, 2}}[r.seat]...)
	}
	for _, sent := range links {
		could := sent.from == r.seat && r.seat != 0 || sent.kind == request && r.seat == 0 && sent.from == 0
		for _, need := range needs(r.seat, sent) {
			could = could && r.have[need] != nil
		}
		if !could || r.have[sent] != nil {
			continue
		}
		numbers := func(seat int) []byte { return r.game.order[13*seat : 13*seat+13] }
		switch {
		case sent.kind == sendCards:
			r.have[sent] = append(picked(r.have[link{allCards, 0, 2}], numbers(sent.to)), numbers(sent.to)...)
		case sent.kind == request && r.seat == 2:
			r.have[sent] = numbers(2)
		case sent.kind == request:
			r.have[sent] = r.have[link{sendCards, 2, r.seat}][13:]
		case sent.kind == sendKeys:
			r.have[sent] = picked(r.have[link{allKeys, 0, 1}], r.have[link{request, sent.to, 1}])
		}
	}
	return r.answers(k)
}

// start is the Host's.
func (r *role) start() string {
	if r.over != "" {
		return r.over
	}
	keys, cards := link{allKeys, 0, 1}, link{allCards, 0, 2}
	r.have[keys], r.have[cards] = r.game.pads, r.game.encrypted
	return keys.text(r.game.pads) + "; " + cards.text(r.game.encrypted)
}

// answers are the messages sent that need k.
func (r *role) answers(k link) string {
	var list []string
	for _, sent := range links {
		if sent.from == r.seat && r.have[sent] != nil && slices.Contains(needs(r.seat, sent), k) {
			list = append(list, sent.text(r.have[sent]))
		}
	}
	return strings.Join(list, "; ")
}

// state is SPEC.md, section 5.4.
func (r *role) state() []byte {
	b := append(lp([]byte("squaredeal/otpdeal/v1/state")), byte(r.seat))
	b = append(b, lp([]byte(deal))...)
	start := byte(0)
	switch r.seat {
	case 0:
		b = append(b, lp(slices.Concat(r.game.encrypted, r.game.pads))...)
		if r.have[link{allKeys, 0, 1}] != nil {
			start = 1
		}
	case 2:
		b = append(b, lp(r.game.order)...)
	default:
		b = append(b, lp(nil)...)
	}
	b = append(b, start)
	for _, k := range links {
		if k.to == r.seat {
			b = append(b, lp(r.have[k])...)
		}
	}
	index, payload := byte(0xff), []byte(nil)
	for i, k := range links {
		if text, ok := strings.CutPrefix(r.refused, k.text(nil)); ok {
			index = byte(i)
			payload, _ = hex.DecodeString(text)
		}
	}
	return sealed(append(append(b, index), lp(payload)...))
}

func sealed(b []byte) []byte {
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}
