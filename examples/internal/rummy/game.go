// Package rummy is straight rummy between seats that trust nobody: cards are drawn, discarded
// and put back into the stock, which all shuffle, and no one deals. A [Game] is played on a
// table of package commit/table; [Game.Choose] is what a bot does.
//
// Two seats are dealt 10 cards each, three or four 7, five or six 6; one more card begins the
// pile. In turn, each seat draws a card from the stock or takes the top of the pile, then
// discards one, but not the one it has just taken. If all its other cards form sets of three
// or four of a rank, or runs of three or more in a suit, ace low, it lays them down and wins
// the pips of all cards that the others hold: 1 for an ace, 10 for court cards. A card that a
// seat holds when it goes out of the game counts 10. When the stock is empty, the pile but its
// top is put back and shuffled by all. After 150 turns, nobody wins. Each round, another seat
// begins.
package rummy

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// MaxTurns is how many turns a round has at most.
const MaxTurns = 150

// A choice to draw is one of these. A play is the place in the hand of the card that is
// discarded; to go out, the number of a meld follows for each of the other cards.
const (
	FromStock byte = iota
	FromPile
)

// A Game is the game as one seat knows it. Its first fields go on between rounds.
type Game struct {
	Round   int
	Points  []int // by seat
	Players []int

	Config Config `json:"-"`
	Me     int    `json:"-"` // -1 of a spectator
	seed   []byte
	round  `json:"-"`

	Events  []Event  `json:"-"`
	Results []Result `json:"-"` // of the rounds that this program has read
	count   int      // of this round
	fault   string   // what was refused last
}

