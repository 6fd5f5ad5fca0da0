package seedrng_test

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	// A pair of seeds that a site revealed, and the first block of its bet 1.
	serverText = "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"
	clientText = "bb62964774"
	block0     = "c590d171e39b70404ee1fff2ce09c3e1090688e1320a9cd27f58b1ac3dfa8c92"

	// The hand of the Wizard of Odds page on Crypto.Games.
	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
	pageHash   = "64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"
)

func TestGenerateServerSeed(t *testing.T) {
	seen := make(map[string]bool)
	var digits [64]map[byte]bool // seen in each place
	for i := range digits {
		digits[i] = make(map[byte]bool)
	}
	for range 1000 {
		seed := seedrng.GenerateServerSeed()
		text := seed.Reveal()
		if len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
			t.Fatalf("%q isn't 64 lowercase hex characters", text)
		}
		if seen[text] {
			t.Fatalf("%q twice", text)
		}
		seen[text] = true
		for i := range digits {
			digits[i][text[i]] = true
		}
		if seed.Predictable() {
			t.Fatal("a generated seed is predictable")
		}
		if err := seed.Hash().Verify(text); err != nil {
			t.Fatal(err)
		}
	}
	for i := range digits { // one is missing among 1,000 with probability 16·(15/16)^1000 < 2^-88
		if len(digits[i]) != 16 {
			t.Errorf("character %d takes %d values", i, len(digits[i]))
		}
	}
}

func TestServerSeedEqual(t *testing.T) {
	a, b := mustParse(serverText), mustParse(serverText)
	var zero seedrng.ServerSeed
	if !a.Equal(b) {
		t.Error("the same text isn't equal")
	}
	if a.Equal(mustParse(serverText[:63])) || a.Equal(mustParse(serverText[:63]+"8")) {
		t.Error("another text is equal")
	}
	if a.Equal(zero) || zero.Equal(a) || zero.Equal(zero) {
		t.Error("the zero seed is equal to something")
	}
}

func TestServerSeedZero(t *testing.T) {
	var zero seedrng.ServerSeed
	if zero.Reveal() != "" || zero.Hash() != (seedrng.Hash{}) || zero.Predictable() {
		t.Error("the zero seed has a text or a hash")
	}
	if _, err := seedrng.NewStream(zero, clientText, 0); !errors.Is(err, seedrng.ErrMalformed) ||
		!strings.Contains(err.Error(), "zero ServerSeed") {
		t.Errorf("NewStream: %v", err)
	}
}

// The errors name the field at fault.
func TestSeedErrors(t *testing.T) {
	seed := mustParse(serverText)
	stream := func(client string) error {
		_, err := seedrng.NewStream(seed, client, 0)
		return err
	}
	parse := func(text string) error {
		_, err := seedrng.ParseServerSeed(text)
		return err
	}
	audit := func(text string) error {
		_, err := seedrng.ParseAuditSeed(text)
		return err
	}
	hash := func(text string) error {
		_, err := seedrng.ParseHash(text)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{parse(""), "server seed is empty"},
		{parse(strings.Repeat("s", 65)), "server seed has 65 bytes, the limit is 64"},
		{audit(strings.Repeat("s", 1025)), "server seed has 1025 bytes, the limit is 1024"},
		{parse("a\xff"), "server seed isn't UTF-8"},
		{stream(""), "client seed is empty"},
		{stream(strings.Repeat("é", 513)), "client seed has 1026 bytes"},
		{stream("\xed\xa0\x80"), "client seed isn't UTF-8"},
		{hash(pageHash[:63]), "hash: 63 characters"},
		{hash(pageHash[:10] + "E" + pageHash[11:]), "hash: character 11 isn't lowercase hex"},
		{hash(pageHash[:63] + "g"), "hash: character 64 isn't lowercase hex"},
	} {
		if !errors.Is(c.err, seedrng.ErrMalformed) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want a malformed %s", c.err, c.want)
		}
	}
}

func TestHashText(t *testing.T) {
	h, err := seedrng.ParseHash(pageHash)
	if err != nil {
		t.Fatal(err)
	}
	if h.String() != pageHash {
		t.Errorf("String = %s", h)
	}
	out, err := json.Marshal(h)
	if err != nil || string(out) != `"`+pageHash+`"` {
		t.Errorf("Marshal = %s, %v", out, err)
	}
	got := h
	if err := json.Unmarshal([]byte(`"`+strings.ToUpper(pageHash)+`"`), &got); !errors.Is(err, seedrng.ErrMalformed) || got != h {
		t.Errorf("Unmarshal of upper case: %v, hash %v", err, got)
	}
}

func TestVerifyMismatchAtEveryDigit(t *testing.T) {
	for i := range 64 {
		changed := mustParse(pageServer).Hash()
		changed[i/2] ^= 1 << (i % 2 * 4)
		if err := changed.Verify(pageServer); !errors.Is(err, seedrng.ErrMismatch) {
			t.Errorf("digit %d: %v", i, err)
		}
	}
}

// A failure of others: a check that takes two texts of one form accuses the server when they
// are swapped. A Hash isn't a text, so they can't be.
func TestVerifyTakesAHash(t *testing.T) {
	seed := seedrng.GenerateServerSeed()
	var check func(string) error = seed.Hash().Verify
	if err := check(seed.Reveal()); err != nil {
		t.Error(err)
	}
}

