package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

// The decks that the contract left in an EVM.
const (
	firstCall = "0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3"
	firstDeck = "51 3 9 0 29 10 44 25 19 18 15 43 17 12 31 34 30 5 14 42 28 22 4 11 46 39 38 32 2 16 37 1 7 8 36 40 27 50 41 " +
		"13 47 20 23 26 21 33 49 6 48 45 35 24"
	secondCall = "0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275"
	secondDeck = "43 9 47 14 21 50 3 51 40 17 29 26 38 32 4 11 12 30 39 6 0 22 31 37 36 10 49 27 48 44 28 20 46 35 5 18 13 1 24 " +
		"8 2 33 45 42 7 25 19 15 16 41 23 34"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

func TestDefault(t *testing.T) {
	status, out, stderr := command()
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out, "  go run ")
	clitest.Golden(t, "default.txt", out)

	// The command that checks a deck works as printed.
	_, shell, _ := strings.Cut(out, "Check a deck:\n  go run ./examples/onchain ")
	args := strings.Fields(shell)
	if status, _, stderr := command(args...); status != cli.Passed || len(args) != 6 {
		t.Errorf("%q: status %d, %s", args, status, stderr)
	}
}

func TestFiguresAsJSON(t *testing.T) {
	status, out, stderr := command("-json")
	var o struct {
		Result  string
		Calls   []call
		Figures []figure
	}
	if err := json.Unmarshal([]byte(out), &o); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("%v, status %d, %s", err, status, stderr)
	}
	if o.Result != "passed" || len(o.Calls) != 2 || numbers(o.Calls[1].Deck) != strings.ReplaceAll(secondDeck, " ", ",") ||
		len(o.Figures) != 5 || o.Figures[0].What != "K♣ at position 0, the least" {
		t.Errorf("%+v", o)
	}
}

// printed is what is printed of a call.
func printed(number int, prevrandao, deck string) string {
	text := fmt.Sprintf("The deck after call %d, prevrandao\n%s:\n", number, prevrandao)
	fields := strings.Fields(deck)
	for i, field := range fields {
		c, _ := strconv.Atoi(field)
		if i%13 == 0 {
			text += "    "
		}
		name := faces.Card(c).String()
		text += strings.Repeat(" ", 4-utf8.RuneCountInString(name)) + name
		if i%13 == 12 {
			text += "\n"
		}
	}
	return text + "\nIn numbers, for -verify: " + strings.Join(fields, ",") + "\n\n"
}

func TestPrevrandao(t *testing.T) {
	for _, c := range []struct {
		calls []string
		want  string
	}{
		{[]string{firstCall}, printed(1, firstCall, firstDeck)},
		{[]string{firstCall, secondCall}, printed(1, firstCall, firstDeck) + printed(2, secondCall, secondDeck)},
	} {
		var args []string
		for _, call := range c.calls {
			args = append(args, "-prevrandao", call)
		}
		status, out, stderr := command(args...)
		if diff := cmp.Diff(c.want, out); status != cli.Passed || stderr != "" || diff != "" {
			t.Errorf("%q: status %d, %s (-want +got):\n%s", args, status, stderr, diff)
		}
	}
}

