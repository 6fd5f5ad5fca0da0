package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

// A roundID names a round of crash.
type roundID struct{ chain, round int64 }

// An auditedCrash is a round of crash that follows from its chain, with what its bets come to.
type auditedCrash struct {
	CrashRound
	bets, exposed, last int64 // as counted, and the greatest number
}

// crashBetRow is a row of crash_bets, with what the round's row has.
type crashBetRow struct {
	roundID
	starts, ended int64
	over          bool // the round has a link
	outcome       crash.Outcome
	bet           crash.Bet
	at            int64
	pair          int64
	cashed        *int64
	settled       *int64 // the entry
	paid          *int64
}

// An auditedChain is one whose rounds are being replayed.
type auditedChain struct {
	Chain
	beacon   [32]byte
	verifier *commit.ChainVerifier
	rounds   int64
	before   CrashRound
}

// auditChains replays all chains of crash, from their anchors.
func (a *auditor) auditChains(ctx context.Context, tx *sql.Tx) error {
	var chains []*auditedChain
	err := eachRow(ctx, tx, "SELECT "+chainColumns+", chain, key, state FROM chains ORDER BY chain", nil, func(scan scanner) error {
		var sealed sealedChain
		c, err := scanChain(scan, &sealed.chain, &sealed.key, &sealed.state)
		if errors.Is(err, ErrDamaged) {
			a.report.fault("%v", err)
			return nil
		}
		if err != nil {
			return err
		}
		chain := &auditedChain{Chain: *c}
		if err := chain.begin(int64(len(chains)), a.keys, sealed, a.inRenewal); err != nil {
			a.report.fault("chain %d: %v", chain.Chain.Chain, err)
		}
		chains = append(chains, chain)
		return nil
	})
	if err != nil {
		return err
	}
	for i, c := range chains {
		if live := c.Ended == 0; live && i < len(chains)-1 {
			a.report.fault("chain %d hasn't ended, and there is a newer one", c.Chain.Chain)
		}
		if err := a.auditCrashRounds(ctx, tx, c); err != nil {
			return err
		}
	}
	return nil
}

// begin checks what is announced of a chain against its state.
func (c *auditedChain) begin(before int64, keys vault.Keys, sealed sealedChain, inRenewal func(at int64) bool) error {
	var err error
	if c.verifier, err = commit.NewChainVerifier(0, c.Anchor, func(_, _ commit.ChainVerifierState) error { return nil }); err != nil {
		return err
	}
	if c.Chain.Chain != before+1 {
		return fmt.Errorf("it follows %d", before)
	}
	if c.Beacon != crash.Network().Beacon() {
		return fmt.Errorf("the beacon is %q", c.Beacon)
	}
	if c.Published != "" {
		if c.beacon, err = crash.Verify(uint64(c.BeaconRound), []byte(c.Published)); err != nil {
			return err
		}
	}
	state, err := sealed.open(keys)
	if err != nil {
		return err
	}
	secret, err := commit.ParseChain(state, func(_, _ commit.ChainState) error { return nil })
	if err != nil {
		return err
	}
	revealed, _ := secret.Revealed()
	c.rounds = int64(revealed)
	if secret.Anchor() != c.Anchor || int64(secret.Len()) != c.Length {
		return errors.New("the state is that of another chain")
	}
	if c.Ended != 0 && c.rounds != c.Length && !inRenewal(c.Ended) {
		return fmt.Errorf("it ended after %d of %d rounds", c.rounds, c.Length)
	}
	return nil
}

func (a *auditor) inRenewal(at int64) bool {
	for _, r := range a.renewals {
		if r.during(at) {
			return true
		}
	}
	return false
}

// auditCrashRounds replays the rounds of a chain, and counts the bets of each.
func (a *auditor) auditCrashRounds(ctx context.Context, tx *sql.Tx, c *auditedChain) error {
	for after := int64(math.MinInt64); ; {
		rounds, err := a.someCrashRounds(ctx, tx, c, after)
		if err != nil {
			return err
		}
		if len(rounds) == 0 {
			break
		}
		if err := a.countCrashBets(ctx, tx, rounds); err != nil {
			return err
		}
		after = rounds[len(rounds)-1].Round
	}
	if last := c.before.Round; c.rounds != last && (c.before.Link != nil || c.rounds != last-1) {
		a.report.fault("chain %d has revealed %d rounds, and %d are there", c.Chain.Chain, c.rounds, last)
	}
	return nil
}

