// Package httpboard carries a board ([board.Local]) to other machines by HTTP, and keeps it
// and its seats in files. A server needs a key, a file, and [Serve]:
//
//	key, err := httpboard.LoadKey("table.key")
//	file, err := httpboard.OpenBoardFile("table.board")
//	b, err := board.Open(offer, key, game, file)
//	err = httpboard.Serve(ctx, listener, b, httpboard.Options{})
//
// and a player's program a [board.Seat] whose Board is [Dial]ed. Nothing is encrypted: put TLS
// before it if what isn't sealed mustn't be read on the way, or an invitation is asked for.
//
// Section 10 of the board's SPEC.md defines the requests:
// https://github.com/squaredeal/squaredeal/blob/main/commit/table/board/SPEC.md
package httpboard

import (
	"context"
	"crypto/ed25519"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Options are the limits of a server. The zero value has the defaults.
type Options struct {
	Conns   int           // open at once, 256: then the oldest is closed of the host that has most, a silent one first
	Polling time.Duration // that a reader waits for a post, 10 s: a Client doesn't wait much longer
	Moving  time.Duration // that a request or an answer may take besides, 10 s
	Lasting time.Duration // that the end is still shown, 2 s: whoever is away for longer can't read it

	Invitation string              // if it isn't empty, requests must bear it: see [Client]
	Keys       []ed25519.PublicKey // if it isn't nil, only these may ask for a seat
}

func (o Options) filled() Options {
	if o.Conns <= 0 {
		o.Conns = 256
	}
	if o.Polling <= 0 {
		o.Polling = 10 * time.Second
	}
	if o.Moving <= 0 {
		o.Moving = 10 * time.Second
	}
	if o.Lasting <= 0 {
		o.Lasting = 2 * time.Second
	}
	return o
}

// Serve serves the board to those who connect, until the context is done, the board breaks, or a
// while after its end. Then it closes the listener and all connections. While the storage fails it goes on: see [board.Local.StorageError].
func Serve(ctx context.Context, listener net.Listener, l *board.Local, o Options) error {
	switch {
	case listener == nil:
		return wrap.Errorf(ErrMalformed, "there is no listener")
	case l == nil:
		return wrap.Errorf(ErrMalformed, "there is no board")
	}
	o = o.filled()
	bounded := &limited{Listener: listener, most: o.Conns}
	server := &http.Server{
		Handler: Handler(l, o), ReadTimeout: o.Moving, WriteTimeout: o.Polling + o.Moving, IdleTimeout: o.Moving,
		MaxHeaderBytes: 1 << 12, DisableGeneralOptionsHandler: true, ErrorLog: log.New(io.Discard, "", 0), ConnState: bounded.state,
	}
	served, over := make(chan error, 1), make(chan error, 1)
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { served <- server.Serve(bounded) }()
	go func() { over <- l.Wait(waiting) }()
	select {
	case err := <-served:
		return errors.Join(err, server.Close())
	case err := <-over:
		if ctx.Err() != nil {
			err = nil
		}
		pause(ctx, o.Lasting)
		err = errors.Join(err, server.Close())
		<-served // it may just have begun, and closes the listener then
		return err
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
