package cards_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A kind of game, with its number of cards, and of turns when it isn't played to its end.
type kind struct {
	name        string
	new         func(t *table, deck int) rules
	deck, turns int
	small       int // cards, where many games are played
	end         func(t testing.TB, p *play)
}

var kinds = []kind{
	{"hearts", newHearts, 52, 0, 20, endHearts},
	{"hanabi", newHanabi, 20, 6, 20, endHanabi},
	{"coup", newCoup, 15, 4, 15, endCoup},
	{"old maid", newOldMaid, 9, 100, 9, endOldMaid},
	{"scry", newScry, 52, 5, 12, endScry},
}

// Four seats of a table play; seat 3 sits out, and observes.
const observer = 3

// A play is a game at each of its seats and at an observer, who all read the same.
type play struct {
	t      testing.TB
	kind   kind
	seats  []int
	head   [32]byte
	deck   sra.Deck
	tables map[int]*table
	log    []said
	cheats cheats
	fewer  bool // seats have gone: cards may be lost

	truth  map[int]int          // cards by position, as far as anybody knows
	rested map[int]map[int]bool // what seats knew when nothing was due
	since  map[int]map[int]bool // and since
}

// What was said, or that a seat is out.
type said struct {
	seat    int
	message []byte
	out     bool
}

func newPlay(t testing.TB, k kind, deck, turns int, run byte) *play {
	g := &play{t: t, kind: k, seats: []int{5, 9, 2, 7}, head: [32]byte{'g', run}, tables: map[int]*table{}, truth: map[int]int{},
		since: map[int]map[int]bool{}}
	g.kind.turns = turns
	for range run {
		g.seats = append(g.seats[1:], g.seats[0])
	}
	g.deck = must(sra.PublicDeck(sra.Ristretto255(), "games", deck))
	for _, me := range append(g.seats, observer) {
		g.tables[me], g.since[me] = g.sit(me), map[int]bool{}
	}
	g.cheats = cheats{g, map[int]sra.Key{}}
	g.check()
	return g
}

// sit begins the game at a seat.
func (g *play) sit(me int) *table {
	t := &table{me: me, seats: g.seats, turn: g.seats[0], limit: g.kind.turns, fresh: true}
	t.cards = must(cards.New(g.head, g.deck, g.seats, me, seed(me)))
	t.rules = g.kind.new(t, g.deck.Len())
	return t
}

func (g *play) seen() *table { return g.tables[observer] }

// stays returns the seats that are there, and the observer.
func (g *play) stays() []int { return slices.Sorted(maps.Keys(g.tables)) }

// public is what all agree on.
func (t *table) public() string {
	known := map[int][]int{}
	for seat := cards.Everyone; seat < 10; seat++ {
		known[seat] = slices.Sorted(slices.Values(t.rules.knows(seat)))
	}
	return fmt.Sprint(t.cards.View(), t.seats, t.turn, t.turns, t.movers, t.over, t.fresh, known)
}

// each has all do something, and checks that they agree.
func (g *play) each(what string, do func(t *table) error) error {
	g.t.Helper()
	want := do(g.seen())
	for _, seat := range g.stays() {
		if seat == observer {
			continue
		}
		if err := do(g.tables[seat]); fmt.Sprint(err) != fmt.Sprint(want) {
			g.t.Fatalf("%s: %v at seat %d, %v at the observer", what, err, seat, want)
		}
		if got, want := g.tables[seat].public(), g.seen().public(); got != want {
			g.t.Fatalf("%s, at seat %d:\n%s\nat the observer:\n%s", what, seat, got, want)
		}
	}
	return want
}

// read has all read what a seat says.
func (g *play) read(seat int, message []byte) error {
	g.t.Helper()
	kind := g.seen().cards.Kind(seat)
	err := g.each(fmt.Sprintf("%v message of seat %d", kind, seat), func(t *table) error { return t.receive(seat, message) })
	if err == nil || kind == 0 {
		g.log = append(g.log, said{seat, message, false})
	}
	if err == nil {
		g.cheats.read(kind, seat, message)
		g.check()
	}
	return err
}

// out has all go on without a seat.
func (g *play) out(seat int) {
	g.t.Helper()
	delete(g.tables, seat)
	g.log = append(g.log, said{seat, nil, true})
	g.fewer = true
	g.each(fmt.Sprintf("seat %d is out", seat), func(t *table) error { t.out(seat); return nil })
	g.check()
}

