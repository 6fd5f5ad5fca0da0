package record

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
)

// HeadSize is the size in bytes of a board's signed head.
const HeadSize = 1 + 4 + sha256.Size + 8 + ed25519.SignatureSize

// A SignedHead is the board's word on how many places there were at a time, and on
// their head.
type SignedHead struct {
	Places int
	Head   Digest
	Stamp  int64 // the board's time, in milliseconds since 1970
}

// SignHead signs the log's head with the board's key. A board keeps a log for this, by
// the rules of the game, as heads say who is out. SignHead returns an [ErrMalformed] if
// the key isn't the board's.
func (l Log) SignHead(key Key, stamp int64) ([]byte, error) {
	s := l.get()
	if s.table.owner(key.Public()) != s.table.seats {
		return nil, malformed("the key isn't the board's")
	}
	head := s.head()
	b := append(appendUint32([]byte{headKind}, s.places()), head[:]...)
	return s.table.sign(key, "board", binary.BigEndian.AppendUint64(b, uint64(stamp))), nil
}

// ParseHead reads and verifies what [Log.SignHead] returned. It returns an
// [ErrMalformed], also if the board has no key, or an [ErrSignature].
func ParseHead(table Table, b []byte) (SignedHead, error) {
	t := table.get()
	if len(b) != HeadSize || b[0] != headKind || binary.BigEndian.Uint32(b[1:]) > MaxPlaces || len(t.keys) == t.seats {
		return SignedHead{}, malformed("%d bytes are no signed head of this table", len(b))
	}
	body := b[:HeadSize-ed25519.SignatureSize]
	h := SignedHead{int(binary.BigEndian.Uint32(b[1:])), Digest(b[5:37]), int64(binary.BigEndian.Uint64(b[37:]))}
	if digest := hash("board", t.digest[:], body); !ed25519.Verify(t.keys[t.seats], digest[:], b[len(body):]) {
		return SignedHead{}, fail(ErrSignature, "the board's, at place %d", h.Places)
	}
	return h, nil
}

// Check compares a signed head with what was read. If they agree and h.Places is
// [Log.Places], nothing else had a place by h.Stamp, on the board's word. An [ErrUnread]
// means that the log hasn't read so far, so that a transcript with no more posts is
// incomplete; an [ErrFork] that the log has read another sequence than the board has
// signed; an [ErrState] that the place is before the last Cut.
func (l Log) Check(h SignedHead) error {
	switch head, ok := l.HeadAt(h.Places); {
	case l.l == nil:
		return malformed("zero Log")
	case h.Places > l.Places():
		return fail(ErrUnread, "the board has signed place %d, and %d were read", h.Places, l.Places())
	case !ok:
		return fail(ErrState, "a signed head at place %d, before the last cut", h.Places)
	case head != h.Head:
		return fail(ErrFork, "the board has signed another head at place %d", h.Places)
	}
	return nil
}
