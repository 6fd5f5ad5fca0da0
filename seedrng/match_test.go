package seedrng_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng"
)

// How to add a test: a match is a player at a server, who play for numbers below a bound.
//
//	m := begunMatch(t)                       // the player has a server seed's hash, the server its client seed
//	m.bet("6", "52")                         // a round: a bet, and a choice in its second step
//	m.betDeclined("6", "no")                 // one that the server declines
//	m.send(2, 0, "6")                        // nonce 2, step 0, by the player alone: it returns the error
//	m.receive(2, 0, "5")                     // an answer to it, whatever the server drew
//	m.playerDisk.fail = errors.New("full")   // the next stores fail, and lose the state or keep it
//	m.player = m.playerDisk.restart()        // the player's program goes on from what is stored
//	view := m.serverRotates()                // the server's answer to a rotation, which may be altered
//	err := m.confirm(view)                   // the player checks every bet against what it reveals
//
// What needs no player begins with newSession.

// A disk keeps the latest state, and replaces only the one that it holds, as a
// server's database does.
type disk struct {
	state  []byte
	fail   error // when set, what the next stores return
	lost   bool  // whether a failing store loses the state or keeps it
	stores int
}

var errConflict = errors.New("another state is stored")

func (d *disk) store(old, new seedrng.SessionState) error { return d.replace(old.Bytes(), new.Bytes()) }

func (d *disk) replace(old, new []byte) error {
	d.stores++
	if !bytes.Equal(old, d.state) && !bytes.Equal(new, d.state) {
		return errConflict
	}
	if d.fail == nil || !d.lost {
		d.state = new
	}
	return d.fail
}

// restart is what a server does after a crash.
func (d *disk) restart() *seedrng.Session { return must(seedrng.ParseSession(d.state, d.store)) }

// A playerDisk keeps a player's latest state.
type playerDisk struct{ disk }

func (n *playerDisk) store(old, new seedrng.PlayerState) error {
	return n.replace(old.Bytes(), new.Bytes())
}

func (n *playerDisk) restart() *seedrng.Player     { return must(seedrng.ParsePlayer(n.state, n.store)) }
func discard(_, _ seedrng.SessionState) error      { return nil }
func discardPlayer(_, _ seedrng.PlayerState) error { return nil }

// newSession has a first pair of seeds, with the client seed clientText.
func newSession() (*seedrng.Session, *disk) {
	d := new(disk)
	s := must(seedrng.GenerateSession(d.store))
	rotateTo(s, clientText)
	return s, d
}

// sessionOf has the given server seed active, also for the client seed clientText.
func sessionOf(server string) *seedrng.Session {
	return must(seedrng.ParseSession(encodeState(server, clientText, 0, nil, strings.Repeat("5", 64)), discard))
}

// rotateTo makes the next pair of seeds active, with a client seed.
func rotateTo(s *seedrng.Session, client string) seedrng.View {
	return must(s.Rotate(s.View().NextServerHash, client))
}

// reserve opens the next round, for a bet named after its nonce.
func reserve(s *seedrng.Session) *seedrng.Round { return must(tryReserve(s)) }

func tryReserve(s *seedrng.Session) (*seedrng.Round, error) {
	return reserveAgain(s, s.View().NextNonce)
}

// reserveAgain reserves the round of a nonce as reserve does.
func reserveAgain(s *seedrng.Session, nonce uint64) (*seedrng.Round, error) {
	return s.Reserve(s.View().ServerHash, nonce, fmt.Sprint("bet ", nonce))
}

func finish(t testing.TB, r *seedrng.Round) {
	t.Helper()
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
}

// The game of these tests: the player sends a bound, and the outcome is a number below.
func playBound(sent string, stream *seedrng.Stream) (string, error) {
	n, err := strconv.ParseUint(sent, 10, 64)
	if err != nil || n < 1 || n > 1<<32 || fmt.Sprint(n) != sent {
		return "", fmt.Errorf("%q isn't a bound", sent)
	}
	return fmt.Sprint(stream.Uint64N(n)), nil
}

