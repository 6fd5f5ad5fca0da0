package sra_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

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

// What sees exponents and secret orders keeps clear of math/big, whose time depends
// on what it computes: methods of keys, scalars and nonces, and the files of
// secret arithmetic.
func TestNoBigIntNearSecrets(t *testing.T) {
	secret := []string{"Key", "SecretPermutation", "scalars", "nonces"}
	checked := 0
	uses := func(node ast.Node) (bigInt bool) {
		ast.Inspect(node, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			if ok {
				id, ok := x.X.(*ast.Ident)
				bigInt = bigInt || ok && id.Name == "big"
			}
			return true
		})
		return bigInt
	}
	parse := func(name string) *ast.File {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, d := range parse(name).Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil {
				continue
			}
			receiver := f.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			if id, ok := receiver.(*ast.Ident); ok && slices.Contains(secret, id.Name) {
				checked++
				if uses(f) {
					t.Errorf("%s: %s.%s uses math/big", name, id.Name, f.Name.Name)
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("%d methods", checked)
	}
	for _, name := range []string{
		"consttime.go", "scalar.go", "internal/arith/less.go", "internal/modp/abs.go", "internal/modp/modulus.go", "internal/modp/comb.go",
		"internal/modp/multiexp.go", "internal/modp/combs.go", "internal/modp/fourwords.go", "internal/modp/lanes_amd64.go",
		"internal/modp/lanecomb_amd64.go", "internal/modp/lanemultiexp_amd64.go", "internal/modp/lanetable_amd64.go",
	} {
		if uses(parse(name)) {
			t.Errorf("%s uses math/big", name)
		}
	}
}

func TestPermuted(t *testing.T) {
	order := []int{3, 0, 4, 1, 2}
	for _, size := range []int{1, 8, 31, 32, 33, 64} {
		src := make([]byte, size*len(order))
		for i := range src {
			src[i] = byte(i*7 + i/251)
		}
		got := sra.Permuted(src, order)
		for j, i := range order {
			if !bytes.Equal(got[j*size:][:size], src[i*size:][:size]) {
				t.Errorf("%d bytes: block %d isn't block %d", size, j, i)
			}
		}
	}
}

func TestSwapLast(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for j := range n {
			got, want := make([]int, n), make([]int, n)
			for i := range n {
				got[i], want[i] = 10+i, 10+i
			}
			want[j], want[n-1] = want[n-1], want[j]
			if sra.SwapLast(got, j); !slices.Equal(got, want) {
				t.Errorf("%d with the last of %d: %v", j, n, got)
			}
		}
	}
}
