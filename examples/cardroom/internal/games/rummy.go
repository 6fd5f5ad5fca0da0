package games

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A rummyGame tells what happens by comparing the game before and after.
type rummyGame struct {
	*rummy.Game
	news  []Event
	count int // of this round
	drew  string
}

type rummyView struct {
	Config rummy.Config `json:"config"`
	Round  int          `json:"round"`
	Stage  string       `json:"stage"`
	Turns  int          `json:"turns"`
	Stock  int          `json:"stock"`
	Pile   []string     `json:"pile"` // its top last
	Seats  []rummySeat  `json:"seats"`
	Choice string       `json:"choice"`          // draw or play, when it is the player's turn
	Taken  int          `json:"taken"`           // the place in the hand of what may not be discarded, or -1
	Out    []int        `json:"out"`             // the places of discards with which the player can go out
	Melds  [][]string   `json:"melds,omitempty"` // in the player's hand
}

type rummySeat struct {
	Points int      `json:"points"`
	Gone   bool     `json:"gone"`
	Cards  []string `json:"cards"` // empty texts for those that this player doesn't see
}

// View implements [Game].
func (r *rummyGame) View() any {
	v := rummyView{Config: r.Config, Round: r.Round, Stage: r.stage(), Turns: r.Turns, Pile: []string{}, Taken: -1, Out: []int{}}
	for s, points := range r.Points {
		seat := rummySeat{Points: points, Gone: !slices.Contains(r.Players, s), Cards: []string{}}
		for _, p := range r.held(s) {
			name := ""
			if known := r.Cards.Look(p); known != nil {
				name = cards.Names(known)[0]
			}
			seat.Cards = append(seat.Cards, name)
		}
		v.Seats = append(v.Seats, seat)
	}
	if r.Cards == nil {
		return v
	}
	v.Stock, v.Pile = r.Cards.Stock(), append(v.Pile, cards.Names(r.Cards.Look(r.Pile...))...)
	if r.Me >= 0 {
		melds, _ := rummy.Arrange(r.Cards.Look(r.Hands[r.Me]...))
		for _, m := range melds {
			v.Melds = append(v.Melds, cards.Names(m))
		}
	}
	if r.Turn(r.Me) {
		v.Choice = map[rummy.Step]string{rummy.Drawing: "draw", rummy.Playing: "play"}[r.Step]
		v.Taken = slices.Index(r.Hands[r.Me], r.Taken)
		for place := range r.Hands[r.Me] {
			if r.Step == rummy.Playing && place != v.Taken && r.GoOut(place) != nil {
				v.Out = append(v.Out, place)
			}
		}
	}
	return v
}

// held returns the positions of a seat's cards, none between rounds.
func (r *rummyGame) held(seat int) []int {
	if r.Cards == nil {
		return nil
	}
	return r.Hands[seat]
}

// stage says what is going on.
func (r *rummyGame) stage() string {
	if r.Step == rummy.Over {
		return ""
	}
	_, due := r.Cards.Due()
	if len(due) == 0 {
		return "choosing"
	}
	switch kind := r.Cards.Kind(due[0]); {
	case kind == hand.Show:
		return "showing"
	case kind != hand.Layer:
		return "shuffling"
	}
	return "dealing"
}

// Turn implements [Game].
func (r *rummyGame) Turn(seat int) bool { return r.stage() == "choosing" && r.Game.Turn == seat }

// Choose implements [Game].
func (r *rummyGame) Choose(choice json.RawMessage) ([]byte, error) {
	var c struct {
		Draw    string // stock or pile
		Discard *int   // the place in the hand
		Out     bool
	}
	if err := json.Unmarshal(choice, &c); err != nil {
		return nil, err
	}
	switch {
	case !r.Turn(r.Me):
	case c.Draw == "stock":
		return []byte{rummy.FromStock}, nil
	case c.Draw == "pile":
		return []byte{rummy.FromPile}, nil
	case c.Discard == nil || *c.Discard < 0 || *c.Discard >= len(r.Hands[r.Me]):
	case !c.Out:
		return []byte{byte(*c.Discard)}, nil
	default:
		if play := r.GoOut(*c.Discard); play != nil {
			return play, nil
		}
	}
	return nil, errChoice
}