func replayBounds(sent []string, stream *seedrng.Stream) (outcomes []string, err error) {
	for _, text := range sent {
		outcome, err := playBound(text, stream)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes, nil
}

type match struct {
	t          testing.TB
	server     *seedrng.Session
	player     *seedrng.Player
	serverDisk disk
	playerDisk playerDisk
	replay     seedrng.Replay
}

func newMatch(t testing.TB) *match {
	m := &match{t: t, replay: replayBounds}
	m.server = must(seedrng.GenerateSession(m.serverDisk.store))
	m.player = must(seedrng.GeneratePlayer(m.playerDisk.store))
	return m
}

// begunMatch has a first pair of seeds.
func begunMatch(t testing.TB) *match {
	m := newMatch(t)
	m.rotate()
	return m
}

// rotate has the player ask for seeds, and check the answer.
func (m *match) rotate() {
	m.t.Helper()
	m.wantConfirmed(m.serverRotates())
}

// serverRotates has the player ask for seeds, and returns the server's answer.
func (m *match) serverRotates() seedrng.View {
	return rotateTo(m.server, must(m.player.Rotate(m.server.View().NextServerHash)))
}

// confirm has the player check an answer.
func (m *match) confirm(view seedrng.View) error { return errOf(m.player.Rotated(view, m.replay)) }

func (m *match) wantConfirmed(view seedrng.View) {
	m.t.Helper()
	if err := m.confirm(view); err != nil {
		m.t.Fatal(err)
	}
}

func (m *match) request(nonce uint64, step int, text string) seedrng.Request {
	return seedrng.Request{ServerHash: m.player.View().ServerHash, Nonce: nonce, Step: step, Text: text}
}

func (m *match) send(nonce uint64, step int, text string) error {
	return m.player.Send(m.request(nonce, step, text))
}

func (m *match) receive(nonce uint64, step int, outcome string) error {
	return m.player.Receive(m.request(nonce, step, "").Outcome(outcome))
}

func (m *match) decline(nonce uint64, reason string) error {
	return m.player.Receive(m.request(nonce, 0, "").Decline(reason))
}

// wantTaken is a step, and an answer to it.
func (m *match) wantTaken(nonce uint64, step int, text, outcome string) {
	m.t.Helper()
	if err := errors.Join(m.send(nonce, step, text), m.receive(nonce, step, outcome)); err != nil {
		m.t.Fatal(err)
	}
}

// bet plays a round of one step or more.
func (m *match) bet(sent ...string) {
	m.t.Helper()
	nonce := m.player.View().NextNonce
	round := must(m.server.Reserve(m.player.View().ServerHash, nonce, fmt.Sprint("bet ", nonce)))
	for step, text := range sent {
		m.wantTaken(nonce, step, text, must(playBound(text, round.Stream())))
	}
	finish(m.t, round)
}

// betDeclined is a bet that the server declines.
func (m *match) betDeclined(sent, reason string) {
	m.t.Helper()
	nonce := m.player.View().NextNonce
	err := m.send(nonce, 0, sent)
	if err := errors.Join(err, m.server.Decline(m.player.View().ServerHash, nonce, fmt.Sprint("bet ", nonce)),
		m.decline(nonce, reason)); err != nil {
		m.t.Fatal(err)
	}
}

// errOf is the error of a call that returns something else as well.
func errOf[T any](_ T, err error) error { return err }

func recovered(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

func mustStream(server, client string, nonce uint64) *seedrng.Stream {
	return must(seedrng.NewStream(mustParse(server), client, nonce))
}

func mustParse(text string) seedrng.ServerSeed { return must(seedrng.ParseServerSeed(text)) }

// lp and encodeState write a state as SPEC.md defines it.
func lp(text string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(text))), text...)
}

func encodeState(active, client string, nonce uint64, open []uint64, next string) []byte {
	b := bytes.Join([][]byte{lp("squaredeal/seedrng/v1/session"), lp(active), lp(client)}, nil)
	b = binary.BigEndian.AppendUint64(b, nonce)
	b = binary.BigEndian.AppendUint64(b, uint64(len(open)))
	for _, o := range open {
		b = append(binary.BigEndian.AppendUint64(b, o), lp(fmt.Sprint("bet ", o))...)
	}
	return checksummed(bytes.Join([][]byte{b, make([]byte, 8), lp(""), lp(next), lp(""), lp(""), make([]byte, 8)}, nil))
}

// encodePlayerState writes the state of a player who isn't asking for seeds as SPEC.md
// defines it.
func encodePlayerState(v seedrng.PlayerView) []byte {
	b := slices.Concat(lp("squaredeal/seedrng/v1/player"), lp(string(v.ServerHash[:])), lp(v.ClientSeed))
	b = binary.BigEndian.AppendUint64(b, uint64(len(v.Rounds)))
	for _, round := range v.Rounds {
		if round.Declined != "" {
			b = slices.Concat(binary.BigEndian.AppendUint64(b, 0), lp(round.Steps[0].Sent), lp(round.Declined))
			continue
		}
		b = binary.BigEndian.AppendUint64(b, uint64(len(round.Steps)))
		for _, step := range round.Steps {
			b = slices.Concat(b, lp(step.Sent), lp(step.Received))
		}
	}
	return checksummed(slices.Concat(b, lp(""), lp("")))
}

func checksummed(state []byte) []byte {
	sum := sha256.Sum256(state)
	return append(bytes.Clone(state), sum[:]...)
}

// wantCanonical checks that a state is refused, or is what would be stored again.
func wantCanonical(t *testing.T, state []byte, parseAndEncode func(state []byte) ([]byte, error)) {
	t.Helper()
	if again, err := parseAndEncode(state); err != nil && !errors.Is(err, seedrng.ErrMalformed) {
		t.Fatal(err)
	} else if err == nil && !bytes.Equal(again, state) {
		t.Fatalf("state %x is stored again as %x", state, again)
	}
}

func storedSession(state []byte) ([]byte, error) {
	s, err := seedrng.ParseSession(state, discard)
	if err != nil {
		return nil, err
	}
	return seedrng.Encode(s), nil
}

func storedPlayer(state []byte) ([]byte, error) {
	p, err := seedrng.ParsePlayer(state, discardPlayer)
	if err != nil {
		return nil, err
	}
	return seedrng.EncodePlayer(p), nil
}

// wantUndamaged checks that a state that was cut or altered anywhere is refused and, with a checksum that
// fits, refused or canonical.
func wantUndamaged(t *testing.T, state []byte, parseAndEncode func(state []byte) ([]byte, error)) {
	t.Helper()
	refused := func(what string, damaged []byte) {
		t.Helper()
		if _, err := parseAndEncode(damaged); !errors.Is(err, seedrng.ErrMalformed) {
			t.Fatalf("%s: %v", what, err)
		}
	}
	whole := state[:len(state)-sha256.Size]
	for i := range state {
		refused(fmt.Sprint("cut to ", i), state[:i])
		for bit := range 8 {
			altered := bytes.Clone(state)
			altered[i] ^= 1 << bit
			if refused(fmt.Sprint("byte ", i), altered); i < len(whole) {
				wantCanonical(t, checksummed(altered[:len(whole)]), parseAndEncode)
			}
		}
		if i < len(whole) {
			refused(fmt.Sprint("cut to ", i, ", with a checksum"), checksummed(whole[:i]))
		}
	}
}
