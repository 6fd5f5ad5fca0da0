package main

import (
	"bufio"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// The table as a person sees it: without colours, it is the same text.
func TestTable(t *testing.T) {
	v := holdem.View{
		Seat: 2, Hand: 3, Street: holdem.Flop, Turn: 2, Button: 0,
		Stacks: []int{198, 1_000_000, 60, 0, 0}, Bets: []int{0, 20, 0, 0, 0}, Folded: []bool{true, false, false, false, true}, Gone: []bool{4: true},
		Pot: 200, Board: []int{0, 13, 26}, Own: []int{22, 51}, Shown: make([][]int, 5),
		Legal: holdem.Legal{Fold: true, Call: 20, MinRaise: 40, MaxRaise: 60},
	}
	plain := looks{}.table(v)
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
	colour := looks{colour: true}.table(v)
	if got := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(colour, ""); got != plain || colour == plain || !strings.Contains(colour, "\x1b[31m10♥\x1b[0m") {
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

// What could cost more than was meant is no action.
func TestParseAction(t *testing.T) {
	owes, free := holdem.Legal{Fold: true, Call: 18, MinRaise: 38, MaxRaise: 100}, holdem.Legal{Check: true, MinRaise: 2, MaxRaise: 98}
	last := holdem.Legal{Fold: true, Call: 18}
	for _, c := range []struct {
		text  string
		legal holdem.Legal
		want  string
	}{
		{"f", owes, "folds"}, {"fold", free, "You needn't fold: checking is free (c)."}, {"c", owes, "calls"}, {"c", free, "checks"}, {"call", free, "There is nothing to call: you can check (c)."},
		{"check", owes, "You can't check: call 18 (c) or fold (f)."}, {"r 40", owes, "raises to 40"}, {"raise to 40", owes, "raises to 40"}, {"r", owes, "How much? r 38, for example, makes your bet 38 in all."},
		{"r 37", owes, "Your bet can be from 38 to 100 in all."}, {"r 1e9", owes, "Your bet can be from 38 to 100 in all."}, {"b 101", free, "Your bet can be from 2 to 98 in all."}, {"r 40", last, "You can't raise now."},
		{"a", owes, "raises to 100"}, {"all in", last, "calls"}, {"a", holdem.Legal{Fold: true, Call: 5}, "You can't raise now."}, {"c c", owes, `"c c" isn't one of the choices.`}, {"x", owes, `"x" isn't one of the choices.`},
	} {
		got, why := parseAction(strings.Fields(c.text), c.legal, 18)
		if got != nil {
			why = holdem.Deed{Action: *got}.String()
		}
		if why != c.want {
			t.Errorf("%s: %s, not %s", c.text, why, c.want)
		}
	}
}

// At a terminal, what is typed before the question is no answer to it.
func TestTypedTooSoon(t *testing.T) {
	out := new(strings.Builder)
	p := &party{out: bufio.NewWriter(out)}
	s := &seat{party: p}
	p.tell = newTeller(p)
	p.tell.seats = []*seat{s}
	s.person = &person{seat: s, terminal: true, asked: -1}
	s.person.takes("c", time.Now())
	s.person.asked, s.person.shown = 5, time.Now()
	s.person.takes("c", s.person.shown.Add(-time.Second))
	if n := strings.Count(out.String(), "That came before your turn, and doesn't count."); n != 2 || len(s.person.ahead) > 0 {
		t.Errorf("%d times: %s, %v", n, out, s.person.ahead)
	}
	if s.person.takes("c", time.Now()); len(s.person.ahead) != 1 {
		t.Errorf("%v", s.person.ahead)
	}
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
