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

// An exit is an error that Exit treats specially.
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
