package monitor

import (
	"encoding/json"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// A State is what a monitor keeps of a log.
type State struct {
	Casino     string            `json:"casino"`             // its address
	Key        string            `json:"key"`                // of the log
	Checkpoint string            `json:"checkpoint"`         // the latest, signed
	Conflict   string            `json:"conflict,omitempty"` // checkpoints, as evidence
	Fault      string            `json:"fault,omitempty"`    // the first, and when it was seen
	Tree       publiclog.Tree    `json:"tree"`
	Looked     int64             `json:"looked"` // when, in milliseconds since 1970, by the monitor's clock
	Latest     int64             `json:"latest"` // the time of the latest entries, by the log's
	Open       map[string]int64  `json:"open"`   // when each hash was shown that isn't revealed
	Revealed   int64             `json:"revealed"`
	Dropped    int64             `json:"dropped"`
	Receipts   string            `json:"receipts"`        // the key of receipts
	After      string            `json:"after,omitempty"` // the log before, if a restoration has begun this one
	Chains     map[string]*Chain `json:"chains"`
	Newest     string            `json:"newest"`  // chain
	GivenUp    int64             `json:"givenUp"` // chains of the log before
	Unknown    int64             `json:"unknown"`
	Look       *Look             `json:"look,omitempty"` // the one that hasn't read all yet

	// Anybody may announce draws, so only some are kept: the latest, by organiser and number, those
	// before them, and the latest contradictions.
	Draws          int64             `json:"draws"`
	Places         map[string]string `json:"places"`
	OldPlaces      map[string]string `json:"oldPlaces"`
	Contradictions int64             `json:"contradictions"`
	Convicted      []string          `json:"convicted"`
}

// A Look reads the entries up to a checkpoint. What it has read counts once it has all of them, as
// they lead to the checkpoint only then; one that is interrupted goes on where it was.
type Look struct {
	*State `json:"state"`       // with the entries so far; Looked is the look before
	To     publiclog.Checkpoint `json:"to"`
	Note   string               `json:"note"`  // the checkpoint, signed
	Now    int64                `json:"now"`   // when the monitor got it
	Timed  bool                 `json:"timed"` // whether the new entries have a time before them, or lack it with a fault
	Faults []string             `json:"faults"`
}

// A Chain is a hash chain of a game that all players share.
type Chain struct {
	Last   commit.Link `json:"last"` // the anchor, or the link that was revealed last
	Length uint64      `json:"length"`
	Round  uint64      `json:"round"` // of Last
	Bets   int64       `json:"bets"`  // of all rounds
	Latest int64       `json:"latest"`
	Late   bool        `json:"late,omitempty"` // its round of the beacon could be known when it was announced
	Fast   int64       `json:"fast,omitempty"` // or else the monitor's clock was fast, by so many milliseconds
}

// New returns the state of a monitor that has seen nothing of a log yet.
func New(key string) *State {
	return &State{Key: key, Open: map[string]int64{}, Chains: map[string]*Chain{}, Places: map[string]string{}}
}

// Parse reads a state from JSON.
func Parse(content []byte) (*State, error) {
	s := New("")
	err := json.Unmarshal(content, s)
	return s, err
}

// clone returns a copy of the state.
func (s *State) clone() (*State, error) {
	content, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return Parse(content)
}
