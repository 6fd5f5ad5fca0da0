package seedrng

import (
	"sync/atomic"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

const (
	// MaxOpenRounds is the number of rounds that may be open in one [Session].
	MaxOpenRounds = 1024
	// MaxBetLen is the length of the longest name of a bet, in bytes.
	MaxBetLen = 128
)

type hiddenSession = secret.Value[*session]

// A Session is a server's side of one player's sequence of seeds. It keeps the
// active server seed secret, gives each bet a nonce, and has the next server seed
// fixed, its hash public, before the player chooses a client seed to go with it.
//
// Its store function is called with the state that it replaces and the new one before
// anything of a change can be seen: before a round can be drawn, before a seed is
// revealed. It must replace exactly the old state in the database, and fail if
// anything else is there; old is zero, with nil Bytes, when the session is new. That
// stops a second process which loaded the same state. It may succeed without writing
// if it finds the new state already there. It is called while the Session is locked,
// and must not call it.
//
// If the store function fails, so does the call, and the Session is what it was. Then
// what the database holds is unknown, the new state perhaps. So neither refund a bet
// nor give its nonce to another: repeat the call, on this Session or on one made from
// what the database holds. Every call may be repeated, and says what comes of it.
//
// After a restart, give the stored state to [ParseSession]. The View lists the open
// rounds with their bets; [Session.Reserve] with the same arguments returns each of them
// again. A state restored from an older backup would deal nonces twice.
//
// A Session is safe for concurrent use, copies of it share its state, and it prints as
// redacted. What anybody may see is its [View].
type Session struct{ hiddenSession }

type session struct {
	cell *stored.Cell[sessionState]
	// The cell's lock guards these two.

	// spare is the server seed that a rotation fixes. It stays the same until the rotation
	// is stored, so that trying again stores the same state.
	spare ServerSeed
	// over has, by nonce, what ends the streams given for an open round.
	over map[uint64]*atomic.Bool
}

// GenerateSession returns a session with the next server seed fixed and none active:
// show the player its View, and call Rotate with the client seed that the player
// chooses. It fails if store does, or is nil. To try again, go on from what the database
// holds, and if that is nothing, call it again.
func GenerateSession(store func(old, new SessionState) error) (*Session, error) {
	if store == nil {
		return nil, wrap.Errorf(ErrMalformed, "nil store function")
	}
	cell, err := stored.New(newState(GenerateServerSeed()), sessionState.encode, storeSession(store))
	if err != nil {
		return nil, err
	}
	return newSession(cell), nil
}

// ParseSession returns the session of a stored state, given as its Bytes. It returns
// an [ErrMalformed] for a nil store function and for a state that was damaged: the
// checksum in it detects accidents, not tampering.
func ParseSession(state []byte, store func(old, new SessionState) error) (*Session, error) {
	if store == nil {
		return nil, wrap.Errorf(ErrMalformed, "nil store function")
	}
	st, err := parseSessionState(state)
	if err != nil {
		return nil, err
	}
	cell := stored.Open(st, state, sessionState.encode, storeSession(store))
	return newSession(cell), nil
}

func newSession(cell *stored.Cell[sessionState]) *Session {
	return &Session{secret.Hide(&session{cell: cell, over: make(map[uint64]*atomic.Bool)})}
}

func storeSession(store func(old, new SessionState) error) func(old, new stored.State) error {
	return stored.Store(store, func(s stored.State) SessionState { return SessionState{s} }, "seedrng: storing the session")
}

// inner returns what s hides.
func (s *Session) inner() (*session, error) {
	if secret.IsZero(s.hiddenSession) {
		return nil, wrap.Errorf(ErrMalformed, "zero Session")
	}
	return secret.Reveal(s.hiddenSession), nil
}

// Rotate ends the active pair of seeds and reveals its server seed in the View that it
// returns. The next server seed becomes active with the client seed that the player
// has chosen for it, nonces start again at 0, and another server seed is fixed to come
// after it. The first call of a session reveals nothing.
//
// The player sends nextServerHash, as shown in the View, together with the client
// seed. The call that made them the active pair may be repeated: it changes nothing
// and returns the View. Rotate returns an [ErrMalformed] for a client seed that isn't 1
// to [MaxSeedLen] bytes of UTF-8, an [ErrMismatch] for any other hash and for another
// client seed with the active hash, and an [ErrOpen] while a round is open, since the
// seed would show what is still to be drawn.
func (s *Session) Rotate(nextServerHash Hash, client string) (View, error) {
	inner, err := s.inner()
	if err != nil {
		return View{}, err
	}
	if err := checkText("client seed", client, MaxSeedLen); err != nil {
		return View{}, err
	}
	var view View
	err = inner.cell.Change(func(st sessionState) (*sessionState, error) {
		switch {
		case st.started() && nextServerHash == st.hash && client == st.client:
			view = st.view()
			return nil, nil
		case st.started() && nextServerHash == st.hash:
			return nil, wrap.Errorf(ErrMismatch, "the server seed with the hash %v is active with another client seed", nextServerHash)
		case nextServerHash != st.nextHash:
			return nil, wrap.Errorf(ErrMismatch, "%v isn't the hash of the next server seed", nextServerHash)
		case len(st.open) > 0:
			return nil, wrap.Errorf(ErrOpen, "%d in all, the first with nonce %d", len(st.open), st.open[0].nonce)
		}
		if inner.spare.isZero() || inner.spare.Equal(st.next) {
			inner.spare = GenerateServerSeed()
		}
		clear(inner.over) // of calls of Reserve that failed
		rotated := st.rotate(client, inner.spare)
		view = rotated.view()
		return &rotated, nil
	})
	if err != nil {
		return View{}, err
	}
	return view, nil
}

// Reserve opens the round of a bet. The player's request names the pair of seeds, by
// the hash of its server seed, and the nonce, which is the number of bets that they
// have made with it before; bet is the server's own name of the bet, 1 to [MaxBetLen]
// bytes of UTF-8, which tells after a crash whose round it is.
//
// The same call again, as long as the round is open, gives the same round, with its
// stream at the start: so a request that comes twice, or after a restart, is no second
// bet. It stores the unchanged state, old and new being equal, to make sure that no
// other process has gone on from it. (A database that counts only the rows which an
// update changed, as MySQL does unless told otherwise, would see a conflict there.)
//
// Reserve returns an [ErrMismatch] if the server hash isn't the active one, if the
// nonce is one still to come, or if the nonce or the bet belongs to another open
// round; an [ErrNoSeeds] before the first rotation; an [ErrFinished] if the round was
// finished or declined, so that its answer is in the server's records; an [ErrOpen] while
// [MaxOpenRounds] rounds are open; and an [ErrExhausted] after nonce 2⁶⁴−2.
//
// A bet that is settled at once takes one call of [Session.Play] instead. One that the
// server doesn't take is given to [Session.Decline].
func (s *Session) Reserve(serverHash Hash, nonce uint64, bet string) (*Round, error) {
	inner, err := s.inner()
	if err != nil {
		return nil, err
	}
	if err := checkBetName(bet); err != nil {
		return nil, err
	}
	var round *Round
	err = inner.cell.Change(func(st sessionState) (*sessionState, error) {
		if err := st.checkBet(serverHash, nonce, bet); err != nil {
			return nil, err
		}
		if nonce == st.nonce {
			st = st.reserve(bet)
		}
		if inner.over[nonce] == nil {
			inner.over[nonce] = new(atomic.Bool)
		}
		round = &Round{session: s.hiddenSession, hash: st.hash, nonce: nonce, bet: bet,
			stream: newStream(st.key, st.client, nonce, inner.over[nonce])}
		return &st, nil
	})
	if err != nil {
		return nil, err
	}
	return round, nil
}

// Play is Reserve and Finish for a bet that is settled at once: it calls draw with the
// stream of the round, after one call of the store function. The stream ends when draw
// returns. The same call again draws the same, until another nonce is used.
//
// Play returns the errors of [Session.Reserve], an [ErrOpen] if the round is open, which
// Finish closes, and an [ErrMalformed] for a nil draw. Then draw wasn't called.
//
// A server may store the answer after the state, and crash between the two. If Play or
// Decline returns an ErrFinished and the records have no answer, the other one was stored
// before the crash: repeat that one.
func (s *Session) Play(serverHash Hash, nonce uint64, bet string, draw func(*Stream)) error {
	if draw == nil {
		return wrap.Errorf(ErrMalformed, "nil draw function")
	}
	inner, err := s.inner()
	if err != nil {
		return err
	}
	if err := checkBetName(bet); err != nil {
		return err
	}
	var stream Stream
	var over atomic.Bool
	err = inner.cell.Change(func(st sessionState) (*sessionState, error) {
		stream = newStream(st.key, st.client, nonce, &over)
		return st.close(serverHash, nonce, lastBet{played, bet})
	})
	if err != nil {
		return err
	}
	defer over.Store(true)
	draw(&stream)
	return nil
}

// Decline uses up the nonce of a bet that the server doesn't take, as when the player's
// balance doesn't cover the stake. Nothing is ever drawn for it. Answer the bet, and
// every repetition of it, by [Request.Decline] with the same reason: store that answer, as
// any other. When the seed is revealed, the player sees what the bet would have given.
// Decline for reasons that have nothing to do with the draw.
//
// The same call again changes nothing, until another nonce is used. Decline returns the
// errors of [Session.Reserve], and an [ErrOpen] if the round is open: it is played. For an
// [ErrFinished] without an answer in the records, see [Session.Play].
func (s *Session) Decline(serverHash Hash, nonce uint64, bet string) error {
	inner, err := s.inner()
	if err != nil {
		return err
	}
	if err := checkBetName(bet); err != nil {
		return err
	}
	return inner.cell.Change(func(st sessionState) (*sessionState, error) {
		return st.close(serverHash, nonce, lastBet{declined, bet})
	})
}
