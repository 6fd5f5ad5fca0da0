package sites

import "math/big"

// A numbering says what bytes become for a map. Its JSON has the kind, and the members of the
// kind's type.
type numbering struct{ digestKind }

// A digestKind is a way to read digests: a [numberKind], a [dealer], or top52.
type digestKind interface {
	kind() string
	cursors() (start uint64, fresh bool)
	explain() string                                          // in plain words
	parameters(d *definition, add func(name string, ok bool)) // calls add for those that it may have
}

// A numberKind makes numbers below N.
type numberKind interface {
	digestKind
	below(r *run, n uint64) (uint64, error) // the next number below n, at least 1
	atLeast(r *run, n, i uint64) *big.Rat   // the probability that it is i or more, i from 0 to n; nil if unknown
}

// A dealer makes the list of a shuffle by itself.
type dealer interface {
	digestKind
	deals(n, count *num) bool                 // whether it can make lists of n members, of which count are needed
	deal(r *run, n uint64, first int64) error // makes r.list of first, …, first + n − 1: the first count of it, or more
	even() bool                               // whether all orders are equally likely
}

// MarshalJSON returns an object with the kind and the members of the numbers.
func (n numbering) MarshalJSON() ([]byte, error) { return marshalKind(n.kind(), n.digestKind) }

// UnmarshalJSON takes the members of the kind, and no others.
func (n *numbering) UnmarshalJSON(text []byte) (err error) {
	n.digestKind, err = unmarshalKind(text, digestKinds)
	return err
}

// digestKinds has an empty value of each of them.
var digestKinds = []func() digestKind{
	func() digestKind { return new(words) }, func() digestKind { return new(wordsCeil) }, func() digestKind { return new(wordsMod) },
	func() digestKind { return new(reject) }, func() digestKind { return new(hex5) }, func() digestKind { return new(hex15) },
	func() digestKind { return new(window53) }, func() digestKind { return new(rounded32) }, func() digestKind { return new(byte100) },
	func() digestKind { return new(top52) }, func() digestKind { return new(top52Mod) }, func() digestKind { return new(fieldsMod) },
	func() digestKind { return new(rotations) },
}
