package oldhand

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// The kinds of messages, their first byte .
const (
	keyMessage = 1 + iota
	shuffleMessage
	decryptionMessage
	showMessage
	leaveMessage
	vetoMessage
	togetherMessage
	kinds
)

// everyone16 stands for Everyone in messages, and u32(Everyone) in digests.
const everyone16 = 1<<16 - 1

// headSize is the length of what every message begins with: its kind and the digest of
// the table.
const headSize = 1 + len(digest{})

func (s *public) newMessage(kind byte, parts ...[]byte) []byte {
	return slices.Concat([]byte{kind}, s.tableDigest[:], slices.Concat(parts...))
}

// HandMessageSize returns the length of the longest message of a hand with n cards and this
// many seats, also when the cards are dealt again: that of a shuffled deck, or of a turn in
// each of n deals, once more for each seat that may leave before it ends; 0 for the zero
// group. A longer one is an [sra.ErrMalformed].
func HandMessageSize(g sra.Group, n, seats int) int {
	if g.Name() == "" {
		return 0
	}
	head, card, proof := headSize+len(digest{}), g.ElementSize(), sra.DecryptionProofSize(g)
	shuffle := head + n*card + sra.ShuffleProofSize(g, n) + n*card + proof
	veto := head + n*(card+proof)
	deal := head + 2 + 4 + 1 + len(digest{}) + card + proof
	return headSize + max(4+shuffle+4+veto, (seats-1)*n*(4+deal))
}

// appendDeal appends the cards of a deal as a message has them.
func appendDeal(b []byte, cards []Deal) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(cards)))
	for _, c := range cards {
		b = binary.BigEndian.AppendUint16(b, uint16(c.Position))
		b = binary.BigEndian.AppendUint16(b, uint16(c.To)) // Everyone, −1, is everyone16
	}
	return b
}

// parseDeal is the inverse of appendDeal. It returns nil for what isn't of its length.
func parseDeal(b []byte) (cards []Deal) {
	if len(b) < 2 || len(b) != 2+4*int(binary.BigEndian.Uint16(b)) {
		return nil
	}
	for c := range slices.Chunk(b[2:], 4) {
		to := int(binary.BigEndian.Uint16(c[2:]))
		if to == everyone16 {
			to = Everyone
		}
		cards = append(cards, Deal{int(binary.BigEndian.Uint16(c)), to})
	}
	return cards
}

// leavesPart is how many seats had left when a deal began, as a message has it.
func (s *public) leavesPart(leaves int) []byte {
	if leaves == 0 {
		return []byte{0}
	}
	after := s.deckAfter(leaves)
	return append([]byte{byte(leaves)}, after[:]...)
}

// appendPositions appends a list of positions as a message has it.
func appendPositions(b []byte, positions []int) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(positions)))
	for _, p := range positions {
		b = binary.BigEndian.AppendUint16(b, uint16(p))
	}
	return b
}

// u32s are positions as a digest has them.
func u32s(positions []int) (b []byte) {
	for _, p := range positions {
		b = append(b, u32(p)...)
	}
	return b
}

// A decryption is the message of a seat that takes its layer off some positions.
type decryption struct {
	view          []byte
	leaves        int    // of a decryption message, as in deal
	deal          []Deal // of a decryption message, at least one card whose layer its sender takes off
	positions     []int  // whose layer is taken off: at least one, no two the same
	cards, proofs []byte // nil if it follows from leaves that aren't known here
}

// parseDecryption takes a message of kind 03 or 04 of a seat apart. A message from after
// a leave that isn't known here can't be.
func (s *public) parseDecryption(from int, message []byte) (m decryption, err error) {
	what, shows := "the message of the decryption", message[0] == showMessage
	first, each, leaves := s.first, 4, 1 // a card has 4 bytes; 1 of leaves or more follows them
	if shows {
		what = "the message of the shown cards"
		first, each, leaves = 0, 2, 0
	}
	body := message[headSize:]
	const head = len(digest{}) + 2
	if len(body) < head {
		return m, malformed("%s is too short", what)
	}
	m.view = body[:len(digest{})]
	n := int(binary.BigEndian.Uint16(body[head-2:]))
	if body = body[head:]; n < 1 || n > len(s.positions) || len(body) < n*each+leaves {
		return m, malformed("%s is of %d cards, or too short", what, n)
	}
	seen := make([]bool, len(s.positions))
	for card := range slices.Chunk(body[:n*each], each) {
		p := int(binary.BigEndian.Uint16(card))
		if err := checkPosition(p, first, seen); err != nil {
			return m, err
		}
		if shows {
			m.positions = append(m.positions, p)
			continue
		}
		to := int(binary.BigEndian.Uint16(card[2:]))
		if to == everyone16 {
			to = Everyone
		} else if to >= s.seats || s.out[to] {
			return m, malformed("position %d goes to seat %d, which isn't here", p, to)
		}
		m.deal = append(m.deal, Deal{p, to})
	}
	if body = body[n*each:]; !shows {
		if m.leaves = int(body[0]); m.leaves > len(s.leaves) {
			return m, nil
		}
		known := s.leavesPart(m.leaves)
		switch {
		case len(body) < len(known):
			return m, malformed("%s is too short", what)
		case !bytes.HasPrefix(body, known):
			return m, nil
		}
		leaves, m.positions = len(known), s.layersOf(m.deal, m.leaves, from)
	}
	body = body[leaves:]
	size := len(m.positions) * s.cards.Group().ElementSize()
	if want := size + s.proofsSize(m.positions); len(m.positions) == 0 || len(body) != want {
		return m, malformed("%s has %d bytes for %d cards", what, len(message), len(m.positions))
	}
	m.cards, m.proofs = body[:size], body[size:]
	return m, nil
}

// proofsSize returns the length of the proofs that the layers of one seat were taken off
// these positions.
func (s *public) proofsSize(positions []int) int {
	return len(s.byDeck(positions)) * sra.DecryptionProofSize(s.cards.Group())
}

// receiveTogether takes several messages that a seat had to send at once, one after
// another, as far as none is early: what follows may depend on messages that depend on
// those before. A part that was taken before, or that isn't needed any more, changes
// nothing. If a part is at fault, none is taken.
func (s *public) receiveTogether(from int, body []byte, follow bool) error {
	parts, err := splitTogether(body)
	if err != nil {
		return blame(err, from)
	}
	after, done := s.clone(), true
	for _, part := range parts {
		err := after.receive(from, part, follow, true)
		switch {
		case err == nil:
			done = false
		case errors.Is(err, ErrEarly):
			*s = after
			return err
		case err != errDone:
			return err
		}
	}
	if done {
		return errDone
	}
	*s = after
	return nil
}

// splitTogether is the inverse of joinTogether.
func splitTogether(body []byte) (parts [][]byte, err error) {
	for len(body) > 0 {
		if len(body) < 4 || uint64(len(body)-4) < uint64(binary.BigEndian.Uint32(body)) {
			return nil, malformed("a part of several messages is cut")
		}
		n := int(binary.BigEndian.Uint32(body))
		part := body[4 : 4+n : 4+n]
		if n == 0 || part[0] == togetherMessage {
			return nil, malformed("a part of several messages is empty, or several messages itself")
		}
		parts, body = append(parts, part), body[4+n:]
	}
	if len(parts) < 2 {
		return nil, malformed("several messages are %d", len(parts))
	}
	return parts, nil
}

func joinTogether(parts [][]byte) (body []byte) {
	for _, part := range parts {
		body = append(append(body, u32(len(part))...), part...)
	}
	return body
}
