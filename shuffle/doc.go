// Package shuffle puts elements in random order, without bias, and in an order that
// is specified forever: the same source of words gives the same order, in any
// language and in any year.
//
// # What to call
//
//   - [Slice] and [Shuffle] shuffle by a source that others can replay;
//   - [Deal] shuffles only as far as cards are dealt;
//   - [Perm] and [Apply] shuffle a copy, so that one ordered deck serves all rounds;
//   - [Secretly] shuffles by crypto/rand: nobody can predict or replay it;
//   - [GeneratePermutation] draws a secret order that can be applied and undone.
//
// The scheme is squaredeal/shuffle v1, defined in SPEC.md: a Fisher–Yates shuffle
// from the end, in which several draws share one 64-bit word (Lemire 2019;
// Brackett-Rozinsky and Lemire 2024). A deck of 52 takes four words, unless one is
// rejected, and a fraction of the time of math/rand/v2's Shuffle, whose output isn't
// specified.
//
// # Messages
//
// None: a shuffle is one party's computation. Others check it by repeating it from
// the same source and the same ordered deck.
//
// # Guarantees
//
// If the words are independent and uniform, every permutation has exactly the same
// probability. The same words give the same result in every version of this package;
// testdata/vectors.json freezes it. Nobody can predict what [Secretly] and
// [GeneratePermutation] draw.
//
// # Not guaranteed
//
// A shuffle is only as good as its source. 52 cards have 2²²⁵·⁶ orders: a 64-bit seed
// reaches a vanishing part of them, and a seed that can be guessed hides nothing. An
// online poker room once seeded 32 bits with the clock, and researchers computed
// every hand. In math/rand/v2, PCG's words can be predicted from earlier ones;
// ChaCha8 is as secret as its seed. Nothing here shows others that a source wasn't
// chosen to suit; package seedrng and the tosses of package commit do.
//
// # When to use something else
//
// Where players verify a server's shuffle, use this package with a Stream of package
// seedrng; where parties shuffle together, with the seed of a toss of package commit.
// Where no party may know the order of the cards, use package sra. Package
// shuffle/onchain replays a published shuffle that is biased.
//
// # Timing and concurrency
//
// The time of a shuffle depends on how many words were rejected, or nearly, and its
// memory accesses follow the permutation, so a secret shuffle may leak to others who
// share the processor's caches. Functions may be called concurrently with different
// sources and slices. A [Permutation] never changes.
//
// The definition: https://github.com/squaredeal/squaredeal/blob/main/shuffle/SPEC.md
package shuffle