// A Result is how a round ended. Lists are by seat.
type Result struct {
	Round, Winner int     // or -1
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
	Winner  int    // when it is over, or -1
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

// Limits of a Config.
const (
	MinSeats  = 2
	MaxSeats  = 6
	MaxRounds = 100
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Name   string `json:"name"` // Label
	Seats  int    `json:"seats"`
	Rounds int    `json:"rounds"`
}

// Label names the rules.
const Label = "squaredeal/examples/rummy/v1"

// Terms returns the rules for this many seats and rounds, for [table.Terms], as JSON.
func Terms(seats, rounds int) []byte {
	b, _ := json.Marshal(Config{Label, seats, rounds}) // numbers
	return b
}

// Deck has 52 cards in clear, numbered as in package cards.
var Deck = must(sra.PublicDeck(sra.Ristretto255(), "rummy", 52))

// Longest is more than the length of the longest message in bytes, a shuffle.
var Longest = hand.MessageSize(Deck.Group(), Deck.Len())

// New begins a game at a seat, or without one, which is -1. All that the seat does by chance
// follows from its seed. New refuses the terms of another game.
func New(terms table.Terms, me int, seed []byte) (*Game, error) {
	var c Config
	err := json.Unmarshal(terms.Game, &c)
	if err != nil || !bytes.Equal(Terms(c.Seats, c.Rounds), terms.Game) || c.Seats < MinSeats || c.Seats > MaxSeats ||
		c.Seats != len(terms.Seats) || c.Rounds < 1 || c.Rounds > MaxRounds || terms.Longest != Longest {
		return nil, errors.New("the terms are of another game")
	}
	g := &Game{Config: c, Me: me, seed: seed, Points: make([]int, c.Seats)}
	for seat := range g.Points {
		g.Players = append(g.Players, seat)
	}
	return g, nil
}

// Start begins a round.
func (r *Game) Start(head record.Digest) {
	r.round = round{Hands: make([][]int, len(r.Points)), Winner: -1}
	if r.Round < r.Config.Rounds && len(r.Players) > 1 {
		r.Cards, r.Step = must(cards.New(head, r.Players, r.Me, r.seed, Deck)), Dealing
		if !slices.Contains(r.Players, r.Me) {
			r.Cards.Parallel(runtime.GOMAXPROCS(0)) // who watches has all proofs to check
		}
		r.Round, r.count = r.Round+1, 0
	} else {
		r.note(-1, End{})
	}
}

// must panics on an error of a step that is always possible.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Due returns who has a message about the cards to send, or a choice to make.
func (r *Game) Due() (phase int, seats []int) {
	if r.Step == Over {
		return 0, nil
	}
	if phase, seats = r.Cards.Due(); len(seats) == 0 {
		seats = []int{r.Turn}
	}
	return phase, seats
}

// Pending returns this seat's message about the cards.
func (r *Game) Pending() []byte { return r.Cards.Pending() }

// Check checks a choice of this seat, which knows its cards.
func (r *Game) Check(_ int, choice []byte) error {
	err := r.check(choice)
	if err == nil && r.Step == Playing {
		err = r.checkMelds(choice)
	}
	return err
}

var (
	errChoice = errors.New("that isn't a choice of the seat whose turn it is")
	errMelds  = errors.New("it lays down what isn't a set or a run")
)

// check checks a choice as far as everybody can.
func (r *Game) check(c []byte) error {
	hand := r.Hands[r.Turn]
	if r.Step == Drawing && len(c) == 1 && c[0] <= FromPile ||
		r.Step == Playing && (len(c) == 1 || len(c) == len(hand)) && int(c[0]) < len(hand) && hand[c[0]] != r.Taken {
		return nil
	}
	return errChoice
}

// checkMelds checks what is laid down in a play, as far as it is known here.
func (r *Game) checkMelds(play []byte) error {
	var melds [3][]int
	rest := slices.Delete(slices.Clone(r.Hands[r.Turn]), int(play[0]), int(play[0])+1)
	for i, m := range play[1:] {
		if int(m) >= len(melds) {
			return errMelds
		}
		melds[m] = append(melds[m], r.Cards.Look(rest[i])...)
	}
	for _, m := range melds {
		if len(m) > 0 && !IsMeld(m) {
			return errMelds
		}
	}
	return nil
}

// Apply takes a choice, or a message about the cards.
func (r *Game) Apply(seat int, message []byte) (err error) {
	defer func() {
		if err != nil {
			r.fault = err.Error()
		}
	}()
	if _, due := r.Cards.Due(); len(due) > 0 {
		kind := r.Cards.Kind(seat)
		if err := r.Cards.Receive(seat, message); err != nil {
			if blame, ok := errors.AsType[*hand.BlameError](err); ok {
				err = blame.Err // the table says whose fault it is
			}
			return err
		}
		r.note(seat, Proof{kind})
		return r.goOn()
	}
	if err := r.check(message); err != nil {
		return err
	}
	switch top := len(r.Pile) - 1; {
	case r.Step == Playing:
		r.Step, r.Played = Showing, message
		shown := r.Hands[seat]
		if len(message) == 1 {
			shown = shown[message[0]:][:1]
		}
		r.show(seat, shown...)
	case message[0] == FromStock:
		r.Step = Dealing
	default:
		r.Step, r.Taken, r.Pile = Playing, r.Pile[top], r.Pile[:top]
		r.Hands[seat] = append(r.Hands[seat], r.Taken)
	}
	return r.goOn()
}

// show has a seat show those of its cards that aren't known to all.
func (r *Game) show(seat int, positions ...int) {
	if closed := slices.DeleteFunc(slices.Clone(positions), r.Cards.Open); len(closed) > 0 {
		must(0, r.Cards.Show(seat, closed...))
	}
}

// goOn goes on when nothing is due about the cards. An error is the fault of the seat whose
// turn it is.
func (r *Game) goOn() (err error) {
	for _, due := r.Cards.Due(); len(due) == 0 && err == nil; _, due = r.Cards.Due() {
		switch r.Step {
		case Dealing:
			r.deal()
		case Showing:
			err = r.endTurn()
		case Counting:
			r.win(r.Turn)
		default: // a choice, perhaps of the seat that has just spoken
			r.Cards.Next()
			return nil
		}
	}
	return err
}

// deal deals the first cards, or one to the seat whose turn it is.
func (r *Game) deal() {
	to := []int{r.Turn}
	if r.Turns == 0 {
		n := []int{10, 7, 7, 6, 6}[len(r.Players)-2]
		to = append(slices.Repeat(r.Players, n), cards.Everyone)
	}
	switch {
	case r.gone:
		must(r.Cards.Renew())
		r.renewed()
	case r.dealing == nil && len(r.Cards.Stock()) == 0: // all keep their cards, and see where the pile's go
		top := len(r.Pile) - 1
		must(0, r.Cards.Return(r.Pile[:top]...))
		must(0, r.Cards.Shuffle(r.Players, r.Pile[:top]...))
		r.Pile = r.Pile[top:]
		r.note(-1, Reshuffle{By: slices.Clone(r.Players)})
	case r.dealing == nil:
		r.dealing = must(r.Cards.Deal(to...))
	default:
		for i, p := range r.dealing {
			if to[i] == cards.Everyone {
				r.Pile = append(r.Pile, p)
			} else {
				r.Hands[to[i]] = append(r.Hands[to[i]], p)
			}
		}
		r.Step, r.dealing = Playing, nil
		own := r.own()
		if r.Turns > 0 && r.Turn == r.Me {
			r.note(r.Me, Drawn{own[len(own)-1]})
		} else if r.Turns == 0 {
			r.note(-1, Begin{r.Cards.Look(r.Pile...)[0]})
			if own != nil {
				r.note(r.Me, Dealt{own})
			}
			r.pass(r.Round - 1)
		}
	}
}

// own returns the cards that this seat holds.
func (r *Game) own() []int {
	if r.Me < 0 {
		return nil
	}
	return r.Cards.Look(r.Hands[r.Me]...)
}

// pass gives the turn to this seat, or to the next one that plays.
func (r *Game) pass(seat int) {
	for seat %= len(r.Points); !slices.Contains(r.Players, seat); {
		seat = (seat + 1) % len(r.Points)
	}
	r.Step, r.Turn, r.Taken = Drawing, seat, -1
	if r.Turns++; r.Turns > MaxTurns {
		r.Step = Over
		r.note(-1, Draw{})
		r.result()
	}
}

// endTurn ends a turn: what was played is open.
func (r *Game) endTurn() error {
	if err := r.checkMelds(r.Played); err != nil {
		return err
	}
	hand, at := r.Hands[r.Turn], int(r.Played[0])
	r.Pile = append(r.Pile, hand[at])
	r.Hands[r.Turn] = slices.Delete(hand, at, at+1)
	played := Play{Discard: r.Cards.Look(r.Pile[len(r.Pile)-1])[0]}
	if r.Taken >= 0 {
		played.Taken = r.Cards.Look(r.Taken)
	}
	if len(r.Played) == 1 {
		r.note(r.Turn, played)
		r.pass(r.Turn + 1)
		return nil
	}
	played.Melds = r.Cards.Look(r.Hands[r.Turn]...)
	r.note(r.Turn, played)
	r.Step = Counting
	for s, held := range r.Hands {
		r.show(s, held...)
	}
	return nil
}

// win ends the round. The cards that the others hold are open.
func (r *Game) win(seat int) {
	for _, s := range r.Players {
		if s != seat {
			r.Pot += pips(r.Cards.Look(r.Hands[s]...))
		}
	}
	r.Points[seat] += r.Pot
	r.Step, r.Winner = Over, seat
	r.note(seat, Win{r.Turns, r.Pot, len(r.Players) == 1})
	r.result()
}

// result notes how the round ended.
func (r *Game) result() {
	e := Result{Round: r.Round, Winner: r.Winner, Won: r.Pot, Hands: make([][]int, len(r.Points)), Pips: make([]int, len(r.Points)),
		Points: slices.Clone(r.Points)}
	for s, held := range r.Hands {
		open := slices.DeleteFunc(slices.Clone(held), func(p int) bool { return !r.Cards.Open(p) })
		if e.Hands[s] = r.Cards.Look(open...); s != r.Winner {
			e.Pips[s] = pips(e.Hands[s])
		}
	}
	r.Results = append(r.Results, e)
}

// renewed is that those who stay shuffle all cards that nobody of them holds, without the layers
// of those who have gone.
func (r *Game) renewed() {
	r.gone = false
	r.note(-1, Reshuffle{By: slices.Clone(r.Players), Gone: true})
}

// Out has a seat go. Its cards go back into the stock, at once or before the next card is drawn,
// and those that all know below the pile.
func (r *Game) Out(seat int, why table.Reason) {
	r.note(seat, Gone{why, r.fault})
	r.Players = slices.DeleteFunc(r.Players, func(s int) bool { return s == seat })
	if r.Step == Over {
		return
	}
	r.Pot += 10 * len(r.Hands[seat])
	open := slices.DeleteFunc(r.Hands[seat], func(p int) bool { return !r.Cards.Open(p) })
	r.Hands[seat], r.dealing, r.Pile = nil, nil, slices.Concat(open, r.Pile)
	if len(r.Players) == 1 {
		r.win(r.Players[0])
		return
	}
	if r.gone = !must(r.Cards.Drop(seat)); !r.gone {
		r.renewed()
	}
	if r.Turns > 0 && r.Turn == seat {
		r.pass(seat)
	}
	r.goOn()
}

// Checkpoint returns what goes on between rounds.
func (r *Game) Checkpoint() []byte {
	b, _ := json.Marshal(r) // numbers
	return b
}

// Restore goes back to a checkpoint.
func (r *Game) Restore(checkpoint []byte) error {
	r.round, r.count = round{}, 0
	return json.Unmarshal(checkpoint, r)
}
