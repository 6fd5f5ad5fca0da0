package holdem

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/oldhand"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// A phase is what a game waits for.
type phase int

const (
	committing phase = iota // commitments of the toss
	revealing               // what they contain
	announcing              // the public keys of a deck
	shuffling
	vetoing // where the cards are that seats keep when the others are dealt again
	dealing // hole cards
	acting
	opening // cards of the board
	showing
	over
)

// A game is what everybody knows of a match. It takes the statements of a record in a
// causal order, and depends on which these are, but not on the order: in each phase some
// seats are due to say something, and what they say counts if they are, and if they
// have heard all that began the phase. What else a seat says is a fault, which proves
// that it cheats.
type game struct {
	host    host
	config  Config
	table   oldrecord.Digest
	clocks  [][]clock // of each seat's statements
	voted   [][]int   // the numbers of those of each seat that are votes
	members []bool    // seats that play on
	faults  []*fault  // by seat
	leaving []bool    // seats that have said that they leave
	last    []int     // the number of the statement that is a fault or a leave
	epochs  []clock   // what came before each epoch
	rests   [][]int   // the seats that played on in each
	votes   []vote
	settled []vote
	alone   []*vote // by seat, nil unless it finds most others gone

	phase    phase
	due      []int // seats that have to say something
	turns    []int // those whose turn comes later in this phase
	since    clock // what came before this phase
	gathered clock // and what came in it

	session []byte
	toss    *commit.Toss // as an onlooker sees it
	seed    commit.Seed

	hand    int // its number, from 1; 0 before the first one
	button  int
	big     int // the seat that had the big blind last
	stacks  []int
	players []int // of the deck: the seats, in the order of package oldhand
	dealer  dealer
	size    int   // of the deck
	left    []int // the players that the deck goes on without, as it was dealt again
	cards   []oldhand.Deal
	betting *betting // nil until the hole cards are dealt
	board   []int
	shown   [][]int // by seat, nil if it hasn't shown
	results []Result
	outs    []Out
	cuts    []int // how many statements of each seat may count
	ended   bool  // by a seat that has contradicted itself
	late    bool  // whether more has counted than others had heard when they all voted
}

// A host is where a game is played, or audited.
type host interface {
	// toss is called when a toss begins.
	toss(session []byte, players []int)
	// tossed is called with a message of it that counts.
	tossed(player int, message []byte)
	// deck returns the dealer of a new deck.
	deck(id []byte, players []int) dealer
	// note tells people what has happened.
	note(seat int, took time.Duration, text string)
}

// A fault is a statement that no honest seat makes.
type fault struct {
	statement oldrecord.Statement
	text      string
}

// newGame begins a match in which not more statements of each seat count than cuts has.
func newGame(c Config, table oldrecord.Table, cuts []int, h host) *game {
	zero := make(clock, c.Seats)
	g := &game{
		host: h, config: c, table: table.Digest(), clocks: make([][]clock, c.Seats), voted: make([][]int, c.Seats), members: slices.Repeat([]bool{true}, c.Seats),
		faults: make([]*fault, c.Seats), leaving: make([]bool, c.Seats), last: make([]int, c.Seats), alone: make([]*vote, c.Seats), epochs: []clock{zero}, since: zero, gathered: zero,
		stacks: slices.Repeat([]int{c.Chips}, c.Seats), cuts: cuts,
	}
	g.rests = [][]int{g.rest()}
	g.startToss()
	return g
}

func (g *game) note(seat int, format string, args ...any) {
	g.host.note(seat, 0, fmt.Sprintf(format, args...))
}

// epoch counts the changes of those who play, and the hands.
func (g *game) epoch() int { return len(g.epochs) - 1 }

// rest are the seats that play on.
func (g *game) rest() []int {
	return inTurn(nobody, len(g.members), func(s int) bool { return g.members[s] })
}

// counts reports whether what a seat says in an epoch counts: it played on then, and
// hasn't left or cheated. A vote counts in earlier epochs, too: see vote.
func (g *game) counts(seat, epoch int) bool {
	return g.faults[seat] == nil && !g.leaving[seat] && slices.Contains(g.rests[epoch], seat)
}

