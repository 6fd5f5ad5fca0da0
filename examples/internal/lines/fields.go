package lines

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
)

// SplitCSV splits a line at its commas (RFC 4180, without line breaks in fields). It
// appends the fields to dst.
func SplitCSV(dst []string, text []byte) ([]string, error) {
	if bytes.IndexByte(text, '"') < 0 {
		for field := range strings.SplitSeq(string(text), ",") {
			dst = append(dst, field)
		}
		return dst, nil
	}
	fields, err := csv.NewReader(bytes.NewReader(text)).Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, fmt.Errorf("column %d: %w", parse.Column, parse.Err)
	}
	return append(dst, fields...), err
}

// Columns finds names in a header: it returns where each is, or −1. A name may not be
// repeated.
func Columns(header, names []string) ([]int, error) {
	columns := make([]int, len(names))
	for i, name := range names {
		columns[i] = slices.Index(header, name)
		if at := columns[i]; at >= 0 && slices.Contains(header[at+1:], name) {
			return nil, fmt.Errorf("the header has two columns %q", name)
		}
	}
	return columns, nil
}

// Kinds are kinds of JSON values.
type Kinds uint8

// The kinds that a member may have.
const (
	Strings Kinds = 1 << iota
	Numbers
	Lists
)

// ParseJSON reads one object, whose members with these names it sets in values: numbers
// as text, and lists as JSON. A member may have the kinds that kinds returns for the index
// of its name. None may be repeated: another program might read the other one. Members
// with other names are passed over.
func ParseJSON(text []byte, names, values []string, kinds func(i int) Kinds) (err error) {
	defer func() {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("JSON: the object doesn't end on its line")
		}
	}()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("JSON: the line isn't an object")
	}
	seen := make([]bool, len(names))
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return fmt.Errorf("JSON: %w", err)
		}
		i := slices.Index(names, name.(string)) // a decoder takes only strings for names
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return fmt.Errorf("JSON: %w", err)
		}
		if i < 0 {
			continue
		}
		if seen[i] {
			return fmt.Errorf("JSON: %s is repeated", names[i])
		}
		seen[i] = true
		kind := Strings
		switch raw[0] {
		case '"':
		case '[':
			kind = Lists
		case '{', 't', 'f', 'n':
			kind = 0
		default:
			kind = Numbers
		}
		if kinds(i)&kind == 0 {
			return fmt.Errorf("JSON: %s has the wrong type", names[i])
		}
		if values[i] = string(raw); kind != Strings {
			continue
		}
		if err := json.Unmarshal(raw, &values[i]); err != nil {
			return fmt.Errorf("JSON: %w", err)
		}
		// encoding/json writes U+FFFD for what isn't Unicode, which would make another seed of it.
		if strings.ContainsRune(values[i], utf8.RuneError) {
			return fmt.Errorf("%s isn't Unicode, or holds U+FFFD", names[i])
		}
	}
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("JSON: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("JSON: text follows the object")
	}
	return nil
}
