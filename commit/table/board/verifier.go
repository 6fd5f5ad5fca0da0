package board

import (
	"crypto/ed25519"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A Verifier knows how posts of a board must be signed, as of when it was asked for. It may be
// used by several goroutines.
type Verifier struct{ lobby lobby }

// Verifier returns one for the next post, after what was read.
func (w *Watcher) Verifier() Verifier {
	v := Verifier{w.lobby}
	v.lobby.seats = w.Seats() // of the rest, it looks only at what is never altered
	return v
}

// A Candidate is a post whose form and signature were found good.
type Candidate struct {
	Key ed25519.PublicKey // in whose name it speaks

	post      []byte
	request   *Request
	reset     bool
	statement record.Statement
	at        record.Digest // of the agreement
}

// Verify checks a post's form and signature, or returns a [Refusal]. What only a board says, offers
// and heads, is refused, except a reset that it has signed of the lobby as it is: it may have
// lost that.
func (v Verifier) Verify(post []byte) (Candidate, error) {
	l := &v.lobby
	if r, err := ParseRequest(post); err == nil && l.offer != nil {
		if !r.signed(*l.offer) {
			return Candidate{}, refuse(Signature, "a request for seat %d", r.Seat)
		}
		return Candidate{Key: r.Key, post: slices.Clone(post), request: &r}, nil
	}
	switch _, err := record.ParseStatement(post); {
	case l.reader != nil && l.isReset(post):
		return Candidate{Key: l.offer.Board, post: slices.Clone(post), reset: true}, nil
	case err != nil || len(post) > MaxPostLen:
		return Candidate{}, refuse(Malformed, "%d bytes are no request and no statement", len(post))
	case l.reader == nil:
		return Candidate{}, refuse(Later, "a statement, and there are free seats")
	}
	st, err := l.agreement.Verify(post)
	if err != nil {
		return Candidate{}, refused(err)
	}
	return Candidate{Key: l.seats[st.Seat], post: slices.Clone(post), statement: st, at: l.agreement.Digest()}, nil
}
