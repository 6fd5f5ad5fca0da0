package table_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"

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

// An honest seat is a process, its disk and its host.
type honest struct {
	*seat
	t                *table.Player
	own              map[int]string // own statements by place, on the board that it reads
	held, down, live bool
	disk, backup     []byte
	kept             []record.Post // that had a place
	start, again     int64         // when to start, and to call Pending again
	thought          int64
	said             []said
	old              bool // has gone on from a backup
	astray           bool // has had an ErrAstray
	flipped          bool // has read both forks
	ended            string
	final            string
	closedAt         *record.Digest
}

// A crash is what a process panics with when it dies.
type crash struct{}

// post posts to the board that the seat reads, and sometimes to the other.
func (h *honest) post(raw []byte) {
	h.w.post(h.board, raw)
	if len(h.w.boards) > 1 && h.w.rng.IntN(3) == 0 {
		h.w.post(1-h.board, raw)
	}
}

// send brings a statement to the board some time, perhaps twice, perhaps damaged.
func (h *honest) send(raw []byte) {
	w := h.w
	d := 1 + w.rng.Int64N(postDelay)
	if w.relay {
		d += w.rng.Int64N(500)
	}
	if h.held && w.rng.IntN(6) == 0 {
		d = w.rng.Int64N(8000)
	}
	w.later(d, func() { h.post(raw) })
	if w.rng.IntN(10) == 0 {
		again := bytes.Clone(raw)
		if w.rng.IntN(2) == 0 {
			again[w.rng.IntN(len(again))] ^= 1 << w.rng.IntN(8)
		}
		w.later(w.rng.Int64N(3*postDelay), func() { h.post(again) })
	}
}

// store is a database that refuses to replace anything but what it holds.
func (h *honest) store(old, new table.State) error {
	if !bytes.Equal(old.Bytes(), h.disk) {
		h.fail("the store replaces %d bytes that it doesn't hold", len(old.Bytes()))
	}
	if h.w.rng.IntN(60) == 0 {
		return errDisk
	}
	h.mayDie()
	if h.w.rng.IntN(8) == 0 {
		h.backup = h.disk
	}
	h.disk = new.Bytes()
	if n := len(h.disk); n > 8<<10 {
		h.fail("a state of %d bytes", n)
	}
	h.mayDie()
	return nil
}

// mayDie ends the process, sometimes.
func (h *honest) mayDie() {
	if h.w.crash && h.final == "" && h.w.rng.IntN(400) == 0 {
		panic(crash{})
	}
}

// alive runs a step of a process, and lets it begin again if it dies.
func (h *honest) alive(step func()) {
	defer func() {
		if r := recover(); r == (crash{}) {
			h.w.counts["restarts"]++
			h.down = true
			h.w.later(h.w.rng.Int64N(200), func() { h.alive(h.restart) })
		} else if r != nil {
			panic(r)
		}
	}()
	step()
}

func (h *honest) restart() {
	w := h.w
	if h.backup != nil && w.backups > 0 && w.rng.IntN(3) == 0 {
		w.counts["backups"]++
		w.backups--
		h.disk, h.old, h.final = h.backup, true, ""
	}
	h.g = newTestGame(w.numSeats, w.rounds, h.id)
	h.g.die = h.mayDie
	var err error
	if h.disk == nil {
		h.t, err = table.New(w.terms, h.g, h.key, h.store)
	} else {
		h.t, err = table.Parse(w.terms, h.g, h.key, h.disk, h.store)
	}
	if err != nil {
		h.fail("restart: %v", err)
	}
	if w.rng.IntN(3) == 0 { // its host has kept less than it had read
		h.kept = h.kept[:w.rng.IntN(len(h.kept)+1)]
	}
	h.connect()
	h.down = false
}

