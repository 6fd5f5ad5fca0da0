package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// A State is what a seat needs to go on after a restart, besides its key, the secrets of
// the game, and the board: checkpoints of the game and its last statements. It doesn't grow
// with the game. It prints as redacted, as a move in it may not be public yet.
type State struct{ hiddenState }

type hiddenState = stored.State

// Bytes returns the encoding, nil for no state.
func (s State) Bytes() []byte { return stored.Bytes(s.hiddenState) }

// Parse goes on from the state that was stored last. The game is a new one, as for [New];
// [Table.Connect] follows. It returns an [ErrMalformed] for a state that isn't of this
// table and seat.
func Parse(terms Terms, game Game, key record.Key, state []byte, store func(old, new State) error) (*Table, error) {
	t, err := open(terms, game, key, store)
	if err != nil {
		return nil, err
	}
	r := field.NewSealedReader(state)
	r.Label(label + "state")
	r.Check("seat", r.Byte("seat") == byte(t.seat))
	t.first, t.mark = bytes.Clone(r.Field("first")), bytes.Clone(r.Field("mark"))
	t.said, t.under = bytes.Clone(r.Field("said")), bytes.Clone(r.Field("under"))
	r.Check("said", len(t.said) == 0 || len(t.said) > record.Overhead)
	if len(t.under) == 0 {
		t.under = t.said
	}
	t.spoken = spoken{int(r.Uint32("round") & record.MaxPlaces), int(r.Uint32("places") & record.MaxPlaces), record.Digest(r.Fixed("head", 32))}
	t.final = r.Uint64("final")
	if fault := r.End(); fault != "" {
		return nil, fmt.Errorf("%w: state: %s", ErrMalformed, fault)
	}
	t.saved = State{secret.Hide(bytes.Clone(state))}
	for _, checkpoint := range [][]byte{t.first, t.mark} {
		if err := t.restore(checkpoint); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// state returns the current State, which is encoded when somebody asks for its bytes.
func (t *Table) state() State {
	seat, first, mark, said, under, spoken, final := byte(t.seat), t.first, t.mark, t.said, t.under, t.spoken, t.closings()
	if bytes.Equal(said, under) {
		under = nil // a shuffle isn't stored twice
	}
	return State{secret.HideLazily(func() []byte {
		b := append(field.Append(nil, label+"state"), seat)
		b = field.Append(field.Append(field.Append(field.Append(b, first), mark), said), under)
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(spoken.round)), uint32(spoken.places))
		b = append(b, spoken.head[:]...)
		return field.Seal(binary.BigEndian.AppendUint64(b, final))
	})}
}

// closings returns whose closing statements have made the end final, 0 if it isn't.
func (t *Table) closings() (bits uint64) {
	if !t.Final() {
		return 0
	}
	for i := range t.seats {
		if t.closed(i) {
			bits |= 1 << i
		}
	}
	return bits
}

// checkpoint cuts the log between two rounds, and returns what restore needs. The post is
// the last that was read.
func (t *Table) checkpoint() []byte {
	b := field.Append(nil, label+"checkpoint")
	b = binary.BigEndian.AppendUint32(b, uint32(t.round))
	b = binary.BigEndian.AppendUint64(b, uint64(t.time))
	b = binary.BigEndian.AppendUint64(b, uint64(t.stamp))
	b = append(binary.BigEndian.AppendUint64(b, t.last.number), t.last.digest[:]...)
	for _, s := range t.seats {
		b = binary.BigEndian.AppendUint32(b, uint32(s.leaves))
		b = binary.BigEndian.AppendUint32(b, uint32(s.voids))
	}
	b = append(b, byte(len(t.outs)))
	for _, o := range t.outs {
		b = append(b, byte(o.Seat), byte(o.Why))
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(o.Round)), uint32(o.Place))
		b = field.Append(b, o.Text)
	}
	b = field.Append(b, t.game.Checkpoint())
	return field.Append(b, t.log.Cut())
}

// restore goes back to a checkpoint.
func (t *Table) restore(checkpoint []byte) error {
	r := field.NewReader(checkpoint)
	upTo := func(name string, most int) int {
		n := r.Uint32(name)
		r.Check(name, uint64(n) <= uint64(most))
		return int(n)
	}
	r.Label(label + "checkpoint")
	p := public{round: upTo("round", MaxRounds), time: int64(r.Uint64("time")), stamp: int64(r.Uint64("stamp"))}
	last := post{r.Uint64("post"), [32]byte(r.Fixed("post", 32))}
	p.seats = make([]seat, len(t.terms.Seats))
	for i := range p.seats {
		p.seats[i] = seat{hello: p.round > 0, since: -1, leaves: upTo("leaves", MaxRounds), voids: upTo("voids", maxVoids)}
	}
	for range r.Byte("outs") {
		o := Out{Seat: int(r.Byte("out")), Why: Reason(r.Byte("out")), Round: upTo("out", MaxRounds), Place: upTo("out", record.MaxPlaces), Text: string(r.Field("out"))}
		if r.Check("out", o.Seat < len(p.seats)); r.Fault() == "" {
			p.outs, p.seats[o.Seat].out = append(p.outs, o), true
		}
	}
	game, log := r.Field("game"), r.Field("log")
	if fault := r.End(); fault != "" {
		return fmt.Errorf("%w: checkpoint: %s", ErrMalformed, fault)
	}
	l, err := record.ParseLog(t.at, log)
	if err == nil && l.Begun() != (p.round > 0) {
		err = errors.New("a round without a hello")
	}
	if err == nil {
		err = t.game.Restore(game)
	}
	if err != nil {
		return fmt.Errorf("%w: checkpoint: %w", ErrMalformed, err)
	}
	t.public, t.last, t.log, t.move = p, last, l, nil // which was for another sequence
	if err := t.begin(); err != nil {
		return fmt.Errorf("%w: checkpoint: %w", ErrMalformed, err)
	}
	return nil
}
