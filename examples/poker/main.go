// Command poker plays no-limit Texas hold'em between players none of whom is trusted to
// deal, without a server that sees the cards.
//
// Without flags, a few seats live in this process, each with a TCP connection to a relay
// that holds no key. They toss for the button (package commit); for each hand they encrypt
// and shuffle a deck together, and open each card to those whom the rules let see it
// (package sra), every step being proved when it is made and checked by all others; and
// they bet, by a simple strategy. Flags let a person play, run the seats in processes of
// their own, or let one cheat; -h lists them.
//
// The relay carries all messages, and keeps them in one order. They are signed and chained
// (package oldrecord), so it can't change, repeat, exchange or invent any unnoticed. It
// can hold them back, which makes a seat look silent, and it sees who says how much when.
// The keys of the signatures pass through it as well. Players who compare the fingerprint of
// the table by other means know that it hasn't exchanged any, to sit there as somebody else.
// Nothing can stop players from telling one another their cards in secret.
//
// A seat that cheats, leaves or falls silent is out when all others have voted so. They
// shuffle again, without its layer of encryption, and finish the hand; what it has put into
// the pot stays there. Anybody can judge a match by its record: see -audit.
//
// The exit status is 0 if every check succeeds, also if somebody left; 1 if one fails,
// because a seat cheated, a record is damaged, or the others went on without this seat; and
// 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// playMatch is a seat's part in a match.
func (s *seat) playMatch() error {
	if err := s.restore(); err != nil { // what a process that was killed has left, if there was one
		return err
	}
	if err := s.join(); err != nil && !s.over() { // the relay's table; its terms, and the keys of all seats
		return err
	}
	defer s.leaveRelay()
	if err := s.sitDown(); err != nil {
		return err
	}
	for !s.over() {
		// What the protocol wants of the seat, its table says by itself when it hears of it:
		// the toss, keys, shuffles, proofs, votes. What is left to say is how to bet, and who
		// has been waited for too long.
		if err := s.bet(); err != nil {
			return err
		}
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// A party is the part of a match that this process plays.
type party struct {
	terms
	out    *bufio.Writer
	stdin  io.Reader
	stderr io.Writer
	asJSON bool
	looks  looks
	seats  []int // of this process
	cheat  string
	plays  bool   // a person, in the last seat of this process
	state  string // names of files, or empty
	record string

	arrival time.Duration // that it waits for the table to fill, and for a relay that is gone
	left    chan struct{} // closed when the person has left, and nobody else's process plays
}

// grace is how long the relay stays when its own seats have finished, for those that were
// killed.
const grace = 5 * time.Second

// host relays a match, and plays the seats of this process.
func (p *party) host(addr string) error {
	board, err := bulletin.Listen(addr, limits, p.Config.Seats, p.encode())
	if err != nil {
		return err
	}
	defer board.Close()
	seats, err := p.newSeats(board.Addr())
	if err != nil {
		return err
	}
	for _, s := range seats {
		board.Reserve(s.number, s.state.key.Public())
	}
	if p.state != "" {
		if err := board.Keep(p.state + ".relay"); err != nil {
			return err
		}
	}
	if err := p.printRelay(board.Addr()); err != nil {
		return err
	}
	var errRelay error
	var work sync.WaitGroup
	work.Go(func() { errRelay = board.Run() })
	err = p.play(seats)
	if n := len(seats); n > 0 && n < p.Config.Seats && !p.asJSON && seats[n-1].view.Err != nil {
		p.say("The relay stays until the others have finished.")
	}
	p.out.Flush()
	errDrain := board.Drain(min(grace, p.Patience), max(p.arrival, 2*p.Think))
	board.Close()
	work.Wait()
	return cmp.Or(errRelay, err, errDrain)
}

// join plays a seat at the table of a relay elsewhere.
func (p *party) join(addr string) error {
	seats, err := p.newSeats(addr)
	if err != nil {
		return err
	}
	return p.play(seats)
}

// newSeats returns the seats of this process, the last of which a person plays, if any.
func (p *party) newSeats(addr string) (seats []*seat, err error) {
	p.left = make(chan struct{})
	tell := &teller{party: p}
	for i, number := range p.seats {
		s := &seat{addr: addr, number: number, tell: tell, narrates: i == len(p.seats)-1}
		if s.state, err = openState(p.state, number); err != nil {
			return nil, err
		}
		if len(p.seats) == 1 || number == cheater {
			s.cheat = p.cheat
		}
		if p.plays && s.narrates {
			s.person = newPerson(tell)
		}
		if s.narrates && len(p.seats) == p.Config.Seats && !p.asJSON {
			s.looker = newOnlooker()
		}
		seats = append(seats, s)
	}
	tell.seats = seats
	return seats, nil
}

// cheater is the seat that cheats if this process plays all.
const cheater = 0

// play plays the seats, and prints how the match ended.
func (p *party) play(seats []*seat) error {
	var work sync.WaitGroup
	for _, s := range seats {
		work.Go(func() {
			s.err = s.playMatch()
			s.tell.hasEnded(s)
		})
	}
	work.Wait()
	if len(seats) == 0 {
		return nil
	}
	return cmp.Or(p.keepRecord(seats), p.print(seats))
}

// keepRecord writes what all have signed, as the seats of this process have it.
func (p *party) keepRecord(seats []*seat) error {
	if p.record == "" {
		return nil
	}
	r, err := recordOf(seats)
	if err != nil {
		return err
	}
	if err := writeFile(p.record, r.encode()); err != nil {
		return fmt.Errorf("writing the record: %w", err)
	}
	return nil
}
