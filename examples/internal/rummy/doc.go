// Package rummy is straight rummy between seats that trust nobody: cards are drawn, discarded
// and put back into the stock, which all shuffle, and no one deals. A [Game] is played on a
// table of package commit/table; [Game.Choose] is what a bot does.
//
// Two seats are dealt 10 cards each, three or four 7, five or six 6; one more card begins the
// pile. In turn, each seat draws a card from the stock or takes the top of the pile, then
// discards one, but not the one it has just taken. If all its other cards form sets of three
// or four of a rank, or runs of three or more in a suit, ace low, it lays them down and wins
// the pips of all cards that the others hold: 1 for an ace, 10 for court cards. A card that a
// seat holds when it goes out of the game counts 10. When the stock is empty, the pile but its
// top is put back and shuffled by all. After 150 turns, nobody wins. Each round, another seat
// begins.
package rummy
