package table_test

import (
	"bytes"
	"errors"
	"maps"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// The honest seats of the simulation: processes with a disk, which crash anywhere, go on from old
// backups, and lose what they say; and what each checks of itself while it plays.

// How long reading and posting take at the most, in milliseconds.
const (
	readDelay = 60
	postDelay = 120
)

// An honest seat is a process that dies anywhere.
type honest struct {
	process
	w        *world
	g        *testGame
	chain    map[int]record.Digest // heads by place, on the board that it reads
	own      map[int]string        // own statements by place
	said     []said
	held     bool           // its host sleeps now and then, and its network is slow
	down     bool           // it doesn't run now
	backup   []byte         // what its disk had once
	thinks   int64          // until when its player does, 0 if there is nothing to choose
	old      bool           // has gone on from a backup
	astray   bool           // has had an ErrAstray
	flipped  bool           // has read both forks
	ended    string         // the result, when it is over
	closedAt *record.Digest // the head with which the round began that had nobody due
}

func newHonest(w *world, id int, held bool) *honest {
	h := &honest{w: w, held: held, down: true, chain: make(map[int]record.Digest), own: make(map[int]string)}
	h.process = process{walk: &w.walk, id: id, beforeStore: h.mayNotStore, afterStore: h.mayDie}
	return h
}

// A crash is what a process panics with when it dies.
type crash struct{}

// post posts to the board that the seat reads, and sometimes to the other.
func (h *honest) post(raw []byte) {
	w, board := h.w, h.w.reads[h.id]
	w.post(board, raw)
	if len(w.boards) > 1 && w.oneIn(3) {
		w.post(1-board, raw)
	}
}

// send brings a statement to the board some time, perhaps twice, perhaps damaged.
func (h *honest) send(raw []byte) {
	w := h.w
	d := 1 + w.rng.Int64N(postDelay)
	if w.relay {
		d += w.rng.Int64N(500)
	}
	if h.held && w.oneIn(6) {
		d = w.rng.Int64N(8000)
	}
	w.later(d, func() { h.post(raw) })
	if w.oneIn(10) {
		again := bytes.Clone(raw)
		if w.oneIn(2) {
			again[w.rng.IntN(len(again))] ^= 1 << w.rng.IntN(8)
		}
		w.later(w.rng.Int64N(3*postDelay), func() { h.post(again) })
	}
}

// mayNotStore fails before something is stored, sometimes, and ends the process, sometimes.
func (h *honest) mayNotStore() error {
	if h.oneIn(60) {
		return errDisk
	}
	h.mayDie()
	if h.oneIn(8) {
		h.backup = h.disk
	}
	return nil
}

// mayDie ends the process, sometimes.
func (h *honest) mayDie() {
	if h.w.crash && h.final == "" && h.oneIn(400) {
		panic(crash{})
	}
}

// alive runs a step of a process, and lets it begin again if it dies.
func (h *honest) alive(step func()) {
	defer func() {
		if r := recover(); r == (crash{}) {
			h.w.counts["restarts"]++
			h.down = true
			h.w.later(h.rng.Int64N(200), func() { h.alive(h.restart) })
		} else if r != nil {
			panic(r)
		}
	}()
	step()
}

func (h *honest) restart() {
	w := h.w
	if h.backup != nil && w.backups > 0 && w.oneIn(3) {
		w.counts["backups"]++
		w.backups--
		h.disk, h.old, h.final = h.backup, true, ""
	}
	h.g = w.newGame(h.id)
	h.g.die = h.mayDie
	if !h.boot(h.g) {
		return
	}
	if w.oneIn(3) { // its host has kept less than it had read
		h.kept = h.kept[:w.rng.IntN(len(h.kept)+1)]
	}
	h.connect()
	h.down = false
}

// connect begins to read a board, and posts again what it has lost.
func (h *honest) connect() {
	w := h.w
	lost := h.process.connect(w.boardOf(h.id))
	places := h.player.Places()
	maps.DeleteFunc(h.chain, func(place int, _ record.Digest) bool { return place > places })
	maps.DeleteFunc(h.own, func(place int, _ string) bool { return place >= places })
	h.chain[places] = h.player.Head()
	d := 1 + w.rng.Int64N(40)
	for _, p := range lost {
		w.later(d, func() { h.post(p.Bytes) })
		d += w.rng.Int64N(3)
	}
	h.resume = w.now
	if len(lost) > 0 {
		h.resume += d + 5
	}
}

// poll is a step of an honest process.
func (h *honest) poll() {
	w := h.w
	w.later(1+w.rng.Int64N(readDelay), h.poll)
	if h.down {
		return
	}
	if h.held && w.oneIn(20) {
		h.down = true
		w.later(w.rng.Int64N(4000), func() { h.down = false })
		return
	}
	h.alive(h.step)
}

func (h *honest) step() {
	w := h.w
	h.mayDie()
	if w.flip && len(w.boards) > 1 && w.oneIn(200) {
		w.counts["flips"]++
		h.flipped = true
		w.reads[h.id], h.epoch = 1-w.reads[h.id], -1
	}
	if w.boardOf(h.id).epoch != h.epoch {
		h.connect()
	}
	h.readAll()
	h.start()
	if h.live && w.now >= h.again {
		h.speak()
	}
	h.watchEnd()
	h.choose()
}

// choose has the player move, after a while, or leave.
func (h *honest) choose() {
	w := h.w
	for _, d := range h.player.Due(w.time()) {
		if d.Seat != h.id {
			continue
		}
		if m := h.g.choose(w.rng); m != nil {
			switch {
			case h.thinks == 0:
				h.thinks = w.now + w.rng.Int64N(400)
			case w.now >= h.thinks:
				h.thinks, h.again = 0, 0
				if h.player.Act(m) != nil {
					h.fail("its move %v is refused", m)
				}
			}
		}
	}
	if h.player.Round() > 0 && !h.player.Over() && w.oneIn(300) && h.player.Leave() == nil {
		w.counts["leaves"]++
		h.again = 0
	}
}

// readAll reads what the board has, up to somewhere.
func (h *honest) readAll() {
	posts := h.w.boardOf(h.id).after(h.read)
	if h.live && h.oneIn(5) {
		posts = posts[:h.rng.IntN(len(posts)+1)]
	}
	for _, p := range posts {
		if !h.hear(p) {
			continue
		}
		if speakerOf(p.Bytes) == h.id {
			h.own[h.player.Places()-1] = string(p.Bytes)
		}
		h.chain[h.player.Places()] = h.player.Head()
	}
}

// speak posts what the seat has to say.
func (h *honest) speak() {
	raw, err := h.pending()
	switch {
	case errors.Is(err, table.ErrAstray):
		h.astray = true
		h.w.counts["astray"]++
		if !h.w.broken() {
			h.fail("%v", err)
		}
	case err == errDisk:
		h.again = 0
	case err != nil:
		h.fail("pending: %v", err)
	case raw != nil:
		h.note(raw)
		h.mayDie()
		h.send(raw)
	}
}
