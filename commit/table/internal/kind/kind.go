// Package kind has the kinds of a table's messages: see commit/table's SPEC.md, section 6.
package kind

// The first byte of a message is its kind.
const (
	Hello   byte = 1 + iota // of one byte: the first statement of each seat
	Say                     // a message of the game
	Tick                    // of one byte: time is up, or goes on
	Leave                   // and the round after which the seat goes
	Closing                 // of one byte: the seat has read the end
)
