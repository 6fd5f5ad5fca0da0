// Package cli gives the examples the same manners: flags that are checked while they are
// parsed, results in JSON, exit statuses, help on request, and one line of error otherwise.
package cli

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Exit statuses.
const (
	Passed = 0
	Failed = 1 // a check
	Broken = 2 // the command line, or the program
)

// An exit is an error that Run treats specially.
type exit struct {
	error
	status int
	hint   string
	blamed []int
}

func (e *exit) Unwrap() error { return e.error }

// CheckFailed marks an error as a failed check.
func CheckFailed(err error) error { return Blame(err) }

// Blame marks an error as a failed check for which at least one of these seats is at fault.
func Blame(err error, seats ...int) error { return &exit{err, Failed, "", seats} }

// Misuse marks an error as one of the command line.
func Misuse(err error) error { return &exit{err, Broken, "Run with -h for help.\n", nil} }

// statuses ends the usage of every program.
const statuses = `
The exit status is 0 if every check succeeds, 1 if one fails, and 2 if the
command line is wrong or the program can't do its work.
`

// Run does the work of the program of that name, whose output it buffers, reports how the
// work ended, and returns the exit status. If the error is [flag.ErrHelp], it prints the
// usage.
func Run(name, usage string, stdout, stderr io.Writer, work func(out *bufio.Writer) error) int {
	out := bufio.NewWriter(stdout)
	err := work(out)
	if errors.Is(err, flag.ErrHelp) {
		out.WriteString(usage + statuses) // an error of which comes back from Flush
		err = nil
	}
	if errFlush := out.Flush(); errFlush != nil {
		err = errFlush // whatever else failed, the output can't be relied on
	}
	if err != nil {
		text := strings.TrimPrefix(err.Error(), name+": ") // of a package of that name
		fmt.Fprintf(stderr, "%s: %s\n%s", name, text, asExit(err).hint)
	}
	return Status(err)
}

// Status returns the exit status of a program whose work ends with this error.
func Status(err error) int {
	if err == nil {
		return Passed
	}
	return asExit(err).status
}

func asExit(err error) *exit {
	if e, ok := errors.AsType[*exit](err); ok {
		return e
	}
	return &exit{error: err, status: Broken}
}
