// Package hexchain verifies hash chains as gambling sites publish them, over the text
// of each value in place of its bytes. New games use a [commit.Chain]:
//
//   - Sites derive outcomes by rules of their own, some by hashing the value alone.
//     Then one slip, a value shown early or used for the wrong round, makes an outcome
//     public before the bets.
//   - Nothing in an outcome names its round or what was drawn.
//   - Each step hashes two blocks where one would do.
//
// In such a chain xᵢ = SHA-256(hex(xᵢ₊₁)), of the 64 lowercase hex characters. The value
// of each round leads to that of the round before it, and so to the published anchor. The
// definition, with vectors, is
// https://github.com/squaredeal/squaredeal/blob/main/commit/hexchain/SPEC.md.
package hexchain

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Verify reports whether x leads to the anchor in exactly that many steps. It returns
// a [commit.ErrMismatch] if not, and a [commit.ErrMalformed] unless steps is 1 to
// [commit.MaxSteps]. The anchor may be any value that is known to belong to the chain.
func Verify(anchor, x commit.Link, steps uint64) error {
	if steps < 1 || steps > commit.MaxSteps {
		return wrap.Errorf(commit.ErrMalformed, "%d steps, not 1 to %d", steps, commit.MaxSteps)
	}
	var text [2 * len(x)]byte
	for range steps {
		hex.Encode(text[:], x[:])
		x = sha256.Sum256(text[:])
	}
	if x != anchor {
		return wrap.Errorf(commit.ErrMismatch, "the link isn't %d steps from the known one", steps)
	}
	return nil
}