// Least implements [Game]: it draws from the stock, and discards what it drew.
func (r *rummyGame) Least() []byte {
	if r.Step == rummy.Drawing {
		return []byte{rummy.FromStock}
	}
	last := len(r.Hands[r.Me]) - 1
	if r.Hands[r.Me][last] == r.Taken {
		last--
	}
	return []byte{byte(last)}
}

// Bot implements [Game].
func (r *rummyGame) Bot() []byte { return r.Game.Choose() }

// News implements [Game].
func (r *rummyGame) News() []Event {
	news := r.news
	r.news = nil
	return news
}

func (r *rummyGame) note(kind string, seat int, format string, args ...any) {
	r.count++
	r.news = append(r.news, Event{r.Round, r.count, kind, seat, fmt.Sprintf(format, args...)})
}

// Start begins a round.
func (r *rummyGame) Start(head record.Digest) {
	r.Game.Start(head)
	if r.count = 0; r.Step == rummy.Over {
		r.note("", -1, "The game is over.")
	}
}

// Restore goes back to a checkpoint.
func (r *rummyGame) Restore(checkpoint []byte) error {
	r.count = 0
	return r.Game.Restore(checkpoint)
}

// Apply tells what a message has changed.
func (r *rummyGame) Apply(seat int, message []byte) error {
	was, stage := *r.Game, r.stage()
	if err := r.Game.Apply(seat, message); err != nil {
		return err
	}
	if text := proofs[stage]; text != "" {
		r.note(stage, seat, "%s", text)
	}
	switch {
	case r.Winner >= 0:
		r.note("", r.Winner, "goes out after %d turns, and wins %d points.", r.Turns, r.Pot)
	case r.Step == rummy.Over:
		r.note("", -1, "After %d turns, nobody wins.", rummy.MaxTurns)
	case was.Turns == 0 && r.Turns == 1:
		r.note("", -1, "The cards are dealt. The pile begins with %s.", r.top())
	case r.Step == rummy.Dealing && len(r.Pile) < len(was.Pile):
		r.note("", -1, "The stock is empty: all shuffle the pile again, with the cards they hold.")
	case was.Step == rummy.Drawing && r.Step == rummy.Playing:
		r.drew = cards.JoinNumbered(r.Cards.Look(r.Taken)) + " from the pile"
	case was.Step == rummy.Dealing && r.Step == rummy.Playing:
		if r.drew = "a card from the stock"; r.Game.Turn == r.Me {
			drawn := r.Cards.Look(r.Hands[r.Me][len(r.Hands[r.Me])-1])
			r.note("private", r.Me, "draws %s, which nobody else can see.", cards.JoinNumbered(drawn))
		}
	case r.Turns > was.Turns:
		r.note("choosing", seat, "draws %s and discards %s.", r.drew, r.top())
	}
	return nil
}

// proofs say what a seat has proved at a stage.
var proofs = map[string]string{
	"shuffling": "proved its part of the shuffle: no card is missing, repeated or foreign.",
	"dealing":   "proved that it took its layer off the cards being dealt, and off nothing else.",
	"showing":   "proved that the cards it shows are those it was dealt.",
}

func (r *rummyGame) top() string { return cards.JoinNumbered(r.Cards.Look(r.Pile[len(r.Pile)-1])) }

// Out tells who goes.
func (r *rummyGame) Out(seat int, why table.Reason) {
	text := map[table.Reason]string{table.Fault: "cheated, and is out.", table.Silent: "is out: its time was up.", table.Left: "leaves."}[why]
	r.note("", seat, "%s", text)
	over := r.Step == rummy.Over
	if r.Game.Out(seat, why); !over && r.Winner >= 0 {
		r.note("", r.Winner, "is alone, and wins %d points.", r.Pot)
	}
}
