package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// minShared is the shortest text of a value that isn't written twice.
const minShared = 60

// A writer writes values of JSON as JavaScript. Long ones that recur stand in a list, and are named by their places in it.
type writer struct {
	count  map[string]int // of objects and lists, by their texts
	places map[string]int
	shared []string
}

// newWriter returns a writer for all these values.
func newWriter(lists [][]any) *writer {
	w := &writer{count: make(map[string]int), places: make(map[string]int)}
	for _, list := range lists {
		for _, value := range list {
			w.add(value)
		}
	}
	return w
}

func (w *writer) add(value any) {
	switch value := value.(type) {
	case map[string]any:
		w.count[textOf(value)]++
		for _, member := range value {
			w.add(member)
		}
	case []any:
		w.count[textOf(value)]++
		for _, member := range value {
			w.add(member)
		}
	}
}

func (w *writer) write(value any) string {
	text := textOf(value)
	if len(text) >= minShared && w.count[text] > 1 {
		return w.share(text, value)
	}
	return w.spell(value)
}

// spell returns a value whose members may be shared.
func (w *writer) spell(value any) string {
	var parts []string
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			parts = append(parts, nameOf(name)+":"+w.write(value[name]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		for _, member := range value {
			parts = append(parts, w.write(member))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return textOf(value)
}

// share returns the name of a value that recurs.
func (w *writer) share(text string, value any) string {
	place, ok := w.places[text]
	if !ok {
		alone := writer{count: map[string]int{}}
		place = len(w.shared)
		w.places[text], w.shared = place, append(w.shared, alone.spell(value))
	}
	return "s[" + textOf(place) + "]"
}

var identifier = regexp.MustCompile(`^[A-Za-z]\w*$`)

// nameOf returns the name of a member, in quotes where it needs them.
func nameOf(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return textOf(name)
}

// textOf returns a value's JSON, which is an expression of JavaScript.
func textOf(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // no value of JSON
	}
	return strings.TrimSpace(b.String())
}