// restart has a seat begin again, and read all that was said.
func (g *play) restart(seat int) {
	g.t.Helper()
	t := g.sit(seat)
	for _, s := range g.log {
		if s.out {
			t.out(s.seat)
		} else {
			t.receive(s.seat, s.message)
		}
	}
	was := g.tables[seat]
	if t.public() != was.public() {
		g.t.Fatalf("seat %d:\n%s\nrestarted:\n%s", seat, was.public(), t.public())
	}
	if slices.Contains(t.due(), seat) && string(t.say()) != string(was.say()) {
		g.t.Fatalf("seat %d says something else when it has restarted", seat)
	}
	g.tables[seat] = t
	g.check()
}

// check checks who knows which cards. When nothing is due about them, each seat knows those that
// the rules let it know, and no others; in between, none but those of before and after. All who
// know a card agree on it.
func (g *play) check() {
	g.t.Helper()
	at := map[int]int{}
	all := map[int]map[int]bool{}
	for _, seat := range g.stays() {
		all[seat] = map[int]bool{}
		for p := range 4 * g.deck.Len() {
			for _, card := range g.tables[seat].cards.Look(p) {
				if was, ok := g.truth[p]; ok && was != card {
					g.t.Fatalf("seat %d sees card %d at position %d, where %d was", seat, card, p, was)
				}
				if other, ok := at[card]; ok && other != p {
					g.t.Fatalf("card %d is at positions %d and %d", card, p, other)
				}
				g.truth[p], at[card], all[seat][p] = card, p, true
			}
		}
	}
	if _, due := g.seen().cards.Due(); len(due) > 0 {
		for seat, known := range all {
			maps.Copy(g.since[seat], known)
		}
		return
	}
	for seat, known := range all {
		want := map[int]bool{}
		player := seat
		if seat == observer {
			player = cards.Everyone
		}
		for _, p := range g.seen().rules.knows(player) {
			want[p] = true
		}
		if !maps.Equal(known, want) {
			g.t.Fatalf("seat %d knows the cards at %v, and should know those at %v", seat, slices.Sorted(maps.Keys(known)),
				slices.Sorted(maps.Keys(want)))
		}
		for p := range g.since[seat] {
			if !known[p] && !g.rested[seat][p] && !g.fewer {
				g.t.Fatalf("seat %d has known the card at %d for a while", seat, p)
			}
		}
	}
	g.rested, g.since = all, map[int]map[int]bool{}
	for seat := range all {
		g.since[seat] = map[int]bool{}
	}
}

// play plays to the end. Before each message, it calls do with its place and its seat, if that isn't
// nil; it reads the message unless do reports that something else has happened.
func (g *play) play(do func(place, seat int) bool) {
	g.t.Helper()
	place := 0
	for ; !g.seen().over; place++ {
		due := g.seen().due()
		seat := due[place%len(due)]
		if _, ok := g.tables[seat]; !ok || len(g.log) > 2000 {
			g.t.Fatalf("seat %d is due, which is out, or there is no end", seat)
		}
		if do != nil && do(place, seat) {
			continue
		}
		if g.seen().cards.Kind(seat) == hand.Shuffle { // who knows where the cards are now, is tested when they are dealt
			for _, p := range g.seen().cards.Stock() {
				delete(g.truth, p)
			}
		}
		if err := g.read(seat, g.tables[seat].say()); err != nil {
			g.t.Fatal(err)
		}
	}
	if len(g.seen().seats) > 1 {
		g.kind.end(g.t, g)
	}
}

// places returns the number of messages of a game.
func (k kind) places(t testing.TB) (n int) {
	newPlay(t, k, k.small, min(k.turns, 4), 0).play(func(place, _ int) bool { n = place + 1; return false })
	return n
}

// Whole games, with all cards, and shorter ones.
func TestGames(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			for run := range byte(long.Pick(1, 2)) {
				newPlay(t, k, k.deck, k.turns, run).play(nil)
				newPlay(t, k, k.small, min(k.turns, 4), run+1).play(nil)
			}
		})
	}
}

