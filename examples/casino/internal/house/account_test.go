package house_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// An account whose rows contradict each other is damaged. If the database fails while that is
// found out, it isn't: the same request may come again.
func TestOutageIsNoDamage(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h, player, hash := begin(t, name, t.TempDir())
		openMines(t, h, player, hash)
		exec(t, h, "UPDATE bets SET open = FALSE")
		if _, err := h.View(t.Context(), player); !errors.Is(err, house.ErrDamaged) {
			t.Errorf("a round that only the session has open: %v", err)
		}
		ctx, fail := context.WithCancel(t.Context())
		reads := 0 // of the row
		house.SetClock(h, func() time.Time {
			if reads++; reads == 2 {
				fail()
			}
			return time.Now()
		})
		if _, err := h.View(ctx, player); reads != 2 || !errors.Is(err, context.Canceled) || errors.Is(err, house.ErrDamaged) {
			t.Errorf("a database that fails at read %d: %v", reads, err)
		}
	})
}
