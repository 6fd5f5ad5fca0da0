package modp_test

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra/internal/modp"
)

// onEachPath runs a test with the portable functions and, if the processor has
// them, with the lanes.
func onEachPath(t *testing.T, f func(t *testing.T)) {
	was := modp.SetLanes(false)
	defer modp.SetLanes(was)
	t.Run("portable", f)
	modp.SetLanes(true)
	if !modp.SetLanes(true) {
		t.Log("no lanes")
		return
	}
	t.Run("lanes", f)
}

// both returns a modulus of each path, the same twice if there are no lanes.
func both(t testing.TB, m *big.Int) (portable, lanes *modp.Modulus) {
	t.Helper()
	was := modp.SetLanes(false)
	defer modp.SetLanes(was)
	portable = mustModulus(t, m)
	modp.SetLanes(true)
	return portable, mustModulus(t, m)
}

// extremes returns moduli of a length whose digits are all ones, nearly all zeros,
// and such that −1/m mod 2^52 is 1, as for the primes of RFC 3526, and 2^52−1.
func extremes(rng *rand.Rand, bits int) []*big.Int {
	one := big.NewInt(1)
	ones := new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
	least := new(big.Int).Add(new(big.Int).Lsh(one, uint(bits-1)), one)
	moduli := []*big.Int{ones, least, modulusOf(rng, bits)}
	if bits > 64 {
		middle := modulusOf(rng, bits)
		for i := range 64 {
			middle.SetBit(middle, i, 1)
		}
		moduli = append(moduli, middle)
	}
	return moduli
}

// values returns m numbers below m at the ends and with runs of ones and zeros in
// 52-bit digits, and others at random.
func values(rng *rand.Rand, n int, m *big.Int) (x []*big.Int) {
	one := big.NewInt(1)
	x = []*big.Int{big.NewInt(0), one, big.NewInt(2), new(big.Int).Sub(m, one), new(big.Int).Rsh(m, 1)}
	for k := uint(52); int(k) < m.BitLen(); k += 52 * 7 {
		power := new(big.Int).Lsh(one, k)
		x = append(x, power, new(big.Int).Sub(power, one))
	}
	for len(x) < n {
		x = append(x, random(rng, m))
	}
	return x[:n]
}

// Lengths of p and q from 2048 to 4096 bits, and those at which the number of
// blocks and words changes.
var lengths = []int{3, 52, 53, 64, 65, 104, 512, 517, 518, 519, 520, 1037, 1038, 1039, 2047, 2048, 2077, 2078, 2079, 3071, 3072,
	4095, 4096, 4097}

// lengthsOf returns the lengths to test: unless the run is long, those below 2048 bits.
func lengthsOf(list []int) (lengths []int) {
	for _, bits := range list {
		if long.Tests() || bits < 2048 {
			lengths = append(lengths, bits)
		}
	}
	return lengths
}

// Of extreme moduli and values, both paths and math/big give the same.
func TestExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, bits := range lengthsOf(lengths) {
		for i, m := range extremes(rng, bits) {
			portable, lanes := both(t, m)
			size := lanes.Size()
			bases := values(rng, 24, m)
			exponent := new(big.Int).Rsh(random(rng, m), uint(max(0, bits-150)))
			if i == 0 {
				exponent.Lsh(exponent, 3)
			}
			e := exponent.Bytes()
			var want []byte
			for _, x := range bases {
				want = append(want, new(big.Int).Exp(x, exponent, m).FillBytes(make([]byte, size))...)
			}
			for name, modulus := range map[string]*modp.Modulus{"portable": portable, "lanes": lanes} {
				got := make([]byte, len(want))
				modulus.Exp(got, encode(size, bases...), e)
				if !bytes.Equal(got, want) {
					t.Errorf("%s: %d bits, modulus %d: powers differ", name, bits, i)
				}
			}
		}
	}
}

// Moduli of every length that a group's p and q can have, and those around.
func TestEveryLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	step := long.Pick(97, 1)
	exponent := []byte{0xc5, 0x3a}
	for bits := 2000; bits <= 4120; bits += step {
		m := modulusOf(rng, bits)
		modulus := mustModulus(t, m)
		bases := []*big.Int{random(rng, m), new(big.Int).Sub(m, big.NewInt(2))}
		var want []*big.Int
		for _, x := range bases {
			want = append(want, new(big.Int).Exp(x, new(big.Int).SetBytes(exponent), m))
		}
		got := encode(modulus.Size(), bases...)
		modulus.Exp(got, got, exponent)
		if !bytes.Equal(got, encode(modulus.Size(), want...)) {
			t.Errorf("%d bits: powers differ", bits)
		}
	}
}

