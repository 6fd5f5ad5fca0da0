// Package clitest helps to test the examples as commands.
package clitest

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// Output is what a command has printed so far. It is safe for concurrent use, so that a
// test can read it while the command runs.
type Output struct {
	mu sync.Mutex
	b  strings.Builder
}

// Write adds to the output.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

// String returns the output.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

var listening = regexp.MustCompile(`listens on (\S+)\n`)

// Address waits for the address that a command says it listens on.
func (o *Output) Address(t testing.TB) string {
	t.Helper()
	for range 500 {
		if m := listening.FindStringSubmatch(o.String()); m != nil {
			return m[1]
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("no address was printed:\n%s", o)
	return ""
}

// CheckWidth checks that people with 80 columns can read a text, except for lines that begin
// in one of these ways.
func CheckWidth(t testing.TB, text string, except ...string) {
	t.Helper()
lines:
	for line := range strings.Lines(text) {
		for _, start := range except {
			if strings.HasPrefix(line, start) {
				continue lines
			}
		}
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("too wide: %s", line)
		}
	}
}

// Together runs cases at the same time, for those that wait more than they work.
func Together(t *testing.T, cases map[string]func(*testing.T)) {
	t.Helper()
	const most = 100
	var wg sync.WaitGroup
	turns := make(chan struct{}, most)
	for name, run := range cases {
		wg.Go(func() {
			turns <- struct{}{}
			t.Run(name, run)
			<-turns
		})
	}
	wg.Wait()
}
