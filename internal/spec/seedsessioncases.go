package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Cases of a server's session, SPEC.md of seedrng, sections 5.1 to 5.3.

const sessionLabel = "squaredeal/seedrng/v1/session"

// A sessionFixture is states that cases begin with. The fields of a state are label, active,
// client, nonce, open, last, next, revealed, its client and its rounds.
type sessionFixture struct {
	fresh state // before the first rotation
	first state // after it
	two   state // rounds 0 and 2 of three are open
	begun state // rounds 3 and 6 of seven are open, and there was another pair of seeds before
}

func seedSessions() []vector {
	f := sessionFixture{
		fresh: state{lp(sessionLabel), lp(""), lp(""), u64(0), openRounds(), lastBet(0, ""), lp(nextSeed), lp(""), lp(""), u64(0)},
		first: state{
			lp(sessionLabel), lp(serverSeed), lp(clientSeed), u64(0), openRounds(), lastBet(0, ""), lp(nextSeed), lp(""), lp(""), u64(0),
		},
		begun: state{
			lp(sessionLabel), lp(serverSeed), lp(clientSeed), u64(7), openRounds(3, 6), lastBet(0, ""), lp(nextSeed), lp(pastSeed), lp("old"),
			u64(12),
		},
	}
	f.two = f.first.with(3, u64(3)).with(4, openRounds(0, 2))
	return slices.Concat(
		f.begins(), f.rounds(), f.settled(), f.declined(), f.limits(), f.wrongSeeds(), f.wrongRounds(), f.wrongNext(), f.damaged(),
	)
}

func betName(nonce uint64) string { return fmt.Sprint("b", nonce) }

func openRounds(nonces ...uint64) string {
	b := u64(uint64(len(nonces)))
	for _, n := range nonces {
		b += u64(n) + lp(betName(n))
	}
	return b
}

func lastBet(how uint64, name string) string { return u64(how) + lp(name) }

func upTo(n uint64) (nonces []uint64) {
	for i := range n {
		nonces = append(nonces, i)
	}
	return nonces
}

// Views of a session: before the first rotation, after it, after the next, and that of begun.

func freshView() fields { return fields{"nextNonce": "0", "nextServerHash": nextHash} }

func sessionView(nonce uint64, open ...uint64) fields {
	v := fields{
		"serverHash": serverHash, "clientSeed": clientSeed, "nextNonce": fmt.Sprint(nonce), "nextServerHash": nextHash,
	}
	var rounds []fields
	for _, n := range open {
		rounds = append(rounds, fields{"nonce": fmt.Sprint(n), "bet": betName(n)})
	}
	if rounds != nil {
		v["openRounds"] = rounds
	}
	return v
}

func rotatedView(client string) fields {
	return fields{"serverHash": nextHash, "clientSeed": client, "nextNonce": "0"}
}

func begunView(nonce uint64, open ...uint64) fields {
	return withRevealed(sessionView(nonce, open...), revealedPair(pastSeed, "old", 12))
}

func withRevealed(v, revealed fields) fields {
	v["revealed"] = revealed
	return v
}

func revealedPair(seed, client string, rounds int) fields {
	return fields{"serverHash": shaHex(seed), "serverSeed": seed, "clientSeed": client, "rounds": fmt.Sprint(rounds)}
}

// Calls of the session that sessionView shows; $h and $x stand for its hash and the next.

func betCall(what string, nonce uint64) string {
	return fmt.Sprintf("%s $h %d %s", what, nonce, betName(nonce))
}

func reserves(nonce uint64) string { return betCall("reserve", nonce) }
func plays(nonce uint64) string    { return betCall("play", nonce) }
func declines(nonce uint64) string { return betCall("decline", nonce) }
func finishes(nonce uint64) string { return fmt.Sprint("finish $h ", nonce) }

// drew is the answer to a call that draws.
func drew(nonce uint64) string {
	return "ok " + hexOf(seedStream(serverSeed, clientSeed, nonce).block(0)[:8])
}

