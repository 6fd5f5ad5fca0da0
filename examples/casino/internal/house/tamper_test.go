package house_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// A tampering is what somebody does who can write to the database, in statements separated
// by semicolons. It names rows by words in capitals, which TestTampering explains; GAIN 5 FROM E
// adds 5 to all balances from entry E on.
type tampering struct{ what, statements, found string }

var tamperings = []tampering{
	// Accounts.
	{"a balance raised", "UPDATE players SET balance = balance + 100 WHERE PLAYER", "the balance is"},
	{"an account removed", "DELETE FROM players WHERE PLAYER", "nobody's account"},
	{"an account copied", "INSERT INTO players SELECT 'ffff' || player, 'ffff' || login, NULL, '', name, shown, leaf, balance, " +
		"0, 0, 0, 0, entered, entered, key, session, 0, 0, 0, 0 FROM players WHERE PLAYER", "can't be opened"},
	{"a visitor made rich", "UPDATE players SET balance = 100000000 WHERE VISITOR", "without an entry"},
	{"another's session", "UPDATE players SET session = (SELECT session FROM players WHERE OTHER) WHERE PLAYER", "can't be opened"},
	{"half a session", "UPDATE players SET session = NOTHING WHERE PLAYER", "can't be opened"},
	{"an unknown key", "UPDATE players SET key = '0123456789abcdef' WHERE PLAYER", "isn't in use"},
	{"the key out of use", "DELETE FROM keys", "isn't in use"},
	{"a pair more counted", "UPDATE players SET pair = 4 WHERE PLAYER", "there are 3 pairs of seeds"},
	{"an entry more counted", "UPDATE players SET entry = entry + 1 WHERE PLAYER", "the ledger has"},
	{"a lower limit in the account", "UPDATE players SET max_win = 1 WHERE PLAYER", "the limit is 1"},
	{"an account of the future", "UPDATE players SET entered = 9000000000000 WHERE PLAYER", "before the one before"},
	{"a last change in the future",
		"UPDATE players SET latest = 9000000000000 WHERE PLAYER; UPDATE ledger SET at = 9000000000000 " +
			"WHERE PLAYER AND entry = LAST; UPDATE bets SET at = 9000000000000 WHERE PLAYER AND open", "still to come"},
	{"another time of the last change", "UPDATE players SET latest = latest + 1 WHERE PLAYER", "time of the last change"},

	// Entries of the ledger.
	{"no ledger", "DELETE FROM ledger", "the ledger has 0"},
	{"an entry removed", "DELETE FROM ledger WHERE PLAYER AND entry = 3", "it follows 2"},
	{"the last entry removed", "DELETE FROM ledger WHERE PLAYER AND entry = LAST", "the ledger has"},
	{"an entry of nobody", "INSERT INTO ledger SELECT 'ffff', entry, at, kind, pair, nonce, taken, given, balance FROM ledger " +
		"WHERE PLAYER AND entry = 1", "nobody's account"},
	{"a kind that isn't", "UPDATE ledger SET kind = 'gift' WHERE PLAYER AND kind = 'refill'", "no such kind"},
	{"a correction", "INSERT INTO ledger SELECT player, entry + 1, at, 'correction', pair, NULL, 0, 1000000, balance + 1000000 " +
		"FROM ledger WHERE PLAYER AND entry = LAST; UPDATE players SET entry = entry + 1, balance = balance + 1000000 WHERE PLAYER",
		"no such kind"},
	{"a sum that is wrong", "UPDATE ledger SET given = given + 100 WHERE PLAYER AND entry = 2", "more"},
	{"more to begin with", "GAIN 1000000 FROM 1; UPDATE ledger SET given = given + 1000000 WHERE PLAYER AND entry = 1",
		"a new player gets 100000"},
	{"more to begin with, and taken back", "UPDATE ledger SET taken = 100, given = given + 100 WHERE PLAYER AND entry = 1",
		"a new player gets 100000, not 100100 less 100"},
	{"entered twice", "UPDATE ledger SET kind = 'enter' WHERE PLAYER AND kind = 'refill'", "the first entry, and no other"},
	{"never entered", "UPDATE ledger SET kind = 'refill' WHERE PLAYER AND entry = 1", "the first entry, and no other"},
	{"a refill of a rich player", "INSERT INTO ledger SELECT player, entry + 1, at, 'refill', pair, NULL, 0, 1000000, " +
		"balance + 1000000 FROM ledger WHERE OTHER AND entry = 3; UPDATE players SET entry = entry + 1, balance = balance + 1000000 WHERE OTHER",
		"to a player who has 100000"},
	{"a refill of more", "GAIN 1000000 FROM REFILL; UPDATE ledger SET given = given + 1000000 WHERE PLAYER AND kind = 'refill'", "it gives"},
	{"a rotation that gives a million",
		"GAIN 100000000 FROM ROTATION; UPDATE ledger SET given = 100000000 WHERE PLAYER AND entry = ROTATION",
		"it takes 0 and gives 100000000, not 0 and 0"},
	{"a renewal that gives a million",
		"GAIN 99999500 FROM CANCEL; UPDATE ledger SET given = 100000000 WHERE PLAYER AND kind = 'cancel'", "gives"},
	{"a rotation invented", "INSERT INTO ledger SELECT player, entry + 1, at, 'rotate', pair + 1, NULL, 0, 0, balance FROM ledger " +
		"WHERE OTHER AND entry = 3; UPDATE players SET entry = entry + 1 WHERE OTHER", "no such pair of seeds"},
	{"a renewal invented", "INSERT INTO ledger SELECT player, entry + 1, at, 'renew', pair, NULL, 0, 0, balance FROM ledger " +
		"WHERE OTHER AND entry = 3; UPDATE players SET entry = entry + 1 WHERE OTHER", "no session was ended"},
	{"a recovery that gives money",
		"INSERT INTO ledger SELECT player, entry + 1, at, 'recover', pair, NULL, 0, 500, balance + 500 FROM ledger WHERE OTHER " +
			"AND entry = 3; UPDATE players SET entry = entry + 1, balance = balance + 500 WHERE OTHER", "it takes 0 and gives 500"},
	{"a renewal left out", "UPDATE renewals SET began = began - 10000, ended = began - 5000", "no session was ended"},
	{"a renewal of all but one", "INSERT INTO renewals VALUES (5, 6); UPDATE players SET entered = 4 WHERE OTHER",
		"wasn't ended with all others"},
	{"no renewal on record", "DELETE FROM renewals", "no session was ended"},
	{"all at time zero", "UPDATE ledger SET at = 0; UPDATE bets SET at = 0; UPDATE players SET latest = 0", "before the one before"},
	{"times exchanged", "UPDATE ledger SET at = at - 100000 WHERE PLAYER AND entry = LAST", "before the one before"},
	{"a bet's time", "UPDATE bets SET at = at + 1 WHERE PLAYER AND pair = 1 AND nonce = 0", "and the bet of"},
	{"an entry of another pair", "UPDATE ledger SET pair = 2 WHERE PLAYER AND entry = 2", "the seeds are pair 2, and were 1"},
	{"the deal pays, and the draw doesn't",
		"UPDATE ledger SET given = 5 WHERE PLAYER AND pair = 1 AND nonce = HAND AND kind = 'bet'; " +
			"UPDATE ledger SET balance = balance + 5 WHERE PLAYER AND pair = 1 AND nonce >= HAND AND kind <> 'step'; " +
			"UPDATE ledger SET given = given - 5 WHERE PLAYER AND kind = 'step'", "gives 5, not"},
	{"a draw that gives more", "GAIN 700 FROM DRAW; UPDATE ledger SET given = given + 700 WHERE PLAYER AND kind = 'step'",
		"it takes 0 and gives"},

	// Bets.
	{"a lost bet that pays", "UPDATE bets SET received = '1 pays 100', paid = 100 WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"the seeds give"},
	{"a lost bet that pays, in the ledger too",
		"GAIN 100 FROM LOSS; UPDATE bets SET received = '1 pays 100', paid = 100 WHERE PLAYER AND pair = 1 AND nonce = LOST; " +
			"UPDATE ledger SET given = 100 WHERE PLAYER AND pair = 1 AND nonce = LOST", "the seeds give"},
	{"other cards in an open hand", "UPDATE bets SET received = 'A♠ K♠ Q♠ J♠ 10♠' WHERE PLAYER AND open", "the seeds give"},
	{"another bet", "UPDATE bets SET sent = 'chess for 100' WHERE PLAYER AND pair = 1 AND nonce = 0", "no game is called"},
	{"another stake", "UPDATE bets SET stake = 200 WHERE PLAYER AND pair = 1 AND nonce = 0", "the stake is 200"},
	{"a smaller stake in the ledger", "GAIN 100 FROM 2; UPDATE ledger SET taken = 0 WHERE PLAYER AND entry = 2", "it takes 0"},
	{"the first bet removed", "DELETE FROM bets WHERE PLAYER AND pair = 1 AND nonce = 0", "nonce 0 is missing"},
	{"the only bet of a pair removed", "DELETE FROM bets WHERE PLAYER AND pair = 2", "which isn't there"},
	{"an open hand removed", "DELETE FROM bets WHERE PLAYER AND open", "which isn't there"},
	{"the last bet removed, in the ledger too",
		"DELETE FROM bets WHERE PLAYER AND open; DELETE FROM ledger WHERE PLAYER AND entry = LAST; " +
			"UPDATE players SET entry = entry - 1, balance = balance + 100, latest = (SELECT at FROM ledger l " +
			"WHERE l.player = players.player AND l.entry = players.entry - 1) WHERE PLAYER", "there should be 3"},
	{"a bet repeated later", "INSERT INTO bets SELECT player, pair, nonce + 100000, at, stake, paid, open, sent, received, " +
		"declined FROM bets WHERE PLAYER AND pair = 1 AND nonce = 0", "is missing"},
	{"a bet that isn't in the ledger",
		"INSERT INTO bets SELECT player, 2, 1, at, stake, stake, open, sent, '', 'balance' FROM bets WHERE PLAYER AND pair = 1 " +
			"AND nonce = 0", "nothing of round 2.1"},
	{"a bet of nobody", "INSERT INTO bets SELECT 'ffff', pair, nonce, at, stake, paid, open, sent, received, declined FROM bets " +
		"WHERE PLAYER AND pair = 1 AND nonce = 0", "nobody's account"},
	{"a lost bet made declined, by a limit",
		"GAIN STAKE FROM LOSS; UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST; " +
			"UPDATE bets SET received = '', declined = 'limit 1', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
		`declined because of "limit 1"; by what was known, that is ""`},
	{"a lost bet made declined, by the limit that held",
		"GAIN STAKE FROM LOSS; UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST; " +
			"UPDATE bets SET received = '', declined = 'limit 1000000000', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
		`declined because of "limit 1000000000"`},
	{"a lost bet made declined, for want of coins",
		"GAIN STAKE FROM LOSS; UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST; " +
			"UPDATE bets SET received = '', declined = 'balance', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
		`declined because of "balance"`},
	{"a lost bet made declined, by a lower limit of its seeds",
		"GAIN STAKE FROM LOSS; UPDATE pairs SET max_win = 1 WHERE PLAYER AND pair = 1; " +
			"UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST; " +
			"UPDATE bets SET received = '', declined = 'limit 1', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"it should have been declined: limit 1"},
	{"a higher limit of seeds", "UPDATE pairs SET max_win = 900000 WHERE PLAYER AND pair = 3; " +
		"UPDATE players SET max_win = 900000 WHERE PLAYER", `declined because of "limit 60000"`},
	{"an open hand that was none", "UPDATE bets SET declined = 'round-open' WHERE PLAYER AND declined = 'balance'",
		`declined because of "round-open"`},
	{"want of coins in an open hand", "UPDATE bets SET declined = 'balance' WHERE PLAYER AND declined = 'round-open'",
		`declined because of "balance"`},
	{"a reason that isn't one", "UPDATE bets SET declined = 'the moon' WHERE PLAYER AND declined = 'round-open'",
		`declined because of "the moon"`},
	{"declined in the ledger only", "UPDATE ledger SET kind = 'declined' WHERE PLAYER AND entry = 2", "the bet is of another kind"},
	{"a finished hand made cancelled",
		"GAIN 500 - PAID FROM DRAW; UPDATE ledger SET kind = 'cancel', given = 500 WHERE PLAYER AND entry = DRAW; " +
			"UPDATE bets SET sent = 'poker jacks for 500', received = DEALT, paid = stake " +
			"WHERE PLAYER AND pair = 1 AND nonce = HAND", "no session was ended"},
	{"a cancelled hand left out", "GAIN -500 FROM CANCEL; " +
		"UPDATE ledger SET kind = 'renew', nonce = NULL, given = 0 WHERE PLAYER AND kind = 'cancel'", "no end of round 2.0"},
	{"a cancelled hand finished", "UPDATE bets SET sent = sent || NEXT || 'hold', received = received || NEXT || received || ' " +
		"pays 0', paid = 0 WHERE PLAYER AND pair = 2 AND nonce = 0", "the seeds give"},
	{"an open hand closed", "UPDATE bets SET open = (1 = 0), paid = stake WHERE PLAYER AND open", "no end of round 3.2"},

	// Seeds.
	{"another server seed", "UPDATE pairs SET server = 'abababababababababababababababababababababababababababababababab' " +
		"WHERE PLAYER AND pair = 1", "the seeds of pair 1"},
	{"a server seed hidden again", "UPDATE pairs SET server = NULL WHERE PLAYER AND pair = 1", "the seeds of pair 1"},
	{"another client seed", "UPDATE pairs SET client = 'words' WHERE PLAYER AND pair = 3", "the seeds of pair 3"},
	{"another revealed client seed", "UPDATE pairs SET client = client || 'x' WHERE PLAYER AND pair = 1", "the seeds give"},
	{"another hash", "UPDATE pairs SET hash = 'abababababababababababababababababababababababababababababababab' WHERE PLAYER " +
		"AND pair = 1", "the seeds of pair 1"},
	{"more rounds of a pair", "UPDATE pairs SET rounds = rounds + 1 WHERE PLAYER AND pair = 1", "there should be"},
	{"a pair removed", "DELETE FROM pairs WHERE PLAYER AND pair = 3", "there is no such pair"},
	{"the first pair removed", "DELETE FROM pairs WHERE PLAYER AND pair = 1", "pair 2 follows 0"},
	{"a pair of nobody", "INSERT INTO pairs VALUES ('ffff', 1, " +
		"'abababababababababababababababababababababababababababababababab', 'words', 1, '', NULL, NULL, NULL)", "nobody's account"},
	{"a lower limit of the active seeds", "UPDATE pairs SET max_win = 1 WHERE OTHER", "isn't that of the last seeds"},

	// Limits that players set on themselves.
	{"own limits forgotten", "UPDATE players SET own = '' WHERE OTHER", "own limits are"},
	{"own limits raised", "UPDATE players SET own = replace(own, '5000', '500000') WHERE OTHER", "own limits are"},
	{"other limits wanted", "UPDATE own_limits SET wanted = replace(wanted, '5000', '500000') WHERE OTHER", "own limits are"},
	{"a wish removed", "DELETE FROM own_limits", "says nothing of what limits"},
	{"a wish without an entry", "INSERT INTO own_limits SELECT player, 2, wanted FROM own_limits", "without an entry"},
	{"a lost bet made declined, by a limit of the player's own",
		"GAIN STAKE FROM LOSS; UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST; " +
			"UPDATE bets SET received = '', declined = 'own limit day 1', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
		`declined because of "own limit day 1"`},

	// What the README says that an audit can't see.
	{"a player removed with all rows",
		"DELETE FROM bets WHERE PLAYER; DELETE FROM ledger WHERE PLAYER; DELETE FROM pairs WHERE PLAYER; DELETE FROM players WHERE PLAYER", ""},
	{"all times of a player moved together",
		"UPDATE players SET entered = entered - 1, latest = latest - 1 WHERE OTHER; UPDATE ledger SET at = at - 1 WHERE OTHER", ""},
	{"a revealed pair without rounds that has another client seed", "UPDATE pairs SET client = 'words' WHERE OTHER AND pair = 1", ""},
}

// Whatever somebody alters who can write to the database, an audit finds, unless the README
// says that it can't.
func TestTampering(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		player, other, visitor := story(t, h), newPlayer(), newPlayer()
		view := enter(t, h, other)
		rotate(t, h, other, view)
		view, err := h.View(t.Context(), other)
		must(t, view, err)
		rotate(t, h, other, view)
		view, err = h.SetOwn(t.Context(), other, house.Own{Day: 5000})
		must(t, view, err)
		enter(t, h, visitor)
		audited(t, h)
		of := func(player string) string { return "player = '" + player + "'" }
		entryOf := func(where string) string {
			return "(SELECT max(l.entry) FROM ledger l WHERE l." + of(player) + " AND " + where + ")"
		}
		lost := "(SELECT min(nonce) FROM bets b WHERE b." + of(player) + " AND paid = 0 AND declined IS NULL AND pair = 1)"
		hand := "(SELECT nonce FROM bets b WHERE b." + of(player) + " AND pair = 1 AND sent LIKE '%; hold%')"
		var paid int64
		var received string
		must(t, 0, house.Writer(h).QueryRow("SELECT paid, received FROM bets WHERE "+of(player)+
			" AND pair = 1 AND sent LIKE '%; hold%'").Scan(&paid, &received))
		empty := "X''"
		postgres := strings.HasPrefix(name, "postgres:")
		if postgres {
			empty = "''::bytea"
		}
		words := strings.NewReplacer("PLAYER", of(player), "OTHER", of(other), "VISITOR", of(visitor), "NOTHING", empty,
			"LAST", entryOf("1 = 1"), "REFILL", entryOf("kind = 'refill'"), "CANCEL", entryOf("kind = 'cancel'"), "DRAW", entryOf("kind = 'step'"),
			"ROTATION", entryOf("kind = 'rotate'"), "LOSS", entryOf("pair = 1 AND nonce = "+lost), "LOST", lost, "HAND", hand,
			"STAKE", "(SELECT stake FROM bets b WHERE b."+of(player)+" AND pair = 1 AND nonce = "+lost+")",
			"PAID", fmt.Sprint(paid), "DEALT", "'"+games.Split(received)[0]+"'", "NEXT", "'; '")
		for _, c := range tamperings {
			t.Run(c.what, func(t *testing.T) {
				tx, err := house.Writer(h).Begin()
				must(t, tx, err)
				defer tx.Rollback()
				if postgres {
					tamper(t, tx, "ALTER TABLE pairs DROP CONSTRAINT pairs_player_fkey")
				}
				for statement := range strings.SplitSeq(c.statements, "; ") {
					if amount, from, ok := strings.Cut(strings.TrimPrefix(statement, "GAIN "), " FROM "); ok && strings.HasPrefix(statement, "GAIN ") {
						tamper(t, tx, words.Replace("UPDATE players SET balance = balance + "+amount+" WHERE PLAYER"))
						statement = "UPDATE ledger SET balance = balance + " + amount + " WHERE PLAYER AND entry >= " + from
					}
					tamper(t, tx, words.Replace(statement))
				}
				report, err := house.AuditIn(h, tx)
				if must(t, report, err); report.Faults > 0 != (c.found != "") || !strings.Contains(strings.Join(report.First, "\n"), c.found) {
					t.Errorf("%d faults: %q", report.Faults, report.First)
				}
			})
		}
		audited(t, h)
	})
}

// tamper carries out a statement.
func tamper(t *testing.T, tx *sql.Tx, statement string) {
	t.Helper()
	if _, err := tx.Exec(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
