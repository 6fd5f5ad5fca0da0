package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
)

// An honest match is cleared by its record, which pays out what the match did.
func TestHonestRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record")
	status, out, stderr := calm("-seats", "3", "-hands", "4", "-chips", "30", "-json", "-record", file)
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Passed || stderr != "" || r.Result != "passed" || len(r.Hands) == 0 || len(r.Stacks) != 3 {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, transcript, err := parseRecord(b)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := oldrecord.Split(transcript)
	there := make(map[string]bool)
	for _, e := range entries {
		there[string(e)] = true
	}
	if err != nil || len(there) != len(entries) {
		t.Errorf("%v; of %d statements, %d are different", err, len(entries), len(there))
	}
	status, out, stderr = command("-audit", file, "-json")
	var v verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	if v.Result != "passed" || !v.Over || !slices.Equal(v.Stacks, r.Stacks) || len(v.Hands) != len(r.Hands) || v.Fingerprint != r.Fingerprint || len(v.Guilty) > 0 || len(v.Awaited) > 0 {
		t.Errorf("%s", out)
	}
	for i := range v.Hands {
		if !slices.Equal(v.Hands[i].Payout, r.Hands[i].Payout) || !slices.Equal(v.Hands[i].Board, r.Hands[i].Board) {
			t.Errorf("hand %d: %+v, not %+v", i, v.Hands[i], r.Hands[i])
		}
	}
	if status, out, _ := command("-audit", file); status != cli.Passed || !strings.Contains(flat(out), "Nobody has cheated.") {
		t.Errorf("status %d, %s", status, out)
	}
}

// The records of several seats are judged together, unless they are of different tables.
func TestRecords(t *testing.T) {
	dir := t.TempDir()
	file := func(i int) string { return filepath.Join(dir, fmt.Sprint(i)) }
	for i := range 2 {
		if status, _, stderr := calm("-seats", "2", "-hands", "1", "-json", "-record", file(i)); status != cli.Passed {
			t.Fatal(stderr)
		}
	}
	b, err := os.ReadFile(file(0))
	if err != nil {
		t.Fatal(err)
	}
	whole, transcript, err := parseRecord(b)
	if err != nil {
		t.Fatal(err)
	}
	whole.take(transcript)
	write := func(i int, r matchRecord) {
		if err := os.WriteFile(file(i), r.encode(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	statements := whole.statements
	some, others, altered, empty := *whole, *whole, *whole, *whole
	some.statements, others.statements, empty.statements = statements[:len(statements)/2], statements[len(statements)/3:], nil
	altered.terms.Think++ // which nobody signs
	write(2, some)
	write(3, others)
	write(4, altered)
	write(5, empty)
	for _, c := range []struct {
		files            []int
		status           int
		over             bool
		missing, damaged bool
		stderr           string
	}{
		{[]int{0}, cli.Passed, true, false, false, ""},
		{[]int{2}, cli.Passed, false, false, false, ""},
		{[]int{3}, cli.Passed, false, true, false, ""},
		{[]int{3, 2}, cli.Passed, true, false, false, ""},
		{[]int{2, 0, 3, 5}, cli.Passed, true, false, false, ""},
		{[]int{5}, cli.Failed, false, false, true, "the record is damaged: it has no statements"},
		{[]int{0, 1}, cli.Broken, false, false, false, "aren't records of one table"},
		{[]int{0, 4}, cli.Broken, false, false, false, "aren't records of one table"},
	} {
		args := []string{"-json", "-audit"}
		for _, i := range c.files {
			args = append(args, file(i))
		}
		status, out, stderr := command(args...)
		var v verdict
		if json.Unmarshal([]byte(out), &v); status != c.status || !strings.Contains(stderr, c.stderr) || v.Over != c.over || v.Missing > 0 != c.missing || v.Damage != "" != c.damaged {
			t.Errorf("%v: status %d, %s, %s", c.files, status, out, stderr)
		}
	}
}

// A record that was damaged or cut makes nobody guilty, and passes no check unless it is cut
// between two statements; no audit panics.
func TestDamagedRecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record")
	if status, _, stderr := calm("-seats", "2", "-hands", "1", "-json", "-record", file); status != cli.Passed {
		t.Fatal(stderr)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, transcript, err := parseRecord(whole)
	if err != nil {
		t.Fatal(err)
	}
	statements, err := oldrecord.Split(transcript)
	if err != nil {
		t.Fatal(err)
	}
	end, ends := len(whole)-len(transcript), make(map[int]bool)
	for _, st := range statements {
		end += len(field.Append(nil, st))
		ends[end] = true
	}
	step := len(whole) / 40
	if testing.Short() {
		step = len(whole) / 8
	}
	for at := 0; at < len(whole); at += step {
		if ends[at] {
			at++
		}
		flipped := slices.Clone(whole)
		flipped[at] ^= 1
		for _, b := range [][]byte{flipped, whole[:at], slices.Concat(whole[:at], whole[min(at+100, len(whole)):])} {
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			status, out, stderr := command("-audit", file)
			if strings.Contains(out, "has cheated") || status == cli.Passed || status == cli.Failed != strings.HasPrefix(stderr, "poker: the record is damaged: ") {
				t.Fatalf("byte %d: status %d, %s, %s", at, status, out, stderr)
			}
		}
	}
	if status, _, stderr := command("-audit", file+"no"); status != cli.Broken || stderr == "" {
		t.Errorf("status %d, %s", status, stderr)
	}
}
