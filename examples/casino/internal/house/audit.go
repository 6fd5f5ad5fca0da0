package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A Report is what an audit has found.
type Report struct {
	Faults int
	First  []string // of the faults

	Players, Pairs, Entries, Rounds int64
	declined, cancelled             int64 // of the rounds
	granted, staked, paid           int64
	balances                        int64 // as the accounts have them
}

// Print prints the report for people.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, %s, %s (%s declined, %s cancelled)\n", cli.Count(r.Players, "player"), cli.Count(r.Pairs, "seed pair"),
		cli.Count(r.Entries, "ledger row"), cli.Count(r.Rounds, "round"), cli.Thousands(r.declined), cli.Thousands(r.cancelled))
	fmt.Fprintf(w, "granted %s, staked %s, paid %s; on accounts %s\n", money(r.granted), money(r.staked), money(r.paid), money(r.balances))
	if r.Faults == 0 {
		fmt.Fprintln(w, "everything is right")
		return
	}
	for _, fault := range r.First {
		fmt.Fprintln(w, fault)
	}
	fmt.Fprintf(w, "%s, of which these are the first\n", cli.Count(r.Faults, "fault"))
}

// money formats an amount in coins.
func money(amount int64) string {
	sign := ""
	if amount < 0 {
		sign, amount = "-", -amount
	}
	return fmt.Sprintf("%s%s.%02d", sign, cli.Thousands(amount/games.Coin), amount%games.Coin)
}

const (
	maxNamed    = 10  // faults in a report
	auditAtOnce = 200 // players
)

// Audit computes everything again, from one state of the database: each balance from the
// ledger, the ledger from the rounds, and each round from its seeds, whether they are
// revealed or sealed in a session.
func (h *House) Audit(ctx context.Context) (report Report, err error) {
	err = h.snapshot(ctx, func(tx *sql.Tx) error {
		report, err = h.auditIn(ctx, tx)
		return err
	})
	return report, err
}

func (h *House) auditIn(ctx context.Context, tx *sql.Tx) (Report, error) {
	used, err := keysInUse(ctx, tx)
	a := auditor{keys: h.keys, used: used}
	for last, more := "", true; more && err == nil; {
		last, more, err = a.some(ctx, tx, last)
	}
	return a.report, err
}

// An auditor goes through some players at a time.
type auditor struct {
	keys    vault.Keys
	used    []string // keys that may seal
	report  Report
	players map[string]*audited
}

// audited is what is known of one player.
type audited struct {
	balance, entry, pair int64 // as the row has it
	session              *seedrng.Session
	view                 seedrng.View // of the session

	latest entry // of the ledger
	pairs  []auditedPair
	booked map[place]booking
	open   struct{ pair, until int64 } // the latest round with steps, and the number of the entry that ended it
}

type auditedPair struct {
	hash     seedrng.Hash
	client   string
	server   seedrng.ServerSeed
	revealed bool
	rounds   int64 // as the row has it
	counted  int64
	open     int64 // rounds
}

// A place is that of a round, and a booking what its entries in the ledger come to.
type place struct{ pair, nonce int64 }

type booking struct {
	taken, given int64
	entries      int
	entry        int64 // the latest
	kind         string
	balance      int64 // after it
}

func newAudited() *audited { return &audited{booked: make(map[place]booking)} }

func (a *auditor) fault(player, format string, args ...any) {
	a.report.Faults++
	if len(a.report.First) < maxNamed {
		a.report.First = append(a.report.First, fmt.Sprintf("player %.16s: %s", player, fmt.Sprintf(format, args...)))
	}
}

// some audits the players after one, and says which was the last, and whether there are more.
func (a *auditor) some(ctx context.Context, tx *sql.Tx, after string) (last string, more bool, err error) {
	a.players = make(map[string]*audited)
	err = eachRow(ctx, tx, "SELECT player, balance, entry, pair, key, session FROM players WHERE player > $1 ORDER BY player LIMIT $2", []any{after, auditAtOnce},
		func(scan scanner) error {
			p := newAudited()
			var key string
			var sealed []byte
			if err := scan(&last, &p.balance, &p.entry, &p.pair, &key, &sealed); err != nil {
				return err
			}
			a.players[last] = p
			a.session(last, p, key, sealed)
			return nil
		})
	if err != nil {
		return "", false, err
	}
	// After the last player there should be nothing, and that is looked at as well.
	more = len(a.players) == auditAtOnce
	where, args := " WHERE player > $1 ORDER BY player, ", []any{after}
	if more {
		where, args = " WHERE player > $1 AND player <= $2 ORDER BY player, ", []any{after, last}
	}
	for _, part := range []struct {
		query string
		read  func(scan scanner) error
	}{
		{"SELECT player, pair, hash, client, coalesce(server, ''), coalesce(rounds, 0) FROM pairs" + where + "pair", a.onePair},
		{"SELECT player, entry, kind, pair, nonce, taken, given, balance FROM ledger" + where + "entry", a.oneEntry},
		{"SELECT player, pair, nonce, stake, paid, open, sent, received, declined FROM bets" + where + "pair, nonce", a.oneRound},
	} {
		if err := eachRow(ctx, tx, part.query, args, part.read); err != nil {
			return "", false, err
		}
	}
	for player, p := range a.players {
		a.complete(player, p)
	}
	return last, more, nil
}

