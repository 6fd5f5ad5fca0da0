package ristretto

import (
	"crypto/rand"
	"encoding/hex"
	"math/big"
	"slices"
	"testing"

	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"
)

// The second implementation, with which these tests compare, is filippo.io/edwards25519.

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

func randomPoint() *point {
	var p point
	p.derive((*[64]byte)(randomBytes(64)))
	return &p
}

func randomPoints(n int) []point {
	points := make([]point, n)
	for i := range points {
		points[i] = *randomPoint()
	}
	normalize(points)
	return points
}

// randomScalar is below q.
func randomScalar() scalar {
	var s scalar
	s.setBytes(randomBytes(32))
	return s
}

func toBig(s *scalar) *big.Int {
	n := new(big.Int)
	for _, w := range slices.Backward(s[:]) {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(w))
	}
	return n
}

func fromBig(n *big.Int) (s scalar) {
	s.setBytes(n.FillBytes(make([]byte, 32)))
	return s
}

func toField(a *fe) *field.Element {
	b := a.bytes()
	z, err := new(field.Element).SetBytes(b[:])
	if err != nil {
		panic(err)
	}
	return z
}

func fromField(a *field.Element) (z fe) {
	z.setBytes((*[32]byte)(a.Bytes()))
	return z
}

func toEdwards(t testing.TB, p *point) *edwards25519.Point {
	t.Helper()
	q, err := new(edwards25519.Point).SetExtendedCoordinates(toField(&p.x), toField(&p.y), toField(&p.z), toField(&p.t))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func fromEdwards(q *edwards25519.Point) *point {
	x, y, z, t := q.ExtendedCoordinates()
	return &point{fromField(x), fromField(y), fromField(z), fromField(t)}
}

// toScalar is mod q.
func toScalar(n *big.Int) *edwards25519.Scalar {
	b := new(big.Int).Mod(n, orderBig()).FillBytes(make([]byte, 32))
	slices.Reverse(b)
	s, err := new(edwards25519.Scalar).SetCanonicalBytes(b)
	if err != nil {
		panic(err)
	}
	return s
}

func (p *point) encoding() []byte { return p.appendEncoding(nil) }

// same checks that the points are those of one element.
func same(t testing.TB, what string, got *point, want *edwards25519.Point) {
	t.Helper()
	toEdwards(t, got)
	if g, w := got.encoding(), fromEdwards(want).encoding(); string(g) != string(w) {
		t.Errorf("%s: %x, want %x", what, g, w)
	}
}

// equals checks that the points are the same.
func equals(t testing.TB, what string, got *point, want *edwards25519.Point) {
	t.Helper()
	if toEdwards(t, got).Equal(want) != 1 {
		t.Errorf("%s is wrong", what)
	}
}

// torsion returns all points of order 1, 2, 4 and 8, in this order of their number: 0, and
// multiples of one of order 8.
func torsion(t testing.TB) []point {
	t.Helper()
	p, err := new(edwards25519.Point).SetBytes(unhex(t, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
	if err != nil {
		t.Fatal(err)
	}
	points, sum := []point{}, edwards25519.NewIdentityPoint()
	for range 8 {
		points = append(points, *fromEdwards(sum))
		sum.Add(sum, p)
	}
	if sum.Equal(edwards25519.NewIdentityPoint()) != 1 {
		t.Fatal("not of order 8")
	}
	return points
}

// edgeScalars are integers at the edges, some of them of q and above.
func edgeScalars() []*big.Int {
	q, one := orderBig(), big.NewInt(1)
	add := func(a *big.Int, n int64) *big.Int { return new(big.Int).Add(a, big.NewInt(n)) }
	half := new(big.Int).Rsh(q, 1)
	all := []*big.Int{
		new(big.Int), one, big.NewInt(2), big.NewInt(16), half, add(half, 1), add(q, -2), add(q, -1), q, add(q, 1), add(q, 2),
		new(big.Int).Lsh(q, 1), add(new(big.Int).Lsh(q, 3), -1), new(big.Int).Lsh(q, 3),
	}
	for _, n := range []uint{51, 64, 127, 128, 192, 251, 252, 253, 254, 255, 256} {
		power := new(big.Int).Lsh(one, n)
		all = append(all, add(power, -1))
		if n < 256 {
			all = append(all, power)
		}
	}
	for _, pattern := range []byte{0x88, 0x77, 0x78, 0x0f, 0xf0, 0x08, 0x80, 0x84, 0x10, 0x42} {
		b := make([]byte, 32)
		for i := range b {
			b[i] = pattern
		}
		all = append(all, new(big.Int).SetBytes(b), new(big.Int).SetBytes(b[:16]))
	}
	return all
}
