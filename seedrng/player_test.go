package seedrng_test

import (
	"bytes"
	"crypto/sha256"
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

// The whole story, with restarts of the player after every call.
func TestPlayer(t *testing.T) {
	m := newMatch(t)
	restart := func() { m.player = m.playerDisk.restart() }
	for range 3 {
		view := m.serverRotates()
		restart()
		m.wantConfirmed(view)
		restart()
		if got := m.player.View(); got.ServerHash != view.ServerHash || got.ClientSeed != view.ClientSeed || got.NextNonce != 0 ||
			got.Rounds != nil || got.NextClientSeed != "" {
			t.Errorf("%+v after %+v", got, view)
		}
		m.bet("6")
		restart()
		m.bet("52", "1000000000")
		m.bet("6", "6", "6")
		restart()
		rounds := m.player.View().Rounds
		if len(rounds) != 3 || m.player.View().NextNonce != 3 || len(rounds[1].Steps) != 2 || rounds[1].Steps[0].Sent != "52" ||
			rounds[1].Steps[0].Received == "" {
			t.Errorf("rounds %+v", rounds)
		}
	}
	m.rotate()
}

// Every call may be made again: nothing changes, and the result is the same.
func TestPlayerRepeats(t *testing.T) {
	m := begunMatch(t)
	m.bet("6", "7")
	hash := m.server.View().NextServerHash
	client := must(m.player.Rotate(hash))
	for _, p := range []*seedrng.Player{m.player, m.playerDisk.restart()} {
		if again, err := p.Rotate(hash); err != nil || again != client {
			t.Errorf("another client seed for one hash: %q, %q, %v", client, again, err)
		}
	}
	view := must(m.server.Rotate(hash, client))
	before := bytes.Clone(m.playerDisk.state)
	for _, err := range []error{m.send(0, 0, "6"), m.send(0, 1, "7"),
		m.receive(0, 0, m.player.View().Rounds[0].Steps[0].Received)} {
		if err != nil || !bytes.Equal(before, m.playerDisk.state) {
			t.Errorf("a repeated call: %v", err)
		}
	}
	for range 2 {
		m.wantConfirmed(view)
	}
	m.bet("6")
	m.wantConfirmed(view) // late
	if m.player.View().NextNonce != 1 {
		t.Error("a late answer dropped the bets")
	}
}

// A refusal is what a call returned, and the class of errors that it must be of.
type refusal struct {
	name      string
	err, want error
}

// What a player refuses without accusing anybody, and what leaves everything as it was: what leads to a stage,
// and what is refused there.
func TestPlayerRefusals(t *testing.T) {
	m := newMatch(t)
	other := must(seedrng.GenerateSession(discard)).View().NextServerHash
	first, own := m.server.View(), errors.New("a rule of the game")
	var view seedrng.View // of the last rotation
	altered := func(alter func(v *seedrng.View)) error {
		v := view
		if v.Revealed != nil {
			revealed := *v.Revealed
			v.Revealed = &revealed
		}
		alter(&v)
		return m.confirm(v)
	}
	replayed := func(replay seedrng.Replay) error { return errOf(m.player.Rotated(view, replay)) }
	for _, stage := range []struct {
		name    string
		do      func()
		refused func() []refusal
	}{
		{"without seeds", func() {}, func() []refusal {
			return []refusal{
				{"zero hash", errOf(m.player.Rotate(seedrng.Hash{})), seedrng.ErrMalformed},
				{"a bet", m.send(0, 0, "6"), seedrng.ErrNoSeeds},
				{"rotated without asking", m.confirm(first), seedrng.ErrMismatch},
				{"the zero view", m.confirm(seedrng.View{}), seedrng.ErrMismatch},
			}
		}},
		{"having asked for seeds", func() { view = m.serverRotates() }, func() []refusal {
			return []refusal{
				{"another hash than the one shown", errOf(m.player.Rotate(other)), seedrng.ErrMismatch},
				{"not confirmed", m.confirm(first), seedrng.ErrMismatch},
				{"another client seed", altered(func(v *seedrng.View) { v.ClientSeed = "the server's own" }), seedrng.ErrMismatch},
				{"nonces used before the first bet", altered(func(v *seedrng.View) { v.NextNonce = 1 }), seedrng.ErrMismatch},
				{"a bet before they are confirmed", m.send(0, 0, "6"), seedrng.ErrNoSeeds},
			}
		}},
		{"with seeds", func() { m.wantConfirmed(view) }, func() []refusal {
			return []refusal{
				{"the active hash", errOf(m.player.Rotate(view.ServerHash)), seedrng.ErrMismatch},
				{"nonce skipped", m.send(1, 0, "6"), seedrng.ErrMismatch},
				{"step skipped", m.send(0, 1, "6"), seedrng.ErrMismatch},
				{"negative step", m.send(0, -1, "6"), seedrng.ErrMalformed},
				{"nothing sent", m.send(0, 0, ""), seedrng.ErrMalformed},
				{"too much sent", m.send(0, 0, strings.Repeat("6", 1025)), seedrng.ErrMalformed},
				{"a bet with other seeds", m.player.Send(seedrng.Request{ServerHash: other, Text: "6"}), seedrng.ErrMismatch},
				{"an answer for other seeds", m.player.Receive(seedrng.Request{ServerHash: other}.Outcome("6")), seedrng.ErrMismatch},
				{"an answer to nothing", m.receive(0, 0, "1"), seedrng.ErrMismatch},
			}
		}},
		{"with a bet on its way", func() { must(0, m.send(0, 0, "6")) }, func() []refusal {
			return []refusal{
				{"another bet for the nonce", m.send(0, 0, "7"), seedrng.ErrMismatch},
				{"the next bet", m.send(1, 0, "6"), seedrng.ErrPending},
				{"the next step", m.send(0, 1, "6"), seedrng.ErrPending},
				{"empty outcome", m.receive(0, 0, ""), seedrng.ErrMalformed},
				{"an overlong outcome", m.receive(0, 0, strings.Repeat("1", 1025)), seedrng.ErrMalformed},
				{"an answer to no step", m.receive(0, 1, "1"), seedrng.ErrMismatch},
				{"an answer to a negative step", m.receive(0, -1, "1"), seedrng.ErrMismatch},
				{"to rotate", errOf(m.player.Rotate(view.NextServerHash)), seedrng.ErrPending},
			}
		}},
		{"in a round", func() {
			round := reserve(m.server)
			must(0, m.receive(0, 0, must(playBound("6", round.Stream()))))
			finish(t, round)
		}, func() []refusal {
			return []refusal{{"step skipped", m.send(0, 2, "6"), seedrng.ErrMismatch}}
		}},
		{"having asked for other seeds", func() { view = m.serverRotates() }, func() []refusal {
			return []refusal{
				{"a bet", m.send(1, 0, "6"), seedrng.ErrPending},
				{"nothing revealed", altered(func(v *seedrng.View) { v.Revealed = nil }), seedrng.ErrMismatch},
				{"another pair revealed", altered(func(v *seedrng.View) { v.Revealed.ServerHash = other }), seedrng.ErrMismatch},
				{"nil replay", replayed(nil), seedrng.ErrMalformed},
				{"too few outcomes", replayed(func([]string, *seedrng.Stream) ([]string, error) { return nil, nil }), seedrng.ErrMalformed},
				{"too many", replayed(func(sent []string, s *seedrng.Stream) ([]string, error) {
					outcomes, err := replayBounds(sent, s)
					return append(outcomes, "1"), err
				}), seedrng.ErrMalformed},
				{"replay fails", replayed(func([]string, *seedrng.Stream) ([]string, error) { return nil, own }), own},
			}
		}},
		{"with a choice whose answer got lost", func() { must(0, m.send(0, 1, "6")) }, func() []refusal {
			return []refusal{{"rotated", m.confirm(view), seedrng.ErrPending}}
		}},
	} {
		stage.do()
		before := m.player.View()
		for _, r := range stage.refused() {
			if !errors.Is(r.err, r.want) || errors.Is(r.err, seedrng.ErrCheat) {
				t.Errorf("%s, %s: %v", stage.name, r.name, r.err)
			}
		}
		if diff := cmp.Diff(before, m.player.View()); diff != "" {
			t.Errorf("%s, what is refused changes the player:\n%s", stage.name, diff)
		}
	}
}

// A server that gives two outcomes for one step has cheated.
func TestPlayerAccusesOfTwoOutcomes(t *testing.T) {
	m := begunMatch(t)
	m.bet("1000000000")
	first := m.player.View().Rounds[0].Steps[0].Received
	if err := m.receive(0, 0, first+"0"); !errors.Is(err, seedrng.ErrCheat) {
		t.Errorf("two outcomes: %v", err)
	}
}

// A server that reveals another seed than it has shown the hash of has cheated, also if no bet was made with it.
func TestPlayerAccusesOfOtherSeed(t *testing.T) {
	m := begunMatch(t)
	m.bet("1000000000")
	view := m.serverRotates()
	for name, seed := range map[string]string{
		"another seed":         seedrng.GenerateServerSeed().Reveal(),
		"a seed altered":       view.Revealed.ServerSeed + " ",
		"a seed of 1024 bytes": strings.Repeat("s", 1024),
		"a seed of 1025 bytes": strings.Repeat("s", 1025),
		"no seed":              "",
		"not UTF-8":            "\xff",
	} {
		changed, revealed := view, *view.Revealed
		changed.Revealed, revealed.ServerSeed = &revealed, seed
		before := m.player.View()
		if err := m.confirm(changed); !errors.Is(err, seedrng.ErrCheat) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, m.player.View()); diff != "" {
			t.Errorf("%s: the records changed:\n%s", name, diff)
		}
	}
	m.wantConfirmed(view) // the same server, honest

	view = m.serverRotates()
	revealed := *view.Revealed
	revealed.ServerSeed = seedrng.GenerateServerSeed().Reveal()
	changed := view
	changed.Revealed = &revealed
	if err := m.confirm(changed); !errors.Is(err, seedrng.ErrCheat) {
		t.Errorf("another seed, without bets: %v", err)
	}
}

