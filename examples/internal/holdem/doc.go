// Package holdem plays no-limit Texas hold'em between seats none of whom is trusted to
// deal: the rules, one seat's view of a table, its messages, a simple player, and the
// audit of a record, without a network or a terminal. Command poker and the card room
// play with it.
//
// Call [GenerateTable] for a seat, give every statement that comes in to [Table.Hear],
// send what each call returns to all other seats, and act when [Table.View] says that it
// is the seat's turn. Everything that is sent is a statement of package oldrecord, in which
// package commit tosses for the first button and package oldhand shuffles and deals:
//
//	each seat             commitment, then what it contains   the first button
//	for each hand:
//	each seat in turn     public key, proof
//	each seat in turn     shuffled deck, proof
//	each seat in turn     the others' hole cards without its layer, proof
//	the seat whose turn   an action
//	each seat in turn     the street's cards without its layer, proof
//	those who are in      their cards without the last layer, proof
//	anybody, any time     vote, objection, leave
//
// # Who says what when
//
// A game is a function of the statements said: in each phase, some seats are due, and
// what a seat says counts if it is due and has heard all that made it so. Anything else is
// a fault, and evidence against the seat by its own signature. So the order in which
// statements arrive is nobody's fault, and tables that have heard the same are in the same
// state.
//
// # Rules
//
// The rules are those of tournaments, with these differences: the button passes to the
// next seat that plays on, so a seat may miss a blind when another is out; all who are in
// at the end show their cards, and not before, also after an all-in; no card is burned.
//
// # Leaving
//
// A seat that is silent, leaves or cheats is out when all others have voted so: at once
// for a leave or a fault, after its own patience ([Table.Expire]) for silence. A vote binds
// its voter to hear no more of that seat until it is settled, so all who vote alike have
// heard the same of it, and just that counts. A seat that has heard more objects, which
// shows the voters what they lack, and play goes on. What the seat has put into the pot
// stays there. If cards are still to come, the others deal again without it: they keep
// their own cards, and the board stays.
//
// Most seats go on, or half of them with the lowest one. A seat whose vote would leave
// fewer leaves with that vote itself; if nobody turns out to be there, the match ends, and
// those who were left share the pot.
//
// # Not guaranteed
//
// That a seat was silent is the others' word, and no evidence: most seats together can go
// on without anybody, and of two, seat 0 can. Seats may share their cards.
//
// A seat that signs two statements in one place ends the match, also when it is out, as
// the others may have heard different ones. All name it. What all who play on have shown
// to have heard of it counts nevertheless, so it can't undo a hand from which they have
// gone on. The hand under way is void, and perhaps the one before it, the last one of the
// match among these; what the seat has put into the pot of the void hand under way goes to
// the others in equal shares. Seats that have lost patience with each other as well may
// disagree about who was out by then; the audit of all that they have heard decides.
//
// A [State] has the whole record, about 7 kB a seat and hand, and is stored whole.
package holdem
