//go:build unix

package main

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
	"github.com/squaredeal/squaredeal/examples/casino/internal/rules"
	"github.com/squaredeal/squaredeal/seedrng"
)

// openRaw opens a database without the casino's code.
func openRaw(t testing.TB, db string) *sql.DB {
	t.Helper()
	driver := "sqlite"
	if strings.HasPrefix(db, "postgres://") {
		driver = "pgx"
	}
	raw, err := sql.Open(driver, db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { raw.Close() })
	return raw
}

// audit checks the tables against the reports of the players: no bet is lost or counted
// twice, nonces run without a gap, every outcome follows from the seeds, and balances are
// what the bets say.
func audit(t *testing.T, db string, report load.Report) {
	t.Helper()
	raw := openRaw(t, db)

	type ledger struct {
		load.Account
		granted, staked, paid int64
		found                 bool
	}
	ledgers := make(map[string]*ledger)
	for _, p := range report.Players {
		ledgers[p.Player] = &ledger{Account: p}
	}
	players, err := raw.Query("SELECT player, balance, granted FROM players")
	if err != nil {
		t.Fatal(err)
	}
	defer players.Close()
	orphans := 0
	for players.Next() {
		var player string
		var balance, granted int64
		if err := players.Scan(&player, &balance, &granted); err != nil {
			t.Fatal(err)
		}
		l := ledgers[player[:16]]
		if l == nil {
			orphans++ // the answer that would have told was lost
			continue
		}
		l.found, l.granted = true, granted
		if balance != l.Balance {
			t.Errorf("player %s: balance %d, the player counts %d", player, balance, l.Balance)
		}
	}
	if err := players.Err(); err != nil {
		t.Fatal(err)
	}

	rounds, err := raw.Query(`SELECT b.player, b.pair, b.nonce, b.stake, b.paid, b.open, b.bet, b.outcome, b.choice, b.final, b.declined, p.hash, p.client, p.server, p.rounds
		FROM bets b JOIN pairs p ON p.player = b.player AND p.pair = b.pair ORDER BY b.player, b.pair, b.nonce`)
	if err != nil {
		t.Fatal(err)
	}
	defer rounds.Close()
	bets, turnedDown := make(map[string]int), make(map[string]int)
	last := struct {
		player             string
		pair, nonce, total int64
	}{}
	complete := func() {
		if last.player != "" && last.nonce+1 != last.total {
			t.Errorf("player %s, pair %d: the last nonce of %d rounds is %d", last.player, last.pair, last.total, last.nonce)
		}
	}
	for rounds.Next() {
		var player, bet, outcome, hash, client string
		var pair, nonce, stake, paid int64
		var open bool
		var choice, final, declined, server sql.NullString
		var total sql.NullInt64
		if err := rounds.Scan(&player, &pair, &nonce, &stake, &paid, &open, &bet, &outcome, &choice, &final, &declined, &hash, &client, &server, &total); err != nil {
			t.Fatal(err)
		}
		if open || !server.Valid {
			t.Errorf("player %s, round %d.%d is open, or its seed isn't revealed", player, pair, nonce)
			continue
		}
		if player != last.player || pair != last.pair {
			complete()
			last.player, last.pair, last.nonce = player, pair, -1
		}
		if nonce != last.nonce+1 {
			t.Errorf("player %s, pair %d: nonce %d follows %d", player, pair, nonce, last.nonce)
		}
		last.nonce, last.total = nonce, total.Int64
		if l := ledgers[player[:16]]; l != nil {
			l.staked += stake
			l.paid += paid
			bets[player[:16]]++
			if declined.Valid {
				turnedDown[player[:16]]++
			}
		}
		if declined.Valid {
			if declined.String != "balance" || outcome != "" || choice.Valid || paid != stake {
				t.Errorf("player %s, round %d.%d is declined, %q, and has an outcome, %q", player, pair, nonce, declined.String, outcome)
			}
			continue
		}
		verify(t, hash, server.String, client, uint64(nonce), stake, paid, bet, outcome, choice, final)
	}
	if err := rounds.Err(); err != nil {
		t.Fatal(err)
	}
	complete()
	for name, l := range ledgers {
		if !l.found {
			t.Errorf("player %s has no account", name)
		}
		if bets[name] != l.Bets || turnedDown[name] != l.Declined {
			t.Errorf("player %s: %d bets, %d of them declined; the player made %d and %d", name, bets[name], turnedDown[name], l.Bets, l.Declined)
		}
		if l.granted-l.staked+l.paid != l.Balance {
			t.Errorf("player %s: granted %d, staked %d, paid %d, balance %d", name, l.granted, l.staked, l.paid, l.Balance)
		}
	}
	t.Logf("%d accounts whose first answer was lost", orphans)
}

// verify replays a round.
func verify(t *testing.T, hash, server, client string, nonce uint64, stake, paid int64, bet, outcome string, choice, final sql.NullString) {
	t.Helper()
	committed, err := seedrng.ParseHash(hash)
	if err != nil {
		t.Fatal(err)
	}
	if err := committed.Verify(server); err != nil {
		t.Fatal(err)
	}
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, client, nonce)
	if err != nil {
		t.Fatal(err)
	}
	sent, received := []string{bet}, []string{outcome}
	if choice.Valid {
		sent, received = append(sent, choice.String), append(received, final.String)
	}
	played, err := rules.Play(sent, stream)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := rules.ParseBet(bet)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(played.Received, "\n") != strings.Join(received, "\n") || played.Paid != paid || parsed.Stake != stake {
		t.Errorf("%s, nonce %d: %q, %q pays %d; the seeds give %+v", hash, nonce, sent, received, paid, played)
	}
}
