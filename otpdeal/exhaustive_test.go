package otpdeal_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// The exhaustive check of the four roles. The network is a set: whatever was sent may be
// delivered at any time, any number of times, or never, and any role may fail to store
// its state, or be restarted from it, at any time. Since a role is a function of its
// stored state and the messages it takes, a world is the tuple of the honest roles'
// states, and there are few enough of them to visit all, whatever a coalition sends of
// a set of messages.

// A node is a state of one role, and what it does with each message.
type node struct {
	stored  []byte
	role    *kept
	sent    []otpdeal.Message
	record  otpdeal.Record
	hand    []otpdeal.Card
	refusal *otpdeal.BlameError
	next    map[string]int // by message: the node after it
}

// An explorer visits the worlds of a deal in which a coalition cheats.
type explorer struct {
	t         *testing.T
	coalition int
	nodes     [4][]*node
	numbers   [4]map[string]int // of the nodes, by stored state
	steps     int
}

func (m *explorer) cheats(seat int) bool { return m.coalition>>seat&1 == 1 }

// node returns the number of the state that a role has stored. Two states after a
// refusal are the same if the record is.
func (m *explorer) node(seat int, k *kept) int {
	key := string(k.state)
	_, err := k.Hand()
	if _, blames := errors.AsType[*otpdeal.BlameError](err); blames {
		key = string(k.Record().Bytes())
	}
	if n, ok := m.numbers[seat][key]; ok {
		return n
	}
	again := k.restart(m.t)
	if !reflect.DeepEqual(stateOf(k), stateOf(again)) {
		m.t.Fatalf("seat %d after a restart: %v, before %v", seat, stateOf(again), stateOf(k))
	}
	n := &node{stored: k.state, role: again, sent: k.Sent(), record: k.Record(), next: make(map[string]int)}
	n.hand, err = k.Hand()
	n.refusal, _ = errors.AsType[*otpdeal.BlameError](err)
	m.nodes[seat] = append(m.nodes[seat], n)
	m.numbers[seat][key] = len(m.nodes[seat]) - 1
	return len(m.nodes[seat]) - 1
}

// step returns the node after a message, nil being the Host's start.
func (m *explorer) step(seat, at int, message *otpdeal.Message) int {
	n := m.nodes[seat][at]
	if n.refusal != nil {
		return at // forever: see over
	}
	key := "start"
	if message != nil {
		key = line(*message)
	}
	if next, ok := n.next[key]; ok {
		return next
	}
	m.steps++
	give := func(k *kept) ([]otpdeal.Message, error) {
		if message == nil {
			return k.role.(*otpdeal.Host).Start()
		}
		return k.Receive(*message)
	}

	// If the state can't be stored, nothing has happened, and the same is possible again.
	full := n.role.restart(m.t)
	full.state = []byte("other") // which store refuses to replace
	out, err := give(full)
	if _, blames := errors.AsType[*otpdeal.BlameError](err); err != nil && !blames && out == nil {
		full.state = n.stored
		if !reflect.DeepEqual(stateOf(n.role), stateOf(full)) {
			m.t.Fatalf("seat %d, state not stored by %s: %v, before %v", seat, key, stateOf(full), stateOf(n.role))
		}
	}
	full.state = n.stored

	k := n.role.restart(m.t)
	out, err = give(k)
	outFull, errFull := give(full)
	if fmt.Sprint(err) != fmt.Sprint(errFull) || !slices.Equal(lines(out), lines(outFull)) || !bytes.Equal(k.state, full.state) {
		m.t.Fatalf("seat %d, %s: %v after the state couldn't be stored, %v otherwise", seat, key, errFull, err)
	}
	b, blames := errors.AsType[*otpdeal.BlameError](err)
	if err != nil && !blames {
		m.t.Fatalf("seat %d, %s: %v", seat, key, err)
	}
	if b != nil && !slices.ContainsFunc(b.Seats, m.cheats) {
		m.t.Fatalf("coalition %04b: honest seat %d names only honest seats: %v", m.coalition, seat, b)
	}

	// The answer was lost, or the message comes again, before a restart or after.
	for _, again := range []*kept{k, k.restart(m.t)} {
		repeated, errAgain := give(again)
		if fmt.Sprint(err) != fmt.Sprint(errAgain) || !slices.Equal(lines(out), lines(repeated)) || !bytes.Equal(again.state, k.state) {
			m.t.Fatalf("seat %d, %s again: %v, %v; at first %v, %v", seat, key, lines(repeated), errAgain, lines(out), err)
		}
	}
	for _, sent := range out {
		if !slices.Contains(lines(k.Sent()), line(sent)) {
			m.t.Fatalf("seat %d, %s: Sent lacks %s", seat, key, line(sent))
		}
	}
	next := m.node(seat, k)
	// What was said before is never taken back.
	for _, before := range n.sent {
		if !slices.Contains(lines(m.nodes[seat][next].sent), line(before)) {
			m.t.Fatalf("seat %d, %s: it has sent %s, and now denies it", seat, key, line(before))
		}
	}
	n.next[key] = next
	return next
}

