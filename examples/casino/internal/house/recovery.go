package house

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
)

const (
	recoveryLen = 16 // bytes that are random
	groupLen    = 4  // characters
)

// recoveryText has the digits and letters of Crockford's base 32: none that looks like another.
var recoveryText = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// likewise are the letters that the alphabet lacks, as what people take them for, and what
// separates groups.
var likewise = strings.NewReplacer("I", "1", "L", "1", "O", "0", "-", "", " ", "", "\n", "", "\t", "")

var (
	// ErrRecoveryKey says that a text is no recovery key: most likely, a character is wrong.
	ErrRecoveryKey = errors.New("house: this is no recovery key: a character is wrong or missing")
	// ErrRecoveryHash says that a text isn't the hash of a recovery key, or that of another
	// account's.
	ErrRecoveryHash = errors.New("house: this is no hash of a recovery key for this account")
	// ErrNotRecovered says that no account has a recovery key. Perhaps it had, and has a newer one.
	ErrNotRecovered = errors.New("house: no account has this recovery key")
)

// A Moved error says that a login was that of an account which was recovered with its key since.
type Moved struct{ Time time.Time }

func (m *Moved) Error() string {
	return fmt.Sprint("house: the account was recovered elsewhere, at ", m.Time.Format(time.RFC3339))
}

// formatRecovery writes a recovery key, without its groups. The last four bits of the 18 bytes,
// which no character holds, are left out.
func formatRecovery(random []byte) string {
	sum := sha256.Sum256(append([]byte("squaredeal/casino/v1/recovery-check "), random...))
	text := recoveryText.EncodeToString(append(random, sum[0], sum[1]&0xf0))
	return text[:7*groupLen]
}

// hashRecovery reads a recovery key as people type it: seven groups of four characters, of
// 128 random bits and 12 that check them. It returns the hash that the database has of it:
// nobody finds the key from that.
func hashRecovery(key string) (string, error) {
	text := likewise.Replace(strings.ToUpper(key))
	if len(text) != 7*groupLen {
		return "", ErrRecoveryKey
	}
	bytes, err := recoveryText.DecodeString(text + "0")
	if err != nil || len(bytes) < recoveryLen || formatRecovery(bytes[:recoveryLen:recoveryLen]) != text {
		return "", ErrRecoveryKey
	}
	sum := sha256.Sum256(append([]byte("squaredeal/casino/v1/recovery "), bytes[:recoveryLen]...))
	return hex.EncodeToString(sum[:]), nil
}

// SetRecoveryKey takes the hash, as 64 hexadecimal digits, of a key with which the player can
// recover the account in another browser. The key before, which the request names by its
// hash, is of no use any more: so a request that comes late, after another key was made, is
// refused. before is empty if there was none. The player has made the new one and written it
// down, so that the account always has a key that the player knows, whatever request or
// answer is lost. Repeated, it changes nothing.
func (h *House) SetRecoveryKey(ctx context.Context, login, hash, before string) error {
	if b, err := hex.DecodeString(hash); err != nil || len(b) != sha256.Size || hex.EncodeToString(b) != hash {
		return ErrRecoveryHash
	}
	return h.again(ctx, func() error {
		a, err := h.load(ctx, login)
		if err != nil {
			return err
		}
		var taken bool
		if err := h.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM players WHERE recovery = $1 AND player <> $2)", hash,
			a.player).Scan(&taken); err != nil {
			return err
		}
		if taken { // by a client that makes no random keys
			return ErrRecoveryHash
		}
		update := "UPDATE players SET recovery = $1 WHERE player = $2 AND login = $3 AND coalesce(recovery, '') IN ($4, $1)"
		result, err := h.write.ExecContext(ctx, update, hash, a.player, login, before)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n > 0 {
			return err
		}
		if a, err = h.load(ctx, login); err != nil {
			return err // by a recovery at the same moment
		}
		return a.refuse(OtherKey, "another recovery key was made meanwhile", nil)
	})
}

// Recover moves the account that a recovery key is for to a new login, and returns what the
// player may see. The login before is of no use any more: two browsers that played on one
// account would each take the other's bets for the casino's lies. The key stays good until
// another is made, so that a request whose answer was lost can come again.
func (h *House) Recover(ctx context.Context, key, login string) (view View, err error) {
	hash, err := hashRecovery(key)
	if err != nil {
		return View{}, err
	}
	for range maxTries {
		var before string
		err = h.read.QueryRowContext(ctx, "SELECT login FROM players WHERE recovery = $1", hash).Scan(&before)
		if errors.Is(err, sql.ErrNoRows) {
			return View{}, ErrNotRecovered
		}
		if err == nil {
			view, err = h.move(ctx, before, login, hash)
		}
		if _, ok := errors.AsType[*Moved](err); !ok { // by another recovery in between
			break
		}
	}
	return view, err
}

// move gives an account another login. It fails if the recovery key with this hash was replaced
// since the account was looked for: then no player is found, whom the row must have.
func (h *House) move(ctx context.Context, before, login, hash string) (view View, err error) {
	err = h.change(ctx, before, func(a *account) error {
		a.book(recovered, sql.NullInt64{}, 0, 0)
		a.write("UPDATE players SET login = $1 WHERE player = $2", login, a.player)
		a.write("INSERT INTO moved (login, player, at) VALUES ($1, (SELECT player FROM players WHERE login = $2 AND recovery = $3), $4)",
			before, login, hash, a.latest)
		view = a.view()
		return nil
	})
	return view, err
}

// moved explains why a login has no account.
func (h *House) moved(ctx context.Context, login string) error {
	var at int64
	err := h.read.QueryRowContext(ctx, "SELECT at FROM moved WHERE login = $1", login).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoPlayer
	}
	if err != nil {
		return err
	}
	return &Moved{time.UnixMilli(at).UTC()}
}

// WouldLose reports whether a login is that of an account with bets, other than the one that a
// recovery key is for.
func (h *House) WouldLose(ctx context.Context, login, key string) (loses bool, err error) {
	hash, err := hashRecovery(key)
	if err != nil {
		return false, err
	}
	err = h.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM players p WHERE p.login = $1 AND coalesce(p.recovery, '') <> $2
		AND (EXISTS (SELECT 1 FROM bets b WHERE b.player = p.player) OR EXISTS (SELECT 1 FROM crash_bets b WHERE b.player = p.player)))`,
		login, hash).Scan(&loses)
	return loses, err
}
