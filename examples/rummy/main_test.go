package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
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
		"":                        {0, "After 3 rounds, the points by seat are ", ""},
		"-cheat discard -seats 3": {1, "Seat 2 went out of the game in round 1 (fault)", "rummy: seat 2 cheated: hand: sra: invalid proof"},
		"-cheat meld -seats 2":    {1, "Seat 0 is alone and wins 110 points.", "rummy: seat 1 cheated: it lays down what isn't a set or a run"},
		"-cheat silent -seats 2":  {0, "After 1 round, the points by seat are 110 and 0.", ""},
		"-seats 7":                {2, "", "from 2 to 6"},
		"-cheat deck":             {2, "", "must be discard, meld or silent"},
		"-h":                      {0, "usage:", ""},
	} {
		status, out, stderr := command(strings.Fields(args)...)
		if status != want.status || !strings.Contains(out, want.out) || !strings.Contains(stderr, want.stderr) || want.stderr == "" && stderr != "" {
			t.Errorf("%s: status %d\n%s%s", args, status, out, stderr)
		}
		clitest.CheckWidth(t, out)
	}
}

// restart has a bot go on from its key, its seed, what it has stored, and the board.
func (m *match) restart(t testing.TB, seat int) {
	t.Helper()
	b := m.bots[seat]
	b.game = &rummy.Cheat{Game: m.newGame(seat, b.seed), How: b.game.How}
	var err error
	if state := b.state.Bytes(); state == nil {
		b.Player, err = table.New(m.terms, b.game, b.key, b.store)
	} else {
		b.Player, err = table.Parse(m.terms, b.game, b.key, state, b.store)
	}
	if err != nil {
		t.Fatal(err)
	}
	after, err := b.Connect(func(number uint64) (record.Post, bool) {
		if number < 1 || number > uint64(len(m.board)) {
			return record.Post{}, false
		}
		return m.board[number-1], true
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.board[after:] {
		if _, err := b.Read(m.now, p); err != nil {
			t.Fatal(err)
		}
	}
	b.Start(m.now)
}

// Whole matches: seats crash, go on, are silent or cheat at random, and in the end all who
// are there and an audit agree; nobody else is out.
func TestMatches(t *testing.T) {
	matches, restarts := runs(5), 0
	for seed := range matches {
		seats, random := 2+int(seed)%5, rand.New(rand.NewPCG(seed, 0))
		m, err := newMatch(seats, 2, []string{"", "discard", "meld"}[seed%3])
		if err != nil {
			t.Fatal(err)
		}
		var want []int // who is out
		if seed%3 > 0 {
			want = append(want, seats-1)
		}
		gone := -1
		for said := true; said || !m.watch.Over(); {
			seat := random.IntN(seats)
			switch random.IntN(20) {
			case 0: // it crashes, perhaps after it has stored what it wanted to say
				if random.IntN(2) == 0 && seat != gone {
					if _, _, err := m.bots[seat].Pending(m.now); err != nil {
						t.Fatal(err)
					}
				}
				silent := m.bots[seat].game.Gone
				m.restart(t, seat)
				m.bots[seat].game.Gone = silent
				restarts++
			case 1:
				if seed%4 == 3 && gone < 0 && m.watch.Round() == 1 && seat != seats-1 {
					gone = seat
					m.bots[seat].game.Gone = true
				}
			}
			if said, err = m.step(); err != nil {
				t.Fatal(err)
			}
			if !said {
				m.now = m.now.Add(grace / 4)
			}
		}
		if gone >= 0 {
			want = append(want, gone)
		}
		game := m.newGame(-1, nil)
		audit, err := table.Audit(m.terms, game, m.board, nil)
		if err != nil {
			t.Fatal(err)
		}
		var out []int
		for _, o := range audit.Outs() {
			out = append(out, o.Seat)
		}
		if slices.Sort(out); seats > len(want)+1 && !slices.Equal(out, slices.Sorted(slices.Values(want))) {
			t.Errorf("%d: %v is out, not %v", seed, audit.Outs(), want)
		}
		for seat, b := range m.bots {
			if d := cmp.Diff(audit.Outs(), b.Outs()); d != "" || b.Head() != audit.Head() || !b.Over() ||
				!slices.Equal(b.game.Points, game.Points) || string(b.game.Checkpoint()) != string(game.Checkpoint()) {
				t.Errorf("%d: seat %d disagrees with an audit: %v %v %s", seed, seat, b.game.Points, game.Points, d)
			}
		}
		if !audit.Final() && len(want)*2 < seats {
			t.Errorf("%d: the end isn't final", seed)
		}
	}
	if restarts < int(matches) {
		t.Errorf("only %d restarts", restarts)
	}
}

// A cheat is out by a statement that shows it, and gets nothing of its deposit back.
func TestCheats(t *testing.T) {
	for how, why := range map[string]table.Reason{"discard": table.Fault, "meld": table.Fault, "silent": table.Silent} {
		m, err := newMatch(3, 1, how)
		if err == nil {
			err = m.play()
		}
		if err != nil {
			t.Fatal(err)
		}
		outs := m.watch.Outs()
		if len(outs) != 1 || outs[0].Seat != 2 || outs[0].Why != why || outs[0].Round != 1 {
			t.Errorf("%s: %v", how, outs)
		}
		for seat := range 3 {
			if m.watch.Returned(seat) != (seat < 2) {
				t.Errorf("%s: the deposit of seat %d", how, seat)
			}
		}
		if p := m.bots[0].game.Points; p[2] != 0 || p[0]+p[1] < 70 {
			t.Errorf("%s: the points are %d", how, p)
		}
	}
}

// Seats that leave between two rounds have no part in the next one.
func TestLeave(t *testing.T) {
	m, err := newMatch(3, 2, "")
	if err != nil {
		t.Fatal(err)
	}
	for m.watch.Round() == 0 {
		if _, err := m.step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.bots[1].Leave(); err != nil {
		t.Fatal(err)
	}
	if err := m.play(); err != nil {
		t.Fatal(err)
	}
	g := m.bots[0].game
	if outs := m.watch.Outs(); len(outs) != 1 || outs[0].Why != table.Left || fmt.Sprint(g.Players) != "[0 2]" || g.Round != 2 {
		t.Errorf("%v, players %d after round %d", outs, g.Players, g.Round)
	}
}
