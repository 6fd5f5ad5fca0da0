package spec

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// commit/record/SPEC.md.

func recordHash(name, x string) string { return sha(lp("squaredeal/record/v1/"+name) + x) }

// A table is one of which everything is known.
type table struct {
	terms   string
	longest int
	seeds   []string
	keys    []string
	board   string // its key
	T       string

	verified bool // all signatures are made here, and needn't be verified
}

func seedOf(seat int) string { return sha(fmt.Sprint("key ", seat)) }

var boardSeed = sha("key of the board")

// newTable returns the table of n seats, with a board that has a key.
func newTable(terms string, n int) *table {
	g := &table{terms: terms, longest: 40, board: publicOf(boardSeed)}
	for seat := range n {
		g.seeds = append(g.seeds, seedOf(seat))
		g.keys = append(g.keys, publicOf(seedOf(seat)))
	}
	return g.made()
}

func (g *table) made() *table {
	g.T = recordHash("table", lp(g.terms)+u32(g.longest)+u32(len(g.keys))+strings.Join(g.keys, "")+g.board)
	return g
}

// with returns the table with other fields.
func (g *table) with(change func(g *table)) *table {
	other := *g
	change(&other)
	return other.made()
}

// inputs are a table and, by name, what else a case has.
func (g *table) inputs(more ...any) fields {
	return fields{"terms": hexOf(g.terms), "longest": g.longest, "keys": hexes(g.keys...), "board": hexOf(g.board)}.with(more...)
}

// named is what a statement has before its message, in both forms.
func named(seat, k int, head string) string { return octet(seat) + u32(k) + head }

// hidden is what a pruned statement shows of a message.
func hidden(message string) string {
	return u32(len(message)-1) + message[:1] + sha(message[1:])
}

// digest is D, which is signed.
func (g *table) digest(named, hidden string) string {
	return recordHash("statement", g.T+"\x01"+named+hidden)
}

func (g *table) statement(seat, k int, head, message string) string {
	n := named(seat, k, head)
	return "\x01" + n + message + signature(g.seeds[seat], g.digest(n, hidden(message)))
}

// prune returns the pruned form of a statement.
func prune(full string) string {
	end := len(full) - 64
	return "\x03" + full[1:38] + hidden(full[38:end]) + full[end:]
}

func (g *table) start() string { return recordHash("start", g.T) }

// A statement is one that has passed check 1 of section 6.2.
type statement struct {
	seat, k   int
	head      string
	kind      byte
	len       int    // of the body
	message   string // "" if it is pruned
	pruned    bool
	raw       string // in its pruned form
	digest    string
	signature string
}

func (g *table) parse(raw string) (st statement, ok bool) {
	if len(raw) < 103 || int(raw[1]) >= len(g.keys) || raw[2] >= 128 {
		return st, false
	}
	switch {
	case raw[0] == 1 && len(raw) <= 102+g.longest:
		st.message = raw[38 : len(raw)-64]
		raw = prune(raw)
	case raw[0] == 3 && len(raw) == 139 && raw[38] < 128 && number(raw[38:42]) < g.longest:
		st.pruned = true
	default:
		return st, false
	}
	st.seat, st.k, st.head = int(raw[1]), number(raw[2:6]), raw[6:38]
	st.len, st.kind = number(raw[38:42]), raw[42]
	st.raw, st.digest, st.signature = raw, g.digest(raw[1:38], raw[38:75]), raw[75:]
	return st, true
}

// good is check 2.
func (g *table) good(st statement) bool {
	return g.verified || verify(g.keys[st.seat], st.digest, st.signature)
}

func headBody(k int, head string, stamp int64) string {
	return "\x02" + u32(k) + head + u64(uint64(stamp))
}

func (g *table) signedHead(seed string, k int, head string, stamp int64) string {
	b := headBody(k, head, stamp)
	return b + signature(seed, recordHash("board", g.T+b))
}

func (g *table) parseHead(raw string) (class string) {
	if len(raw) != 109 || raw[0] != 2 || raw[1] >= 128 || g.board == "" {
		return "malformed"
	}
	if !verify(g.board, recordHash("board", g.T+raw[:45]), raw[45:]) {
		return "signature"
	}
	return "ok"
}

// A reader is that of section 7.2.
type reader struct {
	*table
	b, k, e      int            // k is K
	heads        map[int]string // those before h_b aren't used
	last, signed []int
}

func (g *table) reader() *reader {
	n := len(g.keys)
	return &reader{table: g, heads: map[int]string{0: g.start()}, last: make([]int, n), signed: make([]int, n)}
}

func (r *reader) head() string { return r.heads[r.k] }

func (r *reader) begun() bool { return !slices.Contains(r.last, 0) }

