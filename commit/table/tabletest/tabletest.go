package tabletest

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A Config is a game to test, and how long.
type Config struct {
	Terms table.Terms // without the keys of seats, which are drawn
	Seats int

	// New begins a game at a seat, or without one, which is -1. All that the seat does by
	// chance follows from its secret, of 32 bytes, and from heads.
	New func(terms table.Terms, seat int, secret []byte) (table.Game, error)

	// Move returns a random move that the rules allow a seat, which is due and whose Pending
	// returns nil. It may be nil if Pending never does that.
	Move func(game table.Game, seat int, rng *rand.Rand) []byte

	Seed    uint64 // of the first match; those of the others follow
	Matches int    // 300 if it is 0; only from 12 on are secrets of forks compared
	Items   int    // more than a match can take; 10,000 if it is 0
}

// Of cycle matches in a row, the first are one that a board has shown in two sequences: all
// seats are honest, and all but the heads is the same, as far as it doesn't follow from them.
const cycle, forks = 6, 2

// TestGame plays matches of a game, and returns an error if it breaks a promise of
// [table.Game]: the seed of the match, the place in it, the method, and what is wrong. For
// that match alone, set Seed to it, and Matches to 1.
func TestGame(c Config) error {
	if c.New == nil {
		return errors.New("tabletest: there is no New to begin a game with")
	}
	if c.Seats < record.MinSeats || c.Seats > record.MaxSeats {
		return fmt.Errorf("tabletest: Seats: %d, not %d to %d", c.Seats, record.MinSeats, record.MaxSeats)
	}
	if c.Matches < 0 {
		return fmt.Errorf("tabletest: Matches: %d, fewer than none", c.Matches)
	}
	c.Matches, c.Items = cmp.Or(c.Matches, 50*cycle), cmp.Or(c.Items, 10_000)
	said := make(sayings)
	for seed := c.Seed; seed < c.Seed+uint64(c.Matches); seed++ {
		if err := c.play(seed, said); err != nil {
			return fmt.Errorf("tabletest: seed %d: %w", seed, err)
		}
	}
	if first := said.withoutHead(); first != nil && c.Matches >= 2*cycle {
		return fmt.Errorf("tabletest: seeds %d and %d: Pending: seat %d says the same in both forks of a match, after place %d, and never "+
			"with another secret: derive all that is secret in a round from its head", first.group, first.group+1, first.seat, first.place)
	}
	return nil
}

// play plays the match of a seed, and notes what honest seats say.
func (c *Config) play(seed uint64, said sayings) (err error) {
	defer func() {
		v := recover()
		if f, ok := v.(failure); ok {
			err = f.error
		} else if v != nil {
			panic(v)
		}
	}()
	group, fork := seed, uint64(0)
	honest := seed%cycle < forks
	if honest {
		fork = seed % cycle
		group -= fork
	}
	derive := func(what string, seat int) []byte {
		digest := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", what, group, seat))
		return digest[:]
	}
	m := &match{Config: c, seed: seed, honest: honest, rng: rand.New(rand.NewPCG(group, 0)), seats: make([]seat, c.Seats)}
	terms := c.Terms
	terms.Seats = nil
	for s := range c.Seats {
		key, err := record.ParseKey(derive("key", s))
		if err != nil {
			return err
		}
		terms.Seats = append(terms.Seats, key.Public())
	}
	if _, err := terms.Agreement(); err != nil {
		return fmt.Errorf("the Terms: %w", err)
	}
	m.newGame = func(seat int) table.Game {
		var secret []byte
		if seat >= 0 {
			secret = derive("secret", seat)
		}
		game, err := c.New(terms, seat, secret)
		if err != nil {
			m.fail("New: %w", err)
		}
		return game
	}
	m.said = func(seat int, message []byte) { said.note(seat, m.place, message, group, fork) }
	m.play()
	return nil
}
