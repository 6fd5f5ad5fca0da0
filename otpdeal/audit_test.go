package otpdeal_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// A report is what an audit returns.
type report struct {
	otpdeal.AuditError
	hands [4][]otpdeal.Card
	ok    bool
}

// audit audits, and checks that there are hands or an AuditError.
func audit(t testing.TB, entries [][]byte, records [4]otpdeal.Record) report {
	t.Helper()
	var values [4][]byte
	for seat, r := range records {
		values[seat] = r.Bytes()
	}
	return auditValues(t, entries, values)
}

func auditValues(t testing.TB, entries [][]byte, values [4][]byte) report {
	t.Helper()
	hands, err := otpdeal.Audit(id, entries, values)
	if err == nil {
		return report{hands: hands, ok: true}
	}
	a, ok := errors.AsType[*otpdeal.AuditError](err)
	if !ok || len(a.Findings)+len(a.Missing) == 0 || len(a.Unwrap()) != len(a.Findings)+len(a.Missing) ||
		slices.ContainsFunc(hands[:], func(hand []otpdeal.Card) bool { return hand != nil }) {
		t.Fatalf("%v, with the hands %v", err, hands)
	}
	return report{AuditError: *a}
}

// rewrite returns a record with the payload of one message replaced; nil takes the
// message out.
func rewrite(t testing.TB, r otpdeal.Record, kind otpdeal.Kind, from, to int, payload []byte) otpdeal.Record {
	t.Helper()
	list := slices.DeleteFunc(r.Messages(), func(m otpdeal.Message) bool {
		return m.Kind() == kind && m.From() == from && m.To() == to
	})
	if payload != nil {
		list = append(list, parse(t, kind, from, to, payload))
	}
	return otpdeal.NewRecord(id, r.Seat(), list...)
}

// found checks the findings of an audit, each as "class: seats", and the suspects.
func found(t testing.TB, report report, suspects []int, want ...string) {
	t.Helper()
	var got []string
	for _, b := range report.Findings {
		for class, err := range classes {
			if errors.Is(b, err) {
				got = append(got, fmt.Sprintf("%s: %v", class, b.Seats))
			}
		}
	}
	if report.ok || !slices.Equal(got, want) || !slices.Equal(report.Suspects(), suspects) {
		t.Errorf("findings %q, suspects %v; want %q, %v\n%v", got, report.Suspects(), want, suspects, report.Findings)
	}
}

var classes = map[string]error{
	"malformed": otpdeal.ErrMalformed,
	"sender":    otpdeal.ErrSender,
	"state":     otpdeal.ErrState,
	"taken":     otpdeal.ErrTaken,
	"cards":     otpdeal.ErrCards,
	"mismatch":  otpdeal.ErrMismatch,
	"disputed":  otpdeal.ErrDisputed,
	"missing":   otpdeal.ErrMissing,
}

func finished(t testing.TB, seed uint64) *deal {
	d := newDeal(t, seed)
	d.finish(t)
	return d
}

// flipKey returns entries in which entry i opens as another card.
func flipKey(entries [][]byte, i int, flip byte) [][]byte {
	entries = slices.Clone(entries)
	e := bytes.Clone(entries[i])
	e[len(e)-1] ^= flip
	entries[i] = e
	return entries
}

