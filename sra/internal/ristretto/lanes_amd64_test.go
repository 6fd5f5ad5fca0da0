//go:build !purego

package ristretto

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func needLanes(t *testing.T) {
	t.Helper()
	if !haveLanes {
		t.Skip("the processor has no AVX-512 IFMA")
	}
}

// What is computed in lanes is computed without them, too, and without AVX2.
func TestWithoutLanes(t *testing.T) {
	defer func(lanes, avx2 bool, width uint) { haveLanes, hasAVX2, combWidth = lanes, avx2, width }(haveLanes, hasAVX2, combWidth)
	haveLanes = false
	for range 2 {
		t.Run(fmt.Sprintf("AVX2 %t", hasAVX2), func(t *testing.T) {
			t.Run("Comb", TestComb)
			t.Run("Multiples", TestMultiples)
			t.Run("Exp", TestExp)
			t.Run("MultiExp", TestMultiExp)
			t.Run("Select", TestSelect)
			t.Run("Points", TestPointsAgree)
			t.Run("Products", TestProducts)
			t.Run("Factors", TestFactors)
			t.Run("AppendDoubles", TestAppendDoubles)
			t.Run("EdgeEncodings", TestEdgeEncodings)
			t.Run("BadEncodings", TestBadEncodings)
			t.Run("FirstFault", TestDecodeFirstFault)
			t.Run("HashVectors", TestHashVectors)
			t.Run("Generic", TestGeneric)
			t.Run("Allocs", TestAllocs)
		})
		hasAVX2, combWidth = false, 5
	}
}

// laneNumbers are eight of the numbers, of different ones for each i.
func laneNumbers(all []fe, i int) *laneFe {
	z := new(laneFe)
	for lane := range lanes {
		z.set(lane, &all[(i+(i%7*3+1)*lane)%len(all)])
	}
	return z
}

// sameLanes checks that numbers are what f makes of each lane, and reduced.
func sameLanes(t *testing.T, what string, got *laneFe, f func(lane int) fe) {
	t.Helper()
	reduced, _, _ := bounds()
	for lane := range lanes {
		g, want := got.get(lane), f(lane)
		if g.words() != want.words() {
			t.Errorf("%s is wrong in lane %d", what, lane)
		}
		for i := range g {
			if g[i] > reduced[i] {
				t.Errorf("%s isn't reduced in lane %d: limb %d is %#x", what, lane, i, g[i])
			}
		}
	}
}

func TestLaneFields(t *testing.T) {
	needLanes(t)
	reduced, _, _ := bounds()
	factor := fe{1<<52 - 1, 1<<52 - 1, 1<<52 - 1, 1<<52 - 1, 1<<52 - 1}
	factors, numbers := numbers(&factor), numbers(&reduced)
	of := func(a, b *laneFe, f func(z, a, b *fe)) func(lane int) fe {
		return func(lane int) (z fe) {
			x, y := a.get(lane), b.get(lane)
			f(&z, &x, &y)
			return z
		}
	}
	for i := range factors {
		a, b, z := laneNumbers(factors, i), laneNumbers(factors, 5*i+1), new(laneFe)
		if i == 0 {
			a, b = all(&factor), all(&factor)
		}
		laneMul(z, a, b)
		sameLanes(t, "a·b", z, of(a, b, (*fe).mulGeneric))
		*z = *a
		laneMul(z, z, z)
		sameLanes(t, "a·a, in place", z, of(a, a, (*fe).mulGeneric))
		for n := 1; n <= 3; n++ {
			laneSquareTimes(z, a, n)
			sameLanes(t, fmt.Sprintf("a^(2^%d)", n), z, of(a, a, func(z, a, _ *fe) { z.squareTimesGeneric(a, n) }))
		}
		a, b = laneNumbers(numbers, i), laneNumbers(numbers, 5*i+1)
		if i == 0 {
			a, b = all(&reduced), all(&reduced)
		}
		laneAdd(z, a, b)
		sameLanes(t, "a + b", z, of(a, b, (*fe).add))
		laneSub(z, a, b)
		sameLanes(t, "a − b", z, of(a, b, (*fe).sub))
		*z = *b
		laneSub(z, a, z)
		sameLanes(t, "a − b, in place", z, of(a, b, (*fe).sub))
		laneReduce(z, a)
		for lane := range lanes {
			if got, want := z.get(lane), a.get(lane); got.pack() != want.words() || slices.Max(got[:]) > mask51 {
				t.Errorf("%x below p is %x", want, got)
			}
		}
		z.invert(a)
		sameLanes(t, "1/a", z, of(a, a, func(z, a, _ *fe) { z.invert(a) }))
	}
}