// wrapped hides a secret the way a caller's struct might: by value, in a field
// whose methods fmt can't call.
type wrapped struct {
	seed    seedrng.ServerSeed
	stream  *seedrng.Stream
	copied  seedrng.Stream
	session *seedrng.Session
	shared  seedrng.Session
	round   *seedrng.Round
	opened  seedrng.Round
	state   seedrng.SessionState
}

func TestNoSecretPrints(t *testing.T) {
	seed := mustParse(serverText)
	stream, err := seedrng.NewStream(seed, clientText, 1)
	if err != nil {
		t.Fatal(err)
	}
	stream.Uint32()
	var state seedrng.SessionState
	session, err := seedrng.ParseSession(encodeState(serverText, clientText, 1, nil, strings.Repeat("5", 64)),
		func(_, new seedrng.SessionState) error {
			state = new
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	round := reserve(session)
	round.Stream().Uint32()
	if !bytes.Contains(state.Bytes(), []byte(serverText)) {
		t.Fatal("the state lacks the server seed")
	}

	// Sixteen digits, as fewer may be a part of an address.
	secrets := []string{serverText[:16], fmt.Sprintf("%x", serverText[:8]), fmt.Sprint([]byte(serverText[:4]))[1:], block0[16:32],
		"225 255 242"}
	leaks := func(how, text string) {
		for _, secret := range secrets {
			if strings.Contains(strings.ToLower(text), secret) {
				t.Errorf("%s prints %s", how, text)
			}
		}
	}
	all := wrapped{seed, stream, *stream, session, *session, round, *round, state}
	for _, value := range []any{
		seed, &seed, stream, *stream, session, *session, round, *round, state, &state, all, &all,
		struct{ State seedrng.SessionState }{state}, struct{ Seed seedrng.ServerSeed }{seed}, struct{ Round *seedrng.Round }{round},
		[]any{seed, stream, session, round}, map[string]seedrng.ServerSeed{"a": seed}, []*seedrng.Stream{stream},
	} {
		for _, verb := range strings.Split("v +v #v s q x X T p d o b c U e E f F g G t w 20v -20v", " ") {
			leaks(fmt.Sprintf("%%%s of %T", verb, value), fmt.Sprintf("%"+verb, value))
		}
		leaks("Sprint", fmt.Sprint(value))

		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", value)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "v", value)
		leaks("slog", log.String())

		var b bytes.Buffer
		gob.NewEncoder(&b).Encode(value)
		leaks("gob", b.String())
		x, _ := xml.Marshal(value)
		leaks("xml", string(x))
		j, _ := json.Marshal(value)
		leaks("json", string(j))
	}
	leaks("cmp.Diff", cmp.Diff(all, wrapped{stream: stream}, cmp.Exporter(func(reflect.Type) bool { return true })))
	for _, value := range []any{seed, &seed, stream, *stream, session, *session, state} {
		if text := fmt.Sprintf("%v", value); !strings.Contains(text, "redacted") {
			t.Errorf("%T prints %s", value, text)
		}
	}
}

// What walks through pointers, as some loggers and test libraries do, finds no key of a live seed: not
// in hex, and not as the state of HMAC that it is made into.
func TestNothingReachesTheKey(t *testing.T) {
	round := reserve(sessionOf(serverText))
	padded := append([]byte(serverText), make([]byte, sha256.BlockSize-len(serverText))...)
	for i := range padded {
		padded[i] ^= 0x36
	}
	h := sha256.New()
	h.Write(padded)
	state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for _, needle := range []string{string(state[4:36]), serverText} {
		for name, value := range map[string]any{"session": sessionOf(serverText), "round": round, "stream": round.Stream()} {
			if reaches(reflect.ValueOf(value), needle, make(map[uintptr]bool)) {
				t.Errorf("the %s leads to %x", name, needle)
			}
		}
		if !reaches(reflect.ValueOf(&struct{ key []byte }{[]byte("x" + needle)}), needle, make(map[uintptr]bool)) {
			t.Error("what is reached isn't found")
		}
	}
}

// reaches reports whether a value leads, through whatever it holds, to bytes that contain others.
func reaches(v reflect.Value, needle string, seen map[uintptr]bool) bool {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return false
		}
		seen[v.Pointer()] = true
		return reaches(v.Elem(), needle, seen)
	case reflect.Interface:
		return !v.IsNil() && reaches(v.Elem(), needle, seen)
	case reflect.Struct:
		for i := range v.NumField() {
			if reaches(v.Field(i), needle, seen) {
				return true
			}
		}
	case reflect.Map:
		for i := v.MapRange(); i.Next(); {
			if reaches(i.Key(), needle, seen) || reaches(i.Value(), needle, seen) {
				return true
			}
		}
	case reflect.String:
		return strings.Contains(v.String(), needle)
	case reflect.Slice, reflect.Array:
		var b []byte
		for i := range v.Len() {
			if v.Index(i).Kind() == reflect.Uint8 {
				b = append(b, byte(v.Index(i).Uint()))
			} else if reaches(v.Index(i), needle, seen) {
				return true
			}
		}
		return strings.Contains(string(b), needle)
	}
	return false
}

// A live seed in a message for the client is an error, not a leak and not a hole.
func TestSecretsDoNotMarshal(t *testing.T) {
	for _, value := range []any{
		struct{ Seed seedrng.ServerSeed }{mustParse(serverText)},
		struct{ Session *seedrng.Session }{sessionOf(serverText)},
		struct{ Stream *seedrng.Stream }{mustStream(serverText, clientText, 0)},
		struct{ State seedrng.SessionState }{},
	} {
		if out, err := json.Marshal(value); err == nil {
			t.Errorf("Marshal = %s", out)
		}
	}
}
