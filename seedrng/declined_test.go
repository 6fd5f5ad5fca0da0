package seedrng_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A known failure: a bet that the server must refuse, for a reason that has nothing to do
// with its outcome, left the player without a way to bet again or to rotate.
func TestDeclined(t *testing.T) {
	m := newMatch(t)
	m.rotated(m.rotate())
	m.bet("6")
	hash := m.player.View().ServerHash
	bet := m.player.View().Request(1, "1000000")
	if err := m.player.Send(bet); err != nil {
		t.Fatal(err)
	}
	if err := m.server.Decline(hash, 1, "bet 1"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the answer comes twice, and the player restarts between
		if err := m.player.Receive(bet.Decline("no funds")); err != nil {
			t.Fatal(err)
		}
		m.player = m.book.restart(t)
	}
	if r, ok := m.player.Pending(); ok {
		t.Errorf("pending: %+v", r)
	}
	want := seedrng.PlayedRound{Steps: []seedrng.Step{{Sent: "1000000"}}, Declined: "no funds"}
	if v := m.player.View(); !cmp.Equal(v.Rounds[1], want) || v.NextNonce != 2 {
		t.Errorf("%+v", v)
	}

	// Nothing brings the bet back, at either side.
	server := m.disk.restart(t)
	if _, err := server.Reserve(hash, 1, "bet 1"); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("Reserve: %v", err)
	}
	if err := server.Play(hash, 1, "bet 1", func(*seedrng.Stream) { t.Error("drawn") }); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("Play: %v", err)
	}
	if err := server.Decline(hash, 1, "bet 1"); err != nil {
		t.Errorf("Decline again: %v", err)
	}
	if err := server.Decline(hash, 1, "another"); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("Decline of another bet: %v", err)
	}
	before := m.player.View()
	choice := m.player.View().Request(1, "6")
	if err := m.player.Send(choice); choice.Step != 1 || !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("a choice in a declined round: %+v, %v", choice, err)
	}
	for name, a := range map[string]seedrng.Answer{"another reason": bet.Decline("limit"), "an outcome": bet.Outcome("1"),
		"an outcome that reads as the reason": bet.Outcome("no funds")} {
		if err := m.player.Receive(a); !errors.Is(err, seedrng.ErrCheat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if diff := cmp.Diff(before, m.player.View()); diff != "" {
		t.Errorf("the records changed:\n%s", diff)
	}

	m.server = server
	m.bet("52", "6")
	view := m.rotate()
	declined, err := m.player.Rotated(view, replayBounds)
	outcome := must(playBound("1000000", mustStream(t, view.Revealed.ServerSeed, before.ClientSeed, 1)))
	if diff := cmp.Diff([]seedrng.DeclinedBet{{Nonce: 1, Bet: "1000000", Reason: "no funds", Outcome: outcome}},
		declined); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	m.bet("6")
}

// What an attacker does with declines. Nothing of it changes the player.
func TestDeclinesRefused(t *testing.T) {
	m := newMatch(t)
	m.rotated(m.rotate())
	m.bet("6", "7") // nonce 0
	old := m.player.View().Request(1, "6")
	m.declined("6", "no") // nonce 1
	m.rotated(m.rotate())
	m.bet("6") // nonce 0 again
	round := reserve(t, m.server)
	if err := errors.Join(m.send(1, 0, "6"), m.receive(1, 0, must(playBound("6", round.Stream()))), m.send(1, 1, "7")); err != nil {
		t.Fatal(err)
	}
	now := m.player.View().Request(1, "")
	now.Step = 0
	choice := now
	choice.Step = 1
	for name, c := range map[string]struct {
		answer seedrng.Answer
		want   error
	}{
		"a decline of earlier seeds":          {old.Decline("no"), seedrng.ErrMismatch},
		"a decline after the outcome":         {now.Decline("no"), seedrng.ErrCheat},
		"a decline after the round":           {seedrng.Request{ServerHash: now.ServerHash}.Decline("no"), seedrng.ErrCheat},
		"a decline in mid-round":              {choice.Decline("no"), seedrng.ErrMalformed},
		"a decline of a bet that wasn't made": {seedrng.Request{ServerHash: now.ServerHash, Nonce: 2}.Decline("no"), seedrng.ErrMismatch},
		"a decline without a hash":            {seedrng.Request{Nonce: 1}.Decline("no"), seedrng.ErrMismatch},
		"an answer of both kinds": {seedrng.Answer{ServerHash: now.ServerHash, Nonce: 1, Outcome: "1", Declined: "no"},
			seedrng.ErrMalformed},
		"an answer of neither kind": {now.Outcome(""), seedrng.ErrMalformed},
		"a long reason":             {now.Decline(strings.Repeat("n", seedrng.MaxStepLen+1)), seedrng.ErrMalformed},
		"a reason that isn't UTF-8": {now.Decline("\xff"), seedrng.ErrMalformed},
		"a decline of the last nonce there is": {seedrng.Request{ServerHash: now.ServerHash, Nonce: math.MaxUint64}.Decline("no"),
			seedrng.ErrMismatch},
		"a decline of a step before the first": {seedrng.Answer{ServerHash: now.ServerHash, Nonce: 1, Step: -1, Declined: "no"},
			seedrng.ErrMalformed},
		"an outcome of a step before the first": {seedrng.Answer{ServerHash: now.ServerHash, Nonce: 1, Step: -1, Outcome: "1"},
			seedrng.ErrMismatch},
		"a decline in the place of a late answer": {seedrng.Request{ServerHash: m.server.View().NextServerHash, Nonce: 1}.Decline("no"),
			seedrng.ErrMismatch},
	} {
		before := m.player.View()
		if err := m.player.Receive(c.answer); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, m.player.View()); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}

	// The server doesn't decline what it has dealt, and what it declines it doesn't deal.
	hash := m.server.View().ServerHash
	if err := m.server.Decline(hash, 1, "bet 1"); !errors.Is(err, seedrng.ErrOpen) {
		t.Errorf("declined in mid-round: %v", err)
	}
	for name, c := range map[string]struct {
		hash  seedrng.Hash
		nonce uint64
		bet   string
		want  error
	}{
		"another bet's round":    {hash, 1, "bet 2", seedrng.ErrMismatch},
		"a bet with a round":     {hash, 2, "bet 1", seedrng.ErrMismatch},
		"a nonce to come":        {hash, 3, "bet 3", seedrng.ErrMismatch},
		"other seeds":            {old.ServerHash, 2, "bet 2", seedrng.ErrMismatch},
		"no name":                {hash, 2, "", seedrng.ErrMalformed},
		"a round that is over":   {hash, 0, "bet 0", seedrng.ErrFinished},
		"a name that's too long": {hash, 2, strings.Repeat("b", seedrng.MaxBetLen+1), seedrng.ErrMalformed},
	} {
		before := m.disk.state
		errs := []error{m.server.Decline(c.hash, c.nonce, c.bet),
			m.server.Play(c.hash, c.nonce, c.bet, func(*seedrng.Stream) { t.Errorf("%s: drawn", name) })}
		for _, err := range errs {
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !slices.Equal(before, m.disk.state) {
			t.Errorf("%s changed the session", name)
		}
	}
	fresh := must(seedrng.GenerateSession(discard))
	if err := fresh.Decline(hash, 0, "bet 0"); !errors.Is(err, seedrng.ErrNoSeeds) {
		t.Errorf("declined without seeds: %v", err)
	}
}

// A bet may be declined that the rules don't allow. That doesn't stop the player from
// taking the new seeds, and no lie is hidden by it.
func TestDeclinedByTheRules(t *testing.T) {
	m := newMatch(t)
	m.rotated(m.rotate())
	m.declined("red", "no such bet")
	m.declined("6", "no funds")
	view := m.rotate()
	declined, err := m.player.Rotated(view, replayBounds)
	if err != nil || len(declined) != 2 || declined[0].Outcome != "" || declined[1].Outcome == "" {
		t.Errorf("%+v, %v", declined, err)
	}
	if declined, err = m.player.Rotated(view, replayBounds); declined != nil || err != nil { // the records are gone
		t.Errorf("again: %+v, %v", declined, err)
	}

	m.declined("red", "no such bet")
	if err := errors.Join(m.send(1, 0, "1000000000"), m.receive(1, 0, "7")); err != nil {
		t.Fatal(err)
	}
	finish(t, reserve(t, m.server))
	if declined, err := m.player.Rotated(m.rotate(), replayBounds); !errors.Is(err, seedrng.ErrCheat) || declined != nil {
		t.Errorf("a lie after a declined bet: %+v, %v", declined, err)
	}
}

// A server that declines winners is found out by counting, as SPEC.md, section 8, does.
// One that declines as many bets for a reason of its own isn't.
func TestDeclinedWinnersShow(t *testing.T) {
	const bets, p = 1000, 0.5
	suspicious := func(decline func(nonce, outcome uint64) bool) (bool, int) {
		server := begunSession(t, strings.Repeat("7", 64))
		v := server.View()
		player := must(seedrng.ParsePlayer(encodePlayerState(seedrng.PlayerView{ServerHash: v.ServerHash, ClientSeed: v.ClientSeed}),
			func(_, _ seedrng.PlayerState) error { return nil }))
		for nonce := range uint64(bets) {
			r := player.View().Request(nonce, "2")
			name := fmt.Sprint("bet ", nonce)
			known := mustStream(t, strings.Repeat("7", 64), v.ClientSeed, nonce).Uint64N(2) // what the server knows
			a := r.Decline("busy")
			err := player.Send(r)
			if decline(nonce, known) {
				err = errors.Join(err, server.Decline(r.ServerHash, nonce, name))
			} else {
				err = errors.Join(err, server.Play(r.ServerHash, nonce, name, func(s *seedrng.Stream) { a = r.Outcome(must(playBound("2", s))) }))
			}
			if err := errors.Join(err, player.Receive(a)); err != nil {
				t.Fatal(err)
			}
		}
		declined := must(player.Rotated(rotated(t, server, player), replayBounds))
		won := 0
		for _, d := range declined {
			if d.Outcome == "1" {
				won++
			}
		}
		d := float64(len(declined))
		t.Logf("%d of %v declined bets would have won", won, d)
		return float64(won) > d*p+3*math.Sqrt(d*p*(1-p)), won
	}
	if found, _ := suspicious(func(nonce, outcome uint64) bool { return nonce%5 == 0 }); found {
		t.Error("an honest server is suspected")
	}
	if found, _ := suspicious(func(nonce, outcome uint64) bool { return nonce%10 == 0 || nonce%10 < 4 && outcome == 1 }); !found {
		t.Error("a server that declines winners isn't found out")
	}
}

func rotated(t *testing.T, server *seedrng.Session, player *seedrng.Player) seedrng.View {
	t.Helper()
	next := server.View().NextServerHash
	return must(server.Rotate(next, must(player.Rotate(next))))
}

// A bet that is settled at once stores one state, before it draws.
func TestPlay(t *testing.T) {
	s, d := begin(t)
	hash := s.View().ServerHash
	stores := d.n
	var first uint64
	var kept *seedrng.Stream
	err := s.Play(hash, 0, "bet 0", func(stream *seedrng.Stream) {
		if v := d.restart(t).View(); v.NextNonce != 1 || v.OpenRounds != nil {
			t.Errorf("stored before the draw: %+v", v)
		}
		first, kept = stream.Uint64(), stream
	})
	if err != nil || d.n != stores+1 {
		t.Errorf("%v, %d stores", err, d.n-stores)
	}
	if _, err := kept.Read(make([]byte, 1)); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("drawn after Play: %v", err)
	}

	// The same call draws the same, also after a restart, until another nonce is used.
	again := func(s *seedrng.Session) error {
		var drawn uint64
		err := s.Play(hash, 0, "bet 0", func(stream *seedrng.Stream) { drawn = stream.Uint64() })
		if err == nil && drawn != first {
			t.Errorf("drawn %d and %d", first, drawn)
		}
		return err
	}
	if err := errors.Join(again(s), again(d.restart(t))); err != nil || s.View().NextNonce != 1 {
		t.Errorf("again: %v", err)
	}
	if err := errors.Join(s.Play(hash, 0, "another", func(*seedrng.Stream) {}), s.Decline(hash, 0, "bet 0")); !errors.Is(err,
		seedrng.ErrFinished) {
		t.Errorf("another bet: %v", err)
	}
	round := reserve(t, s)
	if err := again(s); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("after another round: %v", err)
	}
	if err := s.Play(hash, 1, "bet 1", func(*seedrng.Stream) {}); !errors.Is(err, seedrng.ErrOpen) {
		t.Errorf("an open round: %v", err)
	}
	round.Stream().Uint32()
	finish(t, round)

	// A store that fails leaves the session as it was, and nothing is drawn. Then the same
	// call works, and no other if the state was written.
	calls := map[string]func(s *seedrng.Session, nonce uint64, draw func(*seedrng.Stream)) error{
		"Play": func(s *seedrng.Session, nonce uint64, draw func(*seedrng.Stream)) error {
			return s.Play(hash, nonce, "spin", draw)
		},
		"Decline": func(s *seedrng.Session, nonce uint64, _ func(*seedrng.Stream)) error {
			return s.Decline(hash, nonce, "spin")
		},
	}
	for name, call := range calls {
		for _, lost := range []bool{true, false} {
			before := s.View()
			d.fail, d.lost = errors.New("disk full"), lost
			err := call(s, before.NextNonce, func(*seedrng.Stream) { t.Error("drawn") })
			if !errors.Is(err, d.fail) || !strings.HasPrefix(err.Error(), "seedrng: storing the session: ") {
				t.Errorf("%s: %v", name, err)
			}
			if diff := cmp.Diff(before, s.View()); diff != "" {
				t.Errorf("%s changed the session:\n%s", name, diff)
			}
			d.fail = nil
			if !lost {
				for other, another := range calls {
					err := another(s, before.NextNonce, func(*seedrng.Stream) {})
					if (other == name) != (err == nil) {
						t.Errorf("%s after %s: %v", other, name, err)
					}
				}
			}
			if err := call(s, before.NextNonce, func(*seedrng.Stream) {}); err != nil || s.View().NextNonce != before.NextNonce+1 {
				t.Errorf("%s again: %v", name, err)
			}
		}
	}

	// A draw that panics has used the nonce, and its stream is over.
	nonce := s.View().NextNonce
	if r := recovered(func() {
		s.Play(hash, nonce, "spin", func(stream *seedrng.Stream) {
			kept = stream
			stream.IntN(0)
		})
	}); r == nil || s.View().NextNonce != nonce+1 {
		t.Errorf("panic %v, %+v", r, s.View())
	}
	if _, err := kept.Read(make([]byte, 1)); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("drawn after a panic: %v", err)
	}

	view := rotate(t, s, "c")
	if got := mustStream(t, view.Revealed.ServerSeed, clientText, 0).Uint64(); got != first {
		t.Errorf("drawn %d, replayed %d", first, got)
	}
	if err := s.Play(view.ServerHash, 0, "bet", nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("nil draw: %v", err)
	}
	var zero seedrng.Session
	for _, err := range []error{zero.Play(hash, 0, "b", func(*seedrng.Stream) {}), zero.Decline(hash, 0, "b")} {
		if !errors.Is(err, seedrng.ErrMalformed) || !strings.Contains(err.Error(), "zero Session") {
			t.Error(err)
		}
	}
}

