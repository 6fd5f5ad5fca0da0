package otpdeal_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

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
	vectorstest.Run(t, "squaredeal/otpdeal v1", classOf, map[string]func(*testing.T, vector) error{
		"card":        checkCardVector,
		"message":     checkMessageVector,
		"deal":        checkDealVector,
		"role":        checkRoleVector,
		"state":       checkStateVector,
		"record":      checkRecordVector,
		"audit":       checkAuditVector,
		"accumulated": checkAccumulated,
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
	b := new(otpdeal.BlameError)
	errors.As(err, &b)
	vectorstest.Same(t, "blame", seats(b.Seats), want)
	return err
}

func checkCardVector(t *testing.T, v vector) error {
	if v.Outputs.Deck != "" {
		vectorstest.Same(t, "deck", hex.EncodeToString(cardBytes(otpdeal.Deck())), v.Outputs.Deck)
		return nil
	}
	c, err := otpdeal.NewCard(otpdeal.Suit(v.Inputs.Suit), v.Inputs.Rank)
	if err != nil {
		return err
	}
	vectorstest.Same(t, "byte", fmt.Sprintf("%02x", byte(c)), v.Outputs.Byte)
	return nil
}

func checkMessageVector(t *testing.T, v vector) error {
	m, err := otpdeal.ParseMessage(vectorstest.Hex(t, v.Inputs.Deal), otpdeal.Kind(v.Inputs.Kind), v.Inputs.From, v.Inputs.To, vectorstest.Hex(t, v.Inputs.Payload))
	if err != nil {
		return blames(t, err, v.Outputs.Blame)
	}
	vectorstest.Same(t, "payload", hex.EncodeToString(m.Payload()), v.Inputs.Payload)
	vectorstest.Same(t, "value", hex.EncodeToString(m.Value()), v.Outputs.Value)
	return nil
}

// host and dealer return the roles with the vector's randomness.
func (v vector) host(t testing.TB, k *kept) (*otpdeal.Host, error) {
	var cards []otpdeal.Card
	for _, b := range vectorstest.Hex(t, v.Inputs.Cards) {
		cards = append(cards, otpdeal.Card(b))
	}
	return otpdeal.NewHost(vectorstest.Hex(t, v.Inputs.Deal), cards, vectorstest.Hex(t, v.Inputs.Pads), k.store)
}

func (v vector) dealer(t testing.TB, k *kept) (*otpdeal.Dealer, error) {
	return otpdeal.NewDealer(vectorstest.Hex(t, v.Inputs.Deal), vectorstest.Hex(t, v.Inputs.Order), k.store)
}

func checkDealVector(t *testing.T, v vector) error {
	vectorstest.Same(t, "deal", v.Inputs.Deal, hex.EncodeToString(id))
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
		records = append(records, hex.EncodeToString(r.Record().Value()))
	}
	for _, entry := range d.entries {
		entries = append(entries, hex.EncodeToString(entry))
	}
	vectorstest.Same(t, "messages", messages, v.Outputs.Messages)
	vectorstest.Same(t, "hands", hands, v.Outputs.Hands)
	vectorstest.Same(t, "records", records, v.Outputs.Records)
	vectorstest.Same(t, "entries", entries, v.Outputs.Entries)
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

// checkRoleVector runs a role twice: once as it is, and once restarted from its state
// after every message.
func checkRoleVector(t *testing.T, v vector) error {
	deal := vectorstest.Hex(t, v.Inputs.Deal)
	for _, restarts := range []bool{false, true} {
		k := new(kept)
		var err error
		switch v.Inputs.Seat {
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
		answers := []string{}
		for _, text := range v.Inputs.Messages {
			var out []otpdeal.Message
			var err error
			if text == "start" {
				out, err = k.role.(*otpdeal.Host).Start()
			} else if m, parseErr := parseLine(t, deal, text); parseErr != nil {
				err = parseErr
			} else {
				out, err = k.Receive(m)
			}
			var b *otpdeal.BlameError
			if errors.As(err, &b) {
				answers = append(answers, classOf(err)+" "+seats(b.Seats))
			} else if err != nil {
				answers = append(answers, classOf(err))
			} else {
				answers = append(answers, strings.Join(lines(out), "; "))
			}
			if restarts {
				k = k.restart(t)
			}
		}
		vectorstest.Same(t, "answers", answers, append([]string{}, v.Outputs.Answers...))
		vectorstest.Same(t, "record", hex.EncodeToString(k.Record().Value()), v.Outputs.Record)
		vectorstest.Same(t, "state", hex.EncodeToString(k.state), v.Outputs.State)
		hand, err := k.Hand()
		vectorstest.Same(t, "hand", hex.EncodeToString(cardBytes(hand)), v.Outputs.Hand)
		if (err == nil) != (v.Outputs.Hand != "") {
			t.Errorf("hand: %v", err)
		}
	}
	return nil
}

func checkStateVector(t *testing.T, v vector) error {
	_, err := otpdeal.EncodeAgain(v.Inputs.Seat, vectorstest.Hex(t, v.Inputs.State))
	return err
}

func checkRecordVector(t *testing.T, v vector) error {
	r, err := otpdeal.ParseRecord(vectorstest.Hex(t, v.Inputs.Record))
	if err != nil {
		return err
	}
	vectorstest.Same(t, "deal", hex.EncodeToString(r.Deal()), v.Outputs.Deal)
	vectorstest.Same(t, "seat", r.Seat(), v.Outputs.Seat)
	vectorstest.Same(t, "value", hex.EncodeToString(r.Value()), v.Inputs.Record)
	messages := []string{}
	for _, m := range r.Messages() {
		messages = append(messages, line(m))
	}
	vectorstest.Same(t, "messages", messages, v.Outputs.Messages)
	return nil
}

func checkAuditVector(t *testing.T, v vector) error {
	deal, encrypted, keys := vectorstest.Hex(t, v.Inputs.Deal), vectorstest.Hex(t, v.Inputs.Encrypted), vectorstest.Hex(t, v.Inputs.Keys)
	var entries [][]byte
	for i := range encrypted {
		entries = append(entries, slices.Concat(lp("squaredeal/otpdeal/v1/entry"), lp(string(deal)), []byte{byte(i), encrypted[i], keys[i]}))
	}
	if e := v.Inputs.Entry; e != nil {
		entries[e.Number] = vectorstest.Hex(t, e.Value)
	}
	var records [4][]byte
	for seat, text := range v.Inputs.Records {
		records[seat] = vectorstest.Hex(t, text)
	}
	report := auditValues(t, entries, records)
	findings, missing := []string{}, []string{}
	for _, b := range report.Findings {
		findings = append(findings, classOf(b)+" "+seats(b.Seats))
	}
	for _, m := range report.Missing {
		missing = append(missing, classOf(m)+" "+fmt.Sprint(m.Seat))
	}
	slices.Sort(findings)
	slices.Sort(missing)
	vectorstest.Same(t, "findings", findings, v.Outputs.Findings)
	vectorstest.Same(t, "missing", missing, v.Outputs.Missing)
	vectorstest.Same(t, "suspects", seats(report.Suspects()), v.Outputs.Suspects)
	var hands []string
	for _, hand := range report.hands {
		if hand != nil {
			hands = append(hands, hex.EncodeToString(cardBytes(hand)))
		}
	}
	vectorstest.Same(t, "hands", hands, v.Outputs.Hands)
	return nil
}

// splitMix is SplitMix64 as SPEC.md, section 10.2, has it.
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

func checkAccumulated(t *testing.T, v vector) error {
	if testing.Short() && v.Inputs.Runs > 100 {
		t.Skip("-short")
	}
	h := sha256.New()
	for seed := range v.Inputs.Runs {
		s := splitMix(seed)
		cards := otpdeal.Deck()
		shuffled(&s, cards)
		var pads, order []byte
		for i := range 52 {
			pads = append(pads, byte(s.next()))
			order = append(order, byte(i))
		}
		shuffled(&s, order)
		host := keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Host, error) {
			return otpdeal.NewHost(deal, cards, pads, store)
		})
		dealer := keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Dealer, error) {
			return otpdeal.NewDealer(deal, order, store)
		})
		d := start(t, host, dealer)
		payloads := make(map[string][]byte)
		for len(d.inFlight) > 0 {
			m := d.inFlight[0]
			payloads[fmt.Sprint(m.Kind(), m.From(), m.To())] = m.Payload()
			if err := d.deliver(0); err != nil {
				return err
			}
		}
		for _, route := range otpdeal.Routes() {
			h.Write(payloads[fmt.Sprint(route.Kind(), route.From(), route.To())])
		}
		for _, r := range d.roles {
			hand, err := r.Hand()
			if err != nil {
				return err
			}
			h.Write(cardBytes(hand))
		}
	}
	vectorstest.Same(t, "accumulated", hex.EncodeToString(h.Sum(nil)), v.Outputs.SHA256)
	return nil
}

// What SPEC.md prints of the worked deal is what the vectors have.
func TestWorkedVector(t *testing.T) {
	spec := readFile(t, "SPEC.md")
	file := readFile(t, "testdata/vectors.json")
	_, rest, _ := bytes.Cut(spec, []byte("### 10.1 "))
	worked, _, _ := bytes.Cut(rest, []byte("### 10.2 "))
	runs := 0
	for _, field := range strings.Fields(string(worked)) {
		if _, err := hex.DecodeString(field); err == nil && len(field) >= 26 {
			runs++
			if !bytes.Contains(file, []byte(field)) {
				t.Errorf("no vector has %s", field)
			}
		}
	}
	if runs < 15 {
		t.Errorf("SPEC.md shows %d runs of bytes", runs)
	}
}
