package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// All published rounds come out, except two, of which that is known.
func TestVectors(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	status, out, stderr := audited("", "-vectors", "testdata/published.json")
	if status != cli.Passed || stderr != "" || !strings.Contains(out, " 120 of  120 agree  Stake\n") || !strings.HasSuffix(out, `
Round 190, CSGOEmpire, roulette: known to differ. The replay gives 0; no result
  was published.
Round 191, GGbit, case roll: known to differ. The replay gives 6794, published
  was 110.
206 rounds: 204 agree; known to differ: 2.
`) {
		t.Errorf("status %d, %s\n%s", status, stderr, out)
	}
	clitest.CheckWidth(t, out)
}

// A file without end is given up.
func TestVectorsEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	var stderr strings.Builder
	status := run([]string{"-vectors", "-"}, io.MultiReader(strings.NewReader(`[{"site":"`), &clitest.Repeated{Text: "site"}), io.Discard, &stderr)
	if status != cli.Broken || stderr.String() != "audit: standard input: round 1: the file is longer than 67,108,864 bytes\n"+help1 {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

// A round whose expected value is another doesn't agree, and is named.
func TestVectorsChanged(t *testing.T) {
	for i, v := range published206(t) {
		if v.Reproduced != nil && !*v.Reproduced || strings.HasPrefix(v.Scheme, "chain.") {
			continue
		}
		other := slices.Clone(v.Expected)
		for i, c := range other { // another value for the first digit or letter
			switch {
			case c == '0':
				other[i] = '1'
			case c > '0' && c <= '9':
				other[i]--
			case c == 'T' || c == 'Q':
				other[i] = 'J'
			case c == 'H' && strings.Contains(v.Scheme, "flip"):
				other[i] = 'T'
			case c == 'P' || c == 'R':
				other[i] = 'S'
			default:
				continue
			}
			break
		}
		if string(other) == string(v.Expected) { // names of colours and animals
			other = json.RawMessage(strings.Replace(string(v.Expected), `"`, `"x`, 1))
		}
		v.Expected = other
		if verdict, reason := v.check(nil); verdict != differs && verdict != unreadable || reason == "" {
			t.Errorf("round %d with %s: %s %s", i+1, v.Expected, verdict, reason)
		}
	}
}

func TestVectorsForms(t *testing.T) {
	const dice = `"site":"Stake","game":"dice","scheme":"stake.dice","inputs":{"server":"f2ac89b608eeb01312d115bce6741b32","client":"86ff027f15c48241af7f54a726690ee7","nonce":2}`
	const chain = `"site":"Vx","game":"crash chain","scheme":"chain.sha256raw","inputs":{"hash":"5b7b9340b280cfa5cfba7138187413898f09831102d4953f1c7455796578dc81","end":"7e1e82afece57007e7af6b38ab355b3716eddcedc951cd79bd878e2b36004af7","limit":20}`
	for _, c := range []struct {
		rounds string
		status int
		want   string
	}{
		{"{" + dice + `,"expected":5.86}`, cli.Passed, "\n1 round: 1 agree.\n"},
		{"{" + dice + `,"expected":"5.860"}`, cli.Passed, "\n1 round: 1 agree.\n"},
		{"{" + dice + `,"expected":5.86,"reproduced":false}`, cli.Passed, "1 round: 0 agree; agrees, though known not to: 1.\n"},
		{"{" + dice + `,"expected":5.87}`, cli.Failed, "Round 1, Stake, dice: differs. The replay gives 5.86, published was 5.87."},
		{"{" + dice + `,"expected":5.87,"reproduced":false}`, cli.Passed, "known to differ: 1.\n"},
		{"{" + dice + `,"expected":null}`, cli.Failed, "no result was published"},
		{"{" + dice + `,"expected":{}}`, cli.Failed, "unreadable. expected: is neither a string nor a number"},
		{"{" + dice + `,"expected":500}`, cli.Failed, "unreadable. sites: malformed: result is out of range"},
		{strings.Replace("{"+dice+`,"expected":1}`, "stake.dice", "stake.\\u001b", 1), cli.Failed, `the scheme "stake.\x1b" isn't known`},
		{strings.Replace("{"+dice+`,"expected":1}`, `"nonce":2`, `"nonce":[2]`, 1), cli.Failed, "nonce: is neither a string nor a number"},
		{strings.Replace("{"+dice+`,"expected":1}`, `"nonce"`, `"once"`, 1), cli.Failed, "once isn't a field of this game"},
		{strings.Replace("{"+dice+`,"expected":1}`, `"nonce"`, `"\u001b[31m"`, 1), cli.Failed, `malformed: "\x1b[31m" isn't a field of this game`},
		{strings.Replace("{"+dice+`,"expected":5.86}`, `"nonce"`, `"commitment":"`+strings.Repeat("00", 32)+`","nonce"`, 1), cli.Failed, "The commitment isn't to this seed."},
		{"{" + chain + `,"expected":9}`, cli.Passed, "1 of    1 agree  Vx"},
		{"{" + chain + `,"expected":8}`, cli.Failed, "The hash comes to the end after 9 steps."},
		{strings.Replace("{"+chain+`,"expected":9}`, ":20", ":8", 1), cli.Failed, "After 8 steps the hash hasn't come to the end."},
		{strings.Replace("{"+chain+`,"expected":9}`, ":20", ":0", 1), cli.Failed, "limit isn't a number of steps"},
		{strings.Replace("{"+chain+`,"expected":9}`, "sha256raw", "md5", 1), cli.Failed, "alg isn't sha256 or sha512"},
		{"", cli.Broken, "standard input: no round"},
		{"7", cli.Broken, "standard input: round 1: "},
		{"{" + dice + `,"expected":5.86},`, cli.Broken, "standard input: round 2: "},
	} {
		status, out, stderr := audited("["+c.rounds+"]", "-vectors", "-")
		flat := strings.ReplaceAll(out, "\n  ", " ")
		if status != c.status || !strings.Contains(flat+stderr, c.want) {
			t.Errorf("%s: status %d\n%s%s", c.rounds, status, out, stderr)
		}
		if c.status == cli.Broken {
			continue
		}
		var object struct {
			Result string
			Counts map[string]int
			Rounds []outcome
		}
		status, out, _ = audited("["+c.rounds+"]", "-vectors", "-", "-json")
		if err := json.Unmarshal([]byte(out), &object); err != nil || status != c.status || len(object.Rounds) != 1 || object.Counts[object.Rounds[0].Verdict] != 1 || (object.Result == "passed") != (status == cli.Passed) {
			t.Errorf("%s: status %d, %v\n%s", c.rounds, status, err, out)
		}
	}
	for _, file := range []string{"", "{}", "\x00", "["} {
		if status, out, stderr := audited(file, "-vectors", "-"); status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "audit: standard input: ") {
			t.Errorf("%q: status %d, %s%s", file, status, out, stderr)
		}
	}
}
