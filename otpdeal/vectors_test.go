package otpdeal_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/otpdeal"
)

type vector struct {
	Inputs struct {
		Deal               string
		Suit, Rank         int
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
		Runs int
	}
	Outputs struct {
		Deck, Byte                        string
		Value, Blame                      string
		Deal, Record, State, Hand         string
		Answers                           []string
		Messages, Hands, Records, Entries []string
		Seat                              int
		Findings, Missing                 []string
		Suspects                          string
		SHA256                            string
	}
}

// classOf returns the word for an error.
func classOf(err error) string {
	for class, sentinel := range classes {
		if errors.Is(err, sentinel) {
			return class
		}
	}
	return err.Error()
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/otpdeal v1", classOf, map[string]func(*testing.T, vector) error{
		"card":    checkCardVector,
		"message": checkMessageVector,
		"deal":    checkDealVector,
		"role":    checkRoleVector,
		"state":   checkStateVector,
		"record":  checkRecordVector,
		"audit":   checkAuditVector,
		"deals":   checkDeals,
		"roles":   checkRoles,
		"audits":  checkAudits,
	})
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func cardBytes(cards []otpdeal.Card) (b []byte) {
	for _, c := range cards {
		b = append(b, byte(c))
	}
	return b
}

// line writes a message as the vectors do.
func line(m otpdeal.Message) string {
	return fmt.Sprintf("%d %d %d %x", uint8(m.Kind()), m.From(), m.To(), m.Payload())
}

