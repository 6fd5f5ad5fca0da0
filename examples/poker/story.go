package main

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

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

// cheats say what a cheat does.
var cheats = map[string]string{
	holdem.CheatShuffle: "the deck that it sends has a second ace of spades in place of another card, in disguise, as everybody would notice the same number twice. Its proof would hold for a deck with that card.",
	holdem.CheatStrip:   "for the last card of the flop, it takes its layer off a different card, which is nobody's. Its proof would hold for that card.",
	holdem.CheatPeek:    "in place of the last card of the flop, it opens a card of another seat.",
	holdem.CheatBet:     "it bets more than it has.",
	holdem.CheatTurn:    "it bets when it owes its part of the flop.",
	holdem.CheatStall:   "at the flop, it stops sending anything.",
	holdem.CheatLeave:   "once it has seen the flop, it goes without a word.",
}

// A teller tells a match to people: at once where there is one seat or a person plays, and
// hand by hand, with the cards of all, where there are several.
type teller struct {
	party *party
	seats []*seat

	mu      sync.Mutex
	told    map[*seat]holdem.Event
	events  map[*seat][]holdem.Event // of hands that weren't told yet
	over    map[*seat]int            // how many hands a seat has seen the end of, with the toss
	stages  map[holdem.Stage]bool    // that were explained
	hand    int                      // whose title was printed last
	first   int                      // and first
	same    []holdem.Event           // events that belong together, and aren't told yet
	waited  map[string]bool          // what was said about who is waited for
	asking  bool                     // a person, on the last line
	since   time.Time                // when something was told last
	clocked bool                     // that the clocks differ was said
	asleep  time.Time                // when this process last looked at the time
}

func newTeller(p *party) *teller {
	return &teller{party: p, told: make(map[*seat]holdem.Event), events: make(map[*seat][]holdem.Event), over: make(map[*seat]int), stages: make(map[holdem.Stage]bool), waited: make(map[string]bool)}
}

func (t *teller) narrator() *seat { return t.seats[len(t.seats)-1] }

// live reports whether things are told when they happen.
func (t *teller) live() bool { return len(t.seats) == 1 || t.narrator().person != nil }

// printTable says what is played, if this process plays all seats.
func (p *party) printTable() {
	if !p.asJSON {
		p.say("%d players who don't trust one another play no-limit Texas hold'em, with %s each and blinds of %d and %d. A board, which holds no key to a card, puts their messages in order.",
			p.Config.Seats, cli.Count(p.Config.Chips, "chip"), p.Config.SmallBlind, p.Config.BigBlind)
	}
}

// printBoard says where the board is.
func (p *party) printBoard(addr net.Addr) {
	if p.asJSON {
		fmt.Fprintf(p.stderr, "The board listens on %s\n", addr)
		return
	}
	fmt.Fprintf(p.out, "The board listens on %s\n", addr)
	p.out.Flush()
}

// say prints a paragraph.
func (p *party) say(format string, args ...any) {
	fmt.Fprint(p.out, p.looks.wrap("", "", fmt.Sprintf(format, args...)))
}

// line prints a line of the story.
func (t *teller) line(format string, args ...any) {
	fmt.Fprint(t.party.out, t.party.looks.reds(t.party.looks.wrap("  ", "    ", fmt.Sprintf(format, args...))))
}

// quietly does something to the story, unless nothing is told.
func (t *teller) quietly(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.party.asJSON {
		f()
		t.party.out.Flush()
	}
}

// waits says how many seats are free.
func (t *teller) waits(free int) {
	if len(t.seats) == 1 {
		t.quietly(func() { t.party.say("Waiting for %s.", cli.Count(free, "more player")) })
	}
}

// agreed takes the terms, which the board has offered.
func (t *teller) agreed(terms terms) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.party.terms = terms
}

// sits says who plays, when the table is full.
func (t *teller) sits(s *seat) {
	if !s.narrates {
		return
	}
	t.quietly(func() {
		p, c := t.party, t.party.Config
		if t.live() {
			text := fmt.Sprintf("You are seat %d of %d.", s.number, c.Seats)
			if len(t.seats) < c.Seats {
				text += fmt.Sprintf(" Each begins with %s; the blinds are %d and %d. A seat is out, and loses its deposit of %d, if it takes more than %s to say something that is due",
					cli.Count(c.Chips, "chip"), c.SmallBlind, c.BigBlind, c.Deposit, span(p.Patience))
				if p.Think > 0 {
					text += fmt.Sprintf(" and has used the %s that it has besides in each hand", span(p.Think))
				}
				text += "."
			}
			if s.person != nil && p.Patience < longest {
				text += " Shortly before that, your program checks or folds for you."
			}
			p.say("%s", text)
		}
		p.say("The table's fingerprint is %s. Players who see the same one sit at one table.", board.Fingerprint(s.table.Digest()))
		if p.cheat != "" {
			number := s.number
			if len(t.seats) > 1 {
				number = cheater
			}
			p.say("Seat %d CHEATS: %s", number, cheats[p.cheat])
		}
		if hand := s.game.View().Hand; hand > 0 {
			p.say("The match goes on in hand %d.", hand)
			t.stages[holdem.Tossing] = true
		}
	})
}

