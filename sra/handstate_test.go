package sra_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/sra"
)

func TestHandPrintsNothing(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 3, 2)
	x.run()
	secret := fmt.Sprintf("%x", x.keys[0].Bytes())[8:40]
	holder := struct{ H *sra.Hand }{x.hands[0]}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		// fmt can't call the methods of what is in h.
		for _, v := range []any{x.hands[0], *x.hands[0], holder, struct{ H sra.Hand }{*x.hands[0]}, struct{ h sra.Hand }{*x.hands[0]}} {
			if s := fmt.Sprintf(format, v); strings.Contains(s, "shown") || strings.Contains(s, "card") {
				t.Errorf("%s prints cards: %.200s", format, s)
			}
			if s := fmt.Sprintf(format, v); strings.Contains(strings.ToLower(s), secret) {
				t.Errorf("%s prints the key: %s", format, s)
			}
		}
	}
	if s := fmt.Sprint(x.hands[0]); s != "redacted" {
		t.Errorf("a hand prints as %q", s)
	}
	if b, err := json.Marshal(holder); err == nil && bytes.Contains(b, []byte(secret)) {
		t.Error("JSON has the key")
	}
}

// A disk holds the newest state of a hand, and fails when it is told to.
type disk struct {
	held []byte
	fail error
}

func (d *disk) store(old, new sra.HandState) error {
	switch {
	case d.fail != nil:
		return d.fail
	case !bytes.Equal(old.Bytes(), d.held):
		return errors.New("another state is stored")
	}
	d.held = new.Bytes()
	return nil
}

// A program that dies after every message goes on where it was, from what was stored.
func TestHandRestarts(t *testing.T) {
	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14()} {
		x := &table{t: t, cards: mustPublic(t, g, "test deck", 3)}
		disks := make([]disk, 2)
		for seat := range 2 {
			x.keys = append(x.keys, fixedKey(t, g, fmt.Sprint("restart", seat)))
			h, message, err := sra.NewHand([]byte("a hand"), x.cards, 2, seat, x.keys[seat], disks[seat].store)
			if err != nil {
				t.Fatal(err)
			}
			x.hands = append(x.hands, h)
			x.say(seat, message)
		}
		restart := func() {
			t.Helper()
			for seat := range x.hands {
				if !bytes.Equal(disks[seat].held, state(t, x.hands[seat])) {
					t.Fatal("the state stored isn't the hand's")
				}
				restored, err := sra.ParseHand(disks[seat].held, disks[seat].store)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(disks[seat].held, state(t, restored)) {
					t.Fatal("a restored hand has another state")
				}
				x.hands[seat] = restored
			}
		}
		restart()
		for len(x.said) > 0 {
			x.step()
			restart()
		}
		x.beginDeal(sra.Deal{Position: 0, To: 1}, sra.Deal{Position: 2, To: sra.Everyone})
		restart()
		for len(x.said) > 0 {
			x.step()
			restart()
		}
		x.show(1, 0)
		restart()
		truth := x.opened()
		if diff := cmp.Diff([][]int{{truth[0], truth[0]}, {-1, -1}, {truth[2], truth[2]}}, [][]int{x.known(0), x.known(1), x.known(2)}); diff != "" {
			t.Errorf("cards (-want +got):\n%s", diff)
		}
		// What was sent can be sent again, and is what was sent.
		var sent [][]byte
		for _, s := range x.heard {
			if s.from == 0 {
				sent = append(sent, s.message)
			}
		}
		if diff := cmp.Diff(sent, x.hands[0].Sent()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		if _, _, err := sra.NewHand([]byte("b"), x.cards, 2, 0, x.keys[0], unstored); !errors.Is(err, sra.ErrState) {
			t.Errorf("a key used before: %v", err)
		}
		// A second program with an older state can't change anything.
		older, err := sra.ParseHand(disks[0].held, disks[0].store)
		if err != nil {
			t.Fatal(err)
		}
		x.deal(sra.Deal{Position: 1, To: 0})
		if message, err := older.Deal(sra.Deal{Position: 1, To: 1}); err == nil || message != nil {
			t.Errorf("an older hand deals a position to another seat: %v", err)
		}
	}
}

