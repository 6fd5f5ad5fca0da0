// Command genvectors writes the test vectors of package otpdeal to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package otpdeal, so that the vectors check one reading of it by another.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/otpdeal v1", cards(), messages(), deals(), refusals(), records(), audits(), accumulated())
}

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

// A transcript holds payloads.
type transcript map[link][]byte

func (l transcript) clone() transcript {
	c := transcript{}
	for k, v := range l {
		c[k] = bytes.Clone(v)
	}
	return c
}

func lp(field []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(field))), field...)
}

func (k link) text(payload []byte) string {
	return fmt.Sprintf("%d %d %d %x", k.kind, k.from, k.to, payload)
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
	return vectors.Fields{"cards": hex.EncodeToString(g.cards), "pads": hex.EncodeToString(g.pads), "order": hex.EncodeToString(g.order)}
}

func (g game) texts() (list []string) {
	for _, k := range links {
		list = append(list, k.text(g.log[k]))
	}
	return list
}

// record encodes what a seat recorded.
func (l transcript) record(seat int) string {
	b := append(lp([]byte("squaredeal/otpdeal/v1/record")), byte(seat))
	for _, k := range links {
		if k.from == seat || k.to == seat {
			b = append(b, lp(l[k])...)
		}
	}
	return hex.EncodeToString(b)
}

func entry(i int, encrypted, key byte) string {
	b := lp([]byte("squaredeal/otpdeal/v1/entry"))
	for _, field := range []byte{byte(i), encrypted, key} {
		b = append(b, lp([]byte{field})...)
	}
	return hex.EncodeToString(b)
}

func cards() (out []vectors.Case) {
	out = append(out, vectors.Case{
		ID: "card/deck", Comment: "the 52 cards, suit by suit", Inputs: vectors.Fields{}, Outputs: vectors.Fields{"deck": hex.EncodeToString(deck())}, Result: "ok",
	})
	for _, c := range []struct {
		id, comment string
		suit, rank  int
	}{
		{"ace-of-clubs", "the least", 0, 1}, {"ten-of-diamonds", "", 1, 10}, {"queen-of-spades", "", 2, 12}, {"king-of-hearts", "the greatest", 3, 13},
	} {
		out = append(out, vectors.Case{
			ID: "card/" + c.id, Comment: c.comment, Inputs: vectors.Fields{"suit": c.suit, "rank": c.rank},
			Outputs: vectors.Fields{"byte": fmt.Sprintf("%02x", c.suit*64+c.rank)}, Result: "ok",
		})
	}
	for _, c := range []struct {
		id, comment string
		suit, rank  int
	}{{"rank-0", "no rank", 0, 0}, {"rank-14", "above the king", 0, 14}, {"suit-4", "a fifth suit", 4, 1}} {
		out = append(out, vectors.Case{ID: "card/" + c.id, Comment: c.comment, Inputs: vectors.Fields{"suit": c.suit, "rank": c.rank}, Result: "malformed"})
	}
	return out
}

func messages() (out []vectors.Case) {
	g := seeded(1)
	one := func(id, comment string, k link, payload []byte, result string) {
		c := vectors.Case{
			ID: "message/" + id, Comment: comment, Result: result,
			Inputs: vectors.Fields{"kind": k.kind, "from": k.from, "to": k.to, "payload": hex.EncodeToString(payload)},
		}
		if result == "ok" {
			b := append(lp([]byte("squaredeal/otpdeal/v1/message")), k.kind, byte(k.from), byte(k.to))
			c.Outputs = vectors.Fields{"value": hex.EncodeToString(append(b, lp(payload)...))}
		} else {
			c.Outputs = vectors.Fields{"blame": fmt.Sprint(k.from)}
		}
		out = append(out, c)
	}
	for _, k := range links {
		one(fmt.Sprintf("%d-%d-%d", k.kind, k.from, k.to), "of the deal with seed 1", k, g.log[k], "ok")
	}
	for _, k := range []link{links[0], links[1], links[2], links[5], links[8]} {
		payload := g.log[k]
		one(fmt.Sprintf("%d-short", k.kind), "a byte is missing", k, payload[:len(payload)-1], "malformed")
		one(fmt.Sprintf("%d-long", k.kind), "a fourteenth key, or the like", k, append(bytes.Clone(payload), 51), "malformed")
		one(fmt.Sprintf("%d-empty", k.kind), "nothing", k, nil, "malformed")
	}
	numbers := func(id, comment string, k link, at int, value byte) {
		payload := bytes.Clone(g.log[k])
		payload[at] = value
		one(id, comment, k, payload, "malformed")
	}
	cards, keys := link{sendCards, 2, 3}, link{request, 3, 1}
	numbers("cards-number-52", "a key number over 51", cards, 25, 52)
	numbers("cards-number-255", "a key number over 51", cards, 13, 255)
	numbers("cards-number-twice", "the first and the last number are the same", cards, 25, g.log[cards][13])
	numbers("request-number-52", "a key number over 51", keys, 0, 52)
	numbers("request-number-128", "a key number that is negative as a signed byte", keys, 12, 128)
	numbers("request-number-twice", "the first and the last number are the same", keys, 12, g.log[keys][0])
	one("kind-0", "no kind", link{0, 0, 1}, g.pads, "malformed")
	one("kind-6", "no kind", link{6, 0, 1}, g.pads, "malformed")
	for _, k := range []link{{allKeys, 2, 1}, {allKeys, 0, 2}, {allCards, 1, 2}, {sendCards, 0, 3}, {sendCards, 2, 2}, {request, 1, 1}, {request, 3, 2}, {sendKeys, 0, 3}, {sendKeys, 1, 1}} {
		var payload []byte
		for l, p := range g.log {
			if l.kind == k.kind && (payload == nil || bytes.Compare(p, payload) < 0) {
				payload = p
			}
		}
		one(fmt.Sprintf("sender-%d-%d-%d", k.kind, k.from, k.to), "a kind that doesn't go that way", k, payload, "sender")
	}
	return out
}

