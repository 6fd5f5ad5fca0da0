package house

import (
	"context"
	"database/sql"
	"errors"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
)

// ErrNotLogged says that there is no such log, entry or tile, or not yet.
var ErrNotLogged = errors.New("house: the public log has no such thing, or not yet")

// LogKey returns the key of the public log that grows.
func (h *House) LogKey(ctx context.Context) (key string, number int64, err error) {
	head, err := h.head(ctx, 0)
	if err != nil {
		return "", 0, err
	}
	log, err := h.newLog(head.Number)
	return log.signer.Key(), head.Number, err
}

// head returns the state of a log, or of the latest for 0.
func (h *House) head(ctx context.Context, log int64) (head LogHead, err error) {
	err = h.read.QueryRowContext(ctx, "SELECT log, size, note FROM logs WHERE log = $1 OR $1 = 0 ORDER BY log DESC LIMIT 1",
		log).Scan(&head.Number, &head.Size, &head.Checkpoint)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotLogged
	}
	return head, err
}

// Checkpoint returns the latest checkpoint of a log.
func (h *House) Checkpoint(ctx context.Context, log int64) (string, error) {
	head, err := h.head(ctx, log)
	return head.Checkpoint, err
}

// Tile returns the beginning of a tile of a log, with so many hashes or entries.
func (h *House) Tile(ctx context.Context, log int64, t tlog.Tile, width int) ([]byte, error) {
	content, err := tileReader(ctx, h.read, log)(t)
	if err != nil {
		return nil, err
	}
	content, ok := t.Cut(content, width)
	if !ok {
		return nil, ErrNotLogged
	}
	return content, nil
}

// errBehind says that nothing was added to the log for a while, as after the database was away:
// whoever was promised an entry waits for it.
var errBehind = errors.New("house: the public log is behind")

// notLogged explains why an entry isn't in the log.
func (h *House) notLogged(ctx context.Context, tx *sql.Tx) error {
	var behind bool
	long := h.now().Add(-MergeDelay / 2).UnixMilli() // half of it, as clocks differ
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM log_pending WHERE at < $1)", long).Scan(&behind); err != nil {
		return err
	}
	if behind {
		return errBehind
	}
	return ErrNotLogged
}

// Inclusion returns the proof that an entry with that hash is in a log. It says that the entry
// isn't there only if the log isn't behind.
func (h *House) Inclusion(ctx context.Context, log int64, hash string) (proof []byte, err error) {
	err = h.snapshot(ctx, func(tx *sql.Tx) error {
		var number, size int64
		var checkpoint string
		err := tx.QueryRowContext(ctx,
			"SELECT i.number, l.size, l.note FROM log_index i JOIN logs l ON l.log = i.log WHERE i.log = $1 AND i.hash = $2", log,
			hash).Scan(&number, &size, &checkpoint)
		if errors.Is(err, sql.ErrNoRows) {
			return h.notLogged(ctx, tx)
		}
		if err != nil {
			return err
		}
		proof, err = tlog.Inclusion(tileReader(ctx, tx, log), number, size, []byte(checkpoint))
		return err
	})
	return proof, err
}

// Consistency returns the proof that a log grew from one size to another.
func (h *House) Consistency(ctx context.Context, log, from, to int64) ([]byte, error) {
	head, err := h.head(ctx, log)
	if err != nil {
		return nil, err
	}
	if from < 1 || from > to || to > head.Size {
		return nil, ErrNotLogged
	}
	return tlog.Consistency(tileReader(ctx, h.read, log), from, to)
}
