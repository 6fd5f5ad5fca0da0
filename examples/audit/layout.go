package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A layout says how the lines of a file hold the fields of a game's bets: as JSON
// objects, or as CSV in the order of a header.
type layout struct {
	game  *sites.Game
	names []string // of the fields
	fixed []string // what the command line says of them, empty if nothing

	json    bool
	header  int      // columns of the CSV
	columns []int    // where each field is, −1 for nowhere
	ignored []string // columns that are no field's
	shown   bool     // the file has results without seeds
}

func newLayout(g *sites.Game, bet sites.Bet) *layout {
	l := &layout{game: g, names: names(g)}
	for _, name := range l.names {
		l.fixed = append(l.fixed, bet[name])
	}
	return l
}

// detect recognises the layout by the first line, and reports whether that is a header.
func (l *layout) detect(text []byte) (header bool, err error) {
	if l.json = bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")); l.json {
		values := make([]string, len(l.names))
		if l.parseJSON(text, values) == nil {
			l.shown = l.withoutSeeds(func(i int) bool { return values[i] != "" })
		}
		return false, nil
	}
	columns, err := lines.SplitCSV(nil, text)
	if err != nil {
		return true, fmt.Errorf("the header: %w", err)
	}
	for i, c := range columns {
		columns[i] = strings.ToLower(strings.TrimSpace(c))
		if !slices.Contains(l.names, columns[i]) {
			l.ignored = append(l.ignored, columns[i])
		}
	}
	l.header = len(columns)
	if len(l.ignored) == l.header {
		return true, fmt.Errorf("the header has none of the fields %s", cli.And(l.names))
	}
	if l.columns, err = lines.Columns(columns, l.names); err != nil {
		return true, err
	}
	for i, c := range l.columns {
		if c >= 0 && l.fixed[i] != "" {
			return true, fmt.Errorf("the header has a column %q, which the command line gives too", l.names[i])
		}
	}
	l.shown = l.withoutSeeds(func(i int) bool { return l.columns[i] >= 0 })
	for i, f := range l.game.Fields {
		if l.needs(f) && l.columns[i] < 0 && l.fixed[i] == "" {
			return true, fmt.Errorf("the header has no column %q", f.Name)
		}
	}
	return true, nil
}

// withoutSeeds reports whether a file that has these fields has results, but nothing to
// replay.
func (l *layout) withoutSeeds(has func(i int) bool) bool {
	results := false
	for i, f := range l.game.Fields {
		switch {
		case f.Kind == "result":
			results = has(i)
		case required(f) && !f.Shapes && (has(i) || l.fixed[i] != ""):
			return false
		}
	}
	return results
}

func required(f sites.Field) bool { return !f.Optional && f.Default == "" }

// needs reports whether the bets of the file need a field.
func (l *layout) needs(f sites.Field) bool {
	return required(f) && (!l.shown || f.Shapes)
}

// parse reads the fields of one bet into values. The row is a buffer for its columns.
func (l *layout) parse(text []byte, values []string, row *[]string) (err error) {
	if l.json {
		return l.parseJSON(text, values)
	}
	if *row, err = lines.SplitCSV((*row)[:0], text); err != nil {
		return err
	}
	if n := len(*row); n != l.header {
		return fmt.Errorf("%s, not %d as in the header", cli.Count(n, "column"), l.header)
	}
	for i, c := range l.columns {
		if values[i] = l.fixed[i]; c >= 0 {
			values[i] = (*row)[c]
		}
	}
	return nil
}

func (l *layout) parseJSON(text []byte, values []string) error {
	clear(values)
	err := lines.ParseJSON(text, l.names, values, func(i int) lines.Kinds {
		switch l.game.Fields[i].Kind {
		case "text", "hex":
			return lines.Strings
		case "result":
			return lines.Strings | lines.Numbers | lines.Lists
		}
		return lines.Strings | lines.Numbers
	})
	if err != nil {
		return err
	}
	for i, text := range l.fixed {
		if text != "" && values[i] != "" {
			return errors.New(l.names[i] + " is given on the command line too")
		}
		values[i] += text
	}
	for i, f := range l.game.Fields {
		if l.shown && required(f) && !f.Shapes && values[i] != "" {
			return fmt.Errorf("%s is given, but the first line has no seeds, so nothing is replayed", f.Name)
		}
	}
	return nil
}
