package house_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// sit returns a player who has seeds, and so may bet on crash.
func sit(t testing.TB, h *house.House) (player string) {
	t.Helper()
	player = newPlayer()
	rotate(t, h, player, enter(t, h, player))
	return player
}

func join(t testing.TB, h *house.House, player string, r *house.CrashRound, text string) house.CrashAnswer {
	t.Helper()
	answer, err := h.BetOnCrash(context.Background(), player, r.Chain, r.Round, text)
	return must(t, answer, err)
}

func settle(t testing.TB, h *house.House, player string, r *house.CrashRound) (paid int64) {
	t.Helper()
	answer, err := h.Settle(context.Background(), player, r.Chain, r.Round)
	noError(t, err)
	again, err := h.Settle(context.Background(), player, r.Chain, r.Round)
	if noError(t, err); !again.Repeated || *again.Bet.Paid != *answer.Bet.Paid || again.Balance != answer.Balance {
		t.Errorf("%+v after %+v", again, answer)
	}
	return *answer.Bet.Paid
}

// Crash on both kinds of databases, of which each test has one of its own.
func TestCrash(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		for test, run := range map[string]func(t *testing.T, name string){
			"round": crashRound, "full": crashFull, "croupiers": croupiers, "lapse": lapse, "at the end": cashOutsAtTheEnd,
		} {
			t.Run(test, func(t *testing.T) { run(t, casinotest.Another(t, name)) })
		}
	})
}

// A crashGame is one round for three players: one is out by hand, one by a target, one too
// late. Whatever comes twice, early, late or for nothing changes nothing.
type crashGame struct {
	t                           *testing.T
	h                           *house.House
	rig                         *casinotest.CrashRig
	round                       *house.CrashRound
	point                       int64
	hand, target, late, visitor string // players, and one without seeds
}

func crashRound(t *testing.T, name string) {
	h, rig := casinotest.StartCrash(t, name)
	g := &crashGame{t: t, h: h, rig: rig, hand: sit(t, h), target: sit(t, h), late: sit(t, h), visitor: newPlayer()}
	enter(t, h, g.visitor)
	g.point = rig.OpenFor(400, 2000)
	g.round = rig.Round()
	g.takesBets()
	g.runs()
	g.crashes()
	g.settles()
	if got := ledger(t, h, g.hand); !slices.Equal(got, []string{"enter 1 -0 +100000 =100000", "crash 1 -500 +0 =99500",
		"settle 1 -0 +1000 =100500"}) {
		t.Errorf("%q", got)
	}
	if report := audited(t, h); report.Entries != 10 {
		t.Errorf("%+v", report)
	}
}

func (g *crashGame) bet(player, text string) error {
	_, err := g.h.BetOnCrash(g.t.Context(), player, g.round.Chain, g.round.Round, text)
	return err
}

func (g *crashGame) cashOut(player string) (house.CrashAnswer, error) {
	return g.h.CashOut(g.t.Context(), player, g.round.Chain, g.round.Round)
}

func (g *crashGame) cashOutRefused(player, code string) {
	g.t.Helper()
	_, err := g.cashOut(player)
	refused(g.t, err, code)
}

func (g *crashGame) settleRefused(player, code string) {
	g.t.Helper()
	_, err := g.h.Settle(g.t.Context(), player, g.round.Chain, g.round.Round)
	refused(g.t, err, code)
}

func (g *crashGame) takesBets() {
	g.t.Helper()
	refused(g.t, g.bet(g.visitor, "crash for 100"), house.NoSeeds)
	answer := join(g.t, g.h, g.hand, g.round, "crash for 500")
	if answer.Balance != house.Start-500 || answer.Repeated || answer.Bet.Name != house.CrashName(g.hand) {
		g.t.Errorf("%+v", answer)
	}
	if again := join(g.t, g.h, g.hand, g.round, "crash for 500"); !again.Repeated || again.Balance != answer.Balance ||
		again.Bet != answer.Bet || !bytes.Equal(again.Receipts.Bet, answer.Receipts.Bet) {
		g.t.Errorf("%+v after %+v", again, answer)
	}
	refused(g.t, g.bet(g.hand, "crash 200 for 500"), house.OtherRequest)
	join(g.t, g.h, g.target, g.round, "crash 150 for 1000")
	join(g.t, g.h, g.late, g.round, "crash for 200")
	g.cashOutRefused(g.hand, house.CrashClosed)
	g.cashOutRefused(g.visitor, house.NotOpen)
	g.settleRefused(g.hand, house.CrashRunning)
}

