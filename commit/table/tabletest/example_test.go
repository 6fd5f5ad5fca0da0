package tabletest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
)

// A vote is held in rounds: all say 0 or 1 at once. Its author has forgotten something.
type vote struct {
	Rounds, Ayes int
	Here         []bool
	waits        []bool
}

func (v *vote) Start(record.Digest) {
	v.waits = make([]bool, len(v.Here))
	if v.Rounds > 0 {
		v.Rounds--
		copy(v.waits, v.Here)
	}
}

func (v *vote) Due() (phase int, seats []int) {
	for s, waits := range v.waits {
		if waits {
			seats = append(seats, s)
		}
	}
	return 0, seats
}

func (v *vote) Apply(seat int, m []byte) error {
	if err := v.Check(seat, m); err != nil {
		return err
	}
	v.Ayes += int(m[0])
	v.waits[seat] = false
	return nil
}

func (v *vote) Check(_ int, m []byte) error {
	if len(m) == 0 || m[0] > 1 {
		return errors.New("neither 0 nor 1")
	}
	return nil
}

func (v *vote) Pending() []byte              { return nil }
func (v *vote) Out(seat int, _ table.Reason) { v.waits[seat] = false }
func (v *vote) Restore(b []byte) error       { return json.Unmarshal(b, v) }

func (v *vote) Checkpoint() []byte {
	b, _ := json.Marshal(v)
	return b
}

func ExampleTestGame() {
	fmt.Println(tabletest.TestGame(tabletest.Config{
		Terms: table.Terms{Game: []byte("vote"), Longest: 2, Grace: time.Minute},
		Seats: 3,
		New: func(terms table.Terms, _ int, _ []byte) (table.Game, error) {
			return &vote{Rounds: 2, Here: slices.Repeat([]bool{true}, len(terms.Seats))}, nil
		},
		Move: func(_ table.Game, _ int, rng *rand.Rand) []byte { return []byte{byte(rng.IntN(2))} },
	}))

	// Output:
	// tabletest: seed 3: round 2, place 6, phase 0: Due: a spectator waits for seats that are out, and for no others: [0 1]
}
