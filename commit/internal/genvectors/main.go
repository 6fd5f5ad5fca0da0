// Command genvectors writes the test vectors of package commit to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package commit, so that the vectors check one reading of it by another.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/commit v1", commitments(), tosses(), seeds(), chains(), links(), states(), accumulated())
}

func lp(x string) string {
	return string(binary.BigEndian.AppendUint64(nil, uint64(len(x)))) + x
}

func u32(x int) string    { return string(binary.BigEndian.AppendUint32(nil, uint32(x))) }
func u64(x uint64) string { return string(binary.BigEndian.AppendUint64(nil, x)) }

func hash(x string) string {
	sum := sha256.Sum256([]byte(x))
	return string(sum[:])
}

func hexOf(x string) string { return hex.EncodeToString([]byte(x)) }

func commitment(nonce, context, value string) string {
	mac := hmac.New(sha256.New, []byte(nonce))
	mac.Write([]byte(lp("squaredeal/commit/v1") + lp(context) + lp(value)))
	return string(mac.Sum(nil))
}

func counting(from, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(from + i)
	}
	return string(b)
}

func commitments() []vectors.Case {
	nonce := counting(0, 32)
	open := func(id, comment, c, nonce, context, value, result string) vectors.Case {
		return vectors.Case{ID: "commitment/" + id, Comment: comment, Inputs: vectors.Fields{
			"commitment": c, "nonce": hexOf(nonce), "context": hexOf(context), "value": hexOf(value)}, Result: result}
	}
	good := func(id, comment, nonce, context, value string) vectors.Case {
		return open(id, comment, hexOf(commitment(nonce, context, value)), nonce, context, value, "ok")
	}
	c := hexOf(commitment(nonce, "game 7", "heads"))
	return []vectors.Case{
		good("worked", "the worked vector of SPEC.md", nonce, "game 7", "heads"),
		good("empty", "no context, no value", nonce, "", ""),
		good("zero-nonce", "a nonce of 32 zero bytes is one like any other", string(make([]byte, 32)), "game 7", "heads"),
		good("long", "longer than any buffer", nonce, counting(0, 1000), counting(7, 5000)),
		good("boundary-411", "the hashed message has 511 bytes", nonce, "", counting(0, 403)),
		good("boundary-412", "512 bytes", nonce, "", counting(0, 404)),
		good("boundary-413", "513 bytes", nonce, "", counting(0, 405)),
		open("other-value", "another value", c, nonce, "game 7", "tails", "mismatch"),
		open("other-context", "another context", c, nonce, "game 8", "heads", "mismatch"),
		open("other-nonce", "another nonce", c, counting(1, 32), "game 7", "heads", "mismatch"),
		open("moved-boundary", "a byte moved from the context to the value", c, nonce, "game ", "7heads", "mismatch"),
		open("extended", "a longer value", c, nonce, "game 7", "heads!", "mismatch"),
		open("trailing-zero", "a zero byte more", c, nonce, "game 7", "heads\x00", "mismatch"),
		open("other-commitment", "the last bit of the commitment flipped", c[:63]+flip(c[63:]), nonce, "game 7", "heads", "mismatch"),
		open("short-nonce", "31 bytes", c, nonce[:31], "game 7", "heads", "malformed"),
		open("long-nonce", "33 bytes", c, nonce+"\x00", "game 7", "heads", "malformed"),
		open("no-nonce", "none", c, "", "game 7", "heads", "malformed"),
		open("upper-case", "the commitment in upper case", strings.ToUpper(c), nonce, "game 7", "heads", "malformed"),
		open("short", "62 characters", c[:62], nonce, "game 7", "heads", "malformed"),
		open("long-text", "66 characters", c+"00", nonce, "game 7", "heads", "malformed"),
	}
}

// flip flips the last bit of a hex digit.
func flip(digit string) string {
	const digits = "0123456789abcdef"
	return string(digits[strings.Index(digits, digit)^1])
}

// A table is a toss of which everything is known.
type table struct {
	session string
	seats   int
}

func nonceOf(seat int) string { return hash(fmt.Sprint("nonce ", seat)) }
func valueOf(seat int) string { return hash(fmt.Sprint("value ", seat)) }

func (t table) commitment(seat int) string {
	return commitment(nonceOf(seat), lp("squaredeal/toss/v1")+lp(t.session)+u32(t.seats)+u32(seat), valueOf(seat))
}

