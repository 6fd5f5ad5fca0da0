package videopoker

// EachSet calls f with the index of every set of k cards, in ascending order of
// the sets as numbers, and with the number of sets that it represents, 0 if it
// isn't canonical. Only sets of at most four cards have an index; it is -1 for
// others.
func EachSet(k int, f func(index int32, arrangements int64)) {
	for s := set(1)<<k - 1; s <= allCards; s = s.next() {
		index := int32(-1)
		if k < 5 {
			index = s.index()
		}
		f(index, s.arrangements())
		if s == 0 {
			return
		}
	}
}
