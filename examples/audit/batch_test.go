package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// batch audits a file and returns what -json prints.
func batch(t testing.TB, file string, args ...string) (status int, object report) {
	t.Helper()
	status, out, stderr := audited(file, append([]string{"-batch", "-", "-json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &object); err != nil || (status == cli.Passed) != (stderr == "") {
		t.Fatalf("status %d, %v, %s", status, err, stderr)
	}
	return status, object
}

type report struct {
	Result, Reason string
	Counts         tally
	Tests          []test
	Ignored        []string
	Accused        bool
}

// bets returns so many bets of a game as CSV, with the results that the seeds give, or
// what rig makes of them.
func bets(t testing.TB, site, game string, n int, bet sites.Bet, rig func(result string) string) string {
	t.Helper()
	g, err := sites.Find(site, game)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sites.NewReplayer(site, game)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	w.Write(names(g))
	per := 1 // bets with the same seeds
	if slices.Contains(names(g), "nonce") {
		per = 100
	}
	for i := range n {
		var row []string
		seed := fmt.Sprintf("%x", sha256.Sum256([]byte(site+game+strconv.Itoa(i/per))))
		for _, f := range g.Fields {
			value := bet[f.Name]
			switch {
			case value != "" || f.Optional:
			case f.Name == "nonce":
				value = strconv.Itoa(i % 100)
			case f.Kind == sites.KindHex:
				value = fmt.Sprintf("%x", sha256.Sum256([]byte(strconv.Itoa(i))))[:2*min(f.Max, 32)]
			case f.Kind == sites.KindText:
				value = seed
			default:
				value = f.Default
			}
			row = append(row, value)
		}
		out, err := r.Replay(row)
		if err != nil {
			t.Fatal(err)
		}
		row[len(row)-1] = rig(out.Result.String())
		w.Write(row)
	}
	w.Flush()
	return text.String()
}

func honest(result string) string { return result }

// Fair files pass, of games of every kind.
func TestBatchFair(t *testing.T) {
	for _, c := range []struct {
		site, game string
		bet        sites.Bet
		values     uint64 // of 1,000 bets
	}{
		{"stake", "dice", nil, 1000},
		{"stake", "limbo", nil, 1000},
		{"stake", "keno", nil, 10_000},
		{"stake", "mines", sites.Bet{"mines": "3"}, 3000},
		{"stake", "plinko", sites.Bet{"rows": "16", "risk": "high"}, 1000},
		{"stake", "dragontower", sites.Bet{"difficulty": "easy"}, 27_000},
		{"stake", "videopoker", nil, 10_000},
		{"stake", "diamonds", nil, 5000},
		{"bitsler", "dice", nil, 1000},
		{"bustabit", "crash", nil, 1000},
		{"liqd", "plinko", sites.Bet{"rows": "12"}, 12_000},
		{"freebitcoin", "multiply", nil, 1000},
		{"cryptogames", "videopoker", nil, 10_000},
		{"skinclub", "case", sites.Bet{"salt": "s"}, 1000},
	} {
		status, r := batch(t, bets(t, c.site, c.game, 1000, c.bet, honest), "-site", c.site, "-game", c.game)
		if status != cli.Passed || r.Counts.Bets != 1000 || r.Counts.Claims[sites.Agrees] != 1000 || len(r.Tests) != 1 {
			t.Errorf("%s %s: status %d, %s, %+v", c.site, c.game, status, r.Reason, r.Counts)
			continue
		}
		if test := r.Tests[0]; test.Values != c.values || test.Fit.Freedom == 0 || test.Fit.P < 0.001 {
			t.Errorf("%s %s: %d values, %+v", c.site, c.game, test.Values, test.Fit)
		}
	}
}

// rarer moves one in three results of a plinko board's outer slots to the middle, as Winna
// did.
func rarer(rows int) func(string) string {
	rnd := rand.New(rand.NewPCG(1, 2))
	return func(result string) string {
		if n, _ := strconv.Atoi(result); (n <= rows/4 || n >= rows-rows/4) && rnd.IntN(3) == 0 {
			return strconv.Itoa(rows / 2)
		}
		return result
	}
}

// A table whose edges are rarer than those of a fair board shows: by each of its bets, if
// the seeds are known, and by the frequencies, whether or not they are.
func TestBatchRigged(t *testing.T) {
	duel := []string{"-site", "duel", "-game", "plinko"}
	file := bets(t, "duel", "plinko", 10_000, sites.Bet{"rows": "16"}, rarer(16))
	status, r := batch(t, file, duel...)
	if status != cli.Failed || len(r.Tests) != 1 || r.Counts.Claims[sites.Differs] < 100 || len(r.Counts.Failures) != listed ||
		!strings.Contains(r.Reason, " wrong results in 10,000 bets; the results don't fit the odds: p = ") || r.Tests[0].Fit.P > 1e-9 {
		t.Fatalf("status %d, %s, %+v, %+v", status, r.Reason, r.Counts, r.Tests)
	}

	// A history without seeds.
	history := func(rig func(string) string) string {
		return "result,rows,date\n" + strings.ReplaceAll(slots(10_000, rig), "\n", ",16,today\n")
	}
	status, r = batch(t, history(rarer(16)), duel...)
	if status != cli.Failed || r.Counts.Bets != 10_000 || len(r.Tests) != 1 || r.Tests[0].Fit.P > 1e-9 ||
		!slices.Equal(r.Ignored, []string{"date"}) || !slices.Equal(r.Tests[0].Form, []string{"rows=16"}) {
		t.Errorf("status %d, %s, %+v", status, r.Reason, r.Counts)
	}
	if status, r = batch(t, history(honest), duel...); status != cli.Passed || r.Tests[0].Fit.P < 0.001 || r.Counts.Unseeded != 10_000 {
		t.Errorf("status %d, %s, %+v", status, r.Reason, r.Counts)
	}

	// Of a board that may not be the site's, that says nothing against the site.
	if status, r = batch(t, history(rarer(16)), "-site", "winna", "-game", "plinko"); status != cli.Failed || r.Accused ||
		r.Tests[0].Fit.P > 1e-9 {
		t.Errorf("status %d, %s, %+v", status, r.Reason, r.Tests)
	}

	// Bets without seeds can't hide those whose seeds give other results.
	mixed := `{"result":"5.86"}` + "\n" + `{"server":"` + diceServer + `","client":"` + diceClient + `","nonce":2,"result":"9.99"}` + "\n"
	status, r = batch(t, mixed, dice...)
	if status != cli.Failed || r.Counts.Unseeded != 1 || r.Counts.Claims[sites.Differs] != 1 {
		t.Errorf("status %d, %s, %+v", status, r.Reason, r.Counts)
	}

	// Of Stake's plinko, the results are pays, by the site's own tables.
	pays := func(result string) string {
		if result == "0.20" {
			return result
		}
		return rarerPay(result)
	}
	file = bets(t, "stake", "plinko", 10_000, sites.Bet{"rows": "16", "risk": "high"}, pays)
	status, r = batch(t, file, "-site", "stake", "-game", "plinko")
	if status != cli.Failed || r.Accused || r.Tests[0].Fit.P > 1e-9 || len(r.Tests[0].Pays) != 2 || r.Tests[0].Pays[0] > 0.9 ||
		r.Tests[0].Pays[1] < 0.989 {
		t.Errorf("status %d, %s, %+v", status, r.Reason, r.Tests[0])
	}
}

// A site that draws some seeds again, before it commits, favours low rolls a little. Every
// bet verifies, and among thousands of results the shift drowns; in ten rows it shows.
func TestBatchChosen(t *testing.T) {
	replayer, err := sites.NewReplayer("stake", "dice")
	if err != nil {
		t.Fatal(err)
	}
	for _, again := range []float64{0, 0.12} {
		rnd := rand.New(rand.NewPCG(5, 6))
		var file strings.Builder
		file.WriteString("server,client,nonce,commitment,result\n")
		for i := range 20_000 {
			for try := range 2 {
				server := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%d %d", i, try)))
				got, err := replayer.Replay([]string{server, "c", "0", "", ""})
				if err != nil {
					t.Fatal(err)
				}
				if try == 1 || got.Result.Values[0] < 50_00 || rnd.Float64() >= again {
					fmt.Fprintf(&file, "%s,c,0,%x,%v\n", server, sha256.Sum256([]byte(server)), got.Result)
					break
				}
			}
		}
		status, r := batch(t, file.String(), dice...)
		test := r.Tests[0]
		if r.Counts.Claims[sites.Agrees] != 20_000 || r.Counts.Commitments[sites.Agrees] != 20_000 || test.Finely.P < 0.001 {
			t.Errorf("%+v, p = %g", r.Counts, test.Finely.P)
		}
		chosen := again > 0
		if (status == cli.Failed) != chosen || (test.Fit.P < 1e-7) != chosen ||
			chosen && !strings.HasPrefix(r.Reason, "the results don't fit the odds: p = ") {
			t.Errorf("seeds drawn again: %v; status %d, %s, %+v", chosen, status, r.Reason, test.Fit)
		}
	}
}

func rarerPay(result string) string {
	if result == "2.00" {
		return result
	}
	return "0.20"
}

const diceServer, diceClient = "f2ac89b608eeb01312d115bce6741b32", "86ff027f15c48241af7f54a726690ee7"

var dice = []string{"-site", "stake", "-game", "dice"}

// Lines that fail are named, the first of them printed, all counted.
func TestBatchFailures(t *testing.T) {
	seeds := diceServer + "," + diceClient + ","
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(diceServer)))
	file := "\ufeffServer, client,NONCE,Date,result,commitment\r\n" +
		seeds + "2,today,5.86,\r\n\n" +
		seeds + "2,today,5.87," + sum + "\n" + // line 4
		seeds + "2,today,,0" + sum[1:] + "\n" +
		seeds + "2,today,5.86\n" +
		seeds + "x,today,5.86,\n" +
		seeds + "2,today,100.01,\n" + // line 8: the game can't give it
		seeds + "2,today,\x00\x1b[31m,\n" +
		",b,1,,,\n" +
		"a,\xff,1,,,\n" +
		"a\x00b,b,1,,,\n" + // line 12: NUL is UTF-8
		`a,"b,1,,,` + "\n" +
		seeds + "00,today,5.86,\n" + // line 14
		seeds + "2," + strings.Repeat(",", 100) + "\n" +
		seeds + "2,today,5.86," + sum + "\n" +
		seeds + "9007199254740992,,,"
	status, out, stderr := audited(file, append([]string{"-batch", "-"}, dice...)...)
	if status != cli.Failed || stderr != "audit: 3 wrong results, 1 wrong commitment and 8 malformed lines in 15 bets\n" {
		t.Errorf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	want := `Stake: dice, 0.00 to 100.00

15 bets.
  results agree                                     2
  results DIFFER                                    3
  of these, one unit higher or lower                1
  without a result to compare                       2
  commitments agree                                 2
  commitments DIFFER                                1
  without a commitment                              4
  malformed, so not checked                         8

    line 4: the seeds give 5.86, the site showed 5.87, one unit off
    line 5: the commitment isn't to this seed
    line 6: 5 columns, not 6 as in the header
    line 7: sites: malformed: nonce isn't a decimal number
    line 8: the seeds give 5.86, the site showed 100.01
    line 9: the seeds give 5.86, the site showed "\x00\x1b[31m"
    line 10: sites: malformed: server is missing
    line 11: sites: malformed: client isn't UTF-8
    line 13: column 10: extraneous or missing " in quoted-field
    line 14: sites: malformed: nonce isn't a decimal number
    These are the first; the counts above are of all.
Names that aren't fields of a bet, and were ignored: date
`
	if head, _, _ := strings.Cut(out, "\nThe results"); head != want {
		t.Errorf("%s\nwant\n%s", head, want)
	}
	lines := strings.SplitAfter(file, "\n")
	if _, out, _ := audited(strings.Join(lines[:14], ""), append([]string{"-batch", "-"}, dice...)...); strings.Contains(out, "the first") ||
		!strings.Contains(out, "line 14: ") {
		t.Errorf("of ten that fail, these are the first:\n%s", out)
	}
}

// Members of JSON that aren't fields are named, as columns are: a result by another name isn't compared. Of very
// many, not all are.
func TestBatchJSONIgnored(t *testing.T) {
	bet := fmt.Sprintf(`{"server":%q,"client":%q,"nonce":2,`, diceServer, diceClient)
	_, out, _ := audited(bet+`"Result":5.85,"date":1}`+"\n"+bet+`"date":null,"\u001b[2J":7}`, append([]string{"-batch", "-"}, dice...)...)
	if want := "were ignored: Result, date, \"\\x1b[2J\"\n"; !strings.Contains(out, want) {
		t.Errorf("%s\nwant %s", out, want)
	}
	var lines strings.Builder
	for i := range 100 {
		fmt.Fprintf(&lines, "%s\"more-%02d\":1}\n", bet, i)
	}
	_, r := batch(t, lines.String(), dice...)
	if len(r.Ignored) != mostIgnored+1 || r.Ignored[0] != "more-00" || r.Ignored[mostIgnored] != "and others" {
		t.Errorf("%q", r.Ignored)
	}
}

func TestBatchJSONLines(t *testing.T) {
	bet := fmt.Sprintf(`{"server":%q,"client":%q,`, diceServer, diceClient)
	file := strings.Join([]string{
		bet + `"nonce":2,"result":5.86}`,
		bet + `"nonce":"2","result":"5.860x","more":[{}]}`,
		bet + `"nonce":2,"result":[5.86]}`,
		bet + `"nonce":2`,
		bet + `"nonce":[2]}`,
		`{"server":7,"client":"c","nonce":1}`,
		`{"server":"a","client":"\ud800","nonce":1}`,
		`{"server":"a","client":null,"nonce":1}`,
		bet + `"nonce":-1}`,
		`server,client`,
		bet + `"nonce":1.0}`,
		bet + `"nonce":2,"result":5.85}`,
		bet + `"nonce":2,"result":5.85,"more":{"a":1,"a":2},"resul\u0074":5.86}`,
		`["a"]`,
	}, "\n")
	status, r := batch(t, file, dice...)
	if !slices.Equal(r.Ignored, []string{"more"}) {
		t.Errorf("ignored: %q", r.Ignored)
	}
	if status != cli.Failed || r.Counts.Bets != 14 || r.Counts.Claims[sites.Agrees] != 3 || r.Counts.Claims[sites.Differs] != 1 ||
		r.Counts.Malformed != 9 {
		t.Errorf("status %d, %+v", status, r.Counts)
	}
	want := []fault{
		{4, "JSON: unexpected end of JSON input"},
		{5, "sites: malformed: nonce isn't a decimal number"},
		{7, "client isn't Unicode, or holds U+FFFD"},
		{8, "sites: malformed: client is missing"},
		{9, "sites: malformed: nonce isn't a decimal number"},
		{10, "JSON: invalid character 's' looking for beginning of value"},
		{11, "sites: malformed: nonce isn't a decimal number"},
		{12, "the seeds give 5.86, the site showed 5.85, one unit off"},
		{13, "JSON: result is repeated"},
		{14, "JSON: no object"},
	}
	if !slices.Equal(r.Counts.Failures, want) {
		t.Errorf("%+v", r.Counts.Failures)
	}

	status, r = batch(t, `{"result":"5","rows":16}`+"\n"+`{"result":17,"rows":16}`+"\n"+`{"rows":16}`+"\n"+`{"result":8}`, "-site",
		"winna", "-game", "plinko")
	if status != cli.Failed || r.Counts.Malformed != 3 || len(r.Tests) != 1 || r.Tests[0].Values != 1 {
		t.Errorf("status %d, %+v, %+v", status, r.Counts, r.Tests)
	}
}

// Every result that a game can have belongs to a class of its odds, so that none is left
// out of a test.
func TestOddsAreComplete(t *testing.T) {
	clitest.OnlyLong(t)
	// whose values alone are classes
	tables := strings.Fields("stake/plinko stake/wheel stake/pump stake/chicken stake/zoo stake/cases stake/tarot stake/bars " +
		"stake/darts bcgame/wheel")
	complete := 0
	for _, s := range sites.Sites() {
		for _, g := range s.Games {
			if slices.Contains(tables, s.Name+"/"+g.Name) {
				continue
			}
			bet := make(sites.Bet)
			for _, f := range g.Fields {
				switch {
				case !f.Shapes:
				case f.Kind == sites.KindChoice:
					bet[f.Name] = f.Choices[0]
				default:
					bet[f.Name] = "8"
				}
			}
			if _, ok := bet["moles"]; ok {
				bet["moles"] = "1"
			}
			d, err := sites.Odds(s.Name, g.Name, bet)
			if errors.Is(err, sites.ErrUnknown) {
				continue
			} else if err != nil {
				t.Errorf("%s %s: %v", s.Name, g.Name, err)
				continue
			}
			complete++
			next := d.Marginals[0].Classes[0].Low
			for _, c := range d.Marginals[0].Classes {
				if c.Low != next {
					t.Errorf("%s %s: no class has %d to %d", s.Name, g.Name, next, c.Low-1)
				}
				next = c.High + 1
			}
		}
	}
	if complete < 80 {
		t.Errorf("of %d games only", complete)
	}
}

// The command line says what all bets have in common.
func TestBatchCommonFields(t *testing.T) {
	common := append([]string{"server=" + diceServer, "client=" + diceClient}, dice...)
	for _, file := range []string{"nonce,result\n0,28.07\n2,5.86", `{"nonce":0,"result":28.07}` + "\n" + `{"nonce":2,"result":5.86}`} {
		if status, r := batch(t, file, common...); status != cli.Passed || r.Counts.Claims[sites.Agrees] != 2 {
			t.Errorf("status %d, %s", status, r.Reason)
		}
	}
	if status, r := batch(t, "nonce\n2\n3", append(common, "result=5.86")...); status != cli.Failed ||
		r.Counts.Claims[sites.Agrees] != 1 || r.Counts.Claims[sites.Differs] != 1 {
		t.Errorf("status %d, %+v", status, r)
	}
	if status, r := batch(t, `{"nonce":0,"result":28.07}`+"\n"+`{"nonce":2,"client":"x"}`, common...); status != cli.Failed ||
		r.Counts.Failures[0].Reason != "client is given on the command line, too" {
		t.Errorf("status %d, %+v", status, r)
	}
}

// A file of something else gets one line.
func TestBatchOfNothing(t *testing.T) {
	for file, want := range map[string]string{
		"":                                       "no bet",
		"\n\n":                                   "no bet",
		"server,client,nonce\n":                  "no bet",
		"server,client\na,b\n":                   "no bet; line 2: sites: malformed: nonce is missing",
		"\nserver,client,nonce,Server\n":         `line 2: the header has two columns "server"`,
		"nothing,of,this\n":                      "line 1: the header has none of the fields server, client, nonce, commitment and result",
		"a\"b,c\n":                               "line 1: the header: column 2: bare \" in non-quoted-field",
		"server,client,nonce\n" + "a,b,c\na,b\n": "no bet; line 2: sites: malformed: nonce isn't a decimal number",
		"server,client,nonce\na,b\n":             "no bet; line 2: 2 columns, not 3 as in the header",
		"\n" + strings.Repeat("\x00", 100_000):   "line 2 is longer than 65536 bytes",
		"{":                                      "no bet; line 1: JSON: unexpected end of JSON input",
	} {
		for _, form := range [][]string{nil, {"-json"}} {
			status, out, stderr := audited(file, slices.Concat([]string{"-batch", "-"}, dice, form)...)
			if status != cli.Broken || out != "" || stderr != "audit: -: "+want+"\n"+help1 {
				t.Errorf("%.30q: status %d, %s%s, want %s", file, status, out, stderr, want)
			}
		}
	}
}

// Forms of a game are tested each by itself, and not without bound.
func TestBatchForms(t *testing.T) {
	var file strings.Builder
	file.WriteString("mines,result\n")
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		mines := 1 + rnd.IntN(3)
		text := fmt.Sprint(rnd.Perm(25)[:mines])
		fmt.Fprintf(&file, "%d,%s\n", mines, text)
	}
	status, r := batch(t, file.String(), "-site", "stake", "-game", "mines")
	if status != cli.Passed || len(r.Tests) != 3 || !slices.Equal(r.Tests[2].Form, []string{"mines=3"}) ||
		r.Tests[0].Values+r.Tests[1].Values/2+r.Tests[2].Values/3 != 3000 {
		t.Errorf("status %d, %+v", status, r)
	}
	file.Reset()
	file.WriteString("server,client,nonce,flips\n") // twenty if left out
	for i := range 100 {
		fmt.Fprintf(&file, "a,b,%d,%s\n", i, []string{"", "20"}[i%2])
	}
	status, r = batch(t, file.String(), "-site", "stake", "-game", "flip")
	if status != cli.Passed || len(r.Tests) != 1 || r.Tests[0].Values != 2000 || !slices.Equal(r.Tests[0].Form, []string{"flips=20"}) {
		t.Errorf("status %d, %+v", status, r)
	}
	file.Reset()
	file.WriteString("server,client,nonce,events\n")
	for i := range 1000 {
		fmt.Fprintf(&file, "a,b,%d,%d\n", i, i+2)
	}
	status, out, _ := audited(file.String(), "-batch", "-", "-site", "ggbit", "-game", "case")
	if status != cli.Passed || !strings.HasSuffix(out, "\nThe odds of this game aren't known, so nothing is compared with them.\n") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// What p-values mean.
func TestInWords(t *testing.T) {
	for p, want := range map[float64]string{
		1:      "Fair results fit this badly in 100 of 100 files. That is nothing unusual.",
		0.5:    "in 50 of 100 files. That is nothing unusual.",
		0.011:  "in 1 of 100 files. That is nothing unusual.",
		0.001:  "in one of 1,000 files. That is unusual, but no proof",
		1e-7:   "in one of 10,000,000 files. So these don't come from these odds",
		1e-100: "practically never fit this badly. So these don't",
		0:      "practically never fit this badly. So these don't",
	} {
		if text := (&fit{P: p}).inWords(unlikely); !strings.Contains(text, want) {
			t.Errorf("%g: %s", p, text)
		}
	}
	if pValue(0) != "0 as far as a computer can tell" || pValue(0.5) != "0.500" || pValue(1.23e-9) != "1.2e-09" {
		t.Error(pValue(0), pValue(0.5), pValue(1.23e-9))
	}
}

// Errors of reading and writing end the work.
func TestBatchIOErrors(t *testing.T) {
	fault := errors.New("fault")
	a := diceAudit(t)
	if err := a.total.each("-", io.MultiReader(strings.NewReader("server,client,nonce\na,b,1\n"), iotest.ErrReader(fault)), &a.file,
		nil, a.check); !errors.Is(err, fault) || a.total.Bets != 1 {
		t.Errorf("%v, %+v", err, a.total)
	}
	if status := run(append([]string{"-batch", "-"}, dice...), strings.NewReader("server,client,nonce\na,b,1\n"), clitest.Full{},
		io.Discard); status != cli.Broken {
		t.Errorf("full: status %d", status)
	}
}

func diceAudit(t testing.TB) *audit {
	t.Helper()
	g, err := sites.Find("stake", "dice")
	if err != nil {
		t.Fatal(err)
	}
	return newAudit("stake", g, nil)
}

func FuzzBatch(f *testing.F) {
	f.Add([]byte("a,b,1,,\n\"a,b"), false)
	f.Add([]byte(`{"server":"a","client":"b","nonce":1}`+"\n{}\n"), true)
	g, err := sites.Find("stake", "mines")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, file []byte, asJSON bool) {
		a := newAudit("stake", g, nil)
		a.total.each("-", bytes.NewReader(file), &a.file, nil, a.check) // as it is, and after a bet
		first := "server,client,nonce,mines,result\na,b,1,3,\n"
		if asJSON {
			first = `{"server":"a","client":"b","nonce":1,"mines":3}` + "\n"
		}
		a = newAudit("stake", g, nil)
		if err := a.total.each("-", io.MultiReader(strings.NewReader(first), bytes.NewReader(file)), &a.file, nil, a.check); err != nil {
			return // of a line that is too long
		}
		held := 1
		for line := range bytes.SplitSeq(file, []byte("\n")) {
			if len(bytes.TrimSpace(line)) > 0 {
				held++
			}
		}
		c := &a.total
		if c.Bets != held || c.Bets != c.Malformed+c.Exhausted+c.Unseeded+c.Claims[sites.Absent]+c.Claims[sites.Agrees]+c.Claims[sites.Differs] {
			t.Fatalf("%d lines, %+v", held, c)
		}
		var out bytes.Buffer
		a.report(printer{&out}, false)
		if !utf8.Valid(out.Bytes()) {
			t.Fatalf("%q", out.Bytes())
		}
	})
}

