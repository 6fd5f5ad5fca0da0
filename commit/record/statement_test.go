package record_test

import (
	"bytes"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A statement gets the same place, and makes the same head, whether its message is shown or
// only hashed; a reader by itself takes none that are pruned.
func TestPruned(t *testing.T) {
	agreed := agreementOf(t, 2, "pruned")
	full, _ := begun(t, agreed, 2)
	other, _ := begun(t, agreed, 2)
	post := sign(t, full, 0, "a message that isn't needed")
	pruned := record.Prune(post)
	if len(pruned) != record.PrunedSize || !bytes.Equal(record.Prune(pruned), pruned) {
		t.Fatalf("%x", pruned)
	}
	refused(t, other, pruned, record.ErrNoPlace, "the message of seat 0 was left out")
	read(t, full, post)
	st, err := other.Judge(pruned)
	if err == nil {
		err = other.Place(st, 0)
	}
	if err != nil || !st.Pruned() || st.Kind != 'a' || st.Len != 26 {
		t.Fatalf("%v: %+v", err, st)
	}
	if full.Head() != other.Head() {
		t.Error("the heads differ")
	}
	refused(t, other, post, record.ErrNoPlace, "seat 0 names place 2 of 3") // it has one already
}

// Every byte of both forms is signed, and a form isn't taken for the other.
func TestForms(t *testing.T) {
	agreed := agreementOf(t, 2, "forms")
	reader, _ := begun(t, agreed, 2)
	post := sign(t, reader, 1, "message")
	for _, form := range [][]byte{post, record.Prune(post)} {
		st, err := agreed.Verify(form)
		if err != nil || st.Seat != 1 || st.Places != 2 || st.Kind != 'm' || st.Len != 6 {
			t.Fatal(st, err)
		}
		for i := range form {
			for _, bit := range []byte{1, 2, 128} {
				altered := bytes.Clone(form)
				altered[i] ^= bit
				if _, err := agreed.Verify(altered); err == nil {
					t.Errorf("byte %d of %d may be altered", i, len(form))
				}
				if parsed, err := record.ParseStatement(altered); err == nil && parsed.Pruned() != (altered[0] == 3) {
					t.Error("a form is taken for another")
				}
			}
		}
		for n := range len(form) {
			if _, err := agreed.Verify(form[:n]); err == nil {
				t.Errorf("%d bytes are enough", n)
			}
		}
		if record.IsHead(form) {
			t.Error("a statement is a head")
		}
	}
}
