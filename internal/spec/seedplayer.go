package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// seedrng/SPEC.md, section 5.5: the player's side. In its game, a step sends a bound n of 1 to 2³²,
// and its outcome is IntN(n), in decimal.

// A seedStep was sent, and has an outcome unless it is unanswered; of a declined bet, a reason.
type seedStep struct{ sent, received string }

type seedBet struct {
	declined bool
	steps    []seedStep
}

type seedPlayer struct {
	hash, client     string // H, as bytes, and C
	rounds           []seedBet
	asked, askedWith string // H′ and C′, "" of a client seed that was made anew: nobody knows it
}

func parseSeedPlayer(state string) (p seedPlayer, ok bool) {
	c, ok := unsealed(state)
	if !ok || c.lp() != "squaredeal/seedrng/v1/player" {
		return p, false
	}
	p.hash, p.client = c.lp(), c.lp()
	n := c.u64()
	good := n <= 1024
	for i := uint64(0); i < n && good && !c.bad; i++ {
		var r seedBet
		steps := c.u64()
		good, r.declined = steps <= 1024, steps == 0
		for range min(max(steps, 1), 1024) {
			r.steps = append(r.steps, seedStep{c.lp(), c.lp()})
		}
		p.rounds = append(p.rounds, r)
	}
	p.asked, p.askedWith = c.lp(), c.lp()
	return p, good && !c.bad && c.b == "" && p.possible()
}

// possible reports whether there can be such a state.
func (p seedPlayer) possible() bool {
	good := p.hash != p.asked || p.hash == ""
	for _, pair := range [][2]string{{p.hash, p.client}, {p.asked, p.askedWith}} {
		good = good && (pair == [2]string{} || len(pair[0]) == 32 && pair[0] != zeros(32) && isText(pair[1], 1024))
	}
	unanswered := 0
	for _, r := range p.rounds {
		for i, st := range r.steps {
			open := st.received == "" && !r.declined && i == len(r.steps)-1
			good = good && isText(st.sent, 1024) && (open || isText(st.received, 1024))
			if open {
				unanswered++
			}
		}
	}
	return good && unanswered <= 1 && (p.hash != "" || p.rounds == nil)
}

func (p seedPlayer) state() string {
	b := lp("squaredeal/seedrng/v1/player") + lp(p.hash) + lp(p.client) + u64(uint64(len(p.rounds)))
	for _, r := range p.rounds {
		if r.declined {
			b += u64(0)
		} else {
			b += u64(uint64(len(r.steps)))
		}
		for _, st := range r.steps {
			b += lp(st.sent) + lp(st.received)
		}
	}
	return seal(b + lp(p.asked) + lp(p.askedWith))
}

// unanswered returns where a step is, if there is one.
func (p seedPlayer) unanswered() (m, s int, ok bool) {
	for m, r := range p.rounds {
		if s := len(r.steps) - 1; r.steps[s].received == "" {
			return m, s, true
		}
	}
	return 0, 0, false
}

func (p seedPlayer) pending() string {
	m, s, ok := p.unanswered()
	if !ok {
		return "ok"
	}
	return fmt.Sprintf("ok %x %d %d %s", p.hash, m, s, p.rounds[m].steps[s].sent)
}

func (p *seedPlayer) rotate(hash string) string {
	_, _, waiting := p.unanswered()
	switch {
	case !isHex(hash, 32) || hash == hexOf(zeros(32)):
		return "malformed"
	case p.asked != "" && hash == hexOf(p.asked) && p.askedWith == "":
		return "ok"
	case p.asked != "" && hash == hexOf(p.asked):
		return "ok " + p.askedWith
	case p.asked != "" || hash == hexOf(p.hash):
		return "mismatch"
	case waiting:
		return "pending"
	}
	p.asked, p.askedWith = fromHex(hash), ""
	return "ok"
}

// A confirmation is a view of the server's, with the pair that it reveals, if it does.
type confirmation struct{ hash, nonce, client, revealed, seed string }

func (p *seedPlayer) rotated(v confirmation) string {
	_, _, waiting := p.unanswered()
	switch {
	case !isHex(v.hash, 32) || !isNonce(v.nonce) || v.revealed != "" && !isHex(v.revealed, 32):
		return "malformed"
	case p.asked == "" && p.hash != "" && v.hash == hexOf(p.hash) && v.client == p.client:
		return "ok"
	case p.asked == "" || p.askedWith == "" || v.hash != hexOf(p.asked) || v.client != p.askedWith || v.nonce != "0":
		return "mismatch"
	case waiting:
		return "pending"
	}
	answer := "ok"
	if p.hash != "" {
		if v.revealed != hexOf(p.hash) {
			return "mismatch"
		} else if !isText(v.seed, 64) || sha(v.seed) != p.hash {
			return "cheat"
		}
		avoided, honest := p.replay(v.seed)
		if !honest {
			return "cheat"
		}
		answer += avoided
	}
	*p = seedPlayer{hash: p.asked, client: p.askedWith}
	return answer
}

