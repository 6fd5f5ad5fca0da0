package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

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
