package commit_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

var _ rand.Source = (*commit.Stream)(nil)

func stream(t *testing.T, context string) *commit.Stream {
	t.Helper()
	return commit.Seed(ramp(32)).Stream([]byte(context))
}

// Copies of a stream share its cursor, and reads and draws one sequence of bytes.
func TestStreamCursor(t *testing.T) {
	all := make([]byte, 100)
	stream(t, "cursor").Read(all)
	s := stream(t, "cursor")
	same := *s
	got := make([]byte, 3)
	s.Read(got)
	for range 5 {
		w := same.Uint32()
		got = append(got, byte(w>>24), byte(w>>16), byte(w>>8), byte(w))
	}
	rest := make([]byte, 100-len(got))
	if n, err := s.Read(rest); n != len(rest) || err != nil || !bytes.Equal(append(got, rest...), all) {
		t.Errorf("Read = %d, %v", n, err)
	}
}

// A stream doesn't keep the context that it was given.
func TestStreamAliasing(t *testing.T) {
	context := []byte("context")
	s := commit.Seed(ramp(32)).Stream(context)
	clear(context)
	if got, want := s.Uint64(), stream(t, "context").Uint64(); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestStreamPanics(t *testing.T) {
	for what, f := range map[string]func(*commit.Stream){
		"IntN(0)":        func(s *commit.Stream) { s.IntN(0) },
		"IntN(-1)":       func(s *commit.Stream) { s.IntN(-1) },
		"Uint64N(0)":     func(s *commit.Stream) { s.Uint64N(0) },
		"Distinct(0, 0)": func(s *commit.Stream) { s.Distinct(0, 0) },
		"Distinct(3, 4)": func(s *commit.Stream) { s.Distinct(3, 4) },
		"no weights":     func(s *commit.Stream) { s.Weighted(nil) },
	} {
		s := stream(t, "panics")
		if err := panicOf(func() { f(s) }); !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
		if s.Uint64() != stream(t, "panics").Uint64() {
			t.Errorf("%s has taken something", what)
		}
	}
}

// Every seed and every context has its own stream: no two of many begin alike.
func TestStreamsDiffer(t *testing.T) {
	var words []uint64
	for i := range 50 {
		seed := commit.Seed{byte(i), 1}
		for j := range 50 {
			words = append(words, seed.Stream(bytes.Repeat([]byte{'1'}, j)).Uint64())
		}
	}
	slices.Sort(words)
	if n := len(slices.Compact(words)); n != 2500 {
		t.Errorf("%d of 2500 streams begin differently", n)
	}
}
