package spec

import (
	"fmt"
	"slices"
	"strings"
)

func otpdealCases(s *suite) {
	otpMessages(s)
	otpDeals(s)
	otpRoles{s, seededGame(3), seededGame(4)}.add()
	otpStates(s)
	otpRecords(s)
	otpAudits(s)
	s.accumulate("deals/runs", "the payloads and hands of the deals with seeds 0, 1, …", []int{100, 10_000}, func(i int) (out string) {
		g := seededGame(i)
		for _, k := range links {
			out += g.log[k]
		}
		return out + fromHex(strings.Join(g.hands(), ""))
	})
	s.accumulate("roles/runs", "section 10.3: a role that gets messages of all kinds", []int{100, 1000}, roleRun)
	s.accumulate("audits/runs", "section 10.3: evidence that was changed", []int{100, 1000}, auditRun)
}

func (g game) inputs(more ...any) fields {
	return fields{"deal": hexOf(otpID), "cards": hexOf(g.cards), "pads": hexOf(g.pads), "order": hexOf(g.order)}.with(more...)
}

func otpMessages(s *suite) {
	s.ok("card/deck", "the 52 cards, suit by suit", fields{}, fields{"deck": hexOf(fullDeck())})
	s.ok("card/ace-of-clubs", "the least", fields{"suit": 0, "rank": 1}, fields{"byte": "01"})
	s.ok("card/king-of-hearts", "the greatest", fields{"suit": 3, "rank": 13}, fields{"byte": "cd"})
	s.refuse("card/rank-0", "no rank", "malformed", fields{"suit": 0, "rank": 0})
	s.refuse("card/rank-14", "above the king", "malformed", fields{"suit": 0, "rank": 14})
	s.refuse("card/suit-4", "a fifth suit", "malformed", fields{"suit": 4, "rank": 1})

	g := seededGame(1)
	add := func(id, comment, deal string, k link, payload, result string) {
		q := otpQuestion{Deal: hexOf(deal), Kind: uint8(k.kind), From: k.from, To: k.to, Payload: hexOf(payload)}
		outputs, class := q.message()
		expect(id, class, result)
		inputs := fields{"deal": hexOf(deal), "kind": k.kind, "from": k.from, "to": k.to, "payload": hexOf(payload)}
		s.add(vector{ID: "message/" + id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: result})
	}
	short, cards := dummyAsks, cardsToDummy
	add("deal-longest", "a deal id of 1,024 bytes", strings.Repeat("d", 1024), short, g.log[short], "ok")
	add("deal-shortest", "a deal id of one byte", "d", short, g.log[short], "ok")
	add("deal-empty", "no deal id", "", short, g.log[short], "malformed")
	add("deal-too-long", "a deal id of 1,025 bytes", strings.Repeat("d", 1025), short, g.log[short], "malformed")
	add("seat-4", "from no seat", otpID, link{request, 4, 1}, g.log[short], "malformed")
	add("to-seat-4", "to no seat", otpID, link{request, 3, 4}, g.log[short], "malformed")
	for _, k := range links {
		add(fmt.Sprintf("%d-%d-%d", k.kind, k.from, k.to), "of the deal with seed 1", otpID, k, g.log[k], "ok")
		if id := fmt.Sprintf("%d-%d-%d", k.kind, k.to, k.from); k.to != k.from {
			add(id, "a kind that doesn't go that way", otpID, link{k.kind, k.to, k.from}, g.log[k], "sender")
		}
	}
	for _, k := range []link{keysToKM, cardsToDealer, cardsToHost, hostAsks, keysToHost} {
		payload := g.log[k]
		add(fmt.Sprintf("%d-short", k.kind), "a byte is missing", otpID, k, payload[1:], "malformed")
		add(fmt.Sprintf("%d-long", k.kind), "a byte more", otpID, k, payload+"\x33", "malformed")
	}
	add("cards-number-52", "a key number over 51", otpID, cards, replaced(g.log[cards], 25, "\x34"), "malformed")
	add("cards-number-twice", "the first and the last number are the same", otpID, cards,
		replaced(g.log[cards], 25, g.log[cards][13:14]), "malformed")
	add("request-number-128", "a key number that is negative as a signed byte", otpID, short, replaced(g.log[short], 12, "\x80"), "malformed")
	add("request-number-twice", "the first and the last number are the same", otpID, short,
		replaced(g.log[short], 12, g.log[short][:1]), "malformed")
	add("kind-0", "no kind", otpID, link{0, 0, 1}, g.pads, "malformed")
	add("kind-6", "no kind", otpID, link{6, 0, 1}, g.pads, "malformed")
	add("sender-and-length", "a kind that doesn't go that way, of another length", otpID, link{sendKeys, 3, 1}, g.pads, "sender")
	add("kind-and-route", "no kind, between seats between which no message goes", otpID, link{9, 3, 3}, g.pads, "malformed")
}

