package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// headings explain the stages, each when it comes first.
var headings = map[holdem.Stage]string{
	holdem.Tossing:   "The seats toss for the first button: each commits to 32 random bytes, then all reveal them.",
	holdem.Shuffling: "Each seat makes a key for this hand alone, and proves that it has it. Then each in turn encrypts and shuffles the deck, which begins as 52 numbers that everybody knows, and proves that it did nothing else. After that, nobody knows where any card is.",
	holdem.Dealing:   "Each seat gets two cards. All others take their layers of encryption off these, and prove it; the owner takes off the last layer, in private.",
	holdem.Opening:   "To open the cards of the board, all seats take their layers off them, and prove it. Who folds does so for all that is left of the deck, and can go.",
	holdem.Showing:   "The seats that are still in show their cards: each takes its own layer off for all to see, and proves it.",
}

// A teller tells a match to people, as one seat sees it.
type teller struct {
	party  *party
	live   bool           // a seat plays with others elsewhere, or with a person: things are told at once
	others []*holdem.Game // of seats of this process whose cards are told as well

	told      holdem.Event // last
	explained map[holdem.Stage]bool
	first     int            // the hand whose title was printed first
	title     int            // and last
	same      []holdem.Event // that are told as one
	asking    bool           // a person, on the last line
	since     time.Time      // when something was told
	waited    bool           // it was said since then who is waited for
}

// say prints a paragraph.
func (t *teller) say(format string, args ...any) {
	t.flush()
	t.fresh()
	fmt.Fprint(t.party.out, cli.Wrap("", "", fmt.Sprintf(format, args...)))
	t.party.out.Flush()
}

// rule prints a line with a text in it.
func (t *teller) rule(text string) {
	text = "── " + text + " "
	fmt.Fprintln(t.party.out, "\n"+text+strings.Repeat("─", 80-utf8.RuneCountInString(text)))
}

// ask asks a person.
func (t *teller) ask(text string) {
	t.say("%s", text)
	fmt.Fprint(t.party.out, "> ")
	t.party.out.Flush()
	t.asking = true
}

// fresh begins a line after a question.
func (t *teller) fresh() {
	if t.asking {
		fmt.Fprintln(t.party.out)
		t.asking = false
	}
}

// begin says who plays, when the table is full. It returns the game by which this seat sees
// what its process's other seats see.
func (t *teller) begin(s *seat, own table.Game, terms table.Terms, others <-chan *holdem.Game) table.Game {
	c, p := s.game.Config, t.party
	switch {
	case p.plays && p.alone:
		t.say("You are seat %d of %d. Each begins with %s; the blinds are %d and %d.", s.game.Me, c.Seats, cli.Count(c.Chips, "chip"), c.SmallBlind, c.BigBlind)
	case p.alone:
		t.say("%d players who don't trust one another play no-limit Texas hold'em, with %s each and blinds of %d and %d. A board, which holds no key to a card, puts their messages in order.",
			c.Seats, cli.Count(c.Chips, "chip"), c.SmallBlind, c.BigBlind)
		for range cap(others) {
			t.others = append(t.others, <-others)
		}
		slices.SortFunc(t.others, func(a, b *holdem.Game) int { return a.Me - b.Me })
	default:
		t.say("You are seat %d of %d. Each begins with %s; the blinds are %d and %d. A seat is out, and loses its deposit of %d, if it takes more than %s to say something that is due, and has used the %s that it has besides in each hand.",
			s.game.Me, c.Seats, cli.Count(c.Chips, "chip"), c.SmallBlind, c.BigBlind, c.Deposit, span(terms.Grace), span(terms.Bank))
		if p.plays {
			t.say("Shortly before that, your program checks or folds for you.")
		}
	}
	t.since = time.Now()
	at, err := terms.Agreement()
	if err != nil {
		panic(err) // the seat has joined it
	}
	t.say("The table's fingerprint is %s. Players who see the same one sit at one table.", board.Fingerprint(at.Digest()))
	if p.cheat != "" {
		cheater := 0
		if !p.alone {
			cheater = s.game.Me
		}
		t.say("Seat %d CHEATS: %s", cheater, holdem.Cheats[p.cheat])
	}
	return witness{own, t.others}
}

