package seedrng

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
)

// MaxOpenRounds is the number of rounds that may be reserved and not yet finished
// in one [Session].
const MaxOpenRounds = 1024

// A Session is a server's side of one player's sequence of seeds. It keeps the
// active server seed secret, reserves nonces, and has the next server seed fixed,
// its hash public, before the player chooses a client seed to go with it.
//
// The server gives it a store function, which is called with the new [State] before
// anything of a change is shown: before a round's stream can be read, before a seed
// is revealed. It is called while the Session is locked, so states come in the
// order of the changes; it must not call the Session. If it returns an error, the
// call fails with that error and the Session stays as it was. What was stored may
// then be either state, and both are safe to go on from; but a store that has
// failed must not write later than a newer one.
//
// To go on after a restart, give the latest state to [ParseSession], resume each of
// the View's OpenRounds with the bet that it belongs to, and finish it. There must
// be no more than one live Session for a state: two of them, or one made from an
// older backup, deal the same nonce twice. Where requests load sessions from a
// database, let store replace only the state that was loaded or stored last, and
// fail otherwise.
//
// A Session is safe for concurrent use, and prints as redacted; what may be shown
// to anybody is its [View].
type Session struct {
	store func(State) error

	mu    sync.Mutex
	state sessionState // replaced as a whole; its slices are never written to
}

// A State is all that a [Session] remembers, live server seeds among it: keep it as
// secret as a private key. It prints as redacted and refuses to be marshalled;
// [State.Bytes] is what to store.
type State struct {
	bytes func() []byte // a closure, for the reason given at ServerSeed
}

// Bytes returns a copy of the encoding that SPEC.md, section 5.3, defines, nil for the
// zero value.
func (s State) Bytes() []byte {
	if s.bytes == nil {
		return nil
	}
	return bytes.Clone(s.bytes())
}

// Format prints the state as redacted, whatever the verb.
func (State) Format(f fmt.State, _ rune) { io.WriteString(f, "seedrng.State(redacted)") }

// MarshalText always fails, as ServerSeed's does.
func (State) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: the state of a session isn't marshalled: store its Bytes", ErrState)
}

// A View is the public side of a [Session].
type View struct {
	// ServerHash commits to the active server seed; zero before the first rotation.
	ServerHash Hash   `json:"serverHash,omitzero"`
	ClientSeed string `json:"clientSeed,omitempty"`
	// NextNonce is the one that the next reserved round gets; the first is 0.
	NextNonce uint64 `json:"nextNonce"`
	// OpenRounds are the nonces of the rounds not yet finished, in ascending order.
	OpenRounds []uint64 `json:"openRounds,omitempty"`
	// NextServerHash commits to the server seed that the next rotation activates.
	// The player sends it back with a client seed.
	NextServerHash Hash `json:"nextServerHash"`
	// Revealed is the pair of seeds that the latest rotation ended; nil before the second.
	Revealed *Revealed `json:"revealed,omitempty"`
}

// Revealed is a pair of seeds that will not be used again. A player checks it
// against their own records, not against this: [Verify] with the hash that they
// were shown, the client seed that they sent, and a [Stream] for each of their bets
// (SPEC.md, section 5.4).
type Revealed struct {
	ServerSeed string `json:"serverSeed"`
	ClientSeed string `json:"clientSeed"`
	Rounds     uint64 `json:"rounds"` // reserved with these seeds; their nonces are the integers below
}

// GenerateSession returns a session with the next server seed fixed and none
// active: show the player its View, and call Rotate with the client seed that the
// player chooses. It fails if store does, or is nil.
func GenerateSession(store func(State) error) (*Session, error) {
	if store == nil {
		return nil, malformed("store function is nil")
	}
	s := &Session{store: store}
	if err := s.commit(sessionState{next: GenerateServerSeed()}); err != nil {
		return nil, err
	}
	return s, nil
}

// ParseSession returns the session with a stored state, as its Bytes. It returns an
// [ErrMalformed] for a nil store, and for a state that was damaged: the checksum in
// it is one against accidents, not against somebody who can write to the database.
func ParseSession(state []byte, store func(State) error) (*Session, error) {
	if store == nil {
		return nil, malformed("store function is nil")
	}
	st, err := parseState(state)
	if err != nil {
		return nil, err
	}
	return &Session{store: store, state: st}, nil
}

// View returns what anybody may see, now.
func (s *Session) View() View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.view()
}

