package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

func TestDice(t *testing.T) {
	seen := make(map[string]bool)
	doubles := 0
	for n := range outcomes {
		d := dice(n)
		if d.one() < 1 || d.one() > 6 || d.two() < 1 || d.two() > 6 || 6*(d.one()-1)+d.two()-1 != n {
			t.Errorf("N = %d: %d and %d", n, d.one(), d.two())
		}
		if d.double() {
			doubles++
		}
		seen[d.String()] = true
	}
	if doubles != 6 || len(seen) != outcomes || !seen["⚀ ⚅  1-6"] || !seen["⚅ ⚀  6-1"] || dice(5).String() != "⚀ ⚅  1-6" {
		t.Errorf("%d doubles, %v", doubles, seen)
	}
}

// Computed in another language: HMAC-SHA256 under the seed.
func TestDiceFrom(t *testing.T) {
	for _, c := range []struct {
		first  byte
		number int
		want   dice
	}{{1, 1, 13}, {1, 2, 25}, {2, 1, 18}, {255, 100000, 34}} {
		if got := diceFrom(commit.Seed{c.first}, c.number); got != c.want {
			t.Errorf("%d, throw %d: %d, want %d", c.first, c.number, got, c.want)
		}
	}
}

// A session differs wherever the hellos or the numbers do.
func TestSession(t *testing.T) {
	hellos := [2]hello{newHello(game{&tossProtocol, 10}, 0), newHello(game{&tossProtocol, 10}, 1)}
	seen := map[string]string{string(session(hellos, 1)): "the session itself"}
	add := func(what string, b []byte) {
		if len(b) > commit.MaxSessionLen {
			t.Errorf("%s has %d bytes", what, len(b))
		}
		if other, ok := seen[string(b)]; ok {
			t.Errorf("%s and %s are the same", what, other)
		}
		seen[string(b)] = what
	}
	add("another throw", session(hellos, 2))
	add("a late throw", session(hellos, 1<<16+1))
	add("swapped", session([2]hello{hellos[1], hellos[0]}, 1))
	for seat := range hellos {
		for i := range hellos[seat].fresh {
			changed := hellos
			changed[seat].fresh[i] ^= 1
			add(fmt.Sprintf("byte %d of seat %d", i, seat), session(changed, 1))
		}
		for what, change := range map[string]func(*hello){
			"protocol": func(h *hello) { h.protocol++ },
			"seat":     func(h *hello) { h.seat ^= 2 },
			"throws":   func(h *hello) { h.throws += 1 << 24 },
		} {
			changed := hellos
			change(&changed[seat])
			add(fmt.Sprintf("%s of seat %d", what, seat), session(changed, 1))
		}
	}
}

func FuzzParseHello(f *testing.F) {
	f.Add(newHello(game{&jgammonProtocol, 7}, 1).bytes())
	f.Add([]byte(helloLabel))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := parseHello(b)
		if (err == nil) != (len(b) == helloSize && bytes.HasPrefix(b, []byte(helloLabel))) {
			t.Fatalf("%x: %v", b, err)
		}
		if err == nil && !bytes.Equal(h.bytes(), b) {
			t.Fatalf("%x became %x", b, h.bytes())
		}
	})
}

// A hello is new each time.
func TestNewHello(t *testing.T) {
	a, b := newHello(game{&tossProtocol, 1}, 0), newHello(game{&tossProtocol, 1}, 0)
	if a == b || a.fresh == [32]byte{} {
		t.Errorf("%+v, %+v", a, b)
	}
	if len(a.bytes()) != helloSize {
		t.Errorf("%d bytes", len(a.bytes()))
	}
}

// A cheat who changes its bits in the documented protocol would throw a double six.
func TestForge(t *testing.T) {
	for other := range 256 {
		for own := range 256 {
			o, w := []byte{byte(other), 1, 0, 0, 0, 0, 0, 0}, []byte{byte(own), 2, 0, 0, 0, 0, 0, 0}
			forged := jgammonProtocol.forge(w, o)
			if bytes.Equal(forged, w) || len(forged) != len(w) || (int(forged[0])+other)%36 != 35 {
				t.Fatalf("%x against %x: %x", w, o, forged)
			}
		}
	}
}
