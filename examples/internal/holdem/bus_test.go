package holdem_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

var (
	seeds = flag.Int("seeds", 0, "how many seeds to try in the tests with random runs, instead of a few")
	first = flag.Uint64("first", 0, "the first of them")
)

// eachSeed runs a test with some seeds.
func eachSeed(t *testing.T, runs, short int, f func(t *testing.T, seed uint64)) {
	if testing.Short() {
		runs = short
	}
	if *seeds > 0 {
		runs = *seeds
	}
	for i := range uint64(runs) {
		t.Run(strconv.FormatUint(*first+i, 10), func(t *testing.T) { f(t, *first+i) })
	}
}

// A bus carries the statements of a table to its seats, each to each in a random order.
type bus struct {
	t       testing.TB
	rng     *rand.Rand
	config  holdem.Config
	keys    []ed25519.PublicKey
	private []oldrecord.Key
	tables  []*holdem.Table // nil for seats that are gone
	disks   []*disk
	cheats  []string
	queues  [][][]byte // to each seat
	sent    [][]byte   // by anybody
	known   map[string]bool
	act     func(v holdem.View) holdem.Action
	before  func(seat int, f func(t *holdem.Table) ([][]byte, error)) // a call of a seat's table
	keep    func(from, to int, statement []byte) bool                 // from a seat
	expired []int                                                     // how often each seat has lost its patience
	steps   int
}

// A disk replaces just the state that it holds, as a database should.
type disk struct {
	held []byte
	fail bool
}

var errDisk = errors.New("the disk is full, or holds another state")

func (d *disk) store(old, new holdem.State) error {
	if d.fail || !bytes.Equal(old.Bytes(), d.held) {
		return errDisk
	}
	d.held = new.Bytes()
	return nil
}

func newBus(t testing.TB, seed uint64, c holdem.Config, cheats ...string) *bus {
	t.Helper()
	b := &bus{t: t, rng: rand.New(rand.NewPCG(seed, 1)), config: c, cheats: slices.Grow(cheats, c.Seats)[:c.Seats]}
	b.known = make(map[string]bool)
	b.expired = make([]int, c.Seats)
	b.tables, b.disks, b.queues = make([]*holdem.Table, c.Seats), make([]*disk, c.Seats), make([][][]byte, c.Seats)
	b.act = func(v holdem.View) holdem.Action { return holdem.Bot(v, b.rng) }
	keys := make([]oldrecord.Key, c.Seats)
	for s := range keys {
		keys[s] = oldrecord.GenerateKey()
		b.keys = append(b.keys, keys[s].Public())
	}
	b.private = keys
	for s := range keys {
		b.disks[s] = new(disk)
		var send [][]byte
		var err error
		if skip, ok := strings.CutPrefix(b.cheats[s], "parrot "); ok {
			n, _ := strconv.Atoi(skip)
			b.tables[s], send, err = holdem.GenerateParrot(n, c, b.keys, s, keys[s], b.disks[s].store)
		} else if kind, ok := strings.CutPrefix(b.cheats[s], "flood "); ok {
			b.tables[s], send, err = holdem.GenerateFlood(kind, c, b.keys, s, keys[s], b.disks[s].store)
		} else if b.cheats[s] == "liar" {
			b.tables[s], send, err = holdem.GenerateLiar(b.rng, c, b.keys, s, keys[s], b.disks[s].store)
		} else if b.cheats[s] != "" {
			b.tables[s], send, err = holdem.GenerateCheat(b.cheats[s], c, b.keys, s, keys[s], b.disks[s].store)
		} else {
			b.tables[s], send, err = holdem.GenerateTable(c, b.keys, s, keys[s], b.disks[s].store)
		}
		if err != nil {
			t.Fatal(err)
		}
		b.post(s, send)
	}
	return b
}

// post queues what a seat sends to all others.
func (b *bus) post(from int, statements [][]byte) {
	for _, st := range statements {
		if key := string(st); !b.known[key] {
			b.known[key] = true
			b.sent = append(b.sent, st)
		}
	}
	for s := range b.queues {
		for _, st := range statements {
			if s != from && (b.keep == nil || !b.keep(from, s, st)) {
				b.queues[s] = append(b.queues[s], st)
			}
		}
	}
}

