package arith

import (
	"encoding/binary"
	"hash"
)

// ExpandMessage is expand_message_xmd of RFC 9380, section 5.3.1, with a hash h: n
// bytes for a message and a tag, for n up to 255 hashes and tags of up to 255 bytes.
func ExpandMessage(h hash.Hash, message []byte, tag string, n int) []byte {
	suffix := append([]byte(tag), byte(len(tag)))

	h.Reset()
	h.Write(make([]byte, h.BlockSize()))
	h.Write(message)
	h.Write(binary.BigEndian.AppendUint16(nil, uint16(n)))
	h.Write([]byte{0})
	h.Write(suffix)
	first := h.Sum(nil)

	out := make([]byte, 0, n+h.Size())
	block := make([]byte, h.Size()) // b(i−1); b(0) is xored with zeros for i = 1
	for i := byte(1); len(out) < n; i++ {
		for j := range block {
			block[j] ^= first[j]
		}
		h.Reset()
		h.Write(block)
		h.Write([]byte{i})
		h.Write(suffix)
		block = h.Sum(block[:0])
		out = append(out, block...)
	}
	return out[:n]
}
