package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
)

// The steps of a hand. Those of the streets follow one another.
const (
	waiting = iota
	greeting
	tossing
	announcing
	shuffling
	dealing // and betting before the flop
	_       // the flop
	_       // the turn
	_       // the river
	showing
)

// all is whom a note is about that names no seat.
const all = -2

// headings say what happens in each step.
var headings = [...]string{
	greeting:             "Each seat makes a key pair, and signs all that follows. Players who compare the fingerprint of all keys, by voice, know that the relay has exchanged none.",
	tossing:              "They toss: each commits to 32 random bytes, then all reveal them. The result names this hand, so that nothing from another one fits into it, and gives the button.",
	announcing:           "Each seat makes another key, for the cards of this hand only, and proves that it has it.",
	shuffling:            "Each in turn encrypts and shuffles the deck, which began as 52 numbers that all know, and proves it. Then nobody knows where any card is.",
	dealing:              "Each seat gets two cards. In turn, all others take their layers of encryption off these, and prove it; it takes its own off last, in private.",
	dealing + int(flop):  "The flop: all seats, also those that have folded, take their layers off three cards, and prove it.",
	dealing + int(turn):  "The turn: the same with one card.",
	dealing + int(river): "The river: the same with one card.",
	showing:              "Each seat that hasn't folded shows its cards: it takes its own layer off for all to see, and proves it.",
}

// deedsOf say what a cheat does.
var deedsOf = map[string]string{
	cheatShuffle: "in the deck that it sends, a deuce has become a second ace of spades, in disguise: the same number twice would be seen at a glance. Its proof is the best that there is, one for such a deck.",
	cheatStrip:   "for the flop's last card, it takes its layer off another one, which is nobody's. Its proof is the best that there is, one for that other card.",
	cheatPeek:    "instead of the flop's last card, it opens one of seat 1's.",
	cheatStall:   "at the flop, it sends nothing any more.",
}

// printRelay says where the relay is.
func (t *table) printRelay(addr string) error {
	switch {
	case t.asJSON:
	case len(t.seats) == t.all:
		t.say("%d players who trust nobody play Texas hold'em, over TCP connections to a relay on %s that holds no key.", t.all, addr)
	default:
		fmt.Fprintf(t.out, "The relay listens on %s\n", addr)
	}
	return t.out.Flush()
}

// printCheat says which of the seats cheats.
func (t *table) printCheat(seats []*seat) {
	if len(seats) == 1 && !t.asJSON {
		fmt.Fprintf(t.out, "You are seat %d of %d.\n", seats[0].number, t.all)
	}
	for _, s := range seats {
		if s.cheat != "" && !t.asJSON {
			t.say("Seat %d CHEATS: %s", s.number, deedsOf[s.cheat])
		}
	}
}

// printNote prints what the only seat of this process notes, at once.
func (t *table) printNote(s *seat, n note) {
	if t.asJSON {
		return
	}
	if n.step != t.printed {
		t.printHeading(n.step)
		t.printed = n.step
	}
	t.printText(n, []int{s.number})
	t.out.Flush()
}

func (t *table) printHeading(step int) {
	if step != waiting {
		fmt.Fprintln(t.out)
		fmt.Fprint(t.out, cli.Wrap(fmt.Sprintf("%d. ", step), "   ", headings[step]))
	}
}

// printText prints what some seats have noted.
func (t *table) printText(n note, seats []int) {
	text := n.text
	if n.about != all {
		text = whoOf(seats, n.about, t.all) + " " + text
	}
	fmt.Fprint(t.out, cli.Wrap("  ", "    ", text))
}

// print prints a hand as far as it went, as the seats of this process saw it, and returns
// what is wrong with it.
func (t *table) print(seats []*seat) error {
	err := judge(seats)
	if t.asJSON {
		return cli.PrintResult(t.out, t.result(seats, err), err)
	}
	if len(seats) > 1 {
		for step := greeting; step <= showing; step++ {
			t.printStep(seats, step)
		}
	}
	if len(seats) > 0 {
		fmt.Fprintln(t.out)
	}
	switch {
	case err != nil:
		t.printFailure(seats)
		return err
	case len(seats) == 0:
		return nil
	}
	t.printEnd(seats[len(seats)-1])
	if t.carried == nil {
		return nil
	}
	return t.printCarried(seats[len(seats)-1])
}

// printStep prints what seats noted in a step, each text once, with the seats.
func (t *table) printStep(seats []*seat, step int) {
	var notes []note
	noted := make(map[string][]int)
	for _, s := range seats {
		for _, n := range s.told {
			if n.step == step {
				notes = append(notes, n)
				noted[n.text] = append(noted[n.text], s.number)
			}
		}
	}
	if len(notes) == 0 {
		return
	}
	t.printHeading(step)
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.place, b.place) })
	for _, n := range notes {
		if some := noted[n.text]; some != nil {
			t.printText(n, some)
			delete(noted, n.text)
		}
	}
}

// whoOf names seats that noted the same about one, or about nobody.
func whoOf(seats []int, about, all int) string {
	switch {
	case len(seats) == all:
		return "All seats"
	case len(seats) == all-1 && all > 2 && about != nobody && !slices.Contains(seats, about):
		return "All others"
	}
	return capital(who(seats))
}

// betting tells the bets of a street.
func betting(g *game, at street) string {
	var bets []string
	for _, d := range g.deeds {
		if d.street == at {
			bets = append(bets, fmt.Sprintf("seat %d %v", d.seat, d.action))
		}
	}
	text := strings.Join(bets, ", ")
	if at == preflop {
		small, big := g.blinds()
		text = fmt.Sprintf("seat %d has the small blind of %d, seat %d the big one of %d; %s", small, smallBlind, big, bigBlind, text)
	}
	return text
}

