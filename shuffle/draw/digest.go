package draw

import (
	"encoding/hex"
	"strings"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Digest is a SHA-256: of an announcement, or the root of its list. Its text form is 64
// lowercase hex characters.
type Digest [32]byte

// ParseDigest reads the text form and nothing else.
func ParseDigest(text string) (Digest, error) {
	var d Digest
	if err := field.ParseHex(d[:], text); err != nil {
		return Digest{}, wrap.Errorf(ErrMalformed, "digest: %v", err)
	}
	return d, nil
}

// String returns the text form.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Words returns the digest as 16 words that can be read aloud, each of two bytes. People
// who compare fewer words leave the organiser room to find two announcements that share
// them.
func (d Digest) Words() string {
	const consonants, vowels = "bdfghjklmnprstvz", "aiou"
	words := make([]string, 0, len(d)/2)
	for i := 0; i < len(d); i += 2 {
		high, low := d[i], d[i+1]
		words = append(words, string([]byte{
			consonants[high>>4], vowels[high>>2&3], consonants[high&3<<2|low>>6], vowels[low>>4&3], consonants[low&15],
		}))
	}
	return strings.Join(words, " ")
}
