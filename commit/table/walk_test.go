package table_test

import (
	"container/heap"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// What the simulation, the arena and the exploration have in common is in walk, board, process and liar_test.go.

// A walk is a match in virtual time, of events that chance or a plan decides.
type walk struct {
	now     int64 // in milliseconds
	planned int64 // events, ever
	queue   events
	rng     *rand.Rand

	terms  table.Terms
	keys   []record.Key
	rounds int
	bad    []string // what must not happen, and has
}

// beginning is when virtual time begins, in milliseconds of Unix time.
const beginning = 1e9

// seat makes the keys of a walk.
func (w *walk) seat(seats int, seed uint64) {
	for i := range seats {
		key, err := record.ParseKey(binary.BigEndian.AppendUint64(make([]byte, 24), seed<<8+uint64(i)))
		if err != nil {
			panic(err)
		}
		w.keys, w.terms.Seats = append(w.keys, key), append(w.terms.Seats, key.Public())
	}
}

// newGame returns the game as a seat knows it, or a spectator, which is -1.
func (w *walk) newGame(seat int) *testGame { return newTestGame(len(w.keys), w.rounds, seat) }

func (w *walk) fail(format string, args ...any) {
	w.bad = append(w.bad, fmt.Sprintf("%d ms: ", w.now)+fmt.Sprintf(format, args...))
}

// oneIn reports true once in so many times.
func (w *walk) oneIn(n int) bool { return w.rng.IntN(n) == 0 }

func (w *walk) time() time.Time { return time.UnixMilli(beginning + w.now) }

// later plans what is to happen some time from now.
func (w *walk) later(d int64, do func()) {
	w.planned++
	heap.Push(&w.queue, event{w.now + max(0, d), w.planned, do})
}

// next lets the next event happen.
func (w *walk) next() {
	e := heap.Pop(&w.queue).(event)
	w.now = e.at
	e.do()
}

// An event is to happen at some time; of two at a time, the one that was planned first.
type event struct {
	at, seq int64
	do      func()
}

type events []event

func (e events) Len() int { return len(e) }

func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].seq < e[j].seq
}

func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any     { n := len(*e) - 1; x := (*e)[n]; *e = (*e)[:n]; return x }

// walkAll takes the walks of so many seeds, as many at once as there are processors: take takes one,
// and returns what notes what has come of it, of one walk at a time.
func walkAll(first uint64, n int, take func(seed uint64) (note func())) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	seeds := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range seeds {
				note := take(seed)
				mu.Lock()
				note()
				mu.Unlock()
			}
		})
	}
	for i := range n {
		seeds <- first + uint64(i)
	}
	close(seeds)
	wg.Wait()
}
