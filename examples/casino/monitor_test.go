package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// A logServer is all of the network: casinos that show one log, and fail as a test wants.
type logServer struct {
	*testing.T
	began      time.Time
	signer     tlog.Signer
	tiles      map[tlog.Tile][]byte
	checkpoint []byte
	asked      map[string]int // how often for each path
	fails      func(path string) (status int)
}

// serveLog has all requests of a test answered by a log with so many entries.
func serveLog(t *testing.T, size int) *logServer {
	s := &logServer{T: t, began: time.Now(), asked: make(map[string]int), fails: func(string) int { return http.StatusOK }}
	s.keep(1, size)
	before := http.DefaultTransport
	http.DefaultTransport = s
	t.Cleanup(func() { http.DefaultTransport = before })
	return s
}

// keep has the casino with the key of that number keep a log of so many entries.
func (s *logServer) keep(key byte, size int) {
	signer, err := tlog.NewSigner("log.example", ed25519.NewKeyFromSeed(bytes.Repeat([]byte{key}, ed25519.SeedSize)))
	entries := [][]byte{[]byte("key 00")}
	for i := 1; i < size; i++ {
		if i%100_000 < 2 {
			entries = append(entries, fmt.Append(nil, "time ", s.began.UnixMilli()+int64(i)))
		} else {
			entries = append(entries, fmt.Append(nil, "unknown ", i))
		}
	}
	root, tiles, err2 := tlog.Append(0, func(tlog.Tile) ([]byte, error) { return nil, nil }, entries)
	checkpoint, err3 := signer.Checkpoint(int64(len(entries)), root)
	if err := errors.Join(err, err2, err3); err != nil {
		s.Fatal(err)
	}
	s.signer, s.tiles, s.checkpoint = signer, tiles, checkpoint
}

func (s *logServer) RoundTrip(r *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(r.URL.Path, "/log/1/")
	s.asked[path]++
	status, content := s.fails(path), s.checkpoint
	switch path {
	case "/api/log":
		content = fmt.Appendf(nil, `{"key":%q,"path":"/log/1/"}`, s.signer.Key())
	case "checkpoint":
	default:
		tile, width, err := tlog.ParsePath(path)
		if err != nil {
			return nil, err
		}
		content, _ = tile.Cut(s.tiles[tile], width)
	}
	return &http.Response{StatusCode: status, Request: r, Body: io.NopCloser(bytes.NewReader(content))}, nil
}

// monitors follows the log of a casino.
func (s *logServer) monitors(want int, says string, args ...string) (out string) {
	s.Helper()
	var stdout, stderr clitest.Output
	got := run(s.Context(), append([]string{"-monitor"}, args...), &stdout, &stderr)
	if out = stdout.String(); got != want || !strings.Contains(out+stderr.String(), says) {
		s.Errorf("%q: exit status %d, %q, %q, without %q", args, got, out, &stderr, says)
	}
	return out
}

// givesUp has a casino monitored for days with a file that can't be gone on with.
func (s *logServer) givesUp(says, kept string) {
	s.Helper()
	began := time.Now()
	s.monitors(cli.Broken, says, "http://casino.example", "-kept", kept, "-for", "48h")
	if took := time.Since(began); took >= monitorEvery {
		s.Errorf("it went on for %v: %s", took, says)
	}
}

// A look that fails while others are to come is told, and the next one goes on.
func TestMonitorGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serveLog(t, 3)
		s.fails = func(string) int {
			if since := time.Since(s.began); since > 30*time.Second && since < 2*time.Minute {
				return http.StatusBadGateway
			}
			return http.StatusOK
		}
		follow := []string{"http://casino.example", "-kept", filepath.Join(t.TempDir(), "log.json"), "-for"}
		out := s.monitors(0, "status 502", append(follow, "5m")...)
		if _, after, _ := strings.Cut(out, "status 502"); !strings.HasPrefix(out, "log.example: 3 entries") ||
			!strings.Contains(after, "log.example: 3 entries") {
			t.Errorf("it didn't go on: %s", out)
		}
		s.fails = func(string) int { return http.StatusBadGateway }
		s.monitors(cli.Broken, "status 502", append(follow, "5m")...)
	})
}

// A look at a large log is kept in steps, so that one that is interrupted goes on; and when it ends,
// what the log has got meanwhile is read.
func TestMonitorSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, file := serveLog(t, 100_000), filepath.Join(t.TempDir(), "log.json")
		s.fails = func(path string) int {
			if path != "tile/entries/300" {
				return http.StatusOK
			}
			if !strings.Contains(readFile(t, file), `"look":{`) {
				t.Error("nothing was kept before")
			}
			return http.StatusNotFound
		}
		s.monitors(cli.Broken, "76,800 of 100,000 entries are read", "http://casino.example", "-kept", file)
		s.fails = func(string) int { return http.StatusOK }
		s.keep(1, 100_300)
		if out := s.monitors(0, "log.example: 100,300 entries", "http://casino.example", "-kept", file); strings.Count(out, "log.example") != 1 {
			t.Error(out)
		}
		for _, path := range []string{"tile/entries/000", "tile/entries/255", "tile/entries/299"} {
			if s.asked[path] != 1 {
				t.Errorf("%s is read %d times", path, s.asked[path])
			}
		}
	})
}

// What was kept is of one casino: another one isn't accused of what an address or a file was
// mistaken for.
func TestMonitorElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, file := serveLog(t, 3), filepath.Join(t.TempDir(), "log.json")
		s.monitors(0, "3 entries", "http://casino.example", "-kept", file)
		s.monitors(0, "3 entries", "http://moved.example", "-kept", file)
		s.keep(2, 3)
		s.monitors(cli.Broken, "has the log of http://moved.example", "http://casino.example", "-kept", file)
		s.givesUp("has the log of http://moved.example", file)
		s.monitors(cli.Failed, "has begun another log", "http://moved.example", "-kept", file)
		another := string(s.checkpoint)
		s.keep(1, 3) // as if nothing had been
		s.monitors(cli.Failed, "has begun another log", "http://moved.example", "-kept", file)
		var state struct{ Conflict string }
		if err := json.Unmarshal([]byte(readFile(t, file)), &state); err != nil || state.Conflict != string(s.checkpoint)+"\n"+another {
			t.Errorf("%v, the evidence is %q", err, state.Conflict)
		}
		s.givesUp("read ", t.TempDir())
		damaged := filepath.Join(t.TempDir(), "damaged.json")
		if err := os.WriteFile(damaged, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		s.givesUp("unexpected end of JSON", damaged)
	})
}
