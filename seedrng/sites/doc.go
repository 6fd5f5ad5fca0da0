// Package sites replays bets of the sites that people play at, says what each scheme
// doesn't protect from, and computes the true odds of its games. It is for audits. Don't
// deal with any of these schemes; package seedrng is for new games.
//
// What is wrong with them, with few exceptions:
//
//   - A bet that verifies shows that the result follows from the seeds. It doesn't show
//     that the site chose its seed blindly, that every bet is in the history, or that
//     the table which turns numbers into pays is the documented one.
//   - Seeds are joined ambiguously (DuckDice, WinDice, Crypto.Games), or by separators
//     that they may contain.
//   - Crash games have one public salt for millions of games, and no player's input.
//   - Numbers are biased: by 2⁻³² where words are scaled, by half where they are rounded
//     (FreeBitco.in), by a rising edge where few bits count.
//
// [Game.Flaws] has those of each game. To check a bet:
//
//	report, err := sites.Replay("stake", "dice", sites.Bet{
//		"server": "f2ac89b608eeb01312d115bce6741b32", "client": "86ff027f15c48241af7f54a726690ee7",
//		"nonce": "2", "result": "5.86",
//	})
//
// [Sites] lists sites, games, the fields of their bets and what the site commits to. A
// [Report] has the result, whether the commitment and the site's result agree with it, by
// which era of the game, and each step. A [Replayer] takes many bets, in little more time
// than their hashes do.
//
// [Game.Evidence] says of each parameter of a scheme what fixes it: a public round, the
// site's own code or words, or somebody else's, or nothing. [Report.Err] is an
// [ErrMismatch], which contradicts the site, only if all are evidenced to be the site's.
// Otherwise it is an [ErrUnproven]: it may be the definition that is wrong. Results are
// read as verifiers show them: sets in any order, tiles that are counted from 0 or from 1
// ([AgreesCounted]), multipliers with fewer digits or all, the first cards of a hand.
//
// [Odds] has the exact distribution of a game's results, to compare frequencies with. A
// [Walk] goes from a crash game's hash to the published end of its chain.
//
// A scheme is a value of few parts: templates of texts that are hashed, a way to make
// numbers of the bytes, a map from numbers to the result. SPEC.md defines them,
// schemes.json is the catalogue of all, which this package embeds and programs in other
// languages may read, and it says what fixes each parameter. Where a site computes with
// doubles and results depend on it, so does this package, operation by operation;
// elsewhere it uses integers. The comments and SPEC.md say which.
//
// Guaranteed: the same result as the site's own, as far as the public rounds in
// testdata/rounds.json show, and no further. Not guaranteed: that the site still has this
// scheme, or had it when the bet was made.
//
// Fields of bets may be hostile: they are checked, errors name the field and never hold
// its text, and time and memory are bounded. Everything is public when an audit begins,
// so all functions take time that depends on it. Functions may be called concurrently;
// a Replayer and a Walk are for one goroutine each.
//
// https://github.com/squaredeal/squaredeal/blob/main/seedrng/sites/SPEC.md has the
// definitions, the odds as formulas, and the sources.
package sites
