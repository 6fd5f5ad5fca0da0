package otpdeal_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A role is any of the four.
type role interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Hand() ([]otpdeal.Card, error)
	Missing() []int
	Sent() []otpdeal.Message
	Record() otpdeal.Record
}

// id names the deals of these tests.
var id = []byte("deal 1")

// A kept role is one with the state that it has stored.
type kept struct {
	role
	state  []byte
	stores int
}

func (k *kept) store(old, new otpdeal.State) error {
	if !bytes.Equal(old.Bytes(), k.state) {
		return errors.New("the old state isn't the one that is stored")
	}
	k.state = new.Bytes()
	k.stores++
	return nil
}

// keep makes a role.
func keep[R role](t testing.TB, generate func(deal []byte, store func(old, new otpdeal.State) error) (R, error)) *kept {
	t.Helper()
	k := new(kept)
	r, err := generate(id, k.store)
	if err != nil {
		t.Fatal(err)
	}
	k.role = r
	return k
}

func newKeyMaster(t testing.TB) *kept { return keep(t, otpdeal.NewKeyMaster) }

// restart returns the role that is made of the stored state. The two share nothing.
func (k *kept) restart(t testing.TB) *kept {
	t.Helper()
	again := &kept{state: bytes.Clone(k.state)}
	var err error
	switch k.role.(type) {
	case *otpdeal.Host:
		again.role, err = otpdeal.ParseHost(k.state, again.store)
	case *otpdeal.KeyMaster:
		again.role, err = otpdeal.ParseKeyMaster(k.state, again.store)
	case *otpdeal.Dealer:
		again.role, err = otpdeal.ParseDealer(k.state, again.store)
	case *otpdeal.Dummy:
		again.role, err = otpdeal.ParseDummy(k.state, again.store)
	}
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// A deal is one with its four roles and the messages that are on their way.
type deal struct {
	host     *otpdeal.Host
	roles    [otpdeal.NumSeats]*kept
	entries  [][]byte
	inFlight []otpdeal.Message
}

// inputs returns what is random in a deal, from a seed.
func inputs(seed uint64) (cards []otpdeal.Card, pads, order []byte) {
	rng := rand.New(rand.NewPCG(seed, 0))
	cards = otpdeal.Deck()
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i := range otpdeal.DeckSize {
		pads = append(pads, byte(rng.Uint32()))
		order = append(order, byte(i))
	}
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return cards, pads, order
}

// newHost returns the Host of a seed.
func newHost(t testing.TB, seed uint64) *kept {
	t.Helper()
	cards, pads, _ := inputs(seed)
	return keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Host, error) {
		return otpdeal.NewHost(deal, cards, pads, store)
	})
}

// newDealer returns the Card Dealer of a seed.
func newDealer(t testing.TB, seed uint64) *kept {
	t.Helper()
	_, _, order := inputs(seed)
	return keep(t, func(deal []byte, store func(old, new otpdeal.State) error) (*otpdeal.Dealer, error) {
		return otpdeal.NewDealer(deal, order, store)
	})
}

// newDeal returns the deal of a seed, in which the Host has started.
func newDeal(t testing.TB, seed uint64) *deal {
	t.Helper()
	return start(t, newHost(t, seed), newDealer(t, seed))
}

// generateDeal returns a random deal, in which the Host has started.
func generateDeal(t testing.TB) *deal {
	t.Helper()
	return start(t, keep(t, otpdeal.GenerateHost), keep(t, otpdeal.GenerateDealer))
}

func start(t testing.TB, host, dealer *kept) *deal {
	t.Helper()
	d := &deal{host: host.role.(*otpdeal.Host)}
	d.entries = d.host.Entries()
	d.roles = [...]*kept{host, newKeyMaster(t), dealer, keep(t, otpdeal.NewDummy)}
	var err error
	if d.inFlight, err = d.host.Start(); err != nil {
		t.Fatal(err)
	}
	return d
}

// deliver takes message i of those on their way to its recipient.
func (d *deal) deliver(i int) error {
	m := d.inFlight[i]
	d.inFlight = slices.Delete(d.inFlight, i, i+1)
	out, err := d.roles[m.To()].Receive(m)
	d.inFlight = append(d.inFlight, out...)
	return err
}

// run delivers what is on its way until nothing is, or a role refuses a message.
func (d *deal) run() error {
	for len(d.inFlight) > 0 {
		if err := d.deliver(0); err != nil {
			return err
		}
	}
	return nil
}

func (d *deal) finish(t testing.TB) {
	t.Helper()
	if err := d.run(); err != nil {
		t.Fatal(err)
	}
}

func (d *deal) records() (list [otpdeal.NumSeats]otpdeal.Record) {
	for seat, r := range d.roles {
		list[seat] = r.Record()
	}
	return list
}

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
		values[seat] = r.Value()
	}
	return auditValues(t, entries, values)
}

