package table

import (
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/seats"
)

// A Game is a deterministic function of what its seats say, and the same at all of them,
// except for Pending. It is played in rounds: hands, games, throws. A Table calls its methods in
// the order of the board; they must not call the Table.
type Game interface {
	// Start begins the next round. Nobody is due then if the game is over. The head is that
	// of all that was said before. It differs from round to round and from fork to fork, so
	// derive from it what names the round, and together with a seed of this seat's own all
	// that the seat keeps secret in it.
	Start(head record.Digest)

	// Due returns the seats that have to say something, a seat m times that has m messages to
	// say. The round is over when there are none. It changes only by what Apply takes, and by
	// Out. A message counts if its signer had read all that came before the phase: change
	// the phase's number, to one that the round hasn't had, when what was due before is void,
	// for instance at each turn, or when Out changes what is right. In a phase in which
	// several are due, what is right for one must not depend on what the others say in it;
	// and a seat that has spoken is named less often from then on: until it is, or the phase
	// changes, its time goes on.
	Due() (phase int, seats []int)

	// Pending returns what the protocol wants of this seat, which is due, or nil if that is a
	// player's choice. It returns the same again, also after a restart, until that is read,
	// and doesn't complain about a seat that is out.
	Pending() []byte

	// Check returns what is wrong with a move of this seat, which is due for one. It may use
	// what only this seat knows, and Apply may not.
	Check(seat int, move []byte) error

	// Apply takes a message of a seat that is due, of at most Terms.Longest bytes (or 4 if
	// that is less), and may keep it. An error is the seat's fault, or that of the seat that
	// a [BlameError] names: Out follows at once. Return an error for everything that isn't what
	// was due, even if a protocol would ignore it: a seat whose messages are taken and change
	// nothing is out as well, but only after 16 of them. If nobody is due after it, the next
	// Start follows, so it is for the game to tell how a round ended.
	Apply(seat int, message []byte) error

	// Out takes a seat out, with its price: what it has in the pot, say, stays there. With
	// [Left], which comes between rounds, there is none. Nobody is out twice.
	Out(seat int, why Reason)

	// Checkpoint returns what Restore needs between two rounds.
	Checkpoint() []byte

	// Restore goes back to a checkpoint, from any state. Start follows.
	Restore(checkpoint []byte) error
}

// A Reason is why a seat is out.
type Reason byte

// The reasons to be out.
const (
	Fault  Reason = 1 + iota // it has said what no honest seat says; its statement is the evidence
	Silent                   // it was due, and its time was up by the board's clock
	Left                     // it has left between two rounds
)

// String returns the reason in lower case: fault, silent, left.
func (r Reason) String() string {
	if r < Fault || r > Left {
		return fmt.Sprintf("Reason(%d)", byte(r))
	}
	return [...]string{"fault", "silent", "left"}[r-Fault]
}

// A BlameError names the seat whose fault an error of [Game.Apply] is, if that isn't the
// speaker's, as when the receiver of a sealed message shows that it was wrong. The speaker
// is still due then. Each speaker may blame a seat that is out already, once for each such seat,
// as somebody else may have been faster. An error with another number of seats is the speaker's
// fault.
type BlameError struct {
	Seats []int // one, by the numbers of the table, not those of a hand or a toss in it
	Err   error // what is wrong
}

// Error returns the text of Err, then the seat.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }

// An Out is a seat that is out.
type Out struct {
	Seat  int
	Why   Reason
	Round int
	Place int    // of the statement by which it is out
	Text  string // of a fault: what was wrong, in at most MaxTextLen bytes
}
