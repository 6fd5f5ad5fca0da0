package room

import (
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

// Three addresses can't open all tables, and what is removed can be opened anew.
func TestOpened(t *testing.T) {
	o := opened{byPlace: make(map[string]map[string]time.Time)}
	var there []hub.Listing
	for n := range 3 * 500 {
		place := fmt.Sprint(n % 3)
		if o.allow(place, there) {
			id := fmt.Sprint(n)
			o.add(place, id)
			there = append(there, hub.Listing{ID: id})
		}
	}
	if len(there) != 3*maxTables || !o.allow("another", there) {
		t.Errorf("%d tables", len(there))
	}
	for _, tables := range o.byPlace {
		for id := range tables {
			tables[id] = time.Now().Add(-time.Minute)
		}
	}
	if o.allow("0", there) || !o.allow("0", there[1:]) || len(o.byPlace["0"]) != maxTables-1 {
		t.Error("what was removed counts")
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
