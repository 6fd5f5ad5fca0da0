// Package otpdeal deals a deck of 52 cards to four players over messages between
// them, with no dealer whom they must trust: one-time pads split between three of
// them keep every hand from the others, as long as no two of those three collude.
//
// # Scheme
//
// squaredeal/otpdeal v1, defined byte by byte in SPEC.md. It speaks the protocol of
// a published exercise on Hearts, so that other implementations of that can take
// any of the seats:
//
//	card      a byte: suit in the two high bits, rank in the four low ones
//	encrypt   card i XOR key i, where key i is a random byte used once
//	seats     0 Host, 1 Key Master, 2 Card Dealer, 3 Dummy
//
// # Messages
//
//	Host                Key Master                Card Dealer            Dummy
//	orders the cards,
//	commits to its table
//	SEND ALL KEYS ────────▶ 52 keys
//	SEND ALL CARDS ────────────────────────────────▶ 52 encrypted cards
//	                                              assigns them, 13 each
//	      ◀─────────────────────── SEND CARDS ──────┤
//	                            ◀─ SEND CARDS ──────┤
//	                                                └──── SEND CARDS ──────▶
//	REQUEST KEYS ─────────▶        ◀──────── REQUEST KEYS
//	                        ◀───────────────────────────────── REQUEST KEYS
//	      ◀─────── SEND KEYS        SEND KEYS ──────▶
//	                        SEND KEYS ─────────────────────────────────────▶
//
// The roles are state machines without I/O: [Host], [KeyMaster], [Dealer] and
// [Dummy]. Each takes a [Message] and returns those to send. They hold all through
// any order in which a transport can deliver the messages. What a role refuses, it
// refuses with the seats that can be to blame, as a [BlameError].
//
// # Guarantees
//
// Against seats that follow the protocol but want to know more, alone or together,
// this is what each coalition knows when all have their cards; H is the Host, K the
// Key Master, D the Card Dealer, Y the Dummy:
//
//	coalition  hands  card of a number  seat of a number
//	H          own    all               own
//	K          own    own               all
//	D          own    own               all
//	Y          own    own               own
//	HK         all    all               all
//	HD         all    all               all
//	HY         own    all               own
//	KD         all    all               all
//	KY         own    own               all
//	DY         own    own               all
//	HKD        all    all               all
//	HKY        all    all               all
//	HDY        all    all               all
//	KDY        all    all               all
//	HKDY       all    all               all
//
// Under hands stands whose cards it knows; under card of a number which card key i
// opens; under seat of a number who holds card i. Own is what the coalition's own
// hands say, and beyond that every possibility is exactly as likely as without the
// messages, whatever the computing power; all is everything. The table is computed
// by a test, from every deal of a small deck.
//
// So any two of Host, Key Master and Card Dealer know all hands, and it takes two of
// them. The Host and the Key Master do because of the requests: they tell the Key
// Master who holds which number, and the Host knows which card that is.
//
// Against seats that cheat: after the hand, [Audit] compares the Host's table, which
// was committed to before the deal, with what each seat says it sent and got. If it
// finds nothing, then every seat that followed the protocol was dealt 13 cards of
// that table which nobody else was dealt, even if all the others lie together. What
// it finds never names honest seats only. A seat that cheats and admits what it sent
// is named alone; one that denies it is named together with the seat to which it
// sent it, since without signatures that is one's word against another's. A seat
// that reads its own name there knows that it's the other one. [Message.Value] is
// there for games that want to sign or commit to every message, and so have no
// disputes.
//
// # Not guaranteed
//
// A deal is as random as the Host and the Card Dealer together make it: one of the
// two must be honest, and a cheating pair deals itself what it likes. The same pairs
// as above read all hands, unseen. Nothing shows that a pad wasn't random, or was
// used in another deal; either shows cards to the Card Dealer, or to anybody.
//
// A pad authenticates nothing. A Key Master or Card Dealer who alters a bit alters a
// card, and a hand of altered cards can look as good as any: only the Host sees it at
// once. So what was played is worth nothing before the audit.
//
// A deal ends with the first refusal: stop it at every seat, and deal again with a
// new table. Who goes on lets a cheat try other keys and learn hidden cards from what
// is refused. A refusal itself tells something, too: the Host can encrypt one card
// wrongly, and whoever complains holds it.
//
// The roles don't encrypt what they send nor sign it. Every message must be sealed
// to its recipient, bound to this deal, and come from the seat that it's said to
// come from: whoever reads SEND ALL KEYS and SEND ALL CARDS knows all. The audit opens
// every card of the hand, played or not. A seat can stop the deal by doing nothing;
// Missing says for whom a role waits.
//
// # When to use it
//
// Use it for four players who know each other, want to see how the roles keep
// secrets from one another, and count a card game's points after the audit; and to
// play with another implementation of the exercise. Where two players may collude,
// or where hands that aren't shown must stay hidden after the game, use commutative
// encryption, in which each player keeps keys of their own. Where a server may know the
// cards, seeded draws are simpler.
//
// # Timing
//
// Roles run in time that doesn't depend on keys, but their access to memory depends on
// the assignment, and so does, for a hand that is refused, the time that takes.
//
// # Randomness, concurrency, compatibility
//
// [GenerateTable] and [GenerateDealer] draw from crypto/rand. A [Table] serves one deal
// and then refuses. Roles aren't safe for concurrent use; deals are independent. The
// bytes of v1 are frozen by testdata/vectors.json, which other implementations are
// invited to use.
//
// # References
//
// C. E. Shannon, "Communication Theory of Secrecy Systems", Bell System Technical
// Journal 28, 1949, for what a one-time pad hides.
package otpdeal
