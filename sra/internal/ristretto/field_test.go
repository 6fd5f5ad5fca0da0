package ristretto

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"filippo.io/edwards25519/field"
)

var primeBig = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

func feBig(a *fe) *big.Int {
	b := a.bytes()
	slices.Reverse(b[:])
	return new(big.Int).SetBytes(b[:])
}

// limbBits is the position of limb i.
func limbBits(i int) uint {
	if len(fe{}) == 5 {
		return uint(51 * i)
	}
	return uint(51*i+1) / 2
}

// value is the sum of the limbs, whatever they are.
func (a *fe) value() *big.Int {
	sum := new(big.Int)
	for i, l := range a {
		sum.Add(sum, new(big.Int).Lsh(new(big.Int).SetUint64(uint64(l)), limbBits(i)))
	}
	return sum.Mod(sum, primeBig)
}

// bounds are the limbs that field.go gives, less one; first is for the first factor.
func bounds() (reduced, loose, first fe) {
	for i := range reduced {
		r, l, f := uint64(1<<51+1<<18), uint64(1<<54), uint64(1<<54)
		if len(reduced) == 10 {
			half := i % 2
			r, l, f = (1<<26+1<<13)>>half, 165*(1<<27>>half)/100, (1<<28+1<<16)>>half
		}
		reduced[i], loose[i], first[i] = limb(r-1), limb(l-1), limb(f-1)
	}
	return
}

// numbers are of limbs up to a bound: the highest, some of the highest, and random ones.
func numbers(bound *fe) []fe {
	rng := rand.New(rand.NewPCG(1, 2))
	all := []fe{{}, {1}, *bound}
	for range 200 {
		var z fe
		for i := range z {
			switch rng.IntN(4) {
			case 0:
				z[i] = bound[i]
			case 1:
				z[i] = limb(rng.Uint64N(3))
			default:
				z[i] = limb(rng.Uint64N(uint64(bound[i]) + 1))
			}
		}
		all = append(all, z)
	}
	return all
}

func TestFieldBounds(t *testing.T) {
	reduced, loose, first := bounds()
	mod := func(n *big.Int) *big.Int { return n.Mod(n, primeBig) }
	check := func(what string, got *fe, want *big.Int, isReduced bool) {
		t.Helper()
		if feBig(got).Cmp(mod(want)) != 0 || got.value().Cmp(mod(want)) != 0 {
			t.Errorf("%s is wrong", what)
		}
		for i := range got {
			if isReduced && got[i] > reduced[i] || got[i] > loose[i] {
				t.Errorf("%s: limb %d is %#x", what, i, got[i])
			}
		}
	}
	a, b, r := numbers(&first), numbers(&loose), numbers(&reduced)
	for i := range a {
		var z fe
		j := (i*7 + 3) % len(a)
		z.mul(&a[i], &b[j])
		check("a·b", &z, new(big.Int).Mul(a[i].value(), b[j].value()), true)
		z.mul(&a[2], &b[2])
		check("a·b", &z, new(big.Int).Mul(a[2].value(), b[2].value()), true)
		z.square(&b[i])
		check("b²", &z, new(big.Int).Mul(b[i].value(), b[i].value()), true)
		z.squareTimes(&b[i], 3)
		check("b⁸", &z, new(big.Int).Exp(b[i].value(), big.NewInt(8), primeBig), true)
		z.add(&r[i], &r[j])
		check("a + b", &z, new(big.Int).Add(r[i].value(), r[j].value()), false)
		z.sub(&r[i], &r[j])
		check("a − b", &z, new(big.Int).Sub(r[i].value(), r[j].value()), false)
		var x, y fe
		x.sub(&r[i], &r[j])
		y.sub(&r[j], &r[0])
		z.subLoose(&x, &y)
		check("a − b, loose", &z, new(big.Int).Sub(x.value(), y.value()), false)
		z = a[i]
		z.carry()
		check("a, reduced", &z, a[i].value(), true)
		z.negate(&r[i])
		check("−a", &z, new(big.Int).Neg(r[i].value()), false)
		for condition := range 2 {
			z.negateIf(&r[i], condition)
			check("±a", &z, new(big.Int).Mul(r[i].value(), big.NewInt(int64(1-2*condition))), false)
			z.choose(&a[i], &b[j], condition)
			if want := []fe{b[j], a[i]}[condition]; z != want {
				t.Error("the choice is wrong")
			}
		}
		z.abs(&r[i])
		if n := r[i].value(); n.Bit(0) == 1 {
			n.Sub(primeBig, n)
			check("|a|", &z, n, true)
		} else {
			check("|a|", &z, n, true)
		}
		if got := b[i].isNegative(); got != int(b[i].value().Bit(0)) {
			t.Error("isNegative is wrong")
		}
	}
	// All limbs at what the type holds.
	for i := range first {
		first[i] = ^limb(0)
	}
	z := first
	z.carry()
	check("a, reduced", &z, first.value(), true)
	if feBig(&first).Cmp(first.value()) != 0 {
		t.Error("bytes is wrong")
	}
}

