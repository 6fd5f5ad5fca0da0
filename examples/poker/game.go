package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// newGame begins a match at a seat, or without one.
func newGame(c holdem.Config, me int, secret []byte) *game {
	g := &game{config: c, me: me, secret: secret}
	g.public = public{Button: nobody, Big: nobody, Stacks: slices.Repeat([]int{c.Chips}, c.Seats), Gone: make([]bool, c.Seats)}
	return g
}

// deck has 52 cards in clear, numbered as in package cards.
var deck = must(sra.PublicDeck(sra.Ristretto255(), holdem.Label, 52)).Precompute()

// longest is the length of the longest message in bytes: that of a shuffle.
var longest = hand.MessageSize(deck.Group(), deck.Len())

// must panics on an error that can't be, as all of it was checked.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// plays reports whether a seat is in the match.
func (g *game) plays(seat int) bool { return !g.Gone[seat] && g.Stacks[seat] > 0 }

// Due returns who has to bet, or to say something about the cards or the toss.
func (g *game) Due() (phase int, seats []int) {
	switch {
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
		seats = []int{g.betting.Turn()}
	}
	return phase, seats
}

// Own returns this seat's message for the toss or about the cards, nil if it is to bet.
func (g *game) Own() []byte {
	switch {
	case g.toss != nil:
		return g.toss.Pending()
	case g.acting || !g.playing:
		return nil
	}
	return g.cards.Own()
}

// Apply takes an action, or a message of the toss or about the cards.
func (g *game) Apply(seat int, message []byte) (err error) {
	switch {
	case g.toss != nil:
		err = g.reveal(seat, message)
	case g.acting:
		err = g.act(seat, message)
	default:
		stage, text := g.stage(), g.proof(seat)
		if err = g.cards.Receive(seat, message); err == nil {
			if stage == showing {
				text += cards.JoinNumbered(g.shown(seat)) + ": " + g.strength(seat).String() + "."
			}
			g.note(stage, seat, "%s", text)
		}
	}
	if err != nil {
		g.fault = faultText(err.Error())
	} else if g.playing {
		g.goOn()
	}
	return err
}

