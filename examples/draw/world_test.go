package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

func TestFetch(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if want := "/" + drand.Quicknet().Hash() + "/public/27798178"; r.URL.Path != want {
			t.Errorf("it asks for %s", r.URL.Path)
		}
		w.WriteHeader(status)
		if status == http.StatusOK {
			w.Write(roundFile)
		}
	}))
	defer server.Close()
	w := realWorld()
	w.relay = server.URL
	args := []string{"-result", "testdata/raffle.draw", "-list", "testdata/raffle.txt", "-fetch"}
	if out, _ := w.passes(t, args...); !strings.Contains(out, "1. emeka@example.org wins") {
		t.Error(out)
	}
	for code, want := range map[int]string{http.StatusNotFound: "doesn't have this round yet", http.StatusBadGateway: "502"} {
		status = code
		if got, _, stderr := w.command(args...); got != cli.Broken || !strings.Contains(stderr, want) {
			t.Errorf("%d: status %d, %s", code, got, stderr)
		}
	}
}
