package player_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cheats"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/cardroom/profile"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

func watch(terms table.Terms, seat int, secret []byte) (table.Game, error) {
	return games.New(terms, seat, secret)
}

func open(t *testing.T, offer board.Offer) *board.Local {
	t.Helper()
	l, err := board.Open(offer, record.GenerateKey(), watch, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func poker(seats int) board.Offer {
	c := holdem.Config{Seats: seats, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2, Deposit: 100}
	return board.Offer{Game: c.Bytes(), Seats: seats, Longest: holdem.Longest, Grace: 10 * time.Second, Bank: time.Minute}
}

var hearts = board.Offer{Game: heartsgame.Terms(1), Seats: heartsgame.Seats, Longest: heartsgame.Longest, Grace: 10 * time.Second,
	Bank: time.Minute}

// play has players play to the end, and returns what each saw last, and a spectator.
func play(t *testing.T, l *board.Local, players ...*player.Player) (last []player.View) {
	t.Helper()
	last = make([]player.View, len(players)+1)
	ctx, stop := context.WithCancel(t.Context())
	var work, watching sync.WaitGroup
	watching.Go(func() {
		player.Watch(ctx, l, func(v player.View) { last[len(players)] = v }, func(err error) { t.Error(err) })
	})
	for i, p := range players {
		p.Board, p.Seat = l, i
		show := p.Show
		p.Show = func(v player.View) {
			if last[i] = v; show != nil {
				show(v)
			}
		}
		work.Go(func() {
			if err := p.Run(t.Context()); err != nil {
				t.Errorf("seat %d: %v", i, err)
			}
		})
	}
	work.Wait()
	synctest.Wait()
	stop()
	watching.Wait()
	return last
}

// caller returns a player who checks, calls or mucks: so a hand comes to its end.
func caller() *player.Player {
	commands := make(chan player.Command, 64)
	return &player.Player{Commands: commands, Show: func(v player.View) { calls(v, commands) }}
}

func calls(v player.View, commands chan<- player.Command) {
	for _, due := range v.Due {
		if due.Seat == v.Seat && due.Choice && len(commands) == 0 {
			commands <- player.Command{Choose: []byte(`{"action":"check"}`)}
			commands <- player.Command{Choose: []byte(`{"action":"call"}`)}
			commands <- player.Command{Choose: []byte(`{"action":"muck"}`)}
		}
	}
}

// Bots play games to their ends, and all, and a spectator, see the same.
func TestBots(t *testing.T) {
	for name, offer := range map[string]board.Offer{
		"holdem": poker(4), "rummy": {Game: rummy.Terms(3, 1), Seats: 3, Longest: rummy.Longest, Grace: 10 * time.Second},
		"hearts": hearts,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var bots []*player.Player
				for range offer.Seats {
					bots = append(bots, &player.Player{Bot: &player.Bot{Think: time.Second}})
				}
				for i, v := range play(t, open(t, offer), bots...) {
					if !v.Over || !v.Final || len(v.Outs) > 0 || slices.Contains(v.Returned, false) || v.Seat != i && v.Seat != player.Nobody {
						t.Errorf("seat %d sees %+v", i, v)
					}
				}
			})
		})
	}
}

// People have the names and pictures that they have signed, at every seat and for spectators, also
// those who wait; a name that is none stays unsaid, and so does one whose seat isn't its own.
func TestPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := func(b byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(slices.Repeat([]byte{b}, 32)) }
		ada, bob := caller(), caller()
		ada.Identity = &player.Identity{Key: key(1), Name: "Ada", Picture: 2}
		bob.Identity = &player.Identity{Key: key(2), Name: "Bo\u202eb"}
		l := open(t, poker(3))
		for i, v := range play(t, l, ada, bob, caller()) {
			want := player.Person{Name: "Ada", Key: hex.EncodeToString(key(1)[32:]), Like: "ada",
				Pattern: profile.Pattern(ed25519.PublicKey(key(1)[32:]), 2)}
			if len(v.People) != 3 || v.People[0] == nil || *v.People[0] != want || v.People[1] != nil || v.People[2] != nil {
				t.Errorf("seat %d sees %+v", i, v.People)
			}
		}
		posts, err := board.All(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		if people := player.People(board.Lobby(posts)); people[0] == nil || people[0].Name != "Ada" || people[1] != nil {
			t.Error("the record says", people)
		}

		var waits player.View
		alone := player.Player{Board: open(t, poker(3)), Seat: 1, Identity: ada.Identity, Show: func(v player.View) { waits = v }}
		ctx, stop := context.WithCancel(t.Context())
		go alone.Run(ctx)
		synctest.Wait()
		if stop(); waits.Free != 2 || len(waits.People) != 3 || waits.People[1] == nil || waits.People[1].Name != "Ada" ||
			waits.People[0] != nil {
			t.Errorf("who waits sees %+v", waits)
		}
	})
}

