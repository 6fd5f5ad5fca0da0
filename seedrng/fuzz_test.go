package seedrng_test

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

func FuzzParseServerSeed(f *testing.F) {
	f.Add(serverText)
	f.Add(pageServer)
	f.Add("")
	f.Add("\xff")
	f.Add(strings.Repeat("s", 1025))
	f.Fuzz(func(t *testing.T, text string) {
		seed, err := seedrng.ParseServerSeed(text)
		if valid := 1 <= len(text) && len(text) <= 1024 && utf8.ValidString(text); valid != (err == nil) {
			t.Fatalf("valid %v, error %v", valid, err)
		}
		if err != nil {
			if !errors.Is(err, seedrng.ErrMalformed) || seed.Reveal() != "" {
				t.Fatalf("%v, seed %q", err, seed.Reveal())
			}
			return
		}
		if seed.Reveal() != text {
			t.Fatalf("%q became %q", text, seed.Reveal())
		}
		if err := seedrng.Verify(seed.Hash().String(), text); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzParseHash(f *testing.F) {
	f.Add(pageHash)
	f.Add(strings.ToUpper(pageHash))
	f.Add(pageHash[:63])
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := seedrng.ParseHash(text)
		if err != nil {
			if !errors.Is(err, seedrng.ErrMalformed) || h != (seedrng.Hash{}) {
				t.Fatalf("%v, %v", h, err)
			}
			return
		}
		if h.String() != text {
			t.Fatalf("%q became %q", text, h)
		}
	})
}

// Reads and draws by the fuzzer's choice take the bytes that the definition says.
func FuzzStream(f *testing.F) {
	f.Add(serverText, clientText, uint64(1), []byte{0, 40, 1, 2, 3, 4, 52, 5})
	f.Add(strings.Repeat("s", 65), "a:1", uint64(1<<64-1), []byte{4, 255, 4, 0, 0, 31, 2})
	f.Fuzz(func(t *testing.T, server, client string, nonce uint64, script []byte) {
		seed, err := seedrng.ParseServerSeed(server)
		if err != nil {
			return
		}
		s, err := seedrng.NewStream(seed, client, nonce)
		if err != nil {
			return
		}
		var want []byte
		key, prefix := []byte(server), messagePrefix(client, nonce)
		for r := range uint64(128) {
			want = blockByHMAC(want, key, prefix, r)
		}
		take := func(n int) []byte {
			b := want[:n]
			want = want[n:]
			return b
		}
		for len(script) >= 2 && len(want) >= 1024 {
			op, arg := script[0], int(script[1])
			script = script[2:]
			switch op % 5 {
			case 0:
				got := make([]byte, arg)
				if n, err := s.Read(got); n != arg || err != nil || !bytes.Equal(got, take(arg)) {
					t.Fatalf("Read(%d) = %d, %v", arg, n, err)
				}
			case 1:
				if got := s.Uint32(); got != binary.BigEndian.Uint32(take(4)) {
					t.Fatalf("Uint32 = %d", got)
				}
			case 2:
				if got := s.Uint64(); got != binary.BigEndian.Uint64(take(8)) {
					t.Fatalf("Uint64 = %d", got)
				}
			case 3:
				if got := s.Fraction(); got*(1<<32) != float64(binary.BigEndian.Uint32(take(4))) {
					t.Fatalf("Fraction = %v", got)
				}
			case 4:
				got, err := s.IntN(arg)
				if arg == 0 {
					if !errors.Is(err, seedrng.ErrMalformed) {
						t.Fatal(err)
					}
					continue
				}
				w := uint64(binary.BigEndian.Uint32(take(4)))
				for w >= 1<<32-(1<<32)%uint64(arg) {
					w = uint64(binary.BigEndian.Uint32(take(4)))
				}
				if err != nil || uint64(got) != w%uint64(arg) {
					t.Fatalf("IntN(%d) = %d, %v", arg, got, err)
				}
			}
		}
	})
}

func FuzzCryptoGames(f *testing.F) {
	page := sha512.Sum512([]byte(pageServer + pageClient))
	f.Add(page[:])
	f.Add(bytes.Repeat([]byte{255}, 64))
	f.Fuzz(func(t *testing.T, b []byte) {
		var d seedrng.CryptoGamesDigest
		copy(d[:], b)
		var want []int
		for _, v := range d {
			if c := int(v) % 100; c <= 51 && !slices.Contains(want, c) && len(want) < 10 {
				want = append(want, c)
			}
		}
		got, err := d.AppendCards(nil)
		if (len(want) < 10) != errors.Is(err, seedrng.ErrExhausted) {
			t.Fatalf("%d cards, %v", len(want), err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The fuzzer writes the fields, and the checksum always fits.
func FuzzParseSession(f *testing.F) {
	for _, state := range [][]byte{
		encodeState(serverText, clientText, 7, []uint64{3, 6}, strings.Repeat("5", 64)),
		encodeState("", "", 0, nil, strings.Repeat("5", 64)),
	} {
		f.Add(state[:len(state)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, fields []byte) {
		checkCanonical(t, checksummed(fields))
		checkCanonical(t, fields)
	})
}

// A session under a random sequence of calls, failing stores and restarts: no panic, no
// change by an error, no nonce twice for one server seed, no seed revealed that is still in use.
func FuzzSession(f *testing.F) {
	f.Add([]byte{0, 1, 1, 2, 0, 3, 0, 4, 0, 5, 1, 1, 2, 1, 0, 0})
	f.Add([]byte{0, 1, 6, 1, 5, 1, 2, 2, 0, 0, 1, 1})
	f.Fuzz(func(t *testing.T, script []byte) {
		d := new(disk)
		s, err := seedrng.GenerateSession(d.store)
		if err != nil {
			t.Fatal(err)
		}
		broken := errors.New("broken")
		type round struct {
			server seedrng.Hash
			nonce  uint64
		}
		handedOut := make(map[round]bool)
		failing := false
		for _, op := range script {
			before := s.View()
			nonce := uint64(op >> 4)
			if d.fail, d.lost = nil, op&8 == 0; failing {
				d.fail = broken
			}
			failing = false
			var err error
			switch op & 7 {
			case 0:
				_, err = s.Rotate(before.NextServerHash, hex.EncodeToString([]byte{op}))
			case 7:
				failing = true // the next store
				continue
			case 1, 2:
				var stream *seedrng.Stream
				var n uint64
				if n, stream, err = s.Reserve(); err == nil {
					r := round{before.ServerHash, n}
					if stream == nil || handedOut[r] {
						t.Fatalf("nonce %d handed out twice", n)
					}
					handedOut[r] = true
				}
			case 3:
				err = s.Finish(nonce)
			case 4:
				_, err = s.Resume(nonce)
			case 5:
				d.fail = nil
				s = d.restart(t)
				continue
			case 6:
				_, err = s.Rotate(before.ServerHash, "stale")
				if err == nil {
					t.Fatal("a stale hash rotates")
				}
			}
			after := s.View()
			if err != nil {
				if diff := cmp.Diff(before, after); diff != "" {
					t.Fatalf("%v, and yet the session changed:\n%s", err, diff)
				}
			}
			if r := after.Revealed; r != nil {
				if h := mustParse(t, r.ServerSeed).Hash(); h == after.ServerHash || h == after.NextServerHash {
					t.Fatal("a live seed is revealed")
				}
			}
		}
	})
}