// wrongRequests are calls in a session whose rounds 0 and 2 of three are open, and their answers.
func wrongRequests(what string) []string {
	return []string{
		what + " $x 9 ", "malformed", what + " $h 3 " + strings.Repeat("b", 129), "malformed",
		what + " " + serverHash[:63] + " 3 b3", "malformed",
		what + " $x 3 b3", "mismatch", what + " $h 4 b4", "mismatch", what + " $h 3 b0", "mismatch",
		what + " $h 0 b2", "mismatch", what + " $h 0 b3", "mismatch", what + " $h 1 b2", "mismatch",
	}
}

func sessionAccepted(id, comment string, s, after state, view fields, callsAndResults ...string) vector {
	c := accepted("session/"+id, comment, s, after, withHashes(callsAndResults)...)
	if view != nil {
		c.Outputs["view"] = view
	}
	return c
}

func sessionRefused(id, comment string, s state, at int, field string) vector {
	return refused("session/"+id, comment, s.with(at, field))
}

// begins are cases of the first rotation, and what comes before it.
func (f sessionFixture) begins() []vector {
	return []vector{
		sessionAccepted("fresh", "before the first rotation", f.fresh, f.fresh, freshView(),
			reserves(0), "no-seeds", plays(0), "no-seeds", declines(0), "no-seeds", "reserve $h 0 ", "malformed",
			"rotate "+strings.Repeat("0", 64)+" c", "mismatch"),
		sessionAccepted("first-rotation", "nothing is revealed by it; the same call again changes nothing", f.fresh,
			nil, rotatedView("c"),
			"rotate $x c", "ok", "rotate $x c", "ok", "rotate $x d", "mismatch"),
		sessionAccepted("client-longest", "a client seed of 1,025 bytes, of none, and of 1,024, the longest", f.fresh,
			nil, rotatedView(strings.Repeat("c", 1024)),
			"rotate $x "+strings.Repeat("c", 1025), "malformed", "rotate $x ", "malformed",
			"rotate $x "+strings.Repeat("c", 1024), "ok"),
	}
}

// rounds are cases of bets that open rounds.
func (f sessionFixture) rounds() []vector {
	rotatedDraw := "ok " + hexOf(seedStream(nextSeed, "c", 0).block(0)[:8])
	again := fields{"serverHash": nextHash, "clientSeed": "c", "nextNonce": "1", "openRounds": []fields{{"nonce": "0", "bet": "b"}}}
	return []vector{
		sessionAccepted("rounds", "nonces count up from 0; an open round is had again by the same call", f.first,
			f.first.with(3, u64(3)).with(4, openRounds(0, 2)), sessionView(3, 0, 2),
			reserves(0), drew(0), reserves(0), drew(0), reserves(1), drew(1), reserves(2), drew(2), finishes(1), "ok",
			finishes(1), "ok", reserves(0), drew(0), reserves(1), "finished"),
		sessionAccepted("late-finish", "a round of earlier seeds is finished again, and the one with its nonce now stays open", f.first,
			nil, withRevealed(again, revealedPair(serverSeed, clientSeed, 1)),
			reserves(0), drew(0), finishes(0), "ok", "rotate $x c", "ok", "reserve $x 0 b", rotatedDraw, finishes(0), "ok"),
	}
}

// settled are cases of bets that are settled at once.
func (f sessionFixture) settled() []vector {
	return []vector{
		sessionAccepted("played", "a bet that is settled at once; the same call draws the same, until the next nonce is used", f.first,
			f.first.with(3, u64(2)).with(5, lastBet(1, betName(1))), sessionView(2),
			plays(0), drew(0), plays(0), drew(0), "play $h 0 another", "finished", reserves(0), "finished",
			declines(0), "finished", plays(1), drew(1), plays(0), "finished", plays(1), drew(1), "play $x 1 b1", "mismatch",
			"play $h 1 ", "malformed", "rotate $h "+clientSeed, "ok", plays(1), drew(1)),
		sessionAccepted("play-refused", "requests that name the wrong thing, in the order of the checks", f.two,
			f.two, sessionView(3, 0, 2),
			slices.Concat([]string{plays(0), "open", plays(2), "open"}, wrongRequests("play"), []string{"play $h 1 b1", "finished"})...),
		sessionAccepted("play-beside", "a round that is open stays so", f.two,
			f.first.with(3, u64(4)).with(4, openRounds(0)).with(5, lastBet(1, betName(3))), sessionView(4, 0),
			plays(3), drew(3), reserves(2), drew(2), finishes(2), "ok", plays(3), drew(3)),
	}
}