func seats(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

// blames checks whom an error blames, and passes it on.
func blames(t *testing.T, err error, want string) error {
	t.Helper()
	if err == nil {
		return nil
	}
	var blamed []int
	if b, ok := errors.AsType[*otpdeal.BlameError](err); ok {
		blamed = b.Seats
	}
	vectors.Same(t, "blame", seats(blamed), want)
	return err
}

func checkCardVector(t *testing.T, v vector) error {
	if v.Outputs.Deck != "" {
		vectors.Same(t, "deck", hex.EncodeToString(cardBytes(otpdeal.Deck())), v.Outputs.Deck)
		return nil
	}
	c, err := otpdeal.NewCard(otpdeal.Suit(v.Inputs.Suit), v.Inputs.Rank)
	if err != nil {
		return err
	}
	vectors.Same(t, "byte", fmt.Sprintf("%02x", byte(c)), v.Outputs.Byte)
	return nil
}

func checkMessageVector(t *testing.T, v vector) error {
	m, err := otpdeal.ParseMessage(vectors.Hex(t, v.Inputs.Deal), otpdeal.Kind(v.Inputs.Kind), v.Inputs.From, v.Inputs.To,
		vectors.Hex(t, v.Inputs.Payload))
	if err != nil {
		return blames(t, err, v.Outputs.Blame)
	}
	vectors.Same(t, "payload", hex.EncodeToString(m.Payload()), v.Inputs.Payload)
	vectors.Same(t, "value", hex.EncodeToString(m.Value()), v.Outputs.Value)
	return nil
}

// host and dealer return the roles with the vector's randomness.
func (v vector) host(t testing.TB, k *kept) (*otpdeal.Host, error) {
	var cards []otpdeal.Card
	for _, b := range vectors.Hex(t, v.Inputs.Cards) {
		cards = append(cards, otpdeal.Card(b))
	}
	return otpdeal.NewHost(vectors.Hex(t, v.Inputs.Deal), cards, vectors.Hex(t, v.Inputs.Pads), k.store)
}

func (v vector) dealer(t testing.TB, k *kept) (*otpdeal.Dealer, error) {
	return otpdeal.NewDealer(vectors.Hex(t, v.Inputs.Deal), vectors.Hex(t, v.Inputs.Order), k.store)
}

func checkDealVector(t *testing.T, v vector) error {
	vectors.Same(t, "deal", v.Inputs.Deal, hex.EncodeToString(id))
	host, dealer := new(kept), new(kept)
	h, err := v.host(t, host)
	if err != nil {
		return err
	}
	c, err := v.dealer(t, dealer)
	if err != nil {
		return err
	}
	host.role, dealer.role = h, c
	d := start(t, host, dealer)
	d.finish(t)
	d.confirm(t)
	var messages, hands, records, entries []string
	for _, route := range otpdeal.Routes() {
		m := d.find(t, route.Kind(), route.From(), route.To())
		messages = append(messages, line(m))
	}
	for _, r := range d.roles {
		hand, err := r.Hand()
		if err != nil {
			t.Fatal(err)
		}
		hands = append(hands, hex.EncodeToString(cardBytes(hand)))
		records = append(records, hex.EncodeToString(r.Record().Bytes()))
	}
	for _, entry := range d.entries {
		entries = append(entries, hex.EncodeToString(entry))
	}
	vectors.Same(t, "messages", messages, v.Outputs.Messages)
	vectors.Same(t, "hands", hands, v.Outputs.Hands)
	vectors.Same(t, "records", records, v.Outputs.Records)
	vectors.Same(t, "entries", entries, v.Outputs.Entries)
	return nil
}

// parseLine reads a message of the vectors.
func parseLine(t *testing.T, deal []byte, text string) (otpdeal.Message, error) {
	t.Helper()
	var kind uint8
	var from, to int
	var payload []byte
	if _, err := fmt.Sscanf(text, "%d %d %d %x", &kind, &from, &to, &payload); err != nil {
		t.Fatal(err)
	}
	return otpdeal.ParseMessage(deal, otpdeal.Kind(kind), from, to, payload)
}

// answer is what a role answers to a message.
func (k *kept) answer(t *testing.T, deal []byte, text string) string {
	t.Helper()
	var out []otpdeal.Message
	m, err := otpdeal.Message{}, error(nil)
	if text == "start" {
		out, err = k.role.(*otpdeal.Host).Start()
	} else if m, err = parseLine(t, deal, text); err == nil {
		out, err = k.Receive(m)
	}
	b, ok := errors.AsType[*otpdeal.BlameError](err)
	switch {
	case ok:
		return classOf(err) + " " + seats(b.Seats)
	case err != nil:
		return classOf(err)
	}
	return strings.Join(lines(out), "; ")
}

// newRole returns the role of a seat in a deal.
func newRole(t *testing.T, seat int, deal []byte, v vector) *kept {
	t.Helper()
	k := new(kept)
	var err error
	switch seat {
	case otpdeal.HostSeat:
		k.role, err = v.host(t, k)
	case otpdeal.KeyMasterSeat:
		k.role, err = otpdeal.NewKeyMaster(deal, k.store)
	case otpdeal.DealerSeat:
		k.role, err = v.dealer(t, k)
	case otpdeal.DummySeat:
		k.role, err = otpdeal.NewDummy(deal, k.store)
	}
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// checkRoleVector runs a role twice: once as it is, and once restarted from its state
// after every message.
func checkRoleVector(t *testing.T, v vector) error {
	deal := vectors.Hex(t, v.Inputs.Deal)
	for _, restarts := range []bool{false, true} {
		k := newRole(t, v.Inputs.Seat, deal, v)
		answers := []string{}
		for _, text := range v.Inputs.Messages {
			answers = append(answers, k.answer(t, deal, text))
			if restarts {
				k = k.restart(t)
			}
		}
		vectors.Same(t, "answers", answers, append([]string{}, v.Outputs.Answers...))
		vectors.Same(t, "record", vectors.Brief(k.Record().Bytes()), v.Outputs.Record)
		vectors.Same(t, "state", vectors.Brief(k.state), v.Outputs.State)
		hand, err := k.Hand()
		vectors.Same(t, "hand", hex.EncodeToString(cardBytes(hand)), v.Outputs.Hand)
		if (err == nil) != (v.Outputs.Hand != "") {
			t.Errorf("hand: %v", err)
		}
	}
	return nil
}

func checkStateVector(t *testing.T, v vector) error {
	_, err := otpdeal.EncodeAgain(v.Inputs.Seat, vectors.Hex(t, v.Inputs.State))
	return err
}

func checkRecordVector(t *testing.T, v vector) error {
	r, err := otpdeal.ParseRecord(vectors.Hex(t, v.Inputs.Record))
	if err != nil {
		return err
	}
	vectors.Same(t, "deal", hex.EncodeToString(r.Deal()), v.Outputs.Deal)
	vectors.Same(t, "seat", r.Seat(), v.Outputs.Seat)
	vectors.Same(t, "value", hex.EncodeToString(r.Bytes()), v.Inputs.Record)
	messages := []string{}
	for _, m := range r.Messages() {
		messages = append(messages, line(m))
	}
	vectors.Same(t, "messages", messages, v.Outputs.Messages)
	return nil
}

// audited returns a report, and its lists as the vectors have them.
func audited(t *testing.T, entries [][]byte, records [4][]byte) (r report, findings, missing []string) {
	t.Helper()
	r = auditValues(t, entries, records)
	findings, missing = []string{}, []string{}
	for _, b := range r.Findings {
		findings = append(findings, classOf(b)+" "+seats(b.Seats))
	}
	for _, m := range r.Missing {
		missing = append(missing, classOf(m)+" "+fmt.Sprint(m.Seat))
	}
	slices.Sort(findings)
	slices.Sort(missing)
	return r, findings, missing
}

func checkAuditVector(t *testing.T, v vector) error {
	deal, encrypted, keys := vectors.Hex(t, v.Inputs.Deal), vectors.Hex(t, v.Inputs.Encrypted), vectors.Hex(t, v.Inputs.Keys)
	var entries [][]byte
	for i := range encrypted {
		entries = append(entries, slices.Concat(lp("squaredeal/otpdeal/v1/entry"), lp(string(deal)), []byte{byte(i), encrypted[i], keys[i]}))
	}
	if e := v.Inputs.Entry; e != nil {
		entries[e.Number] = vectors.Hex(t, e.Value)
	}
	var records [4][]byte
	for seat, text := range v.Inputs.Records {
		records[seat] = vectors.Hex(t, text)
	}
	report, findings, missing := audited(t, entries, records)
	vectors.Same(t, "findings", findings, v.Outputs.Findings)
	vectors.Same(t, "missing", missing, v.Outputs.Missing)
	vectors.Same(t, "suspects", seats(report.Suspects()), v.Outputs.Suspects)
	var hands []string
	for _, hand := range report.hands {
		if hand != nil {
			hands = append(hands, hex.EncodeToString(cardBytes(hand)))
		}
	}
	vectors.Same(t, "hands", hands, v.Outputs.Hands)
	return nil
}

// splitMix is SplitMix64 as SPEC.md of package shuffle, section 8.1, has it.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func shuffled[T any](s *splitMix, list []T) {
	for i := 51; i > 0; i-- {
		j := s.next() % uint64(i+1)
		list[i], list[j] = list[j], list[i]
	}
}

// drawn returns what is random in the deal of a seed.
func drawn(seed int) (cards []otpdeal.Card, pads, order []byte) {
	s := splitMix(seed)
	cards = otpdeal.Deck()
	shuffled(&s, cards)
	for i := range 52 {
		pads = append(pads, byte(s.next()))
		order = append(order, byte(i))
	}
	shuffled(&s, order)
	return cards, pads, order
}

// payloads plays a deal, and returns its payloads in the order of the routes, and the roles.
func payloads(t *testing.T, seed int) (list [][]byte, d *deal) {
	t.Helper()
	cards, pads, order := drawn(seed)
	host := keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Host, error) {
		return otpdeal.NewHost(deal, cards, pads, store)
	})
	dealer := keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Dealer, error) {
		return otpdeal.NewDealer(deal, order, store)
	})
	d = start(t, host, dealer)
	sent := make(map[string][]byte)
	for len(d.inFlight) > 0 {
		m := d.inFlight[0]
		sent[fmt.Sprint(m.Kind(), m.From(), m.To())] = m.Payload()
		if err := d.deliver(0); err != nil {
			t.Fatal(err)
		}
	}
	for _, route := range otpdeal.Routes() {
		list = append(list, sent[fmt.Sprint(route.Kind(), route.From(), route.To())])
	}
	return list, d
}

