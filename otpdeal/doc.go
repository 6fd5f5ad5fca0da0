// Package otpdeal deals 52 cards to four players by messages between them, with no
// dealer whom they must trust: one-time pads split between three of them keep every
// hand from the others, as long as no two of those three collude.
//
// # What to call
//
// Each player takes a role, a state machine without I/O: [GenerateHost],
// [NewKeyMaster], [GenerateDealer] or [NewDummy], with an id that no other deal has,
// the same at all seats. The Host commits to its [Host.Entries] and calls
// [Host.Start]; each role takes messages by Receive and returns those to send, then
// shows its Hand. After the game, [Audit] checks the deal from the opened entries and
// each seat's Record.
//
// # Messages
//
// The payloads are those of a published exercise on Hearts, so other implementations of
// it can take any seat.
//
//	Host ──── SEND ALL KEYS ───▶ Key Master     52 keys; key i opens card i
//	Host ─── SEND ALL CARDS ───▶ Card Dealer    52 encrypted cards: card i XOR key i
//	Card Dealer ─ SEND CARDS ──▶ each other     13 encrypted cards and their numbers
//	each other ─ REQUEST KEYS ─▶ Key Master     13 numbers
//	Key Master ── SEND KEYS ───▶ each other     13 keys
//
// # Guarantees
//
// Against seats that follow the protocol but are curious: each seat alone learns only
// its own hand, whatever its computing power. Against seats that cheat: if Audit returns
// no error, every honest seat holds 13 cards of the committed deck that nobody else
// holds, even if all others lie together. No finding and no refusal names honest seats
// only. A cheat that denies what it sent is named together with the other end of the
// message; if every [Message.Value] is signed, it is named alone.
//
// A role stores its state before it sends anything. After a restart, a lost message or
// a retry, the same messages are sent again and ignored where they were known. A
// message that no honest seat sends ends the deal of the role that refuses it.
//
// # Not guaranteed
//
// Any two of Host, Key Master and Card Dealer together know all hands, and a cheating
// Host and Card Dealer deal themselves what they like. A pad authenticates nothing:
// changing a bit changes a card, so what was played counts only after the audit. Messages
// must be sealed and authenticated by the transport, for this deal. The audit opens all
// cards. Any seat can stop a deal.
//
// # When to use something else
//
// Where two players may collude, or hands must stay hidden after the game, use package
// sra. Where a server may know the cards, package seedrng is simpler.
//
// # Timing and concurrency
//
// No time depends on keys that nobody was sent; the time of a refused message, and memory
// accesses, depend on cards and numbers. Everything is safe for concurrent use.
//
// The definition: https://github.com/squaredeal/squaredeal/blob/main/otpdeal/SPEC.md
package otpdeal
