package hub

import (
	"context"
	"time"
)

// SetPerSubject sets how much a seat may say, and returns how much it was.
func SetPerSubject(bytes int) (before int) {
	before, maxPerSubject = maxPerSubject, bytes
	return before
}

// SetStuck sets how long a server may say nothing, and returns how long it was.
func SetStuck(d time.Duration) (before time.Duration) {
	before, stuck = stuck, d
	return before
}

// Sweep removes the tables that are too old at a time.
func (h *Hub) Sweep(ctx context.Context, now time.Time) error { return h.sweep(ctx, now) }

// Remove removes a table as another room would.
func (h *Hub) Remove(ctx context.Context, id string) error {
	return h.js.DeleteStream(ctx, streamOf(id))
}

const (
	KeptUnfilled  = keptUnfilled
	KeptOtherwise = keptOtherwise
	Window        = window
)
