package seedrng

// SkipTo makes block the next one that s computes.
func SkipTo(s *Stream, block uint64) {
	s.left, s.next = 0, block
}
