package holdem

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// NewGame begins a match at a seat, or without one.
func NewGame(c Config, me int, secret []byte) *Game {
	g := &Game{Config: c, Me: me, secret: secret}
	g.public = public{Button: Nobody, Big: Nobody,
		Stacks: slices.Repeat([]int{c.Chips}, c.Seats), Gone: make([]bool, c.Seats), Sat: make([]int, c.Seats)}
	return g
}

// New begins the match of the terms at a seat, or without one. It refuses the terms of
// another game.
func New(terms table.Terms, me int, secret []byte) (*Game, error) {
	c, err := ParseConfig(terms.Game)
	if err == nil && (len(terms.Seats) != c.Seats || terms.Longest != Longest) {
		err = errors.New("the terms are of another game")
	}
	if err != nil {
		return nil, err
	}
	return NewGame(c, me, secret), nil
}

// deck has 52 cards in clear, numbered as in package cards.
var deck = must(sra.PublicDeck(sra.Ristretto255(), Label, 52)).Precompute()

// Longest is more than the length of the longest message in bytes, a shuffle.
var Longest = hand.MessageSize(deck.Group(), deck.Len())

// must panics on an error that can't be, as all of it was checked.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Plays reports whether a seat is in the match.
func (g *Game) Plays(seat int) bool { return !g.Gone[seat] && g.Stacks[seat] > 0 }

// Due returns who has to bet, or to say something about the cards or the toss, or whether it plays. The phases of the
// cards begin with 1.
func (g *Game) Due() (phase int, seats []int) {
	switch {
	case g.asked != nil:
		return 0, g.asked
	case g.toss != nil:
		phase, players := g.toss.Due()
		for _, p := range players {
			seats = append(seats, g.players[p])
		}
		return g.phase + int(phase), seats
	case !g.playing:
		return 0, nil
	}
	phase, seats = g.cards.Due()
	if g.acting {
		seats = []int{g.Betting.Turn()}
	}
	return phase, seats
}

// Pending returns this seat's message for the toss or about the cards, nil if it is to bet, or may muck:
// cards that no others have beaten yet are shown.
func (g *Game) Pending() []byte {
	switch {
	case g.toss != nil:
		return g.toss.Pending()
	case g.acting && g.Betting.Showdown && g.Betting.Turn() == g.Me && !g.loses():
		return g.Move(Action{Kind: Show})
	case g.acting || !g.playing:
		return nil
	}
	return g.cards.Pending()
}

// Apply takes an action, or a message of the toss or about the cards, or whether a seat plays.
func (g *Game) Apply(seat int, message []byte) (err error) {
	switch {
	case g.asked != nil:
		err = g.answers(seat, message)
	case g.toss != nil:
		err = g.reveal(seat, message)
	case g.acting:
		err = g.act(seat, message)
	default:
		p := Proof{Stage: g.Stage(), Kind: g.cards.Kind(seat), Deck: deck.Len() - len(g.Board())}
		if err = g.cards.Receive(seat, message); err == nil {
			if p.Kind == hand.Show {
				p.Shown, p.Strength = g.Shown(seat), g.Strength(seat)
			}
			g.note(seat, p)
		}
	}
	if err != nil {
		if blame, ok := errors.AsType[*hand.BlameError](err); ok {
			err = blame.Err // the table says whose fault it is
		}
		g.fault = err.Error()
	} else if g.playing {
		g.goOn()
	}
	return err
}

// reveal takes a message of the toss.
func (g *Game) reveal(seat int, message []byte) error {
	phase, due := g.toss.Due()
	if err := g.toss.Receive(slices.Index(g.players, seat), message); err != nil {
		return err
	}
	now, rest := g.toss.Due()
	if now == phase && len(rest) == len(due) {
		return errors.New("it says again what it has said in the toss")
	}
	if now == commit.DonePhase {
		g.endToss()
	}
	return nil
}

// act takes the action of the seat whose turn it is. With a fold, it takes its layer off all
// cards but its own, if others play on and cards are still to come: then it owes nothing more.
func (g *Game) act(seat int, move []byte) error {
	if err := g.check(move); err != nil {
		return err
	}
	action := actionOf(move)
	if action.Kind == Fold && g.parts() {
		if err := g.cards.Fold(seat, move[moveLen:]); err != nil {
			return err
		}
	}
	deed := g.Betting.Act(action)
	if g.acting = false; action.Kind == Show {
		g.show(seat) // then it proves which they are
		return nil
	}
	g.note(seat, deed)
	return nil
}

const moveLen = 5

// Move encodes an action of this seat, for [table.Player.Act].
func (g *Game) Move(a Action) []byte {
	m := binary.BigEndian.AppendUint32([]byte{byte(a.Kind)}, uint32(a.To))
	if a.Kind == Fold && g.acting && g.parts() {
		m = append(m, must(g.cards.Farewell())...)
	}
	return m
}

