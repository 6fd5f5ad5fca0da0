package main

import (
	_ "embed"
	"fmt"
	"hash/maphash"
	"iter"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// pageConfusables has the letters that look alike, as Unicode lists them. The page reads it,
// too; command confusables makes it.
//
//go:embed page/confusables.js
var pageConfusables string

// letters returns the table: the letters that nobody sees, and what others look like.
var letters = sync.OnceValue(func() (table struct {
	invisible *unicode.RangeTable
	alike     map[rune]string
}) {
	code := func(digits string) rune {
		r, err := strconv.ParseUint(digits, 16, 31)
		if err != nil {
			panic(err)
		}
		return rune(r)
	}
	table.invisible = new(unicode.RangeTable)
	_, text, _ := strings.Cut(pageConfusables, "`\n")
	invisible, text, _ := strings.Cut(text, "\n")
	for r := range strings.FieldsSeq(invisible) {
		low, high, _ := strings.Cut(r, "-")
		table.invisible.R32 = append(table.invisible.R32, unicode.Range32{Lo: uint32(code(low)), Hi: uint32(code(high)), Stride: 1})
	}
	table.alike = make(map[rune]string)
	text, _, _ = strings.Cut(text, "`")
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		var target []rune
		for part := range strings.SplitSeq(fields[0], "+") {
			target = append(target, code(part))
		}
		for _, source := range fields[1:] {
			table.alike[code(source)] = string(target)
		}
	}
	return table
})

func invisible(r rune) bool { return unicode.Is(letters().invisible, r) }

// skeleton is what people see of a text, after UTS 39: compatible letters are one (NFKD), the
// invisible are none, and those that look alike are one.
func skeleton(text string, capitals bool) string {
	text = norm.NFKD.String(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case invisible(r) || unicode.IsControl(r):
			return -1
		}
		return r
	}, text))
	if !capitals {
		text = strings.ToLower(text)
	}
	var b strings.Builder
	for _, r := range text {
		if target, ok := letters().alike[r]; ok {
			b.WriteString(target)
		} else {
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(strings.ToLower(norm.NFD.String(b.String()))), " ")
}

// looks returns what is seen of an entry: as it is, and in small letters, as I looks like l,
// and i doesn't.
func looks(entry string) [2]string { return [2]string{skeleton(entry, false), skeleton(entry, true)} }

// alike reports whether people could take one entry for another.
func alike(one, other string) bool {
	if one == other {
		return false
	}
	a, b := looks(one), looks(other)
	return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]
}

// differs names the characters of an entry that another hasn't.
func differs(one, other string) string {
	a, b := []rune(one), []rune(other)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	points := func(text []rune) string {
		all := make([]string, 0, len(text))
		for i, r := range text {
			if i == 8 {
				all = append(all, "…")
				break
			}
			all = append(all, fmt.Sprintf("U+%04X", r))
		}
		if len(all) == 0 {
			return "nothing"
		}
		return strings.Join(all, " ")
	}
	return fmt.Sprintf("it has %s instead of %s", points(a), points(b))
}

// odd says what of an entry people don't see.
func odd(entry string) string {
	scripts := 0
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek} {
		if strings.ContainsFunc(entry, func(r rune) bool { return unicode.Is(script, r) }) {
			scripts++
		}
	}
	switch {
	case !utf8.ValidString(entry):
		return "isn't a text"
	case strings.ContainsFunc(entry, func(r rune) bool {
		return invisible(r) || unicode.In(r, unicode.Cf, unicode.Cc) || r == unicode.ReplacementChar
	}):
		return "has an invisible character"
	case strings.TrimFunc(entry, unicode.IsSpace) != entry:
		return "begins or ends with a space"
	case strings.ContainsFunc(entry, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) }):
		return "has a space that isn't one"
	case scripts > 1:
		return "mixes scripts"
	}
	return ""
}

// warnings names the entries that people could take for others, up to a number of them, and says if there are more.
func warnings(entries iter.Seq[string], most int) (all []string) {
	seed := maphash.MakeSeed()
	first := make(map[uint64]string) // by the hash of what is seen: a list can have millions
	for entry := range entries {
		if what := odd(entry); what != "" {
			all = append(all, fmt.Sprintf(`"%s" %s`, visible(entry), what))
		}
		double := ""
		for _, seen := range looks(entry) {
			key := maphash.String(seed, seen)
			if other, ok := first[key]; !ok {
				first[key] = entry
			} else if double == "" && alike(entry, other) {
				double = likeness(entry, other)
			}
		}
		if double != "" {
			all = append(all, double)
		}
		if len(all) > most {
			return append(all[:most], "there are more of these, which aren't named here")
		}
	}
	return all
}

// likeness says that an entry looks like another.
func likeness(one, other string) string {
	return fmt.Sprintf(`"%s" looks like "%s", but isn't it: %s`, visible(one), visible(other), differs(one, other))
}

// entriesOf yields the entries of a list.
func entriesOf(list *draw.List) iter.Seq[string] {
	return func(yield func(entry string) bool) {
		for i := range list.Len() {
			if !yield(string(list.At(i).Data)) {
				return
			}
		}
	}
}

// visible returns an entry, or another text of somebody's, so that each character is seen and
// none is obeyed: what a terminal or a browser would hide or follow is written as \u{…}, and
// bytes that are no text as \x….
func visible(text string) string {
	valid := utf8.ValidString(text)
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == ' ' && (i == 0 || i == len(text)-1 || text[i-1] == ' '): // which pages and paragraphs leave out
			b.WriteString(`\u{20}`)
		case !valid && (text[i] < ' ' || text[i] > '~'):
			_, size := utf8.DecodeRuneInString(text[i:])
			for _, c := range []byte(text[i : i+size]) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		case !unicode.IsPrint(r) || invisible(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
