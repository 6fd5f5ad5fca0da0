// Package sites replays the derivations of games that sites deployed, so that their
// rounds can be audited. Don't deal with any of them; package seedrng is for new
// games.
//
// What is wrong with [CryptoGames], the video poker of Crypto.Games:
//
//   - Nothing separates the two seeds: ("ab", "c") and ("a", "bc") deal the same hand.
//   - It has no nonce. A pair of seeds is good for one hand, and whatever is dealt
//     from it again is dealt the same.
//   - 64 bytes needn't hold ten different cards: once in 7.8·10¹⁰ pairs of seeds they
//     don't.
//
// What it gets right: each card is the value of exactly three of the 256 bytes, so
// every choice of cards is equally likely, and the casino showed the SHA-256 of its
// seed before the player chose theirs. Check that with [github.com/squaredeal/squaredeal/seedrng.Hash.Verify].
//
// Seeds are the texts that the site showed, and public when an audit begins. All
// functions take time that depends on them.
//
// https://github.com/squaredeal/squaredeal/blob/main/seedrng/sites/SPEC.md defines
// each derivation; testdata/vectors.json has rounds to check an implementation with.
package sites
