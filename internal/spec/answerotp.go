package spec

import (
	"regexp"
	"strings"
)

// An otpQuestion is one about otpdeal/SPEC.md.
type otpQuestion struct {
	Deal               string
	Kind               uint8
	From, To           int
	Payload            string
	Cards, Pads, Order string
	Seat               int
	Messages           []string
	Record, State      string
	Encrypted, Keys    string
	Records            []string
	Entry              *struct {
		Number int
		Value  string
	}
}

func isDeal(id string) bool { return id != "" && len(id) <= 1024 }

func isSeat(i int) bool { return i >= 0 && i <= 3 }

func (q otpQuestion) message() (fields, string) {
	deal, payload, k := unhex(q.Deal), unhex(q.Payload), link{int(q.Kind), q.From, q.To}
	if !isDeal(deal) || !isSeat(k.from) || !isSeat(k.to) {
		return fields{"blame": ""}, "malformed"
	}
	if class := k.class(payload); class != "ok" {
		return fields{"blame": decimal(k.from)}, class
	}
	return fields{"value": hexOf(messageValue(deal, k, payload))}, "ok"
}

// drawn returns what the Host and the Card Dealer drew, and how that is refused.
func (q otpQuestion) drawn() (g game, host, dealer string) {
	g = game{cards: unhex(q.Cards), pads: unhex(q.Pads), order: unhex(q.Order)}
	host, dealer = "ok", "ok"
	if len(g.cards) != 52 || len(g.pads) != 52 {
		host = "malformed"
	} else if g.encrypted = xored(g.cards, g.pads); !isHand(g.cards) {
		host = "cards"
	}
	if sorted(g.order) != counting(0, 52) {
		dealer = "malformed"
	}
	return g, host, dealer
}

func (q otpQuestion) deal() (fields, string) {
	unasked(unhex(q.Deal) != otpID)
	switch g, host, dealer := q.drawn(); {
	case host != "ok":
		return nil, host
	case dealer != "ok":
		return nil, dealer
	default:
		return play(g.cards, g.pads, g.order).outputs(), "ok"
	}
}

// otpText is what a message may be.
var otpText = regexp.MustCompile(`^[0-9] [0-9] [0-9] ([0-9a-f]{2})+$`)

func (q otpQuestion) role() (fields, string) {
	unasked(unhex(q.Deal) != otpID || !isSeat(q.Seat))
	g, host, dealer := q.drawn()
	unasked(q.Seat == 0 && host != "ok" || q.Seat == 2 && dealer != "ok")
	r, answers := newRole(q.Seat, g), []string{}
	for _, text := range q.Messages {
		if text == "start" {
			unasked(q.Seat != 0)
			answers = append(answers, r.start())
			continue
		}
		unasked(!otpText.MatchString(text))
		words := strings.Fields(text)
		k := link{integerOf(words[0]), integerOf(words[1]), integerOf(words[2])}
		answers = append(answers, r.hears(k, unhex(words[3])))
	}
	return r.outputs(answers), "ok"
}

// outputs are those of a role that answered so.
func (r *role) outputs(answers []string) fields {
	out := fields{"answers": answers, "record": brief(r.have.record(r.seat)), "state": brief(seal(r.state()))}
	if hand := r.hand(); hand != "" && r.over == "" {
		out["hand"] = hexOf(hand)
	}
	return out
}

// Section 5.4

func (q otpQuestion) state() (fields, string) {
	unasked(!isSeat(q.Seat))
	if !isState(q.Seat, unhex(q.State)) {
		return nil, "malformed"
	}
	return nil, "ok"
}

