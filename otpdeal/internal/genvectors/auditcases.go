package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log"
	"slices"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// auditCases are those of the class audit.
type auditCases struct {
	out           []vectors.Case
	number, entry any       // of the opened entry that isn't what the game says, if there is one
	texts         [4]string // of records that aren't what the log says
}

func audits() []vectors.Case {
	var a auditCases
	a.unreadable()
	a.lies()
	a.lacking()
	return a.out
}

// tell adds a case: a story changes a finished deal, which is to say the opened entries and
// each seat's log. want are the suspects.
func (a *auditCases) tell(id, comment string, want *string, story func(g *game, logs *[4]transcript)) {
	g := seeded(6)
	g.pads, g.encrypted = bytes.Clone(g.pads), bytes.Clone(g.encrypted)
	g.log = g.log.clone()
	var logs [4]transcript
	for seat := range logs {
		logs[seat] = transcript{}
		for k, payload := range g.log {
			if k.from == seat || k.to == seat {
				logs[seat][k] = bytes.Clone(payload)
			}
		}
	}
	a.entry, a.texts = nil, [4]string{}
	if story != nil {
		story(&g, &logs)
	}
	inputs := vectors.Fields{"deal": hex.EncodeToString([]byte(deal))}
	e := evidence{encrypted: g.encrypted, keys: g.pads, logs: logs}
	if a.entry != nil {
		e.badEntries = true
		inputs["entry"] = vectors.Fields{"number": a.number, "value": a.entry}
	}
	list := make([]string, 4)
	for seat, l := range logs {
		if l != nil {
			list[seat] = l.record(seat)
		}
		if a.texts[seat] != "" {
			list[seat], e.logs[seat], e.badRecord[seat] = a.texts[seat], nil, true
		}
	}
	findings, missing := e.audit()
	names := suspects(findings)
	if want != nil && names != *want {
		log.Fatalf("%s: suspects %q of %q, want %q", id, names, findings, *want)
	}
	inputs["encrypted"], inputs["keys"], inputs["records"] = hex.EncodeToString(g.encrypted), hex.EncodeToString(g.pads), list
	outputs := vectors.Fields{"findings": append([]string{}, findings...), "missing": append([]string{}, missing...), "suspects": names}
	if len(findings) == 0 && len(missing) == 0 {
		var hands []string
		for seat := range 4 {
			hands = append(hands, hex.EncodeToString(g.hand(seat)))
		}
		outputs["hands"] = hands
	}
	a.out = append(a.out, vectors.Case{ID: "audit/" + id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: "ok"})
}

// one is tell for a case with known suspects.
func (a *auditCases) one(id, comment, want string, story func(g *game, logs *[4]transcript)) {
	a.tell(id, comment, &want, story)
}

var toHost, toKM, toDummy = link{sendCards, 2, 0}, link{sendCards, 2, 1}, link{sendCards, 2, 3}

// suits changes the suits of 13 cards.
func suits(payload []byte) {
	for i := range 13 {
		payload[i] ^= 0x40
	}
}

