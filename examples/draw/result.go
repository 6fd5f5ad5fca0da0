package main

import (
	"bufio"
	"fmt"
	"iter"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A result is what was found of a draw, for people and for -json.
type result struct {
	cli.Outcome
	Label   string   `json:"label"`
	Digest  string   `json:"digest"`
	Words   string   `json:"words"`
	Entries int      `json:"entries"`
	Round   uint64   `json:"round"`
	Time    string   `json:"time"`
	Value   string   `json:"value,omitempty"`
	Places  []place  `json:"places,omitempty"`
	Notes   []string `json:"notes,omitempty"`
}

// A place is an entry that was drawn.
type place struct {
	Entry      string `json:"entry"`
	Hidden     string `json:"hidden,omitempty"` // what stands in the list for it
	Weight     uint64 `json:"weight,omitempty"`
	Substitute bool   `json:"substitute"`
}

func resultOf(a *draw.Announcement) result {
	t := a.Terms()
	return result{
		Label: t.Label, Digest: a.Digest().String(), Words: a.Digest().Words(), Entries: a.Entries(),
		Round: t.Round, Time: t.Time.Format(time.RFC3339),
	}
}

// fill adds the places, as receipts show them, and what people should look at twice.
func (r *result) fill(a *draw.Announcement, value draw.Value, receipts []draw.Receipt) {
	r.Value = fmt.Sprintf("%x", value.Randomness)
	hidden := false
	for i, receipt := range receipts {
		e := receipt.Proof().Entry()
		one := place{Entry: string(receipt.Entry()), Substitute: i >= a.Terms().Winners}
		if a.Weighted() {
			one.Weight = e.Weight
		}
		if receipt.Hidden() {
			one.Hidden, hidden = string(e.Data), true
		}
		r.Places = append(r.Places, one)
	}
	for _, warning := range warnings(r.names(), 20) {
		r.note("Look twice: %s.", warning)
	}
	if unsure := unopened(receipts); unsure != "" {
		r.note("Places with 64 digits for a name: %s. They are keys, or hidden entries whose salts are missing.", unsure)
	}
	if hidden && a.Weighted() {
		r.note("%s", besideWeights)
	}
}

const besideWeights = "Weights stand beside hidden lines: whoever knows the weight of an entry may know its line."

// names yields the entries that have places, each once.
func (r *result) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := make(map[string]bool)
		for _, p := range r.Places {
			if !seen[p.Entry] && !yield(p.Entry) {
				return
			}
			seen[p.Entry] = true
		}
	}
}

// places lists who won.
func (r result) places() string {
	var b strings.Builder
	for i, p := range r.Places {
		what := "wins"
		if p.Substitute {
			what = "is a substitute"
		}
		fmt.Fprintf(&b, "%d. %s %s\n", i+1, visible(p.Entry), what)
	}
	return b.String()
}

// text is the result for people.
func (r result) text() string {
	text := ""
	if r.Digest != "" {
		text = fmt.Sprintf("%s\n%s, round %d at %s\nDigest: %s\n%s", visible(r.Label), entries(r.Entries), r.Round, r.Time, r.Digest,
			cli.Wrap("", "  ", "In words: "+r.Words))
	}
	if r.Places != nil {
		text += "\n" + r.places()
	}
	for _, note := range r.Notes {
		text += "\n" + cli.Wrap("", "", note)
	}
	return strings.TrimPrefix(text, "\n")
}

// print prints a result, for people or as JSON, and returns what was wrong with the draw.
func (r result) print(out *bufio.Writer, asJSON bool, err error) error {
	if !asJSON {
		fmt.Fprint(out, r.text())
		return err
	}
	r.Outcome = cli.OutcomeOf(err)
	var json strings.Builder
	err = cli.PrintResult(&json, &r, err)
	out.WriteString(escaped(json.String()))
	return err
}

// escaped escapes, in JSON, what a terminal might obey and what nobody sees.
func escaped(json string) string {
	var b strings.Builder
	for _, c := range json {
		if c == '\n' || unicode.IsPrint(c) && !invisible(c) {
			b.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// entries writes how many there are.
func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return cli.Thousands(n) + " entries"
}

func (r *result) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}
