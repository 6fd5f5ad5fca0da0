package holdem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A Stage is what is going on in a match.
type Stage string

// The stages.
const (
	Tossing   Stage = "tossing" // for the first button
	Shuffling Stage = "shuffling"
	Dealing   Stage = "dealing" // the hole cards
	Betting   Stage = "betting"
	Opening   Stage = "opening" // cards of the board
	Showing   Stage = "showing"
	Ended     Stage = "ended" // a hand, or the match
)

// Stage returns what is going on.
func (g *Game) Stage() Stage {
	switch {
	case g.toss != nil:
		return Tossing
	case !g.playing:
		return Ended
	case g.acting:
		return Betting
	}
	_, due := g.hand.Due()
	switch kind := g.hand.Kind(due[0]); {
	case kind == hand.Show:
		return Showing
	case kind != hand.Layer:
		return Shuffling
	case len(g.hand.Of(g.betting.contenders()[0])) < holeCards:
		return Dealing
	}
	return Opening
}

// Awaited says what a seat that is due has to say.
func (g *Game) Awaited(seat int) string {
	switch stage := g.Stage(); stage {
	case Tossing:
		return "part of the toss"
	case Betting:
		return "bet"
	case Dealing:
		return "layer of the hole cards"
	case Opening:
		return "layer of the board"
	}
	return map[hand.Kind]string{hand.Key: "key", hand.Shuffle: "shuffle", hand.Veto: "cards in the new deck", hand.Show: "cards"}[g.hand.Kind(seat)]
}

// proof says what the message of a seat about the cards has proved.
func (g *Game) proof(seat int) string {
	switch g.hand.Kind(seat) {
	case hand.Key:
		return "proved that it has the key it announced."
	case hand.Shuffle:
		return fmt.Sprintf("proved its shuffle: %d cards, none missing, repeated or foreign.", deckSize-len(g.board()))
	case hand.Veto:
		return "proved where the cards it keeps are in the new deck, without showing which is which."
	case hand.Show:
		return "proved that its cards are "
	}
	if g.Stage() == Dealing {
		return "proved that it took its layer off the others' cards, and off nothing else."
	}
	return "proved that it took its layer off the board's cards, and off nothing else."
}

// An Event is something that has happened, in words for people.
type Event struct {
	Hand    int // 0 before the first one
	Number  int // in its round: after a restart, a hand's events come again
	Stage   Stage
	Seat    int           // the subject of the text; -1 if it has one of its own
	Text    string        // empty of a result
	Private bool          // only this seat knows it
	Took    time.Duration // to check a proof
	Result  *Result       // of a hand that is over
}

// A Result is how a hand ended. Lists are by seat; cards are numbered as in package cards.
type Result struct {
	Hand, Button int
	Board        []int
	Shown        [][]int // nil of a seat that hasn't shown
	Pot          int     // all that was put into it in this hand
	Pots         []Pot
	Payout       []int // with what nobody has matched
	Stacks       []int // after the hand
}

func (g *Game) note(seat int, format string, args ...any) {
	g.events = append(g.events, Event{Hand: g.Hand, Number: g.count, Stage: g.noteStage(), Seat: seat, Text: fmt.Sprintf(format, args...)})
	g.count++
}

// noteStage is that of an event which isn't a message about the cards.
func (g *Game) noteStage() Stage {
	if g.toss != nil {
		return Tossing
	}
	return Betting
}

// Events returns what has happened since it was called last.
func (g *Game) Events() []Event {
	events := g.events
	g.events = nil
	return events
}

// tell notes the cards that were dealt.
func (g *Game) tell() {
	if own := g.own(); len(own) > 0 && !g.owned {
		g.owned = true
		g.note(g.me, "is dealt %s, which nobody else can see.", names(own))
		g.events[len(g.events)-1].Private = true
	}
	var streets []string
	board := g.board()
	for s := Flop; s <= River; s++ {
		if n := s.boardLen(); n > g.opened && n <= len(board) {
			streets = append(streets, "the "+s.String())
		}
	}
	if last := len(streets) - 1; last >= 0 {
		text := streets[last]
		if last > 0 {
			text = strings.Join(streets[:last], ", ") + " and " + text
		}
		g.note(nobody, "T%s: %s.", text[1:], names(board[g.opened:]))
		g.opened = len(board)
	}
}

// FaultText returns what is wrong, of the text of an error of [Game.Apply].
func FaultText(text string) string { return text[strings.LastIndex(": "+text, ": "):] }

func names(numbers []int) string { return cards.JoinNumbered(numbers) }

// own returns this seat's cards.
func (g *Game) own() []int {
	if g.hand == nil || !slices.Contains(g.players, g.me) {
		return nil
	}
	return g.hand.Look(g.hand.Of(g.me)...)
}

// A View is a hand as a seat sees it. Lists are by seat, and -1 is no seat.
type View struct {
	Seat, Hand   int
	Street       Street
	Turn, Button int
	Legal        Legal // what the seat may do whose turn it is
	Stacks, Bets []int // without what is in the pots; on this street
	Folded       []bool
	Gone         []bool // out of the match
	Pot          int    // all that was put into it in this hand
	Pots         []Pot
	Deeds        []Deed // of this hand
	Board, Own   []int
	Shown        [][]int // nil of a seat that hasn't shown
}

// View returns what this seat sees now. Its slices are the caller's own.
func (g *Game) View() View {
	n := g.config.Seats
	v := View{
		Seat: g.me, Hand: g.Hand, Turn: nobody, Button: g.Button, Stacks: slices.Clone(g.Stacks), Bets: make([]int, n),
		Folded: make([]bool, n), Gone: make([]bool, n), Shown: make([][]int, n),
	}
	for s := range n {
		v.Gone[s] = !g.plays(s)
	}
	if !g.playing {
		return v
	}
	b := g.betting
	v.Street, v.Stacks, v.Bets, v.Folded = b.street, slices.Clone(b.stacks), slices.Clone(b.bets), slices.Clone(b.out)
	v.Pots, v.Deeds, v.Board, v.Own = b.pots(), slices.Clone(b.deeds), g.board(), g.own()
	for _, s := range g.players {
		v.Pot, v.Gone[s], v.Shown[s] = v.Pot+b.paid[s], g.Gone[s], g.shown(s)
	}
	if g.acting {
		v.Turn = b.turn()
		v.Legal = b.legal(v.Turn)
	}
	return v
}