func deals() (out []vectors.Case) {
	plain := play(deck(), make([]byte, 52), numbersInOrder())
	for _, c := range []struct {
		id, comment string
		game        game
	}{
		{"plain", "cards in ascending order, pads of zero, numbers in ascending order", plain},
		{"worked", "from SplitMix64 of seed 1, as section 10.2 says", seeded(1)},
		{"seed-2", "from SplitMix64 of seed 2", seeded(2)},
	} {
		g := c.game
		var hands, records, values []string
		for seat := range 4 {
			hands = append(hands, hex.EncodeToString(g.hand(seat)))
			records = append(records, g.log.record(seat))
		}
		for i := range 52 {
			values = append(values, entry(i, g.encrypted[i], g.pads[i]))
		}
		out = append(out, vectors.Case{
			ID: "deal/" + c.id, Comment: c.comment, Inputs: g.inputs(),
			Outputs: vectors.Fields{"messages": g.texts(), "hands": hands, "records": records, "values": values}, Result: "ok",
		})
	}
	refused := func(id, comment, result string, change func(*game)) {
		g := seeded(1)
		change(&g)
		out = append(out, vectors.Case{ID: "deal/" + id, Comment: comment, Inputs: g.inputs(), Result: result})
	}
	refused("51-cards", "a card is missing", "malformed", func(g *game) { g.cards = g.cards[1:] })
	refused("53-pads", "a pad too many", "malformed", func(g *game) { g.pads = append(g.pads, 0) })
	refused("card-twice", "not a full deck", "cards", func(g *game) { g.cards[0] = g.cards[51] })
	refused("no-card", "rank 14", "cards", func(g *game) { g.cards[9] = 0x0e })
	refused("unused-bit", "a bit between suit and rank", "cards", func(g *game) { g.cards[9] |= 0x20 })
	refused("order-twice", "a number is assigned twice", "malformed", func(g *game) { g.order[0] = g.order[51] })
	refused("order-52", "a number over 51", "malformed", func(g *game) { g.order[0] = 52 })
	refused("order-short", "51 numbers", "malformed", func(g *game) { g.order = g.order[1:] })
	return out
}

func numbersInOrder() (list []byte) {
	for i := range byte(52) {
		list = append(list, i)
	}
	return list
}

