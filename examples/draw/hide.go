package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// hideList replaces entries by what hides them. store writes the salts to their file, but never over
// others: without its salts, a draw that is announced can't show its winners, and two draws with the
// same salts show each other's entries.
func (o offer) hideList(list *draw.List) (hiding *draw.List, store func() error, err error) {
	for _, file := range []string{o.saltsFile(), o.hiddenFile()} {
		if _, err := os.Stat(file); err == nil {
			return nil, nil, fmt.Errorf("%s is there already, and may be of a draw that was announced: take another -hide", file)
		}
	}
	var text strings.Builder
	salts := make([]draw.Salt, list.Len())
	for i := range salts {
		salts[i] = draw.GenerateSalt()
		fmt.Fprintf(&text, "%x\t%s\n", salts[i][:], list.At(i).Data)
	}
	f := o.form()
	f.weights = f.weights || f.joined
	hiding, err = f.parse([]byte(o.hiddenLines(list, salts)))
	return hiding, func() error { return writeWhole(o.saltsFile(), 0o600, os.Link, whole(text.String())) }, err
}

func (o offer) hiddenFile() string { return *o.hide + ".txt" }
func (o offer) saltsFile() string  { return *o.hide + ".salts" }

// hiddenLines returns the lines that hide a list's entries, each by its salt.
func (o offer) hiddenLines(list *draw.List, salts []draw.Salt) string {
	lines := make([]string, list.Len())
	for i, salt := range salts {
		e := list.At(i)
		lines[i] = string(salt.Hide(e.Data))
		if *o.weights || *o.once {
			lines[i] += fmt.Sprintf("\t%d", e.Weight)
		}
	}
	slices.Sort(lines) // or the order would show who is who
	return strings.Join(lines, "\n") + "\n"
}

// salts reads the salts of a list's entries.
func (o offer) salts(list *draw.List) ([]draw.Salt, error) {
	byLine, err := openings(o.saltsFile())
	if err != nil {
		return nil, err
	}
	byEntry := make(map[string][]draw.Salt)
	for _, opening := range byLine {
		byEntry[string(opening.entry)] = append(byEntry[string(opening.entry)], opening.salt)
	}
	salts := make([]draw.Salt, list.Len())
	for i := range salts {
		entry := string(list.At(i).Data)
		left := byEntry[entry]
		if len(left) == 0 || len(byLine) != len(salts) {
			return nil, fmt.Errorf("%s hides another list", o.saltsFile())
		}
		salts[i], byEntry[entry] = left[0], left[1:]
	}
	return salts, nil
}

// writeHidden writes the list that hides the one in a file, once its announcement is sure, unless
// it is there.
func (o offer) writeHidden(file string) error {
	if *o.hide == "" {
		return nil
	}
	if _, err := os.Stat(o.hiddenFile()); err == nil {
		return nil
	}
	list, err := o.form().read(file)
	if err != nil {
		return err
	}
	salts, err := o.salts(list)
	if err != nil {
		return err
	}
	return writeWhole(o.hiddenFile(), 0o644, os.Rename, whole(o.hiddenLines(list, salts)))
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
