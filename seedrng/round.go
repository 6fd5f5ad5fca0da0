package seedrng

import (
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Round is one that was reserved for a bet. Use it within one request: to draw more in
// a later one, call Reserve again, which fails if another process has gone on and perhaps
// revealed the seed. A Round isn't safe for concurrent use; its Session is.
type Round struct {
	session hiddenSession
	hash    Hash
	nonce   uint64
	bet     string
	stream  Stream
}

// Nonce returns the round's nonce.
func (r *Round) Nonce() uint64 { return r.nonce }

// Bet returns the server's name of the round's bet.
func (r *Round) Bet() string { return r.bet }

// Stream returns what the round draws from, the zero Stream for the zero Round.
func (r *Round) Stream() *Stream { return &r.stream }

// Finish closes the round, so that its server seed may be revealed. From the call on,
// the streams that the Session has given for this round are over. Finishing again does
// nothing. If the state can't be stored, the round stays open, to be finished by
// another call.
func (r *Round) Finish() error {
	if secret.IsZero(r.session) {
		return wrap.Errorf(ErrMalformed, "zero Round")
	}
	s := secret.Reveal(r.session)
	return s.cell.Change(func(st sessionState) (*sessionState, error) {
		i, ok := st.find(r.nonce)
		if !ok || st.hash != r.hash {
			return nil, nil
		}
		if over := s.over[r.nonce]; over != nil {
			over.Store(true)
			delete(s.over, r.nonce)
		}
		finished := st.finish(i)
		return &finished, nil
	})
}
