package house_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// After Renew, no seed of before is drawn from, stakes of open hands are back, and what was
// played can be checked.
func TestRenew(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, alice, bob := casinotest.Open(t, name), newPlayer(), newPlayer()
		view := enter(t, h, alice)
		hash := rotate(t, h, alice, view)
		bet, err := h.Bet(ctx, alice, hash, 0, dice)
		noError(t, err)
		_, err = h.Bet(ctx, alice, hash, 1, poker)
		noError(t, err)
		before, err := h.View(ctx, alice)
		noError(t, err)
		enter(t, h, bob)

		if n, err := h.Renew(ctx); err != nil || n != 2 {
			t.Fatalf("%d, %v", n, err)
		}
		after, err := h.View(ctx, alice)
		if noError(t, err); before.MaxWin == 0 || after.MaxWin != 0 {
			t.Errorf("without seeds, a bet may pay %d, and before %d", after.MaxWin, before.MaxWin)
		}
		if after.Balance != bet.Balance || after.Open != nil || after.Seeds.ServerHash != (seedrng.Hash{}) ||
			after.Seeds.NextServerHash == before.Seeds.NextServerHash {
			t.Errorf("%+v", after)
		}
		_, err = h.Bet(ctx, alice, hash, 2, dice)
		refused(t, err, house.NoSeeds)
		_, err = h.Rotate(ctx, alice, before.Seeds.NextServerHash, "words")
		refused(t, err, house.OtherSeeds)
		again, err := h.Bet(ctx, alice, hash, 0, dice)
		same(t, bet, again, err)
		next := rotate(t, h, alice, after)
		_, err = h.Bet(ctx, alice, next, 0, dice)
		noError(t, err)

		lines := exported(t, h, alice)
		if len(lines) != 2 || lines[1].Paid != lines[1].Stake {
			t.Fatalf("%+v", lines)
		}
		seed, err := seedrng.ParseServerSeed(lines[0].Server)
		noError(t, err)
		stream, err := seedrng.NewStream(seed, lines[0].Client, 0)
		noError(t, err)
		played, err := games.Play([]string{dice}, stream)
		if err != nil || strings.Join(played.Received, "") != lines[0].Received || seed.Hash() != hash {
			t.Errorf("%v, %+v", err, lines[0])
		}
	})
}

// After a renewal that is broken off, no casino opens, until it has gone on to its end. An audit
// takes both parts for one.
func TestRenewalBrokenOff(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h, alice, bob := casinotest.Open(t, name), newPlayer(), newPlayer()
		rotate(t, h, alice, enter(t, h, alice))
		enter(t, h, bob)
		exec(t, h, "ALTER TABLE pairs RENAME TO hidden") // alice has a pair to reveal, and bob has none
		if _, err := h.Renew(t.Context()); err == nil {
			t.Fatal("sessions end without their pairs")
		}
		exec(t, h, "ALTER TABLE hidden RENAME TO pairs")
		late := newPlayer()
		view := enter(t, h, late)
		rotate(t, h, late, view)
		_, err := h.Attend(t.Context(), false)
		refusedWith(t, err, "only some of the sessions")
		report, err := h.Audit(t.Context())
		if noError(t, err); report.Faults != 1 || !strings.Contains(report.First[0], "only some of the sessions") {
			t.Errorf("%q", report.First)
		}
		if n, err := h.Renew(t.Context()); n != 3 || err != nil {
			t.Errorf("%d sessions ended, %v", n, err)
		}
		audited(t, h)
		leave, err := h.Attend(t.Context(), false)
		noError(t, err)
		leave()
		var rows, open int
		noError(t, house.Writer(h).QueryRow("SELECT count(*), count(*) - count(ended) FROM renewals").Scan(&rows, &open))
		if rows != 1 || open != 0 {
			t.Errorf("%d renewals, %d of them open", rows, open)
		}
	})
}

