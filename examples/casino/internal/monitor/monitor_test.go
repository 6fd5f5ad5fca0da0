package monitor_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/monitor"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/seedrng"
)

var key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{3}, ed25519.SeedSize))

// A log is one in memory, of which a casino may do anything.
type log struct {
	*testing.T
	signer  tlog.Signer
	entries []string
}

func newLog(t *testing.T) *log {
	signer, err := tlog.NewSigner("example.com/log", key)
	if err != nil {
		t.Fatal(err)
	}
	return &log{t, signer, nil}
}

// files returns the source of the log as it is now.
func (l *log) files() publiclog.Source {
	tiles := map[tlog.Tile][]byte{}
	read := func(t tlog.Tile) ([]byte, error) { return tiles[t], nil }
	var entries [][]byte
	for _, entry := range l.entries {
		entries = append(entries, []byte(entry))
	}
	root, tiles, err := tlog.Append(0, read, entries)
	if err != nil {
		l.Fatal(err)
	}
	checkpoint, err := l.signer.Checkpoint(int64(len(entries)), root)
	if err != nil {
		l.Fatal(err)
	}
	return func(_ context.Context, path string) ([]byte, error) {
		if path == "checkpoint" {
			return checkpoint, nil
		}
		tile, width, err := tlog.ParsePath(path)
		if err != nil {
			return nil, err
		}
		content, ok := tile.Cut(tiles[tile], width)
		if !ok {
			return nil, fs.ErrNotExist
		}
		return content, nil
	}
}

func (l *log) add(entries ...string) { l.entries = append(l.entries, entries...) }

// start is when the tests' casino began, and hour a time after it, as an entry has it.
var start = time.UnixMilli(1_700_000_000_000)

func hour(n int) time.Time   { return start.Add(time.Duration(n) * time.Hour) }
func timeEntry(n int) string { return fmt.Sprint("time ", hour(n).UnixMilli()) }
func seedOf(i int) string    { return fmt.Sprintf("%064d", i) }
func openingOf(i int) string { return fmt.Sprintf("%064x", i) }
func revealed(i int) string  { return "revealed " + leaf(i) + " " + openingOf(i) + " " + seedOf(i) }

func follow(t *testing.T, s *monitor.State, l *log, n int) []string {
	t.Helper()
	faults, err := s.Follow(t.Context(), l.files(), hour(n))
	if err != nil {
		t.Fatal(err)
	}
	return faults
}

func leaf(i int) string {
	seed, err := seedrng.ParseServerSeed(seedOf(i))
	if err != nil {
		panic(err)
	}
	return tlog.Commitment(openingOf(i), seed.Hash().String())
}

// beacon is the beacon of crash and its round at a time, as an entry has them.
func beacon(at time.Time) string {
	network := crash.Network()
	return fmt.Sprint(strings.ReplaceAll(network.Beacon(), " ", "/"), " ", network.RoundAt(at))
}

// links of a hash chain, the anchor first.
func links(n int) (all []string) {
	x := sha256.Sum256([]byte("secret"))
	for range n {
		all = append(all, hex.EncodeToString(x[:]))
		x = sha256.Sum256(x[:])
	}
	slices.Reverse(all)
	return all
}

// honest is a log with something of everything.
func honest(t *testing.T) *log {
	l := newLog(t)
	chain := links(5)
	l.add("key "+strings.Repeat("ab", 32), timeEntry(0), "scheme games "+strings.Repeat("cd", 32), "shown "+leaf(1), "shown "+leaf(2),
		"shown "+leaf(3), "chain 1 "+chain[0]+" 4 "+beacon(hour(0).Add(time.Minute)), "link 1 1 "+chain[1]+" 2", timeEntry(1),
		"link 1 2 "+chain[2]+" 2", revealed(1),
		"dropped "+leaf(2), draws[0].Entry())
	return l
}

var draws = []publiclog.Draw{publiclog.NewDraw(key, 1, strings.Repeat("01", 32)),
	publiclog.NewDraw(key, 2, strings.Repeat("02", 32)), publiclog.NewDraw(key, 1, strings.Repeat("03", 32))}

