package house_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// crashTamperings are done to what comes of crash. WINNER cashed out round FIRST by a target, LOSER lost it, and
// PLAYER, with a second pair of seeds, has a bet on the next one, which hasn't ended, as REGULAR has on both. found is
// a part of what the audit says.
var crashTamperings = []struct{ what, statements, found string }{
	{"another point", "UPDATE crash_rounds SET point = point + 1 WHERE FIRST", "and the chain gives"},
	{"another link", "UPDATE crash_rounds SET link = 'abababababababababababababababababababababababababababababababab' WHERE FIRST",
		"mismatch"},
	{"a link hidden again", "UPDATE crash_rounds SET link = NULL WHERE FIRST", "without a link"},
	{"a round hidden again", "UPDATE crash_rounds SET link = NULL, point = NULL, ended = NULL WHERE FIRST", "hasn't ended"},
	{"a round removed", "DELETE FROM crash_rounds WHERE FIRST", "which isn't there"},
	{"the last round removed", "DELETE FROM crash_bets WHERE SECOND; DELETE FROM crash_rounds WHERE SECOND", "is for no bet"},
	{"a round invented", "INSERT INTO crash_rounds (chain, round, starts, max_win) SELECT chain, round + 1, starts + 1000000, " +
		"max_win FROM crash_rounds WHERE SECOND", "the one before hasn't ended"},
	{"a round of no chain", "INSERT INTO crash_rounds (chain, round, starts, max_win) VALUES (7, 1, 0, 0)", "belong to a player"},
	{"a round that ended early", "UPDATE crash_rounds SET ended = starts + 1 WHERE FIRST", "too early"},
	{"a round that started before the one before ended",
		"UPDATE crash_rounds SET starts = (SELECT ended - 1 FROM crash_rounds WHERE FIRST) WHERE SECOND", "before the one before ended"},
	{"a lapse invented", "UPDATE crash_rounds SET lapsed = TRUE WHERE FIRST", "it lapsed: true"},
	{"a lapse invented, with a time",
		"UPDATE crash_rounds SET lapsed = TRUE, lapse_from = starts, lapse_to = starts + 5000 WHERE FIRST", "for a moment only"},
	{"a void round", "UPDATE crash_rounds SET void = TRUE WHERE SECOND", "it is void, or should be"},
	{"a chain that was given up", "UPDATE chains SET ended = announced + 1", "rounds"},
	{"another anchor", "UPDATE chains SET anchor = 'abababababababababababababababababababababababababababababababab'",
		"the state is that of another chain"},
	{"another length", "UPDATE chains SET length = length - 1", "the state is that of another chain"},
	{"another round of the beacon named", "UPDATE chains SET beacon_round = beacon_round - 1", "was named"},
	{"the last rounds removed, with their bets", "DELETE FROM crash_bets; DELETE FROM crash_rounds WHERE SECOND; " +
		"DELETE FROM crash_rounds WHERE FIRST", "chain 1 has revealed"},
	{"a round left out", "UPDATE crash_bets SET round = round + 1 WHERE SECOND; UPDATE crash_rounds SET round = round + 1 WHERE SECOND; " +
		"UPDATE players SET crash_round = crash_round + 1 WHERE crash_round > 0", "it follows"},
	{"two bets for one entry", "UPDATE crash_bets SET entry = (SELECT b.entry FROM crash_bets b WHERE FIRST AND REGULAR) " +
		"WHERE SECOND AND REGULAR", "is for two bets on crash"},
	{"a round with another number of bets", "UPDATE crash_rounds SET bets = bets + 1 WHERE FIRST", "it says 5 and"},
	{"a bet before another is settled", "GAIN -200 REGULAR; UPDATE ledger SET kind = 'recover' WHERE REGULAR AND kind = 'settle'; " +
		"UPDATE ledger SET balance = balance - 200 WHERE REGULAR AND entry = 4",
		"another bet isn't settled"},
	{"a bet settled by another entry", "UPDATE crash_bets SET settled = settled + 1 WHERE WINNER", "it settles no bet"},
	{"a chain left out", "UPDATE chains SET chain = 2; UPDATE crash_rounds SET chain = 2; UPDATE crash_bets SET chain = 2", "it follows 0"},
	{"another network named", "UPDATE chains SET beacon = 'drand default'", "the beacon is"},
	{"another value of the beacon", "UPDATE chains SET published = replace(published, 'ae43822131', 'ae43822132')", "signature"},
	{"no value of the beacon", "UPDATE chains SET published = NULL", "the beacon's round isn't there"},
	{"a second chain at once", "INSERT INTO chains SELECT chain + 1, 'abababababababababababababababababababababababababababababababab', " +
		"length, beacon, beacon_round, announced, published, NULL, key, state FROM chains", "there is a newer one"},
	{"a later announcement", "UPDATE chains SET announced = announced + 1000000000", "before the one before ended"},

	{"a bet altered after the crash", "UPDATE crash_bets SET sent = 'crash 101 for 500' WHERE LOSER", "is due 505"},
	{"a bet altered after the crash, and paid",
		"UPDATE crash_bets SET sent = 'crash 101 for 500', paid = 505 WHERE LOSER; GAIN 505 LOSER", "could win"},
	{"a bet of another game", "UPDATE crash_bets SET sent = 'limbo 101 for 500' WHERE LOSER", "isn't a bet on crash"},
	{"a greater stake", "UPDATE crash_bets SET sent = 'crash 110 for 600' WHERE WINNER", "it takes 500 and gives 0, not 600 and 0"},
	{"cashed out afterwards", "UPDATE crash_bets SET cashed = 10 WHERE LOSER", "is due"},
	{"cashed out after the end", "UPDATE crash_bets SET cashed = 10000000 WHERE LOSER", "when it didn't run"},
	{"a cash-out forgotten", "UPDATE crash_bets SET cashed = NULL WHERE HAND", "is due 0"},
	{"a later cash-out", "UPDATE crash_bets SET cashed = cashed + 1000 WHERE HAND", "is due"},
	{"more paid than due", "UPDATE crash_bets SET paid = paid + 100 WHERE WINNER; GAIN 100 WINNER", "and is due"},
	{"paid twice", "INSERT INTO ledger SELECT player, entry + 1, at, kind, pair, nonce, taken, given, balance + given FROM ledger " +
		"WHERE WINNER AND kind = 'settle'; " +
		"UPDATE players SET entry = entry + 1, balance = (SELECT balance FROM ledger l " +
		"WHERE l.player = players.player AND l.entry = players.entry + 1) WHERE WINNER", "it settles no bet"},
	{"paid by another kind", "UPDATE ledger SET kind = 'step' WHERE WINNER AND kind = 'settle'", "no round is open"},
	{"a lost bet never made", "DELETE FROM crash_bets WHERE LOSER", "is for no bet"},
	{"a lost bet never made, in the ledger too", "DELETE FROM crash_bets WHERE LOSER; " +
		"DELETE FROM ledger WHERE LOSER AND kind IN ('crash', 'settle'); " +
		"UPDATE players SET entry = 1, balance = 100000, latest = (SELECT at FROM ledger l " +
		"WHERE l.player = players.player AND l.entry = 1) WHERE LOSER", "up to number"},
	{"a bet that isn't in the ledger", "INSERT INTO crash_bets SELECT player, chain, round + 1, 3, pair, 2, 77, at, early, sent, " +
		"NULL, NULL, NULL FROM crash_bets WHERE WINNER; " +
		"UPDATE crash_rounds SET bets = 3, exposed = exposed + 550 WHERE SECOND", "aren't in the ledger"},
	{"a bet of nobody", "INSERT INTO crash_bets SELECT 'ffff', chain, round + 1, 3, pair, 2, 77, at, early, sent, NULL, NULL, NULL " +
		"FROM crash_bets WHERE WINNER", "nobody's account"},
	{"a bet's time", "UPDATE crash_bets SET at = at - 1 WHERE WINNER", "and the bet of"},
	{"a bet's number", "UPDATE crash_bets SET number = 9 WHERE WINNER", "up to number 9"},
	{"a settled bet open again", "UPDATE crash_bets SET paid = NULL, settled = NULL WHERE WINNER", "it settles no bet"},
	{"an open bet forgotten", "UPDATE players SET crash_chain = 0, crash_round = 0 WHERE PLAYER", "by the ledger on 1."},
	{"an open bet invented", "UPDATE players SET crash_chain = 1, crash_round = 1 WHERE LOSER", "by the ledger on 0.0"},
	{"an open bet settled", "UPDATE crash_bets SET paid = 0, settled = 3 WHERE PLAYER", "the ledger doesn't know it"},
	{"a bet that was taken after the start", "UPDATE crash_bets SET early = 0 WHERE WINNER", "taken 0 ms before its start"},
	{"a bet's number among the player's", "UPDATE crash_bets SET serial = 2 WHERE WINNER", "bet 2 on crash with pair 1 of seeds follows 0"},
	{"a number given twice", "UPDATE crash_bets SET serial = 1 WHERE SECOND AND REGULAR", "bet 1 on crash with pair 1 of seeds follows 1"},
	{"a bet counted with other seeds", "UPDATE crash_bets SET pair = 2 WHERE LOSER", "there is no pair 2"},
	{"a bet counted with seeds that are over", "UPDATE crash_bets SET pair = 1 WHERE PLAYER; UPDATE pairs SET crashed = 1 WHERE PLAYER " +
		"AND pair = 1; UPDATE players SET crashed = 0, crashed_before = 1 WHERE PLAYER", "isn't the active one"},
	{"bets counted otherwise with seeds that are revealed", "UPDATE pairs SET crashed = 1 WHERE PLAYER AND pair = 1",
		"with pair 1 of seeds, and it says 1"},
	{"a count with seeds that are revealed forgotten", "UPDATE pairs SET crashed = NULL WHERE PLAYER AND pair = 1", "and it says 0"},
	{"bets counted otherwise", "UPDATE players SET crashed = crashed + 1 WHERE REGULAR", "it says 3 and 0"},
	{"bets counted otherwise with the seeds before", "UPDATE players SET crashed_before = 1 WHERE PLAYER", "it says 1 and 1"},
	{"bets beyond the limit", "UPDATE crash_rounds SET max_win = 1 WHERE FIRST", "at most 1"},
	{"new play money while a bet is open",
		"INSERT INTO ledger SELECT player, entry + 1, at, 'refill', pair, NULL, 0, 100000 - balance, 100000 FROM ledger " +
			"WHERE PLAYER AND kind = 'crash'; " +
			"UPDATE players SET entry = entry + 1, balance = 100000 WHERE PLAYER", "to a player who has"},
}