// call makes a call of a seat's table, and sends what it returns.
func (b *bus) call(seat int, f func(t *holdem.Table) ([][]byte, error)) {
	b.t.Helper()
	if b.before != nil {
		b.before(seat, f)
	}
	send, err := f(b.tables[seat])
	if err != nil && b.cheats[seat] == "" {
		b.t.Fatalf("seat %d: %v", seat, err)
	}
	b.post(seat, send)
	b.steps++
}

// step delivers a statement, or lets a seat act, or expire if nothing else is possible. It
// reports whether it has done anything.
func (b *bus) step() bool {
	b.t.Helper()
	order := b.rng.Perm(len(b.tables))
	for _, s := range order {
		if b.tables[s] == nil || len(b.queues[s]) == 0 {
			continue
		}
		i := min(b.rng.IntN(len(b.queues[s])), b.rng.IntN(20))
		raw := b.queues[s][i]
		b.queues[s] = slices.Delete(b.queues[s], i, i+1)
		b.call(s, func(t *holdem.Table) ([][]byte, error) { return t.Hear(raw) })
		return true
	}
	for _, s := range order {
		if b.tables[s] == nil {
			continue
		}
		if v := b.tables[s].View(); v.Turn == s && v.Legal != (holdem.Legal{}) {
			a := b.act(v)
			b.call(s, func(t *holdem.Table) ([][]byte, error) { return t.Act(a) })
			return true
		}
	}
	// Who has waited longest loses its patience first.
	slices.SortStableFunc(order, func(a, c int) int { return b.expired[a] - b.expired[c] })
	for _, s := range order {
		if b.tables[s] == nil {
			continue
		}
		var awaited []int
		for _, w := range b.tables[s].View().Awaited {
			awaited = append(awaited, w.Seat)
		}
		if awaited = slices.DeleteFunc(awaited, func(w int) bool { return w == s }); awaited != nil {
			before := len(b.sent)
			b.call(s, func(t *holdem.Table) ([][]byte, error) { return t.Expire(awaited...) })
			b.expired[s]++
			if len(b.sent) > before {
				return true
			}
		}
	}
	return false
}

// run goes on until nothing happens any more.
func (b *bus) run() {
	b.t.Helper()
	for n := 0; b.step(); n++ {
		if n > 200000 {
			b.t.Fatal("no end")
		}
	}
}

// twins returns the statements that anybody has sent with the seat and number of one.
func (b *bus) twins(table oldrecord.Table, st oldrecord.Statement) (twins [][]byte) {
	for _, raw := range b.sent {
		if other, err := oldrecord.ParseStatement(table, raw); err == nil && other.Seat() == st.Seat() && other.Number() == st.Number() {
			twins = append(twins, raw)
		}
	}
	return twins
}

// kill drops a seat.
func (b *bus) kill(seat int) { b.tables[seat] = nil }

// restart goes on from what a seat has stored, and hears everything again.
func (b *bus) restart(seat int) {
	b.t.Helper()
	before := b.tables[seat]
	t, err := holdem.ParseTable(b.disks[seat].held, b.disks[seat].store)
	if err != nil {
		b.t.Fatal(err)
	}
	if got, want := t.Sent(), before.Sent(); !slices.EqualFunc(got, want, bytes.Equal) {
		b.t.Fatalf("seat %d restarts with %d statements, not %d", seat, len(got), len(want))
	}
	b.tables[seat] = t
	b.queues[seat] = slices.Clone(b.sent)
	b.post(seat, t.Sent())
}

// audit judges the match by what all have.
func (b *bus) audit() *holdem.Verdict {
	b.t.Helper()
	var transcripts [][]byte
	for _, t := range b.tables {
		if t != nil {
			transcripts = append(transcripts, t.Transcript())
		}
	}
	v, err := holdem.Audit(b.config, b.keys, transcripts...)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}
