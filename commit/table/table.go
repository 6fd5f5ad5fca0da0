package table

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
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

	startMark, roundMark []byte // checkpoints: before the first post, and before this round
	finalClosings        uint64 // whose closing statements had made the end final, before the table was read again
	changes              int    // how often the round's mark, or whether the end is final, has changed
	effects              int    // how many there were
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
	complaints uint64 // a bit for each seat of which it has complained too late: told_s of SPEC.md

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

// isShown reports whether a board has a post as it was, or nothing was read yet.
func (was post) isShown(shown func(number uint64) (record.Post, bool)) bool {
	if was.number == 0 {
		return true
	}
	p, ok := shown(was.number)
	return ok && postOf(p, record.Prune(p.Bytes)) == was
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
	t.roundMark = t.checkpoint()
	t.startMark = t.roundMark
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
	if t.reader == nil {
		return 0, errZero
	}
	if t.last.isShown(shown) {
		return t.last.number, nil
	}
	final := t.Final()
	if final { // the mark is the end, which stays; who has signed it is read again, anywhere
		t.finalClosings = t.closings()
	}
	err = t.restore(t.roundMark)
	switch {
	case err != nil || t.last.isShown(shown):
	case final:
		t.last = post{}
	default:
		err = t.restore(t.startMark)
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
	st, err = t.reader.Judge(p.Bytes)
	if err != nil {
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
		t.changes++
	}
	return st, placed, nil
}
