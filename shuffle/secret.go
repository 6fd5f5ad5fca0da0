package shuffle

import (
	"crypto/rand"
	"encoding/binary"
	"sync"
)

// Secretly shuffles s in place in an order that nobody can predict, with words from
// crypto/rand. Nobody can replay it either: a shuffle that players verify needs
// [Slice] and a source that they can replay. It may be called concurrently, and keeps
// no randomness after the call. It panics with an [ErrMalformed] if s is longer than
// [MaxLen].
func Secretly[T any](s []T) {
	w := newSecretWords(len(s))
	defer w.done()
	Slice(w, s)
}

// GeneratePermutation returns a permutation of n elements that nobody can predict,
// from crypto/rand. It takes 4·n bytes, so n must not come from a peer unchecked. An
// n outside 0 … [MaxLen] is an [ErrMalformed].
func GeneratePermutation(n int) (Permutation, error) {
	w := newSecretWords(n)
	defer w.done()
	return Perm(w, n)
}

// secretWords is a source of words from crypto/rand, read in bulk. It serves one
// call.
type secretWords struct {
	buffer [512]byte
	next   []byte // the part of the buffer that isn't used yet
	size   int    // how much of it to fill at once
}

// secretPool saves an allocation a call. What it holds is clear.
var secretPool = sync.Pool{New: func() any { return new(secretWords) }}

// newSecretWords returns a source for a shuffle of n elements. It reads a word for
// each group at once, as many as fit.
func newSecretWords(n int) *secretWords {
	w := secretPool.Get().(*secretWords)
	w.size = 0
	for b := n; b > 1 && w.size < len(w.buffer); w.size += 8 {
		b = int(groupAt(uint64(b)).end)
	}
	return w
}

func (w *secretWords) Uint64() uint64 {
	if len(w.next) == 0 {
		w.next = w.buffer[:w.size]
		rand.Read(w.next) // never fails
	}
	word := binary.BigEndian.Uint64(w.next)
	w.next = w.next[8:]
	return word
}

// done erases the words and gives w back.
func (w *secretWords) done() {
	clear(w.buffer[:w.size])
	w.next = nil
	secretPool.Put(w)
}
