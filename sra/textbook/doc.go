// Package textbook is broken, and is for audits only: it is the cipher of Shamir,
// Rivest and Adleman (1979) as textbooks have it, E(x) = x^e mod p, which a published
// game of blackjack used in 2010. New games use package sra. What is wrong with it:
//
//   - e is odd, so x^e is a quadratic residue mod p exactly if x is: each card shows
//     one bit (Lipton 1981; Goldwasser and Micali 1982). 25 of the 52 numbers of the
//     published game are residues mod its prime.
//   - If cards are small or structured numbers, x·y = z shows as x^e·y^e = z^e, which
//     identifies most of the deck at a glance.
//   - Each small factor r of p−1 shows which cards are r-th powers, and then e mod r.
//     If p−1 has many of them, that identifies every card; if it has no others, one
//     card and its encryption give e. One party chooses p.
//   - 0, 1 and p−1 encrypt to themselves, and a party that decrypts whatever it is
//     sent opens any card in disguise.
//   - The parties exchange keys at the end, which opens the cards that were folded.
//   - The published game's prime has 128 bits, for which discrete logarithms are easy.
//
// The tests carry out each attack, and try it on package sra.
//
// # The published game
//
// One party draws a prime ([GeneratePrime]) for both, and each draws a key
// ([GenerateKey]). The player encrypts and shuffles the [Deck] and sends it. The
// dealer shuffles it again, encrypts two cards and sends them; the player decrypts
// them and sends them back, and the dealer decrypts them in private. The dealer then
// sends two cards as they are, which the player decrypts. At the end both send their
// score and the inverse of their exponent, and check each other's.
//
// To replay a logged game, make the keys from the log ([NewKey]). Arithmetic is that
// of math/big, in time that depends on the key. Keys are immutable and may be used
// concurrently.
//
// SPEC.md defines all of it:
// https://github.com/squaredeal/squaredeal/blob/main/sra/textbook/SPEC.md
package textbook
