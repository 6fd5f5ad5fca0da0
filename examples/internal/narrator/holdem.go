// Package narrator tells in words what happens in hold'em, rummy and Hearts:
// for a terminal, or a page.
package narrator

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A Line is an event in words.
type Line struct {
	Round  int    `json:"round"`
	Number int    `json:"number"` // in the round: after a restart, its lines come again
	Kind   string `json:"kind"`   // a stage of the game, Private, or empty
	Seat   int    `json:"seat"`   // the subject of the text, or -1
	Text   string `json:"text"`   // with other seats as in "{0}" or "{0,2,3}": see [Line.Named]
}

// Named returns the text with the names of seats in it, as a function names some.
func (l Line) Named(name func(seats []int) string) string {
	text, rest, more := strings.Cut(l.Text, "{")
	for more {
		place, after, _ := strings.Cut(rest, "}")
		var seats []int
		for number := range strings.SplitSeq(place, ",") {
			seat, err := strconv.Atoi(number)
			if err != nil {
				panic(err) // texts are of this package, and have no other braces
			}
			seats = append(seats, seat)
		}
		var between string
		between, rest, more = strings.Cut(after, "{")
		text += name(seats) + between
	}
	return text
}

// seats stand in a text, for [Line.Named].
func seats(all ...int) string {
	return "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(all), " ", ","), "[]") + "}"
}

// Private is the kind of what its seat alone knows.
const Private = "private"

// Holdem tells an event of hold'em.
func Holdem(e holdem.Event) Line {
	kind, text := "", ""
	switch w := e.What.(type) {
	case holdem.Button:
		kind, text = string(holdem.Tossing),
			fmt.Sprintf("has the first button: all revealed what they had committed to, and together that hashes to %x….", w.Seed[:8])
	case holdem.Blind:
		which := "small"
		if w.Big {
			which = "big"
		}
		kind, text = string(holdem.Bets), fmt.Sprintf("posts the %s blind of %d", which, w.Chips)
	case holdem.Deed:
		kind, text = string(holdem.Bets), w.String()
	case holdem.Proof:
		kind, text = string(w.Stage), proof(w)
	case holdem.Dealt:
		kind, text = Private, fmt.Sprintf("is dealt %s, which nobody else can see.", faces.Join(w.Cards))
	case holdem.Opened:
		var streets []string
		for s := holdem.Flop; s <= holdem.River; s++ {
			if n := s.BoardLen(); n > w.Before && n <= w.Before+len(w.Cards) {
				streets = append(streets, s.String())
			}
		}
		text = fmt.Sprintf("The %s: %s.", strings.Join(streets, " and "), faces.Join(w.Cards))
	case holdem.SatOut:
		text = "sits out, and pays its blinds."
	case holdem.Back:
		text = "is back."
	case holdem.TooLong:
		text = "has sat out for too long, and leaves with its chips."
	case holdem.Reshuffle:
		text = "The others encrypt and shuffle the cards anew; they keep their own, and the board stays."
	case holdem.Refund:
		text = fmt.Sprintf("takes back %d, which nobody called.", w.Chips)
	case holdem.Win:
		part := ""
		if w.Chips < w.Of {
			part = fmt.Sprintf("%d of ", w.Chips)
		}
		text = fmt.Sprintf("wins %s%s of %d.", part, pot(w), w.Of)
	case holdem.Broke:
		text = "ran out of chips."
	case holdem.Gone:
		text = gone(w.Why, w.Fault)
	case holdem.End:
		text = "The match is over."
	}
	return Line{e.Hand, e.Number, kind, e.Seat, text}
}

// raised is what a seat says when others have shuffled.
const raised = "proved that it encrypted all cards once more, so that nobody recognises those just shuffled, and changed nothing else."

// proof says what a message about the cards has proved.
func proof(p holdem.Proof) string {
	switch p.Kind {
	case hand.Shuffle:
		return fmt.Sprintf("proved its key and its shuffle: %d cards, none missing, repeated or foreign.", p.Deck)
	case hand.Raise:
		return raised
	case hand.Show:
		return fmt.Sprintf("proved that its cards are %s: %v.", faces.Join(p.Shown), p.Strength)
	}
	of := "board's"
	if p.Stage == holdem.Dealing {
		of = "others'"
	}
	return "proved that it took its layer off the " + of + " cards, and off nothing else."
}

// pot is what players call the pot of a win.
func pot(w holdem.Win) string {
	switch {
	case w.Pots == 1:
		return "the pot"
	case w.Pot == 0:
		return "the main pot"
	case w.Pots == 2:
		return "the side pot"
	}
	return fmt.Sprintf("side pot %d", w.Pot)
}

// gone says why a seat is out.
func gone(why table.Reason, fault string) string {
	switch why {
	case table.Fault:
		return "cheated, and is out: " + strings.NewReplacer("{", "(", "}", ")").Replace(Fault(fault)) + "."
	case table.Silent:
		return "is out: its time was up."
	}
	return "leaves."
}

// Fault says what was wrong, of the text of an error: its end, as the rest says where.
func Fault(text string) string { return text[strings.LastIndex(": "+text, ": "):] }
