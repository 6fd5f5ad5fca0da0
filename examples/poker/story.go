package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// The steps of a hand. Those of the streets follow one another.
const (
	greeting = 1 + iota
	tossing
	announcing
	shuffling
	dealing // and betting before the flop
	_       // the flop
	_       // the turn
	_       // the river
	showing
)

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
	showing:              "Who hasn't folded shows its cards: it takes its own layer off for all to see, and proves it.",
}

// deedsOf say what a cheat does.
var deedsOf = map[string]string{
	cheatShuffle: "in the deck that it sends, a deuce has become a second ace of spades, in disguise: the same number twice would be seen at a glance. Its proof is the best that there is, one for such a deck.",
	cheatStrip:   "for the flop's last card, it takes its layer off another one, which is nobody's. Its proof is the best that there is, one for that other card.",
	cheatPeek:    "instead of the flop's last card, it opens one of seat 1's.",
	cheatStall:   "at the flop, it sends nothing any more.",
}

// tell tells a hand as far as it went, as all seats saw it, and returns what is wrong
// with it.
func tell(out *bufio.Writer, r *relay, table []*seat) error {
	say := func(format string, args ...any) { wrap(out, "", "", fmt.Sprintf(format, args...)) }
	say("%d players who trust nobody play Texas hold'em, over TCP connections to a relay on %s that holds no key.", len(table), r.conns[0].LocalAddr())
	if cheat := table[cheater].cheat; cheat != "" {
		say("Seat %d CHEATS: %s", cheater, deedsOf[cheat])
	}
	honest := table[len(table)-1]
	for step := greeting; step <= showing; step++ {
		texts := notesOf(table, step)
		if len(texts) == 0 {
			continue
		}
		fmt.Fprintln(out)
		wrap(out, fmt.Sprintf("%d. ", step), "   ", headings[step])
		for _, text := range texts {
			wrap(out, "  ", "    ", text)
		}
		if step >= dealing && step < showing {
			wrap(out, "  ", "    ", "Bets: "+betting(honest.game, street(step-dealing))+".")
		}
	}
	fmt.Fprintln(out)
	if err := judge(table); err != nil {
		sayFailure(say, table)
		return err
	}
	sayEnd(say, honest)
	return sayRelay(say, r, honest)
}

// notesOf returns what seats noted in a step, each text once, with the seats.
func notesOf(table []*seat, step int) (texts []string) {
	var notes []note
	seats := make(map[string][]int)
	for _, s := range table {
		for _, n := range s.told {
			if n.step == step {
				notes = append(notes, n)
				seats[n.text] = append(seats[n.text], s.number)
			}
		}
	}
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.place, b.place) })
	for _, n := range notes {
		if some := seats[n.text]; some != nil {
			texts = append(texts, whoOf(some, n.about, len(table))+" "+n.text)
			delete(seats, n.text)
		}
	}
	return texts
}

// whoOf names seats that noted the same about one, or about nobody.
func whoOf(seats []int, about, all int) string {
	switch {
	case len(seats) == all:
		return "All seats"
	case len(seats) == all-1 && all > 2 && about != nobody && !slices.Contains(seats, about):
		return "All others"
	}
	text := who(seats)
	return strings.ToUpper(text[:1]) + text[1:]
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

// wrap prints a text in lines, the first with one indent and the rest with another.
func wrap(out *bufio.Writer, first, rest, text string) {
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case utf8.RuneCountInString(line+" "+word) > 80:
			fmt.Fprintln(out, line)
			line = rest
		default:
			line += " "
		}
		line += word
	}
	fmt.Fprintln(out, line)
}

// A sayer prints a paragraph.
type sayer func(format string, args ...any)

// sayFailure says who has stopped the hand and why.
func sayFailure(say sayer, table []*seat) {
	seats := make(map[string][]int)
	for _, s := range table {
		switch {
		case s.err == nil:
		case s.cheat != "" || isNews(s.err):
			say("Seat %d hears that the hand is over.", s.number)
		default:
			seats[s.err.Error()] = append(seats[s.err.Error()], s.number)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(seats)) {
		say("The hand is stopped by %s, because of %s.", who(seats[reason]), reason)
	}
	say("What isn't open stays closed, as no seat takes its layer off any more. What that costs whom, the rules of the house have to say beforehand.")
}

// sayEnd says who gets the pot, and what nobody has seen.
func sayEnd(say sayer, s *seat) {
	for _, seat := range s.winners {
		if s.game.over() {
			say("Seat %d gets the pot of %d, as all others have folded.", seat, s.game.pot())
		} else {
			say("Seat %d gets %d of the pot of %d, for %v.", seat, s.payout[seat], s.game.pot(), s.strength(seat))
		}
	}
	var closed []int
	for seat := range s.seats {
		if s.shown[seat] == nil {
			closed = append(closed, seat)
		}
	}
	rest := fmt.Sprintf("any of the %d cards that weren't dealt. No key was shown.", deckSize-holeCards*s.seats-len(s.board))
	if len(closed) > 0 {
		say("The cards of %s were seen by nobody else, and nobody has seen %s", who(closed), rest)
	} else {
		say("Nobody has seen %s", rest)
	}
}

// sayRelay says which cards the relay finds in what it carried. They should be those
// that were opened to all.
func sayRelay(say sayer, r *relay, s *seat) error {
	found, err := r.cards()
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
	for _, frame := range r.frames {
		size += len(frame)
	}
	finds := "none, as no card was opened to all"
	if len(open) > 0 {
		finds = fmt.Sprintf("those of the %d cards that were opened to all, and no other", len(open))
	}
	say("The relay has carried %d messages, %d kB. Looking through them for the %d numbers of the public deck, it finds %s. It could have stopped the hand, but not have changed anything unnoticed, as each message is signed.", len(r.frames), size/1000, deckSize, finds)
	return nil
}

// cards returns the cards that stand in clear in what the relay has carried, in ascending
// order.
func (r *relay) cards() (found []int, err error) {
	deck, err := publicDeck()
	if err != nil {
		return nil, err
	}
	for c := range deckSize {
		if slices.ContainsFunc(r.frames, func(frame []byte) bool { return bytes.Contains(frame, deck.At(c).Bytes()) }) {
			found = append(found, c)
		}
	}
	return found, nil
}
