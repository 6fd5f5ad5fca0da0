package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/long"
)

// A player reads the board with its reader, which it restores from its state at some cuts, and
// applies the rules of a small game: see refuses and place.
type player struct {
	reader *record.Reader
	read   int // posts
	out    uint64
	void   int
	ended  bool
	head   []record.Digest // by number
	final  []int
	cuts   int
}

// A run is a board, honest players and cheats.
type run struct {
	t       testing.TB
	rng     *rand.Rand
	agreed  record.Agreement
	n       int
	honest  int // seats 0 to honest-1, and a spectator
	board   [][]byte
	players []*player
	cheats  []*record.Reader // old states, from which cheats sign
	kinds   map[string]int
}

const lastPlace = 15 // the game ends when this many have a place

func newRun(t testing.TB, seed uint64) *run {
	r := &run{t: t, rng: rand.New(rand.NewPCG(seed, 0)), kinds: make(map[string]int)}
	r.n = 2 + r.rng.IntN(4)
	r.honest = 1 + r.rng.IntN(r.n)
	r.agreed = agreementOf(t, r.n, "run")
	for range r.honest + 1 {
		r.players = append(r.players, &player{reader: newReader(t, r.agreed)})
	}
	return r
}

// sign returns a statement for the board.
func (r *run) sign(seat, k int, head record.Digest, message string) []byte {
	return record.SignAt(r.agreed, keyOf(r.t, seat), k, head, []byte(message))
}

// take lets a player read the next post.
func (r *run) take(p *player) {
	post := r.board[p.read]
	p.read++
	before := p.reader.Dump()
	st, err := p.reader.Judge(post)
	switch {
	case err == nil && !p.refuses(st):
		r.place(p, st)
	case !bytes.Equal(before, p.reader.Dump()):
		r.t.Fatalf("%v has changed the reader", err)
	case err != nil:
		r.kinds[errorClass(err)]++
	}
	p.head = append(p.head, p.reader.Head())
	p.final = append(p.final, p.reader.Final())
}

// refuses counts void messages, of which five have a place.
func (p *player) refuses(st record.Statement) bool {
	if string(st.Message) != "void" {
		return false
	}
	p.void++
	return p.void > 5
}

// place gives a statement its place: "out" puts its seat out, "cut" cuts.
func (r *run) place(p *player, st record.Statement) {
	if string(st.Message) == "out" {
		p.out |= 1 << st.Seat
	}
	final := p.reader.Final()
	if err := p.reader.Place(st, p.out); err != nil {
		r.t.Fatal(err)
	}
	if p.reader.Final() < final {
		r.t.Fatal("less is final")
	}
	r.kinds["placed"]++
	if string(st.Message) == "cut" {
		r.cut(p)
	}
	if p.reader.Places() == lastPlace && p.reader.Begun() {
		if err := p.reader.End(); err != nil {
			r.t.Fatal(err)
		}
		p.ended = true
	}
}

// cut cuts, and restores the reader from its state at times.
func (r *run) cut(p *player) {
	state := p.reader.Cut()
	p.cuts++
	if r.rng.IntN(2) > 0 {
		return
	}
	restored, err := record.ParseReader(r.agreed, state)
	if err != nil {
		r.t.Fatal(err)
	}
	p.reader = restored
}

// speak lets an honest seat say something with all that it has read.
func (r *run) speak(seat int) {
	message := []string{"bet", "bet", "bet", "cut", "void"}[r.rng.IntN(5)]
	reader := r.players[seat].reader
	post, err := reader.Sign(keyOf(r.t, seat), []byte(message))
	if err != nil {
		if !errors.Is(err, record.ErrNoPlace) {
			r.t.Fatal(err)
		}
		return
	}
	r.board = append(r.board, post)
}

// cheat posts what no honest seat does, and what anybody can.
func (r *run) cheat() {
	reader := r.players[len(r.players)-1].reader // the spectator's
	if len(r.cheats) > 0 && r.rng.IntN(2) == 0 {
		reader = r.cheats[r.rng.IntN(len(r.cheats))]
	}
	k := max(0, reader.Places()-r.rng.IntN(3))
	head, _ := reader.HeadAt(k)
	message := []string{"bet", "out", "cut", "void", "bye"}[r.rng.IntN(5)]
	seat := -1
	if r.honest < r.n {
		seat = r.honest + r.rng.IntN(r.n-r.honest)
	}
	var post []byte
	switch kind := r.rng.IntN(8); {
	case kind == 0 && len(r.board) > 0: // again
		post = r.board[r.rng.IntN(len(r.board))]
	case kind == 1 && len(r.board) > 0: // altered
		post = bytes.Clone(r.board[r.rng.IntN(len(r.board))])
		if len(post) > 0 {
			post[r.rng.IntN(len(post))] ^= byte(1 + r.rng.IntN(255))
		}
	case kind == 2:
		post = make([]byte, r.rng.IntN(200))
	case seat < 0:
		return
	case kind == 3: // another head
		head[r.rng.IntN(32)] ^= 1
		post = r.sign(seat, k, head, message)
	case kind == 4: // another place
		post = r.sign(seat, r.rng.IntN(2*lastPlace), head, message)
	case kind == 5: // in an honest seat's name
		post = r.sign(seat, k, head, message)
		post[1] = byte(r.rng.IntN(r.honest))
	default:
		post = r.sign(seat, k, head, message)
	}
	r.board = append(r.board, post)
	if r.rng.IntN(4) == 0 {
		old := *r.players[len(r.players)-1].reader
		r.cheats = append(r.cheats, &old)
	}
}

func (r *run) play(steps int) {
	for range steps {
		p := r.rng.IntN(len(r.players))
		switch {
		case r.rng.IntN(3) == 0 && p < r.honest:
			r.speak(p)
		case r.rng.IntN(3) == 0:
			r.cheat()
		default:
			for r.players[p].read < len(r.board) && r.rng.IntN(8) > 0 {
				r.take(r.players[p])
			}
		}
	}
	for _, p := range r.players {
		for p.read < len(r.board) {
			r.take(p)
		}
	}
}

// All readers of one sequence have the same heads, places and final places after each
// post, whatever cheats post and whoever restarts.
func TestRandomRuns(t *testing.T) {
	kinds := make(map[string]int)
	for seed := range long.Pick(10, 100) {
		r := newRun(t, uint64(seed))
		r.play(300)
		first := r.players[0]
		for i, p := range r.players[1:] {
			if !slices.Equal(p.head, first.head) || !slices.Equal(p.final, first.final) || !bytes.Equal(p.reader.Dump(), first.reader.Dump()) {
				t.Fatalf("run %d: readers 0 and %d differ", seed, i+1)
			}
		}
		if first.ended {
			kinds["ended"]++
		}
		kinds["cut"] += first.cuts
		for kind, n := range r.kinds {
			kinds[kind] += n
		}
	}
	for _, kind := range []string{"placed", "no-place", "malformed", "signature", "ended", "cut"} {
		if kinds[kind] == 0 {
			t.Errorf("no run has %q: %v", kind, kinds)
		}
	}
	t.Log(fmt.Sprint(kinds))
}
