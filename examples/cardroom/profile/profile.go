// Package profile is what players say about themselves when they ask for a seat: a name and a
// picture, which a key signs that is theirs at all tables.
//
//	profile = version[1] picture[1] key[32] signature[64] name
//
// The signature binds them to the table and to the key of the seat, so that a profile says
// nothing anywhere else, and the seat's key signs the profile with its request (package
// commit/table/board). So neither a room nor another player can give somebody a name, or
// take one along. A seat has the one with which it asked: a second one has no place on the
// board. But the board's heads don't cover it, so in a saved record it is what the seat's
// key has signed at any time.
//
// Whoever has the key has the name; two keys can have the same one. A program shows the
// number of the seat and the picture with it, remembers the keys that it has met, and says
// when a new key has a name [Like] an old one's.
package profile

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/squaredeal/squaredeal/commit/table/board"
)

// MaxName is the number of characters of the longest name, and Pictures how many a key has.
const (
	MaxName  = 24
	Pictures = 12
)

const (
	version = 1
	label   = "squaredeal/examples/cardroom/v1 "
	fixed   = 2 + ed25519.PublicKeySize + ed25519.SignatureSize
)

// Errors.
var (
	ErrMalformed = errors.New("profile: malformed")
	ErrSignature = errors.New("profile: the signature isn't the key's, for this seat and table")
	// What is wrong with a name, in the words that its player reads.
	ErrName = errors.New("a name has 1 to 24 letters of one script, of which the first is a letter, and digits, spaces and " +
		"- . ' _ between them")
	ErrReserved = errors.New("that name could be taken for the number of a seat, or for its reader")
)

// A Profile is what a seat has said about its player.
type Profile struct {
	Key     ed25519.PublicKey
	Name    string
	Picture byte // below Pictures
}

// signed is what a key signs.
func (p Profile) signed(offer board.Offer, seat ed25519.PublicKey) []byte {
	at := offer.Digest()
	return slices.Concat([]byte(label+"profile\x00"), at[:], seat, []byte{p.Picture}, []byte(p.Name))
}

// Sign returns the profile of a seat's key at a table, with a name that is [Clean].
func Sign(key ed25519.PrivateKey, name string, picture byte, offer board.Offer, seat ed25519.PublicKey) []byte {
	p := Profile{Key: key.Public().(ed25519.PublicKey), Name: name, Picture: picture}
	return slices.Concat([]byte{version, picture}, p.Key, ed25519.Sign(key, p.signed(offer, seat)), []byte(name))
}

// Parse reads and checks what a seat's key says at a table. Its name is one that
// [Clean] leaves as it is.
func Parse(b []byte, offer board.Offer, seat ed25519.PublicKey) (Profile, error) {
	if len(b) < fixed || b[0] != version || b[1] >= Pictures {
		return Profile{}, ErrMalformed
	}
	b = bytes.Clone(b)
	p := Profile{Key: b[2 : 2+ed25519.PublicKeySize], Name: string(b[fixed:]), Picture: b[1]}
	if _, err := offer.Terms([]ed25519.PublicKey{seat, p.Key}).Agreement(); err != nil { // a key of small order would sign for anybody
		return Profile{}, ErrMalformed
	}
	if !ed25519.Verify(p.Key, p.signed(offer, seat), b[fixed-ed25519.SignatureSize:fixed]) {
		return Profile{}, ErrSignature
	}
	if clean, err := Clean(p.Name); err != nil {
		return Profile{}, err
	} else if clean != p.Name {
		return Profile{}, ErrMalformed
	}
	return p, nil
}

// All returns the profiles of a table's seats: nil for a free seat, and for one that has
// said nothing, or nothing that is its own.
func All(offer board.Offer, keys []ed25519.PublicKey, abouts [][]byte) []*Profile {
	all := make([]*Profile, len(keys))
	for seat, key := range keys {
		if key == nil {
			continue
		}
		if p, err := Parse(abouts[seat], offer, key); err == nil {
			all[seat] = &p
		}
	}
	return all
}

// Pattern returns 16 random-looking bytes from which one of a key's pictures is drawn.
func Pattern(key ed25519.PublicKey, picture byte) string {
	sum := sha256.Sum256(slices.Concat([]byte(label+"picture\x00"), key, []byte{picture}))
	return hex.EncodeToString(sum[:16])
}

// scripts are those of which a name can be. The last one is of the languages that mix several.
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Armenian}, {unicode.Georgian}, {unicode.Hebrew}, {unicode.Arabic},
	{unicode.Devanagari}, {unicode.Bengali}, {unicode.Gujarati}, {unicode.Gurmukhi}, {unicode.Kannada}, {unicode.Malayalam}, {unicode.Tamil},
	{unicode.Telugu}, {unicode.Sinhala}, {unicode.Thai}, {unicode.Lao}, {unicode.Khmer}, {unicode.Myanmar}, {unicode.Tibetan},
	{unicode.Ethiopic},
	{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul},
}

// Clean returns a name as it is written: in Unicode's form NFKC, with single spaces. It refuses
// what isn't one: with control or invisible characters, or those that change the direction of
// writing, letters of several scripts, more than two accents on one letter, or none at all.
func Clean(name string) (string, error) {
	if len(name) > 16*MaxName || !utf8.ValidString(name) {
		return "", ErrName
	}
	name = strings.Join(strings.Fields(norm.NFKC.String(name)), " ")
	all := []rune(name)
	if len(all) == 0 || len(all) > MaxName || !unicode.IsLetter(all[0]) {
		return "", ErrName
	}
	of := func(script []*unicode.RangeTable) bool { return unicode.In(all[0], script...) }
	own := slices.IndexFunc(scripts, of)
	if own < 0 {
		return "", ErrName
	}
	marks := 0
	for _, r := range all {
		if marks++; !unicode.IsMark(r) {
			marks = 0
		}
		if marks > 2 || !fits(r, scripts[own]) {
			return "", ErrName
		}
	}
	if rest, ok := strings.CutPrefix(Like(name), Like("seat")); ok && strings.Trim(rest, "0123456789lo") == "" || Like(name) == Like("you") {
		return "", ErrReserved
	}
	return name, nil
}

// fits reports whether a name of a script has a character.
func fits(r rune, script []*unicode.RangeTable) bool {
	switch {
	case strings.ContainsRune("0123456789 -.'’_", r):
		return true
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return false
	case unicode.IsLetter(r):
		return unicode.In(r, script...) || r == 'ー' && len(script) > 1
	}
	return unicode.IsMark(r) && (unicode.In(r, script...) || unicode.Is(unicode.Inherited, r))
}
