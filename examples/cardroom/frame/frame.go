// Package frame is what a client and a room say to each other about one table: binary messages
// over a WebSocket at /tables/ID, each a byte for its kind and fields of fixed length before the
// last. Numbers are big-endian. Package client speaks for the client.
//
//	client                                       room
//	                                         ◀── 'C' nonce[32]
//	'H' from[8] [key[32] signature[64]]      ──▶
//	                                         ◀── 'P' number[8] stamp[8] bytes
//	                                         ◀── 'U' number[8]
//	'A' tag[4] bytes                         ──▶
//	                                         ◀── 'D' tag[4] reason[1] text
//	'S'                                      ──▶
//	                                         ◀── 'S' number[8] stamp[8] bytes
//
// The room begins with a challenge. The client's hello asks for the posts from a number on,
// and may show that it has the key of a seat, or wants a seat for it: then it can append.
// The room sends the posts that there are, then 'U' with the number of the last of them, then
// further posts as they come, and 'U' again at least every [Heartbeat], with no smaller number:
// posts that there are by then come before the next 'U'.
//
// 'D' answers the append with its tag. The reason 0 says that the post is on the disk, and it
// comes back before the second 'U' after 'D', over this connection or another one, or did so long
// ago; or, of a request, that its key has a seat already. Any other is a [board.Reason] why it is
// refused, and the text says more. 'S' asks for the board's signed head of what the room has read,
// and gets it as the post that it would be.
//
// The last post of a table that is over is the board's second signed head. The room then
// sends no more, and goes on with 'U'.
//
// A connection ends with one of the codes below, or any other: then connect again. A room also
// ends those that are slow to read while others wait for their turn.
//
// The texts of posts are those of commit/table/board, whose SPEC.md defines them: a client in
// another language needs that and this.
package frame

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Protocol is the WebSocket's subprotocol: a room refuses clients with another one.
const Protocol = "cardroom.v1"

// Kinds of frames, by their first byte.
const (
	Challenge byte = 'C'
	Hello     byte = 'H'
	Post      byte = 'P'
	UpTo      byte = 'U'
	Append    byte = 'A'
	Done      byte = 'D'
	Head      byte = 'S'
)

// Codes with which the room closes a connection for good: connecting again is no use.
const (
	Refused = 4000 // the client broke the protocol, as the reason says
	NoTable = 4001 // the room has no such table, or not any more
	Taken   = 4002 // the same key has connected anew, in another tab for instance
)

// MaxPostLen is the length of the longest post, in bytes. A room takes shorter ones only, by
// the terms of the table.
const MaxPostLen = 1 << 16

// Heartbeat is how long a room sends neither a further post nor 'U' at most. After [Quiet] without
// either, whatever else comes, a client says that the line is dead, and after twice that it
// connects again.
const (
	Heartbeat = 2 * time.Second
	Quiet     = 2 * Heartbeat
)

const (
	NonceSize = 32 // bytes of a challenge that are random
	helloSize = 1 + 8
	postFixed = 1 + 8 + 8
	tagFixed  = 1 + 4
)

// ErrMalformed is that bytes are no frame of their kind.
var ErrMalformed = errors.New("frame: malformed")

// claim is what a client signs: no statement of package record, as these are 32 bytes long.
func claim(nonce []byte, table string) []byte {
	return append(append([]byte("squaredeal/examples/cardroom/v1 hello\x00"), nonce...), table...)
}

// EncodeHello answers a challenge of a table. Without a key, nil, the client only reads.
func EncodeHello(challenge []byte, table string, from uint64, key ed25519.PrivateKey) ([]byte, error) {
	if len(challenge) != 1+NonceSize || challenge[0] != Challenge {
		return nil, ErrMalformed
	}
	b := binary.BigEndian.AppendUint64([]byte{Hello}, from)
	if key == nil {
		return b, nil
	}
	b = append(b, key.Public().(ed25519.PublicKey)...)
	return append(b, ed25519.Sign(key, claim(challenge[1:], table))...), nil
}

// ParseHello checks a hello, and returns the number of the first post that it asks for and
// the client's key, which is nil if the client only reads.
func ParseHello(b, challenge []byte, table string) (from uint64, key ed25519.PublicKey, err error) {
	const signed = helloSize + ed25519.PublicKeySize
	if len(b) < helloSize || b[0] != Hello || len(b) != helloSize && len(b) != signed+ed25519.SignatureSize {
		return 0, nil, ErrMalformed
	}
	from = binary.BigEndian.Uint64(b[1:])
	if len(b) == helloSize {
		return from, nil, nil
	}
	key = append(key, b[helloSize:signed]...)
	if !ed25519.Verify(key, claim(challenge[1:], table), b[signed:]) {
		return 0, nil, errors.New("frame: the client hasn't the key that it names")
	}
	return from, key, nil
}

// PostHeader returns what comes before the bytes of a post, or with the kind Head, of a signed
// head: so many connections can be sent one copy of these.
func PostHeader(kind byte, p record.Post) []byte {
	b := binary.BigEndian.AppendUint64([]byte{kind}, p.Number)
	return binary.BigEndian.AppendUint64(b, uint64(p.Stamp))
}

// ParsePost reads a [PostHeader] and the bytes after it.
func ParsePost(b []byte) (record.Post, error) {
	if len(b) < postFixed {
		return record.Post{}, ErrMalformed
	}
	return record.Post{Number: binary.BigEndian.Uint64(b[1:]), Stamp: int64(binary.BigEndian.Uint64(b[9:])), Bytes: b[postFixed:]}, nil
}

// EncodeUpTo encodes the number of the last post that there is.
func EncodeUpTo(number uint64) []byte { return binary.BigEndian.AppendUint64([]byte{UpTo}, number) }

// ParseUpTo reads what [EncodeUpTo] returned.
func ParseUpTo(b []byte) (uint64, error) {
	if len(b) != 1+8 {
		return 0, ErrMalformed
	}
	return binary.BigEndian.Uint64(b[1:]), nil
}

// EncodeAppend encodes an append.
func EncodeAppend(tag uint32, post []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{Append}, tag), post...)
}

// ParseAppend reads what [EncodeAppend] returned.
func ParseAppend(b []byte) (tag uint32, post []byte, err error) {
	if len(b) < tagFixed {
		return 0, nil, ErrMalformed
	}
	return binary.BigEndian.Uint32(b[1:]), b[tagFixed:], nil
}

// EncodeDone encodes the answer to an append: the refusal, or nil.
func EncodeDone(tag uint32, refusal *board.Refusal) []byte {
	b := binary.BigEndian.AppendUint32([]byte{Done}, tag)
	if refusal == nil {
		return append(b, 0)
	}
	b = append(b, byte(refusal.Reason))
	if refusal.Err != nil {
		b = append(b, refusal.Err.Error()...)
	}
	return b
}

// ParseDone reads what [EncodeDone] returned: a [board.Refusal], or nil, is the answer.
func ParseDone(b []byte) (tag uint32, answer, err error) {
	switch {
	case len(b) <= tagFixed, b[tagFixed] == 0 && len(b) > tagFixed+1, b[tagFixed] > byte(board.Closed):
		return 0, nil, ErrMalformed
	case b[tagFixed] > 0:
		answer = &board.Refusal{Reason: board.Reason(b[tagFixed]), Err: errors.New(string(b[tagFixed+1:]))}
	}
	return binary.BigEndian.Uint32(b[1:]), answer, nil
}
