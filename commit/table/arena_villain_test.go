package table_test

import (
	"encoding/binary"
	"slices"
	"time"
)

// The cheats of the arena: they see what honest seats are about to say, and speak before it is shown.

// A villain is a cheat, with what it does, as shares of 100 or so.
type villain struct {
	a                                                  *arena
	id                                                 int
	g                                                  *testGame
	prompt, front, flood, ticks, leave, illegal, stall int
	poison, suppress, frames, replays, closes          bool
}

// left returns how many milliseconds a seat has left for what is due from it, -1 if nothing is.
func (a *arena) left(seat int) int64 {
	for _, d := range a.judge.Due(time.Time{}) {
		if d.Seat == seat {
			return d.Left.Milliseconds()
		}
	}
	return -1
}

// says has a cheat say something now.
func (v *villain) says(message ...byte) {
	a := v.a
	raw := signAt(a.judge.Digest(), a.keys[v.id], v.id, a.judge.Places(), a.judge.Head(), message)
	if len(a.said) < 200 {
		a.said = append(a.said, raw)
	}
	a.show(raw)
}

// due is what the game wants of a cheat.
func (v *villain) due() []byte {
	m := v.g.choose(v.a.rng)
	if m == nil {
		m = v.g.Pending()
	}
	return append([]byte{say}, m...)
}

// junk is what has no effect.
func (v *villain) junk() {
	body := make([]byte, v.a.rng.IntN(60))
	kind := []byte{say, tick, leave, closing, 77}[v.a.rng.IntN(5)]
	if kind == say && v.a.left(v.id) >= 0 || kind == leave && len(body) == 4 {
		kind = 78
	}
	v.says(append([]byte{kind}, body...)...)
}

// before is what a cheat does before an honest statement is shown.
func (v *villain) before() {
	a := v.a
	if a.judge.Round() == 0 || a.judge.Over() || a.rng.IntN(100) >= v.front {
		return
	}
	for range 1 + a.rng.IntN(3) {
		switch due := a.left(v.id) >= 0; {
		case due && v.g.stage == opening && a.rng.IntN(2) == 0:
			v.says(say, 77, 77) // and is out, so that what honest seats say now is void
		case due && a.rng.IntN(2) == 0:
			v.says(v.due()...)
		default:
			v.junk()
		}
	}
}

// step is what a cheat does now and then.
func (v *villain) step() {
	a, rng := v.a, v.a.rng
	a.later(10+rng.Int64N(20+(a.now-a.since)/10), v.step)
	one := func(in int) bool { return rng.IntN(in) == 0 }
	switch left := a.left(v.id); {
	case a.judge.Round() == 0:
		if slices.Contains(a.judge.Awaited(), v.id) {
			v.says(hello)
		}
		return
	case a.judge.Over():
		if v.closes && one(30) {
			v.says(closing)
		}
		return
	case v.replays && one(40) && len(a.said) > 0:
		a.show(a.said[rng.IntN(len(a.said))])
	case rng.IntN(100) < v.flood:
		v.junk()
	case rng.IntN(100) < v.ticks:
		v.says(tick)
	case v.suppress && a.now-a.since >= graceMillis/4-30: // before the honest ones tick
		v.says(9)
	case rng.IntN(3000) < v.leave:
		v.says(binary.BigEndian.AppendUint32([]byte{leave}, []uint32{0, uint32(a.judge.Round()), uint32(a.judge.Round() + 1),
			1 << 31}[rng.IntN(4)])...)
	case left < 0:
	case rng.IntN(2000) < v.illegal:
		v.says(append([]byte{say}, v.g.junk(rng)...)...)
	case v.poison && v.g.stage == committing && one(4):
		v.says(append(append([]byte{say}, short(v.g.secret())...), 1)...)
	case v.frames && slices.ContainsFunc(a.villains, func(o *villain) bool { l := a.left(o.id); return o != v && l >= 0 && l < 100 }):
		v.says(say, 77, 77) // out, so that another's time begins anew
	case v.stall == 2 || v.stall == 1 && left > 60:
	case v.stall == 1 || rng.IntN(100) < v.prompt:
		v.says(v.due()...)
	}
}