func (t table) all(of func(int) string) string {
	var b strings.Builder
	for seat := range t.seats {
		b.WriteString(of(seat))
	}
	return b.String()
}

func (t table) digest() string {
	return hash(lp("squaredeal/toss/v1/list") + lp(t.session) + u32(t.seats) + t.all(t.commitment))
}

func (t table) seed() string {
	return hash(lp("squaredeal/toss/v1/seed") + lp(t.session) + u32(t.seats) + t.all(t.commitment) + t.all(valueOf))
}

func (t table) commit(seat int) string { return "\x01" + t.commitment(seat) }
func (t table) reveal(seat int) string { return "\x02" + nonceOf(seat) + valueOf(seat) + t.digest() }

func seeds() []vectors.Case {
	var out []vectors.Case
	for _, t := range []table{{"s", 2}, {"table 5, hand 12", 3}, {strings.Repeat("s", 1024), 4}, {"many", 1024}} {
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("seed/%d", t.seats), Comment: "the honest toss of this many seats",
			Inputs:  vectors.Fields{"session": hexOf(t.session), "seats": t.seats},
			Outputs: vectors.Fields{"digest": hexOf(t.digest()), "seed": hexOf(t.seed())}, Result: "ok",
		})
	}
	return out
}

// An event is a message to the seat under test, and what it answers: "ok", a message
// in hex, or a class of failure with the seats blamed.
type event struct {
	from            int
	message, answer string
}

