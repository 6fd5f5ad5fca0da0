package games

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
)

type heartsGame struct {
	*heartsgame.Game
	shown int // results
}

// Hearts returns a game of Hearts for its player.
func Hearts(g *heartsgame.Game) Game { return &heartsGame{Game: g} }

type heartsView struct {
	Config   heartsgame.Config `json:"config"`
	Hand     int               `json:"hand"`
	Stage    string            `json:"stage"`
	Turns    int               `json:"turns"` // cards that were played
	Broken   bool              `json:"broken"`
	Seats    []heartsSeat      `json:"seats"`
	Trick    []heartsPlay      `json:"trick"`    // on the table
	Last     *heartsTrick      `json:"last"`     // the one before
	Choice   string            `json:"choice"`   // pass or play, when it is the player's turn
	Playable []int             `json:"playable"` // places in the hand
	Got      []string          `json:"got"`      // cards that were passed to the player

	Results []heartsResult `json:"results"` // that are new
}

type heartsSeat struct {
	Points int      `json:"points"` // before this hand
	Took   int      `json:"took"`   // points, in this hand
	Tricks int      `json:"tricks"`
	To     int      `json:"to"`     // whom it passes cards to, or -1
	Passed bool     `json:"passed"` // it has named them
	Gone   bool     `json:"gone"`
	Cards  []string `json:"cards"` // empty texts for those that this player doesn't see
}

type heartsPlay struct {
	Seat int    `json:"seat"`
	Card string `json:"card"`
}

type heartsTrick struct {
	Plays  []heartsPlay `json:"plays"` // in their order
	Winner int          `json:"winner"`
	Points int          `json:"points"`
}

// A heartsResult is how a hand ended. Lists are by seat, and empty for one that is void.
type heartsResult struct {
	Hand   int           `json:"hand"`
	Void   bool          `json:"void"`
	Tricks []heartsTrick `json:"tricks"`
	To     []int         `json:"to"`     // whom a seat passed cards to, or -1
	Passed [][]string    `json:"passed"` // which ones
	Took   []int         `json:"took"`   // points in tricks
	Moon   int           `json:"moon"`   // who took all, or -1
	Scored []int         `json:"scored"` // what the hand cost
	Points []int         `json:"points"` // after the hand

	Players []int `json:"players"` // who go on
}

func plays(trick heartsgame.Trick) []heartsPlay {
	all := []heartsPlay{}
	for _, p := range trick {
		all = append(all, heartsPlay{p.Seat, faces.Card(p.Card).String()})
	}
	return all
}

func trick(t heartsgame.Trick) heartsTrick { return heartsTrick{plays(t), t.Winner(), t.Points()} }

// results returns those that are new.
func (h *heartsGame) results() (all []heartsResult) {
	all = []heartsResult{}
	for _, e := range h.Results[h.shown:] {
		r := heartsResult{
			Hand: e.Hand, Void: e.Void, Moon: e.Moon, Points: e.Points, Players: e.Players,
			To: append([]int{}, e.To...), Took: append([]int{}, e.Took...), Scored: append([]int{}, e.Scored...),
			Tricks: []heartsTrick{}, Passed: [][]string{},
		}
		for _, t := range e.Tricks {
			r.Tricks = append(r.Tricks, trick(t))
		}
		for _, passed := range e.Passed {
			r.Passed = append(r.Passed, faces.Names(passed))
		}
		all = append(all, r)
	}
	h.shown = len(h.Results)
	return all
}

// View implements [Game].
func (h *heartsGame) View() any {
	v := heartsView{
		Config: h.Config, Hand: h.Hand, Stage: h.stage(), Broken: h.Broken, Trick: plays(h.Trick),
		Playable: []int{}, Got: []string{}, Results: h.results(),
	}
	took := h.Took(len(h.Points))
	for s, points := range h.Points {
		seat := heartsSeat{Points: points, Took: took[s], To: -1, Gone: !slices.Contains(h.Players, s), Cards: []string{}}
		if h.Step != heartsgame.Over {
			seat.To, seat.Passed = h.To[s], h.Passed[s] != nil
			seat.Cards = h.names(h.Held[s])
		}
		v.Seats = append(v.Seats, seat)
	}
	for i, t := range h.Taken {
		last := trick(t)
		v.Seats[last.Winner].Tricks++
		v.Turns += len(t)
		if i == len(h.Taken)-1 {
			v.Last = &last
		}
	}
	v.Turns += len(h.Trick)
	if h.Me < 0 || h.Step == heartsgame.Over {
		return v
	}
	if from := slices.Index(h.To, h.Me); from >= 0 && h.Step > heartsgame.Exchanging {
		v.Got = faces.Names(h.Look(h.Passed[from]...))
	}
	if h.MayChoose(h.Me) {
		v.Choice = map[heartsgame.Step]string{heartsgame.Passing: "pass", heartsgame.Playing: "play"}[h.Step]
		if h.Step == heartsgame.Playing {
			v.Playable = h.Legal(h.Look(h.Held[h.Me]...))
		}
	}
	return v
}

// names returns the names of cards, empty for those that this player doesn't see.
func (h *heartsGame) names(positions []int) []string {
	names := []string{}
	for _, p := range positions {
		names = append(names, append(faces.Names(h.Look(p)), "")[0])
	}
	return names
}

// stage says what is going on.
func (h *heartsGame) stage() string {
	switch h.Step {
	case heartsgame.Over:
		return ""
	case heartsgame.Passing, heartsgame.Playing:
		return "choosing"
	case heartsgame.Exchanging:
		return "passing"
	case heartsgame.Asking:
		return "asking"
	}
	_, due := h.Cards.Due()
	return narrator.Stage(h.Cards.Kind(due[0]))
}

// MustChoose implements [Game].
func (h *heartsGame) MustChoose(seat int) bool { return h.MayChoose(seat) }

// Choose implements [Game].
func (h *heartsGame) Choose(choice json.RawMessage) ([]byte, error) {
	var c struct {
		Pass []int // places in the hand
		Play *int
	}
	if err := json.Unmarshal(choice, &c); err != nil {
		return nil, err
	}
	places := c.Pass
	if c.Play != nil {
		places = append(places, *c.Play)
	}
	var move []byte
	for _, place := range places {
		move = append(move, byte(min(uint(place), math.MaxUint8))) // no place is as high
	}
	if !h.MayChoose(h.Me) || h.Check(h.Me, move) != nil {
		return nil, errChoice
	}
	return move, nil
}

// Default implements [Game]: it passes, or plays, the first that it may.
func (h *heartsGame) Default() []byte {
	if h.Step == heartsgame.Passing {
		return []byte{0, 1, 2}
	}
	return []byte{byte(h.Legal(h.Look(h.Held[h.Me]...))[0])}
}

// Bot implements [Game].
func (h *heartsGame) Bot() []byte { return h.Game.Choose() }

// News implements [Game].
func (h *heartsGame) News() (news []Event) {
	for _, e := range h.Events {
		news = append(news, narrator.Hearts(e))
	}
	h.Events = nil
	return news
}
