// Package drand verifies rounds of drand, the public randomness beacon of the League of
// Entropy, for draws of package draw and for whatever else names one of its rounds. It does
// no input or output: rounds come as bytes, from whom doesn't matter.
//
// [Quicknet] has a round every 3 seconds, [Default] every 30. [Network.RoundAt] picks a round,
// [Network.Beacon] and [Network.TimeOf] are what the terms of a draw say of it; [NetworkOf] checks
// those of others, and [Network.ParseRound] verifies what drand's HTTP API has published.
// [Network.Verify] takes the parts.
//
// # Guarantees
//
// What verifies is the one signature that the network's key gives to the round, in its one
// encoding, if BLS signatures over BLS12-381 can't be forged and fewer than a threshold of the
// network's nodes collude. The randomness is computed from the signature, and never read.
//
// # Not guaranteed
//
// A threshold of nodes in league knows every round of Quicknet to come, and can't choose
// one. Both networks are run by the same nodes, so combining them adds nothing. The nodes, and
// those who listen to them, know a round up to a second before the public does.
//
// Keys, periods and schemes are constants of this package; no other network is accepted,
// among them Fastnet, whose keys its nodes deleted. Everything is public, takes variable
// time, and may be called concurrently. The formats are in
// https://github.com/squaredeal/squaredeal/blob/main/shuffle/draw/SPEC.md, section 7.
package drand
