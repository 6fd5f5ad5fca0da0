package onchain_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

func FuzzParsePrevrandao(f *testing.F) {
	f.Add("0x" + strings.Repeat("0a", 32))
	f.Add("0X")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := onchain.ParsePrevrandao(text)
		if err != nil {
			if !errors.Is(err, onchain.ErrMalformed) || p != [32]byte{} {
				t.Fatalf("%x, %v", p, err)
			}
			return
		}
		if again := fmt.Sprintf("0x%x", p); again != text {
			t.Fatalf("%q became %q", text, again)
		}
	})
}
