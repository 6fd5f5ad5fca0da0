package rummy

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A choice to draw is one of these. A play is the place in the hand of the card that is
// discarded; to go out, the number of a meld follows for each of the other cards.
const (
	FromStock byte = iota
	FromPile
)

// Nobody is no seat.
const Nobody = -1

// A Game is the game as one seat knows it.
type Game struct {
	standing
	round

	Config Config
	Me     int // Nobody of a spectator
	seed   []byte

	Events  []Event
	Results []Result // of the rounds that this program has read
	noted   int      // events of this round
	fault   string   // what was refused last
}

// A Result is how a round ended. Lists are by seat.
type Result struct {
	Round, Winner int     // or Nobody
	Won           int     // points
	Hands         [][]int // cards that all know at the end
	Pips          []int   // of these, and of no winner's
	Points        []int   // after the round
}

// Cards are positions, as most of them are unknown.
type round struct {
	Cards   *cards.Hand
	Step    Step
	Hands   [][]int // by seat
	Pile    []int   // the last is its top
	dealing []int
	gone    bool // somebody who has a layer on the stock
	Turn    int  // the seat
	Turns   int
	Taken   int    // from the pile in this turn, or -1
	Played  []byte // whose cards are being shown
	Pot     int    // from seats that went out
	Winner  int    // when it is over, or Nobody
}

// A Step is what is going on.
type Step byte

// The steps. Those of drawing and playing are choices.
const (
	Over Step = iota
	Dealing
	Drawing
	Playing
	Showing
	Counting
)

// New begins a game at a seat, or without one, which is [Nobody]. All that the seat does by chance
// follows from its seed. New refuses the terms of another game.
func New(terms table.Terms, me int, seed []byte) (*Game, error) {
	c, err := ParseConfig(terms.Game)
	if err == nil && (len(terms.Seats) != c.Seats || terms.Longest != Longest) {
		err = fmt.Errorf("rummy: terms of %d seats and messages of %d bytes, not %d and %d", len(terms.Seats), terms.Longest, c.Seats, Longest)
	}
	if err != nil {
		return nil, err
	}
	g := &Game{Config: c, Me: me, seed: seed, standing: standing{Points: make([]int, c.Seats)}}
	for seat := range g.Points {
		g.Players = append(g.Players, seat)
	}
	return g, nil
}

// Start begins a round.
func (g *Game) Start(head record.Digest) {
	g.round = round{Hands: make([][]int, len(g.Points)), Winner: Nobody}
	if g.Round < g.Config.Rounds && len(g.Players) > 1 {
		g.Cards, g.Step = must.Get(cards.New(head, Deck, g.Players, g.Me, g.seed)), Dealing
		if !slices.Contains(g.Players, g.Me) {
			g.Cards.Parallel(runtime.GOMAXPROCS(0)) // who watches has all proofs to check
		}
		g.Round, g.noted = g.Round+1, 0
	} else {
		g.note(Nobody, End{})
	}
}

// Due returns who has a message about the cards to send, or a choice to make.
func (g *Game) Due() (phase int, seats []int) {
	if g.Step == Over {
		return 0, nil
	}
	if phase, seats = g.Cards.Due(); len(seats) == 0 {
		seats = []int{g.Turn}
	}
	return phase, seats
}

// Pending returns this seat's message about the cards.
func (g *Game) Pending() []byte { return must.Get(g.Cards.Pending()) }

// Check checks a choice of this seat, which knows its cards.
func (g *Game) Check(_ int, choice []byte) error {
	err := g.check(choice)
	if err == nil && g.Step == Playing {
		err = g.checkMelds(choice)
	}
	return err
}

var (
	errChoice = errors.New("that isn't a choice of the seat whose turn it is")
	errMelds  = errors.New("it lays down what isn't a set or a run")
)

// check checks a choice as far as everybody can.
func (g *Game) check(c []byte) error {
	hand := g.Hands[g.Turn]
	if g.Step == Drawing && len(c) == 1 && c[0] <= FromPile ||
		g.Step == Playing && (len(c) == 1 || len(c) == len(hand)) && int(c[0]) < len(hand) && hand[c[0]] != g.Taken {
		return nil
	}
	return errChoice
}

