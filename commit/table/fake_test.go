package table_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A stage is what a fake game waits for.
type stage int

const (
	over       stage = iota // for nothing: the round is over
	committing              // all at once: a commitment, with a seal that may be wrong
	accepting               // all at once: 'a' and a share, or '!' and the seat whose seal was wrong
	shuffling               // in turn
	betting                 // in turn: a player's choice
	opening                 // all who haven't folded at once: what the commitment contains
)

// A fake game has the phases of a hand of cards and no cards.
type fake struct {
	seat int    // -1 of a spectator
	seed []byte // of the seat's secrets
	die  func() // is called in each method that may be the last of its process; nil if none is
	match
	round
}

// A match is what a checkpoint has.
type match struct {
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

func newFake(seats, rounds, seat int) *fake {
	return &fake{seat: seat, seed: []byte{byte(seat)}, match: match{
		Left: rounds, In: slices.Repeat([]bool{true}, seats), Stacks: slices.Repeat([]int{12}, seats), Hash: make([]byte, 32),
	}}
}

func (f *fake) mayDie() {
	if f.die != nil {
		f.die()
	}
}

func (f *fake) mix(what string, seat int, b []byte) {
	h := sha256.Sum256(fmt.Appendf(f.Hash, "%s %d %x", what, seat, b))
	f.Hash = h[:]
}

// players returns who plays this round, and those of them who haven't folded.
func (f *fake) players() (all, live []int) {
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

func (f *fake) Start(head record.Digest) {
	f.mayDie()
	n := len(f.In)
	f.round = round{start: head, playing: make([]bool, n), folded: make([]bool, n), paid: make([]int, n)}
	for s := range f.In {
		f.playing[s] = f.In[s] && f.Stacks[s] > 0
	}
	all, _ := f.players()
	if f.Left--; f.Left < 0 || len(all) < 2 {
		return
	}
	for _, s := range all {
		f.pay(s, 1)
	}
	f.shuffleAnew()
}

func (f *fake) shuffleAnew() {
	n := len(f.In)
	f.commits, f.wrong, f.shares, f.raises = make([][]byte, n), make([]bool, n), [8]byte{}, 0
	f.deal++
	f.enter(committing)
}

func (f *fake) enter(s stage) {
	all, live := f.players()
	f.stage, f.wait = s, all
	if s == betting || s == opening {
		f.wait = live
	}
	f.phase++
}

func (f *fake) pay(s, n int) {
	n = min(n, f.Stacks[s])
	f.Stacks[s] -= n
	f.paid[s] += n
}

func (f *fake) inTurn() bool { return f.stage == shuffling || f.stage == betting }

func (f *fake) Due() (int, []int) {
	if f.inTurn() {
		return f.phase, f.wait[:1]
	}
	return f.phase, f.wait
}

// secret is what the seat's commitment contains, and share what it says besides.
func (f *fake) secret() []byte {
	b := sha256.Sum256(fmt.Appendf(nil, "secret %x %x %d", f.seed, f.start, f.deal))
	return b[:8]
}

func short(b []byte) []byte { h := sha256.Sum256(b); return h[:8] }

func (f *fake) Pending() []byte {
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

func (f *fake) Check(seat int, m []byte) error {
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

func (f *fake) Apply(seat int, m []byte) error {
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
		if f.folded[seat] = m[0] == fold; !f.folded[seat] {
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
func (f *fake) advance() {
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
func (f *fake) finish(winner []int) {
	for s, n := range f.paid {
		f.mix("paid", s, []byte{byte(n)})
		for _, w := range winner {
			f.Stacks[w] += n
		}
	}
	f.stage, f.wait = over, nil
	f.phase++
}

func (f *fake) Out(seat int, why table.Reason) {
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

func (f *fake) Checkpoint() []byte {
	f.mayDie()
	b, err := json.Marshal(f.match)
	if err != nil {
		panic(err)
	}
	return b
}

func (f *fake) Restore(checkpoint []byte) error {
	f.mayDie()
	m := match{}
	if err := json.Unmarshal(checkpoint, &m); err != nil {
		return err
	}
	if len(m.In) != len(f.In) || len(m.Stacks) != len(f.In) || len(m.Hash) != 32 {
		return errors.New("a checkpoint of another match")
	}
	f.match, f.round = m, round{}
	return nil
}

// result tells matches apart, also while a round is played.
func (f *fake) result() string {
	b := append(bytes.Clone(f.Hash), byte(f.Left), byte(f.stage), byte(f.phase))
	for s := range f.In {
		b = append(b, byte(f.Stacks[s]))
	}
	return string(b)
}

// choose returns a legal move for a player whose turn it is, or nil.
func (f *fake) choose(rng *rand.Rand) []byte {
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
func (f *fake) junk(rng *rand.Rand) []byte {
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