func auditValues(t testing.TB, entries [][]byte, values [4][]byte) report {
	t.Helper()
	hands, err := otpdeal.Audit(id, entries, values)
	if err == nil {
		return report{hands: hands, ok: true}
	}
	var a *otpdeal.AuditError
	if !errors.As(err, &a) || len(a.Findings)+len(a.Missing) == 0 || len(a.Unwrap()) != len(a.Findings)+len(a.Missing) ||
		slices.ContainsFunc(hands[:], func(hand []otpdeal.Card) bool { return hand != nil }) {
		t.Fatalf("%v, with the hands %v", err, hands)
	}
	return report{AuditError: *a}
}

func (d *deal) audit(t testing.TB) report {
	t.Helper()
	return audit(t, d.entries, d.records())
}

// confirm checks that the deal is done, and done well.
func (d *deal) confirm(t testing.TB) {
	t.Helper()
	report := d.audit(t)
	if !report.ok || report.Suspects() != nil {
		t.Fatalf("findings %v, missing %v", report.Findings, report.Missing)
	}
	var all []otpdeal.Card
	for seat, r := range d.roles {
		hand, err := r.Hand()
		if err != nil {
			t.Fatal(err)
		}
		audited := report.hands[seat]
		if len(hand) != otpdeal.HandSize || !slices.Equal(hand, audited) {
			t.Fatalf("seat %d has %v, the audit says %v", seat, hand, audited)
		}
		if m := r.Missing(); m != nil {
			t.Fatalf("seat %d waits for %v", seat, m)
		}
		all = append(all, hand...)
	}
	slices.Sort(all)
	if !slices.Equal(all, otpdeal.Deck()) {
		t.Fatalf("the hands are %v", all)
	}
}

