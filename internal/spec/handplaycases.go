package spec

import (
	"fmt"
	"strings"
)

// eachOf is what deals all of n cards, to one seat after another.
func eachOf(seats, n int) string {
	var list []string
	for p := range n {
		list = append(list, fmt.Sprintf("%d:%d", p, p%seats))
	}
	return strings.Join(list, " ")
}

var handSettings = []handPlay{
	{"plain", "two seats, with the messages in full", ristretto255, 2, 3,
		"all; deal 0:0 1:1; all; deal 2:-1; all; show 1 1; all; return 1 2; shuffle 1 / 1 2; all; deal 2:0; all"},
	{"modp2048", "three seats in a group of integers; every kind of turn, and every list of a shuffle", modp2048, 3, 4,
		"all; deal 0:0 1:-1 2:1; all; show 0 0; return 1; shuffle 2 / 1 3; all; return 0; deal 3:-1; all; drop 0; " +
			"all; deal $0:2; all; show 2 %1; all"},
	{"modp3072", "in another group of integers, with a leave", modp3072, 3, 2,
		"all; deal 0:0; all; leave 2; all; shuffle 1 / 1; all; show 0 0; all"},
	{"sixteen-seats", "16 seats, two of which are gone, one of which leaves, and one of which shuffles",
		ristretto255, 16, 2,
		"all; drop 15 3; all; deal 2:15; deal 2:14; leave 0; all; leave 0; all; return 2; shuffle 4 / 3 2; all"},
	{"sixteen-shuffle", "16 seats, of which 15 shuffle, in some order, and then all", ristretto255, 16, 2,
		"all; shuffle 15 14 13 12 11 10 9 8 0 1 2 3 4 5 6 / 1 0; all; " +
			"shuffle 7 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 / 0; all; deal 1:7; all"},
	{"select", "the cards are some of a public deck, in another order", ristretto255, 2, 5,
		"all; deal 0:-1 1:0 2:1; all"},
	{"longest-id", "an id of 1,024 bytes that isn't ASCII", ristretto255, 2, 1,
		"say 1; say 0"},
	{"most-cards", "1,023 cards, before anything is said", ristretto255, 2, 1023, ""},
	{"nothing-to-say", "seats without a turn say nothing", ristretto255, 3, 2,
		"say 2; say 1; say 0; say 0; all; deal 0:-1; say 0; say 2; all; say 0"},
}

var handDeals = []handPlay{
	{"fifty-two", "52 cards among four seats: all are dealt, some are passed, shown and shuffled; one seat is gone",
		ristretto255, 4, 52,
		"all; deal " + eachOf(4, 52) + "; all; " +
			"return 0 4 8 1 5 9 2 6 10 3 7 11; deal 0:1 4:1 8:1 1:2 5:2 9:2 2:3 6:3 10:3 3:0 7:0 11:0; all; " +
			"show 0 12; show 1 13; backwards; return 12 13 14 18 22; shuffle 3 1 / 22 12 14 13 18; all; " +
			"deal 14:3 12:3; all; drop 1; all; deal $0:0 $1:2 $2:-1; all"},
	{"deals-side-by-side",
		"three deals at a time, to seats and everyone; a seat with several turns speaks for the first; turns rotate",
		ristretto255, 3, 4,
		"all; deal 3:0; deal 1:1 0:-1; deal 2:2; backwards"},
	{"deals-after-leave", "turns rotate among those who have them, also when one has left", ristretto255, 3, 4,
		"all; leave 1; all; deal 0:0; all; deal 1:2; all; deal 2:-1; all; deal 3:-1; all"},
	{"deals-later", "deals that are read in another order than seats speak", ristretto255, 2, 4,
		"all; deal 0:1 1:0; deal 2:-1; deal 3:1; say 1; later 0; say 0; all"},
}

var handReturns = []handPlay{
	{"peek", "a card is dealt and returns: who held it still knows it", ristretto255, 2, 3,
		"all; deal 1:0; all; return 1; deal 0:1; all"},
	{"pass",
		"a card is dealt, returns, and is dealt to another; the first one still knows it, but only the second can " +
			"show it", ristretto255, 2, 3,
		"all; deal 1:0; all; return 1; deal 1:1; all; show 0 1; return 1; deal 1:1; all"},
	{"pass-shown", "a card that two know is shown", ristretto255, 3, 2,
		"all; deal 1:0; all; return 1; deal 1:2; all; return 1; deal 1:1; all; show 1 1; all"},
	{"return-open", "an open card returns, is dealt to one, returns, and is dealt to everyone: its number stays known",
		ristretto255, 2, 2,
		"all; deal 1:-1; all; return 1; deal 1:0; all; deal 0:1; all; return 1; deal 1:-1; say 1; return 1; say 0; " +
			"return 1"},
	{"return-several", "held and open cards return at once, in the order of the step, and are dealt again",
		ristretto255, 2, 4,
		"all; deal 0:-1 1:0 2:1; all; return 2 0 1; deal 1:-1 0:1; all; show 1 0; all"},
	{"return-while-show", "a return while shows of other positions are due, of the same seat, and of another",
		ristretto255, 2, 4,
		"all; deal 0:0 1:0 2:1 3:1; all; show 0 1; show 1 3; return 0; return 1; return 2 3; return 2; deal 2:0; " +
			"say 0; say 0; say 1; all"},
	{"return-while-deal", "a return while a deal is under way", ristretto255, 2, 3,
		"all; deal 0:0; all; deal 1:1 2:-1; return 0; deal 0:1; return 0; return 1; all; return 2 0"},
}

