// Package monitor follows a casino's public log, and finds what an honest one doesn't do: it
// forks, drops or alters entries, adds them later than it says, reveals what it never showed, or
// reveals the links of a chain out of order. It keeps what it needs between two looks.
package monitor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Skew is how far a log's clock may be from the monitor's, the time that entries may wait included.
const Skew = 10 * time.Minute

// A State is what a monitor keeps of a log.
type State struct {
	Key        string            `json:"key"`        // of the log
	Checkpoint string            `json:"checkpoint"` // the latest, signed
	Conflict   string            `json:"conflict,omitempty"`
	Tree       publiclog.Tree    `json:"tree"`
	Looked     int64             `json:"looked"` // when, in milliseconds since 1970, by the monitor's clock
	Latest     int64             `json:"latest"` // the time of the latest entries, by the log's
	Open       map[string]int64  `json:"open"`   // when each hash was shown that isn't revealed
	Revealed   int64             `json:"revealed"`
	Dropped    int64             `json:"dropped"`
	Receipts   string            `json:"receipts"` // the key of receipts
	Schemes    []string          `json:"schemes"`
	After      string            `json:"after,omitempty"` // the log before, if a restoration has begun this one
	Chains     map[string]*Chain `json:"chains"`
	Places     map[string]string `json:"places"` // announcements of draws, by organiser and number
	Unknown    int64             `json:"unknown"`
}

// A Chain is a hash chain of a game that all players share.
type Chain struct {
	Last   commit.Link `json:"last"` // the anchor, or the link that was revealed last
	Shown  int64       `json:"shown"`
	Length uint64      `json:"length"`
	Round  uint64      `json:"round"` // of Last
	Bets   int64       `json:"bets"`  // of all rounds
	Latest int64       `json:"latest"`
	Ended  bool        `json:"ended"` // given up, as the casino was restored from a backup
}

// New returns the state of a monitor that has seen nothing of a log yet.
func New(key string) *State {
	return &State{Key: key, Open: map[string]int64{}, Chains: map[string]*Chain{}, Places: map[string]string{}}
}

// Parse reads a state from JSON.
func Parse(content []byte) (*State, error) {
	s := New("")
	err := json.Unmarshal(content, s)
	return s, err
}

// Follow reads what the log has now, and returns what is wrong with it. If the log contradicts what was seen before, the state
// stays as it was, with both checkpoints as evidence.
func (s *State) Follow(ctx context.Context, source publiclog.Source, now time.Time) (faults []string, err error) {
	key, err := publiclog.ParseKey(s.Key)
	if err != nil {
		return nil, err
	}
	checkpoint, note, err := source.Latest(ctx, key)
	if err != nil {
		return nil, err
	}
	if checkpoint.Size < s.Tree.Size {
		s.Conflict = string(note)
		return []string{fmt.Sprintf("the log has shrunk from %d entries to %d: it drops what was in it", s.Tree.Size, checkpoint.Size)}, nil
	}
	next, err := s.clone()
	if err != nil {
		return nil, err
	}
	reading := reader{State: next, before: s.Looked, now: now.UnixMilli()}
	switch err := next.Tree.Grow(ctx, source, checkpoint, reading.entry); {
	case errors.Is(err, publiclog.ErrFalse):
		s.Conflict = string(note)
		return []string{fmt.Sprintf("the log has forked after %d entries, or dropped or altered some: those that it has now don’t "+
			"lead to its checkpoint of %d", s.Tree.Size, checkpoint.Size)}, nil
	case err != nil:
		return nil, err
	}
	next.Checkpoint, next.Looked = string(note), now.UnixMilli()
	*s = *next
	return reading.faults, nil
}

// clone returns a copy of the state.
func (s *State) clone() (*State, error) {
	content, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return Parse(content)
}

// A reader reads entries into a state.
type reader struct {
	*State
	before, now int64 // when the monitor has looked, and looks
	faults      []string
}

func (r *reader) fault(index int64, format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf("entry %d: %s", index, fmt.Sprintf(format, args...)))
}

