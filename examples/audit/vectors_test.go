package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
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
	file := publicRounds(t)
	total := len(file.Rounds) + len(file.Chains)
	status, out, stderr := audited("", "-vectors", roundsFile)
	if status != cli.Passed || stderr != "" || !strings.Contains(out, "agree  stake\n") || !strings.HasSuffix(out, fmt.Sprintf(`
csgoempire/roulette/1: the replay gives 0; no result was published.
ggbit/case/1: the replay gives 6794, published was 110.
%d rounds: %d agree; known not to: 2.
`, total+2, total)) {
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
	status := run([]string{"-vectors", "-"}, io.MultiReader(strings.NewReader(`{"rounds":[{"site":"`), &clitest.Repeated{Text: "site"}), io.Discard, &stderr)
	if status != cli.Broken || stderr.String() != "audit: standard input: the file is longer than 67,108,864 bytes\n"+help1 {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

// A round whose result is another doesn't agree, and is named.
func TestVectorsChanged(t *testing.T) {
	for _, v := range publicRounds(t).Rounds {
		for name, text := range map[string]string{"result": v.Bet["result"], "commitment": v.Bet["commitment"]} {
			if text == "" {
				continue
			}
			other := v
			other.Bet = maps.Clone(v.Bet)
			i := strings.IndexAny(text, "0123456789")
			switch {
			case i >= 0:
				other.Bet[name] = text[:i] + string('0'+(text[i]-'0'+1)%10) + text[i+1:]
			default:
				other.Bet[name] = text + "x"
			}
			if reason := other.replay(); reason == "" {
				t.Errorf("%s: with the %s %s it agrees", v.ID, name, other.Bet[name])
			}
		}
		if v.Shows != "" {
			v.Shows += "1"
			if v.replay() == "" {
				t.Errorf("%s: no step shows %s", v.ID, v.Shows)
			}
		}
	}
}

func TestVectorsForms(t *testing.T) {
	const dice = `{"id":"d","site":"stake","game":"dice","bet":{"server":"f2ac89b608eeb01312d115bce6741b32","client":"86ff027f15c48241af7f54a726690ee7","nonce":"2","result":"5.86"}}`
	const chain = `{"name":"Vx","alg":"sha256","hash":"5b7b9340b280cfa5cfba7138187413898f09831102d4953f1c7455796578dc81","end":"7e1e82afece57007e7af6b38ab355b3716eddcedc951cd79bd878e2b36004af7","steps":9}`
	for _, c := range []struct {
		file   string
		status int
		want   string
	}{
		{`{"rounds":[` + dice + `]}`, cli.Passed, "\n1 round: 1 agree.\n"},
		{`{"rounds":[` + strings.Replace(dice, "5.86", "5.87", 1) + `]}`, cli.Failed, "d: the replay gives 5.86, published was 5.87."},
		{`{"notReproduced":[` + strings.Replace(dice, "5.86", "5.87", 1) + `]}`, cli.Passed, "1 round: 0 agree; known not to: 1."},
		{`{"rounds":[` + strings.Replace(dice, "dice", "craps", 1) + `]}`, cli.Failed, "stake has no such game"},
		{`{"rounds":[` + strings.Replace(dice, `,"result":"5.86"`, "", 1) + `]}`, cli.Failed, "the replay gives 5.86; no result was published."},
		{`{"chains":[` + chain + `]}`, cli.Passed, "\n1 round: 1 agree.\n"},
		{`{"chains":[` + strings.Replace(chain, ":9", ":8", 1) + `]}`, cli.Failed, "after 8 steps the hash hasn't come to the end"},
		{`{"chains":[` + strings.Replace(chain, ":9", ":0", 1) + `]}`, cli.Failed, "the number of steps is missing."},
		{`{"chains":[` + strings.Replace(chain, ":9", ":10", 1) + `]}`, cli.Failed, "or came to it before."},
		{`{"chains":[` + strings.Replace(chain, "sha256", "md5", 1) + `]}`, cli.Failed, "alg isn't sha256 or sha512"},
		{`{}`, cli.Broken, "standard input: no round"},
		{`[`, cli.Broken, "standard input: "},
		{``, cli.Broken, "standard input: "},
		{"\x00", cli.Broken, "standard input: "},
	} {
		status, out, stderr := audited(c.file, "-vectors", "-")
		flat := strings.ReplaceAll(out, "\n  ", " ")
		if status != c.status || !strings.Contains(flat+stderr, c.want) {
			t.Errorf("%s: status %d\n%s%s", c.file, status, out, stderr)
		}
		if c.status == cli.Broken {
			continue
		}
		var object struct {
			Result string
			Rounds []outcome
		}
		status, out, _ = audited(c.file, "-vectors", "-", "-json")
		if err := json.Unmarshal([]byte(out), &object); err != nil || status != c.status || len(object.Rounds) != 1 || (object.Result == "passed") != (status == cli.Passed) {
			t.Errorf("%s: status %d, %v\n%s", c.file, status, err, out)
		}
	}
}
