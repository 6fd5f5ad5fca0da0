package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// The list of an announcement, without receipts.
func TestVerifyList(t *testing.T) {
	verify := func(args ...string) (int, string) {
		status, out, stderr := command(append([]string{"-verify", "testdata/raffle.draw"}, args...)...)
		return status, strings.Join(strings.Fields(out+stderr), " ")
	}
	for want, args := range map[string][]string{
		"The list is the announced one.":               {"-list", "testdata/raffle.txt"},
		`Your entry "hana@example.org" is in the list`: {"-list", "testdata/raffle.txt", "-entry", "hana@example.org"},
		"nothing here shows whether your entry":        {"-entry", "hana@example.org"},
	} {
		if status, got := verify(args...); status != cli.Passed || !strings.Contains(got, want) {
			t.Errorf("%q: status %d, %s", args, status, got)
		}
	}
	for want, args := range map[string][]string{
		"isn't the announced one": {"-list", write(t, "a\nb\nc\n")},
		`"Hana@example.org" isn't in the list; "Hana@example.org" looks like "hana@example.org", but isn't it: ` +
			`it has U+0048 instead of U+0068`: {"-list", "testdata/raffle.txt", "-entry", "Hana@example.org"},
		`"eve" isn't in the list`: {"-list", "testdata/raffle.txt", "-entry", "eve"},
	} {
		if status, got := verify(args...); status != cli.Failed || !strings.Contains(got, want) {
			t.Errorf("%q: status %d, %s", args, status, got)
		}
	}
}

// What doesn't fit an announcement fails the check that says so.
func TestAnnouncedChecks(t *testing.T) {
	first, _, _ := announceBook(t)
	late := time.Now().Add(25 * time.Minute).Format(time.RFC3339)
	text := readFile(t, first)
	anotherLabel := write(t, strings.Replace(text, "A book", "A box", 1))
	anotherTime := write(t, regexp.MustCompile("time ....").ReplaceAllString(text, "time 2099"))
	anotherBeacon := write(t, strings.Replace(text, "beacon drand", "beacon brand", 1))
	for what, c := range map[string]struct {
		args []string
		want string
	}{
		"no such entry":     {[]string{"-receipts", first, "-list", "testdata/raffle.txt", "-entry", "Hana@example.org"}, "isn't in the list"},
		"another list":      {[]string{"-receipts", first, "-list", write(t, "a\nb\n")}, "isn't the announced one"},
		"too late":          {[]string{"-verify", first, "-published", late}, "announced too late"},
		"itself before":     {[]string{"-verify", first, "-previous", first}, "doesn't follow"},
		"two of one number": {[]string{"-verify", first, "-previous", anotherLabel}, "they convict whoever published both"},
		"before its round":  {[]string{"-result", first, "-list", "testdata/raffle.txt", "-round", "testdata/round.json"}, "another round"},
		"another time":      {[]string{"-verify", anotherTime}, "comes at"},
		"another beacon":    {[]string{"-verify", anotherBeacon}, "unknown network"},
		"drawn by it": {[]string{"-result", anotherBeacon, "-list", "testdata/raffle.txt", "-round", "testdata/round.json"},
			"unknown network"},
	} {
		if status, _, stderr := command(c.args...); status != cli.Failed || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s, want %q", what, status, stderr, c.want)
		}
	}
}

// Before the round, an entrant sees a double of theirs in the list, however many others are odd.
func TestVerifyDouble(t *testing.T) {
	var decoys strings.Builder
	for i := range 30 {
		fmt.Fprintf(&decoys, " %d\n", i)
	}
	for _, lines := range []string{"hana\nh\u0430na\nbob\n", "hana\nh\u0430na\n" + decoys.String()} {
		announcement := write(t, announced(t, mustList(t, lines), func(*draw.Terms) {}).Text())
		for _, entry := range []string{"hana", "h\u0430na"} {
			out, _ := passes(t, "-verify", announcement, "-list", write(t, lines), "-entry", entry)
			for _, want := range []string{"is in the list.", `Look twice: "hаna" looks like "hana", but isn't it`} {
				if strings.Count(strings.Join(strings.Fields(out), " "), want) != 1 {
					t.Errorf("%s: %s, want %q once", entry, out, want)
				}
			}
		}
	}
}

// A key that isn't in a list of keys isn't hidden there.
func TestVerifyKeys(t *testing.T) {
	keys := strings.Repeat("0a", 32) + "\n" + strings.Repeat("0b", 32) + "\n"
	announcement := write(t, announced(t, mustList(t, keys), func(t *draw.Terms) { t.Winners, t.Substitutes = 1, 0 }).Text())
	for key, status := range map[string]int{strings.Repeat("0a", 32): cli.Passed, strings.Repeat("0c", 32): cli.Failed} {
		for _, mode := range []string{"-verify", "-receipts"} {
			got, out, stderr := command(mode, announcement, "-list", write(t, keys), "-entry", key)
			if got != status || strings.Contains(stderr, `"`+key+`" isn't in the list`) != (status == cli.Failed) {
				t.Errorf("%s of %s: status %d, %s%s", mode, key, got, out, stderr)
			}
		}
	}
}