func (r *reader) may(seat, k int, head string) bool {
	if r.k == 1<<31-1 || k > r.k || k < r.b || head != r.heads[k] || k < r.last[seat] {
		return false
	}
	if r.e == 0 {
		return r.last[seat] == 0 || r.begun()
	}
	return k >= r.e && r.last[seat] <= r.e
}

func (r *reader) judge(post string) (st statement, class string) {
	st, ok := r.parse(post)
	switch {
	case !ok:
		return st, "malformed"
	case st.k > r.k:
		return st, "unread"
	case !r.may(st.seat, st.k, st.head):
		return st, "no-place"
	case !r.good(st):
		return st, "signature"
	}
	return st, "ok"
}

func (r *reader) read(post string, out uint64) string {
	st, class := r.judge(post)
	if class != "ok" {
		return class
	}
	if out>>len(r.keys) != 0 {
		return "malformed"
	}
	r.place(st, out)
	return "placed"
}

// alone reads without the rules of a game.
func (r *reader) alone(post string) string {
	if st, class := r.judge(post); class == "ok" && st.pruned {
		return "no-place"
	}
	return r.read(post, 0)
}

func (r *reader) place(st statement, out uint64) {
	r.heads[r.k+1] = recordHash("head", r.head()+st.digest+st.signature+u64(out))
	r.k++
	r.last[st.seat], r.signed[st.seat] = r.k, st.k
}

func (r *reader) sign(seed, message string) string {
	seat := slices.Index(r.seeds, seed)
	if seat < 0 || message == "" || len(message) > r.longest {
		return "malformed"
	}
	if !r.may(seat, r.k, r.head()) {
		return "no-place"
	}
	return hexOf(r.statement(seat, r.k, r.head(), message))
}

func (r *reader) signHead(seed string, stamp int64) string {
	if r.board == "" || publicOf(seed) != r.board {
		return "malformed"
	}
	return hexOf(r.signedHead(seed, r.k, r.head(), stamp))
}

func (r *reader) check(raw string) string {
	class := r.parseHead(raw)
	if class != "ok" {
		return class
	}
	switch k := number(raw[1:5]); {
	case k < r.b:
		return "state"
	case k > r.k:
		return "unread"
	case raw[5:37] != r.heads[k]:
		return "fork"
	}
	return "ok"
}

func (r *reader) end() string {
	if !r.begun() || r.e > 0 {
		return "state"
	}
	r.e = r.k
	return "ok"
}

func (r *reader) final() int {
	return slices.Sorted(slices.Values(r.signed))[(len(r.signed)-1)/2]
}

// cut returns the state.
func (r *reader) cut() string {
	r.b = r.k
	s := lp("squaredeal/record/v1/state") + r.T + u32(r.b) + r.heads[r.b]
	for seat := range r.keys {
		s += u32(r.last[seat]) + u32(r.signed[seat])
	}
	s += u32(r.e)
	return seal(s)
}

// fork is section 9's.
func fork(a, b *reader) (place int, class string) {
	from, to := max(a.b, b.b), min(a.k, b.k)
	if a.T != b.T || from > to {
		return -1, "state"
	}
	for k := from; k <= to; k++ {
		if a.heads[k] != b.heads[k] {
			return k - 1, "fork"
		}
	}
	return -1, "ok"
}

type post struct {
	number uint64
	stamp  int64
	bytes  string
}

func (p post) entry() string { return u64(p.number) + u64(uint64(p.stamp)) + lp(p.bytes) }

func (g *table) transcript(posts ...post) string {
	s := lp("squaredeal/record/v1/transcript") + g.T
	for _, p := range posts {
		s += p.entry()
	}
	return s
}

func (g *table) parseTranscript(s string) (posts []post, class string) {
	s, ok := strings.CutPrefix(s, g.transcript())
	if !ok {
		return nil, "malformed"
	}
	for s != "" {
		if len(s) < 24 {
			return posts, "malformed"
		}
		n, size := uint64(number64(s[:8])), uint64(number64(s[16:24]))
		if len(posts) > 0 && n <= posts[len(posts)-1].number || size > uint64(len(s)-24) {
			return posts, "malformed"
		}
		posts = append(posts, post{n, number64(s[8:16]), s[24 : 24+size]})
		s = s[24+size:]
	}
	return posts, "ok"
}

// keyIsGood is the rule of section 4 for keys.
func keyIsGood(key string) bool {
	if len(key) != 32 {
		return false
	}
	y := fromLittle(key)
	minus := new(big.Int).Sub(fieldPrime, y.SetBit(y, 255, 0))
	return minus.Cmp(one) > 0 && y.Cmp(one) > 0 && y.Cmp(orderEight) != 0 && minus.Cmp(orderEight) != 0
}
