package house_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// crashTamperings are done to what comes of crash in TestCrashTampering. The rows are those of
//
//	FIRST     a round that has ended, or the bets on it
//	SECOND    the next one, which hasn't
//	WINNER    who cashed out of the first by a target
//	HAND      by hand, under a limit of 10 coins
//	LOSER     who lost in it
//	PLAYER    who bets on the second, with a second pair of seeds
//	REGULAR   who bets on both
//
// Of all but PLAYER and HAND, entry 2 is the first bet, and entry 3 settles it. ABAB
// is another link or anchor.
var crashTamperings = []tampering{
	{"another point", "and the chain gives", statements{"UPDATE crash_rounds SET point = point + 1 WHERE FIRST"}},
	{"another link", "mismatch", statements{
		"UPDATE crash_rounds SET link = ABAB WHERE FIRST",
	}},
	{"a link hidden again", "without a link", statements{"UPDATE crash_rounds SET link = NULL WHERE FIRST"}},
	{"a round hidden again", "hasn't ended", statements{"UPDATE crash_rounds SET link = NULL, point = NULL, ended = NULL WHERE FIRST"}},
	{"a round removed", "which isn't there", statements{"DELETE FROM crash_rounds WHERE FIRST"}},
	{"the last round removed", "is for no bet", statements{
		"DELETE FROM crash_bets WHERE SECOND",
		"DELETE FROM crash_rounds WHERE SECOND",
	}},
	{"a round invented", "the one before hasn't ended", statements{
		"INSERT INTO crash_rounds (chain, round, starts, max_win) SELECT chain, round + 1, starts + 1000000, max_win " +
			"FROM crash_rounds WHERE SECOND",
	}},
	{"a round of no chain", "belong to a player", statements{
		"INSERT INTO crash_rounds (chain, round, starts, max_win) VALUES (7, 1, 0, 0)",
	}},
	{"a round that ended early", "too early", statements{"UPDATE crash_rounds SET ended = starts + 1 WHERE FIRST"}},
	{"a round that started before the one before ended", "before the one before ended", statements{
		"UPDATE crash_rounds SET starts = (SELECT ended - 1 FROM crash_rounds WHERE FIRST) WHERE SECOND",
	}},
	{"a lapse invented", "it lapsed: true", statements{"UPDATE crash_rounds SET lapsed = TRUE WHERE FIRST"}},
	{"a lapse invented, with a time", "for a moment only", statements{
		"UPDATE crash_rounds SET lapsed = TRUE, lapse_from = starts, lapse_to = starts + 5000 WHERE FIRST",
	}},
	{"a void round", "it is void, or should be", statements{"UPDATE crash_rounds SET void = TRUE WHERE SECOND"}},
	{"a chain that was given up", "rounds", statements{"UPDATE chains SET ended = announced + 1"}},
	{"another anchor", "the state is that of another chain", statements{
		"UPDATE chains SET anchor = ABAB",
	}},
	{"another length", "the state is that of another chain", statements{"UPDATE chains SET length = length - 1"}},
	{"another round of the beacon named", "was named", statements{"UPDATE chains SET beacon_round = beacon_round - 1"}},
	{"the last rounds removed, with their bets", "chain 1 has revealed", statements{
		"DELETE FROM crash_bets",
		"DELETE FROM crash_rounds WHERE SECOND",
		"DELETE FROM crash_rounds WHERE FIRST",
	}},
	{"a round left out", "it follows", statements{
		"UPDATE crash_bets SET round = round + 1 WHERE SECOND",
		"UPDATE crash_rounds SET round = round + 1 WHERE SECOND",
		"UPDATE players SET crash_round = crash_round + 1 WHERE crash_round > 0",
	}},
	{"two bets for one entry", "is for two bets on crash", statements{
		"UPDATE crash_bets SET entry = (SELECT b.entry FROM crash_bets b WHERE FIRST AND REGULAR) WHERE SECOND AND REGULAR",
	}},
	{"a round with another number of bets", "it says 5 and", statements{"UPDATE crash_rounds SET bets = bets + 1 WHERE FIRST"}},
	{"a bet before another is settled", "another bet isn't settled", statements{
		"GAIN -200 TO REGULAR FROM 3",
		"UPDATE ledger SET given = given - 200 WHERE REGULAR AND entry = 3",
		"UPDATE ledger SET kind = 'recover' WHERE REGULAR AND kind = 'settle'",
	}},
	{"a bet settled by another entry", "it settles no bet", statements{"UPDATE crash_bets SET settled = settled + 1 WHERE WINNER"}},
	{"a chain left out", "it follows 0", statements{
		"UPDATE chains SET chain = 2",
		"UPDATE crash_rounds SET chain = 2",
		"UPDATE crash_bets SET chain = 2",
	}},
	{"another network named", "the beacon is", statements{"UPDATE chains SET beacon = 'drand default'"}},
	{"another value of the beacon", "signature", statements{
		"UPDATE chains SET published = replace(published, 'ae43822131', 'ae43822132')",
	}},
	{"no value of the beacon", "the beacon's round isn't there", statements{"UPDATE chains SET published = NULL"}},
	{"a second chain at once", "there is a newer one", statements{
		"INSERT INTO chains SELECT chain + 1, ABAB, length, beacon, " +
			"beacon_round, announced, published, NULL, key, state FROM chains",
	}},
	{"a later announcement", "before the one before ended", statements{"UPDATE chains SET announced = announced + 1000000000"}},
	{"a bet altered after the crash", "is due 505", statements{"UPDATE crash_bets SET sent = 'crash 101 for 500' WHERE LOSER"}},
	{"a bet altered after the crash, and paid", "could win", statements{
		"UPDATE crash_bets SET sent = 'crash 101 for 500', paid = 505 WHERE LOSER",
		"GAIN 505 TO LOSER FROM 3",
		"UPDATE ledger SET given = given + 505 WHERE LOSER AND entry = 3",
	}},
	{"a bet of another game", "isn't a bet on crash", statements{"UPDATE crash_bets SET sent = 'limbo 101 for 500' WHERE LOSER"}},
	{"a greater stake", "it takes 500 and gives 0, not 600 and 0", statements{
		"UPDATE crash_bets SET sent = 'crash 110 for 600' WHERE WINNER",
	}},
	{"cashed out afterwards", "is due", statements{"UPDATE crash_bets SET cashed = 10 WHERE LOSER"}},
	{"cashed out after the end", "when it didn't run", statements{"UPDATE crash_bets SET cashed = 10000000 WHERE LOSER"}},
	{"a cash-out forgotten", "is due 0", statements{"UPDATE crash_bets SET cashed = NULL WHERE HAND"}},
	{"a later cash-out", "is due", statements{"UPDATE crash_bets SET cashed = cashed + 1000 WHERE HAND"}},
	{"more paid than due", "and is due", statements{
		"UPDATE crash_bets SET paid = paid + 100 WHERE WINNER",
		"GAIN 100 TO WINNER FROM 3",
		"UPDATE ledger SET given = given + 100 WHERE WINNER AND entry = 3",
	}},
	{"paid twice", "it settles no bet", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, kind, pair, nonce, taken, given, balance + given FROM ledger " +
			"WHERE WINNER AND kind = 'settle'",
		"UPDATE players SET entry = entry + 1, balance = (SELECT balance FROM ledger l " +
			"WHERE l.player = players.player AND l.entry = players.entry + 1) WHERE WINNER",
	}},
	{"paid by another kind", "no round is open", statements{"UPDATE ledger SET kind = 'step' WHERE WINNER AND kind = 'settle'"}},
	{"a lost bet never made", "is for no bet", statements{"DELETE FROM crash_bets WHERE LOSER"}},
	{"a lost bet never made, in the ledger too", "up to number", statements{
		"DELETE FROM crash_bets WHERE LOSER",
		"DELETE FROM ledger WHERE LOSER AND kind IN ('crash', 'settle')",
		"UPDATE players SET entry = 1, balance = 100000, latest = (SELECT at FROM ledger l " +
			"WHERE l.player = players.player AND l.entry = 1) WHERE LOSER",
	}},
	{"a bet that isn't in the ledger", "aren't in the ledger", statements{
		"INSERT INTO crash_bets SELECT player, chain, round + 1, 3, pair, 2, 77, at, early, sent, NULL, NULL, NULL " +
			"FROM crash_bets WHERE WINNER",
		"UPDATE crash_rounds SET bets = 3, exposed = exposed + 550 WHERE SECOND",
	}},
	{"a bet of nobody", "nobody's account", statements{
		"INSERT INTO crash_bets SELECT 'ffff', chain, round + 1, 3, pair, 2, 77, at, early, sent, NULL, NULL, NULL " +
			"FROM crash_bets WHERE WINNER",
	}},
	{"a bet's time", "and the bet of", statements{"UPDATE crash_bets SET at = at - 1 WHERE WINNER"}},
	{"a bet's number", "up to number 9", statements{"UPDATE crash_bets SET number = 9 WHERE WINNER"}},
	{"a settled bet open again", "it settles no bet", statements{"UPDATE crash_bets SET paid = NULL, settled = NULL WHERE WINNER"}},
	{"an open bet forgotten", "by the ledger on 1.", statements{"UPDATE players SET crash_chain = 0, crash_round = 0 WHERE PLAYER"}},
	{"an open bet invented", "by the ledger on 0.0", statements{"UPDATE players SET crash_chain = 1, crash_round = 1 WHERE LOSER"}},
	{"an open bet settled", "the ledger doesn't know it", statements{"UPDATE crash_bets SET paid = 0, settled = 3 WHERE PLAYER"}},
	{"a bet that was taken after the start", "taken 0 ms before its start", statements{"UPDATE crash_bets SET early = 0 WHERE WINNER"}},
	{"a bet's number among the player's", "bet 2 on crash with pair 1 of seeds follows 0", statements{
		"UPDATE crash_bets SET serial = 2 WHERE WINNER",
	}},
	{"a number given twice", "bet 1 on crash with pair 1 of seeds follows 1", statements{
		"UPDATE crash_bets SET serial = 1 WHERE SECOND AND REGULAR",
	}},
	{"a bet counted with other seeds", "there is no pair 2", statements{"UPDATE crash_bets SET pair = 2 WHERE LOSER"}},
	{"a bet counted with seeds that are over", "isn't the active one", statements{
		"UPDATE crash_bets SET pair = 1 WHERE PLAYER",
		"UPDATE pairs SET crashed = 1 WHERE PLAYER AND pair = 1",
		"UPDATE players SET crashed = 0, crashed_before = 1 WHERE PLAYER",
	}},
	{"bets counted otherwise with seeds that are revealed", "with pair 1 of seeds, and it says 1", statements{
		"UPDATE pairs SET crashed = 1 WHERE PLAYER AND pair = 1",
	}},
	{"a count with seeds that are revealed forgotten", "and it says 0", statements{
		"UPDATE pairs SET crashed = NULL WHERE PLAYER AND pair = 1",
	}},
	{"bets counted otherwise", "it says 3 and 0", statements{"UPDATE players SET crashed = crashed + 1 WHERE REGULAR"}},
	{"bets counted otherwise with the seeds before", "it says 1 and 1", statements{"UPDATE players SET crashed_before = 1 WHERE PLAYER"}},
	{"bets beyond the limit", "at most 1", statements{"UPDATE crash_rounds SET max_win = 1 WHERE FIRST"}},
	{"a cash-out before the start", "cashed out after -1 ms", statements{"UPDATE crash_bets SET cashed = -1 WHERE SECOND AND REGULAR"}},
	{"a limit of the player's own lowered before a bet", "it should have been refused: own limit stake 50", statements{
		`UPDATE own_limits SET wanted = replace(wanted, '"stake":1000', '"stake":50')`,
		`UPDATE players SET own = replace(own, '"stake":1000', '"stake":50') WHERE HAND`,
	}},
	{"new play money while a bet is open", "to a player who has", statements{
		"INSERT INTO ledger SELECT player, entry + 1, at, 'refill', pair, NULL, 0, 100000 - balance, 100000 FROM ledger " +
			"WHERE PLAYER AND kind = 'crash'",
		"UPDATE players SET entry = entry + 1, balance = 100000 WHERE PLAYER",
	}},
}

