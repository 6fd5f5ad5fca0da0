package otpdeal_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A script is a source of decisions.
type script []byte

func (s *script) next() byte {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return b
}

// cheat plays a deal in which the seats of a coalition alter what they send and
// what they say that they sent and got.
func cheat(t testing.TB, seed uint64, coalition byte, s *script) (*deal, [4]otpdeal.Record) {
	d := newDeal(t, seed)
	cheats := func(seat int) bool { return coalition>>seat&1 != 0 }
	var wire [4][]otpdeal.Message // what each seat really sent and got
	for steps := 0; len(d.inFlight) > 0 && steps < 40; steps++ {
		i := int(s.next()) % len(d.inFlight)
		m := d.inFlight[i]
		if cheats(m.From()) {
			if m = mutate(t, m, wire[m.From()], s); m.Payload() == nil {
				d.inFlight = slices.Delete(d.inFlight, i, i+1)
				continue // never sent
			}
			d.inFlight[i] = m
		}
		if s.next()%16 == 0 { // a retransmission
			d.inFlight = append(d.inFlight, m)
		}
		if seat := int(s.next()) % 16; seat < 4 {
			d.roles[seat] = d.roles[seat].restart(t)
		}
		wire[m.From()] = append(wire[m.From()], m)
		if err := d.deliver(i); err != nil && !cheats(m.To()) {
			if b, ok := errors.AsType[*otpdeal.BlameError](err); !ok || !slices.ContainsFunc(b.Seats, cheats) {
				t.Fatalf("coalition %04b: honest seat %d: %v", coalition, m.To(), err)
			}
			continue // an honest seat refuses it
		} else if err != nil && m.Kind() == otpdeal.RequestKeys {
			// A Key Master that gives keys away as it likes.
			keys := make([]byte, 13)
			for j := range keys {
				keys[j] = s.next()
			}
			d.inFlight = append(d.inFlight, parse(t, otpdeal.SendKeys, 1, m.From(), keys))
		}
		wire[m.To()] = append(wire[m.To()], m)
	}
	records := d.records()
	for seat := range records {
		if !cheats(seat) {
			continue
		}
		switch op := s.next(); op % 4 {
		case 0: // what its role would say
		case 1: // what was
			records[seat] = otpdeal.NewRecord(id, seat, wire[seat]...)
		default: // a lie, about one thing or the other
			var list []otpdeal.Message
			for _, m := range append(records[seat].Messages(), wire[seat]...) {
				switch s.next() % 8 {
				case 0, 1:
					m = mutate(t, m, wire[seat], s)
				case 2: // the one that was signed in an earlier deal
					for _, old := range earlier() {
						if old.Kind() == m.Kind() && old.From() == m.From() && old.To() == m.To() {
							m = parse(t, m.Kind(), m.From(), m.To(), old.Payload())
						}
					}
				}
				if m.Payload() != nil {
					list = append(list, m)
				}
			}
			records[seat] = otpdeal.NewRecord(id, seat, list...)
		}
	}
	return d, records
}

// mutate returns the message, or another of its kind between the same seats, or the
// zero message.
func mutate(t testing.TB, m otpdeal.Message, known []otpdeal.Message, s *script) otpdeal.Message {
	payload := m.Payload()
	switch s.next() % 8 {
	case 0:
		return otpdeal.Message{}
	case 1:
		payload[int(s.next())%len(payload)] = s.next()
	case 2:
		i, j := int(s.next())%13, int(s.next())%13
		payload[i], payload[j] = payload[j], payload[i]
	case 3: // another suit
		for i := range min(13, len(payload)) {
			payload[i] ^= 0x40
		}
	case 4: // a part of something else
		if len(known) > 0 {
			copy(payload, known[int(s.next())%len(known)].Payload())
		}
	case 5:
		if len(payload) == 26 {
			i, j := 13+int(s.next())%13, 13+int(s.next())%13
			payload[i], payload[j] = payload[j], payload[i]
			payload[13] = s.next() % 52
		}
	}
	mutated, err := otpdeal.ParseMessage(id, m.Kind(), m.From(), m.To(), payload)
	if err != nil {
		return m
	}
	return mutated
}

