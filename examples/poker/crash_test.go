package main

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

var crashSeed = flag.Uint64("seed", 0, "of the crashes; 0 draws one")

// asProgram is set in the environment of a process of this test that is the program.
const asProgram = "SQUAREDEAL_POKER"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	flag.Parse()
	os.Exit(m.Run())
}

// A crash is what happens to the processes of a match: two are killed, and a third is
// killed and started again, each when the relay has so many posts.
type crash struct {
	seed    uint64
	killed  [2]int
	restart int
	at      [3]int // in that order
}

const crashSeats = 6

func newCrash(seed uint64) crash {
	rng := rand.New(rand.NewPCG(seed, 0))
	c := crash{seed: seed}
	order := rng.Perm(crashSeats)
	order = slices.DeleteFunc(order, func(s int) bool { return s == 0 })
	c.killed = [2]int{order[0], order[1]} // not the relay, which nobody can do without
	c.restart = append(order[2:], 0)[rng.IntN(crashSeats-2)]
	for i := range c.at {
		c.at[i] = rng.IntN(75)
	}
	return c
}

func (c crash) String() string {
	return fmt.Sprintf("-seed %d: seats %d are killed at posts %d and %d, seat %d is killed at post %d and started again", c.seed, c.killed, c.at[0], c.at[1], c.restart, c.at[2])
}

// Of six processes, two are killed, and a third is killed and goes on from its state. The
// others finish the hand, with the same payouts, which every record bears out.
func TestCrashes(t *testing.T) {
	long, together := time.Minute, 6
	if testing.Short() {
		long, together = 3*time.Second, 2
	}
	seed := *crashSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed %d", seed)
	end := time.Now().Add(long)
	var next sync.Mutex
	var work sync.WaitGroup
	rounds, patience := 0, 3*time.Second
	for range together {
		work.Go(func() {
			for {
				next.Lock()
				c, least := newCrash(seed), patience
				seed++
				rounds++
				next.Unlock()
				clitest.Patiently(t, least, func(slow testing.TB, enough time.Duration) {
					next.Lock()
					patience = max(patience, enough)
					next.Unlock()
					c.run(t, slow, enough)
				})
				if time.Now().After(end) || t.Failed() || *crashSeed != 0 {
					return
				}
			}
		})
	}
	work.Wait()
	t.Logf("%d matches", rounds)
}

// A process is the program, playing a seat.
type process struct {
	args        []string
	cmd         *exec.Cmd
	out, stderr *clitest.Output
	done        chan struct{}
}

func start(args []string) *process {
	p := &process{args: args, out: &clitest.Output{}, stderr: &clitest.Output{}, done: make(chan struct{})}
	p.cmd = exec.Command(os.Args[0], args...)
	p.cmd.Env = append(os.Environ(), asProgram+"=1")
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.stderr
	if err := p.cmd.Start(); err != nil {
		panic(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.done)
	}()
	return p
}

// kill ends a process at once, wherever it is.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.done
}

// posts counts what a relay has kept in its file: 0 until the table is full.
func posts(file string) (n int) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	for entries := 0; len(b) >= 4; entries++ {
		length := int(binary.BigEndian.Uint32(b))
		if len(b) < 4+length {
			break
		}
		b = b[4+length:]
		n = entries // besides the header
	}
	return n
}

// run plays a match, and tells slow what may be the fault of a slow machine.
func (c crash) run(t, slow testing.TB, patience time.Duration) {
	dir := t.TempDir()
	addr := clitest.Loopback()
	args := func(seat int) []string {
		file := filepath.Join(dir, fmt.Sprint(seat))
		list := []string{"-json", "-seat", fmt.Sprint(seat), "-state", file, "-record", file + ".record"}
		if seat == 0 {
			return append(list, "-listen", addr, "-seats", fmt.Sprint(crashSeats), "-hands", "1", "-patience", patience.String(), "-think", patience.String())
		}
		return append(list, "-connect", addr)
	}
	processes := make([]*process, crashSeats)
	defer func() {
		for _, p := range processes {
			if p != nil {
				p.kill()
			}
		}
	}()
	processes[0] = start(args(0))
	addr = processes[0].stderr.Address(slow)
	for seat := 1; seat < crashSeats; seat++ {
		processes[seat] = start(args(seat))
	}
	finished := func() bool {
		for seat, p := range processes {
			if slices.Contains(c.killed[:], seat) {
				continue
			}
			select {
			case <-p.done:
			default:
				return false
			}
		}
		return true
	}
	var over [3]bool
	for late := time.Now().Add(30 * patience); !finished(); time.Sleep(2 * time.Millisecond) {
		n := posts(filepath.Join(dir, "0.relay"))
		for i, seat := range []int{c.killed[0], c.killed[1], c.restart} {
			if over[i] || n < 1+c.at[i] {
				continue
			}
			over[i] = true
			processes[seat].kill()
			if i == 2 {
				processes[seat] = start(args(seat))
			}
		}
		if time.Now().After(late) {
			slow.Errorf("%v: the match doesn't end", c)
			return
		}
	}
	c.check(t, slow, processes)
	if t.Failed() {
		for seat, p := range processes {
			t.Logf("%v\nseat %d: %s\n%s", c, seat, p.out, p.stderr)
		}
	}
}

