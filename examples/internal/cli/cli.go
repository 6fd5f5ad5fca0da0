// Package cli gives the examples the same manners: exit status 0 if every check
// succeeds, 1 if one fails, and 2 if the command line is wrong or the program can't
// do its work; help on request; one line of error otherwise.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// Exit statuses.
const (
	Passed = 0
	Failed = 1 // a check
	Broken = 2 // the command line, or the program
)

// An exit is an error that Exit treats in a way of its own.
type exit struct {
	error
	status int
	hint   string
}

func (e exit) Unwrap() error { return e.error }

// CheckFailed marks an error as a failed check.
func CheckFailed(err error) error { return exit{err, Failed, ""} }

// Misuse marks an error as one of the command line.
func Misuse(err error) error { return exit{err, Broken, "Run with -h for help.\n"} }

// Parse parses the flags, without any output. Its errors are for Exit.
func Parse(flags *flag.FlagSet, args []string) error {
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return Misuse(err)
	}
	if flags.NArg() > 0 {
		return Misuse(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	}
	return nil
}

// Exit reports how the program of that name ended, and returns its exit status. For
// [flag.ErrHelp] it prints the usage.
func Exit(name, usage string, err error, stdout, stderr io.Writer) int {
	if err == nil {
		return Passed
	}
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return Passed
	}
	e := exit{err, Broken, ""}
	errors.As(err, &e)
	fmt.Fprintf(stderr, "%s: %v\n%s", name, err, e.hint)
	return e.status
}

// IsSet reports whether a flag that was visited is set: all are, but for a boolean one
// that was set to false.
func IsSet(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag() || f.Value.String() == "true"
}
