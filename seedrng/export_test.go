package seedrng

// SkipTo makes block the next one that s computes.
func SkipTo(s *Stream, block uint64) {
	st := s.state()
	st.left, st.next = 0, block
}

// Encode returns the state that s would store.
func Encode(s *Session) []byte { return s.state.encode() }