func otpDeals(s *suite) {
	g := seededGame(1)
	s.ok("deal/worked", "a whole deal, from SplitMix64 of seed 1", g.inputs(), g.outputs())
	refuse := func(id, comment, result string, name, value string) {
		s.refuse("deal/"+id, comment, result, g.inputs(name, hexOf(value)))
	}
	refuse("51-cards", "a card is missing", "malformed", "cards", g.cards[1:])
	refuse("53-pads", "a pad too many", "malformed", "pads", g.pads+"\x00")
	refuse("card-twice", "not a full deck", "cards", "cards", replaced(g.cards, 0, g.cards[51:]))
	refuse("unused-bit", "a bit between suit and rank", "cards", "cards", xor(g.cards, 9, 0x20))
	refuse("order-twice", "a number is assigned twice", "malformed", "order", replaced(g.order, 0, g.order[51:]))
	refuse("order-52", "a number over 51", "malformed", "order", replaced(g.order, 0, "\x34"))
	refuse("order-short", "51 numbers", "malformed", "order", g.order[1:])
}

// A letter is a message; one of kind 0 is the Host's start.
type letter struct {
	link
	payload string
}

func (r *role) gets(m letter) (text, answer string) {
	if m.kind == 0 {
		return "start", r.start()
	}
	return m.text(m.payload), r.hears(m.link, m.payload)
}

// The otpRoles are cases of roles in a game, and have another for what doesn't belong there.
type otpRoles struct {
	suite       *suite
	game, other game
}

func (c otpRoles) add() {
	c.wholeDeals()
	c.ofHost()
	c.ofKeyMaster()
	c.ofDealer()
	c.ofDummy()
}

// run lets a seat get letters. The last of its answers must be as wanted, unless that is empty.
func (c otpRoles) run(id, comment string, seat int, want string, letters ...letter) {
	r := newRole(seat, c.game)
	var texts, answers []string
	for _, m := range letters {
		text, answer := r.gets(m)
		texts, answers = append(texts, text), append(answers, answer)
	}
	if want != "" {
		expect(id, answers[len(answers)-1], want)
	}
	inputs := fields{"seat": seat, "deal": hexOf(otpID), "messages": texts}
	if seat%2 == 0 {
		inputs = c.game.inputs("seat", seat, "messages", texts)
	}
	c.suite.ok("role/"+id, comment, inputs, r.outputs(answers))
}

// start is no message, but the Host's start.
var start link

// whole lets a seat get messages of the game alone.
func (c otpRoles) whole(id, comment string, seat int, messages ...link) {
	var letters []letter
	for _, k := range messages {
		letters = append(letters, c.sent(k))
	}
	c.run(id, comment, seat, "", letters...)
}

// sent is a message of the game.
func (c otpRoles) sent(k link) letter { return letter{k, c.game.log[k]} }

// flip has bits of a byte changed.
func (c otpRoles) flip(k link, at int, bits byte) letter {
	return letter{k, xor(c.game.log[k], at, bits)}
}

// copied has the payload of another message.
func (c otpRoles) copied(k, from link) letter { return letter{k, c.game.log[from]} }

// taken has key number n of another message in place of a byte.
func (c otpRoles) taken(k link, at int, from link, n int) letter {
	number := from.numbers(c.game.log[from])[n : n+1]
	return letter{k, replaced(c.game.log[k], at, number)}
}

