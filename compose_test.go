package squaredeal_test

import (
	"bytes"
	"encoding/binary"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
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
	want := []byte{0, 44, 51, 48, 14, 47, 28, 10, 20, 34, 35, 4, 3, 11, 21, 16, 25, 8, 19, 9, 18, 7, 31, 37, 30, 29, 39, 23, 22, 2, 1,
		43, 50, 27, 13, 36, 17, 49, 15, 24, 45, 12, 33, 5, 42, 38, 26, 46, 41, 32, 6, 40}
	if got := deal(); !bytes.Equal(got, want) || !bytes.Equal(got, deal()) {
		t.Errorf("deck %d, want %d", got, want)
	}
}

// words is a Source of eight bytes at a time, big-endian.
type words []byte

func (w *words) Uint64() uint64 {
	x := binary.BigEndian.Uint64(*w)
	*w = (*w)[8:]
	return x
}

// The seed of a toss deals a deck, which all seats compute alike from the bytes of its
// stream.
func TestTossDeals(t *testing.T) {
	seed, err := commit.ParseSeed("907f8140321d4002174a365adca33031e692332238f7d2d9bf440505e7424de8")
	if err != nil {
		t.Fatal(err)
	}
	open := func() *commit.Stream { return seed.Stream([]byte("hand 12, deck")) }
	stream := make(words, 8*52)
	if _, err := open().Read(stream); err != nil {
		t.Fatal(err)
	}
	deck, err := shuffle.Perm(open(), 52)
	if err != nil {
		t.Fatal(err)
	}
	same, err := shuffle.Perm(&stream, 52)
	if err != nil || !slices.Equal(deck.Ints(), same.Ints()) {
		t.Errorf("deck %d, by the bytes %d, %v", deck.Ints(), same.Ints(), err)
	}
}

const module = "github.com/squaredeal/squaredeal/"

// Who may import whom: the five packages are independent, except that sra may import
// shuffle; a package below one of them may import that one; all may import
// internal. Published schemes are imported by examples and tests alone.
func TestImports(t *testing.T) {
	outside := map[string][]string{ // modules, and who may import them: packages and all below
		"golang.org/x/crypto":          {"shuffle/onchain"},
		"golang.org/x/sys":             {"sra"},
		"filippo.io/bigmod":            {"sra"},
		"github.com/cloudflare/circl/": {"shuffle/draw/drand"},
	}
	network := "commit/table/board/httpboard/" // which alone has one
	published := []string{"commit/hexchain", "commit/jgammon", "sra/textbook", "seedrng/sites", "shuffle/onchain"}
	for _, file := range library(t) {
		home, _, _ := strings.Cut(file, "/") // the package at the root
		for _, imported := range imports(t, file) {
			other, inside := strings.CutPrefix(imported, module)
			root, _, _ := strings.Cut(other, "/")
			switch {
			case (imported == "net" || strings.HasPrefix(imported, "net/")) && !strings.HasPrefix(file, network):
				t.Errorf("%s imports %s", file, imported)
			case inside && root == "internal", !inside && !strings.Contains(strings.Split(imported, "/")[0], "."):
			case slices.Contains(published, other):
				t.Errorf("%s imports %s, a published scheme", file, other)
			case inside && (root == home && home != "internal" || home == "sra" && other == "shuffle"):
			case !inside && slices.ContainsFunc(slices.Collect(maps.Keys(outside)), func(m string) bool {
				return strings.HasPrefix(imported, m) && slices.ContainsFunc(outside[m], func(who string) bool {
					return strings.HasPrefix(file, who+"/")
				})
			}):
			default:
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// Examples can be copied, with examples/internal: neither they nor their tests import what the library alone can.
// Those that are modules of their own may, as they are products rather than models.
func TestExamplesAreCopyable(t *testing.T) {
	files := goFiles(t, "examples", func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		return err == nil
	})
	for _, file := range files {
		for _, imported := range imports(t, file) {
			if strings.HasPrefix(imported, module+"internal/") {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// The second readings of specifications, and the tests of them, import nothing of the module.
func TestSecondReadingsImport(t *testing.T) {
	paths, err := filepath.Glob("internal/spec/*.go")
	if err != nil || len(paths) < 50 {
		t.Fatal(len(paths), err)
	}
	for _, file := range paths {
		for _, imported := range imports(t, file) {
			if strings.HasPrefix(imported, module) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
	}
}

// library returns the Go files of the library, without tests, generators and examples.
func library(t *testing.T) []string {
	t.Helper()
	files := goFiles(t, ".", func(dir string) bool {
		return dir == "examples" || dir == "js" || dir == ".git" || dir == ".ci" || strings.HasPrefix(dir, "internal/spec") ||
			dir == "internal/vectors" || strings.HasSuffix(dir, "/genasm") || strings.HasSuffix(dir, "/genschemes")
	})
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}

// goFiles returns the Go files below a directory, except in those to skip.
func goFiles(t *testing.T, root string, skip func(dir string) bool) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skip(name):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go"):
			files = append(files, name)
		}
		return nil
	})
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	return files
}

func imports(t *testing.T, file string) (paths []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}