// Whoever cheats is named at every seat, and to spectators; the others play on.
func TestCheats(t *testing.T) {
	for _, way := range holdem.CheatNames {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				last := play(t, open(t, poker(3)), caller(), &player.Player{Bot: cheats.Bot(way)}, caller())
				why := "fault"
				if way == "stall" {
					why = "silent"
				}
				for i, v := range last {
					if i != 1 && (len(v.Outs) != 1 || v.Outs[0].Seat != 1 || v.Outs[0].Why != why || !v.Final) {
						t.Errorf("seat %d sees %+v", i, v)
					}
				}
			})
		})
	}
}

// most returns what counts for a seat at most if all said what these posts have: that, and the ticks of others
// while it takes all its time for each choice, all the bank, and less than a quarter of the grace for each proof.
func most(t *testing.T, posts []record.Post, seats int) int {
	t.Helper()
	const tick = record.Overhead + 1 + hub.PostCost
	all := slices.Repeat([]int{hub.MaxBanks * hub.TicksPerGrace * tick}, seats)
	var game games.Game
	w := board.NewWatcher(func(terms table.Terms, seat int, secret []byte) (g table.Game, err error) {
		game, err = games.New(terms, seat, secret)
		return game, err
	})
	for _, p := range posts {
		st, err := record.ParseStatement(p.Bytes)
		if w.Table() != nil && err == nil {
			if v, err := w.Table().Would(st); err != nil || !v.Tick {
				all[st.Seat] += len(p.Bytes) + hub.PostCost
			}
			if phase, due := game.Due(); slices.Contains(due, st.Seat) && game.MustChoose(st.Seat) {
				all[st.Seat] += hub.TicksPerGrace * tick
			} else if phase > 0 {
				all[st.Seat] += tick
			}
		}
		if _, err := w.Read(p); err != nil {
			t.Fatal(err)
		}
	}
	return slices.Max(all)
}

// The room has place for what counts for a seat in a hand or a round that is as long as can be.
func TestPerSeat(t *testing.T) {
	poker := func(seats, hands int) []byte {
		return holdem.Config{Seats: seats, Hands: hands, Chips: 100, SmallBlind: 1, BigBlind: 2}.Bytes()
	}
	absent := func() *player.Player { return new(player.Player) } // nobody goes out at rummy
	for name, c := range map[string]struct {
		one, two []byte // games of so many rounds
		seats    int
		player   func() *player.Player
	}{
		"holdem":         {poker(2, 1), poker(2, 2), 2, caller},
		"holdem of nine": {poker(9, 1), poker(9, 2), 9, caller},
		"rummy":          {rummy.Terms(2, 1), rummy.Terms(2, 2), 2, absent},
		"rummy of six":   {rummy.Terms(6, 1), rummy.Terms(6, 2), 6, absent},
		"hearts":         {heartsgame.Terms(1), heartsgame.Terms(7), heartsgame.Seats, absent},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := open(t, board.Offer{Game: c.one, Seats: c.seats, Longest: holdem.Longest, Grace: time.Minute})
				var players []*player.Player
				for range c.seats {
					players = append(players, c.player())
				}
				play(t, l, players...)
				posts, err := board.All(t.Context(), l)
				if err != nil {
					t.Fatal(err)
				}
				place := games.PerSeat(c.two) - games.PerSeat(c.one)
				if most := most(t, posts, c.seats); most > place {
					t.Errorf("there is place for %d bytes in a round, and a seat may need %d", place, most)
				}
			})
		})
	}
}

