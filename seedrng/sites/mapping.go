package sites

// A mapping says how numbers become a result. Its JSON is like that of a numbering.
type mapping struct{ mapKind }

// A mapKind is a way to make a result of numbers.
type mapKind interface {
	kind() string
	takes(k digestKind) bool                                  // keeps what results are made of, or reports that it can't be
	evaluate(r *run) error                                    // appends the result's values to r.out
	possible(r *run) possible                                 // the values that results have
	odds(r *run, d *Distribution) bool                        // sets Marginals and atLeast, or reports that they are unknown
	explain(k digestKind) string                              // in plain words, with how numbers are made
	parameters(d *definition, add func(name string, ok bool)) // calls add for those that it may have
	asks() demand                                             // of numbers
	shapes() []string                                         // the fields that choose the form of results
}

// An ofNumbers is a map of numbers below N.
type ofNumbers struct{ numbers numberKind }

func (m *ofNumbers) takes(k digestKind) (ok bool) {
	m.numbers, ok = k.(numberKind)
	return ok
}

// An of52 is a map of the first 52 bits.
type of52 struct{}

func (of52) takes(k digestKind) bool {
	_, ok := k.(*top52)
	return ok
}

// A demand is what a map asks of numbers.
type demand struct {
	below   bool // they are below some N
	even    bool // which may be even
	several bool // there are more than one
	placed  bool // the map says their cursors
}

// MarshalJSON returns an object with the kind and the members of the map.
func (m mapping) MarshalJSON() ([]byte, error) { return marshalKind(m.kind(), m.mapKind) }

// UnmarshalJSON takes the members of the kind, and no others.
func (m *mapping) UnmarshalJSON(text []byte) (err error) {
	m.mapKind, err = unmarshalKind(text, mapKinds)
	return err
}

// mapKinds has an empty value of each kind of map.
var mapKinds = []func() mapKind{
	func() mapKind { return new(sums) }, func() mapKind { return new(draw) }, func() mapKind { return new(least) },
	func() mapKind { return new(shuffle) }, func() mapKind { return new(inverse) }, func() mapKind { return new(inverse52) },
	func() mapKind { return new(bustabit1) }, func() mapKind { return new(percent) },
}
