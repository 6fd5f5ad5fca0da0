package shuffle

// GroupAt returns the bound below the last of the group that starts at b, and the
// product of its bounds.
func GroupAt(b uint64) (end, product uint64) {
	g := groupAt(b)
	return g.end, g.product
}

// Buffer returns the bytes of s's buffer that are used and those that are not.
func Buffer(s *SecretSource) (used, unused []byte) {
	b := s.buffer()
	at := len(b.bytes) - b.left
	return b.bytes[:at], b.bytes[at:]
}
