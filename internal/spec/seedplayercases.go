package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Cases of the player's records, SPEC.md of seedrng, section 5.4. In their game, a step sends a bound
// n, and its outcome is IntN(n), in decimal. In calls, $h and $x stand for the hash and the next.

const (
	playerLabel  = "squaredeal/seedrng/v1/player"
	declinedMark = "declined " // of reasons, in this file only
)

var (
	longestReason = strings.Repeat("r", 1024)
	nextRotated   = rotates(nextHash, "c", 0)
)

// A playedStep is one of a round, or the only one of a bet that was declined.
type playedStep struct{ sent, received string }

// A playerFixture is states that cases begin with. The fields of a state are label, hash, client,
// rounds, hash and client asked for.
type playerFixture struct {
	first, second, cheated []playedStep // rounds 0 and 1, and round 1 with a false outcome
	mostRounds             [][]playedStep

	fresh, asked state // nothing has been shown; the first client seed was sent
	begun        state // it is confirmed
	played       state // two rounds were
	waiting      state // the second has no answer
	declined     state // two bets were
	ending       state // the next client seed was sent
	ended        state // it is confirmed
}

func newPlayerFixture() playerFixture {
	f := playerFixture{
		first: playedSteps(0, "6", "52"), second: playedSteps(1, "1000000"), mostRounds: slices.Repeat([][]playedStep{sixes(1)}, 1024),
		fresh: state{lp(playerLabel), lp(""), lp(""), playedRounds(), lp(""), lp("")},
		asked: state{lp(playerLabel), lp(""), lp(""), playedRounds(), lp(sha(serverSeed)), lp(clientSeed)},
		begun: state{lp(playerLabel), lp(sha(serverSeed)), lp(clientSeed), playedRounds(), lp(""), lp("")},
		ended: state{lp(playerLabel), lp(sha(nextSeed)), lp("c"), playedRounds(), lp(""), lp("")},
	}
	f.cheated = slices.Clone(f.second)
	f.cheated[0].received += "0"
	f.played = f.begun.with(3, playedRounds(f.first, f.second))
	f.waiting = f.begun.with(3, playedRounds(f.first, []playedStep{{"1000000", ""}}))
	f.declined = f.begun.with(3, playedRounds(f.first, declinedBet("1000000", "no"), declinedBet("7", longestReason)))
	f.ending = f.played.with(4, lp(sha(nextSeed))).with(5, lp("c"))
	return f
}

func seedPlayers() []vector {
	f := newPlayerFixture()
	return slices.Concat(f.begins(), f.steps(), f.turnedDown(), f.ends(), f.limits(), f.wrong(), f.damaged())
}

// promised is the end of a pair of seeds, without bets, whose server seed is any text.
func (f playerFixture) promised(seed string) state {
	return f.ending.with(1, lp(sha(seed))).with(3, playedRounds())
}

func declinedBet(sent, reason string) []playedStep {
	return []playedStep{{sent, declinedMark + reason}}
}

// sixes are steps without draws.
func sixes(n int) []playedStep { return slices.Repeat([]playedStep{{"6", "1"}}, n) }

// playedSteps are steps of a round with their outcomes.
func playedSteps(nonce uint64, sent ...string) (steps []playedStep) {
	r := seedStream(serverSeed, clientSeed, nonce)
	for _, t := range sent {
		steps = append(steps, playedStep{t, r.draw("intn " + t)})
	}
	return steps
}

// playedRounds is the field of rounds, each of which is its steps, or a bet that was declined.
func playedRounds(rounds ...[]playedStep) string {
	b := u64(uint64(len(rounds)))
	for _, steps := range rounds {
		if len(steps) == 1 && strings.HasPrefix(steps[0].received, declinedMark) {
			b += u64(0) + lp(steps[0].sent) + lp(steps[0].received[len(declinedMark):])
			continue
		}
		b += u64(uint64(len(steps)))
		for _, st := range steps {
			b += lp(st.sent) + lp(st.received)
		}
	}
	return b
}

func rotates(hash, client string, nonce int) string {
	return fmt.Sprintf("rotated %s %d %s", hash, nonce, client)
}

func revealing(hash, seed string) string { return "revealed " + hash + " " + seed }