// runs has a player cash out by hand, twice.
func (g *crashGame) runs() {
	g.t.Helper()
	g.rig.Run(10_000)
	refused(g.t, g.bet(g.visitor, "crash for 100"), house.NoSeeds)
	refused(g.t, g.bet(sit(g.t, g.h), "crash for 100"), house.CrashClosed)
	answer, err := g.cashOut(g.hand)
	if noError(g.t, err); *answer.Bet.Cashed != 10_000 || answer.Repeated || answer.Balance != house.Start-500 {
		g.t.Errorf("%+v", answer)
	}
	g.rig.Run(11_000)
	answer, err = g.cashOut(g.hand)
	if noError(g.t, err); *answer.Bet.Cashed != 10_000 || !answer.Repeated {
		g.t.Errorf("%+v", answer)
	}
	g.settleRefused(g.hand, house.CrashRunning)
}

// crashes has a player cash out too late, before the croupier knows it.
func (g *crashGame) crashes() {
	g.t.Helper()
	g.rig.Run(crash.End(g.point) - 1)
	g.rig.Advance(6 * time.Millisecond)
	_, err := g.cashOut(g.late)
	noError(g.t, err)
	g.rig.Steps()
	g.round = g.rig.Round()
	if r := g.round; r.Link == nil || r.Point != g.point || r.Lapsed || r.Bets != 3 || r.Exposed != 500*1000+1000*3/2+200*1000 {
		g.t.Errorf("%+v, and the point is %d", r, g.point)
	}
	g.cashOutRefused(g.target, house.CrashOver)
}

func (g *crashGame) settles() {
	g.t.Helper()
	for player, want := range map[string]int64{g.hand: 1000, g.target: 1500, g.late: 0} {
		if view, err := g.h.View(g.t.Context(), player); err != nil || view.Crash == nil || view.Crash.Round != g.round.Round {
			g.t.Errorf("%+v, %v", view, err)
		}
		if paid := settle(g.t, g.h, player, g.round); paid != want {
			g.t.Errorf("%d is paid, and %d is due", paid, want)
		}
		if view, err := g.h.View(g.t.Context(), player); err != nil || view.Crash != nil {
			g.t.Errorf("%+v, %v", view, err)
		}
	}
	answer, err := g.cashOut(g.target)
	if noError(g.t, err); answer.Bet.Cashed != nil || !answer.Repeated {
		g.t.Errorf("a settled bet is cashed out: %+v", answer)
	}
}

// A player has one bet that isn't settled, and no new play money meanwhile.
func TestOneCrashBet(t *testing.T) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	player := sit(t, h)
	rig.OpenFor(100, 199)
	first := rig.Round()
	join(t, h, player, first, "crash 200 for 100000")
	if view, err := h.Refill(ctx, player); err != nil || view.Balance != 0 {
		t.Errorf("%+v, %v", view, err)
	}
	rig.Open()
	second := rig.Round()
	_, err := h.BetOnCrash(ctx, player, second.Chain, second.Round, "crash for 100")
	refused(t, err, house.CrashBetOpen)
	settle(t, h, player, first)
	_, err = h.BetOnCrash(ctx, player, second.Chain, second.Round, "crash for 100")
	refused(t, err, house.LowBalance)
	if view, err := h.Refill(ctx, player); err != nil || view.Balance != house.Start {
		t.Errorf("%+v, %v", view, err)
	}
	join(t, h, player, second, "crash for 100")
	audited(t, h)
}

