package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// A place in a player's ledger is what follows from the entries before it.
type place struct {
	entry     Entry // the latest
	active    bool  // there are seeds to play with
	nonce     int64 // the next one
	open      *auditedRound
	openNonce int64
	crash     *crashBetRow // the bet on crash that isn't settled
	steps     int          // of the open round, after the bet
	renewed   []int64      // times of entries that ended a session
	limits    *LimitState
}

// readEntry follows the ledger from one entry to the next.
func (a *auditor) readEntry(scan scanner) error {
	e, err := scanEntry(scan)
	if err != nil {
		return err
	}
	a.report.book(e)
	p := a.find(e.Player)
	if p.lost {
		return nil
	}
	if err := a.follow(p, e); err != nil {
		p.lost = true // what comes after it would be wrong because of it
		a.fault(e.Player, "entry %d of the ledger, %s: %v", e.Number, e.Kind, err)
	}
	p.place.entry = e
	return nil
}

// follow checks an entry by what all have in common, and by the rule of its kind.
func (a *auditor) follow(p *audited, e Entry) error {
	before := p.place.entry
	rule, ok := rules[e.Kind]
	switch {
	case e.Number != before.Number+1:
		return fmt.Errorf("it follows %d", before.Number)
	case !ok:
		return errors.New("there is no such kind")
	case (e.Kind == entered) != (e.Number == 1):
		return errors.New("the first entry, and no other, is that of a new player")
	case e.At < max(before.At, p.entered):
		return fmt.Errorf("it is of %d, before the one before", e.At)
	case e.Taken < 0 || e.Given < 0 || e.Balance != before.Balance-e.Taken+e.Given || e.Balance < 0:
		return fmt.Errorf("%d less %d and more %d isn't %d", before.Balance, e.Taken, e.Given, e.Balance)
	case e.Kind != entered && e.Kind != rotated && e.Pair != before.Pair:
		return fmt.Errorf("the seeds are pair %d, and were %d", e.Pair, before.Pair)
	}
	if p.place.limits != nil {
		p.place.limits.pass(e.At)
	}
	if err := rule(a, p, e); err != nil {
		return err
	}
	if p.place.limits != nil {
		p.place.limits.book(e)
	}
	return nil
}

// rules are those of all kinds of entries: what one may take and give, and when it may
// be made. They move on the place in the ledger.
var rules = map[string]func(a *auditor, p *audited, e Entry) error{
	entered: func(a *auditor, p *audited, e Entry) error {
		switch {
		case e.Taken != 0 || e.Given != Start || e.Nonce.Valid:
			return fmt.Errorf("a new player gets %d, not %d less %d", Start, e.Given, e.Taken)
		case e.Pair == 0: // it ends a session, recovers the account of a visitor, or sets limits
			_ = a.endSession(p, e)
			p.wish(e)
			return nil
		}
		return p.begin(e)
	},
	refilled: func(_ *auditor, p *audited, e Entry) error {
		before := p.place.entry.Balance
		if before >= minStake || e.Taken != 0 || e.Balance != Start || e.Nonce.Valid || p.place.open != nil || p.place.crash != nil {
			return fmt.Errorf("it gives %d to a player who has %d", e.Given, before)
		}
		return nil
	},
	rotated: func(_ *auditor, p *audited, e Entry) error { return p.begin(e) },
	played: func(_ *auditor, p *audited, e Entry) error {
		r, err := p.next(e)
		if err != nil {
			return err
		}
		if why := p.declines(r); why != "" {
			return fmt.Errorf("it should have been declined: %s", why)
		}
		given := r.paid
		if r.last != played {
			given, p.place.open, p.place.openNonce, p.place.steps = 0, r, e.Nonce.Int64, 0
		}
		return e.moves(r.stake, given)
	},
	stepped: func(_ *auditor, p *audited, e Entry) error {
		r, err := p.opened(e)
		if err != nil {
			return err
		}
		p.place.steps++
		switch {
		case p.place.steps > r.steps:
			return fmt.Errorf("the round has %d steps", r.steps)
		case p.place.steps < r.steps || r.open || r.last != stepped:
			return e.moves(0, 0)
		}
		p.place.open = nil
		return e.moves(0, r.paid)
	},
	declined: func(_ *auditor, p *audited, e Entry) error {
		r, err := p.next(e)
		if err != nil {
			return err
		}
		if why := p.declines(r); r.declined == "" || why != r.declined {
			return fmt.Errorf("it was declined because of %q; by what was known, that is %q", r.declined, why)
		}
		return e.moves(r.stake, r.stake)
	},
	cancelled: func(a *auditor, p *audited, e Entry) error {
		return errors.Join(p.cancel(e), a.endSession(p, e))
	},
	joined:  func(_ *auditor, p *audited, e Entry) error { return p.join(e) },
	settled: func(_ *auditor, p *audited, e Entry) error { return p.settle(e) },
	recovered: func(_ *auditor, _ *audited, e Entry) error {
		if e.Nonce.Valid {
			return errors.New("it is for a round")
		}
		return e.moves(0, 0)
	},
	limited: func(_ *auditor, p *audited, e Entry) error {
		if !p.wish(e) || e.Nonce.Valid {
			return errors.New("it says nothing of what limits the player wanted")
		}
		return e.moves(0, 0)
	},
	renewed: func(a *auditor, p *audited, e Entry) error {
		if e.Taken != 0 || e.Given != 0 || e.Nonce.Valid {
			return fmt.Errorf("it takes %d and gives %d", e.Taken, e.Given)
		}
		return a.endSession(p, e)
	},
}

