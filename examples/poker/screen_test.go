package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// The table as a person sees it: without colours, it is the same text.
func TestTable(t *testing.T) {
	v := holdem.View{
		Seat: 2, Hand: 3, Stage: holdem.Betting, Street: holdem.Flop, Turn: 2, Button: 0,
		Stacks: []int{198, 1_000_000, 60, 0, 0}, Bets: []int{0, 20, 0, 0, 0}, Folded: []bool{true, false, false, false, true}, AllIn: []bool{false, false, false, true, false},
		Board: []int{0, 13, 26}, Own: []int{22, 51}, Shown: make([][]int, 5),
		Outs:  []holdem.Out{{Seat: 4, Hand: 2, Why: holdem.Silent}},
		Legal: holdem.Legal{Fold: true, Call: 20, MinRaise: 40, MaxRaise: 60},
	}
	p := &party{terms: terms{Config: holdem.Config{Seats: 5}}}
	plain := looks{}.table(v, p.names(2), 1_000_458)
	want := `
── hand 3, the flop ────────────────────────────────────────────────────────────
  D seat 0             198   folded
    seat 1       1,000,000   has bet 20
>   seat 2 (you)        60
    seat 3               0   all-in
    seat 4               0   out

  board  A♠ A♥ A♦ ·· ··     pot  200
  yours  10♥ K♣

`
	if plain != want {
		t.Errorf("%s, want %s", plain, want)
	}
	clitest.CheckWidth(t, plain)
	colour := looks{colour: true}.table(v, p.names(2), 1_000_458)
	if got := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(colour, ""); got != plain || colour == plain {
		t.Errorf("%q", colour)
	}
	if !strings.Contains(colour, "\x1b[31m10♥\x1b[0m") {
		t.Errorf("%q", colour)
	}
	for legal, want := range map[holdem.Legal]string{
		v.Legal: "fold (f), call 20 (c), raise to 40–60 (r N), all-in (a), leave (q)",
		{Check: true, MinRaise: 60, MaxRaise: 60}: "check (c), all-in with 60 (a), leave (q)",
		{Fold: true, Call: 5}:                     "fold (f), call 5 (c), leave (q)",
		{Fold: true, Call: 60}:                    "fold (f), call 60, all-in (c), leave (q)",
	} {
		v.Legal = legal
		if got := strings.Join(choices(v), ", "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Colours are for terminals only.
func TestLooks(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, w := range []io.Writer{file, io.Discard} {
		if looksOf(w).colour {
			t.Errorf("%T is in colour", w)
		}
	}
	terminal, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !looksOf(terminal).colour {
		t.Error("a terminal isn't in colour")
	}
	t.Setenv("NO_COLOR", "1")
	if looksOf(terminal).colour {
		t.Error("NO_COLOR is ignored")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if looksOf(terminal).colour {
		t.Error("a dumb terminal is in colour")
	}
}

// What people type.
func TestParseAction(t *testing.T) {
	l := holdem.Legal{Fold: true, Call: 20, MinRaise: 40, MaxRaise: 60}
	free := holdem.Legal{Check: true, MinRaise: 2, MaxRaise: 60}
	for _, c := range []struct {
		words string
		legal holdem.Legal
		want  holdem.Action
	}{
		{"f", l, holdem.Action{Kind: holdem.Fold}},
		{"fold", l, holdem.Action{Kind: holdem.Fold}},
		{"c", l, holdem.Action{Kind: holdem.Call}},
		{"check", free, holdem.Action{Kind: holdem.Check}},
		{"r 40", l, holdem.Action{Kind: holdem.Raise, To: 40}},
		{"bet 60", free, holdem.Action{Kind: holdem.Raise, To: 60}},
		{"a", l, holdem.Action{Kind: holdem.Raise, To: 60}},
		{"all in", l, holdem.Action{Kind: holdem.Raise, To: 60}},
		{"raise to 41", l, holdem.Action{Kind: holdem.Raise, To: 41}},
		{"call", l, holdem.Action{Kind: holdem.Call}},
		{"a", holdem.Legal{Fold: true, Call: 60}, holdem.Action{Kind: holdem.Call}},
	} {
		got, why := parseAction(strings.Fields(c.words), c.legal, 60)
		if got == nil || *got != c.want || why != "" {
			t.Errorf("%s: %v, %s", c.words, got, why)
		}
	}
	short := holdem.Legal{Fold: true, Call: 20}
	for _, c := range []struct {
		words string
		legal holdem.Legal
		why   string
	}{
		{"r", l, "How much? r 40, for example, makes your bet 40 in all."},
		{"r 39", l, "Your bet can be from 40 to 60 in all."},
		{"r 61", l, "Your bet can be from 40 to 60 in all."},
		{"r 1e1", l, "Your bet can be from 40 to 60 in all."},
		{"r 40 50", l, "How much?"},
		{"x", l, `"x" isn't one of the choices.`},
		{"-1", l, `"-1" isn't one of the choices.`},
		{"c c", l, `"c c" isn't one of the choices.`},
		{"check", l, "You can't check: call 20 (c) or fold (f)."},
		{"call", free, "There is nothing to call: you can check (c)."},
		{"fold", free, "You needn't fold: checking is free (c)."},
		{"r 40", short, "You can't raise now."},
		{"a", short, "You can't raise now."},
	} {
		if got, why := parseAction(strings.Fields(c.words), c.legal, 60); got != nil || !strings.HasPrefix(why, c.why) {
			t.Errorf("%s: %v, %s", c.words, got, why)
		}
	}
}

// An onlooker finds each card in clear, wherever it stands, and says so if it wasn't
// opened, or if one that was isn't there.
func TestOnlooker(t *testing.T) {
	deck := holdem.PublicDeck()
	post := func(card int) []byte {
		return append([]byte("something, and "), append(deck.At(card).Bytes(), 1, 2, 3)...)
	}
	results := []holdem.Result{{Hand: 1, Board: []int{7, 3, 50}, Shown: [][]int{nil, {12, 13}}}, {Hand: 2}}
	all := newOnlooker()
	for _, c := range []int{3, 7, 12, 13, 50} {
		all.look(1, post(c))
	}
	all.look(2, []byte("short"))
	if n, err := all.check(results); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if all.posts != 6 {
		t.Errorf("%d posts", all.posts)
	}
	all.look(2, post(3))
	if _, err := all.check(results); cli.Status(err) != cli.Failed {
		t.Errorf("a card in clear goes unseen: %v", err)
	}
	few := newOnlooker()
	few.look(1, post(3)[:len(post(3))-4])
	if _, err := few.check(results); cli.Status(err) != cli.Failed {
		t.Errorf("%v", err)
	}
}
