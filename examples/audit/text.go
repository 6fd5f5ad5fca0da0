package main

import (
	"fmt"
	"io"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// columns is the width of the terminal that the output is made for.
const columns = 80

// A printer writes for people.
type printer struct{ io.Writer }

// say prints a paragraph.
func (out printer) say(format string, args ...any) { out.fold(0, "", fmt.Sprintf(format, args...)) }

// fold writes a text behind a label that fills the indent. Words that are too long for a
// line, such as hashes, are broken.
func (out printer) fold(indent int, label, text string) {
	width := columns - indent
	line := ""
	flush := func() {
		fmt.Fprintf(out, "%-*s%s\n", indent, label, line)
		label, line = "", ""
	}
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
			flush()
		}
		if line != "" {
			line += " "
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

// bullets prints each text behind a dash.
func (out printer) bullets(texts []string) {
	for _, text := range texts {
		fmt.Fprint(out, cli.Wrap("  - ", "    ", text))
	}
}

// short returns a text that others wrote, cut if it is long.
func short(text string) string {
	const most = 200
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// printable returns a text that others wrote, short, so that a terminal shows it and does
// nothing else.
func printable(text string) string { return cli.Printable(short(text)) }

// fraction writes a probability exactly if that is short, as 1/37 or 429497/2^32, and
// returns an empty text otherwise.
func fraction(p *big.Rat) string {
	text, den := p.RatString(), p.Denom()
	if bits := den.BitLen() - 1; bits > 10 && den.TrailingZeroBits() == uint(bits) {
		text = fmt.Sprintf("%v/2^%d", p.Num(), bits)
	}
	if len(text) > 22 {
		return ""
	}
	return text
}

// percent writes a probability or a return in percent, with four decimals, or as many as
// four digits take.
func percent(f float64) string {
	if f > 0 && f < 1e-9 {
		return fmt.Sprintf("%.3e %%", 100*f)
	}
	decimals := 4
	for limit := 0.001; f > 0 && f < limit; limit /= 10 {
		decimals++
	}
	return fmt.Sprintf("%.*f %%", decimals, 100*f)
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// about says what an auditor of a game should know.
func (out printer) about(g *sites.Game) {
	fmt.Fprintln(out, "\nWhat an auditor should know:")
	known := ""
	if g.Evidenced {
		known = "This scheme is known to be the site's. "
	}
	out.bullets([]string{fmt.Sprintf("%sIts parameters are fixed: %s. -h says which.", known, evidence(g))})
	out.bullets(g.Flaws)
}

// title writes what is played where.
func (out printer) title(site string, g *sites.Game) {
	for _, s := range sites.Sites() {
		if strings.EqualFold(s.Name, site) {
			out.say("%s: %s", s.Title, g.Title)
		}
	}
	fmt.Fprintln(out)
}
