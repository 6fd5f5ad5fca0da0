// Package hand plays a hand of cards among 2 to 16 seats that trust nobody: each shuffles
// the deck, cards are dealt by taking layers of encryption off in turn, and every message
// proves itself. Seats may leave, and the rest go on when one is gone.
//
// A [Hand], made by [New] for a seat or by [Watch] for an observer, reads one sequence:
// messages of all seats, its own among them, and the steps [Hand.Deal], [Hand.Show],
// [Hand.Leave] and [Hand.Redeal], which the game makes at the same place everywhere.
// Whoever has read the same is in the same state.
//
//	Hand.Due   Hand.Pending                         when
//	Key        public key, proof                    at first, and after Redeal
//	Shuffle    the deck shuffled, proof             one seat after the other
//	Veto       its kept cards in the new deck       after the last shuffle of a Redeal
//	Layer      a deal's cards without its layer     one seat after the other
//	Show       its own cards in clear               after Show
//	Leave      the stock without its layer          after Leave
//
// [Hand.Due] says whose message is awaited, and [Hand.Pending] is that of this seat. Post
// it; it has no effect before [Hand.Receive] has read it back. What orders the messages,
// and says who sent them, is the caller's: a relay, a database, a chain. To be able to show
// others who said what, sign them with package commit/record.
//
// # Guarantees
//
// Against all other seats together, while this seat is in the hand: they see no card that
// is dealt to it until that is shown, and none that isn't dealt. No key is ever revealed.
// If this seat shuffled, nobody knows or chooses the order. All of this holds as the proofs
// and the cipher of package sra do. A [BlameError] names a seat that doubles, swaps or
// makes up a card, or takes a layer off wrongly; a message that comes twice, late, or from
// elsewhere is ignored, and blames nobody.
//
// Everything that a seat says follows from its [Secret] and the sequence. To go on after a
// crash, begin again with the same secret and read the sequence again: the seat says the
// same. As a board may show it another sequence then, store [Hand.Head] before each message
// is sent, and call [Hand.Await] with the last one.
//
// # Not guaranteed
//
// Nothing can stop players from sharing their cards. Who is gone, and when, is for the
// game to say: the last seat in turn sees a card for everyone first, or with a partner the
// partner's, and can stop so that another is dealt; so put a price on it. A redeal shows
// which position each kept card is at, not the card. A seat that speaks in two sequences of
// one hand shows its cards: SPEC.md, section 9.
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
// takes variable time. A Hand does no input or output, starts no goroutine that outlives a
// call, and isn't safe for concurrent use.
//
// The scheme, squaredeal/hand v1, byte by byte and with its rationale:
// https://github.com/squaredeal/squaredeal/blob/main/sra/hand/SPEC.md
package hand
