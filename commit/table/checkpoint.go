package table

import (
	"encoding/binary"
	"errors"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// checkpoint cuts what is read between two rounds, and returns what restore needs. The post is
// the last that was read.
func (t *Table) checkpoint() []byte {
	b := field.Append(nil, label+"checkpoint")
	b = binary.BigEndian.AppendUint32(b, uint32(t.round))
	b = binary.BigEndian.AppendUint64(b, uint64(t.time))
	b = binary.BigEndian.AppendUint64(b, uint64(t.stamp))
	b = binary.BigEndian.AppendUint64(b, t.last.number)
	b = append(b, t.last.digest[:]...)
	for _, s := range t.seats {
		b = binary.BigEndian.AppendUint32(b, uint32(s.leaves))
		b = binary.BigEndian.AppendUint32(b, uint32(s.voids))
		b = binary.BigEndian.AppendUint64(b, s.complaints)
	}
	b = append(b, byte(len(t.outs)))
	for _, o := range t.outs {
		b = append(b, byte(o.Seat), byte(o.Why))
		b = binary.BigEndian.AppendUint32(b, uint32(o.Round))
		b = binary.BigEndian.AppendUint32(b, uint32(o.Place))
		b = field.Append(b, o.Text)
	}
	b = field.Append(b, t.game.Checkpoint())
	return field.Append(b, t.reader.Cut())
}

// upTo reads a number that mustn't be greater than most.
func upTo(r *field.Reader, name string, most int) int {
	n := r.Uint32(name)
	r.Check(name, uint64(n) <= uint64(most))
	return int(n)
}

// readSeats reads what a checkpoint has of the seats, and which of them are out.
func readSeats(r *field.Reader, numSeats, round int) (seats []seat, outs []Out) {
	for range numSeats {
		s := seat{hello: round > 0, since: -1, leaves: upTo(r, "leaves", MaxRounds), voids: upTo(r, "voids", maxVoids)}
		s.complaints = r.Uint64("complaints")
		r.Check("complaints", s.complaints>>(numSeats-1) <= 1)
		seats = append(seats, s)
	}
	for range r.Byte("outs") {
		o := Out{Seat: int(r.Byte("out")), Why: Reason(r.Byte("out")), Round: upTo(r, "out", MaxRounds)}
		o.Place, o.Text = upTo(r, "out", record.MaxPlaces), string(r.Field("out"))
		r.Check("out", o.Seat < numSeats && !seats[o.Seat].out && o.Why >= Fault && o.Why <= Left)
		if r.Fault() == "" {
			outs = append(outs, o)
			seats[o.Seat].out = true
		}
	}
	return seats, outs
}

// restore goes back to a checkpoint.
func (t *Table) restore(checkpoint []byte) error {
	r := field.NewReader(checkpoint)
	r.Label(label + "checkpoint")
	p := public{round: upTo(r, "round", MaxRounds), time: int64(r.Uint64("time")), stamp: int64(r.Uint64("stamp"))}
	last := post{r.Uint64("post"), [32]byte(r.Fixed("post", 32))}
	p.seats, p.outs = readSeats(r, len(t.terms.Seats), p.round)
	game, read := r.Field("game"), r.Field("reader")
	if fault := r.End(); fault != "" {
		return wrap.Errorf(ErrMalformed, "checkpoint: %s", fault)
	}
	reader, err := record.ParseReader(t.agreed, read)
	if err == nil && reader.Begun() != (p.round > 0) {
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
	t.public, t.last, t.reader = p, last, reader
	if err := t.begin(); err != nil {
		return wrap.Errorf(ErrMalformed, "checkpoint: %w", err)
	}
	return nil
}
