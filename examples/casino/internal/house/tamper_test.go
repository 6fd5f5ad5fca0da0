package house_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// A tampering is what somebody does who can write to the database. found is a part of what
// the audit says of it, empty if it can't know. Words in capitals stand for what the test
// knows: see [cast.words].
type tampering struct {
	what, found string
	statements  statements
}

// Statements are of SQL, or GAIN n TO PLAYER FROM e: it adds n to the balance of the
// account, and to those of all entries of the ledger from entry e on.
type statements []string

var gain = regexp.MustCompile(`^GAIN (.+) TO (\w+) FROM (.+)$`)

// try does it, has the database audited, and undoes it.
func (c tampering) try(t *testing.T, h *house.House, words *strings.Replacer) {
	tx, err := house.Writer(h).Begin()
	noError(t, err)
	defer tx.Rollback()
	do := func(statement string) {
		t.Helper()
		if _, err := tx.Exec(words.Replace(statement)); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, s := range c.statements {
		if gain.MatchString(s) {
			do(gain.ReplaceAllString(s, "UPDATE players SET balance = balance + $1 WHERE $2"))
			s = gain.ReplaceAllString(s, "UPDATE ledger SET balance = balance + $1 WHERE $2 AND entry >= $3")
		}
		do(s)
	}
	report, err := house.AuditIn(h, tx)
	if noError(t, err); report.Faults > 0 != (c.found != "") || !strings.Contains(strings.Join(report.First, "\n"), c.found) {
		t.Errorf("%d faults: %q", report.Faults, report.First)
	}
}

// A cast are the players of TestTampering.
type cast struct{ player, other, limited, ended, visitor string }

// perform has the players do what the tamperings are about.
func perform(t *testing.T, h *house.House) cast {
	ended := newBetter(t, h)
	ended.bet(dice)
	player := story(t, h) // which ends the sessions so far
	noError(t, h.Merge(t.Context()))
	other, limited, visitor := newBetter(t, h), newBetter(t, h), newPlayer()
	rotate(t, h, other.player, other.view())
	other.set(house.Limits{Day: 5000})
	limited.set(house.Limits{Stake: 1000})
	limited.bet(dice)
	enter(t, h, visitor)
	return cast{player, other.player, limited.player, ended.player, visitor}
}

// words say what the words in capitals stand for.
func (c cast) words(t *testing.T, h *house.House, postgres bool) *strings.Replacer {
	const held = "pair = 1 AND sent LIKE '%; hold%'"
	var paid int64
	var received string
	noError(t, house.Writer(h).QueryRow("SELECT paid, received FROM bets WHERE "+of(c.player)+" AND "+held).Scan(&paid, &received))
	ofBet := func(column, where string) string {
		return "(SELECT " + column + " FROM bets b WHERE b." + of(c.player) + " AND " + where + ")"
	}
	entry := func(where string) string {
		return "(SELECT max(l.entry) FROM ledger l WHERE l." + of(c.player) + " AND " + where + ")"
	}
	lost := ofBet("min(nonce)", "paid = 0 AND declined IS NULL AND pair = 1")
	nothing := "X''"
	if postgres {
		nothing = "''::bytea"
	}
	return strings.NewReplacer(
		// Conditions on rows.
		"PLAYER", of(c.player), // who has been through all of story
		"OTHER", of(c.other), // with two pairs of seeds, no bet, and a limit of 50 coins a day
		"LIMITED", of(c.limited), // with one bet, under a limit of 10 coins
		"ENDED", of(c.ended), // with one bet, in a session that story has ended
		"VISITOR", of(c.visitor), // without seeds
		// Entries of PLAYER: the latest of all, and of each kind.
		"LAST", entry("1 = 1"),
		"REFILL", entry("kind = 'refill'"),
		"DRAW", entry("kind = 'step'"),
		"ROTATION", entry("kind = 'rotate'"),
		"CANCEL", entry("kind = 'cancel'"),
		// A bet that PLAYER lost with the first pair of seeds: nonce, entry, stake.
		"LOST", lost,
		"LOSS", entry("pair = 1 AND nonce = "+lost),
		"STAKE", ofBet("stake", "pair = 1 AND nonce = "+lost),
		// A finished hand with these seeds: nonce, the cards that were dealt, what it paid.
		"HAND", ofBet("nonce", held),
		"DEALT", "'"+games.Split(received)[0]+"'",
		"PAID", fmt.Sprint(paid),

		"NOTHING", nothing, // no bytes
		"ABAB", abab,
	)
}

// of is a player's condition on rows.
func of(player string) string { return "player = '" + player + "'" }

// abab is a hash, a link and a seed that nothing has.
var abab = "'" + strings.Repeat("ab", 32) + "'"

// tamperings are done to the database that the cast leaves.
var tamperings = []tampering{
	// Accounts.
	{"a balance raised", "the balance is", statements{"UPDATE players SET balance = balance + 100 WHERE PLAYER"}},
	{"an account removed", "nobody's account", statements{"DELETE FROM players WHERE PLAYER"}},
	{"an account copied", "can't be opened", statements{
		"INSERT INTO players SELECT 'ffff' || player, 'ffff' || login, NULL, '', name, shown, leaf, balance, 0, 0, 0, 0, entered, " +
			"entered, key, session, 0, 0, 0, 0 FROM players WHERE PLAYER",
	}},
	{"a visitor made rich", "without an entry", statements{"UPDATE players SET balance = 100000000 WHERE VISITOR"}},
	{"another's session", "can't be opened", statements{
		"UPDATE players SET session = (SELECT session FROM players WHERE OTHER) WHERE PLAYER",
	}},
	{"half a session", "can't be opened", statements{"UPDATE players SET session = NOTHING WHERE PLAYER"}},
	{"an unknown key", "isn't in use", statements{"UPDATE players SET key = '0123456789abcdef' WHERE PLAYER"}},
	{"the key out of use", "isn't in use", statements{"DELETE FROM keys"}},
	{"a pair more counted", "there are 3 pairs of seeds", statements{"UPDATE players SET pair = 4 WHERE PLAYER"}},
	{"an entry more counted", "the ledger has", statements{"UPDATE players SET entry = entry + 1 WHERE PLAYER"}},
	{"a lower limit in the account", "the limit is 1", statements{"UPDATE players SET max_win = 1 WHERE PLAYER"}},
	{"an account of the future", "before the one before", statements{"UPDATE players SET entered = 9000000000000 WHERE PLAYER"}},
	{"a last change in the future", "still to come", statements{
		"UPDATE players SET latest = 9000000000000 WHERE PLAYER",
		"UPDATE ledger SET at = 9000000000000 WHERE PLAYER AND entry = LAST",
		"UPDATE bets SET at = 9000000000000 WHERE PLAYER AND open",
	}},
	{"a lower limit of the next seeds", "was shown otherwise", statements{"UPDATE players SET next_max_win = 1 WHERE PLAYER"}},
	{"another time of the next hash", "was shown otherwise", statements{"UPDATE players SET shown = shown + 1 WHERE VISITOR"}},
	{"another session's name", "was shown otherwise", statements{"UPDATE players SET name = substr(leaf, 1, 32) WHERE PLAYER"}},
	{"another leaf", "was shown otherwise", statements{"UPDATE players SET leaf = ABAB WHERE PLAYER"}},
	{"a session's name that isn't one", "was shown otherwise", statements{"UPDATE players SET name = 'x' WHERE PLAYER"}},
	{"another time of the last change", "time of the last change", statements{"UPDATE players SET latest = latest + 1 WHERE PLAYER"}},

	// Entries of the ledger.
	{"no ledger", "the ledger has 0", statements{"DELETE FROM ledger"}},
	{"an entry removed", "it follows 2", statements{"DELETE FROM ledger WHERE PLAYER AND entry = 3"}},
	{"the last entry removed", "the ledger has", statements{"DELETE FROM ledger WHERE PLAYER AND entry = LAST"}},
	{"an entry of nobody", "nobody's account", statements{
		"INSERT INTO ledger SELECT 'ffff', entry, at, kind, pair, nonce, taken, given, balance FROM ledger WHERE PLAYER AND entry = 1",
	}},
	{"a kind that isn't", "no such kind", statements{"UPDATE ledger SET kind = 'gift' WHERE PLAYER AND kind = 'refill'"}},
	{"a correction", "no such kind", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, 'correction', pair, NULL, 0, 1000000, balance + 1000000 FROM ledger " +
			"WHERE PLAYER AND entry = LAST",
		"UPDATE players SET entry = entry + 1, balance = balance + 1000000 WHERE PLAYER",
	}},
	{"a sum that is wrong", "more", statements{"UPDATE ledger SET given = given + 100 WHERE PLAYER AND entry = 2"}},
	{"more to begin with", "a new player gets 100000", statements{
		"GAIN 1000000 TO PLAYER FROM 1",
		"UPDATE ledger SET given = given + 1000000 WHERE PLAYER AND entry = 1",
	}},
	{"more to begin with, and taken back", "a new player gets 100000, not 100100 less 100", statements{
		"UPDATE ledger SET taken = 100, given = given + 100 WHERE PLAYER AND entry = 1",
	}},
	{"entered twice", "the first entry, and no other", statements{"UPDATE ledger SET kind = 'enter' WHERE PLAYER AND kind = 'refill'"}},
	{"never entered", "the first entry, and no other", statements{"UPDATE ledger SET kind = 'refill' WHERE PLAYER AND entry = 1"}},
	{"a refill of a rich player", "to a player who has 100000", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, 'refill', pair, NULL, 0, 1000000, balance + 1000000 FROM ledger " +
			"WHERE OTHER AND entry = 3",
		"UPDATE players SET entry = entry + 1, balance = balance + 1000000 WHERE OTHER",
	}},
	{"a refill of more", "it gives", statements{
		"GAIN 1000000 TO PLAYER FROM REFILL",
		"UPDATE ledger SET given = given + 1000000 WHERE PLAYER AND kind = 'refill'",
	}},
	{"a rotation that gives a million", "it takes 0 and gives 100000000, not 0 and 0", statements{
		"GAIN 100000000 TO PLAYER FROM ROTATION",
		"UPDATE ledger SET given = 100000000 WHERE PLAYER AND entry = ROTATION",
	}},
	{"a renewal that gives a million", "gives", statements{
		"GAIN 99999500 TO PLAYER FROM CANCEL",
		"UPDATE ledger SET given = 100000000 WHERE PLAYER AND kind = 'cancel'",
	}},
	{"a rotation invented", "no such pair of seeds", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, 'rotate', pair + 1, NULL, 0, 0, balance FROM ledger WHERE OTHER AND entry = 3",
		"UPDATE players SET entry = entry + 1 WHERE OTHER",
	}},
	{"a renewal invented", "no session was ended", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, 'renew', pair, NULL, 0, 0, balance FROM ledger WHERE OTHER AND entry = 3",
		"UPDATE players SET entry = entry + 1 WHERE OTHER",
	}},
	{"a recovery that gives money", "it takes 0 and gives 500", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, 'recover', pair, NULL, 0, 500, balance + 500 FROM ledger " +
			"WHERE OTHER AND entry = 3",
		"UPDATE players SET entry = entry + 1, balance = balance + 500 WHERE OTHER",
	}},
	{"a renewal left out", "no session was ended", statements{"UPDATE renewals SET began = began - 10000, ended = began - 5000"}},
	{"a renewal of all but one", "wasn't ended with all others", statements{
		"INSERT INTO renewals VALUES (5, 6)",
		"UPDATE players SET entered = 4 WHERE OTHER",
	}},
	{"no renewal on record", "no session was ended", statements{"DELETE FROM renewals"}},
	{"all at time zero", "before the one before", statements{
		"UPDATE ledger SET at = 0",
		"UPDATE bets SET at = 0",
		"UPDATE players SET latest = 0",
	}},
	{"times exchanged", "before the one before", statements{"UPDATE ledger SET at = at - 100000 WHERE PLAYER AND entry = LAST"}},
	{"a bet's time", "and the bet of", statements{"UPDATE bets SET at = at + 1 WHERE PLAYER AND pair = 1 AND nonce = 0"}},
	{"an entry of another pair", "the seeds are pair 2, and were 1", statements{"UPDATE ledger SET pair = 2 WHERE PLAYER AND entry = 2"}},
	{"the deal pays, and the draw doesn't", "gives 5, not", statements{
		"UPDATE ledger SET given = 5 WHERE PLAYER AND pair = 1 AND nonce = HAND AND kind = 'bet'",
		"UPDATE ledger SET balance = balance + 5 WHERE PLAYER AND pair = 1 AND nonce >= HAND AND kind <> 'step'",
		"UPDATE ledger SET given = given - 5 WHERE PLAYER AND kind = 'step'",
	}},
	{"a draw that gives more", "it takes 0 and gives", statements{
		"GAIN 700 TO PLAYER FROM DRAW",
		"UPDATE ledger SET given = given + 700 WHERE PLAYER AND kind = 'step'",
	}},

	// Bets.
	{"a lost bet that pays", "the seeds give", statements{
		"UPDATE bets SET received = '1 pays 100', paid = 100 WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},
	{"a lost bet that pays, in the ledger too", "the seeds give", statements{
		"GAIN 100 TO PLAYER FROM LOSS",
		"UPDATE bets SET received = '1 pays 100', paid = 100 WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"UPDATE ledger SET given = 100 WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},
	{"other cards in an open hand", "the seeds give", statements{"UPDATE bets SET received = 'A♠ K♠ Q♠ J♠ 10♠' WHERE PLAYER AND open"}},
	{"another bet", "no game is called", statements{"UPDATE bets SET sent = 'chess for 100' WHERE PLAYER AND pair = 1 AND nonce = 0"}},
	{"another stake", "the stake is 200", statements{"UPDATE bets SET stake = 200 WHERE PLAYER AND pair = 1 AND nonce = 0"}},
	{"a smaller stake in the ledger", "it takes 0", statements{
		"GAIN 100 TO PLAYER FROM 2",
		"UPDATE ledger SET taken = 0 WHERE PLAYER AND entry = 2",
	}},
	{"the first bet removed", "nonce 0 is missing", statements{"DELETE FROM bets WHERE PLAYER AND pair = 1 AND nonce = 0"}},
	{"the only bet of a pair removed", "which isn't there", statements{"DELETE FROM bets WHERE PLAYER AND pair = 2"}},
	{"an open hand removed", "which isn't there", statements{"DELETE FROM bets WHERE PLAYER AND open"}},
	{"the last bet removed, in the ledger too", "there should be 3", statements{
		"DELETE FROM bets WHERE PLAYER AND open",
		"DELETE FROM ledger WHERE PLAYER AND entry = LAST",
		"UPDATE players SET entry = entry - 1, balance = balance + 100, latest = (SELECT at FROM ledger l " +
			"WHERE l.player = players.player AND l.entry = players.entry - 1) WHERE PLAYER",
	}},
	{"a bet repeated later", "is missing", statements{
		"INSERT INTO bets SELECT player, pair, nonce + 100000, at, stake, paid, open, sent, received, declined FROM bets " +
			"WHERE PLAYER AND pair = 1 AND nonce = 0",
	}},
	{"a bet that isn't in the ledger", "nothing of round 2.1", statements{
		"INSERT INTO bets SELECT player, 2, 1, at, stake, stake, open, sent, '', 'balance' FROM bets " +
			"WHERE PLAYER AND pair = 1 AND nonce = 0",
	}},
	{"a bet of nobody", "nobody's account", statements{
		"INSERT INTO bets SELECT 'ffff', pair, nonce, at, stake, paid, open, sent, received, declined FROM bets " +
			"WHERE PLAYER AND pair = 1 AND nonce = 0",
	}},
	{"a lost bet made declined, by a limit", `declined because of "limit 1"; by what was known, that is ""`, statements{
		"GAIN STAKE TO PLAYER FROM LOSS",
		"UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"UPDATE bets SET received = '', declined = 'limit 1', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},
	{"a lost bet made declined, by the limit that held", `declined because of "limit 1000000000"`, statements{
		"GAIN STAKE TO PLAYER FROM LOSS",
		"UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"UPDATE bets SET received = '', declined = 'limit 1000000000', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},
	{"a lost bet made declined, for want of coins", `declined because of "balance"`, statements{
		"GAIN STAKE TO PLAYER FROM LOSS",
		"UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"UPDATE bets SET received = '', declined = 'balance', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},
	{"a lost bet made declined, by a lower limit of its seeds", "it should have been declined: limit 1", statements{
		"GAIN STAKE TO PLAYER FROM LOSS",
		"UPDATE pairs SET max_win = 1 WHERE PLAYER AND pair = 1",
		"UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"UPDATE bets SET received = '', declined = 'limit 1', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},
	{"a higher limit of seeds", `declined because of "limit 60000"`, statements{
		"UPDATE pairs SET max_win = 900000 WHERE PLAYER AND pair = 3",
		"UPDATE players SET max_win = 900000 WHERE PLAYER",
	}},
	{"an open hand that was none", `declined because of "round-open"`, statements{
		"UPDATE bets SET declined = 'round-open' WHERE PLAYER AND declined = 'balance'",
	}},
	{"want of coins in an open hand", `declined because of "balance"`, statements{
		"UPDATE bets SET declined = 'balance' WHERE PLAYER AND declined = 'round-open'",
	}},
	{"a reason that isn't one", `declined because of "the moon"`, statements{
		"UPDATE bets SET declined = 'the moon' WHERE PLAYER AND declined = 'round-open'",
	}},
	{"declined in the ledger only", "the bet is of another kind", statements{
		"UPDATE ledger SET kind = 'declined' WHERE PLAYER AND entry = 2",
	}},
	{"a finished hand made cancelled", "no session was ended", statements{
		"GAIN 500 - PAID TO PLAYER FROM DRAW",
		"UPDATE ledger SET kind = 'cancel', given = 500 WHERE PLAYER AND entry = DRAW",
		"UPDATE bets SET sent = 'poker jacks for 500', received = DEALT, paid = stake WHERE PLAYER AND pair = 1 AND nonce = HAND",
	}},
	{"a cancelled hand left out", "no end of round 2.0", statements{
		"GAIN -500 TO PLAYER FROM CANCEL",
		"UPDATE ledger SET kind = 'renew', nonce = NULL, given = 0 WHERE PLAYER AND kind = 'cancel'",
	}},
	{"a cancelled hand finished", "the seeds give", statements{
		"UPDATE bets SET sent = sent || '; ' || 'hold', received = received || '; ' || received || ' pays 0', paid = 0 " +
			"WHERE PLAYER AND pair = 2 AND nonce = 0",
	}},
	{"an open hand closed", "no end of round 3.2", statements{"UPDATE bets SET open = (1 = 0), paid = stake WHERE PLAYER AND open"}},

	{"a bet after the session's end", "the session has ended", statements{
		"UPDATE ledger SET entry = 4 WHERE ENDED AND kind = 'bet'",
		"UPDATE ledger SET entry = 2, balance = 100000 WHERE ENDED AND kind = 'renew'",
		"UPDATE ledger SET entry = 3, at = (SELECT at FROM ledger WHERE ENDED AND entry = 2) WHERE ENDED AND kind = 'bet'",
		"UPDATE bets SET at = (SELECT at FROM ledger WHERE ENDED AND entry = 2) WHERE ENDED",
	}},

	// Seeds.
	{"another server seed", "the seeds of pair 1", statements{
		"UPDATE pairs SET server = ABAB WHERE PLAYER AND pair = 1",
	}},
	{"a server seed hidden again", "the seeds of pair 1", statements{"UPDATE pairs SET server = NULL WHERE PLAYER AND pair = 1"}},
	{"another client seed", "the seeds of pair 3", statements{"UPDATE pairs SET client = 'words' WHERE PLAYER AND pair = 3"}},
	{"another revealed client seed", "the seeds give", statements{"UPDATE pairs SET client = client || 'x' WHERE PLAYER AND pair = 1"}},
	{"another hash", "the seeds of pair 1", statements{
		"UPDATE pairs SET hash = ABAB WHERE PLAYER AND pair = 1",
	}},
	{"more rounds of a pair", "there should be", statements{"UPDATE pairs SET rounds = rounds + 1 WHERE PLAYER AND pair = 1"}},
	{"a pair removed", "there is no such pair", statements{"DELETE FROM pairs WHERE PLAYER AND pair = 3"}},
	{"the first pair removed", "pair 2 follows 0", statements{"DELETE FROM pairs WHERE PLAYER AND pair = 1"}},
	{"a pair of nobody", "nobody's account", statements{
		"INSERT INTO pairs VALUES ('ffff', 1, ABAB, 'words', 1, '', NULL, " +
			"NULL, NULL)",
	}},
	{"another opening", "the public log lacks “shown", statements{"UPDATE pairs SET opening = ABAB WHERE PLAYER AND pair = 3"}},
	{"another revealed opening", "the public log lacks “revealed", statements{
		"UPDATE pairs SET opening = ABAB WHERE PLAYER AND pair = 1",
	}},
	{"nothing in the public log", "the public log lacks “shown", statements{"DELETE FROM log_index"}},
	{"nothing waiting for the public log", "the public log lacks “shown", statements{"DELETE FROM log_pending"}},
	{"a lower limit of the active seeds", "isn't that of the last seeds", statements{"UPDATE pairs SET max_win = 1 WHERE OTHER"}},

	// Limits that players set on themselves.
	{"own limits forgotten", "own limits are", statements{"UPDATE players SET own = '' WHERE OTHER"}},
	{"own limits raised", "own limits are", statements{"UPDATE players SET own = replace(own, '5000', '500000') WHERE OTHER"}},
	{"other limits wanted", "own limits are", statements{"UPDATE own_limits SET wanted = replace(wanted, '5000', '500000') WHERE OTHER"}},
	{"a wish removed", "says nothing of what limits", statements{"DELETE FROM own_limits"}},
	{"a wish without an entry", "without an entry", statements{"INSERT INTO own_limits SELECT player, 2, wanted FROM own_limits WHERE OTHER"}},
	{"a lost bet made declined, by a limit of the player's own", `declined because of "own limit day 1"`, statements{
		"GAIN STAKE TO PLAYER FROM LOSS",
		"UPDATE ledger SET kind = 'declined', given = taken WHERE PLAYER AND pair = 1 AND nonce = LOST",
		"UPDATE bets SET received = '', declined = 'own limit day 1', paid = stake WHERE PLAYER AND pair = 1 AND nonce = LOST",
	}},

	{"a limit of the player's own lowered before a bet", "it should have been declined: own limit stake 50", statements{
		`UPDATE own_limits SET wanted = replace(wanted, '"stake":1000', '"stake":50') WHERE LIMITED`,
		`UPDATE players SET own = replace(own, '"stake":1000', '"stake":50') WHERE LIMITED`,
	}},

	// What the README says that an audit can't see.
	{"an account handed over, with its recovery key", "", statements{"UPDATE players SET recovery = ABAB WHERE OTHER"}},
	{"an account handed over, with its cookie", "", statements{"UPDATE players SET login = ABAB WHERE OTHER"}},
	{"another tile of the public log", "", statements{"DELETE FROM log_tiles"}},
	{"a player removed with all rows", "", statements{
		"DELETE FROM bets WHERE PLAYER",
		"DELETE FROM ledger WHERE PLAYER",
		"DELETE FROM pairs WHERE PLAYER",
		"DELETE FROM players WHERE PLAYER",
	}},
	{"all times of a player moved together", "", statements{
		"UPDATE players SET entered = entered - 1, latest = latest - 1 WHERE OTHER",
		"UPDATE ledger SET at = at - 1 WHERE OTHER",
	}},
	{"a revealed pair without rounds that has another client seed", "", statements{
		"UPDATE pairs SET client = 'words' WHERE OTHER AND pair = 1",
	}},
}

// Whatever somebody alters of accounts who can write to the database, an audit finds, unless the README
// says that it can't.
func TestTampering(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		players := perform(t, h)
		audited(t, h)
		postgres := strings.HasPrefix(name, "postgres:")
		words := players.words(t, h, postgres)
		for _, c := range tamperings {
			if postgres {
				c.statements = append(statements{"ALTER TABLE pairs DROP CONSTRAINT pairs_player_fkey"}, c.statements...)
			}
			t.Run(c.what, func(t *testing.T) { c.try(t, h, words) })
		}
		audited(t, h)
	})
}