// active reports whether a seat may say something.
func (g *game) active(seat int) bool { return g.phase != over && g.counts(seat, g.epoch()) }

// take takes the next statement of a causal order. It leaves out what is cut, and what
// follows that.
func (g *game) take(st oldrecord.Statement) {
	seat := st.Seat()
	m, wrong := parseMessage(st.Message())
	if g.alone[seat] != nil && m.kind == voteMessage {
		g.again(st, m) // it may have heard what is cut
	}
	c, ok := g.clock(st)
	if !ok {
		return
	}
	g.clocks[seat] = append(g.clocks[seat], c)
	if wrong == "" && m.kind == voteMessage {
		g.voted[seat] = append(g.voted[seat], st.Number())
	}
	epoch := g.epoch()
	if m.kind == voteMessage {
		epoch = min(epoch, m.epoch)
	}
	if !g.counts(seat, epoch) {
		return
	}
	if wrong == "" {
		wrong = g.apply(st, c, m)
	}
	if wrong != "" {
		g.fault(st, wrong)
	}
}

// clock returns the clock of a statement, unless it or something before it is cut.
func (g *game) clock(st oldrecord.Statement) (c clock, ok bool) {
	c = make(clock, len(g.members))
	for t := range c {
		n := st.Head(t).Count
		if n > len(g.clocks[t]) {
			return nil, false
		}
		if n > 0 {
			c = c.join(g.clocks[t][n-1])
		}
	}
	c[st.Seat()] = st.Number() + 1
	return c, st.Number() < g.cuts[st.Seat()]
}

func (g *game) fault(st oldrecord.Statement, text string) {
	if g.faults[st.Seat()] == nil {
		g.faults[st.Seat()], g.last[st.Seat()] = &fault{st, text}, st.Number()
		g.note(st.Seat(), "cheated: %s.", text)
	}
}

// apply returns what is wrong with a message.
func (g *game) apply(st oldrecord.Statement, c clock, m message) (wrong string) {
	seat := st.Seat()
	switch {
	case m.epoch >= len(g.epochs) || !c.covers(g.epochs[m.epoch]):
		return "it speaks of what it hasn't heard"
	case m.kind == objectionMessage && !g.answers(seat, c):
		return "it objects, though nobody has voted since it last spoke"
	case m.kind == objectionMessage:
		return ""
	case m.kind == leaveMessage:
		g.leaving[seat], g.last[seat] = true, st.Number()
		g.note(seat, "leaves.")
		return ""
	case m.kind == voteMessage && m.epoch < g.epoch() && c.covers(g.epochs[m.epoch+1]):
		return "it votes on what is over"
	case m.kind == voteMessage:
		return g.vote(st, c, m)
	case m.epoch < g.epoch(), g.frozen(seat, st.Head), !slices.Contains(g.due, seat), !c.covers(g.since):
		return "it acts out of turn" // whichever of these it is depends on the order
	}
	if wrong = g.play(st, m); wrong != "" {
		return wrong
	}
	g.gathered = g.gathered.join(c)
	g.due = slices.DeleteFunc(slices.Clone(g.due), func(s int) bool { return s == seat })
	if len(g.due) == 0 {
		g.since = g.gathered
		g.advance()
	}
	return ""
}

// answers reports whether a seat, whose newest statement has this clock, has heard a vote
// of another since the one before it. Objections without end would wear the others out.
func (g *game) answers(seat int, c clock) bool {
	before := make(clock, len(c))
	if n := c[seat] - 1; n > 0 {
		before = g.clocks[seat][n-1]
	}
	for s, numbers := range g.voted {
		if i, _ := slices.BinarySearch(numbers, before[s]); s != seat && i < len(numbers) && numbers[i] < c[s] {
			return true
		}
	}
	return false
}

// play takes what a seat says that is due.
func (g *game) play(st oldrecord.Statement, m message) (wrong string) {
	want := byte(cardsMessage)
	switch g.phase {
	case committing, revealing:
		want = tossMessage
	case acting:
		want = actMessage
	}
	if m.kind != want {
		return "it says something other than what is due"
	}
	switch g.phase {
	case committing, revealing:
		return g.receiveToss(st.Seat(), m.body)
	case acting:
		if err := g.betting.act(m.action); err != nil {
			return "it " + Deed{Action: m.action}.String() + ", which isn't allowed"
		}
		g.note(st.Seat(), "%v.", g.betting.deeds[len(g.betting.deeds)-1])
		return ""
	}
	return g.receive(st, m.body)
}

