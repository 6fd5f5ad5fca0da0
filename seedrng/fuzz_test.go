package seedrng_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
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
	f.Add(strings.Repeat("s", 64))
	f.Add(strings.Repeat("s", 65))
	f.Fuzz(func(t *testing.T, text string) {
		seed, err := seedrng.ParseServerSeed(text)
		if valid := 1 <= len(text) && len(text) <= 64 && utf8.ValidString(text); valid != (err == nil) {
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
		if err := seed.Hash().Verify(text); err != nil {
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
		seed, err := seedrng.ParseAuditSeed(server)
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
				if arg == 0 {
					if err, _ := recovered(func() { s.IntN(arg) }).(error); !errors.Is(err, seedrng.ErrMalformed) {
						t.Fatal(err)
					}
					continue
				}
				got := s.IntN(arg)
				w := uint64(binary.BigEndian.Uint32(take(4)))
				for w >= 1<<32-(1<<32)%uint64(arg) {
					w = uint64(binary.BigEndian.Uint32(take(4)))
				}
				if uint64(got) != w%uint64(arg) {
					t.Fatalf("IntN(%d) = %d, %v", arg, got, err)
				}
			}
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
		wantCanonical(t, checksummed(fields), storedSession)
		wantCanonical(t, fields, storedSession)
	})
}

// A session under a random sequence of calls, failing stores and restarts: no panic, no
// change by an error, no nonce twice for one server seed, no seed revealed that is still in use.
func FuzzSession(f *testing.F) {
	f.Add([]byte{0, 1, 1, 2, 0, 3, 0, 4, 0, 5, 1, 1, 2, 1, 0, 0})
	f.Add([]byte{0, 1, 6, 1, 5, 1, 2, 2, 0, 0, 1, 1})
	f.Fuzz(func(t *testing.T, script []byte) {
		script = script[:min(len(script), 256)]
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
		outcomes := make(map[round]string)
		rounds := []*seedrng.Round{new(seedrng.Round)}
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
				if op&7 == 1 {
					nonce = before.NextNonce
				}
				bet := fmt.Sprint("bet ", nonce, " ", op&16)
				var r *seedrng.Round
				if r, err = s.Reserve(before.ServerHash, nonce, bet); err == nil {
					id := round{before.ServerHash, r.Nonce()}
					outcome := fmt.Sprint(bet, r.Stream().Uint64())
					if outcomes[id] == "" {
						outcomes[id] = outcome
					}
					if outcomes[id] != outcome || r.Nonce() != nonce {
						t.Fatalf("nonce %d is %s and %s", nonce, outcomes[id], outcome)
					}
					rounds = append(rounds, r)
				}
			case 3:
				if op&128 == 0 {
					err = rounds[int(nonce)%len(rounds)].Finish()
					break
				}
				id := round{before.ServerHash, before.NextNonce}
				if outcomes[id] != "" {
					t.Fatalf("nonce %d is dealt and to come", id.nonce)
				}
				if op&16 == 0 {
					if err = s.Decline(id.server, id.nonce, fmt.Sprint("bet ", id.nonce)); err == nil {
						outcomes[id] = "declined"
					}
					break
				}
				err = s.Play(id.server, id.nonce, fmt.Sprint("bet ", id.nonce),
					func(stream *seedrng.Stream) { outcomes[id] = fmt.Sprint(stream.Uint64()) })
			case 4:
				_, err = s.Rotate(before.ServerHash, before.ClientSeed)
			case 5:
				d.fail = nil
				s = d.restart()
				rounds = rounds[:1]
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
				if h := mustParse(r.ServerSeed).Hash(); h == after.ServerHash || h == after.NextServerHash {
					t.Fatal("a live seed is revealed")
				}
			}
		}
	})
}

