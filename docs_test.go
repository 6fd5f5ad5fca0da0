package squaredeal_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// packages are the directories at the root that hold a package.
func packages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("*/doc.go")
	if err != nil || len(docs) == 0 {
		t.Fatal(docs, err)
	}
	for i := range docs {
		docs[i] = filepath.Dir(docs[i])
	}
	return docs
}

// The README's quick start is a program, as it stands.
func TestQuickStart(t *testing.T) {
	_, rest, _ := strings.Cut(read(t, "README.md"), "```go\n")
	program, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the README has no Go block")
	}
	if formatted, err := format.Source([]byte(program)); err != nil || string(formatted) != program {
		t.Errorf("gofmt would change it: %v", err)
	}
	main := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(main, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command to run it with")
	}
	out, err := exec.Command("go", "run", main).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "hash as shown: true\nsame cards: true\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// The documents at the root speak of every package.
func TestEveryPackageIsDocumented(t *testing.T) {
	for _, pkg := range packages(t) {
		for name, link := range map[string]string{
			"README.md":    "[`" + pkg + "`](https://pkg.go.dev/github.com/squaredeal/squaredeal/" + pkg + ")",
			"doc.go":       "[github.com/squaredeal/squaredeal/" + pkg + "]",
			"CHANGELOG.md": "`" + pkg + "`",
		} {
			if !strings.Contains(read(t, name), link) {
				t.Errorf("%s lacks %s", name, link)
			}
		}
	}
}

// A package's specification and vectors are of the same version.
func TestSpecVersions(t *testing.T) {
	specs, err := filepath.Glob("*/SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("*/*/SPEC.md")
	if err != nil || len(specs) != len(packages(t)) || len(below) == 0 {
		t.Fatal(specs, below, err)
	}
	for _, spec := range append(specs, below...) {
		title, _, _ := strings.Cut(read(t, spec), "\n")
		var vectors struct{ Spec string }
		if err := json.Unmarshal([]byte(read(t, filepath.Join(filepath.Dir(spec), "testdata", "vectors.json"))), &vectors); err != nil {
			t.Fatal(err)
		}
		if title != "# "+vectors.Spec {
			t.Errorf("%s: the title is %q, the vectors are of %q", spec, title, vectors.Spec)
		}
	}
}

// A release moves what is unreleased under its version, and the citation with it.
func TestRelease(t *testing.T) {
	var newest string
	for line := range strings.Lines(read(t, "CHANGELOG.md")) {
		if version, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok && version != "Unreleased" {
			newest = strings.Trim(strings.Fields(version)[0], "[]")
			break
		}
	}
	_, rest, _ := strings.Cut(read(t, "CITATION.cff"), "\nversion: ")
	if cited, _, _ := strings.Cut(rest, "\n"); cited != newest {
		t.Errorf("CHANGELOG.md's newest release is %q, CITATION.cff cites %q", newest, cited)
	}
}
