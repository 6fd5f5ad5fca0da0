// Package hand plays a hand of cards among 2 to 16 seats that trust nobody: each shuffles
// the deck, cards are dealt by taking layers of encryption off in turn, go back, are passed and
// shuffled again, and every message proves itself. Seats may leave, and the rest go on when one
// is gone.
//
// A [Hand], made by [New] for a seat or by [Watch] for an observer, reads one sequence:
// messages of all seats, its own among them, and steps, which the game makes at the same place
// everywhere. Whoever has read the same is in the same state.
//
//	step          who learns what                          messages that are due then
//	New           nobody anything                          Shuffle of all seats, one after the other
//	Hand.Deal     the seat its card, or everyone           Layer of the others, one after the other
//	Hand.Show     everyone the card                        Show of the seat
//	Hand.Return   nobody; but it can be dealt to anyone    none
//	Hand.Shuffle  its seats, together, the order           Shuffle of its seats, Raise of the others
//	Hand.Leave    nothing to those who stay, unless        Leave of the seat
//	              all of them share: then the stock
//	Hand.Drop     where kept cards were in the stock       Shuffle of all who stay
//
// So a look at a card is Deal and Return, a passed card Return and Deal, and a secret order
// Shuffle by one seat.
//
// [Hand.Due] says whose message is awaited, and [Hand.Pending] is that of this seat. Post
// it; it has no effect before [Hand.Receive] has read it back. What orders the messages,
// and says who sent them, is the caller's: a relay, a database, a chain. To be able to show
// others who said what, sign them with package commit/record.
//
// # Guarantees
//
// Against all other seats together, while this seat is in the hand: they see no card that is
// dealt to it until that is shown or returned and dealt to them, and none that isn't dealt.
// No key is ever revealed. If this seat was one of those that shuffled, nobody knows or
// chooses the order. All of this holds as the proofs and the cipher of package sra do. A
// [BlameError] names a seat that doubles, swaps or makes up a card, or takes a layer off
// wrongly; a message that comes twice, late, or from elsewhere is ignored, and blames nobody.
//
// Everything that a seat says follows from the secret of its [State] and the sequence. To go on
// after a crash, begin again with the state that was stored last and read the sequence again: the
// seat says the same, and in no other sequence anything ([ErrBehind]).
//
// # Not guaranteed
//
// Nothing can stop players from sharing their cards. Who is gone, and when, is for the
// game to say: the last seat in turn sees a card for everyone first, or with a partner the
// partner's, and can stop so that another is dealt; so put a price on it. Drop shuffles the whole
// stock anew: orders, piles, and what was known of returned cards are lost. A seat that speaks in
// two sequences of one hand shows its cards: SPEC.md, section 9.
//
// # When to use something else
//
// Package cards, below this one, joins a hand to a game in whose rounds seats sit out, fold
// or go, by the game's own numbers. If a server may see the cards, seedrng with shuffle is
// simpler and much faster. Package otpdeal deals with one-time pads, between parties with
// different roles.
//
// # Timing, concurrency
//
// Work with secrets takes constant time, as in package sra; reading messages of others
// takes variable time. A Hand does no input or output but by its store function, starts no
// goroutine that outlives a call, and isn't safe for concurrent use.
//
// The scheme, squaredeal/hand v1, byte by byte and with its rationale:
// https://github.com/squaredeal/squaredeal/blob/main/sra/hand/SPEC.md
package hand
