// Command hearts deals and plays a hand of Hearts between four parties, none of whom
// is trusted to deal.
//
// Without flags, four seats and a hub live in this process, joined by TCP. They deal by
// one-time pads (package otpdeal), over a hub that can't read; play a hand; and audit
// it. Flags run the seats in processes of their own, or let one cheat; -h lists them.
//
// The exit status is 0 if every check succeeds, 1 if one fails, since a seat cheated or
// left, and 2 if the command line is wrong or the program can't do its work.
//
// Nothing tells the seats who the others are, but for the fingerprint of their keys,
// which they can compare.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// patient is what a program of people waits for.
var patient = patience{answer: 20 * time.Second, arrival: 5 * time.Minute}

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// playHand is a seat's part in a hand.
func (s *seat) playHand() {
	s.step(1, s.exchange)
	s.step(2, s.promise)
	s.step(3, s.deal)
	s.step(4, s.promiseRecord)
	s.step(5, s.pass)
	s.step(6, s.playTricks)
	s.step(7, s.open)
	if s.channel != nil {
		s.leave()
	}
	s.conn.Close()
}

// A patience says how long to wait for a message, and for all seats to join.
type patience struct{ answer, arrival time.Duration }

// nobody is no seat.
const nobody = -1

// game plays the seats given against whoever else joins the hub, and tells what they
// see. With l, the hub is in this process too.
func (p patience) game(out *bufio.Writer, l *wire.Listener, addr string, numbers []int, cheat int, record func(from, to int, frame []byte)) error {
	var hubErr error
	var wg sync.WaitGroup
	if l != nil {
		h := &hub{record: record}
		wg.Go(func() {
			defer h.close()
			defer l.Close()
			if hubErr = h.gather(l, p); hubErr == nil {
				h.relay()
			}
		})
	}
	seats := make([]*seat, len(numbers))
	for i, number := range numbers {
		conn, err := wire.Dial(addr, p.answer)
		if err != nil {
			return err
		}
		defer conn.Close()
		seats[i] = &seat{number: number, conn: conn, arrival: p.arrival, cheats: number == cheat}
		wg.Go(seats[i].playHand)
	}
	wg.Wait()
	tell(out, seats)
	return errors.Join(hubErr, judge(seats))
}

// judge returns what is wrong with a hand: what a seat found, honest ones first, and
// findings before the news that somebody else has stopped.
func judge(seats []*seat) error {
	var found error
	best := 4
	for _, s := range seats {
		if s.err == nil {
			continue
		}
		rank := 0
		if s.cheats {
			rank += 2
		}
		if errors.Is(s.err, errStopped) || errors.Is(s.err, errGone) || errors.Is(s.err, wire.ErrClosed) {
			rank++
		}
		if rank < best {
			found, best = s.err, rank
		}
	}
	if found != nil || len(seats) == 0 {
		return found
	}
	for _, s := range seats[1:] {
		if s.scores != seats[0].scores {
			return cli.CheckFailed(errors.New("the seats disagree on the scores"))
		}
	}
	return nil
}

// all are the four seats.
var all = []int{otpdeal.HostSeat, otpdeal.KeyMasterSeat, otpdeal.DealerSeat, otpdeal.DummySeat}

// here plays all seats, one of which may cheat.
func (p patience) here(out *bufio.Writer, cheat int, record func(from, to int, frame []byte)) error {
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(out, "Four parties play Hearts, over TCP connections to a hub on %s\nthat can't read what it carries. None of them is trusted to deal.\n", l.Addr())
	return p.game(out, l, l.Addr(), all, cheat, record)
}

// hub carries the messages of a table, and plays a seat at it unless that is nobody.
func (p patience) hub(out *bufio.Writer, addr string, seat int, cheats bool) error {
	l, err := wire.Listen(addr)
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(out, "The hub listens on %s\n", l.Addr())
	if err := out.Flush(); err != nil {
		return err
	}
	if seat == nobody {
		return p.game(out, l, l.Addr(), nil, nobody, nil)
	}
	return p.seat(out, l, l.Addr(), seat, cheats)
}

// seat plays one seat.
func (p patience) seat(out *bufio.Writer, l *wire.Listener, addr string, seat int, cheats bool) error {
	fmt.Fprintf(out, "You are %s.\n", name(seat))
	cheat := nobody
	if cheats {
		cheat = seat
	}
	return p.game(out, l, addr, []int{seat}, cheat, nil)
}
