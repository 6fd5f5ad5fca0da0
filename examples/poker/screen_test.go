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
  ● seat 0             198   folded
    seat 1       1,000,000   has bet 20
>   seat 2 (you)        60   it's your turn
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
		v.Legal:                                 "f fold, c call 20, r N raise to N, from 40 to 60 (all-in), q leave",
		{Check: true, MinRaise: 2, MaxRaise: 2}: "c check, a all-in with 2, q leave",
		{Fold: true, Call: 5}:                   "f fold, c call 5, q leave",
	} {
		if got := strings.Join(choices(legal), ", "); got != want {
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
		{"a", holdem.Legal{Fold: true, Call: 20}, holdem.Action{Kind: holdem.Call}},
	} {
		got, why := parseAction(strings.Fields(c.words), c.legal)
		if got == nil || *got != c.want || why != "" {
			t.Errorf("%s: %v, %s", c.words, got, why)
		}
	}
	for _, words := range []string{"r", "r 39", "r 61", "r 1e1", "r 40 50", "x", "-1"} {
		if got, why := parseAction(strings.Fields(words), l); got != nil || why == "" {
			t.Errorf("%s: %v", words, got)
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
