package crash_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// Counted one by one, from the greatest to the least that reach a multiplier: by bisection,
// as the point never rises with the outcome, which is checked around each border.
func TestReturns(t *testing.T) {
	n := crash.Outcomes
	for m := int64(crash.Least); m <= crash.Most; m++ {
		low, high := uint64(0), uint64(n) // low reaches m, high + 1 doesn't
		for low < high {
			if middle := (low + high + 1) / 2; crash.PointOf(middle) >= m {
				low = middle
			} else {
				high = middle - 1
			}
		}
		if low == 0 || crash.PointOf(low) < m || crash.PointOf(low+1) >= m {
			t.Fatalf("outcomes 1 to %d reach %d, or others do", low, m)
		}
		want := new(big.Rat).Mul(new(big.Rat).SetFrac64(int64(low), n), big.NewRat(m, 100))
		if got := crash.Return(m); got.Cmp(want) != 0 {
			t.Fatalf("%d returns %v, and by counting %v", m, got, want)
		}
		if most := big.NewRat(99, 100); want.Cmp(most) > 0 || new(big.Rat).Sub(most, want).Cmp(big.NewRat(1, 1_000_000_000_000)) >= 0 {
			t.Fatalf("%d returns %v", m, want)
		}
	}
	if crash.PointOf(1) != crash.Most || crash.PointOf(uint64(n)) != 100 {
		t.Error("the ends")
	}
}