// Processes with one state can't use a nonce for two bets, though none of these leaves an
// open round in the state, and a store function may succeed if it finds the new state.
func TestTwoBetsAtOnce(t *testing.T) {
	play := func(s *seedrng.Session, bet string) error {
		return s.Play(s.View().ServerHash, 0, bet, func(*seedrng.Stream) {})
	}
	decline := func(s *seedrng.Session, bet string) error { return s.Decline(s.View().ServerHash, 0, bet) }
	calls := map[string]func(s *seedrng.Session, bet string) error{
		"Reserve": func(s *seedrng.Session, bet string) error { return errOf(s.Reserve(s.View().ServerHash, 0, bet)) },
		"Finish": func(s *seedrng.Session, bet string) error {
			round, err := s.Reserve(s.View().ServerHash, 0, bet)
			if err == nil {
				err = round.Finish()
			}
			return err
		},
		"Play":    play,
		"Decline": decline,
	}
	for first, one := range calls {
		for second, two := range calls {
			for _, bet := range []string{"bet 0", "another"} {
				_, d := begin(t)
				overtaken := d.restart(t)
				if err := one(d.restart(t), "bet 0"); err != nil {
					t.Fatal(err)
				}
				same := first == second && bet == "bet 0" && first != "Finish"
				after := bytes.Clone(d.state)
				err := two(overtaken, bet)
				if same != (err == nil) && !(first == "Reserve" && second == "Finish" && bet == "bet 0") {
					t.Errorf("%s after %s, %s: %v", second, first, bet, err)
				}
				if err != nil && !bytes.Equal(after, d.state) {
					t.Errorf("%s after %s, %s: the state changed", second, first, bet)
				}
			}
		}
	}
}

