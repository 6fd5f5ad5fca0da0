package table_test

import (
	"container/heap"
	"runtime"
	"sync"
	"time"
)

// Virtual time, of the simulation, the arena and the exploration, and random walks through it.

// beginning is when virtual time begins, in milliseconds of Unix time.
const beginning = 1e9

// An event is to happen at some time, in milliseconds; of two at a time, the one that was planned first.
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

// A timeline is the present time, and what is to happen, in order.
type timeline struct {
	now    int64 // in milliseconds
	events int64 // that were ever planned
	queue  events
}

func (l *timeline) time() time.Time { return time.UnixMilli(beginning + l.now) }

// later plans what is to happen some time from now.
func (l *timeline) later(d int64, do func()) {
	l.events++
	heap.Push(&l.queue, event{l.now + max(0, d), l.events, do})
}

// next lets the next event happen.
func (l *timeline) next() {
	e := heap.Pop(&l.queue).(event)
	l.now = e.at
	e.do()
}

// walks takes random walks, as many at once as there are processors: walk takes that of a seed, and
// returns what notes what has come of it, of one walk at a time.
func walks(first uint64, n int, walk func(seed uint64) (note func())) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	seeds := make(chan uint64)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range seeds {
				note := walk(seed)
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
