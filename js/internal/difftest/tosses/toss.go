// Package tosses makes random tosses, by commit and by JGammon's protocol.
package tosses

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
)

// Toss returns a toss, of which an onlooker reads honest, altered, misplaced and repeated messages.
func Toss(r *rand.Rand) any {
	n := 2 + r.IntN(4)
	session := random.Bytes(r, 1+r.IntN(40))
	watcher := must.Get(commit.WatchToss(session, n))
	seats := make([]*commit.Toss, n)
	for i := range seats {
		seats[i] = must.Get(commit.NewToss(session, n, i, must.Get(commit.ParseNonce(random.Bytes(r, 32))), random.Bytes(r, 32),
			func(old, new commit.TossState) error { return nil }))
	}
	c := struct {
		Session  string   `json:"session"`
		Seats    int      `json:"seats"`
		Messages []string `json:"messages"`
		Answers  []string `json:"answers"`
		Due      []string `json:"due"`
		Seed     string   `json:"seed"`
		Context  string   `json:"context"`
		random.Drawn
	}{
		Session: hex.EncodeToString(session), Seats: n, Context: hex.EncodeToString(random.Bytes(r, r.IntN(40))),
		Drawn: random.Drawn{Draws: []string{}, Results: []string{}},
	}
	said := [][]byte{{}}
	for range 4 * n {
		from := r.IntN(n)
		message := seats[from].Pending()
		if len(message) == 0 || r.IntN(4) == 0 {
			message = alter(r, said[r.IntN(len(said))])
		}
		said = append(said, message)
		for _, seat := range seats {
			seat.Receive(from, message) // what is refused is in the onlooker's answer
		}
		c.Messages = append(c.Messages, fmt.Sprint(from, " ", hex.EncodeToString(message)))
		c.Answers = append(c.Answers, classOf(watcher.Receive(from, message)))
		phase, due := watcher.Due()
		c.Due = append(c.Due, fmt.Sprint(phase, " ", random.Spaced(due)))
	}
	if seed, err := watcher.Seed(); err == nil {
		c.Seed = seed.String()
		c.Drawn = random.Draw(r, seed.Stream(must.Get(hex.DecodeString(c.Context))))
	}
	return c
}

// alter returns a message as it is, cut, extended, or with another bit.
func alter(r *rand.Rand, message []byte) []byte {
	altered := append([]byte{}, message...)
	switch r.IntN(4) {
	case 0:
		return altered[:r.IntN(len(altered)+1)]
	case 1:
		return append(altered, random.Bytes(r, 1)...)
	case 2:
		if len(altered) > 0 {
			altered[r.IntN(len(altered))] ^= 1 << r.IntN(8)
		}
	}
	return altered
}

// classOf returns the class of an error in commit/SPEC.md, section 3, with the seats to blame.
func classOf(err error) string {
	if err == nil {
		return "ok"
	}
	classes := map[error]string{
		commit.ErrMalformed: "malformed", commit.ErrMismatch: "mismatch", commit.ErrOtherToss: "other",
		commit.ErrDiverged: "diverged", commit.ErrMissing: "missing", commit.ErrState: "state",
	}
	for each, class := range classes {
		if !errors.Is(err, each) {
			continue
		}
		if blame, ok := errors.AsType[*commit.BlameError](err); ok {
			return class + " " + random.Spaced(blame.Seats)
		}
		return class
	}
	return err.Error()
}