// A process that was overtaken doesn't repeat a bet: its seed may be revealed.
func TestOvertakenRepeats(t *testing.T) {
	for name, call := range map[string]func(s *seedrng.Session, hash seedrng.Hash) error{
		"Play": func(s *seedrng.Session, hash seedrng.Hash) error {
			return s.Play(hash, 0, "bet 0", func(*seedrng.Stream) {})
		},
		"Decline": func(s *seedrng.Session, hash seedrng.Hash) error { return s.Decline(hash, 0, "bet 0") },
	} {
		s, d := begin(t)
		hash := s.View().ServerHash
		if err := call(s, hash); err != nil {
			t.Fatal(err)
		}
		stale := d.restart(t)
		if err := call(d.restart(t), hash); err != nil {
			t.Errorf("%s again: %v", name, err)
		}
		rotate(t, s, "c")
		if err := call(stale, hash); !errors.Is(err, errConflict) {
			t.Errorf("%s again, of a revealed seed: %v", name, err)
		}
	}
}

// The round of a game without an end is over with its last step: the server finishes it,
// and both go on. (A known failure: the player refused the next choice, the server waited
// for it, and nobody could rotate.)
func TestLastStepEndsTheRound(t *testing.T) {
	m := newMatch(t)
	m.player = must(seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error { return nil }))
	m.rotated(m.rotate())
	round := reserve(t, m.server)
	for step := range seedrng.MaxSteps {
		r := m.player.View().Request(0, "6")
		if r.Step != step {
			t.Fatalf("step %d: %+v", step, r)
		}
		if err := errors.Join(m.player.Send(r), m.player.Receive(r.Outcome(must(playBound("6", round.Stream()))))); err != nil {
			t.Fatal(err)
		}
		if r.Step == seedrng.MaxSteps-1 {
			finish(t, round)
		}
	}
	if err := m.player.Send(m.player.View().Request(0, "6")); !errors.Is(err, seedrng.ErrFinished) {
		t.Errorf("a step after the last: %v", err)
	}
	m.bet("6")
	next := m.server.View().NextServerHash
	view := must(m.server.Rotate(next, must(m.player.Rotate(next))))
	if _, err := m.player.Rotated(view, func(sent []string, s *seedrng.Stream) ([]string, error) {
		if len(sent) > 1 && len(sent) < seedrng.MaxSteps { // to save the time of half a million draws
			outcomes := make([]string, len(sent))
			var last string
			for range sent {
				last = fmt.Sprint(s.IntN(6))
			}
			outcomes[len(sent)-1] = last
			return outcomes, nil
		}
		return replayBounds(sent, s)
	}); err != nil {
		t.Error(err)
	}
}

