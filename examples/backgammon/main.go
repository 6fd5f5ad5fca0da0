// Command backgammon throws dice between two seats who don't trust one another.
//
// Each throw is a toss of package commit: each seat commits to random bytes, and reveals
// them once it has the other's commitment. The dice come from the bytes of both. Without
// flags, both seats live in this process. Flags run them on two machines, let one cheat,
// throw by the protocol that JGammon's web page describes, or measure the dice; -h lists
// them.
package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// A game is what the seats agree on, and how seat 1 cheats.
type game struct {
	protocol *protocol
	throws   int
	cheat    *cheat // nil if it is honest
}

// A record is what a seat has seen of a game.
type record struct {
	cli.Outcome
	Protocol  string    `json:"protocol"`
	Greetings [2]string `json:"greetings"`
	Throws    []throw   `json:"throws"`
	Missed    *missed   `json:"missed,omitempty"`
}

// A throw is what a seat has seen of a throw.
type throw struct {
	Number  int      `json:"throw"`
	Refused int      `json:"refused,omitempty"` // how often it began again before
	Said    [4]hexed `json:"said"`              // commitments of seats 0 and 1, reveals of seats 0 and 1
	Source  string   `json:"source,omitempty"`  // what the dice come from
	Dice    dice     `json:"dice,omitzero"`
}

// play plays the seats of this process. The story is that of seat 0 if both are here.
func (g game) play(notices io.Writer, listen, connect string, story *bufio.Writer) (record, error) {
	g.introduce(story)
	var records [2]record
	err := duel.Play(notices, listen, connect, func(c *duel.Conn) (err error) {
		p := party{game: g, conn: c, out: story}
		if c.Seat == 0 {
			p.cheat = nil // only seat 1 cheats
		} else if connect == "" {
			p.out = bufio.NewWriter(io.Discard)
		}
		records[c.Seat], err = p.play()
		return err
	})
	switch {
	case listen != "":
		return records[0], err
	case connect != "":
		return records[1], err
	case err == nil && g.cheat == nil && !reflect.DeepEqual(records[0], records[1]):
		err = cli.CheckFailed(errors.New("the seats disagree"))
	}
	return records[0], err
}

// A party is one seat of a game.
type party struct {
	game
	conn      *duel.Conn
	out       *bufio.Writer
	greetings [2]string // by seat
	first     throw     // for a cheat to replay
}

// play plays the whole game.
func (p *party) play() (record, error) {
	r := record{Protocol: p.protocol.name}
	var err error
	r.Greetings, err = p.conn.Greet(fmt.Sprintf("backgammon v1, %s, %d throws", p.protocol.name, p.throws), rand.Text())
	if err != nil {
		return r, err
	}
	p.greetings = r.Greetings
	p.tellGreetings()
	for number := 1; number <= p.throws; number++ {
		t, err := p.throw(number)
		r.Throws = append(r.Throws, t)
		p.tell(t, err)
		if err != nil {
			return r, fmt.Errorf("throw %d: %w", number, err)
		}
	}
	if p.protocol == &byJGammon {
		r.Missed = audit(r.Throws, 1-p.conn.Seat)
	}
	p.tellEnd(r.Missed)
	return r, nil
}

// throw makes a throw, and makes it again if the protocol allows a seat to refuse it.
func (p *party) throw(number int) (t throw, err error) {
	// What is said is bound to this throw of this game: what was said elsewhere doesn't fit.
	session := fmt.Appendf(nil, "%s; %s; throw %d", p.greetings[0], p.greetings[1], number)
	for refused := 0; ; refused++ {
		toss, err := p.protocol.begin(session, p.conn.Seat)
		if err != nil {
			return t, err
		}
		t = throw{Number: number, Refused: refused}
		if p.cheat == nil {
			err = p.follow(toss, &t)
		} else {
			err = p.playFalsely(session, toss, &t)
		}
		if !errors.Is(err, errRefused) || refused == p.protocol.restarts {
			return t, err
		}
	}
}

// follow takes part in a throw: seat 0 commits, seat 1 commits, seat 0 reveals, seat 1
// reveals. Each hands all that is said to its toss, which checks it.
func (p *party) follow(toss toss, t *throw) error {
	for turn := range t.Said {
		var err error
		seat := turn % 2
		if seat == p.conn.Seat {
			t.Said[turn] = toss.Pending()
			err = p.conn.Send(t.Said[turn])
		} else {
			t.Said[turn], err = p.hear(turn)
		}
		if err == nil {
			err = toss.Receive(seat, t.Said[turn])
		}
		if err != nil {
			return p.blame(err)
		}
	}
	var err error
	t.Dice, t.Source, err = toss.dice()
	return p.blame(err)
}

var errRefused = errors.New("a refusal to reveal")

// hear returns what the other seat says.
func (p *party) hear(turn int) ([]byte, error) {
	size := p.protocol.sizes[turn/2]
	message, err := p.conn.Receive(size)
	switch {
	case err != nil:
		return nil, err
	case len(message) == 0 && turn >= 2:
		return message, errRefused
	case len(message) != size: // such as its commitment again
		return message, fmt.Errorf("a message of %d bytes, not %d", len(message), size)
	}
	return message, nil
}

// blame blames the other seat, which said something else than was due; if nothing was heard, nobody.
func (p *party) blame(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, duel.ErrSilent):
		return cli.CheckFailed(err)
	}
	other := 1 - p.conn.Seat
	if blame, ok := errors.AsType[*commit.BlameError](err); ok {
		err = blame.Err // which leaves the seat out
	}
	return cli.Blame(fmt.Errorf("seat %d: %w", other, err), other)
}
