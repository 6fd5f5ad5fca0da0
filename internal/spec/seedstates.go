package spec

import (
	"fmt"
	"slices"
	"strings"
)

// A state is the fields of a stored state, without the checksum.
type state []string

// with returns the state with another field.
func (s state) with(at int, field string) state {
	s = slices.Clone(s)
	s[at] = field
	return s
}

// text returns the state with its checksum, in hex, with runs of a step written as one.
func (s state) text() string {
	text := hexOf(seal(strings.Join(s, "")))
	for _, unit := range []string{u64(1) + lp("6") + lp("1"), lp("6") + lp("1")} {
		for _, n := range []int{1025, 1024, 1023} {
			text = strings.Replace(text, strings.Repeat(hexOf(unit), n), times(n, unit), 1)
		}
	}
	return text
}

// accepted is a case of calls to what has a state, with the result of each behind it. The
// state afterwards is left out if it is nil.
func accepted(id, comment string, s, after state, callsAndResults ...string) vector {
	calls, results := []string{}, []string{}
	for pair := range slices.Chunk(callsAndResults, 2) {
		calls, results = append(calls, pair[0]), append(results, pair[1])
	}
	outputs := fields{"results": results}
	if after != nil {
		outputs["state"] = after.text()
	}
	return vector{ID: id, Comment: comment, Inputs: fields{"state": s.text(), "calls": calls}, Outputs: outputs, Result: "ok"}
}

// refused is the case of a state that can't be.
func refused(id, comment string, s state) vector {
	return vector{ID: id, Comment: comment, Inputs: fields{"state": s.text(), "calls": []string{}}, Result: "malformed"}
}

