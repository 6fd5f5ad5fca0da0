package receipt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/seedrng"
)

// MaxLinks bounds how many rounds may be between two whose links are compared.
const MaxLinks = 10_000

// A betID names a bet on crash.
type betID struct {
	hash   seedrng.Hash
	serial int64
}

// crashPlace is that of a bet in its round, or with place 0 the round.
type crashPlace struct{ chain, round, place int64 }

// crashStatements are those about crash: of some that contradict one another, the first.
type crashStatements struct {
	bets map[betID]CrashBet
	outs map[betID]CrashOut
	paid map[betID]CrashPaid
	ends map[crashPlace]CrashEnd
}

func newCrashStatements() crashStatements {
	return crashStatements{make(map[betID]CrashBet), make(map[betID]CrashOut), make(map[betID]CrashPaid), make(map[crashPlace]CrashEnd)}
}

func (id CrashID) bet() betID { return betID{id.Hash, id.Serial} }

func (id CrashID) at() crashPlace { return crashPlace{id.Chain, id.Round, 0} }

func (s CrashEnd) at() crashPlace { return crashPlace{s.Chain, s.Round, 0} }

func (p crashPlace) String() string { return fmt.Sprintf("round %d of chain %d", p.round, p.chain) }

func (id CrashID) name() string {
	return fmt.Sprintf("bet %d on crash with hash %s", id.Serial, brief(id.Hash))
}

func (s CrashBet) String() string { return fmt.Sprintf("“%s” on %v", s.Sent, s.at()) }

// sayCashed is when a bet was cashed out, in words.
func sayCashed(ms int64) string {
	if ms == NotCashed {
		return "no cash-out"
	}
	return fmt.Sprintf("a cash-out after %d ms", ms)
}

// addCrash adds a statement about crash.
func (c *court) addCrash(s Statement) {
	switch s := s.(type) {
	case CrashBet:
		if before, ok := collect(c.crash.bets, s.bet(), s); !ok {
			c.fault([]Statement{before, s}, "%s: it gave the number twice, to %v and to %v", s.name(), before, s)
		}
	case CrashOut:
		if before, ok := collect(c.crash.outs, s.bet(), s); !ok {
			c.fault([]Statement{before, s}, "%s: it accepted two cash-outs, after %d ms and after %d ms", s.name(), before.Cashed, s.Cashed)
		}
	case CrashPaid:
		if before, ok := collect(c.crash.paid, s.bet(), s); !ok {
			c.fault([]Statement{before, s}, "%s: it settled it twice, with %d and with %d", s.name(), before.Paid, s.Paid)
		}
	case CrashEnd:
		if before, ok := collect(c.crash.ends, s.at(), s); !ok {
			c.fault([]Statement{before, s}, "%v: it said two things of its end", s.at())
		}
	}
}

// collect adds a statement by what names it, and reports whether it agrees with the first one
// of that name.
func collect[N, S comparable](all map[N]S, name N, s S) (first S, ok bool) {
	first, ok = all[name]
	if !ok {
		all[name] = s
		return s, true
	}
	return first, first == s
}

// judgeCrash compares the statements about crash with one another, once all are known.
func (c *court) judgeCrash() {
	places := make(map[crashPlace]CrashBet)
	for _, s := range c.crash.bets {
		if before, ok := collect(places, crashPlace{s.Chain, s.Round, s.Place}, s); !ok {
			c.fault([]Statement{before, s}, "%v: it gave place %d to two bets", s.at(), s.Place)
		}
		c.judgeBet(s)
	}
	for _, s := range c.crash.outs {
		c.judgeOut(s)
	}
	for _, s := range c.crash.paid {
		c.judgePaid(s)
	}
	for _, s := range c.crash.ends {
		c.judgeEnd(s)
	}
	c.judgeLinks()
}

