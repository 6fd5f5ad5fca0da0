package squaredeal_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"
)

// The casino, the card room and the page of a draw look like one house: what their style sheets define under one name,
// at the top, is the same. A product can't embed another's file, so each has a copy.
func TestSharedStyle(t *testing.T) {
	root := regexp.MustCompile(`(?s):root \{\n(.*?)\n\}`)
	property := regexp.MustCompile(`(?m)^\s*(--[\w-]+):\s*(.*);$`)
	shared := make(map[string][]string)
	for _, sheet := range []string{"examples/casino/web/base.css", "examples/cardroom/web/room.css", "examples/draw/page/style.css"} {
		if _, err := os.Stat(sheet); errors.Is(err, fs.ErrNotExist) {
			t.Skip("the module is here without the products, which are modules of their own")
		}
		for _, p := range property.FindAllStringSubmatch(root.FindString(read(t, sheet)), -1) {
			shared[p[1]] = append(shared[p[1]], p[2])
		}
	}
	for name, values := range shared {
		if slices.ContainsFunc(values, func(v string) bool { return v != values[0] }) {
			t.Errorf("%s is %q", name, values)
		}
	}
	maps.DeleteFunc(shared, func(_ string, values []string) bool { return len(values) < 3 })
	if len(shared) < 10 {
		t.Errorf("only %q are in all of them", slices.Sorted(maps.Keys(shared)))
	}
}
