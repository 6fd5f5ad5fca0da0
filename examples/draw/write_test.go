package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A page goes where it is asked for: into a device or through a link, too, which stay what they are.
func TestWriteInto(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err) // as on Windows
	}
	for _, text := range []string{"a longer page", "a page"} {
		if err := replaceFile(link, 0o644, whole(text)); err != nil || readFile(t, file) != text {
			t.Errorf("%v, %q", err, readFile(t, file))
		}
	}
	if stat, err := os.Lstat(link); err != nil || stat.Mode().IsRegular() {
		t.Errorf("the link is replaced: %v", err)
	}
	if err := replaceFile(os.DevNull, 0o644, whole("a page")); err != nil {
		t.Error(err)
	}
}
