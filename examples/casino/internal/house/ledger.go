package house

import (
	"database/sql"
	"time"
)

// The kinds of entries of the ledger.
const (
	entered   = "enter"    // the first entry of every player, with the play money to begin with
	refilled  = "refill"   // gives new play money
	rotated   = "rotate"   // nothing is taken or given
	played    = "bet"      // takes the stake, and gives what is paid if the bet is settled at once
	stepped   = "step"     // gives what a round pays, with the step that ends it
	declined  = "declined" // takes the stake, and gives it back
	cancelled = "cancel"   // gives the stake of an open round back
	joined    = "crash"    // takes the stake of a bet on crash
	settled   = "settle"   // gives what that bet is paid
	recovered = "recover"  // nothing is taken or given
	limited   = "limits"   // nothing is taken or given; the player has set limits
	renewed   = "renew"    // a session ended without an open round
)

// An Entry is a row of the ledger.
type Entry struct {
	Player       string
	Number       int64
	At           int64 // milliseconds since 1970
	Kind         string
	Pair         int64
	Nonce        sql.NullInt64 // of a bet
	Taken, Given int64
	Balance      int64 // after it
}

// Time returns when the entry was made.
func (e Entry) Time() time.Time { return time.UnixMilli(e.At).UTC() }

const entryColumns = "player, entry, at, kind, pair, nonce, taken, given, balance"

// insertEntry fails if the player was removed since the account was read: no ledger is nobody's.
const insertEntry = "INSERT INTO ledger (" + entryColumns + ") VALUES ((SELECT player FROM players WHERE player = $1), " +
	"$2, $3, $4, $5, $6, $7, $8, $9)"

func (e Entry) args() []any {
	return []any{e.Player, e.Number, e.At, e.Kind, e.Pair, e.Nonce, e.Taken, e.Given, e.Balance}
}

func scanEntry(scan scanner) (e Entry, err error) {
	err = scan(&e.Player, &e.Number, &e.At, &e.Kind, &e.Pair, &e.Nonce, &e.Taken, &e.Given, &e.Balance)
	return e, err
}

// book makes the one entry of a change. It comes before all else that the change writes except
// the player's row, as it fails if another change has made it first. The play money to begin with
// is booked with a player's first change, whatever that is: most visitors never play.
func (a *account) book(kind string, nonce sql.NullInt64, taken, given int64) {
	if a.entry == 0 {
		kind, given, a.balance = entered, Start, 0
	}
	a.entry++
	a.balance += given - taken
	e := Entry{a.player, a.entry, a.latest, kind, a.pair, nonce, taken, given, a.balance}
	if a.limits != nil {
		a.limits.book(e)
	}
	a.booked = append(a.booked, e)
	a.write(insertEntry, e.args()...)
}

// ofBet is the nonce of an entry for a bet.
func ofBet(nonce uint64) sql.NullInt64 { return sql.NullInt64{Int64: int64(nonce), Valid: true} }
