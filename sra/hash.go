package sra

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
)

// hash returns the encoding of the element |u|, where u is the message hashed to an
// integer mod p (SPEC.md, section 5). Nobody can know a relation between the
// elements of different messages, if the hash is a random oracle. It isn't checked
// that |u| isn't 0 or 1: that has a probability below 2^(2−bits).
func (g *group) hash(use string, message []byte) []byte {
	tag := "squaredeal/sra/v1/" + use + "/" + g.name
	uniform := expandMessage(message, tag, (g.p.BitLen()+128+7)/8)
	u := new(big.Int).SetBytes(uniform)
	encoded := u.Mod(u, g.p).FillBytes(make([]byte, len(g.pBytes)))
	abs(encoded, g.pBytes)
	return encoded
}

// expandMessage is expand_message_xmd of RFC 9380, section 5.3.1, with SHA-256: n
// bytes for a message and a tag, for n up to 255·32 and tags of up to 255 bytes.
func expandMessage(message []byte, tag string, n int) []byte {
	suffix := append([]byte(tag), byte(len(tag)))

	h := sha256.New()
	h.Write(make([]byte, sha256.BlockSize))
	h.Write(message)
	h.Write(binary.BigEndian.AppendUint16(nil, uint16(n)))
	h.Write([]byte{0})
	h.Write(suffix)
	first := h.Sum(nil)

	out := make([]byte, 0, n+sha256.Size)
	block := make([]byte, sha256.Size) // b(i−1); b(0) is xored with zeros for i = 1
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

// appendField appends lp(field), SPEC.md, section 2.
func appendField[F string | []byte](b []byte, field F) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
	return append(b, field...)
}
