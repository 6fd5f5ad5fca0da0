// Command genverify writes the files of the casino's pages that are made of others:
// verify.html and sites.html, each one file from a page here and the modules of web/check and
// of the npm package, and the vectors that they fetch. esbuild, a tool of this module, joins
// the modules and makes them small.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/squaredeal/squaredeal/js"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

//go:generate go run . ../..

// The files of vectors, by what the pages fetch.
var vectors = map[string]string{
	"web/vectors.json.gz":       "../../seedrng/testdata/vectors.json",
	"web/sites-vectors.json.gz": "../../seedrng/sites/testdata/vectors.json",
	"web/rounds.json.gz":        "../../seedrng/sites/testdata/rounds.json",
}

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "genverify:", err)
		os.Exit(1)
	}
}

// run writes the files below the casino's directory.
func run(casino string) error {
	dir, err := os.MkdirTemp("", "genverify")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	table, err := json.Marshal(sites.Sites()) // which has what schemes.json doesn't keep
	if err != nil {
		return err
	}
	schemes := filepath.Join(dir, "schemes.json")
	if err := os.WriteFile(schemes, table, 0o600); err != nil {
		return err
	}
	if err := lay(casino, dir); err != nil {
		return err
	}
	steps := filepath.Join(dir, "steps.js")
	if err := listSteps(dir, steps); err != nil {
		return err
	}
	for _, name := range []string{"verify", "sites"} {
		if err := write(casino, dir, name, "schemes="+schemes, "steps="+steps); err != nil {
			return err
		}
	}
	for name, source := range vectors {
		if err := compress(filepath.Join(casino, name), filepath.Join(casino, source)); err != nil {
			return err
		}
	}
	return nil
}

// lay copies the sources of pages to a directory, with the modules of package squaredeal where
// the casino serves them.
func lay(casino, dir string) error {
	for _, sources := range []string{"web", "internal/genverify"} {
		if err := os.CopyFS(filepath.Join(dir, sources), os.DirFS(filepath.Join(casino, sources))); err != nil {
			return err
		}
	}
	return os.CopyFS(filepath.Join(dir, "web/squaredeal"), js.Files)
}

// write writes a page of one file from the sources in a directory.
func write(casino, dir, name string, aliases ...string) error {
	page, err := os.ReadFile(filepath.Join(casino, "internal/genverify", name+".html"))
	if err != nil {
		return err
	}
	style, err := bundle(casino, dir, "page.css", aliases)
	if err != nil {
		return err
	}
	script, err := bundle(casino, dir, name+".js", aliases)
	if err != nil {
		return err
	}
	if strings.Contains(script, "</script") || strings.Contains(style, "</style") {
		return errors.New("the page would end its script or style early")
	}
	whole := strings.NewReplacer("/*STYLE*/", style, "/*SCRIPT*/", script).Replace(string(page))
	return os.WriteFile(filepath.Join(casino, "web", name+".html"), []byte(whole), 0o644)
}

// listSteps writes a module that exports the steps.js of each of the casino's games.
func listSteps(dir, name string) error {
	root := filepath.Join(dir, "web/games")
	all, err := filepath.Glob(filepath.Join(root, "*/steps.js"))
	if err != nil {
		return err
	}
	var module bytes.Buffer
	for _, steps := range all {
		fmt.Fprintf(&module, "export * as %s from %q;\n", filepath.Base(filepath.Dir(steps)), filepath.ToSlash(steps))
	}
	return os.WriteFile(name, module.Bytes(), 0o600)
}

// bundle returns a file of the sources and all that it imports, made small. An alias,
// NAME=FILE, says which file an import of that name is.
func bundle(casino, dir, entry string, aliases []string) (string, error) {
	args := []string{"tool", "esbuild", "--bundle", "--minify", "--format=iife", "--charset=utf8", "--log-level=warning"}
	for _, alias := range aliases {
		args = append(args, "--alias:"+alias)
	}
	cmd := exec.Command("go", append(args, filepath.Join(dir, "internal/genverify", entry))...)
	cmd.Dir = casino
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("esbuild: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// compress writes a file compressed, unless it is there: another version of Go may
// compress it to other bytes.
func compress(name, source string) error {
	want, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(name); err == nil {
		if r, err := gzip.NewReader(bytes.NewReader(old)); err == nil {
			if got, err := io.ReadAll(r); err == nil && bytes.Equal(got, want) {
				return nil
			}
		}
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(want); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
