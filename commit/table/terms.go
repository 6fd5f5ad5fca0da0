package table

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Limits of the terms.
const (
	MinGrace  = time.Second
	MaxGrace  = 366 * 24 * time.Hour
	MaxBanks  = 64      // the most that a bank is, in graces
	MaxRounds = 1 << 30 // in a game

	MaxTextLen = 256 // of a fault, in bytes
)

// Terms are what all seats have agreed on.
type Terms struct {
	Game    []byte        // the game's own rules, or a digest of them
	Longest int           // message of the game, in bytes
	Grace   time.Duration // that everything due may take, in whole milliseconds
	Bank    time.Duration // that a seat may take longer than that, in all of a round
	Seats   []ed25519.PublicKey
	Board   ed25519.PublicKey // nil if the board signs nothing
}

// Agreement returns what package record needs of these terms. Players compare at least
// 128 bits of its digest. Seats are numbered from 0.
func (t Terms) Agreement() (record.Agreement, error) {
	grace, bank := t.Grace.Milliseconds(), t.Bank.Milliseconds()
	var fault string
	switch {
	case t.Grace < MinGrace || t.Grace > MaxGrace:
		fault = fmt.Sprintf("a grace of %v, not %v to %v", t.Grace, MinGrace, MaxGrace)
	case t.Bank < 0 || t.Bank > MaxBanks*t.Grace:
		fault = fmt.Sprintf("a bank of %v, not 0 to %d graces of %v", t.Bank, MaxBanks, t.Grace)
	case time.Duration(grace)*time.Millisecond != t.Grace || time.Duration(bank)*time.Millisecond != t.Bank:
		fault = fmt.Sprintf("a grace of %v or a bank of %v that isn't in whole milliseconds", t.Grace, t.Bank)
	case t.Longest < 1 || t.Longest >= record.MaxMessageLen:
		fault = fmt.Sprintf("a longest message of %d bytes, not 1 to %d", t.Longest, record.MaxMessageLen-1)
	}
	if fault != "" {
		return record.Agreement{}, wrap.Errorf(ErrMalformed, "%s", fault)
	}
	b := field.Append(nil, label+"terms")
	b = binary.BigEndian.AppendUint64(b, uint64(grace))
	b = field.Append(binary.BigEndian.AppendUint64(b, uint64(bank)), t.Game)
	agreement, err := record.NewAgreement(b, max(leaveLen, 1+t.Longest), t.Seats, t.Board)
	return agreement, wrap.As(err, errTerms)
}

const (
	leaveLen = 1 + 4
	label    = "squaredeal/table/v1/"
)
