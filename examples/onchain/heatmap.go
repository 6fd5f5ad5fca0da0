package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// All lengths are in pixels.
const (
	cellSize  = 10
	panelSize = cellSize * deckSize
	panelTop  = 120
	leftPanel = 90
	nextPanel = panelSize + 90 // from one panel to the next
)

// A panel is a map of one shuffle.
type panel struct {
	title   string
	ratio   func(card, position int) float64 // of the probability to 1/52
	marked  []onchain.Cell
	figures []string
}

// heatmap draws how often each card ends up at each position, as SVG.
func heatmap(bias *onchain.Bias) string {
	least, greatest := bias.Extremes()
	worst := worstPosition(bias)
	variation := func(position int) float64 { return 100 * float(bias.TotalVariation(position)) }
	figures := []string{
		fmt.Sprintf("Least: %v at position %d, %.3f times the fair probability (outlined).", cards.Numbered(least.Card), least.Position, float(least.Ratio)),
		fmt.Sprintf("Greatest: %v at position %d, %.3f times the fair probability (outlined).", cards.Numbered(greatest.Card), greatest.Position, float(greatest.Ratio)),
		fmt.Sprintf("Total variation from uniform: %.2f %% at position %d, the worst;", variation(worst), worst),
		fmt.Sprintf("%.2f %% at position %d, %.2f %% at position %d.", variation(deckSize/2), deckSize/2, variation(deckSize-1), deckSize-1),
	}
	panels := []panel{{
		title: "The contract: swap with any position",
		ratio: func(card, position int) float64 {
			return deckSize * float(bias.Probability(card, position))
		},
		marked:  []onchain.Cell{least, greatest},
		figures: figures,
	}, {
		title: "Fisher–Yates: swap among the cards without a place",
		ratio: func(int, int) float64 { return 1 },
		figures: []string{
			"Each card ends up at each position with probability 1/52, exactly:",
			"all cells have the ratio 1.000.",
			"Total variation from uniform: 0 % at every position.",
		},
	}}
	span := scaleSpan(float(least.Ratio), float(greatest.Ratio))

	var s strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&s, format+"\n", args...) }
	width, height := leftPanel+2*nextPanel+30, panelTop+panelSize+170
	line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="13">`, width, height, width, height)
	const title = "Where each card ends up: a contract's shuffle beside a fair one"
	line(`<title id="title">%s</title>`, title)
	line(`<desc id="desc">Two heat maps of 52 cards by 52 positions. The contract's shuffle: %s Fisher–Yates, one even colour: %s</desc>`, strings.Join(figures, " "), strings.Join(panels[1].figures, " "))
	line(`<rect width="100%%" height="100%%" fill="white"/>`)
	line(`<text x="%d" y="38" font-size="22" font-weight="bold">%s</text>`, leftPanel, title)
	line(`<text x="%d" y="64" font-size="15">Colour: the exact probability that a card ends up at a position after one shuffle of the ordered deck, in multiples of the fair 1/52.</text>`, leftPanel)
	for i, p := range panels {
		line(`<g class="panel" transform="translate(%d %d)">`, leftPanel+i*nextPanel, panelTop)
		p.draw(line, span)
		line(`</g>`)
	}
	line(`<g class="legend" transform="translate(%d %d)">`, leftPanel+2*nextPanel-60, panelTop)
	drawLegend(line, span)
	line(`</g>`)
	line(`</svg>`)
	return s.String()
}

func (p panel) draw(line func(string, ...any), span float64) {
	line(`<text y="-16" font-size="16" font-weight="bold">%s</text>`, p.title)
	line(`<g class="cells" shape-rendering="crispEdges" transform="scale(%d)">`, cellSize)
	cells := make(map[string]string) // paths by colour
	for card := range deckSize {
		for position, width := 0, 0; position < deckSize; position += width {
			fill := colour((p.ratio(card, position) - 1) / span)
			for width = 1; position+width < deckSize && colour((p.ratio(card, position+width)-1)/span) == fill; {
				width++
			}
			cells[fill] += fmt.Sprintf("M%d %dh%dv1h-%[3]dz", position, card, width)
		}
	}
	for _, fill := range slices.Sorted(maps.Keys(cells)) {
		line(`<path fill="%s" d="%s"/>`, fill, cells[fill])
	}
	line(`</g>`)
	line(`<g fill="none" stroke="black"><rect width="%d" height="%[1]d"/>`, panelSize)
	for _, c := range p.marked {
		line(`<rect x="%d" y="%d" width="%d" height="%[3]d" stroke-width="2"/>`, c.Position*cellSize, c.Card*cellSize, cellSize)
	}
	line(`</g>`)

	for position := 0; position < deckSize; position += 3 {
		drawTick(line, position, true, fmt.Sprint(position))
	}
	for c := range deckSize {
		if rank := cards.Numbered(c).Rank; rank%3 == 1 && rank != 13 || c == deckSize-1 {
			drawTick(line, c, false, cards.Numbered(c).String())
		}
	}
	line(`<text x="%d" y="%d" text-anchor="middle">position where the card ends up (0 is the first)</text>`, panelSize/2, panelSize+40)
	line(`<text transform="translate(-50 %d) rotate(-90)" text-anchor="middle">card, in the order before the shuffle</text>`, panelSize/2)
	for i, figure := range p.figures {
		line(`<text y="%d" font-size="15">%s</text>`, panelSize+76+22*i, figure)
	}
}

// drawTick labels the middle of a column or a row of cells.
func drawTick(line func(string, ...any), cell int, column bool, label string) {
	at := cell*cellSize + cellSize/2
	if column {
		line(`<path d="M%d %dv5" stroke="black"/><text x="%[1]d" y="%[3]d" text-anchor="middle" font-size="12">%[4]s</text>`, at, panelSize, panelSize+19, label)
	} else {
		line(`<path d="M0 %dh-5" stroke="black"/><text x="-9" y="%d" text-anchor="end" font-size="12">%s</text>`, at, at+4, label)
	}
}

func drawLegend(line func(string, ...any), span float64) {
	const steps = 130
	line(`<g shape-rendering="crispEdges">`)
	for i := range steps {
		line(`<rect y="%d" width="20" height="%d" fill="%s"/>`, i*panelSize/steps, panelSize/steps, colour(1-(2*float64(i)+1)/steps))
	}
	line(`</g>`)
	line(`<rect width="20" height="%d" fill="none" stroke="black"/>`, panelSize)
	for tenths := math.Ceil(10 * (1 - span)); tenths <= 10*(1+span); tenths++ {
		ratio := tenths / 10
		y := panelSize / 2 * (1 - (ratio-1)/span)
		line(`<path d="M20 %.1fh5" stroke="black"/><text x="29" y="%.1f" font-size="12">%.1f</text>`, y, y+4, ratio)
	}
	line(`<text x="0" y="-8" font-size="12">too often</text>`)
	line(`<text x="0" y="%d" font-size="12">too rarely</text>`, panelSize+19)
}

// scaleSpan returns how far the scale reaches on both sides of 1.
func scaleSpan(least, greatest float64) float64 { return math.Ceil(10*max(1-least, greatest-1)) / 10 }

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