// find returns a row's player.
func (a *auditor) find(player string) *audited {
	p := a.players[player]
	if p == nil {
		a.fault(player, "there are rows of nobody's account")
		p = newAudited()
		a.players[player] = p
	}
	return p
}

// session opens a player's session.
func (a *auditor) session(player string, p *audited, key string, sealed []byte) {
	a.report.Players++
	a.report.balances += p.balance
	if p.entry == 0 { // the grant is booked with the player's first change
		a.report.granted += Start
	}
	if !slices.Contains(a.used, key) {
		a.fault(player, "the session is sealed with key %s, which isn't in use", key)
	}
	state, err := a.keys.Open(player, key, sealed)
	if err == nil {
		p.session, err = seedrng.ParseSession(state, func(_, _ seedrng.SessionState) error { return nil })
	}
	if err != nil {
		a.fault(player, "the session can't be opened: %v", err)
		return
	}
	p.view = p.session.View()
}

// onePair checks a pair of seeds, and opens those of the session.
func (a *auditor) onePair(scan scanner) error {
	var player, hash, server string
	var number int64
	var pair auditedPair
	if err := scan(&player, &number, &hash, &pair.client, &server, &pair.rounds); err != nil {
		return err
	}
	a.report.Pairs++
	p := a.find(player)
	if number != int64(len(p.pairs))+1 {
		a.fault(player, "pair %d follows %d", number, len(p.pairs))
	}
	var err error
	if pair.hash, err = seedrng.ParseHash(hash); err == nil {
		if pair.revealed = server != ""; !pair.revealed {
			server, err = p.reveal(pair)
		}
		err = errors.Join(err, pair.hash.Verify(server))
	}
	if err == nil {
		pair.server, err = seedrng.ParseServerSeed(server)
	}
	if err != nil {
		a.fault(player, "the seeds of pair %d: %v", number, err)
	}
	p.pairs = append(p.pairs, pair)
	return nil
}

// reveal returns the server seed of the active pair, from a session that is of no use
// afterwards: nothing is stored.
func (p *audited) reveal(pair auditedPair) (string, error) {
	if p.session == nil || p.view.ServerHash != pair.hash || p.view.ClientSeed != pair.client {
		return "", errors.New("the session has others")
	}
	for _, open := range p.view.OpenRounds {
		round, err := p.session.Reserve(pair.hash, open.Nonce, open.Bet)
		if err != nil {
			return "", err
		}
		if err := round.Finish(); err != nil {
			return "", err
		}
	}
	rotated, err := p.session.Rotate(p.view.NextServerHash, "audit")
	if err != nil {
		return "", err
	}
	return rotated.Revealed.ServerSeed, nil
}

// oneEntry follows the ledger from one balance to the next.
func (a *auditor) oneEntry(scan scanner) error {
	var e entry
	if err := scan(&e.player, &e.number, &e.kind, &e.pair, &e.nonce, &e.taken, &e.given, &e.balance); err != nil {
		return err
	}
	a.report.Entries++
	p := a.find(e.player)
	before := p.latest
	p.latest = e
	switch {
	case e.number != before.number+1:
		a.fault(e.player, "entry %d of the ledger follows %d", e.number, before.number)
	case e.taken < 0 || e.given < 0 || e.balance != before.balance-e.taken+e.given || e.balance < 0:
		a.fault(e.player, "entry %d of the ledger: %d less %d and more %d isn't %d", e.number, before.balance, e.taken, e.given, e.balance)
	case (e.kind == entered) != (e.number == 1):
		a.fault(e.player, "entry %d of the ledger is of kind %s", e.number, e.kind)
	}
	switch e.kind {
	case entered, refilled:
		a.report.granted += e.given
	case rotated, renewed:
	case played, stepped, declined, cancelled:
		a.report.staked += e.taken
		a.report.paid += e.given
		at := place{e.pair, e.nonce.Int64}
		b := p.booked[at]
		p.booked[at] = booking{b.taken + e.taken, b.given + e.given, b.entries + 1, e.number, e.kind, e.balance}
	default:
		a.fault(e.player, "entry %d of the ledger is of kind %s", e.number, e.kind)
	}
	return nil
}

// A storedRound is a row of bets.
type storedRound struct {
	place
	stake, paid    int64
	open           bool
	sent, received string
	declined       sql.NullString
}