// Rotate ends the active pair of seeds and reveals its server seed in the View that
// it returns, until the next rotation. The next server seed becomes active with the
// client seed that the player has chosen for it, nonces start again at 0, and
// another server seed is fixed to come after it. The first call of a session
// reveals nothing.
//
// The player sends nextServerHash, as shown in the View, together with the client
// seed. If it isn't the current one, as in a request that came twice or late,
// Rotate returns an [ErrMismatch]. While a round is open it returns an [ErrState],
// since the seed would show the round's cards to come. It returns an [ErrMalformed]
// for a client seed that isn't 1 to [MaxSeedLen] bytes of UTF-8.
func (s *Session) Rotate(nextServerHash Hash, client string) (View, error) {
	if err := checkSeed("client seed", client); err != nil {
		return View{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if nextServerHash != s.state.next.Hash() {
		return View{}, fmt.Errorf("%w: next server seed hash %v isn't the current one", ErrMismatch, nextServerHash)
	}
	if n := len(s.state.open); n > 0 {
		return View{}, fmt.Errorf("%w: %d rounds are open, nonce %d the first", ErrState, n, s.state.open[0])
	}
	rotated := sessionState{active: s.state.next, client: client, next: GenerateServerSeed()}
	if s.state.started() {
		rotated.revealed = s.state.active
		rotated.revealedClient = s.state.client
		rotated.revealedRounds = s.state.nonce
	}
	if err := s.commit(rotated); err != nil {
		return View{}, err
	}
	return rotated.view(), nil
}

// Reserve takes the next nonce for a new round and returns it with the round's
// stream. It returns an [ErrState] before the first rotation and while
// [MaxOpenRounds] rounds are open, and an [ErrExhausted] after nonce 2⁶⁴−2.
func (s *Session) Reserve() (nonce uint64, stream *Stream, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.state.started():
		return 0, nil, fmt.Errorf("%w: no seeds are active before the first rotation", ErrState)
	case len(s.state.open) >= MaxOpenRounds:
		return 0, nil, fmt.Errorf("%w: %d rounds are open", ErrState, MaxOpenRounds)
	case s.state.nonce == math.MaxUint64:
		return 0, nil, fmt.Errorf("%w: every nonce of these seeds is used: rotate", ErrExhausted)
	}
	nonce = s.state.nonce
	reserved := s.state
	reserved.nonce++
	reserved.open = append(slices.Clone(s.state.open), nonce)
	stream, err = NewStream(reserved.active, reserved.client, nonce)
	if err != nil {
		return 0, nil, err
	}
	if err := s.commit(reserved); err != nil {
		return 0, nil, err
	}
	return nonce, stream, nil
}

// Resume returns the stream of an open round from its start again, so that a server
// can finish that round, with the same bet, after a restart. It returns an
// [ErrState] if the round isn't open.
func (s *Session) Resume(nonce uint64) (*Stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.state.find(nonce); err != nil {
		return nil, err
	}
	return NewStream(s.state.active, s.state.client, nonce)
}

// Finish closes an open round, so that its server seed may be revealed: nothing may
// be drawn from its stream any more. It returns an [ErrState] if the round isn't
// open.
func (s *Session) Finish(nonce uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.state.find(nonce)
	if err != nil {
		return err
	}
	finished := s.state
	finished.open = slices.Delete(slices.Clone(s.state.open), i, i+1)
	return s.commit(finished)
}

// Format prints the session as redacted, whatever the verb.
func (*Session) Format(f fmt.State, _ rune) { io.WriteString(f, "seedrng.Session(redacted)") }

// MarshalText always fails, as ServerSeed's does; the state goes to the store
// function, and the public side is the View.
func (*Session) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a session isn't marshalled: use its View, or the state it stores", ErrState)
}

// commit stores the state and then makes it the current one. The caller holds mu.
func (s *Session) commit(st sessionState) error {
	if s.store == nil {
		return fmt.Errorf("%w: the session was made neither by GenerateSession nor by ParseSession", ErrState)
	}
	encoding := st.encode()
	if err := s.store(State{func() []byte { return encoding }}); err != nil {
		return fmt.Errorf("seedrng: storing the session: %w", err)
	}
	s.state = st
	return nil
}

// sessionState is what a Session remembers. Seeds that don't exist yet are zero.
type sessionState struct {
	active ServerSeed
	client string
	nonce  uint64   // the next one, and so the number of those reserved
	open   []uint64 // ascending
	next   ServerSeed

	revealed       ServerSeed
	revealedClient string
	revealedRounds uint64
}

func (st *sessionState) started() bool { return !st.active.isZero() }

func (st *sessionState) find(nonce uint64) (int, error) {
	i, ok := slices.BinarySearch(st.open, nonce)
	if !ok {
		return 0, fmt.Errorf("%w: round %d isn't open", ErrState, nonce)
	}
	return i, nil
}