// A seat says what is wrong, at each place in every way: all see that it is its fault, and nothing
// changes. At some places, it is out then, and the others play on.
func TestGamesCheats(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			caught := map[hand.Kind]int{}
			type run struct {
				number byte
				place  int
			}
			var runs []run // in which a cheat is out, at a place
			places := k.places(t)
			g := newPlay(t, k, k.small, min(k.turns, 4), 0)
			g.play(func(place, seat int) bool {
				kind := g.seen().cards.Kind(seat)
				if !long.Tests() && place%4 > 0 && caught[kind] > 0 && kind > 0 {
					return false
				}
				for i, lie := range g.cheats.lies(seat) {
					if lie.outs { // others in the runs below
						for range long.Pick(2, 3) {
							runs = append(runs, run{0, place})
						}
						break
					}
					at := g.stays()
					if !long.Tests() {
						at = at[i%len(at):][:1]
					}
					for _, reader := range at {
						before := g.tables[reader].public()
						g.blamed(lie, kind, seat, g.tables[reader].receive(seat, lie.message))
						if g.tables[reader].public() != before {
							t.Fatalf("place %d: %s changes something", place, lie.what)
						}
					}
					caught[kind]++
				}
				return false
			})
			if len(caught) < 3 {
				t.Error(caught)
			}
			for at := 0; at < places; at += long.Pick(1+places/4, 4) {
				runs = append(runs, run{byte(at), at})
			}
			t.Logf("%d places, lies by kind: %v, %d cheats are out", places, caught, len(runs))
			for i, run := range runs {
				g := newPlay(t, k, k.small, min(k.turns, 4), run.number)
				g.play(func(place, seat int) bool {
					if place != run.place {
						return false
					}
					lies := g.cheats.lies(seat)
					lie := lies[(i+place)%len(lies)]
					g.blamed(lie, g.seen().cards.Kind(seat), seat, g.read(seat, lie.message))
					g.out(seat)
					return true
				})
			}
		})
	}
}

func (g *play) blamed(l lie, kind hand.Kind, seat int, err error) {
	g.t.Helper()
	right := errors.Is(err, l.class) || l.class == nil && (errors.Is(err, sra.ErrMalformed) || errors.Is(err, sra.ErrProof))
	if blame, ok := errors.AsType[*hand.BlameError](err); !ok || blame.Seats[0] != seat || !right {
		g.t.Fatalf("%s as a %v message of seat %d: %v", l.what, kind, seat, err)
	}
}

// One seat restarts at each place.
func TestGamesRestart(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			g := newPlay(t, k, k.small, min(k.turns, 4), 1)
			g.play(func(place, _ int) bool {
				for i, seat := range append(g.seats, observer) {
					if every := long.Pick(8, 3); place%every == i%every {
						g.restart(seat)
					}
				}
				return false
			})
		})
	}
}

// One seat vanishes at each place, whether it is due or not, and then sometimes another, and
// another restarts.
func TestGamesVanish(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			places := k.places(t)
			for i := 0; i < long.Pick(5, places); i += long.Pick(1, 2) {
				at := i
				if !long.Tests() {
					at = i * places / 5
				}
				g := newPlay(t, k, k.small, min(k.turns, 4), byte(i))
				g.play(func(place, _ int) bool {
					seat := g.seats[(i+place)%4]
					switch {
					case place == at, place == at+1+i%7 && i%3 == 0 && g.tables[seat] != nil:
						g.out(seat)
						return true
					case place == at+4 && g.tables[seat] != nil:
						g.restart(seat)
					}
					return false
				})
			}
		})
	}
}

// A seat shows what isn't a pair. Nobody can tell before it is open: then it is out by the rules.
func TestOldMaidLiar(t *testing.T) {
	k := kinds[3]
	for run := range byte(4) {
		g, liar := newPlay(t, k, k.small, 4, run), -1
		g.play(func(_, seat int) bool {
			seen := g.seen().rules.(*oldMaid)
			if liar >= 0 && !slices.Contains(seen.seats, liar) && g.tables[liar] != nil {
				delete(g.tables, liar)
				g.fewer = true
			}
			at := g.tables[seat]
			if g.seen().cards.Kind(seat) != 0 || seen.await != pairing || liar >= 0 || len(seen.closed(seat)) < 2 {
				return false
			}
			if own := seen.closed(seat); at.card(own[0])/2 == at.card(own[1])/2 {
				return false
			}
			liar = seat
			if err := g.read(seat, []byte{0, 1}); err != nil {
				t.Fatal(err)
			}
			return true
		})
		if liar < 0 || g.tables[liar] != nil || slices.Contains(g.seen().seats, liar) {
			t.Errorf("seat %d has lied, and %v play", liar, g.seen().seats)
		}
	}
}
