package cli_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

func TestJSON(t *testing.T) {
	type result struct {
		cli.Outcome
		Board []string `json:"board"`
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, `"result": "passed"`},
		{cli.CheckFailed(errors.New("<1>")), "\"result\": \"failed\",\n  \"reason\": \"<1>\""},
		{fmt.Errorf("hand 1: %w", cli.Blame(errors.New("no"), 0, 2)),
			"\"result\": \"failed\",\n  \"reason\": \"hand 1: no\",\n  \"blamed\": [\n    0,\n    2\n  ]"},
	} {
		var text strings.Builder
		if err := cli.PrintResult(&text, result{cli.OutcomeOf(c.err), []string{"10♥"}}, c.err); err != c.err {
			t.Errorf("%v, want %v", err, c.err)
		}
		if want := "{\n  " + c.want + ",\n  \"board\": [\n    \"10♥\"\n  ]\n}\n"; text.String() != want {
			t.Errorf("%s, want %s", text.String(), want)
		}
	}

	broken := errors.New("the file is gone")
	var text strings.Builder
	if err := cli.PrintResult(&text, result{}, broken); err != broken || text.String() != "" {
		t.Errorf("%v, %s", err, text.String())
	}
	if err := cli.PrintResult(clitest.Full{}, result{}, nil); err == nil {
		t.Error("no error on a full device")
	}
}
