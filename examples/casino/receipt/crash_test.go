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

// What is far apart in a chain isn't compared, but counted: nobody makes a judge work by two numbers.
func TestFarLinks(t *testing.T) {
	first, far := sha256.Sum256([]byte("a")), sha256.Sum256([]byte("b"))
	end := func(round int64, link commit.Link) receipt.CrashEnd {
		return receipt.CrashEnd{Chain: 1, Round: round, Point: 100, Ended: 149, Link: link}
	}
	if v := receipt.Judge([]receipt.Statement{end(1, first), end(10_002, far)}); len(v.Faults) != 0 || v.Apart != 1 {
		t.Errorf("%+v", v)
	}
	if v := receipt.Judge([]receipt.Statement{end(1, first), end(10_001, far)}); len(v.Faults) != 1 || v.Apart != 0 {
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

// A log that gets what a receipt says an hour late convicts, if it has grown meanwhile: whether
// that was missing is seen for ever. One that stood still, as its casino did, adds then what waited.
func TestLogLate(t *testing.T) {
	begun, said := time.UnixMilli(1_700_000_000_000), time.UnixMilli(1_700_000_000_000).Add(receipt.LogDelay+time.Second)
	shown := receipt.Shown{Number: 1, Time: said.UnixMilli()}
	end := receipt.CrashEnd{Chain: 1, Round: 7, Bets: 2, Ended: said.UnixMilli()}
	at := func(d time.Duration) string { return fmt.Sprint("time ", said.Add(d).UnixMilli()) }
	for what, c := range map[string]struct {
		before []string
		late   bool
	}{
		"in time":                          {[]string{at(time.Second)}, false},
		"late":                             {[]string{at(receipt.LogDelay + time.Second), "x", at(time.Hour)}, true},
		"late, by times that go back":      {[]string{at(receipt.LogDelay + time.Second), "x", at(time.Hour), at(time.Second), "time x"}, true},
		"in time, and again":               {[]string{at(time.Second), shown.Entry(), end.Entry(), at(receipt.LogDelay), at(time.Hour)}, false},
		"after a standstill":               {[]string{at(-time.Second), "x", at(time.Hour)}, false},
		"after a standstill, in two parts": {[]string{at(time.Hour), "x", at(time.Hour + time.Second)}, false},
		"long after a standstill":          {[]string{at(time.Hour), "x", at(time.Hour + 2*time.Minute)}, true},
	} {
		var log receipt.Log
		entries := append([]string{"key 00", fmt.Sprint("time ", begun.UnixMilli())}, c.before...)
		for _, entry := range append(entries, shown.Entry(), end.Entry()) {
			log.Add(entry)
		}
		faults := log.Faults([]receipt.Statement{shown, end}, said.Add(24*time.Hour))
		if len(faults) != map[bool]int{true: 2}[c.late] || c.late && !strings.Contains(faults[0], "got it too late") {
			t.Errorf("%s: %q", what, faults)
		}
	}
}
