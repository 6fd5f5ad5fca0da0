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
	if parseFlat(text, names, values, kinds) {
		return nil
	}
	clear(values)
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

// parseFlat is ParseJSON for objects of plain ASCII texts and decimal numbers, which nearly
// all are. It reports whether this is one, without any fault.
func parseFlat(text []byte, names, values []string, kinds func(i int) Kinds) bool {
	rest := bytes.TrimSpace(text)
	if len(rest) < 2 || rest[0] != '{' || rest[len(rest)-1] != '}' {
		return false
	}
	rest = rest[1 : len(rest)-1]
	seen := uint64(0)
	for {
		name, after, ok := flatText(bytes.TrimLeft(rest, " "))
		if after = bytes.TrimLeft(after, " "); !ok || len(after) == 0 || after[0] != ':' {
			return false
		}
		after = bytes.TrimLeft(after[1:], " ")
		kind := Strings
		value, rest2, ok := flatText(after)
		if !ok {
			kind = Numbers
			if value, rest2, ok = flatNumber(after); !ok {
				return false
			}
		}
		i := 0
		for i < len(names) && names[i] != string(name) {
			i++
		}
		if i < len(names) {
			if i >= 64 || seen>>i&1 == 1 || kinds(i)&kind == 0 {
				return false
			}
			seen |= 1 << i
			values[i] = string(value)
		}
		rest2 = bytes.TrimLeft(rest2, " ")
		if len(rest2) == 0 {
			return true
		}
		if rest2[0] != ',' {
			return false
		}
		rest = rest2[1:]
	}
}

// flatText cuts a quoted text of plain ASCII off the start.
func flatText(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, b, false
	}
	for i, c := range b[1:] {
		switch {
		case c == '"':
			return b[1 : 1+i], b[2+i:], true
		case c < ' ' || c >= utf8.RuneSelf || c == '\\':
			return nil, b, false
		}
	}
	return nil, b, false
}

// flatNumber cuts a number without sign and exponent off the start.
func flatNumber(b []byte) (number, rest []byte, ok bool) {
	digits := func(from int) int {
		n := from
		for n < len(b) && b[n] >= '0' && b[n] <= '9' {
			n++
		}
		return n
	}
	n := digits(0)
	if n == 0 || n > 1 && b[0] == '0' {
		return nil, b, false
	}
	if n < len(b) && b[n] == '.' {
		whole := n + 1
		if n = digits(whole); n == whole {
			return nil, b, false
		}
	}
	return b[:n], b[n:], true
}
