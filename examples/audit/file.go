package main

import (
	"bufio"
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
)

// maxLine is the longest line that is read, in bytes. Two seeds of 1,024 bytes fit,
// however they are escaped.
const maxLine = 64 << 10

// A file holds bets, one on each line, as CSV with a header or as JSON objects.
type file struct {
	names   []string // of the fields that are read
	columns []int    // of CSV: where each field is, −1 for nowhere; nil of JSON
	width   int      // the number of columns
	ignored []string // names of columns, or of members, that are no field's
}

// mostIgnored is how many members that are ignored have their names kept, as each line may have others.
const mostIgnored = 50

// read passes the fields of each bet to take, which keeps nothing of them, or what is
// wrong with its line. An error of read itself is of the file as a whole.
func (f *file) read(in io.Reader, take func(line int, fields []string, err error)) error {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	fields, first := make([]string, len(f.names)), true
	line := 1
	for ; scanner.Scan(); line++ {
		text := scanner.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // the byte order mark that spreadsheets write
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if first && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
			if err := f.header(text); err != nil {
				return cli.Misuse(fmt.Errorf("line %d: %w", line, err))
			}
		} else {
			clear(fields)
			take(line, fields, f.parse(text, fields))
		}
		first = false
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return cli.Misuse(fmt.Errorf("line %d is longer than %d bytes", line, maxLine))
	}
	return scanner.Err()
}

// header finds the columns of the fields.
func (f *file) header(text []byte) error {
	columns, err := splitCSV(text)
	if err != nil {
		return fmt.Errorf("the header: %w", err)
	}
	f.columns, f.width = slices.Repeat([]int{-1}, len(f.names)), len(columns)
	for at, name := range columns {
		name = strings.ToLower(strings.TrimSpace(name))
		switch i := slices.Index(f.names, name); {
		case i < 0:
			f.ignored = append(f.ignored, printable(name))
		case f.columns[i] >= 0:
			return fmt.Errorf("the header has two columns %q", name)
		default:
			f.columns[i] = at
		}
	}
	if len(f.ignored) == f.width {
		return fmt.Errorf("the header has none of the fields %s", cli.And(f.names))
	}
	return nil
}

func (f *file) parse(text []byte, fields []string) error {
	if f.columns == nil {
		return f.parseJSON(text, fields)
	}
	row, err := splitCSV(text)
	if err != nil {
		return err
	}
	if len(row) != f.width {
		return fmt.Errorf("%s, not %d as in the header", cli.Count(len(row), "column"), f.width)
	}
	for i, at := range f.columns {
		if at >= 0 {
			fields[i] = row[at]
		}
	}
	return nil
}

// splitCSV splits a line (RFC 4180, without line breaks in fields).
func splitCSV(text []byte) ([]string, error) {
	if bytes.IndexByte(text, '"') < 0 { // as in most files
		return strings.Split(string(text), ","), nil
	}
	fields, err := csv.NewReader(bytes.NewReader(text)).Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		err = fmt.Errorf("column %d: %w", parse.Column, parse.Err)
	}
	return fields, err
}

// parseJSON sets the fields that an object has. Numbers and lists are read as they stand,
// and null is none.
func (f *file) parseJSON(text []byte, fields []string) error {
	var object map[string]json.RawMessage
	err := json.Unmarshal(text, &object)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return errors.New("JSON: no object")
	}
	if err != nil {
		return fmt.Errorf("JSON: %w", err)
	}
	if name, ok := repeated(text); ok {
		return fmt.Errorf("JSON: %s is repeated", printable(name))
	}
	f.ignore(object)
	for i, name := range f.names {
		raw := string(object[name])
		switch {
		case raw == "" || raw == "null":
		case raw[0] == '"':
			if err := json.Unmarshal(object[name], &fields[i]); err != nil {
				return fmt.Errorf("JSON: %w", err)
			}
			// encoding/json writes U+FFFD for what isn't Unicode, which would
			// make another seed of it.
			if strings.ContainsRune(fields[i], utf8.RuneError) {
				return fmt.Errorf("%s isn't Unicode, or holds U+FFFD", name)
			}
		case strings.ContainsAny(raw[:1], "[-0123456789"):
			fields[i] = raw
		default:
			return fmt.Errorf("JSON: %s has the wrong type", name)
		}
	}
	return nil
}

// repeated returns the first name that an object has twice, of which readers take one or the other.
func repeated(object []byte) (name string, ok bool) {
	dec, seen := json.NewDecoder(bytes.NewReader(object)), make(map[string]bool)
	dec.Token() // the brace
	for dec.More() {
		key, _ := dec.Token()
		name, _ = key.(string)
		if seen[name] {
			return name, true
		}
		seen[name] = true
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			break // the object is valid
		}
	}
	return "", false
}

// ignore notes the members of an object that are no field's.
func (f *file) ignore(object map[string]json.RawMessage) {
	var names []string // which are new
	for name := range object {
		if name = printable(name); !slices.Contains(f.names, name) && !slices.Contains(f.ignored, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if len(f.ignored) == mostIgnored {
			name = "and others"
		}
		if len(f.ignored) <= mostIgnored {
			f.ignored = append(f.ignored, name)
		}
	}
}
