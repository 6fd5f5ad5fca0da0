package tabletest

import "crypto/sha256"

// A saying is a message of some seat's Pending: who said it first, and in which matches.
type saying struct {
	seat, place int
	group       uint64 // of matches in which seats have the same secrets
	forks       int    // bits
	elsewhere   bool   // also by another seat, or in another group
}

// sayings are those of all matches, by the message's hash.
type sayings map[[sha256.Size]byte]*saying

// note notes what a seat says after a place, in one of the forks of a group.
func (said sayings) note(seat, place int, message []byte, group, fork uint64) {
	if len(message) < 8 {
		return // it may be the same by chance
	}
	hash := sha256.Sum256(message)
	s := said[hash]
	if s == nil {
		s = &saying{seat: seat, place: place, group: group}
		said[hash] = s
	}
	s.forks |= 1 << fork
	if s.group != group || s.seat != seat {
		s.elsewhere = true
	}
}

// withoutHead returns the first saying that is the same in all forks of a group, and never said
// elsewhere: it follows from a secret, and not from the head. It is nil if there is none.
func (said sayings) withoutHead() (first *saying) {
	for _, s := range said {
		if s.forks == 1<<forks-1 && !s.elsewhere && (first == nil || s.place < first.place) {
			first = s
		}
	}
	return first
}