func playerAccepted(id, comment string, s, after state, callsAndResults ...string) vector {
	return accepted("player/"+id, comment, s, after, withHashes(callsAndResults)...)
}

func playerRefused(id, comment string, s state, at int, field string) vector {
	return refused("player/"+id, comment, s.with(at, field))
}

// begins are cases of the first rotation, and what comes before it.
func (f playerFixture) begins() []vector {
	return []vector{
		playerAccepted("fresh", "nothing has been shown", f.fresh, f.fresh,
			"rotate "+strings.Repeat("0", 64), "malformed", rotates("$h", clientSeed, 0), "mismatch",
			rotates(strings.Repeat("0", 64), "", 0), "mismatch", "send $h 0 0 6", "no-seeds",
			"send "+strings.Repeat("0", 64)+" 0 0 6", "no-seeds", "receive $h 0 0 1", "mismatch",
			"receive "+strings.Repeat("0", 64)+" 0 0 1", "mismatch", "declined $h 0 0 no", "mismatch", "pending", "ok"),
		playerAccepted("asked", "one client seed for one shown hash, and no other hash before it is confirmed", f.asked, f.asked,
			"rotate $h", "ok "+clientSeed, "rotate $h", "ok "+clientSeed, "rotate $x", "mismatch", "send $h 0 0 6", "no-seeds",
			"pending", "ok"),
		playerAccepted("not-confirmed", "the view must confirm what was asked for", f.asked, f.asked,
			rotates("$x", clientSeed, 0), "mismatch", rotates("$h", "c", 0), "mismatch", rotates("$h", clientSeed, 1), "mismatch"),
		playerAccepted("confirmed", "and may come twice, also late", f.asked, f.begun.with(3, playedRounds(f.first)),
			rotates("$h", clientSeed, 0), "ok", rotates("$h", clientSeed, 0), "ok", "send $h 0 0 6", "ok",
			"receive $h 0 0 "+f.first[0].received, "ok", "send $h 0 1 52", "ok", "receive $h 0 1 "+f.first[1].received, "ok",
			rotates("$h", clientSeed, 5), "ok", rotates("$x", clientSeed, 0), "mismatch", rotates("$h", "c", 0), "mismatch"),
	}
}

// steps are cases of what is sent and received.
func (f playerFixture) steps() []vector {
	return []vector{
		playerAccepted("rounds", "what is recorded may be repeated, and nothing else", f.played, f.played,
			"send $h 0 0 6", "ok", "send $h 0 1 52", "ok", "send $h 1 0 1000000", "ok", "receive $h 0 1 "+f.first[1].received, "ok",
			"send $h 0 0 7", "mismatch", "send $h 3 0 6", "mismatch", "send $h 2 1 6", "mismatch", "send $h 0 3 6", "mismatch",
			"send $h 0 0 ", "malformed", "send $h 0 -1 6", "malformed", "send $x 0 0 6", "mismatch", "send $x 2 0 6", "mismatch",
			"send $h 2 0 "+strings.Repeat("6", 1025), "malformed", "receive $h 0 0 ", "malformed",
			"receive $h 0 0 "+strings.Repeat("1", 1025), "malformed", "receive $h 2 0 1", "mismatch",
			"receive $h 0 2 1", "mismatch", "receive $h 0 -1 1", "mismatch", "receive $x 0 0 "+f.first[0].received, "mismatch",
			"receive $h 1 0 "+f.second[0].received+"0", "cheat", "rotate $h", "mismatch"),
		playerAccepted("waiting", "an unanswered step is repeated before anything else is sent", f.waiting, f.waiting,
			"pending", "ok $h 1 0 1000000", "send $h 1 0 1000000", "ok", "receive $x 1 0 5", "mismatch",
			"receive $x 0 0 5", "mismatch", "declined $x 1 0 no", "mismatch", "send $h 1 0 7", "mismatch",
			"send $x 1 0 1000000", "mismatch", "send $h 1 1 6", "pending", "send $h 2 0 6", "pending", "send $h 0 2 6", "pending",
			"rotate $x", "pending"),
	}
}

