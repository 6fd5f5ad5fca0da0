package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// Entries that people take for one another, and others.
var (
	taken = [][2]string{
		{"alice", "\u0430lice"}, {"alice", "Alice"}, {"alice", "ALICE"}, {"al1ce", "ALICE"}, {"alice", "ali\u200bce"},
		{"alice", "alice "}, {"al ice", "al\u00a0ice"},
		{"al ice", "al  ice"}, {"Zo\u00eb", "Zoe\u0308"}, {"al\u0131ce", "alice"}, {"b0b", "bob"}, {"\u0441\u043e\u0440\u0435", "cope"},
		{"\U0001d41alice", "alice"}, {"\uff41lice", "alice"},
		{"\u24d0lice", "alice"}, {"anna\u0301", "ann\u00e1"}, {"modern", "rnodern"}, {"paypa1", "paypal"}, {"\u0261oogle", "google"},
		{"\u03bfmega", "omega"}, {"ann\u00adb", "annb"},
		{"a\u2010b", "a-b"}, {"\u1e9e", "\u00df"}, {"\ufb01n", "fin"}, {"1", "l"}, {"O", "0"}, {"I", "|"}, {"a\u202eb", "ab"},
		{"\u3164a", "a"}, {"\u2764\ufe0f", "\u2764"}, {"e\u0000", "e"}, {"\u00b5", "\u03bc"}, {"\u2126", "\u03a9"},
		{"\u0915\u094d\u200d", "\u0915\u094d"}, {"\u5de5", "\u30a8"},
		{"\u0647", "o"}, {"a\u0085b", "a b"}, {"", "\u200b"},
	}
	apart = [][2]string{
		{"alice", "bob"}, {"Zo\u00eb", "Zoe"}, {"bill", "blll"}, {"Fu\u00dfball", "Fussball"}, {"\u0130ris", "iris"},
		{"\u03a3\u03a3", "\u03c3\u03c2"}, {"a\\b", "ab"},
		{"\ue000", "x"},
	}
)

// looked are all of them: the program and the page judge them alike.
var looked = append(apart, taken...)

func TestLookalikes(t *testing.T) {
	for i, pair := range looked {
		one, other := pair[0], pair[1]
		if got := alike(one, other); got != alike(other, one) || got != (i >= len(apart)) {
			t.Errorf("%+q and %+q: %v", one, other, got)
		}
	}
	for text, want := range map[string]string{
		"Zoë": "Zoë", "a\u202eb\x1b": `a\u{202e}b\u{1b}`, `a\b`: `a\\b`, "a\xffé": `a\xff\xc3\xa9`,
		"a\u00a0\u200d\ufe0f": `a\u{a0}\u{200d}\u{fe0f}`, "\U000e0041": `\u{e0041}`,
	} {
		if got := visible(text); got != want {
			t.Errorf("%+q: %s, want %s", text, got, want)
		}
	}
	for pair, want := range map[[2]string]string{
		{"alice", "\u0430lice"}: "it has U+0061 instead of U+0430", {"ab", "a\u200bb"}: "it has nothing instead of U+200B",
		{"abcdefghij", ""}: "it has U+0061 U+0062 U+0063 U+0064 U+0065 U+0066 U+0067 U+0068 … instead of nothing",
	} {
		if got := differs(pair[0], pair[1]); got != want {
			t.Errorf("%+q: %s, want %s", pair, got, want)
		}
	}
}

// warned are lists, and what is said of their entries by the program and by the page.
var warned = []struct {
	entries string
	says    []string
}{
	{"alice\nbob\nZoë\nОльга\nali ce", nil},
	{"alice\n\u0430lice", []string{`"аlice" mixes scripts`, `"аlice" looks like "alice", but isn't it: it has U+0430 instead of U+0061`}},
	{"alice\nali\u200bce", []string{
		`"ali\u{200b}ce" has an invisible character`, `"ali\u{200b}ce" looks like "alice", but isn't it: it has U+200B instead of nothing`,
	}},
	{"alice\nAlice", []string{`"alice" looks like "Alice", but isn't it: it has U+0061 instead of U+0041`}},
	{"alice\nalice ", []string{
		`"alice\u{20}" begins or ends with a space`, `"alice\u{20}" looks like "alice", but isn't it: it has U+0020 instead of nothing`,
	}},
	{"al ice\nal\u00a0ice", []string{
		`"al\u{a0}ice" has a space that isn't one`, `"al\u{a0}ice" looks like "al ice", but isn't it: it has U+00A0 instead of U+0020`,
	}},
	{"Zo\u00eb\nZoe\u0308", []string{
		"\"Zo\u00eb\" looks like \"Zoe\u0308\", but isn't it: it has U+00EB instead of U+0065 U+0308",
	}},
	{"al ice\nal  ice", []string{`"al ice" looks like "al \u{20}ice", but isn't it: it has nothing instead of U+0020`}},
	{"a\xffb", []string{`"a\xffb" isn't a text`}},
	{"a\ufffdb", []string{`"a�b" has an invisible character`}},
	{"\u0441\u043e\u0440\u0435\ncope", []string{
		`"соре" looks like "cope", but isn't it: it has U+0441 U+043E U+0440 U+0435 instead of U+0063 U+006F U+0070 U+0065`,
	}},
	{"Bill\nbIll\nblll", []string{ // Bill isn't like blll, but bIll is like both
		`"bIll" looks like "Bill", but isn't it: it has U+0062 U+0049 instead of U+0042 U+0069`,
		`"blll" looks like "bIll", but isn't it: it has U+006C instead of U+0049`,
	}},
}

func TestWarnings(t *testing.T) {
	for _, c := range warned {
		if got := warnings(entriesOf(mustList(t, c.entries)), 20); !slices.Equal(got, c.says) {
			t.Errorf("%+q: %q, want %q", c.entries, got, c.says)
		}
	}
	const more = "there are more of these, which aren't named here"
	for most, want := range map[int]string{2: more, 3: `"z\u{20}" begins or ends with a space`} {
		if all := warnings(entriesOf(mustList(t, "x \ny \nz \n")), most); len(all) != 3 || all[2] != want {
			t.Errorf("%d at most: %q", most, all)
		}
	}
	// Every command that reads a list says it.
	file := write(t, "alice\nAlice\n")
	a := write(t, announced(t, mustList(t, "alice\nAlice\n"), func(t *draw.Terms) { t.Winners, t.Substitutes = 1, 0 }).Text())
	for _, args := range [][]string{
		{"-announce", file, "-at", "30m", "-label", "l", "-place", "p"},
		{"-receipts", a, "-list", file},
		{"-result", a, "-list", file, "-round", "testdata/round.json"},
		{"-verify", a, "-list", file},
	} {
		out, stderr := passes(t, args...)
		if !strings.Contains(strings.Join(strings.Fields(out+stderr), " "),
			`"alice" looks like "Alice", but isn't it: it has U+0061 instead of U+0041.`) {
			t.Errorf("%s: %s%s", args[0], out, stderr)
		}
	}
}

// An entry can't speak to the terminal.
func TestControlCharacters(t *testing.T) {
	list := mustList(t, "\x1b[2Jann\nb\u202eob\ncat\n")
	out, _ := passes(t, "-result", write(t, announced(t, list, func(*draw.Terms) {}).Text()), "-list",
		write(t, "\x1b[2Jann\nb\u202eob\ncat\n"), "-round", "testdata/round.json")
	if strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, `\u{1b}[2Jann `) || !strings.Contains(out, `b\u{202e}ob `) ||
		!strings.Contains(out, " cat ") {
		t.Errorf("%q", out)
	}
}
