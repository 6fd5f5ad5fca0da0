// Package clitest helps to test the examples as commands.
package clitest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// Long reports whether tests are to be exhaustive, however long they take, as in .ci/run.
func Long() bool { return os.Getenv("SQUAREDEAL_LONG") != "" }

// OnlyLong skips a test unless tests are to be exhaustive.
func OnlyLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skip("only with SQUAREDEAL_LONG=1")
	}
}

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

// Full is a device with no space left.
type Full struct{}

// Write writes nothing.
func (Full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

var listening = regexp.MustCompile(`listens on (\S+)\n`)

// Address waits for the address that a command says it listens on.
func (o *Output) Address(t testing.TB) string {
	t.Helper()
	return o.await(t, listening)[1]
}

// Await waits until a command has printed a text.
func (o *Output) Await(t testing.TB, text string) {
	t.Helper()
	o.await(t, regexp.MustCompile(regexp.QuoteMeta(text)))
}

func (o *Output) await(t testing.TB, text *regexp.Regexp) []string {
	t.Helper()
	for range 30_000 {
		if m := text.FindStringSubmatch(o.String()); m != nil {
			return m
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no %v was printed, but %s", text, o)
	return nil
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

// Loopback returns an address of this machine to listen on, at any port. As a rule, nobody
// else uses that address: so the port stays free while one who listens there is restarted.
func Loopback() string {
	addr := fmt.Sprintf("127.%d.%d.%d:0", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
	l, err := net.Listen("tcp", addr)
	if err != nil { // where there is only one
		return "127.0.0.1:0"
	}
	l.Close()
	return addr
}
