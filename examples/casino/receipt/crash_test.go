package receipt_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// Each lie about crash that statements show is found, by what is said of it and with as many
// statements as convict; and an honest casino is convicted by no order of what it has
// signed, nor by a part of that.
func TestJudgeCrash(t *testing.T) {
	honest, lies := casinotest.CrashStatements()
	if v := receipt.Judge(honest); len(v.Faults) != 0 || v.Checked != 3 || v.Waiting != 1 {
		t.Errorf("honest: %+v", v)
	}
	for i := range honest {
		some := append(slices.Clone(honest[i:]), honest[:i/2]...)
		slices.Reverse(some)
		if v := receipt.Judge(some); len(v.Faults) != 0 {
			t.Errorf("without some: %+v", v.Faults)
		}
	}
	for _, c := range lies {
		v := receipt.Judge(append(slices.Clone(honest), c.Lie...))
		if len(v.Faults) == 0 {
			t.Errorf("%s: not found", c.What)
		}
		found := slices.ContainsFunc(v.Faults, func(f receipt.Fault) bool {
			return strings.Contains(f.Text, c.Found) &&
				len(f.Convicted) == c.Of
		})
		if !found {
			t.Errorf("%s: %+v", c.What, v.Faults)
		}
	}
}

// What is far apart in a chain isn't compared: nobody makes a judge work by two numbers.
func TestFarLinks(t *testing.T) {
	first, far := sha256.Sum256([]byte("a")), sha256.Sum256([]byte("b"))
	end := func(round int64, link commit.Link) receipt.CrashEnd {
		return receipt.CrashEnd{Chain: 1, Round: round, Point: 100, Ended: 149, Link: link}
	}
	if v := receipt.Judge([]receipt.Statement{end(1, first), end(10_002, far)}); len(v.Faults) != 0 {
		t.Errorf("%+v", v)
	}
	if v := receipt.Judge([]receipt.Statement{end(1, first), end(10_001, far)}); len(v.Faults) != 1 {
		t.Errorf("%+v", v)
	}
}

// A log that lacks what a receipt says, has another link or says other bets: once it is
// late, and not before, nor for what is older than the log. One that goes on with a chain
// that was given up: at once.
func TestLog(t *testing.T) {
	begun, late := time.UnixMilli(1_700_000_000_000), receipt.LogDelay+time.Second
	end := receipt.CrashEnd{Chain: 1, Round: 7, Bets: 2, Point: 100, Link: sha256.Sum256([]byte("a")), Ended: begun.Add(late).UnixMilli()}
	hash := receipt.Shown{Number: 1, Time: begun.Add(late).UnixMilli()}
	now := begun.Add(3 * late)
	fewer, old, before, next := end, end, end, end
	fewer.Bets, old.Ended, before.Round, next.Round = 1, begun.UnixMilli(), 6, 8
	void := receipt.CrashEnd{Chain: 1, Round: 7, Bets: 2, Ended: end.Ended, Void: true}
	otherChain := next
	otherChain.Chain = 2
	for _, c := range []struct {
		s       receipt.Statement
		entries []string
		now     time.Time
		found   string
	}{
		{end, []string{end.Entry()}, now, ""},
		{end, nil, now, "round 7 of chain 1: the public log lacks its link"},
		{end, []string{fewer.Entry()}, now, "says that it had other bets"},
		{end, nil, begun.Add(2*late - 2*time.Second), ""},
		{old, nil, now, ""},
		{void, nil, now, ""},
		{void, []string{before.Entry(), otherChain.Entry(), "ended 1", "link 1 8", "link x 8 y 2"}, now, ""},
		{void, []string{end.Entry()}, begun, "round 7 of chain 1: it gave the round up, and the public log has links of its chain up to round 7"},
		{void, []string{next.Entry(), before.Entry()}, begun, "links of its chain up to round 8"},
		{hash, []string{hash.Entry()}, now, ""},
		{hash, []string{end.Entry()}, now, "hash 0000000000000000…: the public log lacks it"},
	} {
		var log receipt.Log
		for _, entry := range append([]string{"key 00", fmt.Sprint("time ", begun.UnixMilli())}, c.entries...) {
			log.Add(entry)
		}
		faults := log.Faults([]receipt.Statement{c.s}, c.now)
		if (c.found == "") != (len(faults) == 0) || !strings.Contains(strings.Join(faults, "; "), c.found) {
			t.Errorf("%T: %q, want %q", c.s, faults, c.found)
		}
	}
}