func tosses() []vectors.Case {
	t := table{"table 5, hand 12", 3}
	toss := func(id, comment string, seat int, seed string, events ...event) vectors.Case {
		var messages, answers []string
		for _, e := range events {
			messages = append(messages, fmt.Sprintf("%d %x", e.from, e.message))
			answers = append(answers, e.answer)
		}
		outputs := vectors.Fields{"commit": hexOf(t.commit(seat)), "answers": answers, "seed": seed}
		return vectors.Case{ID: "toss/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(t.session), "seats": t.seats, "seat": seat, "messages": messages}, Outputs: outputs, Result: "ok"}
	}
	refused := func(id, comment, session string, seats, seat int) vectors.Case {
		return vectors.Case{ID: "toss/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(session), "seats": seats, "seat": seat, "messages": []string{}}, Result: "malformed"}
	}
	c := func(from int) event { return event{from, t.commit(from), "ok"} }
	last := func(seat, from int) event { return event{from, t.commit(from), hexOf(t.reveal(seat))} }
	r := func(from int) event { return event{from, t.reveal(from), "ok"} }
	seed := hexOf(t.seed())
	other := table{"table 5, hand 13", 3}
	equivocal := t.reveal(2)[:65] + hash("another list")

	return []vectors.Case{
		toss("seat-0", "an honest toss, as seat 0 sees it", 0, seed, c(1), last(0, 2), r(1), r(2)),
		toss("seat-1", "as seat 1 sees it, the others in another order", 1, seed, c(2), last(1, 0), r(2), r(0)),
		toss("seat-2", "as seat 2 sees it", 2, seed, c(1), last(2, 0), r(0), r(1)),
		toss("incomplete-commits", "a commitment is missing", 0, "state", c(2)),
		toss("incomplete-reveals", "a reveal is missing", 0, "state", c(1), last(0, 2), r(2)),
		toss("second-commitment", "the same again, and another one", 0, seed,
			c(1), event{1, t.commit(1), "state 1"}, event{1, t.commit(2), "state 1"}, last(0, 2), event{2, t.commit(2), "state 2"}, r(1), r(2)),
		toss("copied", "the commitment of oneself", 0, "state",
			event{1, t.commit(0), "copied 1"}, c(1), event{2, t.commit(0), "copied 2"}),
		toss("copied-from-another", "another seat's commitment is taken, and can't be opened", 0, "state",
			event{2, t.commit(1), "ok"}, event{1, t.commit(1), hexOf("\x02" + nonceOf(0) + valueOf(0) + t.digestWith(2, t.commitment(1)))},
			event{2, t.reveal(1), "mismatch 2"}, event{2, t.reveal(2), "mismatch 2"},
			event{1, "\x02" + nonceOf(1) + valueOf(1) + t.digestWith(2, t.commitment(1)), "ok"}),
		toss("zero", "a commitment of zeros is one like any other", 0, "state", event{1, "\x01" + string(make([]byte, 32)), "ok"}),
		toss("early-reveal", "before the last commitment", 0, seed,
			c(1), event{1, t.reveal(1), "early 1"}, event{2, t.reveal(2), "early 2"}, last(0, 2), r(1), r(2)),
		toss("second-reveal", "the same again", 0, seed, c(1), last(0, 2), r(1), event{1, t.reveal(1), "state 1"}, r(2), event{2, t.reveal(2), "state 2"}),
		toss("wrong-opening", "another seat's, another toss's, another value", 0, seed,
			c(1), last(0, 2), event{1, t.reveal(2), "mismatch 1"}, event{1, t.reveal(0), "mismatch 1"},
			event{1, "\x02" + nonceOf(1) + valueOf(2) + t.digest(), "mismatch 1"}, event{1, "\x02" + nonceOf(2) + valueOf(1) + t.digest(), "mismatch 1"}, r(1), r(2)),
		toss("other-session", "a commitment from another toss is noticed when it is opened", 0, "state",
			event{1, other.commit(1), "ok"}, event{2, t.commit(2), hexOf("\x02" + nonceOf(0) + valueOf(0) + t.digestWith(1, other.commitment(1)))},
			event{1, other.reveal(1), "mismatch 1"}),
		toss("other-list", "a seat saw other commitments", 0, "mismatch 2", c(1), last(0, 2), r(1), event{2, equivocal, "ok"}, event{2, equivocal, "state 2"}),
		toss("other-list-early", "no seed is to be expected once a list differs", 0, "mismatch 2", c(1), last(0, 2), event{2, equivocal, "ok"}),
		toss("other-lists", "two did", 0, "mismatch 1 2", c(1), last(0, 2), event{2, equivocal, "ok"}, event{1, t.reveal(1)[:65] + hash("a third list"), "ok"}),
		toss("sender", "oneself, and no seat", 1, "state",
			event{1, t.commit(1), "malformed"}, event{3, t.commit(2), "malformed"}, event{-1, t.commit(2), "malformed"}),
		toss("form", "empty, unknown, cut, longer", 1, "state",
			event{0, "", "malformed 0"}, event{0, "\x00" + t.commitment(0), "malformed 0"}, event{0, "\x03" + t.commitment(0), "malformed 0"},
			event{0, t.commit(0)[:32], "malformed 0"}, event{0, t.commit(0) + "\x00", "malformed 0"}, event{0, "\x01", "malformed 0"},
			event{0, "\x01" + t.reveal(0)[1:], "malformed 0"}, event{0, "\x02" + t.commit(0)[1:], "malformed 0"},
			event{2, t.reveal(2)[:96], "malformed 2"}, event{2, t.reveal(2) + "\x00", "malformed 2"}),
		refused("no-session", "an empty session", "", 2, 0),
		refused("long-session", "1,025 bytes", strings.Repeat("s", 1025), 2, 0),
		refused("one-seat", "no toss of one", "s", 1, 0),
		refused("many-seats", "1,025 seats", "s", 1025, 0),
		refused("negative-seat", "seat -1", "s", 2, -1),
		refused("high-seat", "seat 2 of 0 and 1", "s", 2, 2),
	}
}

// digestWith is the digest with one seat's commitment replaced.
func (t table) digestWith(seat int, c string) string {
	return hash(lp("squaredeal/toss/v1/list") + lp(t.session) + u32(t.seats) + t.all(func(i int) string {
		if i == seat {
			return c
		}
		return t.commitment(i)
	}))
}

var steps = []string{"raw", "hex"}

func link(step, x string) string {
	if step == "hex" {
		return hash(hexOf(x))
	}
	return hash(x)
}

// chainOf returns x_0, …, x_n.
func chainOf(step, last string, n int) []string {
	xs := make([]string, n+1)
	xs[n] = last
	for i := n - 1; i >= 0; i-- {
		xs[i] = link(step, xs[i+1])
	}
	return xs
}

// kept returns the indices i of the values x_i that are kept after r of n rounds. It
// plays the rounds of SPEC.md, section 6.2, from the first one of the whole tree, and
// so needs no formula for what has been hashed.
func kept(n, r int) []int {
	k := 0
	for 1<<k < n {
		k++
	}
	skipped := 1<<k - n
	whole := &tree{k: k, ready: true, marks: marksOf(k, 0)}
	for range skipped + r {
		whole.round()
	}
	var out []int
	for _, p := range whole.positions() {
		if r < n && !(skipped+r == 0 && k > 0 && p == 0) {
			out = append(out, p-skipped+1)
		}
	}
	return out
}

type tree struct {
	k, start int
	ready    bool
	marks    []int // kept, before it is ready: those reached
	reached  int   // before it is ready
	played   int   // rounds
	next     []*tree
}

// marksOf are the positions that a tree is prepared with.
func marksOf(k, start int) []int {
	var out []int
	for m := range k + 1 {
		out = append(out, start+1<<m-1)
	}
	return out
}

// round plays a round of a tree that is ready, and returns its number of hashes.
func (t *tree) round() int {
	r := t.played
	t.played++
	if r == 0 {
		// It outputs its first position; each other mark becomes a tree.
		for i := range t.k {
			start := t.start + 1<<i
			t.next = append(t.next, &tree{k: i, start: start, reached: start + 1<<i - 1})
		}
		if t.k > 0 {
			t.next[0].ready = true // of one value
			t.next[0].marks = marksOf(0, t.next[0].start)
		}
		t.marks = nil
		return 0
	}
	i := 0 // the bits of r
	for 1<<i <= r {
		i++
	}
	inner := t.next[i-1]
	hashes := inner.round()
	if i < t.k {
		s := r - 1<<(i-1)
		outer := t.next[i]
		for share := (i + 1 + s%2) / 2; hashes < share; hashes++ {
			outer.reached--
		}
		if outer.reached == outer.start {
			outer.ready = true
			outer.marks = marksOf(i, outer.start)
		}
	}
	return hashes
}

// positions returns what is kept, in ascending order.
func (t *tree) positions() []int {
	if t.next == nil && t.ready && t.played == 0 {
		return t.marks
	}
	if !t.ready {
		out := []int{t.reached}
		for _, p := range marksOf(t.k, t.start) {
			if p > t.reached {
				out = append(out, p)
			}
		}
		return out
	}
	var out []int
	for _, next := range t.next {
		if next.played < 1<<next.k {
			out = append(out, next.positions()...)
		}
	}
	return out
}

func state(step string, xs []string, r int) string {
	n := len(xs) - 1
	b := lp("squaredeal/chain/v1/state") + string(rune(slices.Index(steps, step))) + u64(uint64(n)) + u64(uint64(r)) + xs[r]
	for _, i := range kept(n, r) {
		b += xs[i]
	}
	return b + hash(b)
}

func chains() []vectors.Case {
	last := counting(0, 32)
	var out []vectors.Case
	for _, step := range steps {
		for _, n := range []int{1, 2, 3, 4, 5, 8, 13, 16, 21} {
			xs := chainOf(step, last, n)
			var values, states []string
			for r := range n + 1 {
				values = append(values, hexOf(xs[r]))
				states = append(states, hexOf(state(step, xs, r)))
			}
			out = append(out, vectors.Case{
				ID: fmt.Sprintf("chain/%s-%d", step, n), Comment: "the anchor and every value, and the state when it is the last one revealed",
				Inputs:  vectors.Fields{"step": step, "n": n, "last": hexOf(last)},
				Outputs: vectors.Fields{"values": values, "states": states}, Result: "ok",
			})
		}
		const n = 1000
		xs := chainOf(step, last, n)
		var states strings.Builder
		for r := range n + 1 {
			states.WriteString(state(step, xs, r))
		}
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("chain/%s-%d", step, n), Comment: "SHA-256 of all values, and of all states, each put together",
			Inputs:  vectors.Fields{"step": step, "n": n, "last": hexOf(last)},
			Outputs: vectors.Fields{"allValues": hexOf(hash(strings.Join(xs, ""))), "allStates": hexOf(hash(states.String()))}, Result: "ok",
		})
	}
	for _, n := range []uint64{0, 1<<32 + 1} {
		out = append(out, vectors.Case{ID: fmt.Sprintf("chain/of-%d", n), Comment: "not 1 to 2^32 rounds",
			Inputs: vectors.Fields{"step": "raw", "n": n, "last": hexOf(last)}, Result: "malformed"})
	}
	return out
}

