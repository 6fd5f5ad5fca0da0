package spec

import (
	"fmt"
	"math/big"
	"strings"
)

// commit/SPEC.md.

func commitment(nonce, context, value string) string {
	return mac(nonce, lp("squaredeal/commit/v1")+lp(context)+lp(value))
}

// A toss is one of which everything is known.
type toss struct {
	session string
	seats   int
}

func nonceOf(seat int) string { return sha(fmt.Sprint("nonce ", seat)) }
func valueOf(seat int) string { return sha(fmt.Sprint("value ", seat)) }

func (t toss) commitmentTo(seat int, nonce, value string) string {
	return commitment(nonce, lp("squaredeal/toss/v1")+lp(t.session)+u32(t.seats)+u32(seat), value)
}

func (t toss) commitment(seat int) string { return t.commitmentTo(seat, nonceOf(seat), valueOf(seat)) }

// all puts something of all seats together; a seat's may be replaced.
func (t toss) all(of func(int) string, replaced map[int]string) string {
	var b strings.Builder
	for seat := range t.seats {
		if r, ok := replaced[seat]; ok {
			b.WriteString(r)
		} else {
			b.WriteString(of(seat))
		}
	}
	return b.String()
}

func (t toss) name() string { return sha(lp("squaredeal/toss/v1") + lp(t.session) + u32(t.seats)) }

// digest is that of all commitments, some of them replaced.
func (t toss) digest(replaced map[int]string) string {
	return sha(lp("squaredeal/toss/v1/list") + lp(t.session) + u32(t.seats) + t.all(t.commitment, replaced))
}

func (t toss) seed() string {
	return sha(lp("squaredeal/toss/v1/seed") + lp(t.session) + u32(t.seats) + t.all(t.commitment, nil) + t.all(valueOf, nil))
}

func (t toss) commitWith(seat int, c string) string { return "\x01" + t.name() + u32(seat) + c }
func (t toss) commit(seat int) string               { return t.commitWith(seat, t.commitment(seat)) }

func (t toss) revealWith(seat int, nonce, value, digest string) string {
	return "\x02" + t.name() + u32(seat) + nonce + value + digest
}

func (t toss) reveal(seat int) string {
	return t.revealWith(seat, nonceOf(seat), valueOf(seat), t.digest(nil))
}

// A tossReader is what somebody knows who has read a part of a sequence: SPEC.md, section 5.
type tossReader struct {
	toss
	commitments, reveals map[int]string // bodies of messages, by seat
}

func newTossReader(t toss) *tossReader { return &tossReader{t, map[int]string{}, map[int]string{}} }

// list is the digest of the commitments read.
func (r *tossReader) list() string { return r.digest(r.commitments) }

// read takes a message. It returns "ok" or a class of failure with the seat blamed.
func (r *tossReader) read(from int, m string) string {
	blames := func(class string) string { return fmt.Sprint(class, " ", from) }
	isCommit, isReveal := len(m) == 69 && m[0] == 1, len(m) == 133 && m[0] == 2
	switch {
	case from < 0 || from >= r.seats:
		return "malformed"
	case !isCommit && !isReveal:
		return blames("malformed")
	case m[1:37] != r.name()+u32(from):
		return "other"
	}
	body := m[37:]
	had, committed := r.reveals[from], len(r.commitments) == r.seats
	switch {
	case isCommit && r.commitments[from] == "":
		r.commitments[from] = body
		return "ok"
	case isCommit && r.commitments[from] == body, isReveal && had == body:
		return "ok"
	case isCommit || !committed || had != "":
		return blames("state")
	case r.commitmentTo(from, body[:32], body[32:64]) != r.commitments[from]:
		return blames("mismatch")
	case body[64:] != r.list():
		return "diverged"
	}
	r.reveals[from] = body
	return "ok"
}

// due is the phase, and who is due in it.
func (r *tossReader) due() string {
	line, messages := "commit", r.commitments
	switch {
	case len(r.reveals) == r.seats:
		return "done"
	case len(r.commitments) == r.seats:
		line, messages = "reveal", r.reveals
	}
	for seat := range r.seats {
		if messages[seat] == "" {
			line += fmt.Sprint(" ", seat)
		}
	}
	return line
}

