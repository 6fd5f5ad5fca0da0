package table

import (
	"bytes"
	"encoding/binary"
	"errors"

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
	p.first, p.mark = bytes.Clone(r.Field("first")), bytes.Clone(r.Field("mark"))
	p.said, p.under = bytes.Clone(r.Field("said")), bytes.Clone(r.Field("under"))
	for _, statement := range [][]byte{p.said, p.under} {
		st, err := record.ParseStatement(statement)
		r.Check("said", len(statement) == 0 || err == nil && !st.Pruned())
	}
	if len(p.under) == 0 {
		p.under = p.said
	}
	p.spoken = spoken{upTo(r, "round", MaxRounds), upTo(r, "places", record.MaxPlaces), record.Digest(r.Fixed("head", 32))}
	leaves := r.Byte("leaves")
	r.Check("leaves", leaves <= 1)
	p.leaves = leaves == 1
	p.final = r.Uint64("final")
	r.Check("final", p.final>>(len(terms.Seats)-1) <= 1)
	if fault := r.End(); fault != "" {
		return nil, wrap.Errorf(ErrMalformed, "state: %s", fault)
	}
	p.saved, p.kept = State{secret.Hide(bytes.Clone(state))}, p.news
	for _, checkpoint := range [][]byte{p.first, p.mark} {
		if err := p.restore(checkpoint); err != nil {
			return nil, err
		}
	}
	p.rests()
	return p, nil
}

// state returns the current State, which is encoded when somebody asks for its bytes.
func (p *Player) state() State {
	seat, first, mark, said, under, spoken, final := byte(p.seat), p.first, p.mark, p.said, p.under, p.spoken, p.closings()
	if bytes.Equal(said, under) {
		under = nil // a shuffle isn't stored twice
	}
	leaves := byte(0)
	if p.leaves {
		leaves = 1
	}
	return State{secret.HideLazily(func() []byte {
		b := append(field.Append(nil, label+"state"), seat)
		b = field.Append(field.Append(field.Append(field.Append(b, first), mark), said), under)
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(spoken.round)), uint32(spoken.places))
		b = append(append(b, spoken.head[:]...), leaves)
		return field.Seal(binary.BigEndian.AppendUint64(b, final))
	})}
}

// checkpoint cuts what is read between two rounds, and returns what restore needs. The post is
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
		b = binary.BigEndian.AppendUint64(b, s.complaints)
	}
	b = append(b, byte(len(t.outs)))
	for _, o := range t.outs {
		b = append(b, byte(o.Seat), byte(o.Why))
		b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(o.Round)), uint32(o.Place))
		b = field.Append(b, o.Text)
	}
	b = field.Append(b, t.game.Checkpoint())
	return field.Append(b, t.reader.Cut())
}

// upTo reads a number.
func upTo(r *field.Reader, name string, most int) int {
	n := r.Uint32(name)
	r.Check(name, uint64(n) <= uint64(most))
	return int(n)
}

// restore goes back to a checkpoint.
func (t *Table) restore(checkpoint []byte) error {
	r := field.NewReader(checkpoint)
	r.Label(label + "checkpoint")
	p := public{round: upTo(r, "round", MaxRounds), time: int64(r.Uint64("time")), stamp: int64(r.Uint64("stamp"))}
	last := post{r.Uint64("post"), [32]byte(r.Fixed("post", 32))}
	p.seats = make([]seat, len(t.terms.Seats))
	for i := range p.seats {
		s := seat{hello: p.round > 0, since: -1, leaves: upTo(r, "leaves", MaxRounds), voids: upTo(r, "voids", maxVoids)}
		s.complaints = r.Uint64("complaints")
		r.Check("complaints", s.complaints>>(len(p.seats)-1) <= 1)
		p.seats[i] = s
	}
	for range r.Byte("outs") {
		o := Out{Seat: int(r.Byte("out")), Why: Reason(r.Byte("out")), Round: upTo(r, "out", MaxRounds)}
		o.Place, o.Text = upTo(r, "out", record.MaxPlaces), string(r.Field("out"))
		if r.Check("out", o.Seat < len(p.seats) && !p.seats[o.Seat].out && o.Why >= Fault && o.Why <= Left); r.Fault() == "" {
			p.outs, p.seats[o.Seat].out = append(p.outs, o), true
		}
	}
	game, read := r.Field("game"), r.Field("log")
	if fault := r.End(); fault != "" {
		return wrap.Errorf(ErrMalformed, "checkpoint: %s", fault)
	}
	l, err := record.ParseReader(t.agreed, read)
	if err == nil && l.Begun() != (p.round > 0) {
		err = errors.New("a round without a hello")
	}
	if err == nil && p.round > 0 { // a checkpoint comes before the end
		if spare, _ := record.ParseReader(t.agreed, read); spare.End() != nil {
			err = errors.New("a round after the end")
		}
	}
	if err == nil {
		err = t.game.Restore(game)
	}
	if err != nil {
		return wrap.Errorf(ErrMalformed, "checkpoint: %w", err)
	}
	t.public, t.last, t.reader = p, last, l
	if err := t.begin(); err != nil {
		return wrap.Errorf(ErrMalformed, "checkpoint: %w", err)
	}
	return nil
}