func TestAuditHost(t *testing.T) {
	d := finished(t, 20)
	records := d.records()

	// A table that isn't a full deck, and isn't what was sent either.
	cards, _, _ := inputs(20)
	report := audit(t, flipKey(d.entries, 3, byte(cards[3]^cards[4])), records)
	found(t, report, []int{0}, "cards: [0]", "mismatch: [0]")
	report = audit(t, flipKey(d.entries, 3, 0x30), records)
	found(t, report, []int{0}, "cards: [0]", "mismatch: [0]")

	// Two entries exchanged are a full deck, but not the one that was sent.
	swapped := flipKey(flipKey(d.entries, 3, byte(cards[3]^cards[4])), 4, byte(cards[3]^cards[4]))
	found(t, audit(t, swapped, records), []int{0}, "mismatch: [0]")

	// The Host may write into its record what is on that table. Then the others disagree.
	keys := d.find(t, otpdeal.SendAllKeys, 0, 1).Payload()
	keys[3] ^= byte(cards[3] ^ cards[4])
	keys[4] ^= byte(cards[3] ^ cards[4])
	denied := records
	denied[0] = rewrite(t, records[0], otpdeal.SendAllKeys, 0, 1, keys)
	found(t, audit(t, swapped, denied), []int{0, 1}, "disputed: [0 1]")

	// Encrypted cards that differ from the table.
	encrypted := d.find(t, otpdeal.SendAllCards, 0, 2).Payload()
	admitted := records
	admitted[0] = rewrite(t, records[0], otpdeal.SendAllCards, 0, 2, replaced(encrypted, 7, encrypted[7]^1))
	found(t, audit(t, d.entries, admitted), []int{0}, "mismatch: [0]", "disputed: [0 2]")

	// What can't be the entries.
	for _, entries := range [][][]byte{
		d.entries[:51], append(slices.Clone(d.entries), nil),
		append(slices.Clone(d.entries[1:]), d.entries[0]),
		append([][]byte{append(bytes.Clone(d.entries[0]), 0)}, d.entries[1:]...),
		append([][]byte{d.entries[0][:len(d.entries[0])-1]}, d.entries[1:]...),
		append([][]byte{nil}, d.entries[1:]...),
		append([][]byte{bytes.Repeat([]byte{255}, 100)}, d.entries[1:]...),
	} {
		found(t, audit(t, entries, records), []int{0}, "malformed: [0]")
	}
	for i := range len(d.entries[0]) - 2 { // the last bytes are the encrypted card and the key
		entries := append([][]byte{replaced(d.entries[0], i, d.entries[0][i]^1)}, d.entries[1:]...)
		found(t, audit(t, entries, records), []int{0}, "malformed: [0]")
	}

	// No entries are missing.
	for _, entries := range [][][]byte{nil, {}} {
		report := audit(t, entries, records)
		found(t, report, nil)
		if len(report.Missing) != 1 || report.Missing[0].Seat != 0 || !errors.Is(report.Missing[0], otpdeal.ErrMissing) {
			t.Errorf("missing %v", report.Missing)
		}
	}
}

func TestAuditDealer(t *testing.T) {
	// A ciphertext changed so that the Dummy gets another suit: admitted, denied, and
	// denied with two seats.
	d := newDeal(t, 21)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	change := func(to int) []byte {
		payload := d.pending(t, otpdeal.SendCards, to).Payload()
		for j := range 13 {
			payload[j] ^= 0x40
		}
		d.replace(t, otpdeal.SendCards, 2, to, payload)
		return payload
	}
	payload := change(3)
	d.finish(t) // nobody notices: 13 different cards
	found(t, d.audit(t), []int{2, 3}, "disputed: [2 3]")
	admitted := d.records()
	admitted[2] = rewrite(t, admitted[2], otpdeal.SendCards, 2, 3, payload)
	found(t, audit(t, d.entries, admitted), []int{2}, "mismatch: [2]")

	// It can say that the Host had sent it so. The Host then disagrees.
	lying := admitted
	encrypted := d.find(t, otpdeal.SendAllCards, 0, 2).Payload()
	for j := range 13 {
		encrypted[payload[13+j]] = payload[j]
	}
	lying[2] = rewrite(t, lying[2], otpdeal.SendAllCards, 0, 2, encrypted)
	found(t, audit(t, d.entries, lying), []int{0, 2}, "disputed: [0 2]")

	d = newDeal(t, 21)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	change(1)
	change(3)
	d.finish(t)
	found(t, d.audit(t), []int{2}, "disputed: [1 2]", "disputed: [2 3]")

	// A number dealt twice: the Key Master refuses the second request for it.
	d = newDeal(t, 22)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	toHost := d.pending(t, otpdeal.SendCards, 0).Payload()
	twice := d.pending(t, otpdeal.SendCards, 3).Payload()
	twice[0], twice[13] = toHost[0], toHost[13]
	d.replace(t, otpdeal.SendCards, 2, 3, twice)
	blamed(t, "a number dealt twice", d.run(), otpdeal.ErrTaken, 0, 2, 3)
	admitted = d.records()
	admitted[2] = rewrite(t, admitted[2], otpdeal.SendCards, 2, 3, twice)
	found(t, audit(t, d.entries, admitted), []int{2}, "taken: [2]")
	found(t, d.audit(t), []int{2, 3}, "disputed: [2 3]")

	// A number that it deals and asks for itself.
	d = finished(t, 23)
	records := d.records()
	own := d.find(t, otpdeal.RequestKeys, 2, 1).Payload()
	own[5] = d.find(t, otpdeal.SendCards, 2, 3).Payload()[13]
	records[2] = rewrite(t, records[2], otpdeal.RequestKeys, 2, 1, own)
	found(t, audit(t, d.entries, records), []int{2}, "taken: [2]", "disputed: [1 2]")
}

