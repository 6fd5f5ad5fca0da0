package api_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/monitor"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// Organisers announce draws in the log. It takes what they have signed, and whoever reads
// it finds two at one place, which isn't the casino's fault.
func TestAnnounce(t *testing.T) {
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	url := casinotest.Serve(t, h)
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{5}, ed25519.SeedSize))
	announce := func(d publiclog.Draw, want int) {
		t.Helper()
		body := fmt.Sprintf(`{"key":"%x","number":"%d","announcement":"%s","signature":"%x"}`, []byte(d.Key), d.Number, d.Announcement,
			d.Signature)
		r, err := http.Post(url+"/api/announce", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		if text, _ := io.ReadAll(r.Body); r.StatusCode != want || want == http.StatusOK && !strings.Contains(string(text), d.Entry()) {
			t.Errorf("%d, %s", r.StatusCode, text)
		}
	}
	look := func() string {
		t.Helper()
		ctx := context.Background()
		if err := h.Merge(ctx); err != nil {
			t.Fatal(err)
		}
		name, number, err := h.LogKey(ctx)
		if err != nil {
			t.Fatal(err)
		}
		s := monitor.New(name)
		faults, err := s.Follow(ctx, publiclog.Open(fmt.Sprintf("%s/log/%d", url, number)), time.Now())
		if err != nil || faults != nil {
			t.Fatal(faults, err)
		}
		var out strings.Builder
		s.Print(&out, time.Now())
		return out.String()
	}
	one, two := publiclog.NewDraw(key, 1, strings.Repeat("01", 32)), publiclog.NewDraw(key, 1, strings.Repeat("02", 32))
	forged := two
	forged.Number = 3
	announce(one, http.StatusOK)
	announce(one, http.StatusOK)
	announce(forged, http.StatusBadRequest)
	if out := look(); strings.Contains(out, "contradiction") {
		t.Error(out)
	}
	announce(two, http.StatusOK)
	if out := look(); !strings.Contains(out, "1 contradiction of organisers") || !strings.Contains(out, "was announced twice") {
		t.Error(out)
	}
}
