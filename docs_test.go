package squaredeal_test

import (
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
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

// The documents at the root speak of each of the packages there.
func TestRootPackagesAreDocumented(t *testing.T) {
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

// The package comment at the root is a map of all packages that users import.
func TestMap(t *testing.T) {
	text := read(t, "doc.go")
	for _, file := range library(t) {
		dir := path.Dir(file)
		if dir != "." && !strings.Contains("/"+dir+"/", "/internal/") && !strings.Contains(text, "["+module+dir+"]") {
			t.Errorf("doc.go lacks %s", dir)
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
	further, err2 := filepath.Glob("*/*/*/SPEC.md")
	if below = append(below, further...); err != nil || err2 != nil || len(specs) != len(packages(t)) || len(further) == 0 {
		t.Fatal(specs, below, err, err2)
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

// The functions, types and tests that proofs and specifications name, such as `sra.TestProofs`
// and `sra.Key.Decrypt`, exist.
func TestNamesInProofs(t *testing.T) {
	declared := declarations(t)
	named := regexp.MustCompile("`(([a-z]+)\\.[\\w.]+)`")
	documents := 0
	for _, pattern := range []string{"*/PROOFS.md", "*/*/PROOFS.md", "*/SPEC.md", "*/*/SPEC.md", "*/*/*/SPEC.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			names := named.FindAllStringSubmatch(read(t, file), -1)
			if len(names) > 0 {
				documents++
			}
			for _, name := range names {
				if declared[name[2]] && !declared[name[1]] {
					t.Errorf("%s names %s, which isn't there", file, name[1])
				}
			}
		}
	}
	if documents == 0 {
		t.Error("no document names anything")
	}
}

// declarations are the library's packages and what they declare, with methods as Type.Method;
// tests are of the package that they test.
func declarations(t *testing.T) map[string]bool {
	declared := make(map[string]bool)
	for _, root := range packages(t) {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			pkg := strings.TrimSuffix(file.Name.Name, "_test")
			declared[pkg] = true
			for _, d := range file.Decls {
				for _, name := range namesOf(d) {
					declared[pkg+"."+name] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return declared
}

// namesOf returns the functions and types that a declaration declares.
func namesOf(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			receiver := d.Recv.List[0].Type
			if pointer, ok := receiver.(*ast.StarExpr); ok {
				receiver = pointer.X
			}
			if of, ok := receiver.(*ast.Ident); ok {
				name = of.Name + "." + name
			}
		}
		names = append(names, name)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.TypeSpec); ok {
				names = append(names, s.Name.Name)
			}
		}
	}
	return names
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
