// Command backgammon throws dice between two parties who don't trust one another.
//
// Without flags, both live in this process, joined by a TCP connection, and each
// throw is a toss of package commit. Flags run the parties in two processes, throw
// by the protocol that JGammon's web page describes, let a party cheat, or measure
// the dice; -h lists them.
//
// The exit status is 0 if every check succeeds; 1 if one fails, because a seat cheated
// or left; and 2 if the command line is wrong or the program can't do its work. A party
// that cheats ends with 1 if the game was broken off.
//
// What the parties say isn't secret, and nothing tells them who the other one is: a
// game that needs to know sends its messages over TLS.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

// patient is what a program for people waits for.
var patient = duel.Patience{Answer: 10 * time.Second, Arrival: 5 * time.Minute}

func main() {
	os.Exit(run(patient, os.Args[1:], os.Stdout, os.Stderr))
}

// A game is what the parties must agree on.
type game struct {
	protocol *protocol
	throws   int
}

// A record is what comes of a game, for -json.
type record struct {
	cli.Outcome
	Protocol string       `json:"protocol"`
	Fresh    []string     `json:"fresh,omitempty"` // random bytes of the hellos, by seat
	Throws   []throwTaken `json:"throws"`
	Missed   *missed      `json:"missed,omitempty"`
}

// play plays the parties of this process, one or both, and tells what each sees.
func play(out *bufio.Writer, g game, parties ...*party) (record, error) {
	r := record{Protocol: g.protocol.name, Throws: []throwTaken{}}
	say := func(format string, args ...any) { fmt.Fprintf(out, format, args...) }
	sayGame(say, g, parties)

	greetings := make([]error, len(parties))
	together(parties, func(i int, p *party) { greetings[i] = p.greet() })
	if err := errors.Join(greetings...); err != nil {
		return r, err
	}
	for _, h := range parties[0].hellos {
		r.Fresh = append(r.Fresh, hex.EncodeToString(h.fresh[:]))
	}
	sayHellos(say, parties[0].hellos)

	audit := audit{protocol: g.protocol}
	for number := 1; number <= g.throws; number++ {
		views := make([]view, len(parties))
		together(parties, func(i int, p *party) { views[i] = p.throw(number) })
		r.Throws = append(r.Throws, newThrowTaken(views))
		sayThrow(say, g, views, &audit)
		if err := out.Flush(); err != nil {
			return r, err
		}
		if err := judge(views); err != nil {
			return r, fmt.Errorf("throw %d: %w", number, err)
		}
		audit.add(views[0])
	}
	sayEnd(say, g, parties, &audit)
	if g.protocol == &jgammonProtocol {
		r.Missed = &audit.missed
	}
	return r, nil
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
			return cli.Blame(v.err, blame.Seats...)
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