// Whatever somebody alters of crash who can write to the database, an audit finds.
func TestCrashTampering(t *testing.T) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	winner, loser, hand, player, regular := sit(t, h), sit(t, h), sit(t, h), sit(t, h), sit(t, h)
	_, err := h.SetLimits(ctx, hand, house.Limits{Stake: 1000})
	noError(t, err)
	rig.OpenFor(200, 5000)
	first := rig.Round()
	join(t, h, winner, first, "crash 110 for 500")
	join(t, h, loser, first, "crash 100000 for 500")
	join(t, h, hand, first, "crash for 500")
	join(t, h, regular, first, "crash 200 for 100")
	rig.Run(5000)
	_, err = h.CashOut(ctx, hand, first.Chain, first.Round)
	noError(t, err)
	rig.Open()
	for _, player := range []string{winner, loser, hand, regular} {
		settle(t, h, player, first)
	}
	second := rig.Round()
	view, err := h.View(ctx, player)
	rotate(t, h, player, must(t, view, err))
	join(t, h, player, second, "crash for 99900")
	join(t, h, regular, second, "crash 101 for 100")
	audited(t, h)
	at := func(r *house.CrashRound) string { return "chain = 1 AND round = " + fmt.Sprint(r.Round) }
	words := strings.NewReplacer("WINNER", of(winner), "LOSER", of(loser), "HAND", of(hand), "PLAYER", of(player), "REGULAR", of(regular),
		"FIRST", at(first), "SECOND", at(second), "ABAB", abab)
	house.AuditOneByOne(h)
	for _, c := range crashTamperings {
		t.Run(c.what, func(t *testing.T) { c.try(t, h, words) })
	}
	audited(t, h)
}
