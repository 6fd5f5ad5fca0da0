package clitest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Patiently runs a test of those who are waited for in vain, for which somebody has to
// lose their patience. On a machine that is slow, busy or was asleep, others may be late as
// well: so a run that fails is repeated with more patience, and counts only when that is
// more than a minute.
func Patiently(t *testing.T, patience time.Duration, run func(t testing.TB, patience time.Duration)) {
	t.Helper()
	for ; patience < time.Minute; patience *= more {
		a, begun := &attempt{TB: t}, time.Now()
		if a.run(func() { run(a, patience) }) {
			return
		}
		t.Logf("not within %v: %s", patience, &a.text)
		if end, ok := t.Deadline(); ok && time.Until(end) < more*time.Since(begun) {
			t.Fatal("there is no time for more patience")
		}
	}
	run(t, patience)
}

// more is how many times longer the next run may wait, and take.
const more = 6

// An attempt is a run of a test that may fail.
type attempt struct {
	testing.TB
	mu       sync.Mutex
	failed   bool
	text     strings.Builder
	cleanups []func()
}

// run reports whether a test passes.
func (a *attempt) run(test func()) bool {
	for fs := []func(){test}; len(fs) > 0; {
		var work sync.WaitGroup
		work.Go(fs[0]) // which may end its goroutine
		work.Wait()
		a.mu.Lock()
		if fs = fs[1:]; len(fs) == 0 {
			fs, a.cleanups = slices.Clone(a.cleanups), nil
			slices.Reverse(fs)
		}
		a.mu.Unlock()
	}
	return !a.Failed()
}

func (a *attempt) note(failed bool, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = a.failed || failed
	a.text.WriteString("\n" + text)
}

func (a *attempt) Cleanup(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cleanups = append(a.cleanups, f)
}

func (a *attempt) Failed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}

func (a *attempt) Fail()                        { a.note(true, "") }
func (a *attempt) FailNow()                     { a.Fail(); runtime.Goexit() }
func (a *attempt) Log(args ...any)              { a.note(false, fmt.Sprint(args...)) }
func (a *attempt) Logf(f string, args ...any)   { a.note(false, fmt.Sprintf(f, args...)) }
func (a *attempt) Error(args ...any)            { a.note(true, fmt.Sprint(args...)) }
func (a *attempt) Errorf(f string, args ...any) { a.note(true, fmt.Sprintf(f, args...)) }
func (a *attempt) Fatal(args ...any)            { a.Error(args...); runtime.Goexit() }
func (a *attempt) Fatalf(f string, args ...any) { a.Errorf(f, args...); runtime.Goexit() }
