package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A layout says how a file writes its hands, one on each line: as JSON objects, or
// as CSV in the order of columnNames or of a header. Game and nonce may be left
// out.
type layout struct {
	json    bool
	header  int   // fields in the header, 0 if there is none
	columns []int // where each column is, -1 for nowhere; with a header only
}

var columnNames = [...]string{"server", "client", "hash", "game", "nonce"}

const requiredColumns = 3

// detect recognises the layout by the first line, and reports whether that is a
// header: at least two of the required names, and no hash.
func (l *layout) detect(text []byte) (header bool, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		l.json = true
		return false, nil
	}
	fields, err := lines.SplitCSV(nil, text)
	if err != nil {
		return false, nil // the first hand is malformed
	}
	named := 0
	for i, f := range fields {
		if _, err := seedrng.ParseHash(f); err == nil {
			return false, nil
		}
		fields[i] = strings.ToLower(strings.TrimSpace(f))
		if slices.Contains(columnNames[:requiredColumns], fields[i]) {
			named++
		}
	}
	if named < 2 {
		return false, nil
	}
	if l.columns, err = lines.Columns(fields, columnNames[:]); err != nil {
		return true, err
	}
	for i, name := range columnNames[:requiredColumns] {
		if l.columns[i] < 0 {
			return true, fmt.Errorf("the header has no column %q", name)
		}
	}
	l.header = len(fields)
	return true, nil
}

// parse reads one hand.
func (l *layout) parse(text []byte) (bet, error) {
	var values [len(columnNames)]string
	var err error
	if l.json {
		values, err = parseJSON(text)
	} else {
		values, err = l.parseCSV(text)
	}
	if err != nil {
		return bet{}, err
	}
	server, client, hash, game, nonce := values[0], values[1], values[2], values[3], values[4]
	return newBet(server, client, hash, game, nonce)
}

func (l *layout) parseCSV(text []byte) (values [len(columnNames)]string, err error) {
	fields, err := lines.SplitCSV(nil, text)
	if err != nil {
		return values, err
	}
	if l.header == 0 {
		if len(fields) < requiredColumns || len(fields) > len(columnNames) {
			return values, fmt.Errorf("%s, not %d to %d", cli.Count(len(fields), "field"), requiredColumns, len(columnNames))
		}
		copy(values[:], fields)
		return values, nil
	}
	if len(fields) != l.header {
		return values, fmt.Errorf("%s, not %d as in the header", cli.Count(len(fields), "field"), l.header)
	}
	for i, column := range l.columns {
		if column >= 0 {
			values[i] = fields[column]
		}
	}
	return values, nil
}

// parseJSON reads one object.
func parseJSON(text []byte) (values [len(columnNames)]string, err error) {
	err = lines.ParseJSON(text, columnNames[:], values[:], func(i int) lines.Kinds {
		if columnNames[i] == "nonce" {
			return lines.Strings | lines.Numbers
		}
		return lines.Strings
	})
	return values, err
}