// A witness is the game of the seat that tells the story, beside which those of other seats
// are told what is said.
type witness struct {
	table.Game
	others []*holdem.Game
}

func (w witness) Start(head record.Digest) {
	w.Game.Start(head)
	for _, g := range w.others {
		g.Start(head)
	}
}

func (w witness) Apply(seat int, message []byte) error {
	for _, g := range w.others {
		g.Apply(seat, message) // finds what w.Game does
	}
	return w.Game.Apply(seat, message)
}

func (w witness) Out(seat int, why table.Reason) {
	w.Game.Out(seat, why)
	for _, g := range w.others {
		g.Out(seat, why)
	}
}

// tells tells what has happened since it was called last, and whom the seat waits for, if
// it has waited for a while.
func (t *teller) tells(s *seat) {
	for _, e := range s.game.Events {
		for _, g := range t.others { // what they see alone
			for len(g.Events) > 0 && !g.Events[0].After(e) {
				if g.Events[0].Stage == holdem.Private {
					t.tell(g.Events[0])
				}
				g.Events = g.Events[1:]
			}
		}
		if e.After(t.told) { // not again, after a restart
			t.told = e
			t.tell(e)
		}
	}
	switch due := s.Table.Due(time.Now()); {
	case !t.live:
	case len(s.game.Events) > 0:
		if last := len(t.same) - 1; last >= 0 && !t.same[last].Stage.Proves() {
			t.flush()
		}
		t.since, t.waited = time.Now(), false
	case len(due) > 0 && !t.waited && !t.asking && time.Since(t.since) > 2*time.Second:
		t.waited = true
		var seats []int
		for _, item := range due {
			seats = append(seats, item.Seat)
		}
		t.say("Waiting for %s, or for the board: at most %s.", story.Who(seats), span(due[0].Left))
	}
	t.party.out.Flush()
}

// tell tells an event. Proofs of cards are told in the first hand; what several seats prove
// alike, and bets that follow one another, are told as one.
func (t *teller) tell(e holdem.Event) {
	if e.Stage.Proves() && t.first > 0 && e.Hand > t.first {
		return
	}
	if last := len(t.same) - 1; last >= 0 && (t.same[last].Stage != e.Stage || e.Stage != holdem.Bets && t.same[last].Text != e.Text) {
		t.flush()
	}
	if e.Hand > t.title {
		t.title, t.first = e.Hand, cmp.Or(t.first, e.Hand)
		t.fresh()
		t.rule(fmt.Sprintf("hand %d", e.Hand))
	}
	if text := headings[e.Stage]; text != "" && !t.explained[e.Stage] {
		t.explained[e.Stage] = true
		fmt.Fprintln(t.party.out)
		t.say("%s", text)
	}
	t.same = append(t.same, e)
}

// flush tells the events that belong together.
func (t *teller) flush() {
	if len(t.same) == 0 {
		return
	}
	t.fresh()
	text := t.same[0].Text
	var seats []int
	var bets []string
	for _, e := range t.same {
		seats, bets = append(seats, e.Seat), append(bets, fmt.Sprintf("seat %d %s", e.Seat, e.Text))
	}
	switch slices.Sort(seats); {
	case t.same[0].Stage == holdem.Bets:
		text = story.Capital(strings.Join(bets, ", ")) + "."
	case len(seats) > 1:
		text = story.Capital(story.Who(seats)) + " each " + text
	case seats[0] != holdem.Nobody:
		text = story.Capital(bets[0])
	}
	fmt.Fprint(t.party.out, cli.Wrap("  ", "    ", text))
	t.same = nil
}