// What is pending is the request that was recorded, after a restart as well.
func TestPending(t *testing.T) {
	m := newMatch(t)
	pending := func(want seedrng.Request, ok bool) {
		t.Helper()
		for _, p := range []*seedrng.Player{m.player, m.book.restart(t)} {
			if got, is := p.Pending(); got != want || is != ok {
				t.Errorf("pending %+v, %v", got, is)
			}
		}
	}
	pending(seedrng.Request{}, false)
	view := m.rotate()
	pending(seedrng.Request{}, false)
	m.rotated(view)
	r := m.player.View().Request(0, "6")
	if want := (seedrng.Request{ServerHash: view.ServerHash, Text: "6"}); r != want {
		t.Errorf("%+v", r)
	}
	for range 2 {
		if err := m.player.Send(r); err != nil {
			t.Fatal(err)
		}
		pending(r, true)
	}
	if err := m.player.Receive(r.Outcome("1")); err != nil {
		t.Fatal(err)
	}
	pending(seedrng.Request{}, false)
	finish(t, reserve(t, m.server))
	m.bet("6")
	r = m.player.View().Request(0, "7")
	if want := (seedrng.Request{ServerHash: view.ServerHash, Step: 1, Text: "7"}); r != want {
		t.Errorf("%+v", r)
	}
	if err := m.player.Send(r); err != nil {
		t.Fatal(err)
	}
	pending(r, true)
	if _, err := m.player.Rotate(view.NextServerHash); !errors.Is(err, seedrng.ErrPending) {
		t.Errorf("rotate: %v", err)
	}
	if got, ok := new(seedrng.Player).Pending(); ok || got != (seedrng.Request{}) {
		t.Errorf("zero Player: %+v", got)
	}
}

