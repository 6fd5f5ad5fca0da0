package otpdeal_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// fuzzMessage is a target for one kind: what is accepted has the kind's form and comes
// back as it was, and what isn't is blamed on the sender.
func fuzzMessage(f *testing.F, kind otpdeal.Kind) {
	d := finished(f, 70)
	for i, route := range otpdeal.Routes() {
		if route.Kind() == kind {
			f.Add(byte(route.From()), byte(route.To()), d.find(f, kind, route.From(), route.To()).Payload())
			f.Add(byte(route.To()), byte(i), make([]byte, lengths[kind]))
		}
	}
	f.Fuzz(func(t *testing.T, from, to byte, payload []byte) {
		m, err := otpdeal.ParseMessage(id, kind, int(from), int(to), payload)
		route := slices.ContainsFunc(otpdeal.Routes(), func(r otpdeal.Message) bool {
			return r.Kind() == kind && r.From() == int(from) && r.To() == int(to)
		})
		var numbers []byte
		switch {
		case kind == otpdeal.SendCards && len(payload) == 26:
			numbers = payload[13:]
		case kind == otpdeal.RequestKeys:
			numbers = payload
		}
		distinct := slices.Clone(numbers)
		slices.Sort(distinct)
		distinct = slices.Compact(distinct)
		valid := route && len(payload) == lengths[kind] && len(distinct) == len(numbers) && !slices.ContainsFunc(numbers,
			func(n byte) bool { return n > 51 })
		if valid != (err == nil) {
			t.Fatalf("valid %v, error %v", valid, err)
		}
		if err == nil {
			if !bytes.Equal(m.Payload(), payload) || m.From() != int(from) || m.To() != int(to) || m.Kind() != kind {
				t.Fatal("the message isn't what was parsed")
			}
			return
		}
		b, blames := errors.AsType[*otpdeal.BlameError](err)
		if blames != (from < 4 && to < 4) || blames && !slices.Equal(b.Seats, []int{int(from)}) {
			t.Fatal(err)
		}
		if m.Payload() != nil || !errors.Is(err, otpdeal.ErrMalformed) && !errors.Is(err, otpdeal.ErrSender) {
			t.Fatal(err)
		}
	})
}

func FuzzSendAllKeys(f *testing.F)  { fuzzMessage(f, otpdeal.SendAllKeys) }
func FuzzSendAllCards(f *testing.F) { fuzzMessage(f, otpdeal.SendAllCards) }
func FuzzSendCards(f *testing.F)    { fuzzMessage(f, otpdeal.SendCards) }
func FuzzRequestKeys(f *testing.F)  { fuzzMessage(f, otpdeal.RequestKeys) }
func FuzzSendKeys(f *testing.F)     { fuzzMessage(f, otpdeal.SendKeys) }

// fuzzRole is a target for one seat, fed a script of honest, altered and made-up
// messages: no panic, no change by an error, each message accepted once, no key given
// twice, and no hand that isn't 13 different cards.
func fuzzRole(f *testing.F, seat int) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10, 0})
	f.Add([]byte{2, 0, 2, 0, 3, 3, 1, 1, 3, 0, 0, 0, 5, 0, 6, 3, 2, 2, 6, 0, 7, 0, 8, 3, 3, 3, 8, 0, 10, 0})
	rng := rand.New(rand.NewPCG(5, uint64(seat)))
	for range 20 {
		s := make([]byte, 120)
		for i := range s {
			s[i] = byte(rng.Uint32()) % 12
		}
		f.Add(s)
	}
	honest := finished(f, 71)
	other := finished(f, 72)
	f.Fuzz(func(t *testing.T, ops []byte) {
		z := &roleFuzz{t: t, seat: seat, role: newDeal(t, 71).roles[seat], accepted: make(map[string]string), given: make(map[byte]int)}
		for s := script(ops); len(s) > 0; {
			route := otpdeal.Routes()[int(s.next())%11]
			source := honest
			op := s.next()
			if op%4 == 1 {
				source = other
			}
			m := source.find(t, route.Kind(), route.From(), route.To())
			if op%4 >= 2 {
				m = mutate(t, m, nil, &s)
			}
			if !z.receive(route, m) {
				return
			}
		}
		// A done role has a hand.
		if _, err := z.role.Hand(); err != nil && z.role.Missing() == nil {
			t.Fatal("done, without a hand")
		}
	})
}

// A roleFuzz is a role that gets any messages.
type roleFuzz struct {
	t        *testing.T
	seat     int
	role     *kept
	accepted map[string]string // messages by routes
	given    map[byte]int      // how often a key was given
}

// receive gives the role a message of a route, and reports whether its deal goes on.
func (z *roleFuzz) receive(route, m otpdeal.Message) bool {
	before := stateOf(z.role)
	out, err := z.role.Receive(m)
	if err != nil {
		return z.refused(before, out, err)
	}
	if m.To() != z.seat {
		z.t.Fatalf("seat %d accepted %v from %d to %d", z.seat, m.Kind(), m.From(), m.To())
	}
	if previous, again := z.accepted[line(route)]; again {
		if diff := cmp.Diff(before, stateOf(z.role), cmp.AllowUnexported(state{})); diff != "" || previous != line(m) {
			z.t.Fatalf("%s after %s:\n%s", line(m), previous, diff)
		}
		return true
	}
	z.accepted[line(route)] = line(m)
	if diff := cmp.Diff(stateOf(z.role), stateOf(z.role.restart(z.t)), cmp.AllowUnexported(state{})); diff != "" {
		z.t.Fatalf("after a restart:\n%s", diff)
	}
	for _, answer := range out {
		z.check(answer)
	}
	z.checkHand()
	checkRecord(z.t, z.role.Record().Bytes())
	return true
}