// checkMelds checks what is laid down in a play, as far as it is known here.
func (g *Game) checkMelds(play []byte) error {
	var melds [3][]int
	rest := slices.Delete(slices.Clone(g.Hands[g.Turn]), int(play[0]), int(play[0])+1)
	for i, m := range play[1:] {
		if int(m) >= len(melds) {
			return errMelds
		}
		melds[m] = append(melds[m], g.Cards.Look(rest[i])...)
	}
	for _, m := range melds {
		if len(m) > 0 && !IsMeld(m) {
			return errMelds
		}
	}
	return nil
}

// Apply takes a choice, or a message about the cards.
func (g *Game) Apply(seat int, message []byte) (err error) {
	defer func() {
		if err != nil {
			g.fault = err.Error()
		}
	}()
	if _, due := g.Cards.Due(); len(due) > 0 {
		kind := g.Cards.Kind(seat)
		if err := g.Cards.Receive(seat, message); err != nil {
			if blame, ok := errors.AsType[*hand.BlameError](err); ok {
				err = blame.Err // the table says whose fault it is
			}
			return err
		}
		g.note(seat, Proof{kind})
		return g.goOn()
	}
	if err := g.check(message); err != nil {
		return err
	}
	switch top := len(g.Pile) - 1; {
	case g.Step == Playing:
		g.Step, g.Played = Showing, message
		shown := g.Hands[seat]
		if len(message) == 1 {
			shown = shown[message[0]:][:1]
		}
		g.show(seat, shown...)
	case message[0] == FromStock:
		g.Step = Dealing
	default:
		g.Step, g.Taken, g.Pile = Playing, g.Pile[top], g.Pile[:top]
		g.Hands[seat] = append(g.Hands[seat], g.Taken)
	}
	return g.goOn()
}

// show has a seat show those of its cards that aren't known to all.
func (g *Game) show(seat int, positions ...int) {
	if closed := slices.DeleteFunc(slices.Clone(positions), g.Cards.Open); len(closed) > 0 {
		must.Do(g.Cards.Show(seat, closed...))
	}
}

// goOn goes on when nothing is due about the cards. An error is the fault of the seat whose
// turn it is.
func (g *Game) goOn() (err error) {
	for _, due := g.Cards.Due(); len(due) == 0 && err == nil; _, due = g.Cards.Due() {
		switch g.Step {
		case Dealing:
			g.deal()
		case Showing:
			err = g.endTurn()
		case Counting:
			g.win(g.Turn)
		default: // a choice, perhaps of the seat that has just spoken
			g.Cards.Next()
			return nil
		}
	}
	return err
}

// deal deals the first cards, or one to the seat whose turn it is.
func (g *Game) deal() {
	to := []int{g.Turn}
	if g.Turns == 0 {
		n := []int{mostDealt, 7, 7, 6, 6}[len(g.Players)-2]
		to = append(slices.Repeat(g.Players, n), cards.Everyone)
	}
	switch {
	case g.gone:
		must.Get(g.Cards.Renew())
		g.renewed()
	case g.dealing == nil && len(g.Cards.Stock()) == 0: // all keep their cards, and see where the pile's go
		top := len(g.Pile) - 1
		must.Do(g.Cards.Return(g.Pile[:top]...))
		must.Do(g.Cards.Shuffle(g.Players, g.Pile[:top]...))
		g.Pile = g.Pile[top:]
		g.note(Nobody, Reshuffle{By: slices.Clone(g.Players)})
	case g.dealing == nil:
		g.dealing = must.Get(g.Cards.Deal(to...))
	default:
		for i, p := range g.dealing {
			if to[i] == cards.Everyone {
				g.Pile = append(g.Pile, p)
			} else {
				g.Hands[to[i]] = append(g.Hands[to[i]], p)
			}
		}
		g.Step, g.dealing = Playing, nil
		own := g.own()
		if g.Turns > 0 && g.Turn == g.Me {
			g.note(g.Me, Drawn{own[len(own)-1]})
		} else if g.Turns == 0 {
			g.note(Nobody, Begin{g.Cards.Look(g.Pile...)[0]})
			if own != nil {
				g.note(g.Me, Dealt{own})
			}
			g.pass(g.Round - 1)
		}
	}
}