func links() []vectors.Case {
	const public, anchor = "216f014579a1cff543b210d0b03967a107a81f6a6240bb39927b453cb9791fa6", "86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277"
	verify := func(id, comment, step, anchor, x string, steps int, result string) vectors.Case {
		return vectors.Case{ID: "link/" + id, Comment: comment, Inputs: vectors.Fields{
			"step": step, "anchor": anchor, "value": x, "steps": steps}, Result: result}
	}
	xs := chainOf("raw", counting(0, 32), 5)
	return []vectors.Case{
		verify("public", "a published chain of 1,000 steps", "hex", anchor, public, 1000, "ok"),
		verify("public-less", "a step less", "hex", anchor, public, 999, "mismatch"),
		verify("public-more", "a step more", "hex", anchor, public, 1001, "mismatch"),
		verify("public-raw", "the other step function", "raw", anchor, public, 1000, "mismatch"),
		verify("one", "one step", "raw", hexOf(xs[0]), hexOf(xs[1]), 1, "ok"),
		verify("between", "from a value to one before it", "raw", hexOf(xs[2]), hexOf(xs[5]), 3, "ok"),
		verify("backwards", "the anchor in place of the value", "raw", hexOf(xs[1]), hexOf(xs[0]), 1, "mismatch"),
		verify("none", "no steps", "raw", hexOf(xs[0]), hexOf(xs[0]), 0, "malformed"),
		verify("many", "2^24 + 1 steps", "raw", hexOf(xs[0]), hexOf(xs[1]), 1<<24+1, "malformed"),
		verify("upper-case", "the anchor in upper case", "raw", strings.ToUpper(hexOf(xs[0])), hexOf(xs[1]), 1, "malformed"),
		verify("short", "a value of 62 characters", "raw", hexOf(xs[0]), hexOf(xs[1])[:62], 1, "malformed"),
	}
}