// unreadable has an honest deal, and entries and records that can't be read, or aren't opened.
func (a *auditCases) unreadable() {
	a.one("honest", "nothing to find", "", nil)
	a.one("entry-number", "entry 17 says that it is 18", "0", func(g *game, _ *[4]transcript) {
		a.number, a.entry = 17, entry(18, g.encrypted[17], g.pads[17])
	})
	a.one("entry-of-another-deal", "entry 0 names another deal", "0", func(g *game, _ *[4]transcript) {
		a.number, a.entry = 0, entryOf("deal 2", 0, g.encrypted[0], g.pads[0])
	})
	a.one("entry-cut", "entry 51 lacks its last byte", "0", func(g *game, _ *[4]transcript) {
		e := entry(51, g.encrypted[51], g.pads[51])
		a.number, a.entry = 51, e[:len(e)-2]
	})
	a.one("entry-trailing", "entry 3 has a byte too many, and the Host sent keys that aren't the entries': 5 is left out", "0", func(g *game, _ *[4]transcript) {
		a.number, a.entry = 3, entry(3, g.encrypted[3], g.pads[3])+"00"
		g.encrypted[0] ^= 1
		g.pads[0] ^= 1
	})
	a.one("entries-51", "an entry is missing", "0", func(g *game, _ *[4]transcript) { g.encrypted, g.pads = g.encrypted[:51], g.pads[:51] })
	a.one("entries-withheld", "the Host opens nothing", "", func(g *game, _ *[4]transcript) { g.encrypted, g.pads = nil, nil })
	a.one("entries-and-record-withheld", "nor gives a record", "", func(g *game, logs *[4]transcript) {
		g.encrypted, g.pads = nil, nil
		logs[0] = nil
	})
	for seat := range 4 {
		a.one(fmt.Sprintf("record-cut-%d", seat), "a record lacks its last byte, and what it says counts for nothing", fmt.Sprint(seat), func(_ *game, logs *[4]transcript) {
			for _, k := range links {
				if k.from == seat || k.to == seat {
					logs[seat][k][0] ^= 1
				}
			}
			text := logs[seat].record(seat)
			a.texts[seat] = text[:len(text)-2]
		})
		a.one(fmt.Sprintf("record-of-another-deal-%d", seat), "a record names another deal", fmt.Sprint(seat), func(_ *game, logs *[4]transcript) {
			a.texts[seat] = logs[seat].recordOf("deal 2", seat)
		})
		a.one(fmt.Sprintf("record-of-another-seat-%d", seat), "a record is the next seat's", fmt.Sprint(seat), func(_ *game, logs *[4]transcript) {
			a.texts[seat] = logs[(seat+1)%4].record((seat + 1) % 4)
		})
	}
}

