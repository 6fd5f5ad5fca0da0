// Package serve is what the examples that serve a page have in common: they do so until they
// are asked to end.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Context returns the context of a process, which ends with Ctrl-C, or when it is terminated.
// A second time, the process ends at once.
func Context() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}

// Link returns the address of the page for a browser on this machine.
func Link(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return fmt.Sprintf("http://%v", addr)
}

// Until serves until the context ends, or something else is broken, whose error it returns.
// When the context ends, requests under way may take some patience more; then they are cut off.
func Until(ctx context.Context, server *http.Server, l net.Listener, broken <-chan error, patience time.Duration, log *slog.Logger) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case err := <-broken:
		return errors.Join(err, server.Close())
	case <-ctx.Done():
	}
	log.Info("closing")
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := server.Shutdown(closing)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("cut off what was still under way")
		return server.Close()
	}
	return err
}
