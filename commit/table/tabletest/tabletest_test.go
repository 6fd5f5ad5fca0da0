package tabletest_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
	"github.com/squaredeal/squaredeal/internal/long"
)

func config(fault string) tabletest.Config {
	return tabletest.Config{
		Terms: table.Terms{Game: []byte("test"), Longest: longest, Grace: 2 * time.Second, Bank: time.Second},
		Seats: seats,
		New: func(_ table.Terms, seat int, secret []byte) (table.Game, error) {
			return newGame(fault, seat, secret), nil
		},
		Move: func(g table.Game, _ int, rng *rand.Rand) []byte {
			if g.(*game).step != moving {
				return nil
			}
			return []byte{byte(rng.IntN(4))}
		},
		Items: 1000,
	}
}

// Each planted fault breaks one promise, and is found for that; the game without one passes.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ fault, found string }{
		{"", "<nil>"},
		{"Due differs", "Due: after what all have read, seat 1 is in phase"},
		{"Due depends on how often it is asked", "Due: after "},
		{"a seat that doesn't exist is due", "Due: a spectator says seat 3 of 3"},
		{"waits for seats that are out", "Due: a spectator waits for seats that are out"},
		{"a phase comes back", "Due: the round has had phase"},
		{"a seat is due again", " phase"},
		{"turns of one phase", "and in the same phase 0 were"},
		{"a seat that has spoken is due as before", "seat 1"},
		{"no end", "doesn't end"},
		{"Pending isn't the same again", "Pending: seat"},
		{"Pending isn't the same after a restart", "Pending: seat"},
		{"Pending changes who is due", "Due: after Pending, seat"},
		{"Pending is too long", "more than Terms.Longest"},
		{"Pending has nothing to say", "seat 2"},
		{"Pending complains about a seat that is out", "Pending: seat"},
		{"secrets without the head", "derive all that is secret in a round from its head"},
		{"Check changes the game", "Due: after Check, seat"},
		{"Check takes what Apply refuses", "Apply: refuses what honest seat"},
		{"Check refuses what is right", "Check: refuses what Move has seat"},
		{"Check refuses what is made by default", "Default: 2a, which seat"},
		{"a verdict depends on who reads", "seat 1 says \"illegal\", and a spectator \"<nil>\""},
		{"the words of a fault differ", "and a spectator \"illegal\""},
		{"what is right depends on others", "Apply: refuses what honest seat"},
		{"Out voids without a phase", "phase"},
		{"an honest seat is blamed", "Apply: blames honest seat"},
		{"junk is taken", "Apply: takes a message"},
		{"a refused message leaves a trace", "Checkpoint: "},
		{"a refused message changes the phase", "Due: after a message that Apply refuses"},
		{"Apply panics on an empty message", "panics: index out of range"},
		{"Apply panics on a long message", "panics: index out of range"},
		{"Apply alters the message", "alters the message"},
		{"Out panics between rounds", "Out: a spectator panics"},
		{"Out panics when all go", "Out: a spectator panics"},
		{"checkpoints differ", "Checkpoint: seat"},
		{"a checkpoint lacks something", "(restored in a "},
		{"a checkpoint changes later", "Checkpoint: what it returned for round"},
		{"Restore alters the checkpoint", "Checkpoint: what it returned for round"},
		{"Restore leaves something over", "Checkpoint: "},
		{"Restore refuses a checkpoint", "Restore: "},
	} {
		t.Run(c.fault, func(t *testing.T) {
			for seed := range uint64(*bases) {
				config := config(c.fault)
				config.Seed = 600 * seed
				err := tabletest.TestGame(config)
				line, _, _ := strings.Cut(fmt.Sprint(err), "\n")
				plain := strings.NewReplacer(" (restored in a new game)", "", " (restored in a used game)", "").Replace(line)
				if (err != nil) != (c.fault != "") || !strings.Contains(line+plain, c.found) {
					t.Errorf("from seed %d: %s", config.Seed, line)
				}
			}
		})
	}
}

// What can't be tested is an error that names the field.
func TestConfig(t *testing.T) {
	for field, change := range map[string]func(*tabletest.Config){
		"New":     func(c *tabletest.Config) { c.New = nil },
		"Seats":   func(c *tabletest.Config) { c.Seats = 0 },
		"Terms":   func(c *tabletest.Config) { c.Terms.Grace = 0 },
		"Matches": func(c *tabletest.Config) { c.Matches = -1 },
	} {
		c := config("")
		change(&c)
		if err := tabletest.TestGame(c); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

var bases = flag.Int("bases", long.Pick(1, 10), "from how many seeds TestFaults looks for each")
