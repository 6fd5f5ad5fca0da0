package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A layout says how a file writes its hands, one on each line: as JSON objects, or as CSV
// in the order of columnNames or of a header. Game and nonce may be left out.
type layout struct {
	json    bool
	header  int                   // fields in the header, 0 if there is none
	columns [len(columnNames)]int // where each column is, -1 for nowhere; with a header only
}

var columnNames = [...]string{"server", "client", "hash", "game", "nonce"}

const requiredColumns = 3

// detect recognises the layout by the first line, and reports whether that is a header.
func (l *layout) detect(text []byte) (header bool, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		l.json = true
		return false, nil
	}
	fields, err := splitCSV(text)
	if err != nil || !slices.Contains(fields, columnNames[0]) {
		return false, nil // the first hand, or an attempt at it
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
	if !utf8.Valid(text) {
		return bet{}, errors.New("the line isn't UTF-8")
	}
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
	if game == "" {
		game = gameCryptoGames
	}
	return newBet(server, client, hash, game, nonce)
}

func (l *layout) parseCSV(text []byte) (values [len(columnNames)]string, err error) {
	fields, err := splitCSV(text)
	if err != nil {
		return values, err
	}
	if l.header == 0 {
		if len(fields) < requiredColumns || len(fields) > len(columnNames) {
			return values, fmt.Errorf("%d fields, not %d to %d", len(fields), requiredColumns, len(columnNames))
		}
		copy(values[:], fields)
		return values, nil
	}
	if len(fields) != l.header {
		return values, fmt.Errorf("%d fields, not %d as in the header", len(fields), l.header)
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

func parseJSON(text []byte) (values [len(columnNames)]string, err error) {
	var object struct {
		Server, Client, Hash, Game string
		Nonce                      json.Number
	}
	if err := json.Unmarshal(text, &object); err != nil {
		return values, fmt.Errorf("JSON: %w", err)
	}
	// encoding/json writes U+FFFD for a surrogate that stands alone, which would make
	// another seed of it.
	for _, seed := range []string{object.Server, object.Client} {
		if strings.ContainsRune(seed, utf8.RuneError) {
			return values, errors.New("a seed isn't Unicode, or holds U+FFFD")
		}
	}
	return [...]string{object.Server, object.Client, object.Hash, object.Game, object.Nonce.String()}, nil
}
