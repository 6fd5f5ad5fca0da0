// Package receipt signs what a casino says, so that it can't deny it: which hash it showed,
// which bet it took with which outcome, which seed it revealed; and of crash, which bet and
// cash-out it took, and how the round ended. [Judge] finds statements that no honest casino
// has signed together. Anybody can be shown them: nothing of the player's has to be believed.
//
// A statement is a label, its kind and the fields of one of the types below in their
// order: texts and lists with their length in 8 bytes before them, numbers in 8 bytes, both
// big-endian; times in milliseconds since 1970. A receipt is a statement with its Ed25519
// signature (RFC 8032). Everything in a statement is stored by the transaction that it speaks
// of, and never changes. So a casino that has crashed, was restarted, or is asked again signs
// the same bytes again.
//
// The statements of commit/record name a place in one sequence that all seats have read.
// A player and a casino have none, so these stand alone.
package receipt

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Label begins each statement.
const Label = "squaredeal/casino/receipt/v1"

// The kinds of statements.
const (
	kindShown    = "shown"
	kindRound    = "round"
	kindRevealed = "revealed"
)

// maxSteps bounds what a statement may say of one round.
const maxSteps = 1024

// ErrMalformed is wrapped by the errors of statements and signatures that can't be read.
var ErrMalformed = errors.New("receipt: malformed")

// SessionSize is the length of the random bytes that name a session.
const SessionSize = 16

// A Statement is a [Shown], a [Round], a [Revealed], a [CrashBet], a [CrashOut], a [CrashPaid]
// or a [CrashEnd].
type Statement interface {
	// Bytes returns the statement's encoding.
	Bytes() []byte
}

// A Shown says that a server hash is the commitment for a pair of seeds which no bet was made
// with yet. A session is what begins with an account, and ends when a casino that was
// restored from a backup gives up all seeds that it may have revealed since: within it, a
// number has one hash for ever.
type Shown struct {
	Session [SessionSize]byte
	Number  int64 // of the pair of seeds
	Hash    seedrng.Hash
	MaxWin  int64 // what a bet with these seeds may pay at most, in hundredths of a coin
	Time    int64
}

// A Round says that a bet was taken, and what has come of it so far; or that it was declined,
// and why. Sent and Received have a text for each step.
type Round struct {
	Hash     seedrng.Hash
	Client   string
	Nonce    uint64
	Time     int64 // of the bet
	Declined string
	Sent     []string
	Received []string
}

// A Revealed says which server seed a hash was of, and how many rounds were made with it, and
// how many bets on crash meanwhile.
type Revealed struct {
	Hash   seedrng.Hash
	Server string
	Rounds uint64
	Crash  int64
}

func begin(kind string) []byte { return field.Append(field.Append(nil, Label), kind) }

func appendInt(b []byte, n int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(n)) }

// Bytes returns the statement's encoding.
func (s Shown) Bytes() []byte {
	b := append(begin(kindShown), s.Session[:]...)
	b = append(appendInt(b, s.Number), s.Hash[:]...)
	return appendInt(appendInt(b, s.MaxWin), s.Time)
}

// Bytes returns the statement's encoding.
func (r Round) Bytes() []byte {
	b := field.Append(append(begin(kindRound), r.Hash[:]...), r.Client)
	b = appendInt(binary.BigEndian.AppendUint64(b, r.Nonce), r.Time)
	b = appendInt(field.Append(b, r.Declined), int64(len(r.Sent)))
	for i := range r.Sent {
		b = field.Append(field.Append(b, r.Sent[i]), r.Received[i])
	}
	return b
}

// Bytes returns the statement's encoding.
func (r Revealed) Bytes() []byte {
	b := field.Append(append(begin(kindRevealed), r.Hash[:]...), r.Server)
	return appendInt(binary.BigEndian.AppendUint64(b, r.Rounds), r.Crash)
}

// Sign returns the signature of a statement.
func Sign(key ed25519.PrivateKey, s Statement) []byte { return ed25519.Sign(key, s.Bytes()) }

// A Receipt is a statement's encoding with a signature.
type Receipt struct {
	Statement []byte `json:"statement"`
	Signature []byte `json:"signature"`
}

// Open checks the signature of a receipt, and returns its statement.
func (r Receipt) Open(key ed25519.PublicKey) (Statement, error) {
	if len(r.Signature) != ed25519.SignatureSize || !ed25519.Verify(key, r.Statement, r.Signature) {
		return nil, errors.New("receipt: the casino's key didn't sign it")
	}
	return Parse(r.Statement)
}

// Parse reads the encoding of a statement.
func Parse(b []byte) (Statement, error) {
	r := field.NewReader(b)
	r.Label(Label)
	var s Statement
	switch kind := string(r.Field("kind")); kind {
	case kindShown:
		s = parseShown(r)
	case kindRound:
		s = parseRound(r)
	case kindRevealed:
		s = Revealed{seedrng.Hash(r.Fixed("hash", len(seedrng.Hash{}))), string(r.Field("server seed")), r.Uint64("rounds"),
			parseInt(r, "bets on crash")}
	case kindCrashBet:
		s = parseCrashBet(r)
	case kindCrashOut:
		s = parseCrashOut(r)
	case kindCrashPaid:
		s = parseCrashPaid(r)
	case kindCrashEnd:
		s = parseCrashEnd(r)
	default:
		r.Check("kind", false)
	}
	if fault := r.End(); fault != "" {
		return nil, fmt.Errorf("%w: %s", ErrMalformed, fault)
	}
	if !bytes.Equal(s.Bytes(), b) {
		return nil, fmt.Errorf("%w: it has another encoding", ErrMalformed)
	}
	return s, nil
}

func parseInt(r *field.Reader, name string) int64 {
	n := r.Uint64(name)
	r.Check(name, n <= math.MaxInt64)
	return int64(n & math.MaxInt64)
}

func parseShown(r *field.Reader) Shown {
	var s Shown
	s.Session = [SessionSize]byte(r.Fixed("session", SessionSize))
	s.Number = parseInt(r, "number")
	s.Hash = seedrng.Hash(r.Fixed("hash", len(s.Hash)))
	s.MaxWin, s.Time = parseInt(r, "limit"), parseInt(r, "time")
	return s
}

func parseRound(r *field.Reader) Round {
	var s Round
	s.Hash = seedrng.Hash(r.Fixed("hash", len(s.Hash)))
	s.Client, s.Nonce, s.Time = string(r.Field("client seed")), r.Uint64("nonce"), parseInt(r, "time")
	s.Declined = string(r.Field("reason"))
	n := parseInt(r, "steps")
	r.Check("steps", n > 0 && n <= maxSteps)
	for range min(n, maxSteps) {
		s.Sent, s.Received = append(s.Sent, string(r.Field("sent"))), append(s.Received, string(r.Field("received")))
	}
	return s
}