func TestFieldEdges(t *testing.T) {
	edges := []*big.Int{}
	for _, base := range []*big.Int{new(big.Int), primeBig, new(big.Int).Lsh(big.NewInt(1), 255), new(big.Int).Lsh(primeBig, 1)} {
		for d := int64(-20); d <= 20; d++ {
			if n := new(big.Int).Add(base, big.NewInt(d)); n.Sign() >= 0 && n.BitLen() <= 256 {
				edges = append(edges, n)
			}
		}
	}
	for _, n := range edges {
		b := n.FillBytes(make([]byte, 32))
		slices.Reverse(b)
		var z fe
		z.setBytes((*[32]byte)(b))
		want := new(big.Int).Set(n)
		want.SetBit(want, 255, 0).Mod(want, primeBig)
		if feBig(&z).Cmp(want) != 0 {
			t.Errorf("%x: %x, want %x", n, feBig(&z), want)
		}
		if z.isZero() != toField(&z).Equal(new(field.Element)) {
			t.Errorf("%x: isZero is wrong", n)
		}
		if z.equal(&z) != 1 {
			t.Errorf("%x isn't equal to itself", n)
		}
		one := fe{1}
		one.add(&one, &z)
		if z.equal(&one) != 0 {
			t.Errorf("%x is equal to the next number", n)
		}
	}
}

func TestFieldAgrees(t *testing.T) {
	for i := range 300 {
		var a, b, z fe
		a.setBytes((*[32]byte)(randomBytes(32)))
		b.setBytes((*[32]byte)(randomBytes(32)))
		switch i {
		case 0:
			a = fe{}
		case 1:
			b = fe{}
		case 2:
			a, b = fe{}, fe{}
		}
		x, y := toField(&a), toField(&b)
		check := func(what string, got *fe, want *field.Element) {
			t.Helper()
			if toField(got).Equal(want) != 1 {
				t.Errorf("%s is wrong", what)
			}
		}
		z.invert(&a)
		check("1/a", &z, new(field.Element).Invert(x))
		z.power252(&a)
		check("a^((p−5)/8)", &z, new(field.Element).Pow22523(x))
		want, wasSquare := new(field.Element).SqrtRatio(x, y)
		if got := z.sqrtRatio(&a, &b); got != wasSquare {
			t.Errorf("√(a/b) exists: %d, want %d", got, wasSquare)
		}
		check("√(a/b)", &z, want)
	}
	all := make([]fe, 20)
	for i := range all {
		if i%5 != 0 && i != 7 {
			all[i].setBytes((*[32]byte)(randomBytes(32)))
		}
	}
	inverted := slices.Clone(all)
	invertAll(inverted)
	for i := range all {
		var want fe
		want.invert(&all[i])
		if inverted[i].equal(&want) != 1 {
			t.Errorf("the inverse of number %d is wrong", i)
		}
	}
	invertAll(nil)
}

func TestConstants(t *testing.T) {
	var x, y, minusOne fe
	minusOne.negate(&feOne)
	minusOne.carry()
	check := func(name string, got, want *fe) {
		t.Helper()
		if got.equal(want) != 1 {
			t.Errorf("%s is wrong", name)
		}
	}
	x.square(&sqrtMinusOne)
	check("√−1", &x, &minusOne)
	x.sub(&minusOne, &curveD) // a − d, and ad − 1
	y.square(&invSqrtAMinusD)
	y.mul(&y, &x)
	check("1/√(a−d)", &y, &feOne)
	y.square(&sqrtADMinusOne)
	check("√(ad−1)", &y, &x)
	x.square(&curveD)
	y.sub(&feOne, &x)
	check("1−d²", &oneMinusDSquared, &y)
	x.sub(&curveD, &feOne)
	y.square(&x)
	check("(d−1)²", &dMinusOneSquared, &y)
	x = *new(fe)
	y = fe{}
	x[0] = 121666
	y.mul(&x, &curveD)
	x[0] = 121665
	x.negate(&x)
	check("d", &y, &x)
	for _, z := range []*fe{&sqrtMinusOne, &invSqrtAMinusD} {
		if z.isNegative() != 0 {
			t.Error("a root is negative")
		}
	}
}

