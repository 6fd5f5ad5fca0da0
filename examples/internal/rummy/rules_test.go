package rummy

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/sra/hand"
)

func numbers(t testing.TB, names string) []int {
	t.Helper()
	n, err := faces.Parse[int](names)
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
		if got := IsMeld(numbers(t, names)); got != meld {
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
		melds, rest := Arrange(numbers(t, hand))
		if len(rest) != len(strings.Fields(loose)) {
			t.Errorf("%s: %s are loose, not %s", hand, names(rest), loose)
		}
		for _, m := range melds {
			if !IsMeld(m) {
				t.Errorf("%s: no meld: %s", hand, names(m))
			}
		}
		if all := slices.Concat(append(melds, rest)...); names(all) != names(numbers(t, hand)) {
			t.Errorf("%s became %s", hand, names(all))
		}
	}
}

// runs is how many random runs there are, of n as a rule: more in the large.
func runs(n uint64) uint64 {
	if clitest.Long() {
		return 4 * n
	}
	return max(1, n/3)
}

func names(numbers []int) string { return faces.Join(slices.Sorted(slices.Values(numbers))) }

// A ring is games of all seats, and of a spectator, without a table: each reads what any says.
type ring struct {
	t      testing.TB
	games  []*Game // the last is the spectator's
	random *rand.Rand
	choose func(*Game) []byte
	empty  int // how often the stock was
}

