package main

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
)

// A protocol is a way in which two seats throw dice: each sends a commitment, and
// when both are there, a reveal. They take turns: seat 0, seat 1, seat 0, seat 1.
type protocol struct {
	name  string
	id    byte   // in a hello
	sizes [2]int // of the two messages, in bytes
	head  int    // bytes of a message that name its type, its throw and its seat
	cross bool   // whether the seats don't take turns, but send at the same time
	// restarts is how often a throw begins again because a seat refused to reveal.
	restarts int
	words    words

	// begin starts a throw for a seat.
	begin func(session []byte, number, seat int) (toss, error)
	// lines returns what a message of a phase holds, for people.
	lines func(phase int, message []byte) []string
	// source returns what the dice of a throw come from, in at most 11 columns.
	source func(views []view) string
	// forge returns a reveal that isn't the seat's own one, for a cheat that knows
	// the other's.
	forge func(own, other []byte) []byte
}

// A toss is a seat's part in one throw, with the methods of a commit.Toss.
type toss interface {
	// Pending returns what this seat has to say.
	Pending() []byte
	// Receive takes each message, one's own when it has been sent.
	Receive(from int, message []byte) error
	// Due returns the phase, and the seats whose message of it hasn't come.
	Due() (commit.TossPhase, []int)
	// outcome returns the result when both seats have revealed.
	outcome() (outcome, error)
}

// An outcome is what a throw comes to.
type outcome struct {
	seed commit.Seed // of a toss of package commit, else zero
	dice dice
}

var protocols = []*protocol{&tossProtocol, &jgammonProtocol}

// protocolNamed returns the protocol of that name, or else the first.
func protocolNamed(name string) *protocol {
	return protocols[max(0, slices.IndexFunc(protocols, func(p *protocol) bool { return p.name == name }))]
}

// messageHead is the size of what precedes the commitment or the opening in a message.
const messageHead = commit.CommitMessageSize - len(commit.Commitment{})

// tossProtocol is the one for new games: that of package commit.
var tossProtocol = protocol{
	name:  "toss",
	id:    1,
	sizes: [2]int{commit.CommitMessageSize, commit.RevealMessageSize},
	head:  messageHead,
	begin: func(session []byte, number, seat int) (toss, error) {
		t, err := commit.GenerateToss(session, 2, seat, forfeit)
		return tossOfDice{t, number}, err
	},
	lines: func(phase int, message []byte) []string {
		if len(message) == 0 || message[0] != byte(1+phase) || len(message) != []int{commit.CommitMessageSize, commit.RevealMessageSize}[phase] {
			return nil
		}
		body := message[messageHead:]
		if phase == 0 {
			return []string{fmt.Sprintf("%x", body)}
		}
		nonce, value, digest := body[:commit.NonceSize], body[commit.NonceSize:][:commit.ValueSize], body[commit.NonceSize+commit.ValueSize:]
		return []string{fmt.Sprintf("%x", value), fmt.Sprintf("%x", nonce), fmt.Sprintf("%x", digest)}
	},
	source: func(views []view) string {
		if !views[0].done {
			return ""
		}
		return fmt.Sprintf("%x…", views[0].outcome.seed[:5])
	},
	forge: func(own, _ []byte) []byte { // it can't know what would suit it
		forged := slices.Clone(own)
		forged[len(forged)-len(commit.Commitment{})-1] ^= 1 // the end of its value
		return forged
	},
	words: words{
		throws:   "Every throw is a toss of package commit.",
		commit:   "Each draws 32 random bytes and sends a commitment to them, which reveals\n   nothing about them, and can't be opened as anything else:",
		reveal:   "Each has the other's commitment. Only now does each reveal its bytes, the\n   nonce of its commitment, and a digest of the two commitments that it knows:",
		last:     "A seat that waits for the other's reveal knows the result first. All that it\n   can do about it is to refuse, and lose the game.",
		check:    "Each checks that the other's bytes and nonce open its commitment, for this\n   throw and that seat, and that both know the same commitments:",
		seed:     "Each hashes the session, the commitments and the bytes to a seed:",
		dice:     "N is the first number below 36 of the seed's stream, and the dice are\n   N div 6 + 1 and N mod 6 + 1:",
		mismatch: "the bytes and the nonce\ndon't open its commitment, for this throw and that seat.",
		header:   "  throw  seat 0 commits  seat 1 commits  seed        N  dice",
	},
}

type tossOfDice struct {
	*commit.Toss
	number int
}

func (t tossOfDice) outcome() (outcome, error) {
	seed, err := t.Seed()
	if err != nil {
		return outcome{}, err
	}
	return outcome{seed, diceFrom(seed, t.number)}, nil
}

// forfeit is the store of a seat that loses the game if its process dies.
func forfeit(_, _ commit.TossState) error { return nil }

// body returns what a message says, apart from its type, its throw and its seat.
func (p *protocol) body(message []byte) []byte { return message[min(p.head, len(message)):] }

// addressed returns what another message says, as a message of the throw and the seat of
// one's own.
func (p *protocol) addressed(own, other []byte) []byte {
	if p.head == 0 || len(other) <= p.head {
		return other
	}
	return slices.Concat(other[:1], own[1:p.head], other[p.head:])
}