// The example of commit's documentation, whose point is below both limits.
func TestPoint(t *testing.T) {
	anchor, err := commit.ParseLink("d06ab04a60c2b9012245fdd6cf457b53552569491a7dad7cae305650b6483328")
	x, err2 := commit.ParseLink("2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e")
	beacon, err3 := commit.ParseLink("8a62e967fcd6dfa5d75308c37808b4668a7faf1cdb06e09ac0a7161827603887")
	round, err4 := commit.VerifyChain(anchor, 3, x)
	if err := errors.Join(err, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	if got := crash.Point(round, beacon); got != 2_07 {
		t.Error(got)
	}
}

// The curve never falls, doubles where it says, has no bend, and is near 2^x.
func TestCurve(t *testing.T) {
	for d := int64(0); d <= 10; d++ {
		if got := crash.At(d * crash.Doubling); got != 100<<d {
			t.Errorf("%d after %d doublings", got, d)
		}
	}
	before := int64(100)
	for e := int64(0); e <= 11*crash.Doubling; e++ {
		m := crash.At(e)
		if m < before || m > before+100 {
			t.Fatalf("%d follows %d", m, before)
		}
		if m > before && crash.Reach(m) != e {
			t.Fatalf("%d is reached after %d ms, not %d", m, e, crash.Reach(m))
		}
		before = m
	}
	if crash.At(-5) != 100 || crash.At(1<<60) != 100<<11 || crash.End(100) != 149 || crash.At(148) != 100 || crash.At(149) != 101 {
		t.Error("the ends", crash.End(100))
	}
	if end := crash.End(crash.Most); crash.At(end) <= crash.Most || crash.At(end-1) > crash.Most {
		t.Error(end)
	}
}

func TestParseBet(t *testing.T) {
	for text, want := range map[string]crash.Bet{
		"crash for 100": {100, 0}, "crash 101 for 500": {500, 101}, "crash 100000 for 100000": {100_000, 100_000},
	} {
		if got, err := crash.ParseBet(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "crash", "crash for 150", "crash for 0", "crash for 100100", "crash 100 for 100",
		"crash 100001 for 100", "crash 0200 for 100", "crash 200 for 100 ",
		"crash  for 100", "crash -200 for 100", "crash 200 for 1e2", "limbo 200 for 100", "crash 200 for 100\n"} {
		if got, err := crash.ParseBet(text); !errors.Is(err, games.ErrMalformed) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// What a bet of 1 coin is paid: by its target, by hand, by whichever is first; too early,
// too late, at the last moment, at the cap.
func TestPaid(t *testing.T) {
	never := int64(-1)
	at := func(point int64) crash.Outcome { return crash.Outcome{Point: point} }
	lapsed := func(point int64) crash.Outcome { return crash.Outcome{Point: point, Lapsed: true} }
	void := crash.Outcome{Void: true}
	for _, c := range []struct {
		target, cashed int64
		outcome        crash.Outcome
		want           int64
	}{
		{200, never, at(200), 200}, {200, never, at(199), 0}, {200, never, lapsed(199), 0}, {200, never, lapsed(5000), 200},
		{0, never, at(99_999), 0}, {0, never, at(crash.Most), crash.Most}, {0, never, lapsed(150), 100},
		{0, 10_000, at(200), 200}, {0, 10_000, at(199), 0}, {0, 10_000, lapsed(199), 0},
		{300, 10_000, at(500), 200}, {150, 10_000, at(500), 150}, {300, 20_000, at(350), 300},
		{0, 0, at(100), 0}, {0, 0, at(101), 101}, {0, -7, at(500), 101},
		{0, 1 << 50, at(99_999), 0}, {0, 1 << 50, at(crash.Most), crash.Most},
		{200, never, void, 100}, {0, 10_000, void, 100}, {0, never, void, 100},
	} {
		cashed := &c.cashed
		if c.cashed == never {
			cashed = nil
		}
		bet := crash.Bet{Stake: 100, Target: c.target}
		if got := bet.Paid(cashed, c.outcome); got != c.want || got > bet.MaxWin() {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// A round of drand counts if it is the one that was named, and has its network's signature.
func TestBeacon(t *testing.T) {
	ctx, known := context.Background(), crash.Known()
	round := known.Name(time.Now())
	text, err := known.Fetch(ctx, round)
	value, err2 := crash.Verify(round, text)
	if err != nil || err2 != nil || fmt.Sprintf("%x", value[:4]) != "277fef0e" {
		t.Errorf("%v, %v, %x", err, err2, value)
	}
	if _, err := crash.Verify(round+1, text); err == nil || !strings.Contains(err.Error(), "was named") {
		t.Error(err)
	}
	if _, err := crash.Verify(round, []byte(strings.Replace(string(text), "ae43", "ae44", 1))); err == nil {
		t.Error("a signature that isn't the network's is verified")
	}
	longest := append(text[:len(text):len(text)], bytes.Repeat([]byte(" "), 1024-len(text))...) // that the page takes
	if _, err := crash.Verify(round, longest); err != nil {
		t.Error(err)
	}
	if _, err := crash.Verify(round, append(longest, ' ')); err == nil || !strings.Contains(err.Error(), "more than 1024 bytes") {
		t.Error(err)
	}
	if _, err := known.Fetch(ctx, round+1); err == nil {
		t.Error("a round that isn't there")
	}

	file := filepath.Join(t.TempDir(), "round.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if stored, err := crash.ReadStored(file); err != nil || stored.Name(time.Now()) != round {
		t.Error(stored, err)
	}
	if _, err := crash.ReadStored(file + "x"); err == nil {
		t.Error("no file is read")
	}

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if want := fmt.Sprintf("/%s/public/%d", crash.Network().Hash(), round); r.URL.Path != want {
			http.NotFound(w, r)
			return
		}
		w.Write(text)
	}))
	defer server.Close()
	live, now := crash.Live(server.URL), time.Now()
	if at, err := crash.Network().TimeOf(live.Name(now)); err != nil || at.Before(now.Add(20*time.Second)) ||
		at.After(now.Add(40*time.Second)) {
		t.Error(at, err)
	}
	if got, err := live.Fetch(ctx, round); err != nil || string(got) != string(text) {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := live.Fetch(ctx, round+1); err == nil {
		t.Error("a round that isn't published")
	}
}