// lies has the lies of one seat, and of two.
func (a *auditCases) lies() {
	a.one("entries-card-twice", "the opened entries hold a card twice", "0", func(g *game, _ *[4]transcript) { g.pads[0] ^= g.cards[0] ^ g.cards[1] })
	a.one("entries-no-card", "the opened entries hold a byte that is no card", "0", func(g *game, _ *[4]transcript) { g.encrypted[9] ^= 0x10 })
	a.one("entries-exchanged", "the opened entries are a full deck, but not what was sent", "0", func(g *game, _ *[4]transcript) {
		g.pads[0] ^= g.cards[0] ^ g.cards[1]
		g.pads[1] ^= g.cards[0] ^ g.cards[1]
	})
	a.one("entries-exchanged-denied", "and the Host records what it should have sent", "0 1", func(g *game, logs *[4]transcript) {
		for _, i := range []int{0, 1} {
			g.pads[i] ^= g.cards[0] ^ g.cards[1]
			logs[0][link{allKeys, 0, 1}][i] = g.pads[i]
		}
	})
	a.one("ciphertext-changed", "the Card Dealer sent the Dummy other cards, and says so", "2", func(_ *game, logs *[4]transcript) {
		suits(logs[2][toDummy])
		suits(logs[3][toDummy])
	})
	a.one("ciphertext-changed-denied", "the Card Dealer sent the Dummy other cards, or the Dummy says so", "2 3", func(_ *game, logs *[4]transcript) { suits(logs[3][toDummy]) })
	a.one("ciphertext-changed-twice", "two seats say so", "2", func(_ *game, logs *[4]transcript) {
		suits(logs[3][toDummy])
		suits(logs[1][toKM])
	})
	a.one("ciphertext-blamed-on-host", "the Card Dealer says that the Host sent it so", "0 2", func(_ *game, logs *[4]transcript) {
		suits(logs[2][toDummy])
		suits(logs[3][toDummy])
		for i, n := range logs[2][toDummy][13:] {
			logs[2][link{allCards, 0, 2}][n] = logs[2][toDummy][i]
		}
	})
	a.one("number-dealt-twice", "the Card Dealer dealt the Dummy a number of the Host's, and the Key Master refused its request", "2", func(_ *game, logs *[4]transcript) {
		for _, l := range []transcript{logs[2], logs[3]} {
			l[toDummy][13], l[toDummy][0] = logs[2][toHost][13], logs[2][toHost][0]
		}
		logs[3][link{request, 3, 1}][0] = logs[2][toHost][13]
		delete(logs[3], link{sendKeys, 1, 3})
		delete(logs[1], link{sendKeys, 1, 3})
		delete(logs[1], link{request, 3, 1})
	})
	a.one("key-changed", "the Key Master gave the Dummy other keys, and says so", "1", func(_ *game, logs *[4]transcript) {
		suits(logs[1][link{sendKeys, 1, 3}])
		suits(logs[3][link{sendKeys, 1, 3}])
	})
	a.one("key-changed-denied", "the Key Master gave the Dummy other keys, or the Dummy says so", "1 3", func(_ *game, logs *[4]transcript) { suits(logs[3][link{sendKeys, 1, 3}]) })
	a.one("key-given-twice", "the Key Master says that it gave a key twice", "1", func(_ *game, logs *[4]transcript) {
		logs[1][link{request, 3, 1}][0] = logs[1][link{request, 0, 1}][0]
	})
	a.one("asked-for-another", "the Host asked for a key of the Dummy's, and says so", "0", func(_ *game, logs *[4]transcript) {
		logs[0][link{request, 0, 1}][0] = logs[3][link{request, 3, 1}][0]
	})
	a.one("keys-without-request", "the Dummy has recorded keys, but not asking for them", "3", func(_ *game, logs *[4]transcript) {
		delete(logs[3], link{request, 3, 1})
	})
	a.one("keys-without-both", "the Key Master has recorded neither all keys nor the Host's request, and keys sent to the Host: one finding for that message, as for the two that lack all keys alone", "1", func(_ *game, logs *[4]transcript) {
		delete(logs[1], link{allKeys, 0, 1})
		delete(logs[1], link{request, 0, 1})
	})
	a.one("withheld", "the Card Dealer gives no record", "", func(_ *game, logs *[4]transcript) { logs[2] = nil })
	a.one("broken-off", "the Host's keys didn't arrive", "", func(_ *game, logs *[4]transcript) {
		delete(logs[0], link{sendKeys, 1, 0})
	})
	a.one("not-dealt", "the Card Dealer stopped before it dealt the Dummy's cards", "", func(_ *game, logs *[4]transcript) {
		delete(logs[2], toDummy)
		logs[3] = transcript{}
		for _, k := range []link{{request, 3, 1}, {sendKeys, 1, 3}} {
			delete(logs[1], k)
		}
	})
	// The lies of two seats: rules 6 and 7, one by one.
	a.one("dealt-own-number", "the Card Dealer asks for a number that it dealt the Dummy, and says so", "2", func(_ *game, logs *[4]transcript) {
		logs[2][link{request, 2, 1}][4] = logs[2][toDummy][13]
		logs[1] = nil
	})
	for _, seat := range []int{0, 1} {
		a.one(fmt.Sprintf("dealt-own-number-%d", seat), "the Card Dealer asks for a number that it dealt this seat, and says so", "2", func(_ *game, logs *[4]transcript) {
			logs[2][link{request, 2, 1}][4] = logs[2][link{sendCards, 2, seat}][13]
			logs[1] = nil
		})
	}
	a.one("dealt-twice-to-two", "the Card Dealer says that it dealt two seats the same number", "2", func(_ *game, logs *[4]transcript) {
		all := logs[2][link{allCards, 0, 2}]
		logs[2][toKM][13] = logs[2][toHost][25]
		logs[2][toKM][0] = all[logs[2][toHost][25]]
	})
	a.one("dealt-twice-in-three", "a number that the Card Dealer gives to three seats: two findings more than of two", "2", func(_ *game, logs *[4]transcript) {
		all := logs[2][link{allCards, 0, 2}]
		n := logs[2][toHost][13]
		for _, k := range []link{toKM, toDummy} {
			logs[2][k][13], logs[2][k][0] = n, all[n]
		}
		logs[1], logs[3] = nil, nil
	})
	a.one("given-of-own", "the Key Master says that it gave the key of a card of its own", "1", func(_ *game, logs *[4]transcript) {
		logs[1][link{request, 0, 1}][0] = logs[1][toKM][13]
		logs[1][link{sendKeys, 1, 0}][0] = logs[1][link{allKeys, 0, 1}][logs[1][toKM][13]]
	})
	a.one("mismatch-twice", "the Card Dealer changed the cards of two seats, and says so: two findings", "2", func(_ *game, logs *[4]transcript) {
		for _, k := range []link{toKM, toDummy} {
			suits(logs[2][k])
			suits(logs[k.to][k])
		}
	})
	a.one("keys-and-cards-not-the-entries", "the Host sent neither the keys nor the cards of the entries: two findings", "0", func(g *game, logs *[4]transcript) {
		for i := range 52 {
			g.pads[i] ^= 0x0f
			g.encrypted[i] ^= 0x0f
		}
	})
	a.one("asked-for-another-dummy", "the Dummy asked for a key of the Host's, and says so", "3", func(_ *game, logs *[4]transcript) {
		logs[3][link{request, 3, 1}][0] = logs[0][link{request, 0, 1}][0]
	})
	for _, seat := range []int{0, 3} {
		a.one(fmt.Sprintf("request-in-another-order-%d", seat), "a request in another order, answered in that order: numbers are compared as sets", "", func(_ *game, logs *[4]transcript) {
			for _, l := range []transcript{logs[seat], logs[1]} {
				slices.Reverse(l[link{request, seat, 1}])
				slices.Reverse(l[link{sendKeys, 1, seat}])
			}
		})
	}
	a.one("keys-in-another-order", "the Key Master answers a request in another order", "1", func(_ *game, logs *[4]transcript) {
		for _, l := range []transcript{logs[3], logs[1]} {
			slices.Reverse(l[link{sendKeys, 1, 3}])
		}
	})
}

