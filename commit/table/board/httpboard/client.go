package httpboard

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Client is a board that is served elsewhere, for one program: it says once that the board was
// restarted. It is safe for concurrent use; its fields are set before that.
type Client struct {
	Patience   time.Duration // how long the board may be gone, one minute by default; at first, it must be there
	Invitation string        // if the board asks for one
	HTTP       http.Client

	url string
	mu  sync.Mutex
	id  string // of the board, as it was last
}

// Dial returns the board at an address such as http://127.0.0.1:7000. It connects with the first request.
func Dial(url string) *Client {
	return &Client{url: strings.TrimSuffix(url, "/") + "/", Patience: time.Minute, HTTP: http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close ends the connections that no request uses.
func (c *Client) Close() { c.HTTP.CloseIdleConnections() }

// Post implements [board.Board].
func (c *Client) Post(ctx context.Context, b []byte) error {
	_, err := c.insist(ctx, http.MethodPost, "", b, 0)
	return err
}

// Posts implements [board.Board].
func (c *Client) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	from = max(from, 1)
	query, polling := fmt.Sprintf("?from=%d", from), time.Duration(0)
	if wait {
		query, polling = query+"&wait=1", Options{}.filled().Polling
	}
	b, err := c.insist(ctx, http.MethodGet, query, nil, polling)
	if err != nil {
		return nil, err
	}
	return board.DecodePosts(b, from)
}

// insist makes a request again while the board is gone. A connection that hangs is given up soon, and the next try may
// take longer, besides the time for which the board may wait itself.
func (c *Client) insist(ctx context.Context, method, query string, body []byte, polling time.Duration) ([]byte, error) {
	end, moving := time.Now().Add(c.Patience), firstMoving
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		b, id, err := c.do(ctx, method, query, body, polling+max(firstMoving, min(moving, time.Until(end))))
		c.mu.Lock()
		old := c.id
		if id != "" {
			c.id = id
		}
		c.mu.Unlock()
		switch {
		case id != "" && old != "" && old != id:
			return nil, board.ErrRestarted
		case err == nil || final(err, old == "") || ctx.Err() != nil || time.Now().After(end):
			return b, err
		case errors.Is(err, context.DeadlineExceeded):
			moving = min(2*moving, mostMoving)
		}
		pause(ctx, wait)
	}
}

const firstMoving, mostMoving = 2 * time.Second, 16 * time.Second // that a try of a request may take until something comes

// final reports whether an error stays however often the request is made. At first, an address where nobody
// listens, somebody who isn't trusted, or something other than a board, is final. Later, a proxy may answer for a
// board that is gone.
func final(err error, first bool) bool {
	_, refused := errors.AsType[*board.Refusal](err)
	dial, ok := errors.AsType[*net.OpError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return refused || errors.Is(err, ErrInvitation) ||
		first && (errors.Is(err, ErrNoBoard) || errors.Is(err, http.ErrSchemeMismatch) || untrusted || ok && dial.Op == "dial")
}

type reader func(b []byte) (int, error)

func (r reader) Read(b []byte) (int, error) { return r(b) }

// do makes a request once, and gives it up when nothing comes for a while, or when all takes longer than Patience.
func (c *Client) do(ctx context.Context, method, query string, body []byte, most time.Duration) (b []byte, id string, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url+query, bytes.NewReader(body))
	if err != nil {
		return nil, "", wrap.Errorf(ErrNoBoard, "%w", err)
	}
	if s := req.URL.Scheme; s != "http" && s != "https" || req.URL.Host == "" {
		return nil, "", wrap.Errorf(ErrNoBoard, "%.100q doesn't begin with http:// or https:// and a host", c.url)
	}
	if c.Invitation != "" {
		req.Header.Set("Authorization", "Bearer "+c.Invitation)
	}
	ctx, cancel := context.WithTimeout(ctx, max(most, c.Patience))
	defer cancel()
	ctx, giveUp := context.WithCancelCause(ctx)
	quiet := time.AfterFunc(most, func() { giveUp(context.DeadlineExceeded) })
	defer quiet.Stop()
	resp, err := c.HTTP.Do(req.WithContext(ctx))
	if err != nil {
		return nil, "", cmp.Or(context.Cause(ctx), err)
	}
	defer resp.Body.Close()
	id = resp.Header.Get("Board")
	moving := reader(func(b []byte) (int, error) {
		quiet.Reset(mostMoving)
		return resp.Body.Read(b)
	})
	if b, err = io.ReadAll(io.LimitReader(moving, 2*(board.MaxChunkLen+board.MaxPostLen))); err != nil {
		err = cmp.Or(context.Cause(ctx), err)
	}
	if id == "" {
		return nil, "", ErrNoBoard
	}
	if resp.StatusCode == http.StatusOK {
		return b, id, err
	}
	answer := fmt.Errorf("the board answers %s: %.100q", resp.Status, b)
	for reason, status := range statuses {
		if status == resp.StatusCode && method == http.MethodPost {
			return nil, id, &board.Refusal{Reason: reason, Err: answer}
		}
	}
	if resp.StatusCode == http.StatusUnauthorized {
		return nil, id, wrap.Errorf(ErrInvitation, "%w", answer)
	}
	return nil, id, fmt.Errorf("httpboard: %w", answer)
}
