package seedrng_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A disk keeps the latest state, as a server's database does.
type disk struct {
	state []byte
	fail  error // when set, what the next stores return
	lost  bool  // whether a failing store loses the state or keeps it
	n     int
}

func (d *disk) store(state seedrng.State) error {
	d.n++
	if d.fail == nil || !d.lost {
		d.state = state.Bytes()
	}
	return d.fail
}

// restart is what a server does after a crash.
func (d *disk) restart(t *testing.T) *seedrng.Session {
	t.Helper()
	s, err := seedrng.ParseSession(d.state, d.store)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func begin(t *testing.T) (*seedrng.Session, *disk) {
	t.Helper()
	d := new(disk)
	s, err := seedrng.GenerateSession(d.store)
	if err != nil {
		t.Fatal(err)
	}
	rotate(t, s, clientText)
	return s, d
}

func rotate(t *testing.T, s *seedrng.Session, client string) seedrng.View {
	t.Helper()
	v, err := s.Rotate(s.View().NextServerHash, client)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func reserve(t *testing.T, s *seedrng.Session) (uint64, *seedrng.Stream) {
	t.Helper()
	nonce, stream, err := s.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	return nonce, stream
}

func finish(t *testing.T, s *seedrng.Session, nonce uint64) {
	t.Helper()
	if err := s.Finish(nonce); err != nil {
		t.Fatal(err)
	}
}

// lp and encodeState write a state as SPEC.md defines it.
func lp(text string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(text))), text...)
}

func encodeState(active, client string, nonce uint64, open []uint64, next string) []byte {
	b := bytes.Join([][]byte{lp("squaredeal/seedrng/v1/session"), lp(active), lp(client)}, nil)
	b = binary.BigEndian.AppendUint64(b, nonce)
	b = binary.BigEndian.AppendUint64(b, uint64(len(open)))
	for _, o := range open {
		b = binary.BigEndian.AppendUint64(b, o)
	}
	return checksummed(bytes.Join([][]byte{b, lp(next), lp(""), lp(""), make([]byte, 8)}, nil))
}

func checksummed(state []byte) []byte {
	sum := sha256.Sum256(state)
	return append(bytes.Clone(state), sum[:]...)
}

// begunSession has the given server seed active, also for the client seed clientText.
func begunSession(t testing.TB, server string) *seedrng.Session {
	t.Helper()
	s, err := seedrng.ParseSession(encodeState(server, clientText, 0, nil, strings.Repeat("5", 64)), discard)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

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

	second := rotate(t, s, "alice 1")
	if second.ServerHash != first.NextServerHash {
		t.Error("the active hash isn't the one that the player saw before choosing a client seed")
	}
	if second.NextServerHash == first.NextServerHash || second.Revealed != nil || second.ClientSeed != "alice 1" || second.NextNonce != 0 {
		t.Errorf("view after the first rotation: %+v", second)
	}

	var outcomes []uint64
	for want := range uint64(5) {
		nonce, stream := reserve(t, s)
		if nonce != want {
			t.Errorf("nonce %d, want %d", nonce, want)
		}
		outcomes = append(outcomes, stream.Uint64())
		finish(t, s, nonce)
	}

	third := rotate(t, s, "alice 2")
	r := third.Revealed
	if r == nil || r.ClientSeed != "alice 1" || r.Rounds != 5 {
		t.Fatalf("revealed: %+v", r)
	}
	if err := seedrng.Verify(second.ServerHash.String(), r.ServerSeed); err != nil {
		t.Error(err)
	}
	for nonce, want := range outcomes {
		if got := mustStream(t, r.ServerSeed, r.ClientSeed, uint64(nonce)).Uint64(); got != want {
			t.Errorf("round %d: replayed %d, played %d", nonce, got, want)
		}
	}
	if third.ServerHash != second.NextServerHash || third.NextNonce != 0 || third.ClientSeed != "alice 2" {
		t.Errorf("view after the second rotation: %+v", third)
	}
	if diff := cmp.Diff(third, d.restart(t).View()); diff != "" {
		t.Errorf("after a restart (-before +after):\n%s", diff)
	}
	if nonce, _ := reserve(t, s); nonce != 0 {
		t.Errorf("the new seeds start at nonce %d", nonce)
	}
}