// The fuzzer writes the fields, and the checksum always fits.
func FuzzParsePlayer(f *testing.F) {
	m := begunMatch(f)
	m.bet("6", "7")
	m.betDeclined("6", "no")
	m.serverRotates()
	f.Add(m.playerDisk.state[:len(m.playerDisk.state)-sha256.Size])
	f.Fuzz(func(t *testing.T, fields []byte) {
		wantCanonical(t, checksummed(fields), storedPlayer)
		wantCanonical(t, fields, storedPlayer)
	})
}

// A player under a random sequence of requests and answers, right ones and wrong ones, of
// failing stores and restarts: no panic, no change by an error, and no accusation of a
// server that was honest.
func FuzzPlayer(f *testing.F) {
	f.Add([]byte{0, 1, 2, 4, 5, 2, 4, 5, 6, 0, 1, 2})
	f.Add([]byte{0, 1, 2, 4, 8, 5, 3, 10, 5, 7, 0x12, 0x24})
	f.Fuzz(func(t *testing.T, script []byte) {
		script = script[:min(len(script), 256)]
		m := newMatch(t)
		broken := errors.New("broken")
		honest := true
		var view seedrng.View
		var rounds []*seedrng.Round
		declined := make(map[uint64]seedrng.Hash)
		for _, op := range script {
			before, server := m.player.View(), m.server.View()
			nonce := before.NextNonce
			step := 0
			if op&16 != 0 && nonce > 0 {
				nonce--
				step = len(before.Rounds[nonce].Steps) - int(op>>5)%2
			}
			if m.playerDisk.fail = nil; op&128 != 0 {
				m.playerDisk.fail, m.playerDisk.lost = broken, op&64 != 0
			}
			var err error
			switch op & 15 {
			case 0:
				_, err = m.player.Rotate(server.NextServerHash)
			case 1:
				if v, err := m.server.Rotate(before.NextServerHash, before.NextClientSeed); err == nil {
					view = v
				}
			case 2:
				err = m.confirm(view)
			case 3:
				m.playerDisk.fail = nil
				m.player = m.playerDisk.restart()
			case 4, 9:
				err = m.player.Send(m.request(nonce, step, "1000000"))
			case 5, 12:
				r, ok := m.player.Pending()
				if !ok {
					continue
				}
				name := fmt.Sprint("bet ", r.Nonce)
				if op&15 == 12 {
					// The server may have dealt to an earlier copy of the request.
					if r.Step == 0 && m.server.Decline(r.ServerHash, r.Nonce, name) == nil {
						err = m.player.Receive(r.Decline("no"))
						declined[r.Nonce] = r.ServerHash
					}
					break
				}
				if declined[r.Nonce] == r.ServerHash {
					err = m.player.Receive(r.Decline("no"))
					break
				}
				round, errReserve := m.server.Reserve(r.ServerHash, r.Nonce, name)
				if errReserve != nil {
					continue
				}
				rounds = append(rounds, round)
				outcomes, _ := replayBounds(slices.Repeat([]string{"1000000"}, r.Step+1), round.Stream())
				err = m.player.Receive(r.Outcome(outcomes[r.Step]))
			case 13:
				honest = false
				err = m.player.Receive(m.request(nonce, step, "").Decline("a lie"))
			case 6:
				for _, r := range rounds {
					r.Finish()
				}
			case 7:
				err = m.player.Receive(seedrng.Request{ServerHash: server.NextServerHash, Nonce: nonce, Step: step}.Outcome("1"))
			case 8:
				err = m.confirm(server)
			case 10:
				honest = false
				err = m.player.Receive(m.request(nonce, step, "").Outcome("-1"))
			case 11:
				_, err = m.player.Rotate(server.ServerHash)
			}
			if err != nil {
				if diff := cmp.Diff(before, m.player.View()); diff != "" {
					t.Fatalf("%v, and yet the player changed:\n%s", err, diff)
				}
			}
			if honest && errors.Is(err, seedrng.ErrCheat) {
				t.Fatalf("an honest server is accused: %v", err)
			}
		}
	})
}
