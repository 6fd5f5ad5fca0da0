package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// audited runs the program as from a shell.
func audited(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

const help1 = "Run with -h for help.\n"

// The bet without flags.
func TestPublishedBet(t *testing.T) {
	status, out, stderr := audited("")
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	introduction, story, _ := strings.Cut(out, "\n\n")
	if !strings.Contains(introduction, "\n  audit -site stake ") { // as whoever has installed it types
		t.Error(introduction)
	}
	want := `Stake: dice, 0.00 to 100.00

server      f2ac89b608eeb01312d115bce6741b32
client      86ff027f15c48241af7f54a726690ee7
nonce       2
result      5.86

The replay: the bet's fields are hashed. Every four bytes of the hash are a word
w, which is scaled down to a number below N: ⌊N·w/2^32⌋.

hash        HMAC-SHA256(key "f2ac89b608eeb01312d115bce6741b32", message
            "86ff027f15c48241af7f54a726690ee7:2:0")
            = 0f0287f26b19b9aa399498c7f93e3f1bda5497fce7b15f56b6a6edda3d1a3e90
number      word 0f0287f2: ⌊w·10001/2^32⌋ = 586
result      dice, 0.00 to 100.00 = 5.86
result      the site's: it agrees

The result is 5.86.
It agrees with the result that the site showed.
With commitment=HASH, the server seed is compared with what the site committed
to: the SHA-256 of the server seed's text, shown before the bet.

What an auditor should know:
`
	if story, _, _ = strings.Cut(story, "  - "); story != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, story))
	}
	var a struct {
		Result, Value, Claim, Commitment string
		Bet                              sites.Bet
		Steps                            []struct{ Part, Text, Value string }
		Flaws                            []string
	}
	status, out, _ = audited("", "-json")
	if err := json.Unmarshal([]byte(out), &a); err != nil || status != cli.Passed {
		t.Fatalf("status %d, %v", status, err)
	}
	if a.Result != "passed" || a.Value != "5.86" || a.Claim != "agrees" || a.Commitment != "absent" || a.Bet["nonce"] != "2" ||
		len(a.Steps) != 4 || a.Steps[1].Value != "586" || len(a.Flaws) < 3 {
		t.Errorf("%+v", a)
	}
}

// duel is a real bet, with its commitment.
var duel = strings.Fields(`-site duel -game dice client=bRNvtSn0hp2uVFRe nonce=0
	server=528555039caf67c0219c9537cf6626c63cb0bfa384b72571410e522773270eb5
	commitment=91afc2eb50c2c801865a533f7b2a3177fc46bda00fcb500bd290ff73f09e1832`)

func TestReplay(t *testing.T) {
	for _, c := range []struct {
		more   []string
		status int
		want   string // in the output
		stderr string
	}{
		{[]string{"result=4234"}, cli.Passed, "The server seed is the one that the site committed to: ", ""},
		{nil, cli.Passed, "With result=RESULT, it is compared", ""},
		{[]string{"result=4235"}, cli.Failed, "It is NOT the result that the site showed: 4235\n",
			"audit: sites: mismatch: the seeds give another result, which is one unit below the site's\n"},
	} {
		status, out, stderr := audited("", append(duel, c.more...)...)
		if status != c.status || !strings.Contains(out, c.want) || stderr != c.stderr || !strings.Contains(out, "The result is 4234.") {
			t.Errorf("%q: status %d, %s\n%s", c.more, status, stderr, out)
		}
		clitest.CheckWidth(t, out)
		status, out, _ = audited("", append(append(duel, c.more...), "-json")...)
		var o cli.Outcome
		if err := json.Unmarshal([]byte(out), &o); err != nil || status != c.status || (o.Result == "passed") != (status == cli.Passed) {
			t.Errorf("%q: status %d, %v, %v", c.more, status, o, err)
		}
	}
	wrong := strings.Fields(strings.Replace(strings.Join(duel, " "), "=91af", "=91ae", 1))
	status, out, stderr := audited("", wrong...)
	if status != cli.Failed || !strings.Contains(out, "The server seed is NOT the one") ||
		!strings.Contains(stderr, "the commitment isn't to this seed") {
		t.Errorf("status %d, %s\n%s", status, stderr, out)
	}
}

