// Command poker deals and plays a hand of Texas hold'em between players none of whom is
// trusted to deal, without a server that sees the cards.
//
// Two to nine seats live in this process, each with a TCP connection to a relay that
// holds no key. They toss for the button (package commit); encrypt and shuffle a deck
// together, and open each card to those whom the rules let see it (package sra), every
// step being proved when it is made and checked by all others; and bet, by a simple
// strategy, until one is left or some show their cards. Flags change the number of
// seats, or let one cheat; -h lists them.
//
// The relay carries all messages. They are signed, so it can neither change, repeat,
// exchange nor invent any unnoticed; what it can do is to drop them, and so to stop the
// hand, where seats then blame each other, and to note who says how much when. The keys of
// the signatures pass through it as well: players who compare their fingerprint in
// another way know that it has exchanged none, to sit at the table as somebody else.
// Players who tell one another their cards in secret can't be kept from it.
//
// The exit status is 0 if every check succeeds, 1 if one fails, since a seat cheated or
// left, and 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// patient is what the program waits for.
var patient = patience{answer: 10 * time.Second, arrival: time.Minute}

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// playHand is a seat's part in a hand.
func (s *seat) playHand() {
	s.step(s.greet)
	s.step(s.toss)
	s.step(s.shuffle)
	s.step(s.dealHole)
	s.step(s.bet)
	for at := flop; at < streets && s.err == nil && !s.game.over(); at++ {
		s.step(s.dealBoard(at))
		s.step(s.bet)
	}
	s.step(s.showdown)
	if s.channel != nil {
		s.leave()
	}
	s.conn.Close()
}

// A patience says how long to wait for a message, and for all seats to join.
type patience struct{ answer, arrival time.Duration }

// nobody is no seat.
const nobody = -1

// hand plays a hand between so many seats, of which one may cheat, and tells it.
func (p patience) hand(out *bufio.Writer, seats int, cheat string) error {
	r, table, err := p.play(seats, cheat, (*seat).playHand)
	if err != nil {
		return err
	}
	return tell(out, r, table)
}

// play lets the seats play their part of a hand, and returns the relay and the seats as
// they are after it.
func (p patience) play(seats int, cheat string, part func(*seat)) (*relay, []*seat, error) {
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	defer l.Close()
	r := newRelay(seats)
	table := make([]*seat, seats)
	for i := range table {
		conn, err := wire.Dial(l.Addr(), p.arrival)
		if err != nil {
			return nil, nil, err
		}
		defer conn.Close()
		table[i] = &seat{number: i, seats: seats, conn: conn, patience: p, player: simple, shown: make(map[int][]int)}
	}
	table[cheater].cheat = cheat

	var errRelay error
	var wg sync.WaitGroup
	wg.Go(func() {
		defer r.close()
		if errRelay = r.gather(l, p); errRelay == nil {
			r.relay()
		}
	})
	for _, s := range table {
		wg.Go(func() { part(s) })
	}
	wg.Wait()
	return r, table, errRelay
}

// judge returns what is wrong with a hand: what a seat found, honest ones first, and
// findings before the news that somebody else has stopped.
func judge(table []*seat) error {
	var found error
	best := 4
	for _, s := range table {
		if s.err == nil {
			continue
		}
		rank := 0
		if s.cheat != "" {
			rank += 2
		}
		if isNews(s.err) {
			rank++
		}
		if rank < best {
			found, best = s.err, rank
		}
	}
	if found != nil {
		return found
	}
	for _, s := range table[1:] {
		if !slices.Equal(s.payout, table[0].payout) {
			return cli.CheckFailed(fmt.Errorf("the seats disagree on who wins: %v and %v", table[0].payout, s.payout))
		}
	}
	return nil
}

// isNews reports whether an error is no finding but the news that the hand is over. Who
// leaves without a word that it stops is one to blame.
func isNews(err error) bool { return errors.Is(err, errStopped) || errors.Is(err, errRelay) }