// A mistake is found at the first rotation, not when a bet is lost.
func TestRotatedWithoutRules(t *testing.T) {
	m := newMatch(t)
	view := m.rotate()
	if _, err := m.player.Rotated(view, nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("%v", err)
	}
	m.rotated(view)
}

// A server tells by the error what to answer: no error is one of two kinds.
func TestErrorsAreApart(t *testing.T) {
	all := []error{seedrng.ErrMalformed, seedrng.ErrMismatch, seedrng.ErrNoSeeds, seedrng.ErrOpen, seedrng.ErrFinished,
		seedrng.ErrPending, seedrng.ErrExhausted, seedrng.ErrCheat}
	s, _ := begin(t)
	hash, next := s.View().ServerHash, s.View().NextServerHash
	finish(t, reserve(t, s))
	reserve(t, s)
	fresh := must(seedrng.GenerateSession(discard))
	for name, c := range map[string]struct{ err, want error }{
		"not begun":    {errOf(fresh.Reserve(hash, 0, "b")), seedrng.ErrNoSeeds},
		"finished":     {errOf(s.Reserve(hash, 0, "bet 0")), seedrng.ErrFinished},
		"rounds open":  {errOf(s.Rotate(next, "c")), seedrng.ErrOpen},
		"too late":     {s.Decline(hash, 1, "bet 1"), seedrng.ErrOpen},
		"another hash": {errOf(s.Reserve(next, 0, "b")), seedrng.ErrMismatch},
	} {
		for _, class := range all {
			if errors.Is(c.err, class) != (class == c.want) {
				t.Errorf("%s: %v is %v", name, c.err, class)
			}
		}
	}
}

