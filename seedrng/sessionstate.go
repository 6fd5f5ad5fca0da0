package seedrng

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

type encoding = stored.State

// A SessionState is all that a [Session] remembers, live server seeds among it: keep
// it as secret as a private key. It prints as redacted and refuses to be encoded;
// [SessionState.Bytes] is what to give to a database.
type SessionState struct{ encoding }

// Bytes returns a copy of the encoding that SPEC.md, section 5.3, defines, nil for the
// zero value.
func (s SessionState) Bytes() []byte { return stored.Bytes(s.encoding) }

// sessionState is what a Session remembers. Seeds that don't exist yet are zero. It is
// replaced as a whole, and nothing that it points to is written to.
type sessionState struct {
	active ServerSeed
	client string
	nonce  uint64      // the next one, and so the number of those reserved
	open   []openRound // nonces ascend
	last   lastBet     // with the nonce before
	next   ServerSeed

	revealed       ServerSeed
	revealedClient string
	revealedRounds uint64

	// These follow from the above.
	key            stream.Key // of active
	hash, nextHash Hash
}

// A lastBet is the last one that was played or declined at once. It makes these calls
// safe to repeat, and the states of two processes differ that use a nonce for two bets.
type lastBet struct {
	how  uint64
	name string
}

const (
	played   = 1
	declined = 2
)

type openRound struct {
	nonce uint64
	bet   string
}

// newState is the state of a new session.
func newState(next ServerSeed) sessionState { return sessionState{next: next}.derive() }

// derive sets what follows from the seeds.
func (st sessionState) derive() sessionState {
	st.hash, st.nextHash = st.active.Hash(), st.next.Hash()
	if st.started() {
		st.key = stream.NewKey(st.active.Reveal())
	}
	return st
}

func (st *sessionState) started() bool { return !st.active.isZero() }

// find returns the place of a round among the open ones.
func (st *sessionState) find(nonce uint64) (int, bool) {
	return slices.BinarySearchFunc(st.open, nonce, func(o openRound, nonce uint64) int {
		return cmp.Compare(o.nonce, nonce)
	})
}

// rotate returns the state after a rotation.
func (st sessionState) rotate(client string, next ServerSeed) sessionState {
	rotated := sessionState{active: st.next, client: client, next: next}
	if st.started() {
		rotated.revealed = st.active
		rotated.revealedClient = st.client
		rotated.revealedRounds = st.nonce
	}
	return rotated.derive()
}

// reserve returns the state with the next round open.
func (st sessionState) reserve(bet string) sessionState {
	open := make([]openRound, 0, len(st.open)+1)
	open = append(open, st.open...)
	st.open = append(open, openRound{st.nonce, bet})
	st.nonce++
	st.last = lastBet{}
	return st
}

// finish returns the state without open round i.
func (st sessionState) finish(i int) sessionState {
	var open []openRound
	if len(st.open) > 1 {
		open = make([]openRound, 0, len(st.open)-1)
	}
	st.open = append(append(open, st.open[:i]...), st.open[i+1:]...)
	return st
}

const sessionLabel = "squaredeal/seedrng/v1/session"

// encode writes the state as SPEC.md, section 5.3, defines it.
func (st sessionState) encode() []byte {
	length := 420 + len(st.client) + len(st.revealedClient) + len(st.last.name) // a little more than without open rounds
	for _, o := range st.open {
		length += 16 + len(o.bet)
	}
	b := make([]byte, 0, length)
	b = field.Append(b, sessionLabel)
	b = field.Append(b, st.active.Reveal())
	b = field.Append(b, st.client)
	b = binary.BigEndian.AppendUint64(b, st.nonce)
	b = binary.BigEndian.AppendUint64(b, uint64(len(st.open)))
	for _, o := range st.open {
		b = binary.BigEndian.AppendUint64(b, o.nonce)
		b = field.Append(b, o.bet)
	}
	b = binary.BigEndian.AppendUint64(b, st.last.how)
	b = field.Append(b, st.last.name)
	b = field.Append(b, st.next.Reveal())
	b = field.Append(b, st.revealed.Reveal())
	b = field.Append(b, st.revealedClient)
	b = binary.BigEndian.AppendUint64(b, st.revealedRounds)
	return field.Seal(b)
}