func TestAuditKeyMaster(t *testing.T) {
	// A key changed, admitted and denied.
	d := newDeal(t, 24)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards, otpdeal.RequestKeys)
	keys := d.pending(t, otpdeal.SendKeys, 3).Payload()
	for j := range keys {
		keys[j] ^= 0xc0
	}
	d.replace(t, otpdeal.SendKeys, 1, 3, keys)
	d.finish(t)
	found(t, d.audit(t), []int{1, 3}, "disputed: [1 3]")
	records := d.records()
	records[1] = rewrite(t, records[1], otpdeal.SendKeys, 1, 3, keys)
	found(t, audit(t, d.entries, records), []int{1}, "mismatch: [1]")

	// It can say that the Host had sent it so, or that the Dummy had asked for others.
	all := d.find(t, otpdeal.SendAllKeys, 0, 1).Payload()
	for j, n := range d.find(t, otpdeal.RequestKeys, 3, 1).Payload() {
		all[n] = keys[j]
	}
	lying := records
	lying[1] = rewrite(t, lying[1], otpdeal.SendAllKeys, 0, 1, all)
	found(t, audit(t, d.entries, lying), []int{0, 1}, "disputed: [0 1]")

	// A key given twice: accepted for two requests, or for one and its own cards.
	d = finished(t, 25)
	records = d.records()
	mine := d.find(t, otpdeal.RequestKeys, 0, 1).Payload()
	theirs := d.find(t, otpdeal.RequestKeys, 3, 1).Payload()
	records[1] = rewrite(t, records[1], otpdeal.RequestKeys, 3, 1, replaced(theirs, 12, mine[0]))
	found(t, audit(t, d.entries, records), []int{1}, "taken: [1]", "mismatch: [1]", "disputed: [1 3]")
	records = d.records()
	own := d.find(t, otpdeal.SendCards, 2, 1).Payload()
	records[1] = rewrite(t, records[1], otpdeal.SendCards, 2, 1, replaced(own, 25, mine[0]))
	found(t, audit(t, d.entries, records), []int{1}, "taken: [1]", "disputed: [1 2]")
}

// Two liars that deny what the honest Key Master sent make it the only suspect: that
// is no proof.
func TestAuditFramed(t *testing.T) {
	d := newDeal(t, 28)
	if err := d.run(); err != nil {
		t.Fatal(err)
	}
	records := d.records()
	for _, seat := range []int{0, 3} {
		sent := d.find(t, otpdeal.SendKeys, 1, seat).Payload()
		records[seat] = rewrite(t, records[seat], otpdeal.SendKeys, 1, seat, replaced(sent, 12, sent[12]^1))
	}
	found(t, audit(t, d.entries, records), []int{1}, "disputed: [0 1]", "disputed: [1 3]")
}

