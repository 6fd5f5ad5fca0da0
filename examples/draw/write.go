package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeWhole writes a file, all of it or none: first another one, which is then put in its place.
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
