// Package onchain replays the shuffle of a published Solidity contract, bit for bit,
// and computes how unfair it is. Do not build a game on it:
//
//   - It is biased. It was published as a Fisher–Yates shuffle, but swaps each card
//     with one of the whole deck, so permutations aren't equally likely. Of 52
//     cards, one comes to position 0 with 1.352 times the fair probability, another
//     with 0.743 times; [ComputeBias] gives the exact figures.
//   - It hides nothing. Its randomness, a block's prevrandao, is public.
//   - It can be influenced. The proposer of the block knows prevrandao first, and can
//     withhold a block whose deck is unwelcome.
//
// A new game uses the parent package, with a source that nobody chooses alone.
//
// [Shuffle] replays what the contract dealt, from the prevrandaos that
// [ParsePrevrandao] reads. Its results are frozen by testdata/vectors.json, which
// starts with decks taken from the contract itself.
//
// Everything here is public data. Functions may be called concurrently.
//
// The definition: https://github.com/squaredeal/squaredeal/blob/main/shuffle/onchain/SPEC.md
package onchain
