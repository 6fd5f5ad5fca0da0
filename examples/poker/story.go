package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// headings explain the stages, each when it comes first.
var headings = map[holdem.Stage]string{
	holdem.Tossing:   "The seats toss for the first button: each commits to 32 random bytes, then all reveal them. The result also names the decks of this match, so that no message from another table can be used in it.",
	holdem.Shuffling: "Each seat makes a key for this hand alone, and proves that it has it. Then each in turn encrypts and shuffles the deck, which begins as 52 numbers that everybody knows, and proves that it did nothing else. After that, nobody knows where any card is.",
	holdem.Dealing:   "Each seat gets two cards. All others take their layers of encryption off these, and prove it; the owner takes off the last layer, in private.",
	holdem.Opening:   "To open the cards of the board, all seats take their layers off them, and prove it; so do those that have folded.",
	holdem.Showing:   "The seats that are still in show their cards: each takes its own layer off for all to see, and proves it.",
}

// A teller tells a match to people: at once where there is one seat or a person plays,
// and hand by hand, with the cards of all, where there are several.
type teller struct {
	party *party
	seats []*seat

	mu      sync.Mutex
	stages  map[holdem.Stage]bool // that were explained
	hand    int                   // whose title was printed last
	first   int                   // and first
	events  map[*seat][]holdem.Event
	reached map[*seat]int  // the hand that a seat is in
	told    int            // hands, with the toss before the first one
	same    []holdem.Event // events that belong together, and aren't told yet
	waited  string         // what was said last about who is waited for
	asking  bool           // a person, on the last line
}

// live reports whether things are told when they happen.
func (t *teller) live() bool { return len(t.seats) == 1 || t.narrator().person != nil }

func (t *teller) narrator() *seat { return t.seats[len(t.seats)-1] }

// printRelay says where the relay is.
func (p *party) printRelay(addr string) error {
	all := len(p.seats) == p.Config.Seats
	switch {
	case p.asJSON && all:
	case p.asJSON:
		fmt.Fprintf(p.stderr, "The relay listens on %s\n", addr)
	case all:
		p.say("%d players who don't trust one another play no-limit Texas hold'em, with %s each and blinds of %d and %d. A relay on %s, which holds no key, carries their messages.",
			p.Config.Seats, cli.Count(p.Config.Chips, "chip"), p.Config.SmallBlind, p.Config.BigBlind, addr)
	default:
		fmt.Fprintf(p.out, "The relay listens on %s\n", addr)
	}
	return p.out.Flush()
}

// say prints a paragraph.
func (p *party) say(format string, args ...any) {
	fmt.Fprint(p.out, p.looks.wrap("", "", fmt.Sprintf(format, args...)))
}

// line prints a line of the story.
func (t *teller) line(format string, args ...any) {
	t.fresh()
	l := t.party.looks
	fmt.Fprint(t.party.out, l.reds(l.wrap("  ", "    ", fmt.Sprintf(format, args...))))
}

// waits says how many seats are free.
func (t *teller) waits(s *seat, free int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.party.asJSON || len(t.party.seats) == t.party.Config.Seats {
		return
	}
	t.party.say("Waiting for %s.", cli.Count(free, "more player"))
	t.party.out.Flush()
}

// deeds say what a cheat does.
var deeds = map[string]string{
	holdem.CheatShuffle:    "the deck that it sends has a second ace of spades in place of a deuce, in disguise, as everybody would notice the same number twice. Its proof would hold for a deck with that card.",
	holdem.CheatStrip:      "for the last card of the flop, it takes its layer off a different card, which is nobody's. Its proof would hold for that card.",
	holdem.CheatPeek:       "in place of the last card of the flop, it opens a card of another seat.",
	holdem.CheatBet:        "it bets more than it has.",
	holdem.CheatTurn:       "it folds when it isn't its turn.",
	holdem.CheatEquivocate: "it signs its shuffle, and something else in its place, to show to others.",
	holdem.CheatStall:      "at the flop, it stops sending anything.",
	holdem.CheatLeave:      "once it has seen the flop, it goes without a word.",
}