// swapped is a SEND CARDS whose first two cards are exchanged, with their numbers.
func (c otpRoles) swapped(k link) letter {
	p := c.game.log[k]
	return letter{k, p[1:2] + p[:1] + p[2:13] + p[14:15] + p[13:14] + p[15:]}
}

func (c otpRoles) wholeDeals() {
	c.whole("host", "a whole deal, every message twice, and the start again", 0,
		start, cardsToHost, cardsToHost, keysToHost, cardsToHost, keysToHost, start)
	c.whole("keymaster", "a whole deal, every message twice: the keys are given again", 1,
		keysToKM, keysToKM, cardsToKM, cardsToKM, hostAsks, hostAsks, keysToKM, dealerAsks, dealerAsks, dummyAsks,
		dummyAsks, keysToKM)
	c.whole("keymaster-keys-last", "the keys come last, and all that came before is answered", 1,
		dummyAsks, dummyAsks, cardsToKM, hostAsks, dealerAsks, keysToKM, dummyAsks)
	c.whole("dealer", "a whole deal, every message twice: the same cards are dealt", 2,
		cardsToDealer, cardsToDealer, keysToDealer, cardsToDealer, keysToDealer)
	c.whole("dummy", "a whole deal, every message twice", 3,
		cardsToDummy, cardsToDummy, keysToDummy, cardsToDummy, keysToDummy)
}

func (c otpRoles) ofHost() {
	sent := c.sent
	c.run("host-keys-early",
		"keys before the Host has cards; what comes then is answered by the same refusal", 0, "state 1",
		sent(start), sent(keysToHost), sent(cardsToHost))
	c.run("host-cards-changed", "an encrypted card that isn't the Host's", 0, "mismatch 2",
		sent(start), c.flip(cardsToHost, 12, 0x40))
	c.run("host-cards-of-another-deal", "a replay", 0, "mismatch 2",
		sent(start), letter{cardsToHost, c.other.log[cardsToHost]})
	c.run("host-keys-of-another-seat", "the Dummy's keys", 0, "mismatch 1",
		sent(start), sent(cardsToHost), c.copied(keysToHost, keysToDummy))
	c.run("host-not-started", "a Host that is refused a message before it starts doesn't start", 0, "state 2",
		sent(cardsToHost), sent(start), sent(keysToHost))
}

func (c otpRoles) ofKeyMaster() {
	sent := c.sent
	c.run("keymaster-keys-twice", "all keys a second time, one of them changed", 1, "state 0",
		sent(keysToKM), c.flip(keysToKM, 51, 1))
	c.run("keymaster-request-twice", "a second request, for numbers of another seat: it is the second", 1, "state 3",
		sent(keysToKM), sent(hostAsks), sent(dummyAsks), c.copied(dummyAsks, hostAsks))
	c.run("keymaster-given", "a number that the Host was given", 1, "taken 0 2 3",
		sent(keysToKM), sent(hostAsks), c.taken(dummyAsks, 7, hostAsks, 3))
	c.run("keymaster-given-to-dealer", "a number that the Card Dealer was given", 1, "taken 0 2",
		sent(keysToKM), sent(dealerAsks), c.taken(hostAsks, 7, dealerAsks, 3))
	c.run("keymaster-own-number", "a number of its own cards", 1, "taken 2 3",
		sent(keysToKM), sent(cardsToKM), c.taken(dummyAsks, 0, cardsToKM, 0))
	c.run("keymaster-cards-given", "its own cards, with a number that the Dummy was given", 1, "taken 2 3",
		sent(keysToKM), sent(dummyAsks), c.taken(cardsToKM, 25, dummyAsks, 0))
	two := letter{dummyAsks, replaced(c.taken(dummyAsks, 0, dealerAsks, 0).payload, 12, c.game.log[hostAsks][:1])}
	c.run("keymaster-two-claims",
		"numbers of the Card Dealer and of the Host, who asked later: the first in the order of the table counts", 1, "taken 0 2 3",
		sent(dealerAsks), sent(hostAsks), two)
	both := letter{cardsToKM, xor(c.taken(cardsToKM, 25, hostAsks, 0).payload, 0, 0x10)}
	c.run("keymaster-claimed-and-no-card",
		"its own cards, with a number that is taken and a byte that is no card", 1, "taken 0 2",
		sent(keysToKM), sent(hostAsks), both)
	c.run("keymaster-no-card", "a card of its own with an unused bit set", 1, "cards 0 2",
		sent(keysToKM), c.flip(cardsToKM, 4, 0x10))
	rank := func(to byte) byte { return (c.game.hand(1)[4] & 0x0f) ^ to }
	c.run("keymaster-rank-0", "a card of its own without a rank", 1, "cards 0 2",
		sent(keysToKM), c.flip(cardsToKM, 4, rank(0)))
	c.run("keymaster-rank-14", "a card of its own above the king", 1, "cards 0 2",
		sent(keysToKM), c.flip(cardsToKM, 4, rank(14)))
	c.run("keymaster-no-card-by-keys", "the same, when the keys come later", 1, "cards 0 2",
		sent(cardsToKM), c.flip(keysToKM, int(c.game.log[cardsToKM][13+4]), 0x20))
}

