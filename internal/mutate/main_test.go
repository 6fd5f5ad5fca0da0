package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Conditions, operators, integers and statements.
const text = `package p

import "os"

func f(a, b int) int {
	if a < b && b > 0 {
		os.Exit(1)
		a = b
	}
	return a * b
}
`

func TestMutants(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.go")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range mutants(name) {
		got = append(got, m.place[len(name):])
	}
	want := []string{
		":6: if false && (a < b && b > 0) {",
		":6: if true || (a < b && b > 0) {",
		":6: if a < b || b > 0 {",
		":6: if a <= b && b > 0 {",
		":6: if a < b && b >= 0 {",
		":6: if a < b && b > 0+1 {",
		":7: ",
		":7: os.Exit(1+1)",
		":8: ",
		":10: return a + b",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
