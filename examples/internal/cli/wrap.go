package cli

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// maxWidth is how long lines are at most, in columns.
const maxWidth = 80

// Wrap returns a text in lines of at most 80 columns, the first with one indent and the
// rest with another.
func Wrap(first, rest, text string) string { return WrapTo(maxWidth, first, rest, text) }

// WrapTo is Wrap for lines of another width.
func WrapTo(width int, first, rest, text string) string {
	var b strings.Builder
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case utf8.RuneCountInString(line+" "+word) > width:
			b.WriteString(line + "\n")
			line = rest
		default:
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// Width returns how many columns there are for the lines of w: those of a terminal, at
// least 40, and 80 otherwise, or if it has more.
func Width(w io.Writer) int {
	if file, ok := w.(*os.File); ok && IsTerminal(w) {
		if n := columns(file); n > 0 {
			return min(max(n, maxWidth/2), maxWidth)
		}
	}
	return maxWidth
}
