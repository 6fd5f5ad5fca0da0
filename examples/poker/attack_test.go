package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/relay/relaytest"
)

// A seat whose connection stalls, is cut, or that sends junk, at any frame, is named by
// the others. Frame 0 joins, 1 is the keys, 2 and 3 the toss, 4 a key, 5 the deck.
func TestBrokenConnection(t *testing.T) {
	begun := time.Now()
	play(t, few(), calls)
	p := patience{answer: min(max(3*time.Second, 8*time.Since(begun)), patient.answer), arrival: time.Minute}
	cases := make(map[string]func(*testing.T))
	for what, meddle := range map[string]relaytest.Meddler{
		"stalls":  relaytest.Stall,
		"is cut":  relaytest.Cut,
		"drops":   relaytest.Drop,
		"flips":   relaytest.Flip,
		"repeats": relaytest.Repeat,
		"junk":    relaytest.Junk,
	} {
		for i, at := range positions() {
			cheat := i % few()
			cases[fmt.Sprintf("%s, seat %d, frame %d", what, cheat, at)] = func(t *testing.T) {
				r, err := relay.Listen("127.0.0.1:0", p.rules(few()))
				if err != nil {
					t.Fatal(err)
				}
				var work, honest sync.WaitGroup
				work.Go(func() { r.Run() })
				seats := make([]*seat, few())
				for i := range seats {
					place := relay.Place{Addr: r.Addr(), Seat: i}
					if i == cheat {
						place.Addr = relaytest.Between(t, r.Addr(), at, meddle)
					}
					seats[i] = newSeat(place, p.rules(few()))
					seats[i].player = calls
					if i == cheat {
						work.Go(seats[i].playHand)
					} else {
						honest.Go(seats[i].playHand)
					}
				}
				honest.Wait()
				r.Close()
				work.Wait()
				for _, s := range seats {
					var b *relay.Blame
					if s.number != cheat && (!errors.As(s.err, &b) || !slices.Equal(b.Seats, []int{cheat}) || cli.Status(s.err) != cli.Failed) {
						t.Errorf("seat %d says %v", s.number, s.err)
					}
				}
			}
		}
	}
	clitest.Together(t, 12, cases)
}

// positions are some of the frames of a seat.
func positions() []int {
	if testing.Short() {
		return []int{1, 5}
	}
	return []int{1, 3, 5, 8}
}