// Of long replays, the middle is left out.
func TestReplayLong(t *testing.T) {
	args := strings.Fields("-site stake -game flip server=a client=b nonce=1 flips=100")
	status, out, _ := audited("", args...)
	if status != cli.Passed || !strings.Contains(out, "\n            … and 74 steps; -json has all\n") ||
		strings.Count(out, "\nnumber ") != 34 {
		t.Errorf("status %d\n%s", status, out)
	}
}

// Public rounds print in 80 columns, and in whole lines.
func TestReplayWidth(t *testing.T) {
	file := publicRounds(t)
	seen := ""
	for i, v := range append(file.Rounds, file.NotReproduced...) {
		if v.Site == seen && !clitest.Long() {
			continue // one of each site
		}
		seen = v.Site
		args := []string{"-site", v.Site, "-game", v.Game}
		status, out, stderr := audited("", append(args, "-h")...)
		if status != cli.Passed || stderr != "" || !strings.Contains(out, "The fields of a bet:\n") ||
			!strings.Contains(out, "What fixes the parameters") {
			t.Fatalf("%q: status %d, %s", args, status, stderr)
		}
		clitest.CheckWidth(t, out)
		for name, text := range v.Bet {
			args = append(args, name+"="+text)
		}
		want := cli.Passed
		if v.Site == "ggbit" { // whose example doesn't come out
			want = cli.Failed
		}
		status, out, stderr = audited("", args...)
		if status != want || (stderr == "") != (want == cli.Passed) {
			t.Errorf("%d, %q: status %d, %s", i, args, status, stderr)
		}
		clitest.CheckWidth(t, out)
	}
}

// someSeeds are those of bets whose results the tests make up.
var someSeeds = []string{"server=a", "client=b", "nonce=1"}

// A bet that doesn't agree accuses the site only if the scheme is known to be its own.
func TestUnproven(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-site Stake -game Dice result=1.23", cli.Failed,
			"It is NOT the result that the site showed: 1.23 This contradicts the site. With commitment"},
		{"-site stake -game limbo result=77.77", cli.Failed,
			"This doesn't agree with the formula as published at Kyran121/provably-fair-verifierform-stake: 16777216/(⌊f·16777216⌋ + " +
				"1) (May 2025 to March 2026). Not all of that is known to be the site's, so it shows nothing against the site."},
		{"-site primedice -game dice result=1.2", cli.Failed, "NOT the result"},
		{"-site winna -game plinko rows=8 result=0 commitment=" + strings.Repeat("0", 64), cli.Failed,
			"NOT the one that the site committed to: the SHA-256 of the server seed's text, shown before the bet. This doesn't agree " +
				"with the formula as published at ProvablyFair-org/winna-plinko (March 2026)."},
	} {
		args := append(strings.Fields(c.args), someSeeds...)
		status, out, _ := audited("", args...)
		if flat := strings.Join(strings.Fields(out), " "); status != c.status || !strings.Contains(flat, c.want) {
			t.Errorf("%s: status %d\n%s", c.args, status, out)
		}
		clitest.CheckWidth(t, out)
		var a struct {
			Result, Claim, Unproven string
			Evidenced, Accused      bool
		}
		status, out, _ = audited("", append(args, "-json")...)
		if err := json.Unmarshal([]byte(out), &a); err != nil || status != c.status || a.Claim != "differs" || a.Accused != a.Evidenced ||
			a.Result != "failed" || (a.Unproven == "") != a.Evidenced {
			t.Errorf("%s: status %d, %+v, %v", c.args, status, a, err)
		}
	}
}