// A player asks for keys of cards that it wasn't dealt. The Host knows which are good.
func TestAuditPlayers(t *testing.T) {
	for _, seat := range []int{0, 3} {
		d := newDeal(t, 26)
		deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards)
		wanted := d.sentBy(t, otpdeal.RequestKeys, 3-seat).Payload()
		request := replaced(d.sentBy(t, otpdeal.RequestKeys, seat).Payload(), 0, wanted[0])
		d.replace(t, otpdeal.RequestKeys, seat, 1, request)
		// The second of the two is refused.
		blamed(t, "a number that another was dealt", d.run(), otpdeal.ErrTaken, 0, 2, 3)

		// Admitted; denied; and denied with the claim that the Dealer dealt it so.
		records := d.records()
		records[seat] = rewrite(t, records[seat], otpdeal.RequestKeys, seat, 1, request)
		if report := audit(t, d.entries, records); !slices.Equal(report.Suspects(), []int{seat}) {
			t.Errorf("%v", report.Findings)
		}
		dealt := d.find(t, otpdeal.SendCards, 2, seat).Payload()
		records[seat] = rewrite(t, records[seat], otpdeal.SendCards, 2, seat, replaced(dealt, 13, wanted[0]))
		if report := audit(t, d.entries, records); !slices.Equal(report.Suspects(), sorted(seat, 2)) {
			t.Errorf("%v", report.Findings)
		}
	}
}

// A request may list the numbers in any order: another implementation may sort them.
func TestRequestInAnotherOrder(t *testing.T) {
	d := newDeal(t, 27)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards)
	request := d.sentBy(t, otpdeal.RequestKeys, 3).Payload()
	slices.Sort(request)
	d.replace(t, otpdeal.RequestKeys, 3, 1, request)
	deliverAll(t, d, otpdeal.RequestKeys)
	keys := d.pending(t, otpdeal.SendKeys, 3)
	d.inFlight = slices.DeleteFunc(d.inFlight, func(m otpdeal.Message) bool { return m.To() == 3 })
	d.finish(t)
	records := d.records()
	records[3] = otpdeal.NewRecord(id, 3, d.find(t, otpdeal.SendCards, 2, 3), parse(t, otpdeal.RequestKeys, 3, 1, request), keys)
	if report := audit(t, d.entries, records); !report.ok {
		t.Error(report.Findings, report.Missing)
	}
}

// Whatever a record withholds is missing, and so is a record that isn't given.
func TestAuditMissing(t *testing.T) {
	d := finished(t, 28)
	for seat, r := range d.records() {
		for _, m := range r.Messages() {
			records := d.records()
			records[seat] = rewrite(t, r, m.Kind(), m.From(), m.To(), nil)
			report := audit(t, d.entries, records)
			named := len(report.Missing) == 0
			for _, b := range report.Findings {
				if !slices.Contains(b.Seats, seat) {
					t.Errorf("%v of seat %d withheld: %v", m.Kind(), seat, b)
				}
				named = named || slices.Equal(b.Seats, []int{seat})
			}
			for _, missing := range report.Missing {
				if missing.Seat != seat {
					t.Errorf("%v of seat %d withheld: %v", m.Kind(), seat, missing)
				}
				named = true
			}
			if report.ok || !named {
				t.Errorf("%v of seat %d withheld: findings %v, missing %v", m.Kind(), seat, report.Findings, report.Missing)
			}
		}
		records := d.records()
		records[seat] = otpdeal.Record{}
		report := audit(t, d.entries, records)
		if report.ok || len(report.Findings) != 0 || len(report.Missing) != 1 || report.Missing[0].Seat != seat ||
			!errors.Is(report.Missing[0], otpdeal.ErrMissing) {
			t.Errorf("no record of seat %d: %v, %v", seat, report.Findings, report.Missing)
		}
	}
}

