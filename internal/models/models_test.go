package models_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
)

// The head of a model lists the macros that plant faults.
var faults = regexp.MustCompile(`(?m)^ \*   ([A-Z_]+)  `)

// Every model holds as it is, finds each fault that is planted, and gets as far as where what
// it asserts is not void.
func TestModels(t *testing.T) {
	long.Only(t)
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" && runtime.GOOS == "linux" {
				t.Fatal(err)
			}
			t.Skip("skipped, as there is no ", tool)
		}
	}
	names, err := filepath.Glob("*.pml")
	if err != nil || len(names) == 0 {
		t.Fatal("no models: ", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(name, ".pml"), func(t *testing.T) {
			planted := faults.FindAllStringSubmatch(string(text), -1)
			if len(planted) < 3 {
				t.Fatalf("%d faults are planted", len(planted))
			}
			for _, fault := range append(planted, []string{"", "REACHED"}) {
				t.Run(fault[1], func(t *testing.T) {
					t.Parallel()
					if check(t, text, "-D"+fault[1]) {
						t.Error("not found")
					}
				})
			}
			t.Run("holds", func(t *testing.T) {
				t.Parallel()
				if !check(t, text) {
					t.Error("an assertion fails")
				}
			})
		})
	}
}

// check reports whether a model holds in all states.
func check(t *testing.T, model []byte, macros ...string) bool {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), model, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = dir
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, output)
		}
		return string(output)
	}
	run("spin", append(macros, "-a", "model.pml")...)
	optimize := "-O0" // a fault is found at once
	if len(macros) == 0 {
		optimize = "-O2"
	}
	run("gcc", optimize, "-w", "-DSAFETY", "-DCOLLAPSE", "-DVECTORSZ=2048", "-DMEMLIM=1000", "-o", "pan", "pan.c")
	output := run("./pan", "-n", "-m200000")
	switch {
	case strings.Contains(output, "errors: 1\n"):
		if len(macros) == 0 {
			t.Log(output)
		}
		return false
	case strings.Contains(output, "errors: 0\n") && !strings.Contains(output, "not completed") && !strings.Contains(output,
		"max search depth too small"):
		return true
	}
	t.Fatal(output)
	return false
}