// refusals are declared: the text says who is blamed for what.
func refusals() (out []vectors.Case) {
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
	one := func(seat int, id, comment, result, blame string, before []message, last message) {
		var texts []string
		for _, m := range append(before, last) {
			texts = append(texts, m.text(m.payload))
		}
		inputs := vectors.Fields{"seat": seat, "messages": texts}
		if seat == 0 || seat == 2 {
			for name, value := range g.inputs() {
				inputs[name] = value
			}
		}
		out = append(out, vectors.Case{ID: fmt.Sprintf("refusal/%s", id), Comment: comment, Inputs: inputs, Outputs: vectors.Fields{"blame": blame}, Result: result})
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
		twice                      = func(k link) ([]message, message) { return honest(k), message{k, g.log[k]} }
		hand                       = g.hand(3)
		toSecond              byte = hand[0] ^ hand[1] // turns the Dummy's first card into its second
	)

	one(0, "host-keys-early", "keys before the Host has cards", "state", "1", nil, message{hostKeys, g.log[hostKeys]})
	before, last := twice(toHost)
	one(0, "host-cards-twice", "the cards a second time", "state", "2", before, last)
	one(0, "host-keys-twice", "the keys a second time", "state", "1", honest(toHost, hostKeys), message{hostKeys, g.log[hostKeys]})
	one(0, "host-cards-changed", "an encrypted card that isn't the Host's", "mismatch", "2", nil, flip(toHost, 12, 0x40))
	one(0, "host-cards-of-another-deal", "a replay", "mismatch", "2", nil, foreign(toHost))
	one(0, "host-keys-changed", "a key that isn't the Host's", "mismatch", "1", honest(toHost), flip(hostKeys, 0, 0x40))
	one(0, "host-keys-of-another-seat", "the Dummy's keys", "mismatch", "1", honest(toHost), copied(hostKeys, dummyKeys))

	before, last = twice(keys)
	one(1, "keymaster-keys-twice", "all keys a second time", "state", "0", before, last)
	one(1, "keymaster-cards-twice", "its cards a second time", "state", "2", honest(keys, toKM), message{toKM, g.log[toKM]})
	one(1, "keymaster-request-twice", "a second request", "state", "3", honest(keys, dummyAsks), message{dummyAsks, g.log[dummyAsks]})
	one(1, "keymaster-request-other-numbers", "a second request, for other numbers", "state", "3", honest(keys, dummyAsks), copied(dummyAsks, hostAsks))
	one(1, "keymaster-given", "a number that the Host was given", "taken", "0 2 3", honest(keys, hostAsks), message{dummyAsks, changed(dummyAsks, 7, g.log[hostAsks][3])})
	one(1, "keymaster-given-to-dealer", "a number that the Card Dealer was given", "taken", "0 2", honest(keys, dealerAsks), message{hostAsks, changed(hostAsks, 7, g.log[dealerAsks][3])})
	one(1, "keymaster-claimed-before-keys", "the same, before the keys have come", "taken", "0 2 3", honest(hostAsks), message{dummyAsks, changed(dummyAsks, 7, g.log[hostAsks][3])})
	one(1, "keymaster-own-number", "a number of its own cards", "taken", "2 3", honest(keys, toKM), message{dummyAsks, changed(dummyAsks, 0, g.log[toKM][13])})
	one(1, "keymaster-cards-given", "its own cards, with a number that the Dummy was given", "taken", "2 3", honest(keys, dummyAsks), message{toKM, changed(toKM, 25, g.log[dummyAsks][0])})
	one(1, "keymaster-no-card", "a card of its own with an unused bit set", "cards", "0 2", honest(keys), flip(toKM, 4, 0x10))
	one(1, "keymaster-no-card-by-keys", "the same, when the keys come later", "cards", "0 2", honest(toKM), flip(keys, int(g.log[toKM][13+4]), 0x20))

	before, last = twice(all)
	one(2, "dealer-cards-twice", "all cards a second time", "state", "0", before, last)
	one(2, "dealer-keys-early", "keys before the cards", "state", "1", nil, message{dealerKeys, g.log[dealerKeys]})
	one(2, "dealer-no-card", "a key that opens no card", "cards", "0 1", honest(all), flip(dealerKeys, 0, 0x10))
	one(2, "dealer-keys-twice", "the keys a second time", "state", "1", honest(all, dealerKeys), message{dealerKeys, g.log[dealerKeys]})

	one(3, "dummy-keys-early", "keys before the cards", "state", "1", nil, message{dummyKeys, g.log[dummyKeys]})
	before, last = twice(toDummy)
	one(3, "dummy-cards-twice", "the cards a second time", "state", "2", before, last)
	one(3, "dummy-no-card", "a key that opens no card", "cards", "0 1 2", honest(toDummy), flip(dummyKeys, 12, 0x30))
	one(3, "dummy-card-twice", "a key that makes the first card another copy of the second", "cards", "0 1 2", honest(toDummy), flip(dummyKeys, 0, toSecond))
	one(3, "dummy-keys-of-another-seat", "the Host's keys", "cards", "0 1 2", honest(toDummy), copied(dummyKeys, hostKeys))
	return out
}

