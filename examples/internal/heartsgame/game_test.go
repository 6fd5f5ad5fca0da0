package heartsgame

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

// Four are the games of all seats at one table, and of a spectator, without a table:
// each reads what any says.
type four struct {
	*testing.T
	games  []*Game // the last is the spectator's
	random *rand.Rand
	choose func(*Game) []byte
	dealt  map[int][]int // by seat: its cards before anything was passed
}

func newFour(t *testing.T, limit int, seed uint64) *four {
	t.Helper()
	f := &four{T: t, random: rand.New(rand.NewPCG(seed, 0)), choose: (*Game).Choose}
	for _, me := range []int{0, 1, 2, 3, -1} {
		g, err := New(table.Terms{Game: Terms(limit), Longest: Longest, Seats: make([]ed25519.PublicKey, Seats)}, me,
			fmt.Appendf(nil, "%16d%16d", seed, me))
		if err != nil {
			t.Fatal(err)
		}
		f.games = append(f.games, g)
	}
	f.start()
	return f
}

func (f *four) seen() *Game { return f.games[Seats] }

func (f *four) start() {
	head := sha256.Sum256(fmt.Append(nil, f.random.Uint64()))
	for _, g := range f.games {
		g.Start(record.Digest(head))
	}
	f.dealt = make(map[int][]int)
	f.check()
}

// say has a seat say something, and puts it out if that is a fault.
func (f *four) say(seat int, message []byte) (err error) {
	f.Helper()
	texts := make(map[string]bool)
	before := fmt.Sprint(f.seen().Due())
	for _, g := range f.games {
		err = g.Apply(seat, message)
		texts[fmt.Sprint(err)] = true
	}
	if after := fmt.Sprint(f.seen().Due()); err != nil && after != before {
		f.Fatalf("due was %s, and is %s after what was refused: %v", before, after, err)
	}
	if len(texts) > 1 {
		f.Fatalf("seats disagree on what seat %d said: %v", seat, texts)
	}
	if err != nil {
		f.out(seat, table.Fault)
	}
	f.check()
	return err
}

func (f *four) out(seat int, why table.Reason) {
	for _, g := range f.games {
		g.Out(seat, why)
	}
	f.check()
}

// next has one of those who are due say what it has to say.
func (f *four) next() {
	f.Helper()
	_, due := f.seen().Due()
	seat := due[f.random.IntN(len(due))]
	message := f.games[seat].Pending()
	if message == nil {
		message = f.choose(f.games[seat])
		if err := f.games[seat].Check(seat, message); err != nil {
			f.Fatalf("seat %d can't choose %v: %v", seat, message, err)
		}
	}
	if err := f.say(seat, message); err != nil {
		f.Fatalf("seat %d says %v: %v", seat, message, err)
	}
}

// until plays until something is so, or the hand is over.
func (f *four) until(done func(*Game) bool) *Game {
	f.Helper()
	for f.seen().Step != Over && !done(f.seen()) {
		f.next()
	}
	return f.seen()
}

func (f *four) hand() *Game { return f.until(func(*Game) bool { return false }) }

func at(s Step) func(*Game) bool { return func(g *Game) bool { return g.Step == s } }

// public is what all have to agree on.
func public(g *Game) string {
	phase, due := g.Due()
	return fmt.Sprint(phase, due, g.Step, g.Held, g.Passed, g.To, g.answers, g.Turn, g.played, g.Tricks, g.denied, string(g.Checkpoint()))
}

