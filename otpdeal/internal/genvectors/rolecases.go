package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// roles are told: the text says who is blamed for what, and that is checked.
func roles() (out []vectors.Case) {
	g := seeded(3)
	changed := func(k link, at int, value byte) []byte {
		payload := bytes.Clone(g.log[k])
		payload[at] = value
		return payload
	}
	type message struct {
		link
		payload []byte
	}
	honest := func(ks ...link) (list []message) {
		for _, k := range ks {
			list = append(list, message{k, g.log[k]})
		}
		return list
	}
	run := func(seat int, id, comment string, list []message) []string {
		r := &role{seat: seat, game: g, have: transcript{}}
		var texts, answers []string
		if seat == 0 && !strings.HasPrefix(id, "host-not-started") {
			texts, answers = append(texts, "start"), append(answers, r.start())
		}
		for _, m := range list {
			if m.kind == 0 {
				texts, answers = append(texts, "start"), append(answers, r.start())
				continue
			}
			texts = append(texts, m.text(m.payload))
			if !slices.Contains(links, m.link) {
				class := "malformed" // no such kind
				if m.kind <= 5 {
					class = "sender"
				}
				answers = append(answers, fmt.Sprintf("%s %d", class, m.from))
				continue
			}
			if len(m.payload) != len(g.log[m.link]) || slices.ContainsFunc(m.numbers(m.payload), func(n byte) bool { return n > 51 }) {
				answers = append(answers, fmt.Sprintf("malformed %d", m.from)) // 3.3
				continue
			}
			if m.to != seat {
				answers = append(answers, "malformed")
				continue
			}
			answers = append(answers, r.receive(m.link, m.payload))
		}
		inputs := vectors.Fields{"seat": seat, "messages": texts, "deal": hex.EncodeToString([]byte(deal))}
		if seat == 0 || seat == 2 {
			for name, value := range g.inputs() {
				inputs[name] = value
			}
		}
		outputs := vectors.Fields{"answers": answers, "record": r.have.record(seat), "state": hex.EncodeToString(r.state())}
		if hand := r.hand(); hand != nil && r.over == "" {
			outputs["hand"] = hex.EncodeToString(hand)
		}
		out = append(out, vectors.Case{ID: "role/" + id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: "ok"})
		return answers
	}
	// one tells of a refusal; then the first message comes again, which the role has accepted.
	one := func(seat int, id, comment, class, blame string, before []message, last message) {
		list := append(slices.Clone(before), last)
		if len(before) > 0 {
			list = append(list, before[0])
		}
		answers := run(seat, id, comment, list)
		at := len(answers) - 1
		if len(before) > 0 {
			at--
		}
		for _, answer := range answers[at:] {
			if answer != class+" "+blame {
				log.Fatalf("%s: %s, not %s %s", id, answer, class, blame)
			}
		}
	}
	// fine tells of messages that aren't refused.
	fine := func(seat int, id, comment string, list []message) {
		for _, answer := range run(seat, id, comment, list) {
			if strings.HasPrefix(answer, "state") || strings.HasPrefix(answer, "taken") || strings.HasPrefix(answer, "cards") || strings.HasPrefix(answer, "mismatch") {
				log.Fatalf("%s: %s", id, answer)
			}
		}
	}
	var (
		keys, all                  = link{allKeys, 0, 1}, link{allCards, 0, 2}
		toHost, toKM, toDummy      = link{sendCards, 2, 0}, link{sendCards, 2, 1}, link{sendCards, 2, 3}
		hostAsks, dealerAsks       = link{request, 0, 1}, link{request, 2, 1}
		dummyAsks                  = link{request, 3, 1}
		hostKeys, dealerKeys       = link{sendKeys, 1, 0}, link{sendKeys, 1, 2}
		dummyKeys                  = link{sendKeys, 1, 3}
		flip                       = func(k link, at int, bits byte) message { return message{k, changed(k, at, g.log[k][at]^bits)} }
		other                      = seeded(4)
		copied                     = func(k, from link) message { return message{k, g.log[from]} }
		foreign                    = func(k link) message { return message{k, other.log[k]} }
		hand                       = g.hand(3)
		toSecond              byte = hand[0] ^ hand[1] // turns the Dummy's first card into its second
	)

	one(0, "host-keys-early", "keys before the Host has cards", "state", "1", nil, message{hostKeys, g.log[hostKeys]})
	one(0, "host-cards-twice", "the cards a second time, in another order", "state", "2", honest(toHost), message{toHost, swapped(g.log[toHost])})
	one(0, "host-cards-changed", "an encrypted card that isn't the Host's", "mismatch", "2", nil, flip(toHost, 12, 0x40))
	one(0, "host-cards-of-another-deal", "a replay", "mismatch", "2", nil, foreign(toHost))
	one(0, "host-keys-changed", "a key that isn't the Host's", "mismatch", "1", honest(toHost), flip(hostKeys, 0, 0x40))
	one(0, "host-keys-of-another-seat", "the Dummy's keys", "mismatch", "1", honest(toHost), copied(hostKeys, dummyKeys))

	one(1, "keymaster-keys-twice", "all keys a second time, one of them changed", "state", "0", honest(keys), flip(keys, 51, 1))
	one(1, "keymaster-cards-twice", "its cards a second time, in another order", "state", "2", honest(keys, toKM), message{toKM, swapped(g.log[toKM])})
	one(1, "keymaster-request-twice", "the same request in another order", "state", "3", honest(keys, dummyAsks), message{dummyAsks, reversed(g.log[dummyAsks])})
	one(1, "keymaster-request-other-numbers", "a second request, for other numbers", "state", "3", honest(keys, dummyAsks), copied(dummyAsks, hostAsks))
	one(1, "keymaster-given", "a number that the Host was given", "taken", "0 2 3", honest(keys, hostAsks), message{dummyAsks, changed(dummyAsks, 7, g.log[hostAsks][3])})
	one(1, "keymaster-given-to-dealer", "a number that the Card Dealer was given", "taken", "0 2", honest(keys, dealerAsks), message{hostAsks, changed(hostAsks, 7, g.log[dealerAsks][3])})
	one(1, "keymaster-claimed-before-keys", "the same, before the keys have come", "taken", "0 2 3", honest(hostAsks), message{dummyAsks, changed(dummyAsks, 7, g.log[hostAsks][3])})
	one(1, "keymaster-own-number", "a number of its own cards", "taken", "2 3", honest(keys, toKM), message{dummyAsks, changed(dummyAsks, 0, g.log[toKM][13])})
	one(1, "keymaster-cards-given", "its own cards, with a number that the Dummy was given", "taken", "2 3", honest(keys, dummyAsks), message{toKM, changed(toKM, 25, g.log[dummyAsks][0])})
	one(1, "keymaster-no-card", "a card of its own with an unused bit set", "cards", "0 2", honest(keys), flip(toKM, 4, 0x10))
	one(1, "keymaster-no-card-by-keys", "the same, when the keys come later", "cards", "0 2", honest(toKM), flip(keys, int(g.log[toKM][13+4]), 0x20))

	one(2, "dealer-cards-twice", "all cards a second time, one of them changed", "state", "0", honest(all), flip(all, 0, 0x80))
	one(2, "dealer-keys-early", "keys before the cards", "state", "1", nil, message{dealerKeys, g.log[dealerKeys]})
	one(2, "dealer-no-card", "a key that opens no card", "cards", "0 1", honest(all), flip(dealerKeys, 0, 0x10))

	one(3, "dummy-keys-early", "keys before the cards", "state", "1", nil, message{dummyKeys, g.log[dummyKeys]})
	one(3, "dummy-cards-twice", "the cards a second time, in another order", "state", "2", honest(toDummy), message{toDummy, swapped(g.log[toDummy])})
	one(3, "dummy-no-card", "a key that opens no card", "cards", "0 1 2", honest(toDummy), flip(dummyKeys, 12, 0x30))
	one(3, "dummy-card-twice", "a key that makes the first card another copy of the second", "cards", "0 1 2", honest(toDummy), flip(dummyKeys, 0, toSecond))
	one(3, "dummy-keys-of-another-seat", "the Host's keys", "cards", "0 1 2", honest(toDummy), copied(dummyKeys, hostKeys))

	// Of several claims to numbers of a message, the first in the order of the table counts.
	both := bytes.Clone(g.log[dummyAsks])
	both[0], both[12] = g.log[dealerAsks][0], g.log[hostAsks][0]
	one(1, "keymaster-two-claims", "numbers of the Card Dealer and of the Host, who asked later", "taken", "0 2 3", honest(keys, dealerAsks, hostAsks), message{dummyAsks, both})
	both = bytes.Clone(g.log[hostAsks])
	both[0], both[12] = g.log[dummyAsks][0], g.log[toKM][13]
	one(1, "keymaster-own-and-claimed", "a number of the Dummy's and one of its own cards", "taken", "0 2", honest(dummyAsks, toKM), message{hostAsks, both})
	both = bytes.Clone(g.log[toKM])
	both[13], both[25] = g.log[dummyAsks][0], g.log[hostAsks][0]
	one(1, "keymaster-cards-claimed-twice", "its own cards, with numbers of the Dummy and of the Host", "taken", "0 2", honest(dummyAsks, hostAsks), message{toKM, both})
	one(1, "keymaster-claimed-and-no-card", "its own cards, with a number that is taken and a byte that is no card", "taken", "0 2", honest(keys, hostAsks),
		message{toKM, slices.Concat([]byte{g.log[toKM][0] ^ 0x10}, g.log[toKM][1:25], g.log[hostAsks][:1])})
	one(1, "keymaster-twice-and-taken", "a second request, for numbers of another seat: it is the second", "state", "3", honest(keys, hostAsks, dummyAsks), copied(dummyAsks, hostAsks))
	one(0, "host-not-started", "cards before the Host has sent any", "state", "2", nil, message{toHost, g.log[toHost]})
	one(0, "host-early-and-changed", "keys that are wrong and early: they are early", "state", "1", nil, copied(hostKeys, dummyKeys))

	// A refusal when all is done ends nothing: what was accepted is answered again.
	done := func(seat int, id, blame string, accepted []message, other message) {
		answers := run(seat, id, "another payload when all is done: a refusal that changes nothing", append(append(slices.Clone(accepted), other), accepted...))
		at := len(answers) - 1 - len(accepted)
		if answers[at] != "state "+blame || slices.Contains(answers[at+1:], answers[at]) {
			log.Fatalf("%s: %q", id, answers)
		}
	}
	done(0, "host-done-other-keys", "1", honest(toHost, hostKeys), copied(hostKeys, dummyKeys))
	done(1, "keymaster-done-other-request", "3", honest(keys, toKM, hostAsks, dealerAsks, dummyAsks), copied(dummyAsks, hostAsks))
	done(2, "dealer-done-other-keys", "1", honest(all, dealerKeys), copied(dealerKeys, dummyKeys))
	done(3, "dummy-done-other-cards", "2", honest(toDummy, dummyKeys), message{toDummy, swapped(g.log[toDummy])})

	// What isn't refused.
	start := message{}
	fine(0, "host", "a whole deal", honest(toHost, hostKeys))
	fine(0, "host-again", "every message again, and the start", append(honest(toHost, toHost, hostKeys, toHost, hostKeys), start))
	fine(0, "host-not-started-yet", "a Host that waits to start", nil)
	fine(1, "keymaster", "a whole deal", honest(keys, toKM, hostAsks, dealerAsks, dummyAsks))
	fine(1, "keymaster-again", "every message twice: the keys are given again", honest(keys, keys, toKM, toKM, hostAsks, hostAsks, keys, dealerAsks, dealerAsks, dummyAsks, dummyAsks, keys))
	fine(1, "keymaster-keys-last", "the keys come last, and all that came before is answered", honest(dummyAsks, toKM, hostAsks, dealerAsks, keys))
	fine(1, "keymaster-early-again", "a request that came early comes again, before the keys and after", honest(hostAsks, hostAsks, keys, hostAsks))
	fine(2, "dealer", "a whole deal", honest(all, dealerKeys))
	fine(2, "dealer-again", "every message twice: the same cards are dealt", honest(all, all, dealerKeys, all, dealerKeys))
	fine(3, "dummy", "a whole deal", honest(toDummy, dummyKeys))
	fine(3, "dummy-again", "every message twice", honest(toDummy, toDummy, dummyKeys, toDummy, dummyKeys))

	// A malformed message is refused before the role sees it.
	run(3, "dummy-malformed", "keys that are too short and early, cards that are too short or with a number over 51, and those again with other cards accepted", []message{
		{dummyKeys, g.log[dummyKeys][1:]}, {toDummy, g.log[toDummy][1:]}, {toDummy, changed(toDummy, 25, 52)}, {toDummy, g.log[toDummy]}, {toDummy, changed(toDummy, 25, 255)}, {dummyKeys, g.log[dummyKeys]},
	})
	run(3, "dummy-another-seat", "messages for other seats: one that is right, one of a kind that doesn't exist, one that goes another way, one that is too short", []message{
		copied(toKM, toKM), {link{9, 2, 1}, []byte{0}}, {link{sendKeys, 2, 1}, g.log[dummyKeys]}, {toKM, g.log[toKM][1:]}, {toDummy, g.log[toDummy]},
	})
	run(3, "dummy-ended-malformed", "keys that are too early end the deal; then messages that can't be read, for this seat and another, one for another seat, and one that would be right", []message{
		{dummyKeys, g.log[dummyKeys]}, {toDummy, []byte{0}}, {toKM, []byte{0}}, {link{9, 2, 3}, []byte{0}}, {toKM, g.log[toKM]}, {toDummy, g.log[toDummy]},
	})
	run(3, "dummy-malformed-first", "another payload that can't be read, and an early one: they are malformed, and end nothing", []message{
		{toDummy, g.log[toDummy]}, {toDummy, g.log[toDummy][1:]}, {dummyKeys, g.log[dummyKeys]},
	})
	run(0, "host-not-started-ended", "a Host that is refused a message before it starts doesn't start", []message{
		{toHost, g.log[toHost]}, start, start, {hostKeys, g.log[hostKeys]},
	})
	run(0, "host-started-twice", "a Host that starts twice sends the same twice", []message{start, {toHost, g.log[toHost]}, start})
	return out
}

func reversed(list []byte) []byte {
	list = bytes.Clone(list)
	slices.Reverse(list)
	return list
}

// swapped exchanges the first two cards of a SEND CARDS, with their numbers.
func swapped(cards []byte) []byte {
	cards = bytes.Clone(cards)
	cards[0], cards[1], cards[13], cards[14] = cards[1], cards[0], cards[14], cards[13]
	return cards
}
