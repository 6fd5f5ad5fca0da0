package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// Who has many tickets has the chances of all of them, and wins one place.
func TestOnce(t *testing.T) {
	file := write(t, "ann\nann\nann\nbob\nann\ncat\n")
	for _, hide := range []bool{false, true} {
		list, args := file, []string{"-announce", file, "-tickets", "-once", "-at", "30m", "-label", "l", "-place", "p", "-winners", "3"}
		var salts []string
		if hide {
			prefix := filepath.Join(t.TempDir(), "hidden")
			args = append(args, "-hide", prefix)
			list, salts = prefix+".txt", []string{"-salts", prefix + ".salts"}
		}
		out, _ := passes(t, args...)
		if !strings.Contains(out, "entries 3\nrepeats joined\nweights 6\n") {
			t.Error(out)
		}
		announcement := write(t, out)
		passes(t, "-verify", announcement, "-list", list)
		if out, _ = passes(t, append([]string{"-receipts", announcement, "-list", list}, salts...)...); strings.Count(out, "\n") != 3 {
			t.Error(out)
		}
		joined := form{joined: true, weights: hide}
		read, err := joined.read(list)
		if err != nil {
			t.Fatal(err)
		}
		a := write(t, announced(t, read, func(t *draw.Terms) { t.Winners, t.Substitutes = 3, 0 }).Text())
		page := filepath.Join(t.TempDir(), "page.html")
		out, _ = passes(t, append([]string{"-result", a, "-list", list, "-round", "testdata/round.json", "-page", page}, salts...)...)
		for _, name := range []string{"ann", "bob", "cat"} {
			if strings.Count(out, " "+name+" wins\n") != 1 {
				t.Errorf("%s: %s", name, out)
			}
		}
		if out, _ = passes(t, "-verify", page); strings.Contains(out, "Weights stand beside") != hide {
			t.Error(out)
		}
	}
}

// A list from an editor of Windows is the same list.
func TestLines(t *testing.T) {
	a := announced(t, mustList(t, string(entrants)), func(*draw.Terms) {})
	crlf := bytes.ReplaceAll(entrants, []byte("\n"), []byte("\r\n"))
	for _, text := range []string{string(crlf), "\n" + string(entrants) + "\n\n", strings.TrimSuffix(string(entrants), "\n")} {
		if err := a.CheckList(mustList(t, text)); err != nil {
			t.Error(err)
		}
	}
}
