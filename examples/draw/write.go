package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeNew writes a file, all of it or none, unless there is one of that name: then it fails.
func writeNew(file string, mode os.FileMode, write func(w io.Writer) error) error {
	return writeWhole(file, mode, os.Link, write)
}

// replaceFile writes a file, all of it or none, in place of one that is there. What isn't a file by itself, such
// as /dev/stdout or a link, stays: it is written into.
func replaceFile(file string, mode os.FileMode, write func(w io.Writer) error) error {
	if stat, err := os.Lstat(file); err != nil || stat.Mode().IsRegular() {
		return writeWhole(file, mode, os.Rename, write)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

// writeWhole writes another file first, and then puts it in place.
func writeWhole(file string, mode os.FileMode, place func(old, new string) error, write func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".draw-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := f.Chmod(mode); err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := errors.Join(write(w), w.Flush(), f.Sync(), f.Close()); err != nil {
		return err
	}
	return place(f.Name(), file)
}

// whole writes a text.
func whole(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}
