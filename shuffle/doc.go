// Package shuffle puts elements in random order without bias, and in an order that
// is specified for ever: whoever has the same source of words, in any language and
// in any year, gets the same one.
//
// # Scheme
//
// squaredeal/shuffle v1, defined in SPEC.md, is a Fisher–Yates shuffle from the
// end: for b = n, n−1, …, 2, swap position b−1 with a uniform one below b. Several
// of these draws share one 64-bit word, as many as have a product of bounds of at
// most 2⁶⁰; words that would favour an outcome are rejected (Lemire 2019;
// Brackett-Rozinsky and Lemire 2024). A deck of 52 takes four words, unless one is
// rejected. So [Slice] is exactly uniform if the words are, and takes a fraction of
// the time of math/rand/v2's Shuffle, whose output isn't specified.
//
// Since cards are settled from the end, [Deal] yields those of the full shuffle one
// by one, and draws no more words than they need.
//
// [OnChain] is a published Solidity shuffle, for replaying what it dealt; its
// comment says what is wrong with it, and [NaiveBias] computes how much.
//
// # Messages
//
// None: a shuffle is one party's computation. Others check it by repeating it from
// the same source.
//
// # Guarantees
//
// Given independent uniform words, every permutation has the same probability,
// exactly. Given the same words, the result is the same in every version of this
// package. With a [SecretSource], nobody else can predict the result.
//
// # Not guaranteed
//
// A shuffle is as good as its source. 52 cards have 2²²⁵·⁶ orders, so a source with
// a seed of 64 bits reaches a vanishing part of them, and one whose seed can be
// guessed hides nothing: in 1999 an online poker room seeded a 32-bit generator
// with the milliseconds since midnight, and researchers who read its published code
// computed every hand from a few known cards (the code also was off by one). Of the
// generators of math/rand/v2, PCG's words can be predicted from earlier ones, and
// ChaCha8 is as secret as its seed. Nothing here shows others that the source was
// not chosen to suit: seedrng does that, and tosses of package commit.
//
// # When to use it
//
// Use it with a Stream of package seedrng where players verify a server's shuffle,
// with the seed of a toss where parties shuffle together, with a [SecretSource]
// where one party shuffles in secret, and with any generator in simulations. Where
// no party may know the order of the cards, shuffle them encrypted instead.
//
// # Timing
//
// The time of a shuffle tells the number of words that were rejected, or nearly,
// and its memory accesses follow the permutation: whoever shares the processor's
// caches may learn something about a secret shuffle. [OnChain], [NaiveBias] and
// parsing run on public data.
//
// # Randomness, concurrency, compatibility
//
// All randomness is that of the source; SecretSource takes it from crypto/rand.
// Functions may be called concurrently with different sources and slices; a
// [Permutation] never changes. The outputs of v1 are frozen by
// testdata/vectors.json.
//
// # References
//
// D. Lemire, "Fast Random Integer Generation in an Interval", ACM Transactions on
// Modeling and Computer Simulation 29(1), 2019. N. Brackett-Rozinsky and D. Lemire,
// "Batched Ranged Random Integer Generation", Software: Practice and Experience,
// 2024. B. Arkin, F. Hill, S. Marks, M. Schmid and T. J. Walls, "How We Learned to
// Cheat at Online Poker", 1999. D. E. Knuth, The Art of Computer Programming,
// volume 2, section 3.4.2, for the shuffle.
package shuffle