// sits says who plays, when the table is full: the narrator does, for all seats of this
// process.
func (t *teller) sits(s *seat) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.party
	p.terms = s.terms
	if p.asJSON || !s.narrates {
		return
	}
	if t.live() {
		p.say("%s", t.youAre(s))
	}
	p.say("The table's fingerprint is %s. Players who see the same one know that the relay hasn't exchanged their keys.", s.terms.fingerprint(s.keys))
	if p.cheat != "" {
		number := s.number
		if len(t.seats) > 1 {
			number = cheater
		}
		p.say("Seat %d CHEATS: %s", number, deeds[p.cheat])
	}
	if s.view.Hand > 0 && !s.over() {
		p.say("The match goes on in hand %d.", s.view.Hand)
		t.stages = map[holdem.Stage]bool{holdem.Tossing: true}
	}
	p.out.Flush()
}

// youAre tells the player of a live seat where they sit, and what the table plays for.
func (t *teller) youAre(s *seat) string {
	c := s.terms
	text := fmt.Sprintf("You are seat %d of %d.", s.number, c.Config.Seats)
	if len(t.seats) < c.Config.Seats {
		text += fmt.Sprintf(" Each begins with %s; the blinds are %d and %d. A seat is out if its program is silent for %s, or if it takes %s to bet.",
			cli.Count(c.Config.Chips, "chip"), c.Config.SmallBlind, c.Config.BigBlind, span(c.Patience), span(c.Think))
	}
	if s.person != nil && c.Think < longest {
		text += " Shortly before that, your program checks or folds for you."
	}
	return text
}

// sees takes what a seat has seen.
func (t *teller) sees(s *seat, events []holdem.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.party.asJSON {
		return
	}
	if t.live() {
		if s.narrates && len(events) > 0 {
			t.waited = ""
			for _, e := range events {
				if e.Hand >= s.since {
					t.tell(e)
				}
			}
		}
		return
	}
	if t.events == nil {
		t.events, t.reached = make(map[*seat][]holdem.Event), make(map[*seat]int)
	}
	t.events[s] = append(t.events[s], events...)
	t.reached[s] = s.view.Hand
	t.tellHands()
}

// hasEnded notes that a seat sees no more.
func (t *teller) hasEnded(s *seat) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.party.asJSON {
		return
	}
	if t.live() {
		t.flush()
	} else if t.events != nil {
		t.reached[s] = math.MaxInt
		t.tellHands()
	}
	t.party.out.Flush()
}

// tellHands tells the hands that all seats have left behind.
func (t *teller) tellHands() {
	for {
		last := 0
		for _, s := range t.seats {
			if t.reached[s] <= t.told {
				return
			}
			for _, e := range t.events[s] {
				last = max(last, e.Hand)
			}
		}
		if t.told > last {
			return
		}
		for _, e := range t.merged(t.told) {
			t.tell(e)
		}
		t.flush()
		t.party.out.Flush()
		t.told++
	}
}

// merged returns what the seats saw in a hand: what the narrator saw, and before the
// bets the cards that each saw alone.
func (t *teller) merged(hand int) (all []holdem.Event) {
	var private []holdem.Event
	for _, s := range t.seats {
		for _, e := range t.events[s] {
			if e.Hand == hand && e.Private {
				private = append(private, e)
			}
		}
	}
	for _, e := range t.events[t.narrator()] {
		if e.Hand != hand || e.Private {
			continue
		}
		if e.Stage == holdem.Betting {
			all = append(all, private...)
			private = nil
		}
		all = append(all, e)
	}
	return all
}

