package record_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// keyOf returns the key of a seat, the same in every run; seat -1 is the board.
func keyOf(t testing.TB, seat int) record.Key {
	t.Helper()
	seed := sha256.Sum256(fmt.Appendf(nil, "key %d", seat))
	key, err := record.ParseKey(seed[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// tableOf returns a table of n seats, with a board that has a key.
func tableOf(t testing.TB, n int, terms string) record.Table {
	t.Helper()
	var keys []ed25519.PublicKey
	for seat := range n {
		keys = append(keys, keyOf(t, seat).Public())
	}
	table, err := record.NewTable([]byte(terms), 10000, keys, keyOf(t, -1).Public())
	if err != nil {
		t.Fatal(err)
	}
	return table
}
