package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/examples/internal/relay/relaytest"
)

// attacked plays some hands between four seats, the first at the relay. The others pass, and
// go on without the last one, whose part is played by another. If it plays as well, it may
// find the others gone and say so before they find it silent.
func attacked(t *testing.T, hands int, attack func(t testing.TB, addr string)) {
	t.Helper()
	clitest.Patiently(t, 4*time.Second, func(t testing.TB, patience time.Duration) {
		attackedFor(t, patience, hands, func(addr string) { attack(t, addr) })
	})
}

func attackedFor(t testing.TB, patience time.Duration, hands int, attack func(addr string)) {
	var outs, errs [3]clitest.Output
	var statuses [3]int
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		args = append(args, "-json", "-seat", fmt.Sprint(i))
		wg.Go(func() { statuses[i] = run(args, strings.NewReader(""), &outs[i], &errs[i]) })
	}
	play(0, "-listen", "127.0.0.1:0", "-hands", fmt.Sprint(hands), "-patience", patience.String(), "-think", patience.String())
	addr := errs[0].Address(t)
	play(1, "-connect", addr)
	play(2, "-connect", addr)
	wg.Go(func() { attack(addr) })
	wg.Wait()
	for i := range outs {
		var r result
		if err := json.Unmarshal([]byte(outs[i].String()), &r); err != nil || statuses[i] != cli.Passed {
			t.Fatalf("seat %d: status %d, %v, %s, %s", i, statuses[i], err, &outs[i], &errs[i])
		}
		if !slices.ContainsFunc(r.Outs, func(o holdem.Out) bool { return o.Seat == 3 && (o.Why == holdem.Silent || o.Why == holdem.Left) }) {
			t.Errorf("seat %d: %+v", i, r.Outs)
		}
	}
}

// A relay that changes or withholds what it passes on to a seat makes that seat drop out,
// and nobody a cheat.
func TestMeddlingRelay(t *testing.T) {
	const from = 14 // frames: before all have shuffled
	for what, meddle := range map[string]func(frame []byte) [][]byte{
		"changes":   func(frame []byte) [][]byte { frame[len(frame)-1] ^= 1; return [][]byte{frame} },
		"withholds": func([]byte) [][]byte { return nil },
		"swaps":     func(frame []byte) [][]byte { return [][]byte{slices.Concat(frame[:2], frame[len(frame)/2:])} },
	} {
		if testing.Short() && what != "changes" {
			continue
		}
		t.Run(what, func(t *testing.T) {
			t.Parallel() // it waits more than it works
			attacked(t, 1, func(t testing.TB, addr string) {
				addr = relaytest.Back(t, addr, func(n int, frame []byte) [][]byte {
					if n < from {
						return [][]byte{frame}
					}
					return meddle(frame)
				})
				var out, errs clitest.Output
				status := run([]string{"-connect", addr, "-seat", "3", "-json"}, strings.NewReader(""), &out, &errs)
				if status == cli.Passed || strings.Contains(out.String(), "cheat") {
					t.Errorf("status %d, %s, %s", status, &out, &errs)
				}
			})
		})
	}
}

// A seat that the others have gone on without says so. It stalls at the first flop; nine
// hands have one.
func TestVotedOut(t *testing.T) {
	attacked(t, 9, func(t testing.TB, addr string) {
		var out, errs clitest.Output
		status := run([]string{"-connect", addr, "-seat", "3", "-json", "-cheat", holdem.CheatStall}, strings.NewReader(""), &out, &errs)
		var r result
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil || status != cli.Failed || !strings.HasPrefix(r.Reason, "the others went on without seat 3") {
			t.Errorf("status %d, %v, %s, %s", status, err, &out, &errs)
		}
	})
}

// A seat that publishes junk, floods, and speaks for others is a silent one.
func TestJunk(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	junk := make([]byte, 3000)
	for i := range junk {
		junk[i] = byte(rng.Uint32())
	}
	attacked(t, 1, func(t testing.TB, addr string) {
		key := oldrecord.GenerateKey()
		f := &stateFile{key: key}
		client, err := bulletin.Join(bulletin.Guest{
			Addr: addr, Seat: 3, Key: f.private(), Arrival: 5 * time.Minute,
			Agree: func(int, []byte) error { return nil }, Waits: func(int) {},
		}, limits)
		if err != nil {
			t.Error(err)
			return
		}
		defer client.Close(0)
		for i := range 400 {
			client.Publish(junk[:1+i*7])
		}
		end := time.After(2 * time.Second)
		for heard := 0; ; {
			select {
			case p, ok := <-client.Posts():
				if !ok {
					return
				}
				if heard++; p.Seat != 3 && heard < 1000 {
					client.Publish(p.Message) // as its own
					p.Message[len(p.Message)/2] ^= 1
					client.Publish(p.Message)
				}
			case <-end:
				return
			}
		}
	})
}
