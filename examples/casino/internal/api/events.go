package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// A listener is a connection. What it gets is shared by all, so that it costs no more than its
// queue. It is dropped once that is full.
type listener struct{ events chan []byte }

// event is the text of an event.
func event(name string, object any) []byte {
	data, err := json.Marshal(object)
	if err != nil {
		panic(err) // these types can be encoded
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data)
}

// closing is the key of a channel in the context of a server's requests, which is closed when
// the server closes.
type closing struct{}

// closes has requests of a server know when it closes.
func closes(server *http.Server) {
	closed := make(chan struct{})
	server.BaseContext = func(net.Listener) context.Context { return context.WithValue(context.Background(), closing{}, closed) }
	server.RegisterOnShutdown(sync.OnceFunc(func() { close(closed) }))
}

// crashEvents tells a browser what happens, for as long as it listens.
func (s *server) crashEvents(w http.ResponseWriter, r *http.Request) (any, error) {
	l, leave, err := s.feed.join()
	if err != nil {
		return nil, err
	}
	defer leave()
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // of a proxy
	closed, _ := r.Context().Value(closing{}).(chan struct{})
	w.WriteHeader(http.StatusOK)
	for text := []byte("retry: 1000\n\n"); ; {
		control.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(text); err != nil {
			return nil, nil // the browser begins again
		}
		if err := control.Flush(); err != nil {
			return nil, nil
		}
		var ok bool
		select {
		case text, ok = <-l.events:
			if !ok {
				return nil, nil
			}
		case <-closed:
			return nil, nil
		case <-r.Context().Done():
			return nil, nil
		}
	}
}
