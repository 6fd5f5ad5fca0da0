package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// All lengths are in pixels.
const (
	cell = 10
	side = cell * deckSize // of the map
)

// heatmap draws how often each card ends up at each position, as SVG.
func heatmap() string {
	bias := deckBias()
	least, greatest := bias.Extremes()
	span := math.Ceil(10*max(1-float(least.Ratio), float(greatest.Ratio)-1)) / 10 // of the scale, on both sides of 1
	var s strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&s, format+"\n", args...) }
	const title = "Where each card ends up after a contract's shuffle"
	line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-80 -80 %d %d" role="img" aria-labelledby="title"
 font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="12">`, side+200, side+190)
	line(`<title id="title">%s</title>`, title)
	line(`<rect x="-80" y="-80" width="100%%" height="100%%" fill="white"/>`)
	line(`<text y="-46" font-size="19" font-weight="bold">%s</text>`, title)
	line(`<text y="-22">Colour: how often, exactly, in multiples of the fair 1/52. Fisher–Yates is 1.0 everywhere.</text>`)

	paths := make(map[string]string) // of the cells by their colour
	for card := range deckSize {
		for position := range deckSize {
			fill := colour((deckSize*float(bias.Probability(card, position)) - 1) / span)
			paths[fill] += fmt.Sprintf("M%d %dh1v1h-1z", position, card)
		}
	}
	line(`<g id="cells" shape-rendering="crispEdges" transform="scale(%d)">`, cell)
	for _, fill := range slices.Sorted(maps.Keys(paths)) {
		line(`<path fill="%s" d="%s"/>`, fill, paths[fill])
	}
	line(`</g>`)
	for _, c := range []onchain.Cell{least, greatest} {
		line(`<rect x="%d" y="%d" width="%d" height="%[3]d" fill="none" stroke="black" stroke-width="2"/>`, c.Position*cell, c.Card*cell, cell)
	}

	for i := 0; i < deckSize; i += 3 {
		middle := i*cell + cell/2
		line(`<text x="%d" y="%d" text-anchor="middle">%d</text>`, middle, side+19, i)
		line(`<text x="-9" y="%d" text-anchor="end">%v</text>`, middle+4, faces.Card(i))
	}
	line(`<text x="%d" y="%d" text-anchor="middle">position where the card ends up (0 is the first)</text>`, side/2, side+42)
	line(`<text transform="translate(-50 %d) rotate(-90)" text-anchor="middle">card, in the order before the shuffle</text>`, side/2)
	line(`<text y="%d">Outlined: %v at position %d comes %.3f times as often as it should, %v at position %d %.3f times.</text>`, side+74,
		faces.Card(least.Card), least.Position, float(least.Ratio), faces.Card(greatest.Card), greatest.Position, float(greatest.Ratio))
	line(`<text y="%d">A bet on position 0 can gain %.2f %%, one on position %d still %.2f %%.</text>`, side+94,
		100*float(bias.TotalVariation(0)), deckSize/2, 100*float(bias.TotalVariation(deckSize/2)))

	for i := range deckSize { // the scale
		line(`<rect x="%d" y="%d" width="20" height="%d" fill="%s"/>`, side+30, i*cell, cell, colour(1-(2*float64(i)+1)/deckSize))
	}
	for tenths := math.Ceil(10 * (1 - span)); tenths <= 10*(1+span); tenths++ {
		line(`<text x="%d" y="%.0f">%.1f</text>`, side+56, side/2*(1-(tenths/10-1)/span)+4, tenths/10)
	}
	line(`</svg>`)
	return s.String()
}

// colours go from blue by a pale grey to red, which the colour-blind tell apart too
// (ColorBrewer's RdBu).
var colours = [...][3]float64{
	{33, 102, 172}, {67, 147, 195}, {146, 197, 222}, {209, 229, 240}, {247, 247, 247},
	{253, 219, 199}, {244, 165, 130}, {214, 96, 77}, {178, 24, 43},
}

// colour returns the colour of a value in −1 … 1.
func colour(v float64) string {
	at := (v + 1) / 2 * float64(len(colours)-1)
	i := min(int(at), len(colours)-2)
	var rgb [3]int
	for k := range rgb {
		from, to := colours[i][k], colours[i+1][k]
		rgb[k] = int(math.Round(from + (at-float64(i))*(to-from)))
	}
	return fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
}
