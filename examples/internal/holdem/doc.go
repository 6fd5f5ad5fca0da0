// Package holdem plays no-limit Texas hold'em between seats none of whom is trusted to
// deal: the rules, one seat's view of a table, its messages, a simple player, and the
// audit of a record, without a network or a terminal.
//
// Call [GenerateTable] for a seat, give every post that comes in to [Table.Hear], send what
// each call returns to all other seats, and act when [Table.View] says that it is the
// seat's turn. Posts are statements of package record, in which package commit tosses for
// the first button and package sra shuffles and deals, and countersignatures of these:
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
// A game is a function of the statements said: in each phase, some seats are due, and what
// a seat says counts if it is due and has heard all that made it so. Anything else is a
// fault, proved by the seat's own signature. So tables that have heard the same are in the
// same state, whatever the order.
//
// The rules are those of tournaments, but the button passes to the next seat that plays on,
// so a seat may miss a blind when another is out; all who are in at the end show their
// cards, and not before, also after an all-in; no card is burned.
//
// # Contradictions
//
// A seat hears a statement when all others who play have countersigned it, and each of them
// countersigns one statement in a place: the first that it gets. So if a cheat signs two,
// all honest seats hear the same one, or none, and nothing that has counted is ever undone.
// Whoever gets both sends them to all and votes that seat out. If it was out already, it is
// named, and nothing else changes. A countersignature that is missing is asked for, and then
// is silence.
//
// # Leaving
//
// A seat that is silent, leaves or cheats is out when all others have voted so: at once for
// a leave or a proved cheat, after its own patience ([Table.Expire]) for silence. A vote
// binds its voter to hear no more of that seat until it is settled, so all who vote alike
// have heard the same of it, and just that counts. A seat that has heard more objects, and
// shows the voters what they lack. What the seat has put into the pot stays there; the
// others deal again without it, if cards are to come: they keep theirs, and the board.
//
// Most seats go on, or half of them with the lowest one. A seat that finds the others gone
// and isn't among so many leaves; if nobody is there, those who were left share the pot.
//
// # Not guaranteed
//
// That a seat was silent is the others' word: most seats together can go on without
// anybody, and of two, seat 0 can. Seats may share their cards. A seat that has voted on a
// silent one doesn't wait for its countersignatures: if that one was only out of reach, a
// cheat can tell them different things. Then they don't hear each other any more, and the
// others go on with one of them; or with both, if they have voted on each other and just a
// cheat with each. A cheat that is silent to one seat, and tells another what it has to say,
// may set the two's patience against each other, so that one of them is out. A [State] has
// the whole record, about 14 kB a seat and hand.
package holdem