// own returns the cards that this seat holds.
func (g *Game) own() []int {
	if g.Me < 0 {
		return nil
	}
	return g.Cards.Look(g.Hands[g.Me]...)
}

// pass gives the turn to this seat, or to the next one that plays.
func (g *Game) pass(seat int) {
	for seat %= len(g.Points); !slices.Contains(g.Players, seat); {
		seat = (seat + 1) % len(g.Points)
	}
	g.Step, g.Turn, g.Taken = Drawing, seat, -1
	if g.Turns++; g.Turns > MaxTurns {
		g.Step = Over
		g.note(Nobody, Draw{})
		g.result()
	}
}

// endTurn ends a turn: what was played is open.
func (g *Game) endTurn() error {
	if err := g.checkMelds(g.Played); err != nil {
		return err
	}
	hand, at := g.Hands[g.Turn], int(g.Played[0])
	g.Pile = append(g.Pile, hand[at])
	g.Hands[g.Turn] = slices.Delete(hand, at, at+1)
	played := Play{Discard: g.Cards.Look(g.Pile[len(g.Pile)-1])[0]}
	if g.Taken >= 0 {
		played.Taken = g.Cards.Look(g.Taken)
	}
	if len(g.Played) == 1 {
		g.note(g.Turn, played)
		g.pass(g.Turn + 1)
		return nil
	}
	played.Melds = g.Cards.Look(g.Hands[g.Turn]...)
	g.note(g.Turn, played)
	g.Step = Counting
	for s, held := range g.Hands {
		g.show(s, held...)
	}
	return nil
}

// win ends the round. The cards that the others hold are open.
func (g *Game) win(seat int) {
	for _, s := range g.Players {
		if s != seat {
			g.Pot += pips(g.Cards.Look(g.Hands[s]...))
		}
	}
	g.Points[seat] += g.Pot
	g.Step, g.Winner = Over, seat
	g.note(seat, Win{g.Turns, g.Pot, len(g.Players) == 1})
	g.result()
}

// result notes how the round ended.
func (g *Game) result() {
	e := Result{Round: g.Round, Winner: g.Winner, Hands: make([][]int, len(g.Points)), Pips: make([]int, len(g.Points)),
		Points: slices.Clone(g.Points)}
	if g.Winner != Nobody {
		e.Won = g.Pot
	}
	for s, held := range g.Hands {
		open := slices.DeleteFunc(slices.Clone(held), func(p int) bool { return !g.Cards.Open(p) })
		if e.Hands[s] = g.Cards.Look(open...); s != g.Winner {
			e.Pips[s] = pips(e.Hands[s])
		}
	}
	g.Results = append(g.Results, e)
}

// renewed is that those who stay shuffle all cards that nobody of them holds, without the layers
// of those who have gone.
func (g *Game) renewed() {
	g.gone = false
	g.note(Nobody, Reshuffle{By: slices.Clone(g.Players), Gone: true})
}

// Out has a seat go. Its cards go back into the stock, at once or before the next card is drawn,
// and those that all know below the pile.
func (g *Game) Out(seat int, why table.Reason) {
	g.note(seat, Gone{why, g.fault})
	g.Players = slices.DeleteFunc(g.Players, func(s int) bool { return s == seat })
	if g.Step == Over {
		return
	}
	g.Pot += 10 * len(g.Hands[seat])
	open := slices.DeleteFunc(g.Hands[seat], func(p int) bool { return !g.Cards.Open(p) })
	g.Hands[seat], g.dealing, g.Pile = nil, nil, slices.Concat(open, g.Pile)
	if len(g.Players) == 1 {
		g.win(g.Players[0])
		return
	}
	if g.gone = !must.Get(g.Cards.Drop(seat)); !g.gone {
		g.renewed()
	}
	if g.Turns > 0 && g.Turn == seat {
		g.pass(seat)
	}
	g.goOn()
}
