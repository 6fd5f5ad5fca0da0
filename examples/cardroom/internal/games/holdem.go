package games

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

type poker struct {
	*holdem.Game
	shown int // results
}

var _ Sitter = (*poker)(nil)

// Holdem returns a game of hold'em for its player.
func Holdem(g *holdem.Game) Game { return &poker{Game: g} }

type pokerView struct {
	Hand   int           `json:"hand"`
	Button int           `json:"button"`
	Stage  holdem.Stage  `json:"stage"`
	Street string        `json:"street"`
	Board  []string      `json:"board"`
	Pot    int           `json:"pot"`
	Seats  []pokerSeat   `json:"seats"`
	Legal  *holdem.Legal `json:"legal"` // when it is the player's turn

	SitsOut bool `json:"sitsOut"` // the player, from the next hand on
	Waits   bool `json:"waits"`   // the table, for somebody who sits out

	Results []pokerResult `json:"results"` // that are new
}

// A pokerResult is how a hand ended, and what the seats' cards made.
type pokerResult struct {
	holdem.Result
	Best []string `json:"best"` // empty for a seat that hasn't shown
}

// results returns those that are new.
func (p *poker) results() (all []pokerResult) {
	all = []pokerResult{}
	for _, e := range p.Game.Results[p.shown:] {
		r := pokerResult{Result: e}
		for _, shown := range e.Shown {
			best := ""
			if numbers, err := faces.Parse[int](strings.Join(slices.Concat(shown, e.Board), " ")); shown != nil && err == nil {
				best = showdown.Best(numbers...).String()
			}
			r.Best = append(r.Best, best)
		}
		all = append(all, r)
	}
	p.shown = len(p.Game.Results)
	return all
}

type pokerSeat struct {
	Stack  int      `json:"stack"`
	Bet    int      `json:"bet"`
	Gone   bool     `json:"gone"`  // out of the match
	Dealt  bool     `json:"dealt"` // two cards
	Cards  []string `json:"cards"` // that this player sees
	Best   string   `json:"best"`  // what they make, once all see them
	AllIn  bool     `json:"allIn"`
	Folded bool     `json:"folded"`
	Mucked bool     `json:"mucked"`
	Sits   bool     `json:"sits"` // out
}

// View implements [Game].
func (p *poker) View() any {
	g := p.Game
	v := pokerView{
		Hand: g.Hand, Button: g.Button, Stage: g.Stage(), Board: []string{}, Results: p.results(), SitsOut: g.SitsOut(), Waits: g.Waits(),
	}
	playing := v.Stage != "" && v.Stage != holdem.Tossing && v.Stage != holdem.Seating
	for s, stack := range g.Stacks {
		seat := pokerSeat{Stack: stack, Gone: g.Gone[s], Cards: []string{}, Sits: g.Plays(s) && g.Sat[s] > 0}
		if b := g.Betting; playing {
			seat.Stack, seat.Bet = b.Stacks[s], b.Bets[s]
			in := g.Plays(s) && !b.Out[s]
			seat.Folded = g.Plays(s) && b.Out[s] && !seat.Sits
			seat.Mucked = slices.Contains(b.Mucked, s)
			seat.AllIn = in && b.Stacks[s] == 0
			seat.Dealt = in && g.Dealt(s)
			v.Pot += b.Paid[s]
			if s == g.Me {
				seat.Cards = faces.Names(g.Hole())
			} else {
				seat.Cards = faces.Names(g.Shown(s))
			}
			if g.Shown(s) != nil {
				seat.Best = g.Strength(s).String()
			}
		}
		v.Seats = append(v.Seats, seat)
	}
	if playing {
		v.Board, v.Street = faces.Names(g.Board()), g.Betting.Street.String()
	}
	if v.Stage == holdem.Bets && g.Betting.Turn() == g.Me {
		l := g.Betting.Legal(g.Me)
		v.Legal = &l
	}
	return v
}

// News implements [Game].
func (p *poker) News() (news []Event) {
	for _, e := range p.Game.Events {
		news = append(news, narrator.Holdem(e))
	}
	p.Game.Events = nil
	return news
}

// MustChoose implements [Game].
func (p *poker) MustChoose(seat int) bool {
	return p.Game.Stage() == holdem.Bets && p.Game.Betting.Turn() == seat || p.Game.Waits()
}

// Choose implements [Game].
func (p *poker) Choose(choice json.RawMessage) ([]byte, error) {
	var c struct {
		Action string
		To     int
	}
	if err := json.Unmarshal(choice, &c); err != nil {
		return nil, err
	}
	i := slices.Index([]string{"fold", "check", "call", "raise", "show", "muck"}, c.Action)
	if i < 0 || p.Game.Stage() != holdem.Bets {
		return nil, errChoice
	}
	return p.Game.Move(holdem.Action{Kind: holdem.Kind(i), To: c.To}), nil
}

// Default implements [Game].
func (p *poker) Default() []byte {
	if p.Game.Stage() == holdem.Seating {
		return holdem.Word(!p.Game.SitsOut())
	}
	return p.Game.Move(p.Game.Betting.Legal(p.Game.Me).CheckOr(holdem.Fold))
}

// Bot implements [Game].
func (p *poker) Bot() []byte {
	b := p.Game.Betting
	if p.Game.Stage() == holdem.Seating {
		return p.Default()
	}
	return p.Game.Move(holdem.Bot(b, p.Game.Hole(), p.Game.Board(), rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))))
}
