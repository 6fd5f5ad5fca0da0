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
		fmt.Fprintf(&text, "%x\t%s\n", salts[i].Bytes(), list.At(i).Data)
	}
	f := o.form()
	f.weights = f.weights || f.joined
	hiding, err = f.parse([]byte(o.hiddenLines(list, salts)))
	return hiding, func() error { return writeNew(o.saltsFile(), 0o600, whole(text.String())) }, err
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

// salts reads the salts of a list's entries, which are in its order, as equal ones may weigh differently.
func (o offer) salts(list *draw.List) ([]draw.Salt, error) {
	openings, err := readOpenings(o.saltsFile())
	if err != nil {
		return nil, err
	}
	salts := make([]draw.Salt, list.Len())
	for i := range salts {
		if len(openings) != len(salts) || !bytes.Equal(openings[i].entry, list.At(i).Data) {
			return nil, fmt.Errorf("%s hides another list", o.saltsFile())
		}
		salts[i] = openings[i].salt
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
	return replaceFile(o.hiddenFile(), 0o644, whole(o.hiddenLines(list, salts)))
}

// hides reports whether a list may hide an entry: its lines show none, but what hides them, or keys, and the
// entry isn't a key.
func hides(list *draw.List, entry string) bool {
	if hex32.MatchString(entry) {
		return false
	}
	for line := range entriesOf(list) {
		if !hex32.MatchString(line) {
			return false
		}
	}
	return true
}

// An opening shows whose a hidden entry is.
type opening struct {
	salt  draw.Salt
	entry []byte
}

// readOpenings reads a file of salts.
func readOpenings(file string) (all []opening, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		digits, entry, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte("\t"))
		salt, err := draw.ParseSalt(string(digits))
		if err != nil {
			return nil, fmt.Errorf("%s: the salt of %q isn't one", file, entry)
		}
		all = append(all, opening{salt, entry})
	}
	return all, nil
}

// openingsOf returns the openings in a file by the lines of the list that they open, which are all of
// them: without its salt, a winner is a line that says nothing. No file opens none.
func openingsOf(list *draw.List, file string) (map[string]opening, error) {
	if file == "" {
		return nil, nil
	}
	all, err := readOpenings(file)
	if err != nil {
		return nil, err
	}
	byLine := make(map[string]opening)
	for _, open := range all {
		byLine[string(open.salt.Hide(open.entry))] = open
	}
	for line := range entriesOf(list) {
		if _, ok := byLine[line]; !ok {
			return nil, fmt.Errorf("%s has no salt of the line %s", file, visible(line))
		}
	}
	return byLine, nil
}
