package publiclog

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Draw says that an organiser's draw of a number is the one with that announcement, and no
// other. Numbers count from 1, without a gap: an organiser who announces several draws and
// keeps the one that suits has more than one at a place, or places that nothing came of.
type Draw struct {
	Key          ed25519.PublicKey // the organiser's
	Number       int64
	Announcement string // SHA-256 of the announcement, in hex
	Signature    []byte
}

func (d Draw) signed() []byte {
	return fmt.Appendf(nil, "squaredeal/draw/place/v1\n%x\n%d\n%s\n", []byte(d.Key), d.Number, d.Announcement)
}

// NewDraw signs the announcement of a draw.
func NewDraw(key ed25519.PrivateKey, number int64, announcement string) Draw {
	d := Draw{Key: key.Public().(ed25519.PublicKey), Number: number, Announcement: announcement}
	d.Signature = ed25519.Sign(key, d.signed())
	return d
}

// Entry is the log's entry: draw KEY NUMBER ANNOUNCEMENT SIGNATURE, in hex and decimal.
func (d Draw) Entry() string {
	return fmt.Sprintf("draw %x %d %s %x", []byte(d.Key), d.Number, d.Announcement, d.Signature)
}

// Place is what no two draws may have in common.
func (d Draw) Place() string { return fmt.Sprintf("%x %d", []byte(d.Key), d.Number) }

// Organiser names the organiser.
func (d Draw) Organiser() string { return hex.EncodeToString(d.Key) }

// ParseDraw reads the words of an entry after the first, and checks the signature.
func ParseDraw(words []string) (Draw, error) {
	if len(words) != 4 {
		return Draw{}, fmt.Errorf("%w: it has %d words", ErrDraw, len(words))
	}
	key, err := hex.DecodeString(words[0])
	number, err2 := strconv.ParseInt(words[1], 10, 64)
	hash, err3 := hex.DecodeString(words[2])
	signature, err4 := hex.DecodeString(words[3])
	d := Draw{key, number, words[2], signature}
	switch {
	case errors.Join(err, err2, err3, err4) != nil || len(key) != ed25519.PublicKeySize || number < 1 || len(hash) != len(Hash{}) ||
		len(signature) != ed25519.SignatureSize:
		return Draw{}, fmt.Errorf("%w: it is malformed", ErrDraw)
	case d.Entry() != "draw "+strings.Join(words, " "):
		return Draw{}, fmt.Errorf("%w: it is written in another way", ErrDraw)
	case !ed25519.Verify(d.Key, d.signed(), d.Signature):
		return Draw{}, fmt.Errorf("%w: the organiser didn't sign it", ErrDraw)
	}
	return d, nil
}