// states are those that a chain doesn't resume from.
func states() []vectors.Case {
	xs := chainOf("raw", counting(0, 32), 13)
	good := state("raw", xs, 4)
	head := lp("squaredeal/chain/v1/state")
	refused := func(id, comment, state string) vectors.Case {
		return vectors.Case{ID: "state/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(state)}, Result: "malformed"}
	}
	summed := func(b string) string { return b + hash(b) }
	with := func(step string, n, r uint64, values string) string {
		return summed(head + step + u64(n) + u64(r) + values)
	}
	values := good[len(head)+17 : len(good)-32]
	return []vectors.Case{
		refused("empty", "nothing at all", ""),
		refused("sum-alone", "a checksum of nothing", summed("")),
		refused("checksum", "the checksum of another state", good[:len(good)-32]+hash("another")),
		refused("label", "another label", summed(lp("squaredeal/chain/v2/state")+good[len(head):len(good)-32])),
		refused("no-label", "no label", summed(good[len(head):len(good)-32])),
		refused("cut-summed", "a byte less than the fixed fields, and a checksum of that", summed(head+"\x00"+u64(1)+u64(1)+xs[1][:31])),
		refused("step", "step function 2", with("\x02", 13, 4, values)),
		refused("n-zero", "a chain of no rounds", with("\x00", 0, 0, xs[0])),
		refused("n-many", "2^32 + 1 rounds", with("\x00", 1<<32+1, 4, values)),
		refused("round", "round 14 of 13", with("\x00", 13, 14, xs[13])),
		refused("round-huge", "round 2^64 - 1", with("\x00", 13, 1<<64-1, values)),
		refused("value-missing", "a value less", with("\x00", 13, 4, values[:len(values)-32])),
		refused("value-more", "a value more", with("\x00", 13, 4, values+xs[5])),
		refused("value-cut", "a byte less", with("\x00", 13, 4, values[:len(values)-1])),
		refused("end-value", "a value after the last round", with("\x00", 13, 13, xs[13]+xs[13])),
		refused("cut", "no values and no checksum", good[:len(head)+17]),
		refused("trailing", "a byte behind the checksum", good+"\x00"),
	}
}

func accumulated() []vectors.Case {
	var out []vectors.Case
	all := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000, 300_000} {
		for ; done < runs; done++ {
			i := fmt.Sprint(done)
			all.Write([]byte(commitment(hash("nonce "+i), "context "+i, counting(done, done%300))))
		}
		out = append(out, vectors.Case{
			ID:      fmt.Sprintf("accumulated/%d", runs),
			Comment: `run i commits with nonce SHA-256("nonce i") in context "context i" to i mod 300 bytes i, i+1, … mod 256; SHA-256 of all commitments`,
			Inputs:  vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hexOf(string(all.Sum(nil)))}, Result: "ok",
		})
	}
	return out
}
