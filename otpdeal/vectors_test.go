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

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

type vector struct {
	Inputs struct {
		Suit, Rank         int
		Kind               uint8
		From, To           int
		Payload            string
		Cards, Pads, Order string
		Seat               int
		Messages           []string
		Record             string
		Encrypted, Keys    string
		Records            []string
		Entry              *struct {
			Number int
			Value  string
		}
		Runs int
	}
	Outputs struct {
		Deck, Byte                       string
		Value, Blame                     string
		Messages, Hands, Records, Values []string
		Seat                             int
		Findings, Missing                []string
		Suspects                         string
		SHA256                           string
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
		"refusal":     checkRefusalVector,
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

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
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
	var b *otpdeal.BlameError
	if !errors.As(err, &b) {
		t.Errorf("%v blames nobody", err)
		return err
	}
	same(t, "blame", seats(b.Seats), want)
	return err
}

func checkCardVector(t *testing.T, v vector) error {
	if v.Outputs.Deck != "" {
		same(t, "deck", hex.EncodeToString(cardBytes(otpdeal.Deck())), v.Outputs.Deck)
		return nil
	}
	c, err := otpdeal.NewCard(otpdeal.Suit(v.Inputs.Suit), v.Inputs.Rank)
	if err != nil {
		return err
	}
	same(t, "byte", fmt.Sprintf("%02x", byte(c)), v.Outputs.Byte)
	return nil
}

func checkMessageVector(t *testing.T, v vector) error {
	m, err := otpdeal.ParseMessage(otpdeal.Kind(v.Inputs.Kind), v.Inputs.From, v.Inputs.To, unhex(t, v.Inputs.Payload))
	if err != nil {
		return blames(t, err, v.Outputs.Blame)
	}
	same(t, "payload", hex.EncodeToString(m.Payload()), v.Inputs.Payload)
	same(t, "value", hex.EncodeToString(m.Value()), v.Outputs.Value)
	return nil
}

// begin returns a deal with the vector's randomness.
func (v vector) begin(t *testing.T) (*deal, error) {
	var cards []otpdeal.Card
	for _, b := range unhex(t, v.Inputs.Cards) {
		cards = append(cards, otpdeal.Card(b))
	}
	table, err := otpdeal.NewTable(cards, unhex(t, v.Inputs.Pads))
	if err != nil {
		return nil, err
	}
	dealer, err := otpdeal.NewDealer(unhex(t, v.Inputs.Order))
	if err != nil {
		return nil, err
	}
	return start(t, table, dealer), nil
}

func checkDealVector(t *testing.T, v vector) error {
	d, err := v.begin(t)
	if err != nil {
		return err
	}
	d.finish(t)
	d.confirm(t)
	var messages, hands, records, values []string
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
	for _, value := range d.values {
		values = append(values, hex.EncodeToString(value))
	}
	same(t, "messages", messages, v.Outputs.Messages)
	same(t, "hands", hands, v.Outputs.Hands)
	same(t, "records", records, v.Outputs.Records)
	same(t, "values", values, v.Outputs.Values)
	return nil
}

// parseLine reads a message of the vectors.
func parseLine(t *testing.T, text string) otpdeal.Message {
	t.Helper()
	var kind uint8
	var from, to int
	var payload []byte
	if _, err := fmt.Sscanf(text, "%d %d %d %x", &kind, &from, &to, &payload); err != nil {
		t.Fatal(err)
	}
	return parse(t, otpdeal.Kind(kind), from, to, payload)
}

func checkRefusalVector(t *testing.T, v vector) error {
	var r role
	switch v.Inputs.Seat {
	case otpdeal.HostSeat, otpdeal.DealerSeat:
		d, err := v.begin(t)
		if err != nil {
			t.Fatal(err)
		}
		r = d.roles[v.Inputs.Seat]
	case otpdeal.KeyMasterSeat:
		r = otpdeal.NewKeyMaster()
	case otpdeal.DummySeat:
		r = otpdeal.NewDummy()
	}
	last := len(v.Inputs.Messages) - 1
	for _, text := range v.Inputs.Messages[:last] {
		take(t, r, parseLine(t, text))
	}
	before := stateOf(r)
	_, err := r.Receive(parseLine(t, v.Inputs.Messages[last]))
	if diff := cmp.Diff(before, stateOf(r), cmp.AllowUnexported(state{})); diff != "" {
		t.Errorf("refused, and yet the role changed:\n%s", diff)
	}
	return blames(t, err, v.Outputs.Blame)
}

func checkRecordVector(t *testing.T, v vector) error {
	r, err := otpdeal.ParseRecord(unhex(t, v.Inputs.Record))
	if err != nil {
		return err
	}
	same(t, "seat", r.Seat(), v.Outputs.Seat)
	same(t, "value", hex.EncodeToString(r.Value()), v.Inputs.Record)
	messages := []string{}
	for _, m := range r.Messages() {
		messages = append(messages, line(m))
	}
	same(t, "messages", messages, v.Outputs.Messages)
	return nil
}

func checkAuditVector(t *testing.T, v vector) error {
	encrypted, keys := unhex(t, v.Inputs.Encrypted), unhex(t, v.Inputs.Keys)
	var values [][]byte
	for i := range 52 {
		values = append(values, slices.Concat(lp("squaredeal/otpdeal/v1/entry"), lp(string([]byte{byte(i)})), lp(string(encrypted[i:i+1])), lp(string(keys[i:i+1]))))
	}
	if e := v.Inputs.Entry; e != nil {
		values[e.Number] = unhex(t, e.Value)
	}
	var records [4]otpdeal.Record
	for seat, text := range v.Inputs.Records {
		if text == "" {
			continue
		}
		var err error
		if records[seat], err = otpdeal.ParseRecord(unhex(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	report, err := otpdeal.Audit(values, records)
	if err != nil {
		return err
	}
	words := func(list []*otpdeal.BlameError) []string {
		text := []string{}
		for _, b := range list {
			text = append(text, classOf(b)+" "+seats(b.Seats))
		}
		slices.Sort(text)
		return text
	}
	same(t, "findings", words(report.Findings), v.Outputs.Findings)
	same(t, "missing", words(report.Missing), v.Outputs.Missing)
	same(t, "suspects", seats(report.Suspects()), v.Outputs.Suspects)
	var hands []string
	for seat := range 4 {
		if hand, err := report.Hand(seat); err == nil {
			hands = append(hands, hex.EncodeToString(cardBytes(hand)))
		}
	}
	same(t, "hands", hands, v.Outputs.Hands)
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
		table, err := otpdeal.NewTable(cards, pads)
		if err != nil {
			return err
		}
		dealer, err := otpdeal.NewDealer(order)
		if err != nil {
			return err
		}
		d := start(t, table, dealer)
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
	same(t, "accumulated", hex.EncodeToString(h.Sum(nil)), v.Outputs.SHA256)
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