func (c otpRoles) ofDealer() {
	sent := c.sent
	c.run("dealer-cards-twice", "all cards a second time, one of them changed", 2, "state 0",
		sent(cardsToDealer), c.flip(cardsToDealer, 0, 0x80))
	c.run("dealer-no-card", "a key that opens no card", 2, "cards 0 1",
		sent(cardsToDealer), c.flip(keysToDealer, 0, 0x10))
}

func (c otpRoles) ofDummy() {
	sent := c.sent
	c.run("dummy-keys-early",
		"keys before the cards; then messages that can't be read, and are malformed, and others", 3, "state 1",
		sent(keysToDummy), letter{cardsToDummy, "\x00"}, letter{link{9, 2, 3}, "\x00"}, sent(cardsToKM),
		sent(cardsToDummy))
	c.run("dummy-cards-twice", "the cards a second time, in another order", 3, "state 2",
		sent(cardsToDummy), c.swapped(cardsToDummy))
	c.run("dummy-card-twice", "a key that makes the first card another copy of the second", 3, "cards 0 1 2",
		sent(cardsToDummy), c.flip(keysToDummy, 0, c.game.hand(3)[0]^c.game.hand(3)[1]))
	c.run("dummy-done-other-cards", "another payload when all is done: a refusal that changes nothing", 3, "",
		sent(cardsToDummy), sent(keysToDummy), c.swapped(cardsToDummy), sent(cardsToDummy))
	c.run("dummy-malformed", "malformed messages, and those for other seats, end nothing", 3, "",
		letter{keysToDummy, c.game.log[keysToDummy][1:]},
		letter{cardsToDummy, replaced(c.game.log[cardsToDummy], 25, "\x34")}, sent(cardsToKM),
		c.copied(link{sendKeys, 2, 1}, keysToDummy), sent(cardsToDummy))
}

// roleRun follows section 10.3.
func roleRun(i int) (out string) {
	seat, b := i%4, sha(fmt.Sprint("role ", i))
	g, other := seededGame(i), seededGame(i+1)
	r := newRole(seat, g)
	in := slices.DeleteFunc(linksOf(seat), func(k link) bool { return k.to != seat })
	var letters []letter
	if seat == 0 && b[31] >= 32 {
		letters = append(letters, letter{})
	}
	for n := range 12 {
		x, y := b[2*n], b[2*n+1]
		k := in[int(x)%len(in)]
		m := letter{k, g.log[k]}
		switch {
		case y < 8:
			m.payload = other.log[k]
		case y < 16:
			m.payload = xor(m.payload, 0, 0x10)
		case y < 24:
			m.payload = m.payload[1:]
		}
		letters = append(letters, m)
	}
	for _, m := range letters {
		_, answer := r.gets(m)
		out += answer + "\n"
	}
	return out + seal(r.state())
}

