package arith

// Less returns 1 if a < b, and 0 otherwise: big-endian numbers of one length, in time
// that depends on the length alone.
func Less(a, b []byte) int {
	borrow := 0
	for i := len(a) - 1; i >= 0; i-- {
		borrow = (int(a[i]) - int(b[i]) - borrow) >> 8 & 1
	}
	return borrow
}