// check checks that those who weren't killed have the same results, which follow from
// what was shown and from each record. On a slow machine, the others may have taken one of
// them for silent.
func (c crash) check(t, slow testing.TB, processes []*process) {
	var first *result
	for seat, p := range processes {
		if slices.Contains(c.killed[:], seat) {
			continue
		}
		if p.cmd.ProcessState != nil && p.cmd.ProcessState.ExitCode() == cli.Broken && !strings.Contains(p.stderr.String(), "\ngoroutine ") {
			slow.Errorf("%v: seat %d: %s", c, seat, p.stderr) // it has come back too late: the relay is gone
			continue
		}
		var r result
		if err := json.Unmarshal([]byte(p.out.String()), &r); err != nil || p.cmd.ProcessState == nil {
			t.Errorf("%v: seat %d: %v, %v", c, seat, err, p.cmd.ProcessState)
			return
		}
		status, out, stderr := command("-json", "-audit", p.args[slices.Index(p.args, "-record")+1])
		var v verdict
		if err := json.Unmarshal([]byte(out), &v); err != nil || status != cli.Passed || len(v.Guilty) > 0 {
			t.Errorf("%v: the record of seat %d: status %d, %v, %s, %s", c, seat, status, err, out, stderr)
		}
		for _, o := range r.Outs {
			switch {
			case o.Why == holdem.Cheated:
				t.Errorf("%v: seat %d: %+v", c, seat, o)
			case o.Why != holdem.Broke && !slices.Contains(c.killed[:], o.Seat), o.Why == holdem.Left: // as most others were silent
				slow.Errorf("%v: seat %d: %+v", c, seat, o)
			}
		}
		if p.cmd.ProcessState.ExitCode() != cli.Passed || r.Result != "passed" {
			slow.Errorf("%v: seat %d: %v, %s", c, seat, p.cmd.ProcessState, p.stderr)
			continue
		}
		if first == nil {
			first = &r
		}
		a, _ := json.Marshal(first.Hands)
		b, _ := json.Marshal(r.Hands)
		if string(a) != string(b) || !slices.Equal(first.Stacks, r.Stacks) || !v.Over || !slices.Equal(v.Stacks, r.Stacks) {
			t.Errorf("%v: seat %d has %s, %v, its record %+v, and another one %s, %v", c, seat, b, r.Stacks, v, a, first.Stacks)
		}
	}
	if slow.Failed() {
		return
	}
	sum := 0
	for _, chips := range first.Stacks {
		sum += chips
	}
	if sum != crashSeats*200 || len(first.Hands) != 1 {
		t.Errorf("%v: %d chips, %+v", c, sum, first.Hands)
		return
	}
	r := first.Hands[0]
	if !r.Void {
		checkPayout(t, r)
	} else if r.Payout[c.killed[0]] > 0 || r.Payout[c.killed[1]] > 0 { // all others had folded
		t.Errorf("%v: %+v", c, r)
	}
}

// numbers returns the numbers of cards.
func numbers(t testing.TB, names ...[]string) []int {
	numbers, err := cards.ParseNumbers(strings.Join(slices.Concat(names...), " "))
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

// checkPayout checks that the best of those who have shown their cards win.
func checkPayout(t testing.TB, r shownHand) {
	won := make([]int, len(r.Stacks))
	for _, pot := range r.Pots {
		var best showdown.Strength
		var winners []int
		for _, s := range pot.Seats {
			if r.Shown[s] == nil {
				continue
			}
			switch strength := showdown.Best(numbers(t, r.Shown[s], r.Board)...); {
			case strength > best:
				best, winners = strength, []int{s}
			case strength == best:
				winners = append(winners, s)
			}
		}
		if winners == nil && len(pot.Seats) == 1 {
			winners = pot.Seats
		}
		if !slices.Equal(winners, pot.Winners) {
			t.Errorf("%v won, not %v: %+v", pot.Winners, winners, r)
			return
		}
		for i, s := range winners {
			won[s] += pot.Chips / len(winners)
			if i < pot.Chips%len(winners) {
				won[s]++
			}
		}
	}
	for s, chips := range won {
		if r.Payout[s] < chips { // more is what nobody has matched
			t.Errorf("seat %d gets %d, not %d: %+v", s, r.Payout[s], chips, r)
		}
	}
}
