package house

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	// MergeDelay is how long something that was said may be missing in the public log.
	MergeDelay = time.Minute
	// mergeEvery is how often it really is added to the log.
	mergeEvery = time.Second
	// maxMerge is how many entries are added at once.
	maxMerge = 500
	// logLock is a number for PostgreSQL's advisory lock.
	logLock int64 = 0x5344_4341_5349_4c4f
)

// The beginnings of entries of the public log. README.md says what follows.
const (
	keyEntry     = "key "
	afterEntry   = "after "
	timeEntry    = "time "
	shownEntry   = "shown "
	droppedEntry = "dropped "
)

// shownStatement returns what the casino says when it shows a hash, which is the next one of
// the account.
func (a *account) shownStatement(next seedrng.Hash) receipt.Shown {
	s := receipt.Shown{Number: a.pair + 1, Hash: next, MaxWin: a.nextMaxWin, Time: a.shown}
	hex.Decode(s.Session[:], []byte(a.name)) // which newSessionName has made
	return s
}

// revealedEntry is the entry of a seed that is revealed.
func revealedEntry(opening string, hash seedrng.Hash, server string) string {
	return fmt.Sprintf("revealed %s %s %s", tlog.Commitment(opening, hash.String()), opening, server)
}

// logged has an entry added to the public log, with what else a transaction writes.
func logged(entry string, at int64) statement {
	return statement{query: "INSERT INTO log_pending (entry, at) VALUES ($1, $2) ON CONFLICT (entry) DO NOTHING", args: []any{entry, at}}
}

// logIn has an entry added to the public log with a transaction.
func logIn(ctx context.Context, tx *sql.Tx, entry string, at int64) error {
	s := logged(entry, at)
	_, err := tx.ExecContext(ctx, s.query, s.args...)
	return err
}

// Announce has an announcement of a draw added to the public log. Repeated, it is there once;
// one that contradicts another is added, too: the log shows what organisers say.
func (h *House) Announce(ctx context.Context, draw publiclog.Draw) error {
	return h.commit(ctx, []statement{logged(draw.Entry(), h.now().UnixMilli())})
}