// parseSessionState accepts the states that encode writes, and no others.
func parseSessionState(b []byte) (sessionState, error) {
	r := field.NewSealedReader(b)
	r.Label(sessionLabel)

	var st sessionState
	st.active = readSeed(r, "active server seed")
	st.client = string(r.Field("client seed"))
	r.Check("client seed", belongs(st.client, st.active))
	st.nonce = r.Uint64("next nonce")
	r.Check("next nonce", st.started() || st.nonce == 0)
	st.open = readOpenRounds(r, st.nonce)
	st.readLast(r)
	st.next = readSeed(r, "next server seed")
	r.Check("next server seed", !st.next.isZero() && !st.next.Equal(st.active))

	st.revealed = readSeed(r, "revealed server seed")
	st.revealedClient = string(r.Field("revealed client seed"))
	st.revealedRounds = r.Uint64("revealed rounds")
	none := st.revealed.isZero()
	r.Check("revealed server seed", none || st.started() && !st.revealed.Equal(st.active) && !st.revealed.Equal(st.next))
	r.Check("revealed client seed", belongs(st.revealedClient, st.revealed))
	r.Check("revealed rounds", !none || st.revealedRounds == 0)
	if fault := r.End(); fault != "" {
		return sessionState{}, wrap.Errorf(ErrMalformed, "session state: %s", fault)
	}
	return st.derive(), nil
}

// readOpenRounds reads rounds with nonces that ascend to the next one, and bets that
// differ.
func readOpenRounds(r *field.Reader, next uint64) []openRound {
	const name = "open rounds"
	n := r.Uint64(name)
	r.Check(name, n <= MaxOpenRounds)
	var open []openRound
	bets := make(map[string]bool)
	for r.Fault() == "" && uint64(len(open)) < n {
		o := openRound{r.Uint64(name), string(r.Field(name))}
		after := len(open) == 0 || open[len(open)-1].nonce < o.nonce
		r.Check(name, after && o.nonce < next && checkText(name, o.bet, MaxBetLen) == nil && !bets[o.bet])
		bets[o.bet] = true
		open = append(open, o)
	}
	return open
}

// readLast reads the last bet, or none. It was made after all open ones.
func (st *sessionState) readLast(r *field.Reader) {
	const name = "last bet"
	st.last = lastBet{r.Uint64(name), string(r.Field(name))}
	if st.last == (lastBet{}) {
		return
	}
	r.Check(name, (st.last.how == played || st.last.how == declined) && st.nonce > 0 && checkText(name, st.last.name, MaxBetLen) == nil)
	for _, o := range st.open {
		r.Check(name, o.nonce < st.nonce-1 && o.bet != st.last.name)
	}
}

// readSeed reads a seed that GenerateServerSeed can have made, or none. No other is let
// in, because a Session deals from its seeds.
func readSeed(r *field.Reader, name string) ServerSeed {
	text := string(r.Field(name))
	if text == "" {
		return ServerSeed{}
	}
	_, err := ParseHash(text) // a seed's text has the form of a hash's
	r.Check(name, err == nil)
	seed, err := ParseServerSeed(text)
	r.Check(name, err == nil)
	return seed
}

// belongs reports whether there is a client seed exactly if there is a server seed.
func belongs(client string, server ServerSeed) bool {
	if server.isZero() {
		return client == ""
	}
	return checkText("client seed", client, MaxSeedLen) == nil
}

// close returns the state after Play or Decline.
func (st sessionState) close(serverHash Hash, nonce uint64, bet lastBet) (*sessionState, error) {
	if st.started() && serverHash == st.hash && st.nonce > 0 && nonce == st.nonce-1 && bet == st.last {
		return &st, nil
	}
	if err := st.checkBet(serverHash, nonce, bet.name); err != nil {
		return nil, err
	}
	if nonce < st.nonce {
		return nil, wrap.Errorf(ErrOpen, "round %d is to be finished", nonce)
	}
	st.nonce, st.last = nonce+1, bet
	return &st, nil
}

// checkBet tries Reserve's refusals in the order of SPEC.md, section 5.2.
func (st *sessionState) checkBet(serverHash Hash, nonce uint64, bet string) error {
	switch {
	case !st.started():
		return wrap.Errorf(ErrNoSeeds, "none are active before the first rotation")
	case serverHash != st.hash:
		return wrap.Errorf(ErrMismatch, "%v isn't the hash of the active server seed", serverHash)
	case nonce > st.nonce:
		return wrap.Errorf(ErrMismatch, "nonce %d comes after %d, the next one", nonce, st.nonce)
	}
	for _, o := range st.open {
		if (o.nonce == nonce) != (o.bet == bet) {
			return wrap.Errorf(ErrMismatch, "the open round %d belongs to the bet %q", o.nonce, o.bet)
		}
	}
	if nonce < st.nonce {
		if _, ok := st.find(nonce); !ok {
			return wrap.Errorf(ErrFinished, "nonce %d is used", nonce)
		}
		return nil
	}
	switch {
	case len(st.open) >= MaxOpenRounds:
		return wrap.Errorf(ErrOpen, "%d, as many as there may be", MaxOpenRounds)
	case st.nonce == math.MaxUint64:
		return wrap.Errorf(ErrExhausted, "every nonce of these seeds is used: rotate")
	}
	return nil
}
