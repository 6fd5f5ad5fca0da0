// Package cond has a lock whose holders can wait for a change of what it guards.
package cond

import (
	"context"
	"sync"
)

// A Mutex is a [sync.Mutex], and what [sync.Cond] is for, with contexts. The zero value is
// unlocked.
type Mutex struct {
	sync.Mutex
	changed chan struct{} // nil while nobody waits
}

// Changed tells all who wait that something has changed. The caller has locked.
func (m *Mutex) Changed() {
	if m.changed != nil {
		close(m.changed)
		m.changed = nil
	}
}

// Wait waits until something is so, or returns the error of the context. The caller has
// locked, and has again when Wait returns, and whenever it asks.
func (m *Mutex) Wait(ctx context.Context, so func() bool) error {
	for !so() {
		if m.changed == nil {
			m.changed = make(chan struct{})
		}
		changed := m.changed
		m.Unlock()
		var err error
		select {
		case <-changed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		m.Lock()
		if err != nil {
			return err
		}
	}
	return nil
}
