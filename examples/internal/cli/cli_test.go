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

func TestParse(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-n", "1"}, cli.Passed, ""},
		{[]string{"-h"}, cli.Passed, ""},
		{[]string{"-n", "x"}, cli.Broken, "-n"},
		{[]string{"-m"}, cli.Broken, "-m"},
		{[]string{"card"}, cli.Broken, `"card"`},
	} {
		flags := flag.NewFlagSet("game", flag.ContinueOnError)
		flags.Int("n", 0, "")
		var stdout, stderr strings.Builder
		status := cli.Exit("game", "usage", cli.Parse(flags, c.args), &stdout, &stderr)
		if status != c.status || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: status %d, %q", c.args, status, stderr.String())
		}
	}
}

func TestIsSet(t *testing.T) {
	flags := flag.NewFlagSet("game", flag.ContinueOnError)
	flags.Bool("yes", false, "")
	flags.Bool("no", false, "")
	flags.String("text", "", "")
	if err := cli.Parse(flags, []string{"-yes", "-no=false", "-text", "false"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"yes": true, "no": false, "text": true} {
		if got := cli.IsSet(flags.Lookup(name)); got != want {
			t.Errorf("-%s: %v", name, got)
		}
	}
}
