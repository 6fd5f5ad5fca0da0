package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/story"
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

// deeds say what a cheat does.
var deeds = map[string]string{
	cheatShuffle: "in the deck that it sends, a deuce has become a second ace of spades, in disguise: the same number twice would be seen at a glance. Its proof is the best that there is, one for such a deck.",
	cheatStrip:   "for the flop's last card, it takes its layer off another one, which is nobody's. Its proof is the best that there is, one for that other card.",
	cheatPeek:    "instead of the flop's last card, it opens one of seat 1's.",
	cheatStall:   "at the flop, it sends nothing any more.",
}

// teller prints the story.
func (t *table) teller() *story.Teller {
	return &story.Teller{Out: t.out, Headings: headings[:], Seats: t.all}
}

// printRelay says where the relay is.
func (t *table) printRelay(addr string) error {
	switch {
	case t.asJSON && len(t.seats) == t.all:
	case t.asJSON:
		fmt.Fprintf(t.stderr, "The relay listens on %s\n", addr)
	case len(t.seats) == t.all:
		t.teller().Say("%d players who trust nobody play Texas hold'em, over TCP connections to a relay on %s that holds no key.", t.all, addr)
	default:
		fmt.Fprintf(t.out, "The relay listens on %s\n", addr)
	}
	return t.out.Flush()
}

// printSeats says who plays here, and who cheats.
func (t *table) printSeats(seats []*seat) {
	if t.asJSON {
		return
	}
	if len(seats) == 1 {
		fmt.Fprintf(t.out, "You are seat %d of %d.\n", seats[0].number, t.all)
	}
	for _, s := range seats {
		if s.cheat != "" {
			t.teller().Say("Seat %d CHEATS: %s", s.number, deeds[s.cheat])
		}
	}
}

// print prints a hand as far as it went, as the seats of this process saw it, and returns
// what is wrong with it.
func (t *table) print(seats []*seat) error {
	if len(seats) == 0 {
		return nil
	}
	err := judge(seats)
	last := seats[len(seats)-1] // an honest one, if there is one
	if t.asJSON {
		return cli.PrintResult(t.out, resultOf(last, t.seats, err), err)
	}
	notes, reasons := make(map[int][]story.Note), make(map[int]error)
	for _, s := range seats {
		notes[s.number] = s.told
		if s.err != nil && (s.cheat == "" || len(seats) == 1) {
			reasons[s.number] = s.err
		}
	}
	tell := t.teller()
	if len(seats) > 1 {
		tell.Notes(notes)
	}
	fmt.Fprintln(t.out)
	if err != nil {
		tell.Ends(reasons)
		tell.Say("What isn't open stays closed, as no seat takes its layer off any more. What that costs whom, the rules of the house have to say beforehand.")
		return err
	}
	sayEnd(tell.Say, last)
	if t.carried == nil {
		return nil
	}
	return t.sayCarried(tell.Say, last)
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

// A sayer prints a paragraph.
type sayer func(format string, args ...any)

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
	for seat := range s.rules.Seats {
		if s.shown[seat] == nil {
			closed = append(closed, seat)
		}
	}
	rest := fmt.Sprintf("any of the %d cards that weren't dealt. No key was shown.", deckSize-holeCards*s.rules.Seats-len(s.board))
	if len(closed) > 0 {
		say("The cards of %s were seen by nobody else, and nobody has seen %s", story.Who(closed), rest)
	} else {
		say("Nobody has seen %s", rest)
	}
}

// sayCarried says which cards the relay finds in what it carried. They should be those
// that were opened to all.
func (t *table) sayCarried(say sayer, s *seat) error {
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
	say("The relay has carried %s, %d kB. Looking through them for the %d numbers of the public deck, it finds %s. It could have stopped the hand, but not have changed anything unnoticed, as each message is signed.", cli.Count(len(t.carried), "message"), size/1000, deckSize, finds)
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
	relay.Outcome
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

// resultOf returns what a seat has seen.
func resultOf(s *seat, seats []int, err error) result {
	r := result{Outcome: relay.OutcomeOf(err, seats), Fingerprint: relay.Fingerprint(s.fingerprint)}
	if s.game == nil {
		return r
	}
	r.Button = &s.game.button
	for _, d := range s.game.deeds {
		r.Bets = append(r.Bets, betResult{d.street.String(), d.seat, d.action.String()})
	}
	r.Board = cards.Names(s.board)
	if err != nil {
		return r
	}
	for seat := range s.rules.Seats {
		if shown := s.shown[seat]; shown != nil {
			r.Shown = append(r.Shown, shownResult{seat, cards.Names(shown), s.strength(seat).String()})
		}
	}
	r.Winners, r.Payout = s.winners, s.payout
	return r
}
