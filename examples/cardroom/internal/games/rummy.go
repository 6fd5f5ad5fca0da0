package games

import (
	"encoding/json"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

type rummyGame struct {
	*rummy.Game
	shown int // results
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

	Results []rummyResult `json:"results"` // that are new
}

// A rummyResult is how a round ended. Lists are by seat.
type rummyResult struct {
	Round  int        `json:"round"`
	Winner int        `json:"winner"` // or -1
	Won    int        `json:"won"`    // points
	Hands  [][]string `json:"hands"`  // which all saw at the end; the winner's by melds
	Pips   []int      `json:"pips"`
	Points []int      `json:"points"` // after the round
}

// results returns those that are new.
func (r *rummyGame) results() (all []rummyResult) {
	all = []rummyResult{}
	for _, e := range r.Results[r.shown:] {
		shown := rummyResult{Round: e.Round, Winner: e.Winner, Won: e.Won, Pips: e.Pips, Points: e.Points}
		for s, held := range e.Hands {
			held = slices.Sorted(slices.Values(held))
			if melds, loose := rummy.Arrange(held); s == e.Winner && len(loose) == 0 {
				held = slices.Concat(melds...)
			}
			shown.Hands = append(shown.Hands, faces.Names(held))
		}
		all = append(all, shown)
	}
	r.shown = len(r.Results)
	return all
}

type rummySeat struct {
	Points int      `json:"points"`
	Gone   bool     `json:"gone"`
	Cards  []string `json:"cards"` // empty texts for those that this player doesn't see
}

// View implements [Game].
func (r *rummyGame) View() any {
	v := rummyView{Config: r.Config, Round: r.Round, Stage: r.stage(), Turns: r.Turns, Pile: []string{}, Taken: -1, Out: []int{},
		Results: r.results()}
	for s, points := range r.Points {
		seat := rummySeat{Points: points, Gone: !slices.Contains(r.Players, s), Cards: []string{}}
		for _, p := range r.held(s) {
			name := ""
			if known := r.Cards.Look(p); known != nil {
				name = faces.Names(known)[0]
			}
			seat.Cards = append(seat.Cards, name)
		}
		v.Seats = append(v.Seats, seat)
	}
	if r.Cards == nil {
		return v
	}
	v.Stock, v.Pile = len(r.Cards.Stock()), append(v.Pile, faces.Names(r.Cards.Look(r.Pile...))...)
	if r.Me >= 0 {
		melds, _ := rummy.Arrange(r.Cards.Look(r.Hands[r.Me]...))
		for _, m := range melds {
			v.Melds = append(v.Melds, faces.Names(m))
		}
	}
	if r.MustChoose(r.Me) {
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
	return narrator.Stage(r.Cards.Kind(due[0]))
}

// MustChoose implements [Game].
func (r *rummyGame) MustChoose(seat int) bool { return r.stage() == "choosing" && r.Turn == seat }

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
	case !r.MustChoose(r.Me):
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

// Default implements [Game]: it draws from the stock, and discards what it drew.
func (r *rummyGame) Default() []byte {
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
func (r *rummyGame) News() (news []Event) {
	for _, e := range r.Events {
		news = append(news, narrator.Rummy(e))
	}
	r.Events = nil
	return news
}