// pending is what a seat has to say, whose nonce and value are derived.
func (r *tossReader) pending(seat int) string {
	switch {
	case r.commitments[seat] == "":
		return r.commit(seat)
	case len(r.commitments) == r.seats && r.reveals[seat] == "" && r.commitments[seat] == r.commitment(seat):
		return r.revealWith(seat, nonceOf(seat), valueOf(seat), r.list())
	}
	return ""
}

// result is the seed, or "missing".
func (r *tossReader) result() string {
	if r.due() != "done" {
		return "missing"
	}
	b := lp("squaredeal/toss/v1/seed") + lp(r.session) + u32(r.seats) + r.all(r.commitment, r.commitments)
	for seat := range r.seats {
		b += r.reveals[seat][32:64]
	}
	return hexOf(sha(b))
}

// state is the stored state of a seat.
func (r *tossReader) state(seat int) string {
	b := lp("squaredeal/toss/v1/state") + lp(r.session) + u32(r.seats) + u32(seat) + nonceOf(seat) + valueOf(seat)
	for i := range r.seats {
		switch c, opened := r.commitments[i], r.reveals[i]; {
		case opened != "":
			b += "\x02" + c + opened[:64]
		case c != "":
			b += "\x01" + c
		default:
			b += "\x00"
		}
	}
	return seal(b)
}

// verdict is what a referee finds in a sequence: a class of failure with the seats blamed, or
// "ok", with the seed.
func verdict(t toss, messages []said) (class, seed string) {
	r, blamed := newTossReader(t), map[int]bool{}
	for _, m := range messages {
		if m.from < 0 || m.from >= t.seats {
			return "malformed", ""
		}
		if answer := r.read(m.from, m.message); strings.Contains(answer, " ") {
			blamed[m.from] = true
			if class == "" {
				class, _, _ = strings.Cut(answer, " ")
			}
		}
	}
	switch {
	case r.due() == "done":
		return "ok", r.result()
	case class == "":
		return "missing", ""
	}
	for seat := range t.seats {
		if blamed[seat] {
			class += fmt.Sprint(" ", seat)
		}
	}
	return class, ""
}

// A said is a message with its sender.
type said struct {
	from    int
	message string
}

// chainOf returns x_0, …, x_n.
func chainOf(last string, n int) []string {
	xs := make([]string, n+1)
	xs[n] = last
	for i := n - 1; i >= 0; i-- {
		xs[i] = sha(xs[i+1])
	}
	return xs
}

// chainState is the state of a chain of n rounds, when the last rounds of xs are still to come:
// what is kept is what a chain of that many keeps, if n is that many or a power of two, as the
// last of the inner trees is such a chain, halfway through or later.
func chainState(n uint64, anchor string, xs []string, left, drawn int) string {
	short := len(xs) - 1
	b := lp("squaredeal/chain/v1/state") + u64(n) + u64(n-uint64(left)) + octet(drawn) + anchor + xs[short-left]
	for _, i := range kept(short, short-left) {
		b += xs[i]
	}
	return seal(b)
}

func verifierState(round uint64, x string) string {
	return seal(lp("squaredeal/chain/v1/verifier") + u64(round) + x)
}

func tossStream(seed, context string) *source {
	return &source{key: seed, prefix: lp("squaredeal/toss/v1/stream") + lp(context)}
}

func roundStream(round uint64, x, context string) *source {
	return &source{key: x, prefix: lp("squaredeal/chain/v1/stream") + u64(round) + lp(context)}
}

// crashPoint follows section 7.3.
func crashPoint(u *big.Int) string {
	m := new(big.Int).Mul(bigInt("10000000000000000"), big.NewInt(99))
	m.Div(m, u)
	switch {
	case m.Cmp(big.NewInt(100)) < 0:
		return "100"
	case m.Cmp(big.NewInt(100_000_000)) > 0:
		return "100000000"
	}
	return m.String()
}

// crashOf draws u for a round.
func crashOf(round uint64, x, beacon string) *big.Int {
	return plus(roundStream(round, x, "crash "+beacon).below(bigInt("10000000000000000")), 1)
}
