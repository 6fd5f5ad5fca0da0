package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var module, _ = filepath.Abs("../..")

// bundled returns the bundle of a module with a text, made in the package's directory.
func bundled(t *testing.T, name, text string, aliases map[string]string) (string, error) {
	t.Helper()
	entry := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(entry, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(module)
	out, err := bundle(entry, aliases)
	return string(out), err
}

func TestBundle(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.json")
	if err := os.WriteFile(table, []byte(`{"answer": 42}`), 0o600); err != nil {
		t.Fatal(err)
	}
	text := "import { hashOf } from 'squaredeal/seedrng';\nimport table from 'table';\nconsole.log(hashOf('a'), table.answer);\n"
	out, err := bundled(t, "page.js", text, map[string]string{"table": table})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out, "(()=>{") || !strings.Contains(out, "42") || strings.Contains(out, "Paul Miller") ||
		strings.Contains(out, filepath.Dir(table)) {
		t.Errorf("%.300s", out)
	}
	if again, err := bundled(t, "page.js", text, map[string]string{"table": table}); err != nil || again != out {
		t.Errorf("another directory changes the bundle: %v", err)
	}
}

// The licence of noble asks for its notice in every copy.
func TestLicence(t *testing.T) {
	out, err := bundled(t, "page.js", "import { bls12_381 } from '@noble/curves/bls12-381.js';\nconsole.log(bls12_381.params.r);\n", nil)
	if err != nil || !strings.HasPrefix(out, "/*!") || !strings.Contains(out, "Permission is hereby granted") {
		t.Errorf("%v: %.300s", err, out)
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ file, text string }{
		"an unknown package":    {"page.js", "import 'left-pad';"},
		"a node module":         {"page.js", "import 'node:fs';"},
		"an unknown module":     {"page.js", "import './none.js';"},
		"a syntax error":        {"page.js", "let 1;"},
		"a comment of HTML":     {"page.js", "console.log('<!--');"},
		"the start of a script": {"page.js", "console.log('<ScRipt');"},
	} {
		if out, err := bundled(t, c.file, c.text, nil); err == nil {
			t.Errorf("%s is in %s", name, out)
		}
	}
}
