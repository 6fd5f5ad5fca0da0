package ristretto

import "sync"

// elements are the implementation of arith.Elements. At least one of encoded, points
// and halves is there from the start. The others follow when they are needed, and
// nothing is changed or dropped that is there.
type elements struct {
	n  int
	mu sync.Mutex // of what follows

	encoded []byte
	points  []point    // with Z = 1
	halves  []point    // the elements are their doubles
	table   multiplier // of points
	odd     *oddTable  // of points
}

func (x *elements) Len() int { return x.n }

// Bytes is that of arith.Elements. It encodes halves with one inversion for all of
// them, and points with a square root for each.
func (x *elements) Bytes() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.encode()
	return x.encoded
}

func (x *elements) encode() {
	if x.encoded != nil {
		return
	}
	encoded := make([]byte, 0, x.n*size)
	if x.points == nil {
		points := append([]point(nil), x.halves...)
		encoded = appendDoubles(encoded, points)
		x.points = points
	} else {
		for i := range x.points {
			encoded = x.points[i].appendEncoding(encoded)
		}
	}
	x.encoded = encoded
}

// affine returns the points.
func (x *elements) affine() []point {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.decode()
}

func (x *elements) decode() []point {
	switch {
	case x.points != nil:
	case x.halves != nil:
		x.encode()
	default:
		points := make([]point, x.n)
		if decodeAll(points, x.encoded) < x.n {
			panic("ristretto: an element that isn't one is said to be known")
		}
		x.points = points
	}
	return x.points
}

// multiplier returns the table of the points, that of Exp if there is none.
func (x *elements) multiplier() multiplier {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.table == nil {
		x.table = newMultiplier(x.decode(), expWidth, 1)
	}
	return x.table
}

// pick returns the elements at some positions, with all that is known of them.
func (x *elements) pick(positions []int) *elements {
	x.mu.Lock()
	defer x.mu.Unlock()
	y := &elements{n: len(positions)}
	if x.encoded != nil {
		y.encoded = make([]byte, 0, y.n*size)
		for _, i := range positions {
			y.encoded = append(y.encoded, x.encoded[i*size:][:size]...)
		}
	}
	y.points, y.halves = pickPoints(x.points, positions), pickPoints(x.halves, positions)
	if x.table != nil {
		y.table = x.table.pick(positions)
	}
	if x.odd != nil {
		y.odd = x.odd.pick(positions)
	}
	return y
}

func pickPoints(points []point, positions []int) []point {
	if points == nil {
		return nil
	}
	picked := make([]point, len(positions))
	for i, at := range positions {
		picked[i] = points[at]
	}
	return picked
}

// halved returns points whose doubles are the elements, or nil if none are known.
func (x *elements) halved() []point {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.halves
}
