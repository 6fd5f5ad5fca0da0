package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A page goes where it is asked for: through a link, too, to a file or to a device, which stay what they are.
func TestWriteInto(t *testing.T) {
	dir := t.TempDir()
	file, link, device := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "device")
	for name, target := range map[string]string{link: file, device: os.DevNull} {
		if err := os.Symlink(target, name); err != nil {
			t.Skip(err) // as on Windows
		}
	}
	for _, text := range []string{"a longer page", "a page"} {
		if err := replaceFile(link, 0o644, whole(text)); err != nil || readFile(t, file) != text {
			t.Errorf("%v, %q", err, readFile(t, file))
		}
	}
	if err := replaceFile(device, 0o644, whole("a page")); err != nil {
		t.Error(err)
	}
	for _, name := range []string{link, device} {
		if stat, err := os.Lstat(name); err != nil || stat.Mode().IsRegular() {
			t.Errorf("%s is replaced: %v", name, err)
		}
	}
}