// check checks that all are in one state, and see no more than they may: their own cards,
// those that they have passed, and what was shown.
func (f *four) check() {
	f.Helper()
	s := f.seen()
	for i, g := range f.games {
		if public(g) != public(s) {
			f.Fatalf("game %d is %s\nand not %s", i, public(g), public(s))
		}
	}
	if s.Step != Passing && s.Step != Asking && s.Step != Playing {
		return
	}
	all := make(map[int]bool)
	for owner, held := range s.Held {
		for i, g := range f.games {
			for _, p := range held {
				known := g.Look(p)
				may := i == owner || g.Me >= 0 && slices.Contains(s.Passed[i], p)
				if (len(known) == 1) != may {
					f.Fatalf("game %d sees %s of seat %d", i, faces.Join(known), owner)
				}
				if i == owner {
					all[known[0]] = true
				}
			}
		}
		if s.Step == Passing && f.dealt[owner] == nil && s.plays(owner) {
			f.dealt[owner] = f.games[owner].Look(held...)
		}
	}
	for _, trick := range append(slices.Clone(s.Taken), s.Trick) {
		for _, play := range trick {
			all[play.Card] = true
		}
	}
	if len(all) != s.deck.Len() || len(s.Players) == MinSeats && all[twoOfDiamonds] {
		f.Fatalf("there are %d cards", len(all))
	}
}

// Bots play games to their ends: every card is dealt and played once, those that are passed
// go where they should, and each hand costs as many points as there are.
func TestGames(t *testing.T) {
	limit := map[bool]int{false: 14, true: 100}[clitest.Long()]
	for seed := range map[bool]uint64{false: 1, true: 6}[clitest.Long()] {
		f := newFour(t, limit, seed)
		for f.seen().Step != Over {
			s := f.until(at(Asking))
			for from, to := range s.To {
				if to < 0 {
					continue
				}
				given, held := f.games[from].Look(s.Passed[from]...), f.games[to].Look(s.Held[to]...)
				for _, c := range given {
					if !slices.Contains(f.dealt[from], c) || !slices.Contains(held, c) {
						t.Errorf("%v goes from seat %d to seat %d, which holds %s", faces.Card(c), from, to, faces.Join(held))
					}
				}
			}
			f.hand()
			r := s.Results[len(s.Results)-1]
			sum := 0
			for _, scored := range r.Scored {
				sum += scored
			}
			if want := map[bool]int{true: All, false: 3 * All}[r.Moon < 0]; sum != want || len(r.Tricks) != 13 || r.Void ||
				r.Tricks[0][0].Card != twoOfClubs {
				t.Errorf("%+v", r)
			}
			f.start()
		}
		s := f.seen()
		end, _ := s.Events[len(s.Events)-1].What.(End)
		if slices.Max(s.Points) < limit || len(end.Winners) == 0 || s.Points[end.Winners[0]] != slices.Min(s.Points) {
			t.Errorf("it is over with %v, won by %v", s.Points, end.Winners)
		}
	}
}

// Cards are passed to the left, to the right, across, then not at all; by three, not across.
func TestDirections(t *testing.T) {
	for players, want := range map[string][]string{
		"[0 1 2 3]": {"[1 2 3 0]", "[3 0 1 2]", "[2 3 0 1]", "[-1 -1 -1 -1]", "[1 2 3 0]"},
		"[0 1 3]":   {"[1 3 -1 0]", "[3 0 -1 1]", "[-1 -1 -1 -1]", "[1 3 -1 0]"},
	} {
		for hand, to := range want {
			g := newFour(t, 100, 1).seen()
			g.Hand = hand
			if players == "[0 1 3]" {
				g.Out(2, table.Left)
			}
			g.Start(record.Digest{})
			if fmt.Sprint(g.Players) != players || fmt.Sprint(g.To) != to || g.Passes() == strings.HasPrefix(to, "[-1") {
				t.Errorf("hand %d of %v passes to %v", g.Hand, g.Players, g.To)
			}
		}
	}
}

// Nothing is passed in the fourth hand: the two of clubs is asked for as soon as all is dealt.
func TestHold(t *testing.T) {
	f := newFour(t, 100, 1)
	for _, g := range f.games {
		g.Hand = 3
	}
	f.start()
	if s := f.until(func(g *Game) bool { return g.Step > Dealing }); s.Step != Asking || s.MayChoose(0) {
		t.Errorf("step %d of hand %d", s.Step, s.Hand)
	}
}

