package table

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Table is a game as everybody sees it who reads its board: a spectator, a referee, a
// board that signs heads. It is a function of the posts. A [Player] has one, and speaks.
// Don't copy it; it isn't safe for concurrent use. The zero value is invalid.
type Table struct {
	agreed record.Agreement
	terms  Terms
	game   Game

	reader *record.Reader
	public
	last  post      // that was read
	heard time.Time // when the last place was read, by this machine's clock

	first, mark []byte // checkpoints: before the first post, and before this round
	final       uint64 // whose closing statements had made the end final, before the table was read again
	news        int    // how often the mark, or whether the end is final, has changed
	effects     int    // how many there were
}

// public is what everybody knows, besides the heads and the game. Times are the table's
// own, in milliseconds.
type public struct {
	round int // 0 before all have said their hello
	end   int // the places when the game was over, 0 before
	seats []seat
	outs  []Out
	phase int
	time  int64
	stamp int64 // of the last place, or a little later
}

type seat struct {
	hello, out bool
	leaves     int    // the round after which it does, 0 if it stays
	voids      int    // statements without effect, but ticks
	ticks      int    // since the last effect
	complaints uint64 // a bit for each seat of which it has complained too late

	// What it has to say in this phase.
	named        int   // how often the game names it as due
	least        int   // how often it did when that was least, since it did at all; never before
	since        int   // the places since which it is due, -1 if it isn't
	begun, spent int64 // when that was last looked at, and the time it took until then
	used         int64 // of its bank in this round
}

const never = math.MaxInt

// post is what a table remembers of a post.
type post struct {
	number uint64
	digest [sha256.Size]byte // of its stamp and what it says
}

// postOf returns that, of a post in its pruned form.
func postOf(p record.Post, pruned []byte) post {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.Stamp))
	return post{p.Number, sha256.Sum256(append(b, pruned...))}
}

// Watch returns the table of somebody without a seat, who has read nothing yet. The game is a new
// one, of nobody.
func Watch(terms Terms, game Game) (*Table, error) {
	t, err := open(terms, game)
	if err != nil {
		return nil, err
	}
	t.seats = make([]seat, len(terms.Seats))
	for s := range t.seats {
		t.seats[s].since = -1
	}
	t.reader, err = record.NewReader(t.agreed)
	if err != nil {
		return nil, err
	}
	t.mark = t.checkpoint()
	t.first = t.mark
	return t, nil
}

func open(terms Terms, game Game) (*Table, error) {
	agreed, err := terms.Agreement()
	if err == nil && game == nil {
		err = wrap.Errorf(ErrMalformed, "there is no game")
	}
	if err != nil {
		return nil, err
	}
	return &Table{agreed: agreed, terms: terms, game: game}, nil
}

// Connect begins a connection to a board, also the first one. The function returns the
// board's post of a number above 0, and false if it has none. If the post that was read
// last isn't there as it was, the table goes back to where the round began, or to the first
// post if that is gone, too. Connect returns the number of the post after which to
// [Table.Read]. If somebody has kept posts that the board has lost, they are posted
// again, in order, before that. An end that is final stays as it is: of all that the board
// has, only closing statements that name it have a place then.
func (t *Table) Connect(shown func(number uint64) (record.Post, bool)) (after uint64, err error) {
	same := func(was post) bool {
		if was.number == 0 {
			return true
		}
		p, ok := shown(was.number)
		return ok && postOf(p, record.Prune(p.Bytes)) == was
	}
	switch {
	case t.reader == nil:
		return 0, errZero
	case same(t.last):
		return t.last.number, nil
	case t.Final(): // the mark is the end, which stays; who has signed it is read again, anywhere
		t.final = t.closings()
		if err = t.restore(t.mark); err == nil && !same(t.last) {
			t.last = post{}
		}
		return t.last.number, err
	}
	if err = t.restore(t.mark); err == nil && !same(t.last) {
		err = t.restore(t.first)
	}
	return t.last.number, err
}

