// Package tables makes random posts, and has records, tables and boards read them.
package tables

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
)

// signers are the seats of a random table, and its board, if it has a key.
type signers struct {
	seats []ed25519.PrivateKey
	board ed25519.PrivateKey
}

func newSigners(r *rand.Rand, n int, board bool) signers {
	var s signers
	for range n {
		s.seats = append(s.seats, ed25519.NewKeyFromSeed(random.Bytes(r, 32)))
	}
	if board {
		s.board = ed25519.NewKeyFromSeed(random.Bytes(r, 32))
	}
	return s
}

func (s signers) keys() (keys []ed25519.PublicKey, board ed25519.PublicKey, text []string) {
	for _, key := range s.seats {
		public := key.Public().(ed25519.PublicKey)
		keys, text = append(keys, public), append(text, hex.EncodeToString(public))
	}
	if s.board != nil {
		board = s.board.Public().(ed25519.PublicKey)
	}
	return keys, board, text
}

func lp(field []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(field))), field...)
}

func hashOf(parts ...[]byte) []byte {
	sum := sha256.Sum256(slices.Concat(parts...))
	return sum[:]
}

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// statement returns a statement of a message, which may be one that no seat says.
func (s signers) statement(table record.Digest, seat, k int, head record.Digest, message []byte) []byte {
	named := slices.Concat([]byte{1, byte(seat)}, u32(k), head[:])
	body := hashOf(message[1:])
	digest := hashOf(lp([]byte("squaredeal/record/v1/statement")), table[:], named, u32(len(message)-1), message[:1], body)
	return slices.Concat(named, message, ed25519.Sign(s.seats[seat], digest))
}

func (s signers) head(table record.Digest, k int, head record.Digest, stamp int64) []byte {
	body := slices.Concat([]byte{2}, u32(k), head[:], binary.BigEndian.AppendUint64(nil, uint64(stamp)))
	return append(body, ed25519.Sign(s.board, hashOf(lp([]byte("squaredeal/record/v1/board")), table[:], body))...)
}

var order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

// altered returns a post that somebody has changed, or another one.
func altered(r *rand.Rand, post []byte) []byte {
	post = slices.Clone(post)
	switch r.IntN(6) {
	case 0:
		return random.Bytes(r, r.IntN(200))
	case 1:
		return post[:r.IntN(len(post)+1)]
	case 2:
		return append(post, random.Bytes(r, 1+r.IntN(3))...)
	case 3: // S + ℓ, which some verifiers take
		if len(post) >= 32 {
			s := post[len(post)-32:]
			slices.Reverse(s)
			copy(s, new(big.Int).Add(new(big.Int).SetBytes(s), order).FillBytes(make([]byte, 33))[1:])
			slices.Reverse(s)
		}
		return post
	default:
		post[r.IntN(len(post))] ^= 1 << r.IntN(8)
		return post
	}
}
