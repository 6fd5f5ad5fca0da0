package holdem

import (
	"encoding/binary"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/must"
)

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
		m = append(m, must.Get(g.cards.Farewell())...)
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

// check checks a move as far as everybody can.
func (g *Game) check(move []byte) error {
	if !g.acting || len(move) < moveLen || len(move) > moveLen && !(Kind(move[0]) == Fold && g.parts()) {
		return fmt.Errorf("%w: a move of %d bytes", ErrMalformed, len(move))
	}
	return g.Betting.Check(actionOf(move))
}