func otpStates(s *suite) {
	g := seededGame(3)
	cards, keys := cardsToDummy, keysToDummy
	refuse := func(id, comment string, seat int, state string) {
		s.refuse("state/"+id, comment, "malformed", fields{"seat": seat, "state": hexOf(state)})
	}
	after := func(letters ...letter) string { // the Dummy's state
		r := newRole(3, g)
		for _, m := range letters {
			r.gets(m)
		}
		return r.state()
	}
	is := func(k link) letter { return letter{k, g.log[k]} }
	wrong := letter{keys, xor(g.log[keys], 0, 0x30)}
	good, over := after(is(cards), is(keys)), after(is(cards), wrong)
	// change replaces bytes of a good state, and seals it.
	change := func(id, comment, old, new string) {
		expect(id, strings.Count(good, old), 1)
		refuse(id, comment, 3, seal(strings.Replace(good, old, new, 1)))
	}
	label, id := "otpdeal/v1/state\x03", lp(otpID)
	refuse("empty", "nothing", 3, "")
	s.sealless("state", fields{"seat": 3})
	refuse("trailing-sealed", "a byte too many, under a checksum of all", 3, seal(good+"\x00"))
	refuse("checksum", "a bit has changed", 3, flip(seal(good), 80))
	refuse("other-seat", "the Dummy's state for the Host", 0, seal(good))
	change("label", "another label", "otpdeal/v1/state", "otpdeal/v2/state")
	change("seat-0", "it says that it is the Host's", label, "otpdeal/v1/state\x00")
	change("no-deal", "an empty deal id", id, lp(""))
	change("long-deal", "a deal id of 1,025 bytes", id, lp(zeros(1025)))
	change("secrets", "a Dummy has none", id+lp(""), id+lp("\x00"))
	change("started", "a Dummy doesn't start", id+lp("")+"\x00", id+lp("")+"\x01")
	change("early", "keys without cards", lp(g.log[cards]), lp(""))
	change("short-message", "a malformed message", lp(g.log[keys]), lp(g.log[keys][1:]))
	change("wrong-hand", "a message that is refused", lp(g.log[keys]), lp(wrong.payload))

	host := newRole(0, g).state()
	at := strings.Index(host, g.encrypted)
	refuse("card-twice", "a Host's deck that isn't a full one", 0, seal(xor(host, at, g.cards[0]^g.cards[1])))
	refuse("start-2", "a start that is neither 0 nor 1", 0, seal(replaced(host, at+104, "\x02")))
	refuse("short-deck", "103 bytes of cards and keys", 0, seal(strings.Replace(host, lp(g.encrypted+g.pads), lp(g.encrypted+g.pads[1:]), 1)))
	dealer := newRole(2, g).state()
	refuse("order-twice", "an assignment that holds a number twice", 2,
		seal(strings.Replace(dealer, g.order[:2], g.order[1:2]+g.order[1:2], 1)))

	index := len(over) - 22 // of the refused message
	refuse("refused-no-route", "a refused message that doesn't exist", 3, seal(replaced(over, index, "\x0b")))
	refuse("refused-other-seat", "a refused message to another seat", 3, seal(replaced(over, index, "\x09")))
	refuse("refused-short", "a refused message that is malformed", 3, seal(over[:index+1]+lp(wrong.payload[1:])))
	refuse("refused-accepted", "a refused message that had been accepted", 3, seal(over[:index]+"\x04"+lp(g.log[cards])))
	refuse("refused-when-done", "a refused message in a state that has all messages", 3, seal(good[:len(good)-9]+"\x0a"+lp(wrong.payload)))
	refuse("refused-none", "no refused message, but a payload of one", 3, seal(replaced(over, index, "\xff")))
	refuse("refused-acceptable", "a refused message that isn't refused", 3, seal(over[:index+1]+lp(g.log[keys])))
}