// checkCheat checks what an audit promises, whatever a coalition does: every finding
// names one of it, and if there are none, the honest seats have the right hands. It
// returns how the audit ended.
func checkCheat(t testing.TB, seed uint64, coalition byte, s *script) string {
	t.Helper()
	d, records := cheat(t, seed, coalition, s)
	report := audit(t, d.entries, records)
	var names []string
	for _, b := range report.Findings {
		if !slices.ContainsFunc(b.Seats, func(seat int) bool { return coalition>>seat&1 != 0 }) {
			t.Errorf("coalition %04b: %v", coalition, b)
		}
		names = append(names, fmt.Sprint(b.Seats))
	}
	alone := coalition&(coalition-1) == 0
	if alone && len(report.Findings) > 0 && !slices.ContainsFunc(report.Suspects(), func(seat int) bool { return coalition>>seat&1 != 0 }) {
		t.Errorf("coalition %04b: suspects %v of %v", coalition, report.Suspects(), report.Findings)
	}
	judge(t, coalition, d, records)
	cards, _, order := inputs(seed)
	var claimed []otpdeal.Card
	for seat, r := range d.roles {
		if !report.ok {
			break
		}
		audited := report.hands[seat]
		claimed = append(claimed, audited...)
		if coalition>>seat&1 != 0 {
			continue
		}
		hand, err := r.Hand()
		if err != nil || !slices.Equal(hand, audited) {
			t.Errorf("coalition %04b: seat %d has %v (%v), audited as %v", coalition, seat, hand, err, audited)
		}
		var want []otpdeal.Card
		for _, n := range order[13*seat:][:13] {
			want = append(want, cards[n])
		}
		if coalition>>2&1 == 0 && !slices.Equal(hand, want) {
			t.Errorf("coalition %04b: seat %d has %v, was dealt %v", coalition, seat, hand, want)
		}
	}
	slices.Sort(claimed)
	switch {
	case report.ok && !slices.Equal(claimed, otpdeal.Deck()):
		t.Errorf("coalition %04b: confirmed %v", coalition, claimed)
		return ""
	case report.ok:
		return "ok"
	case len(names) == 0:
		return "missing"
	case alone && len(report.Suspects()) == 1:
		return "named"
	}
	return strings.Join(names, " ")
}

// judge settles every dispute by signatures over Message.Value, as SPEC.md, section 5.3,
// says. Honest seats have signed what they sent, in this deal and in another one, and
// cheats sign whatever helps them.
func judge(t testing.TB, coalition byte, d *deal, records [4]otpdeal.Record) {
	t.Helper()
	signed := make(map[string]bool)
	for _, r := range d.roles {
		for _, m := range append(r.Sent(), earlier()...) {
			if coalition>>m.From()&1 == 0 {
				signed[string(m.Value())] = true
			}
		}
	}
	for _, b := range records {
		for _, m := range b.Messages() {
			if m.To() != b.Seat() || records[m.From()].Bytes() == nil || slices.Contains(lines(records[m.From()].Messages()), line(m)) {
				continue
			}
			guilty := m.To()
			if coalition>>m.From()&1 != 0 || signed[string(m.Value())] {
				guilty = m.From()
			}
			if coalition>>guilty&1 == 0 {
				t.Errorf("coalition %04b: the judge says that seat %d lies about %v from %d to %d", coalition, guilty, m.Kind(), m.From(), m.To())
			}
		}
	}
}

// Random cheats of every coalition, three in four of them by one seat.
func TestAuditAgainstEveryCoalition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	runs := long.Pick(4_000, 16_000)
	ends := make(map[string]int)
	for run := range runs {
		coalition := byte(1 << rng.IntN(4))
		if run%4 == 0 {
			coalition = byte(rng.IntN(16))
		}
		s := make(script, 200)
		for i := range s {
			s[i] = byte(rng.Uint32())
		}
		ends[checkCheat(t, uint64(run), coalition, &s)]++
	}
	t.Logf("%d kinds of ends; ok %d, missing %d, one seat named %d", len(ends), ends["ok"], ends["missing"], ends["named"])
	if ends["ok"] < runs/100 || ends["missing"] < runs/100 || ends["named"] < runs/100 || len(ends) < 30 {
		t.Error("the test doesn't reach what it is about")
	}
}