// Results may replace operands.
func TestFieldAliasing(t *testing.T) {
	for range 50 {
		var a, b, want, z fe
		a.setBytes((*[32]byte)(randomBytes(32)))
		b.setBytes((*[32]byte)(randomBytes(32)))
		check := func(what string) {
			t.Helper()
			if z != want {
				t.Errorf("%s: other limbs if the result replaces an operand", what)
			}
		}
		for name, f := range map[string]func(z, a, b *fe){
			"mul": (*fe).mul, "add": (*fe).add, "sub": (*fe).sub, "subLoose": (*fe).subLoose,
			"choose 0": func(z, a, b *fe) { z.choose(a, b, 0) }, "choose 1": func(z, a, b *fe) { z.choose(a, b, 1) },
			"sqrtRatio": func(z, a, b *fe) { z.sqrtRatio(a, b) },
		} {
			f(&want, &a, &b)
			z = a
			f(&z, &z, &b)
			check(name)
			z = b
			f(&z, &a, &z)
			check(name)
			f(&want, &a, &a)
			z = a
			f(&z, &z, &z)
			check(name)
		}
		for name, f := range map[string]func(z, a *fe){
			"square": (*fe).square, "negate": (*fe).negate, "abs": (*fe).abs, "invert": (*fe).invert, "power252": (*fe).power252,
			"squareTimes": func(z, a *fe) { z.squareTimes(a, 4) },
		} {
			f(&want, &a)
			z = a
			f(&z, &z)
			check(name)
		}
	}
}

// The functions that are in assembly somewhere agree with those in Go.
func TestGeneric(t *testing.T) {
	reduced, loose, first := bounds()
	a, b := numbers(&first), numbers(&loose)
	for i := range a {
		var got, want fe
		j := (11*i + 2) % len(b)
		got.mul(&a[i], &b[j])
		want.mulGeneric(&a[i], &b[j])
		if got.words() != want.words() {
			t.Error("mul is wrong")
		}
		got.square(&b[i])
		want.squareTimesGeneric(&b[i], 1)
		if got.words() != want.words() {
			t.Error("square is wrong")
		}
		for n := range 9 {
			got.squareTimes(&b[i], n+1)
			want.squareTimesGeneric(&b[i], n+1)
			if got.words() != want.words() {
				t.Errorf("squareTimes is wrong for %d", n+1)
			}
		}
	}
	coordinates, factors := numbers(&reduced), numbers(&loose)
	for i := range coordinates {
		at := func(all []fe, j int) fe { return all[(i*j+j)%len(all)] }
		p := point{at(coordinates, 1), at(coordinates, 3), at(coordinates, 5), at(coordinates, 7)}
		q := affine{at(factors, 9), at(factors, 11), at(factors, 13)}
		if i%3 == 0 {
			p, q = point{reduced, reduced, reduced, reduced}, affine{loose, loose, loose}
		}
		sum, difference, genericSum, genericDifference := p, p, p, p
		sum.addAffine(&q)
		genericSum.addAffineGeneric(&q)
		samePoint(t, "sum", &sum, &genericSum, &reduced)
		difference.subtractAffine(&q)
		genericDifference.subtractAffineGeneric(&q)
		samePoint(t, "difference", &difference, &genericDifference, &reduced)
	}
	for _, n := range []int{8, 16, 64} {
		m := make(multiples, n)
		for i := range m {
			for j := range m[i] {
				m[i][j] = rand.Uint64() >> (j % 4 / 3) // below 2²⁵⁵
				if rand.IntN(8) == 0 {
					m[i][j] = math.MaxUint64 >> (j % 4 / 3)
				}
			}
		}
		arranged := slices.Clone(m)
		arrange(arranged)
		for d := -n; d <= n-7; d++ {
			var got, generic [8]affine
			digits := make([]int8, 8)
			for i := range digits {
				digits[(i*3+d+n)%8] = int8(d + i)
			}
			arranged.choose(&got, digits)
			m.chooseGeneric(&generic, digits)
			if got != generic {
				t.Errorf("entries %d of %d are %x, or %x", digits, n, got, generic)
			}
		}
	}
}

// samePoint checks that the coordinates are the same, and are reduced.
func samePoint(t *testing.T, what string, got, want *point, reduced *fe) {
	t.Helper()
	coordinates := []fe{want.x, want.y, want.z, want.t}
	for i, a := range []fe{got.x, got.y, got.z, got.t} {
		if a.words() != coordinates[i].words() {
			t.Errorf("coordinate %d of a %s is wrong", i, what)
		}
		for j := range a {
			if a[j] > reduced[j] {
				t.Errorf("coordinate %d of a %s isn't reduced: limb %d is %#x", i, what, j, a[j])
			}
		}
	}
}
