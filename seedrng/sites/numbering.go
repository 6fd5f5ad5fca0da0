package sites

import "math/big"

// A numbering says how bytes become numbers below N. Its JSON has the kind, and the members
// of the kind's type.
type numbering struct{ numberKind }

// A numberKind is a way to make numbers below N of bytes.
type numberKind interface {
	kind() string
	cursors() (start uint64, fresh bool)
	below(r *run, n uint64) (uint64, error)                   // the next number below n, at least 1
	atLeast(r *run, n, i uint64) *big.Rat                     // the probability that it is i or more, i from 0 to n; nil if unknown
	explain() string                                          // in plain words
	parameters(d *definition, add func(name string, ok bool)) // calls add for those that it may have
}

// MarshalJSON returns an object with the kind and the members of the numbers.
func (n numbering) MarshalJSON() ([]byte, error) { return marshalKind(n.kind(), n.numberKind) }

// UnmarshalJSON takes the members of the kind, and no others.
func (n *numbering) UnmarshalJSON(text []byte) (err error) {
	n.numberKind, err = unmarshalKind(text, numberKinds)
	return err
}

// numberKinds has an empty value of each kind of numbers.
var numberKinds = []func() numberKind{
	func() numberKind { return new(words) }, func() numberKind { return new(wordsCeil) }, func() numberKind { return new(wordsMod) },
	func() numberKind { return new(reject) }, func() numberKind { return new(hex5) }, func() numberKind { return new(hex15) },
	func() numberKind { return new(window53) }, func() numberKind { return new(rounded32) }, func() numberKind { return new(byte100) },
	func() numberKind { return new(top52) }, func() numberKind { return new(top52Mod) }, func() numberKind { return new(fieldsMod) },
	func() numberKind { return new(rotations) },
}
