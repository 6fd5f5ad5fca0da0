package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A layout says how a file writes its hands, one on each line: as JSON objects, or
// as CSV in the order of columnNames or of a header. Game and nonce may be left
// out.
type layout struct {
	json    bool
	header  int                   // fields in the header, 0 if there is none
	columns [len(columnNames)]int // where each column is, -1 for nowhere; with a header only
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
	fields, err := splitCSV(text)
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
	for i, name := range columnNames {
		l.columns[i] = slices.Index(fields, name)
		switch {
		case l.columns[i] < 0 && i < requiredColumns:
			return true, fmt.Errorf("the header has no column %q", name)
		case l.columns[i] >= 0 && slices.Contains(fields[l.columns[i]+1:], name):
			return true, fmt.Errorf("the header has two columns %q", name)
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
	fields, err := splitCSV(text)
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

// splitCSV splits a line at its commas (RFC 4180, without line breaks in fields).
func splitCSV(text []byte) ([]string, error) {
	if !bytes.ContainsRune(text, '"') {
		return strings.Split(string(text), ","), nil
	}
	fields, err := csv.NewReader(bytes.NewReader(text)).Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, fmt.Errorf("column %d: %w", parse.Column, parse.Err)
	}
	return fields, err
}

// parseJSON reads one object. No member with the name of a column may be repeated:
// another program might read the other one. Further members are passed over.
func parseJSON(text []byte) (values [len(columnNames)]string, err error) {
	defer func() {
		if err != nil && errors.Is(err, io.EOF) {
			err = errors.New("JSON: the object doesn't end on its line")
		}
	}()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return values, errors.New("JSON: the line isn't an object")
	}
	var seen [len(columnNames)]bool
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return values, fmt.Errorf("JSON: %w", err)
		}
		i := slices.Index(columnNames[:], name.(string)) // a decoder takes only strings for names
		if i < 0 {
			var other json.RawMessage
			if err := dec.Decode(&other); err != nil {
				return values, fmt.Errorf("JSON: %w", err)
			}
			continue
		}
		if seen[i] {
			return values, fmt.Errorf("JSON: %s is repeated", name)
		}
		seen[i] = true
		value, err := dec.Token()
		if err != nil {
			return values, fmt.Errorf("JSON: %w", err)
		}
		switch v := value.(type) {
		case string:
			// encoding/json writes U+FFFD for what isn't Unicode, which would make another seed of it.
			if strings.ContainsRune(v, utf8.RuneError) {
				return values, fmt.Errorf("%s isn't Unicode, or holds U+FFFD", name)
			}
			values[i] = v
		case json.Number:
			if columnNames[i] != "nonce" {
				return values, fmt.Errorf("JSON: %s isn't a string", name)
			}
			values[i] = v.String()
		default:
			return values, fmt.Errorf("JSON: %s is neither a string nor a number", name)
		}
	}
	if _, err := dec.Token(); err != nil {
		return values, fmt.Errorf("JSON: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return values, errors.New("JSON: text follows the object")
	}
	return values, nil
}