// sees takes what a seat has seen. After a restart or a fork, it sees it again.
func (t *teller) sees(s *seat, events []holdem.Event) {
	t.quietly(func() {
		for _, e := range events {
			last, again := t.told[s]
			if again && (e.Hand < last.Hand || e.Hand == last.Hand && e.Number <= last.Number) {
				continue
			}
			if t.told[s] = e; t.live() && s.narrates {
				t.since = time.Now()
				clear(t.waited)
				t.tell(e)
				continue
			}
			t.events[s] = append(t.events[s], e)
			if e.Result != nil {
				t.over[s] = e.Hand
			}
		}
		t.tellHands()
	})
}

// ends notes that a seat sees no more.
func (t *teller) ends(s *seat) {
	t.quietly(func() {
		t.over[s] = holdem.MaxHands + 1
		t.tellHands()
		if s.narrates {
			t.flush()
		}
	})
}

// tellHands tells the hands of which all seats have seen the end: what the narrator saw, and
// in place of its own cards those that each saw alone.
func (t *teller) tellHands() {
	if t.live() {
		return
	}
	done := t.over[t.narrator()]
	var private []holdem.Event
	for _, s := range t.seats {
		done = min(done, t.over[s])
	}
	for _, s := range t.seats {
		for _, e := range t.events[s] {
			if e.Private && e.Hand <= done {
				private = append(private, e)
			}
		}
	}
	for _, s := range t.seats {
		rest := t.events[s]
		for len(rest) > 0 && rest[0].Hand <= done {
			e := rest[0]
			rest = rest[1:]
			if !s.narrates {
				continue
			}
			if e.Private || isBet(e) && e.Number > 1 {
				for len(private) > 0 && private[0].Hand <= e.Hand {
					t.tell(private[0])
					private = private[1:]
				}
			}
			if !e.Private {
				t.tell(e)
			}
		}
		t.events[s] = rest
	}
}

// tell tells an event. What comes one after another and belongs together is told as one:
// the proofs of several seats, and the bets of a street where nobody waits for them.
func (t *teller) tell(e holdem.Event) {
	p := t.party
	t.fresh()
	if e.Text == "" {
		return
	}
	if len(t.same) > 0 && !t.together(t.same[0], e) {
		t.flush()
	}
	if e.Hand > t.hand {
		t.hand = e.Hand
		if t.first == 0 {
			t.first = e.Hand
		}
		fmt.Fprint(p.out, "\n"+p.looks.rule(p.title(e.Hand)))
	}
	if text := headings[e.Stage]; text != "" && !t.stages[e.Stage] {
		t.flush()
		t.stages[e.Stage] = true
		fmt.Fprint(p.out, "\n"+p.looks.dim(strings.TrimSuffix(p.looks.wrap("", "", text), "\n"))+"\n")
	}
	t.same = append(t.same, e)
	if !isProof(e) && !(isBet(e) && !t.live()) {
		t.flush()
	}
}

// isProof reports whether an event is one of the proofs that all seats give in turn.
func isProof(e holdem.Event) bool {
	return e.Seat != nobody && e.Stage != holdem.Betting && e.Stage != holdem.Showing && e.Stage != holdem.Tossing
}

// isBet reports whether an event is what a seat does in the betting.
func isBet(e holdem.Event) bool {
	verb, _, _ := strings.Cut(strings.TrimRight(e.Text, "."), " ")
	return slices.Contains([]string{"posts", "folds", "checks", "calls", "bets", "raises"}, verb)
}

// together reports whether two events are told as one. The proofs of later hands are
// those of the first one again.
func (t *teller) together(a, b holdem.Event) bool {
	switch {
	case a.Hand != b.Hand:
		return false
	case isProof(a) && isProof(b):
		return a.Text == b.Text || a.Hand > t.first
	}
	return isBet(a) && isBet(b)
}

// proven is what the proofs of a stage are about.
var proven = map[holdem.Stage][]string{
	holdem.Shuffling: {"keys", "shuffles"},
	holdem.Dealing:   {"deals"},
	holdem.Opening:   {"the cards to open"},
}

