package narrator

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Choosing is the kind of what a seat plays in rummy or Hearts.
const Choosing = "choosing"

// Rummy tells an event of rummy.
func Rummy(e rummy.Event) Line {
	kind, text := "", ""
	switch w := e.What.(type) {
	case rummy.Proof:
		kind = Stage(w.Kind)
		if text = proofs[kind]; w.Kind == hand.Raise {
			text = raised
		}
	case rummy.Dealt:
		kind, text = Private, fmt.Sprintf("is dealt %s, which nobody else can see.", sorted(w.Cards))
	case rummy.Begin:
		text = fmt.Sprintf("The cards are dealt. The pile begins with %v.", faces.Card(w.Top))
	case rummy.Drawn:
		kind, text = Private, fmt.Sprintf("draws %v, which nobody else can see.", faces.Card(w.Card))
	case rummy.Play:
		kind, text = Choosing, played(w)
	case rummy.Reshuffle:
		text = fmt.Sprintf("The stock is empty: the pile but its top goes back, and is shuffled by %s.", seats(w.By...))
		if w.Gone {
			text = fmt.Sprintf("The stock, with the cards of seats that are gone, is shuffled anew by %s.", seats(w.By...))
		}
	case rummy.Win:
		text = fmt.Sprintf("goes out after %d turns, and wins %d points.", w.Turns, w.Points)
		if w.Alone {
			text = fmt.Sprintf("is alone and wins %d points.", w.Points)
		}
	case rummy.Draw:
		text = fmt.Sprintf("After %d turns, nobody wins.", rummy.MaxTurns)
	case rummy.Gone:
		text = gone(w.Why, w.Fault)
	case rummy.End:
		text = "The game is over."
	}
	return Line{e.Round, e.Number, kind, e.Seat, text}
}

// Stage is what goes on in rummy or Hearts while seats owe messages of a kind.
func Stage(kind hand.Kind) string {
	switch kind {
	case hand.Layer:
		return "dealing"
	case hand.Show:
		return "showing"
	}
	return "shuffling"
}

// proofs say what a seat has proved at a stage.
var proofs = map[string]string{
	"shuffling": "proved its part of the shuffle: no card is missing, repeated or foreign.",
	"dealing":   "proved that it took its layer off the cards being dealt, and off nothing else.",
	"showing":   "proved that the cards it shows are those it was dealt.",
}

func played(p rummy.Play) string {
	from := "a card from the stock"
	if p.Taken != nil {
		from = faces.Join(p.Taken) + " from the pile"
	}
	if p.Melds != nil {
		return fmt.Sprintf("draws %s, discards %v and goes out with %s.", from, faces.Card(p.Discard), sorted(p.Melds))
	}
	return fmt.Sprintf("draws %s and discards %v.", from, faces.Card(p.Discard))
}

// sorted names cards by suit, then by rank.
func sorted(numbers []int) string { return faces.Join(slices.Sorted(slices.Values(numbers))) }
