package main

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
)

// jgammonProtocol is the one that JGammon's web page describes. It doesn't say
// what happens if a seat refuses to reveal. Here the throw begins again, as an obliging
// programmer might have it; the bound keeps a peer from going on for ever.
var jgammonProtocol = protocol{
	name:     "jgammon",
	id:       2,
	sizes:    [2]int{jgammon.HashSize, jgammon.SecretSize},
	cross:    true,
	restarts: 1000,
	begin: func(_ []byte, _, seat int) (toss, error) {
		return newJGammonToss(seat, jgammon.GenerateSecret())
	},
	lines: func(phase int, message []byte) []string {
		if phase == 0 && len(message) != jgammon.HashSize || phase == 1 && len(message) != jgammon.SecretSize {
			return nil
		}
		return []string{fmt.Sprintf("%x", message)}
	},
	source: func(views []view) string {
		return fmt.Sprintf("%02x + %02x", sentBy(views, 0, 1)[0], sentBy(views, 1, 1)[0])
	},
	forge: func(own, other []byte) []byte { // the double six is number 35
		first := (outcomes + 35 - int(other[0])%outcomes) % outcomes
		if byte(first) == own[0] {
			first += outcomes
		}
		return append([]byte{byte(first)}, own[1:]...)
	},
	words: words{
		throws:   "Every throw goes as the web page of JGammon describes it.",
		commit:   "Each draws 64 random bits and sends their SHA-1:",
		reveal:   "Each has the other's hash, and sends its 64 bits:",
		last:     "A seat that waits for the other's bits knows the result first.",
		check:    "Each checks that the other's bits have the hash that came before:",
		dice:     "N is the sum of the first bytes, mod 36, and the dice are N div 6 + 1 and\n   N mod 6 + 1:",
		mismatch: "its bits don't have\nthe hash that came before.",
		header:   "  throw  hash of seat 0  hash of seat 1              N  dice",
	},
}

// A jgammonToss is a seat's part in a throw.
type jgammonToss struct {
	seat    int
	hashes  [2]jgammon.Hash
	secrets [2]jgammon.Secret
	said    [2]int // messages of each
}

func newJGammonToss(seat int, secret jgammon.Secret) (toss, error) {
	t := &jgammonToss{seat: seat}
	t.secrets[seat] = secret
	var err error
	t.hashes[seat], err = secret.Hash()
	return t, err
}

func (t *jgammonToss) Pending() []byte {
	phase, due := t.Due()
	switch {
	case !slices.Contains(due, t.seat):
		return nil
	case phase == commit.CommitPhase:
		return t.hashes[t.seat][:]
	}
	return t.secrets[t.seat].Bytes()
}

func (t *jgammonToss) Receive(from int, message []byte) (err error) {
	if t.said[from] == 0 {
		t.hashes[from], err = jgammon.ParseHash(message)
	} else {
		t.secrets[from], err = jgammon.ParseSecret(message)
	}
	if err != nil {
		return &commit.BlameError{Seats: []int{from}, Err: err}
	}
	t.said[from]++
	return nil
}

func (t *jgammonToss) Due() (phase commit.TossPhase, due []int) {
	least := min(t.said[0], t.said[1])
	for seat, n := range t.said {
		if n == least && n < 2 {
			due = append(due, seat)
		}
	}
	return commit.CommitPhase + commit.TossPhase(least), due
}

func (t *jgammonToss) outcome() (outcome, error) {
	throw, err := jgammon.Replay(t.hashes, t.secrets)
	return outcome{dice: dice(throw.N)}, err
}
