package house

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/seedrng"
)

// signingOwner is whom the signing key is sealed for: no player's ID.
const signingOwner = "signing"

// A signer signs what the casino says. It prints as redacted.
type signer struct{ hiddenKey }

type hiddenKey = secret.Value[ed25519.PrivateKey]

func newSigner(seed []byte) signer { return signer{secret.Hide(ed25519.NewKeyFromSeed(seed))} }

func (s signer) sign(statement receipt.Statement) []byte {
	return receipt.Sign(secret.Reveal(s.hiddenKey), statement)
}

func (s signer) public() ed25519.PublicKey {
	return secret.Reveal(s.hiddenKey).Public().(ed25519.PublicKey)
}

// Sign returns the casino's signature of a statement, which must be stored before.
func (h *House) Sign(s receipt.Statement) []byte { return h.signer.sign(s) }

// Key returns the public key of the casino's receipts.
func (h *House) Key() ed25519.PublicKey { return h.signer.public() }

// readSigner reads the key that signs receipts. The first process to open an empty database
// makes it.
func (h *House) readSigner(ctx context.Context, tx *sql.Tx) error {
	var public, key string
	var sealed []byte
	err := tx.QueryRowContext(ctx, "SELECT public, key, sealed FROM signing").Scan(&public, &key, &sealed)
	if errors.Is(err, sql.ErrNoRows) {
		seed := make([]byte, ed25519.SeedSize)
		rand.Read(seed) // never fails
		h.signer = newSigner(seed)
		_, err = tx.ExecContext(ctx, "INSERT INTO signing (public, key, sealed) VALUES ($1, $2, $3)",
			hex.EncodeToString(h.Key()), h.keys.Newest(), h.keys.Seal(signingOwner, seed))
		return err
	}
	if err != nil {
		return err
	}
	seed, err := h.keys.Open(signingOwner, key, sealed)
	if err != nil {
		return fmt.Errorf("the key of receipts: %w", err)
	}
	h.signer = newSigner(seed)
	if hex.EncodeToString(h.Key()) != public {
		return fmt.Errorf("%w: the key of receipts isn't %s", ErrDamaged, public)
	}
	return nil
}

// resealSigner seals the key of receipts with the newest key.
func (h *House) resealSigner(ctx context.Context, tx *sql.Tx) error {
	seed := secret.Reveal(h.signer.hiddenKey).Seed()
	_, err := tx.ExecContext(ctx, "UPDATE signing SET key = $1, sealed = $2", h.keys.Newest(), h.keys.Seal(signingOwner, seed))
	return err
}

// newSessionName draws the name of a session.
func newSessionName() string {
	var name [receipt.SessionSize]byte
	rand.Read(name[:])
	return hex.EncodeToString(name[:])
}

// keepShown keeps the time at which the next hash is shown, and has it logged.
func (a *account) keepShown() {
	a.shown = a.latest
	a.leaf = a.shownStatement(a.session.View().NextServerHash).Commitment()
	a.write("UPDATE players SET name = $1, shown = $2, leaf = $3 WHERE player = $4", a.name, a.shown, a.leaf, a.player)
	a.writes = append(a.writes, logged(shownEntry+a.leaf, a.latest))
}

// Receipts sign what else a view says. The statements are those of package receipt.
type Receipts struct {
	Key      string `json:"key"`
	Session  string `json:"session"`
	Number   int64  `json:"number,string"` // of the pair of seeds whose hash is shown
	Time     int64  `json:"time"`          // when it first was
	Shown    []byte `json:"shown"`         // the signature of a receipt.Shown, of NextServerHash
	Revealed []byte `json:"revealed,omitempty"`
}

func (a *account) receipts(seeds seedrng.View) Receipts {
	shown := a.shownStatement(seeds.NextServerHash)
	r := Receipts{Key: hex.EncodeToString(a.signer.public()), Session: a.name, Number: shown.Number, Time: a.shown,
		Shown: a.signer.sign(shown)}
	if revealed := seeds.Revealed; revealed != nil {
		r.Revealed = a.signer.sign(receipt.Revealed{Hash: revealed.ServerHash, Server: revealed.ServerSeed, Rounds: revealed.Rounds,
			Crash: a.crashedBefore})
	}
	return r
}

// statement returns what a receipt says of the round.
func (r *Round) statement() receipt.Round {
	sent, received := r.texts()
	return receipt.Round{Hash: r.ServerHash, Client: r.client, Nonce: r.Nonce, Time: r.Time.UnixMilli(), Declined: r.Declined,
		Sent: sent, Received: received}
}
