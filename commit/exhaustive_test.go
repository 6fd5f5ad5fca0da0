package commit_test

import "errors"

// These tests walk through all states that a toss or a chain can come to, by their
// stored forms: whatever happens in whatever order comes to one of them.

// What happens to a call that stores something.
type fault int

const (
	works   fault = iota
	fails         // the store fails, and hasn't written
	unclear       // it fails, but has written: the process starts again
	dies          // the process dies after the store has written, and starts again
	faults
)

var errStore = errors.New("the store fails")

// A faulty store writes, or doesn't.
type faulty[S interface{ Bytes() []byte }] struct {
	disk[S]
	fault fault
}

func (f *faulty[S]) store(old, new S) error {
	if f.fault == fails {
		return errStore
	}
	if err := f.disk.store(old, new); err != nil {
		return err
	}
	if f.fault != works {
		return errStore // of a process that dies, nobody hears this
	}
	return nil
}
