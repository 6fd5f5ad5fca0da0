package load_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
)

// A table is crash in a casino that a test runs while players of load play.
type table struct {
	*testing.T
	house *house.House
	rig   *casinotest.CrashRig
	url   string
}

func newTable(t *testing.T) *table {
	t.Helper()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	return &table{t, h, rig, casinotest.Serve(t, h)}
}

// play has players play at an address, and runs rounds until they have finished: with each
// round that all of them have bet on, it does what is given, which returns whether the round is
// to be ended.
func (c *table) play(url string, players int, duration time.Duration, joined func() (ends bool)) (report load.CrashReport, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		report, err = load.Crash(c.Context(), []string{url}, players, duration)
	}()
	for {
		ends := true
		if c.fills(done, int64(players)) {
			ends = joined()
		}
		select {
		case <-done:
			return report, err
		default:
		}
		if ends {
			c.rig.Open()
		}
	}
}

// fills reports whether a number of bets is made on the open round within a moment, or before
// the players have finished.
func (c *table) fills(done chan struct{}, bets int64) bool {
	for range 20 {
		if c.rig.Round().Bets == bets {
			return true
		}
		select {
		case <-done:
			return false
		case <-time.After(10 * time.Millisecond):
		}
	}
	return false
}

// A restoration gives up a round and its chain. The players get their stakes back, and go on with
// the first round of the next chain, which isn't that of the chain before.
func TestCrashRestored(t *testing.T) {
	t.Parallel()
	patiently(t, func(duration time.Duration) error {
		c := newTable(t)
		var chains []int64
		report, err := c.play(c.url, 2, duration, func() bool {
			chain := c.rig.Round().Chain
			chains = append(chains, chain)
			if len(chains) > 1 {
				return true
			}
			if _, err := c.house.Renew(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.rig.Steps()
			return false
		})
		if err != nil {
			t.Errorf("an honest casino is accused: %v", err)
			return nil
		}
		for _, p := range report.Players {
			if len(chains) < 2 || p.Joined < len(chains) || chains[len(chains)-1] != 2 {
				return fmt.Errorf("%+v, on chains %d", p, chains)
			}
		}
		return nil
	})
}

// A player finds what a casino alters in crash in these ways.
func TestCrashCheats(t *testing.T) {
	t.Parallel()
	c := newTable(t)
	otherDigit := func(member string, from int) alteration {
		first, seen := regexp.MustCompile(`"`+member+`":".`), 0
		return func(_ int64, _ *http.Response, body []byte) []byte {
			return first.ReplaceAllFunc(body, func(found []byte) []byte {
				if last := len(found) - 1; seen >= from {
					found[last] = map[bool]byte{true: '1', false: '0'}[found[last] == '0']
				}
				seen++
				return found
			})
		}
	}
	replaced := func(pattern, by string) alteration {
		return func(_ int64, _ *http.Response, body []byte) []byte {
			return regexp.MustCompile(pattern).ReplaceAll(body, []byte(by))
		}
	}
	for what, cheat := range map[string]struct {
		path  string
		alter alteration
		want  string
	}{
		"another point":          {"/api/crash/events", replaced(`"point":`, `"point":1`), "a round that crashes at"},
		"another chain":          {"/api/crash/bet", replaced(`"chain":1`, `"chain":0`), "an answer to"},
		"no chain":               {"/api/crash/events", replaced(`"chain":{.*?},"round"`, `"round"`), "wasn't announced"},
		"another chain's round":  {"/api/crash/events", replaced(`"history":\[{"chain":1`, `"history":[{"chain":9`), "wasn't announced"},
		"another payment":        {"/api/crash/settle", replaced(`"paid":(\d)`, `"paid":1$1`), "is due by"},
		"a round without a link": {"/api/crash/events", replaced(`"link":"\w+",`, ``), "without a link"},
		"another balance":        {"/api/crash/bet", replaced(`"balance":`, `"balance":1`), "the balance is"},
		"a point that changes":   {"/api/crash/settle", replaced(`"point":`, `"point":1`), "a round was"},
		"another link":           {"/api/crash/events", otherDigit("link", 0), "steps from the one before"},
		"another anchor":         {"/api/crash/events", otherDigit("anchor", 0), "steps from the one before"},
		"an anchor that changes": {"/api/crash/events", otherDigit("anchor", 1), "the chain was"},
	} {
		_, err := c.play(through(t, c.url, cheat.path, cheat.alter), 1, time.Minute, func() bool { return true })
		if err == nil || !strings.Contains(err.Error(), cheat.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
