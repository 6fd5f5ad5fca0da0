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
	entry     entry // the latest
	active    bool  // there are seeds to play with
	nonce     int64 // the next one
	open      *auditedRound
	openNonce int64
	crash     *crashBetRow // the bet on crash that isn't settled
	steps     int          // of the open round, after the bet
	renewed   []int64      // times of entries that ended a session
	own       *OwnState
}

// oneEntry follows the ledger from one entry to the next.
func (a *auditor) oneEntry(scan scanner) error {
	var e entry
	if err := scan(&e.player, &e.number, &e.at, &e.kind, &e.pair, &e.nonce, &e.taken, &e.given, &e.balance); err != nil {
		return err
	}
	a.report.book(e)
	p := a.find(e.player)
	if p.lost {
		return nil
	}
	if err := a.follow(p, e); err != nil {
		p.lost = true // what comes after it would be wrong because of it
		a.fault(e.player, "entry %d of the ledger, %s: %v", e.number, e.kind, err)
	}
	p.place.entry = e
	return nil
}

// follow checks an entry by what all have in common, and by the rule of its kind.
func (a *auditor) follow(p *audited, e entry) error {
	before := p.place.entry
	rule, ok := rules[e.kind]
	switch {
	case e.number != before.number+1:
		return fmt.Errorf("it follows %d", before.number)
	case !ok:
		return errors.New("there is no such kind")
	case (e.kind == entered) != (e.number == 1):
		return errors.New("the first entry, and no other, is that of a new player")
	case e.at < max(before.at, p.entered):
		return fmt.Errorf("it is of %d, before the one before", e.at)
	case e.taken < 0 || e.given < 0 || e.balance != before.balance-e.taken+e.given || e.balance < 0:
		return fmt.Errorf("%d less %d and more %d isn't %d", before.balance, e.taken, e.given, e.balance)
	case e.kind != entered && e.kind != rotated && e.pair != before.pair:
		return fmt.Errorf("the seeds are pair %d, and were %d", e.pair, before.pair)
	}
	if p.place.own != nil {
		p.place.own.pass(e.at)
	}
	if err := rule(a, p, e); err != nil {
		return err
	}
	if p.place.own != nil {
		p.place.own.book(e)
	}
	return nil
}