// declined are cases of bets that are declined.
func (f sessionFixture) declined() []vector {
	return []vector{
		sessionAccepted("declined", "the nonce is used, and no round opens; the same call is taken again, until the next nonce is used", f.first,
			f.first.with(3, u64(3)).with(4, openRounds(1)).with(5, lastBet(2, betName(2))), sessionView(3, 1),
			declines(0), "ok", declines(0), "ok", "decline $x 0 b0", "mismatch", reserves(0), "finished", plays(0), "finished",
			"decline $h 0 another", "finished", reserves(1), drew(1), declines(0), "finished", declines(2), "ok"),
		sessionAccepted("decline-refused", "requests that name the wrong thing, and a round that was opened is played", f.two,
			f.two, sessionView(3, 0, 2),
			slices.Concat([]string{declines(0), "open", declines(2), "open"}, wrongRequests("decline"), []string{"decline $h 1 b1", "finished"})...),
		sessionAccepted("last-forgotten", "a round that opens, and new seeds, end the repetition",
			f.first.with(3, u64(1)).with(5, lastBet(2, betName(0))), nil, withRevealed(rotatedView("c"), revealedPair(serverSeed, clientSeed, 2)),
			declines(0), "ok", reserves(1), drew(1), finishes(1), "ok", declines(0), "finished", "rotate $x c", "ok",
			declines(0), "mismatch"),
	}
}

// limits are cases of the most and the longest that a session takes.
func (f sessionFixture) limits() []vector {
	const most = 1<<64 - 1
	full := f.first.with(3, u64(1024)).with(4, openRounds(upTo(1024)...))
	longBet := strings.Repeat("b", 128)
	longOpen := u64(1) + u64(0) + lp(longBet)
	longView := sessionView(1)
	longView["openRounds"] = []fields{{"nonce": "0", "bet": longBet}}
	return []vector{
		sessionAccepted("bet-longest", "a name of 128 bytes", f.first, f.first.with(3, u64(1)).with(4, longOpen), longView,
			"reserve $h 0 "+longBet, drew(0)),
		sessionAccepted("mid-hand", "no rotation while a round is open; a wrong hash counts first", f.begun,
			f.begun.with(4, openRounds(6)), begunView(7, 6),
			"rotate $x c", "open", "rotate "+shaHex(pastSeed)+" c", "mismatch", reserves(3), drew(3), finishes(3), "ok",
			"rotate $x c", "open"),
		sessionAccepted("open-most", "1,024 rounds are open", full, nil, nil,
			reserves(1024), "open", plays(1024), "open", declines(1024), "open", reserves(0), drew(0), finishes(0), "ok",
			reserves(1024), drew(1024)),
		sessionAccepted("nonce-most", "the last nonce of a session is 2^64-2", f.first.with(3, u64(most-1)),
			f.first.with(3, u64(most)).with(4, openRounds(most-1)), sessionView(most, most-1),
			reserves(most-1), drew(most-1), reserves(most), "exhausted", plays(most), "exhausted", declines(most), "exhausted"),
	}
}

