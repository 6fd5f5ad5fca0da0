package web_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// The page offers what the games take, as can be seen without a browser.
func TestOffers(t *testing.T) {
	for file, want := range map[string]string{
		"lobby.js": fmt.Sprintf("const longest = %d;", holdem.Longest), "holdem.js": strconv.Quote(holdem.Label),
		"rummy.js":  strconv.Quote(rummy.Label),
		"hearts.js": strconv.Quote(heartsgame.Label),
	} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), want) || rummy.Longest != holdem.Longest ||
			heartsgame.Longest != holdem.Longest {
			t.Errorf("%s lacks %s: %v", file, want, err)
		}
	}
}

// The page asks for all its modules at once: otherwise a browser learns of some when it has
// read those that import them.
func TestPreload(t *testing.T) {
	page, err := os.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for _, m := range regexp.MustCompile(`<link rel="modulepreload" href="(.*)">`).FindAllStringSubmatch(string(page), -1) {
		asked = append(asked, m[1])
	}
	top, err := filepath.Glob("*.js")
	parts, err2 := filepath.Glob("table/*.js")
	all := slices.DeleteFunc(slices.Concat(top, parts), func(name string) bool { return name == "audit.js" || name == "worker.js" })
	if slices.Sort(asked); len(parts) == 0 || !slices.Equal(asked, slices.Sorted(slices.Values(all))) {
		t.Errorf("the page asks for %v, and has %v: %v", asked, all, errors.Join(err, err2))
	}
}

// The page and its program stay small.
func TestSize(t *testing.T) {
	p, err := program()
	if err != nil {
		t.Fatal(err)
	}
	size := len(p.Wasm) + len(p.Exec)
	for _, pattern := range []string{"*.html", "*.css", "*.js", "table/*.js"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			size += len(b)
		}
	}
	if t.Logf("%d bytes", size); size > 2_200_000 {
		t.Errorf("the page loads %d bytes", size)
	}
}
