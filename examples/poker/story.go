package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// headings explain the stages.
var headings = map[string]string{
	string(holdem.Tossing): "The seats toss for the first button: each commits to 32 random bytes, then all reveal them.",
	string(holdem.Shuffling): "The deck begins as 52 numbers that everybody knows. Each seat in turn encrypts and shuffles it " +
		"with a key that it has made for this hand alone, and proves that it has that key and did nothing else. After that, nobody " +
		"knows where any card is.",
	string(holdem.Dealing): "Each seat gets two cards. All others take their layers of encryption off these, and prove it; " +
		"the owner takes off the last layer, in private.",
	string(holdem.Opening): "To open the cards of the board, all seats take their layers off them, and prove it. Who folds " +
		"does so for all cards but its own, and can go.",
	string(holdem.Showing): "Of the seats that are still in, who shows its cards takes its own layer off for all to see, and " +
		"proves it. Nobody sees what is mucked.",
}

// cheats say what each way to cheat does.
var cheats = map[string]string{
	"shuffle": "the deck that it sends has its first card in place of the second one, too, in disguise, as everybody would " +
		"notice the same number twice.",
	"swap":  "it puts the ace of spades in place of the last card of the flop.",
	"bet":   "it bets more than it has.",
	"stall": "at the flop, it stops sending anything.",
}

// A teller tells a match to people: what some seats see, each line when all of them have.
type teller struct {
	story.Reporter
	live bool // there is one such seat, and each line is told at once

	mu     sync.Mutex
	at     record.Digest         // the table that was told of last
	heard  map[int]narrator.Line // by seat, the last one
	lines  []narrator.Line       // that some have still to hear
	silent time.Time             // since when nothing was told, zero if that was said
}

func newTeller(out *bufio.Writer, live bool) *teller {
	proofs := []string{string(holdem.Shuffling), string(holdem.Dealing), string(holdem.Opening)}
	r := story.Reporter{Out: out, Title: "hand", Headings: headings, Once: proofs, Actions: string(holdem.Bets)}
	return &teller{Reporter: r, live: live, heard: make(map[int]narrator.Line)}
}

// begin says who plays at a table, when it is full.
func (t *teller) begin(s *seat, terms table.Terms) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, err := terms.Agreement()
	if err != nil {
		panic(err) // the seat has joined it
	}
	if t.at == at.Digest() {
		return
	}
	t.at, t.silent, t.heard = at.Digest(), time.Now(), make(map[int]narrator.Line)
	c, p := s.game.Config, s.party
	stakes := fmt.Sprintf("with %s each and blinds of %d and %d", cli.Count(c.Chips, "chip"), c.SmallBlind, c.BigBlind)
	if p.alone && !p.plays {
		t.Say("%d players who don't trust one another play no-limit Texas hold'em, %s. A board, which holds no key to a card, puts "+
			"their messages in order.", c.Seats, stakes)
	} else {
		t.Say("You are seat %d of %d, who play %s.", s.Number, c.Seats, stakes)
	}
	if !p.alone {
		t.Say("A seat is out, and loses its deposit of %d, if it takes more than %s to say something that is due, and has used the "+
			"%s that it has besides in each hand.", c.Deposit, span(terms.Grace), span(terms.Bank))
	}
	if !p.alone && p.plays {
		t.Say("Shortly before that, your program checks, folds or mucks for you.")
	}
	t.Say("The table's fingerprint is %s. Players who see the same one sit at one table.", board.Fingerprint(t.at))
	if p.way != "" {
		cheat := s.Number
		if p.alone {
			cheat = 0
		}
		t.Say("Seat %d CHEATS: %s", cheat, cheats[p.way])
	}
}

// hears takes what a seat has seen, and tells what all seats have that are told of.
func (t *teller) hears(seat int, events []holdem.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.heard[seat]
	for _, e := range events {
		l := narrator.Holdem(e)
		if compare(l, last) <= 0 {
			continue // again, after a restart
		}
		if last = l; !slices.Contains(t.lines, l) {
			t.lines = append(t.lines, l)
		}
	}
	t.heard[seat] = last
	slices.SortFunc(t.lines, compare)
	all := slices.MinFunc(slices.Collect(maps.Values(t.heard)), compare)
	for len(t.lines) > 0 && compare(t.lines[0], all) <= 0 {
		t.Tell(t.lines[0])
		t.lines = t.lines[1:]
	}
}

// compare compares when two lines come, and then their seats.
func compare(a, b narrator.Line) int {
	return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Number, b.Number), cmp.Compare(a.Seat, b.Seat))
}

// waits says whom the only seat waits for, if it has for a while.
func (t *teller) waits(s *seat) {
	switch due := s.Player.Due(time.Now()); {
	case len(s.game.Events) > 0:
		if t.silent = time.Now(); !t.Proved() {
			t.Flush()
		}
	case len(due) > 0 && !t.Asking && !t.silent.IsZero() && time.Since(t.silent) > 2*time.Second:
		var seats []int
		for _, item := range due {
			seats = append(seats, item.Seat)
		}
		t.Say("Waiting for %s, or for the board: at most %s.", cli.Seats(seats), span(due[0].Left))
		t.silent = time.Time{}
	}
}

// end tells the rest, also what a seat hasn't heard that has failed.
func (t *teller) end() {
	for _, l := range t.lines {
		t.Tell(l)
	}
	t.Flush()
}