// receive takes a message about the deck from the seat whose turn it is.
func (g *game) receive(st oldrecord.Statement, b []byte) (wrong string) {
	seat := st.Seat()
	kind := map[phase]byte{
		announcing: keyKind, shuffling: shuffleKind, vetoing: vetoKind, dealing: layerKind, opening: layerKind, showing: showKind,
	}[g.phase]
	if g.phase == shuffling && g.betting != nil && len(g.turns) == 0 {
		kind = togetherKind
	}
	if b[0] != kind || kind == togetherKind && !together(b) {
		return "it says something about the cards that isn't due"
	}
	var own []int
	switch g.phase {
	case dealing, opening:
		if !deals(b, g.cards) {
			return "it opens cards that the rules don't open"
		}
	case showing:
		if own = g.hole(seat); !shows(b, own) {
			return "it shows cards that aren't its own two"
		}
	}
	start := time.Now()
	player := slices.Index(g.players, seat)
	if err := g.dealer.receive(player, b, st.Digest()); err != nil {
		return faultText(err)
	}
	g.tell(seat, time.Since(start), own)
	return ""
}

// tell notes what a seat's message about the deck proved.
func (g *game) tell(seat int, took time.Duration, own []int) {
	text := ""
	switch g.phase {
	case announcing:
		text = "proved that it has the key it announced."
	case shuffling:
		text = fmt.Sprintf("proved its shuffle: %d cards, none missing, repeated or foreign.", g.size)
	case vetoing:
		text = "proved where the cards it keeps are in the new deck, without showing which is which."
	case dealing:
		text = "proved that it took its layer off the others' cards, and off nothing else."
	case opening:
		text = "proved that it took its layer off the board's cards, and off nothing else."
	case showing:
		g.shown[seat] = g.look(own)
		text = fmt.Sprintf("proved that its cards are %s: %v.", names(g.shown[seat]), g.strength(seat))
	}
	g.host.note(seat, took, text)
}

// begin begins a phase, in which some seats are due, and then others in turn.
func (g *game) begin(p phase, due, turns []int) {
	g.phase, g.due, g.turns = p, due, turns
}

// inTurn begins a phase in which all players who are still there speak in turn.
func (g *game) inTurn(p phase) {
	rest := g.here()
	g.begin(p, rest[:1], rest[1:])
}

// here are the players who play on.
func (g *game) here() []int {
	return slices.DeleteFunc(slices.Clone(g.players), func(s int) bool { return !g.members[s] })
}

// advance goes on when all who were due have spoken.
func (g *game) advance() {
	if len(g.turns) > 0 {
		g.due, g.turns = g.turns[:1], g.turns[1:]
		return
	}
	switch g.phase {
	case committing, revealing:
		g.endToss()
	case announcing:
		g.inTurn(shuffling)
	case shuffling:
		if g.betting == nil {
			g.dealHole()
		} else {
			rest := g.here()
			g.begin(vetoing, rest[:len(rest)-1], nil) // the last one has done so with its shuffle
		}
	case vetoing:
		g.open()
	case dealing:
		g.openBetting()
	case acting:
		g.nextTurn()
	case opening:
		g.endOpening()
	case showing:
		g.endHand()
	}
}

// faultText returns what is wrong with a message of package oldhand, without the number of the
// seat, which may not be the table's.
func faultText(err error) string {
	var blame *oldhand.BlameError
	var refused refusalError
	switch {
	case errors.As(err, &refused):
		return string(refused)
	case errors.As(err, &blame):
		_, text, _ := strings.Cut(blame.Err.Error(), ": ") // of sra or oldhand
		return strings.TrimPrefix(text, "invalid proof: ")
	case errors.Is(err, oldhand.ErrDiverged):
		return "it answers other messages about the cards than those that were said"
	}
	return "it says something about the cards before its time"
}
