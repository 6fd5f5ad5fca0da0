package bulletin

import "crypto/ed25519"

// NewHello makes what a client sends first.
func NewHello(seat int, key ed25519.PrivateKey, from int, label string, random []byte) []byte {
	return newHello(seat, key, from, label, challenge(random))
}

// First bytes of what a relay sends.
const (
	Greeting = greeting
	Waiting  = waiting
	Begun    = begun
	Posted   = posted
	Refusal  = refusal
)

// CloseFile makes it impossible to keep more.
func (b *Board) CloseFile() { b.file.Close() }