// Every size of a batch, and every place in it: a number's power doesn't depend on
// those beside it.
func TestEveryBatch(t *testing.T) {
	most := long.Pick(20, 120)
	rng := rand.New(rand.NewPCG(11, 12))
	m := modulusOf(rng, 512)
	portable, lanes := both(t, m)
	size := lanes.Size()
	bases, exponents := encode(size, values(rng, most, m)...), encode(size, randoms(rng, most, m)...)
	want := make([]byte, len(bases))
	portable.Exp(want, bases, exponents[:size])
	comb := [2]*modp.Comb{portable.NewComb(bases[5*size:7*size], size), lanes.NewComb(bases[5*size:7*size], size)}
	powers := make([]byte, len(bases))
	comb[0].Exp(powers, exponents, exponents)
	for n := 1; n <= most; n++ {
		got := make([]byte, n*size)
		lanes.Exp(got, bases[:n*size], exponents[:size])
		if !bytes.Equal(got, want[:n*size]) {
			t.Fatalf("%d bases: Exp differs", n)
		}
		lanes.NewCombs(bases[:n*size], size).Exp(got, 0, exponents[:size])
		if !bytes.Equal(got, want[:n*size]) {
			t.Fatalf("%d bases: Combs differ", n)
		}
		comb[1].Exp(got, exponents[:n*size], exponents[:n*size])
		if !bytes.Equal(got, powers[:n*size]) {
			t.Fatalf("%d exponents: Comb differs", n)
		}
		var products [3][]byte
		for i := range products {
			products[i] = make([]byte, size)
		}
		portable.MultiExp(products[0], bases[:n*size], exponents[:n*size])
		lanes.MultiExp(products[1], bases[:n*size], exponents[:n*size])
		lanes.MultiExpVarTime(products[2], bases[:n*size], slices.Collect(slices.Chunk(exponents[:n*size], size)))
		if !bytes.Equal(products[0], products[1]) || !bytes.Equal(products[0], products[2]) {
			t.Fatalf("%d bases: products differ", n)
		}
	}
}

// Exponents of every length.
func TestEveryExponentLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	m := modulusOf(rng, 500)
	portable, lanes := both(t, m)
	size := lanes.Size()
	bases := encode(size, values(rng, 9, m)...)
	step := long.Pick(9, 1)
	for n := 0; n < 2*size+2; n += step {
		for _, fill := range []byte{0, 0xff, 0x5a} {
			e := bytes.Repeat([]byte{fill}, n)
			got, want := make([]byte, len(bases)), make([]byte, len(bases))
			portable.Exp(want, bases, e)
			lanes.Exp(got, bases, e)
			if !bytes.Equal(got, want) {
				t.Fatalf("%d bytes of %x: powers differ", n, fill)
			}
			lanes.NewCombs(bases, n).Exp(got, 0, e)
			if !bytes.Equal(got, want) {
				t.Fatalf("%d bytes of %x: powers by tables differ", n, fill)
			}
			if n%16 < step {
				lanes.NewComb(bases[4*size:5*size], n).Exp(got[:size], e)
				if !bytes.Equal(got[:size], want[4*size:5*size]) {
					t.Fatalf("%d bytes of %x: powers by combs differ", n, fill)
				}
			}
		}
	}
}

func TestTable(t *testing.T) {
	onEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(15, 16))
		for _, bits := range lengthsOf(productBits) {
			m := modulusOf(rng, bits)
			modulus := mustModulus(t, m)
			size := modulus.Size()
			bases := values(rng, 19, m)
			table := modulus.NewCombs(encode(size, bases...), size)
			exponent := random(rng, m)
			var want []byte
			for _, x := range bases {
				want = append(want, new(big.Int).Exp(x, exponent, m).FillBytes(make([]byte, size))...)
			}
			for _, part := range [][2]int{{0, 19}, {0, 8}, {8, 19}, {16, 19}, {0, 1}, {16, 16}} {
				got := make([]byte, (part[1]-part[0])*size)
				table.Exp(got, part[0], exponent.FillBytes(make([]byte, size)))
				if !bytes.Equal(got, want[part[0]*size:part[1]*size]) {
					t.Errorf("%d bits, bases %v: powers differ", bits, part)
				}
			}
		}
	})
}

