package table_test

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"time"
)

// The cheats of the arena: they see what honest seats are about to say, and speak before it is shown.

// A villain is a liar with habits, who reads what the judge reads.
type villain struct {
	liar
	a *arena
	habits
}

// habits are what a villain does, and in which share of the steps in which it might.
type habits struct {
	answers    share // says what is due, if it doesn't stall
	stalls     stalling
	fronts     share // speaks before an honest statement is shown
	floods     share // says what has no effect
	ticks      share
	leaves     share
	breaks     share // the rules of the game
	poisons    share // makes a commitment with a wrong seal
	replays    share // shows again what cheats have said
	closes     share // signs the end
	suppresses bool  // speaks just before an honest seat would tick
	frames     bool  // goes when the time of another cheat is nearly up, which begins anew then
}

// A share is n of so many; the zero one is none.
type share struct{ n, of int }

// A stalling is how long a villain puts off what is due.
type stalling int

const (
	awhile   stalling = iota // for some steps, perhaps
	nearlyUp                 // until its time is nearly up
	forever
)

func drawHabits(rng *rand.Rand) habits {
	pick := func(of int, n ...int) share { return share{n[rng.IntN(len(n))], of} }
	in := func(n int) bool { return rng.IntN(n) == 0 }
	onceIn := func(n int, is bool) share {
		if is {
			return share{1, n}
		}
		return share{}
	}
	return habits{
		answers:    pick(100, 2, 20, 100),
		stalls:     []stalling{awhile, awhile, nearlyUp, nearlyUp, forever}[rng.IntN(5)],
		fronts:     pick(100, 0, 50, 100),
		floods:     pick(100, 0, 0, 2, 30, 100),
		ticks:      pick(100, 0, 0, 50),
		leaves:     pick(3000, 0, 0, 3),
		breaks:     pick(2000, 0, 0, 1, 10),
		poisons:    onceIn(4, in(3)),
		suppresses: in(2),
		frames:     in(2),
		replays:    onceIn(40, in(2)),
		closes:     onceIn(30, !in(3)),
	}
}

func newVillain(a *arena, id int, h habits) *villain {
	return &villain{a: a, habits: h, liar: liar{walk: &a.walk, id: id, send: func(_ int64, raw []byte) {
		if len(a.said) < 200 {
			a.said = append(a.said, raw)
		}
		a.show(raw)
	}}}
}

// will reports whether a villain does now what it does in a share of the cases.
func (v *villain) will(s share) bool { return s.of > 0 && v.rng.IntN(s.of) < s.n }

// timeLeft returns how many milliseconds are left for what is due from a villain, -1 if nothing is.
func (v *villain) timeLeft() int64 { return v.left(time.Time{}) }

// babble says what has no effect.
func (v *villain) babble() {
	body := make([]byte, v.rng.IntN(60))
	kind := []byte{say, tick, leave, closing, 77}[v.rng.IntN(5)]
	if kind == say && v.timeLeft() >= 0 || kind == leave && len(body) == 4 {
		kind = 78
	}
	v.says(0, append([]byte{kind}, body...)...)
}

// quit breaks the rules so that the villain is out.
func (v *villain) quit() { v.says(0, say, 77, 77) }

// before is what a villain does before an honest statement is shown.
func (v *villain) before() {
	a := v.a
	if a.judge.Round() == 0 || a.judge.Over() || !v.will(v.fronts) {
		return
	}
	for range 1 + a.rng.IntN(3) {
		switch due := v.timeLeft() >= 0; {
		case due && v.g.stage == opening && a.oneIn(2):
			v.quit() // so that what honest seats say now is void
		case due && a.oneIn(2):
			v.says(0, v.due()...)
		default:
			v.babble()
		}
	}
}

// step is what a villain does now and then.
func (v *villain) step() {
	a, rng := v.a, v.rng
	a.later(10+rng.Int64N(20+(a.now-a.since)/10), v.step)
	switch {
	case a.judge.Round() == 0:
		if slices.Contains(a.judge.Awaited(), v.id) {
			v.says(0, hello)
		}
	case a.judge.Over():
		if v.will(v.closes) {
			v.says(0, closing)
		}
	default:
		v.play()
	}
}

// play is what a villain does in a round.
func (v *villain) play() {
	a, rng := v.a, v.rng
	switch left := v.timeLeft(); {
	case v.will(v.replays) && len(a.said) > 0:
		a.show(a.said[rng.IntN(len(a.said))])
	case v.will(v.floods):
		v.babble()
	case v.will(v.ticks):
		v.says(0, tick)
	case v.suppresses && a.now-a.since >= graceMillis/4-30:
		v.says(0, 9)
	case v.will(v.leaves):
		round := uint32(a.judge.Round())
		v.says(0, binary.BigEndian.AppendUint32([]byte{leave}, []uint32{0, round, round + 1, 1 << 31}[rng.IntN(4)])...)
	case left < 0:
	case v.will(v.breaks):
		v.says(0, v.illegal()...)
	case v.g.stage == committing && v.will(v.poisons):
		v.says(0, v.poison()...)
	case v.frames && slices.ContainsFunc(a.villains, func(o *villain) bool { l := o.timeLeft(); return o != v && l >= 0 && l < 100 }):
		v.quit()
	case v.stalls == forever || v.stalls == nearlyUp && left > 60:
	case v.stalls == nearlyUp || v.will(v.answers):
		v.says(0, v.due()...)
	}
}
