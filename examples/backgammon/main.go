// Command backgammon throws dice between two parties who don't trust one another.
//
// Without flags, both live in this process, joined by a TCP connection, and each
// throw is a toss of package commit. Flags run the parties in two processes, throw
// by the protocol that JGammon's web page describes, let a party cheat, or measure
// the dice; -h lists them.
//
// The exit status is 0 if every check succeeds, 1 if one fails, since a seat cheated
// or gave up, and 2 if the command line is wrong or the program can't do its work.
// A party who cheats ends with 1 if the game didn't come to its end.
//
// What the parties say isn't secret, and nothing tells them who the other one is: a
// game that needs to know puts the messages through TLS.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// patient is what a program of people waits for.
var patient = patience{answer: 10 * time.Second, arrival: 5 * time.Minute}

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// A patience says how long to wait for a message, and for the other party to
// connect.
type patience struct{ answer, arrival time.Duration }

// A game is what the parties must agree on.
type game struct {
	protocol *protocol
	rolls    int
}

// playHere plays both seats. Seat 1 cheats in the way given.
func (p patience) playHere(out *bufio.Writer, g game, cheat string) error {
	zero, one, err := wire.Pair(p.answer)
	if err != nil {
		return err
	}
	defer zero.Close()
	defer one.Close()
	fmt.Fprintf(out, "Two parties who don't trust one another throw dice, over a TCP connection.\nSeat 0 listens on %s. Seat 1 has connected to it.\n", zero.LocalAddr())
	return play(out, &party{game: g, conn: zero, seat: 0}, &party{game: g, conn: one, seat: 1, cheat: cheat})
}

// listen plays seat 0 with whoever connects first.
func (p patience) listen(out *bufio.Writer, addr string, g game, cheat string) error {
	l, err := wire.Listen(addr)
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(out, "Seat 0, which is you, listens on %s\n", l.Addr())
	if err := out.Flush(); err != nil {
		return err
	}
	conn, err := l.Accept(p.arrival, p.answer)
	if err != nil {
		return err
	}
	defer conn.Close()
	l.Close() // nobody else is to come
	fmt.Fprintf(out, "Seat 1 has connected from %s.\n", conn.RemoteAddr())
	return play(out, &party{game: g, conn: conn, seat: 0, cheat: cheat})
}

// connect plays seat 1 with whoever listens there.
func (p patience) connect(out *bufio.Writer, addr string, g game, cheat string) error {
	conn, err := wire.Dial(addr, p.answer)
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintf(out, "Seat 1, which is you, has connected to seat 0 at %s.\n", conn.RemoteAddr())
	return play(out, &party{game: g, conn: conn, seat: 1, cheat: cheat})
}

// play plays the parties of this process, one or both, and tells what each sees.
func play(out *bufio.Writer, parties ...*party) error {
	g := parties[0].game
	say := func(format string, args ...any) { fmt.Fprintf(out, format, args...) }
	sayGame(say, g, parties)

	greetings := make([]error, len(parties))
	together(parties, func(i int, p *party) { greetings[i] = p.greet() })
	if err := errors.Join(greetings...); err != nil {
		return err
	}
	sayHellos(say, parties[0].hellos)

	var audit audit
	for number := 1; number <= g.rolls; number++ {
		views := make([]view, len(parties))
		together(parties, func(i int, p *party) { views[i] = p.throw(number) })
		sayThrow(say, g, views, &audit)
		if err := out.Flush(); err != nil {
			return err
		}
		if err := judge(views); err != nil {
			return fmt.Errorf("throw %d: %w", number, err)
		}
		audit.add(views[0])
	}
	sayEnd(say, g, parties, &audit)
	return nil
}

// together runs the parties' parts at the same time, and waits for both.
func together(parties []*party, part func(int, *party)) {
	var wg sync.WaitGroup
	for i, p := range parties {
		wg.Go(func() { part(i, p) })
	}
	wg.Wait()
}

var errDisagree = errors.New("the seats disagree")

// judge returns what is wrong with a throw: what a seat found, the honest one first,
// or that the seats, if both are here, saw different things.
func judge(views []view) error {
	for _, v := range views {
		if blame := new(commit.BlameError); errors.As(v.err, &blame) {
			return cli.CheckFailed(v.err)
		} else if v.err != nil {
			return v.err
		}
	}
	if len(views) < 2 {
		return nil
	}
	a, b := views[0], views[1]
	for phase := range a.sent {
		if !bytes.Equal(a.sent[phase], b.got[phase]) || !bytes.Equal(b.sent[phase], a.got[phase]) {
			return cli.CheckFailed(fmt.Errorf("%w on what was sent", errDisagree))
		}
	}
	if a.done && b.done && a.outcome != b.outcome { // an echo or a replay has none
		return cli.CheckFailed(fmt.Errorf("%w on the throw: %v and %v", errDisagree, a.outcome.dice, b.outcome.dice))
	}
	return nil
}
