package tabletest_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

const seats, longest = 3, 40

// A step of a round.
type step int

const (
	over       step = iota
	committing      // all at once
	revealing       // all at once what they have committed to, or a complaint about a wrong seal
	moving          // in turn: a player's choice
	drawing         // all at once, each twice
)

// A game has all kinds of phases, and a fault if its name isn't empty.
type game struct {
	fault  string
	seat   int
	secret []byte
	kept   // between rounds
	round
	asked int
	lost  bool // its seat has said what it hasn't
	last  []byte
}

type kept struct {
	Left   int
	In     [seats]bool
	Points [seats]int
	Seat   int `json:",omitempty"`
}

type round struct {
	head    record.Digest
	step    step
	phase   int
	deal    int
	turn    int
	spoken  [seats]int // in this phase
	commits [seats][]byte
	values  [seats][]byte
}

func newGame(fault string, seat int, secret []byte) *game {
	return &game{fault: fault, seat: seat, secret: secret, kept: kept{Left: 2, In: [seats]bool{true, true, true}}}
}

func (g *game) has(fault string) bool { return g.fault == fault }

func (g *game) Start(head record.Digest) {
	g.round, g.lost = round{head: head}, false
	if g.Left == 0 || !slices.Contains(g.In[:], true) {
		return
	}
	g.Left--
	if g.has("no end") {
		g.Left++
	}
	g.enter(committing)
}

func (g *game) enter(s step) {
	g.step, g.spoken = s, [seats]int{}
	g.phase++
	if g.has("a phase comes back") && s == drawing {
		g.phase = 1
	}
	if s == moving {
		g.turn = slices.Index(g.In[:], true)
	}
}

func (g *game) Due() (phase int, due []int) {
	switch g.step {
	case over:
		return 0, nil
	case moving:
		return g.phase, []int{g.turn}
	}
	for s, in := range g.In {
		for n := g.spoken[s]; n < 1+int(g.step/drawing) && (in || g.has("waits for seats that are out")); n++ {
			due = append(due, s)
		}
	}
	switch {
	case g.has("Due differs") && g.seat == 1 && g.step == revealing:
		due = due[1:]
	case g.has("a seat that doesn't exist is due") && g.step == drawing:
		due = append(due, seats)
	case g.has("a seat is due again") && g.step == committing && len(due) == 1:
		due = append(due, (due[0]+1)%seats)
	case g.has("Due depends on how often it is asked"):
		g.asked++
		return g.phase + g.asked/50, due
	}
	return g.phase, due
}

func hash(args ...any) []byte { h := sha256.Sum256(fmt.Append(nil, args...)); return h[:] }

func (g *game) value() []byte {
	if g.has("secrets without the head") {
		return hash(g.secret, g.deal)[:16]
	}
	return hash(g.secret, g.head, g.deal)[:16]
}

func (g *game) commitment(seat int, value []byte) []byte { return hash(g.head, g.deal, seat, value) }

func (g *game) Pending() []byte {
	if g.lost { // nobody asks the program of a cheat for more than it has
		panic("its seat says something else")
	}
	g.asked++
	switch {
	case g.has("Pending changes who is due") && g.step == revealing:
		g.spoken[g.seat] = 1
	case g.has("Pending isn't the same again") && g.step == drawing:
		return hash(g.secret, g.head, g.asked)[:8]
	case g.has("Pending isn't the same after a restart") && g.step == drawing:
		if g.last == nil {
			g.last = []byte(rand.Text())[:8]
		}
		return g.last
	case g.has("Pending is too long") && g.step == drawing:
		return make([]byte, longest+1)
	case g.has("Pending has nothing to say") && g.step == drawing && g.seat == 2:
		return nil
	}
	switch g.step {
	case committing:
		return append(g.commitment(g.seat, g.value()), 0)
	case revealing:
		for s, c := range g.commits {
			if c != nil && c[32] > 0 && (g.In[s] || g.has("Pending complains about a seat that is out")) {
				return []byte{byte(s)}
			}
		}
		return g.value()
	case drawing:
		return hash(g.values[g.seat], g.spoken[g.seat])[:8]
	}
	return nil
}

var errIllegal = errors.New("illegal")

func (g *game) Check(_ int, m []byte) error {
	if g.has("Check changes the game") {
		g.turn = (g.turn + 1) % seats
	}
	if len(m) != 1 || m[0] > 3 && !(g.has("Check takes what Apply refuses") && m[0] == 4) ||
		m[0] == 2 && g.has("Check refuses what is right") {
		return errIllegal
	}
	return nil
}