// judgeBet compares a bet with the seeds that it is counted with, and with its round.
func (c *court) judgeBet(s CrashBet) {
	if s.Early <= 0 {
		c.fault([]Statement{s}, "%s: it took the bet when the round had started", s.name())
	}
	if shown, ok := c.shown[s.Hash]; ok && s.Time < shown.Time {
		c.fault([]Statement{shown, s}, "%s: it took the bet before it showed the hash", s.name())
	}
	if revealed, ok := c.revealed[s.Hash]; ok && s.Serial > revealed.Crash {
		c.fault([]Statement{s, revealed}, "%s: it dropped the bet, as it counted %d", s.name(), revealed.Crash)
	}
	if end, ok := c.crash.ends[s.at()]; ok && s.Place > end.Bets {
		c.fault([]Statement{s, end}, "%s: it dropped the bet, as it says that %v has %d", s.name(), s.at(), end.Bets)
	}
	if _, ok := c.crash.paid[s.bet()]; !ok {
		c.Waiting++
	}
}

// moved reports whether a statement names a round that its bet wasn't on.
func (c *court) moved(id CrashID, s Statement) bool {
	bet, ok := c.crash.bets[id.bet()]
	if !ok || bet.at() == id.at() {
		return false
	}
	c.fault([]Statement{bet, s}, "%s: it moved the bet from %v to %v", id.name(), bet.at(), id.at())
	return true
}

func (c *court) judgeOut(s CrashOut) {
	bet, ok := c.crash.bets[s.bet()]
	if c.moved(s.CrashID, s) || !ok {
		return
	}
	terms, err := crash.ParseBet(bet.Sent)
	if err != nil { // of another version of this program
		return
	}
	if due := terms.Out(&s.Cashed); s.Multiplier != due {
		c.fault([]Statement{bet, s}, "%s: after %d ms it is out at %d, and the casino says %d", s.name(), s.Cashed, due, s.Multiplier)
	}
}

func (c *court) judgePaid(s CrashPaid) {
	if c.moved(s.CrashID, s) {
		return
	}
	if bet, ok := c.crash.bets[s.bet()]; ok && bet.Sent != s.Sent {
		c.fault([]Statement{bet, s}, "%s: it took “%s”, and settled “%s”", s.name(), bet.Sent, s.Sent)
		return
	}
	if out, ok := c.crash.outs[s.bet()]; ok && out.Cashed != s.Cashed {
		c.fault([]Statement{out, s}, "%s: it accepted %s, and settled it with %s", s.name(), sayCashed(out.Cashed), sayCashed(s.Cashed))
		return
	}
	end, ok := c.crash.ends[s.at()]
	terms, err := crash.ParseBet(s.Sent)
	if !ok || err != nil {
		c.Waiting++
		return
	}
	var cashed *int64
	if s.Cashed != NotCashed {
		cashed = &s.Cashed
	}
	if due := terms.Paid(cashed, crash.Outcome{Point: end.Point, Lapsed: end.Lapsed, Void: end.Void}); s.Paid != due {
		c.fault([]Statement{s, end}, "%s: it paid %d, and %d is due", s.name(), s.Paid, due)
		return
	}
	c.Checked++
}

// judgeEnd checks that a round has run until its point, which bets might have reached.
func (c *court) judgeEnd(s CrashEnd) {
	if ran, due := s.Ended-s.Starts, crash.End(s.Point); ran < due && !s.Void {
		c.fault([]Statement{s}, "%v: it ended the round after %d ms, though the multiplier passes its point, %d.%02d, only after %d ms",
			s.at(), ran, s.Point/100, s.Point%100, due)
	}
}

// judgeLinks checks that the links of rounds lead to one another, and that none follows a
// round whose chain was given up.
func (c *court) judgeLinks() {
	all := slices.Collect(maps.Values(c.crash.ends))
	slices.SortFunc(all, func(a, b CrashEnd) int {
		return cmp.Or(cmp.Compare(a.Chain, b.Chain), cmp.Compare(a.Round, b.Round))
	})
	for i, s := range all[min(1, len(all)):] {
		before := all[i]
		steps := s.Round - before.Round
		switch {
		case s.Chain != before.Chain || s.Void:
		case before.Void:
			c.fault([]Statement{before, s}, "%v: it was played, and the chain had been given up with round %d", s.at(), before.Round)
		case steps > MaxLinks:
			c.Apart++
		default:
			if _, err := commit.VerifyChain(before.Link, uint64(steps), s.Link); err != nil {
				c.fault([]Statement{before, s}, "%v: its link doesn’t lead to that of round %d", s.at(), before.Round)
			}
		}
	}
}
