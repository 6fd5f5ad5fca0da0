package sites

import (
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Replayer replays many bets of a game, without steps, and most games' without an
// allocation. It isn't for concurrent use.
type Replayer struct{ run *run }

// NewReplayer returns a replayer of a game.
func NewReplayer(site, game string) (*Replayer, error) {
	s, err := find(site, game)
	if err != nil {
		return nil, err
	}
	return &Replayer{newRun(s)}, nil
}

// Replay recomputes a bet from its fields in the order of [Game.Fields], empty for those
// that are left out. The report has no steps, and is valid until the next call. Errors are
// those of the function [Replay].
func (r *Replayer) Replay(fields []string) (Report, error) {
	if err := r.load(fields, false); err != nil {
		return Report{}, err
	}
	return r.run.replayEras()
}

// load takes the fields of a bet.
func (r *Replayer) load(fields []string, shape bool) error {
	if r == nil || r.run == nil {
		return wrap.Errorf(ErrMalformed, "zero Replayer")
	}
	if n := len(r.run.plan.game.Fields); len(fields) != n {
		return wrap.Errorf(ErrMalformed, "%d fields, not %d", len(fields), n)
	}
	r.run.reset()
	for i, text := range fields {
		if err := r.run.set(i, text, shape); err != nil {
			return err
		}
	}
	return nil
}

// ParseResult reads a result of a bet as sites write it: commas, brackets, bars and
// quotes separate values like spaces, and a number may end with x or %. Of the fields, as
// [Replayer.Replay] takes them, it needs those whose Shapes is set. A result that the game
// can't have is a [FieldError] of "result".
func (r *Replayer) ParseResult(fields []string, text string) (Result, error) {
	if err := r.load(fields, true); err != nil {
		return Result{}, err
	}
	return r.run.parseResult(text)
}
