package holdem

import (
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// The kinds of messages, their first byte. The epoch follows, four bytes: how often the
// seats that play have changed, or a hand has ended, as far as the sender knows.
const (
	tossMessage      = 1 + iota // a message of the toss
	cardsMessage                // a message of the hand of package oldhand
	actMessage                  // an action: its kind, and To in eight bytes
	voteMessage                 // seats to go on without: two bytes, the lowest bit is seat 0
	objectionMessage            // nothing: the heads of the statement say what was heard
	leaveMessage                // nothing
)

// The kinds of messages of a hand of package oldhand.
const (
	keyKind = 1 + iota
	shuffleKind
	layerKind
	showKind
	_
	vetoKind
	togetherKind
)

type message struct {
	kind   byte
	epoch  int
	body   []byte // of a toss and of cards
	action Action
	seats  []int // of a vote
}

func (m message) encode() []byte {
	b := binary.BigEndian.AppendUint32([]byte{m.kind}, uint32(m.epoch))
	switch m.kind {
	case actMessage:
		return binary.BigEndian.AppendUint64(append(b, byte(m.action.Kind)), uint64(m.action.To))
	case voteMessage:
		var mask uint16
		for _, s := range m.seats {
			mask |= 1 << s
		}
		return binary.BigEndian.AppendUint16(b, mask)
	}
	return append(b, m.body...)
}

// parseMessage is the inverse of encode. It returns what is wrong with anything else.
func parseMessage(b []byte) (m message, fault string) {
	r := field.NewReader(b)
	m.kind = r.Byte("kind")
	epoch := r.Uint32("epoch")
	r.Check("epoch", epoch < 1<<30)
	m.epoch = int(epoch)
	switch m.kind {
	case tossMessage, cardsMessage:
		m.body = r.Fixed("body", r.Len())
		r.Check("body", len(m.body) > 0)
	case actMessage:
		m.action.Kind = Kind(r.Byte("action"))
		to := r.Uint64("chips")
		r.Check("action", m.action.Kind < kinds)
		r.Check("chips", to <= MaxSeats*MaxChips)
		m.action.To = int(to)
	case voteMessage:
		mask := binary.BigEndian.Uint16(r.Fixed("seats", 2))
		r.Check("seats", mask != 0)
		for s := range 16 {
			if mask>>s&1 == 1 {
				m.seats = append(m.seats, s)
			}
		}
	case objectionMessage, leaveMessage:
	default:
		r.Check("kind", false)
	}
	if fault := r.End(); fault != "" {
		return message{}, "it says something malformed: " + fault
	}
	return m, ""
}

// A clock is how many statements of each seat come before a point of the record.
type clock []int

// covers reports whether all that comes before other comes before c.
func (c clock) covers(other clock) bool {
	for seat, n := range other {
		if c[seat] < n {
			return false
		}
	}
	return true
}

// join returns the clock of all that comes before c or other.
func (c clock) join(other clock) clock {
	c = slices.Clone(c)
	for seat, n := range other {
		c[seat] = max(c[seat], n)
	}
	return c
}