// lacking has records that lack something: rule 3, row by row; rule 8 with one end, or
// both, without the message, and with a record that isn't given.
func (a *auditCases) lacking() {
	for seat := range 4 {
		for _, k := range links {
			for i := range needs(seat, k) {
				a.tell(fmt.Sprintf("lacks-%d-%d-%d-at-%d-%d", k.kind, k.from, k.to, seat, i), "a record lacks what another message in it needs", nil, func(_ *game, logs *[4]transcript) {
					delete(logs[seat], needs(seat, k)[i])
				})
			}
		}
	}
	for _, k := range links {
		name := fmt.Sprintf("%d-%d-%d", k.kind, k.from, k.to)
		a.tell("not-sent-"+name, "a message that its recipient has recorded, and its sender not", nil, func(_ *game, logs *[4]transcript) { delete(logs[k.from], k) })
		a.tell("not-accepted-"+name, "a message that its sender has recorded, and its recipient not", nil, func(_ *game, logs *[4]transcript) { delete(logs[k.to], k) })
		a.tell("neither-"+name, "a message that neither end has recorded", nil, func(_ *game, logs *[4]transcript) {
			delete(logs[k.from], k)
			delete(logs[k.to], k)
		})
		a.tell("not-sent-alone-"+name, "a message that its sender hasn't recorded, and its recipient gives no record", nil, func(_ *game, logs *[4]transcript) {
			delete(logs[k.from], k)
			logs[k.to] = nil
		})
		a.tell("not-accepted-alone-"+name, "a message that its recipient hasn't recorded, and its sender gives no record", nil, func(_ *game, logs *[4]transcript) {
			delete(logs[k.to], k)
			logs[k.from] = nil
		})
	}
	for seat := range 4 {
		if seat != 2 {
			a.one(fmt.Sprintf("withheld-%d", seat), "a seat gives no record", "", func(_ *game, logs *[4]transcript) { logs[seat] = nil })
		}
	}
	a.one("nothing", "neither entries nor records are given", "", func(g *game, logs *[4]transcript) {
		g.encrypted, g.pads, *logs = nil, nil, [4]transcript{}
	})
}
