package table

import (
	"bytes"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A State is what a seat needs to go on after a restart, besides its key, the secrets of
// the game, and the board: checkpoints of the game and its last statements. It doesn't grow
// with the game. It prints as redacted, as a move in it may not be public yet.
type State struct{ hiddenState }

type hiddenState = stored.State

// Bytes returns the encoding, nil for no state.
func (s State) Bytes() []byte { return stored.Bytes(s.hiddenState) }

// Parse goes on from the state that was stored last. The game is a new one, as for [New];
// [Player.Connect] follows. It returns an [ErrMalformed] for a state that isn't of this
// table and seat.
func Parse(terms Terms, game Game, key record.Key, state []byte, store func(old, new State) error) (*Player, error) {
	t, err := open(terms, game)
	if err != nil {
		return nil, err
	}
	p, err := sit(t, key, store)
	if err != nil {
		return nil, err
	}
	if len(state) == 0 {
		return nil, wrap.Errorf(ErrMalformed, "there is no state")
	}
	r := field.NewSealedReader(state)
	r.Label(label + "state")
	r.Check("seat", r.Byte("seat") == byte(p.seat))
	p.startMark, p.roundMark = bytes.Clone(r.Field("first")), bytes.Clone(r.Field("mark"))
	p.lastStatement, p.lastSigned = bytes.Clone(r.Field("said")), bytes.Clone(r.Field("under"))
	for _, statement := range [][]byte{p.lastStatement, p.lastSigned} {
		st, err := record.ParseStatement(statement)
		r.Check("said", len(statement) == 0 || err == nil && !st.Pruned())
	}
	if len(p.lastSigned) == 0 {
		p.lastSigned = p.lastStatement
	}
	p.lastSpoken = spoken{upTo(r, "round", MaxRounds), upTo(r, "places", record.MaxPlaces), record.Digest(r.Fixed("head", 32))}
	leaves := r.Byte("leaves")
	r.Check("leaves", leaves <= 1)
	p.leaving = leaves == 1
	p.finalClosings = r.Uint64("final")
	r.Check("final", p.finalClosings>>(len(terms.Seats)-1) <= 1)
	if fault := r.End(); fault != "" {
		return nil, wrap.Errorf(ErrMalformed, "state: %s", fault)
	}
	p.saved, p.savedChanges = State{secret.Hide(bytes.Clone(state))}, p.changes
	for _, checkpoint := range [][]byte{p.startMark, p.roundMark} {
		if err := p.restore(checkpoint); err != nil {
			return nil, err
		}
	}
	p.resetWait()
	return p, nil
}

// state returns the current State, which is encoded when somebody asks for its bytes.
func (p *Player) state() State {
	seat, leaves := byte(p.seat), byte(0)
	if p.leaving {
		leaves = 1
	}
	fields := [][]byte{p.startMark, p.roundMark, p.lastStatement, p.lastSigned}
	if bytes.Equal(p.lastStatement, p.lastSigned) {
		fields[3] = nil // a shuffle isn't stored twice
	}
	spoken, final := p.lastSpoken, p.closings()
	return State{secret.HideLazily(func() []byte {
		b := append(field.Append(nil, label+"state"), seat)
		for _, f := range fields {
			b = field.Append(b, f)
		}
		b = binary.BigEndian.AppendUint32(b, uint32(spoken.round))
		b = binary.BigEndian.AppendUint32(b, uint32(spoken.places))
		b = append(b, spoken.head[:]...)
		b = append(b, leaves)
		b = binary.BigEndian.AppendUint64(b, final)
		return field.Seal(b)
	})}
}
