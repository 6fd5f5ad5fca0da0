package publiclog_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

type transport func() (status int)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	status := t()
	return &http.Response{StatusCode: status, Request: r, Body: io.NopCloser(strings.NewReader("text"))}, nil
}

// A reader who is to ask again does so, but not for ever, and not longer than it is wanted.
func TestAsksAgain(t *testing.T) {
	before := http.DefaultTransport
	defer func() { http.DefaultTransport = before }()
	for what, c := range map[string]struct {
		status          int
		refused, wanted time.Duration
		says            string
	}{
		"for a while":                {http.StatusTooManyRequests, 5 * time.Second, time.Hour, ""},
		"while it is away":           {http.StatusBadGateway, 5 * time.Second, time.Hour, ""},
		"for ever":                   {http.StatusTooManyRequests, time.Hour, time.Hour, "status 429"},
		"until nobody wants to know": {http.StatusTooManyRequests, time.Hour, 2500 * time.Millisecond, "status 429"},
	} {
		synctest.Test(t, func(t *testing.T) {
			start, asked := time.Now(), 0
			http.DefaultTransport = transport(func() int {
				if asked++; time.Since(start) < c.refused {
					return c.status
				}
				return http.StatusOK
			})
			ctx, cancel := context.WithTimeout(t.Context(), c.wanted)
			defer cancel()
			content, err := publiclog.Open("http://log.example")(ctx, "checkpoint")
			took := time.Since(start)
			if (err == nil) != (c.says == "") || err == nil && string(content) != "text" || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %q, %v", what, content, err)
			}
			if took > time.Minute || took > c.wanted || took < min(c.refused, c.wanted, 20*time.Second) || asked > 1+int(took/time.Second)+1 {
				t.Errorf("%s: it took %v, and asked %d times", what, took, asked)
			}
		})
	}
}