// refused checks what a refusal leaves, and reports whether the deal goes on: it is over if
// somebody else is to blame, unless the role's part was done.
func (z *roleFuzz) refused(before state, out []otpdeal.Message, err error) bool {
	b, blames := errors.AsType[*otpdeal.BlameError](err)
	if blames && (len(b.Seats) == 0 || slices.Contains(b.Seats, z.seat)) {
		z.t.Fatalf("seat %d: %v", z.seat, err)
	}
	if blames && before.missing != nil {
		over(z.t, "fuzzed", z.role, err, before)
		over(z.t, "fuzzed and restarted", z.role.restart(z.t), err, before)
		return false
	}
	if diff := cmp.Diff(before, stateOf(z.role), cmp.AllowUnexported(state{})); diff != "" || out != nil {
		z.t.Fatalf("%v, and yet the role changed:\n%s", err, diff)
	}
	return true
}

// check checks an answer: it is the role's, and gives no key twice.
func (z *roleFuzz) check(answer otpdeal.Message) {
	if answer.From() != z.seat {
		z.t.Fatalf("an answer from seat %d", answer.From())
	}
	parse(z.t, answer.Kind(), answer.From(), answer.To(), answer.Payload())
	if answer.Kind() != otpdeal.SendKeys {
		return
	}
	for _, n := range find(z.role.Record(), otpdeal.RequestKeys, answer.To()) {
		if z.given[n]++; z.given[n] > 1 {
			z.t.Fatalf("key %d given twice", n)
		}
	}
}

// checkHand checks that a hand, if there is one, is of thirteen cards.
func (z *roleFuzz) checkHand() {
	hand, err := z.role.Hand()
	if err != nil {
		return
	}
	slices.Sort(hand)
	if len(slices.Compact(slices.Clone(hand))) != 13 || slices.ContainsFunc(hand, func(c otpdeal.Card) bool { return !c.Valid() }) {
		z.t.Fatalf("the hand is %v", hand)
	}
}

// find returns the payload of a kind from a seat in a record.
func find(r otpdeal.Record, kind otpdeal.Kind, from int) []byte {
	for _, m := range r.Messages() {
		if m.Kind() == kind && m.From() == from {
			return m.Payload()
		}
	}
	return nil
}

func FuzzHost(f *testing.F)      { fuzzRole(f, otpdeal.HostSeat) }
func FuzzKeyMaster(f *testing.F) { fuzzRole(f, otpdeal.KeyMasterSeat) }
func FuzzDealer(f *testing.F)    { fuzzRole(f, otpdeal.DealerSeat) }
func FuzzDummy(f *testing.F)     { fuzzRole(f, otpdeal.DummySeat) }

func FuzzParseRecord(f *testing.F) {
	for _, r := range finished(f, 73).records() {
		f.Add(r.Bytes())
	}
	f.Add(newDeal(f, 73).roles[0].Record().Bytes())
	f.Add([]byte{})
	f.Fuzz(checkRecord)
}

// A coalition cheats as the fuzzer likes: see checkCheat.
func FuzzAudit(f *testing.F) {
	rng := rand.New(rand.NewPCG(6, 7))
	for coalition := range byte(16) {
		s := make([]byte, 100)
		for i := range s {
			s[i] = byte(rng.Uint32())
		}
		f.Add(coalition, s)
	}
	f.Fuzz(func(t *testing.T, coalition byte, ops []byte) {
		s := script(ops)
		checkCheat(t, 74, coalition&15, &s)
	})
}

// An entry is read strictly: whatever isn't the encoding of these 52 entries is found.
func FuzzEntry(f *testing.F) {
	d := finished(f, 75)
	for i, entry := range d.entries[:4] {
		f.Add(byte(i), entry)
	}
	f.Add(byte(0), []byte{})
	f.Fuzz(func(t *testing.T, i byte, entry []byte) {
		i %= 52
		entries := slices.Clone(d.entries)
		entries[i] = entry
		report := audit(t, entries, d.records())
		if report.ok != bytes.Equal(entry, d.entries[i]) || !report.ok && !slices.Equal(report.Suspects(), []int{0}) {
			t.Fatalf("%x as entry %d: %v", entry, i, report.Findings)
		}
	})
}

// What parses as a state is what would be stored, and stands for a role that works.
func FuzzParseState(f *testing.F) {
	for _, k := range finished(f, 76).roles {
		f.Add(k.state)
	}
	for _, k := range newDeal(f, 76).roles {
		f.Add(k.state)
	}
	f.Fuzz(func(t *testing.T, encoded []byte) {
		sum := sha256.Sum256(encoded)
		checkState(t, encoded)
		checkState(t, append(slices.Clone(encoded), sum[:]...))
	})
}

// checkState checks that bytes which parse as a state of a role are how it is stored.
func checkState(t *testing.T, encoded []byte) {
	t.Helper()
	roles := 0
	for seat := range 4 {
		again, err := otpdeal.EncodeAgain(seat, encoded)
		if err != nil {
			if !errors.Is(err, otpdeal.ErrMalformed) {
				t.Fatal(err)
			}
			continue
		}
		roles++
		if !bytes.Equal(again, encoded) {
			t.Fatalf("%x is stored as %x", encoded, again)
		}
	}
	if roles > 1 {
		t.Fatalf("%d roles have this state", roles)
	}
}
