package table

import (
	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Audit reads a transcript, as somebody without a seat who trusts nobody, and compares it
// with what the board signed at its end. It returns the table as far as it came, also with
// an error: of record.Reader.Check, an [ErrState] if posts aren't in order, or an
// [ErrMalformed] if the terms are no table's. Without a signed head, nil, the transcript
// shows what the seats' heads cover: neither silence nor its own end.
func Audit(terms Terms, game Game, posts []record.Post, signed []byte) (*Table, error) {
	t, err := Watch(terms, game)
	if err != nil {
		return nil, err
	}
	for _, p := range posts {
		if _, err := t.Read(t.heard, p); err != nil {
			return t, err
		}
	}
	if signed == nil {
		return t, nil
	}
	head, err := t.reader.Check(signed)
	if err == nil && head.Places != t.Places() {
		err = wrap.Errorf(record.ErrFork, "the board has signed %d places, and %d were read", head.Places, t.Places())
	}
	return t, err
}