func TestFollow(t *testing.T) {
	l := honest(t)
	s := monitor.New(l.signer.Key())
	if faults := follow(t, s, l, 2); faults != nil {
		t.Fatal(faults)
	}
	l.add(timeEntry(40), "link 1 3 "+links(5)[3]+" 2", "shown "+leaf(4), draws[1].Entry(), draws[1].Entry(), "new kind", "shown")
	for range 2 { // as it is, nothing is new the second time
		if faults := follow(t, s, l, 41); faults != nil {
			t.Fatal(faults)
		}
	}
	var out strings.Builder
	s.Print(&out, hour(50))
	const want = `example.com/log: 20 entries, receipts by key abababababababababababababababababababababababababababababababab
hashes: 1 revealed, 1 dropped with their accounts, 2 neither
  not revealed, by age: up to a day 1, up to a week 1, up to 30 days 0, older 0
chain 1: 3 of 4 links revealed, with 6 bets, the latest 10h0m0s ago
2 draws announced
2 entries of kinds that this program doesn't know
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}

// A chain whose round of the beacon wasn't to come is named in the report: by the log's
// time, by the look before that hadn't seen it, or as nobody knows when its beacon has that
// round. The monitor's clock may be fast, though, up to ten minutes. A restoration begins a log, and
// nothing is wrong with that.
func TestLateChains(t *testing.T) {
	const late = "could be known: the casino could have picked a chain"
	for _, c := range []struct {
		what, chain string
		added       time.Time
		says        string
	}{
		{"to come", beacon(hour(41).Add(time.Second)), hour(41), ""},
		{"of that moment", beacon(hour(41).Truncate(3 * time.Second)), hour(41), late},
		{"after the log's time, and long before the last look", beacon(hour(40).Add(-11 * time.Minute)), hour(39), late},
		{"after the log's time, and just before the last look", beacon(start.Add(40*time.Hour - 30*time.Second)), hour(40).Add(-time.Minute),
			"unless this computer's clock was 29.001s fast"},
		{"of another beacon", "quicknet 99999999", hour(41), late},
		{"of no number", strings.Fields(beacon(hour(41)))[0] + " x", hour(41), late},
	} {
		l := honest(t)
		l.entries = slices.Insert(l.entries, 1, "after example.com/before 3 AAAA")
		s := monitor.New(l.signer.Key())
		if faults := follow(t, s, l, 40); faults != nil {
			t.Fatal(faults)
		}
		l.add(fmt.Sprint("time ", c.added.UnixMilli()), "chain 2 "+links(5)[0]+" 4 "+c.chain)
		follow(t, s, l, 41)
		var out strings.Builder
		s.Print(&out, hour(50))
		if !strings.Contains(out.String(), c.says) || (c.says == "") == strings.Contains(out.String(), "have picked a chain") {
			t.Errorf("%s:\n%s", c.what, out.String())
		}
	}
}

// Each lie is told to a monitor that has seen the honest log before.
func TestLies(t *testing.T) {
	chain := links(5)
	for _, c := range []struct {
		what, found string
		tell        func(l *log)
	}{
		{"a fork", "has forked after 13 entries", func(l *log) { l.entries[12] = draws[1].Entry(); l.add(timeEntry(3), "shown "+leaf(4)) }},
		{"a fork of the same size", "has forked", func(l *log) { l.entries[3], l.entries[4] = l.entries[4], l.entries[3] }},
		{"an entry dropped", "has forked", func(l *log) { l.entries = slices.Delete(l.entries, 3, 4); l.add(timeEntry(3)) }},
		{"the end dropped", "has shrunk from 13 entries to 9", func(l *log) { l.entries = l.entries[:9] }},
		{"an entry rewritten", "has forked", func(l *log) { l.entries[3] = "shown " + leaf(5); l.add(timeEntry(3)) }},
		{"something put in between", "has forked", func(l *log) { l.entries = slices.Insert(l.entries, 4, "shown "+leaf(5)) }},
		{"backdated", "is backdated", func(l *log) { l.add(fmt.Sprint("time ", hour(1).UnixMilli()+1), "shown "+leaf(4)) }},
		{"earlier than what is before", "before the entries that it follows", func(l *log) { l.add(timeEntry(0), "shown "+leaf(4)) }},
		{"of the future", "still to come", func(l *log) { l.add(timeEntry(9), "shown "+leaf(4)) }},
		{"a hash twice", "is there twice", func(l *log) { l.add(timeEntry(3), "shown "+leaf(3)) }},
		{"another seed revealed", "doesn't have the hash",
			func(l *log) { l.add(timeEntry(3), strings.Replace(revealed(3), seedOf(3), seedOf(4), 1)) }},
		{"a hash revealed that wasn't shown", "wasn't shown", func(l *log) { l.add(timeEntry(3), revealed(4)) }},
		{"a hash revealed twice", "or twice", func(l *log) { l.add(timeEntry(3), revealed(1)) }},
		{"a hash dropped after it was revealed", "or twice", func(l *log) { l.add(timeEntry(3), "dropped "+leaf(1)) }},
		{"without a time", "entry 13: it was added without a time", func(l *log) { l.add("shown "+leaf(4), draws[1].Entry()) }},
		{"a time of no words", "entry 13: it was added without a time", func(l *log) { l.add("time", "shown "+leaf(4)) }},
		{"a time of two words", "entry 13: it was added without a time", func(l *log) { l.add(timeEntry(3)+" 0", "shown "+leaf(4)) }},
		{"a time that comes too late", "entry 13: it was added without a time", func(l *log) { l.add("shown "+leaf(4), timeEntry(3)) }},
		{"a restoration in the middle", "in the middle of a log", func(l *log) { l.add(timeEntry(3), "after example.com/before 3 AAAA") }},
		{"another key", "with another key", func(l *log) { l.add(timeEntry(3), "key "+strings.Repeat("00", 32)) }},
		{"another anchor", "chain 1 is there twice", func(l *log) { l.add(timeEntry(3), "chain 1 "+chain[1]+" 4 quicknet 12345") }},
		{"a link left out", "round 4 is revealed after 2 of 4", func(l *log) { l.add(timeEntry(3), "link 1 4 "+chain[4]+" 2") }},
		{"a link again", "round 2 is revealed after 2", func(l *log) { l.add(timeEntry(3), "link 1 2 "+chain[2]+" 2", "x") }},
		{"another link", "doesn't lead", func(l *log) { l.add(timeEntry(3), "link 1 3 "+chain[4]+" 2") }},
		{"a link of no chain", "wasn't announced", func(l *log) { l.add(timeEntry(3), "link 2 1 "+chain[4]+" 2") }},
		{"an end of no chain", "wasn't announced", func(l *log) { l.add(timeEntry(3), "ended 2") }},
		{"an end before the last link", "chain 1 is given up in the log that announced it", func(l *log) {
			l.add(timeEntry(3), "ended 1", "link 1 3 "+chain[3]+" 2")
		}},
		{"another chain before the last link", "chain 2 takes the place of chain 1, which has revealed 3 of 4 links", func(l *log) {
			l.add(timeEntry(3), "link 1 3 "+chain[3]+" 2", "chain 2 "+chain[0]+" 4 "+beacon(hour(4)), "link 1 4 "+chain[4]+" 2")
		}},
		{"a link beyond the chain", "round 5 is revealed after 4 of 4", func(l *log) {
			l.add(timeEntry(3), "link 1 3 "+chain[3]+" 2", "link 1 4 "+chain[4]+" 2", "link 1 5 "+chain[4]+" 2")
		}},
		{"a link without its bets", "how many bets", func(l *log) { l.add(timeEntry(3), "link 1 3 "+chain[3]+" -1") }},
		{"a draw of nobody", "didn't sign it", func(l *log) {
			l.add(timeEntry(3), strings.Replace(draws[2].Entry(), draws[2].Announcement, draws[1].Announcement, 1))
		}},
	} {
		l := honest(t)
		s := monitor.New(l.signer.Key())
		if faults := follow(t, s, l, 2); faults != nil {
			t.Fatal(faults)
		}
		before := s.Checkpoint
		c.tell(l)
		faults := follow(t, s, l, 3)
		if len(faults) != 1 || !strings.Contains(faults[0], c.found) {
			t.Errorf("%s: %q, want %q", c.what, faults, c.found)
		}
		forks := strings.Contains(c.found, "forked") || strings.Contains(c.found, "shrunk")
		if forks != (s.Conflict != "") || forks && !strings.HasPrefix(s.Conflict, before+"\n") {
			t.Errorf("%s: the evidence is %q", c.what, s.Conflict)
		}
	}
}

// A chain follows another one that has no more rounds, in the same log.
func TestNextChain(t *testing.T) {
	l, chain := honest(t), links(5)
	l.add(timeEntry(2), "link 1 3 "+chain[3]+" 2", "link 1 4 "+chain[4]+" 2", "chain 2 "+chain[0]+" 4 "+beacon(hour(3)))
	if faults := follow(t, monitor.New(l.signer.Key()), l, 2); faults != nil {
		t.Error(faults)
	}
}

// Anybody may announce draws: who contradicts himself is told apart from what is wrong with the
// log, and however many do, the monitor keeps few.
func TestOrganisers(t *testing.T) {
	l := honest(t)
	s := monitor.New(l.signer.Key())
	l.add(timeEntry(2), draws[2].Entry())
	if faults := follow(t, s, l, 2); faults != nil {
		t.Fatal(faults)
	}
	var out strings.Builder
	s.Print(&out, hour(2))
	says := fmt.Sprintf("1 draw announced\n1 contradiction of organisers, who convict themselves and not the casino; the latest:\n"+
		"  entry 14: draw 1 of %s was announced twice, with %s and %s\n", draws[0].Organiser(), draws[0].Announcement, draws[2].Announcement)
	if !strings.HasSuffix(out.String(), says) {
		t.Errorf("%s, without %s", out.String(), says)
	}
	for i := range 50_000 {
		s.Places[fmt.Sprint(i)] = "announcement"
	}
	l.add(timeEntry(3))
	for i := range int64(100) {
		for _, announcement := range []string{draws[0].Announcement, draws[1].Announcement} {
			l.add(publiclog.NewDraw(key, i+2, announcement).Entry())
		}
	}
	l.add(publiclog.NewDraw(key, 1, strings.Repeat("05", 32)).Entry())
	s.Draws += 100_000
	if faults := follow(t, s, l, 3); faults != nil {
		t.Fatal(faults)
	}
	if len(s.Places) != 100 || len(s.Convicted) > 10 {
		t.Errorf("%d draws and %d contradictions are kept", len(s.Places), len(s.Convicted))
	}
	out.Reset()
	s.Print(&out, hour(3))
	for _, says := range []string{"100,101 draws announced, of which the latest 50,101 are compared", "102 contradictions", "draw 101 of",
		"draw 1 of"} {
		if !strings.Contains(out.String(), says) {
			t.Errorf("%s, without %s", out.String(), says)
		}
	}
}

// bundles returns the source of the log as it is now, which notes what is read of the entries, and
// breaks off when so many bundles are.
func (l *log) bundles(most int) (source publiclog.Source, read *[]string) {
	files := l.files()
	read = new([]string)
	return func(ctx context.Context, path string) ([]byte, error) {
		if strings.HasPrefix(path, "tile/") {
			if len(*read) == most {
				return nil, fs.ErrPermission
			}
			*read = append(*read, path)
		}
		return files(ctx, path)
	}, read
}

// stored returns the state as a program reads it that begins now.
func stored(t *testing.T, s *monitor.State) *monitor.State {
	t.Helper()
	content, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = monitor.Parse(content); err != nil {
		t.Fatal(err)
	}
	return s
}

// A log doesn't write on the reader's terminal.
func TestPrintable(t *testing.T) {
	l := honest(t)
	l.add(timeEntry(2), "chain \x1b[2J "+links(5)[0]+" 4 quicknet 1", "key \x1b[2J")
	s := monitor.New(l.signer.Key())
	faults, out := follow(t, s, l, 2), new(strings.Builder)
	if s.Print(out, hour(2)); strings.Contains(out.String()+strings.Join(faults, ""), "\x1b") || s.Unknown != 2 {
		t.Errorf("%q, %q", faults, out)
	}
}

// A look that is interrupted goes on where it was, whatever the log has become, and finds what any
// other look does.
func TestInterrupted(t *testing.T) {
	for what, c := range map[string]struct {
		meanwhile func(l *log)
		whole     bool // whether the look finds what it would have found before
		found     string
	}{
		"nothing":                         {func(*log) {}, true, ""},
		"it grows":                        {func(l *log) { l.add(timeEntry(4), revealed(3)) }, true, ""},
		"what was read is altered":        {func(l *log) { l.entries[20] = "another" }, true, "has forked after 1015 entries"},
		"what wasn't is altered":          {func(l *log) { l.entries[999] = "another" }, false, "has forked after 13 entries"},
		"the end is dropped":              {func(l *log) { l.entries = l.entries[:900] }, false, "has shrunk from 1015 entries to 900"},
		"the end is dropped, and regrown": {func(l *log) { l.entries = l.entries[:900]; l.add(make([]string, 200)...) }, false, "has forked"},
	} {
		l := honest(t)
		s := monitor.New(l.signer.Key())
		follow(t, s, l, 2)
		l.add(timeEntry(3), "shown "+leaf(3))
		for i := range 1000 {
			l.add(fmt.Sprint("unknown ", i))
		}
		source, read := l.bundles(3)
		if faults, err := s.Follow(t.Context(), source, hour(3)); faults != nil || !errors.Is(err, fs.ErrPermission) || s.Tree.Size != 13 {
			t.Fatalf("%s: %q, %v, %d entries", what, faults, err, s.Tree.Size)
		}
		s = stored(t, s)
		c.meanwhile(l)
		next, nextRead := l.bundles(100)
		faults, err := s.Follow(t.Context(), next, hour(5))
		if err != nil || s.Look != nil {
			t.Fatalf("%s: %v", what, err)
		}
		size, looked := s.Tree.Size, s.Looked
		for _, path := range *nextRead {
			if slices.Contains(*read, path) {
				t.Errorf("%s: %s is read again", what, path)
			}
		}
		switch whole := len(faults) == 1 && strings.HasPrefix(faults[0], "entry 14: a hash is there twice"); {
		case whole != c.whole || whole && (size != 1015 || looked != hour(3).UnixMilli() || s.Unknown != 1000):
			t.Errorf("%s: %q, %d entries, looked %d", what, faults, size, looked)
		case whole: // and the next look finds what it should
			faults = follow(t, s, l, 5)[1:]
		}
		if found := strings.Join(faults, "; "); (found == "") != (c.found == "") || !strings.Contains(found, c.found) {
			t.Errorf("%s: %q, want %q", what, found, c.found)
		}
	}
}

// A long look takes steps, after each of which it can be kept.
func TestSteps(t *testing.T) {
	l := honest(t)
	for i := range 200_000 {
		l.add(fmt.Sprint("unknown ", i))
	}
	s, source, steps := monitor.New(l.signer.Key()), l.files(), 0
	for begun := false; s.Look != nil || !begun; begun = true {
		if faults, err := s.Follow(t.Context(), source, hour(2)); err != nil || faults != nil {
			t.Fatalf("%q, %v", faults, err)
		}
		if s.Look != nil && s.Look.Tree.Size%256 != 0 {
			t.Errorf("%d entries aren't whole bundles, and the rest is read again", s.Look.Tree.Size)
		}
		s, steps = stored(t, s), steps+1
	}
	if steps < 3 || s.Unknown != 200_000 {
		t.Errorf("%d steps, %d entries", steps, s.Unknown)
	}
}

// The first fault is said again at each look, before what is new, whatever the log has become and
// by whichever program reads the state.
func TestFirstFaultKept(t *testing.T) {
	for what, c := range map[string]struct {
		lie   func(l *log)
		found string
	}{
		"an entry": {func(l *log) { l.add(timeEntry(3), "shown "+leaf(3)) }, "entry 14: a hash is there twice"},
		"a fork":   {func(l *log) { l.entries[3] = "shown " + leaf(5) }, "the log has forked after 13 entries"},
	} {
		l := honest(t)
		s := monitor.New(l.signer.Key())
		follow(t, s, l, 2)
		mended := slices.Clone(l.entries)
		c.lie(l)
		if faults := follow(t, s, l, 3); len(faults) != 1 || !strings.HasPrefix(faults[0], c.found) {
			t.Errorf("%s: %q", what, faults)
		}
		if what == "a fork" {
			l.entries = mended
		}
		s = stored(t, s)
		kept := "seen at " + hour(3).UTC().Format(time.RFC3339) + ": " + c.found
		if faults := follow(t, s, l, 4); len(faults) != 1 || !strings.HasPrefix(faults[0], kept) {
			t.Errorf("%s: %q, want %q", what, faults, kept)
		}
		l.add("shown " + leaf(4))
		if faults := follow(t, s, l, 5); len(faults) != 2 || !strings.HasPrefix(faults[0], kept) ||
			!strings.Contains(faults[1], "without a time") {
			t.Errorf("%s: %q, want %q first", what, faults, kept)
		}
	}
}

// A log begins with a key, and after a restoration with the log before; a time follows, even if
// somebody looks in between. What a restoration gives up was shown or announced in the log before.
func TestBeginnings(t *testing.T) {
	begins, restored := "key "+strings.Repeat("ab", 32), "after example.com/before 3 AAAA"
	for what, c := range map[string]struct {
		seen, added []string
		found       string // of these
	}{
		"a key alone":                {[]string{begins}, []string{timeEntry(1), "shown " + leaf(1)}, ""},
		"a restoration alone":        {[]string{begins, restored}, []string{timeEntry(1), "shown " + leaf(1)}, ""},
		"what is given up":           {[]string{begins, restored}, []string{timeEntry(1), "dropped " + leaf(1), revealed(2), "ended 7"}, ""},
		"no key":                     {nil, []string{"shown " + leaf(1)}, "without a time"},
		"no time":                    {nil, []string{begins, "shown " + leaf(1)}, "without a time"},
		"restored, and no time":      {nil, []string{begins, restored, "shown " + leaf(1)}, "without a time"},
		"a restoration told later":   {[]string{begins}, []string{restored, timeEntry(1)}, "without a time"},
		"a link of the chain before": {[]string{begins, restored}, []string{timeEntry(1), "link 7 2 " + links(2)[1] + " 0"}, "wasn't announced"},
	} {
		l := newLog(t)
		s := monitor.New(l.signer.Key())
		if l.add(c.seen...); c.seen != nil {
			if faults := follow(t, s, l, 1); faults != nil {
				t.Errorf("%s: %q", what, faults)
			}
		}
		l.add(c.added...)
		if got := strings.Join(follow(t, s, l, 2), "; "); (got == "") != (c.found == "") || !strings.Contains(got, c.found) {
			t.Errorf("%s: %q, want %q", what, got, c.found)
		}
	}
}

// A checkpoint that others have signed isn't followed, and entries that aren't those of
// the checkpoint are a fork.
func TestForged(t *testing.T) {
	l := honest(t)
	s := monitor.New(l.signer.Key())
	other, err := tlog.NewSigner("example.com/log", ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	forged := *l
	forged.signer = other
	if _, err := s.Follow(t.Context(), forged.files(), hour(2)); err == nil {
		t.Error("a checkpoint of another key is followed")
	}
	altered := func(ctx context.Context, path string) ([]byte, error) {
		content, err := l.files()(ctx, path)
		if strings.HasPrefix(path, "tile/") {
			content = bytes.Replace(content, []byte("quicknet"), []byte("Quicknet"), 1)
		}
		return content, err
	}
	if faults, err := s.Follow(t.Context(), altered, hour(2)); err != nil || len(faults) != 1 ||
		!strings.Contains(faults[0], "has forked") {
		t.Errorf("%q, %v", faults, err)
	}
}
