package tosses

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
)

// Throw returns a throw whose hashes and secrets may be altered.
func Throw(r *rand.Rand) any {
	c := struct {
		Hashes  [2]string `json:"hashes"`
		Secrets [2]string `json:"secrets"`
		Result  string    `json:"result"` // n and the dice, or the class of the error and the seats
	}{}
	var hashes [2]jgammon.Hash
	var secrets [2]jgammon.Secret
	for seat := range 2 {
		secret := random.Bytes(r, jgammon.SecretSize)
		hash := sha1.Sum(secret)
		switch r.IntN(8) {
		case 0:
			hash[r.IntN(len(hash))] ^= 1 << r.IntN(8)
		case 1:
			secret[r.IntN(len(secret))] ^= 1 << r.IntN(8)
		}
		hashes[seat], secrets[seat] = jgammon.Hash(hash), must.Get(jgammon.ParseSecret(secret))
		c.Hashes[seat], c.Secrets[seat] = hex.EncodeToString(hash[:]), hex.EncodeToString(secret)
	}
	throw, err := jgammon.Replay(hashes, secrets)
	if blame, ok := errors.AsType[*commit.BlameError](err); ok {
		c.Result = "mismatch " + random.Spaced(blame.Seats)
	} else {
		c.Result = fmt.Sprint(throw.N, " ", throw.One, " ", throw.Two)
	}
	return c
}
