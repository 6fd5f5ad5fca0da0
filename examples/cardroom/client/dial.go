//go:build !js

package client

import (
	"context"
	"errors"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

type socket struct{ *websocket.Conn }

func dial(ctx context.Context, url string) (conn, error) {
	ws, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{frame.Protocol}})
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(frame.MaxPostLen + 64)
	return socket{ws}, nil
}

func (s socket) read(ctx context.Context) ([]byte, error) {
	_, b, err := s.Read(ctx)
	if why, ok := errors.AsType[websocket.CloseError](err); ok {
		err = closed{int(why.Code), why.Reason}
	}
	return b, err
}

func (s socket) write(ctx context.Context, b []byte) error {
	return s.Write(ctx, websocket.MessageBinary, b)
}

func (s socket) close() { s.CloseNow() }
