package serve_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/serve"
)

func TestLink(t *testing.T) {
	for addr, want := range map[string]string{"127.0.0.1:80": "http://127.0.0.1:80", "[::1]:80": "http://[::1]:80",
		"0.0.0.0:80": "http://localhost:80", "[::]:80": "http://localhost:80"} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := serve.Link(tcp); got != want {
			t.Errorf("%s: %s", addr, got)
		}
	}
}

func TestContext(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process can't interrupt itself")
	}
	ctx := serve.Context()
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(os.Interrupt)
	}
	if err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
}

// A request under way is finished, unless that takes too long.
func TestUntil(t *testing.T) {
	for _, patience := range []time.Duration{time.Minute, time.Millisecond} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		slow := patience < time.Second
		finish := make(chan bool)
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			cancel()
			if slow {
				<-finish
			}
			io.WriteString(w, "finished")
		})}
		answered := make(chan string)
		go func() {
			answer, err := http.Get(serve.Link(l.Addr()))
			if err != nil {
				answered <- ""
				return
			}
			defer answer.Body.Close()
			b, _ := io.ReadAll(answer.Body)
			answered <- string(b)
		}()
		var log bytes.Buffer
		err = serve.Until(ctx, server, l, nil, patience, slog.New(slog.NewTextHandler(&log, nil)))
		close(finish)
		if answer := <-answered; err != nil || (answer == "finished") == slow || strings.Contains(log.String(), "cut off") != slow {
			t.Errorf("with a patience of %v: %q, %v, %s", patience, answer, err, &log)
		}
	}
}

func TestBroken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	broken, full := make(chan error, 1), errors.New("the disk is full")
	broken <- full
	if err := serve.Until(t.Context(), new(http.Server), l, broken, time.Minute, slog.Default()); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := serve.Until(t.Context(), new(http.Server), l, nil, time.Minute, slog.Default()); err == nil {
		t.Error("a listener that is closed serves")
	}
}
