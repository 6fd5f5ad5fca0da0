// Package videopoker computes the exact return of video poker under optimal play,
// for the three pay tables of Crypto.Games, and the best hold of a single deal.
//
// Card c, from 0 to 51, has rank c%13 (0 is the ace, 1 the deuce, 12 the king)
// and suit c/13 (spades, hearts, diamonds, clubs).
//
// The player is dealt five cards of 52, holds any of them, and has the others
// replaced from the 47 that remain. Optimal play holds, in each of the
// 2,598,960 deals D, the set H with the greatest expected return over the
// C(47, 5-|H|) draws.
//
// Inclusion and exclusion replaces the enumeration of the draws. A draw to H is
// a hand that meets D in H exactly. Let T[S] count, by [Event], all the hands
// that contain the set S. Then the draws to H are counted by
//
//	sum over H ⊆ S ⊆ D of (-1)^(|S|-|H|) T[S]
//
// (Stanley, Enumerative Combinatorics, volume 1, theorem 2.1.1). T doesn't
// change when the suits are permuted, so it is stored for one set of each
// class: 1, 13, 169, 1755 and 16432 classes of 0 to 4 cards. Likewise only one
// deal of each of the 134,459 classes of deals is played.
//
// A draw to H is weighted by 7,669,695 / C(47, 5-|H|), which makes all deals
// count the same; 7,669,695 is the least common multiple of the C(47, k) for k
// up to 5. The published counts are these weighted counts divided by 12.
//
// The pay tables, and the analysis they are tested against, are from the Wizard
// of Odds page "Video Poker (Encrypted Version)"; the number of classes of deals
// agrees with that site's page on the methodology of video poker analysis.
package videopoker
