package seedrng_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng"
)

// blockByHMAC makes a new HMAC for a block. prefix has room for the block's number.
func blockByHMAC(dst, key, prefix []byte, block uint64) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(strconv.AppendUint(prefix, block, 10))
	return mac.Sum(dst)
}

// messagePrefix is what all blocks of a stream have in common.
func messagePrefix(client string, nonce uint64) []byte {
	prefix := append(make([]byte, 0, len(client)+64), client...)
	prefix = append(prefix, ':')
	prefix = strconv.AppendUint(prefix, nonce, 10)
	return append(prefix, ':')
}

// Block numbers stay as small as they are in a round.
const roundBlocks = 100

func BenchmarkBlock(b *testing.B) {
	b.Run("32B/squaredeal", func(b *testing.B) {
		s := mustStream(serverText, clientText, 1)
		var block [32]byte
		b.ReportAllocs()
		for r := uint64(0); b.Loop(); r++ {
			if r%roundBlocks == 0 {
				seedrng.SkipTo(s, 0)
			}
			s.Read(block[:])
		}
	})
	b.Run("32B/hmac.New", func(b *testing.B) {
		key := []byte(serverText)
		var block [32]byte
		b.ReportAllocs()
		for r := uint64(0); b.Loop(); r++ {
			mac := hmac.New(sha256.New, key)
			fmt.Fprintf(mac, "%s:%d:%d", clientText, 1, r%roundBlocks)
			mac.Sum(block[:0])
		}
	})
}

// A hand is a stream of its own and ten cards from it.
func BenchmarkHand(b *testing.B) {
	b.Run("10of52/squaredeal", func(b *testing.B) {
		seed := mustParse(serverText)
		b.ReportAllocs()
		for b.Loop() {
			s, err := seedrng.NewStream(seed, clientText, 1)
			if err != nil {
				b.Fatal(err)
			}
			s.Distinct(52, 10)
		}
	})
	b.Run("10of52/hmac.New", func(b *testing.B) {
		key, prefix := []byte(serverText), messagePrefix(clientText, 1)
		b.ReportAllocs()
		for b.Loop() {
			r := uint64(0)
			seen := make(map[uint32]bool)
			cards := make([]uint32, 0, 10)
			for len(cards) < 10 {
				block := blockByHMAC(nil, key, prefix, r)
				r++
				for ; len(block) > 0 && len(cards) < 10; block = block[4:] {
					w := binary.BigEndian.Uint32(block)
					if card := w % 52; uint64(w) < 1<<32-(1<<32)%52 && !seen[card] {
						seen[card] = true
						cards = append(cards, card)
					}
				}
			}
		}
	})
}

// A round at a server whose store function keeps the bytes in memory, beside an HMAC and
// a SHA-256 on their own.
func BenchmarkRound(b *testing.B) {
	b.Run("10of52/squaredeal", func(b *testing.B) {
		var d disk
		s, err := seedrng.GenerateSession(func(_, new seedrng.SessionState) error {
			d.state = new.Bytes()
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		rotateTo(s, clientText)
		hash := s.View().ServerHash
		b.ReportAllocs()
		for nonce := uint64(0); b.Loop(); nonce++ {
			round, err := s.Reserve(hash, nonce, "bet 4711")
			if err != nil {
				b.Fatal(err)
			}
			round.Stream().Distinct(52, 10)
			if err := round.Finish(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("played10of52/squaredeal", func(b *testing.B) {
		var d disk
		s, err := seedrng.GenerateSession(func(_, new seedrng.SessionState) error {
			d.state = new.Bytes()
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		rotateTo(s, clientText)
		hash := s.View().ServerHash
		b.ReportAllocs()
		for nonce := uint64(0); b.Loop(); nonce++ {
			if err := s.Play(hash, nonce, "bet 4711", func(stream *seedrng.Stream) { stream.Distinct(52, 10) }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("block/hmac.New", func(b *testing.B) {
		key, prefix := []byte(serverText), messagePrefix(clientText, 1)
		var block [32]byte
		b.ReportAllocs()
		for b.Loop() {
			blockByHMAC(block[:0], key, prefix, 0)
		}
	})
	b.Run("state/sha256.Sum256", func(b *testing.B) {
		state := encodeState(serverText, clientText, 1, []uint64{0}, serverText)
		b.ReportAllocs()
		for b.Loop() {
			sha256.Sum256(state)
		}
	})
}
