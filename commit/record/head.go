package record

import (
	"crypto/ed25519"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A SignedHead is the board's word on how many places there were at a time, and their head.
type SignedHead struct {
	Places int
	Head   Digest
	Stamp  int64
}

// IsHead reports whether a post has the form of what [Reader.SignHead] returns, which isn't
// that of a statement.
func IsHead(post []byte) bool { return len(post) == HeadSize && post[0] == headForm }

// headDigest returns what the board signs.
func (a Agreement) headDigest(body []byte) Digest { return hash("board", a.digest[:], body) }

// SignHead signs the head with the board's key. A board reads itself for this, by
// the rules of the game, as heads say who is out. It returns an [ErrMalformed] for
// any other key.
func (r *Reader) SignHead(key Key, stamp int64) ([]byte, error) {
	if r.agreed.owner(key.Public()) != r.agreed.seats {
		return nil, wrap.Errorf(ErrMalformed, "the key isn't the board's")
	}
	head := r.Head()
	b := binary.BigEndian.AppendUint32([]byte{headForm}, uint32(r.Places()))
	b = binary.BigEndian.AppendUint64(append(b, head[:]...), uint64(stamp))
	return sign(key, b, r.agreed.headDigest(b)), nil
}

// Check verifies what [Reader.SignHead] returned and compares it with what was read. If they
// agree and its Places is [Reader.Places], nothing else had a place by its Stamp, on the
// board's word. Otherwise Check returns the signed head, if it is one, and an [ErrUnread]
// if that wasn't read yet (a transcript with no more posts is incomplete, or the
// board has signed what it never showed), an [ErrFork] if it has read another sequence,
// or an [ErrState] for what was cut off. For anything else it returns an [ErrMalformed] or
// an [ErrSignature], and no head.
func (r *Reader) Check(signed []byte) (SignedHead, error) {
	if !IsHead(signed) || binary.BigEndian.Uint32(signed[1:]) > MaxPlaces || len(r.agreed.keys) == r.agreed.seats {
		return SignedHead{}, wrap.Errorf(ErrMalformed, "%d bytes are no signed head of this board", len(signed))
	}
	digest := r.agreed.headDigest(signed[:headFixed])
	if !ed25519.Verify(r.agreed.keys[r.agreed.seats], digest[:], signed[headFixed:]) {
		return SignedHead{}, wrap.Errorf(ErrSignature, "signed head")
	}
	h := SignedHead{int(binary.BigEndian.Uint32(signed[1:])), Digest(signed[5:37]), int64(binary.BigEndian.Uint64(signed[37:]))}
	switch head, ok := r.HeadAt(h.Places); {
	case h.Places > r.Places():
		return h, wrap.Errorf(ErrUnread, "the board has signed place %d, and %d were read", h.Places, r.Places())
	case !ok:
		return h, wrap.Errorf(ErrState, "the board has signed place %d, before the last cut", h.Places)
	case head != h.Head:
		return h, wrap.Errorf(ErrFork, "the board has signed another head at place %d", h.Places)
	}
	return h, nil
}
