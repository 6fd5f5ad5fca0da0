package table_test

import (
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/commit/table"
)

// The honest seats of the arena: programs that crash, and that must see what the judge sees.

// An upright seat is a process that dies around posting.
type upright struct {
	process
	a      *arena
	g      *testGame
	wakes  int64 // when it takes its next step
	thinks int64 // until when its player does, 0 if there is nothing to choose
	leaves bool
}

// reboot starts a program, or starts it again after a crash.
func (u *upright) reboot() {
	u.g = u.newGame(u.id)
	if u.boot(u.g) {
		u.connect()
	}
}

// connect begins to read again, and posts what the board has lost.
func (u *upright) connect() {
	a := u.a
	u.resume = a.now
	for _, p := range u.process.connect(&a.board) {
		u.resume = a.now + 40
		a.later(5+a.rng.Int64N(20), func() { a.show(p.Bytes) })
	}
}

// step is a step of a program.
func (u *upright) step() {
	a := u.a
	next := 1 + a.rng.Int64N(60)
	if u.player == nil || a.crash && a.oneIn(150) {
		u.reboot()
	}
	if u.epoch != a.board.epoch {
		u.connect()
	}
	for _, p := range a.board.after(u.read) {
		u.hear(p)
		if got := a.state(&u.player.Table, u.g); got != a.states[p.Number] && !u.player.Final() {
			u.fail("after post %d: %s, not %s", p.Number, got, a.states[p.Number])
		}
	}
	u.start()
	if u.live {
		u.choose()
		if a.now >= u.again && u.speak() {
			next += a.rng.Int64N(150) // it has crashed
			u.player = nil
		}
	}
	if u.player != nil && u.live && u.thinks == 0 && !u.leaves {
		next = max(next, u.again-a.now)
	}
	u.wake(next)
}

// wake has a program take its next step some time from now, and not before.
func (u *upright) wake(d int64) {
	at := u.a.now + d
	u.wakes = at
	u.a.later(d, func() {
		if u.wakes == at {
			u.step()
		}
	})
}

// choose has the player move, or leave.
func (u *upright) choose() {
	a := u.a
	if _, ok := u.player.Choosing(a.time()); !ok {
		u.thinks = 0
	} else if u.thinks == 0 {
		u.thinks = a.now + a.rng.Int64N(200)
	} else if a.now >= u.thinks {
		if err := u.player.Act(u.g.choose(a.rng)); err != nil {
			u.fail("%v", err)
		}
		u.again = 0
	}
	if u.leaves && a.oneIn(500) && u.player.Leave() == nil {
		u.again = 0
	}
}

// speak posts what the program has to say, and reports whether it crashes.
func (u *upright) speak() bool {
	a := u.a
	raw, err := u.pending()
	if err != nil && (a.losses == 0 || !errors.Is(err, table.ErrAstray)) {
		u.fail("%v", err)
	}
	u.watchFinal(u.g.result())
	if raw == nil {
		return false
	}
	if a.crash && a.oneIn(60) {
		return true // stored, and not posted
	}
	a.later(1+a.rng.Int64N(300), func() {
		for _, v := range a.villains {
			v.before()
		}
		a.show(raw)
	})
	if a.oneIn(10) {
		a.later(1+a.rng.Int64N(1500), func() { a.show(raw) })
	}
	return a.crash && a.oneIn(60)
}

// done reports whether an honest seat has nothing to wait for.
func (u *upright) done() bool {
	return u.player != nil && u.player.Over() && u.epoch == u.a.board.epoch && len(u.a.board.after(u.read)) == 0 &&
		!slices.Contains(u.player.Awaited(), u.id)
}
