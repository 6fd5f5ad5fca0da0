package draw

import (
	"time"
)

// A Value is what a beacon's round gave. Use only those that were verified, as package drand
// returns them.
type Value struct {
	Beacon     string
	Round      uint64
	Time       time.Time
	Randomness [32]byte
}