func seedSessions() []vector {
	const label, server, client, next, past = "squaredeal/seedrng/v1/session", serverSeed, clientSeed, nextSeed, pastSeed
	// The fields of a state are label, active, client, nonce, open, last, next, revealed, its client and its rounds.
	bet := func(nonce uint64) string { return fmt.Sprint("b", nonce) }
	open := func(nonces ...uint64) string {
		b := u64(uint64(len(nonces)))
		for _, n := range nonces {
			b += u64(n) + lp(bet(n))
		}
		return b
	}
	last := func(how uint64, name string) string { return u64(how) + lp(name) }
	fresh := state{lp(label), lp(""), lp(""), u64(0), open(), last(0, ""), lp(next), lp(""), lp(""), u64(0)}
	first := state{lp(label), lp(server), lp(client), u64(0), open(), last(0, ""), lp(next), lp(""), lp(""), u64(0)}
	begun := state{lp(label), lp(server), lp(client), u64(7), open(3, 6), last(0, ""), lp(next), lp(past), lp("old"), u64(12)}

	serverHash, nextHash := shaHex(server), shaHex(next)
	freshView := fields{"nextNonce": "0", "nextServerHash": nextHash}
	firstView := func(nonce uint64, open ...uint64) fields {
		v := fields{"serverHash": serverHash, "clientSeed": client, "nextNonce": fmt.Sprint(nonce), "nextServerHash": nextHash}
		var rounds []fields
		for _, n := range open {
			rounds = append(rounds, fields{"nonce": fmt.Sprint(n), "bet": bet(n)})
		}
		if rounds != nil {
			v["openRounds"] = rounds
		}
		return v
	}
	revealed := func(seed, client string, rounds int) fields {
		return fields{"serverHash": shaHex(seed), "serverSeed": seed, "clientSeed": client, "rounds": fmt.Sprint(rounds)}
	}
	rotatedView := func(client string) fields {
		return fields{"serverHash": nextHash, "clientSeed": client, "nextNonce": "0"}
	}
	begunView := func(nonce uint64, open ...uint64) fields {
		v := firstView(nonce, open...)
		v["revealed"] = revealed(past, "old", 12)
		return v
	}
	withRevealed := func(v, revealed fields) fields {
		v["revealed"] = revealed
		return v
	}
	call := func(what string) func(nonce uint64) string {
		return func(nonce uint64) string { return fmt.Sprintf("%s %s %d %s", what, serverHash, nonce, bet(nonce)) }
	}
	reserve, play, decline := call("reserve"), call("play"), call("decline")
	finish := func(nonce uint64) string { return fmt.Sprintf("finish %s %d", serverHash, nonce) }

	accepted := func(id, comment string, s, after state, view fields, callsAndResults ...string) vector {
		c := accepted("session/"+id, comment, s, after, callsAndResults...)
		if view != nil {
			c.Outputs["view"] = view
		}
		return c
	}
	refused := func(id, comment string, s state, at int, field string) vector {
		return refused("session/"+id, comment, s.with(at, field))
	}
	drawn := func(nonce uint64) string {
		return "ok " + hexOf(seedStream(server, client, nonce).block(0)[:8])
	}
	rotatedDraw := "ok " + hexOf(seedStream(next, "c", 0).block(0)[:8])
	// wrong are calls in a session whose rounds 0 and 2 of three are open.
	wrong := func(what string) []string {
		return []string{what + " " + nextHash + " 9 ", "malformed", what + " " + serverHash + " 3 " + strings.Repeat("b", 129), "malformed",
			what + " " + serverHash[:63] + " 3 b3", "malformed",
			what + " " + nextHash + " 3 b3", "mismatch", what + " " + serverHash + " 4 b4", "mismatch", what + " " + serverHash + " 3 b0",
			"mismatch",
			what + " " + serverHash + " 0 b2", "mismatch", what + " " + serverHash + " 0 b3", "mismatch", what + " " + serverHash + " 1 b2",
			"mismatch"}
	}
	upTo := func(n uint64) (nonces []uint64) {
		for i := range n {
			nonces = append(nonces, i)
		}
		return nonces
	}
	two := first.with(3, u64(3)).with(4, open(0, 2))
	const most = 1<<64 - 1
	full := first.with(3, u64(1024)).with(4, open(upTo(1024)...))
	longBet := strings.Repeat("b", 128)
	longOpen := u64(1) + u64(0) + lp(longBet)
	longView := firstView(1)
	longView["openRounds"] = []fields{{"nonce": "0", "bet": longBet}}

	return []vector{
		accepted("fresh", "before the first rotation", fresh, fresh, freshView,
			reserve(0), "no-seeds", play(0), "no-seeds", decline(0), "no-seeds", "reserve "+serverHash+" 0 ", "malformed",
			"rotate "+strings.Repeat("0", 64)+" c", "mismatch"),
		accepted("first-rotation", "nothing is revealed by it; the same call again changes nothing", fresh, nil, rotatedView("c"),
			"rotate "+nextHash+" c", "ok", "rotate "+nextHash+" c", "ok", "rotate "+nextHash+" d", "mismatch"),
		accepted("client-longest", "a client seed of 1,025 bytes, of none, and of 1,024, the longest", fresh, nil,
			rotatedView(strings.Repeat("c", 1024)),
			"rotate "+nextHash+" "+strings.Repeat("c", 1025), "malformed", "rotate "+nextHash+" ", "malformed",
			"rotate "+nextHash+" "+strings.Repeat("c", 1024), "ok"),
		accepted("rounds", "nonces count up from 0; an open round is had again by the same call", first,
			first.with(3, u64(3)).with(4, open(0, 2)), firstView(3, 0, 2),
			reserve(0), drawn(0), reserve(0), drawn(0), reserve(1), drawn(1), reserve(2), drawn(2), finish(1), "ok", finish(1), "ok",
			reserve(0), drawn(0), reserve(1), "finished"),
		accepted("late-finish", "a round of earlier seeds is finished again, and the one with its nonce now stays open", first, nil,
			withRevealed(fields{"serverHash": nextHash, "clientSeed": "c", "nextNonce": "1", "openRounds": []fields{{"nonce": "0", "bet": "b"}}},
				revealed(server, client, 1)),
			reserve(0), drawn(0), finish(0), "ok", "rotate "+nextHash+" c", "ok", "reserve "+nextHash+" 0 b", rotatedDraw, finish(0), "ok"),
		accepted("played", "a bet that is settled at once; the same call draws the same, until the next nonce is used", first,
			first.with(3, u64(2)).with(5, last(1, bet(1))), firstView(2),
			play(0), drawn(0), play(0), drawn(0), "play "+serverHash+" 0 another", "finished", reserve(0), "finished", decline(0), "finished",
			play(1), drawn(1), play(0), "finished", play(1), drawn(1), "play "+nextHash+" 1 b1", "mismatch", "play "+serverHash+" 1 ",
			"malformed", "rotate "+serverHash+" "+client, "ok", play(1), drawn(1)),
		accepted("play-refused", "requests that name the wrong thing, in the order of the checks", two, two, firstView(3, 0, 2),
			slices.Concat([]string{play(0), "open", play(2), "open"}, wrong("play"), []string{"play " + serverHash + " 1 b1", "finished"})...),
		accepted("play-beside", "a round that is open stays so", two, first.with(3, u64(4)).with(4, open(0)).with(5, last(1, bet(3))),
			firstView(4, 0),
			play(3), drawn(3), reserve(2), drawn(2), finish(2), "ok", play(3), drawn(3)),
		accepted("declined", "the nonce is used, and no round opens; the same call is taken again, until the next nonce is used", first,
			first.with(3, u64(3)).with(4, open(1)).with(5, last(2, bet(2))), firstView(3, 1),
			decline(0), "ok", decline(0), "ok", "decline "+nextHash+" 0 b0", "mismatch", reserve(0), "finished", play(0), "finished",
			"decline "+serverHash+" 0 another", "finished",
			reserve(1), drawn(1), decline(0), "finished", decline(2), "ok"),
		accepted("decline-refused", "requests that name the wrong thing, and a round that was opened is played", two, two, firstView(3, 0, 2),
			slices.Concat([]string{decline(0), "open", decline(2), "open"}, wrong("decline"), []string{"decline " + serverHash + " 1 b1",
				"finished"})...),
		accepted("last-forgotten", "a round that opens, and new seeds, end the repetition", first.with(3, u64(1)).with(5, last(2, bet(0))), nil,
			withRevealed(rotatedView("c"), revealed(server, client, 2)),
			decline(0), "ok", reserve(1), drawn(1), finish(1), "ok", decline(0), "finished", "rotate "+nextHash+" c", "ok", decline(0), "mismatch"),
		accepted("bet-longest", "a name of 128 bytes", first, first.with(3, u64(1)).with(4, longOpen), longView,
			"reserve "+serverHash+" 0 "+longBet, drawn(0)),
		accepted("mid-hand", "no rotation while a round is open; a wrong hash counts first", begun, begun.with(4, open(6)), begunView(7, 6),
			"rotate "+nextHash+" c", "open", "rotate "+shaHex(past)+" c", "mismatch", reserve(3), drawn(3), finish(3), "ok",
			"rotate "+nextHash+" c", "open"),
		accepted("open-most", "1,024 rounds are open", full,
			nil, nil,
			reserve(1024), "open", play(1024), "open", decline(1024), "open", reserve(0), drawn(0), finish(0), "ok", reserve(1024), drawn(1024)),
		accepted("nonce-most", "the last nonce of a session is 2^64-2", first.with(3, u64(most-1)),
			first.with(3, u64(most)).with(4, open(most-1)),
			firstView(most, most-1), reserve(most-1), drawn(most-1), reserve(most), "exhausted", play(most), "exhausted", decline(most),
			"exhausted"),
		refused("label", "another label", begun, 0, lp("squaredeal/seedrng/v2/session")),
		refused("active-form", "an active seed that is no 64 hex characters", begun, 1, lp("x")),
		refused("client-missing", "a server seed without a client seed", begun, 2, lp("")),
		refused("client-overlong", "a client seed of 1,025 bytes", begun, 2, lp(strings.Repeat("c", 1025))),
		refused("client-not-utf8", "a client seed that isn't UTF-8", begun, 2, lp("\xff")),
		refused("nonce-too-early", "a nonce before the first rotation", fresh, 3, u64(1)),
		refused("open-unreserved", "an open round that was never reserved", begun, 4, open(3, 7)),
		refused("open-unsorted", "open rounds out of order", begun, 4, open(6, 3)),
		refused("bet-missing", "an open round without a bet", begun, 4, u64(1)+u64(3)+lp("")),
		refused("bet-overlong", "a bet with a name of 129 bytes", begun, 4, u64(1)+u64(3)+lp(strings.Repeat("b", 129))),
		refused("bet-twice", "two open rounds of one bet", begun, 4, u64(2)+u64(3)+lp("b")+u64(6)+lp("b")),
		refused("open-too-many", "1,025 open rounds", first.with(3, u64(1025)), 4, open(upTo(1025)...)),
		refused("open-cut", "a count without its rounds", begun, 4, u64(1<<63)),
		refused("last-unknown", "neither played nor declined", begun.with(4, open(3)), 5, last(3, bet(5))),
		refused("last-for-nothing", "a name without a bet", begun.with(4, open(3)), 5, last(0, bet(5))),
		refused("last-open", "the round of the last nonce is open", begun, 5, last(2, bet(5))),
		refused("last-bet-open", "the bet has an open round", begun.with(4, open(3)), 5, last(2, bet(3))),
		refused("last-too-early", "a bet before the first", first, 5, last(1, bet(0))),
		refused("last-without-seeds", "a bet before the first rotation", fresh, 5, last(1, bet(0))),
		refused("next-form", "a next server seed that is no 64 hex characters", begun, 6, lp("x")),
		refused("next-active", "the next server seed is the active one", begun, 6, lp(server)),
		refused("next-revealed", "the next server seed is the revealed one", begun, 6, lp(past)),
		refused("revealed-active", "the revealed server seed is the active one", begun, 7, lp(server)),
		refused("revealed-too-early", "a revealed pair before the first rotation", fresh.with(8, lp("old")).with(9, u64(1)), 7, lp(past)),
		refused("revealed-missing", "a revealed client seed without a server seed", begun, 7, lp("")),
		refused("rounds-without-seed", "rounds of no pair of seeds", fresh, 9, u64(1)),
		refused("cut", "one byte short", begun, 9, u64(12)[:7]),
		refused("trailing", "one byte more", begun, 9, u64(12)+"\x00"),
		{ID: "session/empty", Comment: "nothing at all", Inputs: fields{"state": "", "calls": []string{}}, Result: "malformed"},
		{ID: "session/checksum", Comment: "the checksum of another state", Inputs: fields{
			"state": begun.text()[:len(begun.text())-64] + first.text()[len(first.text())-64:], "calls": []string{}}, Result: "malformed"},
	}
}