// wish sets the limits that a player wanted with an entry, and reports whether there are any.
func (p *audited) wish(e Entry) bool {
	wanted, ok := p.wanted[e.Number]
	if !ok {
		return false
	}
	delete(p.wanted, e.Number)
	if p.place.limits == nil {
		p.place.limits = new(LimitState)
	}
	p.place.limits.set(wanted, e.At)
	return true
}

// moves checks what an entry takes and gives.
func (e Entry) moves(taken, given int64) error {
	if e.Taken != taken || e.Given != given {
		return fmt.Errorf("it takes %d and gives %d, not %d and %d", e.Taken, e.Given, taken, given)
	}
	return nil
}

// begin begins with a pair of seeds.
func (p *audited) begin(e Entry) error {
	before := p.place.entry.Pair
	switch {
	case e.Pair != before+1 || e.Nonce.Valid:
		return fmt.Errorf("pair %d follows %d", e.Pair, before)
	case e.Pair > int64(len(p.pairs)):
		return errors.New("there is no such pair of seeds")
	}
	if err := p.checkEnded(); err != nil {
		return err
	}
	if p.place.open != nil {
		return errors.New("a round is open")
	}
	p.place.active, p.place.nonce = true, 0
	if e.Kind == rotated {
		return e.moves(0, 0)
	}
	return nil
}

// checkEnded checks that the latest pair has no rounds that aren't in the ledger, and no round
// that the ledger leaves open or ends too early.
func (p *audited) checkEnded() error {
	if r := p.place.open; r != nil && (!r.open || p.place.steps != r.steps) {
		return fmt.Errorf("the ledger has no end of round %d.%d", p.place.entry.Pair, p.place.openNonce)
	}
	pair := p.place.entry.Pair
	if pair > 0 && p.place.nonce != int64(len(p.pairs[pair-1].rounds)) {
		return fmt.Errorf("the ledger has nothing of round %d.%d", pair, p.place.nonce)
	}
	return nil
}

// next returns the round that a bet's entry is for, which must be the next one.
func (p *audited) next(e Entry) (*auditedRound, error) {
	switch {
	case !p.place.active:
		return nil, errors.New("there are no seeds, or the session has ended")
	case !e.Nonce.Valid || e.Nonce.Int64 != p.place.nonce:
		return nil, fmt.Errorf("it is for nonce %d, and the next one is %d", e.Nonce.Int64, p.place.nonce)
	}
	rounds := p.pairs[e.Pair-1].rounds
	if e.Nonce.Int64 >= int64(len(rounds)) {
		return nil, fmt.Errorf("it is for round %d.%d, which isn't there", e.Pair, e.Nonce.Int64)
	}
	p.place.nonce++
	r := &rounds[e.Nonce.Int64]
	switch {
	case (r.last == declined) != (e.Kind == declined):
		return nil, errors.New("the bet is of another kind")
	case r.at != e.At:
		return nil, fmt.Errorf("it is of %d, and the bet of %d", e.At, r.at)
	}
	return r, nil
}

// declines returns the reason for which a bet must be declined, empty if it must be taken.
func (p *audited) declines(r *auditedRound) string {
	before := p.place.entry
	limit := p.pairs[before.Pair-1].maxWin
	switch {
	case p.place.open != nil:
		return RoundOpen
	case r.stake > before.Balance:
		return LowBalance
	case r.maxWin > limit:
		return fmt.Sprint(OverLimit, " ", limit)
	}
	return p.place.limits.declines(r.stake, r.at)
}

// opened returns the open round, which an entry must be for.
func (p *audited) opened(e Entry) (*auditedRound, error) {
	if p.place.open == nil || !e.Nonce.Valid || e.Nonce.Int64 != p.place.openNonce {
		return nil, fmt.Errorf("no round is open at nonce %d", e.Nonce.Int64)
	}
	return p.place.open, nil
}

// cancel ends the open round after its last step.
func (p *audited) cancel(e Entry) error {
	r, err := p.opened(e)
	if err != nil {
		return err
	}
	if r.last != cancelled || p.place.steps != r.steps {
		return errors.New("the round has another end")
	}
	p.place.open = nil
	return e.moves(0, r.paid)
}

// endSession ends a player's session, which is done to all players at once.
func (a *auditor) endSession(p *audited, e Entry) error {
	for _, r := range a.renewals {
		if r.during(e.At) {
			p.place.active = false
			p.place.renewed = append(p.place.renewed, e.At)
			return nil
		}
	}
	return errors.New("no session was ended at that time")
}

// checkRenewed checks that a player's session was ended whenever all were.
func (a *auditor) checkRenewed(player string, p *audited) {
	for _, r := range a.renewals {
		if !r.goesOn() && p.entered < r.began && !slices.ContainsFunc(p.place.renewed, r.during) {
			a.fault(player, "the session wasn't ended with all others, at %d", r.began)
		}
	}
}

// A renewal is a time when all sessions are ended.
type renewal struct {
	began int64
	ended sql.NullInt64
}

// goesOn reports whether it was broken off, and has to be gone on with.
func (r renewal) goesOn() bool { return !r.ended.Valid }

func (r renewal) during(at int64) bool {
	return at >= r.began && (r.goesOn() || at <= r.ended.Int64)
}

func renewals(ctx context.Context, tx *sql.Tx) (all []renewal, err error) {
	err = eachRow(ctx, tx, "SELECT began, ended FROM renewals ORDER BY began", nil, func(scan scanner) error {
		var r renewal
		err := scan(&r.began, &r.ended)
		all = append(all, r)
		return err
	})
	return all, err
}