// illegal returns the place of a card that this seat may not play, or -1.
func illegal(g *Game) int {
	legal := g.Legal(g.own())
	for place := range g.Held[g.Me] {
		if !slices.Contains(legal, place) {
			return place
		}
	}
	return -1
}

// choiceOf returns the choice of a place, nil if there is none.
func choiceOf(place int) []byte {
	if place < 0 {
		return nil
	}
	return []byte{byte(place)}
}

// follows returns whether a card is to follow another, in the first trick or later.
func follows(first bool) func(*Game) bool {
	return func(g *Game) bool { return g.Step == Playing && len(g.Trick) > 0 && (len(g.Taken) == 0) == first }
}

// A cheating is what a seat says against the rules, and when.
type cheating struct {
	at      func(*Game) bool
	message func(*Game) []byte // nil if there is no chance to cheat
	text    string             // of the fault
}

var cheatings = map[string]cheating{
	"shows another card":           {at(Showing), func(g *Game) []byte { return another(g, g.Look(g.played)[0]) }, ""},
	"passes other cards than said": {at(Exchanging), func(g *Game) []byte { return another(g, 0) }, ""},
	"claims the two of clubs": {at(Asking), func(g *Game) []byte {
		if slices.Contains(g.own(), twoOfClubs) {
			return nil
		}
		return []byte{0}
	}, "shows another card"},
	"hides the two of clubs": {at(Asking), func(g *Game) []byte {
		if !slices.Contains(g.own(), twoOfClubs) {
			return nil
		}
		return []byte{denial}
	}, "it said that it doesn't hold 2♣, and does"},
	"doesn't follow suit": {follows(false), func(g *Game) []byte { return choiceOf(illegal(g)) }, "a revoke in trick"},
	"throws a heart on the first trick": {follows(true), func(g *Game) []byte {
		return choiceOf(slices.IndexFunc(g.own(), isHeart))
	}, "a revoke in trick 1"},
	"leads hearts before they are broken": {func(g *Game) bool { return g.Step == Playing && len(g.Trick) == 0 && !g.Broken },
		func(g *Game) []byte { return choiceOf(illegal(g)) }, "a revoke in trick"},
}

// Whoever breaks the rules is named by what it signed: at once, or when the card is seen
// that it has denied. The others lose nothing by that hand, and play on.
func TestCheats(t *testing.T) {
	for name, c := range cheatings {
		t.Run(name, func(t *testing.T) {
			f := newFour(t, 100, 2)
			f.sayCheating(c)
			s := f.seen()
			if r := s.Results; len(r) != 1 || !r[0].Void || slices.Max(s.Points) != 0 {
				t.Errorf("%+v", r)
			}
			if f.start(); !clitest.Long() && name != "doesn't follow suit" {
				return
			}
			if f.hand(); len(s.Results) != 2 || s.Results[1].Void {
				t.Errorf("the others don't go on: %+v", s.Results)
			}
		})
	}
}

// sayCheating plays until a seat can cheat, has it do so, and goes on until it is out.
func (f *four) sayCheating(c cheating) {
	f.Helper()
	cheat, message := f.chance(c)
	if g := f.games[cheat]; g.Step == Playing && g.Check(cheat, message) == nil {
		f.Errorf("%v may be chosen", message)
	}
	s := f.seen()
	for err := f.say(cheat, message); err == nil && s.Step != Over; {
		_, due := s.Due()
		seat := due[f.random.IntN(len(due))]
		message := f.games[seat].Pending()
		if message == nil {
			message = f.choose(f.games[seat])
		}
		if err = f.say(seat, message); err != nil && seat != cheat {
			f.Errorf("seat %d is blamed: %v", seat, err)
		}
	}
	if s.plays(cheat) || len(s.Players) != 3 || !strings.Contains(s.fault, c.text) || s.fault == "" {
		f.Errorf("%d play, fault %q", len(s.Players), s.fault)
	}
}