// turnedDown are cases of bets that the server declines.
func (f playerFixture) turnedDown() []vector {
	return []vector{
		playerAccepted("declined", "a declined bet is answered for good, and over; the next one may follow", f.waiting, f.declined,
			"declined $h 1 1 no", "malformed", "declined $h 1 0 ", "malformed",
			"declined $h 1 0 "+strings.Repeat("n", 1025), "malformed", "declined $h 2 0 no", "mismatch", "declined $h 1 0 no", "ok",
			"declined $h 1 0 no", "ok", "pending", "ok", "declined $h 1 0 not so", "cheat", "receive $h 1 0 no", "cheat",
			"receive $h 1 1 5", "mismatch", "send $h 1 0 1000000", "ok", "send $h 1 0 7", "mismatch", "send $h 1 1 6", "finished",
			"send $h 1 2 6", "finished", "send $h 2 0 7", "ok", "declined $h 2 0 "+longestReason, "ok"),
		playerAccepted("declined-late", "what has an outcome can't be declined, and what was declined has none", f.played, f.played,
			"declined $h 0 0 no", "cheat", "declined $h 0 1 no", "malformed", "declined $h 1 0 no", "cheat",
			"declined $h 1 0 "+f.second[0].received, "cheat"),
		playerAccepted("declined-revealed", "what declined bets would have given, in order; for one that the rules don't allow, nothing",
			f.ending.with(3, playedRounds(declinedBet("52", "no"), playedSteps(1, "6", "52"), declinedBet("red", "no such bet"),
				declinedBet("6", "1"), declinedBet("0", "0"))),
			f.ended,
			nextRotated+" "+revealing("$h", nextSeed), "cheat",
			nextRotated+" "+revealing("$h", serverSeed), "ok 0="+playedSteps(0, "52")[0].received+" 2= 3="+playedSteps(3, "6")[0].received+" 4=",
			nextRotated+" "+revealing("$h", serverSeed), "ok"),
	}
}

// ends are cases of the end of a pair of seeds, and what its reveal shows.
func (f playerFixture) ends() []vector {
	return []vector{
		playerAccepted("ending", "no new bet after Rotate; a later step may follow", f.ending,
			f.ending.with(3, playedRounds(f.first, playedSteps(1, "1000000", "6"))),
			"send $h 2 0 6", "pending", "send $h 1 1 6", "ok", "pending", "ok $h 1 1 6",
			nextRotated+" "+revealing("$h", serverSeed), "pending",
			"receive $h 1 1 "+playedSteps(1, "1000000", "6")[1].received, "ok"),
		playerAccepted("not-revealed", "the pair that ends must be revealed", f.ending, f.ending,
			rotates("$h", clientSeed, 0), "mismatch", rotates("$h", clientSeed, 2), "mismatch", nextRotated, "mismatch",
			nextRotated+" "+revealing("$x", serverSeed), "mismatch",
			rotates("$x", clientSeed, 0)+" "+revealing("$h", serverSeed), "mismatch"),
		playerAccepted("revealed", "every outcome is that of the seeds", f.ending, f.ended,
			nextRotated+" "+revealing("$h", serverSeed), "ok", nextRotated, "ok"),
		playerAccepted("wrong-seed", "a server seed that does not have the hash; the right one is taken", f.ending, f.ended,
			nextRotated+" "+revealing("$h", nextSeed), "cheat", nextRotated+" "+revealing("$h", ""), "cheat",
			nextRotated+" "+revealing("$h", strings.Repeat("s", 1025)), "cheat", nextRotated+" "+revealing("$h", serverSeed), "ok"),
		playerAccepted("wrong-seed-unused", "the same without bets", f.ending.with(3, playedRounds()),
			f.ending.with(3, playedRounds()),
			nextRotated+" "+revealing("$h", nextSeed), "cheat"),
		playerAccepted("wrong-outcome", "an outcome that is not that of the seeds", f.ending.with(3, playedRounds(f.first, f.cheated)),
			f.ending.with(3, playedRounds(f.first, f.cheated)),
			nextRotated+" "+revealing("$h", serverSeed), "cheat"),
		playerAccepted("seed-empty", "a server seed that is empty, with the hash", f.promised(""), f.promised(""),
			nextRotated+" "+revealing(shaHex(""), ""), "cheat"),
	}
}