func newGame(t testing.TB, seats, me int, seed []byte) *Game {
	t.Helper()
	g, err := New(table.Terms{Game: Terms(seats, 2), Longest: Longest, Seats: make([]ed25519.PublicKey, seats)}, me, seed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newRing(t testing.TB, seats int, seed uint64) *ring {
	t.Helper()
	r := &ring{t: t, random: rand.New(rand.NewPCG(seed, 0)), choose: (*Game).Choose}
	for seat := range seats {
		r.games = append(r.games, newGame(t, seats, seat, fmt.Appendf(nil, "%16d%16d", seed, seat)))
	}
	r.games = append(r.games, newGame(t, seats, -1, nil))
	r.start()
	return r
}

func (r *ring) seen() *Game { return r.games[len(r.games)-1] }

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
	before := len(r.seen().Pile)
	errs := make(map[string]bool)
	for _, g := range r.games {
		err = g.Apply(seat, message)
		errs[fmt.Sprint(err)] = true
	}
	if len(errs) != 1 {
		r.t.Fatalf("seats disagree on what seat %d said: %v", seat, errs)
	}
	if r.seen().Step == Dealing && len(r.seen().Pile) < before {
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
	message := r.games[seat].Pending()
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
	if s.Step != Drawing && s.Step != Playing {
		return
	}
	if _, due := s.Cards.Due(); len(due) > 0 { // the rest is being shuffled
		return
	}
	where := make(map[int]bool)
	for _, p := range slices.Concat(slices.Concat(s.Hands...), s.Pile) {
		where[p] = true
	}
	if n := len(slices.Concat(s.Hands...)) + len(s.Pile); n != len(where) || len(s.Cards.Stock()) > Deck.Len()-n ||
		len(s.Cards.Stock()) < Deck.Len()-n && len(s.Players) == len(s.Hands) {
		r.t.Fatalf("%d cards in the stock, %v, %v", len(s.Cards.Stock()), s.Hands, s.Pile)
	}
	for _, p := range s.Pile {
		if !s.Cards.Open(p) {
			r.t.Fatalf("not all see position %d of the pile", p)
		}
	}
	for _, g := range r.games {
		if known := g.Cards.Look(s.Cards.Stock()...); known != nil {
			r.t.Fatalf("game %d knows that %s are in the stock", g.Me, names(known))
		}
	}
	seen := make(map[int]bool)
	for _, owner := range s.Players {
		for seat, g := range r.games {
			for _, p := range g.Hands[owner] {
				known := g.Cards.Look(p)
				if (len(known) == 1) != (seat == owner || g.Cards.Open(p)) {
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
	for _, c := range s.Cards.Look(s.Pile...) {
		if seen[c] {
			r.t.Fatalf("%s is in the pile and in a hand", names([]int{c}))
		}
	}
}

// public is what all have to agree on.
func public(r *Game) string {
	phase, due := r.Due()
	return fmt.Sprint(phase, due, r.Round, r.Points, r.Players, r.Step, r.Hands, r.Pile, r.dealing, r.Turn, r.Turns,
		r.Taken, r.Played, r.Pot, r.Winner, string(r.Checkpoint()))
}

// play plays the round.
func (r *ring) play() {
	r.t.Helper()
	for r.seen().Step != Over {
		r.next()
	}
}

// until plays until a game is at this step.
func (r *ring) until(s Step) *Game {
	r.t.Helper()
	for r.seen().Step != s {
		if r.seen().Step == Over {
			r.t.Fatal("the round is over")
		}
		r.next()
	}
	return r.games[r.seen().Turn]
}

// wild chooses anything that it may.
func (r *ring) wild(g *Game) []byte {
	for {
		choice := []byte{byte(r.random.IntN(2))}
		if g.Step == Playing {
			choice[0] = byte(r.random.IntN(len(g.Hands[g.Turn])))
		}
		if g.Check(g.Turn, choice) == nil {
			return choice
		}
	}
}

// Who goes out wins what the others hold, and has laid down what it should.
func TestGoingOut(t *testing.T) {
	for _, seats := range []int{2, 3, 6}[:min(runs(6), 3)] {
		r := newRing(t, seats, uint64(seats))
		g := r.until(Counting)
		winner, want := g.Turn, 0
		if n := []int{10, 7, 7, 6, 6}[seats-2]; len(g.Hands[winner]) != n {
			t.Errorf("%d cards are laid down of %d", len(g.Hands[winner]), n)
		}
		for seat, held := range r.seen().Hands {
			if seat != winner {
				want += pips(r.games[seat].Cards.Look(held...))
			} else if _, loose := Arrange(r.seen().Cards.Look(held...)); len(loose) > 0 {
				t.Errorf("seat %d goes out with %s", seat, names(loose))
			}
		}
		if r.play(); r.seen().Points[winner] != want || r.seen().Winner != winner {
			t.Errorf("the points are %d: seat %d should have %d", r.seen().Points, winner, want)
		}
		if r.start(); r.until(Drawing).Turn != 1 {
			t.Error("the second round begins with seat", r.seen().Turn)
		}
	}
}

// Choices that break the rules are faults, and those that only their seat can see to be wrong
// aren't made.
func TestChoices(t *testing.T) {
	for name, c := range map[string]struct {
		at     Step
		choice func(*Game) []byte
	}{
		"nothing":             {Drawing, func(*Game) []byte { return nil }},
		"a third place":       {Drawing, func(*Game) []byte { return []byte{2} }},
		"too long":            {Drawing, func(*Game) []byte { return []byte{0, 0} }},
		"no discard":          {Playing, func(*Game) []byte { return nil }},
		"no such card":        {Playing, func(g *Game) []byte { return []byte{byte(len(g.Hands[g.Turn]))} }},
		"some cards":          {Playing, func(g *Game) []byte { return []byte{0, 0, 0, 0} }},
		"more cards":          {Playing, func(g *Game) []byte { return make([]byte, len(g.Hands[g.Turn])+1) }},
		"what it took":        {Playing, func(g *Game) []byte { return []byte{byte(len(g.Hands[g.Turn]) - 1)} }},
		"a fourth meld":       {Playing, func(g *Game) []byte { return bytes.Repeat([]byte{3}, len(g.Hands[g.Turn])) }},
		"no melds":            {Playing, func(g *Game) []byte { return make([]byte, len(g.Hands[g.Turn])) }},
		"a choice to display": {Showing, func(g *Game) []byte { return []byte{0} }},
		"a choice to deal":    {Dealing, func(g *Game) []byte { return []byte{0} }},
	} {
		r := newRing(t, 3, 1)
		r.choose = r.wild
		if name == "what it took" {
			r.choose = func(g *Game) []byte { return []byte{FromPile} }
		}
		g := r.until(c.at)
		choice := c.choice(g)
		if err := g.Check(g.Turn, choice); err == nil {
			t.Errorf("%s: may be chosen", name)
		}
		_, due := g.Due()
		err := r.say(due[0], choice)
		for err == nil && r.seen().Step == Showing { // until the cards are seen
			err = r.say(due[0], r.games[due[0]].Pending())
		}
		if err == nil || slices.Contains(r.seen().Players, due[0]) {
			t.Errorf("%s: is no fault", name)
		}
		r.choose = (*Game).Choose
		if r.play(); r.seen().Winner < 0 && r.seen().Turns <= MaxTurns {
			t.Errorf("%s: the others don't go on", name)
		}
	}
}

// The pile becomes the stock, as often as that is empty; then the turns come to an end.
func TestEmptyStock(t *testing.T) {
	for _, seats := range []int{2, 6}[:min(runs(3), 2)] {
		r := newRing(t, seats, 1)
		r.choose = func(g *Game) []byte { return []byte{0} } // the stock; the card held longest
		for r.seen().Step != Over && (seats == 2 || r.empty < 2) {
			r.next()
		}
		if seats == 2 && (r.empty < 3 || r.seen().Winner >= 0 || slices.Max(r.seen().Points) > 0 || r.seen().Turns != MaxTurns+1) {
			t.Errorf("the stock was empty %d times in %d turns, winner %d", r.empty, r.seen().Turns, r.seen().Winner)
		}
	}
}

// reshuffles returns who shuffled the pile, and who the stock without those who had gone.
func (r *ring) reshuffles() (pile, stock [][]int) {
	for _, e := range r.seen().Events {
		if w, ok := e.What.(Reshuffle); ok && w.Gone {
			stock = append(stock, w.By)
		} else if ok {
			pile = append(pile, w.By)
		}
	}
	return pile, stock
}

// The pile but its top goes back, where it was, and is shuffled by all: they keep their cards.
func TestPileGoesBack(t *testing.T) {
	r := newRing(t, 3, 2)
	r.choose = func(*Game) []byte { return []byte{0} }
	for len(r.seen().Cards.Stock()) > 0 || r.seen().Step != Drawing {
		r.next()
	}
	s := r.seen()
	hands, pile := fmt.Sprint(s.Hands), slices.Clone(s.Pile)
	was := s.Cards.Look(pile...)
	for r.next(); s.Cards.Kind(s.Turn) != hand.Layer && s.Cards.Kind((s.Turn+1)%3) != hand.Layer; r.next() {
		if len(s.Pile) != 1 || s.Pile[0] != pile[len(pile)-1] || !slices.Equal(s.Cards.Look(s.Pile...), was[len(was)-1:]) ||
			fmt.Sprint(s.Hands) != hands {
			t.Fatalf("the pile is %v, with %v, the hands %v", s.Pile, s.Cards.Look(s.Pile...), s.Hands)
		}
	}
	if all, _ := r.reshuffles(); len(all) != 1 || !slices.Equal(all[0], []int{0, 1, 2}) {
		t.Errorf("the pile was shuffled by %v", all)
	}
	var drawn []int // all of it, and everybody shows it at once
	for r.until(Playing); len(s.Cards.Stock()) > 0; r.until(Playing) {
		held := s.Hands[s.Turn]
		drawn = append(drawn, r.games[s.Turn].Cards.Look(held[len(held)-1])...)
		r.choose = func(g *Game) []byte { return []byte{byte(len(g.Hands[g.Turn]) - 1)} }
		r.until(Drawing)
		r.choose = func(*Game) []byte { return []byte{FromStock} }
	}
	held := s.Hands[s.Turn]
	drawn = append(drawn, r.games[s.Turn].Cards.Look(held[len(held)-1])...)
	if names(drawn) != names(was[:len(was)-1]) || slices.Equal(drawn, was[:len(was)-1]) {
		t.Errorf("the pile was %v, the new stock %v", was, drawn)
	}
}

// Seats go while the pile is shuffled, and before it is, with cards that nobody knows, or only
// such as all know, so that the stock is still empty without that seat.
func TestOutAtEmptyStock(t *testing.T) {
	due := func(seat int, kind hand.Kind) func(*Game) bool {
		return func(s *Game) bool { return s.Cards.Kind(seat) == kind }
	}
	shows := func(s *Game) bool { return s.Step == Showing && s.Turn == 2 }
	for name, c := range map[string]struct {
		seat        int
		goes        func(s *Game) bool // when the stock is empty, or has been
		open        bool               // all know the seat's cards
		pile, stock string             // by whom these are shuffled
	}{
		"the first one to shuffle":    {0, due(0, hand.Shuffle), false, "[[0 1 2]]", "[[1 2]]"},
		"one who has shuffled":        {0, due(1, hand.Shuffle), false, "[[0 1 2]]", "[[1 2]]"},
		"one who deals the last card": {0, due(0, hand.Layer), false, "[]", "[[1 2]]"},
		"one who deals the next card": {1, func(s *Game) bool { return len(s.Pile) == 1 && s.Cards.Kind(1) == hand.Layer }, false,
			"[[0 1 2]]", "[[0 2]]"},
		"one who has to draw":      {0, func(s *Game) bool { return s.Step == Drawing && s.Turn == 0 }, false, "[]", "[[1 2]]"},
		"while another shows":      {0, shows, false, "[]", "[[1 2]]"},
		"with cards that all know": {0, shows, true, "[[1 2]]", "[[1 2]]"},
	} {
		r := newRing(t, 3, 3)
		r.choose = func(g *Game) []byte {
			if c.open && g.Turn == c.seat && g.Step == Drawing {
				return []byte{FromPile}
			}
			return []byte{0}
		}
		s := r.seen()
		for empty := false; !empty || !c.goes(s); empty = empty || len(s.Cards.Stock()) == 0 {
			r.next()
		}
		if known := s.Cards.Look(s.Hands[c.seat]...); (len(known) == 7) != c.open {
			t.Errorf("%s: all know %s", name, names(known))
		}
		r.out(c.seat, table.Silent)
		for turns := s.Turns; s.Turns < turns+5; {
			r.next()
		}
		if pile, stock := r.reshuffles(); fmt.Sprint(pile) != c.pile || fmt.Sprint(stock) != c.stock {
			t.Errorf("%s: the pile is shuffled by %v, the stock by %v", name, pile, stock)
		}
	}
}

// Restore goes back from any state.
func TestRestore(t *testing.T) {
	r := newRing(t, 2, 1)
	first := newRing(t, 2, 1).games[0].Checkpoint()
	g := r.until(Playing)
	if err := g.Restore(first); err != nil || g.Step != Over || g.Choose() != nil || !bytes.Equal(g.Checkpoint(), first) {
		t.Errorf("%v, step %d, %s", err, g.Step, g.Checkpoint())
	}
}

// A checkpoint that no game like this can have is refused, and leaves the round as it is.
func TestRestoreRefuses(t *testing.T) {
	g := newRing(t, 3, 1).until(Playing)
	g.Config.Rounds = 2
	state := func() string { return fmt.Sprint(g.round, string(g.Checkpoint())) }
	before := state()
	for text, fault := range map[string]string{
		``:     "JSON",
		`{`:    "JSON",
		`null`: "points",
		`{}`:   "points",
		`{"Round":"1","Points":[0,0,0],"Players":[0,1,2]}`:                 "standing.Round",
		`{"Round":-1,"Points":[0,0,0],"Players":[0,1,2]}`:                  "round",
		`{"Round":3,"Points":[0,0,0],"Players":[0,1,2]}`:                   "round",
		`{"Round":9223372036854775807,"Points":[0,0,0],"Players":[0,1,2]}`: "round",
		`{"Round":1,"Points":[0,0],"Players":[0,1]}`:                       "points",
		`{"Round":1,"Points":[0,0,0,0],"Players":[0,1,2]}`:                 "points",
		`{"Round":1,"Points":[0,-1,0],"Players":[0,1,2]}`:                  "points",
		`{"Round":0,"Points":[1,0,0],"Players":[0,1,2]}`:                   "points", // before anybody could win
		`{"Round":1,"Points":[220,1,0],"Players":[0,1,2]}`:                 "points",
		`{"Round":1,"Points":[9223372036854775807,1,0],"Players":[0,1,2]}`: "points",
		`{"Round":1,"Points":[9223372036854775808,0,0],"Players":[0,1,2]}`: "standing.Points",
		`{"Round":1,"Points":[0,0,0],"Players":null}`:                      "players",
		`{"Round":1,"Points":[0,0,0],"Players":[1,0,2]}`:                   "players",
		`{"Round":1,"Points":[0,0,0],"Players":[0,0,1]}`:                   "players",
		`{"Round":1,"Points":[0,0,0],"Players":[0,1,3]}`:                   "players",
		`{"Round":1,"Points":[0,0,0],"Players":[-1,0,1]}`:                  "players",
		`{"round":1,"points":[0,0,0],"players":[0,1,2]}`:                   "encoding",
		`{"Round":1,"Points":[0,0,0],"Players":[0,1,2],"Me":1}`:            "encoding",
		`{"Round":1,"Points":[0,0,0],"Players":[0,1,2]} `:                  "encoding",
	} {
		if err := g.Restore([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "rummy: checkpoint: ") ||
			!strings.Contains(err.Error(), fault) || state() != before {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		`{"Round":1,"Points":[220,0,0],"Players":[0,2]}`, `{"Round":2,"Points":[220,0,220],"Players":[0,1,2]}`,
		`{"Round":0,"Points":[0,0,0],"Players":[]}`,
	} {
		if err := g.Restore([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		g.Start(record.Digest{})
	}
}

// Seats go at any time, with wrong messages or with none, and those who stay go on; the
// winner gets no less because of that.
func TestOut(t *testing.T) {
	went := make(map[Step]int)
	for seed := range runs(12) {
		r := newRing(t, 2+int(seed)%5, seed)
		for r.seen().Step != Over {
			s := *r.seen()
			_, due := s.Due()
			seat := due[r.random.IntN(len(due))]
			pot := s.Pot + 10*len(s.Hands[seat])
			message := bytes.Clone(r.games[seat].Pending())
			switch often := []int{0, 40, 40, 40, 20, 2}[s.Step]; {
			case r.random.IntN(often) > 0:
				r.next()
				continue
			case message == nil || r.random.IntN(2) == 0:
				r.out(seat, table.Silent)
			default:
				message[32+r.random.IntN(len(message)-32)] ^= 1 << r.random.IntN(8)
				if r.say(seat, message) == nil {
					t.Fatalf("a wrong message of seat %d is taken at step %d", seat, s.Step)
				}
			}
			went[s.Step]++
			if after := r.seen(); after.Pot < pot {
				t.Fatalf("%d for the winner, not %d, when seat %d goes", after.Pot, pot, seat)
			} else if left := after.Players; len(left) == 1 && (after.Winner != left[0] || after.Points[left[0]] < pot) {
				t.Errorf("seat %d is alone and has %d points", left[0], after.Points)
			}
		}
	}
	for s := Dealing; s <= Counting; s++ {
		if went[s] == 0 && clitest.Long() {
			t.Errorf("nobody went at step %d: %v", s, went)
		}
	}
}

// Nobody wins what seats that went would have paid, if nobody goes out in time.
func TestOutInLastTurn(t *testing.T) {
	r := newRing(t, 3, 1)
	turn := r.until(Drawing).Turn
	for _, g := range r.games {
		g.Turns = MaxTurns
	}
	r.out(turn, table.Silent)
	if e := r.seen().Results[0]; e.Winner != Nobody || e.Won != 0 || slices.Max(e.Points) != 0 {
		t.Errorf("%+v", e)
	}
}

// A choice is any bytes: all take it or all refuse it.
func TestAnyChoice(t *testing.T) {
	for seed := range runs(8) {
		r := newRing(t, 4, seed)
		for range 25 {
			if s := r.seen().Step; (s == Drawing || s == Playing) && r.random.IntN(4) == 0 {
				choice := make([]byte, r.random.IntN(10))
				for i := range choice {
					choice[i] = byte(r.random.IntN(9))
				}
				r.say(r.seen().Turn, choice)
			} else if s != Over {
				r.next()
			}
		}
	}
}

// A game is of its own terms only.
func TestTerms(t *testing.T) {
	seats := make([]ed25519.PublicKey, 3)
	for _, game := range []string{
		"", "null", "{}", string(Terms(4, 2)), string(Terms(3, 0)), string(Terms(3, MaxRounds+1)),
		strings.Replace(string(Terms(3, 2)), "v1", "v2", 1), string(Terms(3, 2)) + " ",
	} {
		if _, err := New(table.Terms{Game: []byte(game), Longest: Longest, Seats: seats}, -1, nil); err == nil ||
			!strings.HasPrefix(err.Error(), "rummy: ") {
			t.Errorf("%q: %v", game, err)
		}
	}
	if _, err := New(table.Terms{Game: Terms(3, 2), Longest: Longest - 1, Seats: seats}, -1, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "rummy: terms of 3 seats and messages of ") {
		t.Error("a length that isn't the longest:", err)
	}
}