// A text that has the hash and is no server seed. Of 65 bytes and more, anyone could
// have computed the outcomes; the others would be refused by every audit.
func TestPlayerAccusesOfNoSeed(t *testing.T) {
	next := seedrng.GenerateServerSeed().Hash()
	for name, text := range map[string]string{
		"65 bytes": strings.Repeat("s", 65), "1024 bytes": strings.Repeat("s", 1024), "1025 bytes": strings.Repeat("s", 1025),
		"no text": "", "not UTF-8": "\xff",
	} {
		hash := seedrng.Hash(sha256.Sum256([]byte(text)))
		cheated := newMatch(t).player
		client := must(cheated.Rotate(hash))
		if err := errOf(cheated.Rotated(seedrng.View{ServerHash: hash, ClientSeed: client}, replayBounds)); err != nil {
			t.Fatal(err)
		}
		last := must(cheated.Rotate(next))
		err := errOf(cheated.Rotated(seedrng.View{ServerHash: next, ClientSeed: last,
			Revealed: &seedrng.Revealed{ServerHash: hash, ServerSeed: text}}, replayBounds))
		if !errors.Is(err, seedrng.ErrCheat) || errors.Is(err, seedrng.ErrMalformed) {
			t.Errorf("a server seed of %s: %v", name, err)
		}
	}
}

