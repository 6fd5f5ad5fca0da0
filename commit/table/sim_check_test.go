package table_test

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// What must hold in the simulation: for what an honest seat says and sees while it plays, and for
// all of them when the run is over.

// A said is what an honest seat has signed in a round.
type said struct {
	start, head record.Digest
	places      int
	message     string
	raw         string
}

// note checks that all that a seat says in a round is on one chain.
func (h *honest) note(raw []byte) {
	st := statementOf(raw)
	n := said{h.g.start, st.Head, st.Places, string(st.Message), string(raw)}
	if n.message[0] == closing && !h.old {
		end := h.g.start
		if h.closedAt != nil && *h.closedAt != end {
			h.fail("closes two ends")
		}
		h.closedAt = &end
	}
	since := -1
	for _, d := range h.t.Due(h.w.clock()) {
		if d.Seat == h.id {
			since = d.Since
		}
	}
	again := slices.ContainsFunc(h.said, func(o said) bool { return o.head == n.head && o.message == n.message })
	if n.message[0] != say || h.old || again {
		return
	}
	for _, o := range h.said {
		switch {
		case o.start != n.start:
		case o.places == n.places:
			h.fail("says %x and %x at place %d", o.message, n.message, n.places)
		case h.chain[o.places] != o.head || o.places > n.places:
			h.fail("says %x after place %d and %x after place %d of another sequence", o.message, o.places, n.message, n.places)
		case o.places >= since && o.message != n.message && o.message[1] != '!':
			ok := false
			for _, r := range h.own {
				ok = ok || r == o.raw
			}
			if !ok {
				h.fail("says %x at %d, and %x at %d, since %d", o.message, o.places, n.message, n.places, since)
			}
		}
	}
	h.said = append(h.said, n)
}

// watchEnd checks that an end stays as it is.
func (h *honest) watchEnd() {
	if h.final != "" && (!h.t.Final() || h.final != h.g.result()) {
		h.fail("a final end has changed")
	}
	if h.ended != "" && (!h.t.Over() || h.ended != h.g.result()) {
		if h.ended = ""; !h.w.broken() {
			h.fail("the end has changed")
		}
	}
	if h.t.Over() {
		h.ended = h.g.result()
	}
	if h.t.Final() && h.live && h.again > h.w.now { // Pending has stored it
		h.final = h.ended
	}
}

// check checks what must hold when the run is over.
func (w *world) check() {
	w.crash, w.backups = false, 0
	astray := !w.all(func(h *honest) bool { return !h.astray })
	for _, h := range w.honest {
		if len(w.bad) == 0 {
			h.check(astray)
		}
	}
}

// check checks that a seat that has read all sees what an audit does, and isn't blamed. Some seat
// may have gone astray.
func (h *honest) check(astray bool) {
	w := h.w
	b := h.catchUp()
	game := newTestGame(w.numSeats, w.rounds, -1)
	audit, err := table.Audit(w.terms, game, b.posts, nil)
	if err != nil {
		h.fail("audit: %v", err)
	}
	if h.t.Final() && h.t.Head() != audit.Head() { // it has kept its end
		if w.counts["kept"]++; h.final != "" && h.g.result() != h.final || !w.broken() {
			h.fail("a final end has changed")
		}
		return
	}
	switch {
	case audit.Over():
		w.counts["over"]++
	case w.absent() && audit.Round() == 0:
	case astray || len(w.boards) > 1 && (audit.Round() == 0 || w.flip): // or nobody is left there
		w.counts["stuck"]++
	default:
		h.fail("not over: round %d, places %d, due %v, outs %v", audit.Round(), audit.Places(), audit.Due(w.clock()), audit.Outs())
	}
	for _, o := range audit.Outs() {
		h.checkOut(o, audit.Places())
	}
	if h.g.result() != game.result() || h.t.Head() != audit.Head() || h.t.Over() != audit.Over() ||
		fmt.Sprint(h.t.Outs()) != fmt.Sprint(audit.Outs()) {
		h.fail("the audit differs: %d %v %x, here %d %v %x", audit.Places(), audit.Outs(), game.result(), h.t.Places(), h.t.Outs(), h.g.result())
	}
	w.counts["places"] += audit.Places()
	w.counts["posts"] += len(b.posts)
}

// catchUp reads all of the seat's board.
func (h *honest) catchUp() *board {
	if h.down {
		h.restart()
	}
	b := h.w.boards[h.board]
	if h.epoch != b.epoch {
		h.connect()
	}
	for _, p := range b.after(h.read) {
		if _, err := h.t.Read(h.w.clock(), p); err != nil {
			h.fail("in the end: %v", err)
		}
	}
	return b
}

// checkOut checks that the seat isn't out against the rules.
func (h *honest) checkOut(o table.Out, places int) {
	switch h.w.counts[o.Why.String()]++; {
	case o.Seat != h.id || o.Why == table.Left:
	case o.Why == table.Fault:
		h.fail("is blamed: %+v", o)
	case h.astray || h.flipped:
		h.w.counts["astray out"]++
	case h.held:
		h.w.counts["held out"]++
	default:
		h.fail("is out: %+v of %d", o, places)
	}
}
