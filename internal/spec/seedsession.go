package spec

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
)

// seedrng/SPEC.md, sections 5.1 to 5.3: the server's side.

// A cut takes fields off bytes.
type cut struct {
	b   string
	bad bool
}

func (c *cut) next(n int) string {
	if c.bad = c.bad || n < 0 || n > len(c.b); c.bad {
		return ""
	}
	x := c.b[:n]
	c.b = c.b[n:]
	return x
}

func (c *cut) u64() uint64 {
	b := c.next(8)
	if c.bad {
		return 0
	}
	return binary.BigEndian.Uint64([]byte(b))
}

func (c *cut) lp() string { return c.next(int(c.u64())) }

// unsealed takes the checksum off a stored state.
func unsealed(state string) (*cut, bool) {
	if len(state) < 32 || state[len(state)-32:] != sha(unseal(state)) {
		return nil, false
	}
	return &cut{b: unseal(state)}, true
}

// A namedRound is one that is open.
type namedRound struct {
	nonce uint64
	bet   string
}

type seedSession struct {
	active, client         string
	nonce                  uint64
	open                   []namedRound
	how                    uint64 // 1 played, 2 declined
	last                   string
	next                   string // "" if it was made anew: nobody knows it
	revealed, revealedWith string
	rounds                 uint64
}

func parseSeedSession(state string) (s seedSession, ok bool) {
	c, ok := unsealed(state)
	if !ok || c.lp() != "squaredeal/seedrng/v1/session" {
		return s, false
	}
	s.active, s.client, s.nonce = c.lp(), c.lp(), c.u64()
	n := c.u64()
	for range min(n, 1025) {
		s.open = append(s.open, namedRound{c.u64(), c.lp()})
	}
	s.how, s.last, s.next = c.u64(), c.lp(), c.lp()
	s.revealed, s.revealedWith, s.rounds = c.lp(), c.lp(), c.u64()
	return s, !c.bad && c.b == "" && n <= 1024 && s.possible()
}

// possible reports whether there can be such a state.
func (s seedSession) possible() bool {
	good := isHex(s.next, 32) && s.next != s.active && s.next != s.revealed
	for _, pair := range [][2]string{{s.active, s.client}, {s.revealed, s.revealedWith}} {
		good = good && (pair == [2]string{} || isHex(pair[0], 32) && isText(pair[1], 1024))
	}
	good = good && (s.active == "" || s.active != s.revealed)
	for i, r := range s.open {
		good = good && r.nonce < s.nonce && isText(r.bet, 128) && s.openBet(r.bet) == i && (i == 0 || s.open[i-1].nonce < r.nonce)
	}
	switch s.how {
	case 0:
		good = good && s.last == ""
	case 1, 2:
		good = good && isText(s.last, 128) && s.openBet(s.last) < 0 && s.nonce > 0 && s.openRound(s.nonce-1) < 0
	default:
		return false
	}
	return good && (s.active != "" || s.nonce == 0 && s.revealed == "") && (s.revealed != "" || s.rounds == 0)
}

func (s seedSession) openRound(nonce uint64) int {
	return slices.IndexFunc(s.open, func(r namedRound) bool { return r.nonce == nonce })
}

func (s seedSession) openBet(bet string) int {
	return slices.IndexFunc(s.open, func(r namedRound) bool { return r.bet == bet })
}

func (s seedSession) state() string {
	b := lp("squaredeal/seedrng/v1/session") + lp(s.active) + lp(s.client) + u64(s.nonce) + u64(uint64(len(s.open)))
	for _, r := range s.open {
		b += u64(r.nonce) + lp(r.bet)
	}
	return seal(b + u64(s.how) + lp(s.last) + lp(s.next) + lp(s.revealed) + lp(s.revealedWith) + u64(s.rounds))
}

