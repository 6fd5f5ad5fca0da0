// Package cards plays a hand of package sra/hand within a game whose seats have numbers of
// their own, some of which sit out: it says which seats owe a message about the cards in
// which phase, goes on without seats that are gone, and blames by the game's numbers.
//
// A game calls [New] when a round begins. After that and after each step below, it gives
// [Hand.Receive] what the seats that [Hand.Due] names say, until nobody is due; this seat
// says [Hand.Pending]. On package commit/table, these three are the part about cards of the
// methods of the same purpose there, and Out is where Drop is called.
//
//	step           who is due for what then
//	New            one after the other: the deck shuffled
//	Hand.Deal      one after the other: the dealt cards without its layer
//	Hand.DealAt    the same
//	Hand.Show      the seat: its cards in clear
//	Hand.Return    nobody: cards go back into the stock, where they were
//	Hand.Shuffle   one after the other: cards of the stock shuffled; then all others: every card raised
//	Hand.Fold      nobody: what the seat owes, Hand.Farewell, comes with its move
//	Hand.Drop      as of New, those who stay, if the seat's part is missed at once
//	Hand.Renew     the same, if a seat was dropped whose part would be missed by another step
//
// These make the moves of card games, which are played in this package's tests:
//
//	draw, discard           Deal; Show
//	pass cards              Return, DealAt to another seat
//	look at the top cards   Deal, Return
//	put them into an order  after that, Shuffle by that seat alone, which then names the positions
//	                        in the order that it wants: what it says openly tells nothing
//	draw from a hand        Return all of it, Shuffle by its holder, DealAt to it again; somebody
//	                        names a position; Return, DealAt
//	exchange with the deck  Deal; the whole hand as before; the seat names what it gives back
//	back into the deck      Return, Shuffle by all
//	seen by all but one     Deal to each of the others, Return in between
//	play such a card        Return, DealAt to Everyone
//
// Everybody can follow a position: a card that was passed is known as such, and to who gave it,
// until its holder shuffles its hand. A position is named after a shuffle, as before it would be
// the choice of who shuffles. When a seat is gone, what is in the stock is lost, with orders that
// were made; held and open cards aren't, so a hand is dealt back before a move is awaited. When
// Drop, or Renew before the steps of a move, reports that all is shuffled anew, the game goes on
// from what is left: a lost position is [hand.Void].
//
// All seats and observers make the same steps at the same places, with the same arguments,
// and then they have the same cards, phases and errors.
//
// # Guarantees
//
// Those of package sra/hand, with the seats of a [hand.BlameError] by the game's numbers. A
// message that isn't of the turn that is due is a fault here, too ([ErrTurn]): a game that
// took it in silence would let junk pass for a move.
//
// # Not guaranteed
//
// Who is gone is for the game to say. All that a hand keeps secret follows from its head and the
// seat's seed: so begin at most one at each head, as two have the same order of cards, and speak
// in one sequence only, as a seat of package commit/table does, which stores what it has read.
// Without such a table, use package sra/hand, which stores what it needs.
//
// Timing is as of package sra/hand. A Hand isn't safe for concurrent use.
package cards
