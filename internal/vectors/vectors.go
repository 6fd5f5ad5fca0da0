// Package vectors runs the packages' test vectors, testdata/vectors.json in each, which
// internal/spec writes from its own reading of their SPEC.md. It is for tests.
package vectors

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/long"
)

// Run runs every case of testdata/vectors.json as a subtest. Its class picks the check,
// which gets the case decoded as a C and returns the error that the package
// returned; errorClass gives the word for that error.
func Run[C any](t *testing.T, spec string, errorClass func(error) string, checks map[string]func(*testing.T, C) error) {
	RunFile(t, "testdata/vectors.json", spec, errorClass, checks)
}

// RunFile is Run for another file.
func RunFile[C any](t *testing.T, name, spec string, errorClass func(error) string, checks map[string]func(*testing.T, C) error) {
	file := read[json.RawMessage](t, name)
	if file.Spec != spec {
		t.Fatalf("vectors of %q, not %q", file.Spec, spec)
	}
	cases := make(map[string]int)
	for _, text := range file.Cases {
		var head struct{ ID, Result string }
		var c C
		if err := json.Unmarshal(text, &head); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		class, _, _ := strings.Cut(head.ID, "/")
		check, ok := checks[class]
		if !ok {
			t.Fatalf("%s: no check for this class", head.ID)
		}
		cases[class]++
		t.Run(head.ID, func(t *testing.T) {
			result := "ok"
			err := check(t, c)
			if err != nil {
				result = errorClass(err)
			}
			if result != head.Result {
				t.Errorf("result %q (%v), want %q", result, err, head.Result)
			}
		})
	}
	for class := range checks {
		if cases[class] == 0 {
			t.Errorf("no cases of class %s", class)
		}
	}
}

// Of makes a check of cases of its own form, C, one for [Run] and [Fuzz] beside others.
func Of[C any](check func(*testing.T, C) error) func(*testing.T, json.RawMessage) error {
	return func(t *testing.T, text json.RawMessage) error {
		var c C
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		return check(t, c)
	}
}

// A file is one of vectors, whose cases are decoded as a C.
type file[C any] struct {
	Spec  string
	Cases []C
}

func read[C any](t testing.TB, name string) (f file[C]) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// Same compares an output with the one in the vectors.
func Same[T any](t *testing.T, name string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// repeated is how hex shows bytes that are repeated: (74*65536).
var repeated = regexp.MustCompile(`\(([0-9a-f]+)\*([0-9]+)\)`)

// Hex decodes bytes of the vectors.
func Hex(t testing.TB, text string) []byte {
	t.Helper()
	text = repeated.ReplaceAllStringFunc(text, func(group string) string {
		parts := repeated.FindStringSubmatch(group)
		n, _ := strconv.Atoi(parts[2])
		return strings.Repeat(parts[1], n)
	})
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Brief writes bytes as outputs show them: in hex, or their hash if they are more than 256.
func Brief(b []byte) string {
	if len(b) > 256 {
		return fmt.Sprintf("sha256:%x", sha256.Sum256(b))
	}
	return hex.EncodeToString(b)
}

// Accumulate checks the SHA-256 of what all runs return, one after another. It skips more than
// 100 of them unless tests are long.
func Accumulate(t *testing.T, runs int, want string, run func(i int) []byte) {
	t.Helper()
	AccumulateUpTo(t, 100, runs, want, run)
}

// AccumulateUpTo is Accumulate with another limit, for runs that take longer or less.
func AccumulateUpTo(t *testing.T, limit, runs int, want string, run func(i int) []byte) {
	t.Helper()
	if runs > limit {
		long.Only(t)
	}
	all := sha256.New()
	for i := range runs {
		all.Write(run(i))
	}
	Same(t, "sha256", hex.EncodeToString(all.Sum(nil)), want)
}
