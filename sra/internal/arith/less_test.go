package arith_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

func TestLess(t *testing.T) {
	for a := range 1 << 16 {
		x := []byte{byte(a >> 8), byte(a)}
		for _, b := range []int{0, 1, 2, 0xff, 0x100, 0x101, 0x7fff, 0x8000, a - 1, a, a + 1, a ^ 0x100, a ^ 0x80, 0xfffe, 0xffff} {
			if b < 0 || b > 0xffff {
				continue
			}
			want := 0
			if a < b {
				want = 1
			}
			if got := arith.Less(x, []byte{byte(b >> 8), byte(b)}); got != want {
				t.Fatalf("Less(%#x, %#x) = %d", a, b, got)
			}
		}
	}
}
