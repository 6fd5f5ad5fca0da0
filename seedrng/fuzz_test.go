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

// A fuzzedSession is a session under a script.
type fuzzedSession struct {
	t        *testing.T
	s        *seedrng.Session
	disk     *disk
	failing  bool // the next store fails
	rounds   []*seedrng.Round
	outcomes map[sessionRound]string
}

// A sessionRound is a nonce of a pair of seeds.
type sessionRound struct {
	server seedrng.Hash
	nonce  uint64
}

// fuzzedCalls are what a byte of a script does, by its low three bits. The next bit is whether a store that fails
// loses what it was given; the others are a nonce, or a choice.
var fuzzedCalls = [8]func(f *fuzzedSession, op byte, now seedrng.View) error{
	func(f *fuzzedSession, op byte, now seedrng.View) error {
		_, err := f.s.Rotate(now.NextServerHash, hex.EncodeToString([]byte{op}))
		return err
	},
	func(f *fuzzedSession, op byte, now seedrng.View) error { return f.reserve(op, now, now.NextNonce) },
	func(f *fuzzedSession, op byte, now seedrng.View) error { return f.reserve(op, now, uint64(op>>4)) },
	(*fuzzedSession).finish,
	func(f *fuzzedSession, op byte, now seedrng.View) error {
		_, err := f.s.Rotate(now.ServerHash, now.ClientSeed)
		return err
	},
	func(f *fuzzedSession, op byte, now seedrng.View) error {
		f.disk.fail = nil
		f.s, f.rounds = f.disk.restart(), f.rounds[:1]
		return nil
	},
	func(f *fuzzedSession, op byte, now seedrng.View) error {
		_, err := f.s.Rotate(now.ServerHash, "stale")
		if err == nil {
			f.t.Fatal("a stale hash rotates")
		}
		return err
	},
	func(f *fuzzedSession, op byte, now seedrng.View) error {
		f.failing = true
		return nil
	},
}

// reserve makes a bet, of which there are two for each nonce.
func (f *fuzzedSession) reserve(op byte, now seedrng.View, nonce uint64) error {
	bet := fmt.Sprint("bet ", nonce, " ", op&16)
	r, err := f.s.Reserve(now.ServerHash, nonce, bet)
	if err != nil {
		return err
	}
	id := sessionRound{now.ServerHash, r.Nonce()}
	outcome := fmt.Sprint(bet, r.Stream().Uint64())
	if f.outcomes[id] == "" {
		f.outcomes[id] = outcome
	}
	if f.outcomes[id] != outcome || r.Nonce() != nonce {
		f.t.Fatalf("nonce %d is %s and %s", nonce, f.outcomes[id], outcome)
	}
	f.rounds = append(f.rounds, r)
	return nil
}

// finish finishes a round that was begun, or declines or plays the next one.
func (f *fuzzedSession) finish(op byte, now seedrng.View) error {
	if op&128 == 0 {
		return f.rounds[int(op>>4)%len(f.rounds)].Finish()
	}
	id := sessionRound{now.ServerHash, now.NextNonce}
	bet := fmt.Sprint("bet ", id.nonce)
	if f.outcomes[id] != "" {
		f.t.Fatalf("nonce %d is dealt and to come", id.nonce)
	}
	if op&16 != 0 {
		return f.s.Play(id.server, id.nonce, bet, func(stream *seedrng.Stream) { f.outcomes[id] = fmt.Sprint(stream.Uint64()) })
	}
	err := f.s.Decline(id.server, id.nonce, bet)
	if err == nil {
		f.outcomes[id] = "declined"
	}
	return err
}

// call does what a byte of the script says.
func (f *fuzzedSession) call(op byte) {
	before := f.s.View()
	if f.disk.fail, f.disk.lost = nil, op&8 == 0; f.failing {
		f.disk.fail = errBroken
	}
	f.failing = false
	err := fuzzedCalls[op&7](f, op, before)
	after := f.s.View()
	if err != nil {
		if diff := cmp.Diff(before, after); diff != "" {
			f.t.Fatalf("%v, and yet the session changed:\n%s", err, diff)
		}
	}
	if r := after.Revealed; r != nil {
		if h := mustParse(r.ServerSeed).Hash(); h == after.ServerHash || h == after.NextServerHash {
			f.t.Fatal("a live seed is revealed")
		}
	}
}