// For a player who says nothing, the program chooses the least, in time.
func TestAbsent(t *testing.T) {
	for name, offer := range map[string]board.Offer{
		"holdem": poker(3), "rummy": {Game: rummy.Terms(2, 1), Seats: 2, Longest: rummy.Longest, Grace: 10 * time.Second},
		"hearts": hearts,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				players := []*player.Player{{}, {Bot: &player.Bot{}}, {Bot: &player.Bot{}}, {Bot: &player.Bot{}}}[:offer.Seats]
				for i, v := range play(t, open(t, offer), players...) {
					if !v.Final || len(v.Outs) > 0 {
						t.Errorf("seat %d sees %+v", i, v)
					}
				}
			})
		})
	}
}

// A player chooses, is told what can't be, and leaves after the hand.
func TestCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		offer := poker(3)
		c := holdem.Config{Seats: 3, Hands: 2, Chips: 100, SmallBlind: 1, BigBlind: 2, Deposit: 100}
		offer.Game = c.Bytes()
		commands := make(chan player.Command, 8)
		refused, folded, leaving := 0, false, false
		p := &player.Player{Commands: commands, Refused: func(error) { refused++ }}
		p.Show = func(v player.View) {
			for _, due := range v.Due {
				if due.Seat == 0 && due.Choice && !folded {
					folded = true
					commands <- player.Command{Choose: []byte(`{"action":"dance"}`)}
					commands <- player.Command{Choose: []byte(`{"action":"raise","to":1000}`)}
					commands <- player.Command{Choose: []byte(`{"action":"raise","to":4}`)}
					commands <- player.Command{Choose: []byte(`{"action":"fold"}`)} // it has raised
					commands <- player.Command{Leave: true}
				}
			}
			leaving = leaving || v.Leaving
		}
		last := play(t, open(t, offer), p, caller(), caller())
		if !folded || refused != 3 || !leaving {
			t.Errorf("it was asked: %v; %d commands were refused; it leaves: %v", folded, refused, leaving)
		}
		for i, v := range last[1:] {
			if len(v.Outs) != 1 || v.Outs[0].Seat != 0 || v.Outs[0].Why != "left" {
				t.Errorf("seat %d sees %+v", i+1, v)
			}
		}
	})
}

// A memory keeps a seat.
type memory struct{ held []byte }

func (m *memory) Load(first []byte) ([]byte, error) {
	if m.held == nil {
		m.held = first
	}
	return m.held, nil
}

func (m *memory) Replace(old, new []byte) error {
	if !bytes.Equal(old, m.held) {
		return errors.New("two programs play this seat")
	}
	m.held = new
	return nil
}