// The bets of a round can't win more than a hundredth of the bankroll together,
// however many come at once.
func crashFull(t *testing.T, name string) {
	h, rig := casinotest.StartCrash(t, name)
	h.SetBankroll(10_000 * 100)
	rig.Open() // the limit was set before
	rig.OpenFor(100, crash.Most)
	r := rig.Round()
	if r.MaxWin != 10_000 {
		t.Fatalf("%+v", r)
	}
	var players sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for range 12 {
		player := sit(t, h)
		players.Go(func() {
			_, err := h.BetOnCrash(context.Background(), player, r.Chain, r.Round, "crash 1000 for 200")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				taken++
			} else {
				refused(t, err, house.CrashFull)
			}
		})
	}
	players.Wait()
	if r := rig.Round(); taken != 5 || r.Bets != 5 || r.Exposed != 10_000 {
		t.Errorf("%d are taken: %+v", taken, r)
	}
	if e, err := h.Exposure(context.Background()); err != nil || e != 10_000 {
		t.Errorf("%d, %v", e, err)
	}
	audited(t, h)
}

// Limits that players have set hold for crash too, and it counts for them.
func TestCrashOwnLimits(t *testing.T) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	player := sit(t, h)
	_, err := h.SetLimits(ctx, player, house.Limits{Stake: 600, Day: 1000})
	noError(t, err)
	rig.OpenFor(100, 199)
	first := rig.Round()
	_, err = h.BetOnCrash(ctx, player, first.Chain, first.Round, "crash 200 for 700")
	if r := refused(t, err, house.OwnForbids); r.Detail != "own limit stake 600" {
		t.Error(r.Detail)
	}
	join(t, h, player, first, "crash 200 for 600")
	rig.OpenFor(200, crash.Most)
	settle(t, h, player, first)
	second := rig.Round()
	_, err = h.BetOnCrash(ctx, player, second.Chain, second.Round, "crash 200 for 500")
	if r := refused(t, err, house.OwnForbids); r.Detail != "own limit day 1000" {
		t.Error(r.Detail)
	}
	join(t, h, player, second, "crash 200 for 400")
	rig.End()
	settle(t, h, player, second)
	if view, err := h.View(ctx, player); err != nil || view.Limits.LostDay != 600-400 {
		t.Errorf("%+v, %v", view.Limits, err)
	}
	audited(t, h)
}

// A second croupier takes over when the first one doesn't move any more, in each phase of a
// round, and goes on with it. The first one changes nothing from then on.
func croupiers(t *testing.T, name string) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, name)
	other := rig.Process()
	first, second := rig.Croupier, other.Croupier(crash.Known(), house.DefaultTimes)
	step := func(c *house.Croupier) {
		t.Helper()
		_, err := c.Step(ctx)
		noError(t, err)
	}
	player := sit(t, h)
	point := rig.OpenFor(300, 1000)
	r := rig.Round()
	join(t, h, player, r, "crash for 100")
	step(second) // while the first leads
	if f := house.Fence(h); f != 1 {
		t.Errorf("the fence is %d", f)
	}
	rig.Advance(house.DefaultTimes.Lease)
	step(second) // before the start
	step(first)
	if f := house.Fence(h); f != 2 {
		t.Errorf("the fence is %d", f)
	}
	rig.Croupier = second
	rig.Run(5000)
	step(second)
	if answer, err := h.CashOut(ctx, player, r.Chain, r.Round); err != nil || *answer.Bet.Cashed != 5000 {
		t.Errorf("%+v, %v", answer, err)
	}
	rig.Advance(house.DefaultTimes.Lease)
	step(first) // while it runs
	step(second)
	rig.Croupier = first
	rig.Run(crash.End(point) - 1)
	if r := rig.Round(); r.Link != nil {
		t.Fatalf("it has ended too early: %+v", r)
	}
	rig.Advance(house.DefaultTimes.Lease)
	step(second) // when it has crashed, and nobody has said so
	step(first)
	if r := rig.Round(); r.Link == nil || r.Point != point || r.Lapsed {
		t.Fatalf("%+v", r)
	}
	if paid := settle(t, h, player, r); paid != crash.At(5000) {
		t.Errorf("%d", paid)
	}
	rig.Advance(house.DefaultTimes.Pause)
	step(first) // in the pause
	if next := rig.Round(); next.Round != r.Round+1 || house.Fence(h) != 5 {
		t.Errorf("%+v, fence %d", next, house.Fence(h))
	}
	audited(t, h)
}

