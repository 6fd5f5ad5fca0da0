package seedrng_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

// The whole life of two pairs of seeds, as the player checks it.
func TestSessionLifecycle(t *testing.T) {
	d := new(disk)
	s, err := seedrng.GenerateSession(d.store)
	if err != nil {
		t.Fatal(err)
	}
	first := s.View()
	if diff := cmp.Diff(seedrng.View{NextServerHash: first.NextServerHash}, first); diff != "" || first.NextServerHash == (seedrng.Hash{}) {
		t.Fatalf("view before the first rotation (-want +got):\n%s", diff)
	}

	second := rotateTo(s, "alice 1")
	if second.ServerHash != first.NextServerHash {
		t.Error("the active hash isn't the one that the player saw before choosing a client seed")
	}
	if second.NextServerHash == first.NextServerHash || second.Revealed != nil || second.ClientSeed != "alice 1" || second.NextNonce != 0 {
		t.Errorf("view after the first rotation: %+v", second)
	}

	var outcomes []uint64
	for want := range uint64(5) {
		round := reserve(s)
		if round.Nonce() != want || round.Bet() != fmt.Sprint("bet ", want) {
			t.Errorf("nonce %d, bet %q, want %d", round.Nonce(), round.Bet(), want)
		}
		outcomes = append(outcomes, round.Stream().Uint64())
		finish(t, round)
	}

	third := rotateTo(s, "alice 2")
	r := third.Revealed
	if r == nil || r.ClientSeed != "alice 1" || r.Rounds != 5 {
		t.Fatalf("revealed: %+v", r)
	}
	if err := second.ServerHash.Verify(r.ServerSeed); err != nil || r.ServerHash != second.ServerHash {
		t.Error(r.ServerHash, err)
	}
	for nonce, want := range outcomes {
		if got := mustStream(r.ServerSeed, r.ClientSeed, uint64(nonce)).Uint64(); got != want {
			t.Errorf("round %d: replayed %d, played %d", nonce, got, want)
		}
	}
	if third.ServerHash != second.NextServerHash || third.NextNonce != 0 || third.ClientSeed != "alice 2" {
		t.Errorf("view after the second rotation: %+v", third)
	}
	if diff := cmp.Diff(third, d.restart().View()); diff != "" {
		t.Errorf("after a restart (-before +after):\n%s", diff)
	}
	if nonce := reserve(s).Nonce(); nonce != 0 {
		t.Errorf("the new seeds start at nonce %d", nonce)
	}
}

func TestSessionRefusals(t *testing.T) {
	s, d := newSession()
	hash := s.View().NextServerHash
	active := s.View().ServerHash
	fresh, err := seedrng.GenerateSession(discard)
	if err != nil {
		t.Fatal(err)
	}
	round := reserve(s)
	done := reserve(s)
	finish(t, done)

	call := map[string]struct {
		f    func() error
		want error
	}{
		"reserve before the first rotation": {func() error { _, err := fresh.Reserve(seedrng.Hash{}, 0, "b"); return err }, seedrng.ErrNoSeeds},
		"rotate in mid-hand":                {func() error { _, err := s.Rotate(hash, "c"); return err }, seedrng.ErrOpen},
		"reserve what is finished":          {func() error { _, err := reserveAgain(s, 1); return err }, seedrng.ErrFinished},
		"reserve a nonce to come":           {func() error { _, err := reserveAgain(s, 3); return err }, seedrng.ErrMismatch},
		"reserve for another bet":           {func() error { _, err := s.Reserve(active, 0, "another"); return err }, seedrng.ErrMismatch},
		"reserve a bet that is open":        {func() error { _, err := s.Reserve(active, 2, "bet 0"); return err }, seedrng.ErrMismatch},
		"reserve with other seeds":          {func() error { _, err := s.Reserve(hash, 2, "bet 2"); return err }, seedrng.ErrMismatch},
		"reserve without a bet":             {func() error { _, err := s.Reserve(active, 2, ""); return err }, seedrng.ErrMalformed},
		"reserve with a long bet": {func() error { _, err := s.Reserve(active, 2, strings.Repeat("b", 129)); return err },
			seedrng.ErrMalformed},
	}
	for name, c := range call {
		before, state, stored := s.View(), bytes.Clone(d.state), d.stores
		if err := c.f(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, s.View()); diff != "" || !bytes.Equal(state, d.state) || d.stores != stored {
			t.Errorf("%s changed the session:\n%s", name, diff)
		}
	}

	finish(t, round)
	hash = rotateTo(s, "once").NextServerHash
	for name, c := range map[string]struct {
		hash   seedrng.Hash
		client string
		want   error
	}{
		"the active hash":       {s.View().ServerHash, "c", seedrng.ErrMismatch},
		"the revealed hash":     {active, clientText, seedrng.ErrMismatch},
		"no hash":               {seedrng.Hash{}, "c", seedrng.ErrMismatch},
		"an empty client seed":  {hash, "", seedrng.ErrMalformed},
		"an overlong one":       {hash, strings.Repeat("c", 1025), seedrng.ErrMalformed},
		"one that isn't UTF-8":  {hash, "\xff", seedrng.ErrMalformed},
		"bad hash and bad seed": {seedrng.Hash{}, "", seedrng.ErrMalformed},
	} {
		before := s.View()
		if v, err := s.Rotate(c.hash, c.client); !errors.Is(err, c.want) || v.Revealed != nil {
			t.Errorf("rotate with %s: %+v, %v", name, v, err)
		}
		if diff := cmp.Diff(before, s.View()); diff != "" {
			t.Errorf("rotate with %s changed the session:\n%s", name, diff)
		}
	}
}

