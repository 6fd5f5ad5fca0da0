package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// deal is the id of the deals here.
const deal = "deal 1"

// A link is a message without its payload: kind, from, to.
type link struct {
	kind     byte
	from, to int
}

const (
	allKeys byte = 1 + iota
	allCards
	sendCards
	request
	sendKeys
)

// The links are in the order of SPEC.md, section 3.3.
var links = []link{
	{allKeys, 0, 1}, {allCards, 0, 2},
	{sendCards, 2, 0}, {sendCards, 2, 1}, {sendCards, 2, 3},
	{request, 0, 1}, {request, 2, 1}, {request, 3, 1},
	{sendKeys, 1, 0}, {sendKeys, 1, 2}, {sendKeys, 1, 3},
}

func (k link) text(payload []byte) string {
	return fmt.Sprintf("%d %d %d %x", k.kind, k.from, k.to, payload)
}

// numbers are the key numbers of a message.
func (k link) numbers(payload []byte) []byte {
	switch k.kind {
	case sendCards:
		return payload[13:]
	case request:
		return payload
	}
	return nil
}

// needs is the table of SPEC.md, section 4.3.
func needs(seat int, k link) []link {
	switch {
	case k.kind == allCards && seat == 0:
		return []link{{allKeys, 0, 1}}
	case k.kind == sendCards && (seat == 2 || seat == 0):
		return []link{{allCards, 0, 2}}
	case k.kind == request && seat == 2:
		return []link{{allCards, 0, 2}}
	case k.kind == request && seat == k.from:
		return []link{{sendCards, 2, seat}}
	case k.kind == sendKeys && seat == 1:
		return []link{{allKeys, 0, 1}, {request, k.to, 1}}
	case k.kind == sendKeys:
		return []link{{request, k.to, 1}}
	}
	return nil
}

// A transcript holds payloads.
type transcript map[link][]byte

func (l transcript) clone() transcript {
	c := transcript{}
	for k, v := range l {
		c[k] = bytes.Clone(v)
	}
	return c
}

// record encodes what a seat recorded.
func (l transcript) record(seat int) string { return l.recordOf(deal, seat) }

func (l transcript) recordOf(deal string, seat int) string {
	b := append(append(lp([]byte("squaredeal/otpdeal/v1/record")), lp([]byte(deal))...), byte(seat))
	for _, k := range links {
		if k.from == seat || k.to == seat {
			b = append(b, lp(l[k])...)
		}
	}
	return hex.EncodeToString(b)
}

func entry(i int, encrypted, key byte) string { return entryOf(deal, i, encrypted, key) }

func entryOf(deal string, i int, encrypted, key byte) string {
	b := append(lp([]byte("squaredeal/otpdeal/v1/entry")), lp([]byte(deal))...)
	return hex.EncodeToString(append(b, byte(i), encrypted, key))
}

func lp(field []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(field))), field...)
}

func deck() (list []byte) {
	for suit := range byte(4) {
		for rank := byte(1); rank <= 13; rank++ {
			list = append(list, suit*64+rank)
		}
	}
	return list
}

// splitMix is SplitMix64 as SPEC.md, section 10.2, has it.
type splitMix struct{ state uint64 }

func (s *splitMix) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *splitMix) shuffle(list []byte) {
	for i := 51; i > 0; i-- {
		j := s.next() % uint64(i+1)
		list[i], list[j] = list[j], list[i]
	}
}

// A game is what is random in a deal, and what follows.
type game struct {
	cards, pads, order []byte
	encrypted          []byte
	log                transcript
}

func seeded(seed uint64) game {
	s := &splitMix{seed}
	cards := deck()
	s.shuffle(cards)
	var pads, order []byte
	for i := range 52 {
		pads = append(pads, byte(s.next()))
		order = append(order, byte(i))
	}
	s.shuffle(order)
	return play(cards, pads, order)
}

func play(cards, pads, order []byte) game {
	g := game{cards: cards, pads: pads, order: order, log: transcript{}}
	for i := range 52 {
		g.encrypted = append(g.encrypted, cards[i]^pads[i])
	}
	g.log[link{allKeys, 0, 1}] = pads
	g.log[link{allCards, 0, 2}] = g.encrypted
	for seat := range 4 {
		numbers := order[13*seat : 13*seat+13]
		var encrypted, keys []byte
		for _, n := range numbers {
			encrypted = append(encrypted, g.encrypted[n])
			keys = append(keys, pads[n])
		}
		if seat != 2 {
			g.log[link{sendCards, 2, seat}] = append(encrypted, numbers...)
		}
		if seat != 1 {
			g.log[link{request, seat, 1}] = numbers
			g.log[link{sendKeys, 1, seat}] = keys
		}
	}
	return g
}

func (g game) hand(seat int) (hand []byte) {
	for _, n := range g.order[13*seat : 13*seat+13] {
		hand = append(hand, g.cards[n])
	}
	return hand
}

func (g game) inputs() vectors.Fields {
	return vectors.Fields{"deal": hex.EncodeToString([]byte(deal)), "cards": hex.EncodeToString(g.cards), "pads": hex.EncodeToString(g.pads), "order": hex.EncodeToString(g.order)}
}

func (g game) texts() (list []string) {
	for _, k := range links {
		list = append(list, k.text(g.log[k]))
	}
	return list
}