func TestVerify(t *testing.T) {
	for _, c := range []struct {
		what, deck string
		want       string // in the error
	}{
		{"right", secondDeck, ""},
		{"with commas", strings.ReplaceAll(secondDeck, " ", ", "), ""},
		{"of the first call", firstDeck, "the decks differ at position 0: K♣ is claimed, 5♣ is what"},
		{"swapped", strings.Replace(secondDeck, "14 21", "21 14", 1), "the decks differ at position 3: 9♥ is claimed, 2♥ is what"},
		{"swapped at the end", strings.Replace(secondDeck, "23 34", "34 23", 1), "the decks differ at position 50: 9♦ is claimed, J♥ is what"},
	} {
		status, out, stderr := command("-verify", c.deck, "-prevrandao", firstCall, "-prevrandao", secondCall)
		if c.want == "" {
			if status != cli.Passed || !strings.HasSuffix(out, "\nThis is the deck that was to be verified.\n") || stderr != "" {
				t.Errorf("%s: status %d, %s%s", c.what, status, out, stderr)
			}
		} else if status != cli.Failed || strings.Contains(out, "This is") || !strings.Contains(stderr, "onchain: "+c.want) {
			t.Errorf("%s: status %d, %s%s, want %q", c.what, status, out, stderr, c.want)
		}
		var o struct {
			Result, Reason string
			Calls          []call
		}
		status, out, _ = command("-verify", c.deck, "-prevrandao", firstCall, "-prevrandao", secondCall, "-json")
		if err := json.Unmarshal([]byte(out), &o); err != nil || (o.Result == "passed") != (status == cli.Passed) ||
			!strings.Contains(o.Reason, c.want) ||
			len(o.Calls) != 2 || strings.Join(o.Calls[0].Cards, " ") != faces.Join(o.Calls[0].Deck) ||
			numbers(o.Calls[1].Deck) != strings.ReplaceAll(secondDeck, " ", ",") {
			t.Errorf("%s: status %d, %v, %+v", c.what, status, err, o)
		}
	}
}

// Bad input: exit status 2, the field or flag named, nothing on standard output.
func TestMisuse(t *testing.T) {
	verify := func(deck string) []string { return []string{"-prevrandao", firstCall, "-verify", deck} }
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"deck"}, `"deck"`},
		{[]string{"-nosuch"}, "-nosuch"},
		{[]string{"-prevrandao"}, "-prevrandao"},
		{[]string{"-verify", firstDeck}, "-verify needs -prevrandao"},
		{[]string{"-svg", "x", "-prevrandao", firstCall}, "-prevrandao and -svg can't be used together"},
		{[]string{"-svg", "x", "-verify", firstDeck}, "-svg and -verify can't be used together"},
		{[]string{"-svg", "x", "-json"}, "-svg and -json can't be used together"},
		{[]string{"-svg", ""}, `invalid value "" for flag -svg: must be the name of a file`},
		{[]string{"-svg", "no/such/directory/x.svg"}, "no/such/directory/x.svg"},
		{[]string{"-prevrandao", ""}, `invalid value "" for flag -prevrandao: onchain: malformed: prevrandao doesn't start with 0x`},
		{[]string{"-prevrandao", firstCall, "-prevrandao", "0x"}, `invalid value "0x" for flag -prevrandao: `},
		{[]string{"-prevrandao", firstCall[2:]}, "flag -prevrandao: "},
		{verify(""), "flag -verify: must be 52 numbers, not 0"},
		{verify(strings.TrimSuffix(firstDeck, " 24")), "flag -verify: must be 52 numbers, not 51"},
		{verify(firstDeck + " 52"), "flag -verify: must be 52 numbers, not 53"},
		{verify("K" + firstDeck[2:]), `flag -verify: position 0 holds "K"`},
		{verify("52" + firstDeck[2:]), "flag -verify: shuffle: malformed: position 0 holds 52"},
		{verify("-1" + firstDeck[2:]), "flag -verify: shuffle: malformed: position 0 holds -1"},
		{verify("3" + firstDeck[2:]), "flag -verify: shuffle: malformed: position 1 repeats 3"},
		{verify("99999999999999999999" + firstDeck[2:]), `flag -verify: position 0 holds "99999999999999999999"`},
	} {
		status, out, stderr := command(c.args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, %s%s, want %q", c.args, status, out, stderr, c.want)
		}
	}
	clitest.CheckWidth(t, usage)
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
}

// What can't be written is an error.
func TestUnwritable(t *testing.T) {
	for _, args := range [][]string{{"-prevrandao", firstCall}, {"-prevrandao", firstCall, "-json"},
		{"-prevrandao", firstCall, "-verify", firstDeck}} {
		var stderr strings.Builder
		if status := run(args, clitest.Full{}, &stderr); status != cli.Broken || stderr.String() != "onchain: no space left\n" {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
	if status, _, stderr := command("-svg", t.TempDir()); status != cli.Broken || !strings.Contains(stderr, "is a directory") {
		t.Errorf("status %d, %s", status, stderr)
	}
}
