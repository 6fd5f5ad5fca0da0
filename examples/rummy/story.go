package main

import (
	"bufio"
	"context"
	"fmt"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// cheats say what each way to cheat does.
var cheats = map[string]string{
	"discard": "it shows a card that it doesn't hold as its discard.",
	"meld":    "it lays down cards that are no melds.",
	"silent":  "when it has drawn a card, it says nothing any more.",
}

// story plays a match, and tells it as seat 0 sees it: the first round, and how all end.
func (m *match) story(ctx context.Context, out *bufio.Writer) error {
	t := &story.Reporter{Out: out, Title: "round"}
	t.Say("%d seats play straight rummy on a board that shows all of them the same signed statements. "+
		"Nobody deals: all encrypt and shuffle the deck, and later the pile, and a card is drawn when all others have taken their "+
		"layer of encryption off it, each with a proof. "+
		"A seat names what it discards by its place in the hand, then shows it, with a proof that it was dealt that card.", len(m.bots))
	if last := m.bots[len(m.bots)-1]; last.way != "" {
		t.Say("Seat %d CHEATS: %s", last.Number, cheats[last.way])
	}
	dealt := false
	m.bots[0].saw = func() {
		for _, e := range m.bots[0].game.Events {
			switch e.What.(type) {
			case rummy.Proof:
				if dealt {
					continue // as all do
				}
			case rummy.Dealt, rummy.Begin, rummy.Drawn, rummy.Play, rummy.Reshuffle:
				if dealt = true; e.Round > 1 {
					continue
				}
			}
			t.Tell(narrator.Rummy(e))
		}
	}
	err := m.play(ctx, (*bot).Play)
	t.Flush()
	if err != nil {
		return err
	}
	var points []string
	for _, p := range m.game.Points {
		points = append(points, fmt.Sprint(p))
	}
	fmt.Fprintln(out)
	t.Say("After %s, the points by seat are %s. All seats have read the same %d statements, and an audit of the board, "+
		"which has signed its end, finds the same.", cli.Count(m.game.Round, "round"), cli.And(points), m.audit.Places())
	for _, o := range m.audit.Outs() {
		t.Say("Seat %d went out of the game in round %d (%v): a deposit would be lost.", o.Seat, o.Round, o.Why)
		if o.Why == table.Fault {
			err = cli.Blame(fmt.Errorf("seat %d cheated: %s", o.Seat, narrator.Fault(o.Text)), o.Seat)
		}
	}
	return err
}
