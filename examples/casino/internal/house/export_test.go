package house

import (
	"context"
	"database/sql"
	"time"
)

// Writer returns the connections that write.
func Writer(h *House) *sql.DB { return h.write }

// CountAgain lets the house count what open hands could cost.
func CountAgain(h *House) {
	h.exposure.mu.Lock()
	defer h.exposure.mu.Unlock()
	h.exposure.as = time.Time{}
}

// RemoveVisitors does what a process that is at work does now and then.
func RemoveVisitors(h *House) error { return h.removeVisitors(context.Background()) }

// HoldExports keeps exports from reading until they are let go on.
func HoldExports(h *House) (goOn func()) {
	h.exports <- struct{}{}
	return func() { <-h.exports }
}

// AuditIn audits what a transaction sees.
func AuditIn(h *House, tx *sql.Tx) (Report, error) { return h.auditIn(context.Background(), tx) }

// SetClock sets what time it is.
func SetClock(h *House, now func() time.Time) { h.now = now }

// Hurry has what the house does without being asked wait for its database for a moment only,
// and give a sign of life as often.
func Hurry(h *House, patience time.Duration) { h.patience, h.beat = patience, patience }

// DeclinesByLimits returns the reason for which a player's own limits decline a bet.
func DeclinesByLimits(s *LimitState, stake, now int64) string { return s.declines(stake, now) }

// BetUnsigned is Bet without a receipt.
var BetUnsigned = (*House).bet

// AuditOneByOne has rounds of crash audited one at a time.
func AuditOneByOne(h *House) { h.crashAtOnce = 1 }

// SetLength sets the number of rounds of chains that a croupier makes.
func SetLength(c *Croupier, n uint64) { c.length = n }

// Fence returns how often croupiers have taken over.
func Fence(h *House) (fence int64) {
	h.write.QueryRow("SELECT fence FROM leases WHERE name = 'crash'").Scan(&fence)
	return fence
}

// BetOnCrashUnsigned is BetOnCrash without a receipt.
var BetOnCrashUnsigned = (*House).betOnCrash