// Numbers around p and 2p, in limbs below 2⁵¹ and not, are reduced, and compared.
func TestLaneEdges(t *testing.T) {
	needLanes(t)
	const top = 1<<51 - 1
	edges := []fe{{}, {1}, {1<<51 + 5}, {top, top + 1, top, top, top}, {1 << 51, top, top, top, top}, {0, 0, 0, 0, 1 << 51},
		{30, 0, 0, 0, 1 << 51}}
	for d := range uint64(25) {
		edges = append(edges, fe{top - d, top, top, top, top})
	}
	for i := range edges {
		a, z := laneNumbers(edges, i), new(laneFe)
		laneReduce(z, a)
		isOne, isA, negative := a.equal(laneOne), a.equal(z), a.negative()
		for lane := range lanes {
			w := a.get(lane)
			if got := z.get(lane); got.pack() != w.words() || slices.Max(got[:]) > top {
				t.Errorf("%x below p is %x", w, got)
			}
			if isOne[lane] != w.equal(&feOne) || isA[lane] != 1 || negative[lane] != w.isNegative() {
				t.Errorf("%x is 1: %d, itself: %d, negative: %d", w, isOne[lane], isA[lane], negative[lane])
			}
		}
	}
}

// Sums of points in lanes are the portable ones, with limbs at their bounds, whether or not
// these are points.
func TestLanePoints(t *testing.T) {
	needLanes(t)
	reduced, _, _ := bounds()
	factor := fe{1<<52 - 1, 1<<52 - 1, 1<<52 - 1, 1<<52 - 1, 1<<52 - 1}
	coordinates, factors := numbers(&reduced), numbers(&factor)
	p, sum := new(lanePoint), new(lanePoint)
	check := func(what string, f func(p *point, lane int)) {
		t.Helper()
		for lane := range lanes {
			got, want := sum.point(lane), p.point(lane)
			f(&want, lane)
			samePoint(t, what, &got, &want, &reduced)
		}
	}
	for i := range coordinates {
		at := func(all []fe, j int) *laneFe { return laneNumbers(all, i*j+j) }
		*p = lanePoint{*at(coordinates, 1), *at(coordinates, 3), *at(coordinates, 5), *at(coordinates, 7)}
		q := &laneAffine{*at(factors, 9), *at(factors, 11), *at(factors, 13)}
		c := &laneCached{q[0], q[1], q[2], *at(factors, 15)}
		if i%9 == 0 {
			for _, z := range []*laneFe{&p.x, &p.y, &p.z, &p.t} {
				*z = *all(&reduced)
			}
			for k := range c {
				c[k] = *all(&factor)
			}
			copy(q[:], c[:])
		}
		for n := 1; n <= 5; n++ {
			*sum = *p
			laneDouble(sum, n)
			check("double", func(p *point, _ int) { p.doubleTimes(p, n) })
		}
		*sum = *p
		laneAddAffine(sum, q)
		check("sum", func(p *point, lane int) {
			p.addAffineGeneric(&affine{q[0].get(lane), q[1].get(lane), q[2].get(lane)})
		})
		*sum = *p
		laneAddCached(sum, c)
		check("sum of a cached point", func(p *point, lane int) {
			var sum completed
			sum.addCached(p, &cached{c[0].get(lane), c[1].get(lane), c[3].get(lane), c[2].get(lane)})
			p.complete(&sum)
		})
	}
}

func (p *lanePoint) point(lane int) point {
	return point{p.x.get(lane), p.y.get(lane), p.z.get(lane), p.t.get(lane)}
}

