package modp_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// encode returns the numbers, size bytes each.
func encode(size int, numbers ...*big.Int) (b []byte) {
	for _, x := range numbers {
		b = append(b, x.FillBytes(make([]byte, size))...)
	}
	return b
}

// products returns the product of the powers bases[i]^exponents[i].
func products(m *big.Int, bases, exponents []*big.Int) *big.Int {
	product := big.NewInt(1)
	for i := range bases {
		product.Mul(product, new(big.Int).Exp(bases[i], exponents[i], m)).Mod(product, m)
	}
	return product.Mod(product, m)
}

func randoms(rng *rand.Rand, n int, below *big.Int) (x []*big.Int) {
	for range n {
		x = append(x, random(rng, below))
	}
	return x
}

var productBits = []int{2, 9, 64, 65, 500, 2047, 2048, 2049, 3072}

func modulusOf(rng *rand.Rand, bits int) *big.Int {
	m := random(rng, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	return m.SetBit(m.SetBit(m, 0, 1), bits-1, 1)
}

func TestMulAndAddMatchBigInt(t *testing.T) { onEachPath(t, checkMulAndAddMatchBigInt) }

func checkMulAndAddMatchBigInt(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, bits := range lengthsOf(productBits) {
		m := modulusOf(rng, bits)
		modulus := mustModulus(t, m)
		last := new(big.Int).Sub(m, big.NewInt(1))
		a := append(randoms(rng, 5, m), big.NewInt(0), big.NewInt(1), last)
		b := append(randoms(rng, 5, m), last, last, last)
		var product, sum []*big.Int
		for i := range a {
			x := new(big.Int).Mul(a[i], b[i])
			product = append(product, x.Mod(x, m))
			y := new(big.Int).Add(a[i], b[i])
			sum = append(sum, y.Mod(y, m))
		}
		size := modulus.Size()
		got := encode(size, a...)
		modulus.Mul(got, got, encode(size, b...))
		if !bytes.Equal(got, encode(size, product...)) {
			t.Errorf("%d bits: products differ", bits)
		}
		modulus.Add(got, encode(size, a...), encode(size, b...))
		if !bytes.Equal(got, encode(size, sum...)) {
			t.Errorf("%d bits: sums differ", bits)
		}
	}
}

func TestCombMatchesBigInt(t *testing.T) { onEachPath(t, checkCombMatchesBigInt) }

func checkCombMatchesBigInt(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, bits := range lengthsOf(productBits) {
		m := modulusOf(rng, bits)
		modulus := mustModulus(t, m)
		size := modulus.Size()
		for _, exponentSize := range []int{0, 1, 5, size} {
			bases := append(randoms(rng, 1, m), new(big.Int).Sub(m, big.NewInt(1)))
			comb := modulus.NewComb(encode(size, bases...), exponentSize)
			limit := new(big.Int).Lsh(big.NewInt(1), uint(8*exponentSize))
			first := append(randoms(rng, 3, limit), big.NewInt(0), new(big.Int).Sub(limit, big.NewInt(1)))
			second := randoms(rng, len(first), limit)
			var one, two []*big.Int
			for i := range first {
				one = append(one, products(m, bases[:1], first[i:i+1]))
				two = append(two, products(m, bases, []*big.Int{first[i], second[i]}))
			}
			got := make([]byte, len(first)*size)
			comb.Exp(got, encode(exponentSize, first...))
			if !bytes.Equal(got, encode(size, one...)) {
				t.Errorf("%d bits, exponents of %d bytes: powers of one base differ", bits, exponentSize)
			}
			comb.Exp(got, encode(exponentSize, first...), encode(exponentSize, second...))
			if !bytes.Equal(got, encode(size, two...)) {
				t.Errorf("%d bits, exponents of %d bytes: powers of two bases differ", bits, exponentSize)
			}
		}
	}
}

func TestMultiExpMatchesBigInt(t *testing.T) { onEachPath(t, checkMultiExpMatchesBigInt) }

func checkMultiExpMatchesBigInt(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, bits := range lengthsOf(productBits) {
		m := modulusOf(rng, bits)
		modulus := mustModulus(t, m)
		size := modulus.Size()
		for _, n := range []int{1, 2, 3, 7, 8, 9, 20} {
			for _, exponentSize := range []int{0, 1, 16, 43} {
				limit := new(big.Int).Lsh(big.NewInt(1), uint(8*exponentSize))
				bases, exponents := randoms(rng, n, m), randoms(rng, n, limit)
				exponents[n-1] = new(big.Int).Sub(limit, big.NewInt(1))
				want := encode(size, products(m, bases, exponents))
				got := make([]byte, size)
				modulus.MultiExp(got, encode(size, bases...), encode(exponentSize, exponents...))
				if !bytes.Equal(got, want) {
					t.Errorf("%d bits, %d bases, exponents of %d bytes: MultiExp differs", bits, n, exponentSize)
				}
				list := slices.Collect(slices.Chunk(encode(exponentSize, exponents...), max(exponentSize, 1)))
				if exponentSize == 0 {
					list = make([][]byte, n)
				}
				list[0] = append([]byte{0, 0}, list[0]...)
				clear(got)
				modulus.MultiExpVarTime(got, encode(size, bases...), list)
				if !bytes.Equal(got, want) {
					t.Errorf("%d bits, %d bases, exponents of %d bytes: MultiExpVarTime differs", bits, n, exponentSize)
				}
			}
		}
	}
}

func BenchmarkProducts(b *testing.B) {
	for _, bits := range []int{2048, 3072} {
		rng := rand.New(rand.NewPCG(1, uint64(bits)))
		m := modulusOf(rng, bits)
		modulus := mustModulus(b, m)
		size := modulus.Size()
		bases, exponents := encode(size, randoms(rng, 52, m)...), encode(size, randoms(rng, 8, m)...)
		comb := modulus.NewComb(bases[:2*size], size)
		out := make([]byte, 8*size)
		b.Run(fmt.Sprintf("Comb/%d", bits), func(b *testing.B) {
			for b.Loop() {
				comb.Exp(out, exponents)
			}
		})
		b.Run(fmt.Sprintf("NewComb/%d", bits), func(b *testing.B) {
			for b.Loop() {
				modulus.NewComb(bases[:2*size], size)
			}
		})
		short := encode(size, randoms(rng, 52, m)...)[:52*42]
		b.Run(fmt.Sprintf("MultiExp/%d", bits), func(b *testing.B) {
			for b.Loop() {
				modulus.MultiExp(out[:size], bases, short)
			}
		})
		list := slices.Collect(slices.Chunk(short, 42))
		b.Run(fmt.Sprintf("MultiExpVarTime/%d", bits), func(b *testing.B) {
			for b.Loop() {
				modulus.MultiExpVarTime(out[:size], bases, list)
			}
		})
		b.Run(fmt.Sprintf("Mul/%d", bits), func(b *testing.B) {
			for b.Loop() {
				modulus.Mul(out[:size], bases[:size], bases[:size])
			}
		})
	}
}