// A round that nobody ran for more than some seconds: targets and cash-outs count, and
// whoever could have cashed out by hand gets the stake back.
func lapse(t *testing.T, name string) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, name)
	for _, c := range []struct {
		quiet  time.Duration
		from   int64 // after the start
		lapsed bool
	}{{house.Grace + time.Millisecond, 4000, true}, {house.Grace, 4000, false}, {house.Grace + time.Second, -1000, true},
		{house.Grace + time.Second, -6000, false}, {time.Hour, 4000, true}} {
		hand, idle, target, loser := sit(t, h), sit(t, h), sit(t, h), sit(t, h)
		point := rig.OpenFor(300, 1000)
		r := rig.Round()
		join(t, h, hand, r, "crash for 100")
		join(t, h, idle, r, "crash for 200")
		join(t, h, target, r, "crash 250 for 300")
		join(t, h, loser, r, fmt.Sprintf("crash %d for 400", point+1))
		rig.Run(c.from)
		rig.Steps()
		if c.from > 0 {
			_, err := h.CashOut(ctx, hand, r.Chain, r.Round)
			noError(t, err)
		}
		rig.Advance(c.quiet)
		rig.Steps()
		rig.End()
		if r = rig.Round(); r.Lapsed != c.lapsed {
			t.Errorf("%+v: %+v", c, r)
		}
		back := map[bool]int64{true: 1}[c.lapsed]
		byHand := back * 100
		if c.from > 0 {
			byHand = crash.At(c.from)
		}
		got := []int64{settle(t, h, hand, r), settle(t, h, idle, r), settle(t, h, target, r), settle(t, h, loser, r)}
		if want := []int64{byHand, back * 200, 750, 0}; !slices.Equal(got, want) {
			t.Errorf("%+v: %d are paid, and %d are due", c, got, want)
		}
	}
	audited(t, h)
}

// After an older backup was restored, players may know what comes: the chain is given up,
// and bets that were open are given back.
func TestCrashRestored(t *testing.T) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	player := sit(t, h)
	rig.OpenFor(150, crash.Most)
	r := rig.Round()
	join(t, h, player, r, "crash 150 for 700")
	_, err := h.Renew(ctx)
	noError(t, err)
	rig.Steps()
	if next := rig.Round(); next.Chain != r.Chain+1 || next.Round != 1 {
		t.Errorf("%+v", next)
	}
	if paid := settle(t, h, player, r); paid != 700 {
		t.Errorf("%d is given back", paid)
	}
	chains, err := h.Chains(ctx, 10)
	if noError(t, err); len(chains) != 2 || chains[1].Ended == 0 || chains[0].Ended != 0 || chains[0].Anchor == chains[1].Anchor {
		t.Errorf("%+v", chains)
	}
	audited(t, h)
	tampering{"a bet after the session's end", "which isn't the active one", statements{
		"UPDATE ledger SET entry = 5 WHERE kind = 'crash'",
		"UPDATE ledger SET entry = 2, balance = balance + 700 WHERE kind = 'renew'",
		"UPDATE ledger SET entry = 3, at = (SELECT at FROM ledger WHERE entry = 2) WHERE kind = 'crash'",
		"UPDATE crash_bets SET entry = 3, at = (SELECT at FROM ledger WHERE entry = 2)",
	}}.try(t, h, strings.NewReplacer())
}

// A chain that has no more rounds is followed by another one, and every round leads to its anchor.
func TestChainEnds(t *testing.T) {
	ctx := context.Background()
	name, dir := filepath.Join(t.TempDir(), "casino.db"), t.TempDir()
	h := casinotest.OpenWith(t, name, dir)
	clock := casinotest.Drive(t, name, h)
	croupier := h.Croupier(crash.Known(), house.DefaultTimes)
	house.SetLength(croupier, 2)
	for range 400 {
		_, err := croupier.Step(ctx)
		noError(t, err)
		clock.Advance(time.Second)
		if r, _, err := h.LatestCrashRound(ctx); err == nil && r != nil && r.Chain == 3 {
			break
		}
	}
	chains, err := h.Chains(ctx, 10)
	if noError(t, err); len(chains) != 3 || chains[1].Ended == 0 || chains[2].Length != 2 {
		t.Fatalf("%+v", chains)
	}
	if rounds, err := h.Reveals(ctx, 1, 100, 10); err != nil || len(rounds) != 2 || rounds[0].Round != 2 {
		t.Errorf("%+v, %v", rounds, err)
	}
	audited(t, h)
	tampering{"a round beyond the chain's length", "round 3 of chain 1: the chain has 2 rounds", statements{
		"INSERT INTO crash_rounds (chain, round, starts, max_win, void) SELECT chain, 3, ended, max_win, TRUE FROM crash_rounds " +
			"WHERE chain = 1 AND round = 2",
	}}.try(t, h, strings.NewReplacer())
}

