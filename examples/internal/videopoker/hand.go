package videopoker

import "math/bits"

const (
	deck  = 52
	ranks = 13
)

// An Event is a kind of five-card hand. The kinds are just fine enough for all
// three pay tables: one pays four of a kind by rank, another a pair of tens.
type Event uint8

// The events, from the least to the most valuable.
const (
	Nothing Event = iota // no other event: pairs below tens are among them
	PairOfTens
	HighPair // jacks, queens, kings or aces
	TwoPair
	ThreeOfAKind
	Straight // an ace is below the deuce or above the king
	Flush
	FullHouse
	FourHigh // fives to kings
	FourLow  // deuces, threes or fours
	FourAces
	StraightFlush
	RoyalFlush
	numEvents = iota
)

// Evaluate returns the event of five different cards.
func Evaluate(hand [5]uint8) Event { return pick(hand, 31).event() }

// event returns the event of a set of five cards. The number of different
// ranks tells most: five leave straights and flushes, four a pair, three two
// pair or three of a kind, two a full house or four of a kind.
func (s set) event() Event {
	const (
		ace         = 1 << 0
		deuceToFour = 7 << 1
		ten         = 1 << 9
		jackToKing  = 7 << 10
	)
	a, b, c, d := s.suits()
	all := a | b | c | d
	even := all &^ (a ^ b ^ c ^ d) // the ranks present twice or four times
	switch bits.OnesCount16(all) {
	case 5:
		flush := max(a, b, c, d) == all
		royal := all == ten|jackToKing|ace
		straight := royal || all>>bits.TrailingZeros16(all) == 31
		switch {
		case flush && royal:
			return RoyalFlush
		case flush && straight:
			return StraightFlush
		case flush:
			return Flush
		case straight:
			return Straight
		}
	case 4:
		switch {
		case even&(jackToKing|ace) != 0:
			return HighPair
		case even == ten:
			return PairOfTens
		}
	case 3:
		if even == 0 {
			return ThreeOfAKind
		}
		return TwoPair
	case 2:
		switch four := a & b & c & d; {
		case four == 0:
			return FullHouse
		case four == ace:
			return FourAces
		case four&deuceToFour != 0:
			return FourLow
		default:
			return FourHigh
		}
	}
	return Nothing
}