// chance plays until a seat can cheat, and returns it and what it says.
func (f *four) chance(c cheating) (seat int, message []byte) {
	f.Helper()
	for s := f.seen(); s.Step != Over; f.next() {
		if _, due := s.Due(); c.at(s) {
			for _, seat := range due {
				if message := c.message(f.games[seat]); message != nil {
					return seat, message
				}
			}
		}
	}
	f.Fatal("there was no chance")
	return 0, nil
}

// What isn't a choice at all is refused, and all is as it was.
func TestChoices(t *testing.T) {
	f := newFour(t, 100, 1)
	for _, c := range []struct {
		step    Step
		choices [][]byte
	}{
		{Dealing, [][]byte{{}, {0}}},
		{Passing, [][]byte{{}, {0, 1}, {0, 1, 2, 3}, {0, 1, 0}, {0, 1, 13}}},
		{Exchanging, [][]byte{{}, {0, 1, 2}}},
		{Asking, [][]byte{{}, {13}, {denial, denial}, {0, 1}}},
		{Opening, [][]byte{{}, {0}}},
		{Playing, [][]byte{{}, {13}, {0, 1}, {0, 0}, {denial}}},
		{Showing, [][]byte{{}, {0}}},
	} {
		s := f.until(at(c.step))
		before := public(s)
		_, due := s.Due()
		for _, choice := range c.choices {
			if err := s.Apply(due[0], choice); err == nil || public(s) != before {
				t.Errorf("step %d: %v: %v\n%s\n%s", c.step, choice, err, before, public(s))
			}
			if c.step != Asking && f.games[due[0]].Check(due[0], choice) == nil {
				t.Errorf("step %d: %v may be chosen", c.step, choice)
			}
		}
	}
}

// another replaces a card in this seat's message by another one.
func another(g *Game, card int) []byte {
	message := bytes.Clone(g.Pending())
	copy(message[32:], deck.At((card+1)%deck.Len()).Bytes())
	return message
}

// A seat that has passed isn't due any more, nor is one whose turn it isn't.
func TestTurns(t *testing.T) {
	f := newFour(t, 100, 1)
	f.until(at(Passing))
	if err := f.say(2, f.games[2].Choose()); err != nil {
		t.Fatal(err)
	}
	if _, due := f.seen().Due(); !slices.Equal(due, []int{0, 1, 3}) || f.games[2].Choose() != nil || f.games[2].MayChoose(2) {
		t.Errorf("due are %v", due)
	}
	s := f.until(at(Playing))
	if _, due := s.Due(); len(due) != 1 || due[0] != (s.Trick[0].Seat+1)%Seats {
		t.Errorf("due are %v, after %v", due, s.Trick)
	}
}

// Seats go at any step: the hand is void, three go on with 17 cards each, and two end the game.
func TestGone(t *testing.T) {
	for step := Dealing; step <= Showing; step++ {
		f := newFour(t, 100, uint64(step))
		if s := f.until(at(step)); s.Step != step {
			t.Fatalf("step %d isn't reached", step)
		}
		if f.out(3, table.Silent); f.seen().Step != Over || !f.seen().Results[0].Void {
			t.Fatalf("the hand goes on after step %d", step)
		}
		if f.start(); step > Dealing && !clitest.Long() {
			continue
		}
		if s := f.until(at(Asking)); len(s.Held[0]) != 17 || s.Held[3] != nil || fmt.Sprint(s.To) != "[2 0 1 -1]" {
			t.Fatalf("%d cards are held, passed to %v", len(s.Held[0]), s.To)
		}
		f.hand()
		sum := 0
		for _, points := range f.seen().Points {
			sum += points
		}
		if f.seen().Points[3] != 0 || sum != All && sum != 2*All {
			t.Errorf("points are %v", f.seen().Points)
		}
		for _, r := range f.seen().Results {
			if fmt.Sprint(r.Players) != "[0 1 2]" {
				t.Errorf("after hand %d, %v go on", r.Hand, r.Players)
			}
		}
		f.out(0, table.Left) // between hands
		f.start()
		end, _ := f.seen().Events[len(f.seen().Events)-1].What.(End)
		if f.seen().Step != Over || len(f.seen().Results) != 2 || len(end.Winners) == 0 || slices.Contains(end.Winners, 0) ||
			slices.Contains(end.Winners, 3) {
			t.Errorf("two go on, or %v have won", end.Winners)
		}
	}
}

