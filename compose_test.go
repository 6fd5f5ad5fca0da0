package squaredeal_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/shuffle"
)

// A Stream is a Source: a server shuffles a deck by its seeds, and a player repeats it.
func TestStreamShuffles(t *testing.T) {
	seed, err := seedrng.ParseServerSeed("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159")
	if err != nil {
		t.Fatal(err)
	}
	deal := func() []byte {
		stream, err := seedrng.NewStream(seed, "bb62964774", 1)
		if err != nil {
			t.Fatal(err)
		}
		deck := make([]byte, 52)
		for i := range deck {
			deck[i] = byte(i)
		}
		shuffle.Slice(stream, deck)
		return deck
	}
	// Computed from both specifications in another language.
	want := []byte{0, 44, 51, 48, 14, 47, 28, 10, 20, 34, 35, 4, 3, 11, 21, 16, 25, 8, 19, 9, 18, 7, 31, 37, 30, 29, 39, 23, 22, 2, 1, 43, 50, 27, 13, 36, 17, 49, 15, 24, 45, 12, 33, 5, 42, 38, 26, 46, 41, 32, 6, 40}
	if got := deal(); !bytes.Equal(got, want) || !bytes.Equal(got, deal()) {
		t.Errorf("deck %d, want %d", got, want)
	}
}

// The packages are independent: none imports another, but sra may import shuffle.
func TestImports(t *testing.T) {
	const module = "github.com/squaredeal/squaredeal/"
	pkgs := packages(t)
	for _, pkg := range pkgs {
		files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				other, inside := strings.CutPrefix(path, module)
				if inside && other != pkg && slices.Contains(pkgs, other) && !(pkg == "sra" && other == "shuffle") {
					t.Errorf("%s imports %s", name, other)
				}
			}
		}
	}
}
