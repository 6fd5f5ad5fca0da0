// Package heartsgame is Hearts, with passing, between four seats that trust nobody: all shuffle, no
// one deals, and cards are passed that only the two seats see. A [Game] is played on a table of
// package commit/table; [Game.Choose] is what a bot does.
//
// Each seat is dealt 13 cards and passes three of them: to the left, in the next hand to the right,
// then across, then not at all. The seat that holds the two of clubs leads it. A seat follows suit
// if it can; who played the highest card of the suit that was led takes the trick, and leads.
// Hearts are led only when one was played before, or by a seat that holds nothing else. On the
// first trick, points are played only by a seat that holds nothing else. Each heart costs a point,
// the queen of spades 13; if one seat takes all 26, each of the others gets 26 instead. The game
// ends with the hand after which a seat has the points of the terms, and the fewest points win.
//
// Everybody sees from which places cards are passed, and so knows of a card, when it is
// played, that it was passed: only who passed it knew before which one it is.
//
// What seats hold can't be checked while they hold it. But a play that doesn't follow suit
// says that its seat has no card of that suit, and by the end of the hand each card is
// played: a card that a seat had denied is a revoke, and its signatures prove it. In the
// same way, if no seat leads the two of clubs, all show their cards.
//
// A seat that cheats, or is gone, is out of the game and ranks behind all others. Nobody
// sees its cards, so the hand is void: it costs nobody points. The others play on while they
// are three, with 17 cards each and without the two of diamonds, passing to the left, to the
// right, then not at all; two end the game with the points that they have.
package heartsgame