// A renewal ends all sessions that can be opened, and names the others: these don't keep the
// casino closed, and nobody plays with them, until they are repaired and end, too.
func TestRenewalOfDamage(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		players := []string{newPlayer(), newPlayer(), newPlayer(), newPlayer()}
		slices.Sort(players)
		hashes := map[string]seedrng.Hash{}
		for _, player := range players {
			hashes[player] = rotate(t, h, player, enter(t, h, player))
		}
		whole, noSession, noPair := []string{players[0], players[3]}, players[1], players[2]
		exec(t, h, "CREATE TABLE before AS SELECT * FROM pairs", "UPDATE players SET key = 'lost' WHERE player = '"+noSession+"'",
			"DELETE FROM pairs WHERE player = '"+noPair+"'")
		n, err := h.Renew(t.Context())
		if n != 2 || err == nil || !strings.Contains(err.Error(), noSession) || !strings.Contains(err.Error(), noPair) {
			t.Errorf("%d sessions ended, %v", n, err)
		}
		for _, player := range whole {
			if view, err := h.View(t.Context(), player); err != nil || view.Seeds.ServerHash != (seedrng.Hash{}) {
				t.Errorf("%+v, %v", view, err)
			}
		}
		leave, err := h.Attend(t.Context(), false)
		noError(t, err)
		for _, player := range []string{noSession, noPair} {
			if _, err := h.Bet(t.Context(), player, hashes[player], 0, dice); !errors.Is(err, vault.ErrSealed) {
				t.Errorf("a bet with a session that was passed: %v", err)
			}
		}
		leave()

		exec(t, h, "INSERT INTO pairs SELECT * FROM before WHERE player = '"+noPair+"'")
		if n, err := h.Renew(t.Context()); n != 3 || err == nil || strings.Contains(err.Error(), noPair) {
			t.Errorf("%d sessions ended once one is repaired, %v", n, err)
		}
		view, err := h.View(t.Context(), noPair)
		noError(t, err)
		rotate(t, h, noPair, view)
	})
}

// An account that was removed or recovered since Reseal looked for it has nothing left to seal.
func TestResealMeanwhile(t *testing.T) {
	key, hash := casinotest.RecoveryKey()
	for what, meanwhile := range map[string]func(other *house.House, player string) error{
		"removed": func(other *house.House, _ string) error { return house.RemoveVisitors(other) },
		"recovered": func(other *house.House, player string) error {
			if err := other.SetRecoveryKey(context.Background(), player, hash, ""); err != nil {
				return err
			}
			_, err := other.Recover(context.Background(), key, newPlayer())
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			each(t, func(t *testing.T, name string) {
				a, b := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
				h := openKeys(t, name, a)
				v := comeLongAgo(t, h)
				newest, other := openKeys(t, name, b, a), openKeys(t, name, b, a)
				reads := 0 // of the row
				house.SetClock(newest, func() time.Time {
					if reads++; reads == 1 {
						noError(t, meanwhile(other, v.player))
					}
					return time.Now()
				})
				_, err := newest.Reseal(t.Context())
				if noError(t, err); reads != 1 {
					t.Errorf("the row is read %d times", reads)
				}
				openKeys(t, name, b) // all is sealed with the newest key
			})
		})
	}
}

// Of a visitor's first change and the removal of visitors at the same moment, the one that
// comes second finds what the first one left: nobody plays who was dropped, and no row is left
// of a player who isn't there.
func TestVisitorRemovedMeanwhile(t *testing.T) {
	changes := map[string]struct {
		seeds  bool // that the visitor has
		change func(h *house.House, v *visitor) error
		rows   int // that it leaves
		hashes int // that were shown
	}{
		"seeds": {false, func(h *house.House, v *visitor) error {
			_, err := h.Rotate(context.Background(), v.player, v.next, "words")
			return err
		}, 3, 1},
		"limits": {false, func(h *house.House, v *visitor) error {
			_, err := h.SetLimits(context.Background(), v.player, house.Limits{Stake: 500})
			return err
		}, 3, 1},
		"key": {false, func(h *house.House, v *visitor) error {
			return h.SetRecoveryKey(context.Background(), v.player, v.player+v.player, "")
		}, 1, 1},
		"bet": {true, func(h *house.House, v *visitor) error {
			_, err := h.Bet(context.Background(), v.player, v.active, 0, dice)
			return err
		}, 4, 2},
	}
	each(t, func(t *testing.T, name string) {
		dir := t.TempDir()
		h, other := casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)
		for what, c := range changes {
			come := func(t *testing.T) *visitor {
				v := comeLongAgo(t, h)
				if c.seeds {
					v.takeSeeds()
				}
				return v
			}
			t.Run(what+", removed", func(t *testing.T) {
				v := come(t)
				changed, removed := inOrder(t, v,
					func() error { return c.change(other, v) }, func() error { return house.RemoveVisitors(h) })
				if rows, dropped := v.left(); changed != nil || removed != nil || rows != c.rows || dropped != 0 {
					t.Errorf("%v, %v: %d rows, dropped %d times", changed, removed, rows, dropped)
				}
			})
			t.Run("removed, "+what, func(t *testing.T) {
				v := come(t)
				removed, changed := inOrder(t, v,
					func() error { return house.RemoveVisitors(other) }, func() error { return c.change(h, v) })
				if rows, dropped := v.left(); !errors.Is(changed, house.ErrNoPlayer) || removed != nil || rows != 0 || dropped != c.hashes {
					t.Errorf("%v, %v: %d rows, dropped %d times", removed, changed, rows, dropped)
				}
			})
		}
		audited(t, h)
	})
}