// A beacon that doesn't answer: the chain is announced, and can't be played, which the
// error says. Later it can.
func TestBeaconPending(t *testing.T) {
	ctx := context.Background()
	name := filepath.Join(t.TempDir(), "casino.db")
	h := casinotest.Open(t, name)
	casinotest.Drive(t, name, h)
	beacon := &silentBeacon{Stored: crash.Known()}
	croupier := h.Croupier(beacon, house.DefaultTimes)
	var err error
	for range 3 {
		_, err = croupier.Step(ctx)
	}
	if err == nil || !strings.Contains(err.Error(), "chain 1 can't be played without round 27798220 of the beacon") {
		t.Error(err)
	}
	beacon.lies = true
	if _, err := croupier.Step(ctx); err == nil || !strings.Contains(err.Error(), "signature") {
		t.Error(err)
	}
	if chains, err := h.Chains(ctx, 1); err != nil || len(chains) != 1 || chains[0].Published != "" {
		t.Errorf("%+v, %v", chains, err)
	}
	if got, _ := entriesOf(t, h); first(got) != "key time chain" {
		t.Errorf("the public log has %q, whatever becomes of this process", got)
	}
	if r, now, err := h.LatestCrashRound(ctx); r != nil || now <= 0 || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
	audited(t, h)
	beacon.speaks = true
	for range 2 {
		_, err = croupier.Step(ctx)
		noError(t, err)
	}
	if r, _, err := h.LatestCrashRound(ctx); r == nil || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
	audited(t, h)
}

type silentBeacon struct {
	crash.Stored
	speaks, lies bool
}

func (b *silentBeacon) Fetch(ctx context.Context, round uint64) ([]byte, error) {
	text, err := b.Stored.Fetch(ctx, round)
	switch {
	case b.speaks:
		return text, err
	case b.lies:
		return []byte(strings.Replace(string(text), "ae43822131af", "b5b128a9365c", 1)), nil
	}
	return nil, errors.New("no network")
}

// The beacon answers later than a lease lasts: whichever process has verified its round stores it, once, and that
// another one has taken over is no error.
func TestBeaconSlow(t *testing.T) {
	ctx := context.Background()
	known, err := crash.Known().Fetch(ctx, crash.Known().Name(time.Now()))
	noError(t, err)
	for what, c := range map[string]struct {
		other error // of the process that takes over, when it asks
		want  string
	}{
		"the other one has no answer yet":   {errors.New("no network"), " " + string(known)},
		"the other one was answered before": {nil, string(known)},
	} {
		t.Run(what, func(t *testing.T) {
			name, dir := filepath.Join(t.TempDir(), "casino.db"), t.TempDir()
			h := casinotest.OpenWith(t, name, dir)
			clock := casinotest.Drive(t, name, h)
			second := h.Croupier(slowBeacon{Stored: crash.Known(), meanwhile: func() error { return c.other }}, house.DefaultTimes)
			first := h.Croupier(slowBeacon{crash.Known(), " ", func() error {
				clock.Advance(house.DefaultTimes.Lease)
				if _, err := second.Step(ctx); !errors.Is(err, c.other) {
					t.Errorf("%v, want %v", err, c.other)
				}
				return nil
			}}, house.DefaultTimes)
			for range 2 { // the chain, and its round of the beacon
				_, err := first.Step(ctx)
				noError(t, err)
			}
			if chains, err := h.Chains(ctx, 1); err != nil || len(chains) != 1 || chains[0].Published != c.want || house.Fence(h) != 2 {
				t.Errorf("%+v, %v, fence %d", chains, err, house.Fence(h))
			}
			clock.Advance(house.DefaultTimes.Lease)
			_, err := first.Step(ctx)
			noError(t, err)
			if r, _, err := h.LatestCrashRound(ctx); r == nil || err != nil {
				t.Errorf("%+v, %v", r, err)
			}
			audited(t, h)
		})
	}
}