// A request that comes twice has one effect: the answer to the first was lost.
func TestRepeatedCalls(t *testing.T) {
	s, d := newSession()
	hash, active := s.View().NextServerHash, s.View().ServerHash
	for range 2 {
		first := reserve(s)
		second, err := reserveAgain(s, first.Nonce())
		if err != nil || second.Nonce() != first.Nonce() || second.Bet() != first.Bet() {
			t.Fatalf("reserved again: %+v, %v", second, err)
		}
		restarted, err := reserveAgain(d.restart(), first.Nonce())
		if err != nil {
			t.Fatal(err)
		}
		a, b, c := first.Stream().Distinct(52, 5), second.Stream().Distinct(52, 5), restarted.Stream().Distinct(52, 5)
		if !cmp.Equal(a, b) || !cmp.Equal(a, c) {
			t.Errorf("the same round draws %v, %v and, after a restart, %v", a, b, c)
		}
		finish(t, first)
		before := d.stores
		finish(t, first)
		finish(t, second)
		if d.stores != before {
			t.Error("a round that was finished before is stored again")
		}
	}
	if v := s.View(); v.NextNonce != 2 || v.OpenRounds != nil {
		t.Errorf("%+v", v)
	}

	first, err := s.Rotate(hash, "c")
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range []*seedrng.Session{s, d.restart()} {
		again, err := server.Rotate(hash, "c")
		if diff := cmp.Diff(first, again); diff != "" || err != nil {
			t.Errorf("rotated again: %v\n%s", err, diff)
		}
	}
	if err := active.Verify(first.Revealed.ServerSeed); err != nil {
		t.Error(err)
	}
}

// Finish of a round of earlier seeds, which comes late, leaves the round with the same
// nonce of the new ones open.
func TestLateFinish(t *testing.T) {
	s, _ := newSession()
	old := reserve(s)
	finish(t, old)
	rotateTo(s, "c")
	round := reserve(s)
	finish(t, old)
	if diff := cmp.Diff([]seedrng.OpenRound{{Nonce: 0, Bet: "bet 0"}}, s.View().OpenRounds); diff != "" {
		t.Errorf("open rounds (-want +got):\n%s", diff)
	}
	round.Stream().Uint32()
}

