package holdem

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/checkpoint"
)

// public is what everybody knows between two rounds.
type public struct {
	Hand   int    `json:"hand"`   // how many have begun
	Button int    `json:"button"` // nobody's before the toss
	Big    int    `json:"big"`    // the seat that had the big blind last, nobody at first
	Stacks []int  `json:"stacks"`
	Gone   []bool `json:"gone"`
	Sat    []int  `json:"sat"` // how many hands each seat has sat out in a row, as countOut counts
}

// fault names the field that no match with these rules can have, if there is one. Without a
// button no hand has begun and nobody was asked to play; without a hand no chips were paid.
func (p public) fault(c Config) string {
	button, big := p.Button != Nobody, p.Big != Nobody
	switch {
	case p.Hand < 0 || p.Hand > c.Hands:
		return "hand"
	case p.Button < Nobody || p.Button >= c.Seats || !button && p.Hand > 0:
		return "button"
	case p.Big < Nobody || p.Big >= c.Seats || big != (p.Hand > 0):
		return "big"
	case len(p.Stacks) != c.Seats:
		return "stacks"
	case len(p.Gone) != c.Seats:
		return "gone"
	case len(p.Sat) != c.Seats:
		return "sat"
	}
	rest := c.Seats * c.Chips
	for seat, chips := range p.Stacks {
		if chips < 0 || chips > rest || p.Hand == 0 && chips != c.Chips {
			return "stacks"
		}
		rest -= chips
		if out := p.Sat[seat]; out < 0 || out > mostSat(p.Gone[seat]) || !button && out > 0 {
			return "sat"
		}
	}
	if rest > 0 {
		return "stacks"
	}
	return ""
}

// mostSat is how many hands a seat can have sat out in a row: one that was counted out has gone,
// with what the last wait counted.
func mostSat(gone bool) int {
	if gone {
		return MostOut + MostOut/MostWaits
	}
	return MostOut
}

// Checkpoint returns what everybody knows between two rounds, as JSON.
func (g *Game) Checkpoint() []byte { return checkpoint.Encode(g.public) }

// Restore goes back to a checkpoint of a match like this, which this seat has stored. If there
// can be none, the Game is unchanged.
func (g *Game) Restore(text []byte) error {
	p, err := checkpoint.Parse(text, func(p public) string { return p.fault(g.Config) })
	if err != nil {
		return fmt.Errorf("%w: %v", ErrMalformed, err)
	}
	g.public, g.asked, g.toss, g.playing, g.acting = p, nil, nil, false, false
	return nil
}