// explore visits every world, and calls check in each.
func (m *explorer) explore(from [4]int, unasked []otpdeal.Message, limit int, check func(world [4]int)) (worlds int) {
	seen := map[[4]int]bool{from: true}
	for stack := [][4]int{from}; len(stack) > 0; {
		world := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		worlds++
		if limit > 0 && worlds > limit {
			return worlds
		}
		check(world)
		visit := func(seat, next int) {
			w := world
			w[seat] = next
			if !seen[w] {
				seen[w] = true
				stack = append(stack, w)
			}
		}
		deliver := func(message otpdeal.Message) {
			if to := message.To(); !m.cheats(to) {
				visit(to, m.step(to, world[to], &message))
			}
		}
		for seat := range 4 {
			if m.cheats(seat) {
				continue
			}
			if seat == 0 {
				visit(0, m.step(0, world[0], nil))
			}
			for _, message := range m.nodes[seat][world[seat]].sent {
				deliver(message)
			}
		}
		for _, message := range unasked {
			deliver(message)
		}
	}
	return worlds
}

// newExplorer returns an explorer and its first world.
func newExplorer(t *testing.T, coalition int) (*explorer, [4]int) {
	m := &explorer{t: t, coalition: coalition}
	var from [4]int
	for seat := range 4 {
		m.numbers[seat] = make(map[string]int)
		if m.cheats(seat) {
			continue
		}
		k := [...]func() *kept{
			func() *kept { return newHost(t, 80) },
			func() *kept { return newKeyMaster(t) },
			func() *kept { return newDealer(t, 80) },
			func() *kept { return keep(t, otpdeal.NewDummy) },
		}[seat]()
		from[seat] = m.node(seat, k)
	}
	return m, from
}

// Four honest roles, every order of delivery, repetition, loss, failure and restart: none
// refuses anything, and every deal can still be finished, and ends in the same hands.
func TestExhaustiveHonest(t *testing.T) {
	done := finished(t, 80)
	m, from := newExplorer(t, 0)
	finished := 0
	worlds := m.explore(from, nil, 0, func(world [4]int) {
		var records [4]otpdeal.Record
		missing := false
		for seat, at := range world {
			n := m.nodes[seat][at]
			if n.refusal != nil {
				t.Fatalf("seat %d: %v", seat, n.refusal)
			}
			records[seat] = n.record
			missing = missing || n.role.Missing() != nil
		}
		report := audit(t, done.entries, records)
		if len(report.Findings) != 0 {
			t.Fatalf("findings %v among honest seats", report.Findings)
		}
		if report.ok == missing {
			t.Fatalf("a seat waits: %v, the audit confirms: %v (%v)", missing, report.ok, report.Missing)
		}
		if report.ok {
			finished++
		}
		// As long as a seat waits, the Host can start, or a message that was sent brings
		// the deal on.
		progress := m.step(0, world[0], nil) != world[0]
		for seat, at := range world {
			for _, message := range m.nodes[seat][at].sent {
				to := message.To()
				progress = progress || m.step(to, world[to], &message) != world[to]
			}
		}
		if progress != missing {
			t.Fatalf("a seat waits: %v, the deal can go on: %v", missing, progress)
		}
	})
	if finished != 1 {
		t.Errorf("%d worlds are finished deals", finished)
	}
	t.Logf("%d worlds, %d steps of a role", worlds, m.steps)
}

