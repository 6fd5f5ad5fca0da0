package spec

import (
	"fmt"
	"slices"
	"strings"
)

func handCases(s *suite) {
	for _, c := range handPlays {
		s.playHand(c)
	}
	refuse := func(id, comment, name string, n, seats int, order ...int) {
		inputs := fields{
			"group": "ristretto255", "label": handLabel, "n": n, "seats": seats, "id": name, "items": []string{},
		}
		if order != nil {
			inputs["select"] = order
		}
		s.refuse("hand/"+id, comment, "malformed", inputs)
	}
	refuse("no-id", "an empty id", "", 3, 2)
	refuse("overlong-id", "an id of 1,025 bytes", strings.Repeat("x", 1025), 3, 2)
	refuse("one-seat", "one seat", handName, 3, 1)
	refuse("too-many-seats", "17 seats", handName, 3, 17)
	refuse("no-cards", "no cards", handName, 0, 2)
	refuse("too-many-cards", "1,024 cards", handName, 1024, 2)
	refuse("repeated-card", "a card of the deck is selected twice", handName, 3, 2, 0, 1, 0)
	s.accumulate("accumulated/runs", "section 11.2: random hands", []int{3, 20, 100}, handRun)
}

const handLabel, handName = "squaredeal test hand", "squaredeal test"

// A handPlay is a case that can begin.
type handPlay struct {
	id, comment string
	g           group
	seats, n    int
	play        string
}

var handPlays = slices.Concat(handSettings, handDeals, handReturns, handShuffles, handShows, handLeaves, handFarewells, handDrops,
	handVoids, handFaults, handForged, handStates)

func (s *suite) playHand(c handPlay) {
	x0, name := c.g.deck(handLabel, c.n), handName
	if c.id == "longest-id" {
		name = strings.Repeat("∞♠", 170) + "1024"
	}
	inputs := fields{"group": c.g.name, "label": handLabel, "n": c.n, "seats": c.seats, "id": name}
	if c.id == "select" {
		order := []int{3, 0, 4}
		x0, inputs["select"] = permute(x0, order), order
	}
	h := script{hand: newHand(c.g, name, x0, handSecrets(c.seats)), late: map[int]string{}}
	if c.play != "" {
		h.do(c.play)
	}
	inputs["items"] = append([]string{}, h.items...)
	outputs := h.outputs()
	if c.id == "plain" {
		outputs["whole"] = hexes(h.messages...)
	}
	s.ok("hand/"+c.id, c.comment, inputs, outputs)
}

// handRun follows section 11.2.
func handRun(run int) (out string) {
	stream := newHandShake(run)
	draw := func() int { return int(stream.next(1)[0]) }
	seats := 2 + draw()%3
	n := 3 + draw()%4
	var secrets []string
	for range seats {
		secrets = append(secrets, stream.next(32))
	}
	hand := newHand(ristretto255, fmt.Sprint("run ", run), ristretto255.deck("run", n), secrets)
	for range 60 {
		if hand.randomItem(draw) {
			out += hand.head
		}
	}
	return out
}

// randomItem reports whether there was one.
func (h *hand) randomItem(draw func() int) bool {
	if b := draw(); len(h.due) > 0 && b < 192 {
		seat := h.due[b%len(h.due)].seat
		h.receive(seat, h.say(seat))
		return true
	}
	oneOf := func(list []int) int { return list[draw()%len(list)] }
	stock, held, both := h.with("stock"), h.with("held"), h.with("held", "open")
	switch c := draw() % 10; {
	case c <= 3 && len(stock) > 0:
		p := oneOf(stock)
		h.stepDeal([]int{p}, []int{oneOf(append(h.in(), everyone))})
	case c == 4 && len(held) > 0:
		p := oneOf(held)
		h.stepShow(h.positions[p].to, []int{p})
	case (c == 5 || c == 6) && len(both) > 0:
		h.stepReturn([]int{oneOf(both)})
	case c == 7:
		seat := oneOf(h.in())
		if len(stock) == 0 {
			return false
		}
		h.stepShuffle([]int{seat}, stock)
	case c == 8 && len(stock) > 0:
		h.stepShuffle(h.in(), stock[:min(2, len(stock))])
	case c == 9:
		if d := draw(); d < 192 {
			h.stepLeave(oneOf(h.in()))
		} else {
			h.stepDrop([]int{oneOf(h.in())})
		}
	default:
		return false
	}
	return true
}