// replay returns what declined bets would have given, and whether the others gave what they should.
func (p seedPlayer) replay(seed string) (avoided string, honest bool) {
	for m, r := range p.rounds {
		stream := seedStream(seed, p.client, uint64(m))
		for _, st := range r.steps {
			n, err := strconv.ParseUint(st.sent, 10, 64)
			bound := err == nil && n >= 1 && n <= 1<<32 && fmt.Sprint(n) == st.sent
			unasked(!bound && !r.declined)
			var outcome string
			if bound {
				outcome = stream.draw("intn " + st.sent)
			}
			if r.declined {
				avoided += fmt.Sprintf(" %d=%s", m, outcome)
			} else if outcome != st.received {
				return "", false
			}
		}
	}
	return avoided, true
}

// A seedRequest is what send, receive and declined are about.
type seedRequest struct {
	hash, nonce string
	step        int
	text        string
}

// round returns the round of a request, nil if it isn't recorded, and whether it would be the next one.
func (p *seedPlayer) round(q seedRequest) (r *seedBet, next bool) {
	m := must(strconv.ParseUint(q.nonce, 10, 64))
	if m < uint64(len(p.rounds)) {
		return &p.rounds[m], false
	}
	return nil, m == uint64(len(p.rounds))
}

func (q seedRequest) malformed() bool { return !isHex(q.hash, 32) || !isNonce(q.nonce) }

func (p *seedPlayer) send(q seedRequest) string {
	switch {
	case q.malformed() || !isText(q.text, 1024) || q.step < 0:
		return "malformed"
	case p.hash == "":
		return "no-seeds"
	case q.hash != hexOf(p.hash):
		return "mismatch"
	}
	r, next := p.round(q)
	_, _, waiting := p.unanswered()
	switch {
	case r != nil && q.step < len(r.steps) && r.steps[q.step].sent == q.text:
		return "ok"
	case r != nil && q.step < len(r.steps):
		return "mismatch"
	case r != nil && (r.declined || len(r.steps) == 1024):
		return "finished"
	case r != nil && q.step != len(r.steps) || r == nil && (!next || q.step != 0):
		return "mismatch"
	case waiting || q.step == 0 && p.asked != "":
		return "pending"
	case q.step == 0 && len(p.rounds) == 1024:
		return "exhausted"
	}
	if r == nil {
		p.rounds = append(p.rounds, seedBet{})
		r = &p.rounds[len(p.rounds)-1]
	}
	r.steps = append(r.steps, seedStep{sent: q.text})
	return "ok"
}

// receive is of an outcome, or of the reason for which a bet is declined.
func (p *seedPlayer) receive(q seedRequest, declined bool) string {
	switch {
	case q.malformed() || !isText(q.text, 1024) || declined && q.step != 0:
		return "malformed"
	case p.hash == "" || q.hash != hexOf(p.hash):
		return "mismatch"
	}
	r, _ := p.round(q)
	if r == nil || q.step < 0 || q.step >= len(r.steps) {
		return "mismatch"
	}
	switch st := &r.steps[q.step]; {
	case st.received == "":
		st.received, r.declined = q.text, declined
	case st.received != q.text || r.declined != declined:
		return "cheat"
	}
	return "ok"
}

func (q seedQuestion) player() (fields, string) {
	p, ok := parseSeedPlayer(unhex(q.State))
	if !ok {
		return nil, "malformed"
	}
	results := []string{}
	for _, call := range q.Calls {
		results = append(results, p.call(call))
	}
	out := fields{"results": results}
	if p.asked == "" || p.askedWith != "" {
		out["state"] = hexOf(p.state())
	}
	return out, "ok"
}

func (p *seedPlayer) call(call string) string {
	op, args, _ := strings.Cut(call, " ")
	hash, args, _ := strings.Cut(args, " ")
	number, args, _ := strings.Cut(args, " ")
	unasked(!slices.Contains([]string{"rotate", "rotated", "pending", "send", "receive", "declined"}, op))
	switch op {
	case "rotate":
		return p.rotate(hash)
	case "pending":
		return p.pending()
	case "rotated":
		client, reveals, ok := strings.Cut(args, " revealed ")
		revealed, seed, _ := strings.Cut(reveals, " ")
		unasked(ok && revealed == "")
		return p.rotated(confirmation{hash, number, client, revealed, seed})
	}
	q := seedRequest{hash: hash, nonce: number}
	if q.malformed() {
		return "malformed"
	}
	step, text, _ := strings.Cut(args, " ")
	q.step, q.text = integerOf(step), text
	if op == "send" {
		return p.send(q)
	}
	return p.receive(q, op == "declined")
}