// tell tells an event. What comes one after another and belongs together is told as one:
// the proofs of several seats, and the bets of a street where nobody waits for them.
func (t *teller) tell(e holdem.Event) {
	t.fresh()
	if len(t.same) > 0 && !t.together(t.same[0], e) {
		t.flush()
	}
	if e.Hand > t.hand {
		t.hand = e.Hand
		if t.first == 0 {
			t.first = e.Hand
		}
		fmt.Fprint(t.party.out, "\n"+t.party.looks.rule(t.party.title(e.Hand)))
	}
	if text := headings[e.Stage]; text != "" && !t.stages[e.Stage] {
		if t.stages == nil {
			t.stages = make(map[holdem.Stage]bool)
		}
		t.stages[e.Stage] = true
		fmt.Fprint(t.party.out, "\n"+t.party.looks.dim(strings.TrimSuffix(t.party.looks.wrap("", "", text), "\n"))+"\n")
	}
	if isProof(e) || isBet(e) && !t.live() {
		t.same = append(t.same, e)
		return
	}
	t.event([]int{e.Seat}, e.Text, e.Took)
}

// isProof reports whether an event is one of the proofs that all seats give in turn.
func isProof(e holdem.Event) bool {
	return strings.HasPrefix(e.Text, "proved ") && e.Stage != holdem.Showing
}

// isBet reports whether an event is what a seat does in the betting.
func isBet(e holdem.Event) bool {
	verb, _, _ := strings.Cut(strings.TrimRight(e.Text, "."), " ")
	return e.Seat >= 0 && slices.Contains([]string{"posts", "folds", "checks", "calls", "bets", "raises"}, verb)
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

// flush tells the events that belong together.
func (t *teller) flush() {
	same := t.same
	t.same = nil
	switch {
	case len(same) == 0:
	case isBet(same[0]):
		var list []string
		for _, e := range same {
			list = append(list, fmt.Sprintf("seat %d %s", e.Seat, strings.TrimRight(e.Text, ".")))
		}
		t.line("%s.", story.Capital(strings.Join(list, ", ")))
	default:
		t.proofs(same)
	}
}

// proofs tells the proofs of several seats.
func (t *teller) proofs(same []holdem.Event) {
	var seats []int
	var stages []string
	var took time.Duration
	for _, e := range same {
		seats = append(seats, e.Seat)
		took += e.Took
		for _, name := range proven[e.Stage] {
			if !slices.Contains(stages, name) {
				stages = append(stages, name)
			}
		}
	}
	if same[0].Hand > t.first {
		t.event([]int{nobody}, fmt.Sprintf("Proved: %s; %s.", cli.And(stages), cli.Count(len(same), "proof")), took)
		return
	}
	slices.Sort(seats)
	t.event(seats, same[0].Text, took)
}

// proven is what the proofs of a stage are about.
var proven = map[holdem.Stage][]string{
	holdem.Shuffling: {"keys", "shuffles"},
	holdem.Dealing:   {"deals"},
	holdem.Opening:   {"the cards to open"},
}

const nobody = -1

// event tells what some seats did.
func (t *teller) event(seats []int, text string, took time.Duration) {
	if took >= time.Millisecond/2 {
		text = fmt.Sprintf("%s (%d ms to check)", text, (took+time.Millisecond/2)/time.Millisecond)
	}
	you := t.narrator()
	switch {
	case seats[0] == nobody:
	case len(seats) > 1:
		text = story.Capital(story.Who(seats)) + " each " + text
	case you.person != nil && seats[0] == you.number:
		text = story.Capital(story.Who(seats)) + " (you) " + text
	default:
		text = story.Capital(story.Who(seats)) + " " + text
	}
	t.line("%s", text)
	if t.live() {
		t.party.out.Flush()
	}
}

// title names a hand.
func (p *party) title(hand int) string {
	if n := p.Config.Hands; n > 0 {
		return fmt.Sprintf("hand %d of %d", hand, n)
	}
	return fmt.Sprintf("hand %d", hand)
}

// isWaiting says whom a live seat waits for, when it has waited for a while.
func (t *teller) isWaiting(s *seat) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.party.asJSON || !t.live() || !s.narrates {
		return
	}
	var list []string
	for _, w := range s.view.Awaited {
		if w.Seat != s.number {
			list = append(list, fmt.Sprintf("seat %d's %s", w.Seat, strings.TrimPrefix(w.What, "its ")))
		}
	}
	text := cli.And(list)
	if text == "" || text == t.waited {
		return
	}
	t.waited = text
	t.flush()
	t.line("Waiting for %s.", text)
	t.party.out.Flush()
}
