package modp_test

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Products and sums of four words, at the edges of words and of the modulus, and one word
// fewer and more bits, are those of math/big.
func TestFourWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	power := func(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
	less := func(x *big.Int, n int64) *big.Int { return new(big.Int).Sub(x, big.NewInt(n)) }
	q, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	for _, m := range []*big.Int{
		q, less(power(256), 1), less(power(256), 189), less(power(193), 1), less(power(200), -1), less(power(255), 19),
		less(power(192), 1), less(power(257), 1), less(power(256), -1), modulusOf(rng, 193), modulusOf(rng, 224), modulusOf(rng, 256),
	} {
		modulus := mustModulus(t, m)
		size := modulus.Size()
		numbers := append(randoms(rng, 20, m), new(big.Int), big.NewInt(1), less(m, 1), less(m, 2), new(big.Int).Rsh(m, 1))
		for _, n := range []uint{63, 64, 65, 128, 191, 192} {
			for _, x := range []*big.Int{power(n), less(power(n), 1), less(m, 0).Sub(m, power(n-1))} {
				if x.Sign() >= 0 && x.Cmp(m) < 0 {
					numbers = append(numbers, x)
				}
			}
		}
		for _, a := range numbers {
			as := bytes.Repeat(encode(size, a), len(numbers))
			got := make([]byte, len(as))
			var products, sums []*big.Int
			for _, b := range numbers {
				product, sum := new(big.Int).Mul(a, b), new(big.Int).Add(a, b)
				products, sums = append(products, product.Mod(product, m)), append(sums, sum.Mod(sum, m))
			}
			if modulus.Mul(got, as, encode(size, numbers...)); !bytes.Equal(got, encode(size, products...)) {
				t.Errorf("mod %x: products by %x differ", m, a)
			}
			if modulus.Add(got, as, encode(size, numbers...)); !bytes.Equal(got, encode(size, sums...)) {
				t.Errorf("mod %x: sums with %x differ", m, a)
			}
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("mod %x: no panic for the modulus itself", m)
				}
			}()
			modulus.Mul(make([]byte, size), encode(size, m), encode(size, big.NewInt(1)))
		}()
	}
}
