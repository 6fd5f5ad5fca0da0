package holdem

import (
	"slices"
	"time"
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
	// Heard is how many statements of the seat have counted. Begin to measure its time
	// when it is first awaited with this number.
	Heard int `json:"heard"`
	// Against are the other seats that have voted to go on without it. Somebody whose own
	// watch began late, after a restart, follows them.
	Against []int `json:"against,omitempty"`
}

// A Cheat is a seat that has proved by its own statement that it cheats.
type Cheat struct {
	Seat      int    `json:"seat"`
	What      string `json:"what"`
	Statement []byte `json:"statement"` // the proof, with the record before it
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

// awaited returns the seats that the others can't go on without.
func (t *table) awaited() (seats []int) {
	g := t.game
	v := t.waits()
	for _, s := range g.rest() {
		await := slices.Contains(g.due, s)
		if v != nil {
			await = !slices.Contains(v.seats, s) && !slices.ContainsFunc(g.votes, func(w vote) bool { return w.by == s && w.same(*v) })
		}
		if g.alone[t.seat] != nil {
			await = !g.missing(s, len(g.clocks[s]))
		}
		if await && g.phase != over {
			seats = append(seats, s)
		}
	}
	return seats
}

// against returns the seats that have voted to go on without another, besides one.
func (g *game) against(seat, besides int) (voters []int) {
	for _, v := range g.votes {
		if v.epoch == g.epoch() && v.by != besides && slices.Contains(v.seats, seat) && !slices.Contains(voters, v.by) {
			voters = append(voters, v.by)
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
	for _, s := range t.awaited() {
		v.Awaited = append(v.Awaited, Wait{s, what, len(g.clocks[s]), g.against(s, t.seat)})
	}
	for s, f := range g.faults {
		if f != nil {
			v.Cheats = append(v.Cheats, Cheat{s, f.text, f.statement.Bytes()})
		}
	}
	if t.gone || g.leaving[t.seat] && g.alone[t.seat] == nil {
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