func actionOf(move []byte) Action {
	return Action{Kind: Kind(move[0]), To: int(binary.BigEndian.Uint32(move[1:]))}
}

// parts reports whether a seat that folds takes its layer off the cards: if others go on, and
// cards are still to come.
func (g *Game) parts() bool {
	return g.Betting.Street < River && len(g.Betting.Contenders()) > 2
}

// Check checks a move of this seat.
func (g *Game) Check(_ int, move []byte) error {
	if g.asked != nil {
		return checkWord(move)
	}
	err := g.check(move)
	if err == nil && actionOf(move).Kind == Fold && !bytes.Equal(move, g.Move(Action{Kind: Fold})) {
		err = fmt.Errorf("%w: a fold that doesn't take this seat's layer off the cards", ErrMalformed)
	}
	if err == nil && actionOf(move).Kind == Muck && !g.loses() {
		err = fmt.Errorf("%w: it would muck cards that nobody has beaten", ErrIllegal)
	}
	return err
}

// check checks a move as far as everybody can.
func (g *Game) check(move []byte) error {
	if !g.acting || len(move) < moveLen || len(move) > moveLen && !(Kind(move[0]) == Fold && g.parts()) {
		return fmt.Errorf("%w: a move of %d bytes", ErrMalformed, len(move))
	}
	return g.Betting.Check(actionOf(move))
}

// Out takes a seat out. What it has in the pot stays there. Of two who go at once at the
// end, the last one, by number, is alone with the pot.
func (g *Game) Out(seat int, why table.Reason) {
	g.Gone[seat] = true
	g.note(seat, Gone{why, g.fault})
	switch {
	case g.toss != nil: // it begins again without that seat
		g.players = InTurn(Nobody, g.Config.Seats, g.Plays)
		g.phase += int(commit.DonePhase)
		if g.toss = nil; len(g.players) >= 2 {
			g.beginToss()
		}
	case g.asked != nil:
		g.answered(seat)
	case g.playing:
		g.Betting.Out[seat] = true
		if len(g.Betting.Contenders()) >= 2 && must(g.cards.Drop(seat)) {
			g.note(Nobody, Reshuffle{})
		}
		g.acting = false
		g.goOn()
	}
}

// Checkpoint returns what everybody knows between two rounds, as JSON.
func (g *Game) Checkpoint() []byte { return must(json.Marshal(g.public)) }

// Restore goes back to a checkpoint of this match, which this seat has stored.
func (g *Game) Restore(checkpoint []byte) error {
	var p public
	n, sum := g.Config.Seats, 0
	err := json.Unmarshal(checkpoint, &p)
	for _, chips := range p.Stacks {
		sum += chips
	}
	if err != nil || len(p.Stacks) != n || len(p.Gone) != n || len(p.Sat) != n || sum != n*g.Config.Chips {
		return fmt.Errorf("%w: the checkpoint isn't one of this match", ErrMalformed)
	}
	g.public, g.asked, g.toss, g.playing, g.acting = p, nil, nil, false, false
	return nil
}

// A Stage is what is going on in a match.
type Stage string

// The stages.
const (
	Tossing   Stage = "tossing" // for the first button
	Seating   Stage = "seating" // who plays the hand
	Shuffling Stage = "shuffling"
	Dealing   Stage = "dealing" // the hole cards
	Bets      Stage = "betting"
	Opening   Stage = "opening" // cards of the board
	Showing   Stage = "showing"
)

// Stage returns what is going on; nothing between two rounds.
func (g *Game) Stage() Stage {
	switch {
	case g.toss != nil:
		return Tossing
	case g.asked != nil:
		return Seating
	case !g.playing:
		return ""
	case g.acting:
		return Bets
	}
	_, due := g.cards.Due()
	switch kind := g.cards.Kind(due[0]); {
	case kind == hand.Show:
		return Showing
	case kind != hand.Layer:
		return Shuffling
	case len(g.cards.Of(g.Betting.Contenders()[0])) == 0:
		return Dealing
	}
	return Opening
}

// A Result is how a hand ended. Lists are by seat.
type Result struct {
	Hand   int        `json:"hand"` // its number, from 1
	Button int        `json:"button"`
	Board  []string   `json:"board"`
	Shown  [][]string `json:"shown"`  // null for a seat that hasn't shown
	SatOut []int      `json:"satOut"` // seats
	Mucked []int      `json:"mucked"` // seats, in turn
	Pots   []Pot      `json:"pots"`   // the main pot first
	Payout []int      `json:"payout"` // with what nobody has called
	Stacks []int      `json:"stacks"` // after the hand
}
