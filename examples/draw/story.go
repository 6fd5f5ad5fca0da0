package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A storyMode tells of a raffle among twelve.
type storyMode struct {
	cheat *string
	json  *bool
}

func (m *storyMode) define(flags *flag.FlagSet) {
	m.cheat, m.json = cli.Choice(flags, "cheat", cheatNames()...), on(flags, "json")
}

func (m *storyMode) run(out *bufio.Writer, _ io.Writer) error {
	shown, err := cheated(*m.cheat)
	if err != nil {
		return err
	}
	if !*m.json {
		_, err := (&story{raffle: shown, say: sayTo(out)}).tell()
		return err
	}
	r, err := (&story{raffle: shown, say: func(string, ...any) {}}).tell()
	return r.print(out, true, err)
}

// sayTo prints what is told to people, in paragraphs.
func sayTo(out *bufio.Writer) func(format string, args ...any) {
	return func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		switch {
		case strings.HasPrefix(text, "   "): // in lines already
		case text[0] >= '0' && text[0] <= '9':
			text = cli.Wrap("", "   ", text)
		default:
			text = cli.Wrap("   ", "   ", text)
		}
		fmt.Fprintf(out, "%s\n\n", strings.TrimSuffix(text, "\n"))
	}
}