// A million bets take seconds: the metric is bets per second. The peer computes no more
// than the HMAC of each bet.
func BenchmarkBatch(b *testing.B) {
	const n = 100_000
	file := []byte(bets(b, "stake", "dice", n, nil, honest))
	b.Run(fmt.Sprintf("%d/squaredeal", n), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a := diceAudit(b)
			if err := a.total.each("-", bytes.NewReader(file), &a.file, nil, a.check); err != nil || a.total.Claims[sites.Agrees] != n {
				b.Fatal(err, a.total)
			}
		}
		b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "bets/s")
	})
	b.Run(fmt.Sprintf("%d/crypto/hmac", n), func(b *testing.B) {
		var keys, messages [][]byte
		for line := range strings.Lines(string(file)) {
			fields := strings.Split(line, ",")
			keys = append(keys, []byte(fields[0]))
			messages = append(messages, []byte(fields[1]+":"+fields[2]+":0"))
		}
		b.ReportAllocs()
		for b.Loop() {
			for i, key := range keys {
				h := hmac.New(sha256.New, key)
				h.Write(messages[i])
				h.Sum(nil)
			}
		}
		b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "bets/s")
	})
}

// The files of testdata are what README's commands audit: 500 fair bets of dice under five
// seeds, and 10,000 results of a rigged board. UPDATE=1 writes them.
func TestBatchTestdata(t *testing.T) {
	for name, want := range map[string]string{
		"testdata/dice.csv":   bets(t, "stake", "dice", 500, nil, honest),
		"testdata/plinko.csv": "result\n" + slots(10_000, rarer(16)),
	} {
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s isn't what the test generates: %v", name, err)
		}
	}
}

// slots returns results of a plinko board of 16 rows, and what rig makes of them.
func slots(n int, rig func(result string) string) string {
	var text strings.Builder
	rnd := rand.New(rand.NewPCG(5, 6))
	for range n {
		text.WriteString(rig(strconv.Itoa(bits.OnesCount16(uint16(rnd.Uint32())))) + "\n")
	}
	return text.String()
}
