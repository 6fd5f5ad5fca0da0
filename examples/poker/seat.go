package main

import (
	"math/rand/v2"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A seat is one player of a match.
type seat struct {
	board.Seat
	party  *party
	game   *holdem.Game
	cheat  *holdem.Cheat // nil of an honest seat
	story  *teller       // nil if nothing is told of this seat
	person *person       // nil of a bot
	stop   func()
	err    error
}

// begin begins the game of this seat, or of somebody without one.
func (s *seat) begin(terms table.Terms, number int, secret []byte) (table.Game, error) {
	game, err := holdem.New(terms, number, secret)
	if err != nil || number == holdem.Nobody {
		return game, err
	}
	if s.game = game; s.story != nil {
		s.story.begin(s, terms)
	}
	var own table.Game = game
	if s.person != nil {
		s.person.Game, own = game, s.person
	}
	if s.cheat != nil {
		s.cheat.Game, own = game, s.cheat
	}
	return own, nil
}

func (s *seat) waits(free int) {
	if s.story != nil && s.story.live {
		s.story.Say("Waiting for %s.", cli.Count(free, "more player"))
	}
}

// changed tells what has happened, and bets when it is this seat's turn: what the protocol
// wants of it, its program says by itself.
func (s *seat) changed() {
	if s.story != nil {
		s.story.hears(s.Number, s.game.Events)
		if s.story.live {
			s.story.waits(s)
		}
	}
	s.game.Events = nil
	item, choosing := s.Player.Choosing(time.Now())
	if choosing && s.game.Stage() == holdem.Seating { // where seats can't sit out, the program answers
		s.says(s.game.Answer())
		choosing = false
	}
	switch {
	case s.person != nil:
		s.person.turn(item, choosing)
	case choosing && s.game.Stage() == holdem.Bets: // and not a cheat that is silent
		s.act(s.bot())
	}
}

// act makes a move, which the program says.
func (s *seat) act(a holdem.Action) {
	move := s.game.Move(a)
	if s.cheat != nil {
		move = s.cheat.Act(a)
	}
	s.says(move)
}

func (s *seat) says(move []byte) {
	if err := s.Player.Act(move); err != nil {
		panic(err) // the rules allow it
	}
}

// bot is what a bot does. Beside a cheat, it goes on until the cheat has had its chance.
func (s *seat) bot() holdem.Action {
	b := s.game.Betting
	if s.party.way != "" && b.Street == holdem.Preflop {
		return b.Legal(s.Number).CheckOr(holdem.Call)
	}
	return holdem.Bot(b, s.game.Hole(), s.game.Board(), rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
}
