package table_test

import "container/heap"

// Virtual time, of the simulation and of the arena: what is to happen, in order.

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

// A timeline is the present time, and what is to happen.
type timeline struct {
	now    int64
	events int64 // that were ever planned
	queue  events
}

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