// A slowBeacon does something before it answers. It begins its answers with a prefix.
type slowBeacon struct {
	crash.Stored
	prefix    string
	meanwhile func() error
}

func (b slowBeacon) Fetch(ctx context.Context, round uint64) ([]byte, error) {
	if err := b.meanwhile(); err != nil {
		return nil, err
	}
	text, err := b.Stored.Fetch(ctx, round)
	return append([]byte(b.prefix), text...), err
}

// The state of a chain is sealed with the newest key afterwards.
func TestResealChains(t *testing.T) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	noError(t, h.Close())
	file := filepath.Join(rig.Dir, "casino.key")
	old, err := os.ReadFile(file)
	noError(t, err)
	noError(t, os.WriteFile(file, append([]byte(strings.Repeat("d4", 32)+"\n"), old...), 0o600))
	_, err = rig.Process().Reseal(ctx)
	noError(t, err)
	noError(t, os.WriteFile(file, []byte(strings.Repeat("d4", 32)+"\n"), 0o600))
	audited(t, rig.Process())
}

// Cash-outs at the moment of the crash: each is either stored before the end, or refused. On
// two processes, as many players as connections.
func cashOutsAtTheEnd(t *testing.T, name string) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, name)
	other := rig.Process()
	players := make([]string, 24)
	for i := range players {
		players[i] = sit(t, h)
	}
	point := rig.OpenFor(200, 500)
	r := rig.Round()
	for _, player := range players {
		join(t, h, player, r, "crash for 100")
	}
	rig.Run(crash.End(point) - 1)
	answers := make([]house.CrashAnswer, len(players))
	errs := make([]error, len(players))
	var all sync.WaitGroup
	for i, player := range players {
		all.Go(func() { answers[i], errs[i] = []*house.House{h, other}[i%2].CashOut(ctx, player, r.Chain, r.Round) })
		if i == len(players)/2 {
			all.Go(func() {
				rig.Advance(time.Millisecond)
				if _, err := rig.Croupier.Step(ctx); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	rig.Steps()
	for i, player := range players {
		if errs[i] != nil {
			refused(t, errs[i], house.CrashOver)
		}
		want := int64(0)
		if errs[i] == nil && *answers[i].Bet.Cashed < crash.End(point) {
			want = point
		}
		if paid := settle(t, h, player, r); paid != want {
			t.Errorf("%+v, %v: %d is paid, and %d is due", answers[i], errs[i], paid, want)
		}
	}
	audited(t, h)
}

// A cash-out that is stored while the croupier ends the round was stored before its
// end, for whoever audits.
func TestCashOutWhileItEnds(t *testing.T) {
	ctx := context.Background()
	name := casinotest.Database(t)
	h, rig := casinotest.StartCrash(t, name)
	player := sit(t, h)
	point := rig.OpenFor(200, 500)
	r := rig.Round()
	join(t, h, player, r, "crash for 100")
	rig.Run(crash.End(point) - 1)
	rig.Advance(time.Millisecond)
	db, err := sql.Open("pgx", name)
	noError(t, err)
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	noError(t, err)
	defer tx.Rollback()
	var round int64
	noError(t, tx.QueryRowContext(ctx, "SELECT round FROM crash_rounds WHERE link IS NULL FOR SHARE").Scan(&round))
	stepped := make(chan error)
	go func() {
		_, err := rig.Croupier.Step(ctx)
		stepped <- err
	}()
	awaitLocks(t, db, 1) // for the row that is shared
	rig.Advance(5 * time.Millisecond)
	answer, err := h.CashOut(ctx, player, r.Chain, r.Round)
	if noError(t, err); answer.Bet.Cashed == nil || *answer.Bet.Cashed != crash.End(point)+5 {
		t.Errorf("%+v", answer.Bet)
	}
	noError(t, tx.Commit())
	noError(t, <-stepped)
	if paid := settle(t, h, player, r); paid != 0 {
		t.Errorf("%d is paid, for what was too late", paid)
	}
	audited(t, h)
}
