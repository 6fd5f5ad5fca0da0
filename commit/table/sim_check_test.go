package table_test

import (
	"fmt"
	"maps"
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

// note checks that all that a seat says in a round is on one chain, and that it closes one end.
func (h *honest) note(raw []byte) {
	if h.old {
		return
	}
	st := statementOf(raw)
	switch n := (said{h.g.start, st.Head, st.Places, string(st.Message), string(raw)}); {
	case st.Kind == closing && h.closedAt == nil:
		h.closedAt = &n.start
	case st.Kind == closing && *h.closedAt != n.start:
		h.fail("closes two ends")
	case st.Kind != say || slices.ContainsFunc(h.said, func(o said) bool { return o.head == n.head && o.message == n.message }):
	default:
		for _, o := range h.said {
			if o.start == n.start {
				h.compare(o, n)
			}
		}
		h.said = append(h.said, n)
	}
}

// compare checks what a seat says against what it has said before in the same round.
func (h *honest) compare(before, now said) {
	due := h.player.Due(h.time())
	i := slices.IndexFunc(due, func(d table.Item) bool { return d.Seat == h.id })
	placed := slices.Contains(slices.Collect(maps.Values(h.own)), before.raw)
	switch {
	case before.places == now.places:
		h.fail("says %x and %x at place %d", before.message, now.message, now.places)
	case h.chain[before.places] != before.head || before.places > now.places:
		h.fail("says %x after place %d and %x after place %d of another sequence", before.message, before.places, now.message, now.places)
	case before.message == now.message || before.message[1] == '!' || placed:
	case i < 0 || before.places >= due[i].Since:
		h.fail("says %x at %d, and %x at %d, on one thing due: %v", before.message, before.places, now.message, now.places, due)
	}
}

// watchEnd checks that an end stays as it is.
func (h *honest) watchEnd() {
	if h.ended != "" && (!h.player.Over() || h.ended != h.g.result()) {
		h.ended = ""
		if !h.w.broken() {
			h.fail("the end has changed")
		}
	}
	if h.player.Over() {
		h.ended = h.g.result()
	}
	h.watchFinal(h.g.result())
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
	game := w.newGame(-1)
	audit, err := table.Audit(w.terms, game, b.posts, nil)
	if err != nil {
		h.fail("audit: %v", err)
	}
	if h.player.Final() && h.player.Head() != audit.Head() { // it has kept its end
		w.counts["kept"]++
		if h.final != "" && h.g.result() != h.final || !w.broken() {
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
		h.fail("not over: round %d, places %d, due %v, outs %v", audit.Round(), audit.Places(), audit.Due(w.time()), audit.Outs())
	}
	for _, o := range audit.Outs() {
		h.checkOut(o, audit.Places())
	}
	if h.g.result() != game.result() || h.player.Head() != audit.Head() || h.player.Over() != audit.Over() ||
		fmt.Sprint(h.player.Outs()) != fmt.Sprint(audit.Outs()) {
		h.fail("the audit differs: %d %v %x, here %d %v %x", audit.Places(), audit.Outs(), game.result(),
			h.player.Places(), h.player.Outs(), h.g.result())
	}
	w.counts["places"] += audit.Places()
	w.counts["posts"] += len(b.posts)
}

// catchUp reads all of the seat's board.
func (h *honest) catchUp() *board {
	if h.down {
		h.restart()
	}
	b := h.w.boardOf(h.id)
	if h.epoch != b.epoch {
		h.connect()
	}
	for _, p := range b.after(h.read) {
		h.hear(p)
	}
	return b
}

// checkOut checks that the seat isn't out against the rules.
func (h *honest) checkOut(o table.Out, places int) {
	h.w.counts[o.Why.String()]++
	switch {
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