// A page that is loaded again still has what its player said before: that they sit out, that they
// are back, and that they leave, so that the program folds at once.
func TestReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		offer := poker(3)
		c := holdem.Config{Seats: 3, Hands: 3, Chips: 100, SmallBlind: 1, BigBlind: 2, Deposit: 100}
		offer.Game = c.Bytes()
		l, commands := open(t, offer), make(chan player.Command, 64)
		type view struct {
			Hand    int
			SitsOut bool
			Seats   []struct{ Sits bool }
		}
		yes, no := true, false
		steps := []struct {
			hand int
			sits bool // when it says the command
			player.Command
			done func(view, player.View) bool // also after it is loaded again
		}{
			{1, false, player.Command{SitOut: &yes}, func(g view, _ player.View) bool { return g.SitsOut }},
			{2, true, player.Command{SitOut: &no}, func(g view, _ player.View) bool { return !g.SitsOut }},
			{3, false, player.Command{Leave: true}, func(_ view, v player.View) bool { return v.Leaving }},
		}
		var said, fresh bool
		var loaded time.Time
		var reload context.CancelFunc
		p := player.Player{Board: l, Keeper: new(memory), Commands: commands}
		p.Show = func(v player.View) {
			var g view
			if b, err := json.Marshal(v.Game); err != nil || json.Unmarshal(b, &g) != nil || v.Game == nil {
				return
			}
			switch {
			case fresh && !steps[0].done(g, v):
				t.Errorf("after %+v: %+v", steps[0].Command, v)
				fallthrough
			case fresh:
				steps, said, fresh = steps[1:], false, false
			case said && steps[0].done(g, v):
				reload()
				return
			case !said && len(steps) > 0 && g.Hand == steps[0].hand && g.Seats[0].Sits == steps[0].sits:
				commands <- steps[0].Command
				said = true
			}
			if len(steps) > 0 {
				calls(v, commands)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		var others sync.WaitGroup
		defer others.Wait()
		defer stop()
		for seat := 1; seat < 3; seat++ {
			other := caller()
			other.Board, other.Seat = l, seat
			others.Go(func() {
				if err := other.Run(ctx); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			})
		}
		for loads := 0; ; loads++ {
			loading, cancel := context.WithCancel(ctx)
			reload, fresh, loaded = cancel, loads > 0, time.Now()
			again := p
			err := again.Run(loading)
			cut := loading.Err() != nil
			cancel()
			if cut {
				continue
			}
			if err != nil || len(steps) > 0 {
				t.Errorf("%d steps are left: %v", len(steps), err)
			}
			break
		}
		if took := time.Since(loaded); took > offer.Grace/2 {
			t.Error("it is due for", took)
		}
	})
}

// A player who sits out in the middle of a hand plays that one, and is back when they say
// so: until then the table of two waits, longer than a move may take. The bot, which sees
// it, isn't asked. Nobody sits out at rummy.
func TestSitOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		offer := poker(2)
		c := holdem.Config{Seats: 2, Hands: 2, Chips: 100, SmallBlind: 1, BigBlind: 2, Deposit: 100}
		offer.Game = c.Bytes()
		commands := make(chan player.Command, 64)
		type view struct {
			Hand           int
			SitsOut, Waits bool
			Seats          []struct{ Sits bool }
		}
		yes, no := true, false
		var said, waited, waits time.Time
		p := &player.Player{Commands: commands, Show: func(v player.View) {
			var g view
			if b, err := json.Marshal(v.Game); err != nil || json.Unmarshal(b, &g) != nil {
				t.Fatal(err)
			}
			switch {
			case g.Hand == 1 && said.IsZero():
				said = time.Now()
				commands <- player.Command{SitOut: &yes}
			case g.Waits && waits.IsZero():
				if waits = time.Now(); !g.SitsOut || !g.Seats[0].Sits || g.Seats[1].Sits || len(v.Due) != 1 || !v.Due[0].Choice {
					t.Errorf("%+v, %+v", g, v.Due)
				}
				time.AfterFunc(5*time.Minute, func() { commands <- player.Command{SitOut: &no} })
			case g.Hand == 2 && waited.IsZero():
				if waited = time.Now(); g.SitsOut || g.Seats[0].Sits {
					t.Errorf("%+v", g)
				}
			}
			if !g.Waits {
				calls(v, commands)
			}
		}}
		for i, v := range play(t, open(t, offer), p, &player.Player{Bot: &player.Bot{}}) {
			if !v.Final || len(v.Outs) > 0 || slices.Contains(v.Returned, false) {
				t.Errorf("seat %d sees %+v", i, v)
			}
		}
		if took := waited.Sub(waits); said.IsZero() || took < 5*time.Minute || took > 5*time.Minute+offer.Grace {
			t.Errorf("the table has waited for %v", took)
		}

		refused := 0
		p = &player.Player{Refused: func(error) { refused++ }, Commands: commands}
		p.Show = func(v player.View) {
			if v.Game != nil && refused == 0 && len(commands) == 0 {
				commands <- player.Command{SitOut: &yes}
			}
		}
		game := board.Offer{Game: rummy.Terms(2, 1), Seats: 2, Longest: rummy.Longest, Grace: 10 * time.Second}
		play(t, open(t, game), p, &player.Player{Bot: &player.Bot{}})
		if refused == 0 {
			t.Error("it sits out at rummy")
		}
	})
}