func records() (out []vectors.Case) {
	g := seeded(5)
	for seat := range 4 {
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("record/seat-%d", seat), Comment: "a whole one", Inputs: vectors.Fields{"record": g.log.record(seat)},
			Outputs: vectors.Fields{"seat": seat, "messages": g.log.texts(seat)}, Result: "ok",
		})
	}
	partial := transcript{links[0]: g.log[links[0]]}
	out = append(out, vectors.Case{
		ID: "record/partial", Comment: "what a Key Master has that got its keys and nothing else", Inputs: vectors.Fields{"record": partial.record(1)},
		Outputs: vectors.Fields{"seat": 1, "messages": partial.texts(1)}, Result: "ok",
	})
	whole := g.log.record(3)
	refused := func(id, comment, record string) {
		out = append(out, vectors.Case{ID: "record/" + id, Comment: comment, Inputs: vectors.Fields{"record": record}, Result: "malformed"})
	}
	refused("empty", "nothing", "")
	refused("label", "another label", strings.Replace(whole, hex.EncodeToString([]byte("record")), hex.EncodeToString([]byte("Record")), 1))
	refused("seat-4", "no seat", strings.Replace(whole, hex.EncodeToString([]byte("record"))+"03", hex.EncodeToString([]byte("record"))+"04", 1))
	refused("other-seat", "the Dummy's messages as the Host's", strings.Replace(whole, hex.EncodeToString([]byte("record"))+"03", hex.EncodeToString([]byte("record"))+"00", 1))
	refused("cut", "the last byte is missing", whole[:len(whole)-2])
	refused("trailing", "a byte too many", whole+"00")
	refused("overlong", "a length that is larger than the rest", strings.Replace(whole, "000000000000001a", "ff0000000000001a", 1))
	bad := g.log.clone()
	bad[link{request, 3, 1}][0] = 52
	refused("number-52", "a malformed message", bad.record(3))
	bad = g.log.clone()
	bad[link{sendCards, 2, 3}] = bad[link{sendCards, 2, 3}][1:]
	refused("short-message", "a malformed message", bad.record(3))
	return out
}

func (l transcript) texts(seat int) []string {
	list := []string{}
	for _, k := range links {
		if (k.from == seat || k.to == seat) && l[k] != nil {
			list = append(list, k.text(l[k]))
		}
	}
	return list
}

func accumulated() (out []vectors.Case) {
	h := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000, 100_000} {
		for ; done < runs; done++ {
			g := seeded(uint64(done))
			for _, k := range links {
				h.Write(g.log[k])
			}
			for seat := range 4 {
				h.Write(g.hand(seat))
			}
		}
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("accumulated/%d", runs), Comment: "SHA-256 of all payloads and hands of the deals with seeds 0, 1, …",
			Inputs: vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))}, Result: "ok",
		})
	}
	return out
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

func shared(a, b []byte) bool {
	return slices.ContainsFunc(a, func(n byte) bool { return slices.Contains(b, n) })
}

func sameSet(a, b []byte) bool {
	a, b = bytes.Clone(a), bytes.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return bytes.Equal(a, b)
}