// A result may have fewer digits than the formula gives, or come from an earlier era.
func TestDigitsAndEras(t *testing.T) {
	status, out, _ := audited("", strings.Fields("-site stake -game dice result=5.9 server=f2ac89b608eeb01312d115bce6741b32 "+
		"client=86ff027f15c48241af7f54a726690ee7 nonce=2")...)
	if status != cli.Passed || !strings.Contains(out, "as far as its digits go: 5.9\n") {
		t.Errorf("status %d\n%s", status, out)
	}
	status, out, _ = audited("", strings.Fields("-site primedice -game dice "+
		"server=293d5d2ddd365f54759283a8097ab2640cbe6f8864adc2b1b31e65c14c999f04 client=ClientSeedForDiceSites.com nonce=1 result=61.18")...)
	if status != cli.Passed || !strings.Contains(out, "Primedice: dice, 0.00 to 99.99, until 2019\n") ||
		!strings.Contains(out, "the result follows by dice-2014.") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// Places may be counted from 1, and results off by one unit: the site's word alone says which.
func TestOffByOne(t *testing.T) {
	for _, c := range []struct {
		args, want string
		status     int
		accused    bool
	}{
		{"-site stake -game mines mines=3 result=23,21,20",
			"but the tiles of this result are counted from 1; the scheme counts them from 0, as public rounds do: 23,21,20", cli.Passed, false},
		{"-site stake -game mines mines=3 result=22,19,20", "It agrees with the result", cli.Passed, false},
		{"-site stake -game mines mines=3 result=22,19,21", "This contradicts the site.", cli.Failed, true},
		{"-site stake -game roulette result=29", "The site's is one unit higher. This contradicts the site.", cli.Failed, true},
		{"-site stake -game limbo result=1.28", "The site's is one unit lower. This doesn't agree with the formula", cli.Failed, false},
	} {
		args := append(strings.Fields(c.args), someSeeds...)
		status, out, stderr := audited("", args...)
		if flat := strings.Join(strings.Fields(out), " "); status != c.status || !strings.Contains(flat, c.want) {
			t.Errorf("%s: status %d, %s\n%s", c.args, status, stderr, out)
		}
		_, out, _ = audited("", append(args, "-json")...)
		var a struct{ Accused bool }
		if err := json.Unmarshal([]byte(out), &a); err != nil || a.Accused != c.accused {
			t.Errorf("%s: accused %v, %v", c.args, a.Accused, err)
		}
	}
}

// Files of bets follow by an era, or contradict a formula that may not be the site's.
func TestUnprovenFiles(t *testing.T) {
	file := bets(t, "stake", "limbo-2020", 2000, nil, honest)
	_, r := batch(t, file, "-site", "stake", "-game", "limbo")
	if n := r.Counts.Eras["limbo-2020"]; n == 0 || r.Counts.Claims[sites.Agrees] != 2000 {
		t.Errorf("%+v", r.Counts)
	}
	file = bets(t, "stake", "limbo", 2000, nil, func(string) string { return "1.00" })
	status, r := batch(t, file, "-site", "stake", "-game", "limbo")
	if status != cli.Failed || r.Counts.Claims[sites.Differs] < 1900 || r.Result != "failed" || r.Accused {
		t.Errorf("status %d, %+v", status, r.Counts)
	}
	status, out, _ := audited(file, "-batch", "-", "-site", "stake", "-game", "limbo")
	if flat := strings.Join(strings.Fields(out), " "); status != cli.Failed ||
		!strings.HasSuffix(flat, "so it shows nothing against the site.") {
		t.Errorf("status %d\n%s", status, out)
	}
}

// What others wrote doesn't control the terminal.
func TestReplayHostile(t *testing.T) {
	_, out, _ := audited("", "-site", "stake", "-game", "dice", "client=c", "nonce=1", "server=\x1b[31m\u202e", "result=\"5.00\t")
	if strings.ContainsAny(out, "\x1b\u202e\t") || !strings.Contains(out, `"\x1b[31m\u202e"`) {
		t.Errorf("%q", out)
	}
}

func TestList(t *testing.T) {
	status, out, _ := audited("", "-list")
	if status != cli.Passed || !strings.Contains(out, "stake: Stake\n    dice*, primedice*, limbo,") ||
		!strings.Contains(out, " games of 29 sites.") {
		t.Errorf("status %d\n%s", status, out)
	}
	clitest.CheckWidth(t, out)
	for _, s := range sites.Sites() {
		status, out, _ := audited("", "-list", "-site", s.Name)
		if status != cli.Passed || !strings.HasPrefix(out, s.Name+": "+s.Title+"\n") || !strings.Contains(out, "\n  "+s.Games[0].Name+" ") {
			t.Errorf("status %d\n%s", status, out)
		}
		clitest.CheckWidth(t, out)
	}
	var all struct {
		Result string
		Sites  any
	}
	var want any
	if text, err := json.Marshal(sites.Sites()); err != nil || json.Unmarshal(text, &want) != nil {
		t.Fatal(err)
	}
	if _, out, _ = audited("", "-list", "-json"); json.Unmarshal([]byte(out), &all) != nil || all.Result != "passed" ||
		!cmp.Equal(all.Sites, want) {
		t.Errorf("-list -json: %.200s", out)
	}
}

func TestOdds(t *testing.T) {
	for args, want := range map[string]string{
		"-site stake -game limbo":                "    1,000,000.00   0.00009537 %   95.3674 %\n",
		"-site bustabit -game crash-v1":          "  1,000,000.00   0.00009802 %   98.0198 %\n",
		"-site stake -game pump difficulty=easy": "           24.50       4.0000 %   98.0000 %\n\n",
		"-site freebitcoin -game multiply":       "\n  0 to 1000          10.0050 %  214855739/2^31\n",
		"-site stake -game plinko " +
			"rows=16 risk=high": "\n  1000.00     0.003052 %  1/2^15\n\nThe result is what a bet pays: on average 98.9764 % of it.\n",
		"-site stake -game mines mines=3":                "\nThe definition doesn't say what bets pay.\n",
		"-site stake -game roulette":                     "\n  10       2.7027 %  58040099/2^31\n",
		"-site stake -game wheel risk=low segments=10":   "pays: on average 99.0000 % of it",
		"-site skinclub -game case":                      " 10.0000 %",
		"-site bustadice -game dice server=a nonce=1":    "What a bet on a multiplier returns",
		"-site stake -game dragontower difficulty=easy ": "each value drawn",
	} {
		status, out, stderr := audited("", append(strings.Fields(args), "-odds")...)
		if status != cli.Passed || stderr != "" || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s\n%s", args, status, stderr, out)
		}
		clitest.CheckWidth(t, out)
		var d struct {
			Result  string
			Classes []struct{ Name, P string }
		}
		_, out, _ = audited("", append(strings.Fields(args), "-odds", "-json")...)
		if err := json.Unmarshal([]byte(out), &d); err != nil || d.Result != "passed" || !strings.Contains(d.Classes[0].P, "/") {
			t.Errorf("%s: %v, %.200s", args, err, out)
		}
	}
}