func TestSessionRefusals(t *testing.T) {
	s, d := begin(t)
	hash := s.View().NextServerHash
	fresh, err := seedrng.GenerateSession(discard)
	if err != nil {
		t.Fatal(err)
	}
	nonce, _ := reserve(t, s)
	done, _ := reserve(t, s)
	finish(t, s, done)

	call := map[string]func() error{
		"reserve before the first rotation": func() error { _, _, err := fresh.Reserve(); return err },
		"finish before the first rotation":  func() error { return fresh.Finish(0) },
		"resume before the first rotation":  func() error { _, err := fresh.Resume(0); return err },
		"rotate in mid-hand":                func() error { _, err := s.Rotate(hash, "c"); return err },
		"finish what was never reserved":    func() error { return s.Finish(2) },
		"finish twice":                      func() error { return s.Finish(done) },
		"resume what is finished":           func() error { _, err := s.Resume(done); return err },
		"resume what was never reserved":    func() error { _, err := s.Resume(2); return err },
	}
	for name, f := range call {
		before, state, stored := s.View(), bytes.Clone(d.state), d.n
		if err := f(); !errors.Is(err, seedrng.ErrState) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, s.View()); diff != "" || !bytes.Equal(state, d.state) || d.n != stored {
			t.Errorf("%s changed the session:\n%s", name, diff)
		}
	}

	finish(t, s, nonce)
	used := hash
	hash = rotate(t, s, "once").NextServerHash
	for name, c := range map[string]struct {
		hash   seedrng.Hash
		client string
		want   error
	}{
		"the active hash":        {s.View().ServerHash, "c", seedrng.ErrMismatch},
		"no hash":                {seedrng.Hash{}, "c", seedrng.ErrMismatch},
		"an empty client seed":   {hash, "", seedrng.ErrMalformed},
		"an overlong one":        {hash, strings.Repeat("c", 1025), seedrng.ErrMalformed},
		"one that isn't UTF-8":   {hash, "\xff", seedrng.ErrMalformed},
		"bad hash and bad seed":  {seedrng.Hash{}, "", seedrng.ErrMalformed},
		"the same request twice": {used, "once", seedrng.ErrMismatch},
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

// A known failure: rotation in the middle of a hand reveals the cards to come, even
// when the server has been restarted in between.
func TestRotateAfterCrashInMidHand(t *testing.T) {
	s, d := begin(t)
	nonce, stream := reserve(t, s)
	dealt, err := stream.Distinct(52, 10)
	if err != nil {
		t.Fatal(err)
	}

	s = d.restart(t)
	if _, err := s.Rotate(s.View().NextServerHash, "c"); !errors.Is(err, seedrng.ErrState) {
		t.Fatalf("rotate: %v", err)
	}
	again, err := s.Resume(nonce)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := again.Distinct(52, 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(dealt, cards); diff != "" {
		t.Errorf("the hand goes on with other cards:\n%s", diff)
	}
	finish(t, s, nonce)
	rotate(t, s, "c")
}

// A known failure: a nonce is used again after a crash. Here stores succeed, fail, or
// fail after having written, in turn, and the server often starts anew from what is there.
func TestNoNonceTwiceAcrossCrashes(t *testing.T) {
	s, d := begin(t)
	crash := errors.New("crash")
	last := uint64(0)
	for i := range 200 {
		d.fail, d.lost = nil, i%4 == 1
		if i%4 == 1 || i%4 == 2 {
			d.fail = crash
		}
		nonce, stream, err := s.Reserve()
		if d.fail != nil {
			if !errors.Is(err, crash) || stream != nil {
				t.Fatalf("Reserve = %d, %v, %v", nonce, stream, err)
			}
		} else if err != nil {
			t.Fatal(err)
		} else if i > 0 && nonce <= last {
			t.Fatalf("nonce %d after %d", nonce, last)
		} else {
			last = nonce
		}
		if i%3 == 0 {
			s = d.restart(t)
		}
	}
}

// A change that couldn't be stored hasn't happened; nothing is revealed by it.
func TestStoreFails(t *testing.T) {
	broken := errors.New("disk full")
	if _, err := seedrng.GenerateSession(func(seedrng.State) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("GenerateSession: %v", err)
	}

	s, d := begin(t)
	nonce, _ := reserve(t, s)
	last, _ := reserve(t, s)
	before := s.View()
	d.fail = broken
	if err := s.Finish(nonce); !errors.Is(err, broken) {
		t.Errorf("Finish: %v", err)
	}
	if _, stream, err := s.Reserve(); !errors.Is(err, broken) || stream != nil {
		t.Errorf("Reserve: %v, %v", stream, err)
	}
	if diff := cmp.Diff(before, s.View()); diff != "" {
		t.Errorf("the session changed:\n%s", diff)
	}

	d.fail = nil
	finish(t, s, nonce)
	finish(t, s, last)
	before = s.View()
	d.fail = broken
	if v, err := s.Rotate(before.NextServerHash, "c"); !errors.Is(err, broken) || v.Revealed != nil {
		t.Errorf("Rotate: %+v, %v", v, err)
	}
	if diff := cmp.Diff(before, s.View()); diff != "" {
		t.Errorf("the session changed:\n%s", diff)
	}

	// The state reached the disk although store reported an error: after a restart
	// the seeds are rotated, and the old one is there to be shown.
	after := d.restart(t).View()
	if after.ServerHash != before.NextServerHash || after.Revealed == nil || seedrng.Verify(before.ServerHash.String(), after.Revealed.ServerSeed) != nil {
		t.Errorf("after a restart: %+v", after)
	}
}

// A store function that panics leaves the session as it was, and unlocked.
func TestStorePanics(t *testing.T) {
	fuse := false
	s, err := seedrng.GenerateSession(func(seedrng.State) error {
		if fuse {
			panic("store")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	rotate(t, s, clientText)
	fuse = true
	if r := recovered(func() { s.Reserve() }); r != "store" {
		t.Fatalf("panic %v", r)
	}
	fuse = false
	if nonce, _ := reserve(t, s); nonce != 0 {
		t.Errorf("nonce %d", nonce)
	}
}

// The state is stored before the stream exists.
func TestStoredBeforeUse(t *testing.T) {
	s, d := begin(t)
	nonce, _ := reserve(t, s)
	if v := d.restart(t).View(); v.NextNonce != nonce+1 || !cmp.Equal(v.OpenRounds, []uint64{nonce}) {
		t.Errorf("stored: %+v", v)
	}
}

// Every call at once, from many goroutines. The race detector watches the locks.
func TestConcurrency(t *testing.T) {
	s, d := begin(t)
	const goroutines, rounds = 16, 60
	type round struct {
		server seedrng.Hash
		nonce  uint64
	}
	handedOut := make([][]round, goroutines)
	rotated := make([]bool, goroutines)
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for range rounds {
				nonce, stream, err := s.Reserve()
				if err != nil {
					t.Error(err)
					return
				}
				// While the round is open, nobody can rotate.
				view := s.View()
				handedOut[g] = append(handedOut[g], round{view.ServerHash, nonce})
				again, err := s.Resume(nonce)
				if err != nil || again.Uint64() != stream.Uint64() {
					t.Errorf("round %d: %v", nonce, err)
				}
				if _, err := s.Rotate(view.NextServerHash, "c"); !errors.Is(err, seedrng.ErrState) {
					t.Errorf("rotate while round %d is open: %v", nonce, err)
				}
				if err := s.Finish(nonce); err != nil {
					t.Error(err)
				}
				if _, err := s.Rotate(view.NextServerHash, "c"); err == nil {
					rotated[g] = true
				}
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
	if diff := cmp.Diff(s.View(), d.restart(t).View()); diff != "" {
		t.Errorf("the stored state isn't the last one:\n%s", diff)
	}
}

// Two sessions made from one state would deal the same nonce. A store that replaces only
// what was loaded or stored last, as Session's comment advises, stops the second.
func TestTwoSessionsOfOneState(t *testing.T) {
	_, d := begin(t)
	stale := errors.New("another state was stored meanwhile")
	load := func() *seedrng.Session {
		last := d.state
		s, err := seedrng.ParseSession(last, func(state seedrng.State) error {
			if !bytes.Equal(d.state, last) {
				return stale
			}
			last = state.Bytes()
			return d.store(state)
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one, two := load(), load()
	nonce, _ := reserve(t, one)
	if _, stream, err := two.Reserve(); !errors.Is(err, stale) || stream != nil {
		t.Errorf("the second session deals, too: %v", err)
	}
	finish(t, one, nonce)
	if nonce, _ = reserve(t, load()); nonce != 1 {
		t.Errorf("nonce %d", nonce)
	}
}

// A known failure: a server that skips the nonces it dislikes chooses outcomes, and every
// round it deals still verifies. The gaps give it away (SPEC.md, section 5.4).
func TestSkippedNonces(t *testing.T) {
	s, _ := begin(t)
	const bets = 200
	won, gaps, expected := 0, 0, uint64(0)
	for range bets {
		var nonce uint64
		var head uint32
		for range 8 { // until the player loses
			n, stream := reserve(t, s)
			nonce, head = n, stream.Uint32()>>31
			finish(t, s, n)
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
	if gaps < bets/3 {
		t.Errorf("%d gaps in the nonces of %d bets", gaps, bets)
	}
}

func TestOpenRoundsAreBounded(t *testing.T) {
	s, d := begin(t)
	for range seedrng.MaxOpenRounds {
		reserve(t, s)
	}
	if _, _, err := s.Reserve(); !errors.Is(err, seedrng.ErrState) {
		t.Errorf("Reserve: %v", err)
	}
	s = d.restart(t)
	finish(t, s, 500)
	if nonce, _ := reserve(t, s); nonce != seedrng.MaxOpenRounds {
		t.Errorf("nonce %d", nonce)
	}
}

func TestNonceExhaustion(t *testing.T) {
	s, err := seedrng.ParseSession(encodeState(serverText, clientText, math.MaxUint64-1, nil, strings.Repeat("5", 64)), discard)
	if err != nil {
		t.Fatal(err)
	}
	nonce, _ := reserve(t, s)
	if nonce != math.MaxUint64-1 {
		t.Errorf("nonce %d", nonce)
	}
	if _, _, err := s.Reserve(); !errors.Is(err, seedrng.ErrExhausted) {
		t.Errorf("Reserve: %v", err)
	}
	finish(t, s, nonce)
	if v := rotate(t, s, "c"); v.Revealed.Rounds != math.MaxUint64 || v.NextNonce != 0 {
		t.Errorf("%+v", v)
	}
}

// A known failure: a live seed in a message to the client. Neither live seed is in the
// view, under any form; the one revealed is.
func TestViewHoldsNoLiveSeed(t *testing.T) {
	s, d := begin(t)
	reserveAndFinish := func() {
		nonce, _ := reserve(t, s)
		finish(t, s, nonce)
	}
	reserveAndFinish()
	rotate(t, s, "c")
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
	s, _ := begin(t)
	reserve(t, s)
	v := s.View()
	v.OpenRounds[0] = 99
	if got := s.View().OpenRounds[0]; got != 0 {
		t.Errorf("open round %d", got)
	}
}

// A state that was damaged anywhere is refused.
func TestStateDamage(t *testing.T) {
	s, d := begin(t)
	rotate(t, s, "c")
	reserve(t, s)
	reserve(t, s)
	for i := range d.state {
		if _, err := seedrng.ParseSession(d.state[:i], discard); !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatalf("cut to %d bytes: %v", i, err)
		}
		for bit := range 8 {
			b := bytes.Clone(d.state)
			b[i] ^= 1 << bit
			if _, err := seedrng.ParseSession(b, discard); !errors.Is(err, seedrng.ErrMalformed) {
				t.Fatalf("byte %d, bit %d: %v", i, bit, err)
			}
		}
	}
}

// The same, with a checksum that fits: it is refused, or it is what the session stores.
func TestStateTampering(t *testing.T) {
	s, d := begin(t)
	rotate(t, s, "c")
	reserve(t, s)
	reserve(t, s)
	whole := d.state[:len(d.state)-sha256.Size]
	for i := range whole {
		if _, err := seedrng.ParseSession(checksummed(whole[:i]), discard); !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatalf("cut to %d bytes: %v", i, err)
		}
		for bit := range 8 {
			b := bytes.Clone(whole)
			b[i] ^= 1 << bit
			checkCanonical(t, checksummed(b))
		}
	}
}

// checkCanonical checks that a state is refused, or is what its session would store.
func checkCanonical(t *testing.T, state []byte) {
	t.Helper()
	s, err := seedrng.ParseSession(state, discard)
	if err != nil {
		if !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatal(err)
		}
		return
	}
	if again := seedrng.Encode(s); !bytes.Equal(again, state) {
		t.Fatalf("state %x is stored again as %x", state, again)
	}
}

func TestNilStore(t *testing.T) {
	if _, err := seedrng.GenerateSession(nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("GenerateSession: %v", err)
	}
	_, d := begin(t)
	if _, err := seedrng.ParseSession(d.state, nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("ParseSession: %v", err)
	}
}

func TestZeroSession(t *testing.T) {
	var s seedrng.Session
	if diff := cmp.Diff(seedrng.View{}, s.View()); diff != "" {
		t.Error(diff)
	}
	_, _, errReserve := s.Reserve()
	_, errRotate := s.Rotate(seedrng.Hash{}, "c")
	_, errResume := s.Resume(0)
	for _, err := range []error{errReserve, errRotate, errResume, s.Finish(0)} {
		if !errors.Is(err, seedrng.ErrState) {
			t.Error(err)
		}
	}
}
