package holdem

import (
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A Stage is what is going on at a table.
type Stage string

// The stages.
const (
	Tossing   Stage = "tossing"   // for the first button
	Shuffling Stage = "shuffling" // with the keys before it
	Dealing   Stage = "dealing"   // the hole cards
	Betting   Stage = "betting"
	Opening   Stage = "opening" // cards of the board
	Showing   Stage = "showing"
	Over      Stage = "over" // the match
)

func (g *game) stage() Stage {
	if g == nil {
		return Tossing
	}
	return map[phase]Stage{
		committing: Tossing, revealing: Tossing, announcing: Shuffling, shuffling: Shuffling, vetoing: Shuffling, dealing: Dealing,
		acting: Betting, opening: Opening, showing: Showing, over: Over,
	}[g.phase]
}

// A View is what a seat sees of its table. Seats are numbered from 0, and −1 is none;
// cards as in package cards.
type View struct {
	Seat    int    `json:"seat"`
	Hand    int    `json:"hand"` // its number, from 1; 0 before the first one
	Stage   Stage  `json:"stage"`
	Street  Street `json:"street"`
	Turn    int    `json:"turn"` // the seat that is to act
	Awaited []Wait `json:"awaited"`
	Legal   Legal  `json:"legal"` // what this seat may do, if it is its turn

	Button     int    `json:"button"`
	SmallBlind int    `json:"smallBlind"` // the seats; -1 before the hole cards are dealt
	BigBlind   int    `json:"bigBlind"`
	Players    []int  `json:"players"` // the seats that play on
	Stacks     []int  `json:"stacks"`  // by seat, without what is in the pots
	Bets       []int  `json:"bets"`    // by seat, on this street
	Folded     []bool `json:"folded"`  // by seat; true if it isn't in the hand
	AllIn      []bool `json:"allIn"`
	Pots       []Pot  `json:"pots"`
	Deeds      []Deed `json:"deeds"` // of this hand

	Board []int   `json:"board"`
	Own   []int   `json:"own"`   // this seat's two cards
	Shown [][]int `json:"shown"` // by seat, nil if it hasn't shown

	Results []Result `json:"results"` // of all hands
	Outs    []Out    `json:"outs"`    // the seats that don't play on
	Cheats  []Cheat  `json:"cheats"`
	Err     error    `json:"-"` // ErrOut if the others go on without this seat, or it has left
}

// A Wait is a seat that has to say something before the others can go on.
type Wait struct {
	Seat int    `json:"seat"`
	What string `json:"what"`
	// Heard is how many statements of the seat have counted, or a number below 0 of what it
	// has to countersign. Begin to measure its time when it is first awaited with this number.
	Heard int `json:"heard"`
	// Ask is whether only a countersignature is missing that others may have: let its time
	// be over soon, as they are asked for it then, and nobody is voted on.
	Ask bool `json:"ask,omitempty"`
	// Against are the other seats that have voted to go on without it. Somebody whose own
	// watch began late, after a restart, follows them.
	Against []int `json:"against,omitempty"`
}

// A Cheat is a seat that has proved by its own statement that it cheats.
type Cheat struct {
	Seat int    `json:"seat"`
	What string `json:"what"`
	// Statement is the proof, with the record before it; of a seat that contradicts itself
	// both statements, for [record.ParseEquivocation].
	Statement []byte `json:"statement"`
}

// An Event is something that happened, in words for people.
type Event struct {
	Hand  int    `json:"hand"`
	Stage Stage  `json:"stage"` // in which it happened
	Seat  int    `json:"seat"`  // the subject of the text; −1 if it has one of its own
	Text  string `json:"text"`
	// Private is whether only this seat knows it.
	Private bool          `json:"private,omitempty"`
	Took    time.Duration `json:"took,omitempty"` // to check a proof
}

func (g *game) number() int {
	if g == nil {
		return 0
	}
	return g.hand
}

// An awaited seat is one that the others can't go on without.
type awaited struct {
	seat int
	of   record.Statement // that it has to countersign, if it is that
}

// awaited returns the seats that the others can't go on without.
func (t *table) awaited() (seats []awaited) {
	g := t.game
	v := t.waits()
	await := func(s int, of record.Statement) {
		if !slices.ContainsFunc(seats, func(a awaited) bool { return a.seat == s }) {
			seats = append(seats, awaited{s, of})
		}
	}
	unheard := false // what this seat has said
	if own, ok := t.log.Statement(t.seat, t.log.Count(t.seat)-1); ok && t.config.Seats > 2 && g.active(t.seat) && !t.cited(own) {
		for _, s := range t.lacking(own) {
			unheard = true
			await(s, own)
		}
	}
	for _, s := range g.rest() {
		due := slices.Contains(g.due, s)
		if v != nil {
			due = !slices.Contains(v.seats, s) && !slices.ContainsFunc(g.votes, func(w vote) bool { return w.by == s && w.same(*v) })
		}
		if g.alone[t.seat] != nil {
			due = !g.missing(s, len(g.clocks[s]))
		}
		if due && g.phase != over && !unheard && !(t.chosen(s) && t.open(t.pending[s])) {
			await(s, record.Statement{})
		}
	}
	if !g.active(t.seat) {
		return seats
	}
	for s, st := range t.pending {
		if t.chosen(s) && t.open(st) {
			for _, other := range t.lacking(st) {
				if a := (awaited{other, st}); t.proofs[s] == nil || t.asks(a) { // it may have countersigned another one
					await(other, st)
				}
			}
		}
	}
	lack := func(a awaited) bool { return a.of != (record.Statement{}) }
	if slices.ContainsFunc(seats, lack) { // the others may wait for these, too
		return slices.DeleteFunc(seats, func(a awaited) bool { return !lack(a) })
	}
	for _, w := range g.votes { // somebody waits for these to say something
		if g.frozen(w.by, func(s int) record.Head { return record.Head{Count: len(g.clocks[s])} }) && w.by != t.seat && w.epoch == g.epoch() {
			for i, s := range w.seats {
				if s != t.seat && g.active(s) && len(g.clocks[s]) == w.counts[i] && !t.chosen(s) && v == nil {
					await(s, record.Statement{})
				}
			}
		}
	}
	return seats
}

// asks reports whether others are only to be asked for a countersignature of this seat.
func (t *table) asks(w awaited) bool {
	return w.of != (record.Statement{}) && !t.asked[passed{w.seat, w.of.Digest()}]
}

// against returns the other seats that have voted to go on without one, as far as is known:
// these votes may not be countersigned yet.
func (t *table) against(seat int) (voters []int) {
	g := t.game
	against := func(by, epoch int, seats []int) {
		if epoch == g.epoch() && by != t.seat && slices.Contains(seats, seat) && !slices.Contains(voters, by) {
			voters = append(voters, by)
		}
	}
	for _, v := range g.votes {
		against(v.by, v.epoch, v.seats)
	}
	for _, st := range t.pending {
		if m, wrong := parseMessage(st.Message()); wrong == "" && m.kind == voteMessage {
			against(st.Seat(), m.epoch, m.seats)
		}
	}
	return voters
}

// what says what a seat is awaited for.
func (g *game) what() string {
	return map[phase]string{
		committing: "its part of the toss", revealing: "its part of the toss", announcing: "its key", shuffling: "its shuffle",
		vetoing: "its cards in the new deck", dealing: "its layer of the hole cards", acting: "its bet", opening: "its layer of the board", showing: "its cards",
	}[g.phase]
}

// View returns what the seat sees now. Its slices are the caller's own.
func (t *Table) View() (v View) {
	t.read(func(t *table) { v = t.view() })
	return v
}

func (t *table) view() View {
	g := t.game
	v := View{
		Seat: t.seat, Hand: g.hand, Stage: g.stage(), Turn: nobody, Button: g.button, SmallBlind: nobody, BigBlind: nobody,
		Players: g.rest(), Stacks: slices.Clone(g.stacks), Bets: make([]int, len(g.members)), Folded: make([]bool, len(g.members)),
		AllIn: make([]bool, len(g.members)), Board: slices.Clone(g.board), Shown: slices.Clone(g.shown),
		Results: slices.Clone(g.results), Outs: slices.Clone(g.outs),
	}
	if g.hand == 0 {
		v.Button = nobody
	}
	what := g.what()
	if t.waits() != nil {
		what = "its vote"
	}
	for _, w := range t.awaited() {
		what, heard := what, len(g.clocks[w.seat])
		switch {
		case w.of != (record.Statement{}):
			what, heard = "its countersignature", -1-(w.of.Number()*t.config.Seats+w.of.Seat())
		case t.waits() == nil && !slices.Contains(g.due, w.seat):
			what = "a word that it is there"
		}
		v.Awaited = append(v.Awaited, Wait{w.seat, what, heard, t.asks(w), t.against(w.seat)})
	}
	for s, f := range g.faults {
		switch {
		case t.proofs[s] != nil:
			v.Cheats = append(v.Cheats, Cheat{s, errEquivocation.Error(), t.proofs[s].Bytes()})
		case f != nil:
			v.Cheats = append(v.Cheats, Cheat{s, f.text, f.statement.Bytes()})
		}
	}
	v.Outs = named(g.outs, func(s int) bool { return t.proofs[s] != nil })
	if t.gone || t.proofs[t.seat] != nil || g.leaving[t.seat] && g.alone[t.seat] == nil {
		v.Stage, v.Err = Over, ErrOut
	}
	b := g.betting
	if b == nil {
		return v
	}
	v.Street, v.SmallBlind, v.BigBlind = b.street, b.small, b.big
	v.Stacks, v.Bets, v.Folded = slices.Clone(b.stacks), slices.Clone(b.bets), slices.Clone(b.out)
	for s := range v.AllIn {
		v.AllIn[s] = !b.out[s] && b.stacks[s] == 0
	}
	v.Pots, v.Deeds = b.pots(), slices.Clone(b.deeds)
	if slices.Contains(g.players, t.seat) {
		v.Own = g.look(g.hole(t.seat))
	}
	if g.phase == acting && len(g.due) > 0 {
		v.Turn = g.due[0]
		if v.Turn == t.seat && t.waits() == nil && g.active(t.seat) && !(t.cheat != nil && t.cheat.silent) {
			v.Legal = b.legal(t.seat)
		}
	}
	return v
}

// Events returns what has happened, from an event's number on.
func (t *Table) Events(from int) (events []Event) {
	t.read(func(t *table) {
		if from >= 0 && from < len(t.events) {
			events = slices.Clone(t.events[from:])
		}
	})
	return events
}
