// Package field writes and reads the fields of the encodings that SPEC.md files
// define: integers, length-prefixed strings, digests of what precedes them, hex and text.
package field

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"unicode/utf8"
)

// Append appends lp(field) to b: the length in 8 bytes, big-endian, and the field.
func Append[T string | []byte](b []byte, field T) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
	return append(b, field...)
}

// Seal appends the SHA-256 of b. It detects accidents, not tampering.
func Seal(b []byte) []byte {
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// A Reader takes fields off the front of an encoding. After the first that breaks
// its format it returns zero values, and Fault names that field. What it returns
// isn't copied.
type Reader struct {
	rest  []byte
	fault string
}

// NewReader returns a reader of b.
func NewReader(b []byte) *Reader { return &Reader{rest: b} }

// NewSealedReader returns a reader of what Seal was given.
func NewSealedReader(b []byte) *Reader {
	r := NewReader(b[:max(0, len(b)-sha256.Size)])
	sum := sha256.Sum256(r.rest)
	r.Check("checksum", bytes.Equal(sum[:], b[len(r.rest):]))
	return r
}

// Check makes a field the fault, unless ok.
func (r *Reader) Check(name string, ok bool) {
	if !ok && r.fault == "" {
		r.fault = name
		r.rest = nil
	}
}

// Fixed returns the next n bytes.
func (r *Reader) Fixed(name string, n int) []byte {
	r.Check(name, len(r.rest) >= n)
	if r.fault != "" {
		return make([]byte, n)
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// Byte returns the next byte.
func (r *Reader) Byte(name string) byte { return r.Fixed(name, 1)[0] }

// Uint32 returns the next four bytes, big-endian.
func (r *Reader) Uint32(name string) uint32 { return binary.BigEndian.Uint32(r.Fixed(name, 4)) }

// Uint64 returns the next eight bytes, big-endian.
func (r *Reader) Uint64(name string) uint64 { return binary.BigEndian.Uint64(r.Fixed(name, 8)) }

// Field returns the next length-prefixed field, nil if there is none.
func (r *Reader) Field(name string) []byte {
	n := r.Uint64(name)
	r.Check(name, n <= uint64(len(r.rest)))
	if r.fault != "" {
		return nil
	}
	return r.Fixed(name, int(n))
}

// Label takes a length-prefixed field that must be this label.
func (r *Reader) Label(label string) { r.Check("label", string(r.Field("label")) == label) }

// Len returns the number of bytes not yet read.
func (r *Reader) Len() int { return len(r.rest) }

// Fault returns the name of the first field that broke its format, "" if none did.
func (r *Reader) Fault() string { return r.fault }

// End requires that nothing is left, and returns the Fault.
func (r *Reader) End() string {
	r.Check("length", len(r.rest) == 0)
	return r.fault
}

// ParseHex reads dst from lowercase hex digits of just its length. The error says
// what is wrong with any other text, but no part of it, and leaves dst alone.
func ParseHex(dst []byte, text string) error {
	if want := hex.EncodedLen(len(dst)); len(text) != want {
		return fmt.Errorf("%d characters, not %d", len(text), want)
	}
	for i, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return fmt.Errorf("character %d isn't lowercase hex", i+1)
		}
	}
	hex.Decode(dst, []byte(text))
	return nil
}

// CheckText requires a text of 1 to limit bytes of UTF-8. The error names the field, and
// holds nothing of the text.
func CheckText(name, text string, limit int) error {
	switch {
	case text == "":
		return fmt.Errorf("%s is empty", name)
	case len(text) > limit:
		return fmt.Errorf("%s has %d bytes, the limit is %d", name, len(text), limit)
	case !utf8.ValidString(text):
		return fmt.Errorf("%s isn't UTF-8", name)
	}
	return nil
}