func parse(t testing.TB, kind otpdeal.Kind, from, to int, payload []byte) otpdeal.Message {
	t.Helper()
	m, err := otpdeal.ParseMessage(id, kind, from, to, payload)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// find returns the message of a kind between two seats, from their records.
func (d *deal) find(t testing.TB, kind otpdeal.Kind, from, to int) otpdeal.Message {
	t.Helper()
	for _, m := range d.roles[from].Record().Messages() {
		if m.Kind() == kind && m.From() == from && m.To() == to {
			return m
		}
	}
	t.Fatalf("no %v from %d to %d", kind, from, to)
	return otpdeal.Message{}
}

// blamed checks the class of an error and the seats it names.
func blamed(t testing.TB, what string, err, class error, seats ...int) {
	t.Helper()
	var b *otpdeal.BlameError
	if !errors.Is(err, class) {
		t.Errorf("%s: %v, want %v", what, err, class)
	} else if !errors.As(err, &b) {
		t.Errorf("%s: %v blames nobody", what, err)
	} else if diff := cmp.Diff(seats, b.Seats); diff != "" {
		t.Errorf("%s: %v, want seats %v", what, err, seats)
	}
}

// A state is what can be seen of a role from outside, its secrets included.
type state struct {
	record  []byte
	hand    []otpdeal.Card
	missing []int
	sent    []string
	stored  []byte
}

func stateOf(k *kept) state {
	hand, _ := k.Hand()
	var sent []string
	for _, m := range k.Sent() {
		sent = append(sent, line(m))
	}
	return state{k.Record().Value(), hand, k.Missing(), sent, k.state}
}

// refuses checks that a role refuses a message, for the right reason, blaming the
// right seats, and that its deal is then over. It tries a copy of the role.
func refuses(t testing.TB, what string, k *kept, m otpdeal.Message, class error, seats ...int) {
	t.Helper()
	k = k.restart(t)
	before := stateOf(k)
	out, err := k.Receive(m)
	blamed(t, what, err, class, seats...)
	if out != nil {
		t.Errorf("%s: answered with %d messages", what, len(out))
	}
	if before.missing == nil { // its part is done
		for _, k := range []*kept{k, k.restart(t)} {
			if diff := cmp.Diff(before, stateOf(k), cmp.AllowUnexported(state{})); diff != "" {
				t.Errorf("%s: refused when all is done, and yet the role changed:\n%s", what, diff)
			}
		}
		return
	}
	over(t, what, k, err, before)
	over(t, what+", after a restart", k.restart(t), err, before)
}

// over checks that a role has ended by a refusal: whatever it receives, it returns that
// refusal, and tells what was before it.
func over(t testing.TB, what string, k *kept, refusal error, before state) {
	t.Helper()
	after := stateOf(k)
	if after.hand != nil || after.missing != nil {
		t.Errorf("%s: refused, and yet there is a hand or something to wait for", what)
	}
	before.hand, after.hand, before.missing, after.missing, before.stored, after.stored = nil, nil, nil, nil, nil, nil
	if diff := cmp.Diff(before, after, cmp.AllowUnexported(state{})); diff != "" {
		t.Errorf("%s: refused, and yet the role changed:\n%s", what, diff)
	}
	stored := k.state
	for _, route := range otpdeal.Routes() {
		m := parse(t, route.Kind(), route.From(), route.To(), payloadOf(route.Kind()))
		if out, err := k.Receive(m); out != nil || err == nil {
			t.Errorf("%s: goes on after a refusal: %v", what, err)
		} else if m.To() == ownSeat(k) && err.Error() != refusal.Error() {
			t.Errorf("%s: %v, after the refusal %v", what, err, refusal)
		}
	}
	_, err := k.Hand()
	var b *otpdeal.BlameError
	if errors.As(err, &b) {
		b.Seats[0] = 99 // it's the caller's
	}
	if _, err = k.Hand(); err == nil || err.Error() != refusal.Error() {
		t.Errorf("%s: Hand: %v, after the refusal %v", what, err, refusal)
	}
	if host, ok := k.role.(*otpdeal.Host); ok {
		if out, err := host.Start(); out != nil || err == nil || err.Error() != refusal.Error() {
			t.Errorf("%s: Start: %v, after the refusal %v", what, err, refusal)
		}
	}
	if !bytes.Equal(stored, k.state) {
		t.Errorf("%s: the state changes after the refusal", what)
	}
}

func ownSeat(k *kept) int { return k.Record().Seat() }

func TestDeal(t *testing.T) {
	for range 200 {
		d := generateDeal(t)
		if d.audit(t).ok {
			t.Fatal("a deal that has only begun is confirmed")
		}
		d.finish(t)
		d.confirm(t)
	}
	for seed := range uint64(200) {
		d := newDeal(t, seed)
		d.finish(t)
		d.confirm(t)
		cards, _, order := inputs(seed)
		for seat, r := range d.roles {
			var want []otpdeal.Card
			for _, n := range order[13*seat:][:13] {
				want = append(want, cards[n])
			}
			if hand, err := r.Hand(); err != nil || !slices.Equal(hand, want) {
				t.Fatalf("seat %d has %v (%v), want %v", seat, hand, err, want)
			}
		}
	}
}

// Many orders in which a transport may deliver the messages end in the same deal: of two
// messages on the same link, the later may come first. TestExhaustiveHonest visits all
// states in between.
func TestOrdersOfArrival(t *testing.T) {
	orders := 0
	var want []otpdeal.Record
	var walk func(path []int)
	walk = func(path []int) {
		if orders >= 1000 {
			return
		}
		d := newDeal(t, 1)
		for _, i := range path {
			if err := d.deliver(i); err != nil {
				t.Fatalf("after %v: %v", path, err)
			}
		}
		if len(d.inFlight) == 0 {
			orders++
			if orders == 1 {
				d.confirm(t)
				want = recordList(d)
			}
			for seat, r := range recordList(d) {
				if !bytes.Equal(r.Value(), want[seat].Value()) {
					t.Fatalf("after %v, the record of seat %d differs", path, seat)
				}
			}
			return
		}
		for i := range d.inFlight {
			walk(append(slices.Clone(path), i))
		}
	}
	walk(nil)
}

// A deal over a bad network: two of three messages are lost, the others come twice and in
// any order, every role is restarted before each, and what a role has sent it sends again.
func TestRestarts(t *testing.T) {
	for seed := range uint64(20) {
		d := newDeal(t, seed)
		rng := rand.New(rand.NewPCG(seed, 17))
		waiting := func(k *kept) bool { return k.Missing() != nil }
		for rounds := 0; slices.ContainsFunc(d.roles[:], waiting); rounds++ {
			if rounds == 200 {
				t.Fatal("the deal doesn't end")
			}
			d.inFlight = nil
			for _, k := range d.roles {
				for _, m := range k.restart(t).Sent() {
					if rng.IntN(3) == 0 {
						d.inFlight = append(d.inFlight, m, m)
					}
				}
			}
			rng.Shuffle(len(d.inFlight), func(i, j int) { d.inFlight[i], d.inFlight[j] = d.inFlight[j], d.inFlight[i] })
			for _, m := range d.inFlight {
				d.roles[m.To()] = d.roles[m.To()].restart(t)
				if _, err := d.roles[m.To()].Receive(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		d.confirm(t)
	}
}

func recordList(d *deal) []otpdeal.Record {
	records := d.records()
	return records[:]
}

// What each seat waits for, from the start to the end of a deal.
func TestMissing(t *testing.T) {
	if diff := cmp.Diff([]int{otpdeal.HostSeat}, newHost(t, 2).Missing()); diff != "" {
		t.Errorf("a Host that hasn't started:\n%s", diff)
	}
	d := newDeal(t, 2)
	got := []string{}
	for {
		line := ""
		for _, r := range d.roles {
			line += fmt.Sprint(r.Missing())
		}
		got = append(got, line)
		if len(d.inFlight) == 0 {
			break
		}
		if err := d.deliver(0); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"[2][0 2 3][0][2]", // SEND ALL KEYS and SEND ALL CARDS are on their way
		"[2][0 2 3][0][2]", // the Key Master has the keys: it still waits for a request of seat 0
		"[2][0 2 3][1][2]", // the Card Dealer has dealt
		"[1][0 2 3][1][2]",
		"[1][0 2 3][1][2]", // the Key Master has its cards, and waits for three requests
		"[1][0 2 3][1][1]",
		"[1][0 3][1][1]",
		"[1][3][1][1]",
		"[1][][1][1]",
		"[1][][][1]",
		"[][][][1]",
		"[][][][]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A message that comes again is answered as before, whenever that is; with another
// payload it is refused.
func TestTwice(t *testing.T) {
	d := newDeal(t, 3)
	other := finished(t, 1003)
	var seen []otpdeal.Message
	answers := make(map[string][]string)
	for len(d.inFlight) > 0 {
		m := d.inFlight[0]
		seen = append(seen, m)
		before := len(d.inFlight)
		if err := d.deliver(0); err != nil {
			t.Fatal(err)
		}
		answers[line(m)] = lines(d.inFlight[before-1:])
		for _, m := range seen {
			k := d.roles[m.To()]
			want, stores := stateOf(k), k.stores
			out, err := k.Receive(m)
			if err != nil {
				t.Fatal(err)
			}
			if m.Kind() == otpdeal.SendAllKeys { // all that it has been able to answer since
				answers[line(m)] = lines(k.Sent())
			}
			if diff := cmp.Diff(answers[line(m)], lines(out)); diff != "" {
				t.Errorf("%v again (-want +got):\n%s", m.Kind(), diff)
			}
			if diff := cmp.Diff(want, stateOf(k), cmp.AllowUnexported(state{})); diff != "" {
				t.Errorf("%v again changes the role:\n%s", m.Kind(), diff)
			}
			if k.stores != stores {
				t.Errorf("%v again is stored", m.Kind())
			}
			another := other.find(t, m.Kind(), m.From(), m.To())
			refuses(t, m.Kind().String(), k, another, otpdeal.ErrState, m.From())
		}
		stores := d.roles[0].stores
		again, err := d.host.Start()
		if err != nil || stores != d.roles[0].stores || !slices.Equal(lines(again), lines(d.roles[0].Sent()[:2])) {
			t.Errorf("a second start: %v, %v", lines(again), err)
		}
	}
	d.confirm(t)
	if len(seen) != len(otpdeal.Routes()) {
		t.Errorf("%d messages, not %d", len(seen), len(otpdeal.Routes()))
	}
}

func lines(list []otpdeal.Message) []string {
	text := []string{}
	for _, m := range list {
		text = append(text, line(m))
	}
	return text
}

// A message that can't have been sent yet, because what it answers wasn't sent, is
// refused. The Key Master alone takes messages in any order.
func TestEarly(t *testing.T) {
	done := newDeal(t, 4)
	done.finish(t)
	early := func(kind otpdeal.Kind, from, to int) {
		t.Helper()
		d := newDeal(t, 4)
		m := done.find(t, kind, from, to)
		refuses(t, kind.String(), d.roles[to], m, otpdeal.ErrState, from)
		d.finish(t)
		d.confirm(t)
	}
	early(otpdeal.SendKeys, 1, 0)
	early(otpdeal.SendKeys, 1, 2)
	early(otpdeal.SendKeys, 1, 3)

	refuses(t, "cards before the Host has sent them", newHost(t, 4), done.find(t, otpdeal.SendCards, 2, 0), otpdeal.ErrState, 2)
}

// A message in the hands of a seat that it isn't for is the caller's mistake.
func TestWrongRecipient(t *testing.T) {
	done := newDeal(t, 5)
	done.finish(t)
	for _, route := range otpdeal.Routes() {
		m := done.find(t, route.Kind(), route.From(), route.To())
		for seat, r := range newDeal(t, 5).roles {
			if seat == m.To() {
				continue
			}
			before := stateOf(r)
			var b *otpdeal.BlameError
			if _, err := r.Receive(m); !errors.Is(err, otpdeal.ErrMalformed) || errors.As(err, &b) {
				t.Errorf("%v to seat %d: %v", m.Kind(), seat, err)
			}
			if diff := cmp.Diff(before, stateOf(r), cmp.AllowUnexported(state{})); diff != "" {
				t.Error(diff)
			}
		}
	}
	for _, r := range newDeal(t, 5).roles {
		if _, err := r.Receive(otpdeal.Message{}); fmt.Sprint(err) != "otpdeal: malformed: zero Message" {
			t.Errorf("the zero message: %v", err)
		}
	}
}

// A message of another deal is nobody's fault, and changes nothing.
func TestMessageOfAnotherDeal(t *testing.T) {
	done := finished(t, 5)
	d := newDeal(t, 5)
	for _, other := range [][]byte{[]byte("deal 2"), []byte("deal 10"), []byte("deal"), bytes.Repeat([]byte("x"), otpdeal.MaxDealLen)} {
		for _, route := range otpdeal.Routes() {
			payload := done.find(t, route.Kind(), route.From(), route.To()).Payload()
			m, err := otpdeal.ParseMessage(other, route.Kind(), route.From(), route.To(), payload)
			if err != nil {
				t.Fatal(err)
			}
			before := stateOf(d.roles[m.To()])
			var b *otpdeal.BlameError
			if _, err := d.roles[m.To()].Receive(m); !errors.Is(err, otpdeal.ErrMalformed) || errors.As(err, &b) {
				t.Errorf("%v of another deal: %v", m.Kind(), err)
			}
			if diff := cmp.Diff(before, stateOf(d.roles[m.To()]), cmp.AllowUnexported(state{})); diff != "" {
				t.Error(diff)
			}
		}
	}
	d.finish(t)
	d.confirm(t)
}

// replaced returns the payload with another byte i.
func replaced(payload []byte, i int, value byte) []byte {
	payload = bytes.Clone(payload)
	payload[i] = value
	return payload
}

func TestHostRefuses(t *testing.T) {
	d := newDeal(t, 6)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	dealt := d.pending(t, otpdeal.SendCards, 0)
	for i := range otpdeal.HandSize {
		for _, flip := range []byte{1, 0x40, 0xff} {
			altered := replaced(dealt.Payload(), i, dealt.Payload()[i]^flip)
			refuses(t, "another encrypted card", d.roles[0], parse(t, otpdeal.SendCards, 2, 0, altered), otpdeal.ErrMismatch, 2)
		}
	}
	// The cards of another seat are real, but not at the place of their numbers.
	other := d.pending(t, otpdeal.SendCards, 3).Payload()
	mixed := append(other[:13], dealt.Payload()[13:]...)
	refuses(t, "other encrypted cards", d.roles[0], parse(t, otpdeal.SendCards, 2, 0, mixed), otpdeal.ErrMismatch, 2)

	deliverAll(t, d, otpdeal.SendCards, otpdeal.RequestKeys)
	keys := d.pending(t, otpdeal.SendKeys, 0)
	for i := range otpdeal.HandSize {
		altered := replaced(keys.Payload(), i, keys.Payload()[i]^0x40) // the same rank of another suit
		refuses(t, "another key", d.roles[0], parse(t, otpdeal.SendKeys, 1, 0, altered), otpdeal.ErrMismatch, 1)
	}
	refuses(t, "another seat's keys", d.roles[0], parse(t, otpdeal.SendKeys, 1, 0, d.pending(t, otpdeal.SendKeys, 3).Payload()),
		otpdeal.ErrMismatch, 1)
	d.finish(t)
	d.confirm(t)
}

// deliverAll delivers everything of these kinds, kind by kind.
func deliverAll(t *testing.T, d *deal, kinds ...otpdeal.Kind) {
	t.Helper()
	for _, kind := range kinds {
		for i := 0; i < len(d.inFlight); {
			if d.inFlight[i].Kind() != kind {
				i++
			} else if err := d.deliver(i); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// pending returns the message of a kind that is on its way to a seat.
func (d *deal) pending(t testing.TB, kind otpdeal.Kind, to int) otpdeal.Message {
	t.Helper()
	i := slices.IndexFunc(d.inFlight, func(m otpdeal.Message) bool { return m.Kind() == kind && m.To() == to })
	if i < 0 {
		t.Fatalf("no %v to seat %d is on its way", kind, to)
	}
	return d.inFlight[i]
}

// sentBy returns the message of a kind that is on its way from a seat.
func (d *deal) sentBy(t testing.TB, kind otpdeal.Kind, from int) otpdeal.Message {
	t.Helper()
	i := slices.IndexFunc(d.inFlight, func(m otpdeal.Message) bool { return m.Kind() == kind && m.From() == from })
	if i < 0 {
		t.Fatalf("no %v from seat %d is on its way", kind, from)
	}
	return d.inFlight[i]
}

// replace gives a message that is on its way another payload.
func (d *deal) replace(t testing.TB, kind otpdeal.Kind, from, to int, payload []byte) {
	t.Helper()
	for i, m := range d.inFlight {
		if m.Kind() == kind && m.From() == from && m.To() == to {
			d.inFlight[i] = parse(t, kind, from, to, payload)
			return
		}
	}
	t.Fatalf("no %v from seat %d to seat %d is on its way", kind, from, to)
}

// The Key Master gives no key twice, and none that is for its own cards, in
// whatever order it learns of the claims.
func TestKeyMasterRefuses(t *testing.T) {
	d := newDeal(t, 7)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	own := d.pending(t, otpdeal.SendCards, 1)
	deliverAll(t, d, otpdeal.SendCards)
	var requests [4][]byte
	for _, m := range d.inFlight {
		if m.Kind() == otpdeal.RequestKeys {
			requests[m.From()] = m.Payload()
		}
	}
	keyMaster := d.roles[1]
	for _, seat := range []int{0, 2, 3} { // one number of its own cards among the rest
		altered := replaced(requests[seat], 12, own.Payload()[25])
		refuses(t, "an own number", keyMaster, parse(t, otpdeal.RequestKeys, seat, 1, altered), otpdeal.ErrTaken, sorted(seat, 2)...)
	}
	deliverAll(t, d, otpdeal.RequestKeys)
	for _, seat := range []int{0, 2, 3} {
		other := replaced(requests[seat], 12, own.Payload()[25])
		refuses(t, "a fourteenth key", keyMaster, parse(t, otpdeal.RequestKeys, seat, 1, other), otpdeal.ErrState, seat)
	}
	d.finish(t)
	d.confirm(t)

	// One number of another seat's, in each place, with the claims in both orders, and
	// before and after the keys have come.
	for _, c := range []struct{ first, second int }{{0, 2}, {0, 3}, {2, 0}, {2, 3}, {3, 0}, {3, 2}} {
		for _, late := range []bool{false, true} {
			for place := range otpdeal.HandSize {
				k := newKeyMaster(t)
				keys := parse(t, otpdeal.SendAllKeys, 0, 1, make([]byte, 52))
				if !late {
					take(t, k, keys)
				}
				take(t, k, parse(t, otpdeal.RequestKeys, c.first, 1, requests[c.first]))
				altered := replaced(requests[c.second], place, requests[c.first][12-place])
				refuses(t, "a number twice", k, parse(t, otpdeal.RequestKeys, c.second, 1, altered), otpdeal.ErrTaken, sorted(c.first, c.second, 2)...)
				if late {
					if out := take(t, k, keys); len(out) != 1 || out[0].To() != c.first {
						t.Errorf("the keys are given to %v", out)
					}
				}
				// Its own cards, with a number that it has given away.
				altered = replaced(own.Payload(), 13+place, requests[c.first][place])
				refuses(t, "own cards with a given number", k, parse(t, otpdeal.SendCards, 2, 1, altered), otpdeal.ErrTaken, sorted(c.first, 2)...)
			}
		}
	}
}

func take(t testing.TB, r role, m otpdeal.Message) []otpdeal.Message {
	t.Helper()
	out, err := r.Receive(m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sorted(seats ...int) []int {
	slices.Sort(seats)
	return slices.Compact(seats)
}

// A hand in which a byte is no card, or a card is twice, is refused with the seats that
// can be to blame for it.
func TestWrongHands(t *testing.T) {
	d := newDeal(t, 8)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards, otpdeal.RequestKeys)
	for _, c := range []struct {
		seat  int
		blame []int
	}{{2, []int{0, 1}}, {3, []int{0, 1, 2}}} {
		keys := d.pending(t, otpdeal.SendKeys, c.seat).Payload()
		hand := handOf(d, c.seat)
		for i := range keys {
			for value := range 256 {
				card := otpdeal.Card(value)
				if card == hand[i] || !long.Tests() && value%16 != i {
					continue
				}
				if card.Valid() && !slices.Contains(hand, card) {
					continue // another card: nobody can tell until the audit
				}
				altered := replaced(keys, i, keys[i]^byte(hand[i])^byte(value))
				refuses(t, "a wrong hand", d.roles[c.seat], parse(t, otpdeal.SendKeys, 1, c.seat, altered), otpdeal.ErrCards, c.blame...)
			}
		}
	}
	d.finish(t)
	d.confirm(t)

	// The Key Master decrypts its own cards when the later of cards and keys comes.
	d = newDeal(t, 8)
	deliverAll(t, d, otpdeal.SendAllCards)
	keys, cards := d.pending(t, otpdeal.SendAllKeys, 1), d.pending(t, otpdeal.SendCards, 1)
	hand := handOf(d, 1)
	for i, card := range hand {
		number := cards.Payload()[13+i]
		for _, wrong := range []otpdeal.Card{0, 0x0e, 0x0f, 0x11, card ^ 0x20, hand[(i+1)%13]} {
			flip := byte(card ^ wrong)
			k := newKeyMaster(t)
			take(t, k, keys)
			refuses(t, "wrong cards", k, parse(t, otpdeal.SendCards, 2, 1, replaced(cards.Payload(), i, cards.Payload()[i]^flip)),
				otpdeal.ErrCards, 0, 2)
			k = newKeyMaster(t)
			take(t, k, cards)
			refuses(t, "wrong keys", k, parse(t, otpdeal.SendAllKeys, 0, 1,
				replaced(keys.Payload(), int(number), keys.Payload()[number]^flip)), otpdeal.ErrCards, 0, 2)
			take(t, k, keys)
		}
	}
}

// handOf returns the hand that a seat is about to have.
func handOf(d *deal, seat int) []otpdeal.Card {
	cards, _, order := inputs(8)
	var hand []otpdeal.Card
	for _, n := range order[13*seat:][:13] {
		hand = append(hand, cards[n])
	}
	return hand
}

// Every byte of every message, altered on its way: a role refuses it, or the audit
// finds it, and an end of the altered message is named.
func TestEveryByteAltered(t *testing.T) {
	for at, route := range otpdeal.Routes() {
		length := len(deliveredPayload(t, at))
		for i := range length {
			for _, flip := range []byte{1, 2, 0x10, 0x40, 0x80, 0xff} {
				d := newDeal(t, 9)
				err := d.runAltering(at, func(payload []byte) []byte { return replaced(payload, i, payload[i]^flip) })
				d.named(t, fmt.Sprintf("%v to seat %d, byte %d", route.Kind(), route.To(), i), err, route.From(), route.To())
			}
		}
	}
}

// Every message replaced by one of another seat, or of another deal.
func TestEveryMessageReplaced(t *testing.T) {
	other := newDeal(t, 10)
	other.finish(t)
	for at, route := range otpdeal.Routes() {
		for _, from := range []*deal{newDeal(t, 9), other} {
			from.run()
			for _, source := range otpdeal.Routes() {
				if source.Kind() != route.Kind() || from != other && source.From() == route.From() && source.To() == route.To() {
					continue
				}
				payload := from.find(t, source.Kind(), source.From(), source.To()).Payload()
				d := newDeal(t, 9)
				err := d.runAltering(at, func([]byte) []byte { return payload })
				d.named(t, fmt.Sprintf("%v from %d to seat %d", route.Kind(), route.From(), route.To()), err, route.From(), route.To())
			}
		}
	}
}

// Every message lost: nobody refuses anything, no hand is confirmed, and the audit
// says which message was sent and not accepted.
func TestEveryMessageLost(t *testing.T) {
	for at, route := range otpdeal.Routes() {
		d := newDeal(t, 11)
		err := d.runAltering(at, func([]byte) []byte { return nil })
		report := d.audit(t)
		if err != nil || report.ok || len(report.Findings) != 0 || len(report.Missing) == 0 {
			t.Fatalf("%v lost: %v, findings %v, missing %v", route.Kind(), err, report.Findings, report.Missing)
		}
		if m := report.Missing[0]; m.Seat != route.To() || !errors.Is(m, otpdeal.ErrMissing) {
			t.Errorf("%v lost: %v", route.Kind(), m)
		}
		if !slices.Contains(d.roles[route.To()].Missing(), route.From()) {
			t.Errorf("seat %d doesn't wait for seat %d", route.To(), route.From())
		}
	}
}

// runAltering runs the deal and alters the payload of one route on its way: nil loses it.
func (d *deal) runAltering(at int, alter func([]byte) []byte) error {
	route := otpdeal.Routes()[at]
	for len(d.inFlight) > 0 {
		if m := d.inFlight[0]; m.Kind() == route.Kind() && m.From() == route.From() && m.To() == route.To() {
			payload := alter(m.Payload())
			if payload == nil {
				d.inFlight = d.inFlight[1:]
				continue
			}
			altered, err := otpdeal.ParseMessage(id, m.Kind(), m.From(), m.To(), payload)
			if err != nil {
				return err
			}
			d.inFlight[0] = altered
		}
		if err := d.deliver(0); err != nil {
			return err
		}
	}
	return nil
}

// named checks that a deal with one altered message didn't end well, and that what
// names seats names one of its ends.
func (d *deal) named(t *testing.T, what string, err error, ends ...int) {
	t.Helper()
	names := func(b *otpdeal.BlameError) bool {
		return slices.ContainsFunc(b.Seats, func(seat int) bool { return slices.Contains(ends, seat) })
	}
	report := d.audit(t)
	var b *otpdeal.BlameError
	switch {
	case report.ok:
		t.Errorf("%s: confirmed", what)
	case err != nil && (!errors.As(err, &b) || !names(b)):
		t.Errorf("%s: %v", what, err)
	case err == nil && len(report.Findings) == 0:
		t.Errorf("%s: not found", what)
	}
	for _, finding := range report.Findings {
		if !names(finding) {
			t.Errorf("%s: %v", what, finding)
		}
	}
}

func deliveredPayload(t *testing.T, at int) []byte {
	t.Helper()
	d := newDeal(t, 9)
	d.finish(t)
	route := otpdeal.Routes()[at]
	return d.find(t, route.Kind(), route.From(), route.To()).Payload()
}

// The zero values say that they are invalid.
func TestZeroValues(t *testing.T) {
	done := finished(t, 12)
	const zero = "otpdeal: malformed: zero role"
	for i, r := range []role{new(otpdeal.Host), new(otpdeal.KeyMaster), new(otpdeal.Dealer), new(otpdeal.Dummy)} {
		for _, route := range otpdeal.Routes() {
			m := done.find(t, route.Kind(), route.From(), route.To())
			if _, err := r.Receive(m); !errors.Is(err, otpdeal.ErrMalformed) || err.Error() != zero {
				t.Errorf("%T: %v", r, err)
			}
		}
		if _, err := r.Hand(); !errors.Is(err, otpdeal.ErrMalformed) || err.Error() != zero {
			t.Errorf("%T: %v", r, err)
		}
		if r.Missing() != nil || r.Sent() != nil || r.Record().Value() != nil || r.Record().Messages() != nil {
			t.Errorf("%T isn't empty", r)
		}
		if hand, err := done.roles[i].Hand(); err == nil {
			hand[0] = 0
			if again, _ := done.roles[i].Hand(); again[0] == 0 {
				t.Errorf("%T: Hand gives its own slice", r)
			}
		}
	}
	var host otpdeal.Host
	if _, err := host.Start(); !errors.Is(err, otpdeal.ErrMalformed) || err.Error() != zero {
		t.Errorf("Start: %v", err)
	}
	var m otpdeal.Message
	if m.Payload() != nil || m.Value() != nil || host.Entries() != nil || (otpdeal.State{}).Bytes() != nil {
		t.Error("a zero value has bytes")
	}
}

func TestNewDealer(t *testing.T) {
	_, _, order := inputs(13)
	for i := range order {
		for _, wrong := range []byte{order[(i+1)%52], 52, 255} {
			if _, err := otpdeal.NewDealer(id, replaced(order, i, wrong), new(kept).store); !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("number %d as %d: %v", i, wrong, err)
			}
		}
	}
	for _, wrong := range [][]byte{nil, order[:51], append(order, 0)} {
		if _, err := otpdeal.NewDealer(id, wrong, new(kept).store); !errors.Is(err, otpdeal.ErrMalformed) {
			t.Errorf("%d numbers: %v", len(wrong), err)
		}
	}
}

// Nothing that goes into a deal or comes out of it shares memory with it.
func TestAliasing(t *testing.T) {
	cards, pads, order := inputs(14)
	name := bytes.Clone(id)
	host := keep(t, func(_ []byte, store func(old, new otpdeal.State) error) (*otpdeal.Host, error) {
		return otpdeal.NewHost(name, cards, pads, store)
	})
	dealer := keep(t, func(_ []byte, store func(old, new otpdeal.State) error) (*otpdeal.Dealer, error) {
		return otpdeal.NewDealer(name, order, store)
	})
	clear(name)
	clear(cards)
	clear(pads)
	clear(order)
	d := start(t, host, dealer)
	clear(d.host.Entries()[0])
	for len(d.inFlight) > 0 {
		m := d.inFlight[0]
		payload := m.Payload()
		var err error
		if d.inFlight[0], err = otpdeal.ParseMessage(id, m.Kind(), m.From(), m.To(), payload); err != nil {
			t.Fatal(err)
		}
		clear(payload)
		clear(m.Payload())
		clear(m.Value())
		for seat, r := range d.records() {
			clear(r.Value())
			clear(r.Deal())
			bytes := slices.Clone(d.roles[seat].state)
			again := d.roles[seat].restart(t)
			clear(d.roles[seat].state)
			if stateOf(again); again.Record().Deal()[0] == 0 {
				t.Error("a restarted role keeps its argument")
			}
			d.roles[seat].state = bytes
		}
		if err := d.deliver(0); err != nil {
			t.Fatal(err)
		}
	}
	before := d.records()
	d.confirm(t)
	value := before[0].Value()
	r, err := otpdeal.ParseRecord(value)
	if err != nil {
		t.Fatal(err)
	}
	clear(value)
	if !bytes.Equal(r.Value(), before[0].Value()) {
		t.Error("ParseRecord keeps its argument")
	}
}

// A record taken in the middle of a deal doesn't change with it.
func TestRecordIsASnapshot(t *testing.T) {
	d := newDeal(t, 15)
	early := d.roles[0].Record()
	before := early.Value()
	d.finish(t)
	if !bytes.Equal(before, early.Value()) || len(early.Messages()) != 2 {
		t.Error("the record changed")
	}
}

// Deals are independent: they can run at once.
func TestConcurrentDeals(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				d := generateDeal(t)
				if err := d.run(); err != nil {
					t.Error(err)
				}
				if report := d.audit(t); !report.ok {
					t.Error(report.Findings, report.Missing)
				}
			}
		})
	}
	wg.Wait()
}

// A role is safe for concurrent use: each message may come many times at once.
func TestConcurrentRole(t *testing.T) {
	done := finished(t, 16)
	d := newDeal(t, 16)
	var wg sync.WaitGroup
	for _, route := range otpdeal.Routes() {
		m := done.find(t, route.Kind(), route.From(), route.To())
		if m.To() != otpdeal.KeyMasterSeat {
			continue
		}
		for range 4 {
			wg.Go(func() {
				if _, err := d.roles[1].Receive(m); err != nil {
					t.Error(err)
				}
				d.roles[1].Missing()
				d.roles[1].Hand()
			})
		}
	}
	wg.Wait()
	if got, want := d.roles[1].Record().Value(), done.roles[1].Record().Value(); !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}