// wrongSeeds are cases of states whose active seeds and nonces can't be.
func (f sessionFixture) wrongSeeds() []vector {
	return []vector{
		sessionRefused("label", "another label", f.begun, 0, lp("squaredeal/seedrng/v2/session")),
		sessionRefused("active-form", "an active seed that is no 64 hex characters", f.begun, 1, lp("x")),
		sessionRefused("client-missing", "a server seed without a client seed", f.begun, 2, lp("")),
		sessionRefused("client-overlong", "a client seed of 1,025 bytes", f.begun, 2, lp(strings.Repeat("c", 1025))),
		sessionRefused("client-not-utf8", "a client seed that isn't UTF-8", f.begun, 2, lp("\xff")),
		sessionRefused("nonce-too-early", "a nonce before the first rotation", f.fresh, 3, u64(1)),
	}
}

// wrongRounds are cases of states whose open rounds and last bet can't be.
func (f sessionFixture) wrongRounds() []vector {
	return []vector{
		sessionRefused("open-unreserved", "an open round that was never reserved", f.begun, 4, openRounds(3, 7)),
		sessionRefused("open-unsorted", "open rounds out of order", f.begun, 4, openRounds(6, 3)),
		sessionRefused("bet-missing", "an open round without a bet", f.begun, 4, u64(1)+u64(3)+lp("")),
		sessionRefused("bet-overlong", "a bet with a name of 129 bytes", f.begun, 4, u64(1)+u64(3)+lp(strings.Repeat("b", 129))),
		sessionRefused("bet-twice", "two open rounds of one bet", f.begun, 4, u64(2)+u64(3)+lp("b")+u64(6)+lp("b")),
		sessionRefused("open-too-many", "1,025 open rounds", f.first.with(3, u64(1025)), 4, openRounds(upTo(1025)...)),
		sessionRefused("open-cut", "a count without its rounds", f.begun, 4, u64(1<<63)),
		sessionRefused("last-unknown", "neither played nor declined", f.begun.with(4, openRounds(3)), 5, lastBet(3, betName(5))),
		sessionRefused("last-for-nothing", "a name without a bet", f.begun.with(4, openRounds(3)), 5, lastBet(0, betName(5))),
		sessionRefused("last-open", "the round of the last nonce is open", f.begun, 5, lastBet(2, betName(5))),
		sessionRefused("last-bet-open", "the bet has an open round", f.begun.with(4, openRounds(3)), 5, lastBet(2, betName(3))),
		sessionRefused("last-too-early", "a bet before the first", f.first, 5, lastBet(1, betName(0))),
		sessionRefused("last-without-seeds", "a bet before the first rotation", f.fresh, 5, lastBet(1, betName(0))),
	}
}

// wrongNext are cases of states whose next and revealed seeds can't be.
func (f sessionFixture) wrongNext() []vector {
	return []vector{
		sessionRefused("next-form", "a next server seed that is no 64 hex characters", f.begun, 6, lp("x")),
		sessionRefused("next-active", "the next server seed is the active one", f.begun, 6, lp(serverSeed)),
		sessionRefused("next-revealed", "the next server seed is the revealed one", f.begun, 6, lp(pastSeed)),
		sessionRefused("revealed-active", "the revealed server seed is the active one", f.begun, 7, lp(serverSeed)),
		sessionRefused("revealed-too-early", "a revealed pair before the first rotation", f.fresh.with(8, lp("old")).with(9, u64(1)), 7,
			lp(pastSeed)),
		sessionRefused("revealed-missing", "a revealed client seed without a server seed", f.begun, 7, lp("")),
		sessionRefused("rounds-without-seed", "rounds of no pair of seeds", f.fresh, 9, u64(1)),
	}
}

// damaged are cases of states of the wrong length, or with another checksum.
func (f sessionFixture) damaged() []vector {
	return []vector{
		sessionRefused("cut", "one byte short", f.begun, 9, u64(12)[:7]),
		sessionRefused("trailing", "one byte more", f.begun, 9, u64(12)+"\x00"),
		{ID: "session/empty", Comment: "nothing at all", Inputs: fields{"state": "", "calls": []string{}}, Result: "malformed"},
		{ID: "session/checksum", Comment: "the checksum of another state", Inputs: fields{
			"state": f.begun.text()[:len(f.begun.text())-64] + f.first.text()[len(f.first.text())-64:], "calls": []string{}}, Result: "malformed"},
	}
}
