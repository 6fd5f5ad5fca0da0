package load_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
	"github.com/squaredeal/squaredeal/seedrng"
)

// An alteration is what a proxy does to an answer's body, or to a line of one that is a stream of
// events: the nth that it sees.
type alteration = func(n int64, r *http.Response, body []byte) []byte

// through starts a proxy that may alter a casino's answers to a path, and returns its address.
func through(t testing.TB, casino, path string, alter alteration) string {
	t.Helper()
	target, err := url.Parse(casino)
	if err != nil {
		t.Fatal(err)
	}
	var n atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		if r.Request.URL.Path != path {
			return nil
		}
		if r.Header.Get("Content-Type") == "text/event-stream" {
			r.Body = alteredLines(r.Body, func(line []byte) []byte { return alter(n.Add(1), r, line) })
			return nil
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		body = alter(n.Add(1), r, body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.ContentLength = int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
		return nil
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL
}

// alteredLines returns what there is to read, with each line altered.
func alteredLines(from io.ReadCloser, alter func(line []byte) []byte) io.ReadCloser {
	read, write := io.Pipe()
	go func() {
		defer from.Close()
		lines := bufio.NewScanner(from)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if _, err := write.Write(append(alter(lines.Bytes()), '\n')); err != nil {
				return
			}
		}
		write.CloseWithError(io.EOF)
	}()
	return read
}

// failing starts a casino behind a proxy that gives some answers to bets this status, one in
// so many.
func failing(t testing.TB, every int64, status int) string {
	t.Helper()
	return through(t, casinotest.Start(t), "/api/bet", func(n int64, r *http.Response, body []byte) []byte {
		if n%every == 0 {
			r.StatusCode = status
		}
		return body
	})
}

func run(t testing.TB, url string, duration time.Duration) (load.Report, error) {
	t.Helper()
	return load.Run(t.Context(), []string{url}, 4, duration)
}

// patiently gives the players more time, on a slow machine, until a test has seen what it
// waits for.
func patiently(t *testing.T, try func(duration time.Duration) error) {
	t.Helper()
	for duration := time.Second; ; duration *= 6 {
		err := try(duration)
		if err == nil {
			return
		}
		if duration > time.Minute {
			t.Fatal(err)
		}
		t.Logf("not within %v: %v", duration, err)
	}
}

// Answers that are lost are asked for again, and nothing comes of it but time.
func TestLostAnswers(t *testing.T) {
	patiently(t, func(duration time.Duration) error {
		report, err := run(t, failing(t, 3, http.StatusBadGateway), duration)
		if sum := report.Sum(); err != nil || sum.Bets < 8 || sum.Checked != sum.Bets || sum.Retries == 0 {
			return fmt.Errorf("%v, %+v", err, sum)
		}
		if !slices.IsSorted(report.Latencies) || slices.Max(report.Latencies) == 0 {
			return fmt.Errorf("%v", report.Latencies)
		}
		return nil
	})
}

// What the casino's limit of requests does is told apart from what the casino does.
func TestLimited(t *testing.T) {
	patiently(t, func(duration time.Duration) error {
		report, err := run(t, failing(t, 5, http.StatusTooManyRequests), duration)
		var text bytes.Buffer
		report.Print(&text)
		if sum := report.Sum(); err != nil || sum.Limited == 0 || sum.Retries > 0 || !strings.Contains(text.String(), " of answers 429") {
			return fmt.Errorf("%v, %+v: %s", err, sum, &text)
		}
		return nil
	})
}

// Whatever a casino alters, a player finds it.
func TestCheats(t *testing.T) {
	roll := regexp.MustCompile(`"received":"(\d+) pays 0"`)
	for what, cheat := range map[string]struct {
		path  string
		alter alteration
		want  string
	}{
		"another roll": {"/api/bet", func(_ int64, _ *http.Response, body []byte) []byte {
			return roll.ReplaceAll(body, []byte(`"received":"5$1 pays 0"`))
		}, seedrng.ErrCheat.Error()},
		"another seed": {"/api/rotate", func(_ int64, _ *http.Response, body []byte) []byte {
			return regexp.MustCompile(`"serverSeed":".`).ReplaceAll(body, []byte(`"serverSeed":"x`))
		}, seedrng.ErrCheat.Error()},
		"another balance": {"/api/step", func(_ int64, _ *http.Response, body []byte) []byte {
			return bytes.Replace(body, []byte(`"balance":`), []byte(`"balance":1`), 1)
		}, "the balance is"},
		"a refusal": {"/api/bet", func(_ int64, r *http.Response, body []byte) []byte {
			r.StatusCode = http.StatusConflict
			return body
		}, "refused"},
	} {
		patiently(t, func(duration time.Duration) error {
			_, err := run(t, through(t, casinotest.Start(t), cheat.path, cheat.alter), duration)
			if err == nil || !strings.Contains(err.Error(), cheat.want) {
				return fmt.Errorf("%s: %v", what, err)
			}
			return nil
		})
	}
}

// Without a casino, the players give up with the context.
func TestNoCasino(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := load.Run(ctx, []string{"http://127.0.0.1:1"}, 2, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
