package house

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// An openLog is the one that grows.
type openLog struct {
	number int64
	signer tlog.Signer
}

func (h *House) newLog(number int64) (openLog, error) {
	s, err := tlog.NewSigner(fmt.Sprintf("squaredeal-casino/%.16x/%d", h.Key(), number), secret.Reveal(h.signer.hiddenKey))
	return openLog{number, s}, err
}

// A LogHead is the latest state of a public log.
type LogHead struct {
	Number     int64
	Size       int64
	Checkpoint string
	latest     int64
	root       string
}

// readLog reads which log grows, and begins one if there is none.
func (h *House) readLog(ctx context.Context, tx *sql.Tx) error {
	head, err := headIn(ctx, tx)
	if errors.Is(err, sql.ErrNoRows) {
		return h.beginLogIn(ctx, tx, 0, "")
	}
	if err == nil {
		h.log, err = h.newLog(head.Number)
	}
	return err
}

func headIn(ctx context.Context, tx *sql.Tx) (head LogHead, err error) {
	err = tx.QueryRowContext(ctx, "SELECT log, size, note, latest, root FROM logs ORDER BY log DESC LIMIT 1").
		Scan(&head.Number, &head.Size, &head.Checkpoint, &head.latest, &head.root)
	return head, err
}

// beginLog begins another log, which says where the one before has ended. What waits is added to
// it, except what is of a chain: the one before may have the rest, and a restoration gives it up.
func (h *House) beginLog(ctx context.Context) error {
	return h.lockedBy(ctx, logLock, func(ctx context.Context, tx *sql.Tx) error {
		head, err := headIn(ctx, tx)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM log_pending WHERE entry LIKE 'chain %' OR entry LIKE 'link %'")
		if err != nil {
			return err
		}
		return h.beginLogIn(ctx, tx, head.Number, fmt.Sprintf("%s%s %d %s", afterEntry, h.log.signer.Name(), head.Size, head.root))
	})
}

// beginLogIn begins a log whose number is the time, unless clocks go back.
func (h *House) beginLogIn(ctx context.Context, tx *sql.Tx, before int64, after string) (err error) {
	number := max(before+1, h.now().UnixMilli())
	if h.log, err = h.newLog(number); err != nil {
		return err
	}
	entries := []string{keyEntry + hex.EncodeToString(h.Key())}
	if after != "" {
		entries = append(entries, after)
	}
	return h.appendIn(ctx, tx, LogHead{Number: number}, entries)
}

// Merge adds what is waiting to the public log. Of all processes, one does so at a time, in
// one transaction with the checkpoint, so that there is never a second one for a size.
func (h *House) Merge(ctx context.Context) error {
	for {
		if waiting, err := h.mergeSome(ctx); err != nil || !waiting {
			return err
		}
	}
}

// mergeSome reports whether anything was waiting.
func (h *House) mergeSome(ctx context.Context) (waiting bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	err = h.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM log_pending)").Scan(&waiting)
	if err == nil && waiting {
		err = h.lockedBy(ctx, logLock, h.merge)
	}
	return waiting, err
}

func (h *House) merge(ctx context.Context, tx *sql.Tx) error {
	head, err := headIn(ctx, tx)
	if err != nil {
		return err
	}
	if head.Number != h.log.number { // a restoration has begun it
		if h.log, err = h.newLog(head.Number); err != nil {
			return err
		}
	}
	var waiting []string
	// In one millisecond, what is shorter comes first: a hash is shown before it is revealed,
	// and round 9 is before round 10.
	query := "SELECT entry FROM log_pending ORDER BY at, length(entry), entry LIMIT $1"
	err = eachRow(ctx, tx, query, []any{maxMerge}, func(scan scanner) error {
		var entry string
		err := scan(&entry)
		waiting = append(waiting, entry)
		return err
	})
	if err != nil {
		return err
	}
	entries := []string{""}
	for _, entry := range waiting {
		if _, err := tx.ExecContext(ctx, "DELETE FROM log_pending WHERE entry = $1", entry); err != nil {
			return err
		}
		known, err := isLogged(ctx, tx, head.Number, entry)
		if err != nil {
			return err
		}
		if !known {
			entries = append(entries, entry)
		}
	}
	if len(entries) == 1 {
		return nil
	}
	entries[0] = fmt.Sprint(timeEntry, max(head.latest+1, h.now().UnixMilli()))
	return h.appendIn(ctx, tx, head, entries)
}

func hashOf(entry string) string { return xtlog.RecordHash([]byte(entry)).String() }

func isLogged(ctx context.Context, tx *sql.Tx, log int64, entry string) (known bool, err error) {
	err = tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM log_index WHERE log = $1 AND hash = $2)", log, hashOf(entry)).Scan(&known)
	return known, err
}

// appendIn adds entries to a log.
func (h *House) appendIn(ctx context.Context, tx *sql.Tx, head LogHead, entries []string) error {
	read := tileReader(ctx, tx, head.Number)
	texts := make([][]byte, 0, len(entries))
	for i, entry := range entries {
		texts = append(texts, []byte(entry))
		if _, err := tx.ExecContext(ctx, "INSERT INTO log_index (log, hash, number) VALUES ($1, $2, $3)", head.Number, hashOf(entry),
			head.Size+int64(i)); err != nil {
			return err
		}
	}
	root, changed, err := tlog.Append(head.Size, read, texts)
	if err != nil {
		return err
	}
	for _, t := range tlog.Sorted(changed) {
		_, err := tx.ExecContext(ctx, "INSERT INTO log_tiles (log, level, n, content) VALUES ($1, $2, $3, $4) ON CONFLICT (log, "+
			"level, n) DO UPDATE SET content = excluded.content",
			head.Number, t.Level, t.N, changed[t])
		if err != nil {
			return err
		}
	}
	size := head.Size + int64(len(entries))
	checkpoint, err := h.log.signer.Checkpoint(size, root)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO logs (log, size, root, note, latest) VALUES ($1, $2, $3, $4, $5) ON CONFLICT "+
		"(log) DO UPDATE SET size = excluded.size, root = excluded.root, note = excluded.note, latest = excluded.latest",
		head.Number, size, root.String(), string(checkpoint), max(head.latest+1, h.now().UnixMilli()))
	return err
}

// tileReader reads tiles of a log.
func tileReader(ctx context.Context, db queryer, log int64) tlog.Read {
	return func(t tlog.Tile) (content []byte, err error) {
		err = db.QueryRowContext(ctx, "SELECT content FROM log_tiles WHERE log = $1 AND level = $2 AND n = $3", log, t.Level,
			t.N).Scan(&content)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		return content, err
	}
}

// termsEntry names the terms of all games: the hash of their JSON, compact, with the names in
// order.
func termsEntry() string {
	all := make(map[string]any)
	for _, g := range games.All {
		all[g.Name()] = g.Announce()
	}
	text, _ := json.Marshal(all) // texts and numbers can be
	sum := sha256.Sum256(text)
	return "scheme games " + hex.EncodeToString(sum[:])
}

func (h *House) logTerms(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	return h.commit(ctx, []statement{logged(termsEntry(), h.now().UnixMilli())})
}

// KeepLog adds to the public log what is said, every second, until the context ends. What
// fails is done the next time.
func (h *House) KeepLog(ctx context.Context, failed func(error)) {
	if err := h.logTerms(ctx); err != nil {
		failed(err)
	}
	ticks := time.NewTicker(mergeEvery)
	defer ticks.Stop()
	for {
		if err := h.Merge(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
