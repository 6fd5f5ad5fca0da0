package arith_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// Vectors of RFC 9380, appendix K.1.
func TestExpandMessage(t *testing.T) {
	const tag = "QUUX-V01-CS02-with-expander-SHA256-128"
	for _, c := range []struct {
		message string
		n       int
		want    string
	}{
		{"", 32, "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235"},
		{"abc", 32, "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615"},
		{"", 128, "af84c27ccfd45d41914fdff5df25293e221afc53d8ad2ac06d5e3e29485dadbee0d121587713a3e0dd4d5e69e93eb7cd4f5df4cd10" +
			"3e188cf60cb02edc3edf18eda8576c412b18ffb658e3dd6ec849469b979d444cf7b26911a08e63cf31f9dcc541708d3491184472c2c29bb7" +
			"49d4286b004ceb5ee6b9a7fa5b646c993f0ced"},
	} {
		if got := hex.EncodeToString(arith.ExpandMessage(sha256.New(), []byte(c.message), tag, c.n)); got != c.want {
			t.Errorf("%q to %d bytes: %s, want %s", c.message, c.n, got, c.want)
		}
	}
	for _, n := range []int{1, 31, 33, 528} {
		if got := arith.ExpandMessage(sha256.New(), []byte("abc"), tag, n); len(got) != n {
			t.Errorf("%d bytes instead of %d", len(got), n)
		}
	}
}
