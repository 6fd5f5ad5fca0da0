package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

func numbers(t testing.TB, names string) []int {
	t.Helper()
	n, err := cards.ParseNumbers(names)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMelds(t *testing.T) {
	for names, meld := range map[string]bool{
		"4♠ 4♥ 4♣":       true,
		"4♠ 4♥ 4♦ 4♣":    true,
		"4♠ 4♥":          false,
		"4♠ 4♥ 5♣":       false,
		"3♦ 2♦ A♦":       true,
		"9♣ 10♣ J♣ Q♣":   true,
		"J♠ Q♠ K♠":       true,
		"Q♠ K♠ A♠":       false,
		"Q♠ K♠ A♥":       false,
		"3♠ 4♥ 5♠":       false,
		"3♠ 5♠ 6♠":       false,
		"3♠ 4♠":          false,
		"K♠ A♥ 2♥ 3♥":    false,
		"A♠ 2♠ 3♠ 4♠ 5♠": true,
		"":               false,
	} {
		if got := isMeld(numbers(t, names)); got != meld {
			t.Errorf("%s is a meld: %v", names, got)
		}
	}
	if got := pips(numbers(t, "A♠ 2♦ 10♥ J♣ Q♣ K♣")); got != 43 {
		t.Errorf("%d pips", got)
	}
}

// Bots find how to arrange their cards, also where a card fits twice.
func TestArrange(t *testing.T) {
	for hand, loose := range map[string]string{
		"4♠ 5♠ 6♠ 6♥ 6♦ 6♣":             "",
		"4♠ 5♠ 6♠ 6♥ 6♦":                "6♥ 6♦",
		"A♠ 2♠ 3♠ 3♥ 3♦ 4♠ 5♠":          "A♠ 2♠",
		"7♥ 8♥ 9♥ 10♥ 7♣ 7♦ 10♣ 10♠":    "8♥ 9♥",
		"2♠ 4♠ 6♠ 8♥ 10♥":               "2♠ 4♠ 6♠ 8♥ 10♥",
		"4♠ 4♥ 4♦ 4♣ 5♣ 6♣ A♠ 2♠ 3♠ K♦": "K♦",
	} {
		melds, rest := arrange(numbers(t, hand))
		if len(rest) != len(strings.Fields(loose)) {
			t.Errorf("%s: %s are loose, not %s", hand, names(rest), loose)
		}
		for _, m := range melds {
			if !isMeld(m) {
				t.Errorf("%s: no meld: %s", hand, names(m))
			}
		}
		if all := slices.Concat(append(melds, rest)...); names(all) != names(numbers(t, hand)) {
			t.Errorf("%s became %s", hand, names(all))
		}
	}
}

// A ring is games of all seats, and of a spectator, without a table: each reads what any says.
type ring struct {
	t      testing.TB
	games  []*rummy // the last is the spectator's
	random *rand.Rand
	choose func(*rummy) []byte
	empty  int // how often the stock was
}

func newRing(t testing.TB, seats int, seed uint64) *ring {
	t.Helper()
	m, err := newMatch(seats, 2, "")
	if err != nil {
		t.Fatal(err)
	}
	r := &ring{t: t, random: rand.New(rand.NewPCG(seed, 0)), choose: (*rummy).choose}
	for seat := range seats {
		r.games = append(r.games, m.rummy(seat, fmt.Append(nil, seed, seat)))
	}
	r.games = append(r.games, m.rummy(-1, nil))
	r.start()
	return r
}

func (r *ring) seen() *rummy { return r.games[len(r.games)-1] }

func (r *ring) start() {
	head := record.Digest(sha256.Sum256(fmt.Append(nil, r.random.Uint64())))
	for _, g := range r.games {
		g.Start(head)
	}
	r.check()
}

// say has a seat say something, and puts it out if that is a fault.
func (r *ring) say(seat int, message []byte) (err error) {
	r.t.Helper()
	before := len(r.seen().pile)
	errs := make(map[string]bool)
	for _, g := range r.games {
		err = g.Apply(seat, message)
		errs[fmt.Sprint(err)] = true
	}
	if len(errs) != 1 {
		r.t.Fatalf("seats disagree on what seat %d said: %v", seat, errs)
	}
	if r.seen().step == dealing && len(r.seen().pile) < before {
		r.empty++
	}
	if err != nil {
		r.out(seat, table.Fault)
	}
	r.check()
	return err
}

func (r *ring) out(seat int, why table.Reason) {
	for _, g := range r.games {
		g.Out(seat, why)
	}
	r.check()
}

// next has one of those who are due say what it has to say.
func (r *ring) next() {
	_, due := r.seen().Due()
	seat := due[r.random.IntN(len(due))]
	message := r.games[seat].Own()
	if message == nil {
		message = r.choose(r.games[seat])
		if err := r.games[seat].Check(seat, message); err != nil {
			r.t.Fatalf("seat %d can't choose %v: %v", seat, message, err)
		}
	}
	r.say(seat, message)
}

// check checks that all are in the same state, that no card is lost, and who sees which.
func (r *ring) check() {
	r.t.Helper()
	want := public(r.seen())
	for seat, g := range r.games {
		if got := public(g); got != want {
			r.t.Fatalf("game %d is %s\nand not %s", seat, got, want)
		}
	}
	s := r.seen()
	if s.step != drawing && s.step != playing {
		return
	}
	if _, due := s.cards.Due(); len(due) > 0 { // the rest is being shuffled
		return
	}
	where := make(map[int]bool)
	for _, p := range slices.Concat(slices.Concat(s.hands...), s.pile) {
		where[p] = true
	}
	if n := len(slices.Concat(s.hands...)) + len(s.pile); n != len(where) || s.cards.Stock() > s.deck.Len()-n ||
		s.cards.Stock() < s.deck.Len()-n && len(s.Players) == len(s.hands) {
		r.t.Fatalf("%d cards in the stock, %v, %v", s.cards.Stock(), s.hands, s.pile)
	}
	for _, p := range s.pile {
		if !s.cards.Open(p) {
			r.t.Fatalf("not all see position %d of the pile", p)
		}
	}
	seen := make(map[int]bool)
	for _, owner := range s.Players {
		for seat, g := range r.games {
			for _, p := range g.hands[owner] {
				known := g.cards.Look(p)
				if (len(known) == 1) != (seat == owner || g.cards.Open(p)) {
					r.t.Fatalf("game %d sees %s at position %d of seat %d", seat, names(known), p, owner)
				}
				if seat == owner && seen[known[0]] {
					r.t.Fatalf("%s is at two places", names(known))
				} else if seat == owner {
					seen[known[0]] = true
				}
			}
		}
	}
	for _, c := range s.cards.Look(s.pile...) {
		if seen[c] {
			r.t.Fatalf("%s is in the pile and in a hand", names([]int{c}))
		}
	}
}

// public is what all have to agree on.
func public(r *rummy) string {
	phase, due := r.Due()
	return fmt.Sprint(phase, due, r.Round, r.Points, r.Players, r.step, r.hands, r.pile, r.dealing, r.turn, r.turns,
		r.taken, r.play, r.pot, r.winner, string(r.Checkpoint()))
}

// play plays the round.
func (r *ring) play() {
	r.t.Helper()
	for r.seen().step != over {
		r.next()
	}
}

// until plays until a game is at this step.
func (r *ring) until(s step) *rummy {
	r.t.Helper()
	for r.seen().step != s {
		if r.seen().step == over {
			r.t.Fatal("the round is over")
		}
		r.next()
	}
	return r.games[r.seen().turn]
}

// wild chooses anything that it may.
func (r *ring) wild(g *rummy) []byte {
	for {
		choice := []byte{byte(r.random.IntN(2))}
		if g.step == playing {
			choice[0] = byte(r.random.IntN(len(g.hands[g.turn])))
		}
		if g.Check(g.turn, choice) == nil {
			return choice
		}
	}
}

// Who goes out wins what the others hold, and has laid down what it should.
func TestGoingOut(t *testing.T) {
	for _, seats := range []int{2, 3, 6}[:min(runs(6), 3)] {
		r := newRing(t, seats, uint64(seats))
		g := r.until(counting)
		winner, want := g.turn, 0
		if n := []int{10, 7, 7, 6, 6}[seats-2]; len(g.hands[winner]) != n {
			t.Errorf("%d cards are laid down of %d", len(g.hands[winner]), n)
		}
		for seat, held := range r.seen().hands {
			if seat != winner {
				want += pips(r.games[seat].cards.Look(held...))
			} else if _, loose := arrange(r.seen().cards.Look(held...)); len(loose) > 0 {
				t.Errorf("seat %d goes out with %s", seat, names(loose))
			}
		}
		if r.play(); r.seen().Points[winner] != want || r.seen().winner != winner {
			t.Errorf("the points are %d: seat %d should have %d", r.seen().Points, winner, want)
		}
		if r.start(); r.until(drawing).turn != 1 {
			t.Error("the second round begins with seat", r.seen().turn)
		}
	}
}

// Choices that break the rules are faults, and those that only their seat can see to be wrong
// aren't made.
func TestChoices(t *testing.T) {
	for name, c := range map[string]struct {
		at     step
		choice func(*rummy) []byte
	}{
		"nothing":             {drawing, func(*rummy) []byte { return nil }},
		"a third place":       {drawing, func(*rummy) []byte { return []byte{2} }},
		"too long":            {drawing, func(*rummy) []byte { return []byte{0, 0} }},
		"no discard":          {playing, func(*rummy) []byte { return nil }},
		"no such card":        {playing, func(g *rummy) []byte { return []byte{byte(len(g.hands[g.turn]))} }},
		"some cards":          {playing, func(g *rummy) []byte { return []byte{0, 0, 0, 0} }},
		"more cards":          {playing, func(g *rummy) []byte { return make([]byte, len(g.hands[g.turn])+1) }},
		"what it took":        {playing, func(g *rummy) []byte { return []byte{byte(len(g.hands[g.turn]) - 1)} }},
		"a fourth meld":       {playing, func(g *rummy) []byte { return bytes.Repeat([]byte{3}, len(g.hands[g.turn])) }},
		"no melds":            {playing, func(g *rummy) []byte { return make([]byte, len(g.hands[g.turn])) }},
		"a choice to display": {showing, func(g *rummy) []byte { return []byte{0} }},
		"a choice to deal":    {dealing, func(g *rummy) []byte { return []byte{0} }},
	} {
		r := newRing(t, 3, 1)
		r.choose = r.wild
		if name == "what it took" {
			r.choose = func(g *rummy) []byte { return []byte{fromPile} }
		}
		g := r.until(c.at)
		choice := c.choice(g)
		if err := g.Check(g.turn, choice); err == nil {
			t.Errorf("%s: may be chosen", name)
		}
		_, due := g.Due()
		err := r.say(due[0], choice)
		for err == nil && r.seen().step == showing { // until the cards are seen
			err = r.say(due[0], r.games[due[0]].Own())
		}
		if err == nil || slices.Contains(r.seen().Players, due[0]) {
			t.Errorf("%s: is no fault", name)
		}
		r.choose = (*rummy).choose
		if r.play(); r.seen().winner < 0 && r.seen().turns <= maxTurns {
			t.Errorf("%s: the others don't go on", name)
		}
	}
}

// The pile becomes the stock, as often as that is empty; then the turns come to an end.
func TestEmptyStock(t *testing.T) {
	for _, seats := range []int{2, 6}[:min(runs(3), 2)] {
		r := newRing(t, seats, 1)
		r.choose = func(g *rummy) []byte { return []byte{0} } // the stock; the card held longest
		for r.seen().step != over && (seats == 2 || r.empty < 2) {
			r.next()
		}
		if seats == 2 && (r.empty < 3 || r.seen().winner >= 0 || slices.Max(r.seen().Points) > 0 || r.seen().turns != maxTurns+1) {
			t.Errorf("the stock was empty %d times in %d turns, winner %d", r.empty, r.seen().turns, r.seen().winner)
		}
	}
}

// Restore goes back from any state.
func TestRestore(t *testing.T) {
	r := newRing(t, 2, 1)
	first := newRing(t, 2, 1).games[0].Checkpoint()
	g := r.until(playing)
	if err := g.Restore(first); err != nil || g.step != over || g.choose() != nil || !bytes.Equal(g.Checkpoint(), first) {
		t.Errorf("%v, step %d, %s", err, g.step, g.Checkpoint())
	}
	if g.Restore([]byte("{")) == nil {
		t.Error("any checkpoint will do")
	}
}

// Seats go at any time, with wrong messages or with none, and those who stay go on; the
// winner gets no less because of that.
func TestOut(t *testing.T) {
	went := make(map[step]int)
	for seed := range runs(12) {
		r := newRing(t, 2+int(seed)%5, seed)
		for r.seen().step != over {
			s := *r.seen()
			_, due := s.Due()
			seat := due[r.random.IntN(len(due))]
			pot := s.pot + 10*len(s.hands[seat])
			message := bytes.Clone(r.games[seat].Own())
			switch often := []int{0, 40, 40, 40, 20, 2}[s.step]; {
			case r.random.IntN(often) > 0:
				r.next()
				continue
			case message == nil || r.random.IntN(2) == 0:
				r.out(seat, table.Silent)
			default:
				message[32+r.random.IntN(len(message)-32)] ^= 1 << r.random.IntN(8)
				if r.say(seat, message) == nil {
					t.Fatalf("a wrong message of seat %d is taken at step %d", seat, s.step)
				}
			}
			went[s.step]++
			if after := r.seen(); after.pot < pot {
				t.Fatalf("%d for the winner, not %d, when seat %d goes", after.pot, pot, seat)
			} else if left := after.Players; len(left) == 1 && (after.winner != left[0] || after.Points[left[0]] < pot) {
				t.Errorf("seat %d is alone and has %d points", left[0], after.Points)
			}
		}
	}
	for s := dealing; s <= counting; s++ {
		if went[s] == 0 && clitest.Long() {
			t.Errorf("nobody went at step %d: %v", s, went)
		}
	}
}

// A choice is any bytes: all take it or all refuse it.
func TestAnyChoice(t *testing.T) {
	for seed := range runs(8) {
		r := newRing(t, 4, seed)
		for range 25 {
			if s := r.seen().step; (s == drawing || s == playing) && r.random.IntN(4) == 0 {
				choice := make([]byte, r.random.IntN(10))
				for i := range choice {
					choice[i] = byte(r.random.IntN(9))
				}
				r.say(r.seen().turn, choice)
			} else if s != over {
				r.next()
			}
		}
	}
}
