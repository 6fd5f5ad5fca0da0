package monitor

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A reader reads entries into a state.
type reader struct {
	*State
	before, now int64 // when the monitor has looked, and looks
	timed       bool  // whether entries of this look have a time before them, or lack it with a fault
	faults      []string
}

func (r *reader) fault(index int64, format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf("entry %d: %s", index, fmt.Sprintf(format, args...)))
}

func (r *reader) entry(index int64, entry []byte) error {
	words := strings.Split(string(entry), " ")
	r.checkTimed(index, words)
	read, ok := kinds[words[0]]
	if !ok || len(words) != read.words+1 {
		r.Unknown++
		return nil
	}
	if why := read.read(r, words[1:]); why != "" {
		r.fault(index, "%s", why)
	}
	return nil
}

// checkTimed finds an entry that was added since the look before without a time. An honest casino
// begins with one whenever it adds entries, except for those that a log begins with: the entry
// would have the time of those before it, as old as they may be.
func (r *reader) checkTimed(index int64, words []string) {
	begins := r.before == 0 && (index == 0 && words[0] == "key" || index == 1 && words[0] == "after")
	if r.timed || begins {
		return
	}
	r.timed = true
	if words[0] != "time" || len(words) != 2 {
		r.fault(index, "it was added without a time")
	}
}

// kinds are the entries that the monitor knows, by their first word, with how many words
// follow it. A function returns what is wrong.
var kinds = map[string]struct {
	words int
	read  func(r *reader, words []string) string
}{
	"key":    {1, (*reader).key},
	"scheme": {2, func(*reader, []string) string { return "" }},
	"after":  {3, (*reader).after},
	"time":   {1, (*reader).time},
	"shown":  {1, (*reader).shown},
	"dropped": {1, func(r *reader, words []string) string {
		return r.take(words[0], &r.Dropped, "dropped")
	}},
	"revealed": {3, (*reader).revealed},
	"chain":    {5, (*reader).chain},
	"link":     {4, (*reader).link},
	"ended":    {1, (*reader).ended},
	"draw":     {4, (*reader).draw},
}

func (r *reader) key(words []string) string {
	if r.Receipts != "" && r.Receipts != words[0] {
		return fmt.Sprintf("receipts are signed with another key, %s, than before, %s", words[0], r.Receipts)
	}
	r.Receipts = words[0]
	return ""
}

// after takes the log before, which a restoration names right after the key, and never later.
func (r *reader) after(words []string) string {
	if r.Tree.Size != 2 {
		return "it says that the casino was restored, in the middle of a log"
	}
	r.After = words[0]
	return ""
}

// time takes the time at which the entries after it were added.
func (r *reader) time(words []string) string {
	at, err := strconv.ParseInt(words[0], 10, 64)
	say := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	switch {
	case err != nil:
		return "it has no time"
	case at <= r.Latest:
		return fmt.Sprintf("it was added at %s, before the entries that it follows, at %s", say(at), say(r.Latest))
	}
	r.Latest = at
	switch {
	case at < r.before-Skew.Milliseconds():
		return fmt.Sprintf("it is backdated: it is said to be of %s, and wasn't there at %s", say(at), say(r.before))
	case at > r.now+Skew.Milliseconds():
		return fmt.Sprintf("it is said to be of %s, which is still to come", say(at))
	}
	return ""
}

func (r *reader) shown(words []string) string {
	if _, ok := r.Open[words[0]]; ok {
		return "a hash is there twice"
	}
	r.Open[words[0]] = r.Latest
	return ""
}

// take ends what was shown: in a log that goes on after a restoration, perhaps in the one before.
func (r *reader) take(commitment string, count *int64, how string) string {
	if _, ok := r.Open[commitment]; !ok && r.After == "" {
		return "a hash is " + how + " that wasn't shown, or twice"
	}
	delete(r.Open, commitment)
	*count++
	return ""
}

func (r *reader) revealed(words []string) string {
	commitment, opening, server := words[0], words[1], words[2]
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil || tlog.Commitment(opening, seed.Hash().String()) != commitment {
		return "the seed that is revealed doesn't have the hash that was shown"
	}
	return r.take(commitment, &r.Revealed, "revealed")
}

// chain reads NUMBER ANCHOR LENGTH BEACON ROUND.
func (r *reader) chain(words []string) string {
	anchor, err := commit.ParseLink(words[1])
	length, err2 := strconv.ParseUint(words[2], 10, 64)
	switch {
	case err != nil || err2 != nil:
		return "a chain has no anchor or length"
	case r.Chains[words[0]] != nil:
		return fmt.Sprintf("chain %s is there twice", words[0])
	}
	r.Chains[words[0]] = &Chain{Last: anchor, Length: length, Latest: r.Latest, Late: !r.isToCome(words[3], words[4])}
	return ""
}

// isToCome reports whether nobody could know a round of the beacon when the entry was added,
// which wasn't there at the look before.
func (r *reader) isToCome(beacon, round string) bool {
	n, err := strconv.ParseUint(round, 10, 64)
	if err != nil || beacon != crash.LoggedBeacon() {
		return false
	}
	at, err := crash.Network().TimeOf(n)
	return err == nil && at.UnixMilli() > max(r.Latest, r.before)
}

// link reads CHAIN ROUND LINK BETS.
func (r *reader) link(words []string) string {
	c := r.Chains[words[0]]
	round, err := strconv.ParseUint(words[1], 10, 64)
	link, err2 := commit.ParseLink(words[2])
	bets, err3 := strconv.ParseInt(words[3], 10, 64)
	switch {
	case c == nil || c.Ended:
		return fmt.Sprintf("chain %s wasn't announced, or has ended", words[0])
	case err != nil || err2 != nil || round != c.Round+1 || round > c.Length:
		return fmt.Sprintf("chain %s: round %s is revealed after %d of %d", words[0], words[1], c.Round, c.Length)
	}
	if err3 != nil || bets < 0 {
		return fmt.Sprintf("chain %s: round %s doesn't say how many bets it had", words[0], words[1])
	}
	if _, err := commit.VerifyChain(c.Last, 1, link); err != nil {
		return fmt.Sprintf("chain %s: the link of round %d doesn't lead to the one before", words[0], round)
	}
	c.Last, c.Round, c.Bets, c.Latest = link, round, c.Bets+bets, r.Latest
	return ""
}

// ended ends a chain, which a restoration gives up: it is of the log before, as a rule.
func (r *reader) ended(words []string) string {
	c := r.Chains[words[0]]
	switch {
	case c != nil:
		c.Ended = true
	case r.After == "":
		return fmt.Sprintf("chain %s has ended, and wasn't announced", words[0])
	}
	return ""
}

// draw reads KEY NUMBER ANNOUNCEMENT SIGNATURE.
func (r *reader) draw(words []string) string {
	d, err := publiclog.ParseDraw(words)
	if err != nil {
		return err.Error()
	}
	place := d.Place()
	if before, ok := r.Places[place]; ok && before != d.Announcement {
		return fmt.Sprintf("draw %d of %s was announced twice, with %s and %s", d.Number, d.Organiser(), before, d.Announcement)
	}
	r.Places[place] = d.Announcement
	return ""
}
