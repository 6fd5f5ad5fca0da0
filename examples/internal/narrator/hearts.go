package narrator

import (
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
)

// Hearts tells an event of Hearts.
func Hearts(e heartsgame.Event) Line {
	kind, text := "", ""
	switch w := e.What.(type) {
	case heartsgame.Proof:
		kind = Stage(w.Kind)
		if text = proofs[kind]; w.Passes {
			text = "proved that it took its layer off the cards being passed, and off nothing else."
		}
	case heartsgame.Dealt:
		kind, text = Private, fmt.Sprintf("is dealt %s, which nobody else can see.", sorted(w.Cards))
	case heartsgame.Passes:
		kind, text = Choosing, fmt.Sprintf("passes three cards to %s.", seats(w.To))
	case heartsgame.Gets:
		kind, text = Private, fmt.Sprintf("gets %s from %s: nobody else can see that.", sorted(w.Cards), seats(w.From))
	case heartsgame.Plays:
		kind, text = Choosing, fmt.Sprintf("plays %v.", faces.Card(w.Card))
	case heartsgame.Broken:
		text = "Hearts are broken."
	case heartsgame.Takes:
		if text = "takes the trick."; w.Points > 0 {
			text = fmt.Sprintf("takes the trick, and %s.", cli.Count(w.Points, "point"))
		}
	case heartsgame.Moon:
		text = fmt.Sprintf("has shot the moon: each of the others gets %d points.", heartsgame.All)
	case heartsgame.Score:
		var each []string
		for _, seat := range w.Players {
			each = append(each, fmt.Sprintf("%s has %s", seats(seat), cli.Count(w.Points[seat], "point")))
		}
		text = "After this hand, " + strings.Join(each, ", ") + "."
	case heartsgame.Void:
		text = "The hand is void: it costs nobody points."
	case heartsgame.Gone:
		text = gone(w.Why, w.Fault)
	case heartsgame.End:
		if text = "The game is over."; len(w.Winners) > 0 {
			text = fmt.Sprintf("The game is over, and won by %s.", seats(w.Winners...))
		}
	}
	return Line{e.Hand, e.Number, kind, e.Seat, text}
}
