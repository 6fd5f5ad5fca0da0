package house

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	beat       = 5 * time.Second  // between the signs of life of a process
	lifetime   = 20 * time.Second // after the latest one, a process is taken for dead
	visitorsBy = time.Hour        // between removals of visitors
)

// A Process is one that is at work on the database.
type Process struct {
	Name  string
	Quiet time.Duration // since its last sign of life
	Keys  []string      // fingerprints, that of the one it seals with first
	alone bool
}

// Attend makes this process one of those that are at work, until it leaves. It is refused if
// another one lacks the key that it seals with, or if there is another one and either wants
// to be alone, or after Renew was broken off, unless it wants to be alone. A process that was
// killed without leaving counts for 20 seconds.
func (h *House) Attend(ctx context.Context, alone bool) (leave func(), err error) {
	id := rand.Text()
	host, _ := os.Hostname() // the name is for people only
	// A process that gave no sign for a while may have been forgotten. Each one makes it known
	// again.
	sign := statement{query: "INSERT INTO processes (process, name, seen, keys, alone) VALUES ($1, $2, " + h.clock +
		", $3, $4) ON CONFLICT (process) DO UPDATE SET seen = excluded.seen",
		args: []any{id, fmt.Sprintf("%s:%d", host, os.Getpid()), strings.Join(h.keys.Fingerprints(), " "), alone}}
	err = h.locked(ctx, func(ctx context.Context, tx *sql.Tx) error {
		others, err := h.atWork(ctx, tx)
		if err != nil {
			return err
		}
		for _, p := range others {
			if alone || p.alone {
				return fmt.Errorf("process %s was at work %.0f s ago: end it, or if it was killed, try again in %.0f s",
					p.Name, p.Quiet.Seconds(), (lifetime - p.Quiet).Seconds())
			}
		}
		if err := h.admitKeys(ctx, tx); err != nil {
			return err
		}
		if !alone {
			if err := renewalsDone(ctx, tx); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, sign.query, sign.args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	work, stop := context.WithCancel(context.Background())
	var workers sync.WaitGroup
	workers.Go(func() { every(work, h.beat, func() { h.signLife(work, sign) }) })
	workers.Go(func() { every(work, visitorsBy, func() { h.removeVisitors(work) }) })
	return func() {
		stop()
		workers.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), beat)
		defer cancel()
		h.write.ExecContext(ctx, "DELETE FROM processes WHERE process = $1", id) // or it counts for a while longer
	}, nil
}

// renewalsDone refuses a database of which Renew has ended only some sessions.
func renewalsDone(ctx context.Context, tx *sql.Tx) error {
	all, err := renewals(ctx, tx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(all, renewal.goesOn) {
		return errors.New("-restored has ended only some of the sessions: run it again first")
	}
	return nil
}

// every does something now and then, until the context ends. What fails is done the next time.
func every(ctx context.Context, period time.Duration, work func()) {
	ticks := time.NewTicker(period)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			work()
		}
	}
}

func (h *House) signLife(ctx context.Context, sign statement) {
	ctx, cancel := context.WithTimeout(ctx, h.beat)
	defer cancel()
	h.write.ExecContext(ctx, sign.query, sign.args...)
}

// atWork returns the processes that are alive, and forgets the others.
func (h *House) atWork(ctx context.Context, tx *sql.Tx) ([]Process, error) {
	if _, err := tx.ExecContext(ctx, "DELETE FROM processes WHERE seen < "+h.clock+" - $1", lifetime.Milliseconds()); err != nil {
		return nil, err
	}
	return working(ctx, tx, h.clock)
}

// working returns the processes that have given a sign of life lately.
func working(ctx context.Context, tx *sql.Tx, clock string) (all []Process, err error) {
	query := "SELECT name, " + clock + " - seen, keys, alone FROM processes WHERE seen >= " + clock + " - $1 ORDER BY name"
	err = eachRow(ctx, tx, query, []any{lifetime.Milliseconds()}, func(scan scanner) error {
		var p Process
		var quiet int64
		var keys string
		if err := scan(&p.Name, &quiet, &keys, &p.alone); err != nil {
			return err
		}
		p.Quiet, p.Keys = time.Duration(quiet)*time.Millisecond, strings.Fields(keys)
		all = append(all, p)
		return nil
	})
	return all, err
}

// keysInUse returns the fingerprints of the keys that sessions may be sealed with.
func keysInUse(ctx context.Context, tx *sql.Tx) (all []string, err error) {
	err = eachRow(ctx, tx, "SELECT key FROM keys ORDER BY key", nil, func(scan scanner) error {
		var key string
		err := scan(&key)
		all = append(all, key)
		return err
	})
	return all, err
}

// admitKeys refuses a key file that lacks a key which is in use, or whose newest key another
// process lacks. From then on, the newest key is in use: the first process to open an empty
// database decides.
func (h *House) admitKeys(ctx context.Context, tx *sql.Tx) error {
	used, err := keysInUse(ctx, tx)
	if err != nil {
		return err
	}
	mine, newest := h.keys.Fingerprints(), h.keys.Newest()
	for _, key := range used {
		if !slices.Contains(mine, key) {
			return fmt.Errorf("the database's sessions are sealed with key %s, which the key file lacks", key)
		}
	}
	if slices.Contains(used, newest) {
		return nil
	}
	others, err := h.atWork(ctx, tx)
	if err != nil {
		return err
	}
	for _, p := range others {
		if !slices.Contains(p.Keys, newest) {
			return fmt.Errorf("process %s lacks key %s, the newest of the key file: append it to its key file first", p.Name, newest)
		}
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO keys (key) VALUES ($1)", newest)
	return err
}

// retireKeys forgets the keys that seal nothing any more.
func (h *House) retireKeys(ctx context.Context, tx *sql.Tx) error {
	others, err := h.atWork(ctx, tx)
	if err != nil {
		return err
	}
	for _, p := range others {
		if p.Keys[0] != h.keys.Newest() {
			return fmt.Errorf("house: process %s seals with key %s: restart it with the newest key first in its key file, and seal again",
				p.Name, p.Keys[0])
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM keys
		WHERE key <> $1 AND key NOT IN (SELECT key FROM players) AND key NOT IN (SELECT key FROM chains)
		AND key NOT IN (SELECT key FROM signing)`, h.keys.Newest())
	return err
}
