package sra

import (
	"encoding/binary"
	"slices"
)

// The kinds of messages, their first byte (SPEC.md, section 8.2).
const (
	keyMessage = 1 + iota
	shuffleMessage
	decryptionMessage
	showMessage
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

// HandMessageSize returns the length of the longest message of a hand with n cards,
// which is that of a shuffled deck; 0 for the zero group.
func HandMessageSize(g Group, n int) int {
	if g.g == nil {
		return 0
	}
	return headSize + len(digest{}) + n*g.ElementSize() + ShuffleProofSize(g, n)
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

func appendPositions(b []byte, positions []int) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(positions)))
	for _, p := range positions {
		b = binary.BigEndian.AppendUint16(b, uint16(p))
	}
	return b
}

// A decryption is the message of a seat that takes its layer off some positions.
type decryption struct {
	view         []byte
	deal         []Deal // of a decryption message, at least one card that isn't to its sender
	positions    []int  // whose layer is taken off: at least one, no two the same
	cards, proof []byte
}

// parseDecryption takes a message of kind 03 or 04 of a seat apart.
func (s *public) parseDecryption(from int, message []byte) (m decryption, err error) {
	const what = "the message of the decryption"
	body := message[headSize:]
	const head = len(digest{}) + 2
	if len(body) < head {
		return m, malformed("%s is too short", what)
	}
	m.view = body[:len(digest{})]
	n, each := int(binary.BigEndian.Uint16(body[head-2:])), 2
	if message[0] == decryptionMessage {
		each = 4
	}
	if body = body[head:]; n < 1 || n > s.cards.Len() || len(body) < n*each {
		return m, malformed("%s is of %d cards, or too short", what, n)
	}
	seen := make([]bool, s.cards.Len())
	for i := range n {
		p := int(binary.BigEndian.Uint16(body[each*i:]))
		switch {
		case p >= len(seen):
			return m, malformed("position %d isn't in 0 to %d", p, len(seen)-1)
		case seen[p]:
			return m, malformed("position %d is repeated", p)
		}
		seen[p] = true
		if message[0] == showMessage {
			m.positions = append(m.positions, p)
			continue
		}
		to := int(binary.BigEndian.Uint16(body[each*i+2:]))
		if to == everyone16 {
			to = Everyone
		} else if to >= s.seats {
			return m, malformed("a card to seat %d of %d", to, s.seats)
		}
		m.deal = append(m.deal, Deal{p, to})
	}
	if message[0] == decryptionMessage {
		m.positions = layersOf(m.deal, from)
	}
	body = body[n*each:]
	size := len(m.positions) * s.cards.group.ElementSize()
	if want := size + decryptionProofSize(s.cards.group); len(m.positions) == 0 || len(body) != want {
		return m, malformed("%s has %d bytes for %d cards", what, len(message), len(m.positions))
	}
	m.cards, m.proof = body[:size], body[size:]
	return m, nil
}