var errBroken = errors.New("broken")

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
		session := fuzzedSession{t: t, s: s, disk: d, rounds: []*seedrng.Round{new(seedrng.Round)},
			outcomes: make(map[sessionRound]string)}
		for _, op := range script[:min(len(script), 256)] {
			session.call(op)
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

// A fuzzedPlayer is a player, and a server that is honest unless it says so, under a script.
type fuzzedPlayer struct {
	*match
	lied     bool
	view     seedrng.View // what the server said when it rotated last
	rounds   []*seedrng.Round
	declined map[uint64]seedrng.Hash
}

// A fuzzedStep is what a player's step is about.
type fuzzedStep struct {
	player seedrng.PlayerView // as it is before the step
	server seedrng.View       // likewise
	nonce  uint64
	step   int
}

// fuzzedSteps are what a byte of a script does, by its low four bits. With the next bit, a step is about the last
// round and not the next one; the highest has stores fail.
var fuzzedSteps = [16]func(f *fuzzedPlayer, at fuzzedStep) error{
	func(f *fuzzedPlayer, at fuzzedStep) error { return errOf(f.player.Rotate(at.server.NextServerHash)) },
	func(f *fuzzedPlayer, at fuzzedStep) error {
		if v, err := f.server.Rotate(at.player.NextServerHash, at.player.NextClientSeed); err == nil {
			f.view = v
		}
		return nil
	},
	func(f *fuzzedPlayer, at fuzzedStep) error { return f.confirm(f.view) },
	func(f *fuzzedPlayer, at fuzzedStep) error {
		f.playerDisk.fail = nil
		f.player = f.playerDisk.restart()
		return nil
	},
	(*fuzzedPlayer).sends,
	(*fuzzedPlayer).isAnswered,
	func(f *fuzzedPlayer, at fuzzedStep) error {
		for _, r := range f.rounds {
			r.Finish()
		}
		return nil
	},
	func(f *fuzzedPlayer, at fuzzedStep) error {
		return f.player.Receive(seedrng.Request{ServerHash: at.server.NextServerHash, Nonce: at.nonce, Step: at.step}.Outcome("1"))
	},
	func(f *fuzzedPlayer, at fuzzedStep) error { return f.confirm(at.server) },
	(*fuzzedPlayer).sends,
	func(f *fuzzedPlayer, at fuzzedStep) error {
		f.lied = true
		return f.player.Receive(f.request(at.nonce, at.step, "").Outcome("-1"))
	},
	func(f *fuzzedPlayer, at fuzzedStep) error { return errOf(f.player.Rotate(at.server.ServerHash)) },
	(*fuzzedPlayer).isDeclined,
	func(f *fuzzedPlayer, at fuzzedStep) error {
		f.lied = true
		return f.player.Receive(f.request(at.nonce, at.step, "").Decline("a lie"))
	},
	func(*fuzzedPlayer, fuzzedStep) error { return nil },
	func(*fuzzedPlayer, fuzzedStep) error { return nil },
}

func (f *fuzzedPlayer) sends(at fuzzedStep) error {
	return f.player.Send(f.request(at.nonce, at.step, "1000000"))
}

// isAnswered has the server answer what is pending.
func (f *fuzzedPlayer) isAnswered(fuzzedStep) error {
	r, ok := f.player.Pending()
	if !ok {
		return nil
	}
	if f.declined[r.Nonce] == r.ServerHash {
		return f.player.Receive(r.Decline("no"))
	}
	round, err := f.server.Reserve(r.ServerHash, r.Nonce, fmt.Sprint("bet ", r.Nonce))
	if err != nil {
		return nil
	}
	f.rounds = append(f.rounds, round)
	outcomes, _ := replayBounds(slices.Repeat([]string{"1000000"}, r.Step+1), round.Stream())
	return f.player.Receive(r.Outcome(outcomes[r.Step]))
}

// isDeclined has the server decline what is pending, unless it has dealt to an earlier copy of the request.
func (f *fuzzedPlayer) isDeclined(fuzzedStep) error {
	r, ok := f.player.Pending()
	if !ok || r.Step > 0 || f.server.Decline(r.ServerHash, r.Nonce, fmt.Sprint("bet ", r.Nonce)) != nil {
		return nil
	}
	f.declined[r.Nonce] = r.ServerHash
	return f.player.Receive(r.Decline("no"))
}

// step does what a byte of the script says.
func (f *fuzzedPlayer) step(op byte) {
	at := fuzzedStep{player: f.player.View(), server: f.server.View()}
	if at.nonce = at.player.NextNonce; op&16 != 0 && at.nonce > 0 {
		at.nonce--
		at.step = len(at.player.Rounds[at.nonce].Steps) - int(op>>5)%2
	}
	if f.playerDisk.fail = nil; op&128 != 0 {
		f.playerDisk.fail, f.playerDisk.lost = errBroken, op&64 != 0
	}
	err := fuzzedSteps[op&15](f, at)
	if err != nil {
		if diff := cmp.Diff(at.player, f.player.View()); diff != "" {
			f.t.Fatalf("%v, and yet the player changed:\n%s", err, diff)
		}
	}
	if !f.lied && errors.Is(err, seedrng.ErrCheat) {
		f.t.Fatalf("an honest server is accused: %v", err)
	}
}

// A player under a random sequence of requests and answers, right ones and wrong ones, of
// failing stores and restarts: no panic, no change by an error, and no accusation of a
// server that was honest.
func FuzzPlayer(f *testing.F) {
	f.Add([]byte{0, 1, 2, 4, 5, 2, 4, 5, 6, 0, 1, 2})
	f.Add([]byte{0, 1, 2, 4, 8, 5, 3, 10, 5, 7, 0x12, 0x24})
	f.Fuzz(func(t *testing.T, script []byte) {
		player := fuzzedPlayer{match: newMatch(t), declined: make(map[uint64]seedrng.Hash)}
		for _, op := range script[:min(len(script), 256)] {
			player.step(op)
		}
	})
}