func otpRecords(s *suite) {
	g := seededGame(5)
	ok := func(id, comment string, l transcript, seat int) {
		s.ok("record/"+id, comment, fields{"record": hexOf(l.record(seat))}, fields{"deal": hexOf(otpID), "seat": seat,
			"messages": l.texts(linksOf(seat))})
	}
	refuse := func(id, comment, record string) {
		s.refuse("record/"+id, comment, "malformed", fields{"record": hexOf(record)})
	}
	for seat := range 4 {
		ok(fmt.Sprint("seat-", seat), "a whole one", g.log, seat)
	}
	ok("partial", "what a Key Master has that got its keys and nothing else", transcript{keysToKM: g.pads}, 1)
	for _, c := range []struct{ id, deal string }{{"deal-shortest", "d"}, {"deal-longest", strings.Repeat("d", 1024)}} {
		s.ok("record/"+c.id, fmt.Sprintf("a deal id of %d bytes", len(c.deal)), fields{"record": hexOf(g.log.recordOf(c.deal, 0))},
			fields{"deal": hexOf(c.deal), "seat": 0, "messages": g.log.texts(linksOf(0))})
	}
	whole := g.log.record(3)
	refuse("label", "another label", strings.Replace(whole, "v1/record", "v1/Record", 1))
	refuse("seat-4", "no seat", strings.Replace(whole, otpID+"\x03", otpID+"\x04", 1))
	refuse("empty-seat-4", "no seat, and no messages", lp("squaredeal/otpdeal/v1/record")+lp(otpID)+"\x04")
	refuse("other-seat", "the Dummy's messages as the Host's", strings.Replace(whole, otpID+"\x03", otpID+"\x00", 1))
	refuse("no-deal", "an empty deal id", g.log.recordOf("", 3))
	refuse("long-deal", "a deal id of 1,025 bytes", g.log.recordOf(strings.Repeat("d", 1025), 3))
	refuse("cut", "the last byte is missing", whole[:len(whole)-1])
	refuse("trailing", "a byte too many", whole+"\x00")
	refuse("overlong", "a length that is larger than the rest", strings.Replace(whole, u64(26), "\xff"+u64(26)[1:], 1))
	refuse("number-52", "a malformed message", strings.Replace(whole, lp(g.numbers(3)), lp("\x34"+g.numbers(3)[1:]), 1))
}

// A story changes a deal's evidence.
type story func(g *game, e *evidence)

func newEvidence(g game) *evidence {
	e := &evidence{encrypted: g.encrypted, keys: g.pads}
	for seat := range e.logs {
		e.logs[seat] = g.log.of(seat)
	}
	return e
}

// audited adds the case of a deal's evidence after a story.
func (s *suite) audited(id, comment, want string, change story) {
	g := seededGame(6)
	e := newEvidence(g)
	change(&g, e)
	e.audit()
	expect(id, e.suspects(), want)
	records := make([]string, 4)
	for seat, l := range e.logs {
		if l != nil {
			records[seat] = l.record(seat)
		}
	}
	outputs := fields{"findings": append([]string{}, e.findings...), "missing": append([]string{}, e.missing...), "suspects": want}
	if len(e.findings)+len(e.missing) == 0 {
		outputs["hands"] = e.hands()
	}
	s.ok("audit/"+id, comment, fields{"deal": hexOf(otpID), "encrypted": hexOf(e.encrypted), "keys": hexOf(e.keys),
		"records": hexes(records...)}, outputs)
}

// unreadableEntry adds the case of an entry that can't be read: the Host's fault.
func (s *suite) unreadableEntry(id, comment string, number int, value string) {
	s.audited(id, comment, "0", func(_ *game, e *evidence) { e.badEntries = true })
	s.cases[len(s.cases)-1].Inputs["entry"] = fields{"number": number, "value": hexOf(value)}
}

// unreadableRecord adds the case of a seat's record that can't be read: its own fault.
func (s *suite) unreadableRecord(id, comment string, seat int, record string) {
	s.audited(id, comment, decimal(seat), func(_ *game, e *evidence) { e.badRecord[seat], e.logs[seat] = true, nil })
	s.cases[len(s.cases)-1].Inputs["records"].([]string)[seat] = hexOf(record)
}

func otpAudits(s *suite) {
	s.audited("honest", "nothing to find", "", func(*game, *evidence) {})
	unreadableEvidence(s)
	suspiciousEntries(s)
	suspiciousRecords(s)
}

func unreadableEvidence(s *suite) {
	g := seededGame(6)
	good := func(i int) string { return entry(otpID, i, g.encrypted[i], g.pads[i]) }
	record := g.log.record(1)
	s.unreadableEntry("entry-number", "entry 17 says that it is 18", 17, entry(otpID, 18, g.encrypted[17], g.pads[17]))
	s.unreadableEntry("entry-of-another-deal", "entry 0 names another deal", 0, entry("deal 2", 0, g.encrypted[0], g.pads[0]))
	s.unreadableEntry("entry-cut", "entry 51 lacks its last byte", 51, good(51)[:len(good(51))-1])
	s.unreadableRecord("record-cut", "a record lacks its last byte", 1, record[:len(record)-1])
	s.unreadableRecord("record-of-another-deal", "a record names another deal", 2, g.log.recordOf("deal 2", 2))
	s.unreadableRecord("record-of-another-seat", "a record is the next seat's", 3, g.log.record(0))
}

