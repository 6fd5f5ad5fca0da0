package cond_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cond"
)

// Many count up together, each when it is its turn.
func TestWait(t *testing.T) {
	var mu cond.Mutex
	var work sync.WaitGroup
	n := 0
	for i := range 100 {
		work.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			if err := mu.Wait(t.Context(), func() bool { return n == i }); err != nil {
				t.Error(err)
			}
			n++
			mu.Changed()
		})
	}
	work.Wait()
	if n != 100 {
		t.Error(n)
	}
}

// Whoever gives up has the lock; what is so already needs no context; and those who wait are
// asked again only after a change.
func TestGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu cond.Mutex
		ctx, cancel := context.WithCancel(t.Context())
		asked, done := 0, make(chan error)
		go func() {
			mu.Lock()
			err := mu.Wait(ctx, func() bool { asked++; return false })
			mu.Unlock()
			done <- err
		}()
		synctest.Wait()
		mu.Lock()
		mu.Changed()
		mu.Changed()
		mu.Unlock()
		synctest.Wait()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) || asked != 2 {
			t.Error(err, asked)
		}
		mu.Lock()
		if err := mu.Wait(ctx, func() bool { return true }); err != nil {
			t.Error(err)
		}
		mu.Unlock()
	})
}
