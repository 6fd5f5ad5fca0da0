package shuffle

// GroupAt returns the bound below the last of the group that starts at b, and the
// product of its bounds.
func GroupAt(b uint64) (end, product uint64) {
	g := groupAt(b)
	return g.end, g.product
}

// SecretWords takes count words of the source of a secret shuffle of n elements, and
// returns them and what the source keeps of them after its call.
func SecretWords(n, count int) (words []uint64, kept []byte) {
	w := newSecretWords(n)
	for range count {
		words = append(words, w.Uint64())
	}
	w.done()
	return words, append(w.buffer[:], w.next...)
}
