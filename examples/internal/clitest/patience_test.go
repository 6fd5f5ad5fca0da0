package clitest_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// A run that fails in any way is cleaned up, and repeated with more patience.
func TestPatiently(t *testing.T) {
	for what, fail := range map[string]func(testing.TB){
		"error":     func(t testing.TB) { t.Error("late") },
		"fatal":     func(t testing.TB) { t.Fatalf("%s", "late") },
		"fail":      func(t testing.TB) { t.FailNow() },
		"elsewhere": func(t testing.TB) { var w sync.WaitGroup; w.Go(func() { t.Errorf("late") }); w.Wait() },
		"cleanup":   func(t testing.TB) { t.Cleanup(func() { t.Error("late") }) },
	} {
		t.Run(what, func(t *testing.T) {
			var runs []time.Duration
			cleaned := 0
			clitest.Patiently(t, time.Second, func(t testing.TB, patience time.Duration) {
				runs = append(runs, patience)
				t.Cleanup(func() { cleaned++ })
				if patience < 30*time.Second {
					fail(t)
				}
			})
			if want := []time.Duration{time.Second, 6 * time.Second, 36 * time.Second}; !slices.Equal(runs, want) || cleaned != len(want) {
				t.Errorf("it runs with %v, and is cleaned up %d times", runs, cleaned)
			}
		})
	}
	var last testing.TB
	clitest.Patiently(t, time.Hour, func(t testing.TB, _ time.Duration) { last = t })
	if last != testing.TB(t) {
		t.Error("the last run doesn't count")
	}
}
