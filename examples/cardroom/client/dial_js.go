package client

import (
	"context"
	"errors"
	"syscall/js"

	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cond"
)

// A socket is the browser's WebSocket. What it receives waits in a list, as its handlers
// mustn't block.
type socket struct {
	ws js.Value

	mu     cond.Mutex
	opened bool
	frames [][]byte
	err    error
}

func dial(ctx context.Context, url string) (conn, error) {
	s := new(socket)
	s.ws = js.Global().Get("WebSocket").New(url, frame.Protocol)
	s.ws.Set("binaryType", "arraybuffer")
	var onopen, onmessage, onclose js.Func
	onopen = js.FuncOf(func(js.Value, []js.Value) any {
		s.add(func() { s.opened = true })
		return nil
	})
	onmessage = js.FuncOf(func(_ js.Value, args []js.Value) any {
		a := js.Global().Get("Uint8Array").New(args[0].Get("data"))
		b := make([]byte, a.Length())
		js.CopyBytesToGo(b, a)
		s.add(func() { s.frames = append(s.frames, b) })
		return nil
	})
	onclose = js.FuncOf(func(_ js.Value, args []js.Value) any {
		for _, f := range []js.Func{onopen, onmessage, onclose} {
			f.Release()
		}
		s.add(func() { s.err = closed{args[0].Get("code").Int(), args[0].Get("reason").String()} })
		return nil
	})
	s.ws.Set("onopen", onopen)
	s.ws.Set("onmessage", onmessage)
	s.ws.Set("onclose", onclose)
	s.mu.Lock()
	err := s.mu.Wait(ctx, func() bool { return s.opened || s.err != nil })
	if err == nil && !s.opened {
		err = s.err
	}
	s.mu.Unlock()
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *socket) add(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	s.mu.Changed()
}

func (s *socket) read(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.mu.Wait(ctx, func() bool { return len(s.frames) > 0 || s.err != nil }); err != nil {
		return nil, err
	}
	if len(s.frames) == 0 {
		return nil, s.err
	}
	b := s.frames[0]
	s.frames = s.frames[1:]
	return b, nil
}

func (s *socket) write(_ context.Context, b []byte) error {
	if s.ws.Get("readyState").Int() != 1 { // OPEN
		return errors.New("not connected")
	}
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	s.ws.Call("send", a)
	return nil
}

func (s *socket) close() { s.ws.Call("close") }
