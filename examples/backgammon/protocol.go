package main

import (
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
)

// A protocol is a way in which two seats throw dice: each says a commitment, and when both
// are there, each says a reveal.
type protocol struct {
	name  string
	begin func(session []byte, seat int) (toss, error)
	watch func(session []byte) (toss, error) // without a seat

	sizes    [2]int // of a commitment and of a reveal, in bytes
	head     int    // bytes of each that name the throw and the seat
	value    int    // where the random bytes stand in a reveal
	restarts int    // how often a throw may begin again because a seat refuses to reveal

	about, header, mismatch string    // what the story says of it
	steps                   [4]string // from the commitments on
}

// A toss is a seat's part in one throw, with methods of a commit.Toss.
type toss interface {
	Pending() []byte                        // what the seat has to say
	Receive(from int, message []byte) error // for all that is said, by itself as well
	dice() (d dice, source string, err error)
}

// byToss is the protocol for new games.
var byToss = protocol{
	name: "toss",
	begin: func(session []byte, seat int) (toss, error) {
		forfeit := func(_, _ commit.TossState) error { return nil } // if the process dies
		t, err := commit.GenerateToss(session, 2, seat, forfeit)
		return seeded{t}, err
	},
	watch: func(session []byte) (toss, error) {
		t, err := commit.WatchToss(session, 2)
		return seeded{t}, err
	},
	sizes: [2]int{commit.CommitMessageSize, commit.RevealMessageSize},
	head:  commit.CommitMessageSize - len(commit.Commitment{}),
	value: commit.CommitMessageSize - len(commit.Commitment{}) + commit.NonceSize,

	about:    "Every throw is a toss of package commit.",
	header:   "  throw  seat 0 commits  seat 1 commits  seed          N  dice",
	mismatch: "its nonce and bytes don't open its commitment, for this throw and that seat",
	steps: [4]string{
		`Each seat draws 32 random bytes and sends a commitment to them, which shows nothing about them, and
			can't be opened as anything else:`,
		`Each has the other's commitment. Only now does each reveal the nonce of its commitment, its bytes,
			and a digest of the two commitments that it knows:`,
		`Each checks that the other's nonce and bytes open its commitment, for this throw and that seat, and
			that both know the same commitments. A hash of all this is the seed:`,
		"N is the first number below 36 of the seed's stream, and the dice are N div 6 + 1 and N mod 6 + 1:",
	},
}

// seeded is a toss whose seed determines the dice.
type seeded struct{ *commit.Toss }

func (t seeded) dice() (dice, string, error) {
	seed, err := t.Seed()
	if err != nil {
		return dice{}, "", err
	}
	return diceOf(seed.Stream([]byte("dice")).IntN(36)), seed.String(), nil
}

// byJGammon is what JGammon's web page describes. It doesn't say what happens if a seat
// refuses to reveal. Here the throw begins again, as an obliging programmer might have it,
// but not for ever.
var byJGammon = protocol{
	name: "jgammon",
	begin: func(_ []byte, seat int) (toss, error) {
		secret := jgammon.GenerateSecret()
		hash, err := secret.Hash()
		return &documented{hash: hash, secret: secret}, err // as where SHA-1 is forbidden
	},
	watch:    func([]byte) (toss, error) { return new(documented), nil },
	sizes:    [2]int{jgammon.HashSize, jgammon.SecretSize},
	restarts: 1000,

	about:    "Every throw goes as the web page of JGammon describes it.",
	header:   "  throw  hash of seat 0  hash of seat 1  sum           N  dice",
	mismatch: "its bits don't have the hash that came before",
	steps: [4]string{
		"Each seat draws 64 random bits and sends their SHA-1:",
		"Each has the other's hash, and sends its 64 bits:",
		"Each checks that the other's bits have the hash that came before, and adds the first bytes:",
		"N is the sum mod 36, and the dice are N div 6 + 1 and N mod 6 + 1:",
	},
}

// documented is a throw as documented: the seats take turns.
type documented struct {
	hash    jgammon.Hash
	secret  jgammon.Secret
	hashes  []jgammon.Hash
	secrets []jgammon.Secret
}

func (t *documented) Pending() []byte {
	if len(t.hashes) < 2 {
		return t.hash[:]
	}
	return t.secret.Bytes()
}

func (t *documented) Receive(_ int, message []byte) error {
	if len(t.hashes) < 2 {
		hash, err := jgammon.ParseHash(message)
		t.hashes = append(t.hashes, hash)
		return err
	}
	secret, err := jgammon.ParseSecret(message)
	t.secrets = append(t.secrets, secret)
	return err
}

func (t *documented) dice() (dice, string, error) {
	if len(t.secrets) < 2 {
		return dice{}, "", commit.ErrMissing
	}
	throw, err := jgammon.Replay([2]jgammon.Hash(t.hashes), [2]jgammon.Secret(t.secrets))
	sum := fmt.Sprintf("%02x + %02x", t.secrets[0].Bytes()[0], t.secrets[1].Bytes()[0])
	return dice{throw.One, throw.Two}, sum, err
}

// The dice of a throw are two that can be told apart.
type dice [2]int

// diceOf returns the throw with a number from 0 to 35.
func diceOf(n int) dice { return dice{n/6 + 1, n%6 + 1} }

func (d dice) number() int  { return 6*(d[0]-1) + d[1] - 1 }
func (d dice) double() bool { return d[0] == d[1] }

// String returns the faces, and for eyes or fonts that can't tell them, the numbers.
func (d dice) String() string {
	return fmt.Sprintf("%c %c  %d-%d", '⚀'+rune(d[0]-1), '⚀'+rune(d[1]-1), d[0], d[1])
}

// A hexed message is printed in hex.
type hexed []byte

func (h hexed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }
