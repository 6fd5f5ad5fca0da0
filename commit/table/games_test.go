package table_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
)

// A stage is what a testGame waits for.
type stage int

const (
	over       stage = iota // for nothing: the round is over
	committing              // all at once: a commitment, with a seal that may be wrong
	accepting               // all at once: 'a' and a share, or '!' and the seat whose seal was wrong
	shuffling               // in turn
	betting                 // in turn: a player's choice
	opening                 // all who haven't folded at once: what the commitment contains
)

// A testGame has the phases of a hand of cards and no cards.
type testGame struct {
	seat int    // -1 of a spectator
	seed []byte // of the seat's secrets
	die  func() // is called in each method that may be the last of its process; nil if none is
	checkpoint
	round
}

// A checkpoint is what a Checkpoint has.
type checkpoint struct {
	Left   int // rounds
	In     []bool
	Stacks []int
	Hash   []byte // of all that was decided
}

// A round is what a restart makes anew.
type round struct {
	start   record.Digest
	stage   stage
	phase   int
	deal    int
	wait    []int // who is due, in turn or at once
	playing []bool
	folded  []bool
	paid    []int
	commits [][]byte
	wrong   []bool // seals
	shares  [8]byte
	raises  int
}

func newTestGame(seats, rounds, seat int) *testGame {
	return &testGame{seat: seat, seed: []byte{byte(seat)}, checkpoint: checkpoint{
		Left: rounds, In: slices.Repeat([]bool{true}, seats), Stacks: slices.Repeat([]int{12}, seats), Hash: make([]byte, 32),
	}}
}

func (f *testGame) mayDie() {
	if f.die != nil {
		f.die()
	}
}

func (f *testGame) mix(what string, seat int, b []byte) {
	h := sha256.Sum256(fmt.Appendf(f.Hash, "%s %d %x", what, seat, b))
	f.Hash = h[:]
}

// players returns who plays this round, and those of them who haven't folded.
func (f *testGame) players() (all, live []int) {
	for s := range f.In {
		if f.In[s] && f.playing[s] {
			all = append(all, s)
			if !f.folded[s] {
				live = append(live, s)
			}
		}
	}
	return all, live
}

func (f *testGame) Start(head record.Digest) {
	f.mayDie()
	n := len(f.In)
	f.round = round{start: head, playing: make([]bool, n), folded: make([]bool, n), paid: make([]int, n)}
	for s := range f.In {
		f.playing[s] = f.In[s] && f.Stacks[s] > 0
	}
	all, _ := f.players()
	f.Left--
	if f.Left < 0 || len(all) < 2 {
		return
	}
	for _, s := range all {
		f.pay(s, 1)
	}
	f.shuffleAnew()
}

func (f *testGame) shuffleAnew() {
	n := len(f.In)
	f.commits, f.wrong, f.shares, f.raises = make([][]byte, n), make([]bool, n), [8]byte{}, 0
	f.deal++
	f.enter(committing)
}

func (f *testGame) enter(s stage) {
	all, live := f.players()
	f.stage, f.wait = s, all
	if s == betting || s == opening {
		f.wait = live
	}
	f.phase++
}

func (f *testGame) pay(s, n int) {
	n = min(n, f.Stacks[s])
	f.Stacks[s] -= n
	f.paid[s] += n
}

func (f *testGame) inTurn() bool { return f.stage == shuffling || f.stage == betting }

func (f *testGame) Due() (int, []int) {
	if f.inTurn() {
		return f.phase, f.wait[:1]
	}
	return f.phase, f.wait
}

// secret is what the seat's commitment contains, and share what it says besides.
func (f *testGame) secret() []byte {
	b := sha256.Sum256(fmt.Appendf(nil, "secret %x %x %d", f.seed, f.start, f.deal))
	return b[:8]
}

func short(b []byte) []byte { h := sha256.Sum256(b); return h[:8] }

func (f *testGame) Pending() []byte {
	f.mayDie()
	switch f.stage {
	case committing:
		return append(short(f.secret()), 0)
	case accepting:
		for s, wrong := range f.wrong {
			if wrong && f.In[s] {
				return []byte{'!', byte(s)}
			}
		}
		return append([]byte{'a'}, short(append(f.secret(), 'a'))...)
	case shuffling:
		return append([]byte{'s'}, short(append(f.secret(), 's'))...)
	case opening:
		return f.secret()
	}
	return nil
}

func (f *testGame) Check(seat int, m []byte) error {
	ok := false
	switch f.stage {
	case committing:
		ok = len(m) == 9 && m[8] < 2
	case accepting:
		ok = len(m) == 9 && m[0] == 'a'
	case shuffling:
		ok = len(m) == 9 && m[0] == 's'
	case betting:
		ok = len(m) == 1 && (m[0] < 3 || m[0] == raise && f.raises < 3 || m[0] == fold)
	case opening:
		ok = bytes.Equal(short(m), f.commits[seat])
	}
	if !ok {
		return errors.New("illegal")
	}
	return nil
}

const raise, fold = 3, 4

func (f *testGame) Apply(seat int, m []byte) error {
	f.mayDie()
	if f.stage == accepting && len(m) == 2 && m[0] == '!' && int(m[1]) < len(f.In) && f.wrong[m[1]] {
		return &table.BlameError{Seats: []int{int(m[1])}, Err: errors.New("a wrong seal")}
	}
	if err := f.Check(seat, m); err != nil {
		return err
	}
	f.wait = slices.DeleteFunc(slices.Clone(f.wait), func(s int) bool { return s == seat })
	switch f.stage {
	case committing:
		f.commits[seat], f.wrong[seat] = m[:8], m[8] == 1
	case accepting, opening: // at once: the order of what they say doesn't count
		for i := range f.shares {
			f.shares[i] ^= m[len(m)-8+i]
		}
	case shuffling, betting:
		f.phase++
		f.mix("say", seat, m)
		if f.stage == shuffling {
			break
		}
		f.folded[seat] = m[0] == fold
		if !f.folded[seat] {
			f.pay(seat, int(m[0]))
		}
		if m[0] == raise {
			f.raises++
			_, live := f.players()
			i := slices.Index(live, seat)
			f.wait = slices.Concat(live[i+1:], live[:i])
		}
	}
	f.advance()
	return nil
}

// advance goes on when nobody is waited for.
func (f *testGame) advance() {
	_, live := f.players()
	switch {
	case f.stage == over:
		return
	case len(live) < 2:
		f.finish(live)
	case len(f.wait) > 0:
	case f.stage == opening:
		f.mix("shares", f.deal, f.shares[:])
		f.finish([]int{live[int(f.Hash[0])%len(live)]})
	default:
		f.enter(f.stage + 1)
	}
}

// finish gives the pot to the winner, or burns it if all are out.
func (f *testGame) finish(winner []int) {
	for s, n := range f.paid {
		f.mix("paid", s, []byte{byte(n)})
		for _, w := range winner {
			f.Stacks[w] += n
		}
	}
	f.stage, f.wait = over, nil
	f.phase++
}

func (f *testGame) Out(seat int, why table.Reason) {
	f.mayDie()
	f.mix("out", seat, []byte{byte(why)})
	turn := f.inTurn() && f.wait[0] == seat
	f.In[seat] = false
	f.wait = slices.DeleteFunc(slices.Clone(f.wait), func(s int) bool { return s == seat })
	_, live := f.players()
	switch {
	case f.stage == over || !f.playing[seat]:
	case len(live) >= 2 && (f.stage == shuffling || f.stage == opening && f.shares[0]&1 == 0 && len(f.wait) > 0):
		f.shuffleAnew() // what is under way is void
	default:
		if turn {
			f.phase++
		}
		f.advance()
	}
}

func (f *testGame) Checkpoint() []byte {
	f.mayDie()
	b, err := json.Marshal(f.checkpoint)
	if err != nil {
		panic(err)
	}
	return b
}

func (f *testGame) Restore(saved []byte) error {
	f.mayDie()
	m := checkpoint{}
	if err := json.Unmarshal(saved, &m); err != nil {
		return err
	}
	if len(m.In) != len(f.In) || len(m.Stacks) != len(f.In) || len(m.Hash) != 32 {
		return errors.New("a checkpoint of another match")
	}
	f.checkpoint, f.round = m, round{}
	return nil
}

// result tells matches apart, also while a round is played.
func (f *testGame) result() string {
	b := append(bytes.Clone(f.Hash), byte(f.Left), byte(f.stage), byte(f.phase))
	for s := range f.In {
		b = append(b, byte(f.Stacks[s]))
	}
	return string(b)
}

// choose returns a legal move for a player whose turn it is, or nil.
func (f *testGame) choose(rng *rand.Rand) []byte {
	if f.stage != betting {
		return nil
	}
	m := []byte{0, 1, 1, 1, 2, raise, fold}[rng.IntN(7)]
	if m == raise && f.raises == 3 {
		m = 1
	}
	return []byte{m}
}

// junk returns what is most often illegal.
func (f *testGame) junk(rng *rand.Rand) []byte {
	switch rng.IntN(4) {
	case 0:
		return []byte{'!', byte(rng.IntN(len(f.In)))}
	case 1:
		return []byte("aaaaaaaaa")
	case 2:
		return []byte{raise}
	}
	return []byte{byte(rng.IntN(9)), byte(rng.IntN(9))}
}