func (r *reader) entry(index int64, entry []byte) error {
	words := strings.Split(string(entry), " ")
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

// kinds are the entries that the monitor knows, by their first word, with how many words follow it. A function
// returns what is wrong.
var kinds = map[string]struct {
	words int
	read  func(r *reader, words []string) string
}{
	"key": {1, (*reader).key},
	"scheme": {2, func(r *reader, words []string) string {
		r.Schemes = append(r.Schemes, strings.Join(words, " "))
		return ""
	}},
	"after": {3, func(r *reader, words []string) string { r.After = words[0]; return "" }},
	"time":  {1, (*reader).time},
	"shown": {1, (*reader).shown},
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

// time takes the time at which the entries after it were added.
func (r *reader) time(words []string) string {
	at, err := strconv.ParseInt(words[0], 10, 64)
	say := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
	before := r.Latest
	switch {
	case err != nil:
		return "it has no time"
	case at <= before:
		return fmt.Sprintf("it was added at %s, before the entries that it follows, at %s", say(at), say(before))
	}
	r.Latest = at
	switch {
	case at < r.before-Skew.Milliseconds():
		return fmt.Sprintf("it is backdated: it is said to be of %s, and wasn’t there at %s", say(at), say(r.before))
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

// take ends what was shown.
func (r *reader) take(commitment string, count *int64, how string) string {
	if _, ok := r.Open[commitment]; !ok && r.After == "" {
		return "a hash is " + how + " that wasn’t shown, or twice"
	}
	delete(r.Open, commitment)
	*count++
	return ""
}

func (r *reader) revealed(words []string) string {
	commitment, opening, server := words[0], words[1], words[2]
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil || tlog.Commitment(opening, seed.Hash().String()) != commitment {
		return "the seed that is revealed doesn’t have the hash that was shown"
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
	r.Chains[words[0]] = &Chain{Last: anchor, Shown: r.Latest, Length: length, Latest: r.Latest}
	return ""
}

// link reads CHAIN ROUND LINK BETS.
func (r *reader) link(words []string) string {
	c := r.Chains[words[0]]
	round, err := strconv.ParseUint(words[1], 10, 64)
	link, err2 := commit.ParseLink(words[2])
	bets, err3 := strconv.ParseInt(words[3], 10, 64)
	switch {
	case c == nil || c.Ended:
		return fmt.Sprintf("chain %s wasn’t announced, or has ended", words[0])
	case err != nil || err2 != nil || round != c.Round+1 || round > c.Length:
		return fmt.Sprintf("chain %s: round %s is revealed after %d of %d", words[0], words[1], c.Round, c.Length)
	}
	if err3 != nil || bets < 0 {
		return fmt.Sprintf("chain %s: round %s doesn’t say how many bets it had", words[0], words[1])
	}
	if _, err := commit.VerifyChain(c.Last, 1, link); err != nil {
		return fmt.Sprintf("chain %s: the link of round %d doesn’t lead to the one before", words[0], round)
	}
	c.Last, c.Round, c.Bets, c.Latest = link, round, c.Bets+bets, r.Latest
	return ""
}

// ended ends a chain.
func (r *reader) ended(words []string) string {
	if c := r.Chains[words[0]]; c != nil {
		c.Ended = true
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

// ages are the columns of the report.
var ages = []struct {
	name string
	most time.Duration
}{{"a day", 24 * time.Hour}, {"a week", 7 * 24 * time.Hour}, {"30 days", 30 * 24 * time.Hour}}

// Print prints what the log has, for people.
func (s *State) Print(w io.Writer, now time.Time) {
	fmt.Fprintf(w, "%s: %s, receipts by key %s\n", strings.SplitN(s.Key, "+", 2)[0], entries(s.Tree.Size), s.Receipts)
	if s.After != "" {
		fmt.Fprintf(w, "it goes on after %s, as the casino was restored from a backup\n", s.After)
	}
	fmt.Fprintf(w, "hashes: %s revealed, %s dropped with their accounts, %s neither\n", cli.Thousands(s.Revealed),
		cli.Thousands(s.Dropped), cli.Thousands(len(s.Open)))
	counts := make([]int, len(ages)+1)
	for _, at := range s.Open {
		i := slices.IndexFunc(ages, func(age struct {
			name string
			most time.Duration
		}) bool {
			return now.Sub(time.UnixMilli(at)) <= age.most
		})
		if i < 0 {
			i = len(ages)
		}
		counts[i]++
	}
	if len(s.Open) > 0 {
		fmt.Fprint(w, "  not revealed, by age:")
		for i, age := range ages {
			fmt.Fprintf(w, " up to %s %s,", age.name, cli.Thousands(counts[i]))
		}
		fmt.Fprintf(w, " older %s\n", cli.Thousands(counts[len(ages)]))
	}
	for _, name := range sortedKeys(s.Chains) {
		c := s.Chains[name]
		fmt.Fprintf(w, "chain %s: %s of %s links revealed, with %s, the latest %s ago\n", name, cli.Thousands(int64(c.Round)),
			cli.Thousands(int64(c.Length)), cli.Count(int(c.Bets), "bet"), now.Sub(time.UnixMilli(c.Latest)).Round(time.Second))
	}
	if len(s.Places) > 0 {
		fmt.Fprintf(w, "%s announced\n", cli.Count(len(s.Places), "draw"))
	}
	if s.Unknown > 0 {
		fmt.Fprintf(w, "%s of kinds that this program doesn’t know\n", entries(s.Unknown))
	}
}

func entries(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return cli.Thousands(n) + " entries"
}

// sortedKeys returns the names of chains in the order of their numbers.
func sortedKeys(chains map[string]*Chain) (names []string) {
	for name := range chains {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return names
}