// The probabilities of joined classes add up to 1, and no class is lost.
func TestGroup(t *testing.T) {
	for _, n := range []int{1, 2, 40, 41, 100, 10_001} {
		var classes []sites.Class
		for i := range n {
			classes = append(classes, sites.Class{Name: fmt.Sprint(i), P: big.NewRat(1, int64(n))})
		}
		total, p := uint64(0), new(big.Rat)
		groups := group(classes, slices.Repeat([]uint64{3}, n))
		for _, g := range groups {
			total += g.count
			p.Add(p, g.p)
		}
		if total != uint64(3*n) || p.Cmp(big.NewRat(1, 1)) != 0 || n <= 40 && len(groups) != n || n > 40 && len(groups) != 10 {
			t.Errorf("%d classes: %v", n, groups)
		}
		if n == 100 && (groups[0].name != "0 to 9" || groups[9].name != "90 to 99") {
			t.Errorf("%v", groups)
		}
	}
}

// bustabitHash is 1,000 steps from the end of its chain.
const bustabitHash = "hash=4610c83b23203c0be47a2fcfd64afeae59b493ad49e7babe221a0d01348c8d59"

func TestChain(t *testing.T) {
	bustabit := []string{"-chain", "-site", "bustabit", "-game", "crash"}
	status, out, stderr := audited("", append(bustabit, bustabitHash)...)
	if flat := strings.Join(strings.Fields(out), " "); status != cli.Passed || stderr != "" ||
		!strings.Contains(flat, "After 1,000 steps, the hash comes to the end, ") || !strings.HasSuffix(flat, " It is that of game 10,001,000.") {
		t.Errorf("status %d, %s\n%s", status, stderr, out)
	}
	clitest.CheckWidth(t, out)

	g, err := sites.Find("bustabit", "crash")
	if err != nil {
		t.Fatal(err)
	}
	end := append(bustabit, "hash="+g.Chains[0].End)
	if status, out, _ = audited("", end...); status != cli.Passed ||
		!strings.HasSuffix(strings.Join(strings.Fields(out), " "), "no game is played with it.") {
		t.Errorf("status %d\n%s", status, out)
	}
	if _, out, _ = audited("", append(end, "-json")...); strings.Contains(out, `"round"`) {
		t.Error(out)
	}
	if !clitest.Long() {
		t.Skip("the rest takes millions of steps")
	}

	status, out, _ = audited("", append(bustabit, "hash=4488d92d89d0ed7fbb2ea23b219d569f63207e32fc44b957858838835c1719f1")...)
	if flat := strings.Join(strings.Fields(out), " "); status != cli.Passed || !strings.HasSuffix(flat, " It is that of game 12,424,169.") {
		t.Errorf("status %d\n%s", status, out)
	}
	status, out, _ = audited("", "-chain", "-site", "bustabit", "-game", "crash-v2",
		"hash=6774ddd3dfe94e2c966d4ca5c5ed6dcd1f6a4fdab87ad12677ee7c5b96d6a3f5")
	if flat := strings.Join(strings.Fields(out), " "); status != cli.Passed ||
		!strings.HasSuffix(flat, " It is that of game 336,749, counted from the end.") {
		t.Errorf("status %d\n%s", status, out)
	}
	blast := []string{"-chain", "-site", "bitsler", "-game", "blast", "hash=" + strings.Repeat("00", 64)} // not one of its hashes
	status, out, stderr = audited("", blast...)
	if status != cli.Failed || !strings.Contains(out, "NOT part of this chain") ||
		stderr != "audit: after 1,000,000 steps, the hash hasn't come to the end of the chain\n" {
		t.Errorf("status %d, %s\n%s", status, stderr, out)
	}
	clitest.CheckWidth(t, out)
	var p passage
	status, out, _ = audited("", append(blast, "-json")...)
	if err := json.Unmarshal([]byte(out), &p); err != nil || status != cli.Failed ||
		p.Result != "failed" || p.Steps != 1_000_000 || p.Round != 0 {
		t.Errorf("%v, %+v", err, p)
	}
}

