package hub

import (
	"context"
	"time"
)

// SetStuck sets how long a server may say nothing, and returns how long it was.
func SetStuck(d time.Duration) (before time.Duration) {
	before, stuck = stuck, d
	return before
}

// SetClock gives posts other stamps than those of the stream.
func (c *Config) SetClock(f func(number uint64, stamp int64) int64) { c.clock = f }

// Sweep removes the tables that are too old at a time.
func (h *Hub) Sweep(ctx context.Context, now time.Time) error { return h.sweep(ctx, now) }

// Stream is the name of a table's stream.
func Stream(id string) string { return streamOf(id) }

// Remove removes a table as another room would.
func (h *Hub) Remove(ctx context.Context, id string) error {
	return h.js.DeleteStream(ctx, streamOf(id))
}

// Failed returns a table that failed before it had read a post.
func Failed(err error) *Board { return &Board{err: err} }

const (
	KeptUnfilled  = keptUnfilled
	KeptOtherwise = keptOtherwise
	Window        = window
)
