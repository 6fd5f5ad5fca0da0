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

// maxLinks bounds how many rounds may be between two whose links are compared.
const maxLinks = 10_000

// serial names a bet on crash.
type serial struct {
	hash   seedrng.Hash
	serial int64
}

// crashPlace is that of a bet in its round, or with place 0 the round.
type crashPlace struct{ chain, round, place int64 }

// A crashJudge has the statements about crash: of those that contradict one another, the first.
type crashJudge struct {
	bets map[serial]CrashBet
	outs map[serial]CrashOut
	paid map[serial]CrashPaid
	ends map[crashPlace]CrashEnd
}

func newCrashJudge() crashJudge {
	return crashJudge{make(map[serial]CrashBet), make(map[serial]CrashOut), make(map[serial]CrashPaid), make(map[crashPlace]CrashEnd)}
}

func (id CrashID) serial() serial { return serial{id.Hash, id.Serial} }

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
func (j *judge) addCrash(s Statement) {
	switch s := s.(type) {
	case CrashBet:
		if before, ok := collect(j.crash.bets, s.serial(), s); !ok {
			j.fault([]Statement{before, s}, "%s: it gave the number twice, to %v and to %v", s.name(), before, s)
		}
	case CrashOut:
		if before, ok := collect(j.crash.outs, s.serial(), s); !ok {
			j.fault([]Statement{before, s}, "%s: it accepted two cash-outs, after %d ms and after %d ms", s.name(), before.Cashed, s.Cashed)
		}
	case CrashPaid:
		if before, ok := collect(j.crash.paid, s.serial(), s); !ok {
			j.fault([]Statement{before, s}, "%s: it settled it twice, with %d and with %d", s.name(), before.Paid, s.Paid)
		}
	case CrashEnd:
		if before, ok := collect(j.crash.ends, s.at(), s); !ok {
			j.fault([]Statement{before, s}, "%v: it said two things of its end", s.at())
		}
	}
}

// collect adds a statement by what names it, and reports whether it agrees with the first one of that name.
func collect[N, S comparable](all map[N]S, name N, s S) (first S, ok bool) {
	first, ok = all[name]
	if !ok {
		all[name] = s
		return s, true
	}
	return first, first == s
}

// judgeCrash compares the statements about crash with one another, once all are known.
func (j *judge) judgeCrash() {
	places := make(map[crashPlace]CrashBet)
	for _, s := range j.crash.bets {
		if before, ok := collect(places, crashPlace{s.Chain, s.Round, s.Place}, s); !ok {
			j.fault([]Statement{before, s}, "%v: it gave place %d to two bets", s.at(), s.Place)
		}
		j.judgeBet(s)
	}
	for _, s := range j.crash.outs {
		j.judgeOut(s)
	}
	for _, s := range j.crash.paid {
		j.judgePaid(s)
	}
	j.judgeLinks()
}

// judgeBet compares a bet with the seeds that it is counted with, and with its round.
func (j *judge) judgeBet(s CrashBet) {
	if s.Early <= 0 {
		j.fault([]Statement{s}, "%s: it took the bet when the round had started", s.name())
	}
	if shown, ok := j.shown[s.Hash]; ok && s.Time < shown.Time {
		j.fault([]Statement{shown, s}, "%s: it took the bet before it showed the hash", s.name())
	}
	if revealed, ok := j.revealed[s.Hash]; ok && s.Serial > revealed.Crash {
		j.fault([]Statement{s, revealed}, "%s: it dropped the bet, as it counted %d", s.name(), revealed.Crash)
	}
	if end, ok := j.crash.ends[s.at()]; ok && s.Place > end.Bets {
		j.fault([]Statement{s, end}, "%s: it dropped the bet, as it says that %v has %d", s.name(), s.at(), end.Bets)
	}
	if _, ok := j.crash.paid[s.serial()]; !ok {
		j.Waiting++
	}
}

// moved reports whether a statement is about another round than its bet was on.
func (j *judge) moved(id CrashID, s Statement) bool {
	bet, ok := j.crash.bets[id.serial()]
	if !ok || bet.at() == id.at() {
		return false
	}
	j.fault([]Statement{bet, s}, "%s: it moved the bet from %v to %v", id.name(), bet.at(), id.at())
	return true
}

func (j *judge) judgeOut(s CrashOut) {
	bet, ok := j.crash.bets[s.serial()]
	if j.moved(s.CrashID, s) || !ok {
		return
	}
	terms, err := crash.ParseBet(bet.Sent)
	if err != nil { // of another version of this program
		return
	}
	if due := terms.Out(&s.Cashed); s.Multiplier != due {
		j.fault([]Statement{bet, s}, "%s: after %d ms it is out at %d, and the casino says %d", s.name(), s.Cashed, due, s.Multiplier)
	}
}

func (j *judge) judgePaid(s CrashPaid) {
	if j.moved(s.CrashID, s) {
		return
	}
	if bet, ok := j.crash.bets[s.serial()]; ok && bet.Sent != s.Sent {
		j.fault([]Statement{bet, s}, "%s: it took “%s”, and settled “%s”", s.name(), bet.Sent, s.Sent)
		return
	}
	if out, ok := j.crash.outs[s.serial()]; ok && out.Cashed != s.Cashed {
		j.fault([]Statement{out, s}, "%s: it accepted %s, and settled it with %s", s.name(), sayCashed(out.Cashed), sayCashed(s.Cashed))
		return
	}
	end, ok := j.crash.ends[s.at()]
	terms, err := crash.ParseBet(s.Sent)
	if !ok || err != nil {
		j.Waiting++
		return
	}
	if due := end.pays(terms, s.Cashed); s.Paid != due {
		j.fault([]Statement{s, end}, "%s: it paid %d, and %d is due", s.name(), s.Paid, due)
		return
	}
	j.Checked++
}

// pays returns what a bet on the round is due.
func (s CrashEnd) pays(bet crash.Bet, cashed int64) int64 {
	switch {
	case s.Void:
		return bet.Stake
	case cashed == NotCashed:
		return bet.Paid(nil, s.Point, s.Lapsed)
	}
	return bet.Paid(&cashed, s.Point, s.Lapsed)
}

// judgeLinks checks that the links of rounds lead to one another, and that none follows a round whose chain was given up.
func (j *judge) judgeLinks() {
	all := slices.Collect(maps.Values(j.crash.ends))
	slices.SortFunc(all, func(a, b CrashEnd) int {
		return cmp.Or(cmp.Compare(a.Chain, b.Chain), cmp.Compare(a.Round, b.Round))
	})
	for i, s := range all[min(1, len(all)):] {
		before := all[i]
		steps := s.Round - before.Round
		if s.Chain != before.Chain || s.Void || steps > maxLinks && !before.Void {
			continue
		}
		if before.Void {
			j.fault([]Statement{before, s}, "%v: it was played, and the chain had been given up with round %d", s.at(), before.Round)
			continue
		}
		if _, err := commit.VerifyChain(before.Link, uint64(steps), s.Link); err != nil {
			j.fault([]Statement{before, s}, "%v: its link doesn’t lead to that of round %d", s.at(), before.Round)
		}
	}
}
