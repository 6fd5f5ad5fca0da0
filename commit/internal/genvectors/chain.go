package main

import (
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// chainOf returns x_0, …, x_n.
func chainOf(last string, n int) []string {
	xs := make([]string, n+1)
	xs[n] = last
	for i := n - 1; i >= 0; i-- {
		xs[i] = hash(xs[i+1])
	}
	return xs
}

func state(xs []string, r, drawn int) string {
	n := len(xs) - 1
	b := lp("squaredeal/chain/v1/state") + u64(uint64(n)) + u64(uint64(r)) + string([]byte{byte(drawn)}) + xs[0] + xs[r]
	for _, i := range kept(n, r) {
		b += xs[i]
	}
	return b + hash(b)
}

// endOf is the state of a chain of n rounds, a power of two, when the last ones of xs are
// still to come: what is kept is what a chain of that many keeps, as the last of the inner
// trees is such a chain, halfway through or later.
func endOf(n uint64, anchor string, xs []string, left, drawn int) string {
	short := len(xs) - 1
	b := lp("squaredeal/chain/v1/state") + u64(n) + u64(n-uint64(left)) + string([]byte{byte(drawn)}) + anchor + xs[short-left]
	for _, i := range kept(short, short-left) {
		b += xs[i]
	}
	return b + hash(b)
}

// calls are made to a chain, one after another: each with its answer, and with how many
// states have been stored when it is done.
func calls() []vectors.Case {
	type call struct {
		what   string
		answer string
		stored int
	}
	play := func(id, comment string, inputs vectors.Fields, state string, list ...call) vectors.Case {
		var what, answers []string
		var stored []int
		for _, c := range list {
			what, answers, stored = append(what, c.what), append(answers, c.answer), append(stored, c.stored)
		}
		inputs["calls"] = what
		return vectors.Case{ID: "calls/" + id, Comment: comment, Inputs: inputs, Outputs: vectors.Fields{
			"answers": answers, "stored": stored, "state": hexOf(state)}, Result: "ok"}
	}
	last := counting(0, 32)
	xs := chainOf(last, 3)
	x := func(i int) string { return hexOf(xs[i]) }
	made := func() vectors.Fields { return vectors.Fields{"n": 3, "last": hexOf(last)} }
	resumed := func(state string) vectors.Fields { return vectors.Fields{"state": hexOf(state)} }
	// The end of the longest chain. Nobody checks the anchor, which takes 2^32 hashes.
	const most = 1 << 32
	ys := chainOf(last, 8)
	anchor := counting(100, 32)
	end := func(left, drawn int) string { return endOf(most, anchor, ys, left, drawn) }
	return []vectors.Case{
		play("order", "rounds that can't be drawn or revealed, and those that can", made(), state(xs, 2, 1),
			call{"draw 0", "malformed", 1}, call{"draw 4", "malformed", 1}, call{"reveal 0", "malformed", 1}, call{"reveal 4", "malformed", 1},
			call{"reveal 1", "state", 1}, call{"draw 2", "state", 1}, call{"reveal 2", "state", 1}, call{"draw 1", x(1), 2},
			call{"draw 2", "state", 2}, call{"reveal 2", "state", 2}, call{"reveal 1", x(1), 3},
			call{"draw 1", "state", 3}, call{"reveal 2", "state", 3}, call{"draw 3", "state", 3}, call{"reveal 3", "state", 3},
			call{"draw 2", x(2), 4}, call{"reveal 1", x(1), 4}, call{"draw 1", "state", 4}, call{"reveal 2", x(2), 5},
			call{"reveal 1", "state", 5}, call{"draw 3", x(3), 6}),
		play("again", "a round drawn again stores the same state again, one revealed again nothing", made(), state(xs, 1, 0),
			call{"draw 1", x(1), 2}, call{"draw 1", x(1), 3}, call{"draw 1", x(1), 4}, call{"reveal 1", x(1), 5}, call{"reveal 1", x(1), 5}),
		play("end", "after the last round", resumed(state(xs, 3, 0)), state(xs, 3, 0),
			call{"reveal 3", x(3), 0}, call{"draw 3", "state", 0}, call{"reveal 2", "state", 0}, call{"draw 4", "malformed", 0}, call{"reveal 4", "malformed", 0}),
		play("resumed", "from a state in which round 2 is drawn", resumed(state(xs, 1, 1)), state(xs, 2, 0),
			call{"reveal 1", x(1), 0}, call{"draw 1", "state", 0}, call{"draw 2", x(2), 1}, call{"reveal 2", x(2), 2}),
		play("longest", "the last four of 2^32 rounds", resumed(end(4, 0)), end(0, 0),
			call{"reveal 4294967295", "state", 0}, call{"draw 4294967293", hexOf(ys[5]), 1}, call{"reveal 4294967293", hexOf(ys[5]), 2},
			call{"draw 4294967294", hexOf(ys[6]), 3}, call{"reveal 4294967294", hexOf(ys[6]), 4}, call{"draw 4294967295", hexOf(ys[7]), 5}, call{"reveal 4294967295", hexOf(ys[7]), 6},
			call{"draw 4294967297", "malformed", 6}, call{"draw 4294967296", hexOf(ys[8]), 7}, call{"reveal 4294967296", hexOf(ys[8]), 8}, call{"draw 4294967297", "malformed", 8}),
	}
}

func chains() []vectors.Case {
	last := counting(0, 32)
	var out []vectors.Case
	for _, n := range []int{1, 2, 3, 4, 5, 8, 13, 16, 21, 1000, 1024, 2500} {
		xs := chainOf(last, n)
		var values, states []string
		for r := range n + 1 {
			values = append(values, hexOf(xs[r]))
			states = append(states, hexOf(state(xs, r, 0)))
			if r < n {
				states = append(states, hexOf(state(xs, r, 1)))
			}
		}
		c := vectors.Case{
			ID: fmt.Sprintf("chain/%d", n), Comment: "the anchor and every value; the state as it is stored at first, at each draw and at each reveal",
			Inputs:  vectors.Fields{"n": n, "last": hexOf(last)},
			Outputs: vectors.Fields{"values": values, "states": states}, Result: "ok",
		}
		if n > 100 {
			c.Comment = "SHA-256 of all values, and of all states, each put together"
			c.Outputs = vectors.Fields{"allValues": hexOf(hash(strings.Join(xs, ""))), "allStates": hexOf(hash(fromHex(strings.Join(states, ""))))}
		}
		out = append(out, c)
	}
	for _, n := range []uint64{0, 1<<32 + 1} {
		out = append(out, vectors.Case{ID: fmt.Sprintf("chain/of-%d", n), Comment: "not 1 to 2^32 rounds",
			Inputs: vectors.Fields{"n": n, "last": hexOf(last)}, Result: "malformed"})
	}
	return out
}

func links() []vectors.Case {
	verify := func(id, comment, anchor, x string, steps int, result string) vectors.Case {
		return vectors.Case{ID: "link/" + id, Comment: comment, Inputs: vectors.Fields{
			"anchor": anchor, "value": x, "steps": steps}, Result: result}
	}
	xs := chainOf(counting(0, 32), 5)
	far := counting(0, 32)
	for range 1 << 24 {
		far = hash(far)
	}
	return []vectors.Case{
		verify("one", "one step", hexOf(xs[0]), hexOf(xs[1]), 1, "ok"),
		verify("between", "from a value to one before it", hexOf(xs[2]), hexOf(xs[5]), 3, "ok"),
		verify("less", "a step less", hexOf(xs[2]), hexOf(xs[5]), 2, "mismatch"),
		verify("more", "a step more", hexOf(xs[2]), hexOf(xs[5]), 4, "mismatch"),
		verify("backwards", "the anchor in place of the value", hexOf(xs[1]), hexOf(xs[0]), 1, "mismatch"),
		verify("hex", "the hash of 64 characters", hexOf(hash(hexOf(xs[1]))), hexOf(xs[1]), 1, "mismatch"),
		verify("none", "no steps", hexOf(xs[0]), hexOf(xs[0]), 0, "malformed"),
		verify("most", "2^24 steps", hexOf(far), hexOf(counting(0, 32)), 1<<24, "ok"),
		verify("many", "2^24 + 1 steps, which lead there", hexOf(hash(far)), hexOf(counting(0, 32)), 1<<24+1, "malformed"),
		verify("upper-case", "the anchor in upper case", strings.ToUpper(hexOf(xs[0])), hexOf(xs[1]), 1, "malformed"),
		verify("short", "a value of 62 characters", hexOf(xs[0]), hexOf(xs[1])[:62], 1, "malformed"),
	}
}

// altered are states that a chain resumes from, and which it finds out when it comes
// to the value that was altered.
func altered() []vectors.Case {
	xs := chainOf(counting(0, 32), 13)
	good := state(xs, 4, 0)
	end := len(good) - 32
	// The values above the last kept one but one come from the last.
	indices := kept(13, 4)
	above := indices[len(indices)-2] + 1
	alter := func(id, comment string, at int, round int) vectors.Case {
		b := good[:at] + string([]byte{good[at] ^ 1}) + good[at+1:end]
		return vectors.Case{ID: "altered/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(b + hash(b)), "round": round}, Result: "mismatch"}
	}
	return []vectors.Case{
		alter("first", "x_4 is revealed; the first kept value, x_5, has another bit", end-4*32, 5),
		alter("last", "the last one, which later values are computed from", end-1, above),
		alter("revealed", "the one that is revealed", end-4*32-32, 5),
	}
}

// chainStates are those that a chain doesn't resume from.
func chainStates() []vectors.Case {
	xs := chainOf(counting(0, 32), 13)
	good := state(xs, 4, 0)
	head := lp("squaredeal/chain/v1/state")
	refused := func(id, comment, state string) vectors.Case {
		return vectors.Case{ID: "state/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(state)}, Result: "malformed"}
	}
	summed := func(b string) string { return b + hash(b) }
	with := func(n, r uint64, drawn, values string) string {
		return summed(head + u64(n) + u64(r) + drawn + values)
	}
	values := good[len(head)+17 : len(good)-32] // with the anchor
	return []vectors.Case{
		refused("empty", "nothing at all", ""),
		refused("sum-alone", "a checksum of nothing", summed("")),
		refused("checksum", "the checksum of another state", good[:len(good)-32]+hash("another")),
		refused("label", "another label", summed(lp("squaredeal/chain/v2/state")+good[len(head):len(good)-32])),
		refused("no-label", "no label", summed(good[len(head):len(good)-32])),
		refused("cut-summed", "a byte less than the fixed fields, and a checksum of that", summed(head+u64(1)+u64(1)+"\x00"+xs[0]+xs[1][:31])),
		refused("drawn", "neither drawn nor not", with(13, 4, "\x02", values)),
		refused("drawn-at-end", "a round drawn after the last one", with(13, 13, "\x01", xs[0]+xs[13])),
		refused("n-zero", "a chain of no rounds", with(0, 0, "\x00", xs[0]+xs[0])),
		refused("n-many", "2^32 + 1 rounds", with(1<<32+1, 4, "\x00", values)),
		refused("round", "round 14 of 13", with(13, 14, "\x00", xs[0]+xs[13])),
		refused("round-huge", "round 2^64 - 1", with(13, 1<<64-1, "\x00", values)),
		refused("value-missing", "a value less", with(13, 4, "\x00", values[:len(values)-32])),
		refused("value-more", "a value more", with(13, 4, "\x00", values+xs[5])),
		refused("value-cut", "a byte less", with(13, 4, "\x00", values[:len(values)-1])),
		refused("end-value", "a value after the last round", with(13, 13, "\x00", xs[0]+xs[13]+xs[13])),
		refused("no-anchor", "the anchor left out", with(13, 4, "\x00", values[32:])),
		refused("other-anchor", "no round revealed, and a value revealed last that isn't the anchor", summed(head+u64(1)+u64(0)+"\x00"+xs[1]+xs[0]+xs[1])),
		refused("cut", "no values and no checksum", good[:len(head)+17]),
		refused("trailing", "a byte behind the checksum", good+"\x00"),
	}
}

func verifierState(round uint64, x string) string {
	b := lp("squaredeal/chain/v1/verifier") + u64(round) + x
	return b + hash(b)
}

func verifiers() []vectors.Case {
	xs := chainOf(counting(0, 32), 13)
	type link struct {
		round  uint64
		x      string
		answer string
	}
	follow := func(id, comment string, from uint64, known string, to uint64, links ...link) vectors.Case {
		var list, answers []string
		for _, l := range links {
			list = append(list, fmt.Sprintf("%d %x", l.round, l.x))
			answers = append(answers, l.answer)
		}
		last := known
		if to != from {
			last = xs[to]
		}
		return vectors.Case{ID: "verifier/" + id, Comment: comment, Inputs: vectors.Fields{
			"round": from, "known": hexOf(known), "links": list}, Outputs: vectors.Fields{
			"answers": answers, "state": hexOf(verifierState(to, last))}, Result: "ok"}
	}
	ok := func(round uint64) link { return link{round, xs[round], "ok"} }
	return []vectors.Case{
		follow("each", "each round", 0, xs[0], 4, ok(1), ok(2), ok(3), ok(4)),
		follow("again", "the same again, and earlier ones", 0, xs[0], 4, ok(1), ok(1), ok(4), ok(4), ok(2), ok(1), ok(3)),
		follow("late", "from a later link", 5, xs[5], 13, ok(6), ok(13), ok(4)),
		follow("false", "another value, the value of another round, one again as another's", 0, xs[0], 3,
			link{1, xs[2], "mismatch"}, link{2, xs[1], "mismatch"}, ok(3), link{3, xs[2], "mismatch"}, link{2, xs[3], "mismatch"}, link{4, xs[3], "mismatch"}, link{4, xs[5], "mismatch"}),
		follow("range", "rounds that don't exist or are too far", 0, xs[0], 1,
			link{0, xs[0], "malformed"}, link{1<<32 + 1, xs[1], "malformed"}, link{1<<24 + 1, xs[1], "malformed"}, ok(1)),
		follow("range-end", "a value that would be that of round 2^32 + 1", 1<<32, xs[0], 1<<32, link{1<<32 + 1, xs[1], "malformed"}, link{1 << 32, xs[0], "ok"}),
		follow("range-back", "too far back", 1<<24+2, xs[0], 1<<24+2, link{1, xs[1], "malformed"}),
		{ID: "verifier/round", Comment: "a chain has at most 2^32 rounds", Inputs: vectors.Fields{
			"round": uint64(1<<32 + 1), "known": hexOf(xs[0]), "links": []string{}}, Result: "malformed"},
	}
}

// verifierStates are those that a verifier doesn't resume from.
func verifierStates() []vectors.Case {
	x := counting(0, 32)
	refused := func(id, comment, state string) vectors.Case {
		return vectors.Case{ID: "verifierstate/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(state)}, Result: "malformed"}
	}
	good := verifierState(3, x)
	label := lp("squaredeal/chain/v1/state")
	b := label + u64(3) + x
	return []vectors.Case{
		refused("empty", "nothing at all", ""),
		refused("checksum", "another checksum", good[:len(good)-32]+hash("another")),
		refused("label", "a chain's label", b+hash(b)),
		refused("round", "2^32 + 1 rounds", verifierState(1<<32+1, x)),
		refused("short", "a link of 31 bytes", verifierState(3, x[:31])),
		refused("long", "a link of 33 bytes", verifierState(3, x+"\x00")),
		refused("trailing", "a byte behind the checksum", good+"\x00"),
	}
}