// Seats whose time is up with the same tick go from the same hand, and those who stay end the game.
func TestGoneAtOnce(t *testing.T) {
	f := newFour(t, 100, 1)
	f.until(at(Passing))
	f.out(1, table.Silent)
	f.out(3, table.Silent)
	if r := f.seen().Results; len(r) != 1 || !r[0].Void || fmt.Sprint(r[0].Players) != "[0 2]" {
		t.Errorf("%+v", r)
	}
	f.start()
	if end, _ := f.seen().Events[len(f.seen().Events)-1].What.(End); fmt.Sprint(end.Winners) != "[0 2]" {
		t.Errorf("%v have won", end.Winners)
	}
}

// Restore goes back from any state.
func TestRestore(t *testing.T) {
	f := newFour(t, 100, 1)
	first := []byte(`{"Hand":0,"Points":[0,0,0,0],"Players":[0,1,2,3]}`)
	f.until(at(Playing))
	g := f.games[0]
	if err := g.Restore(first); err != nil || g.Step != Over || g.Choose() != nil || !bytes.Equal(g.Checkpoint(), first) {
		t.Errorf("%v, step %d, %s", err, g.Step, g.Checkpoint())
	}
}

// A checkpoint that no game can have is refused, and leaves the hand as it is.
func TestRestoreRefuses(t *testing.T) {
	f := newFour(t, 100, 1)
	f.until(at(Playing))
	g := f.games[0]
	before := public(g)
	for text, fault := range map[string]string{
		``:     "JSON",
		`{`:    "JSON",
		`null`: "points",
		`{}`:   "points",
		`{"Hand":"1","Points":[0,0,0,0],"Players":[0,1,2,3]}`:                  "standing.Hand",
		`{"Hand":1.5,"Points":[0,0,0,0],"Players":[0,1,2,3]}`:                  "standing.Hand",
		`{"Hand":-9223372036854775808,"Points":[0,0,0,0],"Players":[0,1,2,3]}`: "hand",
		`{"Hand":-1,"Points":[0,0,0,0],"Players":[0,1,2,3]}`:                   "hand",
		`{"Hand":1,"Points":[0,0,0,0],"Players":[0,1,2,3]}`:                    "hand", // nobody has any points, or has gone
		`{"Hand":2,"Points":[0,0,0,0],"Players":[0,1,2]}`:                      "hand",
		`{"Hand":1,"Points":[26,26,26,26],"Players":[0,1,2,3]}`:                "hand",
		`{"Hand":1,"Points":[26,0,0],"Players":[0,1,2]}`:                       "points",
		`{"Hand":1,"Points":[26,0,0,0,0],"Players":[0,1,2,3]}`:                 "points",
		`{"Hand":1,"Points":[25,0,0,0],"Players":[0,1,2,3]}`:                   "points",
		`{"Hand":1,"Points":[27,-1,0,0],"Players":[0,1,2,3]}`:                  "points",
		`{"Hand":6,"Points":[130,26,0,0],"Players":[0,1,2,3]}`:                 "points", // it was over before
		`{"Hand":0,"Points":[0,0,0,0],"Players":null}`:                         "players",
		`{"Hand":0,"Points":[0,0,0,0],"Players":[1,0,2,3]}`:                    "players",
		`{"Hand":0,"Points":[0,0,0,0],"Players":[0,0,1,2]}`:                    "players",
		`{"Hand":0,"Points":[0,0,0,0],"Players":[0,1,2,4]}`:                    "players",
		`{"Hand":0,"Points":[0,0,0,0],"Players":[-1,0,1,2]}`:                   "players",
		`{"hand":0,"points":[0,0,0,0],"players":[0,1,2,3]}`:                    "encoding",
		`{"Hand":0,"Points":[0,0,0,0],"Players":[0,1,2,3],"Me":1}`:             "encoding",
		`{"Hand":0,"Points":[0,0,0,0],"Players":[0,1,2,3]} `:                   "encoding",
		`{"Hand":0,"Hand":0,"Points":[0,0,0,0],"Players":[0,1,2,3]}`:           "encoding",
		`{"Hand":0,"Points":[9223372036854775807,1,0,0],"Players":[0]}`:        "points",
		`{"Hand":0,"Points":[9223372036854775808,0,0,0],"Players":[0]}`:        "standing.Points",
		`{"Hand":9223372036854775807,"Points":[0,0,0,0],"Players":[0,1]}`:      "hand",
	} {
		if err := g.Restore([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "heartsgame: checkpoint: ") ||
			!strings.Contains(err.Error(), fault) || public(g) != before {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		`{"Hand":5,"Points":[104,26,0,0],"Players":[0,1,2,3]}`, `{"Hand":1,"Points":[0,26,26,26],"Players":[0,1,2,3]}`,
		`{"Hand":1,"Points":[0,0,0,0],"Players":[1,2,3]}`, `{"Hand":0,"Points":[0,0,0,0],"Players":[]}`,
	} {
		if err := g.Restore([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		g.Start(record.Digest{})
	}
}

// A choice is any bytes: all take it or all refuse it.
func TestAnyChoice(t *testing.T) {
	for seed := range map[bool]uint64{false: 1, true: 12}[clitest.Long()] {
		f := newFour(t, 100, seed)
		for range 60 {
			switch s := f.seen(); {
			case s.Step == Over:
				f.start()
			case f.random.IntN(8) == 0 && s.Step >= Passing:
				choice := make([]byte, f.random.IntN(4))
				for i := range choice {
					choice[i] = byte(f.random.IntN(14))
				}
				_, due := s.Due()
				f.say(due[f.random.IntN(len(due))], choice)
			default:
				f.step()
			}
			if len(f.seen().Players) < MinSeats {
				break
			}
		}
	}
}

// step is as next, of seats some of which have cheated, and may be caught.
func (f *four) step() {
	_, due := f.seen().Due()
	seat := due[f.random.IntN(len(due))]
	message := f.games[seat].Pending()
	if message == nil {
		message = f.games[seat].Choose()
	}
	f.say(seat, message)
}

// A game is of its own terms only.
func TestTerms(t *testing.T) {
	seats := make([]ed25519.PublicKey, Seats)
	good := string(Terms(50))
	for _, c := range []struct {
		game    string
		longest int
		seats   int
	}{
		{"", Longest, 4}, {"null", Longest, 4}, {"{}", Longest, 4}, {string(Terms(0)), Longest, 4}, {string(Terms(MaxLimit + 1)), Longest, 4},
		{strings.Replace(good, "v1", "v2", 1), Longest, 4}, {good + " ", Longest, 4}, {good, Longest - 1, 4}, {good, Longest, 3},
	} {
		if _, err := New(table.Terms{Game: []byte(c.game), Longest: c.longest, Seats: seats[:c.seats]}, -1, nil); err == nil ||
			!strings.HasPrefix(err.Error(), "heartsgame: ") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A game keeps what table.Game promises.
func TestGame(t *testing.T) {
	err := tabletest.TestGame(tabletest.Config{
		Terms: table.Terms{Game: Terms(1), Longest: Longest, Grace: time.Second},
		Seats: Seats,
		New: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			return New(terms, seat, secret)
		},
		Move:    func(game table.Game, _ int, _ *rand.Rand) []byte { return game.(*Game).Choose() },
		Matches: 3,
	})
	if err != nil {
		t.Error(err)
	}
}