// connect begins to read a board, and posts again what it has lost.
func (h *honest) connect() {
	w, b := h.w, h.w.boards[h.board]
	h.epoch, h.live = b.epoch, false
	after, err := h.t.Connect(b.shown)
	if err != nil {
		h.fail("connect: %v", err)
	}
	h.read = after
	maps.DeleteFunc(h.chain, func(place int, _ record.Digest) bool { return place > h.t.Places() })
	maps.DeleteFunc(h.own, func(place int, _ string) bool { return place >= h.t.Places() })
	h.chain[h.t.Places()] = h.t.Head()
	common := 0
	for common < len(h.kept) {
		p, ok := b.shown(h.kept[common].Number)
		if !ok || p.Stamp != h.kept[common].Stamp || !bytes.Equal(p.Bytes, h.kept[common].Bytes) {
			break
		}
		common++
	}
	d := 1 + w.rng.Int64N(40)
	for _, p := range h.kept[common:] {
		w.later(d, func() { h.post(p.Bytes) })
		d += w.rng.Int64N(3)
	}
	if h.start = w.now; common < len(h.kept) {
		h.start += d + 5
	}
	h.kept = slices.DeleteFunc(h.kept, func(p record.Post) bool { return p.Number > after })
}

// poll is a step of an honest process.
func (h *honest) poll() {
	w := h.w
	w.later(1+w.rng.Int64N(readDelay), h.poll)
	if h.down {
		return
	}
	if h.held && w.rng.IntN(20) == 0 {
		h.down = true
		w.later(w.rng.Int64N(4000), func() { h.down = false })
		return
	}
	h.alive(h.step)
}

func (h *honest) step() {
	w := h.w
	if h.mayDie(); w.flip && len(w.boards) > 1 && w.rng.IntN(200) == 0 {
		w.counts["flips"]++
		h.flipped = true
		h.board, h.epoch = 1-h.board, -1
	}
	b := w.boards[h.board]
	if b.epoch != h.epoch {
		h.connect()
	}
	h.readAll()
	if !h.live && w.now >= h.start {
		h.t.Start(w.clock())
		h.live, h.again = true, 0
	}
	if h.live && w.now >= h.again {
		h.speak()
	}
	h.watchEnd()
	h.choose()
}

// choose has the player move, after a while, or leave.
func (h *honest) choose() {
	w := h.w
	for _, d := range h.t.Due(w.clock()) {
		if d.Seat != h.id {
			continue
		}
		if m := h.g.choose(w.rng); m != nil {
			switch {
			case h.thought == 0:
				h.thought = w.now + w.rng.Int64N(400)
			case w.now >= h.thought:
				if h.thought, h.again = 0, 0; h.t.Act(m) != nil {
					h.fail("its move %v is refused", m)
				}
			}
		}
	}
	if h.t.Round() > 0 && !h.t.Over() && w.rng.IntN(300) == 0 && h.t.Leave() == nil {
		w.counts["leaves"]++
		h.again = 0
	}
}

// readAll reads what the board has, up to somewhere.
func (h *honest) readAll() {
	posts := h.w.boards[h.board].after(h.read)
	if h.live && h.w.rng.IntN(5) == 0 {
		posts = posts[:h.w.rng.IntN(len(posts)+1)]
	}
	for _, p := range posts {
		placed, err := h.t.Read(h.w.clock(), p)
		if err != nil {
			h.fail("read: %v", err)
		}
		if h.read, h.again = p.Number, 0; placed {
			h.kept = append(h.kept, p)
			if speakerOf(p.Bytes) == h.id {
				h.own[h.t.Places()-1] = string(p.Bytes)
			}
			h.chain[h.t.Places()] = h.t.Head()
		}
	}
}

// speak posts what the seat has to say.
func (h *honest) speak() {
	raw, again, err := h.t.Pending(h.w.clock())
	h.again = again.UnixMilli() - 1e9
	switch {
	case errors.Is(err, table.ErrAstray):
		if h.w.counts["astray"]++; !h.w.broken() {
			h.fail("%v", err)
		}
		h.astray = true
	case err == errDisk:
		h.again = 0
	case err != nil:
		h.fail("pending: %v", err)
	case raw != nil:
		h.note(raw)
		if h.mayDie(); h.t.Seat() == h.id {
			h.send(raw)
		}
	}
}
