package spec

import (
	"fmt"
	"slices"
	"strings"
)

// commit/table/board/SPEC.md, on record's part.

func boardLabel(name string) string { return lp("squaredeal/board/v1/" + name) }

// An offer is that of section 4.
type offer struct {
	game           string
	seats, longest int
	grace, bank    int64
	board          string
}

func (o offer) with(change func(o *offer)) offer {
	change(&o)
	return o
}

func (o offer) bytes() string {
	return boardLabel("offer") + lp(o.game) + u32(o.seats) + u32(o.longest) + u64(uint64(o.grace)) + u64(uint64(o.bank)) + o.board
}

func (o offer) match(keys []string) match {
	return match{rules: o.game, longest: o.longest, grace: o.grace, bank: o.bank, seats: keys, boardKey: o.board}
}

// good is what section 4 asks of an offer.
func (o offer) good() bool {
	if o.seats < 2 || o.seats > 64 || o.longest > 262041 {
		return false
	}
	_, ok := o.match([]string{publicOf(seedOf(0)), publicOf(seedOf(1))}).table()
	return ok
}

// parseOffer reads what has the form of an offer.
func parseOffer(b string) (o offer, ok bool) {
	b, ok = strings.CutPrefix(b, boardLabel("offer"))
	if !ok || len(b) < 8+56 || b[:4] != zeros(4) || number(b[4:8]) != len(b)-8-56 {
		return o, false
	}
	o.game, b = b[8:len(b)-56], b[len(b)-56:]
	o.seats, o.longest, o.grace, o.bank, o.board = number(b[:4]), number(b[4:8]), number64(b[8:16]), number64(b[16:24]), b[24:]
	return o, o.good()
}

func (o offer) requestDigest(seat int, key, about string) string {
	return sha(boardLabel("request") + sha(o.bytes()) + u32(seat) + key + lp(about))
}

func (o offer) request(seat int, seed string) string { return o.requestAbout(seat, seed, "") }

func (o offer) requestAbout(seat int, seed, about string) string {
	key := publicOf(seed)
	return boardLabel("request") + u32(seat) + key + lp(about) + signature(seed, o.requestDigest(seat, key, about))
}

func parseRequest(b string) (seat int, key, about, sig string, ok bool) {
	b, ok = strings.CutPrefix(b, boardLabel("request"))
	if !ok || len(b) < 4+32+8+64 || len(b) > 4+32+8+512+64 || b[36:40] != zeros(4) || number(b[40:44]) != len(b)-108 {
		return 0, "", "", "", false
	}
	if seat = number(b[:4]); b[:4] == u32(highest) {
		seat = -1
	} else if seat >= 64 {
		return 0, "", "", "", false
	}
	return seat, b[4:36], b[44 : len(b)-64], b[len(b)-64:], true
}

// A boardReader is that of section 6, for the game in which nobody is ever due.
type boardReader struct {
	offer  *offer
	keys   []string // "" of free seats
	barred []string
	resets int
	table  *table // when no seat is free
	log    *reader
	hellos []bool
	stamp  int64
	heads  []int64 // their stamps
	first  string  // of them
	signed []string
}

func (r *boardReader) free() (n int) {
	for _, key := range r.keys {
		if key == "" {
			n++
		}
	}
	return n
}

func (r *boardReader) closed() bool { return r.resets == 16 || len(r.heads) == 2 }

func (r *boardReader) missing() (bits uint64) {
	for s, said := range r.hellos {
		if !said {
			bits |= 1 << s
		}
	}
	return bits
}

func (r *boardReader) resetDigest(attempt int, stamp int64) string {
	return sha(boardLabel("reset") + r.table.T + u64(r.missing()) + u32(attempt) + u64(uint64(stamp)))
}

func (r *boardReader) reset(seed string, attempt int, stamp int64) string {
	return boardLabel("reset") + u32(attempt) + u64(uint64(stamp)) + signature(seed, r.resetDigest(attempt, stamp))
}

func (r *boardReader) isReset(b string) bool {
	b, ok := strings.CutPrefix(b, boardLabel("reset"))
	return ok && len(b) == 4+8+64 && number(b[:4]) == r.resets+1 &&
		verify(r.offer.board, sha(boardLabel("reset")+r.table.T+u64(r.missing())+b[:12]), b[12:])
}

// read takes the next post, and says whether it has a place.
func (r *boardReader) read(stamp int64, b string) bool {
	placed := !r.closed() && r.take(b)
	if placed {
		r.stamp = max(r.stamp, stamp)
	}
	return placed
}

