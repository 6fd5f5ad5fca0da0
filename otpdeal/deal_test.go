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

	"github.com/squaredeal/squaredeal/otpdeal"
)

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
				if !bytes.Equal(r.Bytes(), want[seat].Bytes()) {
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
		if r.Missing() != nil || r.Sent() != nil || r.Record().Bytes() != nil || r.Record().Messages() != nil {
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
			clear(r.Bytes())
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
	value := before[0].Bytes()
	r, err := otpdeal.ParseRecord(value)
	if err != nil {
		t.Fatal(err)
	}
	clear(value)
	if !bytes.Equal(r.Bytes(), before[0].Bytes()) {
		t.Error("ParseRecord keeps its argument")
	}
}

// A record taken in the middle of a deal doesn't change with it.
func TestRecordIsASnapshot(t *testing.T) {
	d := newDeal(t, 15)
	early := d.roles[0].Record()
	before := early.Bytes()
	d.finish(t)
	if !bytes.Equal(before, early.Bytes()) || len(early.Messages()) != 2 {
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
	if got, want := d.roles[1].Record().Bytes(), done.roles[1].Record().Bytes(); !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}
