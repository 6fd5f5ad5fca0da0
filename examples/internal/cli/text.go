package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Thousands writes a number that isn't negative, with a comma before every three digits.
func Thousands[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes how many there are of a thing: 1 hand, 2,000 hands.
func Count[N int | int64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Thousands(n) + " " + thing
}

// Printable returns a text that others wrote so that a terminal shows it and does nothing else.
func Printable(text string) string {
	if strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }) {
		return strconv.Quote(text)
	}
	return text
}

// IsTerminal reports whether w is a terminal: a device of characters that isn't the one
// that swallows everything.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// Wrap returns a text in lines of at most 80 columns, the first with one indent and the
// rest with another.
func Wrap(first, rest, text string) string {
	var b strings.Builder
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case utf8.RuneCountInString(line+" "+word) > 80:
			b.WriteString(line + "\n")
			line = rest
		default:
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// Or lists alternatives: a, b or c.
func Or(list []string) string { return enumerate(list, "or") }

// And lists things: a, b and c.
func And(list []string) string { return enumerate(list, "and") }

// Seats names seats.
func Seats(seats []int) string {
	text := make([]string, len(seats))
	for i, seat := range seats {
		text[i] = fmt.Sprint(seat)
	}
	if len(seats) > 1 {
		return "seats " + And(text)
	}
	return "seat " + And(text)
}

func enumerate(list []string, word string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}
