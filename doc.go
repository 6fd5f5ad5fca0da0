// Package squaredeal is the root of a library for cryptographic fairness in games:
// players who can check a game server need not trust it, or each other. The package
// itself exports nothing. These do the work, each useful alone:
//
//   - [github.com/squaredeal/squaredeal/commit] binds parties to values that they
//     show later: tosses between players, hash chains for a server's rounds. Package
//     [github.com/squaredeal/squaredeal/commit/record] keeps what they said, in the one
//     order that all have read, as evidence; package
//     [github.com/squaredeal/squaredeal/commit/table] plays any game of theirs in that
//     order: who is due, who is gone, when it is over; package
//     [github.com/squaredeal/squaredeal/commit/table/board] is what orders their messages,
//     and what a seat's program does; package
//     [github.com/squaredeal/squaredeal/commit/table/board/httpboard] carries that by HTTP;
//     and packages [github.com/squaredeal/squaredeal/commit/table/tabletest] and
//     [github.com/squaredeal/squaredeal/commit/table/board/boardtest] test such a game
//     and such a board.
//   - [github.com/squaredeal/squaredeal/sra] encrypts decks in layers that commute, and
//     proves each step. With it, players deal among themselves, without a dealer who sees
//     the cards, pass cards, put them back and shuffle them: package
//     [github.com/squaredeal/squaredeal/sra/hand]. Package
//     [github.com/squaredeal/squaredeal/sra/hand/cards] joins that to the rounds and the
//     seats of a game.
//   - [github.com/squaredeal/squaredeal/otpdeal] deals 52 cards to four players by
//     one-time pads split between three of them, with an audit that names a liar.
//   - [github.com/squaredeal/squaredeal/seedrng] draws provably fair numbers from a
//     server seed, a client seed and a nonce: one server against its players.
//   - [github.com/squaredeal/squaredeal/shuffle] shuffles without bias, by a specified
//     algorithm over any source of words. Package
//     [github.com/squaredeal/squaredeal/shuffle/draw] draws the winners of raffles by a
//     round of a public beacon that was named before it came, such as drand's, which package
//     [github.com/squaredeal/squaredeal/shuffle/draw/drand] verifies.
//
// Schemes that others published or deployed are replayed, for audits, by packages of
// their own: [github.com/squaredeal/squaredeal/commit/jgammon],
// [github.com/squaredeal/squaredeal/commit/hexchain],
// [github.com/squaredeal/squaredeal/sra/textbook],
// [github.com/squaredeal/squaredeal/seedrng/sites] and
// [github.com/squaredeal/squaredeal/shuffle/onchain]. New games should use none of
// them.
//
// What several seats play, they play on one sequence of messages, which each of them
// reads from the first to the last, its own included: a toss, a record, a hand and a table
// are functions of what was read.
//
// Each package's comment says what to call, what it guarantees, against whom, and what
// it doesn't. A SPEC.md defines every byte that others read, and testdata/vectors.json
// beside it holds test vectors for other implementations. The programs under examples
// compose the packages into whole games.
package squaredeal
