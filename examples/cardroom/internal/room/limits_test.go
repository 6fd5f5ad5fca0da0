package room

import (
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

// Three addresses can't open all tables, and what is removed can be opened anew.
func TestOpened(t *testing.T) {
	o := opened{byPlace: make(map[string]map[string]reserved)}
	allow := func(place string, bytes int64, there []hub.Listing) bool {
		open, ok := o.take(place, bytes, there)
		if ok {
			open("") // it isn't opened
		}
		return ok
	}
	var there []hub.Listing
	for n := range 3 * 500 {
		place := fmt.Sprint(n % 3)
		if open, ok := o.take(place, 1, there); ok {
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
	for range 2 { // at once
		if _, ok := o.take("early", maxReserved/2, there); !ok {
			t.Error("no table can be opened")
		}
	}
	if allow("early", 1, there) {
		t.Error("what is being opened doesn't count")
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
