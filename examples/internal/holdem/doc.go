// Package holdem has the rules of no-limit Texas hold'em: what a [Config] fixes, the
// [Betting] of a hand and its pots, a [Bot], and the [Game] that deals the cards and plays
// the match on a table of package commit/table. Command poker says who sends what when.
//
// The rules are those of tournaments, with these differences: the button passes to the
// next seat that plays on, so a seat may miss a blind when another is out; nobody shows cards
// before the end, also after an all-in; no card is burned. With two seats left, the button has
// the small blind.
//
// Before each hand, all seats say whether they play it. One that sits out gets no cards and
// holds no key to any, so it can't hold the hand up; but it pays its blinds, as in
// tournaments: it can't dodge them, nor keep a lead for nothing. If fewer than two play,
// there is no hand, and nobody pays: all are asked again, and those who sit out have time
// for a choice to come back. A seat that sits out more than [MostOut] times in a row, or
// [MostWaits] while one would play alone, has left, with its chips.
//
// At the end all who are in show their cards, if one is all-in. Otherwise whoever bet or
// raised last on the river shows first, or else the first after the button, and then each in
// turn shows, or mucks: that gives up the pot, as a fold does, and takes no layer off the
// cards, so nobody else ever learns them, and nothing is proved about them. The pot goes to
// the best cards that are shown. A [Game] shows cards that nobody has beaten yet, and mucks
// for a player who doesn't choose.
package holdem
