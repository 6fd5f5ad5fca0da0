package hub_test

import (
	"context"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

// play plays all seats of a table in this process.
func play(ctx context.Context, b *hub.Table, seats int) error {
	group, ctx := errgroup.WithContext(ctx)
	for range seats {
		group.Go(func() error { return roomtest.NewPlayer().PlayOn(ctx, b) })
	}
	return group.Wait()
}

func TestConcurrentSeats(t *testing.T) {
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	id := roomtest.Create(t, h, roomtest.Offer(4, 5, 1000, 10*time.Second))
	b := roomtest.Open(t, h, id)
	if err := play(t.Context(), b, 4); err != nil {
		t.Fatal(err)
	}
	// An offer, four requests, hellos, rounds and closings, and the signed head.
	if posts := roomtest.Honest(t, b); len(posts) != 1+4+4+5*4+4+1 {
		t.Error(len(posts), "posts")
	}
}