func checkDeals(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) []byte {
		list, d := payloads(t, i)
		for _, r := range d.roles {
			hand, err := r.Hand()
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, cardBytes(hand))
		}
		return slices.Concat(list...)
	})
	return nil
}

// checkRoles follows SPEC.md, section 10.3. Every other role restarts after each message.
func checkRoles(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) (out []byte) {
		seat, b := i%4, sha256.Sum256(fmt.Append(nil, "role ", i))
		cards, pads, order := drawn(i)
		v.Inputs.Deal, v.Inputs.Cards = hex.EncodeToString(id), hex.EncodeToString(cardBytes(cards))
		v.Inputs.Pads, v.Inputs.Order = hex.EncodeToString(pads), hex.EncodeToString(order)
		k := newRole(t, seat, id, v)
		list, _ := payloads(t, i)
		others, _ := payloads(t, i+1)
		var in []int
		for n, route := range otpdeal.Routes() {
			if route.To() == seat {
				in = append(in, n)
			}
		}
		var texts []string
		if seat == 0 && b[31] >= 32 {
			texts = append(texts, "start")
		}
		for n := range 12 {
			x, y := b[2*n], b[2*n+1]
			at := in[int(x)%len(in)]
			payload := slices.Clone(list[at])
			switch {
			case y < 8:
				payload = others[at]
			case y < 16:
				payload[0] ^= 0x10
			case y < 24:
				payload = payload[1:]
			}
			route := otpdeal.Routes()[at]
			texts = append(texts, fmt.Sprintf("%d %d %d %x", uint8(route.Kind()), route.From(), route.To(), payload))
		}
		for _, text := range texts {
			out = fmt.Appendln(out, k.answer(t, id, text))
			if i%8 >= 4 {
				k = k.restart(t)
			}
		}
		return append(out, k.state...)
	})
	return nil
}