// An outcome that the seeds don't give, in every round and step.
func TestPlayerAccusesOfOutcome(t *testing.T) {
	for nonce := range 3 {
		for step := range 2 {
			m := begunMatch(t)
			for n := range uint64(3) {
				round := reserve(m.server)
				for s := range 2 {
					outcome := must(playBound("1000000000", round.Stream()))
					if int(n) == nonce && s == step {
						outcome = "7"
					}
					m.wantTaken(n, s, "1000000000", outcome)
				}
				finish(t, round)
			}
			err := m.confirm(m.serverRotates())
			if want := fmt.Sprintf("round %d, step %d", nonce, step); !errors.Is(err, seedrng.ErrCheat) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
}

// A server that commits to one seed and deals from something else, in one round of five,
// is found out at the reveal.
func TestPlayerFindsOtherStreams(t *testing.T) {
	const bound = "1073741824" // 2³⁰, for which no word is rejected, so that a later draw is another word
	other := seedrng.GenerateServerSeed()
	for name, cheat := range map[string]func(seed seedrng.ServerSeed, client string, nonce uint64) (*seedrng.Stream, error){
		"nothing": seedrng.NewStream, // the control
		"the next nonce": func(seed seedrng.ServerSeed, client string, nonce uint64) (*seedrng.Stream, error) {
			return seedrng.NewStream(seed, client, nonce+1)
		},
		"another client seed": func(seed seedrng.ServerSeed, client string, nonce uint64) (*seedrng.Stream, error) {
			return seedrng.NewStream(seed, client+"x", nonce)
		},
		"another server seed": func(_ seedrng.ServerSeed, client string, nonce uint64) (*seedrng.Stream, error) {
			return seedrng.NewStream(other, client, nonce)
		},
		"a later draw": func(seed seedrng.ServerSeed, client string, nonce uint64) (*seedrng.Stream, error) {
			s, err := seedrng.NewStream(seed, client, nonce)
			s.Uint32()
			return s, err
		},
	} {
		for round := range uint64(5) {
			seed := seedrng.GenerateServerSeed()
			m := newMatch(t)
			client := must(m.player.Rotate(seed.Hash()))
			m.wantConfirmed(seedrng.View{ServerHash: seed.Hash(), ClientSeed: client})
			for nonce := range uint64(5) {
				stream := must(seedrng.NewStream(seed, client, nonce))
				if nonce == round {
					stream = must(cheat(seed, client, nonce))
				}
				outcome := must(playBound(bound, stream))
				m.wantTaken(nonce, 0, bound, outcome)
			}
			next := must(m.player.Rotate(other.Hash()))
			err := errOf(m.player.Rotated(seedrng.View{ServerHash: other.Hash(), ClientSeed: next,
				Revealed: &seedrng.Revealed{ServerHash: seed.Hash(), ServerSeed: seed.Reveal(), ClientSeed: client, Rounds: 5}}, replayBounds))
			if errors.Is(err, seedrng.ErrCheat) == (name == "nothing") {
				t.Errorf("%s in round %d: %v", name, round, err)
			}
		}
	}
}

// A failure of others: a refused rotation is a choice, if the player sends another client
// seed then. The server here refuses every pair of seeds with which the player would win
// the first toss, up to seven times.
func TestRefusedRotateIsNoChoice(t *testing.T) {
	const games = 1000
	play := func(rotate func(server *seedrng.Session) error) (won int) {
		for range games {
			refusals, started := 7, false
			server := must(seedrng.GenerateSession(func(_, new seedrng.SessionState) error {
				if !started || refusals == 0 {
					return nil
				}
				peek := must(seedrng.ParseSession(new.Bytes(), discard))
				if reserve(peek).Stream().IntN(2) == 0 {
					refusals = 0
					return nil
				}
				refusals--
				return errors.New("database timeout")
			}))
			started = true
			for rotate(server) != nil {
			}
			won += reserve(server).Stream().IntN(2)
		}
		return won
	}

	negligent := play(func(server *seedrng.Session) error {
		_, err := server.Rotate(server.View().NextServerHash, seedrng.GenerateServerSeed().Reveal())
		return err
	})
	var player *seedrng.Player
	var last *seedrng.Session
	careful := play(func(server *seedrng.Session) error {
		if server != last {
			last, player = server, must(seedrng.GeneratePlayer(discardPlayer))
		}
		_, err := server.Rotate(server.View().NextServerHash, must(player.Rotate(server.View().NextServerHash)))
		return err
	})
	t.Logf("of %d first tosses, a player who sends a new client seed wins %d, a Player %d", games, negligent, careful)
	if negligent > games/20 {
		t.Errorf("negative control: the player won %d of %d", negligent, games)
	}
	if careful < games*4/10 { // six standard deviations below a half
		t.Errorf("the server let a Player win %d of %d", careful, games)
	}
}

// With the most rounds recorded, a new bet is refused, and those that are open can still be
// played to their end: the limit strands no stake.
func TestPlayerFinishesOpenRounds(t *testing.T) {
	const bound = "1000000"
	m := &match{t: t, replay: replayBounds}
	var open []uint64
	view := seedrng.PlayerView{ServerHash: mustParse(serverText).Hash(), ClientSeed: clientText}
	for nonce := range uint64(seedrng.MaxPlayedRounds) {
		outcome := must(playBound(bound, must(seedrng.NewStream(mustParse(serverText), clientText, nonce))))
		view.Rounds = append(view.Rounds, seedrng.PlayedRound{Steps: []seedrng.Step{{Sent: bound, Received: outcome}}})
		if nonce%32 == 31 { // among them the last
			open = append(open, nonce)
		}
	}
	m.serverDisk.state = encodeState(serverText, clientText, seedrng.MaxPlayedRounds, open, strings.Repeat("5", 64))
	m.server = must(seedrng.ParseSession(m.serverDisk.state, m.serverDisk.store))
	m.playerDisk.state = encodePlayerState(view)
	m.player = m.playerDisk.restart()

	if err := m.send(seedrng.MaxPlayedRounds, 0, bound); !errors.Is(err, seedrng.ErrExhausted) || !strings.HasSuffix(err.Error(), ": rotate") {
		t.Errorf("another round: %v", err)
	}
	if diff := cmp.Diff(view.Rounds, m.player.View().Rounds); diff != "" {
		t.Errorf("a refused bet is recorded:\n%s", diff)
	}
	for _, o := range m.server.View().OpenRounds {
		for step := 1; step <= 2; step++ {
			round := must(m.server.Reserve(view.ServerHash, o.Nonce, o.Bet))
			outcomes := must(replayBounds(slices.Repeat([]string{bound}, step+1), round.Stream()))
			if err := errors.Join(m.send(o.Nonce, step, bound), m.receive(o.Nonce, step, outcomes[step])); err != nil {
				t.Fatal(err)
			}
			m.player = m.playerDisk.restart()
		}
		finish(t, must(m.server.Reserve(view.ServerHash, o.Nonce, o.Bet)))
	}
	m.rotate()
	m.bet(bound)
}

// A round has so many steps and no more, however many there are in others.
func TestPlayerLongestRound(t *testing.T) {
	const most = seedrng.MaxSteps
	m := begunMatch(t)
	parse := func(steps ...int) (*seedrng.Player, error) {
		v := m.player.View()
		for _, n := range steps {
			v.Rounds = append(v.Rounds, seedrng.PlayedRound{Steps: slices.Repeat([]seedrng.Step{{Sent: "6", Received: "1"}}, n)})
		}
		return seedrng.ParsePlayer(encodePlayerState(v), discardPlayer)
	}
	for name, steps := range map[string][]int{
		"a round of too many steps": {1, most + 1, 1},
		"too many rounds":           slices.Repeat([]int{1}, seedrng.MaxPlayedRounds+1),
	} {
		if _, err := parse(steps...); !errors.Is(err, seedrng.ErrMalformed) {
			t.Errorf("a state with %s: %v", name, err)
		}
	}
	m.player = must(parse(most, most-1, most))
	if err := errors.Join(m.send(1, most-1, "6"), m.receive(1, most-1, "1")); err != nil {
		t.Errorf("step %d: %v", most-1, err)
	}
	for nonce := range uint64(3) {
		if err := m.send(nonce, most, "6"); !errors.Is(err, seedrng.ErrFinished) {
			t.Errorf("step %d: %v", most, err)
		}
	}
	if err := errors.Join(m.send(3, 0, "6"), m.receive(3, 0, "1"), m.send(3, 1, "6")); err != nil {
		t.Errorf("the next round: %v", err)
	}
}

// A change that couldn't be stored hasn't happened, and may be tried again.
func TestPlayerStoreFails(t *testing.T) {
	broken := errors.New("disk full")
	if _, err := seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("GeneratePlayer: %v", err)
	}
	for _, lost := range []bool{true, false} {
		m := newMatch(t)
		m.playerDisk.lost = lost
		try := func(name string, call func() error) {
			t.Helper()
			before := m.player.View()
			m.playerDisk.fail = broken
			if err := call(); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "seedrng: storing the player: ") {
				t.Errorf("%s: %v", name, err)
			}
			if diff := cmp.Diff(before, m.player.View()); diff != "" {
				t.Errorf("%s changed the player:\n%s", name, diff)
			}
			m.playerDisk.fail = nil
			if err := call(); err != nil {
				t.Errorf("%s again: %v", name, err)
			}
		}
		hash := m.server.View().NextServerHash
		try("Rotate", func() error { _, err := m.player.Rotate(hash); return err })
		view := m.serverRotates()
		try("Rotated", func() error { return m.confirm(view) })
		try("Send", func() error { return m.send(0, 0, "6") })
		try("Receive", func() error { return m.receive(0, 0, "1") })
	}
}

