package main

import (
	"bufio"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// atTerminal returns a person at a terminal who has two chips in the pot, and what is printed.
func atTerminal() (*person, *strings.Builder) {
	out := new(strings.Builder)
	p := &party{terms: terms{Config: holdem.Config{Seats: 2, Chips: 100}, Think: time.Hour}, out: bufio.NewWriter(out)}
	return &person{tell: &teller{party: p}, terminal: true}, out
}

var ownTurn = holdem.View{
	Hand: 1, Stage: holdem.Betting, Stacks: []int{98, 80}, Bets: []int{2, 20}, Folded: make([]bool, 2), AllIn: make([]bool, 2), Shown: make([][]int, 2),
	Legal: holdem.Legal{Fold: true, Call: 18, MinRaise: 38, MaxRaise: 100},
}

// At a terminal, what is typed before the question is no answer to it, in this turn or an
// earlier one.
func TestTypedTooSoon(t *testing.T) {
	p, out := atTerminal()
	types := func(text string, at time.Time) { p.takes(typed{text, at}, true, ownTurn) }
	types("c", time.Now()) // it isn't their turn
	p.turn(true, ownTurn)
	types("c", time.Now()) // they weren't asked
	before := time.Now()
	p.ask(ownTurn)
	types("c", before)
	if a := p.choose(ownTurn); a != nil {
		t.Errorf("it does %v", a)
	}
	p.tell.party.out.Flush()
	if n := strings.Count(out.String(), "That came before your turn, and doesn't count."); n != 3 {
		t.Errorf("they are told %d times: %s", n, out)
	}
	types("c", time.Now())
	if a := p.choose(ownTurn); a == nil || a.Kind != holdem.Call {
		t.Errorf("it does %v", a)
	}
	p.turn(false, ownTurn)
	types("c", time.Now())
	if p.turn(true, ownTurn); p.choose(ownTurn) != nil {
		t.Error("what was typed between two turns counts")
	}
}

// At a terminal, nobody leaves by one key if that costs them chips.
func TestQuit(t *testing.T) {
	p, _ := atTerminal()
	q := typed{"q", time.Now()}
	if p.takes(q, true, ownTurn); p.leaves {
		t.Error("q leaves chips in the pot")
	}
	next := ownTurn
	next.Hand, next.Results = 2, []holdem.Result{{Stacks: []int{100, 100}}}
	if p.takes(q, true, next); p.leaves {
		t.Error("q leaves chips in the pot of the next hand")
	}
	if p.takes(q, true, next); !p.leaves {
		t.Error("a second q doesn't leave")
	}
	p, _ = atTerminal()
	free := ownTurn
	free.Stacks = []int{100, 80}
	if p.takes(q, true, free); !p.leaves {
		t.Error("q doesn't leave")
	}
	p, _ = atTerminal()
	if p.takes(typed{}, false, ownTurn); !p.leaves {
		t.Error("the end of the input doesn't leave")
	}
}

// A person at the relay who leaves is told why the program doesn't end: the others play on.
func TestHostLeaves(t *testing.T) {
	var outs [3]clitest.Output
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		wg.Go(func() {
			if status := run(args, strings.NewReader(""), &outs[i], &outs[i]); status != cli.Passed {
				t.Errorf("status %d, %s", status, &outs[i])
			}
		})
	}
	play(0, "-listen", "127.0.0.1:0", "-seats", "3", "-seat", "0", "-play", "-patience", "5m", "-think", "10m")
	addr := outs[0].Address(t)
	play(1, "-connect", addr)
	play(2, "-connect", addr)
	wg.Wait()
	if !strings.HasSuffix(outs[0].String(), "The relay stays until the others have finished.\n") {
		t.Error(&outs[0])
	}
	for i := range 2 {
		if out := outs[i+1].String(); !strings.Contains(out, "Seat 0 left. ") || strings.Contains(out, "The relay stays") {
			t.Error(out)
		}
	}
}

// A person who thinks for too long folds, or checks if that is free, and stays in the match.
func TestThinksTooLong(t *testing.T) {
	clitest.Patiently(t, 2*time.Second, func(t testing.TB, think time.Duration) {
		var outs [2]clitest.Output
		var statuses [2]int
		var wg sync.WaitGroup
		play := func(i int, in io.Reader, args ...string) {
			wg.Go(func() { statuses[i] = run(args, in, &outs[i], &outs[i]) })
		}
		in, typed := io.Pipe()
		play(0, in, "-listen", "127.0.0.1:0", "-seats", "2", "-seat", "0", "-play", "-hands", "2", "-think", think.String(), "-patience", "5m")
		addr := outs[0].Address(t)
		play(1, strings.NewReader(""), "-connect", addr)
		wg.Wait()
		typed.Close()
		text := flat(outs[0].String())
		for _, want := range []string{" left; after that, you ", "Your time is up: you ", "After 2 hands, "} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
		if statuses != [2]int{cli.Passed, cli.Passed} || strings.Contains(text, "silent for too long") {
			t.Errorf("statuses %v, %s", statuses, text)
		}
	})
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		500 * time.Millisecond: "1 second", 15 * time.Second: "15 seconds", time.Minute: "1 minute", 90 * time.Second: "90 seconds",
		114 * time.Second: "114 seconds", 2 * time.Minute: "2 minutes", 150 * time.Second: "2m30s", 24 * time.Hour: "24 hours",
	} {
		if got := span(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
}