// oneRound checks a round against its seeds and the ledger.
func (a *auditor) oneRound(scan scanner) error {
	var player string
	var r storedRound
	if err := scan(&player, &r.pair, &r.nonce, &r.stake, &r.paid, &r.open, &r.sent, &r.received, &r.declined); err != nil {
		return err
	}
	a.report.Rounds++
	p := a.find(player)
	if err := p.check(r, &a.report); err != nil {
		a.fault(player, "round %d.%d, %q: %v", r.pair, r.nonce, r.sent, err)
	}
	return nil
}

func (p *audited) check(r storedRound, report *Report) error {
	if r.pair < 1 || r.pair > int64(len(p.pairs)) {
		return errors.New("there is no such pair of seeds")
	}
	pair := &p.pairs[r.pair-1]
	nonce := pair.counted
	pair.counted++
	booked := p.booked[r.place]
	delete(p.booked, r.place)
	sent := games.Split(r.sent)
	bet, err := games.ParseBet(sent[0])
	switch {
	case err != nil:
		return err
	case r.nonce != nonce:
		return fmt.Errorf("nonce %d is missing, or there twice", nonce)
	case r.stake != bet.Stake:
		return fmt.Errorf("the stake is %d", r.stake)
	case booked.taken != r.stake || booked.given != r.paid:
		return fmt.Errorf("staked %d and paid %d; the ledger has %d and %d", r.stake, r.paid, booked.taken, booked.given)
	}
	if r.declined.Valid {
		report.declined++
		return p.checkDeclined(r, bet, booked)
	}
	stream, err := seedrng.NewStream(pair.server, pair.client, uint64(r.nonce))
	if err != nil {
		return err
	}
	outcome, err := games.Play(sent, stream)
	if err != nil {
		return err
	}
	kind, entries, paid := played, len(sent), outcome.Paid
	if len(sent) > 1 {
		kind = stepped
	}
	switch {
	case r.open:
		pair.open++
	case !outcome.Over:
		report.cancelled++
		kind, entries, paid = cancelled, entries+1, r.stake
	}
	if booked.kind != kind || booked.entries != entries {
		return fmt.Errorf("the ledger has %d entries, and says %s at last, not %d and %s", booked.entries, booked.kind, entries, kind)
	}
	if !bet.AtOnce() {
		p.open.pair, p.open.until = r.pair, booked.entry
		if r.open {
			p.open.until = math.MaxInt64
		}
	}
	if r.open && outcome.Over || r.received != games.Join(outcome.Received) || paid != r.paid {
		return fmt.Errorf("%q, paid %d; the seeds give %q, to be paid %d", r.received, r.paid, games.Join(outcome.Received), paid)
	}
	return nil
}

// checkDeclined checks that the reason for declining a bet was true.
func (p *audited) checkDeclined(r storedRound, bet games.Bet, booked booking) error {
	limit, limited := strings.CutPrefix(r.declined.String, OverLimit+" ")
	most, err := strconv.ParseInt(limit, 10, 64)
	switch {
	case booked.kind != declined || booked.entries != 1 || len(games.Split(r.sent)) != 1 || r.open || r.received != "" || r.paid != r.stake:
		return errors.New("a declined bet has an outcome")
	case r.declined.String == RoundOpen && p.open.pair == r.pair && p.open.until > booked.entry:
	case r.declined.String == LowBalance && booked.balance < bet.Stake:
	case limited && err == nil && bet.MaxWin() > most:
	default:
		return fmt.Errorf("it was declined because of %q, and that wasn't so: the balance was %d", r.declined.String, booked.balance)
	}
	return nil
}

// complete checks that nothing of a player is missing.
func (a *auditor) complete(player string, p *audited) {
	for at, b := range p.booked {
		a.fault(player, "entry %d of the ledger is for round %d.%d, which isn't there", b.entry, at.pair, at.nonce)
	}
	switch {
	case p.entry != p.latest.number || p.entry > 0 && p.balance != p.latest.balance:
		a.fault(player, "the balance is %d, with entry %d; the ledger has %d, with %d", p.balance, p.entry, p.latest.balance, p.latest.number)
	case p.entry == 0 && p.balance != Start:
		a.fault(player, "the balance is %d without an entry of the ledger", p.balance)
	case p.pair != int64(len(p.pairs)):
		a.fault(player, "there are %d pairs of seeds, not %d", len(p.pairs), p.pair)
	}
	if p.session == nil {
		return // that is a fault already
	}
	for i, pair := range p.pairs {
		rounds, open, active := pair.rounds, int64(0), false
		if !pair.revealed {
			rounds, open, active = int64(p.view.NextNonce), int64(len(p.view.OpenRounds)), i == len(p.pairs)-1
		}
		if rounds != pair.counted || open != pair.open || active == pair.revealed {
			a.fault(player, "pair %d: %d rounds, %d of them open; there should be %d and %d", i+1, pair.counted, pair.open, rounds, open)
		}
	}
	if active := p.view.ServerHash != (seedrng.Hash{}); active && (len(p.pairs) == 0 || p.pairs[len(p.pairs)-1].revealed) {
		a.fault(player, "the seeds of the session are in no pair")
	}
}
