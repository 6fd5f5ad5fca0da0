package holdem

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/oldhand"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// toss is this seat's part in a toss that begins.
func (t *table) toss(session []byte, players []int) {
	me := slices.Index(players, t.seat)
	if me < 0 || t.watch || t.tossOf(session) != nil {
		return
	}
	own := &toss{session: session, me: me}
	var err error
	if own.toss, err = commit.GenerateToss(session, len(players), me, own.keep); err != nil {
		panic(err) // all of it was checked
	}
	t.tosses = append(t.tosses, own)
}

func (o *toss) keep(_, new commit.TossState) error {
	o.state = new.Bytes()
	return nil
}

// tossOf returns this seat's part in a toss, nil if it has none.
func (t *table) tossOf(session []byte) *toss {
	for _, o := range t.tosses {
		if bytes.Equal(o.session, session) {
			return o
		}
	}
	return nil
}

func (t *table) tossed(player int, message []byte) {
	if own := t.tossOf(t.game.session); own != nil {
		own.toss.Receive(player, message) // it was checked
	}
}

// deck begins this seat's part in a hand of package oldhand, or finds it.
func (t *table) deck(id []byte, players []int) dealer {
	me := slices.Index(players, t.seat)
	if me < 0 || t.watch {
		return newWatcher(id, len(players))
	}
	for _, d := range t.decks {
		if bytes.Equal(d.id, id) {
			d.asked = 0
			return d
		}
	}
	for _, d := range t.decks {
		d.close()
	}
	d := &deck{id: id, me: me, live: &t.live}
	var err error
	if t.cheat != nil {
		d.hand, _, err = oldhand.NewHand(id, publicDeck(), len(players), d.me, t.cheat.newKey(), d.keep)
	} else {
		d.hand, _, err = oldhand.GenerateHand(id, publicDeck(), len(players), d.me, d.keep)
	}
	d.fail(err)
	t.decks = append(t.decks, d)
	return d
}

func (d *deck) keep(_, new oldhand.HandState) error {
	d.state = new.Bytes()
	return nil
}

func (t *table) note(seat int, took time.Duration, text string) {
	if !t.live {
		took = 0
	}
	t.events = append(t.events, Event{Hand: t.game.number(), Stage: t.game.stage(), Seat: seat, Text: text, Took: took})
}

// take gives a statement that the log has to the game.
func (t *table) take(st oldrecord.Statement) {
	g := t.game
	if st.Seat() == t.seat {
		t.owes = false
	} else if m, wrong := parseMessage(st.Message()); wrong == "" && m.kind == voteMessage {
		t.answer(st, m.seats)
	}
	dealt := g.betting != nil
	g.take(st)
	if _, ok := g.dealer.(*deck); ok && !dealt && g.betting != nil {
		t.note(t.seat, 0, fmt.Sprintf("is dealt %s, which nobody else can see.", names(g.look(g.hole(t.seat)))))
		t.events[len(t.events)-1].Private = true
	}
	t.gone = t.gone || slices.ContainsFunc(g.outs, func(o Out) bool { return o.Seat == t.seat && o.Why != Broke })
}

// answer objects to a vote if this seat has heard more of a seat than its voter, and
// passes on what that lacks.
func (t *table) answer(st oldrecord.Statement, out []int) {
	for _, s := range out {
		if s >= t.config.Seats {
			continue
		}
		has := len(t.game.clocks[s])
		n := st.Head(s).Count
		if n >= has {
			continue
		}
		t.owes = t.owes || s != t.seat
		for ; n < t.log.Count(s); n++ {
			lacks, _ := t.log.Statement(s, n)
			t.show(lacks)
		}
	}
}

// pass sends the statements of a seat from a number on again.
func (t *table) pass(seat, from int) {
	for n := from; t.live && n < t.log.Count(seat); n++ {
		st, _ := t.log.Statement(seat, n)
		t.send = append(t.send, st.Bytes())
	}
}

// say makes a statement.
func (t *table) say(m message) error {
	m.epoch = t.game.epoch()
	number := t.log.Count(t.seat)
	raw, err := t.log.Say(number, m.encode())
	if err != nil {
		return err
	}
	st, _ := t.log.Statement(t.seat, number)
	t.send = append(t.send, raw)
	if d, ok := t.game.dealer.(*deck); ok && m.kind == cardsMessage {
		d.unsaid = nil
	}
	t.take(st)
	return nil
}

// goOn says what this seat has to say now.
func (t *table) goOn() error {
	for {
		m, ok := t.next()
		if t.cheat != nil {
			m, ok = t.cheat.lie(t, m, ok)
		}
		if !ok {
			return nil
		}
		if err := t.say(m); err != nil {
			return err
		}
	}
}

// next returns what this seat has to say now, if there is anything.
func (t *table) next() (m message, ok bool) {
	g := t.game
	if t.owes && t.broke() && t.full == nil {
		return message{kind: objectionMessage}, true
	}
	if !g.active(t.seat) {
		return m, false
	}
	waits := t.waits()
	var out []int
	if waits != nil {
		out = waits.seats
	}
	for _, s := range g.rest() {
		if (g.faults[s] != nil || g.leaving[s]) && !slices.Contains(out, s) {
			return t.voteOn(s), true
		}
	}
	switch {
	case t.owes:
		return message{kind: objectionMessage}, true
	case waits != nil || !slices.Contains(g.due, t.seat):
		return m, false
	}
	switch g.phase {
	case committing, revealing:
		own := t.tossOf(g.session)
		if own == nil {
			return m, false
		}
		body := own.toss.Pending()
		return message{kind: tossMessage, body: body}, body != nil
	case acting:
		return m, false
	}
	if d, ok := g.dealer.(*deck); ok {
		m.kind = cardsMessage
		m.body, ok = t.about(d)
		return m, ok
	}
	return m, false
}

// about returns what this seat has to say now about a deck.
func (t *table) about(d *deck) (b []byte, ok bool) {
	switch t.game.phase {
	case announcing:
		return d.find(nil, keyKind)
	case shuffling:
		return d.find(nil, shuffleKind, togetherKind)
	case vetoing:
		return d.find(nil, vetoKind)
	case showing:
		d.show(t.game.hole(t.seat))
		return d.find(nil, showKind)
	}
	return d.find(t.game.cards, layerKind)
}

// broke reports whether this seat has lost its chips: it still objects to votes then, as
// a voter may not know that yet.
func (t *table) broke() bool {
	return slices.ContainsFunc(t.game.outs, func(o Out) bool { return o.Seat == t.seat && o.Why == Broke })
}

// waits returns this seat's vote that still holds, nil if there is none.
func (t *table) waits() *vote {
	return t.game.waits(t.seat, func(s int) int { return len(t.game.clocks[s]) })
}

// voteOn votes to go on without some more seats.
func (t *table) voteOn(more ...int) message {
	g := t.game
	out := slices.Clone(more)
	if v := t.waits(); v != nil {
		out = append(out, v.seats...)
	}
	if v := g.alone[t.seat]; v != nil {
		out = append(out, v.seats...)
	}
	for _, s := range g.rest() {
		if g.faults[s] != nil || g.leaving[s] {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return message{kind: voteMessage, seats: slices.Compact(out)}
}