// A talk is a game in which seats speak in turn, some times in each round.
type talk struct{ seats, times, rounds, said int }

func (g *talk) Start(record.Digest) { g.rounds, g.said = g.rounds-1, 0 }

func (g *talk) Due() (int, []int) {
	if g.rounds < 0 || g.said == g.times {
		return g.said, nil
	}
	return g.said, []int{g.said % g.seats}
}

func (g *talk) Pending() []byte         { return nil }
func (g *talk) Check(int, []byte) error { return nil }
func (g *talk) Apply(int, []byte) error { g.said++; return nil }
func (g *talk) Out(int, table.Reason)   {}
func (g *talk) Checkpoint() []byte      { return []byte{byte(g.rounds)} }
func (g *talk) Restore(b []byte) error  { g.rounds = int(b[0]); return nil }

// A shift is a game in which seats 0 and 1 are always due, and a new phase begins with each
// message.
type shift struct{ talk }

func (g *shift) Due() (int, []int) { return g.said, []int{0, 1} }

// A lout is a game whose errors are long, and blame anybody.
type lout struct {
	talk
	err error
}

func (g *lout) Apply(int, []byte) error { return g.err }

// An errand is a game of one round whose seats do what their messages say.
type errand struct {
	begun bool
	phase int
	due   []int
}

// What a message of an errand does.
const (
	nothing = iota
	finish  // one of the items of its speaker
	advance // to the next phase, with the same seats due
	invite  // names the speaker once more
	quit    // ends the round
	call    // names another seat once more
	accuse  // another seat of a fault
)

func (e *errand) Start(record.Digest) {
	e.due = nil
	if !e.begun {
		e.begun, e.due = true, []int{0, 0, 1}
	}
}

func (e *errand) Due() (int, []int)       { return e.phase, e.due }
func (e *errand) Pending() []byte         { return nil }
func (e *errand) Check(int, []byte) error { return nil }

func (e *errand) Apply(seat int, m []byte) error {
	switch m[0] {
	case finish:
		i := slices.Index(e.due, seat)
		e.due = slices.Delete(slices.Clone(e.due), i, i+1)
	case advance:
		e.phase++
	case invite:
		e.due = append(slices.Clone(e.due), seat)
	case quit:
		e.due = nil
	case call:
		e.due = append(slices.Clone(e.due), int(m[1]))
	case accuse:
		return &table.BlameError{Seats: []int{int(m[1])}, Err: errors.New("accused")}
	}
	return nil
}

func (e *errand) Out(seat int, _ table.Reason) {
	e.due = slices.DeleteFunc(slices.Clone(e.due), func(s int) bool { return s == seat })
}

func (e *errand) Checkpoint() []byte { return []byte{0} }

func (e *errand) Restore(b []byte) error {
	*e = errand{}
	return nil
}

// The games that the tests of this package play keep the promises of a Game.
func TestGames(t *testing.T) {
	terms := table.Terms{Game: []byte("test"), Longest: 64, Grace: time.Second}
	for name, c := range map[string]tabletest.Config{
		"testGame": {
			Terms: terms, Seats: 4,
			New: func(_ table.Terms, seat int, secret []byte) (table.Game, error) {
				f := newTestGame(4, 2, seat)
				f.seed = secret
				return f, nil
			},
			Move: func(g table.Game, _ int, rng *rand.Rand) []byte { return g.(*testGame).choose(rng) },
		},
		"toss": {
			Terms: terms, Seats: 3,
			New: func(_ table.Terms, seat int, _ []byte) (table.Game, error) {
				return &toss{seat: seat, left: 2, in: [3]bool{true, true, true}}, nil
			},
		},
		"odds": {
			Terms: terms, Seats: 2,
			New: func(_ table.Terms, seat int, secret []byte) (table.Game, error) {
				return &odds{seat: seat, seed: secret, left: 2}, nil
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tabletest.TestGame(c); err != nil {
				t.Error(err)
			}
		})
	}
}

// In the game of the Example, seat 1 says again what seat 0 says, its commitment and what it
// contains. The sum of two equal numbers is even, so it would win every round.
func TestExampleIsFair(t *testing.T) {
	o := &odds{seat: 0, seed: []byte("seed"), left: 20}
	for round := range byte(20) {
		o.Start(record.Digest{round})
		for range 2 {
			m := o.Pending()
			if err := o.Apply(0, m); err != nil {
				t.Fatal(err)
			}
			if err := o.Apply(1, m); err != nil {
				return
			}
		}
	}
	if o.wins[0] == 0 {
		t.Errorf("who copies has won %d rounds of 20", o.wins[1])
	}
}
