package sra_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"math/big"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
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
			if got := sra.Less(x, []byte{byte(b >> 8), byte(b)}); got != want {
				t.Fatalf("Less(%#x, %#x) = %d", a, b, got)
			}
		}
	}
}

// Every x in 0 … p, for primes of one byte, of two, and of a length that isn't whole bytes.
func TestAbs(t *testing.T) {
	for _, p := range []int{7, 23, 251, 1019, 65267} {
		prime := big.NewInt(int64(p)).Bytes()
		for x := range p + 1 {
			got := big.NewInt(int64(x)).FillBytes(make([]byte, len(prime)))
			sra.Abs(got, prime)
			if want := min(x, p-x); new(big.Int).SetBytes(got).Int64() != int64(want) {
				t.Fatalf("|%d| mod %d = %x, want %d", x, p, got, want)
			}
		}
	}
	p := sra.Group16().P()
	for _, x := range []*big.Int{big.NewInt(2), new(big.Int).Sub(p, big.NewInt(2))} {
		got := x.FillBytes(make([]byte, 512))
		sra.Abs(got, p.Bytes())
		if new(big.Int).SetBytes(got).Int64() != 2 {
			t.Errorf("|%x| = %x", x, got)
		}
	}
}

func TestPick(t *testing.T) {
	src := []byte("aabbccdd")
	for i := range 4 {
		dst := []byte("xx")
		sra.Pick(dst, src, i)
		if !bytes.Equal(dst, src[2*i:2*i+2]) {
			t.Errorf("block %d is %s", i, dst)
		}
	}
	if string(src) != "aabbccdd" {
		t.Errorf("the source became %s", src)
	}
}

// The files that see exponents and secret orders keep clear of math/big, whose time
// depends on what it computes.
func TestNoBigIntNearSecrets(t *testing.T) {
	uses := func(name string) (bigInt bool) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			bigInt = bigInt || i.Path.Value == `"math/big"`
		}
		return bigInt
	}
	for _, name := range []string{
		"consttime.go", "deck.go", "decryptionproof.go", "element.go", "key.go", "keyproof.go", "proof.go", "shuffleproof.go",
		"dealing.go", "hand.go", "handstate.go", "table.go",
		"internal/modexp/modexp.go", "internal/modexp/comb.go", "internal/modexp/multiexp.go", "internal/modexp/table.go",
		"internal/modexp/lanes_amd64.go", "internal/modexp/lanecomb_amd64.go", "internal/modexp/lanemultiexp_amd64.go",
		"internal/modexp/lanetable_amd64.go",
	} {
		if uses(name) {
			t.Errorf("%s imports math/big", name)
		}
	}
	// Whoever adds a file decides on which side it is.
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var public []string
	for _, name := range names {
		if matched, _ := filepath.Match("*_test.go", name); !matched && uses(name) {
			public = append(public, name)
		}
	}
	if diff := cmp.Diff([]string{"group.go", "hash.go", "safeprime.go", "verify.go"}, public); diff != "" {
		t.Errorf("files that import math/big (-want +got):\n%s", diff)
	}
}
