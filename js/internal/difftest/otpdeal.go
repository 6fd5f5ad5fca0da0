package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/otpdeal"
)

func init() { generators["otpdeal"] = otpdealCase }

// An otpdealRole is a seat that gets messages, in the form of the vectors of otpdeal.
type otpdealRole struct {
	Seat     int      `json:"seat"`
	Messages []string `json:"messages"`
	Answers  []string `json:"answers"`
	Record   string   `json:"record"`
	State    string   `json:"state"`
	Hand     string   `json:"hand"`
}

type otpdealAudit struct {
	Entries  []string `json:"entries"`
	Records  []string `json:"records"`
	Findings []string `json:"findings"`
	Missing  []string `json:"missing"`
	Suspects string   `json:"suspects"`
	Hands    []string `json:"hands"`
}

// otpdealPlayer is what all roles have.
type otpdealPlayer interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Record() otpdeal.Record
	Hand() ([]otpdeal.Card, error)
}

var otpdealLinks = [][3]int{{1, 0, 1}, {2, 0, 2}, {3, 2, 0}, {3, 2, 1}, {3, 2, 3}, {4, 0, 1}, {4, 2, 1}, {4, 3, 1}, {5, 1, 0},
	{5, 1, 2}, {5, 1, 3}}

var otpdealClasses = map[error]string{
	otpdeal.ErrMalformed: "malformed", otpdeal.ErrSender: "sender", otpdeal.ErrState: "state", otpdeal.ErrTaken: "taken",
	otpdeal.ErrCards: "cards", otpdeal.ErrMismatch: "mismatch", otpdeal.ErrDisputed: "disputed", otpdeal.ErrMissing: "missing",
}

// otpdealRefusal is a refusal's class and the seats that it blames.
func otpdealRefusal(err error) string {
	for sentinel, class := range otpdealClasses {
		if !errors.Is(err, sentinel) {
			continue
		}
		if blame := (*otpdeal.BlameError)(nil); errors.As(err, &blame) {
			return class + " " + spaced(blame.Seats)
		}
		return class
	}
	panic(err)
}

// An otpdealDeal is a deal's secrets, and its roles, each with the state that it stored last.
type otpdealDeal struct {
	id                 []byte
	cards, keys, order []byte
	roles              [4]otpdealPlayer
	states             [4]*otpdeal.State
}

func newOTPDeal(r *rand.Rand, id []byte) *otpdealDeal {
	d := &otpdealDeal{id: id, keys: make([]byte, 52)}
	var cards []otpdeal.Card
	for _, i := range r.Perm(52) {
		cards = append(cards, otpdeal.Deck()[i])
		d.cards = append(d.cards, byte(otpdeal.Deck()[i]))
	}
	for i := range d.keys {
		d.keys[i] = byte(r.Uint32())
	}
	for _, n := range r.Perm(52) {
		d.order = append(d.order, byte(n))
	}
	store := func(seat int) func(_, new otpdeal.State) error {
		d.states[seat] = new(otpdeal.State)
		return func(_, new otpdeal.State) error { *d.states[seat] = new; return nil }
	}
	d.roles = [4]otpdealPlayer{
		must(otpdeal.NewHost(id, cards, d.keys, store(0))), must(otpdeal.NewKeyMaster(id, store(1))),
		must(otpdeal.NewDealer(id, d.order, store(2))), must(otpdeal.NewDummy(id, store(3))),
	}
	return d
}

// play finishes the deal, and returns its payloads.
func (d *otpdealDeal) play() [11][]byte {
	var payloads [11][]byte
	for queue := must(d.roles[0].(*otpdeal.Host).Start()); len(queue) > 0; queue = queue[1:] {
		m := queue[0]
		payloads[slices.Index(otpdealLinks, [3]int{int(m.Kind()), m.From(), m.To()})] = m.Payload()
		queue = append(queue, must(d.roles[m.To()].Receive(m))...)
	}
	return payloads
}

func otpdealText(link [3]int, payload []byte) string {
	return fmt.Sprintf("%d %d %d %x", link[0], link[1], link[2], payload)
}

func otpdealCase(r *rand.Rand) any {
	id := []byte(text(r, 20))
	seed := r.Uint64()
	secret := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	finished := newOTPDeal(secret(), id)
	payloads, others := finished.play(), newOTPDeal(r, id).play()
	fresh := newOTPDeal(secret(), id)
	return struct {
		Deal  string       `json:"deal"`
		Cards string       `json:"cards"`
		Pads  string       `json:"pads"`
		Order string       `json:"order"`
		Role  otpdealRole  `json:"role"`
		Audit otpdealAudit `json:"audit"`
	}{
		hex.EncodeToString(id), hex.EncodeToString(fresh.cards), hex.EncodeToString(fresh.keys), hex.EncodeToString(fresh.order),
		fresh.role(r, payloads, others), finished.audit(r, payloads, others),
	}
}