// flush tells the events that belong together.
func (t *teller) flush() {
	same := t.same
	if t.same = nil; len(same) == 0 {
		return
	}
	var seats []int
	var list, stages []string
	var took time.Duration
	for _, e := range same {
		seats, took = append(seats, e.Seat), took+e.Took
		list = append(list, fmt.Sprintf("%s %s", t.who(e.Seat), strings.TrimRight(e.Text, ".")))
		for _, name := range proven[e.Stage] {
			if !slices.Contains(stages, name) {
				stages = append(stages, name)
			}
		}
	}
	text := same[0].Text
	switch slices.Sort(seats); {
	case isBet(same[0]):
		text = story.Capital(strings.Join(list, ", ")) + "."
	case isProof(same[0]) && same[0].Hand > t.first:
		text = fmt.Sprintf("Proved: %s; %s.", cli.And(stages), cli.Count(len(same), "proof"))
	case len(same) > 1:
		text = story.Capital(story.Who(seats)) + " each " + text
	case seats[0] != nobody:
		text = story.Capital(t.who(seats[0])) + " " + text
	}
	if took >= time.Millisecond/2 {
		text = fmt.Sprintf("%s (%d ms to check)", text, (took+time.Millisecond/2)/time.Millisecond)
	}
	t.line("%s", text)
}

// who names a seat, to a person.
func (t *teller) who(seat int) string {
	if you := t.narrator(); you.person != nil && seat == you.number {
		return fmt.Sprintf("seat %d (you)", seat)
	}
	return fmt.Sprintf("seat %d", seat)
}

// title names a hand.
func (p *party) title(hand int) string {
	if n := p.Config.Hands; n > 0 {
		return fmt.Sprintf("hand %d of %d", hand, n)
	}
	return fmt.Sprintf("hand %d", hand)
}

// noticeable is how long people wait without asking what for.
const noticeable = 2 * time.Second

// waiting says what a live seat waits for, when it has waited for a while, and what is
// wrong with its line to the board.
func (t *teller) waiting(s *seat) {
	if !t.live() || !s.narrates {
		return
	}
	now := time.Now()
	ago, skew, _ := s.line.state()
	slept := now.Round(0).Sub(t.asleep)
	if t.asleep.IsZero() {
		slept = 0
	}
	t.asleep = now.Round(0)
	switch due := s.table.Due(now); {
	case slept > 5*noticeable:
		t.tells("", "This computer was asleep, or very busy, for %s.", span(slept))
	case ago > 8*noticeable:
		t.tells("board", "The board hasn't answered for %s. This program goes on trying.", span(ago))
	case skew.Abs() > t.party.Patience/4 && !t.clocked:
		t.clocked = true
		direction := map[bool]string{true: "ahead of", false: "behind"}[skew < 0]
		t.tells("", "This computer's clock is %s %s the board's. The board's counts, so nothing is lost by it.", span(skew.Abs()), direction)
	case len(due) > 0:
		var list []string
		own, least := false, due[0].Left
		for _, item := range due {
			asked := s.person != nil && s.game.Stage() == holdem.Betting && s.acted != item.Since
			if least = min(least, item.Left); item.Seat == s.number && !asked && s.way == "" {
				own = true
			} else if item.Seat != s.number {
				list = append(list, fmt.Sprintf("seat %d's %s", item.Seat, s.game.Awaited(item.Seat)))
			}
		}
		if t.party.Patience == longest || now.Sub(t.moved()) < noticeable {
			return
		}
		who := cli.And(list)
		if own {
			t.tells("own", "The board doesn't show what this seat has to say: it is slow, or holds it back, or has lost something. The seat has %s left.", span(least))
		}
		if who == "" {
			return
		}
		if left := span(least); least > t.party.Patience/2 {
			t.tells(who, "Waiting for %s: at most %s.", who, left)
		} else {
			t.tells(who+"!", "Waiting for %s: %s left.", who, left)
		}
	}
}

// moved returns when something has happened last.
func (t *teller) moved() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.since
}

// tells says something on a line of its own, once while nothing else happens if it has a key.
func (t *teller) tells(key, format string, args ...any) {
	t.quietly(func() {
		if !t.waited[key] {
			t.waited[key] = key != ""
			t.fresh()
			t.flush()
			t.line(format, args...)
		}
	})
}

// fresh begins a line after a prompt.
func (t *teller) fresh() {
	if t.asking {
		fmt.Fprintln(t.party.out)
		t.asking = false
	}
}

// print prints something to a person, and ask asks them.
func (t *teller) print(text string) {
	t.quietly(func() {
		t.fresh()
		t.flush()
		fmt.Fprint(t.party.out, text)
	})
}

func (t *teller) answer(format string, args ...any) {
	t.print(t.party.looks.wrap("", "", fmt.Sprintf(format, args...)))
}

func (t *teller) ask(text string) {
	t.print(text + "> ")
	t.typing(true)
}

// typing notes that a person is asked, or has answered; the terminal shows their line.
func (t *teller) typing(asking bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asking = asking
}

// asks reports whether nothing was printed since a person was asked.
func (t *teller) asks() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asking
}
