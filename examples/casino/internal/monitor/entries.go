package monitor

import (
	"bytes"
	"cmp"
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

const (
	maxPlaces    = 20_000 // of each generation
	maxConvicted = 10
)

// entry reads the next entry.
func (l *Look) entry(index int64, entry []byte) error {
	l.Tree.Add(entry)
	words := strings.Split(string(entry), " ")
	l.checkTimed(index, words)
	read, ok := kinds[words[0]]
	if !ok || len(words) != read.words+1 || bytes.ContainsFunc(entry, isUnprintable) {
		l.Unknown++
		return nil
	}
	if why := read.read(l, words[1:]); why != "" {
		l.fault(index, why)
	}
	return nil
}

// isUnprintable reports whether a letter is one that no entry has, and a terminal may obey.
func isUnprintable(r rune) bool { return r < ' ' || r > '~' }

func (l *Look) fault(index int64, why string) {
	l.Faults = append(l.Faults, fmt.Sprintf("entry %d: %s", index, why))
}

// checkTimed finds an entry that was added since the look before without a time. An honest casino
// begins with one whenever it adds entries, except for those that a log begins with: the entry
// would have the time of those before it, as old as they may be.
func (l *Look) checkTimed(index int64, words []string) {
	begins := l.Looked == 0 && (index == 0 && words[0] == "key" || index == 1 && words[0] == "after")
	if l.Timed || begins {
		return
	}
	l.Timed = true
	if words[0] != "time" || len(words) != 2 {
		l.fault(index, "it was added without a time")
	}
}

// kinds are the entries that the monitor knows, by their first word, with how many words
// follow it. A function returns what is wrong.
var kinds = map[string]struct {
	words int
	read  func(l *Look, words []string) string
}{
	"key":    {1, (*Look).key},
	"scheme": {2, func(*Look, []string) string { return "" }},
	"after":  {3, (*Look).after},
	"time":   {1, (*Look).time},
	"shown":  {1, (*Look).shown},
	"dropped": {1, func(l *Look, words []string) string {
		return l.take(words[0], &l.Dropped, "dropped")
	}},
	"revealed": {3, (*Look).revealed},
	"chain":    {5, (*Look).chain},
	"link":     {4, (*Look).link},
	"ended":    {1, (*Look).ended},
	"draw":     {4, (*Look).draw},
}

func (l *Look) key(words []string) string {
	if l.Receipts != "" && l.Receipts != words[0] {
		return fmt.Sprintf("receipts are signed with another key, %s, than before, %s", words[0], l.Receipts)
	}
	l.Receipts = words[0]
	return ""
}

// after takes the log before, which a restoration names right after the key, and never later.
func (l *Look) after(words []string) string {
	if l.Tree.Size != 2 {
		return "it says that the casino was restored, in the middle of a log"
	}
	l.After = words[0]
	return ""
}

// time takes the time at which the entries after it were added.
func (l *Look) time(words []string) string {
	at, err := strconv.ParseInt(words[0], 10, 64)
	say := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	switch {
	case err != nil:
		return "it has no time"
	case at <= l.Latest:
		return fmt.Sprintf("it was added at %s, before the entries that it follows, at %s", say(at), say(l.Latest))
	}
	l.Latest = at
	switch {
	case at < l.Looked-Skew.Milliseconds():
		return fmt.Sprintf("it is backdated: it is said to be of %s, and wasn't there at %s", say(at), say(l.Looked))
	case at > l.Now+Skew.Milliseconds():
		return fmt.Sprintf("it is said to be of %s, which is still to come", say(at))
	}
	return ""
}

func (l *Look) shown(words []string) string {
	if _, ok := l.Open[words[0]]; ok {
		return "a hash is there twice"
	}
	l.Open[words[0]] = l.Latest
	return ""
}

// take ends what was shown: in a log that goes on after a restoration, perhaps in the one before.
func (l *Look) take(commitment string, count *int64, how string) string {
	if _, ok := l.Open[commitment]; !ok && l.After == "" {
		return "a hash is " + how + " that wasn't shown, or twice"
	}
	delete(l.Open, commitment)
	*count++
	return ""
}

func (l *Look) revealed(words []string) string {
	commitment, opening, server := words[0], words[1], words[2]
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil || tlog.Commitment(opening, seed.Hash().String()) != commitment {
		return "the seed that is revealed doesn't have the hash that was shown"
	}
	return l.take(commitment, &l.Revealed, "revealed")
}

// chain reads NUMBER ANCHOR LENGTH BEACON ROUND. A casino begins the next chain when the one before
// has no more rounds, or in another log.
func (l *Look) chain(words []string) string {
	anchor, err := commit.ParseLink(words[1])
	length, err2 := strconv.ParseUint(words[2], 10, 64)
	switch {
	case err != nil || err2 != nil:
		return "a chain has no anchor or length"
	case l.Chains[words[0]] != nil:
		return fmt.Sprintf("chain %s is there twice", words[0])
	}
	name, before := l.Newest, l.Chains[l.Newest]
	c := &Chain{Last: anchor, Length: length, Latest: l.Latest}
	c.Late, c.Fast = l.known(words[3], words[4])
	l.Newest, l.Chains[words[0]] = words[0], c
	if before != nil && before.Round < before.Length {
		return fmt.Sprintf("chain %s takes the place of chain %s, which has revealed %d of %d links", words[0], name, before.Round, before.Length)
	}
	return ""
}

// known reports whether a round of the beacon could be known when the entry was added: by the log's
// time, or as the entry wasn't there at the look before, unless the monitor's clock was fast by so
// many milliseconds, which it may be.
func (l *Look) known(beacon, round string) (late bool, fast int64) {
	n, err := strconv.ParseUint(round, 10, 64)
	if err != nil || beacon != crash.LoggedBeacon() {
		return true, 0
	}
	at, err := crash.Network().TimeOf(n)
	if err != nil || at.UnixMilli() <= max(l.Latest, l.Looked-Skew.Milliseconds()) {
		return true, 0
	}
	return false, max(0, l.Looked-at.UnixMilli()+1)
}

// link reads CHAIN ROUND LINK BETS.
func (l *Look) link(words []string) string {
	c := l.Chains[words[0]]
	round, err := strconv.ParseUint(words[1], 10, 64)
	link, err2 := commit.ParseLink(words[2])
	bets, err3 := strconv.ParseInt(words[3], 10, 64)
	switch {
	case c == nil:
		return fmt.Sprintf("chain %s wasn't announced", words[0])
	case err != nil || err2 != nil || round != c.Round+1 || round > c.Length:
		return fmt.Sprintf("chain %s: round %s is revealed after %d of %d", words[0], words[1], c.Round, c.Length)
	}
	if err3 != nil || bets < 0 {
		return fmt.Sprintf("chain %s: round %s doesn't say how many bets it had", words[0], words[1])
	}
	if _, err := commit.VerifyChain(c.Last, 1, link); err != nil {
		return fmt.Sprintf("chain %s: the link of round %d doesn't lead to the one before", words[0], round)
	}
	c.Last, c.Round, c.Bets, c.Latest = link, round, c.Bets+bets, l.Latest
	return ""
}

// ended takes a chain that a restoration gives up. As that begins a log, the chain is of the one before.
func (l *Look) ended(words []string) string {
	switch {
	case l.Chains[words[0]] != nil:
		return fmt.Sprintf("chain %s is given up in the log that announced it", words[0])
	case l.After == "":
		return fmt.Sprintf("chain %s has ended, and wasn't announced", words[0])
	}
	l.GivenUp++
	return ""
}

// draw reads KEY NUMBER ANNOUNCEMENT SIGNATURE. The log takes whatever an organiser has signed: if
// that contradicts itself, it is the organiser's fault, and anybody can be one.
func (l *Look) draw(words []string) string {
	d, err := publiclog.ParseDraw(words)
	if err != nil {
		return err.Error()
	}
	place := d.Place()
	switch before := cmp.Or(l.Places[place], l.OldPlaces[place]); before {
	case d.Announcement:
	case "":
		l.Draws++
		if len(l.Places) >= maxPlaces {
			l.OldPlaces, l.Places = l.Places, make(map[string]string)
		}
		l.Places[place] = d.Announcement
	default:
		l.Contradictions++
		l.Convicted = append(l.Convicted, fmt.Sprintf("entry %d: draw %d of %s was announced twice, with %s and %s", l.Tree.Size-1, d.Number,
			d.Organiser(), before, d.Announcement))
		l.Convicted = l.Convicted[max(0, len(l.Convicted)-maxConvicted):]
	}
	return ""
}
