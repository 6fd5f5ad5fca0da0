package commit

import (
	"errors"
	"slices"
)

// A TossMessage is a message of a [Toss] and the seat that sent it.
type TossMessage struct {
	From  int
	Bytes []byte
}

// VerifyToss returns what a toss came to, for a referee or an auditor who has the
// sequence of its messages: the order matters, and what isn't a message of this toss is
// left out. Each message must be known to be its sender's, as by a signature; it names
// its toss, seat and step, so a signature on it is good for no other place.
//
// If all seats have revealed, it returns the seed, whatever was refused before or after.
// If not, and [Toss.Receive] blames seats, it returns a [*BlameError] with all of them
// and the first fault. Otherwise the error is an [ErrMissing], whose text names the seats
// that are due: they may have spoken since. [WatchToss] shows all of this message by
// message.
//
// It returns an [ErrMalformed] for a session, seats and senders that GenerateToss
// wouldn't take.
func VerifyToss(session []byte, seats int, messages []TossMessage) (Seed, error) {
	t, err := WatchToss(session, seats)
	if err != nil {
		return Seed{}, err
	}
	var first error
	var blamed []int
	for _, m := range messages {
		err := t.Receive(m.From, m.Bytes)
		blame, blames := errors.AsType[*BlameError](err)
		switch {
		case blames:
			if first == nil {
				first = blame.Err
			}
			blamed = append(blamed, blame.Seats...)
		case errors.Is(err, ErrMalformed):
			return Seed{}, err
		}
	}
	seed, err := t.Seed()
	if err != nil && first != nil {
		slices.Sort(blamed)
		err = &BlameError{slices.Compact(blamed), first}
	}
	return seed, err
}
