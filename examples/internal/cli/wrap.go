package cli

import (
	"strings"
	"unicode/utf8"
)

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