func suspiciousEntries(s *suite) {
	s.audited("entries-51", "an entry is missing", "0",
		func(_ *game, e *evidence) { e.encrypted, e.keys = e.encrypted[1:], e.keys[1:] })
	s.audited("nothing", "neither entries nor records are given", "", func(_ *game, e *evidence) { *e = evidence{} })
	s.audited("entries-card-twice", "the opened entries hold a card twice", "0",
		func(g *game, e *evidence) { e.keys = xor(e.keys, 0, g.cards[0]^g.cards[1]) })
}

func suspiciousRecords(s *suite) {
	s.audited("ciphertext-changed", "the Card Dealer sent the Dummy other cards, and says so", "2", func(_ *game, e *evidence) {
		for _, seat := range []int{2, 3} {
			e.logs[seat][cardsToDummy] = xor(e.logs[seat][cardsToDummy], 0, 0x40)
		}
	})
	s.audited("key-changed-denied", "the Key Master gave the Dummy another key, or the Dummy says so", "1 3",
		func(_ *game, e *evidence) { e.logs[3][keysToDummy] = xor(e.logs[3][keysToDummy], 0, 0x40) })
	s.audited("dealt-twice-in-three", "a number that the Card Dealer gives to three seats: two findings more than of two", "2",
		func(g *game, e *evidence) {
			n := g.numbers(0)[:1]
			for _, k := range []link{cardsToKM, cardsToDummy} {
				e.logs[2][k] = replaced(replaced(e.logs[2][k], 13, n), 0, picked(g.encrypted, n))
			}
			e.logs[1], e.logs[3] = nil, nil
		})
	s.audited("dealt-own-number", "the Card Dealer asks for a number that it dealt the Dummy, and says so", "2", func(g *game, e *evidence) {
		e.logs[2][dealerAsks] = replaced(e.logs[2][dealerAsks], 4, g.numbers(3)[:1])
		e.logs[1] = nil
	})
	s.audited("keys-without-both", "the Key Master has recorded neither all keys nor the Host's request, and keys sent to the Host: "+
		"one finding for that message", "1", func(_ *game, e *evidence) {
		delete(e.logs[1], keysToKM)
		delete(e.logs[1], hostAsks)
	})
	s.audited("request-in-another-order", "a request in another order, answered in that order: numbers are compared as sets", "",
		func(_ *game, e *evidence) {
			for _, log := range []transcript{e.logs[1], e.logs[3]} {
				log[dummyAsks], log[keysToDummy] = reversed(log[dummyAsks]), reversed(log[keysToDummy])
			}
		})
}

// auditRun follows section 10.3.
func auditRun(i int) string {
	g, b := seededGame(i), sha(fmt.Sprint("audit ", i))
	e := newEvidence(g)
	for n := range 3 {
		k, other := links[b[4*n]%11], links[b[4*n+2]%11]
		for _, seat := range [][]int{{k.from}, {k.to}, {k.from, k.to}}[b[4*n+1]%3] {
			l := e.logs[seat]
			switch p := l[k]; {
			case p == "":
			case b[4*n+3]%4 == 0:
				delete(l, k)
			case b[4*n+3]%4 == 1 && k.kind != request:
				l[k] = xor(p, 0, 0x40)
			case b[4*n+3]%4 == 2:
				l[k] = p[1:2] + p[:1] + p[2:]
			case b[4*n+3]%4 == 3 && k.kind == other.kind:
				l[k] = g.log[other]
			}
		}
	}
	if b[12] < 64 {
		e.keys = xor(e.keys, int(b[13])%52, 0x40)
	}
	if b[14] < 32 {
		e.logs[b[15]%4] = nil
	}
	e.audit()
	return fmt.Sprintf("%s; %s; %s\n", strings.Join(e.findings, ", "), strings.Join(e.missing, ", "), e.suspects())
}
