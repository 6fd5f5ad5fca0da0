package cli_test

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

func TestExit(t *testing.T) {
	fault := errors.New("fault")
	cheated := cli.CheckFailed(errors.New("cheated"))
	for _, c := range []struct {
		err            error
		status         int
		stdout, stderr string
	}{
		{nil, cli.Passed, "", ""},
		{flag.ErrHelp, cli.Passed, "usage", ""},
		{fault, cli.Broken, "", "game: fault\n"},
		{cheated, cli.Failed, "", "game: cheated\n"},
		{fmt.Errorf("hand 3: %w", cheated), cli.Failed, "", "game: hand 3: cheated\n"},
		{cli.Misuse(fault), cli.Broken, "", "game: fault\nRun with -h for help.\n"},
	} {
		var stdout, stderr strings.Builder
		status := cli.Exit("game", "usage", c.err, &stdout, &stderr)
		if status != c.status || stdout.String() != c.stdout || stderr.String() != c.stderr {
			t.Errorf("%v: status %d, %q, %q", c.err, status, stdout.String(), stderr.String())
		}
	}
	if !errors.Is(cli.Misuse(fault), fault) || !errors.Is(fmt.Errorf("hand 3: %w", cheated), cheated) {
		t.Error("the marks hide the errors")
	}
}
