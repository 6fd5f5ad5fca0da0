// Package draw takes the winners of a raffle, or the order of a seeding, by randomness
// that nobody could know or choose: a round of a public beacon that was named before it
// came. Anyone can repeat the draw.
//
//	organiser                          beacon            everybody
//	NewList, Announce ── terms ──────────────────▶    ParseAnnouncement, CheckTime, drand.NetworkOf
//	Receipt ── a receipt, to each entrant ───────▶    CheckReceipt
//	                                   round ────▶    CheckList, Draw
//	Draw, List.Prove ── proofs of the winners ───▶    or CheckPlaces, without the list
//
// The organiser sorts the entries, fixes all else in [Terms], and publishes the
// [Announcement], whose [Digest] covers every entry. The round's value, which package
// drand below this one verifies, decides the rest: there is no secret seed, so an organiser
// who falls silent changes nothing. Entries may have weights; they may be tickets, of which a
// person has several, and may win with each ([NewTicketList]) or once ([NewJoinedList]); and
// they may be hidden behind salts ([Salt.Hide]).
//
// # Guarantees
//
// If SHA-256 is collision resistant, and the beacon's round was unknown when the
// announcement was published, each entry's chances are exactly those of the terms, nobody
// knew the winners before the round, and nobody can add, remove or reorder an entry
// after the announcement. An entrant who holds a [Receipt] needs no list to see that their
// entry takes part, and that a draw is the one they entered; a winner needs nobody to show that
// they won.
//
// # Not guaranteed
//
// Nothing here can show that an announcement was the only one. An organiser who prepares a
// thousand in secret, and shows the one whose round favours a friend, has a thousand
// tries, and a timestamp proves only that each existed. So the terms name one place of
// announcement, a number and the announcement before; let entrants hold the digest before
// the round, and compare it as [Digest.Words]. Nothing can show that entries are real
// people's, or that somebody without a receipt had entered. When an announcement was
// published is an argument of [Announcement.CheckTime], and evidence for it is the
// caller's to find. A threshold of the beacon's nodes in league knows rounds
// early, which is as good as choosing the terms; it can't choose a round.
//
// # When to use something else
//
// Between players who are there at the same time, a toss of package commit needs no
// beacon. Where a server plays against one player, use package seedrng. Package
// shuffle/onchain shows what goes wrong with the randomness of a block.
//
// # Timing and concurrency
//
// All but salts is public data, and takes variable time. Everything may be used
// concurrently; lists, announcements and proofs never change.
//
// The definition, squaredeal/draw v1:
// https://github.com/squaredeal/squaredeal/blob/main/shuffle/draw/SPEC.md
package draw
