package house

import (
	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// signedCrash signs what an answer about a bet on crash says, which is committed.
func (h *House) signedCrash(answer CrashAnswer) (CrashAnswer, error) {
	b := &answer.Bet
	answer.Receipts.Bet = h.Sign(b.statement())
	if b.Cashed != nil {
		out, err := b.out()
		if err != nil {
			return CrashAnswer{}, err
		}
		answer.Receipts.Out = h.Sign(out)
	}
	if b.Paid != nil {
		answer.Receipts.Paid = h.Sign(b.paid())
	}
	if answer.Round != nil {
		answer.Receipts.End = h.SignEnd(answer.Round)
	}
	return answer, nil
}

// SignEnd returns the casino's signature of how a round has ended.
func (h *House) SignEnd(r *CrashRound) []byte { return h.Sign(r.end()) }

func (b *CrashBet) id() receipt.CrashID {
	return receipt.CrashID{Hash: b.ServerHash, Serial: b.Serial, Chain: b.Chain, Round: b.Round}
}

// statement returns what a receipt says of a bet.
func (b *CrashBet) statement() receipt.CrashBet {
	return receipt.CrashBet{CrashID: b.id(), Place: b.Number, Sent: b.Sent, Time: b.Time.UnixMilli(), Early: b.Early}
}

// out returns what one says of its cash-out by hand.
func (b *CrashBet) out() (receipt.CrashOut, error) {
	bet, err := crash.ParseBet(b.Sent)
	return receipt.CrashOut{CrashID: b.id(), Cashed: *b.Cashed, Multiplier: bet.Out(b.Cashed)}, err
}

// paid returns what one says of a bet that is settled.
func (b *CrashBet) paid() receipt.CrashPaid {
	s := receipt.CrashPaid{CrashID: b.id(), Sent: b.Sent, Cashed: receipt.NotCashed, Paid: *b.Paid}
	if b.Cashed != nil {
		s.Cashed = *b.Cashed
	}
	return s
}

// end returns what one says of a round that has ended.
func (r *CrashRound) end() receipt.CrashEnd {
	s := receipt.CrashEnd{Chain: r.Chain, Round: r.Round, Starts: r.Starts, Bets: r.Bets, Point: r.Point, Ended: r.Ended,
		Lapsed: r.Lapsed, Void: r.Void}
	if r.Link != nil {
		s.Link = commit.Link(*r.Link)
	}
	return s
}
