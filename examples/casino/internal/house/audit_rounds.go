package house

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

type auditedPair struct {
	hash     seedrng.Hash
	client   string
	maxWin   int64
	server   seedrng.ServerSeed
	revealed bool
	counted  int64          // as the row has it
	crashed  sql.NullInt64  // likewise, of bets on crash
	serial   int64          // of the last of these
	rounds   []auditedRound // by nonce
}

// An auditedRound is a round of which the seeds are checked, and the ledger isn't yet.
type auditedRound struct {
	at, stake, paid, maxWin int64
	declined                string
	last                    string // the kind of the entry that ends it: played, if the bet does
	open                    bool
	steps                   int // after the bet
}

// readPair checks a pair of seeds, and opens those of the session.
func (a *auditor) readPair(scan scanner) error {
	var player, hash, opening, server string
	var number int64
	var pair auditedPair
	if err := scan(&player, &number, &hash, &pair.client, &pair.maxWin, &opening, &server, &pair.counted, &pair.crashed); err != nil {
		return err
	}
	a.report.Pairs++
	p := a.find(player)
	if number != int64(len(p.pairs))+1 {
		a.fault(player, "pair %d follows %d", number, len(p.pairs))
	}
	a.said = append(a.said, saying{player, shownEntry + tlog.Commitment(opening, hash)})
	var err error
	if pair.hash, err = seedrng.ParseHash(hash); err == nil {
		if server != "" {
			a.said = append(a.said, saying{player, revealedEntry(opening, pair.hash, server)})
		}
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

// A storedRound is a row of bets.
type storedRound struct {
	pair, nonce     int64
	at, stake, paid int64
	open            bool
	sent, received  string
	declined        sql.NullString
}

// readRound checks a round against its seeds.
func (a *auditor) readRound(scan scanner) error {
	var player string
	var r storedRound
	if err := scan(&player, &r.pair, &r.nonce, &r.at, &r.stake, &r.paid, &r.open, &r.sent, &r.received, &r.declined); err != nil {
		return err
	}
	a.report.Rounds++
	p := a.find(player)
	if p.lost {
		return nil
	}
	if err := a.checkRound(p, r); err != nil {
		p.lost = true
		a.fault(player, "round %d.%d, %q: %v", r.pair, r.nonce, r.sent, err)
	}
	return nil
}

func (a *auditor) checkRound(p *audited, r storedRound) error {
	if r.pair < 1 || r.pair > int64(len(p.pairs)) {
		return errors.New("there is no such pair of seeds")
	}
	pair := &p.pairs[r.pair-1]
	sent := games.Split(r.sent)
	bet, err := games.ParseBet(sent[0])
	switch {
	case err != nil:
		return err
	case r.nonce != int64(len(pair.rounds)):
		return fmt.Errorf("nonce %d is missing", len(pair.rounds))
	case r.stake != bet.Stake:
		return fmt.Errorf("the stake is %d", r.stake)
	}
	last := declined
	if !r.declined.Valid {
		if last, err = pair.replay(r, sent); err != nil {
			return err
		}
	} else if len(sent) > 1 || r.open || r.received != "" || r.paid != r.stake {
		return errors.New("a declined bet has an outcome")
	}
	switch last {
	case declined:
		a.report.declined++
	case cancelled:
		a.report.cancelled++
	}
	pair.rounds = append(pair.rounds, auditedRound{r.at, r.stake, r.paid, bet.MaxWin(), r.declined.String, last, r.open, len(sent) - 1})
	return nil
}

// replay computes a round from its seeds, and returns the kind of the entry that ends it.
func (pair *auditedPair) replay(r storedRound, sent []string) (last string, err error) {
	stream, err := seedrng.NewStream(pair.server, pair.client, uint64(r.nonce))
	if err != nil {
		return "", err
	}
	outcome, err := games.Play(sent, stream)
	if err != nil {
		return "", err
	}
	last, paid := played, outcome.Paid
	switch {
	case outcome.Over && len(sent) == 1: // the bet has ended it
	case outcome.Over, r.open:
		last = stepped
	default:
		last, paid = cancelled, r.stake
	}
	if received := games.Join(outcome.Received); r.received != received || paid != r.paid || r.open && outcome.Over {
		return "", fmt.Errorf("%q, paid %d; the seeds give %q, to be paid %d", r.received, r.paid, received, paid)
	}
	return last, nil
}
