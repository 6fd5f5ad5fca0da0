package holdem

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/dealt"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// beginHand passes the button on, posts the blinds and begins to shuffle. Of the last two
// seats, the one that had the big blind gets the button, so that it doesn't have the big
// blind twice in a row.
func (g *Game) beginHand() {
	if g.Hand > 0 || !g.plays(g.Button) {
		g.Button = inTurn(g.Button, len(g.Gone), g.plays)[0]
	}
	if g.Big != nobody && len(g.players) == 2 && g.plays(g.Big) {
		g.Button = g.Big
	}
	g.Hand++
	g.players = inTurn(g.Button, len(g.Gone), g.plays)
	g.playing, g.acting, g.owned, g.opened, g.count = true, false, false, 0, 0
	b := newBetting(g.config, g.Stacks, g.players, g.Button)
	g.betting, g.Big = b, b.big
	g.note(b.small, "posts the small blind of %d.", b.paid[b.small])
	g.note(b.big, "posts the big blind of %d.", b.paid[b.big])
	g.hand = dealt.New(g.head, g.players, g.me, g.seed, Deck())
}

// goOn makes the next steps, until somebody is due. What is missing follows from the cards
// that were dealt and the street, so that after a seat has gone it is found in the same way.
func (g *Game) goOn() {
	for b := g.betting; !g.acting; {
		in := b.contenders()
		if len(in) < 2 {
			g.endHand()
			return
		}
		if _, due := g.hand.Due(); len(due) > 0 {
			return
		}
		g.tell()
		switch missing := b.street.boardLen() - len(g.board()); {
		case len(g.hand.Of(in[0])) < holeCards:
			g.hand.Deal(slices.Concat(in, in)...)
		case missing > 0:
			if g.hand.Deal(slices.Repeat([]int{dealt.Everyone}, missing)...) == nil {
				g.note(nobody, again)
			}
		case b.turn() != nobody:
			g.acting = true
			g.hand.Next()
		case b.street < River:
			b.next(b.nextStreet(), g.config.BigBlind)
		case g.shown(in[0]) == nil:
			for _, s := range in {
				g.hand.Show(s, g.hand.Of(s)...)
			}
		default:
			g.endHand()
			return
		}
	}
}

const again = "The others encrypt and shuffle the cards again, under new keys; the board stays."

// Move encodes an action of this seat, for [table.Table.Act].
func (g *Game) Move(a Action) []byte {
	m := binary.BigEndian.AppendUint32([]byte{byte(a.Kind)}, uint32(a.To))
	if a.Kind == Fold && g.acting && g.parts() {
		m = append(m, g.hand.Farewell()...)
	}
	return m
}

const moveLen = 5

// parts reports whether a seat that folds takes its layer off the stock: if others go on,
// and cards are still to come.
func (g *Game) parts() bool { return g.betting.street < River && len(g.betting.contenders()) > 2 }

// Check returns an [ErrIllegal] for a move that the rules forbid.
func (g *Game) Check(seat int, move []byte) error {
	if err := g.check(move); err != nil || seat != g.me || Kind(move[0]) != Fold || bytes.Equal(move, g.Move(Action{Kind: Fold})) {
		return err
	}
	return malformed("a fold that doesn't take this seat's layer off the stock")
}

// check checks a move as far as everybody can.
func (g *Game) check(move []byte) error {
	if !g.acting || len(move) < moveLen || len(move) > moveLen && !(Kind(move[0]) == Fold && g.parts()) {
		return malformed("a move of %d bytes", len(move))
	}
	return g.betting.check(actionOf(move))
}

func actionOf(move []byte) Action {
	return Action{Kind(move[0]), int(binary.BigEndian.Uint32(move[1:]))}
}

// act takes an action of the seat whose turn it is.
func (g *Game) act(seat int, move []byte) error {
	if err := g.check(move); err != nil {
		return err
	}
	action := actionOf(move)
	if action.Kind == Fold && g.parts() {
		if err := g.hand.Fold(seat, move[moveLen:]); err != nil {
			return err
		}
	}
	g.note(seat, "%v.", g.betting.act(action))
	g.acting = false
	return nil
}

// endHand gives the pots to those who win them.
func (g *Game) endHand() {
	g.playing = false
	b := g.betting
	if seat, chips := b.refund(); seat != nobody {
		g.note(seat, "takes back %d, which nobody called.", chips)
	}
	pots, get := b.payout(func(s int) int {
		if g.shown(s) == nil {
			return 0 // it is alone
		}
		return int(g.strength(s))
	})
	for s, chips := range get {
		g.Stacks[s] = b.stacks[s] + chips
	}
	for i, pot := range pots {
		if len(pot.Winners) == 1 {
			g.note(pot.Winners[0], "wins %s of %d.", PotName(i, len(pots)), pot.Chips)
			continue
		}
		parts := make([]int, len(get))
		share(parts, pot.Chips, pot.Winners)
		for _, s := range pot.Winners {
			g.note(s, "wins %d of %s of %d.", parts[s], PotName(i, len(pots)), pot.Chips)
		}
	}
	result := &Result{Hand: g.Hand, Button: g.Button, Board: g.board(), Shown: make([][]int, len(get)), Pots: pots, Payout: get, Stacks: slices.Clone(g.Stacks)}
	for _, s := range g.players {
		if result.Shown[s] = g.shown(s); g.Stacks[s] == 0 {
			g.note(s, "has no chips left.")
		}
	}
	g.note(nobody, "")
	g.events[len(g.events)-1].Result = result
}

// board returns the cards that were opened for all.
func (g *Game) board() []int { return g.hand.Look(g.hand.Of(dealt.Everyone)...) }

// shown returns the cards that a seat has shown, nil if it hasn't.
func (g *Game) shown(seat int) []int {
	own := g.hand.Of(seat)
	if len(own) < holeCards || !g.hand.Open(own[0]) {
		return nil
	}
	return g.hand.Look(own...)
}

// strength is that of a seat which has shown its cards.
func (g *Game) strength(seat int) showdown.Strength {
	return showdown.Best(slices.Concat(g.shown(seat), g.board())...)
}
