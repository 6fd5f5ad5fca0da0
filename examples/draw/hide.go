package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// hideList replaces entries by what hides them. store writes the new list and the salts to files,
// but never over others: without its salts, a draw that is announced can't show its winners.
func (o offer) hideList(list *draw.List) (hiding *draw.List, store func() error, err error) {
	var salts strings.Builder
	lines := make([]string, list.Len())
	for i := range lines {
		salt, e := draw.GenerateSalt(), list.At(i)
		fmt.Fprintf(&salts, "%x\t%s\n", salt[:], e.Data)
		lines[i] = string(salt.Hide(e.Data))
		if *o.weights || *o.once {
			lines[i] += fmt.Sprintf("\t%d", e.Weight)
		}
	}
	slices.Sort(lines) // or the order would show who is who
	hidden := []byte(strings.Join(lines, "\n") + "\n")
	f := o.form()
	f.weights = f.weights || f.joined
	hiding, err = f.parse(hidden)
	return hiding, func() error {
		err := writeWhole(*o.hide+".salts", 0o600, os.Link, whole(salts.String()))
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s.salts is there already, and may be of a draw that was announced: take another -hide", *o.hide)
		}
		return errors.Join(err, os.WriteFile(*o.hide+".txt", hidden, 0o666))
	}, err
}

// An opening shows whose a hidden entry is.
type opening struct {
	salt  draw.Salt
	entry []byte
}

// openings reads the file of salts, if there is one, by the lines that hide the entries.
func openings(file string) (map[string]opening, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	byLine := make(map[string]opening)
	for line := range bytes.Lines(text) {
		digits, entry, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte("\t"))
		salt, err := draw.ParseSalt(string(digits))
		if err != nil {
			return nil, fmt.Errorf("%s: the salt of %q isn't one", file, entry)
		}
		byLine[string(salt.Hide(entry))] = opening{salt, entry}
	}
	return byLine, nil
}
