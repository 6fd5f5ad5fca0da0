package narrator

import (
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// What players call pots, streets and reasons.
func TestHoldem(t *testing.T) {
	for _, c := range []struct {
		what       any
		kind, text string
	}{
		{holdem.Blind{Chips: 1}, "betting", "posts the small blind of 1"},
		{holdem.Blind{Chips: 2, Big: true}, "betting", "posts the big blind of 2"},
		{holdem.Dealt{Cards: []int{0, 51}}, "private", "is dealt A♠ K♣, which nobody else can see."},
		{holdem.Opened{Cards: []int{0, 1, 2}}, "", "The flop: A♠ 2♠ 3♠."},
		{holdem.Opened{Cards: []int{3}, Before: 3}, "", "The turn: 4♠."},
		{holdem.Opened{Cards: []int{3, 4}, Before: 3}, "", "The turn and river: 4♠ 5♠."},
		{holdem.Win{Chips: 9, Of: 9, Pots: 1}, "", "wins the pot of 9."},
		{holdem.Win{Chips: 5, Of: 9, Pots: 2}, "", "wins 5 of the main pot of 9."},
		{holdem.Win{Chips: 9, Of: 9, Pot: 1, Pots: 2}, "", "wins the side pot of 9."},
		{holdem.Win{Chips: 9, Of: 9, Pot: 2, Pots: 3}, "", "wins side pot 2 of 9."},
		{holdem.Proof{Stage: holdem.Dealing, Kind: hand.Layer}, "dealing",
			"proved that it took its layer off the others' cards, and off nothing else."},
		{holdem.Proof{Stage: holdem.Opening, Kind: hand.Layer}, "opening",
			"proved that it took its layer off the board's cards, and off nothing else."},
		{holdem.Proof{Stage: holdem.Shuffling, Kind: hand.Shuffle, Deck: 49}, "shuffling",
			"proved its key and its shuffle: 49 cards, none missing, repeated or foreign."},
		{holdem.Gone{Why: table.Fault, Fault: "hand: invalid proof: it lied"}, "", "cheated, and is out: it lied."},
		{holdem.Gone{Why: table.Silent, Fault: "it lied"}, "", "is out: its time was up."},
		{holdem.Gone{Why: table.Left}, "", "leaves."},
		{holdem.SatOut{}, "", "sits out, and pays its blinds."},
		{holdem.Back{}, "", "is back."},
		{holdem.TooLong{}, "", "has sat out for too long, and leaves with its chips."},
	} {
		if got, want := Holdem(holdem.Event{Hand: 2, Number: 3, Seat: 1, What: c.what}), (Line{2, 3, c.kind, 1, c.text}); got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
}

func TestRummy(t *testing.T) {
	for _, c := range []struct {
		what       any
		kind, text string
	}{
		{rummy.Play{Discard: 1}, Choosing, "draws a card from the stock and discards 2♠."},
		{rummy.Play{Taken: []int{0}, Discard: 1}, Choosing, "draws A♠ from the pile and discards 2♠."},
		{rummy.Play{Discard: 1, Melds: []int{15, 13, 14}}, Choosing, "draws a card from the stock, discards 2♠ and goes out with A♥ 2♥ 3♥."},
		{rummy.Win{Turns: 20, Points: 50}, "", "goes out after 20 turns, and wins 50 points."},
		{rummy.Win{Turns: 20, Points: 50, Alone: true}, "", "is alone and wins 50 points."},
		{rummy.Proof{Kind: hand.Shuffle}, "shuffling", "proved its part of the shuffle: no card is missing, repeated or foreign."},
		{rummy.Proof{Kind: hand.Raise}, "shuffling",
			"proved that it encrypted all cards once more, so that nobody recognises those just shuffled, and changed nothing else."},
		{rummy.Proof{Kind: hand.Layer}, "dealing", "proved that it took its layer off the cards being dealt, and off nothing else."},
		{rummy.Proof{Kind: hand.Show}, "showing", "proved that the cards it shows are those it was dealt."},
		{rummy.Reshuffle{By: []int{0, 2, 3}}, "", "The stock is empty: the pile but its top goes back, and is shuffled by {0,2,3}."},
		{rummy.Reshuffle{By: []int{0, 3}, Gone: true}, "", "The stock, with the cards of seats that are gone, is shuffled anew by {0,3}."},
	} {
		if got, want := Rummy(rummy.Event{Round: 2, Number: 3, Seat: 1, What: c.what}), (Line{2, 3, c.kind, 1, c.text}); got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
}

func TestHearts(t *testing.T) {
	for _, c := range []struct {
		what       any
		kind, text string
	}{
		{heartsgame.Proof{Kind: hand.Layer}, "dealing", "proved that it took its layer off the cards being dealt, and off nothing else."},
		{heartsgame.Proof{Kind: hand.Layer, Passes: true}, "dealing",
			"proved that it took its layer off the cards being passed, and off nothing else."},
		{heartsgame.Passes{To: 2}, Choosing, "passes three cards to {2}."},
		{heartsgame.Gets{Cards: []int{14, 11, 0}, From: 3}, Private, "gets A♠ Q♠ 2♥ from {3}: nobody else can see that."},
		{heartsgame.Plays{Card: 40}, Choosing, "plays 2♣."},
		{heartsgame.Takes{}, "", "takes the trick."},
		{heartsgame.Takes{Points: 1}, "", "takes the trick, and 1 point."},
		{heartsgame.Takes{Points: 14}, "", "takes the trick, and 14 points."},
		{heartsgame.Moon{}, "", "has shot the moon: each of the others gets 26 points."},
		{heartsgame.Score{Points: []int{26, 0, 1, 25}, Players: []int{0, 2, 3}}, "",
			"After this hand, {0} has 26 points, {2} has 1 point, {3} has 25 points."},
		{heartsgame.End{}, "", "The game is over."},
		{heartsgame.End{Winners: []int{0, 2}}, "", "The game is over, and won by {0,2}."},
		{heartsgame.Gone{Why: table.Fault, Fault: "hand: a revoke in trick 3, as it held 2♠ then"}, "",
			"cheated, and is out: a revoke in trick 3, as it held 2♠ then."},
	} {
		if got, want := Hearts(heartsgame.Event{Hand: 2, Number: 3, Seat: 1, What: c.what}), (Line{2, 3, c.kind, 1, c.text}); got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
}

// Seats in a text are named by whoever tells it; a fault's words name none.
func TestNamed(t *testing.T) {
	name := func(seats []int) string { return fmt.Sprint(len(seats), seats[0]) }
	for text, want := range map[string]string{"to {2}.": "to 1 2.", "{0,2,3} and {10}": "3 0 and 1 10", "{1}{2}": "1 11 2",
		"none": "none", "": ""} {
		if got := (Line{Text: text}).Named(name); got != want {
			t.Errorf("%q", got)
		}
	}
	l := Holdem(holdem.Event{Seat: 1, What: holdem.Gone{Why: table.Fault, Fault: "{2} lied"}})
	if got := l.Named(name); got != "cheated, and is out: (2) lied." {
		t.Errorf("%q", got)
	}
}