// limits are cases of the most rounds and steps that a player records.
func (f playerFixture) limits() []vector {
	return []vector{
		playerAccepted("most-rounds", "1,024 rounds: no new bet, and each can be played to its end",
			f.begun.with(3, playedRounds(f.mostRounds...)),
			nil,
			"send $h 1024 0 6", "exhausted", "send $h 1023 1 6", "ok", "send $h 1024 0 6", "pending", "receive $h 1023 1 1", "ok",
			"send $h 0 1 6", "ok", "receive $h 0 1 1", "ok", "send $h 1024 0 6", "exhausted", "rotate $x", "ok",
			"send $h 1024 0 6", "pending"),
		playerAccepted("most-steps", "1,024 steps of a round end it, whatever others have",
			f.begun.with(3, playedRounds(sixes(1023), sixes(1024))),
			nil,
			"send $h 1 1024 6", "finished", "send $h 1 1025 6", "finished", "send $h 0 1024 6", "mismatch",
			"send $h 0 1023 6", "ok", "send $h 0 1024 6", "finished", "receive $h 0 1023 1", "ok", "send $h 0 1024 6", "finished",
			"receive $h 0 1024 1", "mismatch", "send $h 2 0 6", "ok", "receive $h 2 0 1", "ok", "send $h 2 1 6", "ok",
			"receive $h 2 1 1", "ok", "rotate $x", "ok"),
	}
}

// wrong are cases of states that can't be.
func (f playerFixture) wrong() []vector {
	return []vector{
		playerRefused("label", "another label", f.played, 0, lp("squaredeal/seedrng/v2/player")),
		playerRefused("hash-missing", "a client seed without a hash", f.begun, 1, lp("")),
		playerRefused("client-missing", "a hash without a client seed", f.played, 2, lp("")),
		playerRefused("client-overlong", "a client seed of 1,025 bytes", f.played, 2, lp(strings.Repeat("c", 1025))),
		playerRefused("rounds-without-seeds", "a round before the first rotation", f.fresh, 3, playedRounds(sixes(1))),
		playerRefused("round-empty", "a round without steps that isn't a declined bet", f.begun, 3, playedRounds(nil)),
		playerRefused("declined-without-reason", "a bet declined for no reason", f.begun, 3, playedRounds(declinedBet("6", ""))),
		playerRefused("reason-overlong", "a reason of 1,025 bytes", f.begun, 3, playedRounds(declinedBet("6", longestReason+"r"))),
		playerRefused("rounds-cut", "a count without its rounds", f.begun, 3, u64(1<<63)),
		playerRefused("too-many-rounds", "1,025 rounds", f.begun, 3, playedRounds(slices.Concat(f.mostRounds, f.mostRounds[:1])...)),
		playerRefused("too-many-steps", "1,025 steps in a round", f.begun, 3, playedRounds(sixes(1025))),
		playerRefused("sent-missing", "a step that sent nothing", f.begun, 3, playedRounds([]playedStep{{"", "1"}})),
		playerRefused("received-overlong", "an outcome of 1,025 bytes", f.begun, 3, playedRounds([]playedStep{{"6", strings.Repeat("1", 1025)}})),
		playerRefused("unanswered-twice", "two unanswered steps", f.begun, 3, playedRounds([]playedStep{{"6", ""}}, []playedStep{{"6", ""}})),
		playerRefused("asked-active", "the active hash is asked for", f.ending, 4, lp(sha(serverSeed))),
		playerRefused("asked-zero", "a hash of zeros asked for", f.ending, 4, lp(zeros(32))),
		playerRefused("asked-missing", "a client seed asked for without a hash", f.ending, 4, lp("")),
	}
}

// damaged are cases of states of the wrong length, or with another checksum.
func (f playerFixture) damaged() []vector {
	return []vector{
		playerRefused("cut", "one byte short", f.ending, 5, lp("c")[:8]),
		playerRefused("trailing", "one byte more", f.ending, 5, lp("c")+"\x00"),
		{ID: "player/empty", Comment: "nothing at all", Inputs: fields{"state": "", "calls": []string{}}, Result: "malformed"},
		{ID: "player/checksum", Comment: "the checksum of another state", Inputs: fields{
			"state": f.begun.text()[:len(f.begun.text())-64] + f.played.text()[len(f.played.text())-64:], "calls": []string{}}, Result: "malformed"},
	}
}
