package stored_test

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/stored"
)

func encode(n int) []byte { return []byte{byte(n)} }

func increment(n int) (*int, error) { n++; return &n, nil }

// A disk replaces just the state that it holds, as a database should.
type disk struct {
	mu   sync.Mutex
	held []byte
	fail error
}

var errConflict = errors.New("conflict")

func (d *disk) store(old, new stored.State) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.fail != nil:
		return d.fail
	case !bytes.Equal(stored.Bytes(old), d.held):
		return errConflict
	}
	d.held = stored.Bytes(new)
	return nil
}

func TestCell(t *testing.T) {
	var d disk
	c, err := stored.New(1, encode, d.store)
	if err != nil || !bytes.Equal(d.held, []byte{1}) {
		t.Fatal(d.held, err)
	}
	if err := c.Change(increment); err != nil || c.Get() != 2 || !bytes.Equal(d.held, []byte{2}) {
		t.Errorf("%d, stored %d: %v", c.Get(), d.held, err)
	}
	if err := c.Change(func(int) (*int, error) { return nil, nil }); err != nil || c.Get() != 2 {
		t.Errorf("no change: %d, %v", c.Get(), err)
	}
	cause := errors.New("cause")
	if err := c.Change(func(n int) (*int, error) { n = 9; return &n, cause }); err != cause || c.Get() != 2 || d.held[0] != 2 {
		t.Errorf("a failed change: %d, %v", c.Get(), err)
	}
	d.fail = cause
	if err := c.Change(increment); err != cause || c.Get() != 2 {
		t.Errorf("a failed store: %d, %v", c.Get(), err)
	}
	if _, err := stored.New(1, encode, d.store); err != cause {
		t.Errorf("a failed first store: %v", err)
	}
	d.fail = nil
	again := stored.Open(2, d.held, encode, d.store)
	if err := again.Change(increment); err != nil || d.held[0] != 3 {
		t.Errorf("resumed: %d, %v", d.held, err)
	}
	if err := c.Change(increment); err != errConflict || c.Get() != 2 {
		t.Errorf("a second writer: %d, %v", c.Get(), err)
	}
}

// A state that nobody asks for isn't encoded, and one that is asked for twice is encoded
// once.
func TestEncodedWhenAsked(t *testing.T) {
	encoded := 0
	count := func(n int) []byte { encoded++; return encode(n) }
	var newest stored.State
	c, err := stored.New(1, count, func(_, new stored.State) error { newest = new; return nil })
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := c.Change(increment); err != nil {
			t.Fatal(err)
		}
	}
	if encoded != 0 {
		t.Errorf("encoded %d states that nobody asked for", encoded)
	}
	if a, b := stored.Bytes(newest), stored.Bytes(newest); a[0] != 11 || b[0] != 11 || encoded != 1 {
		t.Errorf("the state is %d and %d, encoded %d times", a, b, encoded)
	}
}

func TestConcurrentChanges(t *testing.T) {
	var d disk
	c, err := stored.New(0, encode, d.store)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			if err := c.Change(increment); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if c.Get() != 100 || d.held[0] != 100 {
		t.Errorf("%d, stored %d", c.Get(), d.held)
	}
}