// isState takes the messages of a state again.
func isState(seat int, state string) bool {
	c, ok := unsealed(state)
	if !ok || c.lp() != "squaredeal/otpdeal/v1/state" || c.next(1) != octet(seat) || !isDeal(c.lp()) {
		return false
	}
	secrets, started := c.lp(), c.next(1)
	g, good := otpSecrets(seat, secrets)
	r := newRole(seat, g)
	if good = good && (started == "\x00" || started == "\x01" && seat == 0); started == "\x01" && good {
		r.start()
	}
	for _, k := range links {
		if k.to != seat {
			continue
		}
		if payload := c.lp(); payload != "" && good && !c.bad {
			good = k.class(payload) == "ok"
			if good {
				r.receive(k, payload)
				good = r.have[k] == payload && r.over == ""
			}
		}
	}
	index, payload := c.next(1), c.lp()
	if c.bad || c.b != "" || !good {
		return false
	}
	if index == "\xff" {
		return payload == ""
	}
	i := int(index[0])
	if i >= len(links) || links[i].to != seat || links[i].class(payload) != "ok" {
		return false
	}
	r.receive(links[i], payload)
	return r.over != ""
}

// otpSecrets are those of a state.
func otpSecrets(seat int, secrets string) (g game, ok bool) {
	switch {
	case seat == 0 && len(secrets) == 104:
		g.encrypted, g.pads = secrets[:52], secrets[52:]
		g.cards = xored(g.encrypted, g.pads)
		return g, isHand(g.cards)
	case seat == 2:
		g.order = secrets
		return g, sorted(secrets) == counting(0, 52)
	}
	return g, secrets == "" && seat != 0
}

// Section 5.2

// parseRecord returns the deal, the seat and the payloads of a record.
func parseRecord(record string) (deal string, seat int, l transcript, ok bool) {
	c := &cut{b: record}
	label := c.lp()
	deal = c.lp()
	if who := c.next(1); who != "" {
		seat = int(who[0])
	}
	if c.bad || label != "squaredeal/otpdeal/v1/record" || !isDeal(deal) || !isSeat(seat) {
		return "", 0, nil, false
	}
	l, ok = transcript{}, true
	for _, k := range linksOf(seat) {
		if payload := c.lp(); payload != "" {
			l[k], ok = payload, ok && k.class(payload) == "ok"
		}
	}
	return deal, seat, l, ok && !c.bad && c.b == ""
}

func (q otpQuestion) record() (fields, string) {
	deal, seat, l, ok := parseRecord(unhex(q.Record))
	if !ok {
		return nil, "malformed"
	}
	return fields{"deal": hexOf(deal), "seat": seat, "messages": l.texts(linksOf(seat))}, "ok"
}

// Section 7

func (q otpQuestion) audit() (fields, string) {
	e := &evidence{encrypted: unhex(q.Encrypted), keys: unhex(q.Keys)}
	unasked(unhex(q.Deal) != otpID || len(e.encrypted) > 256 || len(e.keys) != len(e.encrypted) || len(q.Records) > 4)
	if q.Entry != nil {
		i, value := q.Entry.Number, unhex(q.Entry.Value)
		unasked(i < 0 || i >= len(e.encrypted))
		start := entry(otpID, i, 0, 0)
		start = start[:len(start)-2]
		if last, ok := strings.CutPrefix(value, start); ok && len(last) == 2 {
			e.encrypted, e.keys = replaced(e.encrypted, i, last[:1]), replaced(e.keys, i, last[1:])
		} else {
			e.badEntries = true
		}
	}
	for seat, text := range q.Records {
		if record := unhex(text); record != "" {
			deal, of, l, ok := parseRecord(record)
			if e.badRecord[seat] = !ok || deal != otpID || of != seat; !e.badRecord[seat] {
				e.logs[seat] = l
			}
		}
	}
	e.audit()
	out := fields{"findings": append([]string{}, e.findings...), "missing": append([]string{}, e.missing...), "suspects": e.suspects()}
	if len(e.findings)+len(e.missing) == 0 {
		out["hands"] = e.hands()
	}
	return out, "ok"
}

// hands are those of evidence without findings.
func (a *evidence) hands() (list []string) {
	cards, l := xored(a.encrypted, a.keys), a.logs[2]
	for seat := range 4 {
		k := link{sendCards, 2, seat}
		if seat == 2 {
			k = link{request, 2, 1}
		}
		list = append(list, hexOf(picked(cards, k.numbers(l[k]))))
	}
	return list
}
