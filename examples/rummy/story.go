package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// story plays a match and tells it.
func (m *match) story(out *bufio.Writer) error {
	t := &teller{Game: m.newGame(-1, nil), out: out, seat: m.bots[0].game.Game}
	t.paragraph("%d seats play straight rummy on a board that shows all of them the same signed statements. "+
		"Nobody deals: a card is drawn when all others have taken their layer of encryption off it, each with a proof. "+
		"A seat names what it discards by its place in the hand, then shows it, with a proof that it was dealt that card.", len(m.bots))
	var err error
	if m.watch, err = table.Watch(m.terms, t); err == nil {
		err = m.play()
	}
	if err != nil {
		return err
	}
	return m.judge(t)
}

// judge compares what all have read with an audit of the board.
func (m *match) judge(t *teller) error {
	signed, err := m.watch.SignHead(m.signer, m.now.UnixMilli())
	if err != nil {
		return err
	}
	game := m.newGame(-1, nil)
	audit, err := table.Audit(m.terms, game, m.board, signed)
	if err != nil {
		return cli.CheckFailed(err)
	}
	for _, b := range m.bots {
		if b.Head() != audit.Head() || !slices.Equal(b.game.Points, game.Points) {
			return cli.CheckFailed(errors.New("the seats and the audit disagree"))
		}
	}
	var points []string
	for _, p := range game.Points {
		points = append(points, fmt.Sprint(p))
	}
	fmt.Fprintln(t.out)
	t.paragraph("After %s, the points by seat are %s. All seats have read the same %d statements, and an audit of the board, "+
		"which has signed its end, finds the same.", cli.Count(game.Round, "round"), cli.And(points), audit.Places())
	for _, o := range audit.Outs() {
		t.paragraph("Seat %d went out of the game in round %d (%v): a deposit would be lost.", o.Seat, o.Round, o.Why)
		if o.Why == table.Fault {
			err = cli.Blame(fmt.Errorf("seat %d cheated: %s", o.Seat, o.Text), o.Seat)
		}
	}
	return err
}

// A teller is the game of somebody who watches, and tells it. It tells what one seat sees, too.
type teller struct {
	*rummy.Game
	out  *bufio.Writer
	seat *rummy.Game
	drew string
}

func (t *teller) say(format string, args ...any) {
	fmt.Fprint(t.out, cli.Wrap("  ", "    ", fmt.Sprintf(format, args...)))
}

func (t *teller) paragraph(format string, args ...any) {
	fmt.Fprint(t.out, cli.Wrap("", "", fmt.Sprintf(format, args...)))
}

// Start tells of a round.
func (t *teller) Start(head record.Digest) {
	if t.Game.Start(head); t.Step != rummy.Over {
		fmt.Fprintf(t.out, "\nRound %d\n", t.Round)
		t.say("Each seat in turn encrypts and shuffles the deck, and proves it.")
	}
}

// Apply tells what a message has changed: every turn of the first round, the ends of all.
func (t *teller) Apply(seat int, message []byte) error {
	was := *t.Game
	err := t.Game.Apply(seat, message)
	if err != nil {
		t.say("Seat %d commits a fault: %v.", seat, err)
		return err
	}
	shuffled := t.Step == rummy.Dealing && len(t.Pile) < len(was.Pile)
	switch {
	case t.Winner >= 0:
		t.say("Seat %d has no cards left after %s. The others show theirs: it wins %s.",
			t.Winner, cli.Count(t.Turns, "turn"), cli.Count(t.Pot, "point"))
	case t.Step == rummy.Over:
		t.say("After %d turns, nobody wins.", rummy.MaxTurns)
	case t.Round > 1:
	case was.Turns == 0 && t.Turns == 1:
		t.say("The pile begins with %s, which all see. Seat 0 sees its own cards and nobody else's: %s.", t.top(), t.own(0))
	case shuffled:
		t.say("The stock is empty. All shuffle the pile with their own cards, and prove it; each finds its own again.")
	case was.Step == rummy.Drawing && t.Step == rummy.Playing:
		t.drew = names(t.Cards.Look(t.Taken)) + " from the pile"
	case was.Step == rummy.Dealing && t.Step == rummy.Playing:
		if t.drew = "a card from the stock"; t.Turn == 0 {
			t.drew += ", which only it sees (" + t.own(len(t.Hands[0])-1) + "),"
		}
	case t.Step == rummy.Counting && was.Step != rummy.Counting:
		t.say("Seat %d draws %s, discards %s and goes out with %s.", seat, t.drew, t.top(), names(t.Cards.Look(t.Hands[seat]...)))
	case t.Turns > was.Turns:
		t.say("Seat %d draws %s and discards %s.", seat, t.drew, t.top())
	}
	return nil
}

func names(numbers []int) string { return cards.JoinNumbered(slices.Sorted(slices.Values(numbers))) }

func (t *teller) top() string { return names(t.Cards.Look(t.Pile[len(t.Pile)-1])) }

// own names the seat's own cards from this one on.
func (t *teller) own(from int) string { return names(t.seat.Cards.Look(t.Hands[0][from:]...)) }

// Out tells who goes, and why.
func (t *teller) Out(seat int, why table.Reason) {
	t.say("Seat %d is out of the game (%v).", seat, why)
	t.Game.Out(seat, why)
	if t.Winner >= 0 {
		t.say("Seat %d is alone and wins %s.", t.Winner, cli.Count(t.Pot, "point"))
	} else {
		t.say("Its cards go back into the stock, which is shuffled again, and the others go on.")
	}
}