func (st *sessionState) view() View {
	v := View{
		ServerHash:     st.active.Hash(),
		ClientSeed:     st.client,
		NextNonce:      st.nonce,
		OpenRounds:     append([]uint64(nil), st.open...), // nil if none, as in the JSON form
		NextServerHash: st.next.Hash(),
	}
	if !st.revealed.isZero() {
		v.Revealed = &Revealed{
			ServerSeed: st.revealed.Reveal(),
			ClientSeed: st.revealedClient,
			Rounds:     st.revealedRounds,
		}
	}
	return v
}

const stateLabel = "squaredeal/seedrng/v1/session"

// encode writes the state as SPEC.md, section 5.3, defines it.
func (st *sessionState) encode() []byte {
	b := appendField(nil, stateLabel)
	b = appendField(b, st.active.Reveal())
	b = appendField(b, st.client)
	b = binary.BigEndian.AppendUint64(b, st.nonce)
	b = binary.BigEndian.AppendUint64(b, uint64(len(st.open)))
	for _, nonce := range st.open {
		b = binary.BigEndian.AppendUint64(b, nonce)
	}
	b = appendField(b, st.next.Reveal())
	b = appendField(b, st.revealed.Reveal())
	b = appendField(b, st.revealedClient)
	b = binary.BigEndian.AppendUint64(b, st.revealedRounds)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

func appendField(b []byte, field string) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
	return append(b, field...)
}

// parseState accepts the states that encode writes, and no others.
func parseState(b []byte) (sessionState, error) {
	r := stateReader{rest: b[:max(0, len(b)-sha256.Size)]}
	sum := sha256.Sum256(r.rest)
	r.check("checksum", bytes.Equal(sum[:], b[len(r.rest):]))
	r.check("label", r.field("label") == stateLabel)

	var st sessionState
	st.active = r.seed("active server seed")
	st.client = r.field("client seed")
	r.check("client seed", belongs(st.client, st.active))
	st.nonce = r.uint64("next nonce")
	r.check("next nonce", st.started() || st.nonce == 0)

	n := r.uint64("open rounds")
	r.check("open rounds", n <= MaxOpenRounds)
	for r.err == nil && uint64(len(st.open)) < n {
		st.open = append(st.open, r.uint64("open rounds"))
	}
	for i, nonce := range st.open {
		r.check("open rounds", nonce < st.nonce && (i == 0 || st.open[i-1] < nonce))
	}

	st.next = r.seed("next server seed")
	r.check("next server seed", !st.next.isZero() && !st.next.Equal(st.active))

	st.revealed = r.seed("revealed server seed")
	st.revealedClient = r.field("revealed client seed")
	st.revealedRounds = r.uint64("revealed rounds")
	none := st.revealed.isZero()
	r.check("revealed server seed", none || st.started() && !st.revealed.Equal(st.active) && !st.revealed.Equal(st.next))
	r.check("revealed client seed", belongs(st.revealedClient, st.revealed))
	r.check("revealed rounds", !none || st.revealedRounds == 0)
	r.check("length", len(r.rest) == 0)
	if r.err != nil {
		return sessionState{}, r.err
	}
	return st, nil
}

// belongs reports whether there is a client seed exactly if there is a server seed.
func belongs(client string, server ServerSeed) bool {
	if server.isZero() {
		return client == ""
	}
	return checkSeed("client seed", client) == nil
}

// A stateReader takes fields off the front of a state. After its first error it
// returns zero values and keeps that error.
type stateReader struct {
	rest []byte
	err  error
}

func (r *stateReader) check(field string, ok bool) {
	if !ok && r.err == nil {
		r.err = malformed("session state: %s", field)
	}
}

func (r *stateReader) uint64(field string) uint64 {
	r.check(field, len(r.rest) >= 8)
	if r.err != nil {
		return 0
	}
	v := binary.BigEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return v
}

func (r *stateReader) field(name string) string {
	n := r.uint64(name)
	r.check(name, n <= uint64(len(r.rest)))
	if r.err != nil {
		return ""
	}
	v := string(r.rest[:n])
	r.rest = r.rest[n:]
	return v
}

// seed reads a seed that GenerateServerSeed can have made, or none. No other is let
// in, because a Session deals from its seeds (see ServerSeed.Predictable).
func (r *stateReader) seed(name string) ServerSeed {
	text := r.field(name)
	if text == "" {
		return ServerSeed{}
	}
	_, err := ParseHash(text) // a seed's text has the form of a hash's
	r.check(name, err == nil)
	return newServerSeed(text)
}
