package heartsgame

import (
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A handState is what begins anew with each hand. Cards are positions, as most of them are
// unknown. Lists are by seat.
type handState struct {
	Cards   *cards.Hand
	deck    sra.Deck // of four players, or of three
	Step    Step
	Held    [][]int // what is left to play
	Passed  [][]int // nil before the seat has passed
	To      []int   // whom it passes cards to, or Nobody
	dealing []int   // all cards, while they are being dealt
	answers [][]int // of the question for the two of clubs: its position, or none
	Turn    int     // the seat
	played  int     // the position that is being shown
	refused *asked  // what was due when a card was shown against the rules: its seat goes out next
	Tricks
	denied []map[int]int // cards that a seat doesn't hold, by what it said: in which trick
}

// An asked is what Due returns: whom a phase asks to speak.
type asked struct {
	phase int
	seats []int
}

// A Step is what is going on.
type Step byte

// The steps. Passing and Playing are choices.
const (
	Over Step = iota
	Dealing
	Passing
	Exchanging
	Asking  // who holds the two of clubs
	Opening // it is shown; or all cards, if nobody holds it
	Playing
	Showing
)

// Passes reports whether cards are passed in this hand.
func (g *Game) Passes() bool { return slices.ContainsFunc(g.To, func(to int) bool { return to >= 0 }) }

// Look returns the cards at positions, as far as this seat knows them.
func (g *Game) Look(positions ...int) []int {
	known := g.Cards.Look(positions...)
	for i, c := range known {
		if g.deck.Len() < 52 && c >= twoOfDiamonds {
			known[i]++
		}
	}
	return known
}

// own returns the cards that this seat holds.
func (g *Game) own() []int { return g.Look(g.Held[g.Me]...) }

// receive takes a message about the cards, and goes on if it was the last one that was due.
func (g *Game) receive(seat int, message []byte) error {
	kind := g.Cards.Kind(seat)
	phase, seats := g.Due()
	if err := g.Cards.Receive(seat, message); err != nil {
		if blame, ok := errors.AsType[*hand.BlameError](err); ok {
			err = blame.Err // the table says whose fault it is
		}
		return err
	}
	if err := g.checkShown(seat); err != nil {
		g.refused = &asked{phase, seats}
		return err
	}
	if g.Step != Showing { // which its card tells
		g.note(seat, Proof{kind, g.Step == Exchanging})
	}
	if _, due := g.Cards.Due(); len(due) > 0 {
		return nil
	}
	switch g.Step {
	case Dealing:
		g.deal()
	case Exchanging:
		if g.plays(g.Me) {
			from := slices.Index(g.To, g.Me)
			g.note(g.Me, Gets{g.Look(g.Passed[from]...), from})
		}
		g.ask(Asking)
	case Opening: // somebody has shown the two of clubs
		g.Turn = slices.IndexFunc(g.answers, func(a []int) bool { return len(a) > 0 })
		g.played = g.answers[g.Turn][0]
		g.play(g.Turn)
	case Showing:
		g.play(seat)
	}
	return nil
}

// ask begins what seats themselves have to say.
func (g *Game) ask(step Step) {
	g.Step = step
	g.Cards.Next()
}

// deal deals all cards when they are shuffled.
func (g *Game) deal() {
	if g.dealing == nil {
		g.dealing = must.Get(g.Cards.Deal(g.toEach()...))
		return
	}
	for i, seat := range g.toEach() {
		g.Held[seat] = append(g.Held[seat], g.dealing[i])
	}
	if g.plays(g.Me) {
		g.note(g.Me, Dealt{g.own()})
	}
	if g.Passes() {
		g.ask(Passing)
	} else {
		g.ask(Asking)
	}
}

// toEach returns the seat of each card, as they are dealt.
func (g *Game) toEach() []int { return slices.Repeat(g.Players, g.deck.Len()/len(g.Players)) }

// pass has a seat pass cards; they are exchanged when all have named theirs.
func (g *Game) pass(seat int, places []int) {
	for _, place := range places {
		g.Passed[seat] = append(g.Passed[seat], g.Held[seat][place])
	}
	g.note(seat, Passes{g.To[seat]})
	if _, due := g.Due(); len(due) > 0 {
		return
	}
	var all []int
	var to []hand.Place
	for _, from := range g.Players {
		all = append(all, g.Passed[from]...)
		for _, p := range g.Passed[from] {
			to = append(to, hand.Place{Position: p, To: g.To[from]})
		}
		g.Held[from] = slices.DeleteFunc(g.Held[from], func(p int) bool { return slices.Contains(g.Passed[from], p) })
	}
	for _, from := range g.Players {
		g.Held[g.To[from]] = append(g.Held[g.To[from]], g.Passed[from]...)
	}
	must.Do(g.Cards.Return(all...))
	must.Do(g.Cards.DealAt(to...))
	g.Step = Exchanging
}

// answer takes a seat's answer whether it holds the two of clubs. Who says so shows it, when
// all have answered; if nobody says so, all show their cards.
func (g *Game) answer(seat int, message []byte) error {
	held := g.Held[seat]
	switch {
	case len(message) != 1 || message[0] != denial && int(message[0]) >= len(held):
		return errChoice
	case message[0] == denial:
		g.answers[seat] = []int{}
	default:
		g.answers[seat] = held[message[0]:][:1:1]
	}
	if _, due := g.Due(); len(due) > 0 {
		return nil
	}
	g.Step = Opening
	nobody := !slices.ContainsFunc(g.answers, func(a []int) bool { return len(a) > 0 })
	for _, s := range g.Players {
		if nobody {
			must.Do(g.Cards.Show(s, g.Held[s]...))
		} else if len(g.answers[s]) > 0 {
			must.Do(g.Cards.Show(s, g.answers[s]...))
		}
	}
	return nil
}

// checkShown checks what a seat has shown by what it had said.
func (g *Game) checkShown(seat int) error {
	switch claimed := g.answers[seat]; {
	case g.Step == Showing:
		card := g.Look(g.played)[0]
		if trick, denied := g.denied[seat][card]; denied {
			return fmt.Errorf("a revoke in trick %d, as it held %v then", trick, faces.Card(card))
		}
	case g.Step != Opening:
	case len(claimed) > 0 && g.Look(claimed...)[0] != twoOfClubs:
		return errors.New("it said that it holds 2♣, and shows another card")
	case len(claimed) == 0 && slices.Contains(g.Look(g.Held[seat]...), twoOfClubs):
		return errors.New("it said that it doesn't hold 2♣, and does")
	}
	return nil
}

// play plays the card that a seat has shown.
func (g *Game) play(seat int) {
	card := g.Look(g.played)[0]
	for other := range 52 {
		if _, known := g.denied[seat][other]; !known && g.denies(card, other) {
			g.denied[seat][other] = len(g.Taken) + 1
		}
	}
	g.Held[seat] = slices.DeleteFunc(g.Held[seat], func(p int) bool { return p == g.played })
	broken := g.Broken
	g.Tricks.play(seat, card)
	g.note(seat, Plays{card})
	if g.Broken && !broken {
		g.note(Nobody, Broken{})
	}
	if len(g.Trick) < len(g.Players) {
		g.Turn = g.Players[(slices.Index(g.Players, seat)+1)%len(g.Players)]
		g.ask(Playing)
		return
	}
	g.Turn = g.Trick.Winner()
	g.note(g.Turn, Takes{g.Trick.Points()})
	g.take()
	if g.ask(Playing); len(g.Held[g.Turn]) == 0 {
		g.end()
	}
}

// end ends the hand: all cards are played, and so all know what was passed.
func (g *Game) end() {
	e := Result{Hand: g.Hand, Players: slices.Clone(g.Players), To: g.To, Tricks: g.Taken, Took: g.Took(Seats)}
	e.Scored, e.Moon = score(e.Took, g.Players)
	if e.Moon >= 0 {
		g.note(e.Moon, Moon{})
	}
	for seat, more := range e.Scored {
		g.Points[seat] += more
		e.Passed = append(e.Passed, g.Look(g.Passed[seat]...))
	}
	e.Points = slices.Clone(g.Points)
	g.note(Nobody, Score{e.Points, e.Players})
	g.Results = append(g.Results, e)
	g.Step = Over
}
