package main

import (
	"bytes"
	"crypto/ed25519"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// sit sits down at a table for two with a state file, and returns what there is to store.
func sit(t *testing.T, f *stateFile) *holdem.Table {
	t.Helper()
	keys := []oldrecord.Key{f.key, oldrecord.GenerateKey()}
	c := holdem.Config{Seats: 2, Hands: 1, Chips: 10, SmallBlind: 1, BigBlind: 2}
	table, _, err := holdem.GenerateTable(c, []ed25519.PublicKey{keys[0].Public(), keys[1].Public()}, 0, f.key, f.store)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A state that was stored is what the next process goes on with.
func TestStateFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	f, err := openState(name, bulletin.AnySeat)
	if err != nil {
		t.Fatal(err)
	}
	f.seat = 0
	table := sit(t, f)
	again, err := openState(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	if again.seat != 0 || !bytes.Equal(again.key.Bytes(), f.key.Bytes()) || !bytes.Equal(again.table, f.table) || len(f.table) == 0 {
		t.Errorf("%+v, not %+v", again.seat, f.seat)
	}
	restored, err := holdem.ParseTable(again.table, again.store)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(restored.Sent(), table.Sent(), bytes.Equal) {
		t.Error("the table has said something else")
	}
	if _, err := restored.Leave(); err != nil { // which is stored
		t.Error(err)
	}
	if _, err := table.Leave(); err == nil || !strings.Contains(err.Error(), "another process plays with ") {
		t.Errorf("two processes go on from one state: %v", err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
	if _, err := openState(name, 1); err == nil || !strings.HasSuffix(err.Error(), " is the state of seat 0") {
		t.Error(err)
	}
	held, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(held); at += 37 {
		damaged := slices.Clone(held)
		damaged[at] ^= 1
		for _, b := range [][]byte{damaged, held[:at]} {
			if err := os.WriteFile(name, b, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := openState(name, 0); err == nil {
				t.Errorf("a state that was damaged at byte %d is taken", at)
			}
		}
	}
	if _, err := openState(filepath.Join(name, "no"), 0); err == nil {
		t.Error("a state in a file below a file")
	}
}

// A seat that was started again joins only the table that it was at.
func TestJoins(t *testing.T) {
	f, err := openState(filepath.Join(t.TempDir(), "state"), bulletin.AnySeat)
	if err != nil {
		t.Fatal(err)
	}
	c := terms{holdem.Config{Seats: 2, Hands: 1, Chips: 10, SmallBlind: 1, BigBlind: 2}, time.Second, time.Minute}
	keys := []ed25519.PublicKey{f.key.Public(), oldrecord.GenerateKey().Public()}
	for range 2 {
		if err := f.joins(1, c, keys); err != nil {
			t.Fatal(err)
		}
	}
	if f, err = openState(f.name, 1); err != nil {
		t.Fatal(err)
	}
	got, all, err := f.joined()
	if err != nil || got != c || !slices.EqualFunc(all, keys, func(a, b ed25519.PublicKey) bool { return a.Equal(b) }) {
		t.Errorf("%+v, %x, %v", got, all, err)
	}
	richer := c
	richer.Config.Chips++
	for _, err := range []error{f.joins(0, c, keys), f.joins(1, richer, keys), f.joins(1, c, []ed25519.PublicKey{keys[1], keys[0]})} {
		if err == nil {
			t.Error("it joins another table")
		}
	}
}

// A disk that is full fails the call, and the state stays what it was.
func TestStateFull(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	f, err := openState(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	table := sit(t, f)
	if err := os.Mkdir(name+".new", 0o700); err != nil { // where the new state would go
		t.Fatal(err)
	}
	if _, err := table.Leave(); err == nil {
		t.Error("it leaves without a state")
	}
	os.Remove(name + ".new")
	if _, err := table.Leave(); err != nil {
		t.Error(err)
	}
}

func TestTerms(t *testing.T) {
	c := terms{holdem.Config{Seats: 3, Hands: 1, Chips: 10, SmallBlind: 1, BigBlind: 2}, time.Second, time.Minute}
	b := c.encode()
	if got, err := parseTerms(b); err != nil || got != c {
		t.Errorf("%+v, %v", got, err)
	}
	if len(b) > bulletin.MaxTermsLen {
		t.Errorf("terms of %d bytes", len(b))
	}
	for _, bad := range []terms{
		{holdem.Config{Seats: 1, Hands: 1, Chips: 10, SmallBlind: 1, BigBlind: 2}, time.Second, time.Minute},
		{c.Config, 0, time.Minute},
		{c.Config, time.Second, -1},
		{c.Config, time.Millisecond, time.Minute},
		{c.Config, time.Second, 48 * time.Hour},
		{holdem.Config{Seats: 3, Hands: 101, Chips: 10, SmallBlind: 1, BigBlind: 2}, time.Second, time.Minute},
		{holdem.Config{Seats: 3, Hands: 1, Chips: 1, SmallBlind: 1, BigBlind: 2}, time.Second, time.Minute},
	} {
		if _, err := parseTerms(bad.encode()); err == nil {
			t.Errorf("%+v", bad)
		}
	}
	for i := range b {
		if got, err := parseTerms(b[:i]); err == nil {
			t.Errorf("%s gives %+v", b[:i], got)
		}
	}
	if _, err := parseTerms(append(b, ' ')); err == nil {
		t.Error("terms with a space after them")
	}
}

// A seat's time begins when it is awaited, begins again when it has spoken, and is over
// only after this process has waited a little longer.
func TestClock(t *testing.T) {
	start := time.Unix(1000, 0)
	c := clock{terms: terms{Patience: 10 * time.Second, Think: 100 * time.Second}}
	view := holdem.View{Seat: 0, Turn: -1, Players: []int{0, 1, 2, 3, 4}, Awaited: []holdem.Wait{{Seat: 0}, {Seat: 1, Heard: 5}}}
	at := func(seconds float64, again float64, late ...int) {
		t.Helper()
		got, next := c.update(view, start.Add(time.Duration(seconds*float64(time.Second))))
		if want := start.Add(time.Duration(again * float64(time.Second))); !slices.Equal(got, late) || !next.Equal(want) {
			t.Errorf("after %v s: %v are late, next look after %v, not %v", seconds, got, next.Sub(start), again)
		}
	}
	at(0, 10)
	at(9, 10)
	at(10, 11)
	view.Awaited[1].Heard++
	at(10.5, 20.5)
	at(21, 22) // a tenth more
	at(21.5, 22)
	at(22, 32, 1)
	at(30, 32)
	at(99, 100) // it has been asleep: seat 1 has a tenth more
	view.Awaited = view.Awaited[:1]
	at(100, 200)

	view.Turn = 2
	view.Awaited = []holdem.Wait{{Seat: 2, Heard: 9, Against: []int{1, 3, 4}}}
	at(200, 300) // others who vote at once don't hurry this one
	at(300, 310)
	at(310, 410, 2)
	view.Awaited = []holdem.Wait{{Seat: 3, What: "its vote"}}
	at(310, 410) // seat 3 may have heard later that seat 2 is to bet

	c = clock{terms: c.terms, restored: true}
	view.Awaited = []holdem.Wait{{Seat: 2, Heard: 9, Against: []int{3}}}
	at(500, 600)
	view.Awaited[0].Against = []int{3, 4}
	at(501, 550) // most others have waited long enough
	at(550, 555)
	at(555, 605, 2)
}

// Of processes that play with one file at the same moment, one goes on.
func TestStateAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files aren't locked")
	}
	name := filepath.Join(t.TempDir(), "state")
	for range 50 {
		os.Remove(name)
		first, err := openState(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		const processes = 4
		files, errs := make([]*stateFile, processes), make([]error, processes)
		var all sync.WaitGroup
		for i := range processes {
			if files[i], err = openState(name, 0); err != nil {
				t.Fatal(err)
			}
			files[i].terms = []byte{byte(i)}
		}
		for i, f := range files {
			all.Go(func() { errs[i] = f.save() })
		}
		all.Wait()
		saved := 0
		for i, err := range errs {
			if err == nil {
				saved++
				if held, err := readFile(name, maxStateLen); err != nil || !bytes.Equal(held, files[i].held) {
					t.Errorf("it holds something else: %v", err)
				}
			}
		}
		if saved != 1 || first.save() == nil {
			t.Fatalf("%d of %d have saved it", saved, processes)
		}
	}
}
