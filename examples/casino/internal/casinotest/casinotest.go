// Package casinotest starts casinos for tests.
package casinotest

import (
	"context"
	"log/slog"
	"net"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/casino/web"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// Start starts a casino with an SQLite database of its own, and returns its address.
func Start(t testing.TB) (url string) {
	t.Helper()
	return Serve(t, Open(t, filepath.Join(t.TempDir(), "casino.db")))
}

// Open opens a database, with keys of its own.
func Open(t testing.TB, name string) *house.House {
	t.Helper()
	return OpenWith(t, name, t.TempDir())
}

// OpenWith opens a database, with the keys in a directory.
func OpenWith(t testing.TB, name, dir string) *house.House {
	t.Helper()
	keys, _, err := vault.Load(filepath.Join(dir, "casino.key"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := house.Open(context.Background(), name, keys)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// Serve serves a casino until the test ends.
func Serve(t testing.TB, h *house.House) (url string) {
	t.Helper()
	pages, err := web.Handler()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	go h.KeepLog(ctx, func(error) {}) // such as of a database that is closed
	server := httptest.NewUnstartedServer(nil)
	players, _ := api.New(h, pages, log)
	server.Config = api.NewServer(players, log)
	server.Start()
	t.Cleanup(func() {
		server.CloseClientConnections() // some may be listening
		server.Close()
	})
	return server.URL
}

// FreeAddr returns an address of this machine that nobody listens on, nor begins to as long
// as the one who does is restarted, where the loopback interface has more than one.
func FreeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
