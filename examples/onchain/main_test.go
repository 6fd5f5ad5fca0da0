package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

var update = flag.Bool("update", false, "write testdata/default.txt")

// The decks that the contract left in an EVM.
const (
	firstCall  = "0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3"
	firstDeck  = "51 3 9 0 29 10 44 25 19 18 15 43 17 12 31 34 30 5 14 42 28 22 4 11 46 39 38 32 2 16 37 1 7 8 36 40 27 50 41 13 47 20 23 26 21 33 49 6 48 45 35 24"
	secondCall = "0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275"
	secondDeck = "43 9 47 14 21 50 3 51 40 17 29 26 38 32 4 11 12 30 39 6 0 22 31 37 36 10 49 27 48 44 28 20 46 35 5 18 13 1 24 8 2 33 45 42 7 25 19 15 16 41 23 34"
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
	golden := filepath.Join("testdata", "default.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}

	// The decks, and the figures that are known from elsewhere.
	for _, want := range []string{
		"\n      K♣  4♠ 10♠  A♠  4♦  J♠  6♣  K♥  7♥  6♥  3♥  5♣  5♥\n",
		"\n      9♠  3♠  8♦  7♣  4♣  8♠  K♥  7♥  3♥  4♥  3♣  J♥  9♦\n\n3.",
		"K♣ at 0, the least         0.743 ", "2♠ at 0, the greatest      1.352 ", "position 0, the worst       7.53 ",
		"     3♠ A♠ 2♠  4 of 27\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q", want)
		}
	}

	// The simulations agree with the exact figures.
	figures := regexp.MustCompile(`([-0-9.]+) +([-0-9.]+) ± ([0-9.]+)`).FindAllStringSubmatch(out, -1)
	if len(figures) != 11 {
		t.Fatalf("%d figures with standard errors", len(figures))
	}
	for _, m := range figures {
		if d := number(t, m[2]) - number(t, m[1]); math.Abs(d) > 4*number(t, m[3]) {
			t.Errorf("a simulation is off: %s", m[0])
		}
	}

	// The command that checks a deck works as printed.
	_, shell, _ := strings.Cut(out, "Check a deck:\n  go run ./examples/onchain ")
	args := strings.Fields(shell)
	if status, _, stderr := command(args...); status != cli.Passed || len(args) != 6 {
		t.Errorf("%q: status %d, %s", args, status, stderr)
	}
}

func TestComparisonAsJSON(t *testing.T) {
	status, out, stderr := command("-json")
	var c comparison
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("%v, status %d, %s", err, status, stderr)
	}
	if c.Result != "passed" || len(c.Calls) != 2 || numbers(c.Calls[1].Deck) != strings.ReplaceAll(secondDeck, " ", ",") || len(c.Sections) != 3 {
		t.Errorf("%+v", c)
	}
	least := c.Sections[0].Rows[0]
	if least.What != "K♣ at 0, the least" || math.Abs(least.Contract.Exact-0.743) > 0.0005 || least.FisherYates.Exact != 1 || math.Abs(least.Contract.Simulated-least.Contract.Exact) > 4*least.Contract.Error {
		t.Errorf("%+v", least)
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
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
		name := cards.Numbered(c).String()
		text += strings.Repeat(" ", 4-utf8.RuneCountInString(name)) + name
		if i%13 == 12 {
			text += "\n"
		}
	}
	return text + "\nIn numbers, for -verify: " + strings.Join(fields, ",") + "\n"
}

