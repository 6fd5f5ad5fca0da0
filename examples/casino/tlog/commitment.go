package tlog

import (
	"crypto/sha256"
	"encoding/hex"
)

// Commitment returns what a log has of a server hash (hex) that was shown to one player: a hash of
// it with an opening, which hides what else was said and to whom, until both are revealed.
func Commitment(opening, serverHash string) string {
	sum := sha256.Sum256([]byte("squaredeal/casino/v1/commitment " + opening + " " + serverHash))
	return hex.EncodeToString(sum[:])
}