// someCrashRounds replays the rounds after one.
func (a *auditor) someCrashRounds(ctx context.Context, tx *sql.Tx, c *auditedChain, after int64) (rounds []*auditedCrash, err error) {
	query := "SELECT " + crashRoundColumns + ", lapse_from, lapse_to FROM crash_rounds WHERE chain = $1 AND round > $2 " +
		"ORDER BY round LIMIT $3"
	err = eachRow(ctx, tx, query, []any{c.Chain.Chain, after, a.crashAtOnce}, func(scan scanner) error {
		var from, to sql.NullInt64
		r, err := scanCrashRound(scan, &from, &to)
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		if err == nil {
			err = c.next(r, from, to)
		}
		if err != nil {
			a.report.fault("round %d of chain %d: %v", r.Round, c.Chain.Chain, err)
		}
		a.report.crashRounds++
		rounds = append(rounds, &auditedCrash{CrashRound: *r})
		c.before = *r
		return nil
	})
	return rounds, err
}

// countCrashBets checks that no bet is missing in rounds of a chain, which are in order.
func (a *auditor) countCrashBets(ctx context.Context, tx *sql.Tx, rounds []*auditedCrash) error {
	byNumber := make(map[int64]*auditedCrash)
	for _, r := range rounds {
		byNumber[r.Round] = r
	}
	first, last := rounds[0], rounds[len(rounds)-1]
	query := "SELECT round, number, sent FROM crash_bets WHERE chain = $1 AND round >= $2 AND round <= $3"
	err := eachRow(ctx, tx, query, []any{first.Chain, first.Round, last.Round}, func(scan scanner) error {
		var round, number int64
		var sent string
		if err := scan(&round, &number, &sent); err != nil {
			return err
		}
		if r := byNumber[round]; r != nil {
			bet, _ := crash.ParseBet(sent) // readCrashBet says what is wrong
			r.bets, r.exposed, r.last = r.bets+1, r.exposed+bet.MaxWin(), max(r.last, number)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range rounds {
		if r.Bets != r.bets || r.last != r.bets || r.Exposed != r.exposed || r.Exposed > r.MaxWin {
			a.report.fault("round %d of chain %d has %d bets, up to number %d, that could win %d; it says %d and %d, at most %d",
				r.Round, r.Chain, r.bets, r.last, r.exposed, r.Bets, r.Exposed, r.MaxWin)
		}
	}
	return nil
}

// next checks a round by its chain, by its times, and by the one before.
func (c *auditedChain) next(r *CrashRound, from, to sql.NullInt64) error {
	switch {
	case r.Round != c.before.Round+1:
		return fmt.Errorf("it follows %d", c.before.Round)
	case r.Round > c.Length:
		return fmt.Errorf("the chain has %d rounds", c.Length)
	case c.Published == "":
		return errors.New("the beacon's round isn't there")
	case r.Round > 1 && c.before.Link == nil:
		return errors.New("the one before hasn't ended")
	case r.Starts < max(c.Announced, c.before.Ended):
		return fmt.Errorf("it starts at %d, before the one before ended", r.Starts)
	case r.Void != (r.Link == nil && c.Ended != 0):
		return errors.New("it is void, or should be")
	case r.Link == nil:
		if r.Point != 0 || r.Ended != 0 || r.Lapsed {
			return errors.New("it has an outcome without a link")
		}
		return nil
	}
	drawn, err := c.verifier.Verify(uint64(r.Round), *r.Link)
	if err != nil {
		return err
	}
	end := r.Starts + crash.End(r.Point)
	switch point := crash.Point(drawn, c.beacon); {
	case r.Point != point:
		return fmt.Errorf("it crashed at %d, and the chain gives %d", r.Point, point)
	case r.Ended < end:
		return fmt.Errorf("it ended at %d, %d ms too early", r.Ended, end-r.Ended)
	case from.Valid && to.Int64-from.Int64 <= Grace.Milliseconds():
		return errors.New("it was left alone for a moment only")
	case r.Lapsed != (from.Valid && from.Int64 < end && to.Int64 > r.Starts):
		return fmt.Errorf("it lapsed: %v", r.Lapsed)
	}
	return nil
}

// readCrashBet reads a bet on crash.
func (a *auditor) readCrashBet(scan scanner) error {
	var player, sent string
	var there bool // its round
	var entry, serial, early int64
	var row crashBetRow
	id, o := &row.roundID, &row.outcome
	if err := scan(&player, &id.chain, &id.round, &row.pair, &serial, &entry, &row.at, &early, &sent, &row.cashed, &row.settled,
		&row.paid, &there, &row.starts, &row.ended, &row.over, &o.Point, &o.Lapsed, &o.Void); err != nil {
		return err
	}
	a.report.crashBets++
	p := a.find(player)
	var err error
	if row.bet, err = crash.ParseBet(sent); err != nil {
		a.fault(player, "round %d of chain %d: %v", id.round, id.chain, err)
	}
	if err := p.countCrashBet(row.pair, serial); err != nil {
		a.fault(player, "round %d of chain %d: %v", id.round, id.chain, err)
	}
	switch {
	case early <= 0:
		a.fault(player, "a bet on round %d of chain %d was taken %d ms before its start", id.round, id.chain, early)
	case !there:
		a.fault(player, "a bet on round %d of chain %d, which isn't there", id.round, id.chain)
		return nil
	case p.crashBets[entry] != nil:
		a.fault(player, "entry %d is for two bets on crash", entry)
	case row.cashed != nil && (*row.cashed < 0 || row.over && row.starts+*row.cashed > row.ended):
		a.fault(player, "round %d of chain %d was cashed out after %d ms, when it didn't run", id.round, id.chain, *row.cashed)
	}
	if p.crashBets == nil {
		p.crashBets = make(map[int64]*crashBetRow)
	}
	p.crashBets[entry] = &row
	return nil
}

// countCrashBet counts one with a pair of seeds.
func (p *audited) countCrashBet(pair, serial int64) error {
	if p.lost {
		return nil
	}
	if pair < 1 || pair > int64(len(p.pairs)) {
		return fmt.Errorf("there is no pair %d of seeds, with which it would be counted", pair)
	}
	seeds := &p.pairs[pair-1]
	if serial != seeds.serial+1 {
		return fmt.Errorf("bet %d on crash with pair %d of seeds follows %d", serial, pair, seeds.serial)
	}
	seeds.serial = serial
	return nil
}

// checkCrashCounts checks the numbers of bets that receipts say.
func (p *audited) checkCrashCounts() error {
	last := len(p.pairs) - 1
	active, before := int64(0), int64(0)
	for i, seeds := range p.pairs {
		switch {
		case seeds.crashed.Valid != seeds.revealed || seeds.crashed.Int64 != seeds.serial && seeds.revealed:
			return fmt.Errorf("there are %d bets on crash with pair %d of seeds, and it says %d", seeds.serial, i+1, seeds.crashed.Int64)
		case i == last && p.place.active:
			active = seeds.serial
		case i == last-1 && p.view.Revealed != nil:
			before = seeds.serial
		}
	}
	if p.crashed != active || p.crashedBefore != before {
		return fmt.Errorf("there are %d bets on crash with the active seeds, and %d with those before; it says %d and %d", active, before,
			p.crashed, p.crashedBefore)
	}
	return nil
}

// join follows a bet on crash.
func (p *audited) join(e Entry) error {
	b := p.crashBets[e.Number]
	switch {
	case b == nil || e.Nonce.Valid:
		return errors.New("it is for no bet")
	case p.place.crash != nil:
		return errors.New("another bet isn't settled")
	case !p.place.active || b.pair != e.Pair:
		return fmt.Errorf("the bet is counted with pair %d of seeds, which isn't the active one", b.pair)
	case b.at != e.At:
		return fmt.Errorf("it is of %d, and the bet of %d", e.At, b.at)
	}
	if why := p.place.limits.declines(b.bet.Stake, e.At); why != "" {
		return fmt.Errorf("it should have been refused: %s", why)
	}
	delete(p.crashBets, e.Number)
	p.place.crash = b
	return e.moves(b.bet.Stake, 0)
}

// settle follows the end of a bet on crash.
func (p *audited) settle(e Entry) error {
	b := p.place.crash
	switch {
	case b == nil || e.Nonce.Valid || b.settled == nil || *b.settled != e.Number || b.paid == nil:
		return errors.New("it settles no bet")
	case !b.over && !b.outcome.Void:
		return errors.New("the round hasn't ended")
	}
	due := b.bet.Paid(b.cashed, b.outcome)
	if *b.paid != due {
		return fmt.Errorf("the bet paid %d, and is due %d", *b.paid, due)
	}
	p.place.crash = nil
	return e.moves(0, due)
}

// checkCrashLeft checks that a player has no bet on crash which the ledger doesn't know.
func (p *audited) checkCrashLeft() error {
	b, at := p.place.crash, roundID{}
	if b != nil {
		at = b.roundID
	}
	switch {
	case len(p.crashBets) > 0:
		return fmt.Errorf("%d bets on crash aren't in the ledger", len(p.crashBets))
	case p.crash != at:
		return fmt.Errorf("the bet that isn't settled is on round %d.%d, and by the ledger on %d.%d", p.crash.chain, p.crash.round,
			at.chain, at.round)
	case b != nil && (b.settled != nil || b.paid != nil):
		return errors.New("a bet on crash is settled, and the ledger doesn't know it")
	}
	return nil
}