// variants returns messages that a cheat may send on a route: the honest one and some
// that aren't.
func variants(t *testing.T, route otpdeal.Message, done *deal) (list []otpdeal.Message) {
	honest := done.find(t, route.Kind(), route.From(), route.To()).Payload()
	add := func(change func(payload []byte)) {
		payload := bytes.Clone(honest)
		change(payload)
		if m, err := otpdeal.ParseMessage(id, route.Kind(), route.From(), route.To(), payload); err == nil {
			list = append(list, m)
		}
	}
	add(func([]byte) {})
	add(func(p []byte) { p[3] ^= 0x40 }) // another suit
	add(func(p []byte) { p[0] ^= 0x30 }) // no card
	// Two numbers exchanged with another seat's, with and without what belongs to them.
	numbers := map[otpdeal.Kind]int{otpdeal.SendCards: 13, otpdeal.RequestKeys: 0}
	if first, ok := numbers[route.Kind()]; ok {
		for _, other := range []int{0, 1, 2, 3} {
			theirs := done.find(t, otpdeal.SendAllCards, 0, 2).Payload()
			_, _, order := inputs(80)
			n := order[13*other+5]
			add(func(p []byte) {
				p[first] = n
				if first == 13 {
					p[0] = theirs[n]
				}
			})
		}
		add(func(p []byte) { slices.Reverse(p[first:]) })
	} else {
		add(func(p []byte) { p[0], p[1] = p[1], p[0] })
	}
	return list
}

// Every coalition sends any of several messages on each of its routes, at any time and in
// any order, changes its mind, and says in its records what it likes: no honest role
// names only honest seats, no audit does, and if one confirms the deal, the honest seats
// hold their hands.
func TestExhaustiveCheats(t *testing.T) {
	done := finished(t, 80)
	total, steps, ended, confirmed := 0, 0, 0, 0
	for coalition := 1; coalition < 15; coalition++ {
		m, from := newExplorer(t, coalition)
		var unasked []otpdeal.Message
		for _, route := range otpdeal.Routes() {
			if m.cheats(route.From()) && !m.cheats(route.To()) {
				unasked = append(unasked, variants(t, route, done)...)
			}
		}
		limit := long.Pick(500, 0) // worlds; 0 for all
		worlds := m.explore(from, unasked, limit, func(world [4]int) {
			for _, lie := range []string{"nothing", "the truth", "honesty"} {
				var values [4][]byte
				for seat := range 4 {
					switch {
					case !m.cheats(seat):
						values[seat] = m.nodes[seat][world[seat]].record.Bytes()
					case lie == "the truth":
						values[seat] = m.truth(seat, world, done)
					case lie == "honesty":
						values[seat] = done.roles[seat].Record().Bytes()
					}
				}
				report := auditValues(t, done.entries, values)
				for _, finding := range report.Findings {
					if !slices.ContainsFunc(finding.Seats, m.cheats) {
						t.Fatalf("coalition %04b says %s: %v", coalition, lie, finding)
					}
				}
				if !report.ok {
					continue
				}
				confirmed++
				for seat := range 4 {
					if !m.cheats(seat) && !slices.Equal(m.nodes[seat][world[seat]].hand, report.hands[seat]) {
						t.Fatalf("coalition %04b says %s: seat %d holds %v, audited as %v", coalition, lie, seat, m.nodes[seat][world[seat]].hand,
							report.hands[seat])
					}
				}
			}
		})
		for seat := range 4 {
			for _, n := range m.nodes[seat] {
				if n.refusal != nil {
					ended++
				}
			}
		}
		total += worlds
		steps += m.steps
	}
	t.Logf("%d worlds, %d steps of a role, %d ways to be refused, %d audits confirm a deal", total, steps, ended, confirmed)
	if ended < 100 || confirmed == 0 {
		t.Error("the test doesn't reach what it is about")
	}
}

// truth returns the record of a cheat that admits what honest seats know of it, and says
// for the rest what an honest seat would.
func (m *explorer) truth(seat int, world [4]int, done *deal) []byte {
	var list []otpdeal.Message
	for _, said := range done.roles[seat].Record().Messages() {
		other := said.From() + said.To() - seat
		if !m.cheats(other) {
			for _, known := range m.nodes[other][world[other]].record.Messages() {
				if known.Kind() == said.Kind() && known.From() == said.From() && known.To() == said.To() {
					said = known
				}
			}
		}
		list = append(list, said)
	}
	return otpdeal.NewRecord(id, seat, list...).Bytes()
}
