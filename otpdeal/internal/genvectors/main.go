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
	vectors.Write("squaredeal/otpdeal v1", cards(), messages(), deals(), roles(), states(), records(), audits(), accumulated())
}

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
	return vectors.Fields{"deal": hex.EncodeToString([]byte(deal)), "cards": hex.EncodeToString(g.cards), "pads": hex.EncodeToString(g.pads), "order": hex.EncodeToString(g.order)}
}

func (g game) texts() (list []string) {
	for _, k := range links {
		list = append(list, k.text(g.log[k]))
	}
	return list
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
	ofDeal := func(id, comment, deal string, k link, payload []byte, result string) {
		c := vectors.Case{
			ID: "message/" + id, Comment: comment, Result: result,
			Inputs: vectors.Fields{"deal": hex.EncodeToString([]byte(deal)), "kind": k.kind, "from": k.from, "to": k.to, "payload": hex.EncodeToString(payload)},
		}
		if result == "ok" {
			b := append(lp([]byte("squaredeal/otpdeal/v1/message")), lp([]byte(deal))...)
			b = append(b, k.kind, byte(k.from), byte(k.to))
			c.Outputs = vectors.Fields{"value": hex.EncodeToString(append(b, lp(payload)...))}
		} else {
			c.Outputs = vectors.Fields{"blame": fmt.Sprint(k.from)}
		}
		if deal == "" || len(deal) > 1024 || k.from > 3 || k.to > 3 {
			c.Outputs["blame"] = ""
		}
		out = append(out, c)
	}
	one := func(id, comment string, k link, payload []byte, result string) {
		ofDeal(id, comment, deal, k, payload, result)
	}
	short := link{request, 3, 1}
	ofDeal("deal-2", "the same message in another deal has another value", "deal 2", short, g.log[short], "ok")
	ofDeal("deal-zero-byte", "a deal id may hold any bytes", "\x00\xff", short, g.log[short], "ok")
	ofDeal("deal-longest", "a deal id of 1,024 bytes", strings.Repeat("d", 1024), short, g.log[short], "ok")
	ofDeal("deal-empty", "no deal id", "", short, g.log[short], "malformed")
	ofDeal("deal-too-long", "a deal id of 1,025 bytes", strings.Repeat("d", 1025), short, g.log[short], "malformed")
	one("seat-4", "from no seat", link{request, 4, 1}, g.log[short], "malformed")
	one("to-seat-4", "to no seat", link{request, 3, 4}, g.log[short], "malformed")
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
	// Which refusal comes first.
	one("sender-and-length", "a kind that doesn't go that way, of another length", link{sendKeys, 3, 1}, g.pads, "sender")
	one("sender-and-number", "a kind that doesn't go that way, with a number over 51", link{request, 1, 3}, bytes.Repeat([]byte{52}, 13), "sender")
	one("kind-and-route", "no kind, between seats between which no message goes", link{9, 3, 3}, g.pads, "malformed")
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
		var hands, records, entries []string
		for seat := range 4 {
			hands = append(hands, hex.EncodeToString(g.hand(seat)))
			records = append(records, g.log.record(seat))
		}
		for i := range 52 {
			entries = append(entries, entry(i, g.encrypted[i], g.pads[i]))
		}
		out = append(out, vectors.Case{
			ID: "deal/" + c.id, Comment: c.comment, Inputs: g.inputs(),
			Outputs: vectors.Fields{"messages": g.texts(), "hands": hands, "records": records, "entries": entries}, Result: "ok",
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
			if len(m.payload) != len(g.log[m.link]) || slices.ContainsFunc(m.numbers(m.payload), func(n byte) bool { return n > 51 }) {
				answers = append(answers, fmt.Sprintf("malformed %d", m.from)) // 3.3
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

func states() (out []vectors.Case) {
	g := seeded(3)
	refused := func(id, comment string, seat int, state []byte) {
		out = append(out, vectors.Case{ID: "state/" + id, Comment: comment, Inputs: vectors.Fields{"seat": seat, "state": hex.EncodeToString(state)}, Result: "malformed"})
	}
	dummy := func() *role {
		r := &role{seat: 3, game: g, have: transcript{}}
		for _, k := range []link{{sendCards, 2, 3}, {sendKeys, 1, 3}} {
			r.receive(k, g.log[k])
		}
		return r
	}
	good := dummy().state()
	body := good[:len(good)-32]
	// change replaces bytes of a state, and seals it.
	change := func(old, new string) []byte {
		if strings.Count(string(body), old) != 1 {
			log.Fatalf("%q is in the state %d times", old, strings.Count(string(body), old))
		}
		return sealed([]byte(strings.Replace(string(body), old, new, 1)))
	}
	label := "otpdeal/v1/state\x03"
	refused("empty", "nothing", 3, nil)
	refused("cut", "the last byte is missing", 3, good[:len(good)-1])
	refused("trailing", "a byte too many", 3, append(bytes.Clone(good), 0))
	refused("trailing-sealed", "a byte too many, under a checksum of all", 3, sealed(append(bytes.Clone(body), 0)))
	broken := bytes.Clone(good)
	broken[80] ^= 1
	refused("checksum", "a bit has changed", 3, broken)
	refused("label", "another label", 3, change("otpdeal/v1/state", "otpdeal/v2/state"))
	refused("other-seat", "the Dummy's state for the Host", 0, good)
	refused("seat-0", "it says that it is the Host's", 0, change(label, "otpdeal/v1/state\x00"))
	refused("no-deal", "an empty deal id", 3, change(string(lp([]byte(deal))), string(lp(nil))))
	refused("long-deal", "a deal id of 1,025 bytes", 3, change(string(lp([]byte(deal))), string(lp(make([]byte, 1025)))))
	after := string(lp([]byte(deal)))
	refused("secrets", "a Dummy has none", 3, change(after+string(lp(nil)), after+string(lp([]byte{0}))))
	refused("started", "a Dummy doesn't start", 3, change(after+string(lp(nil))+"\x00", after+string(lp(nil))+"\x01"))
	cards, keys := g.log[link{sendCards, 2, 3}], g.log[link{sendKeys, 1, 3}]
	refused("early", "keys without cards", 3, change(string(lp(cards)), string(lp(nil))))
	refused("short-message", "a malformed message", 3, change(string(lp(keys)), string(lp(keys[1:]))))
	wrong := bytes.Clone(keys)
	wrong[0] ^= 0x30
	refused("wrong-hand", "a message that is refused", 3, change(string(lp(keys)), string(lp(wrong))))

	host := &role{seat: 0, game: g, have: transcript{}}
	waiting := host.state()
	twice := bytes.Clone(waiting[:len(waiting)-32])
	at := bytes.Index(twice, g.encrypted)
	twice[at] ^= g.cards[0] ^ g.cards[1]
	refused("card-twice", "a Host's deck that isn't a full one", 0, sealed(twice))
	start := bytes.Clone(waiting[:len(waiting)-32])
	start[at+104] = 2
	refused("start-2", "a start that is neither 0 nor 1", 0, sealed(start))
	short := slices.Delete(bytes.Clone(waiting[:len(waiting)-32]), at+103, at+104)
	short[at-1] = 103
	refused("short-deck", "103 bytes of cards and keys", 0, sealed(short))
	long := slices.Insert(bytes.Clone(waiting[:len(waiting)-32]), at+104, 0)
	long[at-1] = 105
	refused("long-deck", "105 bytes of cards and keys", 0, sealed(long))

	dealer := &role{seat: 2, game: g, have: transcript{}}
	assigned := dealer.state()
	assigned = assigned[:len(assigned)-32]
	at = bytes.Index(assigned, g.order)
	assigned[at] = assigned[at+1]
	refused("order-twice", "an assignment that holds a number twice", 2, sealed(assigned))

	ended := &role{seat: 3, game: g, have: transcript{}}
	ended.receive(link{sendCards, 2, 3}, cards)
	ended.receive(link{sendKeys, 1, 3}, wrong)
	over := ended.state()
	over = over[:len(over)-32]
	index := len(over) - 22 // the index of the refused message
	with := func(at int, value byte) []byte {
		b := bytes.Clone(over)
		b[at] = value
		return sealed(b)
	}
	refused("refused-no-route", "a refused message that doesn't exist", 3, with(index, 11))
	refused("refused-other-seat", "a refused message to another seat", 3, with(index, 9))
	refused("refused-short", "a refused message that is malformed", 3, sealed(slices.Concat(over[:index+1], lp(wrong[1:]))))
	again := slices.Concat(over[:index], []byte{4}, lp(cards))
	refused("refused-accepted", "a refused message that had been accepted", 3, sealed(again))
	complete := dummy().state()
	complete = append(complete[:len(complete)-32-9], 10)
	refused("refused-when-done", "a refused message in a state that has all messages", 3, sealed(append(complete, lp(wrong)...)))
	refused("refused-none", "no refused message, but a payload of one", 3, with(index, 0xff))
	early := &role{seat: 3, game: g, have: transcript{}}
	early.receive(link{sendCards, 2, 3}, cards)
	accepted := early.state()
	accepted = append(accepted[:len(accepted)-32-9], 10)
	refused("refused-acceptable", "a refused message that isn't refused", 3, sealed(append(accepted, lp(keys)...)))
	return out
}

func records() (out []vectors.Case) {
	g := seeded(5)
	name := hex.EncodeToString([]byte(deal))
	for seat := range 4 {
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("record/seat-%d", seat), Comment: "a whole one", Inputs: vectors.Fields{"record": g.log.record(seat)},
			Outputs: vectors.Fields{"deal": name, "seat": seat, "messages": g.log.texts(seat)}, Result: "ok",
		})
	}
	partial := transcript{links[0]: g.log[links[0]]}
	out = append(out, vectors.Case{
		ID: "record/partial", Comment: "what a Key Master has that got its keys and nothing else", Inputs: vectors.Fields{"record": partial.record(1)},
		Outputs: vectors.Fields{"deal": name, "seat": 1, "messages": partial.texts(1)}, Result: "ok",
	})
	whole := g.log.record(3)
	refused := func(id, comment, record string) {
		out = append(out, vectors.Case{ID: "record/" + id, Comment: comment, Inputs: vectors.Fields{"record": record}, Result: "malformed"})
	}
	refused("empty", "nothing", "")
	refused("label", "another label", strings.Replace(whole, hex.EncodeToString([]byte("record")), hex.EncodeToString([]byte("Record")), 1))
	refused("seat-4", "no seat", strings.Replace(whole, name+"03", name+"04", 1))
	refused("seat-4-alone", "no seat, and no messages", hex.EncodeToString(slices.Concat(lp([]byte("squaredeal/otpdeal/v1/record")), lp([]byte(deal)), []byte{4})))
	refused("other-seat", "the Dummy's messages as the Host's", strings.Replace(whole, name+"03", name+"00", 1))
	refused("no-deal", "an empty deal id", g.log.recordOf("", 3))
	refused("long-deal", "a deal id of 1,025 bytes", g.log.recordOf(strings.Repeat("d", 1025), 3))
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
	for _, runs := range []int{100, 10_000} {
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

// An evidence is what an audit is made of. A nil log is a record that isn't given or
// can't be read.
type evidence struct {
	encrypted, keys []byte // what the entries open to; none if they aren't given
	badEntries      bool
	logs            [4]transcript
	badRecord       [4]bool
}

// audit is SPEC.md, section 7.
func (e evidence) audit() (findings, missing []string) {
	encrypted, keys, logs := e.encrypted, e.keys, e.logs
	find := func(text string) { findings = append(findings, text) }
	readable := len(encrypted) == 52 && !e.badEntries
	switch {
	case len(encrypted) == 0:
		missing = append(missing, "missing 0")
	case !readable:
		find("malformed 0")
	default:
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
		if e.badRecord[seat] {
			find(fmt.Sprintf("malformed %d", seat))
			continue
		}
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
	// A story changes a finished deal: the opened entries, and each seat's log.
	var entryText, entryNumber any
	var texts [4]string // of records that aren't what the log says
	tell := func(id, comment string, want *string, story func(g *game, logs *[4]transcript)) {
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
		entryText, texts = nil, [4]string{}
		if story != nil {
			story(&g, &logs)
		}
		inputs := vectors.Fields{"deal": hex.EncodeToString([]byte(deal))}
		e := evidence{encrypted: g.encrypted, keys: g.pads, logs: logs}
		if entryText != nil {
			e.badEntries = true
			inputs["entry"] = vectors.Fields{"number": entryNumber, "value": entryText}
		}
		list := make([]string, 4)
		for seat, l := range logs {
			if l != nil {
				list[seat] = l.record(seat)
			}
			if texts[seat] != "" {
				list[seat], e.logs[seat], e.badRecord[seat] = texts[seat], nil, true
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
		out = append(out, vectors.Case{ID: "audit/" + id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: "ok"})
	}
	one := func(id, comment, want string, story func(g *game, logs *[4]transcript)) {
		tell(id, comment, &want, story)
	}
	toHost, toKM, toDummy := link{sendCards, 2, 0}, link{sendCards, 2, 1}, link{sendCards, 2, 3}
	suits := func(payload []byte) {
		for i := range 13 {
			payload[i] ^= 0x40
		}
	}
	one("honest", "nothing to find", "", nil)
	one("entry-number", "entry 17 says that it is 18", "0", func(g *game, _ *[4]transcript) {
		entryNumber, entryText = 17, entry(18, g.encrypted[17], g.pads[17])
	})
	one("entry-of-another-deal", "entry 0 names another deal", "0", func(g *game, _ *[4]transcript) {
		entryNumber, entryText = 0, entryOf("deal 2", 0, g.encrypted[0], g.pads[0])
	})
	one("entry-cut", "entry 51 lacks its last byte", "0", func(g *game, _ *[4]transcript) {
		e := entry(51, g.encrypted[51], g.pads[51])
		entryNumber, entryText = 51, e[:len(e)-2]
	})
	one("entry-trailing", "entry 3 has a byte too many, and the Host sent keys that aren't the entries': 5 is left out", "0", func(g *game, _ *[4]transcript) {
		entryNumber, entryText = 3, entry(3, g.encrypted[3], g.pads[3])+"00"
		g.encrypted[0] ^= 1
		g.pads[0] ^= 1
	})
	one("entries-51", "an entry is missing", "0", func(g *game, _ *[4]transcript) { g.encrypted, g.pads = g.encrypted[:51], g.pads[:51] })
	one("entries-withheld", "the Host opens nothing", "", func(g *game, _ *[4]transcript) { g.encrypted, g.pads = nil, nil })
	one("entries-and-record-withheld", "nor gives a record", "", func(g *game, logs *[4]transcript) {
		g.encrypted, g.pads = nil, nil
		logs[0] = nil
	})
	for seat := range 4 {
		one(fmt.Sprintf("record-cut-%d", seat), "a record lacks its last byte, and what it says counts for nothing", fmt.Sprint(seat), func(_ *game, logs *[4]transcript) {
			for _, k := range links {
				if k.from == seat || k.to == seat {
					logs[seat][k][0] ^= 1
				}
			}
			text := logs[seat].record(seat)
			texts[seat] = text[:len(text)-2]
		})
		one(fmt.Sprintf("record-of-another-deal-%d", seat), "a record names another deal", fmt.Sprint(seat), func(_ *game, logs *[4]transcript) {
			texts[seat] = logs[seat].recordOf("deal 2", seat)
		})
		one(fmt.Sprintf("record-of-another-seat-%d", seat), "a record is the next seat's", fmt.Sprint(seat), func(_ *game, logs *[4]transcript) {
			texts[seat] = logs[(seat+1)%4].record((seat + 1) % 4)
		})
	}
	one("entries-card-twice", "the opened entries hold a card twice", "0", func(g *game, _ *[4]transcript) { g.pads[0] ^= g.cards[0] ^ g.cards[1] })
	one("entries-no-card", "the opened entries hold a byte that is no card", "0", func(g *game, _ *[4]transcript) { g.encrypted[9] ^= 0x10 })
	one("entries-exchanged", "the opened entries are a full deck, but not what was sent", "0", func(g *game, _ *[4]transcript) {
		g.pads[0] ^= g.cards[0] ^ g.cards[1]
		g.pads[1] ^= g.cards[0] ^ g.cards[1]
	})
	one("entries-exchanged-denied", "and the Host records what it should have sent", "0 1", func(g *game, logs *[4]transcript) {
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
	// The lies of two seats: rules 6 and 7, one by one.
	one("dealt-own-number", "the Card Dealer asks for a number that it dealt the Dummy, and says so", "2", func(_ *game, logs *[4]transcript) {
		logs[2][link{request, 2, 1}][4] = logs[2][toDummy][13]
		logs[1] = nil
	})
	for _, seat := range []int{0, 1} {
		one(fmt.Sprintf("dealt-own-number-%d", seat), "the Card Dealer asks for a number that it dealt this seat, and says so", "2", func(_ *game, logs *[4]transcript) {
			logs[2][link{request, 2, 1}][4] = logs[2][link{sendCards, 2, seat}][13]
			logs[1] = nil
		})
	}
	one("dealt-twice-to-two", "the Card Dealer says that it dealt two seats the same number", "2", func(_ *game, logs *[4]transcript) {
		all := logs[2][link{allCards, 0, 2}]
		logs[2][toKM][13] = logs[2][toHost][25]
		logs[2][toKM][0] = all[logs[2][toHost][25]]
	})
	one("dealt-twice-in-three", "a number that the Card Dealer gives to three seats: two findings more than of two", "2", func(_ *game, logs *[4]transcript) {
		all := logs[2][link{allCards, 0, 2}]
		n := logs[2][toHost][13]
		for _, k := range []link{toKM, toDummy} {
			logs[2][k][13], logs[2][k][0] = n, all[n]
		}
		logs[1], logs[3] = nil, nil
	})
	one("given-of-own", "the Key Master says that it gave the key of a card of its own", "1", func(_ *game, logs *[4]transcript) {
		logs[1][link{request, 0, 1}][0] = logs[1][toKM][13]
		logs[1][link{sendKeys, 1, 0}][0] = logs[1][link{allKeys, 0, 1}][logs[1][toKM][13]]
	})
	one("mismatch-twice", "the Card Dealer changed the cards of two seats, and says so: two findings", "2", func(_ *game, logs *[4]transcript) {
		for _, k := range []link{toKM, toDummy} {
			suits(logs[2][k])
			suits(logs[k.to][k])
		}
	})
	one("keys-and-cards-not-the-entries", "the Host sent neither the keys nor the cards of the entries: two findings", "0", func(g *game, logs *[4]transcript) {
		for i := range 52 {
			g.pads[i] ^= 0x0f
			g.encrypted[i] ^= 0x0f
		}
	})
	one("asked-for-another-dummy", "the Dummy asked for a key of the Host's, and says so", "3", func(_ *game, logs *[4]transcript) {
		logs[3][link{request, 3, 1}][0] = logs[0][link{request, 0, 1}][0]
	})
	for _, seat := range []int{0, 3} {
		one(fmt.Sprintf("request-in-another-order-%d", seat), "a request in another order, answered in that order: numbers are compared as sets", "", func(_ *game, logs *[4]transcript) {
			for _, l := range []transcript{logs[seat], logs[1]} {
				slices.Reverse(l[link{request, seat, 1}])
				slices.Reverse(l[link{sendKeys, 1, seat}])
			}
		})
	}
	one("keys-in-another-order", "the Key Master answers a request in another order", "1", func(_ *game, logs *[4]transcript) {
		for _, l := range []transcript{logs[3], logs[1]} {
			slices.Reverse(l[link{sendKeys, 1, 3}])
		}
	})

	// Rule 3, row by row; rule 8 with one end, or both, without the message, and with a
	// record that isn't given.
	for seat := range 4 {
		for _, k := range links {
			for i := range needs(seat, k) {
				tell(fmt.Sprintf("lacks-%d-%d-%d-at-%d-%d", k.kind, k.from, k.to, seat, i), "a record lacks what another message in it needs", nil, func(_ *game, logs *[4]transcript) {
					delete(logs[seat], needs(seat, k)[i])
				})
			}
		}
	}
	for _, k := range links {
		name := fmt.Sprintf("%d-%d-%d", k.kind, k.from, k.to)
		tell("not-sent-"+name, "a message that its recipient has recorded, and its sender not", nil, func(_ *game, logs *[4]transcript) { delete(logs[k.from], k) })
		tell("not-accepted-"+name, "a message that its sender has recorded, and its recipient not", nil, func(_ *game, logs *[4]transcript) { delete(logs[k.to], k) })
		tell("neither-"+name, "a message that neither end has recorded", nil, func(_ *game, logs *[4]transcript) {
			delete(logs[k.from], k)
			delete(logs[k.to], k)
		})
		tell("not-sent-alone-"+name, "a message that its sender hasn't recorded, and its recipient gives no record", nil, func(_ *game, logs *[4]transcript) {
			delete(logs[k.from], k)
			logs[k.to] = nil
		})
		tell("not-accepted-alone-"+name, "a message that its recipient hasn't recorded, and its sender gives no record", nil, func(_ *game, logs *[4]transcript) {
			delete(logs[k.to], k)
			logs[k.from] = nil
		})
	}
	for seat := range 4 {
		if seat != 2 {
			one(fmt.Sprintf("withheld-%d", seat), "a seat gives no record", "", func(_ *game, logs *[4]transcript) { logs[seat] = nil })
		}
	}
	one("nothing", "neither entries nor records are given", "", func(g *game, logs *[4]transcript) {
		g.encrypted, g.pads, *logs = nil, nil, [4]transcript{}
	})
	return out
}