func (g *game) Apply(seat int, m []byte) error {
	switch g.step {
	case committing:
		if len(m) == 0 && g.has("Apply panics on an empty message") || len(m) == longest && g.has("Apply panics on a long message") {
			panic("index out of range")
		}
		if g.has("a refused message leaves a trace") {
			g.Points[seat]++
		}
		if len(m) != 33 || m[32] > 127 {
			if g.has("a refused message changes the phase") {
				g.phase++
			}
			if g.has("the words of a fault differ") && g.seat == 0 {
				return fmt.Errorf("%w: %d bytes", errIllegal, len(m))
			}
			return errIllegal
		}
		if g.has("a verdict depends on who reads") && g.seat == 1 && m[0] > 250 {
			return errIllegal
		}
		g.commits[seat] = m
		g.lost = g.lost || seat == g.seat && !bytes.Equal(m[:32], g.commitment(seat, g.value()))
	case revealing:
		if len(m) == 1 && m[0] < seats && g.commits[m[0]] != nil && (g.commits[m[0]][32] > 0 || g.has("an honest seat is blamed")) {
			return &table.BlameError{Seats: []int{int(m[0])}, Err: errors.New("a wrong seal")}
		}
		if g.has("what is right depends on others") && slices.Contains(g.spoken[:seat], 0) {
			return errors.New("not in order")
		}
		if len(m) != 16 || !bytes.Equal(g.commitment(seat, m), g.commits[seat][:32]) {
			if g.has("junk is taken") {
				return nil
			}
			return errIllegal
		}
		if g.has("Apply alters the message") {
			m[0] = 0
		}
		g.values[seat] = m
	case moving:
		if len(m) != 1 || m[0] > 3 {
			return errIllegal
		}
		g.Points[seat] += int(m[0])
		g.next()
		return nil
	case drawing:
		if len(m) != 8 {
			return errIllegal
		}
		g.Points[seat] += int(m[0])
	}
	if g.has("a seat that has spoken is due as before") && g.step == drawing && seat == 1 {
		g.spoken[2]++
		return nil
	}
	g.spoken[seat]++
	g.advance()
	return nil
}

// next gives the turn to the next seat.
func (g *game) next() {
	if !g.has("turns of one phase") {
		g.phase++
	}
	for g.turn++; g.turn < seats && !g.In[g.turn]; g.turn++ {
	}
	if g.turn == seats && g.has("turns of one phase") && g.Points[0] < 20 {
		g.Points[0]++
		g.turn = slices.Index(g.In[:], true)
	} else if g.turn == seats {
		g.enter(drawing)
	}
}

func (g *game) advance() {
	if _, due := g.Due(); g.step == over || len(due) > 0 {
		return
	}
	if g.step == drawing || !slices.Contains(g.In[:], true) {
		g.step = over
		return
	}
	g.enter(g.step + 1)
}

// Default is the move of a player who makes none.
func (g *game) Default() []byte {
	if g.has("Check refuses what is made by default") {
		return []byte{42}
	}
	return []byte{0}
}

func (g *game) Out(seat int, why table.Reason) {
	g.In[seat] = false
	if why != table.Left {
		g.Points[seat] = 0
	}
	switch {
	case g.has("Out panics between rounds") && why == table.Left, g.has("Out panics when all go") && !slices.Contains(g.In[:], true):
		panic("nobody's turn")
	case g.step == moving && g.turn == seat:
		g.next()
	case g.step == revealing && why == table.Silent && slices.Contains(g.In[:], true): // what was committed to is void
		g.deal++
		if g.has("Out voids without a phase") {
			g.phase--
		}
		g.commits = [seats][]byte{}
		g.enter(committing)
	case !g.has("waits for seats that are out"):
		g.advance()
	}
}

func (g *game) Checkpoint() []byte {
	k := g.kept
	if g.has("checkpoints differ") {
		k.Seat = g.seat
	}
	if g.has("a checkpoint lacks something") {
		k.In = [seats]bool{true, true, true}
	}
	b, _ := json.Marshal(k)
	if g.has("a checkpoint changes later") {
		g.last = append(g.last[:0], b...)
		return g.last
	}
	return b
}

func (g *game) Restore(checkpoint []byte) error {
	switch {
	case g.has("Restore refuses a checkpoint") && g.Left == 1:
		return errIllegal
	case g.has("Restore leaves something over"):
		k := kept{}
		_ = json.Unmarshal(checkpoint, &k)
		g.Left, g.In = k.Left, k.In
		return nil
	}
	g.kept = kept{}
	err := json.Unmarshal(checkpoint, &g.kept)
	if g.has("Restore alters the checkpoint") {
		clear(checkpoint)
	}
	return err
}
