package monitor

import (
	"encoding/json"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// A State is what a monitor keeps of a log.
type State struct {
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
	Places     map[string]string `json:"places"` // announcements of draws, by organiser and number
	Unknown    int64             `json:"unknown"`
}

// A Chain is a hash chain of a game that all players share.
type Chain struct {
	Last   commit.Link `json:"last"` // the anchor, or the link that was revealed last
	Length uint64      `json:"length"`
	Round  uint64      `json:"round"` // of Last
	Bets   int64       `json:"bets"`  // of all rounds
	Latest int64       `json:"latest"`
	Ended  bool        `json:"ended"`          // given up, as the casino was restored from a backup
	Late   bool        `json:"late,omitempty"` // its round of the beacon could be known when it was announced
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