// If a state can't be stored, nothing of it is seen, and the call can be made again.
func TestStoreFails(t *testing.T) {
	g := sra.Ristretto255()
	deck := mustPublic(t, g, "test deck", 3)
	cause := errors.New("disk full")
	disks := make([]disk, 2)
	x := &table{t: t, cards: deck}
	for seat := range 2 {
		d := &disks[seat]
		d.fail = cause
		if h, m, err := sra.GenerateHand([]byte("a hand"), deck, 2, seat, d.store); h != nil || m != nil || !errors.Is(err, cause) {
			t.Fatalf("a hand that isn't stored: %v", err)
		}
		key := fixedKey(t, g, fmt.Sprint("stored", seat))
		if h, m, err := sra.NewHand([]byte("a hand"), deck, 2, seat, key, d.store); h != nil || m != nil || !errors.Is(err, cause) {
			t.Fatalf("a hand with a key that isn't stored: %v", err)
		}
		d.fail = nil
		// The store may have kept the first hand and lost its answer.
		if _, _, err := sra.NewHand([]byte("a hand"), deck, 2, seat, key, d.store); !errors.Is(err, sra.ErrState) {
			t.Errorf("a second hand with a key whose first wasn't stored: %v", err)
		}
		h, message, err := sra.GenerateHand([]byte("a hand"), deck, 2, seat, d.store)
		if err != nil {
			t.Fatal(err)
		}
		x.hands = append(x.hands, h)
		x.say(seat, message)
	}
	fails := func(seat int, f func() ([]byte, error)) {
		t.Helper()
		before := state(t, x.hands[seat])
		disks[seat].fail = cause
		if m, err := f(); m != nil || !errors.Is(err, cause) || err.Error() != "sra: storing the hand: disk full" {
			t.Errorf("a state that isn't stored: %v, %v", m != nil, err)
		}
		disks[seat].fail = nil
		if !bytes.Equal(before, state(t, x.hands[seat])) {
			t.Error("a state that isn't stored is the hand's")
		}
	}
	x.before = func(to int, s said) {
		fails(to, func() ([]byte, error) { return x.hands[to].Receive(s.from, s.message) })
	}
	x.run()
	cards := []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}}
	fails(0, func() ([]byte, error) { return x.hands[0].Deal(cards...) })
	x.deal(cards...)
	fails(0, func() ([]byte, error) { return x.hands[0].Show(0) })
	x.show(0, 0)
	if known := x.known(0); known[0] < 0 || known[0] != known[1] {
		t.Errorf("the card shown is %v", known)
	}
}

// Messages that come at the same time, to hands and an observer that are read meanwhile.
func TestHandConcurrently(t *testing.T) {
	const seats = 3
	x := newTable(t, sra.Ristretto255(), "a hand", 4, seats)
	o := newObserver(t, x)
	deal := []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: sra.Everyone}}
	var mu sync.Mutex // of x.said
	deliver := func() {
		for len(x.said) > 0 {
			messages := x.said
			x.said = nil
			var wg sync.WaitGroup
			for _, s := range messages {
				wg.Go(func() {
					if err := o.Receive(s.from, s.message); err != nil {
						t.Errorf("the observer: %v", err)
					}
				})
				for to, h := range x.hands {
					if to == s.from {
						continue
					}
					wg.Go(func() {
						reply, err := h.Receive(s.from, s.message)
						if err != nil {
							t.Errorf("seat %d: %v", to, err)
						}
						mu.Lock()
						defer mu.Unlock()
						x.say(to, reply)
					})
					wg.Go(func() {
						h.Missing()
						h.Ready()
						h.Card(2)
						h.Sent()
						h.Deals()
						h.Stock()
						o.Missing()
						o.Deals()
					})
				}
			}
			wg.Wait()
		}
	}
	deliver()
	var wg sync.WaitGroup
	for seat, h := range x.hands {
		for range 2 { // the same twice at once
			wg.Go(func() {
				message, err := h.Deal(deal...)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				x.say(seat, message)
			})
		}
	}
	wg.Wait()
	deliver()
	for seat, h := range x.hands {
		card, ok := h.Card(2)
		if everyone, seen := o.Card(2); !ok || !seen || card != everyone || h.Missing() != nil {
			t.Errorf("seat %d sees card %d %v, an observer %d %v", seat, card, ok, everyone, seen)
		}
	}
}

