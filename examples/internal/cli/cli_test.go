package cli_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

func TestRun(t *testing.T) {
	fault := errors.New("fault")
	cheated := cli.CheckFailed(errors.New("cheated"))
	for _, c := range []struct {
		err    error
		status int
		stderr string
	}{
		{nil, cli.Passed, ""},
		{fault, cli.Broken, "game: fault\n"},
		{errors.New("game: malformed"), cli.Broken, "game: malformed\n"}, // of a package of that name
		{cheated, cli.Failed, "game: cheated\n"},
		{fmt.Errorf("hand 3: %w", cheated), cli.Failed, "game: hand 3: cheated\n"},
		{cli.Misuse(fault), cli.Broken, "game: fault\nRun with -h for help.\n"},
	} {
		work := func(out *bufio.Writer) error {
			out.WriteString("dealt")
			return c.err
		}
		var stdout, stderr strings.Builder
		status := cli.Run("game", "usage\n", &stdout, &stderr, work)
		if status != c.status || status != cli.Status(c.err) || stdout.String() != "dealt" || stderr.String() != c.stderr {
			t.Errorf("%v: status %d, %q, %q", c.err, status, stdout.String(), stderr.String())
		}
		// Output that can't be written is no success, whatever else there is to say.
		stderr.Reset()
		if status := cli.Run("game", "", clitest.Full{}, &stderr, work); status != cli.Broken || stderr.String() != "game: no space left\n" {
			t.Errorf("%v on a full device: status %d, %q", c.err, status, stderr.String())
		}
	}
	if !errors.Is(cli.Misuse(fault), fault) || !errors.Is(fmt.Errorf("hand 3: %w", cheated), cheated) {
		t.Error("the marks hide the errors")
	}
}

func TestHelp(t *testing.T) {
	help := func(*bufio.Writer) error {
		return cli.Parse(flag.NewFlagSet("game", flag.ContinueOnError), []string{"-h"})
	}
	var stdout, stderr strings.Builder
	status := cli.Run("game", "usage\n", &stdout, &stderr, help)
	if status != cli.Passed || !strings.HasPrefix(stdout.String(), "usage\n\nThe exit status is 0 if ") || stderr.String() != "" {
		t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
	}
	if status := cli.Run("game", "usage\n", clitest.Full{}, &stderr, help); status != cli.Broken ||
		stderr.String() != "game: no space left\n" {
		t.Errorf("on a full device: status %d, %q", status, stderr.String())
	}
}
