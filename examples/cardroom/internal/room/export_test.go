package room

import "time"

// SetGreeting sets how long a client may be silent at first, and returns how it was.
func SetGreeting(d time.Duration) (before time.Duration) {
	before, greeting = greeting, d
	return before
}

const MaxPerPlace = maxPerPlace

var Address = address
