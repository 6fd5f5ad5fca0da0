package sra_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// From a prover that is rewound, the extractor of PROOFS.md, theorem 6.3, computes the key and
// what was committed to: the order of an honest prover, and for one that mixes cards a matrix
// whose polynomial isn't zero at the weights.
func TestExtraction(t *testing.T) { onBothKinds(t, testExtraction) }

func testExtraction(t *testing.T, g sra.Group) {
	key := fixedKey(t, g, "extracted")
	e, q := exponentOf(g, key), sra.Order(g)
	from := mustPublic(t, g, "extracted", 3)
	for _, m := range []matrix{matrixOf(2, 0, 1), {{2, -1, 0}, {0, 1, 0}, {0, 0, 1}}} {
		order := []int{2, 0, 1}
		to := mustSelect(t, mustEncrypt(t, key, from), order...)
		// answer returns the transcript of the same prover, with the same randomness.
		answer := func(rewound [2]byte) (r *reference, p refProof, u []*big.Int, ch *big.Int) {
			r = newReference(g, key.Public(), from, to, 12)
			r.rewound = rewound
			c, randomness := r.commit(m)
			p = r.prove(m, c, randomness, e)
			sigma := r.sigma(c)
			return r, p, r.weights(sigma), r.challenge(sigma, p)
		}
		var weights, opened [][]*big.Int
		for k := range byte(from.Len()) {
			_, p, u, ch := answer([2]byte{k, 0})
			_, again, _, other := answer([2]byte{k, 1})
			if !slices.EqualFunc(p.t, again.t, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
				t.Fatal("the prover had other randomness")
			}
			difference := new(big.Int).ModInverse(new(big.Int).Sub(ch, other), q)
			extract := func(s, s2 *big.Int) *big.Int {
				x := new(big.Int).Sub(s, s2)
				return x.Mod(x.Mul(x, difference), q)
			}
			if x := extract(p.s[3], again.s[3]); x.Cmp(e) != 0 {
				t.Error("the exponent isn't the key's")
			}
			var row []*big.Int
			for j := range p.sPrime {
				row = append(row, extract(p.sPrime[j], again.sPrime[j]))
			}
			weights, opened = append(weights, u), append(opened, append(row, extract(p.s[2], again.s[2])))
		}
		b := solve(t, q, weights, opened)
		r, p, _, _ := answer([2]byte{})
		for i := range b {
			if c := r.product(append(r.h(), r.generator(0)), b[i]); c.Cmp(p.c[i]) != 0 {
				t.Errorf("c_%d isn't opened", i)
			}
			for j := range m {
				want := new(big.Int).Mod(big.NewInt(int64(m[j][i])), q)
				if b[i][j].Cmp(want) != 0 {
					t.Errorf("c_%d has h_%d to the power of %v, not %v", i, j, b[i][j], want)
				}
			}
		}
		product := new(big.Int).Sub(productOf(opened[0][:len(m)]), productOf(weights[0]))
		if zero := product.Mod(product, q).Sign() == 0; zero != (m[0][0] == 0) {
			t.Errorf("for %v, the products are equal: %v", m, zero)
		}
	}
}

// solve returns B with U·B = V mod q.
func solve(t *testing.T, q *big.Int, u, v [][]*big.Int) (b [][]*big.Int) {
	t.Helper()
	var rows [][]*big.Int
	for k := range u {
		rows = append(rows, slices.Concat(u[k], v[k]))
	}
	for at := range rows {
		pivot := slices.IndexFunc(rows[at:], func(row []*big.Int) bool { return row[at].Sign() != 0 })
		if pivot < 0 {
			t.Fatal("the weights are dependent")
		}
		rows[at], rows[at+pivot] = rows[at+pivot], rows[at]
		inverse := new(big.Int).ModInverse(rows[at][at], q)
		for j, x := range rows[at] {
			x = new(big.Int).Mul(x, inverse)
			rows[at][j] = x.Mod(x, q)
		}
		for i, row := range rows {
			factor := row[at]
			for j, x := range row {
				if i != at {
					x = new(big.Int).Sub(x, new(big.Int).Mul(factor, rows[at][j]))
					row[j] = x.Mod(x, q)
				}
			}
		}
	}
	for _, row := range rows {
		b = append(b, row[len(u):])
	}
	return b
}

// PROOFS.md, lemma 2.3, with all matrices mod 5 whose columns have the sum 1: the product of
// the forms Σ_i u_i·b_ij is that of the variables for permutations alone, and for any other
// matrix at few points.
func TestPermutationLemma(t *testing.T) {
	const q = 5
	digits := func(number, n int) (d []int) {
		for range n {
			d, number = append(d, number%q), number/q
		}
		return d
	}
	power := func(n int) int { return int(math.Pow(q, float64(n))) }
	for n, want := range map[int]int{1: 1, 2: 2, 3: 6} {
		permutations := 0
		for number := range power(n * (n - 1)) {
			b := slices.Collect(slices.Chunk(digits(number, n*(n-1)), n))
			last := slices.Repeat([]int{1}, n)
			for _, row := range b {
				for j := range row {
					last[j] = (last[j] + q - row[j]) % q
				}
			}
			b = append(b, last)
			zeros := 0
			for point := range power(n) {
				u, product, forms := digits(point, n), 1, 1
				for j := range n {
					form := 0
					for i := range n {
						form += u[i] * b[i][j]
					}
					product, forms = product*u[j], forms*form%q
				}
				if forms == product%q {
					zeros++
				}
			}
			switch {
			case isPermutation(b):
				permutations++
				if zeros != power(n) {
					t.Errorf("%v is a permutation, and has %d zeros", b, zeros)
				}
			case zeros*q > n*power(n):
				t.Errorf("%v is no permutation, and has %d zeros", b, zeros)
			}
		}
		if permutations != want {
			t.Errorf("%d permutations of %d", permutations, n)
		}
	}
}

// isPermutation reports whether a matrix has one 1 in each row and column, and 0 elsewhere.
func isPermutation(b [][]int) bool {
	used := make([]bool, len(b))
	for _, row := range b {
		at := slices.Index(row, 1)
		if at < 0 || used[at] || slices.ContainsFunc(slices.Delete(slices.Clone(row), at, at+1), func(x int) bool { return x != 0 }) {
			return false
		}
		used[at] = true
	}
	return true
}
