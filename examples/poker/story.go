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
	greeting:             "Each seat makes a key pair, and signs all that follows. Players who compare\n   the fingerprint of all keys, by voice, know that the relay has exchanged none.",
	tossing:              "They toss: each commits to 32 random bytes, then all reveal them. The result\n   names this hand, so that nothing from another one fits into it, and gives the\n   button.",
	announcing:           "Each seat makes another key, for the cards of this hand only, and proves that\n   it has it.",
	shuffling:            "Each in turn encrypts and shuffles the deck, which began as 52 numbers that\n   all know, and proves it. Then nobody knows where any card is.",
	dealing:              "Each seat gets two cards. In turn, all others take their layers of encryption\n   off these, and prove it; it takes its own off last, in private.",
	dealing + int(flop):  "The flop: all seats, also those that have folded, take their layers off three\n   cards, and prove it.",
	dealing + int(turn):  "The turn: the same with one card.",
	dealing + int(river): "The river: the same with one card.",
	showing:              "Who hasn't folded shows its cards: it takes its own layer off for all to see,\n   and proves it.",
}

// deedsOf say what a cheat does.
var deedsOf = map[string]string{
	cheatShuffle: "in the deck that it sends, a deuce has become a second ace of\nspades, in disguise: the same number twice would be seen at a glance. Its proof is\nthe best that there is, one for such a deck.",
	cheatStrip:   "for the flop's last card, it takes its layer off another one, which\nis nobody's. Its proof is the best that there is, one for that other card.",
	cheatPeek:    "instead of the flop's last card, it opens one of seat 1's.",
	cheatStall:   "at the flop, it sends nothing any more.",
}

// tell tells a hand as far as it went, as all seats saw it, and returns what is wrong
// with it.
func tell(out *bufio.Writer, r *relay, table []*seat) error {
	fmt.Fprintf(out, "%d players who trust nobody play Texas hold'em, over TCP connections to a relay\non %s that holds no key.\n", len(table), r.conns[0].LocalAddr())
	if cheat := table[cheater].cheat; cheat != "" {
		fmt.Fprintf(out, "Seat %d CHEATS: %s\n", cheater, deedsOf[cheat])
	}
	honest := table[len(table)-1]
	for step := greeting; step <= showing; step++ {
		texts := notesOf(table, step)
		if len(texts) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%d. %s\n", step, headings[step])
		for _, text := range texts {
			wrap(out, "  ", text)
		}
		if step >= dealing && step < showing {
			wrap(out, "  ", "Bets: "+betting(honest.game, street(step-dealing))+".")
		}
	}
	fmt.Fprintln(out)
	if err := judge(table); err != nil {
		sayFailure(out, table)
		return err
	}
	sayEnd(out, honest)
	return sayRelay(out, r, honest)
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

// wrap prints a text in lines. The first begins with the indent, others with two spaces
// more if there is any.
func wrap(out *bufio.Writer, indent, text string) {
	line := indent
	if indent != "" {
		indent += "  "
	}
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case utf8.RuneCountInString(line+" "+word) > 80:
			fmt.Fprintln(out, line)
			line = indent
		default:
			line += " "
		}
		line += word
	}
	fmt.Fprintln(out, line)
}

// sayFailure says who has stopped the hand and why.
func sayFailure(out *bufio.Writer, table []*seat) {
	var reasons []string
	seats := make(map[string][]int)
	for _, s := range table {
		switch {
		case s.err == nil:
		case s.cheat != "" || isNews(s.err):
			fmt.Fprintf(out, "Seat %d hears that the hand is over.\n", s.number)
		default:
			reasons = append(reasons, s.err.Error())
			seats[s.err.Error()] = append(seats[s.err.Error()], s.number)
		}
	}
	slices.Sort(reasons)
	for _, reason := range slices.Compact(reasons) {
		fmt.Fprintf(out, "The hand is stopped by %s, because of\n  %s\n", who(seats[reason]), reason)
	}
	wrap(out, "", "What isn't open stays closed, as no seat takes its layer off any more. What that costs whom, the rules of the house have to say beforehand.")
}

// sayEnd says who gets the pot, and what nobody has seen.
func sayEnd(out *bufio.Writer, s *seat) {
	g := s.game
	for _, seat := range s.winners {
		if g.over() {
			fmt.Fprintf(out, "Seat %d gets the pot of %d, as all others have folded.\n", seat, g.pot())
		} else {
			fmt.Fprintf(out, "Seat %d gets %d of the pot of %d, for %v.\n", seat, s.payout[seat], g.pot(), s.strength(seat))
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
		rest = fmt.Sprintf("the cards of %s but they themselves, nor %s", who(closed), rest)
	}
	wrap(out, "", "Nobody has seen "+rest)
}

// sayRelay says which cards the relay finds in what it carried. They should be those
// that were opened to all.
func sayRelay(out *bufio.Writer, r *relay, s *seat) error {
	found, err := r.cards()
	if err != nil {
		return err
	}
	open := slices.Concat(s.board, slices.Concat(slices.Collect(maps.Values(s.shown))...))
	slices.Sort(open)
	if !slices.Equal(found, open) {
		return cli.CheckFailed(fmt.Errorf("the relay has seen %s, but %s were opened", cards.JoinNumbered(found), cards.JoinNumbered(open)))
	}
	size := 0
	for _, frame := range r.frames {
		size += len(frame)
	}
	wrap(out, "", fmt.Sprintf("The relay has carried %d messages, %d kB. Looking through them for the %d numbers of the public deck, it finds those of the %d cards that were opened to all. It could have stopped the hand, but have changed nothing unnoticed, as each message is signed.", len(r.frames), size/1000, deckSize, len(found)))
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