// audit is SPEC.md, section 7. A nil log is a record that isn't given.
func audit(encrypted, keys []byte, logs [4]transcript, readable bool) (findings, missing []string) {
	find := func(text string) { findings = append(findings, text) }
	if !readable {
		find("malformed 0")
	} else {
		seen := map[byte]bool{}
		for i := range 52 {
			seen[encrypted[i]^keys[i]] = true
		}
		for _, c := range deck() {
			if !seen[c] {
				find("cards 0")
				break
			}
		}
	}
	for seat, l := range logs {
		if l == nil {
			missing = append(missing, fmt.Sprintf("missing %d", seat))
			continue
		}
		for k := range l {
			for _, need := range needs(seat, k) {
				if l[need] == nil {
					find(fmt.Sprintf("state %d", seat))
					break
				}
			}
		}
		if seat == 0 || seat == 3 {
			dealt, asked := l[link{sendCards, 2, seat}], l[link{request, seat, 1}]
			if dealt != nil && asked != nil && !sameSet(dealt[13:], asked) {
				find(fmt.Sprintf("mismatch %d", seat))
			}
		}
	}
	if l := logs[0]; l != nil && readable {
		if sent := l[link{allKeys, 0, 1}]; sent != nil && !bytes.Equal(sent, keys) {
			find("mismatch 0")
		}
		if sent := l[link{allCards, 0, 2}]; sent != nil && !bytes.Equal(sent, encrypted) {
			find("mismatch 0")
		}
	}
	if l := logs[2]; l != nil {
		var own []link
		for _, k := range []link{{sendCards, 2, 0}, {sendCards, 2, 1}, {request, 2, 1}, {sendCards, 2, 3}} {
			if l[k] == nil {
				continue
			}
			for _, before := range own {
				if shared(before.numbers(l[before]), k.numbers(l[k])) {
					find("taken 2")
				}
			}
			own = append(own, k)
			if all := l[link{allCards, 0, 2}]; k.kind == sendCards && all != nil {
				for i, n := range l[k][13:] {
					if l[k][i] != all[n] {
						find("mismatch 2")
						break
					}
				}
			}
		}
	}
	if l := logs[1]; l != nil {
		var claims []link
		for _, k := range links {
			if k.to == 1 && l[k] != nil {
				for _, before := range claims {
					if shared(before.numbers(l[before]), k.numbers(l[k])) {
						find("taken 1")
					}
				}
				claims = append(claims, k)
			}
			all, asked := l[link{allKeys, 0, 1}], l[link{request, k.to, 1}]
			if k.kind == sendKeys && l[k] != nil && all != nil && asked != nil {
				for i, n := range asked {
					if l[k][i] != all[n] {
						find("mismatch 1")
						break
					}
				}
			}
		}
	}
	for _, k := range links {
		from, to := logs[k.from], logs[k.to]
		if from == nil {
			continue
		}
		could := true
		for _, need := range needs(k.from, k) {
			could = could && from[need] != nil
		}
		switch {
		case to != nil && to[k] != nil && !bytes.Equal(from[k], to[k]):
			find(fmt.Sprintf("disputed %d %d", min(k.from, k.to), max(k.from, k.to)))
		case from[k] == nil && could:
			missing = append(missing, fmt.Sprintf("missing %d", k.from))
		case from[k] != nil && to != nil && to[k] == nil:
			missing = append(missing, fmt.Sprintf("missing %d", k.to))
		}
	}
	slices.Sort(findings)
	slices.Sort(missing)
	return findings, missing
}

func suspects(findings []string) string {
	var list []string
	for seat := range 4 {
		in := len(findings) > 0
		for _, f := range findings {
			in = in && slices.Contains(strings.Fields(f)[1:], fmt.Sprint(seat))
		}
		if in {
			list = append(list, fmt.Sprint(seat))
		}
	}
	return strings.Join(list, " ")
}

