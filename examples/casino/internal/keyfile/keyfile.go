// Package keyfile reads the files in which a server keeps its keys.
package keyfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Load returns what the file of this name holds, which nobody but its owner may read. If there
// is none, it makes one of the first content, and made is true. Of several processes that do
// so at once, one makes the file and all read it.
func Load(name string, first []byte) (content []byte, made bool, err error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if made, err = write(name, first); err != nil {
			return nil, false, fmt.Errorf("making a key file: %w", err)
		}
	}
	info, err := os.Stat(name)
	if err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		err = fmt.Errorf("mode %#o lets others read it: chmod 600", info.Mode().Perm())
	}
	if err == nil {
		content, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, false, fmt.Errorf("key file %s: %w", name, err)
	}
	return content, made, nil
}

// write writes a file under another name, and then gives it the right one, unless another
// process was faster.
func write(name string, content []byte) (made bool, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return false, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return false, err
	}
	if err = os.Link(f.Name(), name); errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}