// seedPlayers returns the cases of the player's records. In their game, a step sends a bound
// n, and its outcome is IntN(n), in decimal.
func seedPlayers() []vector {
	const label, server, client, next = "squaredeal/seedrng/v1/player", serverSeed, clientSeed, nextSeed
	const declinedMark = "declined " // of reasons, in this file only
	type step struct{ sent, received string }
	// A round is its steps, or a bet that was declined.
	declined := func(sent, reason string) []step { return []step{{sent, declinedMark + reason}} }
	rounds := func(rounds ...[]step) string {
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
	// The fields of a state are label, hash, client, rounds, hash and client asked for.
	play := func(nonce uint64, sent ...string) (steps []step) {
		r := seedStream(server, client, nonce)
		for _, t := range sent {
			steps = append(steps, step{t, r.draw("intn " + t)})
		}
		return steps
	}
	h, x := shaHex(server), shaHex(next)
	fresh := state{lp(label), lp(""), lp(""), rounds(), lp(""), lp("")}
	asked := state{lp(label), lp(""), lp(""), rounds(), lp(sha(server)), lp(client)}
	begun := state{lp(label), lp(sha(server)), lp(client), rounds(), lp(""), lp("")}
	first, second := play(0, "6", "52"), play(1, "1000000")
	played := begun.with(3, rounds(first, second))
	waiting := begun.with(3, rounds(first, []step{{"1000000", ""}}))
	ending := played.with(4, lp(sha(next))).with(5, lp("c"))
	ended := state{lp(label), lp(sha(next)), lp("c"), rounds(), lp(""), lp("")}

	accepted := func(id, comment string, s, after state, callsAndResults ...string) vector {
		return accepted("player/"+id, comment, s, after, callsAndResults...)
	}
	refused := func(id, comment string, s state, at int, field string) vector {
		return refused("player/"+id, comment, s.with(at, field))
	}
	rotated := func(h, c string, nonce int) string { return fmt.Sprintf("rotated %s %d %s", h, nonce, c) }
	revealing := func(hash, seed string) string { return "revealed " + hash + " " + seed }
	end := rotated(x, "c", 0)
	steps := func(n int) []step { return slices.Repeat([]step{{"6", "1"}}, n) }
	mostRounds := slices.Repeat([][]step{steps(1)}, 1024)
	// promised is the end of a pair of seeds, without bets, whose server seed is any text.
	promised := func(seed string) state { return ending.with(1, lp(sha(seed))).with(3, rounds()) }
	longest := strings.Repeat("r", 1024)
	turnedDown := begun.with(3, rounds(first, declined("1000000", "no"), declined("7", longest)))
	cheated := slices.Clone(second)
	cheated[0].received += "0"

	return []vector{
		accepted("fresh", "nothing has been shown", fresh, fresh, "rotate "+strings.Repeat("0", 64), "malformed",
			rotated(h, client, 0), "mismatch", rotated(strings.Repeat("0", 64), "", 0), "mismatch", "send "+h+" 0 0 6", "no-seeds",
			"send "+strings.Repeat("0", 64)+" 0 0 6", "no-seeds", "receive "+h+" 0 0 1", "mismatch",
			"receive "+strings.Repeat("0", 64)+" 0 0 1", "mismatch", "declined "+h+" 0 0 no", "mismatch", "pending", "ok"),
		accepted("asked", "one client seed for one shown hash, and no other hash before it is confirmed", asked, asked,
			"rotate "+h, "ok "+client, "rotate "+h, "ok "+client, "rotate "+x, "mismatch", "send "+h+" 0 0 6", "no-seeds", "pending", "ok"),
		accepted("not-confirmed", "the view must confirm what was asked for", asked, asked,
			rotated(x, client, 0), "mismatch", rotated(h, "c", 0), "mismatch", rotated(h, client, 1), "mismatch"),
		accepted("confirmed", "and may come twice, also late", asked, begun.with(3, rounds(first)),
			rotated(h, client, 0), "ok", rotated(h, client, 0), "ok", "send "+h+" 0 0 6", "ok", "receive "+h+" 0 0 "+first[0].received, "ok",
			"send "+h+" 0 1 52", "ok", "receive "+h+" 0 1 "+first[1].received, "ok", rotated(h, client, 5), "ok", rotated(x, client, 0),
			"mismatch", rotated(h, "c", 0), "mismatch"),
		accepted("rounds", "what is recorded may be repeated, and nothing else", played, played,
			"send "+h+" 0 0 6", "ok", "send "+h+" 0 1 52", "ok", "send "+h+" 1 0 1000000", "ok", "receive "+h+" 0 1 "+first[1].received, "ok",
			"send "+h+" 0 0 7", "mismatch", "send "+h+" 3 0 6", "mismatch", "send "+h+" 2 1 6", "mismatch", "send "+h+" 0 3 6", "mismatch",
			"send "+h+" 0 0 ", "malformed",
			"send "+h+" 0 -1 6", "malformed", "send "+x+" 0 0 6", "mismatch", "send "+x+" 2 0 6", "mismatch",
			"send "+h+" 2 0 "+strings.Repeat("6", 1025), "malformed", "receive "+h+" 0 0 ", "malformed",
			"receive "+h+" 0 0 "+strings.Repeat("1", 1025), "malformed",
			"receive "+h+" 2 0 1", "mismatch", "receive "+h+" 0 2 1", "mismatch", "receive "+h+" 0 -1 1", "mismatch",
			"receive "+x+" 0 0 "+first[0].received, "mismatch",
			"receive "+h+" 1 0 "+second[0].received+"0", "cheat", "rotate "+h, "mismatch"),
		accepted("waiting", "an unanswered step is repeated before anything else is sent", waiting, waiting,
			"pending", "ok "+h+" 1 0 1000000", "send "+h+" 1 0 1000000", "ok", "receive "+x+" 1 0 5", "mismatch", "receive "+x+" 0 0 5",
			"mismatch", "declined "+x+" 1 0 no", "mismatch",
			"send "+h+" 1 0 7", "mismatch", "send "+x+" 1 0 1000000", "mismatch", "send "+h+" 1 1 6", "pending", "send "+h+" 2 0 6",
			"pending", "send "+h+" 0 2 6", "pending", "rotate "+x, "pending"),
		accepted("declined", "a declined bet is answered for good, and over; the next one may follow", waiting, turnedDown,
			"declined "+h+" 1 1 no", "malformed", "declined "+h+" 1 0 ", "malformed", "declined "+h+" 1 0 "+strings.Repeat("n", 1025),
			"malformed", "declined "+h+" 2 0 no", "mismatch",
			"declined "+h+" 1 0 no", "ok", "declined "+h+" 1 0 no", "ok", "pending", "ok", "declined "+h+" 1 0 not so", "cheat",
			"receive "+h+" 1 0 no", "cheat", "receive "+h+" 1 1 5", "mismatch",
			"send "+h+" 1 0 1000000", "ok", "send "+h+" 1 0 7", "mismatch", "send "+h+" 1 1 6", "finished", "send "+h+" 1 2 6", "finished",
			"send "+h+" 2 0 7", "ok", "declined "+h+" 2 0 "+longest, "ok"),
		accepted("declined-late", "what has an outcome can't be declined, and what was declined has none", played, played,
			"declined "+h+" 0 0 no", "cheat", "declined "+h+" 0 1 no", "malformed", "declined "+h+" 1 0 no", "cheat",
			"declined "+h+" 1 0 "+second[0].received, "cheat"),
		accepted("declined-revealed", "what declined bets would have given, in order; for one that the rules don't allow, nothing",
			ending.with(3, rounds(declined("52", "no"), play(1, "6", "52"), declined("red", "no such bet"), declined("6", "1"),
				declined("0", "0"))), ended,
			end+" "+revealing(h, next), "cheat", end+" "+revealing(h, server), "ok 0="+play(0, "52")[0].received+" 2= 3="+play(3,
				"6")[0].received+" 4=", end+" "+revealing(h, server), "ok"),
		accepted("ending", "no new bet after Rotate; a later step may follow", ending, ending.with(3, rounds(first, play(1, "1000000", "6"))),
			"send "+h+" 2 0 6", "pending", "send "+h+" 1 1 6", "ok", "pending",
			"ok "+h+" 1 1 6", end+" "+revealing(h, server), "pending", "receive "+h+" 1 1 "+play(1, "1000000", "6")[1].received, "ok"),
		accepted("not-revealed", "the pair that ends must be revealed", ending, ending,
			rotated(h, client, 0), "mismatch", rotated(h, client, 2), "mismatch", end, "mismatch", end+" "+revealing(x, server), "mismatch",
			rotated(x, client, 0)+" "+revealing(h, server), "mismatch"),
		accepted("revealed", "every outcome is that of the seeds", ending, ended, end+" "+revealing(h, server), "ok", end, "ok"),
		accepted("wrong-seed", "a server seed that does not have the hash; the right one is taken", ending, ended,
			end+" "+revealing(h, next), "cheat", end+" "+revealing(h, ""), "cheat", end+" "+revealing(h, strings.Repeat("s", 1025)), "cheat",
			end+" "+revealing(h, server), "ok"),
		accepted("wrong-seed-unused", "the same without bets", ending.with(3, rounds()), ending.with(3, rounds()),
			end+" "+revealing(h, next), "cheat"),
		accepted("wrong-outcome", "an outcome that is not that of the seeds", ending.with(3, rounds(first, cheated)),
			ending.with(3, rounds(first, cheated)),
			end+" "+revealing(h, server), "cheat"),
		accepted("seed-empty", "a server seed that is empty, with the hash", promised(""), promised(""),
			end+" "+revealing(shaHex(""), ""), "cheat"),
		accepted("most-rounds", "1,024 rounds: no new bet, and each can be played to its end", begun.with(3, rounds(mostRounds...)), nil,
			"send "+h+" 1024 0 6", "exhausted",
			"send "+h+" 1023 1 6", "ok", "send "+h+" 1024 0 6", "pending", "receive "+h+" 1023 1 1", "ok", "send "+h+" 0 1 6", "ok",
			"receive "+h+" 0 1 1",
			"ok", "send "+h+" 1024 0 6", "exhausted", "rotate "+x, "ok", "send "+h+" 1024 0 6", "pending"),
		accepted("most-steps", "1,024 steps of a round end it, whatever others have", begun.with(3, rounds(steps(1023), steps(1024))),
			nil, "send "+h+" 1 1024 6", "finished",
			"send "+h+" 1 1025 6", "finished", "send "+h+" 0 1024 6", "mismatch", "send "+h+" 0 1023 6", "ok", "send "+h+" 0 1024 6",
			"finished", "receive "+h+" 0 1023 1", "ok", "send "+h+" 0 1024 6", "finished",
			"receive "+h+" 0 1024 1", "mismatch", "send "+h+" 2 0 6", "ok", "receive "+h+" 2 0 1", "ok", "send "+h+" 2 1 6", "ok",
			"receive "+h+" 2 1 1", "ok", "rotate "+x, "ok"),
		refused("label", "another label", played, 0, lp("squaredeal/seedrng/v2/player")),
		refused("hash-missing", "a client seed without a hash", begun, 1, lp("")),
		refused("client-missing", "a hash without a client seed", played, 2, lp("")),
		refused("client-overlong", "a client seed of 1,025 bytes", played, 2, lp(strings.Repeat("c", 1025))),
		refused("rounds-without-seeds", "a round before the first rotation", fresh, 3, rounds(steps(1))),
		refused("round-empty", "a round without steps that isn't a declined bet", begun, 3, rounds(nil)),
		refused("declined-without-reason", "a bet declined for no reason", begun, 3, rounds(declined("6", ""))),
		refused("reason-overlong", "a reason of 1,025 bytes", begun, 3, rounds(declined("6", longest+"r"))),
		refused("rounds-cut", "a count without its rounds", begun, 3, u64(1<<63)),
		refused("too-many-rounds", "1,025 rounds", begun, 3, rounds(slices.Concat(mostRounds, mostRounds[:1])...)),
		refused("too-many-steps", "1,025 steps in a round", begun, 3, rounds(steps(1025))),
		refused("sent-missing", "a step that sent nothing", begun, 3, rounds([]step{{"", "1"}})),
		refused("received-overlong", "an outcome of 1,025 bytes", begun, 3, rounds([]step{{"6", strings.Repeat("1", 1025)}})),
		refused("unanswered-twice", "two unanswered steps", begun, 3, rounds([]step{{"6", ""}}, []step{{"6", ""}})),
		refused("asked-active", "the active hash is asked for", ending, 4, lp(sha(server))),
		refused("asked-zero", "a hash of zeros asked for", ending, 4, lp(zeros(32))),
		refused("asked-missing", "a client seed asked for without a hash", ending, 4, lp("")),
		refused("cut", "one byte short", ending, 5, lp("c")[:8]),
		refused("trailing", "one byte more", ending, 5, lp("c")+"\x00"),
		{ID: "player/empty", Comment: "nothing at all", Inputs: fields{"state": "", "calls": []string{}}, Result: "malformed"},
		{ID: "player/checksum", Comment: "the checksum of another state", Inputs: fields{
			"state": begun.text()[:len(begun.text())-64] + played.text()[len(played.text())-64:], "calls": []string{}}, Result: "malformed"},
	}
}
