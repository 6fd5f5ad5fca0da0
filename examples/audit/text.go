package main

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// columns is the width of the terminal that the output is made for.
const columns = 80

// fold writes a text behind a label that fills the indent. Words that are too long for a
// line, such as hashes, are broken.
func fold(w io.Writer, indent int, label, text string) {
	width := columns - indent
	line := ""
	flush := func() {
		fmt.Fprintf(w, "%-*s%s\n", indent, label, line)
		label, line = "", ""
	}
	for _, word := range strings.Fields(text) {
		switch n := utf8.RuneCountInString(line); {
		case n == 0:
		case n+1+utf8.RuneCountInString(word) <= width:
			line += " "
		default:
			flush()
		}
		runes := []rune(line + word)
		for len(runes) > width {
			line, runes = string(runes[:width]), runes[width:]
			flush()
		}
		line = string(runes)
	}
	flush()
}

// printable returns a text that others wrote, so that a terminal shows it and does
// nothing else, and cuts it short.
func printable(text string) string {
	const most = 200
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	if strings.IndexFunc(text, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }) < 0 {
		return text
	}
	return strconv.Quote(text)
}

// sentences lists them.
func sentences(w io.Writer, all []string) {
	for _, s := range all {
		fmt.Fprint(w, cli.Wrap("  - ", "    ", s))
	}
}

// fraction writes a probability exactly if that is short, as 1/37 or 429497/2^32, and
// returns an empty text otherwise.
func fraction(p *big.Rat) string {
	const most = 22
	num, den := p.Num(), p.Denom()
	text := num.String()
	switch bits := den.BitLen() - 1; {
	case p.IsInt():
	case bits > 10 && den.TrailingZeroBits() == uint(bits):
		text += "/2^" + strconv.Itoa(bits)
	case den.BitLen() < 4*most:
		text += "/" + den.String()
	default:
		return ""
	}
	if len(text) > most {
		return ""
	}
	return text
}

// percent writes a probability or a return in percent.
func percent(p *big.Rat) string {
	f, _ := p.Float64()
	return percentOf(f)
}

// percentOf is percent, with four decimals, or as many as four digits take.
func percentOf(f float64) string {
	decimals := 4
	for limit := 0.001; f > 0 && f < limit && decimals < 9; limit /= 10 {
		decimals++
	}
	if f > 0 && f < 1e-9 {
		return strconv.FormatFloat(100*f, 'e', 3, 64) + " %"
	}
	return strconv.FormatFloat(100*f, 'f', decimals, 64) + " %"
}
