package holdem

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A Game is a match, as one seat plays it or somebody without a seat watches it. Package
// commit/table calls it with all that is said, in the order of the board: whoever has read
// the same is in the same state.
type Game struct {
	Config Config
	Me     int    // nobody without a seat
	secret []byte // of this seat: all that it does by chance follows from it
	public
	head    record.Digest // names the round
	players []int         // in the toss, or in the hand in turn after the button
	toss    *commit.Toss  // nil when there is a button
	phase   int           // that the toss began with
	seating
	handState
	Events  []Event
	Results []Result
	fault   string // what was refused last
}

// seating is who plays the next hand.
type seating struct {
	asked []int  // the seats that have yet to say
	joins []bool // who has said that they play, by seat
	wish  *bool  // of this seat's player, to sit out; nil before they have said any
}

// A handState is what begins anew with each hand.
type handState struct {
	playing   bool // a hand
	acting    bool // somebody is to bet
	Betting   *Betting
	cards     *cards.Hand
	toldDealt bool // that the seats have their cards
	opened    int  // cards of the board that were told
	noted     int  // events of this hand
}

// NewGame begins a match at a seat, or without one, with the rules as they are given. [New]
// reads them from the terms.
func NewGame(c Config, me int, secret []byte) *Game {
	g := &Game{Config: c, Me: me, secret: secret}
	g.public = public{Button: Nobody, Big: Nobody,
		Stacks: slices.Repeat([]int{c.Chips}, c.Seats), Gone: make([]bool, c.Seats), Sat: make([]int, c.Seats)}
	return g
}

// New begins the match of a table at a seat, or without one, with the rules that its terms have.
// It refuses the terms of another game.
func New(terms table.Terms, me int, secret []byte) (*Game, error) {
	c, err := ParseConfig(terms.Game)
	if err == nil && (len(terms.Seats) != c.Seats || terms.Longest != Longest) {
		err = fmt.Errorf("%w: terms of %d seats and messages of %d bytes, not %d and %d", ErrMalformed, len(terms.Seats), terms.Longest,
			c.Seats, Longest)
	}
	if err != nil {
		return nil, err
	}
	return NewGame(c, me, secret), nil
}

// deck has 52 cards in clear, numbered as in package faces.
var deck = must.Get(sra.PublicDeck(sra.Ristretto255(), Label, 52)).Precompute()

// Longest is more than the length of the longest message in bytes, a shuffle.
var Longest = hand.MessageSize(deck.Group(), deck.Len())

// Start begins a round: the toss, or a hand, unless the match is over. Its head names it.
func (g *Game) Start(head record.Digest) {
	g.asked, g.head, g.players = nil, head, InTurn(Nobody, g.Config.Seats, g.Plays)
	switch {
	case len(g.players) < 2 || g.Hand == g.Config.Hands:
		g.note(Nobody, End{})
	case g.Button == Nobody:
		g.phase, g.noted = 0, 0
		g.beginToss()
	default:
		g.ask()
	}
}

// Plays reports whether a seat is in the match.
func (g *Game) Plays(seat int) bool { return !g.Gone[seat] && g.Stacks[seat] > 0 }

// Due returns who has to bet, or to say something about the cards or the toss, or whether it
// plays. The phases of the cards begin with 1.
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

// Pending returns this seat's message for the toss or about the cards, nil if it is to bet,
// or may muck: cards that no others have beaten yet are shown.
func (g *Game) Pending() []byte {
	switch {
	case g.toss != nil:
		return g.toss.Pending()
	case g.acting && g.Betting.Showdown && g.Betting.Turn() == g.Me && !g.loses():
		return g.Move(Action{Kind: Show})
	case g.acting || !g.playing:
		return nil
	}
	return must.Get(g.cards.Pending())
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

// Apply takes an action, or a message of the toss or about the cards, or whether a seat plays.
func (g *Game) Apply(seat int, message []byte) (err error) {
	switch {
	case g.asked != nil:
		err = g.takeWord(seat, message)
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

// Out takes a seat out. What it has in the pot stays there. Of two who go at once at the
// end, the last one, by number, is alone with the pot.
func (g *Game) Out(seat int, why table.Reason) {
	g.Gone[seat] = true
	g.note(seat, Gone{why, g.fault, g.playing})
	switch {
	case g.toss != nil: // it begins again without that seat
		g.players = InTurn(Nobody, g.Config.Seats, g.Plays)
		g.phase += int(commit.DonePhase)
		if g.toss = nil; len(g.players) >= 2 {
			g.beginToss()
		}
	case g.asked != nil:
		g.askNoMore(seat)
	case g.playing:
		g.Betting.Out[seat] = true
		if len(g.Betting.Contenders()) >= 2 && must.Get(g.cards.Drop(seat)) {
			g.note(Nobody, Reshuffle{})
		}
		g.acting = false
		g.goOn()
	}
}
