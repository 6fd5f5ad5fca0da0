package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

func TestStory(t *testing.T) {
	out, stderr := passes(t)
	clitest.CheckWidth(t, out, "   beacon ", "   void ")
	if stderr != "" {
		t.Error(stderr)
	}
	for _, want := range []string{"1. emeka@example.org wins\n", "2. liam@example.org wins\n",
		"3. goran@example.org is a substitute\n", "morop tavah"} {
		if !strings.Contains(out, want) {
			t.Errorf("the story lacks %q", want)
		}
	}
	// The announcement that the README's commands use is the story's.
	if announcement := strings.ReplaceAll(readFile(t, "testdata/raffle.draw"), "\n", "\n   "); !strings.Contains(out,
		strings.TrimSpace(announcement)) {
		t.Error("testdata/raffle.draw isn't the story's announcement")
	}
}

// Each cheat is caught, by the check that the story says.
func TestCheats(t *testing.T) {
	wants := map[string]string{
		"add": "list of 13 entries isn't the announced one", "list": "this receipt is of another draw",
		"void": "this receipt is of another draw", "swap": `is for "bogdan@example.org", and not for your entry`,
		"round": "another round: round 27798188",
		"forge": "invalid signature", "encoding": "signature of 96 bytes", "late": "announced too late", "again": "two announcements of number 1",
	}
	for _, c := range cheats {
		name := c.name
		want, ok := wants[name]
		if !ok {
			t.Errorf("%s isn't tested", name)
		}
		status, out, stderr := command("-cheat", name)
		if status != cli.Failed || !strings.Contains(stderr, want) || !strings.HasPrefix(out, "1. ") {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
		clitest.CheckWidth(t, out, "   beacon ", "   void ")
		status, out, _ = command("-json", "-cheat", name)
		var r result
		if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Failed || r.Result != "failed" ||
			!strings.Contains(r.Reason, want) {
			t.Errorf("%s, as JSON: status %d, %v, %s", name, status, err, out)
		}
	}
}