func TestChainMisuse(t *testing.T) {
	bustabit := []string{"-chain", "-site", "bustabit", "-game", "crash"}
	for _, bad := range []string{"hash=00", "hash=" + strings.Repeat("x", 64), "back=1", "hash="} {
		if status, _, stderr := audited("", append(bustabit, bad)...); status != cli.Broken || !strings.HasSuffix(stderr, help1) {
			t.Errorf("%s: status %d, %s", bad, status, stderr)
		}
	}
	if _, _, stderr := audited("",
		append(bustabit, "hash=00")...); stderr != "audit: sites: malformed: hash isn't 64 lowercase hex digits\n"+help1 {
		t.Error(stderr)
	}
	if status, _, stderr := audited("", append(bustabit, bustabitHash, "back=1")...); status != cli.Broken ||
		stderr != "audit: -chain takes hash=HASH and no other field\n"+help1 {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, _, stderr := audited("", "-chain", "-site", "bustadice", "-game", "dice"); status != cli.Broken ||
		stderr != "audit: no published chain of bustadice dice is known\n"+help1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestMisuse(t *testing.T) {
	for args, want := range map[string]string{
		"foo":                                   "-site and -game are both needed; -list has the names",
		"a=b":                                   "-site and -game are both needed; -list has the names",
		"-list a=b":                             "-site and -game are both needed; -list has the names",
		"-odds":                                 "-site and -game are both needed; -list has the names",
		"-odds -site stake":                     "-site and -game are both needed; -list has the names",
		"-chain":                                "-site and -game are both needed; -list has the names",
		"-game dice":                            "-site and -game are both needed; -list has the names",
		"-list -odds":                           "-list and -odds can't be used together",
		"-list -site stake -game dice":          "-list and -game can't be used together",
		"-site nowhere":                         "-site and -game are both needed; -list has the names",
		"-site nowhere -game x":                 "sites: unknown: ",
		"-list -site nowhere":                   "sites: unknown: ",
		"-site stake -game x":                   "sites: unknown: stake has no such game; it has dice, ",
		"-site stake -game dice q=1":            `no field is called "q": the game has server, client, nonce, commitment and result`,
		"-site stake -game dice nonce=1 nonce=": "nonce is given twice",
		"-site stake -game dice x":              `"x" isn't FIELD=VALUE`,
		"-site stake -game dice server=a":       "sites: malformed: client is missing",
		"-odds -site ggbit -game case":          "sites: unknown: this scheme has no known exact odds",
		"-odds -site stake -game mines":         "sites: malformed: mines is missing",
		"-batch= -site stake -game dice":        `invalid value "" for flag -batch: must be the name of a file`,
		"-site stake -game dice -x":             "flag provided but not defined: -x",
	} {
		status, out, stderr := audited("", strings.Fields(args)...)
		if status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "audit: "+want) || !strings.HasSuffix(stderr, help1) {
			t.Errorf("%s: status %d, %s%s", args, status, out, stderr)
		}
	}
	if status, out, stderr := audited("", append([]string{"-batch", "/does/not/exist"}, dice...)...); status != cli.Broken ||
		out != "" || !strings.Contains(stderr, "/does/not/exist") {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
}

// A folder can be opened, but not read.
func TestFolder(t *testing.T) {
	status, out, stderr := audited("", append([]string{"-batch", "."}, dice...)...)
	if status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "audit: .: read .: ") || strings.Contains(stderr, help1) {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
}

func TestUsage(t *testing.T) {
	status, out, _ := audited("", "-h")
	if status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("status %d\n%s", status, out)
	}
	clitest.CheckWidth(t, out)
}

// publicRounds are the public rounds.
func publicRounds(t testing.TB) (file struct{ Rounds, NotReproduced []round }) {
	t.Helper()
	text, err := os.ReadFile(roundsFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

const roundsFile = "../../seedrng/sites/testdata/rounds.json"

type round struct {
	Site, Game string
	Bet        sites.Bet
}

// Every game is explained.
func TestExplain(t *testing.T) {
	for _, s := range sites.Sites() {
		for _, g := range s.Games {
			if !strings.HasSuffix(strings.TrimSpace(g.How), ".") || len(g.How) < 60 {
				t.Errorf("%s %s: %s", s.Name, g.Name, g.How)
			}
		}
	}
}