// Read takes the next post of the board, at a time of this machine's clock. It returns an
// [ErrState] if the number isn't greater than that of the post before, or is 0, and otherwise
// whether the post has a place. Without one it has no effect, and a transcript needn't
// have it.
func (t *Table) Read(now time.Time, p record.Post) (placed bool, err error) {
	_, placed, err = t.read(now, p)
	return placed, err
}

func (t *Table) read(now time.Time, p record.Post) (st record.Statement, placed bool, err error) {
	if t.reader == nil {
		return st, false, errZero
	}
	if p.Number <= t.last.number {
		return st, false, wrap.Errorf(ErrState, "post %d after post %d", p.Number, t.last.number)
	}
	if st, err = t.reader.Judge(p.Bytes); err != nil {
		t.last = postOf(p, record.Prune(p.Bytes))
		return st, false, nil
	}
	t.last = postOf(p, st.Prune())
	closings := t.closings()
	if v, err := t.rule(st); err == nil {
		t.take(st, v, p.Stamp)
		t.heard, placed = now, true
	}
	if t.closings() != closings {
		t.news++
	}
	return st, placed, nil
}

// A Verdict is what becomes of a statement that has a place.
type Verdict struct {
	Void bool // it has no effect, whatever its message says besides its kind and length
	Tick bool // it lets time go on
}

// Would returns what would become of a statement if it was the next one, whatever its
// signature: see [record.Agreement.Verify]. It changes nothing. The error, of package
// record, says why it would have no place.
func (t *Table) Would(st record.Statement) (Verdict, error) {
	if t.reader == nil {
		return Verdict{}, errZero
	}
	if err := t.reader.Fits(st); err != nil {
		return Verdict{}, err
	}
	return t.rule(st)
}

// rule returns what becomes of a statement that fits, by nothing but its kind, its length and
// the state. That doesn't depend on stamps: posted again, a statement has another.
func (t *Table) rule(st record.Statement) (v Verdict, err error) {
	s, none := &t.seats[st.Seat], ""
	is := func(kind byte, length int) bool { return st.Kind == kind && st.Len == length }
	switch {
	case t.end > 0 && !is(closing, 0):
		none = "the game is over"
	case t.end == 0 && t.round == 0 && !is(hello, 0):
		none = "the game hasn't begun"
	case t.end > 0 || t.round == 0:
	case is(tick, 0):
		if v.Tick = true; s.ticks >= t.maxTicks() {
			none = "it has made all its ticks"
		}
	case st.Kind == say && s.since >= 0 && st.Places >= s.since:
	case is(leave, leaveLen-1) && !s.out && s.leaves == 0:
	default:
		if v.Void = true; s.voids >= maxVoids {
			none = fmt.Sprintf("%d of its statements had no effect", maxVoids)
		}
	}
	if none == "" && st.Pruned() && !v.Void {
		none = "its message is missing"
	}
	if none != "" {
		return Verdict{}, wrap.Errorf(record.ErrNoPlace, "seat %d: %s", st.Seat, none)
	}
	return v, nil
}

// take gives a statement its place.
func (t *Table) take(st record.Statement, v Verdict, stamp int64) {
	switch {
	case t.end > 0:
	case t.round == 0:
		t.seats[st.Seat].hello, t.stamp = true, stamp
	default:
		t.play(st, v, stamp)
	}
	over := t.end == 0 && !slices.ContainsFunc(t.seats, func(s seat) bool { return s.since >= 0 || !s.hello })
	for i, s := range t.seats {
		if over && s.leaves > 0 && s.leaves <= t.round && !s.out {
			t.out(i, Left, "")
		}
	}
	var out uint64
	for i, s := range t.seats {
		if s.out {
			out |= 1 << i
		}
	}
	if err := t.reader.Place(st, out); err != nil {
		panic(err) // it was judged just before
	}
	if over {
		t.round++
		t.mark = t.checkpoint()
		t.news++
		if err := t.begin(); err != nil {
			panic(err) // all have said their hello, and there is no end yet
		}
	}
}