var handShuffles = []handPlay{
	{"shuffle-alone",
		"one seat shuffles cards that it knows, that others know, and that all know: it knows where they are",
		ristretto255, 3, 6,
		"all; deal 0:1 2:1 5:0 4:-1; all; return 5 0 2 4; shuffle 1 / 3 0 4 2 5; all"},
	{"shuffle-alone-again",
		"the same seat shuffles again, with another card; and then another seat shuffles some of them",
		ristretto255, 2, 4,
		"all; deal 0:0 1:0 2:0; all; return 0 1 2; shuffle 0 / 0 1; all; shuffle 0 / 1 2 3; all; shuffle 1 / 3 0; all"},
	{"shuffle-two",
		"two seats shuffle, not in their order, and nobody knows the cards any more; others are known as before",
		ristretto255, 3, 5,
		"all; deal 0:1 2:2 4:-1 1:0; all; return 0 2 4 1; shuffle 2 0 / 4 2 0; all"},
	{"shuffle-all", "all seats shuffle all cards, when one of each was known", ristretto255, 2, 3,
		"all; deal 2:0 1:1 0:-1; all; return 0 1 2; shuffle 0 1 / 0 1 2; all; deal 1:0; all"},
	{"shuffle-begun", "all seats shuffle, and the first has: nobody knows the cards any more", ristretto255, 2, 3,
		"all; deal 2:0 1:1 0:-1; all; return 0 1 2; shuffle 1 0 / 0 1 2; say 1"},
	{"shuffle-due", "a shuffle is due: what was known still is", ristretto255, 2, 3,
		"all; deal 2:0 1:1 0:-1; all; return 0 1 2; shuffle 1 0 / 0 1 2; say 0"},
	{"shuffle-one-card", "one card alone, by one seat and by all: everybody knows as much as before",
		ristretto255, 3, 3,
		"all; deal 0:1 1:-1; all; return 0 1; shuffle 2 / 0; all; shuffle 0 1 2 / 1; all; deal 1:0 0:-1; all"},
	{"shuffle-around", "held and open cards around a shuffle are shown, return and are dealt afterwards",
		ristretto255, 3, 6,
		"all; deal 0:0 1:1 2:-1; all; shuffle 1 / 3 5 4; all; deal 4:0 5:2; all; show 0 0; all; return 1 2 0 4; " +
			"deal 1:2 2:1 0:-1 4:1; all; show 2 1 5; all"},
	{"shuffle-discards", "discards only: the stock keeps its order", ristretto255, 2, 5,
		"all; deal 0:0 1:0 2:1; all; return 0 2; shuffle 1 0 / 0 2; all; deal 3:-1 0:1; all; show 1 0; all"},
	{"shuffle-twice", "a shuffle after a shuffle: keys grow", ristretto255, 2, 2,
		"all; deal 0:0; all; shuffle 1 / 1; all; shuffle 0 1 / 1; all; show 0 0; all; deal 1:0; all"},
	{"shuffle-after-leave", "who has left has no part in a shuffle", ristretto255, 4, 4,
		"all; deal 0:1 1:2; all; leave 1; all; shuffle 3 / 3 2; all; show 1 0; all; deal 2:0 3:2; all; show 2 1; all"},
}

var handShows = []handPlay{
	{"shows", "two shows of a seat, one of another, and a deal at a time; several cards, in the order of the step",
		ristretto255, 2, 5,
		"all; deal 0:0 1:0 2:1 4:0; all; show 0 1; show 1 2; deal 3:-1; show 0 4 0; backwards"},
	{"show-after-leave", "by a seat that has left", ristretto255, 3, 2,
		"all; deal 1:2; all; leave 2; all; show 2 1; say 2; deal 0:0; all"},
	{"show-after-drop", "cards from before and after a drop in one show, in the order of the step", ristretto255, 3, 4,
		"all; deal 1:0 2:1; all; drop 2; all; deal $0:0 $1:0; all; show 0 %3 1 %2; all"},
	{"show-across-shuffle", "a show stays due across a shuffle of others, and is made before the seat raises",
		ristretto255, 3, 4,
		"all; deal 0:2 1:0 2:2; all; show 2 2; shuffle 0 / 3; say 0; say 1; say 2; say 2; return 2; deal 2:0; all; " +
			"show 2 0; all"},
	{"show-after-own-raise", "a show stays due across the seat's own raise, and is made with the key from before",
		ristretto255, 3, 4,
		"all; deal 0:2 1:0 2:2; all; show 2 2; shuffle 0 / 3; say 0; say 1; later 2; say 2; return 2; deal 2:0; all; " +
			"show 2 0; all"},
	{"show-after-own-shuffle", "a show stays due across the seat's own shuffle", ristretto255, 2, 3,
		"all; deal 0:0 1:0; all; show 0 1; shuffle 0 / 2; later 0; say 1; say 0; show 0 0; all"},
	{"show-across-drops", "a show that is due when cards are dealt again isn't any more, and can be asked for again",
		ristretto255, 4, 2,
		"all; deal 0:0; all; show 0 0; prepare 0; drop 3; late 0; all; late 0; show 0 0; late 0; all; drop 2; all"},
	{"show-across-two", "a show stays due across two shuffles and a leave, and the seat's own raises in them",
		ristretto255, 3, 3,
		"all; deal 0:0 2:1; all; show 0 0; shuffle 1 / 1; say 1; later 0; say 2; shuffle 1 2 / 1; say 1; say 2; " +
			"later 0; leave 2; say 2; say 0; return 0; return 2; deal 0:1 2:0; all"},
	{"show-of-left-across", "shows of a seat that has left stay due across raises of others", ristretto255, 3, 3,
		"all; deal 0:0 2:0; all; leave 0; all; show 0 0; shuffle 1 / 1; all; shuffle 2 / 1; show 0 2; all; return 2; " +
			"drop 0; all"},
}