// rules are those of all kinds of entries: what one may take and give, and when it may
// be made. They move on the place in the ledger.
var rules = map[string]func(a *auditor, p *audited, e entry) error{
	entered: func(a *auditor, p *audited, e entry) error {
		switch {
		case e.taken != 0 || e.given != Start || e.nonce.Valid:
			return fmt.Errorf("a new player gets %d, not %d less %d", Start, e.given, e.taken)
		case e.pair == 0: // it ends a session, recovers the account of a visitor, or sets limits
			_ = a.endSession(p, e)
			p.wish(e)
			return nil
		}
		return p.begin(e)
	},
	refilled: func(_ *auditor, p *audited, e entry) error {
		before := p.place.entry.balance
		if before >= minStake || e.taken != 0 || e.balance != Start || e.nonce.Valid || p.place.open != nil || p.place.crash != nil {
			return fmt.Errorf("it gives %d to a player who has %d", e.given, before)
		}
		return nil
	},
	rotated: func(_ *auditor, p *audited, e entry) error { return p.begin(e) },
	played: func(_ *auditor, p *audited, e entry) error {
		r, err := p.next(e)
		if err != nil {
			return err
		}
		if why := p.declines(r); why != "" {
			return fmt.Errorf("it should have been declined: %s", why)
		}
		given := r.paid
		if r.last != played {
			given, p.place.open, p.place.openNonce, p.place.steps = 0, r, e.nonce.Int64, 0
		}
		return e.moves(r.stake, given)
	},
	stepped: func(_ *auditor, p *audited, e entry) error {
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
	declined: func(_ *auditor, p *audited, e entry) error {
		r, err := p.next(e)
		if err != nil {
			return err
		}
		if why := p.declines(r); r.declined == "" || why != r.declined {
			return fmt.Errorf("it was declined because of %q; by what was known, that is %q", r.declined, why)
		}
		return e.moves(r.stake, r.stake)
	},
	cancelled: func(a *auditor, p *audited, e entry) error {
		return errors.Join(p.cancel(e), a.endSession(p, e))
	},
	joined:  func(_ *auditor, p *audited, e entry) error { return p.join(e) },
	settled: func(_ *auditor, p *audited, e entry) error { return p.settle(e) },
	recovered: func(_ *auditor, _ *audited, e entry) error {
		if e.nonce.Valid {
			return errors.New("it is for a round")
		}
		return e.moves(0, 0)
	},
	limited: func(_ *auditor, p *audited, e entry) error {
		if !p.wish(e) || e.nonce.Valid {
			return errors.New("it says nothing of what limits the player wanted")
		}
		return e.moves(0, 0)
	},
	renewed: func(a *auditor, p *audited, e entry) error {
		if e.taken != 0 || e.given != 0 || e.nonce.Valid {
			return fmt.Errorf("it takes %d and gives %d", e.taken, e.given)
		}
		return a.endSession(p, e)
	},
}

// wish sets the limits that a player wanted with an entry, and reports whether there are any.
func (p *audited) wish(e entry) bool {
	wanted, ok := p.wanted[e.number]
	if !ok {
		return false
	}
	delete(p.wanted, e.number)
	if p.place.own == nil {
		p.place.own = new(OwnState)
	}
	p.place.own.set(wanted, e.at)
	return true
}

// moves checks what an entry takes and gives.
func (e entry) moves(taken, given int64) error {
	if e.taken != taken || e.given != given {
		return fmt.Errorf("it takes %d and gives %d, not %d and %d", e.taken, e.given, taken, given)
	}
	return nil
}

// begin begins with a pair of seeds.
func (p *audited) begin(e entry) error {
	before := p.place.entry.pair
	switch {
	case e.pair != before+1 || e.nonce.Valid:
		return fmt.Errorf("pair %d follows %d", e.pair, before)
	case e.pair > int64(len(p.pairs)):
		return errors.New("there is no such pair of seeds")
	}
	if err := p.ended(); err != nil {
		return err
	}
	if p.place.open != nil {
		return errors.New("a round is open")
	}
	p.place.active, p.place.nonce = true, 0
	if e.kind == rotated {
		return e.moves(0, 0)
	}
	return nil
}

// ended checks that the latest pair has no rounds that aren't in the ledger, and no round
// that the ledger leaves open or ends too early.
func (p *audited) ended() error {
	if r := p.place.open; r != nil && (!r.open || p.place.steps != r.steps) {
		return fmt.Errorf("the ledger has no end of round %d.%d", p.place.entry.pair, p.place.openNonce)
	}
	pair := p.place.entry.pair
	if pair > 0 && p.place.nonce != int64(len(p.pairs[pair-1].rounds)) {
		return fmt.Errorf("the ledger has nothing of round %d.%d", pair, p.place.nonce)
	}
	return nil
}

// next returns the round that a bet's entry is for, which must be the next one.
func (p *audited) next(e entry) (*auditedRound, error) {
	if !p.place.active || !e.nonce.Valid || e.nonce.Int64 != p.place.nonce {
		return nil, fmt.Errorf("it is for nonce %d, and the next one is %d", e.nonce.Int64, p.place.nonce)
	}
	rounds := p.pairs[e.pair-1].rounds
	if e.nonce.Int64 >= int64(len(rounds)) {
		return nil, fmt.Errorf("it is for round %d.%d, which isn't there", e.pair, e.nonce.Int64)
	}
	p.place.nonce++
	r := &rounds[e.nonce.Int64]
	switch {
	case (r.last == declined) != (e.kind == declined):
		return nil, errors.New("the bet is of another kind")
	case r.at != e.at:
		return nil, fmt.Errorf("it is of %d, and the bet of %d", e.at, r.at)
	}
	return r, nil
}

// declines returns the reason for which a bet must be declined, empty if it must be taken.
func (p *audited) declines(r *auditedRound) string {
	before := p.place.entry
	limit := p.pairs[before.pair-1].maxWin
	switch {
	case p.place.open != nil:
		return RoundOpen
	case r.stake > before.balance:
		return LowBalance
	case r.maxWin > limit:
		return fmt.Sprint(OverLimit, " ", limit)
	}
	return p.place.own.declines(r.stake, r.at)
}

// opened returns the open round, which an entry must be for.
func (p *audited) opened(e entry) (*auditedRound, error) {
	if p.place.open == nil || !e.nonce.Valid || e.nonce.Int64 != p.place.openNonce {
		return nil, fmt.Errorf("no round is open at nonce %d", e.nonce.Int64)
	}
	return p.place.open, nil
}

// cancel ends the open round after its last step.
func (p *audited) cancel(e entry) error {
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
func (a *auditor) endSession(p *audited, e entry) error {
	for _, r := range a.renewals {
		if r.during(e.at) {
			p.place.active = false
			p.place.renewed = append(p.place.renewed, e.at)
			return nil
		}
	}
	return errors.New("no session was ended at that time")
}

// wasRenewed checks that a player's session was ended whenever all were.
func (a *auditor) wasRenewed(player string, p *audited) {
	for _, r := range a.renewals {
		if r.ended.Valid && p.entered < r.began && !slices.ContainsFunc(p.place.renewed, r.during) {
			a.fault(player, "the session wasn't ended with all others, at %d", r.began)
		}
	}
}

// A renewal is a time when all sessions are ended.
type renewal struct {
	began int64
	ended sql.NullInt64
}

func (r renewal) during(at int64) bool {
	return at >= r.began && (!r.ended.Valid || at <= r.ended.Int64)
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
