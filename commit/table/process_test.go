package table_test

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A process is the program of an honest seat, its disk, and its host, which reads a board for it. Those of the
// simulation, the arena and the exploration embed it, and crash in their own ways.
type process struct {
	*walk
	id int

	player        *table.Player
	live          bool  // the player was started, and speaks
	resume, again int64 // when to start it, and when to call Pending again

	disk        []byte       // what it has stored last
	beforeStore func() error // may be nil
	afterStore  func()       // may be nil

	read  uint64        // the number of the last post
	epoch int           // of the board to which it is connected
	kept  []record.Post // by its host: those that had a place

	final string // the result of the end that is final and stored
}

func (p *process) fail(format string, args ...any) {
	p.walk.fail("seat %d: %s", p.id, fmt.Sprintf(format, args...))
}

// store is a database that refuses to replace anything but what it holds.
func (p *process) store(old, new table.State) error {
	if !bytes.Equal(old.Bytes(), p.disk) {
		p.fail("the store replaces %d bytes that it doesn't hold", len(old.Bytes()))
	}
	if p.beforeStore != nil {
		if err := p.beforeStore(); err != nil {
			return err
		}
	}
	p.disk = new.Bytes()
	if n := len(p.disk); n > 8<<10 {
		p.fail("a state of %d bytes", n)
	}
	if p.afterStore != nil {
		p.afterStore()
	}
	return nil
}

// boot starts the program, or starts it again with what its disk has, and reports whether that goes. The
// game is a new one.
func (p *process) boot(game table.Game) bool {
	p.live = false
	var err error
	if key := p.keys[p.id]; p.disk == nil {
		p.player, err = table.New(p.terms, game, key, p.store)
	} else {
		p.player, err = table.Parse(p.terms, game, key, p.disk, p.store)
	}
	if err != nil {
		p.fail("boot: %v", err)
		return false
	}
	if s := p.player.Seat(); s != p.id {
		p.fail("is seat %d", s)
	}
	return true
}

// connect begins to read a board, and returns what its host has kept and the board has lost: somebody
// has to post it again.
func (p *process) connect(b *board) (lost []record.Post) {
	p.epoch, p.live = b.epoch, false
	after, err := p.player.Connect(b.shown)
	if err != nil {
		p.fail("connect: %v", err)
	}
	p.read = after
	there := func(was record.Post) bool {
		is, ok := b.shown(was.Number)
		return ok && is.Stamp == was.Stamp && bytes.Equal(is.Bytes, was.Bytes)
	}
	lost = slices.Clone(p.kept)
	for len(lost) > 0 && there(lost[0]) {
		lost = lost[1:]
	}
	p.kept = slices.DeleteFunc(p.kept, func(o record.Post) bool { return o.Number > after })
	return lost
}

// hear reads a post, and reports whether it has a place.
func (p *process) hear(post record.Post) (placed bool) {
	placed, err := p.player.Read(p.time(), post)
	if err != nil {
		p.fail("read: %v", err)
	}
	p.read, p.again = post.Number, 0
	if placed {
		p.kept = append(p.kept, post)
	}
	return placed
}

// start lets the player speak, once it is time.
func (p *process) start() {
	if !p.live && p.now >= p.resume {
		p.player.Start(p.time())
		p.live, p.again = true, 0
	}
}

// pending returns what the player has to post now.
func (p *process) pending() ([]byte, error) {
	raw, again, err := p.player.Pending(p.time())
	p.again = again.UnixMilli() - beginning
	return raw, err
}

// watchFinal checks that an end that is final, and was stored as such, stays as it is.
func (p *process) watchFinal(result string) {
	if p.final != "" && (!p.player.Final() || p.final != result) {
		p.fail("a final end has changed")
	}
	if p.player.Final() && p.live && p.again > p.now { // Pending has stored it
		p.final = result
	}
}