// The wire forms, which SPEC.md leaves to the server and its players.
func TestRequestJSON(t *testing.T) {
	r := seedrng.Request{ServerHash: mustParse(t, serverText).Hash(), Nonce: math.MaxUint64, Step: 3, Text: "a <b> \u2028"}
	const head = `{"serverHash":"92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9","nonce":"18446744073709551615","step":3,`
	for _, c := range []struct {
		value any
		back  any
		want  string
	}{
		{r, new(seedrng.Request), head + `"text":"a \u003cb\u003e \u2028"}`},
		{r.Outcome("7"), new(seedrng.Answer), head + `"outcome":"7"}`},
		{r.Decline("no"), new(seedrng.Answer), head + `"declined":"no"}`},
	} {
		text := must(json.Marshal(c.value))
		if string(text) != c.want {
			t.Errorf("%s", text)
		}
		if err := json.Unmarshal(text, c.back); err != nil {
			t.Fatal(err)
		}
		if again := must(json.Marshal(c.back)); string(again) != c.want {
			t.Errorf("%s", again)
		}
	}
	for text, good := range map[string]bool{"6": true, "": false, "\xff": false, strings.Repeat("6", 1024): true,
		strings.Repeat("6", 1025): false} {
		if err := (seedrng.Request{Text: text}).Check(); (err == nil) != good || err != nil && !errors.Is(err, seedrng.ErrMalformed) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
	if err := (seedrng.Request{Step: -1, Text: "6"}).Check(); !errors.Is(err, seedrng.ErrMalformed) {
		t.Error(err)
	}
}

// A server that stores the answer after the state crashes between the two. By then, what it
// declined for is no longer so, or has become so: ErrFinished says that the other call is to
// be repeated.
func TestWhichCallToRepeat(t *testing.T) {
	for _, first := range []string{"play", "decline"} {
		m := newMatch(t)
		m.rotated(m.rotate())
		hash := m.player.View().ServerHash
		var drawn []uint64
		calls := map[string]func(*seedrng.Session) error{
			"play": func(s *seedrng.Session) error {
				return s.Play(hash, 0, "bet 0", func(s *seedrng.Stream) { drawn = append(drawn, s.Uint64()) })
			},
			"decline": func(s *seedrng.Session) error { return s.Decline(hash, 0, "bet 0") },
		}
		if err := calls[first](m.server); err != nil {
			t.Fatal(err)
		}
		server := m.disk.restart(t)
		other := map[string]string{"play": "decline", "decline": "play"}[first]
		if err := calls[other](server); !errors.Is(err, seedrng.ErrFinished) {
			t.Errorf("%s, and then %s: %v", first, other, err)
		}
		if err := calls[first](server); err != nil {
			t.Errorf("%s again: %v", first, err)
		}
		if first == "play" && (len(drawn) != 2 || drawn[0] != drawn[1]) || first == "decline" && drawn != nil {
			t.Errorf("%s: %d was drawn", first, drawn)
		}
	}
}

// The player crashes after a rotation is stored: the declined bets aren't reported any more,
// but a store function that keeps the old state when the active hash changes has them.
func TestDeclinedArchived(t *testing.T) {
	m := newMatch(t)
	m.rotated(m.rotate())
	bet := m.player.View().Request(0, "6")
	if err := errors.Join(m.player.Send(bet), m.server.Decline(bet.ServerHash, 0, "bet 0"), m.player.Receive(bet.Decline("no"))); err != nil {
		t.Fatal(err)
	}
	view := m.rotate()
	active := func(st seedrng.PlayerState) seedrng.PlayerView {
		return must(seedrng.ParsePlayer(st.Bytes(), func(_, _ seedrng.PlayerState) error { return nil })).View()
	}
	var archived []seedrng.PlayerView
	lost := errors.New("answer lost")
	player := must(seedrng.ParsePlayer(m.book.state, func(old, new seedrng.PlayerState) error {
		if v := active(old); v.ServerHash != active(new).ServerHash {
			archived = append(archived, v)
		}
		m.book.state = new.Bytes()
		return lost
	}))
	replay := func(sent []string, s *seedrng.Stream) ([]string, error) { return make([]string, len(sent)), nil }
	if _, err := player.Rotated(view, replay); !errors.Is(err, lost) {
		t.Fatal(err)
	}
	player = m.book.restart(t)
	if declined, err := player.Rotated(view, replay); err != nil || declined != nil {
		t.Errorf("%v, %v", declined, err)
	}
	if len(archived) != 1 || archived[0].ServerHash != view.Revealed.ServerHash || archived[0].Rounds[0].Declined != "no" {
		t.Errorf("%+v", archived)
	}
}