func TestPrevrandao(t *testing.T) {
	for _, c := range []struct {
		calls []string
		want  string
	}{
		{[]string{firstCall}, printed(1, firstCall, firstDeck)},
		{[]string{firstCall, secondCall}, printed(1, firstCall, firstDeck) + "\n" + printed(2, secondCall, secondDeck)},
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

func TestJSON(t *testing.T) {
	type call struct {
		Prevrandao string
		Deck       []int
		Cards      []string
	}
	type object struct {
		Result, Reason string
		Claimed        []int
		Calls          []call
	}
	deck := func(text string) (deck []int) {
		if err := json.Unmarshal([]byte("["+strings.ReplaceAll(text, " ", ",")+"]"), &deck); err != nil {
			t.Fatal(err)
		}
		return deck
	}
	calls := []call{
		{firstCall, deck(firstDeck), cards.Names(deck(firstDeck))},
		{secondCall, deck(secondDeck), cards.Names(deck(secondDeck))},
	}
	for _, c := range []struct {
		args   []string
		status int
		want   object
	}{
		{nil, cli.Passed, object{"passed", "", nil, calls}},
		{[]string{"-verify", secondDeck}, cli.Passed, object{"passed", "", calls[1].Deck, calls}},
		{[]string{"-verify", firstDeck}, cli.Failed, object{"failed", "the decks differ at position 0: K♣ is claimed, 5♣ is what the calls leave there", calls[0].Deck, calls}},
	} {
		status, out, stderr := command(append([]string{"-json", "-prevrandao", firstCall, "-prevrandao", secondCall}, c.args...)...)
		var got object
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); status != c.status || !strings.Contains(stderr, c.want.Reason) || diff != "" {
			t.Errorf("%q: status %d, %s (-want +got):\n%s", c.args, status, stderr, diff)
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
			if status != cli.Passed || !strings.Contains(out, "This is the deck") || stderr != "" {
				t.Errorf("%s: status %d, %s%s", c.what, status, out, stderr)
			}
		} else if status != cli.Failed || out != "" || !strings.Contains(stderr, "onchain: "+c.want) {
			t.Errorf("%s: status %d, %s%s, want %q", c.what, status, out, stderr, c.want)
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
		{[]string{"-svg", "-"}, `invalid value "-" for flag -svg: must be the name of a file`},
		{[]string{"-svg", "no/such/directory/x.svg"}, "no/such/directory/x.svg"},
		{[]string{"-prevrandao", ""}, `invalid value "" for flag -prevrandao: onchain: malformed: prevrandao doesn't start with 0x`},
		{[]string{"-prevrandao", firstCall, "-prevrandao", "0x"}, `invalid value "0x" for flag -prevrandao: `},
		{[]string{"-prevrandao", firstCall[2:]}, "flag -prevrandao: "},
		{[]string{"-prevrandao", firstCall[:65]}, "flag -prevrandao: "},
		{[]string{"-prevrandao", firstCall + "0"}, "flag -prevrandao: "},
		{[]string{"-prevrandao", "0X" + firstCall[2:]}, "flag -prevrandao: "},
		{[]string{"-prevrandao", firstCall[:65] + "F"}, "isn't lowercase hex"},
		{[]string{"-prevrandao", firstCall[:65] + "g"}, "isn't lowercase hex"},
		{verify(""), "flag -verify: must be 52 numbers, not 0"},
		{verify("false"), "flag -verify: must be 52 numbers, not 1"},
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
	dir := t.TempDir()
	for _, args := range [][]string{
		nil,
		{"-prevrandao", firstCall},
		{"-prevrandao", firstCall, "-json"},
		{"-prevrandao", firstCall, "-verify", firstDeck},
		{"-svg", filepath.Join(dir, "heatmap.svg")},
	} {
		var stderr strings.Builder
		if status := run(args, clitest.Full{}, &stderr); status != cli.Broken || stderr.String() != "onchain: no space left\n" {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
	for _, file := range []string{dir, filepath.Join(dir, "no", "such.svg")} {
		if status, out, stderr := command("-svg", file); status != cli.Broken || out != "" || !strings.Contains(stderr, file) {
			t.Errorf("-svg %s: status %d, %s%s", file, status, out, stderr)
		}
	}
}

func TestCards(t *testing.T) {
	if got, want := cards.JoinNumbered([]int{0, 12, 13, 25, 26, 38, 39, 51}), "A♠ K♠ A♥ K♥ A♦ K♦ A♣ K♣"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !slices.Equal(published, []string{firstCall, secondCall}) {
		t.Error("other calls are published")
	}
}
