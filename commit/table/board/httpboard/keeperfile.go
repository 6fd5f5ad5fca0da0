package httpboard

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A KeeperFile is the name of one that keeps a seat. It implements [board.Keeper]. Processes that have
// the same one never both keep something in the place of the same value; where the system has no
// links or locks, as on Windows, only those at the same moment aren't noticed.
type KeeperFile string

// Load implements [board.Keeper].
func (f KeeperFile) Load(first []byte) ([]byte, error) {
	held, err := f.read()
	if !errors.Is(err, os.ErrNotExist) {
		return held, err
	}
	err = putFile(string(f), first, func(from, to string) error {
		err := os.Link(from, to) // which fails if another process has made the file
		if err != nil && !errors.Is(err, os.ErrExist) {
			return os.Rename(from, to) // this file system has no links
		}
		return errors.Join(err, os.Remove(from))
	})
	switch {
	case errors.Is(err, os.ErrExist):
		return f.read()
	case err != nil:
		return nil, err
	}
	return first, nil
}

func (f KeeperFile) read() ([]byte, error) {
	held, err := os.ReadFile(string(f))
	if err == nil {
		err = syncDir(string(f)) // it may have been put there just before a crash, or by another process just now
	}
	if err != nil {
		return nil, err
	}
	return held, nil
}

// Replace implements [board.Keeper]. It leaves the old file or the new one, whatever crashes, and returns
// an [ErrState] if another process has changed it.
func (f KeeperFile) Replace(old, new []byte) error {
	release, err := hold(string(f))
	if err != nil {
		return err
	}
	defer release()
	held, err := os.ReadFile(string(f))
	if err == nil && !bytes.Equal(held, old) {
		err = wrap.Errorf(ErrState, "another process has changed %s", f)
	}
	if err != nil {
		return err
	}
	return putFile(string(f), new, os.Rename)
}

// LoadKey returns the key in a file, a new one if there is none: a board's.
func LoadKey(name string) (record.Key, error) {
	held, err := KeeperFile(name).Load(record.GenerateKey().Bytes())
	if err != nil {
		return record.Key{}, err
	}
	return record.ParseKey(held)
}

// putFile writes a file beside the one with this name, and has it put in that place, so that a crash
// leaves what was there or the new one.
func putFile(name string, value []byte, put func(from, to string) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(value)
	if err = errors.Join(err, fsync(f), f.Close()); err == nil {
		err = put(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	return syncDir(name)
}

// syncDir makes durable that a file is in its directory, where directories are files.
func syncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(fsync(dir), dir.Close())
}