// A failure of others: cards are drawn after the round was finished, when its seed may be
// revealed, so the player knows them.
func TestNoDrawAfterFinish(t *testing.T) {
	s, d := newSession()
	round := reserve(s)
	twin, err := reserveAgain(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	streams := []*seedrng.Stream{round.Stream(), twin.Stream()}
	copied := *round.Stream()
	streams = append(streams, &copied)
	for _, stream := range streams {
		stream.Uint32()
	}
	d.fail, d.lost = errors.New("disk full"), true
	if err := round.Finish(); !errors.Is(err, d.fail) {
		t.Fatal(err)
	}
	over := func() {
		t.Helper()
		for i, stream := range streams {
			if err, _ := recovered(func() { stream.IntN(52) }).(error); !errors.Is(err, seedrng.ErrFinished) {
				t.Errorf("stream %d after Finish: panic %v", i, err)
			}
			if n, err := stream.Read(make([]byte, 1)); n != 0 || !errors.Is(err, seedrng.ErrFinished) {
				t.Errorf("stream %d after Finish: Read = %d, %v", i, n, err)
			}
		}
	}
	over()

	// The round wasn't closed, so it can be had again.
	d.fail = nil
	resumed, err := reserveAgain(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	resumed.Stream().Uint32()
	over()
	streams = append(streams, resumed.Stream())
	finish(t, twin)
	over()
}

// A bet that is settled at once is stored once, before it draws, and its stream ends with the draw.
func TestPlay(t *testing.T) {
	s, d := newSession()
	hash, stores := s.View().ServerHash, d.stores
	var kept *seedrng.Stream
	over := func() {
		t.Helper()
		if _, err := kept.Read(make([]byte, 1)); !errors.Is(err, seedrng.ErrFinished) {
			t.Errorf("drawn after Play: %v", err)
		}
	}
	err := s.Play(hash, 0, "bet 0", func(stream *seedrng.Stream) {
		if v := d.restart().View(); v.NextNonce != 1 || v.OpenRounds != nil {
			t.Errorf("stored before the draw: %+v", v)
		}
		kept = stream
	})
	if err != nil || d.stores != stores+1 {
		t.Errorf("%v, %d stores", err, d.stores-stores)
	}
	over()
	if r := recovered(func() {
		s.Play(hash, 1, "bet 1", func(stream *seedrng.Stream) {
			kept = stream
			stream.IntN(0)
		})
	}); r == nil || s.View().NextNonce != 2 {
		t.Errorf("panic %v, %+v", r, s.View())
	}
	over()
	d.fail, d.lost = errors.New("disk full"), true
	if err := s.Play(hash, 2, "bet 2", func(*seedrng.Stream) { t.Error("drawn") }); !errors.Is(err, d.fail) {
		t.Error(err)
	}
	d.fail = nil
	if err := s.Play(hash, 2, "bet 2", nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("nil draw: %v", err)
	}
}

// A failure of others: rotation in the middle of a hand reveals the cards to come, even
// when the server has been restarted in between.
func TestRotateAfterCrashInMidHand(t *testing.T) {
	s, d := newSession()
	dealt := reserve(s).Stream().Distinct(52, 10)

	s = d.restart()
	if _, err := s.Rotate(s.View().NextServerHash, "c"); !errors.Is(err, seedrng.ErrOpen) {
		t.Fatalf("rotate: %v", err)
	}
	open := s.View().OpenRounds
	if diff := cmp.Diff([]seedrng.OpenRound{{Nonce: 0, Bet: "bet 0"}}, open); diff != "" {
		t.Fatalf("open rounds (-want +got):\n%s", diff)
	}
	round, err := s.Reserve(s.View().ServerHash, open[0].Nonce, open[0].Bet)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(dealt, round.Stream().Distinct(52, 10)); diff != "" {
		t.Errorf("the hand goes on with other cards:\n%s", diff)
	}
	finish(t, round)
	rotateTo(s, "c")
}

// A failure of others: the store reports an error though it wrote, the bet is refunded, and
// after a restart a round is open that belongs to nobody, so that the next bet gets
// another nonce than its player expects. Here the bet's name says whose it is, and the
// player's request, repeated, gets it.
func TestAmbiguousFailure(t *testing.T) {
	s, d := newSession()
	hash := s.View().ServerHash
	d.fail = errors.New("connection reset")
	if _, err := s.Reserve(hash, 0, "bet 0"); !errors.Is(err, d.fail) {
		t.Fatal(err)
	}
	d.fail = nil
	for name, server := range map[string]*seedrng.Session{"on": s, "after a restart": d.restart()} {
		round, err := server.Reserve(hash, 0, "bet 0")
		if err != nil || round.Nonce() != 0 {
			t.Errorf("going %s: %v", name, err)
		}
		if diff := cmp.Diff([]seedrng.OpenRound{{Nonce: 0, Bet: "bet 0"}}, server.View().OpenRounds); diff != "" {
			t.Errorf("going %s (-want +got):\n%s", name, diff)
		}
	}
	if _, err := d.restart().Reserve(hash, 0, "another"); !errors.Is(err, seedrng.ErrMismatch) {
		t.Errorf("another bet gets the round: %v", err)
	}

	// A rotation that was stored is had again too, and reveals what it revealed.
	finish(t, must(reserveAgain(s, 0)))
	next := s.View().NextServerHash
	d.fail = errors.New("connection reset")
	if _, err := s.Rotate(next, "c"); !errors.Is(err, d.fail) {
		t.Fatal(err)
	}
	d.fail = nil
	want := must(d.restart().Rotate(next, "c"))
	got, err := s.Rotate(next, "c")
	if diff := cmp.Diff(want, got); diff != "" || err != nil || hash.Verify(got.Revealed.ServerSeed) != nil {
		t.Errorf("rotated again: %v (-restarted +going on)\n%s", err, diff)
	}
}

// A failure of others: a nonce is used again after a crash. Here stores succeed, fail, or
// fail after having written, in turn, and the server often starts anew from what is there.
func TestNoNonceTwiceAcrossCrashes(t *testing.T) {
	s, d := newSession()
	crash := errors.New("crash")
	drawn := make(map[uint64]uint64) // by nonce
	for i := range 200 {
		d.fail, d.lost = nil, i%4 == 1
		if i%4 == 1 || i%4 == 2 {
			d.fail = crash
		}
		nonce := uint64(len(drawn))
		round, err := s.Reserve(s.View().ServerHash, nonce, fmt.Sprint("bet ", nonce))
		if d.fail != nil {
			if !errors.Is(err, crash) || round != nil {
				t.Fatalf("Reserve = %v, %v", round, err)
			}
		} else if err != nil {
			t.Fatal(err)
		} else {
			drawn[round.Nonce()] = round.Stream().Uint64()
		}
		if i%3 == 0 {
			s = d.restart()
		}
	}
	seen := make(map[uint64]bool)
	for _, v := range drawn {
		seen[v] = true
	}
	if len(seen) != 100 || len(drawn) != 100 {
		t.Errorf("%d rounds with %d outcomes, of 100 bets", len(drawn), len(seen))
	}
}

// A change that couldn't be stored hasn't happened; nothing is revealed by it.
func TestStoreFails(t *testing.T) {
	broken := errors.New("disk full")
	if _, err := seedrng.GenerateSession(func(_, _ seedrng.SessionState) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("GenerateSession: %v", err)
	}

	s, d := newSession()
	round, last := reserve(s), reserve(s)
	before := s.View()
	d.fail, d.lost = broken, true
	if err := round.Finish(); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "seedrng: storing the session: ") {
		t.Errorf("Finish: %v", err)
	}
	if round, err := tryReserve(s); !errors.Is(err, broken) || round != nil {
		t.Errorf("Reserve: %v, %v", round, err)
	}
	if round, err := reserveAgain(s, 0); !errors.Is(err, broken) || round != nil {
		t.Errorf("Reserve again: %v, %v", round, err)
	}
	if diff := cmp.Diff(before, s.View()); diff != "" {
		t.Errorf("the session changed:\n%s", diff)
	}

	d.fail = nil
	finish(t, round)
	finish(t, last)
	before = s.View()
	d.fail, d.lost = broken, false
	if v, err := s.Rotate(before.NextServerHash, "c"); !errors.Is(err, broken) || v.Revealed != nil {
		t.Errorf("Rotate: %+v, %v", v, err)
	}
	if diff := cmp.Diff(before, s.View()); diff != "" {
		t.Errorf("the session changed:\n%s", diff)
	}

	// The state reached the disk although store reported an error: after a restart
	// the seeds are rotated, and the old one is there to be shown.
	after := d.restart().View()
	if after.ServerHash != before.NextServerHash || after.Revealed == nil || before.ServerHash.Verify(after.Revealed.ServerSeed) != nil {
		t.Errorf("after a restart: %+v", after)
	}
}

// A store function that panics leaves the session as it was, and unlocked.
func TestStorePanics(t *testing.T) {
	fuse := false
	s, err := seedrng.GenerateSession(func(_, _ seedrng.SessionState) error {
		if fuse {
			panic("store")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	rotateTo(s, clientText)
	fuse = true
	if r := recovered(func() { tryReserve(s) }); r != "store" {
		t.Fatalf("panic %v", r)
	}
	fuse = false
	if nonce := reserve(s).Nonce(); nonce != 0 {
		t.Errorf("nonce %d", nonce)
	}
}

// The state is stored before the stream exists.
func TestStoredBeforeUse(t *testing.T) {
	s, d := newSession()
	round := reserve(s)
	want := []seedrng.OpenRound{{Nonce: round.Nonce(), Bet: round.Bet()}}
	if v := d.restart().View(); v.NextNonce != round.Nonce()+1 || !cmp.Equal(v.OpenRounds, want) {
		t.Errorf("stored: %+v", v)
	}
}

// The store function gets the state that it replaces, and both have a View: every pair
// of seeds that is revealed passes through it, for a history.
func TestStoreSeesBothStates(t *testing.T) {
	var last []byte
	history := make(map[seedrng.Hash]seedrng.Revealed)
	s, err := seedrng.GenerateSession(func(old, new seedrng.SessionState) error {
		if !bytes.Equal(old.Bytes(), last) || (last == nil) != (old.Bytes() == nil) {
			t.Error("the old state isn't the one stored last")
		}
		if last == nil && !cmp.Equal(old.View(), seedrng.View{}) {
			t.Errorf("the view of no state: %+v", old.View())
		}
		last = new.Bytes()
		if r := new.View().Revealed; r != nil {
			history[r.ServerHash] = *r
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var shown []seedrng.Hash
	for i := range 10 {
		shown = append(shown, s.View().NextServerHash)
		rotateTo(s, fmt.Sprint("client ", i))
		for range i {
			finish(t, reserve(s))
		}
	}
	for i, hash := range shown[:9] {
		r := history[hash]
		if err := hash.Verify(r.ServerSeed); err != nil || r.ClientSeed != fmt.Sprint("client ", i) || r.Rounds != uint64(i) {
			t.Errorf("seeds %d: %+v, %v", i, r, err)
		}
	}
	if len(history) != 9 {
		t.Errorf("%d pairs of seeds were revealed", len(history))
	}
}

// Every call at once, from many goroutines. The race detector watches the locks.
func TestConcurrency(t *testing.T) {
	s, d := newSession()
	const goroutines, rounds = 16, 60
	type round struct {
		server seedrng.Hash
		nonce  uint64
	}
	handedOut := make([][]round, goroutines)
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range rounds {
				// Others may take the nonce, or rotate, before this reserves it.
				bet := fmt.Sprint(g, " ", i)
				var r *seedrng.Round
				var view seedrng.View
				for r == nil {
					view = s.View()
					var err error
					if r, err = s.Reserve(view.ServerHash, view.NextNonce, bet); err != nil && !errors.Is(err, seedrng.ErrMismatch) &&
						!errors.Is(err, seedrng.ErrNoSeeds) && !errors.Is(err, seedrng.ErrFinished) {
						t.Error(err)
						return
					}
				}
				// While the round is open, nobody can rotate.
				handedOut[g] = append(handedOut[g], round{view.ServerHash, r.Nonce()})
				again, err := s.Reserve(view.ServerHash, r.Nonce(), bet)
				if err != nil || again.Stream().Uint64() != r.Stream().Uint64() {
					t.Errorf("round %d: %v", r.Nonce(), err)
				}
				if _, err := s.Rotate(view.NextServerHash, "c"); !errors.Is(err, seedrng.ErrOpen) {
					t.Errorf("rotate while round %d is open: %v", r.Nonce(), err)
				}
				if err := r.Finish(); err != nil {
					t.Error(err)
				}
				s.Rotate(view.NextServerHash, "c")
			}
		})
	}
	wg.Wait()
	seen := make(map[round]bool)
	for _, rs := range handedOut {
		for _, r := range rs {
			if seen[r] {
				t.Errorf("nonce %d of %v twice", r.nonce, r.server)
			}
			seen[r] = true
		}
	}
	if len(seen) != goroutines*rounds {
		t.Errorf("%d rounds", len(seen))
	}
	if diff := cmp.Diff(s.View(), d.restart().View()); diff != "" {
		t.Errorf("the stored state isn't the last one:\n%s", diff)
	}
}

// A failure of others: two processes with one state deal a nonce twice, and one reveals the
// seed of a round that the other still deals. A store that replaces only the old state
// stops whoever comes second, also when it only wants an open round again.
func TestTwoSessionsOfOneState(t *testing.T) {
	_, d := newSession()
	one, two := d.restart(), d.restart()
	hash := one.View().ServerHash
	round := reserve(one)
	if r, err := two.Reserve(hash, 0, "another"); !errors.Is(err, errConflict) || r != nil {
		t.Errorf("the second session deals as well: %v", err)
	}
	if _, err := two.Rotate(two.View().NextServerHash, "c"); !errors.Is(err, errConflict) {
		t.Errorf("the second session reveals the seed of an open round: %v", err)
	}
	stale := d.restart()
	finish(t, round)
	rotateTo(one, "c")
	if r, err := stale.Reserve(hash, 0, "bet 0"); !errors.Is(err, errConflict) || r != nil {
		t.Errorf("a session loaded before draws from a seed that is revealed: %v", err)
	}
	if nonce := reserve(d.restart()).Nonce(); nonce != 0 {
		t.Errorf("nonce %d", nonce)
	}
}

// A failure of others: a server that skips the nonces it dislikes chooses outcomes, and every
// round it deals still verifies. The gaps give it away (SPEC.md, section 5.4).
func TestSkippedNonces(t *testing.T) {
	s, _ := newSession()
	const bets = 200
	won, gaps, expected := 0, 0, uint64(0)
	for range bets {
		var nonce uint64
		var head uint32
		for range 8 { // until the player loses
			round := reserve(s)
			nonce, head = round.Nonce(), round.Stream().Uint32()>>31
			finish(t, round)
			if head == 0 {
				break
			}
		}
		won += int(head)
		if nonce != expected {
			gaps++
		}
		expected = nonce + 1
	}
	if won > bets/10 {
		t.Errorf("the server let the player win %d of %d even bets", won, bets)
	}
	if gaps < bets/4 { // seven standard deviations below a half
		t.Errorf("%d gaps in the nonces of %d bets", gaps, bets)
	}
}

func TestOpenRoundsAreBounded(t *testing.T) {
	s, d := newSession()
	for range seedrng.MaxOpenRounds {
		reserve(s)
	}
	if _, err := tryReserve(s); !errors.Is(err, seedrng.ErrOpen) {
		t.Errorf("Reserve: %v", err)
	}
	s = d.restart()
	finish(t, must(reserveAgain(s, 500)))
	if nonce := reserve(s).Nonce(); nonce != seedrng.MaxOpenRounds {
		t.Errorf("nonce %d", nonce)
	}
}

func TestNonceExhaustion(t *testing.T) {
	s, err := seedrng.ParseSession(encodeState(serverText, clientText, math.MaxUint64-1, nil, strings.Repeat("5", 64)), discard)
	if err != nil {
		t.Fatal(err)
	}
	round := reserve(s)
	if round.Nonce() != math.MaxUint64-1 {
		t.Errorf("nonce %d", round.Nonce())
	}
	if _, err := tryReserve(s); !errors.Is(err, seedrng.ErrExhausted) {
		t.Errorf("Reserve: %v", err)
	}
	finish(t, round)
	if v := rotateTo(s, "c"); v.Revealed.Rounds != math.MaxUint64 || v.NextNonce != 0 {
		t.Errorf("%+v", v)
	}
}

// No state of a session is a dead end, not even one with the most rounds open and every
// nonce used.
func TestFullSessionRotates(t *testing.T) {
	var open []uint64
	for i := range uint64(seedrng.MaxOpenRounds) {
		open = append(open, math.MaxUint64-seedrng.MaxOpenRounds+i)
	}
	s, err := seedrng.ParseSession(encodeState(serverText, clientText, math.MaxUint64, open, strings.Repeat("5", 64)), discard)
	if err != nil {
		t.Fatal(err)
	}
	v := s.View()
	for _, o := range v.OpenRounds {
		if _, err := s.Rotate(v.NextServerHash, "c"); !errors.Is(err, seedrng.ErrOpen) {
			t.Fatalf("Rotate while round %d is open: %v", o.Nonce, err)
		}
		finish(t, must(s.Reserve(v.ServerHash, o.Nonce, o.Bet)))
	}
	if v := rotateTo(s, "c"); v.Revealed.Rounds != math.MaxUint64 || v.NextNonce != 0 {
		t.Errorf("%+v", v)
	}
}

// A failure of others: a live seed in a message to the client. Neither live seed is in the
// view, under any form; the one revealed is.
func TestViewHoldsNoLiveSeed(t *testing.T) {
	s, d := newSession()
	reserveAndFinish := func() { finish(t, reserve(s)) }
	reserveAndFinish()
	rotateTo(s, "c")
	reserveAndFinish()

	var live []string
	for i := 0; i+64 <= len(d.state); i++ {
		if seed, err := seedrng.ParseServerSeed(string(d.state[i : i+64])); err == nil {
			if h := seed.Hash(); h == s.View().ServerHash || h == s.View().NextServerHash {
				live = append(live, seed.Reveal())
			}
		}
	}
	if len(live) != 2 {
		t.Fatalf("%d live seeds in the state", len(live))
	}
	view, err := json.Marshal(s.View())
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range live {
		if strings.Contains(string(view), seed) {
			t.Errorf("the view holds a live seed: %s", view)
		}
	}
	if !strings.Contains(string(view), s.View().Revealed.ServerSeed) {
		t.Error("the view doesn't hold the revealed seed")
	}
	var back seedrng.View
	if err := json.Unmarshal(view, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.View(), back); diff != "" {
		t.Errorf("JSON round trip:\n%s", diff)
	}
}

// What a View's owner writes into it doesn't reach the session.
func TestViewIsACopy(t *testing.T) {
	s, _ := newSession()
	reserve(s)
	v := s.View()
	v.OpenRounds[0].Nonce = 99
	if got := s.View().OpenRounds[0]; got.Nonce != 0 {
		t.Errorf("open round %+v", got)
	}
}

func TestNilStore(t *testing.T) {
	if _, err := seedrng.GenerateSession(nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("GenerateSession: %v", err)
	}
	_, d := newSession()
	if _, err := seedrng.ParseSession(d.state, nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("ParseSession: %v", err)
	}
}

// Zero values say what they are, and nothing panics.
func TestZeroValues(t *testing.T) {
	var s seedrng.Session
	if diff := cmp.Diff(seedrng.View{}, s.View()); diff != "" {
		t.Error(diff)
	}
	_, errReserve := s.Reserve(seedrng.Hash{}, 0, "b")
	_, errRotate := s.Rotate(seedrng.Hash{}, "c")
	errPlay, errDecline := s.Play(seedrng.Hash{}, 0, "b", func(*seedrng.Stream) {}), s.Decline(seedrng.Hash{}, 0, "b")
	for _, err := range []error{errReserve, errRotate, errPlay, errDecline} {
		if !errors.Is(err, seedrng.ErrMalformed) || !strings.Contains(err.Error(), "zero Session") {
			t.Error(err)
		}
	}
	var r seedrng.Round
	if err := r.Finish(); !errors.Is(err, seedrng.ErrMalformed) || !strings.Contains(err.Error(), "zero Round") {
		t.Error(err)
	}
	if _, err := r.Stream().Read(make([]byte, 1)); !errors.Is(err, seedrng.ErrMalformed) {
		t.Error(err)
	}
	if r.Nonce() != 0 || r.Bet() != "" {
		t.Errorf("zero Round: %+v", r)
	}
	if state := (seedrng.SessionState{}); state.Bytes() != nil || !cmp.Equal(state.View(), seedrng.View{}) {
		t.Errorf("zero SessionState: %x, %+v", state.Bytes(), state.View())
	}
}

// A state that was damaged anywhere is refused; with a checksum that fits, it is refused, or it is what the
// session stores.
func TestStateDamage(t *testing.T) {
	s, d := newSession()
	rotateTo(s, "c")
	reserve(s)
	reserve(s)
	wantUndamaged(t, d.state, storedSession)
}
