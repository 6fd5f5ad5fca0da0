package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// command runs the program as from a shell, with a clock of its own.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	synctest.Test(t, func(*testing.T) {
		var out, err strings.Builder
		status = run(args, &out, &err)
		stdout, stderr = out.String(), err.String()
	})
	return status, stdout, stderr
}

// runs is how many random runs there are, of n as a rule: more in the large.
func runs(n uint64) uint64 {
	if clitest.Long() {
		return 4 * n
	}
	return max(1, n/3)
}

func TestCommand(t *testing.T) {
	for args, want := range map[string]struct {
		status      int
		out, stderr string
	}{
		"": {0, "After 3 rounds, the points by seat are ", ""},
		"-cheat discard -seats 3": {1, `(?s)Seat 2 CHEATS: it shows .*Seat 2 went out of the game in round \d \(fault\)`,
			"rummy: seat 2 cheated: the proof of the decryption doesn't hold"},
		"-cheat meld -seats 2": {1, "(?s)Seat 1 CHEATS: it lays .*Seat 0 is alone and wins 110 points.",
			"rummy: seat 1 cheated: it lays down what isn't a set or a run"},
		"-cheat silent -seats 2": {0, "(?s)Seat 1 CHEATS: when .*After 1 round, the points by seat are 110 and 0.", ""},
		"-seats 7":               {2, "", "from 2 to 6"},
		"-cheat deck":            {2, "", "must be discard, meld or silent"},
		"-h":                     {0, "usage:", ""},
	} {
		status, out, stderr := command(t, strings.Fields(args)...)
		if status != want.status || !regexp.MustCompile(want.out).MatchString(out) || !strings.Contains(stderr, want.stderr) ||
			want.stderr == "" && stderr != "" {
			t.Errorf("%s: status %d\n%s%s", args, status, out, stderr)
		}
		clitest.CheckWidth(t, out)
	}
}

// memory keeps a seat while its program doesn't run.
type memory struct{ kept []byte }

func (m *memory) Load(first []byte) ([]byte, error) {
	if m.kept == nil {
		m.kept = bytes.Clone(first)
	}
	return bytes.Clone(m.kept), nil
}

func (m *memory) Replace(old, new []byte) error {
	if !bytes.Equal(old, m.kept) {
		return errors.New("that isn't what is kept")
	}
	m.kept = bytes.Clone(new)
	return nil
}

// dying has a bot's program end, when it has something to say or has seen something, as often
// as the function says so, and begin again from what it has kept.
func dying(dies func(*bot) bool, restarts *atomic.Int64) func(*bot, context.Context) error {
	return func(b *bot, ctx context.Context) error {
		b.Keeper = new(memory)
		for {
			life, end := context.WithCancel(ctx)
			b.saw = func() {
				if dies(b) {
					end()
				}
			}
			err := b.Play(life)
			if end(); !errors.Is(err, context.Canceled) {
				return err
			}
			restarts.Add(1)
			time.Sleep(grace / 100)
		}
	}
}

// A whole match: seats crash, go on, are silent or cheat at random. Those who are there at its
// end agree with an audit; nobody else is out.
func TestMatches(t *testing.T) {
	matches, restarts := runs(5), new(atomic.Int64)
	for seed := range matches {
		synctest.Test(t, func(t *testing.T) {
			seats := 2 + int(seed)%5
			m, err := newMatch(seats, 2, []string{"", "discard", "meld"}[seed%3])
			if err != nil {
				t.Fatal(err)
			}
			var want []int // who is out
			if seed%3 > 0 {
				want = append(want, seats-1)
			}
			goes := -1
			if seed%4 == 3 {
				goes = rand.IntN(seats - 1)
				want = append(want, goes)
			}
			err = m.play(t.Context(), dying(func(b *bot) bool {
				if b.Number == goes && (b.Player.Round() == 1 && rand.IntN(20) == 0 || b.Player.Round() == 2) {
					b.game.gone = true
				}
				return rand.IntN(100) == 0 || restarts.Load() == 0 && rand.IntN(10) == 0 // the first one soon
			}, restarts))
			if err != nil {
				t.Fatal(err)
			}
			var out []int
			for _, o := range m.audit.Outs() {
				out = append(out, o.Seat)
			}
			if slices.Sort(out); seats > len(want)+1 && !slices.Equal(out, slices.Sorted(slices.Values(want))) {
				t.Errorf("%d: %v is out, not %v", seed, m.audit.Outs(), want)
			}
			for seat, b := range m.bots {
				if d := cmp.Diff(m.audit.Outs(), b.Player.Outs()); d != "" || b.Player.Head() != m.audit.Head() || !b.Player.Over() ||
					!slices.Equal(b.game.Points, m.game.Points) || string(b.game.Checkpoint()) != string(m.game.Checkpoint()) {
					t.Errorf("%d: seat %d disagrees with an audit: %v %v %s", seed, seat, b.game.Points, m.game.Points, d)
				}
			}
			if !m.audit.Final() && len(want)*2 < seats {
				t.Errorf("%d: the end isn't final", seed)
			}
		})
	}
	if restarts.Load() < int64(matches) {
		t.Errorf("only %d restarts", restarts.Load())
	}
}

// A cheat is out by a statement that shows it, and gets nothing of its deposit back.
func TestCheats(t *testing.T) {
	for way, why := range map[string]table.Reason{"discard": table.Fault, "meld": table.Fault, "silent": table.Silent} {
		synctest.Test(t, func(t *testing.T) {
			m, err := newMatch(3, 1, way)
			if err == nil {
				err = m.play(t.Context(), (*bot).Play)
			}
			if err != nil {
				t.Fatal(err)
			}
			outs := m.audit.Outs()
			if len(outs) != 1 || outs[0].Seat != 2 || outs[0].Why != why || outs[0].Round != 1 {
				t.Errorf("%s: %v", way, outs)
			}
			for seat := range 3 {
				if m.audit.Returned(seat) != (seat < 2) {
					t.Errorf("%s: the deposit of seat %d", way, seat)
				}
			}
			if p := m.bots[0].game.Points; p[2] != 0 || p[0]+p[1] < 70 {
				t.Errorf("%s: the points are %d", way, p)
			}
		})
	}
}

// Seats that leave between two rounds have no part in the next one.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, err := newMatch(3, 2, "")
		if err != nil {
			t.Fatal(err)
		}
		left, b := false, m.bots[1]
		b.saw = func() {
			if b.Player.Round() == 1 && !left {
				left = true
				if err := b.Player.Leave(); err != nil {
					t.Error(err)
				}
			}
		}
		if err := m.play(t.Context(), (*bot).Play); err != nil {
			t.Fatal(err)
		}
		g := m.bots[0].game
		if outs := m.audit.Outs(); len(outs) != 1 || outs[0].Why != table.Left || fmt.Sprint(g.Players) != "[0 2]" || g.Round != 2 {
			t.Errorf("%v, players %d after round %d", outs, g.Players, g.Round)
		}
	})
}
