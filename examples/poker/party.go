package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A seat is one player of a match.
type seat struct {
	board.Seat
	party  *party
	game   *holdem.Game
	cheat  *holdem.Cheat // nil of an honest seat
	story  *teller       // nil if this seat tells nothing
	person *person       // nil of a bot
	acted  int           // the turn in which it has bet
	left   bool          // as its person said
	stop   func()
	err    error
}

// play plays the seats of this process, the last of which tells the match, and prints how
// it ended.
func (p *party) play(ctx context.Context, b board.Board) error {
	if len(p.numbers) == 0 {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	last := len(p.numbers) - 1
	others := make(chan *holdem.Game, last)
	var seats []*seat
	var work sync.WaitGroup
	for i, number := range p.numbers {
		s := &seat{party: p, acted: -1, stop: stop}
		s.Seat = board.Seat{Board: b, Number: number, Keeper: board.File(p.state), Waits: s.waits, Changed: s.changed}
		s.Game = func(terms table.Terms, number int, secret []byte) (table.Game, error) {
			game, err := holdem.New(terms, number, secret)
			if err != nil || number == holdem.Nobody {
				return game, err
			}
			own := s.begin(game, i == 0)
			switch {
			case i < last:
				others <- holdem.NewGame(game.Config, number, secret)
			case s.story != nil:
				own = s.story.begin(s, own, terms, others)
			}
			return own, nil
		}
		if i == last {
			if !p.asJSON {
				s.story = &teller{party: p, live: last == 0 || p.plays, explained: make(map[holdem.Stage]bool)}
			}
			if p.plays {
				s.person = newPerson(s, p.stdin)
				s.Moves = s.person.lines(ctx)
			}
		}
		seats = append(seats, s)
		work.Go(func() { s.err = s.Play(ctx) })
	}
	work.Wait()
	return p.judge(context.WithoutCancel(ctx), b, seats)
}

// begin begins the game of this seat.
func (s *seat) begin(game *holdem.Game, first bool) table.Game {
	s.game = game
	if first && s.party.cheat != "" {
		s.cheat = &holdem.Cheat{Game: s.game, Way: s.party.cheat}
		return s.cheat
	}
	return s.game
}

func (s *seat) waits(free int) {
	if s.story != nil && s.story.live {
		s.story.say("Waiting for %s.", cli.Count(free, "more player"))
	}
}

// changed tells what has happened, and bets: what the protocol wants of the seat, its table
// says by itself.
func (s *seat) changed() {
	if s.story != nil {
		s.story.tells(s)
	}
	s.game.Events = nil
	switch turn := s.turn(); {
	case s.person != nil:
		s.person.turn(turn)
	case turn >= 0 && turn != s.acted:
		s.act(turn, s.bot())
	}
}

// turn returns since when it is this seat's turn to bet, -1 if it isn't.
func (s *seat) turn() (since int) {
	for _, item := range s.Table.Due(time.Now()) {
		if item.Seat == s.Number && s.game.Stage() == holdem.Bets {
			return item.Since
		}
	}
	return -1
}

// act makes a move, which the table says.
func (s *seat) act(turn int, a holdem.Action) {
	s.acted = turn
	move := s.game.Move(a)
	if s.cheat != nil {
		move = s.cheat.Act(a)
	}
	if move != nil {
		if err := s.Table.Act(move); err != nil {
			panic(err) // the rules allow it
		}
	}
}

// bot is what a bot does. Beside a cheat, it goes on until the cheat has had its chance.
func (s *seat) bot() holdem.Action {
	b, way := s.game.Betting, s.party.cheat
	if way != "" && b.Street == holdem.Preflop || way == "leave" && b.Street == holdem.Flop {
		return b.Legal(s.Number).Stay()
	}
	return holdem.Bot(b, s.game.Hole(), s.game.Board(), rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
}
