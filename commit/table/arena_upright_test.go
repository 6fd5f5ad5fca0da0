package table_test

import (
	"bytes"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// The honest seats of the arena: programs that crash, and that must see what the judge sees.

// An upright seat is a program with its disk.
type upright struct {
	a             *arena
	id            int
	p             *table.Player
	g             *testGame
	disk          []byte
	read, epoch   int
	at            int64 // when it wakes
	resume, again int64
	thinks        int64
	live          bool
	leaves        bool
	kept          []record.Post
	final         string
}

// boot starts a program, or starts it again after a crash.
func (u *upright) boot() {
	a := u.a
	u.g = newTestGame(len(a.keys), a.rounds, u.id)
	store := func(old, new table.State) error {
		if !bytes.Equal(old.Bytes(), u.disk) {
			a.fail("seat %d: the store replaces another state", u.id)
		}
		u.disk = new.Bytes()
		return nil
	}
	var err error
	if u.disk == nil {
		u.p, err = table.New(a.terms, u.g, a.keys[u.id], store)
	} else {
		u.p, err = table.Parse(a.terms, u.g, a.keys[u.id], u.disk, store)
	}
	if err != nil {
		a.fail("seat %d: %v", u.id, err)
		return
	}
	u.connect()
}

// connect begins to read again, and posts what the board has lost.
func (u *upright) connect() {
	a := u.a
	after, err := u.p.Connect(func(n uint64) (record.Post, bool) {
		i, ok := slices.BinarySearchFunc(a.posts, n, func(p record.Post, n uint64) int { return int(p.Number) - int(n) })
		if !ok {
			return record.Post{}, false
		}
		return a.posts[i], true
	})
	if err != nil {
		a.fail("seat %d: %v", u.id, err)
	}
	u.read, _ = slices.BinarySearchFunc(a.posts, after+1, func(p record.Post, n uint64) int { return int(p.Number) - int(n) })
	u.epoch, u.live, u.resume, u.again = a.epoch, false, a.now, 0
	for _, p := range u.kept {
		if !slices.ContainsFunc(a.posts, func(o record.Post) bool { return bytes.Equal(o.Bytes, p.Bytes) }) {
			u.resume = a.now + 40
			a.later(5+a.rng.Int64N(20), func() { a.show(p.Bytes) })
		}
	}
	u.kept = slices.Clone(a.posts[:u.read])
}

// step is a step of a program.
func (u *upright) step() {
	a := u.a
	next := 1 + a.rng.Int64N(60)
	if u.p == nil || a.crash && a.rng.IntN(150) == 0 {
		u.boot()
	}
	if u.epoch != a.epoch {
		u.connect()
	}
	for ; u.read < len(a.posts); u.read++ {
		p := a.posts[u.read]
		placed, err := u.p.Read(a.time(), p)
		if err != nil {
			a.fail("seat %d: %v", u.id, err)
		}
		if placed {
			u.kept = append(u.kept, p)
		}
		if got := a.state(&u.p.Table, u.g); got != a.states[p.Number] && !u.p.Final() {
			a.fail("seat %d after post %d: %s, not %s", u.id, p.Number, got, a.states[p.Number])
		}
		u.again = 0
	}
	if !u.live && a.now >= u.resume {
		u.p.Start(a.time())
		u.live = true
	}
	if u.live {
		if u.choose(); a.now >= u.again && u.speak() {
			next += a.rng.Int64N(150) // it has crashed
			u.p = nil
		}
	}
	if u.p != nil && u.live && u.thinks == 0 && !u.leaves {
		next = max(next, u.again-a.now)
	}
	u.wake(next)
}

// wake has a program take its next step some time from now, and not before.
func (u *upright) wake(d int64) {
	at := u.a.now + d
	u.at = at
	u.a.later(d, func() {
		if u.at == at {
			u.step()
		}
	})
}

// choose has the player move, or leave.
func (u *upright) choose() {
	a := u.a
	if _, ok := u.p.Choosing(a.time()); !ok {
		u.thinks = 0
	} else if u.thinks == 0 {
		u.thinks = a.now + a.rng.Int64N(200)
	} else if a.now >= u.thinks {
		if err := u.p.Act(u.g.choose(a.rng)); err != nil {
			a.fail("seat %d: %v", u.id, err)
		}
		u.again = 0
	}
	if u.leaves && a.rng.IntN(500) == 0 && u.p.Leave() == nil {
		u.again = 0
	}
}

// speak posts what the program has to say, and reports whether it crashes.
func (u *upright) speak() bool {
	a := u.a
	raw, again, err := u.p.Pending(a.time())
	if u.again = again.UnixMilli() - 1e9; err != nil && (a.losses == 0 || !errors.Is(err, table.ErrAstray)) {
		a.fail("seat %d: %v", u.id, err)
	}
	if u.final == "" && u.p.Done() {
		u.final = u.g.result()
	} else if u.final != "" && u.final != u.g.result() {
		a.fail("seat %d: a final end has changed", u.id)
	}
	if raw == nil {
		return false
	}
	if a.crash && a.rng.IntN(60) == 0 {
		return true // stored, and not posted
	}
	a.later(1+a.rng.Int64N(300), func() {
		for _, v := range a.villains {
			v.before()
		}
		a.show(raw)
	})
	if a.rng.IntN(10) == 0 {
		a.later(1+a.rng.Int64N(1500), func() { a.show(raw) })
	}
	return a.crash && a.rng.IntN(60) == 0
}

// done reports whether an honest seat has nothing to wait for.
func (u *upright) done() bool {
	return u.p != nil && u.p.Over() && u.epoch == u.a.epoch && u.read == len(u.a.posts) && !slices.Contains(u.p.Awaited(), u.id)
}