// A record that can't be read, or is of another seat or another deal, is a finding
// against the seat that opened it, and not used any further.
func TestAuditUnreadableRecord(t *testing.T) {
	d := finished(t, 29)
	for seat, r := range d.records() {
		other := otpdeal.NewRecord([]byte("deal 2"), seat, r.Messages()...)
		for what, value := range map[string][]byte{
			"cut":             r.Bytes()[:100],
			"of another seat": d.records()[(seat+1)%4].Bytes(),
			"of another deal": other.Bytes(),
		} {
			var values [4][]byte
			for i, r := range d.records() {
				values[i] = r.Bytes()
			}
			values[seat] = value
			report := auditValues(t, d.entries, values)
			found(t, report, []int{seat}, fmt.Sprintf("malformed: [%d]", seat))
			if len(report.Missing) != 0 {
				t.Errorf("%s: missing %v", what, report.Missing)
			}
		}
	}
	for _, deal := range [][]byte{nil, make([]byte, otpdeal.MaxDealLen+1)} {
		_, err := otpdeal.Audit(deal, d.entries, [4][]byte{})
		if _, found := errors.AsType[*otpdeal.AuditError](err); !errors.Is(err, otpdeal.ErrMalformed) || found {
			t.Errorf("a deal id of %d bytes: %v", len(deal), err)
		}
	}
	// With another id, everything is of another deal.
	var values [4][]byte
	for i, r := range d.records() {
		values[i] = r.Bytes()
	}
	_, err := otpdeal.Audit([]byte("deal 2"), d.entries, values)
	if a, ok := errors.AsType[*otpdeal.AuditError](err); !ok || len(a.Findings) != 5 {
		t.Errorf("audited as another deal: %v", err)
	}
}

// An error tells the findings and what is missing, and errors.As finds a finding, never
// what is only missing.
func TestAuditError(t *testing.T) {
	d := finished(t, 29)
	var values [4][]byte
	values[1] = d.records()[1].Bytes()
	_, err := otpdeal.Audit(id, nil, values)
	const want = "otpdeal: missing: the entries: seat 0; otpdeal: missing: the record: seat 0; " +
		"otpdeal: missing: the record: seat 2; otpdeal: missing: the record: seat 3"
	_, blames := errors.AsType[*otpdeal.BlameError](err)
	if err == nil || err.Error() != want || blames || !errors.Is(err, otpdeal.ErrMissing) {
		t.Errorf("%v, want %s", err, want)
	}
	values[3] = values[1]
	_, err = otpdeal.Audit(id, d.entries[:51], values)
	b, ok := errors.AsType[*otpdeal.BlameError](err)
	if !ok || !slices.Equal(b.Seats, []int{0}) {
		t.Errorf("%v names %v first", err, b)
	}
	e := &otpdeal.AuditError{}
	for range 10 {
		e.Findings = append(e.Findings, b)
	}
	if text := e.Error(); strings.Count(text, ";") != 8 || !strings.HasSuffix(text, "; 2 more") {
		t.Error(text)
	}
}

// The Key Master keeps the Host's signature on the keys of a deal, and claims in the next
// one that the Host sent it those. The signature names the deal it was made in, so it
// proves nothing, and the judge finds that the Key Master lies.
func TestSignatureOfAnotherDeal(t *testing.T) {
	d := newDeal(t, 29)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards)
	if hand, err := d.roles[1].Hand(); err != nil {
		t.Fatal(hand, err) // it reads its hand before anybody else has one, and doesn't like it
	}
	old := earlier()[0]
	records := d.records()
	records[1] = otpdeal.NewRecord(id, 1, parse(t, otpdeal.SendAllKeys, 0, 1, old.Payload()))
	report := audit(t, d.entries, records)
	found(t, report, []int{0, 1}, "disputed: [0 1]")
	claimed := records[1].Messages()[0]
	if bytes.Equal(claimed.Value(), old.Value()) {
		t.Error("the Host's signature of another deal proves the lie")
	}
	judge(t, 1<<otpdeal.KeyMasterSeat, d, records)
}

// earlier returns the messages of a deal that the seats have dealt before.
var earlier = sync.OnceValue(func() (list []otpdeal.Message) {
	var t testing.B // nothing fails here
	before := finished(&t, 999)
	for _, route := range otpdeal.Routes() {
		m := before.find(&t, route.Kind(), route.From(), route.To())
		m, err := otpdeal.ParseMessage([]byte("deal 0"), m.Kind(), m.From(), m.To(), m.Payload())
		if err != nil {
			panic(err)
		}
		list = append(list, m)
	}
	return list
})