// A few exponents are taken one after another, more together.
func TestCombEveryCount(t *testing.T) {
	onEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(19, 20))
		for _, bits := range lengthsOf([]int{64, 1027, 2047, 4096}) {
			m := modulusOf(rng, bits)
			modulus := mustModulus(t, m)
			size := modulus.Size()
			const exponentSize = 9
			bases := append(randoms(rng, 1, m), new(big.Int).Sub(m, big.NewInt(1)))
			comb := modulus.NewComb(encode(size, bases...), exponentSize)
			limit := new(big.Int).Lsh(big.NewInt(1), 8*exponentSize)
			for n := range 18 {
				first, second := randoms(rng, n, limit), randoms(rng, n, limit)
				if n > 0 {
					first[n-1], second[0] = new(big.Int).Sub(limit, big.NewInt(1)), big.NewInt(0)
				}
				var one, two []*big.Int
				for i := range n {
					one = append(one, products(m, bases[:1], first[i:i+1]))
					two = append(two, products(m, bases, []*big.Int{first[i], second[i]}))
				}
				room := bytes.Repeat([]byte{0xaa}, (n+1)*size)
				got, beyond := room[:n*size], room[n*size:]
				comb.Exp(got, encode(exponentSize, first...))
				if !bytes.Equal(got, encode(size, one...)) {
					t.Errorf("%d bits, %d exponents: powers of one base differ", bits, n)
				}
				comb.Exp(got, encode(exponentSize, first...), encode(exponentSize, second...))
				if !bytes.Equal(got, encode(size, two...)) {
					t.Errorf("%d bits, %d exponents: powers of two bases differ", bits, n)
				}
				if bytes.Count(beyond, []byte{0xaa}) != size {
					t.Errorf("%d bits, %d exponents: wrote beyond the last", bits, n)
				}
			}
		}
	})
}

// Without lanes there's nothing to gain from batches, and goroutines share work evenly.
func TestBatch(t *testing.T) {
	portable, lanes := both(t, big.NewInt(1019))
	want := 1
	if was := modp.SetLanes(true); modp.SetLanes(was) {
		want = modp.Batch
	}
	if portable.Batch() != 1 || lanes.Batch() != want {
		t.Errorf("%d and %d at once, want 1 and %d", portable.Batch(), lanes.Batch(), want)
	}
}

// Numbers of the fuzzer: both paths and math/big give the same.
func FuzzPaths(f *testing.F) {
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, []byte{1}, []byte{0xff, 0xff})
	f.Add(bytes.Repeat([]byte{0xff}, 66), bytes.Repeat([]byte{0xfe}, 66), []byte{3, 1, 4})
	f.Fuzz(func(t *testing.T, modulus, base, exponent []byte) {
		if len(modulus) > 520 || len(exponent) > 40 {
			return
		}
		m := new(big.Int).SetBytes(modulus)
		m.SetBit(m, 0, 1)
		if m.BitLen() < 2 {
			return
		}
		x := new(big.Int).SetBytes(base)
		x.Mod(x, m)
		y := new(big.Int).Sub(m, big.NewInt(1))
		portable, lanes := both(t, m)
		size := lanes.Size()
		e := new(big.Int).SetBytes(exponent)
		want := encode(size, new(big.Int).Exp(x, e, m), new(big.Int).Exp(y, e, m))
		product := encode(size, products(m, []*big.Int{x, y}, []*big.Int{e, e}))
		bases := encode(size, x, y)
		for _, m := range []*modp.Modulus{portable, lanes} {
			got := make([]byte, 2*size)
			m.Exp(got, bases, exponent)
			if !bytes.Equal(got, want) {
				t.Errorf("Exp: %x, want %x", got, want)
			}
			m.NewCombs(bases, len(exponent)).Exp(got, 0, exponent)
			if !bytes.Equal(got, want) {
				t.Errorf("Combs: %x, want %x", got, want)
			}
			one := got[:size]
			m.NewComb(bases, len(exponent)).Exp(one, exponent, exponent)
			if !bytes.Equal(one, product) {
				t.Errorf("Comb: %x, want %x", one, product)
			}
			m.MultiExp(one, bases, slices.Concat(exponent, exponent))
			if !bytes.Equal(one, product) {
				t.Errorf("MultiExp: %x, want %x", one, product)
			}
			m.MultiExpVarTime(one, bases, [][]byte{exponent, exponent})
			if !bytes.Equal(one, product) {
				t.Errorf("MultiExpVarTime: %x, want %x", one, product)
			}
		}
	})
}
