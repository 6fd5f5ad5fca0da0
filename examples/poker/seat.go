package main

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// agree takes the terms of the board.
func (s *seat) agree(o board.Offer) error {
	_, err := termsOf(o)
	return err
}

// sitDown begins the match, or goes on with it. All of this seat's secrets follow from its
// key, which is of this match alone.
func (s *seat) sitDown(kept *board.Seat) error {
	config, err := holdem.ParseConfig(s.terms.Game)
	if err != nil {
		return err
	}
	s.party.tell.agreed(terms{config, s.terms.Grace, s.terms.Bank})
	seed, err := hkdf.Key(sha256.New, kept.Key.Bytes(), nil, "squaredeal/examples/poker seed", holdem.SeedSize)
	if err != nil {
		return err
	}
	if s.game, err = holdem.New(config, s.number, seed); err != nil {
		return err
	}
	var game table.Game = s.game
	if s.way != "" {
		s.cheat = &holdem.Cheat{Game: s.game, Way: s.way}
		game = s.cheat
	}
	s.acted = -1
	s.table, err = kept.Table(s.terms, game)
	return err
}

// look tells what has happened, and bets.
func (s *seat) look() {
	s.party.tell.sees(s, s.game.Events())
	turn, v := s.turn()
	_, _, live := s.line.state()
	switch {
	case !live:
	case s.person != nil:
		s.person.turn(turn, v)
	case turn >= 0 && turn != s.acted:
		s.acted = turn
		s.act(s.bot(v))
	}
}

// astray tells that the seat says nothing, as somebody could compare what it would say now
// with what it has said already, and learn its cards.
func (s *seat) astray() {
	s.party.tell.tells("astray", "The board shows something else, or less, than this seat had read when it spoke last in this hand. It says nothing until that is back, or the hand is over.")
}

// turn returns since when it is this seat's turn to bet, -1 if it isn't.
func (s *seat) turn() (since int, v holdem.View) {
	v = s.game.View()
	for _, item := range s.table.Due(time.Now()) {
		if item.Seat == s.number && v.Turn == s.number {
			return item.Since, v
		}
	}
	return -1, v
}

// act makes a move, which the table says when it can.
func (s *seat) act(a holdem.Action) {
	move := s.game.Move(a)
	if s.cheat != nil {
		if move = s.cheat.Act(a); move == nil {
			return
		}
	}
	if err := s.table.Act(move); err != nil {
		panic(err) // the rules allow it
	}
}

// bot is what a bot does. Beside a cheat, it goes on until the cheat has had its chance.
func (s *seat) bot(v holdem.View) holdem.Action {
	way := s.party.cheat
	if way != "" && v.Street == holdem.Preflop || way == holdem.CheatLeave && v.Street == holdem.Flop {
		if v.Legal.Check {
			return holdem.Action{Kind: holdem.Check}
		}
		return holdem.Action{Kind: holdem.Call}
	}
	return holdem.Bot(v, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
}

// ticks has the seat look at the time again and again, between two posts.
func (s *seat) ticks(ctx context.Context, moves chan<- func()) {
	ticker := time.NewTicker(min(time.Second, s.terms.Grace/10))
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		select {
		case moves <- s.tick:
		case <-ctx.Done():
			return
		}
	}
}

// tick tells how long the line has been down, whom the seat waits for, and that a person's
// time is running out.
func (s *seat) tick() {
	s.party.tell.waiting(s)
	s.person.late()
}

// A line is the board as one seat reaches it. It remembers when it was heard last, and by
// how much its clock differs from this machine's.
type line struct {
	board.Board
	mu    sync.Mutex
	heard time.Time
	skew  time.Duration
	live  bool // all that was there before was read
}

// Posts is that of the Board. A post that comes when the seat has waited for it was stamped
// in between, if the clocks agree.
func (l *line) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	asked := time.Now()
	posts, err := l.Board.Posts(ctx, from, wait)
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.live = wait || len(posts) == 0; err == nil {
		l.heard = now
	}
	if len(posts) > 0 && wait && now.Sub(asked) > noticeable/20 {
		stamp := time.UnixMilli(posts[len(posts)-1].Stamp)
		l.skew = max(0, stamp.Sub(now)) + min(0, stamp.Sub(asked))
	}
	return posts, err
}

// state returns how long ago the board was heard last, by how much its clock is ahead, and
// whether all that it had was read.
func (l *line) state() (ago, skew time.Duration, live bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, here := l.Board.(*board.Local); !here { // which needn't answer before there is something
		ago = time.Since(l.heard)
	}
	return ago, l.skew, l.live
}
