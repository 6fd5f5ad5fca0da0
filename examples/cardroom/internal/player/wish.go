package player

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
)

// A wish is what the player has said last about sitting out. Of a seat that is kept, it is kept
// after that: so it is a board.Keeper.
type wish struct {
	keeper board.Keeper // nil keeps nothing
	seat   []byte       // what the keeper has of it
	text   []byte       // empty if the player has said nothing
}

var sitsOut, playsOn = []byte("squaredeal/examples/cardroom/v1 sits out"), []byte("squaredeal/examples/cardroom/v1 plays on")

// Load implements [board.Keeper].
func (w *wish) Load(first []byte) ([]byte, error) {
	kept, err := w.keeper.Load(first)
	w.seat, w.text = kept, nil
	for _, text := range [][]byte{sitsOut, playsOn} {
		if seat, ok := bytes.CutSuffix(kept, text); ok {
			w.seat, w.text = seat, text
		}
	}
	return w.seat, err
}

// Replace implements [board.Keeper].
func (w *wish) Replace(old, new []byte) error { return w.replace(old, new, w.text) }

func (w *wish) replace(old, new, text []byte) error {
	if w.keeper != nil {
		if err := w.keeper.Replace(slices.Concat(old, w.text), slices.Concat(new, text)); err != nil {
			return err
		}
	}
	w.seat, w.text = new, text
	return nil
}

// keep notes what the player says.
func (w *wish) keep(out bool) error {
	text := playsOn
	if out {
		text = sitsOut
	}
	return w.replace(w.seat, w.seat, text)
}

// tell tells a game what the player has said.
func (w *wish) tell(s games.Sitter) {
	if len(w.text) > 0 {
		s.SitOut(bytes.Equal(w.text, sitsOut))
	}
}