func audits() (out []vectors.Case) {
	// A story changes a finished deal: the opened table, and each seat's log.
	one := func(id, comment string, want string, story func(g *game, logs *[4]transcript)) {
		g := seeded(6)
		keys, encrypted := bytes.Clone(g.pads), bytes.Clone(g.encrypted)
		var logs [4]transcript
		for seat := range logs {
			logs[seat] = transcript{}
			for k, payload := range g.log {
				if k.from == seat || k.to == seat {
					logs[seat][k] = bytes.Clone(payload)
				}
			}
		}
		g.pads, g.encrypted = keys, encrypted
		readable := true
		inputs := vectors.Fields{}
		if story != nil {
			story(&g, &logs)
		}
		if id == "table-malformed" {
			readable = false
			inputs["entry"] = vectors.Fields{"number": 17, "value": entry(18, g.encrypted[17], g.pads[17])}
		}
		findings, missing := audit(g.encrypted, g.pads, logs, readable)
		if got := suspects(findings); got != want {
			log.Fatalf("%s: suspects %q of %q, want %q", id, got, findings, want)
		}
		list := []string{}
		for seat, l := range logs {
			if l == nil {
				list = append(list, "")
			} else {
				list = append(list, l.record(seat))
			}
		}
		inputs["encrypted"], inputs["keys"], inputs["records"] = hex.EncodeToString(g.encrypted), hex.EncodeToString(g.pads), list
		outputs := vectors.Fields{"findings": append([]string{}, findings...), "missing": append([]string{}, missing...), "suspects": want}
		if len(findings) == 0 && len(missing) == 0 {
			var hands []string
			for seat := range 4 {
				hands = append(hands, hex.EncodeToString(g.hand(seat)))
			}
			outputs["hands"] = hands
		}
		out = append(out, vectors.Case{ID: "audit/" + id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: "ok"})
	}
	toHost, toKM, toDummy := link{sendCards, 2, 0}, link{sendCards, 2, 1}, link{sendCards, 2, 3}
	suits := func(payload []byte) {
		for i := range 13 {
			payload[i] ^= 0x40
		}
	}
	one("honest", "nothing to find", "", nil)
	one("table-malformed", "entry 17 says that it is 18", "0", nil)
	one("table-card-twice", "the opened table holds a card twice", "0", func(g *game, _ *[4]transcript) { g.pads[0] ^= g.cards[0] ^ g.cards[1] })
	one("table-no-card", "the opened table holds a byte that is no card", "0", func(g *game, _ *[4]transcript) { g.encrypted[9] ^= 0x10 })
	one("table-exchanged", "the opened table is a full deck, but not what was sent", "0", func(g *game, _ *[4]transcript) {
		g.pads[0] ^= g.cards[0] ^ g.cards[1]
		g.pads[1] ^= g.cards[0] ^ g.cards[1]
	})
	one("table-exchanged-denied", "and the Host records what it should have sent", "0 1", func(g *game, logs *[4]transcript) {
		for _, i := range []int{0, 1} {
			g.pads[i] ^= g.cards[0] ^ g.cards[1]
			logs[0][link{allKeys, 0, 1}][i] = g.pads[i]
		}
	})
	one("ciphertext-changed", "the Card Dealer sent the Dummy other cards, and says so", "2", func(_ *game, logs *[4]transcript) {
		suits(logs[2][toDummy])
		suits(logs[3][toDummy])
	})
	one("ciphertext-changed-denied", "the Card Dealer sent the Dummy other cards, or the Dummy says so", "2 3", func(_ *game, logs *[4]transcript) { suits(logs[3][toDummy]) })
	one("ciphertext-changed-twice", "two seats say so", "2", func(_ *game, logs *[4]transcript) {
		suits(logs[3][toDummy])
		suits(logs[1][toKM])
	})
	one("ciphertext-blamed-on-host", "the Card Dealer says that the Host sent it so", "0 2", func(_ *game, logs *[4]transcript) {
		suits(logs[2][toDummy])
		suits(logs[3][toDummy])
		for i, n := range logs[2][toDummy][13:] {
			logs[2][link{allCards, 0, 2}][n] = logs[2][toDummy][i]
		}
	})
	one("number-dealt-twice", "the Card Dealer dealt the Dummy a number of the Host's, and the Key Master refused its request", "2", func(_ *game, logs *[4]transcript) {
		for _, l := range []transcript{logs[2], logs[3]} {
			l[toDummy][13], l[toDummy][0] = logs[2][toHost][13], logs[2][toHost][0]
		}
		logs[3][link{request, 3, 1}][0] = logs[2][toHost][13]
		delete(logs[3], link{sendKeys, 1, 3})
		delete(logs[1], link{sendKeys, 1, 3})
		delete(logs[1], link{request, 3, 1})
	})
	one("key-changed", "the Key Master gave the Dummy other keys, and says so", "1", func(_ *game, logs *[4]transcript) {
		suits(logs[1][link{sendKeys, 1, 3}])
		suits(logs[3][link{sendKeys, 1, 3}])
	})
	one("key-changed-denied", "the Key Master gave the Dummy other keys, or the Dummy says so", "1 3", func(_ *game, logs *[4]transcript) { suits(logs[3][link{sendKeys, 1, 3}]) })
	one("key-given-twice", "the Key Master says that it gave a key twice", "1", func(_ *game, logs *[4]transcript) {
		logs[1][link{request, 3, 1}][0] = logs[1][link{request, 0, 1}][0]
	})
	one("asked-for-another", "the Host asked for a key of the Dummy's, and says so", "0", func(_ *game, logs *[4]transcript) {
		logs[0][link{request, 0, 1}][0] = logs[3][link{request, 3, 1}][0]
	})
	one("keys-without-request", "the Dummy has recorded keys, but not asking for them", "3", func(_ *game, logs *[4]transcript) {
		delete(logs[3], link{request, 3, 1})
	})
	one("withheld", "the Card Dealer gives no record", "", func(_ *game, logs *[4]transcript) { logs[2] = nil })
	one("broken-off", "the Host's keys didn't arrive", "", func(_ *game, logs *[4]transcript) {
		delete(logs[0], link{sendKeys, 1, 0})
	})
	one("not-dealt", "the Card Dealer stopped before it dealt the Dummy's cards", "", func(_ *game, logs *[4]transcript) {
		delete(logs[2], toDummy)
		logs[3] = transcript{}
		for _, k := range []link{{request, 3, 1}, {sendKeys, 1, 3}} {
			delete(logs[1], k)
		}
	})
	return out
}
