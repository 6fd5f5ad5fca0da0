package sites_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// dice is a bet of Stake's calculator.
var dice = sites.Bet{
	"server": "f2ac89b608eeb01312d115bce6741b32", "client": "86ff027f15c48241af7f54a726690ee7", "nonce": "2", "result": "5.86",
	"commitment": "4ffcd23a5e6e51f0b4b1b1d0ac2f6f0b0a1d0b4d0d3d3bd9f1c1c3ccf0a1d5b2",
}

func with(bet sites.Bet, more ...string) sites.Bet {
	bet = maps.Clone(bet)
	for i := 0; i < len(more); i += 2 {
		bet[more[i]] = more[i+1]
	}
	return bet
}

// A report has each step of a derivation.
func TestReplaySteps(t *testing.T) {
	report, err := sites.Replay("duel", "dice", sites.Bet{
		"server": "528555039caf67c0219c9537cf6626c63cb0bfa384b72571410e522773270eb5", "client": "bRNvtSn0hp2uVFRe", "nonce": "0",
		"commitment": "91afc2eb50c2c801865a533f7b2a3177fc46bda00fcb500bd290ff73f09e1832", "result": "4234",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []sites.Step{
		{"commitment", "SHA-256(bytes 528555039caf67c0219c9537cf6626c63cb0bfa384b72571410e522773270eb5)",
			"91afc2eb50c2c801865a533f7b2a3177fc46bda00fcb500bd290ff73f09e1832"},
		{"commitment", "the site's: it agrees", "91afc2eb50c2c801865a533f7b2a3177fc46bda00fcb500bd290ff73f09e1832"},
	}
	if diff := cmp.Diff(want, report.Steps[:2]); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	parts := ""
	for _, s := range report.Steps {
		parts += s.Part + " "
	}
	if parts != "commitment commitment bytes number result result " {
		t.Errorf("steps %s", parts)
	}
	// Rejected groups are steps too.
	report, err = sites.Replay("cryptogames", "videopoker", sites.Bet{"server": pageServer, "client": pageClient})
	if err != nil {
		t.Fatal(err)
	}
	rejected := 0
	for _, s := range report.Steps {
		if s.Part == "rejected" {
			rejected++
		}
	}
	if rejected != 7 || report.Result.String() != "JC 5H 8C AC 2C 3D 5D JD 9H 6C" {
		t.Errorf("%d bytes rejected, %v", rejected, report.Result)
	}
}

// fieldOf returns what an error says of a field: of one that no bet has, if it names none.
func fieldOf(err error) *sites.FieldError {
	if field, ok := errors.AsType[*sites.FieldError](err); ok {
		return field
	}
	return &sites.FieldError{Field: "no field"}
}

// Input that can't be names its field, and nothing of it.
func TestReplayMalformed(t *testing.T) {
	long := strings.Repeat("9", 400)
	hash := strings.Repeat("0", 63)
	for _, c := range []struct {
		site, game, field, reason string
		bet                       sites.Bet
	}{
		{"stake", "dice", "server", "is missing", with(dice, "server", "")},
		{"stake", "dice", "server", "has 1025 bytes", with(dice, "server", strings.Repeat("s", 1025))},
		{"stake", "dice", "client", "isn't UTF-8", with(dice, "client", "\xff")},
		{"stake", "dice", "nonce", "isn't a decimal", with(dice, "nonce", long)},
		{"stake", "dice", "nonce", "isn't in 0 to 9007199254740991", with(dice, "nonce", "9007199254740992")},
		{"stake", "dice", "nonce", "isn't a decimal", with(dice, "nonce", "-1")},
		{"stake", "dice", "nonce", "isn't a decimal", with(dice, "nonce", "+1")},
		{"stake", "dice", "nonce", "isn't a decimal", with(dice, "nonce", "007")},
		{"stake", "dice", "nonce", "isn't a decimal", with(dice, "nonce", "1e3")},
		{"stake", "dice", "commitment", "has 62 hex digits, not 64", with(dice, "commitment", dice["commitment"][2:])},
		{"stake", "dice", "commitment", "isn't lowercase hex", with(dice, "commitment", strings.ToUpper(dice["commitment"]))},
		{"stake", "dice", "result", "is out of range", with(dice, "result", "100.01")},
		{"stake", "dice", "result", "isn't a number", with(dice, "result", "-0.01")},
		{"stake", "dice", "result", "isn't a number", with(dice, "result", long)},
		{"stake", "dice", "result", "has more than 2 decimals", with(dice, "result", "5.861")},
		{"stake", "dice", "result", "has 2 values, not 1", with(dice, "result", "5.86 5.86")},
		{"stake", "dice", "result", "has 9000 bytes", with(dice, "result", strings.Repeat("1 ", 4500))},
		{"stake", "dice", "colour", "isn't a field", with(dice, "colour", "red")},
		{"stake", "wheel", "segments", "isn't one of", with(dice, "segments", "11", "risk", "low")},
		{"stake", "plinko", "rows", "isn't in 8 to 16", with(dice, "rows", "7", "risk", "low")},
		{"stake", "mines", "mines", "isn't in 1 to 24", with(dice, "mines", "25")},
		{"stake", "mines", "result", "has a value twice", with(dice, "mines", "2", "result", "3 3")},
		{"stake", "mines", "result", "is out of range", with(dice, "mines", "2", "result", "3 25")},
		{"stake", "hilo", "result", "doesn't have", with(dice, "cards", "1", "result", "1D")},
		{"stake", "hilo", "cards", "isn't in 1 to 100", with(dice, "cards", "101")},
		{"duel", "dice", "server", "odd number of hex digits", with(dice, "server", "abc")},
		{"duel", "dice", "server", "has 1026 hex digits", with(dice, "server", strings.Repeat("ab", 513))},
		{"duel", "crash", "drand", "isn't lowercase hex", sites.Bet{"server": "ab", "drand": "0g"}},
		{"bustabit", "crash", "hash", "odd number", sites.Bet{"hash": hash}},
		{"bustabit", "crash", "hash", "has 62 hex digits, not 64", sites.Bet{"hash": hash[1:]}},
		{"bustabit", "crash", "back", "isn't in 0 to 10000", sites.Bet{"hash": hash + "0", "back": "10001"}},
		{"bitsler", "blast", "salt", "is missing", sites.Bet{"hash": hash + "0" + hash + "0"}},
		{"skinclub", "case", "salt", "is missing", with(dice, "result", "1")},
		{"satoshidice", "web", "salt", "is missing", sites.Bet{"server": "1", "client": "2", "commitment": hash + "0"}},
		{"satoshidice", "web", "server", "isn't in 0 to 65535", sites.Bet{"server": "65536", "client": "2"}},
		{"ggbit", "case", "events", "isn't in 1 to", with(dice, "events", "0")},
	} {
		_, err := sites.Replay(c.site, c.game, c.bet)
		if field := fieldOf(err); !errors.Is(err, sites.ErrMalformed) || field.Field != c.field || !strings.Contains(field.Reason, c.reason) {
			t.Errorf("%s %s: %v, want %s %s", c.site, c.game, err, c.field, c.reason)
		}
	}
	for name, quoted := range map[string]string{"": `""`, "a\x1b[31m": `"a\x1b[31m"`, strings.Repeat("k", 1000): strings.Repeat("k", 30)} {
		_, err := sites.Replay("stake", "dice", with(dice, name, "1"))
		if fieldOf(err).Field != name || !strings.Contains(err.Error(), quoted) || len(err.Error()) > 150 {
			t.Errorf("the field %q: %v", name, err)
		}
	}
	for _, c := range [][2]string{{"", ""}, {"steak", "dice"}, {"stake", "craps"}} {
		if _, err := sites.Replay(c[0], c[1], dice); !errors.Is(err, sites.ErrUnknown) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, err := sites.NewReplayer("stake", "craps"); err == nil || !strings.Contains(err.Error(), "it has dice, primedice, limbo") {
		t.Error(err)
	}
	if _, err := sites.Find("steak", ""); err == nil || !strings.Contains(err.Error(), "there are stake, primedice") {
		t.Error(err)
	}
}

func TestReplayer(t *testing.T) {
	var zero sites.Replayer
	if _, err := zero.Replay(nil); !errors.Is(err, sites.ErrMalformed) || !strings.Contains(err.Error(), "zero Replayer") {
		t.Error(err)
	}
	r, err := sites.NewReplayer("stake", "dice")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Replay([]string{"s"}); !errors.Is(err, sites.ErrMalformed) || !strings.Contains(err.Error(), "1 fields, not 5") {
		t.Error(err)
	}
	if _, err := r.ParseResult([]string{"s"}, "1"); !errors.Is(err, sites.ErrMalformed) {
		t.Error(err)
	}
	// A replayer is as new after an error.
	fields := []string{dice["server"], dice["client"], dice["nonce"], "", "5.86"}
	for _, nonce := range []string{"x", "2"} {
		fields[2] = nonce
		out, err := r.Replay(fields)
		if nonce == "2" && (err != nil || out.Result.String() != "5.86" || out.Claim != sites.Agrees || out.Commitment != sites.Absent ||
			out.Err() != nil) {
			t.Errorf("%v, %v", out, err)
		}
	}
	if got, err := r.ParseResult(fields, "5.9x"); err != nil || got.String() != "5.90" {
		t.Errorf("%v, %v", got, err)
	}
	// The site's result needn't be written as ours.
	for text, want := range map[string]sites.Verdict{"5.860": sites.Agrees, "5.86 %": "", "5.86%": sites.Agrees, "5.87": sites.Differs} {
		fields[4] = text
		out, err := r.Replay(fields)
		if want == "" {
			if err == nil {
				t.Errorf("%q is taken", text)
			}
		} else if err != nil || out.Claim != want {
			t.Errorf("%q: %v, %v", text, out.Claim, err)
		}
	}
}

// A number that a bet leaves out isn't that of the bet before.
func TestReplayerForgets(t *testing.T) {
	g, err := sites.Find("shuffle", "plinko")
	if err != nil {
		t.Fatal(err)
	}
	g.Fields[3].Optional = true // rows
	r := sites.ReplayerOf(*g)
	for _, c := range []struct{ rows, want string }{{"", "0"}, {"16", "7"}, {"", "0"}} {
		out, err := r.Replay([]string{"s", "c", "1", c.rows, "", ""})
		if err != nil || out.Result.String() != c.want {
			t.Errorf("rows %q: %v, %v, want %s", c.rows, out.Result, err, c.want)
		}
	}
}

func TestReplayerAllocations(t *testing.T) {
	for _, c := range []struct {
		site, game string
		bet        sites.Bet
	}{
		{"stake", "dice", dice},
		{"stake", "plinko", with(dice, "rows", "16", "risk", "high", "result", "")},
		{"stake", "keno", with(dice, "result", "")},
		{"duckdice", "dice", with(dice, "result", "")},
		{"duel", "mines", with(dice, "mines", "3", "result", "")},
	} {
		g, err := sites.Find(c.site, c.game)
		if err != nil {
			t.Fatal(err)
		}
		r, err := sites.NewReplayer(c.site, c.game)
		if err != nil {
			t.Fatal(err)
		}
		var fields []string
		for _, f := range g.Fields {
			fields = append(fields, c.bet[f.Name])
		}
		if n := testing.AllocsPerRun(100, func() {
			if _, err := r.Replay(fields); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s %s: %v allocations", c.site, c.game, n)
		}
	}
}

// Results print as they are read, and are read as sites write them.
func TestParseResult(t *testing.T) {
	for _, c := range []struct{ site, game, shape, text, want string }{
		{"stake", "dice", "", "28.1", "28.10"},
		{"stake", "limbo", "", "17.41x", "17.41"},
		{"stake", "keno", "", "[39, 1,7,9,12,14,16,21,23,30]", "1 7 9 12 14 16 21 23 30 39"},
		{"stake", "diamonds", "", `["blue","yellow","green","pink","yellow"]`, "blue yellow green pink yellow"},
		{"stake", "flip", "flips=4", "H H T H", "HHTH"},
		{"stake", "dragontower", "difficulty=hard", "[[0],[0],[1],[1],[0],[1],[0],[0],[1]]", "0 | 0 | 1 | 1 | 0 | 1 | 0 | 0 | 1"},
		{"stake", "moles", "moles=2", "10 32 10 54 10 21 10 21 65", ""},
		{"stake", "moles", "moles=2", "1 0 3 2 1 0 5 4 1 0 2 1 1 0 2 1 6 5", "0 1 | 2 3 | 0 1 | 4 5 | 0 1 | 1 2 | 0 1 | 1 2 | 5 6"},
		{"liqd", "mines", "mines=3", "6, 20, 7", "6 7 20"},
		{"liqd", "mines", "mines=3", "1 25 7", "1 7 25"},
		{"liqd", "mines", "mines=3", "1 26 7", ""},
		{"liqd", "mines", "mines=3", "0 25 7", ""},
		{"liqd", "plinko", "rows=8", "01101111", "01101111"},
		{"bcgame", "crash", "", "Infinity", "Infinity"},
		{"stake", "limbo", "", "Infinity", ""},
		{"bustabit", "crash-v1", "", "0", "0.00"},
		{"bustabit", "crash", "", "0", ""},
		{"stake", "limbo", "", "0.9932", "1.00"},
		{"stake", "limbo", "", "0.99", ""},
		{"stake", "crash", "", "2.5682504010713783", "2.56"},
		{"stake", "keno", "", "0 1 2 3 4 5 6 7 8 9", ""},
		{"stake", "hilo", "cards=4", "10h T♥ ♥️10 9", "TH TH TH 4H"},
		{"stake", "hilo", "cards=4", "10h 11h", ""},
		{"stake", "baccarat", "", "QS KD 2c", ""},
		{"liqd", "blackjack", "cards=4", "10♣ club:10 AD diamond:13", "CLUB:10 CLUB:10 DIAMOND:1 DIAMOND:13"},
		{"liqd", "blackjack", "cards=4", "10♣ club:10 AD diamond:+13", ""},
		{"stake", "flip", "flips=3", "htH", "HTH"},
		{"stake", "plinko", "rows=8&risk=low", "5.7", ""},
		{"stake", "zoo", "", "Lion, lion, penguin", "lion lion penguin"},
		{"stake", "dice", "", "", ""},
		{"stake", "dice", "", ".5", ""},
		{"stake", "dice", "", "5.", "5.00"},
		{"stake", "dice", "", "\u00a05.86\r\n", "5.86"},
		{"stake", "dice", "", "5.8é", ""},
		{"stake", "dice", "", "5.8-", ""},
		{"stake", "dice", "", "-0", ""},
		{"stake", "dice", "", "1e1", ""},
		{"csgoroll", "crash-reader", "", "Infinity", "Infinity"},
	} {
		bet := sites.Bet{}
		for shape := range strings.SplitSeq(c.shape, "&") {
			if name, value, ok := strings.Cut(shape, "="); ok {
				bet[name] = value
			}
		}
		got, err := sites.ParseResult(c.site, c.game, bet, c.text)
		if c.want == "" {
			if field, ok := errors.AsType[*sites.FieldError](err); !ok || field.Field != "result" {
				t.Errorf("%s %s %q: %v, %v", c.site, c.game, c.text, got, err)
			}
			continue
		}
		if err != nil || got.String() != c.want {
			t.Errorf("%s %s %q: %v, %v", c.site, c.game, c.text, got, err)
		}
		again, err := sites.ParseResult(c.site, c.game, bet, got.String())
		if err != nil || !again.Equal(got) {
			t.Errorf("%s %s %q: read again %v, %v", c.site, c.game, c.text, again, err)
		}
	}
}

// The decimals of a set's values stay with them, in whatever order they are shown.
func TestSetWithDecimals(t *testing.T) {
	for _, shown := range []string{"122.6 128 205 207 214", "214 207 122.6 205 128"} {
		bet := sites.Bet{
			"server": "323d470df849d31038224972f224893c", "client": "5de0bfa2035f29d4d12042e5118cdb42", "nonce": "0", "result": shown,
		}
		report, err := sites.Replay("stake", "packs", bet)
		if err != nil || report.Claim != sites.AgreesAsShown {
			t.Errorf("%s: %v, %v", shown, report.Claim, err)
		}
	}
}

// Values that a caller puts into a result print all the same.
func TestResultAltered(t *testing.T) {
	if s := (sites.Result{Values: []int64{1, -2, sites.Infinite}}).String(); s != "1 -2 Infinity" {
		t.Error(s)
	}
	res, err := sites.ParseResult("stake", "zoo", nil, "lion lion lion")
	if err != nil {
		t.Fatal(err)
	}
	res.Values[1], res.Values[2] = 6, -1
	if b, err := json.Marshal(res); err == nil && string(b) != `"lion 6 -1"` {
		t.Errorf("%s", b)
	}
}

// Every game says what it commits to, where it is from, and its flaws.
func TestSites(t *testing.T) {
	names := make(map[string]bool)
	for _, s := range sites.Sites() {
		if names[s.Name] {
			t.Errorf("%s is repeated", s.Name)
		}
		names[s.Name] = true
		for _, g := range s.Games {
			id := s.Name + " " + g.Name
			if names[id] || g.Commits == "" || g.Title == "" || len(g.Sources) == 0 || g.Published == "" || len(g.Evidence) == 0 {
				t.Errorf("%s: %+v", id, g)
			}
			names[id] = true
			found, err := sites.Find(s.Name, g.Name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(g, *found, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("%s: %s", id, diff)
			}
			flaws := g.Flaws
			if len(flaws) == 0 {
				t.Errorf("%s has no flaws", id)
			}
			seeds := sites.Def(&g).Commitment != nil && slices.ContainsFunc(g.Fields, func(f sites.Field) bool { return f.Name == "client" })
			if chosen := slices.ContainsFunc(flaws,
				func(f string) bool { return strings.Contains(f, "searched for a server seed") }); seeds && !chosen {
				t.Errorf("%s: nothing is said of chosen server seeds", id)
			}
			for _, f := range g.Fields {
				if shapes := f.Kind == sites.KindChoice || f.Kind == sites.KindNumber && f.Name != "nonce" && f.Name != "back" && f.Name != "round" &&
					s.Name != "satoshidice"; f.Shapes != shapes {
					t.Errorf("%s: %s shapes %v", id, f.Name, !shapes)
				}
				if f.Name == "" || f.Title == "" || f.Kind == sites.KindChoice && len(f.Choices) == 0 {
					t.Errorf("%s: %+v", id, f)
				}
			}
		}
	}
	// What a caller changes is its own.
	sites.Sites()[0].Games[0].Fields[0].Name = "x"
	if f := sites.Sites()[0].Games[0].Fields[0].Name; f != "server" {
		t.Error(f)
	}
}

// Winna's flaw: with a table of its own, a site shows slots that don't follow from the
// documented board. Commitments and seeds are all right; the frequencies aren't.
func TestWinna(t *testing.T) {
	bet := sites.Bet{"rows": "8"}
	d, err := sites.Odds("winna", "plinko", bet)
	if err != nil {
		t.Fatal(err)
	}
	table := &d.Marginals[0]
	r, err := sites.NewReplayer("winna", "plinko")
	if err != nil {
		t.Fatal(err)
	}
	fair, rigged := make([]uint64, 9), make([]uint64, 9)
	for i := range 20_000 {
		out, err := r.Replay([]string{"a server seed", "a client seed", fmt.Sprint(i), "8", "", ""})
		if err != nil {
			t.Fatal(err)
		}
		table.Count(fair, out.Result)
		// One in four balls that would land in an edge slot lands beside it.
		if slot := out.Result.Values[0]; i%4 == 0 && slot%8 == 0 {
			out.Result.Values[0] = 1 + slot/8*6
		}
		table.Count(rigged, out.Result)
	}
	if fit := table.Fit(fair); fit.P < 0.01 {
		t.Errorf("fair slots: %+v", fit)
	}
	if fit := table.Fit(rigged); fit.P > 1e-3 {
		t.Errorf("rigged slots: %+v, %v", fit, rigged)
	}
}

// The steps say what was computed.
func TestStepTexts(t *testing.T) {
	for _, c := range []struct {
		site, game, text, value string
		bet                     sites.Bet
	}{
		{"stake", "limbo", "word c3cf7d6b: x = ⌊w·2^24/2^32⌋ = 12832637; ⌊2^24/(x + 1)·0.99·100⌋ hundredths, in doubles", "1.29", nil},
		{"stake", "drill", "word c3cf7d6b: x = 3285155179; ⌊0.98/(1 − x/2^32)·100⌋ hundredths, in doubles", "4.16", nil},
		{"stake", "pump", "word c3cf7d6b: ⌊w·25/2^32⌋ = 19, the place in what is left", "19", sites.Bet{"difficulty": "easy"}},
	} {
		bet := sites.Bet{"server": "a", "client": "b", "nonce": "1"}
		maps.Copy(bet, c.bet)
		report, err := sites.Replay(c.site, c.game, bet)
		if err != nil {
			t.Fatal(err)
		}
		if s := report.Steps[1]; s.Text != c.text || s.Value != c.value {
			t.Errorf("%s: %s = %s", c.game, s.Text, s.Value)
		}
	}
}
