package ristretto

import (
	"bytes"
	"math"
	"math/big"
	"slices"
	"testing"

	"filippo.io/edwards25519"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// bases are elements of all kinds: random ones, equal ones, inverses, other points of the
// same element, and 1 with all its points.
func bases(t testing.TB) []point {
	points := randomPoints(6)
	points = append(points, points[0], points[1])
	var minus, other point
	minus.negate(&points[0])
	eight := torsion(t)
	other.sum(&points[2], &eight[2])
	points = append(points, minus, other, eight[0], eight[2], eight[4], eight[6])
	normalize(points)
	return points
}

// elementsOf returns the elements in each of the forms that there are.
func elementsOf(points []point) map[string]*elements {
	one := scalar{1}
	one.halve()
	halves := newTable(points, expWidth, 1).powers(one, 1)
	var encoded []byte
	for i := range points {
		encoded = points[i].appendEncoding(encoded)
	}
	n := len(points)
	plain := &elements{n: n, points: points}
	return map[string]*elements{
		"points":      plain,
		"halves":      {n: n, halves: halves},
		"known":       theGroup.Known(encoded).(*elements),
		"precomputed": theGroup.Precompute(&elements{n: n, points: points}).(*elements),
		"fixed":       theGroup.Fixed(&elements{n: n, points: points}).(*elements),
		"selected":    theGroup.Select(theGroup.Fixed(plain), count(n)).(*elements),
	}
}

func count(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func exponent(n *big.Int) []byte { return n.FillBytes(make([]byte, scalarSize)) }

func TestExp(t *testing.T) {
	points := bases(t)
	forms := elementsOf(points)
	scalars := edgeScalars()
	for i := range 10 {
		s := randomScalar()
		scalars = append(scalars, toBig(&s), new(big.Int).Rsh(toBig(&s), uint(20*i)))
	}
	for i, n := range scalars {
		var want []byte
		for j := range points {
			want = append(want, fromEdwards(new(edwards25519.Point).ScalarMult(toScalar(n), toEdwards(t, &points[j]))).encoding()...)
		}
		for name, x := range forms {
			got := theGroup.Exp(x, exponent(n), 1+i%3).(*elements)
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s: a power to %x is wrong", name, n)
			}
			if i%10 == 0 && !bytes.Equal(fresh(got.affine()).Bytes(), want) {
				t.Errorf("%s: a power to %x isn't what its encoding says", name, n)
			}
		}
	}
}

func TestMultiExp(t *testing.T) {
	points := bases(t)
	forms := elementsOf(points)
	edges := edgeScalars()
	for round := range 12 {
		n := 1 + round%len(points)
		if round >= 8 {
			n = len(points) + round // some of them twice
		}
		positions := make([]int, n)
		var exponents []byte
		want := edwards25519.NewIdentityPoint()
		var factors []arith.Factor
		for i := range n {
			e := edges[(7*round+3*i)%len(edges)]
			if round%3 == 0 {
				s := randomScalar()
				e = toBig(&s)
			}
			if round == 11 {
				e = big.NewInt(int64(i) - 3)
				e.Mod(e, orderBig())
			}
			positions[i] = i % len(points)
			p := toEdwards(t, &points[positions[i]])
			exponents = append(exponents, exponent(e)...)
			want.Add(want, new(edwards25519.Point).ScalarMult(toScalar(e), p))
			factors = append(factors, arith.Factor{X: forms["points"], I: positions[i], E: e})
		}
		for name, x := range forms {
			x := theGroup.Select(x, positions)
			got := theGroup.MultiExp(x, exponents).(*elements)
			if got.Len() != 1 {
				t.Fatal("not one element")
			}
			if !bytes.Equal(got.Bytes(), fromEdwards(want).encoding()) {
				t.Errorf("%s: a product of %d powers is wrong", name, n)
			}
			same(t, name, &got.affine()[0], want)
			// Short exponents.
			short := make([]byte, 0, 16*n)
			sum := edwards25519.NewIdentityPoint()
			for i := range n {
				e := exponents[i*scalarSize+16:][:16]
				short = append(short, e...)
				sum.Add(sum, new(edwards25519.Point).ScalarMult(toScalar(new(big.Int).SetBytes(e)), toEdwards(t, &points[positions[i]])))
			}
			if got := theGroup.MultiExp(x, short); !bytes.Equal(got.Bytes(), fromEdwards(sum).encoding()) {
				t.Errorf("%s: a product of %d powers to short exponents is wrong", name, n)
			}
		}
		product := theGroup.ProductVarTime(factors, 1+round%3)
		if !bytes.Equal(product.Bytes(), fromEdwards(want).encoding()) {
			t.Errorf("a product of %d factors is wrong", n)
		}
	}
}

func TestMul(t *testing.T) {
	a, b := bases(t), bases(t)
	slices.Reverse(b)
	as, bs := elementsOf(a), elementsOf(b)
	for nameA, x := range as {
		for nameB, y := range bs {
			got := theGroup.Mul(x, y)
			for i := range a {
				want := new(edwards25519.Point).Add(toEdwards(t, &a[i]), toEdwards(t, &b[i]))
				if !bytes.Equal(got.Bytes()[i*size:][:size], fromEdwards(want).encoding()) {
					t.Errorf("%s times %s: product %d is wrong", nameA, nameB, i)
				}
			}
		}
	}
}

func TestSelect(t *testing.T) {
	points := bases(t)
	e := exponent(big.NewInt(1234567))
	for name, x := range elementsOf(points) {
		all := theGroup.Exp(x, e, 1).Bytes()
		for _, positions := range [][]int{{5}, {3, 0, 5, 3}, {13, 12, 8, 7, 0, 1, 1, 9, 2}} {
			y := theGroup.Select(x, positions).(*elements)
			if y.Len() != len(positions) {
				t.Fatal("wrong length")
			}
			power := theGroup.Exp(y, e, 1).Bytes()
			for i, at := range positions {
				if !bytes.Equal(y.Bytes()[i*size:][:size], x.Bytes()[at*size:][:size]) {
					t.Errorf("%s: element %d is wrong", name, i)
				}
				if !bytes.Equal(power[i*size:][:size], all[at*size:][:size]) {
					t.Errorf("%s: the power of element %d is wrong", name, i)
				}
			}
		}
	}
}

func TestHash(t *testing.T) {
	x := theGroup.Hash("dst", [][]byte{[]byte("a"), []byte("b"), []byte("a")})
	b := x.Bytes()
	if x.Len() != 3 || !bytes.Equal(b[:size], b[2*size:]) || bytes.Equal(b[:size], b[size:2*size]) {
		t.Error("wrong hashes")
	}
	if bytes.Equal(theGroup.Hash("dst2", [][]byte{[]byte("a")}).Bytes(), b[:size]) {
		t.Error("the dst makes no difference")
	}
	y, _, fault := theGroup.Decode(b, 1)
	if fault != "" || !bytes.Equal(y.Bytes(), b) {
		t.Errorf("hashes can't be decoded: %s", fault)
	}
}

func TestParameters(t *testing.T) {
	q := new(big.Int).Lsh(big.NewInt(1), 252)
	c, _ := new(big.Int).SetString("27742317777372353535851937790883648493", 10)
	if theGroup.Order().Cmp(q.Add(q, c)) != 0 || toBig(&order).Cmp(q) != 0 {
		t.Error("wrong order")
	}
	if theGroup.ElementSize() != 32 || !theGroup.LittleEndian() {
		t.Error("wrong sizes")
	}
	minusOne := new(big.Int).Sub(q, big.NewInt(1))
	x := theGroup.Mul(theGroup.Exp(Generator(), exponent(minusOne), 1), Generator()).(*elements)
	if !bytes.Equal(x.Bytes(), make([]byte, size)) {
		t.Errorf("the generator's power to q is %x", x.Bytes())
	}
}

// Decode keeps no reference to what it is given.
func TestDecodeCopies(t *testing.T) {
	b := slices.Clone(Generator().Bytes())
	x, _, _ := theGroup.Decode(b, 1)
	clear(b)
	if !bytes.Equal(x.Bytes(), Generator().Bytes()) {
		t.Error("the bytes are kept")
	}
}

func TestConcurrentElements(t *testing.T) {
	for name, x := range elementsOf(randomPoints(8)) {
		e := exponent(big.NewInt(77))
		want := make(chan []byte)
		for range 4 {
			go func() { want <- slices.Concat(theGroup.Exp(x, e, 2).Bytes(), x.Bytes(), theGroup.Mul(x, x).Bytes()) }()
		}
		first := <-want
		for range 3 {
			if !bytes.Equal(<-want, first) {
				t.Errorf("%s: different results", name)
			}
		}
	}
}

// No memory is allocated for an element or a factor.
func TestAllocs(t *testing.T) {
	allocs := func(n int) float64 {
		points, e := randomPoints(n), randomExponents(1)
		exponents := randomExponents(n)
		encoded := slices.Clone((&elements{n: n, points: points}).Bytes())
		h := theGroup.Fixed(&elements{n: n, points: points})
		c := theGroup.NewComb(&elements{n: n, points: points[:2]})
		var factors []arith.Factor
		for i := range n {
			factors = append(factors, arith.Factor{X: h, I: i, E: new(big.Int).SetBytes(randomBytes(32))})
		}
		least := math.Inf(1) // a collection of garbage, for example, empties pools
		for range 5 {
			least = min(least, testing.AllocsPerRun(2, func() {
				x, _, _ := theGroup.Decode(encoded, 1)
				theGroup.Exp(x, e, 1).Bytes()
				theGroup.Mul(c.Exp(1, exponents, exponents), h).Bytes()
				theGroup.MultiExp(x, exponents).Bytes()
				theGroup.IsOneVarTime(factors, 1)
			}))
		}
		return least
	}
	if few, many := allocs(100), allocs(120); many > few+4 { // the pool of tables may have been emptied
		t.Errorf("%v allocations for 100 elements, %v for 120", few, many)
	}
}

// Lengths that don't fit are the caller's mistake, and are never half computed.
func TestWrongLengths(t *testing.T) {
	x, y := fresh(randomPoints(2)), fresh(randomPoints(3))
	c := theGroup.NewComb(x)
	for name, f := range map[string]func(){
		"Known":             func() { theGroup.Known(make([]byte, 33)) },
		"Exp":               func() { theGroup.Exp(x, make([]byte, 31), 1) },
		"Mul":               func() { theGroup.Mul(x, y) },
		"MultiExp":          func() { theGroup.MultiExp(x, make([]byte, 63)) },
		"MultiExp, long":    func() { theGroup.MultiExp(x, make([]byte, 66)) },
		"MultiExp, none":    func() { theGroup.MultiExp(x, nil) },
		"Comb.Exp":          func() { c.Exp(1, make([]byte, 32), make([]byte, 64)) },
		"Comb.Exp, 3 bases": func() { c.Exp(1, make([]byte, 32), make([]byte, 32), make([]byte, 32)) },
		"Comb.Exp, none":    func() { c.Exp(1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s takes a wrong length", name)
				}
			}()
			f()
		}()
	}
}

// Whoever decodes, the first fault is the one that is found.
func TestDecodeFirstFault(t *testing.T) {
	good := Generator().Bytes()
	bad := slices.Repeat([]byte{0xff}, size)
	for routines := 1; routines <= 5; routines++ {
		for first := range 9 {
			b := slices.Concat(slices.Repeat(good, first), bad, slices.Repeat(good, 8-first), bad, make([]byte, size))
			if x, at, fault := theGroup.Decode(b, routines); x != nil || at != first || fault != "not a valid encoding" {
				t.Errorf("%d goroutines: element %d is %q, want %d", routines, at, fault, first)
			}
		}
	}
}