func (s *seedSession) rotate(hash, client string) string {
	switch {
	case !isHex(hash, 32) || !isText(client, 1024):
		return "malformed"
	case s.active != "" && hash == shaHex(s.active) && client == s.client:
		return "ok"
	case s.next == "" || hash != shaHex(s.next):
		return "mismatch"
	case len(s.open) > 0:
		return "open"
	}
	if s.active != "" {
		s.revealed, s.revealedWith, s.rounds = s.active, s.client, s.nonce
	}
	s.active, s.client, s.nonce, s.how, s.last, s.next = s.next, client, 0, 0, "", ""
	return "ok"
}

// bets is Reserve, Play and Decline.
func (s *seedSession) bets(call, hash, number, bet string) string {
	how := uint64(slices.Index([]string{"reserve", "play", "decline"}, call))
	if !isHex(hash, 32) || !isNonce(number) || !isText(bet, 128) {
		return "malformed"
	}
	m := must(strconv.ParseUint(number, 10, 64))
	i, before := s.openRound(m), s.openBet(bet)
	answer := "ok"
	if s.active != "" && call != "decline" {
		answer += " " + hexOf(seedStream(s.active, s.client, m).block(0)[:8])
	}
	switch {
	case s.active == "":
		return "no-seeds"
	case hash != shaHex(s.active) || m > s.nonce || i != before && (i >= 0 || before >= 0):
		return "mismatch"
	case m < s.nonce && i < 0 && how > 0 && m == s.nonce-1 && s.how == how && s.last == bet:
		return answer
	case m < s.nonce && i < 0:
		return "finished"
	case m < s.nonce && how > 0:
		return "open"
	case m < s.nonce:
		return answer
	case len(s.open) == 1024:
		return "open"
	case s.nonce == 1<<64-1:
		return "exhausted"
	}
	s.nonce++
	if s.how, s.last = how, bet; call == "reserve" {
		s.last, s.open = "", append(s.open, namedRound{m, bet})
	}
	return answer
}

func (s *seedSession) finish(hash, number string) {
	if s.active != "" && hash == shaHex(s.active) {
		if i := s.openRound(must(strconv.ParseUint(number, 10, 64))); i >= 0 {
			s.open = slices.Delete(slices.Clone(s.open), i, i+1)
		}
	}
}

// view is the state that is public.
func (s seedSession) view() fields {
	v := fields{"clientSeed": s.client, "nextNonce": decimal(s.nonce)}
	if s.active != "" {
		v["serverHash"] = shaHex(s.active)
	}
	if s.next != "" {
		v["nextServerHash"] = shaHex(s.next)
	}
	if s.revealed != "" {
		v["revealed"] = fields{
			"serverHash": shaHex(s.revealed), "serverSeed": s.revealed, "clientSeed": s.revealedWith, "rounds": decimal(s.rounds),
		}
	}
	var rounds []fields
	for _, r := range s.open {
		rounds = append(rounds, fields{"nonce": decimal(r.nonce), "bet": r.bet})
	}
	if rounds != nil {
		v["openRounds"] = rounds
	}
	return v
}

func (q seedQuestion) session() (fields, string) {
	s, ok := parseSeedSession(unhex(q.State))
	if !ok {
		return nil, "malformed"
	}
	results, reserved := []string{}, map[string]bool{}
	for _, call := range q.Calls {
		op, args, _ := strings.Cut(call, " ")
		hash, rest, _ := strings.Cut(args, " ")
		number, bet, _ := strings.Cut(rest, " ")
		var result string
		switch op {
		case "finish":
			unasked(!reserved[args])
			s.finish(hash, number)
			result = "ok"
		case "rotate":
			result = s.rotate(hash, rest)
		case "reserve", "play", "decline":
			result = s.bets(op, hash, number, bet)
			reserved[hash+" "+number] = reserved[hash+" "+number] || op == "reserve" && strings.HasPrefix(result, "ok")
		default:
			panic(errUnasked)
		}
		results = append(results, result)
	}
	out := fields{"results": results, "view": s.view()}
	if s.next != "" {
		out["state"] = hexOf(s.state())
	}
	return out, "ok"
}