// All digits in all lanes, from entries of random limbs: all of them are read, and only those
// that are asked for are there.
func TestLaneEntries(t *testing.T) {
	needLanes(t)
	want := func(entry [3]fe, digit int) [3]fe {
		if digit == 0 {
			return [3]fe{{1}, {1}, {}}
		}
		if digit < 0 {
			entry[0], entry[1] = entry[1], entry[0]
			entry[2].negate(&entry[2])
		}
		return entry
	}
	check := func(got *laneAffine, d *[lanes]int8, entry func(lane, number int) [3]fe) {
		t.Helper()
		for lane, digit := range d {
			number := max(digit, -digit)
			w := want(entry(lane, int(max(number, 1)-1)), int(digit))
			for k := range w {
				if got[k].get(lane) != w[k] {
					t.Errorf("number %d of entry %d is wrong in lane %d", k, digit, lane)
				}
			}
		}
	}
	random := func() uint64 {
		if rand.IntN(8) == 0 {
			return 1<<51 - 1
		}
		return rand.Uint64N(1 << 51)
	}
	q := new(laneAffine)
	for _, n := range []int{8, 16} {
		entries := make([]laneAffine, n+1) // one too many, which is not to be read
		for i := range 15 * lanes * len(entries) {
			entries[i/15/lanes][i/5%3][i%5][i/15%lanes] = random()
		}
		for d := -n; d <= n; d++ {
			var all [lanes]int8
			for lane := range all {
				all[(3*lane+d+n)%lanes] = int8((d+n+lane)%(2*n+1) - n)
			}
			lanePick(q, &entries[0], n, &all)
			check(q, &all, func(lane, number int) (e [3]fe) {
				for k := range e {
					e[k] = entries[number][k].get(lane)
				}
				return e
			})
		}
	}
	entries := new([15][64]uint64)
	for i := range entries {
		for j := range entries[i] {
			entries[i][j] = random()
		}
	}
	for d := -64; d <= 64; d++ {
		var all [lanes]int8
		for lane := range all {
			all[(3*lane+d+64)%lanes] = int8((d+64+17*lane)%129 - 64)
		}
		laneLookup(q, entries, &all)
		check(q, &all, func(lane, number int) (e [3]fe) {
			for i := range entries {
				e[i/5][i%5] = entries[i][number]
			}
			return e
		})
	}
}

// A table in lanes has what a table has, for any number of points, and so do those that are
// picked of it.
func TestLaneTables(t *testing.T) {
	needLanes(t)
	points := append(bases(t), randomPoints(6)...)
	encodings := func(halves []point) (b []byte) { return appendDoubles(nil, slices.Clone(halves)) }
	for _, n := range []int{1, 2, 3, 7, 8, 9, 16, 17, len(points)} {
		for _, width := range []uint{expWidth, fixedWidth} {
			for _, blocks := range []int{1, precomputedBlocks} {
				lane, plain := newLaneTable(points[:n], width, blocks), multiplier(newTable(points[:n], width, blocks))
				for _, picked := range [][]int{nil, {n - 1}, {0, n / 2, 0}, {0, n - 1, n / 2, 0}, {n - 1, 0}, count(n), append(count(n), 0)} {
					if picked != nil {
						lane, plain := lane.pick(picked), plain.pick(picked)
						sameProducts(t, fmt.Sprintf("%d of %d points, width %d", len(picked), n, width), len(picked), lane, plain, encodings)
						continue
					}
					sameProducts(t, fmt.Sprintf("%d points, width %d", n, width), n, lane, plain, encodings)
				}
			}
		}
	}
}

func sameProducts(t *testing.T, what string, n int, got, want multiplier, encodings func([]point) []byte) {
	t.Helper()
	s := make([]scalar, n)
	for i := range s {
		s[i] = randomScalar()
	}
	s[0] = fromBig(edgeScalars()[rand.IntN(10)])
	if g, w := encodings(got.powers(s[0], 2)), encodings(want.powers(s[0], 1)); !slices.Equal(g, w) {
		t.Errorf("%s: powers are wrong", what)
	}
	if g, w := encodings([]point{got.sum(s)}), encodings([]point{want.sum(s)}); !slices.Equal(g, w) {
		t.Errorf("%s: the sum is wrong", what)
	}
}

// Eight encodings are decoded, or refused, as each of them by itself is.
func TestLaneDecoding(t *testing.T) {
	needLanes(t)
	var all []string
	for _, s := range slices.Concat(generatorMultiples[:], badEncodings) {
		all = append(all, string(unhex(t, s)))
	}
	for range 100 {
		b := randomBytes(size)
		b[0] &^= 1
		b[size-1] &^= 0x80
		all = append(all, string(b))
	}
	for _, p := range randomPoints(30) {
		all = append(all, string(p.encoding()))
	}
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	d := new(laneDecoder)
	for i := range all {
		eight := all[i:min(i+1+i%lanes, len(all))]
		valid := d.decode([]byte(strings.Join(eight, "")))
		for lane, encoded := range eight {
			var want point
			if got := want.decode((*[size]byte)([]byte(encoded))); got != valid[lane] {
				t.Errorf("%x is valid: %d, want %d", encoded, valid[lane], got)
			} else if got == 1 {
				p := d.p.point(lane)
				reduced, _, _ := bounds()
				samePoint(t, "decoded point", &p, &want, &reduced)
			}
		}
	}
}