// say prints a paragraph.
func (t *table) say(format string, args ...any) {
	fmt.Fprint(t.out, cli.Wrap("", "", fmt.Sprintf(format, args...)))
}

// printFailure says who has stopped the hand and why.
func (t *table) printFailure(seats []*seat) {
	stopped := make(map[string][]int)
	for _, s := range seats {
		if s.err != nil && (s.cheat == "" || len(seats) == 1) {
			stopped[s.err.Error()] = append(stopped[s.err.Error()], s.number)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(stopped)) {
		t.say("%s the hand, because of %s.", capital(verb(stopped[reason], "ends", "end")), reason)
	}
	t.say("What isn't open stays closed, as no seat takes its layer off any more. What that costs whom, the rules of the house have to say beforehand.")
}

// verb says what seats do.
func verb(list []int, one, more string) string {
	if len(list) == 1 {
		return who(list) + " " + one
	}
	return who(list) + " " + more
}

// who names seats.
func who(list []int) string {
	text := make([]string, len(list))
	for i, seat := range list {
		text[i] = fmt.Sprint(seat)
	}
	if len(list) > 1 {
		return "seats " + cli.And(text)
	}
	return "seat " + cli.And(text)
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// printEnd says who gets the pot, and what nobody has seen.
func (t *table) printEnd(s *seat) {
	for _, seat := range s.winners {
		if s.game.over() {
			t.say("Seat %d gets the pot of %d, as all others have folded.", seat, s.game.pot())
		} else {
			t.say("Seat %d gets %d of the pot of %d, for %v.", seat, s.payout[seat], s.game.pot(), s.strength(seat))
		}
	}
	var closed []int
	for seat := range t.all {
		if s.shown[seat] == nil {
			closed = append(closed, seat)
		}
	}
	rest := fmt.Sprintf("any of the %d cards that weren't dealt. No key was shown.", deckSize-holeCards*t.all-len(s.board))
	if len(closed) > 0 {
		t.say("The cards of %s were seen by nobody else, and nobody has seen %s", who(closed), rest)
	} else {
		t.say("Nobody has seen %s", rest)
	}
}

// printCarried says which cards the relay finds in what it carried. They should be those
// that were opened to all.
func (t *table) printCarried(s *seat) error {
	found, err := t.cards()
	if err != nil {
		return err
	}
	open := slices.Clone(s.board)
	for _, shown := range s.shown {
		open = append(open, shown...)
	}
	slices.Sort(open)
	if !slices.Equal(found, open) {
		return cli.CheckFailed(fmt.Errorf("the relay has seen %s, but %s were opened", cards.JoinNumbered(found), cards.JoinNumbered(open)))
	}
	size := 0
	for _, frame := range t.carried {
		size += len(frame)
	}
	finds := "none, as no card was opened to all"
	if len(open) > 0 {
		finds = fmt.Sprintf("those of the %d cards that were opened to all, and no other", len(open))
	}
	t.say("The relay has carried %s, %d kB. Looking through them for the %d numbers of the public deck, it finds %s. It could have stopped the hand, but not have changed anything unnoticed, as each message is signed.", cli.Count(len(t.carried), "message"), size/1000, deckSize, finds)
	return nil
}

// cards returns the cards that stand in clear in what the relay has carried, in ascending
// order.
func (t *table) cards() (found []int, err error) {
	deck, err := publicDeck()
	if err != nil {
		return nil, err
	}
	for c := range deckSize {
		if slices.ContainsFunc(t.carried, func(frame []byte) bool { return bytes.Contains(frame, deck.At(c).Bytes()) }) {
			found = append(found, c)
		}
	}
	return found, nil
}

// A result is what -json prints.
type result struct {
	cli.Outcome
	OrRelay     bool          `json:"orRelay,omitempty"` // the relay can have done it as well
	Seats       []int         `json:"seats,omitempty"`   // of this process
	Fingerprint string        `json:"fingerprint,omitempty"`
	Button      *int          `json:"button,omitempty"`
	Bets        []betResult   `json:"bets,omitempty"`
	Board       []string      `json:"board,omitempty"`
	Shown       []shownResult `json:"shown,omitempty"`
	Winners     []int         `json:"winners,omitempty"`
	Payout      []int         `json:"payout,omitempty"` // by seat
}

type betResult struct {
	Street string `json:"street"`
	Seat   int    `json:"seat"`
	Action string `json:"action"`
}

type shownResult struct {
	Seat  int      `json:"seat"`
	Cards []string `json:"cards"`
	Hand  string   `json:"hand"`
}

// result returns what the last seat has seen, an honest one if there is one.
func (t *table) result(seats []*seat, err error) result {
	r := result{Outcome: cli.OutcomeOf(err), Seats: t.seats}
	var b *relay.Blame
	if errors.As(err, &b) {
		r.OrRelay = b.Relay
	}
	if len(seats) == 0 || seats[len(seats)-1].game == nil {
		return r
	}
	s := seats[len(seats)-1]
	r.Fingerprint = relay.Fingerprint(s.fingerprint)
	r.Button = &s.game.button
	for _, d := range s.game.deeds {
		r.Bets = append(r.Bets, betResult{d.street.String(), d.seat, d.action.String()})
	}
	r.Board = cards.Names(s.board)
	if err != nil {
		return r
	}
	for seat := range t.all {
		if shown := s.shown[seat]; shown != nil {
			r.Shown = append(r.Shown, shownResult{seat, cards.Names(shown), s.strength(seat).String()})
		}
	}
	r.Winners, r.Payout = s.winners, s.payout
	return r
}
