// Package holdem plays no-limit Texas hold'em between seats none of whom is trusted to
// deal. A [Game] is the rules, for package commit/table to play: package commit tosses for
// the first button, and package sra/hand shuffles and deals. It has no network and no
// terminal; command poker has both.
//
//	each seat             commitment, then what it contains   the first button, a round of its own
//	for each hand:
//	each seat             public key, proof
//	each seat in turn     shuffled deck, proof
//	each seat in turn     the others' hole cards without its layer, proof
//	the seat whose turn   an action; with a fold, the stock without its layer, proof
//	each seat in turn     the street's cards without its layer, proof
//	those who are in      their cards without the last layer, proof
//
// # Rules
//
// The rules are those of tournaments, with these differences: the button passes to the
// next seat that plays on, so a seat may miss a blind when another is out; all who are in
// at the end show their cards, and not before, also after an all-in; no card is burned.
// With two seats left, the button has the small blind.
//
// # Leaving
//
// Who leaves between hands keeps its chips, out of play. Who folds owes nothing more, and
// may close the program until the next hand. Who is silent or cheats during a hand is out:
// what it has put into the pot stays there, and it loses its deposit
// ([table.Table.Returned]), which [Config] names and no stack has. If cards are still to
// come, the others shuffle again; they keep their own cards, and the board stays. Who goes
// before the river is opened for all, having seen it alone, has another river dealt, but
// without a part in it. Who doesn't show its cards at the end loses. If all do so at once,
// the last of them, by seat number, is alone with the pot. The toss begins again without
// those who were out in it.
package holdem