func TestParseHandRefusals(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 3, 2)
	x.run()
	b := state(t, x.hands[0])
	if _, err := sra.ParseHand(b, nil); !errors.Is(err, sra.ErrMalformed) {
		t.Errorf("a nil store: %v", err)
	}
	for _, bad := range [][]byte{nil, {}, b[:31], b[:len(b)-1], append(slices.Clone(b), 0)} {
		if h, err := sra.ParseHand(bad, unstored); h != nil || !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("a state of %d bytes: %v", len(bad), err)
		}
	}
	for i := 0; i < len(b); i += 97 {
		bad := slices.Clone(b)
		bad[i] ^= 1
		if h, err := sra.ParseHand(bad, unstored); h != nil || !errors.Is(err, sra.ErrMalformed) {
			t.Fatalf("a state with byte %d changed: %v", i, err)
		}
	}
	x = newTable(t, sra.Group14(), "a hand", 1, 2)
	b = state(t, x.hands[0])
	group := func(name, prime string) []byte {
		fields := field.Append(field.Append(nil, name), prime)
		return field.Seal(bytes.Replace(b[:len(b)-sha256.Size], field.Append(field.Append(nil, "modp2048"), ""), fields, 1))
	}
	if !bytes.Equal(group("modp2048", ""), b) {
		t.Fatal("the fields aren't there")
	}
	prime := string(sra.Group14().P().Bytes())
	for _, bad := range [][]byte{group("modp2048", prime), group("modp2048", "\x17"), group("another", prime)} {
		if h, err := sra.ParseHand(bad, unstored); h != nil || !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("a state with another name or prime of the group: %v", err)
		}
	}
}

// A hand that is restored where fewer goroutines can run at once has the same state.
func TestRestoredOnSmallerMachine(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	g := sra.Ristretto255()
	h, _, err := sra.NewHand([]byte("a hand"), mustPublic(t, g, "test deck", 3), 2, 0, fixedKey(t, g, "k").Parallel(8), unstored)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(1)
	if !bytes.Equal(state(t, h), state(t, reopened(t, h))) {
		t.Error("the restored hand has another state")
	}
}

// Copies of a hand are the same hand.
func TestCopiedHand(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 4, 2)
	x.run()
	fork := *x.hands[0]
	x.deal(sra.Deal{Position: 0, To: 0})
	if _, err := fork.Deal(sra.Deal{Position: 0, To: 1}); !errors.Is(err, sra.ErrState) {
		t.Errorf("a copy deals a position again: %v", err)
	}
	if card, ok := fork.Card(0); !ok || card != x.opened()[0] {
		t.Errorf("a copy knows card %d, %v", card, ok)
	}
}

// States that no hand has, with checksums that fit: no panic, and what is accepted is
// written again as it was.
func FuzzHandState(f *testing.F) {
	x := newTable(f, sra.Ristretto255(), "a hand", 2, 2)
	add := func() {
		b := state(f, x.hands[0])
		f.Add(b[:len(b)-sha256.Size], uint16(0), []byte{})
	}
	add()
	x.run()
	add()
	x.beginDeal(sra.Deal{Position: 1, To: 0})
	add()
	x.run()
	add()
	f.Fuzz(func(t *testing.T, b []byte, at uint16, patch []byte) {
		b = slices.Clone(b)
		copy(b[min(int(at), len(b)):], patch)
		sum := sha256.Sum256(b)
		b = append(b, sum[:]...)
		h, err := sra.ParseHand(b, unstored)
		if err != nil {
			if !errors.Is(err, sra.ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(b, state(t, h)) {
			t.Fatal("an accepted state is written otherwise")
		}
		h.Missing()
		h.Deal(sra.Deal{Position: 0, To: sra.Everyone})
		h.Show(0, 1)
	})
}
