package ristretto

import (
	"math/big"
	"slices"
	"testing"
)

func TestScalars(t *testing.T) {
	q := orderBig()
	two := big.NewInt(2)
	for _, n := range edgeScalars() {
		s := fromBig(n)
		want := new(big.Int).Mod(n, q)
		if toBig(&s).Cmp(want) != 0 {
			t.Errorf("%x: %x, want %x", n, toBig(&s), want)
		}
		if s.bitLen() != want.BitLen() {
			t.Errorf("%x: %d bits, want %d", n, s.bitLen(), want.BitLen())
		}
		for width := uint(2); width <= 12; width++ {
			d := make([]int16, digitCount(s.bitLen(), width))
			digits(d, &s, width)
			sum := new(big.Int)
			for _, digit := range slices.Backward(d) {
				if digit < -1<<(width-1) || digit >= 1<<(width-1) {
					t.Errorf("width %d: digit %d", width, digit)
				}
				sum.Add(sum.Lsh(sum, width), big.NewInt(int64(digit)))
			}
			if sum.Cmp(want) != 0 {
				t.Errorf("width %d: %x, want %x", width, sum, want)
			}
		}
		for width := uint(2); width <= 8; width++ {
			sum, next := new(big.Int), 0
			for place, d := range s.nonAdjacentForm(width) {
				if d&1 == 0 || d < -1<<(width-1) || d > 1<<(width-1) || place < next {
					t.Errorf("width %d: digit %d of the non-adjacent form is %d", width, place, d)
				}
				next = place + int(width)
				sum.Add(sum, new(big.Int).Lsh(big.NewInt(int64(d)), uint(place)))
			}
			if sum.Cmp(want) != 0 {
				t.Errorf("non-adjacent form of width %d: %x, want %x", width, sum, want)
			}
		}
		s.halve()
		twice := new(big.Int).Mul(toBig(&s), two)
		if toBig(&s).Cmp(q) >= 0 || twice.Mod(twice, q).Cmp(want) != 0 {
			t.Errorf("%x/2 is %x", want, toBig(&s))
		}
	}
	var short scalar
	short.setBytes([]byte{1, 2, 3})
	if toBig(&short).Int64() != 0x010203 {
		t.Errorf("a short number is %x", toBig(&short))
	}
	short.setBytes(nil)
	if short != (scalar{}) {
		t.Errorf("no bytes are %x", toBig(&short))
	}
}
