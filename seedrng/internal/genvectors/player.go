package main

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// players are the player's records. In their game, a step sends a bound n, and its outcome
// is IntN(n), in decimal.
func players() []vectors.Case {
	const (
		label = "squaredeal/seedrng/v1/player"

		declinedMark = "declined " // of reasons, in this file only

		next = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	)
	hash := func(seed string) []byte {
		sum := sha256.Sum256([]byte(seed))
		return sum[:]
	}
	type step struct{ sent, received string }
	// A round is its steps, or a bet that was declined.
	declined := func(sent, reason string) []step { return []step{{sent, declinedMark + reason}} }
	rounds := func(rounds ...[]step) []byte {
		b := u64(uint64(len(rounds)))
		for _, steps := range rounds {
			if len(steps) == 1 && strings.HasPrefix(steps[0].received, declinedMark) {
				b = slices.Concat(b, u64(0), lp(steps[0].sent), lp(steps[0].received[len(declinedMark):]))
				continue
			}
			b = append(b, u64(uint64(len(steps)))...)
			for _, st := range steps {
				b = slices.Concat(b, lp(st.sent), lp(st.received))
			}
		}
		return b
	}
	// The fields of a state are label, hash, client, rounds, hash and client asked for.
	play := func(nonce uint64, sent ...string) (steps []step) {
		r := &reader{server: server, client: client, nonce: nonce}
		at := 0
		for _, t := range sent {
			steps = append(steps, step{t, r.draw(&at, "intn "+t)})
		}
		return steps
	}
	h, x := sha256hex(server), sha256hex(next)
	fresh := state{lp(label), lp(""), lp(""), rounds(), lp(""), lp("")}
	asked := state{lp(label), lp(""), lp(""), rounds(), lp(string(hash(server))), lp(client)}
	begun := state{lp(label), lp(string(hash(server))), lp(client), rounds(), lp(""), lp("")}
	first, second := play(0, "6", "52"), play(1, "1000000")
	played := begun.with(3, rounds(first, second))
	waiting := begun.with(3, rounds(first, []step{{"1000000", ""}}))
	ending := played.with(4, lp(string(hash(next)))).with(5, lp("c"))
	ended := state{lp(label), lp(string(hash(next))), lp("c"), rounds(), lp(""), lp("")}

	accepted := func(id, comment string, s, after state, callsAndResults ...string) vectors.Case {
		return accepted("player/"+id, comment, s, after, callsAndResults...)
	}
	refused := func(id, comment string, s state, at int, field []byte) vectors.Case {
		return refused("player/"+id, comment, s.with(at, field))
	}
	rotated := func(h, c string, nonce int) string { return fmt.Sprintf("rotated %s %d %s", h, nonce, c) }
	revealing := func(hash, seed string) string { return "revealed " + hash + " " + seed }
	end := rotated(x, "c", 0)
	steps := func(n int) []step { return slices.Repeat([]step{{"6", "1"}}, n) }
	mostRounds := slices.Repeat([][]step{steps(1)}, 1024)
	// promised is the end of a pair of seeds, without bets, whose server seed is any text.
	promised := func(seed string) state { return ending.with(1, lp(string(hash(seed)))).with(3, rounds()) }
	longest := strings.Repeat("r", 1024)
	turnedDown := begun.with(3, rounds(first, declined("1000000", "no"), declined("7", longest)))
	cheated := slices.Clone(second)
	cheated[0].received += "0"

	return []vectors.Case{
		accepted("fresh", "nothing has been shown", fresh, fresh, "rotate "+strings.Repeat("0", 64), "malformed",
			rotated(h, client, 0), "mismatch", "send "+h+" 0 0 6", "no-seeds", "send "+strings.Repeat("0", 64)+" 0 0 6", "no-seeds", "receive "+h+" 0 0 1", "mismatch",
			"receive "+strings.Repeat("0", 64)+" 0 0 1", "mismatch", "declined "+h+" 0 0 no", "mismatch", "pending", "ok"),
		accepted("first-hash", "the client seed is random", fresh, nil, "rotate "+h, "ok", "rotate "+x, "mismatch"),
		accepted("asked", "one client seed for one shown hash, and no other hash before it is confirmed", asked, asked,
			"rotate "+h, "ok "+client, "rotate "+h, "ok "+client, "rotate "+x, "mismatch", "send "+h+" 0 0 6", "no-seeds", "pending", "ok"),
		accepted("not-confirmed", "the view must confirm what was asked for", asked, asked,
			rotated(x, client, 0), "mismatch", rotated(h, "c", 0), "mismatch", rotated(h, client, 1), "mismatch"),
		accepted("confirmed", "and may come twice, also late", asked, begun.with(3, rounds(first)),
			rotated(h, client, 0), "ok", rotated(h, client, 0), "ok", "send "+h+" 0 0 6", "ok", "receive "+h+" 0 0 "+first[0].received, "ok",
			"send "+h+" 0 1 52", "ok", "receive "+h+" 0 1 "+first[1].received, "ok", rotated(h, client, 5), "ok", rotated(x, client, 0), "mismatch", rotated(h, "c", 0), "mismatch"),
		accepted("rounds", "what is recorded may be repeated, and nothing else", played, played,
			"send "+h+" 0 0 6", "ok", "send "+h+" 0 1 52", "ok", "send "+h+" 1 0 1000000", "ok", "receive "+h+" 0 1 "+first[1].received, "ok",
			"send "+h+" 0 0 7", "mismatch", "send "+h+" 3 0 6", "mismatch", "send "+h+" 2 1 6", "mismatch", "send "+h+" 0 3 6", "mismatch", "send "+h+" 0 0 ", "malformed",
			"send "+h+" 0 -1 6", "malformed", "send "+x+" 0 0 6", "mismatch", "send "+x+" 2 0 6", "mismatch",
			"send "+h+" 2 0 "+strings.Repeat("6", 1025), "malformed", "receive "+h+" 0 0 ", "malformed", "receive "+h+" 0 0 "+strings.Repeat("1", 1025), "malformed",
			"receive "+h+" 2 0 1", "mismatch", "receive "+h+" 0 2 1", "mismatch", "receive "+h+" 0 -1 1", "mismatch", "receive "+x+" 0 0 "+first[0].received, "mismatch",
			"receive "+h+" 1 0 "+second[0].received+"0", "cheat", "rotate "+h, "mismatch"),
		accepted("waiting", "an unanswered step is repeated before anything else is sent", waiting, waiting,
			"pending", "ok "+h+" 1 0 1000000", "send "+h+" 1 0 1000000", "ok", "receive "+x+" 1 0 5", "mismatch", "receive "+x+" 0 0 5", "mismatch", "declined "+x+" 1 0 no", "mismatch",
			"send "+h+" 1 0 7", "mismatch", "send "+x+" 1 0 1000000", "mismatch", "send "+h+" 1 1 6", "pending", "send "+h+" 2 0 6", "pending", "send "+h+" 0 2 6", "pending", "rotate "+x, "pending"),
		accepted("declined", "a declined bet is answered for good, and over; the next one may follow", waiting, turnedDown,
			"declined "+h+" 1 1 no", "malformed", "declined "+h+" 1 0 ", "malformed", "declined "+h+" 1 0 "+strings.Repeat("n", 1025), "malformed", "declined "+h+" 2 0 no", "mismatch",
			"declined "+h+" 1 0 no", "ok", "declined "+h+" 1 0 no", "ok", "pending", "ok", "declined "+h+" 1 0 not so", "cheat", "receive "+h+" 1 0 no", "cheat", "receive "+h+" 1 1 5", "mismatch",
			"send "+h+" 1 0 1000000", "ok", "send "+h+" 1 0 7", "mismatch", "send "+h+" 1 1 6", "finished", "send "+h+" 1 2 6", "finished",
			"send "+h+" 2 0 7", "ok", "declined "+h+" 2 0 "+longest, "ok"),
		accepted("declined-late", "what has an outcome can't be declined, and what was declined has none", played, played,
			"declined "+h+" 0 0 no", "cheat", "declined "+h+" 0 1 no", "malformed", "declined "+h+" 1 0 no", "cheat", "declined "+h+" 1 0 "+second[0].received, "cheat"),
		accepted("declined-revealed", "what declined bets would have given, in order; for one that the rules don't allow, nothing",
			ending.with(3, rounds(declined("52", "no"), play(1, "6", "52"), declined("red", "no such bet"), declined("6", "1"), declined("0", "0"))), ended,
			end+" "+revealing(h, next), "cheat", end+" "+revealing(h, server), "ok 0="+play(0, "52")[0].received+" 2= 3="+play(3, "6")[0].received+" 4=", end+" "+revealing(h, server), "ok"),
		accepted("declined-first", "a lie beside a declined bet is found", ending.with(3, rounds(declined("52", "no"), cheated)), ending.with(3, rounds(declined("52", "no"), cheated)),
			end+" "+revealing(h, server), "cheat"),
		accepted("earlier-round", "a later step of an earlier round", played, begun.with(3, rounds(play(0, "6", "52", "13"), second)),
			"send "+h+" 0 2 13", "ok", "receive "+h+" 0 2 "+play(0, "6", "52", "13")[2].received, "ok"),
		accepted("ending", "no new bet after Rotate; a later step may follow", ending, ending.with(3, rounds(first, play(1, "1000000", "6"))),
			"send "+h+" 2 0 6", "pending", "send "+h+" 1 1 6", "ok", "pending", "ok "+h+" 1 1 6", end+" "+revealing(h, server), "pending", "receive "+h+" 1 1 "+play(1, "1000000", "6")[1].received, "ok"),
		accepted("not-revealed", "the pair that ends must be revealed", ending, ending,
			end, "mismatch", end+" "+revealing(x, server), "mismatch", rotated(x, client, 0)+" "+revealing(h, server), "mismatch"),
		accepted("revealed", "every outcome is that of the seeds", ending, ended, end+" "+revealing(h, server), "ok", end, "ok"),
		accepted("wrong-seed", "a server seed that does not have the hash; the right one is taken", ending, ended,
			end+" "+revealing(h, next), "cheat", end+" "+revealing(h, ""), "cheat", end+" "+revealing(h, strings.Repeat("s", 1025)), "cheat", end+" "+revealing(h, server), "ok"),
		accepted("wrong-seed-unused", "the same without bets", ending.with(3, rounds()), ending.with(3, rounds()), end+" "+revealing(h, next), "cheat"),
		accepted("wrong-outcome", "an outcome that is not that of the seeds", ending.with(3, rounds(first, cheated)), ending.with(3, rounds(first, cheated)),
			end+" "+revealing(h, server), "cheat"),
		accepted("predictable", "a server seed of 65 bytes, with the hash", promised(strings.Repeat("s", 65)), promised(strings.Repeat("s", 65)),
			end+" "+revealing(sha256hex(strings.Repeat("s", 65)), strings.Repeat("s", 65)), "cheat"),
		accepted("seed-overlong", "a server seed of 1,025 bytes, with the hash", promised(strings.Repeat("s", 1025)), promised(strings.Repeat("s", 1025)),
			end+" "+revealing(sha256hex(strings.Repeat("s", 1025)), strings.Repeat("s", 1025)), "cheat"),
		accepted("seed-empty", "a server seed that is empty, with the hash", promised(""), promised(""), end+" "+revealing(sha256hex(""), ""), "cheat"),
		accepted("most-rounds", "1,024 rounds: no new bet, and each can be played to its end", begun.with(3, rounds(mostRounds...)), nil, "send "+h+" 1024 0 6", "exhausted",
			"send "+h+" 1023 1 6", "ok", "send "+h+" 1024 0 6", "pending", "receive "+h+" 1023 1 1", "ok", "send "+h+" 0 1 6", "ok", "receive "+h+" 0 1 1", "ok", "send "+h+" 1024 0 6", "exhausted", "rotate "+x, "ok", "send "+h+" 1024 0 6", "pending"),
		accepted("most-steps", "1,024 steps of a round end it, whatever others have", begun.with(3, rounds(steps(1023), steps(1024))), nil, "send "+h+" 1 1024 6", "finished",
			"send "+h+" 1 1025 6", "finished", "send "+h+" 0 1024 6", "mismatch", "send "+h+" 0 1023 6", "ok", "send "+h+" 0 1024 6", "finished", "receive "+h+" 0 1023 1", "ok", "send "+h+" 0 1024 6", "finished",
			"receive "+h+" 0 1024 1", "mismatch", "send "+h+" 2 0 6", "ok", "receive "+h+" 2 0 1", "ok", "send "+h+" 2 1 6", "ok", "receive "+h+" 2 1 1", "ok", "rotate "+x, "ok"),
		refused("label", "another label", played, 0, lp("squaredeal/seedrng/v2/player")),
		refused("hash-length", "a hash of 31 bytes", played, 1, lp(string(hash(server)[:31]))),
		refused("hash-zero", "a hash of zeros", played, 1, lp(string(make([]byte, 32)))),
		refused("hash-missing", "a client seed without a hash", begun, 1, lp("")),
		refused("client-missing", "a hash without a client seed", played, 2, lp("")),
		refused("client-overlong", "a client seed of 1,025 bytes", played, 2, lp(strings.Repeat("c", 1025))),
		refused("client-not-utf8", "a client seed that isn't UTF-8", played, 2, lp("\xff")),
		refused("rounds-too-early", "a round without a pair of seeds", fresh, 3, rounds(first)),
		refused("round-empty", "a round without steps that isn't a declined bet", begun, 3, rounds(nil)),
		refused("declined-missing", "a declined bet that isn't there", begun, 3, rounds(declined("", "no"))),
		refused("declined-without-reason", "a bet declined for no reason", begun, 3, rounds(declined("6", ""))),
		refused("declined-overlong", "a declined bet of 1,025 bytes", begun, 3, rounds(declined(longest+"r", "no"))),
		refused("declined-not-utf8", "a declined bet that isn't UTF-8", begun, 3, rounds(declined("\xff", "no"))),
		refused("reason-overlong", "a reason of 1,025 bytes", begun, 3, rounds(declined("6", longest+"r"))),
		refused("reason-not-utf8", "a reason that isn't UTF-8", begun, 3, rounds(declined("6", "\xff"))),
		refused("rounds-cut", "a count without its rounds", begun, 3, u64(1<<63)),
		refused("steps-cut", "a count without its steps", begun, 3, slices.Concat(u64(1), u64(1<<63))),
		refused("too-many-rounds", "1,025 rounds", begun, 3, rounds(slices.Concat(mostRounds, mostRounds[:1])...)),
		refused("too-many-steps", "1,025 steps in a round", begun, 3, rounds(steps(1025))),
		refused("sent-missing", "a step that sent nothing", begun, 3, rounds([]step{{"", "1"}})),
		refused("sent-overlong", "a step that sent 1,025 bytes", begun, 3, rounds([]step{{strings.Repeat("6", 1025), "1"}})),
		refused("sent-not-utf8", "a step that sent what isn't UTF-8", begun, 3, rounds([]step{{"\xff", "1"}})),
		refused("received-overlong", "an outcome of 1,025 bytes", begun, 3, rounds([]step{{"6", strings.Repeat("1", 1025)}})),
		refused("received-not-utf8", "an outcome that isn't UTF-8", begun, 3, rounds([]step{{"6", "\xff"}})),
		refused("unanswered-before", "an unanswered step before another", begun, 3, rounds([]step{{"6", ""}, {"6", "1"}})),
		refused("unanswered-twice", "two unanswered steps", begun, 3, rounds([]step{{"6", ""}}, []step{{"6", ""}})),
		refused("asked-active", "the active hash is asked for", ending, 4, lp(string(hash(server)))),
		refused("asked-length", "a hash asked for of 33 bytes", ending, 4, lp(string(hash(next))+"0")),
		refused("asked-zero", "a hash of zeros asked for", ending, 4, lp(string(make([]byte, 32)))),
		refused("asked-missing", "a client seed asked for without a hash", ending, 4, lp("")),
		refused("asked-client-missing", "a hash asked for without a client seed", ending, 5, lp("")),
		refused("cut", "one byte short", ending, 5, lp("c")[:8]),
		refused("trailing", "one byte more", ending, 5, append(lp("c"), 0)),
		{ID: "player/checksum", Comment: "the checksum of another state", Inputs: vectors.Fields{
			"state": begun.text()[:len(begun.text())-64] + played.text()[len(played.text())-64:], "calls": []string{}}, Result: "malformed"},
	}
}