// A visitor is one who may be removed.
type visitor struct {
	t            *testing.T
	h            *house.House
	db           *sql.DB
	player       string
	next, active seedrng.Hash // the one that was shown, and that of the seeds
}

// comeLongAgo has somebody enter a house, a month ago.
func comeLongAgo(t *testing.T, h *house.House) *visitor {
	t.Helper()
	v := &visitor{t: t, h: h, db: house.Writer(h), player: newPlayer()}
	v.longAgo(func() { v.next = enter(t, h, v.player).Seeds.NextServerHash })
	return v
}

// takeSeeds has the visitor do so, a month ago.
func (v *visitor) takeSeeds() {
	v.t.Helper()
	v.longAgo(func() {
		view, err := v.h.Rotate(v.t.Context(), v.player, v.next, "words")
		noError(v.t, err)
		v.active, v.next = v.next, view.Seeds.NextServerHash
	})
}

func (v *visitor) longAgo(act func()) {
	v.t.Helper()
	house.SetClock(v.h, func() time.Time { return time.Now().Add(-31 * 24 * time.Hour) })
	defer house.SetClock(v.h, time.Now)
	act()
}

// left returns the number of rows that there are of the player, and how many hashes the public log is
// going to say were dropped.
func (v *visitor) left() (rows, dropped int) {
	v.t.Helper()
	noError(v.t, v.db.QueryRow("SELECT (SELECT count(*) FROM players WHERE player = $1) + (SELECT count(*) FROM ledger WHERE player = $1) + "+
		"(SELECT count(*) FROM pairs WHERE player = $1) + (SELECT count(*) FROM own_limits WHERE player = $1), "+
		"(SELECT count(*) FROM log_pending WHERE entry LIKE 'dropped %')", v.player).Scan(&rows, &dropped))
	exec(v.t, v.h, "DELETE FROM log_pending WHERE entry LIKE 'dropped %'")
	return rows, dropped
}

// inOrder does two things about a visitor, of which the second one is under way when the first
// one writes, and writes after it. The visitor's house does the second one, and another of the
// same database the first one.
func inOrder(t *testing.T, v *visitor, first, second func() error) (error, error) {
	t.Helper()
	ctx, firsts, seconds := context.Background(), make(chan error, 1), make(chan error, 1)
	conn, err := v.db.Conn(ctx) // in SQLite, the only one of the house that writes
	noError(t, err)
	defer conn.Close()
	if v.db.Stats().MaxOpenConnections == 1 {
		waits := v.db.Stats().WaitCount
		go func() { seconds <- second() }()
		await(t, func() bool { return v.db.Stats().WaitCount > waits })
		err := first()
		noError(t, conn.Close())
		return err, <-seconds
	}
	tx, err := conn.BeginTx(ctx, nil)
	noError(t, err)
	defer tx.Rollback()
	_, err = tx.Exec("SELECT 1 FROM players WHERE player = $1 FOR UPDATE", v.player)
	noError(t, err)
	go func() { firsts <- first() }()
	awaitLocks(t, v.db, 1)
	go func() { seconds <- second() }()
	awaitLocks(t, v.db, 2)
	noError(t, tx.Rollback())
	return <-firsts, <-seconds
}
