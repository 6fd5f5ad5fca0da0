package hand_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
)

// A fault is planted in a model, which is that of a wrong protocol then.
type fault string

const (
	none       fault = ""
	noRaise    fault = "the others don't raise cards after a shuffle by some"
	sameKey    fault = "a key stays the same in a shuffle"
	sealLeaver fault = "a seat that leaves takes its layer off the cards that it holds, too"
	openOwn    fault = "a seat takes its layer off the cards that are dealt to it, too"
)

// A coalition is seats that tell each other everything and read what all say. It knows its own
// exponents, so that elements which differ by these alone are the same to it.
//
// It may follow a card from place to place, but not through a shuffle by a seat that isn't one of it,
// and it may know the cards that the game shows to it. Between the shuffles of two such seats, in
// one round, an element may turn out to be that at a place before or after the round, as long
// as these two don't turn out to be the same: one of the two orders is secret then.
type coalition struct {
	seats    []bool
	follows  map[int]int    // of an origin, another that turned out to be the same
	rests    map[int]int    // of an origin that isn't in follows, the one that is at a position between shuffles
	known    map[int]int    // and its card
	seen     map[symbol]int // the origin of each element, without the layers of its seats
	leaks    []string
	elements int
}

func newCoalition(seats []bool) *coalition {
	return &coalition{seats: seats, follows: map[int]int{}, rests: map[int]int{}, known: map[int]int{}, seen: map[symbol]int{}}
}

// back goes back from an origin as far as the coalition may follow a card.
func (c *coalition) back(m *model, at int) int {
	for o := m.origins[at]; o.seat >= 0 && (!o.hidden || c.seats[o.seat]); o = m.origins[at] {
		at = o.from
	}
	return at
}

// follow goes on to what turned out to be the same.
func (c *coalition) follow(m *model, at int) int {
	at = c.back(m, at)
	for {
		next, ok := c.follows[at]
		if !ok {
			return at
		}
		at = next
	}
}

// rest is that a card is at a position while nobody shuffles.
func (c *coalition) rest(m *model, s symbol) {
	at := c.follow(m, s.origin)
	if before, ok := c.rests[at]; ok && before != c.back(m, s.origin) {
		c.leak(m, s, "linked")
	}
	c.rests[at] = c.back(m, s.origin)
}

// learn is that the game shows a card to the coalition.
func (c *coalition) learn(m *model, s symbol) { c.known[c.follow(m, s.origin)] = s.card }

// leave is that a seat leaves: if no other seat keeps the stock closed, the coalition opens it.
func (c *coalition) leave(m *model, s *script, here []int) {
	for _, seat := range here {
		if seat != s.turn.Seat && !c.seats[seat] {
			return
		}
	}
	for _, x := range s.from[:len(s.turn.Positions)] {
		c.learn(m, x)
	}
}

// publish is that everybody sees an element.
func (c *coalition) publish(m *model, s symbol, what string) {
	c.elements++
	at := c.follow(m, s.origin)
	x := symbol{card: s.card, layers: s.layers}
	for i, e := range m.exponents {
		if c.seats[e.seat] {
			x.layers, _ = x.layers.minus(layer(i))
		}
	}
	if _, ok := c.known[at]; !ok && x.layers == (layers{}) {
		c.leak(m, s, "bare: "+what)
	}
	if x.layers == (layers{}) {
		return
	}
	before, ok := c.seen[x]
	if before = c.follow(m, before); !ok || before == at {
		c.seen[x] = at
		return
	}
	rest, rests := c.rests[before]
	_, alsoRests := c.rests[at]
	card, knows := c.known[before]
	_, alsoKnows := c.known[at]
	switch {
	case rests && alsoRests:
		c.leak(m, s, "linked: "+what)
	case knows && !alsoKnows && !rests, alsoKnows && !knows && !alsoRests: // known, and never at rest: in clear
		c.leak(m, s, "linked to a new card: "+what)
	}
	if rests {
		c.rests[at] = rest
	}
	if knows {
		c.known[at] = card
	}
	c.follows[before] = at
}

func (c *coalition) leak(m *model, s symbol, what string) {
	c.leaks = append(c.leaks, fmt.Sprintf("after %d items, card %d is %s", len(m.past), s.card, what))
}

// Coalitions of all seats but one, of some, and of nobody look at random hands. No element
// is a card that the game hasn't shown to the coalition, and no two are the same card where an
// honest seat has shuffled in between.
func TestSymbolic(t *testing.T) {
	elements := 0
	for run := *simFirst; run < *simFirst+*simRuns; run++ {
		for _, c := range watched(t, run, none) {
			elements += c.elements
			if len(c.leaks) > 0 {
				t.Fatalf("run %d, coalition %v: %s", run, c.seats, c.leaks[0])
			}
		}
	}
	t.Logf("%d elements in the eyes of coalitions", elements)
}

// With a fault planted, some coalition finds it.
func TestSymbolicFaults(t *testing.T) {
	for _, f := range []fault{noRaise, sameKey, sealLeaver, openOwn} {
		leaks, runs := map[string]int{}, 0
		for run := *simFirst; run < *simFirst+40; run++ {
			for _, c := range watched(t, run, f) {
				for _, l := range c.leaks {
					leaks[l]++
				}
			}
			if runs++; len(leaks) > 0 && !long.Tests() {
				break
			}
		}
		if len(leaks) == 0 {
			t.Errorf("%s: nothing is found in %d runs", f, runs)
		}
		t.Logf("%s: in %d runs, %v", f, runs, leaks)
	}
}

// watched plays a random hand in the eyes of several coalitions.
func watched(t *testing.T, run int, f fault) []*coalition {
	seats, n := 2+run%4, 3+run%4
	var watchers []*coalition
	for honest := range seats {
		all := slices.Repeat([]bool{true}, seats)
		all[honest] = false
		watchers = append(watchers, newCoalition(all))
	}
	watchers = append(watchers, newCoalition(make([]bool, seats)))
	if seats > 3 {
		some := make([]bool, seats)
		some[run/4%seats], some[(run/4+1+run/16%(seats-1))%seats] = true, true
		watchers = append(watchers, newCoalition(some))
	}
	s := newSim(t, uint64(run)<<32, seats, n, -1, watchers...)
	s.model.fault = f
	s.run(30 + 6*seats)
	return watchers
}