func (r *boardReader) take(b string) bool {
	switch {
	case r.offer == nil:
		o, ok := parseOffer(b)
		if ok {
			r.offer, r.keys = &o, make([]string, o.seats)
		}
		return ok
	case r.log == nil:
		return r.sit(b)
	case !r.log.begun() && r.isReset(b):
		r.freeSilent()
		return true
	case !r.log.begun():
		return r.hello(b)
	case len(b) == 109 && b[0] == 2:
		return r.takeHead(b)
	}
	st, class := r.log.judge(b)
	if class != "ok" || st.message != closing {
		return false
	}
	r.log.place(st, 0)
	return true
}

// freeSilent frees and bars the seats that a reset is about.
func (r *boardReader) freeSilent() {
	for s, said := range r.hellos {
		if !said {
			r.barred, r.keys[s] = append(r.barred, r.keys[s]), ""
		}
	}
	r.resets, r.table, r.log = r.resets+1, nil, nil
}

// hello takes one. After the last, the first round begins and ends, as nobody is due in it.
func (r *boardReader) hello(b string) bool {
	st, class := r.log.judge(b)
	if class != "ok" || st.message != hello {
		return false
	}
	r.log.place(st, 0)
	r.hellos[st.seat] = true
	if r.log.begun() {
		r.log.cut()
		r.log.end()
	}
	return true
}

// takeHead takes a signed head of all places so far, that is no repetition.
func (r *boardReader) takeHead(b string) bool {
	if r.log.check(b) != "ok" || number(b[1:5]) != r.log.k {
		return false
	}
	at := number64(b[37:45])
	if at < r.stamp || b[:45] == r.first {
		return false
	}
	r.first = b[:45]
	r.heads, r.signed = append(r.heads, at), append(r.signed, b[:45])
	return true
}

// sit takes a request for a seat.
func (r *boardReader) sit(b string) bool {
	seat, key, about, sig, ok := parseRequest(b)
	if !ok {
		return false
	}
	asked := seat
	if seat < 0 {
		seat = slices.Index(r.keys, "")
	}
	if seat >= len(r.keys) || r.keys[seat] != "" || slices.Contains(r.keys, key) || slices.Contains(r.barred, key) ||
		key == r.offer.board || !keyIsGood(key) || !verify(key, r.offer.requestDigest(asked, key, about), sig) {
		return false
	}
	r.keys[seat] = key
	if r.free() == 0 {
		r.table, _ = r.offer.match(slices.Clone(r.keys)).table()
		r.log, r.hellos = r.table.reader(), make([]bool, len(r.keys))
	}
	return true
}

// evidence is what a post that is the last, or not, shows before it is read: the class of section 9, or "".
func (r *boardReader) evidence(b string, last bool) string {
	if r.log == nil || r.log.parseHead(b) != "ok" || slices.Contains(r.signed, b[:45]) {
		return ""
	}
	k, at := number(b[1:5]), number64(b[37:45])
	switch {
	case k > r.log.k:
		return "unread"
	case b[5:37] != r.log.heads[k] || k < r.log.k || at < max(0, r.stamp) || r.log.e == 0 && !last:
		return "fork"
	}
	return ""
}

// auditAll is section 9 for posts of which some have no place.
func auditAll(posts []post) string {
	r := new(boardReader)
	for i, p := range posts {
		if class := r.evidence(p.bytes, i == len(posts)-1); class != "" {
			return class
		}
		if i == len(posts)-1 && r.log != nil && r.log.e == 0 && r.log.parseHead(p.bytes) == "ok" {
			return "ok" // the head of all places so far, of a board that was asked before the end
		}
		r.read(p.stamp, p.bytes)
	}
	return r.audit()
}

// view is what vectors show of a reader.
func (r *boardReader) view() string {
	if r.offer == nil {
		return "-"
	}
	places := 0
	if r.log != nil {
		places = r.log.k
	}
	return fmt.Sprintf("%d %d %d %d", r.free(), r.resets, places, len(r.heads))
}

// audit is section 9.
func (r *boardReader) audit() string {
	switch {
	case !r.closed():
		return "unsigned"
	case len(r.heads) < 2:
		return "never-began"
	}
	for s := range r.keys {
		if r.log.signed[s] < r.log.e && r.heads[1]-r.heads[0] < r.offer.grace+r.offer.bank {
			return "early"
		}
	}
	return "ok"
}

func boardTranscript(posts ...post) string {
	s := boardLabel("transcript")
	for _, p := range posts {
		s += p.entry()
	}
	return s
}

func fingerprint(digest string) string {
	var groups []string
	for i := range 8 {
		groups = append(groups, hexOf(digest[2*i:2*i+2]))
	}
	return strings.Join(groups, " ")
}
