package main

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
)

// A protocol is a way in which two seats throw dice: each sends a commitment, and
// when it has the other's, a reveal.
type protocol struct {
	name  string
	id    byte   // in a hello
	sizes [2]int // of the two messages, in bytes
	// restarts is how often a throw begins again because a seat refused to reveal.
	restarts int
	words    words

	// begin starts a throw for a seat, and returns its commitment.
	begin func(session []byte, number, seat int) (toss, []byte, error)
	// lines returns what a message of a phase holds, for people.
	lines func(phase int, message []byte) []string
	// source returns what the dice of a throw come from, in at most 11 columns.
	source func(views []view) string
	// forge returns another reveal than a seat's own, for a cheat who knows the
	// other's.
	forge func(own, other []byte) []byte
}

// A toss is a seat's part in one throw.
type toss interface {
	// Receive takes the other seat's message, and returns the reveal to send for its
	// commitment. Its errors are of type *commit.BlameError.
	Receive(from int, message []byte) (reply []byte, err error)
	// Missing returns the seats whose message of this phase hasn't come.
	Missing() []int
	// outcome returns the result when both seats have revealed.
	outcome() (outcome, error)
}

// An outcome is what a throw comes to.
type outcome struct {
	seed [commit.SeedSize]byte // of a toss of package commit, else zero
	dice dice
}

var protocols = []*protocol{&tossProtocol, &jgammonProtocol}

// protocolNamed returns the protocol of that name, or else the first.
func protocolNamed(name string) *protocol {
	return protocols[max(0, slices.IndexFunc(protocols, func(p *protocol) bool { return p.name == name }))]
}

// tossProtocol is the one for new games: that of package commit.
var tossProtocol = protocol{
	name:  "toss",
	id:    1,
	sizes: [2]int{commit.CommitMessageSize, commit.RevealMessageSize},
	begin: func(session []byte, number, seat int) (toss, []byte, error) {
		t, message, err := commit.GenerateToss(session, 2, seat)
		return tossOfDice{t, number}, message, err
	},
	lines: func(phase int, message []byte) []string {
		var c commit.CommitMessage
		var r commit.RevealMessage
		switch {
		case phase == 0 && c.UnmarshalBinary(message) == nil:
			return []string{c.Commitment.String()}
		case phase == 1 && r.UnmarshalBinary(message) == nil:
			return []string{fmt.Sprintf("%x", r.Value), fmt.Sprintf("%x", r.Nonce.Bytes()), fmt.Sprintf("%x", r.Digest)}
		}
		return nil
	},
	source: func(views []view) string {
		if !views[0].done {
			return ""
		}
		return fmt.Sprintf("%x…", views[0].outcome.seed[:5])
	},
	forge: func(own, _ []byte) []byte { // it can't know what would suit it
		var r commit.RevealMessage
		if err := r.UnmarshalBinary(own); err != nil {
			panic(err) // it is the toss's own
		}
		r.Value[0] ^= 1
		forged, _ := r.MarshalBinary() // never fails
		return forged
	},
	words: words{
		throws:   "Every throw is a toss of package commit.",
		commit:   "Each draws 32 random bytes and sends a commitment to them, which reveals\n   nothing about them, and can't be opened as anything else:",
		reveal:   "Each has the other's commitment, which isn't a copy of its own. Only now does\n   each reveal its bytes, the nonce of its commitment, and a digest of the two\n   commitments that it knows:",
		last:     "A seat that waits for the other's reveal knows the result first. All that it\n   can do about it is to refuse, and lose the game.",
		check:    "Each checks that the other's bytes and nonce open its commitment, for this\n   throw and that seat, and that both know the same commitments:",
		seed:     "Each hashes the session, the commitments and the bytes to a seed:",
		dice:     "N is the seed's first number below 36 (package seedrng), and the dice are\n   N div 6 + 1 and N mod 6 + 1:",
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
	d, err := diceFrom(seed, t.number)
	return outcome{seed, d}, err
}
