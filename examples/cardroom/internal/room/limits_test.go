package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

// Three addresses can't open all tables, and what is removed can be opened anew.
func TestOpened(t *testing.T) {
	o := opened{byPlace: make(map[string]map[string]reserved)}
	allow := func(place string, bytes int64, there []hub.Listing) bool {
		open, ok := o.take(place, "new", bytes, there)
		if ok {
			open("") // it isn't opened
		}
		return ok
	}
	var there []hub.Listing
	for n := range 3 * 500 {
		place := fmt.Sprint(n % 3)
		if open, ok := o.take(place, "new", 1, there); ok {
			id := fmt.Sprint("table ", n)
			open(id)
			there = append(there, hub.Listing{ID: id})
		}
	}
	if len(there) != 3*maxTables || !allow("another", 1, there) {
		t.Errorf("%d tables", len(there))
	}
	for _, tables := range o.byPlace {
		for id := range tables {
			tables[id] = reserved{1, time.Now().Add(-time.Minute)}
		}
	}
	if allow("0", 1, there) || !allow("0", 1, there[1:]) || len(o.byPlace["0"]) != maxTables-1 {
		t.Error("what was removed counts")
	}
	if !allow("0", maxReserved-maxTables+1, there[1:]) || allow("0", maxReserved-maxTables+2, there[1:]) {
		t.Error("long tables count like short ones")
	}
	for _, soon := range []string{"one", "two", "two"} { // at once
		if _, ok := o.take("early", soon, maxReserved/2, there); !ok {
			t.Errorf("table %s can't be opened", soon)
		}
	}
	if allow("early", 1, there) {
		t.Error("what is being opened doesn't count")
	}
}

// A request that is gone opens its table nevertheless, in limited time, and what may have been made
// counts, also with an error.
func TestHangsUp(t *testing.T) {
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	r := newRoom(h, slog.New(slog.DiscardHandler))
	ctx, hangUp := context.WithCancel(t.Context())
	req := httptest.NewRequestWithContext(ctx, "POST", "/tables", nil)
	r.open(httptest.NewRecorder(), req, roomtest.Offer(2, 1, 10, time.Second), "new", func(ctx context.Context) (string, error) {
		hangUp()
		if _, limited := ctx.Deadline(); ctx.Err() != nil || !limited {
			t.Error(ctx.Err(), limited)
		}
		return "made", errors.New("who knows")
	})
	if tables := r.opened.byPlace[address(req)]; len(tables) != 1 || tables["made"].bytes == 0 {
		t.Error(tables)
	}
}

// A rematch that is there is for whoever asks, also from an address that may open no table.
func TestRematch(t *testing.T) {
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	r := newRoom(h, slog.New(slog.DiscardHandler))
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	var group errgroup.Group
	for range 2 {
		group.Go(func() error { return roomtest.NewPlayer().PlayOn(t.Context(), h.Follow(id)) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	ask := func() (status int, answer string) {
		w, req := httptest.NewRecorder(), httptest.NewRequest("POST", "/tables/"+id+"/again", nil)
		req.SetPathValue("id", id)
		r.opened.put(address(req), "long", maxReserved)
		r.again(w, req)
		return w.Code, w.Body.String()
	}
	if status, answer := ask(); status != http.StatusTooManyRequests {
		t.Error(status, answer)
	}
	next, err := h.Again(t.Context(), id)
	if err != nil || next != h.Rematch(id) {
		t.Fatal(next, err)
	}
	if status, answer := ask(); status != http.StatusOK || !strings.Contains(answer, next) {
		t.Error(status, answer)
	}
}

// Idle connections without a seat make room for whoever wants one: spectators first, and then those
// that have shown a key and have no seat after a minute.
func TestIdle(t *testing.T) {
	now := time.Now()
	seated := &conn{key: []byte{9}, began: now.Add(-time.Hour)}
	fresh := &conn{key: []byte{1}, began: now}
	stale := &conn{key: []byte{2}, began: now.Add(-2 * time.Minute)}
	old, older := &conn{began: now.Add(-time.Second)}, &conn{began: now.Add(-time.Minute)}
	c := conns{
		all:      map[*conn]bool{fresh: true, stale: true, old: true, older: true, seated: true},
		seatless: map[*conn]bool{fresh: true, stale: true, old: true, older: true},
	}
	for _, want := range []*conn{older, old, stale, nil} {
		got := c.idle()
		if got != want {
			t.Fatalf("%+v has to go first, not %+v", got, want)
		}
		delete(c.seatless, got)
	}
	if len(c.seatless) != 1 {
		t.Errorf("%d are left", len(c.seatless))
	}
}