// otpdealAltered returns a payload of a link, perhaps another than the deal's.
func otpdealAltered(r *rand.Rand, link int, payloads, others [11][]byte) []byte {
	b := slices.Clone(payloads[link])
	i, j := r.IntN(len(b)), r.IntN(len(b))
	switch r.IntN(12) {
	case 0:
		b = others[link]
	case 1:
		b[i] ^= 1 << r.IntN(8)
	case 2:
		b[i], b[j] = b[j], b[i]
	case 3:
		b = b[:i]
	case 4:
		b[i] = byte(r.IntN(52))
	case 5:
		for k, l := range otpdealLinks {
			if l[0] == otpdealLinks[link][0] && r.IntN(2) == 0 {
				b = payloads[k]
			}
		}
	}
	return b
}

func (d *otpdealDeal) role(r *rand.Rand, payloads, others [11][]byte) otpdealRole {
	c := otpdealRole{Seat: r.IntN(4)}
	role := d.roles[c.Seat]
	for range 1 + r.IntN(16) {
		if host, ok := role.(*otpdeal.Host); ok && r.IntN(4) == 0 {
			c.Messages = append(c.Messages, "start")
			sent, err := host.Start()
			c.Answers = append(c.Answers, otpdealAnswer(sent, err))
			continue
		}
		link := r.IntN(11)
		for otpdealLinks[link][2] != c.Seat && r.IntN(50) > 0 {
			link = r.IntN(11)
		}
		to := otpdealLinks[link]
		if r.IntN(60) == 0 {
			to[r.IntN(3)] = r.IntN(7)
		}
		payload := otpdealAltered(r, link, payloads, others)
		c.Messages = append(c.Messages, otpdealText(to, payload))
		m, err := otpdeal.ParseMessage(d.id, otpdeal.Kind(to[0]), to[1], to[2], payload)
		var sent []otpdeal.Message
		if err == nil {
			sent, err = role.Receive(m)
		}
		c.Answers = append(c.Answers, otpdealAnswer(sent, err))
	}
	c.Record, c.State = hex.EncodeToString(role.Record().Value()), hex.EncodeToString(d.states[c.Seat].Bytes())
	if hand, err := role.Hand(); err == nil {
		c.Hand = otpdealHand(hand)
	}
	return c
}

func otpdealAnswer(sent []otpdeal.Message, err error) string {
	if err != nil {
		return otpdealRefusal(err)
	}
	var all []string
	for _, m := range sent {
		all = append(all, otpdealText([3]int{int(m.Kind()), m.From(), m.To()}, m.Payload()))
	}
	return strings.Join(all, "; ")
}

func otpdealHand(hand []otpdeal.Card) string {
	var b []byte
	for _, card := range hand {
		b = append(b, byte(card))
	}
	return hex.EncodeToString(b)
}

// audit judges the evidence of a finished deal, some of it altered.
func (d *otpdealDeal) audit(r *rand.Rand, payloads, others [11][]byte) (c otpdealAudit) {
	entries := d.roles[0].(*otpdeal.Host).Entries()
	if r.IntN(8) == 0 {
		i := r.IntN(52)
		entries[i] = alterBytes(r, entries[i])
	}
	var records [4][]byte
	for seat := range records {
		recorded := payloads
		for range r.IntN(2) {
			link := r.IntN(11)
			recorded[link] = otpdealAltered(r, link, payloads, others)
			if r.IntN(3) == 0 {
				recorded[link] = nil
			}
		}
		records[seat] = otpdealRecord(d.id, seat, recorded)
		switch r.IntN(20) {
		case 0:
			records[seat] = nil
		case 1:
			records[seat] = alterBytes(r, records[seat])
		}
	}
	for _, e := range entries {
		c.Entries = append(c.Entries, hex.EncodeToString(e))
	}
	for _, b := range records {
		c.Records = append(c.Records, hex.EncodeToString(b))
	}
	hands, err := otpdeal.Audit(d.id, entries, records)
	if found := (*otpdeal.AuditError)(nil); errors.As(err, &found) {
		for _, f := range found.Findings {
			c.Findings = append(c.Findings, otpdealRefusal(f))
		}
		for _, m := range found.Missing {
			c.Missing = append(c.Missing, fmt.Sprint("missing ", m.Seat))
		}
		slices.Sort(c.Findings)
		slices.Sort(c.Missing)
		c.Suspects = spaced(found.Suspects())
	} else if err != nil {
		panic(err)
	} else {
		for _, hand := range hands {
			c.Hands = append(c.Hands, otpdealHand(hand))
		}
	}
	return c
}

func otpdealRecord(id []byte, seat int, payloads [11][]byte) []byte {
	field := func(b, part []byte) []byte {
		return append(append(b, 0, 0, 0, 0, 0, 0, byte(len(part)>>8), byte(len(part))), part...)
	}
	b := append(field(field(nil, []byte("squaredeal/otpdeal/v1/record")), id), byte(seat))
	for link, ends := range otpdealLinks {
		if ends[1] == seat || ends[2] == seat {
			b = field(b, payloads[link])
		}
	}
	return b
}