// Whatever somebody alters of crash who can write to the database, an audit finds.
func TestCrashTampering(t *testing.T) {
	ctx := context.Background()
	name := filepath.Join(t.TempDir(), "casino.db")
	h, table, _ := table(t, name)
	winner, loser, hand, player, regular := sit(t, h), sit(t, h), sit(t, h), sit(t, h), sit(t, h)
	table.OpenFor(200, 5000)
	first := table.Round()
	join(t, h, winner, first, "crash 110 for 500")
	join(t, h, loser, first, "crash 100000 for 500")
	join(t, h, hand, first, "crash for 500")
	join(t, h, regular, first, "crash 200 for 100")
	table.Run(5000)
	_, err := h.CashOut(ctx, hand, first.Chain, first.Round)
	must(t, 0, err)
	table.Open()
	for _, player := range []string{winner, loser, hand, regular} {
		settle(t, h, player, first)
	}
	second := table.Round()
	view, err := h.View(ctx, player)
	rotate(t, h, player, must(t, view, err))
	join(t, h, player, second, "crash for 99900")
	join(t, h, regular, second, "crash 101 for 100")
	audited(t, h)
	of := func(player string) string { return "player = '" + player + "'" }
	at := func(r *house.CrashRound) string { return "chain = 1 AND round = " + fmt.Sprint(r.Round) }
	words := strings.NewReplacer("WINNER", of(winner), "LOSER", of(loser), "HAND", of(hand), "PLAYER", of(player), "REGULAR", of(regular),
		"FIRST", at(first), "SECOND", at(second))
	for _, c := range crashTamperings {
		t.Run(c.what, func(t *testing.T) {
			tx, err := house.Writer(h).Begin()
			must(t, tx, err)
			defer tx.Rollback()
			for statement := range strings.SplitSeq(c.statements, "; ") {
				if gain, ok := strings.CutPrefix(statement, "GAIN "); ok {
					amount, who, _ := strings.Cut(gain, " ")
					tamper(t, tx, words.Replace("UPDATE players SET balance = balance + "+amount+" WHERE "+who))
					statement = "UPDATE ledger SET given = given + " + amount + ", balance = balance + " + amount + " WHERE " + who +
						" AND kind = 'settle'"
				}
				tamper(t, tx, words.Replace(statement))
			}
			report, err := house.AuditIn(h, tx)
			if must(t, report, err); report.Faults == 0 || !strings.Contains(strings.Join(report.First, "\n"), c.found) {
				t.Errorf("%d faults: %q", report.Faults, report.First)
			}
		})
	}
	audited(t, h)
}
