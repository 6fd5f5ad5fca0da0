package modp_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/modp"
)

func random(rng *rand.Rand, below *big.Int) *big.Int {
	b := make([]byte, len(below.Bytes())+8)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	x := new(big.Int).SetBytes(b)
	return x.Mod(x, below)
}

func mustModulus(t testing.TB, m *big.Int) *modp.Modulus {
	t.Helper()
	modulus, err := modp.NewModulus(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return modulus
}

// Moduli of many lengths, those with kernels of their own among them, against
// math/big.
func TestExpMatchesBigInt(t *testing.T) { onEachPath(t, checkExpMatchesBigInt) }

func checkExpMatchesBigInt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, bits := range lengthsOf([]int{2, 5, 8, 9, 63, 64, 65, 500, 1024, 1536, 2041, 2047, 2048, 2049, 3072, 4096}) {
		m := random(rng, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		m.SetBit(m.SetBit(m, 0, 1), bits-1, 1)
		modulus := mustModulus(t, m)
		size := (bits + 7) / 8
		if modulus.Size() != size {
			t.Errorf("%d bits: size %d", bits, modulus.Size())
		}
		last := new(big.Int).Sub(m, big.NewInt(1))
		values := []*big.Int{big.NewInt(0), big.NewInt(1), last, random(rng, m), random(rng, m)}
		for _, exponent := range [][]byte{{}, {0}, {1}, {0, 0, 0, 2}, {0x10}, {0xff, 0x0f, 0xf0},
			random(rng, m).FillBytes(make([]byte, min(size, 40)+size))} {
			var bases, want []byte
			for _, x := range values {
				bases = append(bases, x.FillBytes(make([]byte, size))...)
				power := new(big.Int).Exp(x, new(big.Int).SetBytes(exponent), m)
				want = append(want, power.FillBytes(make([]byte, size))...)
			}
			kept := slices.Clone(bases)
			got := bytes.Repeat([]byte{0xaa}, len(bases))
			modulus.Exp(got, bases, exponent)
			if !bytes.Equal(got, want) || !bytes.Equal(bases, kept) {
				t.Errorf("%d bits, exponent %x: %x, want %x", bits, exponent, got, want)
			}
			modulus.Exp(bases, bases, exponent)
			if !bytes.Equal(bases, want) {
				t.Errorf("%d bits, exponent %x, in place: %x, want %x", bits, exponent, bases, want)
			}
		}
	}
}

func TestRefusals(t *testing.T) { onEachPath(t, checkRefusals) }

func checkRefusals(t *testing.T) {
	for _, m := range [][]byte{nil, {}, {0}, {1}, {0, 1}, {2}, {4, 0}} {
		if _, err := modp.NewModulus(m); err == nil {
			t.Errorf("modulus %x is accepted", m)
		}
	}
	m := mustModulus(t, big.NewInt(1019))
	for _, c := range []struct{ dst, bases []byte }{
		{make([]byte, 2), []byte{1019 >> 8, 1019 & 0xff}},
		{make([]byte, 3), []byte{0, 1, 0}},
		{make([]byte, 2), []byte{0, 1, 0, 2}},
		{make([]byte, 4), []byte{0, 1}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("bases %x into %d bytes: no panic", c.bases, len(c.dst))
				}
			}()
			m.Exp(c.dst, c.bases, []byte{3})
		}()
	}
}

// The bar: no allocation for a base, up to 2048 bits.
func TestAllocations(t *testing.T) { onEachPath(t, checkAllocations) }

func checkAllocations(t *testing.T) {
	for _, bits := range []uint{1024, 2047, 2048} {
		m := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
		modulus := mustModulus(t, m)
		bases := bytes.Repeat([]byte{1}, 20*modulus.Size())
		of := func(n int) float64 {
			batch := bases[:n*modulus.Size()]
			return testing.AllocsPerRun(10, func() { modulus.Exp(batch, batch, []byte{3}) })
		}
		if one, twenty := of(1), of(20); twenty != one {
			t.Errorf("%d bits: %v allocations for a base, %v for twenty", bits, one, twenty)
		}
	}
}

func BenchmarkExp(b *testing.B) {
	for _, bits := range []uint{2048, 3072, 4096} {
		m := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1<<32-5))
		rng := rand.New(rand.NewPCG(1, uint64(bits)))
		x, e := random(rng, m), random(rng, m)
		b.Run(fmt.Sprintf("%d/squaredeal", bits), func(b *testing.B) {
			modulus := mustModulus(b, m)
			base, exponent := x.FillBytes(make([]byte, bits/8)), e.FillBytes(make([]byte, bits/8))
			out := make([]byte, bits/8)
			b.ReportAllocs()
			for b.Loop() {
				modulus.Exp(out, base, exponent)
			}
		})
		b.Run(fmt.Sprintf("%d/mathbig", bits), func(b *testing.B) {
			out := new(big.Int)
			b.ReportAllocs()
			for b.Loop() {
				out.Exp(x, e, m)
			}
		})
	}
}

// Recur and Sum are what Mul and Add are, one after another.
func TestRecurAndSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, bits := range []int{9, 64, 253, 2048} {
		p := modulusOf(rng, bits)
		m, err := modp.NewModulus(p.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		const n = 5
		size := m.Size()
		random := func(n int) (x []*big.Int) {
			for range n {
				x = append(x, new(big.Int).Mod(modulusOf(rng, bits+64), p))
			}
			return x
		}
		first, factors, addends := random(1), random(n), random(n)
		for _, addends := range [][]*big.Int{addends, nil} {
			got := append(encode(size, first...), make([]byte, n*size)...)
			var added []byte
			if addends != nil {
				added = encode(size, addends...)
			}
			m.Recur(got, encode(size, factors...), added)
			want := []*big.Int{first[0]}
			for i := range n {
				x := new(big.Int).Mul(want[i], factors[i])
				if addends != nil {
					x.Add(x, addends[i])
				}
				want = append(want, x.Mod(x, p))
			}
			if !bytes.Equal(got, encode(size, want...)) {
				t.Errorf("%d bits: Recur: %x", bits, got)
			}
		}
		sum, want := make([]byte, size), new(big.Int)
		m.Sum(sum, encode(size, factors...))
		for _, x := range factors {
			want.Add(want, x)
		}
		if !bytes.Equal(sum, encode(size, want.Mod(want, p))) {
			t.Errorf("%d bits: Sum: %x", bits, sum)
		}
		if m.Sum(sum, nil); !bytes.Equal(sum, make([]byte, size)) {
			t.Errorf("%d bits: the sum of nothing is %x", bits, sum)
		}
	}
}