// play gives the game a statement of a round.
func (t *Table) play(st record.Statement, v Verdict, stamp int64) {
	s := &t.seats[st.Seat]
	t.pass(stamp)
	taken := false
	switch {
	case v.Void:
		s.voids++
		return
	case v.Tick:
		s.ticks++
		for _, i := range t.late() {
			t.out(i, Silent, "")
		}
	case st.Kind == leave: // a round that is over stands for this one
		s.leaves = max(t.round, int(min(MaxRounds, binary.BigEndian.Uint32(st.Message[1:]))))
		t.effect()
	default:
		taken = t.apply(st.Seat, st.Message[1:])
	}
	speaker := -1
	if taken {
		speaker = st.Seat
	}
	switch changed := t.settle(t.reader.Places()+1, speaker, false); {
	case !taken:
	case changed:
		t.effect()
	case s.voids < maxVoids:
		s.voids++
	default:
		t.out(st.Seat, Fault, fmt.Sprintf("%d of its statements had no effect, and this one changes nothing", maxVoids))
		t.settle(t.reader.Places()+1, -1, false)
	}
}

// apply gives the game a message of a seat that is due, and reports whether it takes it.
func (t *Table) apply(speaker int, message []byte) (taken bool) {
	err := t.game.Apply(speaker, message)
	s, culprit, cause := &t.seats[speaker], -1, error(nil)
	if blame, ok := errors.AsType[*BlameError](err); ok && len(blame.Seats) == 1 && blame.Seats[0] < len(t.seats) {
		culprit, cause = blame.Seats[0], blame.Err
	}
	switch {
	case err == nil:
		return true
	case culprit >= 0 && !t.seats[culprit].out:
		t.out(culprit, Fault, fmt.Sprint(cause))
	case culprit >= 0 && s.complaints>>culprit&1 == 0: // another was faster
		s.complaints |= 1 << culprit
	default:
		t.out(speaker, Fault, err.Error())
	}
	return false
}

// out takes a seat out, by the statement that gets the next place.
func (t *Table) out(seat int, why Reason, text string) {
	t.seats[seat].out, t.seats[seat].since = true, -1
	t.outs = append(t.outs, Out{seat, why, t.round, t.reader.Places(), text[:min(len(text), MaxTextLen)]})
	t.effect()
	t.game.Out(seat, why)
}

// effect notes that something has changed: it may have made one statement of each seat void,
// and all may wait as long again.
func (t *Table) effect() {
	t.effects++
	for i := range t.seats {
		t.seats[i].voids, t.seats[i].ticks = max(0, t.seats[i].voids-1), 0
	}
}

// settle finds who is due, and reports whether that, or the phase, has changed. A round
// begins fresh.
func (t *Table) settle(after, speaker int, fresh bool) (changed bool) {
	phase, due := t.game.Due()
	changed = fresh || phase != t.phase
	for i := range t.seats {
		s, named := &t.seats[i], 0
		for _, seat := range due {
			if seat == i && !s.out {
				named++
			}
		}
		changed = changed || named != s.named
		t.counts(s, named, fresh || phase != t.phase)
		if named == 0 {
			s.since = -1
		} else if s.since < 0 || i == speaker {
			s.since = after
		}
	}
	t.phase = phase
	return changed
}

// begin begins a round after a checkpoint. The game is over if nobody is due then.
func (t *Table) begin() error {
	if t.round == 0 {
		return nil
	}
	for i := range t.seats {
		t.seats[i].spent, t.seats[i].used = 0, 0 // and ticks 0, as something has had an effect
	}
	t.game.Start(t.reader.Head())
	t.settle(t.reader.Places(), -1, true)
	if slices.ContainsFunc(t.seats, func(s seat) bool { return s.since >= 0 }) {
		return nil
	}
	t.end = t.reader.Places()
	return t.reader.End()
}