// checkAudits follows SPEC.md, section 10.3.
func checkAudits(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) []byte {
		b := sha256.Sum256(fmt.Append(nil, "audit ", i))
		routes := otpdeal.Routes()
		list, _ := payloads(t, i)
		var logs [4]map[int][]byte // payloads by the numbers of routes
		for seat := range logs {
			logs[seat] = make(map[int][]byte)
			for n, route := range routes {
				if route.From() == seat || route.To() == seat {
					logs[seat][n] = slices.Clone(list[n])
				}
			}
		}
		for n := range 3 {
			k, other := int(b[4*n]%11), int(b[4*n+2]%11)
			from, to := routes[k].From(), routes[k].To()
			for _, seat := range [][]int{{from}, {to}, {from, to}}[b[4*n+1]%3] {
				p := logs[seat][k]
				switch action := b[4*n+3] % 4; {
				case p == nil:
				case action == 0:
					delete(logs[seat], k)
				case action == 1 && routes[k].Kind() != otpdeal.RequestKeys:
					p[0] ^= 0x40
				case action == 2:
					p[0], p[1] = p[1], p[0]
				case action == 3 && routes[k].Kind() == routes[other].Kind():
					copy(p, list[other])
				}
			}
		}
		encrypted, keys := list[1], slices.Clone(list[0])
		if b[12] < 64 {
			keys[b[13]%52] ^= 0x40
		}
		if b[14] < 32 {
			logs[b[15]%4] = nil
		}
		var entries [][]byte
		for i := range encrypted {
			entries = append(entries, slices.Concat(lp("squaredeal/otpdeal/v1/entry"), lp(string(id)), []byte{byte(i), encrypted[i], keys[i]}))
		}
		var records [4][]byte
		for seat, log := range logs {
			if log == nil {
				continue
			}
			record := append(slices.Concat(lp("squaredeal/otpdeal/v1/record"), lp(string(id))), byte(seat))
			for n, route := range routes {
				if route.From() == seat || route.To() == seat {
					record = append(record, lp(string(log[n]))...)
				}
			}
			records[seat] = record
		}
		r, findings, missing := audited(t, entries, records)
		return fmt.Appendf(nil, "%s; %s; %s\n", strings.Join(findings, ", "), strings.Join(missing, ", "), seats(r.Suspects()))
	})
	return nil
}
