package table

import (
	"github.com/squaredeal/squaredeal/commit/record"
)

// Places returns how many statements have a place.
func (t *Table) Places() int {
	if t.reader == nil {
		return 0
	}
	return t.reader.Places()
}

// Head returns the head after all places. It differs at tables that have read different ones.
func (t *Table) Head() (head record.Digest) {
	if t.reader != nil {
		head = t.reader.Head()
	}
	return head
}

// HeadAt returns the head after k places, and false if that wasn't read, or is of a round before
// the last one.
func (t *Table) HeadAt(k int) (head record.Digest, ok bool) {
	if t.reader != nil {
		head, ok = t.reader.HeadAt(k)
	}
	return head, ok
}

// Digest returns the digest of the terms, which players compare.
func (t *Table) Digest() record.Digest { return t.agreed.Digest() }

// SignHead signs the head with the board's key: see [record.Reader.SignHead].
func (t *Table) SignHead(key record.Key, stamp int64) ([]byte, error) {
	if t.reader == nil {
		return nil, errZero
	}
	return t.reader.SignHead(key, stamp)
}