func TestPlayerStateDamage(t *testing.T) {
	m := begunMatch(t)
	m.bet("6", "7")
	m.bet("6")
	if err := m.send(2, 0, "8"); err != nil {
		t.Fatal(err)
	}
	states := [][]byte{bytes.Clone(m.playerDisk.state)}
	if err := m.receive(2, 0, "1"); err != nil {
		t.Fatal(err)
	}
	m.serverRotates()
	states = append(states, bytes.Clone(m.playerDisk.state))
	for _, state := range states {
		wantUndamaged(t, state, storedPlayer)
	}
}

func TestPlayerZeroValues(t *testing.T) {
	var p seedrng.Player
	_, err := p.Rotate(seedrng.Hash{1})
	for _, err := range []error{err, errOf(p.Rotated(seedrng.View{}, replayBounds)), p.Send(seedrng.Request{Text: "6"}),
		p.Receive(seedrng.Request{}.Outcome("1"))} {
		if !errors.Is(err, seedrng.ErrMalformed) || !strings.Contains(err.Error(), "zero Player") {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(seedrng.PlayerView{}, p.View()); diff != "" {
		t.Error(diff)
	}
	if r, ok := p.Pending(); ok {
		t.Errorf("pending: %+v", r)
	}
	if _, err := seedrng.GeneratePlayer(nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Error(err)
	}
	var n playerDisk
	must(seedrng.GeneratePlayer(n.store))
	if _, err := seedrng.ParsePlayer(n.state, nil); !errors.Is(err, seedrng.ErrMalformed) {
		t.Error(err)
	}
	if (seedrng.PlayerState{}).Bytes() != nil {
		t.Error("the zero PlayerState has bytes")
	}
}

// What a View's owner writes into it doesn't reach the player.
func TestPlayerViewIsACopy(t *testing.T) {
	m := begunMatch(t)
	m.bet("6")
	v := m.player.View()
	v.Rounds[0].Steps[0].Sent = "7"
	if got := m.player.View().Rounds[0].Steps[0].Sent; got != "6" {
		t.Errorf("sent %q", got)
	}
}

func TestPlayerPrintsRedacted(t *testing.T) {
	m := newMatch(t)
	m.serverRotates()
	var state seedrng.PlayerState
	p, err := seedrng.ParsePlayer(m.playerDisk.state, func(_, new seedrng.PlayerState) error { state = new; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := errOf(p.Rotated(m.server.View(), replayBounds)); err != nil {
		t.Fatal(err)
	}
	client := p.View().ClientSeed
	for _, v := range []any{p, *p, state, struct{ p *seedrng.Player }{p}, struct{ s seedrng.PlayerState }{state}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
			if text := fmt.Sprintf(verb, v); strings.Contains(text, client) || strings.Contains(text, fmt.Sprintf("%x", client)) {
				t.Errorf("%s: %s", verb, text)
			}
		}
		if _, err := json.Marshal(v); err == nil &&
			!slices.Contains([]string{"struct { p *seedrng.Player }", "struct { s seedrng.PlayerState }"}, fmt.Sprintf("%T", v)) {
			t.Errorf("%T is marshalled", v)
		}
	}
}

// A server that lies about a draw can't hide it behind a choice that only the lie made
// possible: the draw is compared before the choice is replayed.
func TestLieBeforeAnImpossibleChoice(t *testing.T) {
	m := newMatch(t)
	// Every draw ends the hand, so no choice is ever possible.
	m.replay = func(sent []string, stream *seedrng.Stream) ([]string, error) {
		if len(sent) > 1 {
			return nil, errors.New("a choice after the hand was over")
		}
		return []string{"over"}, nil
	}
	m.rotate()
	round := reserve(m.server)
	m.wantTaken(0, 0, "bet", "alive")
	m.wantTaken(0, 1, "hit", "alive")
	finish(t, round)
	if err := m.confirm(m.serverRotates()); !errors.Is(err, seedrng.ErrCheat) {
		t.Error(err)
	}
}

// A server that declines winners is found out by counting, as SPEC.md, section 8, does.
// One that declines as many bets for a reason of its own isn't.
func TestDeclinedWinnersShow(t *testing.T) {
	const bets, p = 1000, 0.5
	suspicious := func(decline func(nonce, outcome uint64) bool) (bool, int) {
		server := sessionOf(strings.Repeat("7", 64))
		v := server.View()
		player := must(seedrng.ParsePlayer(encodePlayerState(seedrng.PlayerView{ServerHash: v.ServerHash, ClientSeed: v.ClientSeed}),
			discardPlayer))
		for nonce := range uint64(bets) {
			r := player.View().Request(nonce, "2")
			name := fmt.Sprint("bet ", nonce)
			known := mustStream(strings.Repeat("7", 64), v.ClientSeed, nonce).Uint64N(2) // what the server knows
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

// The wire forms, which SPEC.md leaves to the server and its players.
func TestRequestJSON(t *testing.T) {
	r := seedrng.Request{ServerHash: mustParse(serverText).Hash(), Nonce: math.MaxUint64, Step: 3, Text: "a <b> \u2028"}
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
}