// reveal takes a message of the toss.
func (g *game) reveal(seat int, message []byte) error {
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

// act takes the action of the seat whose turn it is. With a fold, it takes its layer off the
// stock, if others play on and cards are still to come: then it owes nothing more.
func (g *game) act(seat int, move []byte) error {
	if err := g.check(move); err != nil {
		return err
	}
	action := actionOf(move)
	if action.Kind == holdem.Fold && g.parts() {
		if err := g.cards.Fold(seat, move[moveLen:]); err != nil {
			return err
		}
	}
	g.note(betting, seat, "%v", g.betting.Act(action))
	g.acting = false
	return nil
}

const moveLen = 5

// move encodes an action of this seat, for [table.Table.Act].
func (g *game) move(a holdem.Action) []byte {
	m := binary.BigEndian.AppendUint32([]byte{byte(a.Kind)}, uint32(a.To))
	if a.Kind == holdem.Fold && g.acting && g.parts() {
		m = append(m, g.cards.Farewell()...)
	}
	return m
}

func actionOf(move []byte) holdem.Action {
	return holdem.Action{Kind: holdem.Kind(move[0]), To: int(binary.BigEndian.Uint32(move[1:]))}
}

// parts reports whether a seat that folds takes its layer off the stock: if others go on,
// and cards are still to come.
func (g *game) parts() bool {
	return g.betting.Street < holdem.River && len(g.betting.Contenders()) > 2
}

// Check checks a move of this seat.
func (g *game) Check(_ int, move []byte) error {
	err := g.check(move)
	if err == nil && actionOf(move).Kind == holdem.Fold && !bytes.Equal(move, g.move(holdem.Action{Kind: holdem.Fold})) {
		err = fmt.Errorf("%w: a fold that doesn't take this seat's layer off the stock", holdem.ErrMalformed)
	}
	return err
}

// check checks a move as far as everybody can.
func (g *game) check(move []byte) error {
	if !g.acting || len(move) < moveLen || len(move) > moveLen && !(holdem.Kind(move[0]) == holdem.Fold && g.parts()) {
		return fmt.Errorf("%w: a move of %d bytes", holdem.ErrMalformed, len(move))
	}
	return g.betting.Check(actionOf(move))
}

// Out takes a seat out. What it has in the pot stays there. Of two who go at once at the
// end, the last one, by number, is alone with the pot.
func (g *game) Out(seat int, why table.Reason) {
	g.Gone[seat] = true
	g.note("", seat, "%s.", map[table.Reason]string{
		table.Fault: "cheated, and is out: " + g.fault, table.Silent: "is out: its time was up", table.Left: "leaves",
	}[why])
	switch {
	case g.toss != nil: // it begins again without that seat
		g.players = holdem.InTurn(nobody, g.config.Seats, g.plays)
		g.phase += int(commit.DonePhase)
		if g.toss = nil; len(g.players) >= 2 {
			g.beginToss()
		}
	case g.playing:
		g.betting.Out[seat] = true
		if len(g.betting.Contenders()) >= 2 && g.cards.Drop(seat) {
			g.note("", nobody, again)
		}
		g.acting = false
		g.goOn()
	}
}

// Checkpoint returns what everybody knows between two rounds, as JSON.
func (g *game) Checkpoint() []byte { return must(json.Marshal(g.public)) }

// Restore goes back to a checkpoint of this match, which this seat has stored.
func (g *game) Restore(checkpoint []byte) error {
	var p public
	n, sum := g.config.Seats, 0
	err := json.Unmarshal(checkpoint, &p)
	for _, chips := range p.Stacks {
		sum += chips
	}
	if err != nil || len(p.Stacks) != n || len(p.Gone) != n || sum != n*g.config.Chips {
		return fmt.Errorf("%w: the checkpoint isn't one of this match", holdem.ErrMalformed)
	}
	g.public, g.toss, g.playing, g.acting = p, nil, false, false
	return nil
}

// A stage is what is going on in a match, or what an event tells of.
type stage string

const (
	tossing   stage = "tossing" // for the first button
	shuffling stage = "shuffling"
	dealing   stage = "dealing" // the hole cards
	betting   stage = "betting"
	opening   stage = "opening" // cards of the board
	showing   stage = "showing"
	private   stage = "private" // of an event: the seat alone knows it
)

// stage returns what is going on; nothing between two rounds.
func (g *game) stage() stage {
	switch {
	case g.toss != nil:
		return tossing
	case !g.playing:
		return ""
	case g.acting:
		return betting
	}
	_, due := g.cards.Due()
	switch kind := g.cards.Kind(due[0]); {
	case kind == hand.Show:
		return showing
	case kind != hand.Layer:
		return shuffling
	case len(g.cards.Of(g.betting.Contenders()[0])) == 0:
		return dealing
	}
	return opening
}

// proof says what the message of a seat about the cards has proved.
func (g *game) proof(seat int) string {
	switch g.cards.Kind(seat) {
	case hand.Key:
		return "proved that it has the key it announced."
	case hand.Shuffle:
		return fmt.Sprintf("proved its shuffle: %d cards, none missing, repeated or foreign.", deck.Len()-len(g.board()))
	case hand.Veto:
		return "proved where the cards it keeps are in the new deck, without showing which is which."
	case hand.Show:
		return "proved that its cards are "
	}
	of := "board's"
	if g.stage() == dealing {
		of = "others'"
	}
	return "proved that it took its layer off the " + of + " cards, and off nothing else."
}

// An event is something that has happened, in words for people.
type event struct {
	hand, number int   // its number in the hand, as after a restart the events of a hand come again
	stage        stage // of a proof or a bet, or private, or empty
	seat         int   // the subject of the text, or nobody
	text         string
}

func (g *game) note(s stage, seat int, format string, args ...any) {
	g.count++
	g.events = append(g.events, event{g.Hand, g.count, s, seat, fmt.Sprintf(format, args...)})
}

// A result is how a hand ended. Lists are by seat.
type result struct {
	Hand   int          `json:"hand"` // its number, from 1
	Button int          `json:"button"`
	Board  []string     `json:"board"`
	Shown  [][]string   `json:"shown"`  // null for a seat that hasn't shown
	Pots   []holdem.Pot `json:"pots"`   // the main pot first
	Payout []int        `json:"payout"` // with what nobody has called
	Stacks []int        `json:"stacks"` // after the hand
}

// faultText returns what is wrong, of the text of an error of Apply.
func faultText(text string) string { return text[strings.LastIndex(": "+text, ": "):] }
