package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func sessions() []vectors.Case {
	const (
		label = "squaredeal/seedrng/v1/session"
		next  = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
		past  = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"
	)
	// The fields of a state are label, active, client, nonce, open, last, next, revealed, its client and its rounds.
	bet := func(nonce uint64) string { return fmt.Sprint("bet ", nonce) }
	open := func(nonces ...uint64) []byte {
		b := u64(uint64(len(nonces)))
		for _, n := range nonces {
			b = slices.Concat(b, u64(n), lp(bet(n)))
		}
		return b
	}
	last := func(how uint64, name string) []byte { return slices.Concat(u64(how), lp(name)) }
	fresh := state{lp(label), lp(""), lp(""), u64(0), open(), last(0, ""), lp(next), lp(""), lp(""), u64(0)}
	first := state{lp(label), lp(server), lp(client), u64(0), open(), last(0, ""), lp(next), lp(""), lp(""), u64(0)}
	begun := state{lp(label), lp(server), lp(client), u64(7), open(3, 6), last(0, ""), lp(next), lp(past), lp("old"), u64(12)}

	serverHash, nextHash := sha256hex(server), sha256hex(next)
	freshView := vectors.Fields{"nextNonce": "0", "nextServerHash": nextHash}
	firstView := func(nonce uint64, open ...uint64) vectors.Fields {
		v := vectors.Fields{"serverHash": serverHash, "clientSeed": client, "nextNonce": fmt.Sprint(nonce), "nextServerHash": nextHash}
		var rounds []vectors.Fields
		for _, n := range open {
			rounds = append(rounds, vectors.Fields{"nonce": fmt.Sprint(n), "bet": bet(n)})
		}
		if rounds != nil {
			v["openRounds"] = rounds
		}
		return v
	}
	revealed := func(seed, client string, rounds int) vectors.Fields {
		return vectors.Fields{"serverHash": sha256hex(seed), "serverSeed": seed, "clientSeed": client, "rounds": fmt.Sprint(rounds)}
	}
	rotatedView := func(client string) vectors.Fields {
		return vectors.Fields{"serverHash": nextHash, "clientSeed": client, "nextNonce": "0"}
	}
	begunView := func(nonce uint64, open ...uint64) vectors.Fields {
		v := firstView(nonce, open...)
		v["revealed"] = revealed(past, "old", 12)
		return v
	}
	withRevealed := func(v, revealed vectors.Fields) vectors.Fields {
		v["revealed"] = revealed
		return v
	}
	call := func(what string) func(nonce uint64) string {
		return func(nonce uint64) string { return fmt.Sprintf("%s %s %d %s", what, serverHash, nonce, bet(nonce)) }
	}
	reserve, play, decline := call("reserve"), call("play"), call("decline")
	finish := func(nonce uint64) string { return fmt.Sprintf("finish %s %d", serverHash, nonce) }

	accepted := func(id, comment string, s, after state, view vectors.Fields, callsAndResults ...string) vectors.Case {
		c := accepted("session/"+id, comment, s, after, callsAndResults...)
		if view != nil {
			c.Outputs["view"] = view
		}
		return c
	}
	refused := func(id, comment string, s state, at int, field []byte) vectors.Case {
		return refused("session/"+id, comment, s.with(at, field))
	}
	drawn := func(nonce uint64) string {
		r := &reader{server: server, client: client, nonce: nonce}
		return fmt.Sprintf("ok %x", r.block(0)[:8])
	}
	rotatedDraw := fmt.Sprintf("ok %x", (&reader{server: next, client: "c"}).block(0)[:8])
	// wrong are calls in a session whose rounds 0 and 2 of three are open.
	wrong := func(what string) []string {
		return []string{what + " " + nextHash + " 9 ", "malformed", what + " " + serverHash + " 3 " + strings.Repeat("b", 129), "malformed",
			what + " " + serverHash[:63] + " 3 bet 3", "malformed",
			what + " " + nextHash + " 3 bet 3", "mismatch", what + " " + serverHash + " 4 bet 4", "mismatch", what + " " + serverHash + " 3 bet 0", "mismatch",
			what + " " + serverHash + " 0 bet 2", "mismatch", what + " " + serverHash + " 0 bet 3", "mismatch", what + " " + serverHash + " 1 bet 2", "mismatch"}
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
	longOpen := slices.Concat(u64(1), u64(0), lp(longBet))
	longView := firstView(1)
	longView["openRounds"] = []vectors.Fields{{"nonce": "0", "bet": longBet}}

	return []vectors.Case{
		accepted("fresh", "before the first rotation", fresh, fresh, freshView,
			reserve(0), "no-seeds", play(0), "no-seeds", decline(0), "no-seeds", "reserve "+serverHash+" 0 ", "malformed", "rotate "+strings.Repeat("0", 64)+" c", "mismatch"),
		accepted("first-rotation", "nothing is revealed by it; the same call again changes nothing", fresh, nil, rotatedView("c"),
			"rotate "+nextHash+" c", "ok", "rotate "+nextHash+" c", "ok", "rotate "+nextHash+" d", "mismatch"),
		accepted("rotated-before", "the rotation that made the active pair, also while rounds are open", begun, begun, begunView(7, 3, 6),
			"rotate "+serverHash+" "+client, "ok", "rotate "+serverHash+" c", "mismatch"),
		accepted("rounds", "nonces count up from 0; an open round is had again by the same call", first, first.with(3, u64(3)).with(4, open(0, 2)), firstView(3, 0, 2),
			reserve(0), drawn(0), reserve(0), drawn(0), reserve(1), drawn(1), reserve(2), drawn(2), finish(1), "ok", finish(1), "ok", reserve(0), drawn(0), reserve(1), "finished"),
		accepted("reserve-refused", "requests that name the wrong thing, in the order of the checks", first.with(3, u64(3)).with(4, open(0, 2)),
			first.with(3, u64(3)).with(4, open(0, 2)), firstView(3, 0, 2),
			slices.Concat(wrong("reserve"), []string{"reserve " + serverHash + " 1 bet 1", "finished"})...),
		accepted("late-finish", "a round of earlier seeds is finished again, and the one with its nonce now stays open", first, nil,
			withRevealed(vectors.Fields{"serverHash": nextHash, "clientSeed": "c", "nextNonce": "1", "openRounds": []vectors.Fields{{"nonce": "0", "bet": "b"}}},
				revealed(server, client, 1)),
			reserve(0), drawn(0), finish(0), "ok", "rotate "+nextHash+" c", "ok", "reserve "+nextHash+" 0 b", rotatedDraw, finish(0), "ok"),
		accepted("played", "a bet that is settled at once; the same call draws the same, until the next nonce is used", first, first.with(3, u64(2)).with(5, last(1, bet(1))), firstView(2),
			play(0), drawn(0), play(0), drawn(0), "play "+serverHash+" 0 another", "finished", reserve(0), "finished", decline(0), "finished",
			play(1), drawn(1), play(0), "finished", play(1), drawn(1), "play "+nextHash+" 1 bet 1", "mismatch", "play "+serverHash+" 1 ", "malformed", "rotate "+serverHash+" "+client, "ok", play(1), drawn(1)),
		accepted("play-refused", "requests that name the wrong thing, in the order of the checks", two, two, firstView(3, 0, 2),
			slices.Concat([]string{play(0), "open", play(2), "open"}, wrong("play"), []string{"play " + serverHash + " 1 bet 1", "finished"})...),
		accepted("play-beside", "a round that is open stays so", two, first.with(3, u64(4)).with(4, open(0)).with(5, last(1, bet(3))), firstView(4, 0),
			play(3), drawn(3), reserve(2), drawn(2), finish(2), "ok", play(3), drawn(3)),
		accepted("declined", "the nonce is used, and no round opens; the same call is taken again, until the next nonce is used", first,
			first.with(3, u64(3)).with(4, open(1)).with(5, last(2, bet(2))), firstView(3, 1),
			decline(0), "ok", decline(0), "ok", "decline "+nextHash+" 0 bet 0", "mismatch", reserve(0), "finished", play(0), "finished", "decline "+serverHash+" 0 another", "finished",
			reserve(1), drawn(1), decline(0), "finished", decline(2), "ok"),
		accepted("decline-refused", "requests that name the wrong thing, and a round that was opened is played", two, two, firstView(3, 0, 2),
			slices.Concat([]string{decline(0), "open", decline(2), "open"}, wrong("decline"), []string{"decline " + serverHash + " 1 bet 1", "finished"})...),
		accepted("last-forgotten", "a round that opens, and new seeds, end the repetition", first.with(3, u64(1)).with(5, last(2, bet(0))), nil,
			withRevealed(rotatedView("c"), revealed(server, client, 2)),
			decline(0), "ok", reserve(1), drawn(1), finish(1), "ok", decline(0), "finished", "rotate "+nextHash+" c", "ok", decline(0), "mismatch"),
		accepted("bet-longest", "a name of 128 bytes", first, first.with(3, u64(1)).with(4, longOpen), longView,
			"reserve "+serverHash+" 0 "+longBet, drawn(0)),
		accepted("unused-seeds", "a pair of seeds is revealed even if no round was played with it", first, nil,
			withRevealed(rotatedView("c"), revealed(server, client, 0)), "rotate "+nextHash+" c", "ok"),
		accepted("second-rotation", "the active pair is revealed", first.with(3, u64(5)), nil,
			withRevealed(rotatedView("c"), revealed(server, client, 5)), "rotate "+nextHash+" c", "ok"),
		accepted("begun", "rounds 3 and 6 of seven are open; a pair of seeds has been revealed", begun, begun, begunView(7, 3, 6)),
		accepted("mid-hand", "no rotation while a round is open; a wrong hash counts first", begun, begun.with(4, open(6)), begunView(7, 6),
			"rotate "+nextHash+" c", "open", "rotate "+sha256hex(past)+" c", "mismatch", reserve(3), drawn(3), finish(3), "ok", "rotate "+nextHash+" c", "open"),
		accepted("bad-rotation", "hashes of the wrong form, client seeds of the wrong length, which count before a wrong hash", first, first, firstView(0),
			"rotate "+strings.ToUpper(nextHash)+" c", "malformed", "rotate "+nextHash[:63]+" c", "malformed", "rotate "+nextHash+" ", "malformed",
			"rotate "+nextHash+" "+strings.Repeat("c", 1025), "malformed", "rotate "+serverHash+" ", "malformed"),
		accepted("open-most", "1,024 rounds are open", full,
			first.with(3, u64(1025)).with(4, open(upTo(1025)[1:]...)), nil,
			reserve(1024), "open", play(1024), "open", decline(1024), "open", reserve(0), drawn(0), finish(0), "ok", reserve(1024), drawn(1024)),
		accepted("nonce-most", "the last nonce of a session is 2^64-2", first.with(3, u64(most-1)), first.with(3, u64(most)).with(4, open(most-1)),
			firstView(most, most-1), reserve(most-1), drawn(most-1), reserve(most), "exhausted", play(most), "exhausted", decline(most), "exhausted"),
		accepted("full-and-exhausted", "1,024 open rounds count before the last nonce", full.with(3, u64(most)), nil,
			nil, reserve(most), "open"),
		refused("label", "another label", begun, 0, lp("squaredeal/seedrng/v2/session")),
		refused("active-form", "an active seed that is no 64 hex characters", begun, 1, lp("x")),
		refused("active-upper-case", "an active seed in upper case", begun, 1, lp(strings.ToUpper(next))),
		refused("active-newline", "an active seed and a line feed", begun, 1, lp(server+"\n")),
		refused("active-missing", "a client seed without a server seed", begun, 1, lp("")),
		refused("client-missing", "a server seed without a client seed", begun, 2, lp("")),
		refused("client-overlong", "a client seed of 1,025 bytes", begun, 2, lp(strings.Repeat("c", 1025))),
		refused("client-not-utf8", "a client seed that isn't UTF-8", begun, 2, lp("\xff")),
		refused("client-too-early", "a client seed before the first rotation", fresh, 2, lp(client)),
		refused("nonce-too-early", "a nonce before the first rotation", fresh, 3, u64(1)),
		refused("open-unreserved", "an open round that was never reserved", begun, 4, open(3, 7)),
		refused("open-unsorted", "open rounds out of order", begun, 4, open(6, 3)),
		refused("bet-missing", "an open round without a bet", begun, 4, slices.Concat(u64(1), u64(3), lp(""))),
		refused("bet-overlong", "a bet with a name of 129 bytes", begun, 4, slices.Concat(u64(1), u64(3), lp(strings.Repeat("b", 129)))),
		refused("bet-not-utf8", "a bet with a name that isn't UTF-8", begun, 4, slices.Concat(u64(1), u64(3), lp("\xff"))),
		refused("bet-twice", "two open rounds of one bet", begun, 4, slices.Concat(u64(2), u64(3), lp("b"), u64(6), lp("b"))),
		refused("open-twice", "a round open twice, for two bets", begun, 4, slices.Concat(u64(2), u64(3), lp("a"), u64(3), lp("b"))),
		refused("open-too-many", "1,025 open rounds", first.with(3, u64(1025)), 4, open(upTo(1025)...)),
		refused("open-cut", "a count without its rounds", begun, 4, u64(1<<63)),
		refused("last-unknown", "neither played nor declined", begun.with(4, open(3)), 5, last(3, bet(5))),
		refused("last-unnamed", "a bet without a name", begun.with(4, open(3)), 5, last(1, "")),
		refused("last-for-nothing", "a name without a bet", begun.with(4, open(3)), 5, last(0, bet(5))),
		refused("last-overlong", "a bet with a name of 129 bytes", begun.with(4, open(3)), 5, last(1, strings.Repeat("b", 129))),
		refused("last-not-utf8", "a bet with a name that isn't UTF-8", begun.with(4, open(3)), 5, last(1, "\xff")),
		refused("last-open", "the round of the last nonce is open", begun, 5, last(2, bet(5))),
		refused("last-bet-open", "the bet has an open round", begun.with(4, open(3)), 5, last(2, bet(3))),
		refused("last-too-early", "a bet before the first", first, 5, last(1, bet(0))),
		refused("last-without-seeds", "a bet before the first rotation", fresh, 5, last(1, bet(0))),
		refused("next-missing", "no next server seed", begun, 6, lp("")),
		refused("next-form", "a next server seed that is no 64 hex characters", begun, 6, lp("x")),
		refused("next-upper-case", "a next server seed in upper case", begun, 6, lp(strings.ToUpper(next))),
		refused("next-active", "the next server seed is the active one", begun, 6, lp(server)),
		refused("next-revealed", "the next server seed is the revealed one", begun, 6, lp(past)),
		refused("revealed-form", "a revealed server seed that is no 64 hex characters", begun, 7, lp("x")),
		refused("revealed-active", "the revealed server seed is the active one", begun, 7, lp(server)),
		refused("revealed-too-early", "a revealed pair before the first rotation", fresh.with(8, lp("old")).with(9, u64(1)), 7, lp(past)),
		refused("revealed-missing", "a revealed client seed without a server seed", begun, 7, lp("")),
		refused("revealed-client-missing", "a revealed server seed without a client seed", begun, 8, lp("")),
		refused("revealed-client-overlong", "a revealed client seed of 1,025 bytes", begun, 8, lp(strings.Repeat("c", 1025))),
		refused("revealed-client-not-utf8", "a revealed client seed that isn't UTF-8", begun, 8, lp("\xff")),
		refused("rounds-without-seed", "rounds of no pair of seeds", fresh, 9, u64(1)),
		refused("cut", "one byte short", begun, 9, u64(12)[:7]),
		refused("trailing", "one byte more", begun, 9, append(u64(12), 0)),
		refused("no-fields", "a checksum of nothing", state{nil}, 0, nil),
		{ID: "session/empty", Comment: "nothing at all", Inputs: vectors.Fields{"state": "", "calls": []string{}}, Result: "malformed"},
		{ID: "session/checksum", Comment: "the checksum of another state", Inputs: vectors.Fields{
			"state": begun.text()[:len(begun.text())-64] + first.text()[len(first.text())-64:], "calls": []string{}}, Result: "malformed"},
	}
}
