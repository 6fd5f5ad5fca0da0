package record_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

// keyOf returns the key of a seat, the same in every run; seat -1 is the board.
func keyOf(t testing.TB, seat int) record.Key {
	t.Helper()
	seed := sha256.Sum256(fmt.Appendf(nil, "key %d", seat))
	key, err := record.ParseKey(seed[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// publicOf returns the public keys of n seats.
func publicOf(t testing.TB, n int) (keys []ed25519.PublicKey) {
	t.Helper()
	for seat := range n {
		keys = append(keys, keyOf(t, seat).Public())
	}
	return keys
}

// agreementOf returns the agreement of n seats, with a board that has a key.
func agreementOf(t testing.TB, n int, terms string) record.Agreement {
	t.Helper()
	agreed, err := record.NewAgreement([]byte(terms), 10000, publicOf(t, n), keyOf(t, -1).Public())
	if err != nil {
		t.Fatal(err)
	}
	return agreed
}

func sign(t testing.TB, reader *record.Reader, seat int, message string) []byte {
	t.Helper()
	post, err := reader.Sign(keyOf(t, seat), []byte(message))
	if err != nil {
		t.Fatal(err)
	}
	return post
}

// read requires that posts have places.
func read(t testing.TB, reader *record.Reader, posts ...[]byte) {
	t.Helper()
	for _, post := range posts {
		if _, err := reader.Read(post); err != nil {
			t.Fatal(err)
		}
	}
}

// begun returns a reader that has read a hello of each seat, and these.
func begun(t testing.TB, agreed record.Agreement, n int) (*record.Reader, [][]byte) {
	t.Helper()
	reader := newReader(t, agreed)
	var posts [][]byte
	for seat := range n {
		posts = append(posts, sign(t, reader, seat, "hello"))
		read(t, reader, posts[seat])
	}
	return reader, posts
}

func transcriptOf(agreed record.Agreement, posts ...record.Post) []byte {
	b := agreed.Transcript()
	for _, p := range posts {
		b = record.AppendPost(b, p)
	}
	return b
}

func wantError(t *testing.T, err, want error, text string) {
	t.Helper()
	if !errors.Is(err, want) || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("%v, want %v: …%s…", err, want, text)
	}
}

// refused requires that a reader refuses a post and stays as it was.
func refused(t *testing.T, reader *record.Reader, post []byte, want error, text string) {
	t.Helper()
	before := reader.Dump()
	_, err := reader.Read(post)
	wantError(t, err, want, text)
	if !bytes.Equal(before, reader.Dump()) {
		t.Errorf("%v has changed the reader", err)
	}
}

func TestArguments(t *testing.T) {
	for _, key := range []string{
		"00", "",
		"0000000000000000000000000000000000000000000000000000000000000080",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	} {
		_, err := record.NewAgreement([]byte("keys"), 1, []ed25519.PublicKey{vectors.Hex(t, key), keyOf(t, 1).Public()}, nil)
		wantError(t, err, record.ErrMalformed, "the key of seat 0 isn't canonical, or has small order")
	}
	many := publicOf(t, record.MaxSeats+1)
	_, err := record.NewAgreement([]byte("many"), 1, many, nil)
	wantError(t, err, record.ErrMalformed, "65 seats")
	_, err = record.NewAgreement([]byte("same"), 1, []ed25519.PublicKey{many[3], many[4], many[3]}, nil)
	wantError(t, err, record.ErrMalformed, "the key of seat 2 is repeated")
	_, err = record.NewAgreement([]byte("board"), 1, many[:3], many[1])
	wantError(t, err, record.ErrMalformed, "the key of the board is repeated")
	for _, n := range []int{0, 31, 33, 64} {
		_, err = record.ParseKey(make([]byte, n))
		wantError(t, err, record.ErrMalformed, fmt.Sprint(n, " bytes"))
	}

	agreed := agreementOf(t, 3, "arguments")
	reader, posts := begun(t, agreed, 3)
	_, err = reader.Sign(keyOf(t, 3), []byte{1})
	wantError(t, err, record.ErrMalformed, "the key is no seat's")
	_, err = reader.Sign(keyOf(t, -1), []byte{1})
	wantError(t, err, record.ErrMalformed, "the key is no seat's")
	_, err = reader.Sign(keyOf(t, 0), make([]byte, 10001))
	wantError(t, err, record.ErrMalformed, "10001 bytes")
	_, err = reader.SignHead(keyOf(t, 0), 0)
	wantError(t, err, record.ErrMalformed, "the key isn't the board's")
	_, err = record.Fork(reader, newReader(t, agreementOf(t, 3, "another")))
	wantError(t, err, record.ErrState, "in common")
	for _, k := range []int{-1, 4} {
		if head, ok := reader.HeadAt(k); ok || head != (record.Digest{}) {
			t.Errorf("there is a head after %d places", k)
		}
	}
	if reader.Places() != 3 || !reader.Begun() || reader.Signed(2) != 2 {
		t.Error(reader.Places(), reader.Begun(), reader.Signed(2))
	}
	if own := len(posts[0]) - len("hello"); own != record.Overhead || own > 110 {
		t.Errorf("%d bytes more than the message", own)
	}
}

func TestZeroValues(t *testing.T) {
	var agreed record.Agreement
	reader := new(record.Reader)
	var key record.Key
	good, _ := begun(t, agreementOf(t, 2, "zero"), 2)
	if agreed.Digest() != (record.Digest{}) {
		t.Error("a zero Agreement holds something")
	}
	if key.Bytes() != nil || key.Public() != nil {
		t.Error("a zero Key holds something")
	}
	if reader.Places() != 0 || reader.Head() != (record.Digest{}) || reader.Begun() || reader.Signed(0) != 0 || reader.Final() != 0 {
		t.Error("a zero Reader holds something")
	}
	state := reader.Cut()
	wantError(t, reader.End(), record.ErrState, "place 0")
	wantError(t, reader.Place(record.Statement{}, 0), record.ErrState, "wasn't judged")
	wantError(t, good.Place(record.Statement{}, 0), record.ErrState, "wasn't judged")
	wantError(t, second(record.Fork(reader, reader)), record.ErrMalformed, "reader a is nil or zero")
	wantError(t, second(record.Fork(good, reader)), record.ErrMalformed, "reader b is nil or zero")
	for name, err := range map[string]error{
		"NewReader":       second(record.NewReader(agreed)),
		"ParseReader":     second(record.ParseReader(agreed, state)),
		"Check":           second(reader.Check(append([]byte{2}, make([]byte, record.HeadSize-1)...))),
		"ParseTranscript": second(record.ParseTranscript(agreed, agreed.Transcript())),
		"Judge":           second(reader.Judge(append([]byte{1}, make([]byte, record.Overhead-1)...))),
		"Read":            second(reader.Read(append([]byte{1}, make([]byte, record.Overhead-1)...))),
		"Sign":            second(reader.Sign(keyOf(t, 0), []byte{1})),
		"Sign, zero Key":  second(good.Sign(key, []byte{1})),
		"SignHead":        second(reader.SignHead(keyOf(t, -1), 0)),
		"zero Key":        second(good.SignHead(key, 0)),
	} {
		if !errors.Is(err, record.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Nothing prints or encodes a key.
func TestSecrets(t *testing.T) {
	key := keyOf(t, 0)
	reader, posts := begun(t, agreementOf(t, 2, "secrets"), 2)
	seed := key.Bytes()
	for _, v := range []any{key, &key, struct{ K record.Key }{key}, reader, *reader} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
			text := fmt.Sprintf(verb, v)
			if strings.Contains(text, hex.EncodeToString(seed[:8])) || strings.Contains(text, fmt.Sprint(seed[:4])[1:]) {
				t.Errorf("%T prints a key under %s", v, verb)
			}
		}
	}
	if text, err := json.Marshal(key); err == nil {
		t.Errorf("a key is encoded: %s", text)
	}
	if err := gob.NewEncoder(new(bytes.Buffer)).Encode(key); err == nil {
		t.Error("a key is encoded by gob")
	}
	if bytes.Contains(reader.Cut(), seed) || bytes.Contains(posts[0], seed) {
		t.Error("a reader or a statement has the key")
	}
}

// What callers do to bytes that they gave or got changes nothing.
func TestAliasing(t *testing.T) {
	terms, keys := []byte("aliasing"), publicOf(t, 3)
	agreed, err := record.NewAgreement(terms, 100, keys[:2], keyOf(t, -1).Public())
	if err != nil {
		t.Fatal(err)
	}
	if !keyOf(t, 2).Public().Equal(keys[2]) {
		t.Error("the caller's keys have changed")
	}
	clear(terms)
	clear(keys[0])
	clear(keyOf(t, 0).Public())

	reader := newReader(t, agreed)
	message := []byte("hello")
	post, err := reader.Sign(keyOf(t, 0), message)
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Clone(post)
	clear(message)
	clear(post)
	st, err := reader.Judge(want)
	if err != nil {
		t.Fatal(err)
	}
	sent := bytes.Clone(want)
	clear(want)
	if string(st.Message) != "hello" {
		t.Error("the message has changed")
	}
	st.Message[0], st.Seat, st.Places = 'x', 1, 9
	if err := reader.Place(st, 0); err != nil {
		t.Fatal(err)
	}
	other := newReader(t, agreed)
	read(t, other, sent)
	if !bytes.Equal(reader.Dump(), other.Dump()) {
		t.Error("the reader has changed")
	}
	state := other.Cut()
	restored, err := record.ParseReader(agreed, state)
	if err != nil {
		t.Fatal(err)
	}
	clear(state)
	if restored.Head() != reader.Head() {
		t.Error("the restored reader has changed")
	}

	clear(keyOf(t, 0).Bytes())
	if again := sign(t, newReader(t, agreed), 0, "hello"); !bytes.Equal(again, sent) {
		t.Error("the same message after the same places is another statement")
	}
}

func TestAliasingOfTranscripts(t *testing.T) {
	agreed := agreementOf(t, 2, "aliasing")
	sent := sign(t, newReader(t, agreed), 0, "hello")
	transcript := transcriptOf(agreed, record.Post{Number: 1, Bytes: sent})
	posts, err := record.ParseTranscript(agreed, transcript)
	if err != nil {
		t.Fatal(err)
	}
	clear(transcript)
	if !bytes.Equal(posts[0].Bytes, sent) {
		t.Error("the transcript has changed")
	}
}

// Only what Judge has returned last, for the reader as it is, gets a place.
func TestPlace(t *testing.T) {
	agreed := agreementOf(t, 3, "place")
	reader, _ := begun(t, agreed, 3)
	other, _ := begun(t, agreed, 3)
	judge := func(post []byte) record.Statement {
		st, err := reader.Judge(post)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	state := reader.Dump()
	a, b := sign(t, reader, 0, "a"), sign(t, reader, 1, "b")
	wantError(t, other.Place(judge(a), 0), record.ErrState, "seat 0 wasn't judged last, at place 3")
	st := judge(a)
	judge(b)
	wantError(t, reader.Place(st, 0), record.ErrState, "seat 0")
	st = judge(a)
	if _, err := reader.Judge([]byte("junk")); err == nil {
		t.Error("junk")
	}
	wantError(t, reader.Place(st, 0), record.ErrState, "seat 0")
	elsewhere, err := other.Judge(a)
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, reader.Place(elsewhere, 0), record.ErrState, "seat 0")
	wantError(t, reader.Place(judge(a), 8), record.ErrMalformed, "3 seats")
	if !bytes.Equal(reader.Dump(), state) {
		t.Fatal("a refusal has changed the reader")
	}
	st = judge(a)
	reader.Cut()
	wantError(t, reader.Place(st, 0), record.ErrState, "seat 0")
	st = judge(a)
	judge(a) // the same again
	if err := reader.Place(st, 7); err != nil {
		t.Error(err)
	}
	wantError(t, reader.Place(st, 7), record.ErrState, "seat 0")
	st = judge(b)
	if err := reader.End(); err != nil {
		t.Fatal(err)
	}
	wantError(t, reader.Place(st, 0), record.ErrState, "seat 1")
}

// Every reason to have no place, with its seat and place in the error.
func TestNoPlace(t *testing.T) {
	agreed := agreementOf(t, 3, "no place")
	reader := newReader(t, agreed)
	at := func(seat, k int, message string) []byte {
		head, _ := reader.HeadAt(k)
		return record.SignAt(agreed, keyOf(t, seat), k, head, []byte(message))
	}
	read(t, reader, at(1, 0, "hello"))
	refused(t, reader, at(1, 1, "more"), record.ErrNoPlace, "seat 1 names place 1 of 1")
	_, err := reader.Sign(keyOf(t, 1), []byte{1})
	wantError(t, err, record.ErrNoPlace, "seat 1 names place 1 of 1")
	read(t, reader, at(0, 0, "hello"), at(2, 1, "hello"))
	read(t, reader, at(1, 2, "more"))
	refused(t, reader, at(1, 3, "more"), record.ErrNoPlace, "seat 1 names place 3 of 4")
	refused(t, reader, at(1, 5, "more"), record.ErrUnread, "seat 1 names place 5 of 4")
	head, _ := reader.HeadAt(3)
	refused(t, reader, record.SignAt(agreed, keyOf(t, 1), 4, head, []byte{1}), record.ErrNoPlace, "seat 1 names place 4 of 4")
	early := at(2, 3, "early")
	reader.Cut()
	refused(t, reader, early, record.ErrNoPlace, "seat 2 names place 3 of 4")
	late := at(2, 4, "late")
	read(t, reader, at(0, 4, "last"))
	if err := reader.End(); err != nil {
		t.Fatal(err)
	}
	refused(t, reader, late, record.ErrNoPlace, "seat 2 names place 4 of 5")
	read(t, reader, at(2, 5, "bye"))
	refused(t, reader, at(2, 6, "bye"), record.ErrNoPlace, "seat 2 names place 6 of 6")
	_, err = reader.Sign(keyOf(t, 2), []byte{1})
	wantError(t, err, record.ErrNoPlace, "seat 2 names place 6 of 6")
	wantError(t, reader.End(), record.ErrState, "place 6")
	bad := at(1, 6, "bye")
	bad[len(bad)-1] ^= 1
	refused(t, reader, bad, record.ErrSignature, "seat 1 names place 6")
}

// A sequence of 2³¹−1 places is full.
func TestMostPlaces(t *testing.T) {
	agreed := agreementOf(t, 2, "most")
	full := func(k int) *record.Reader {
		s := fmt.Appendf(nil, "\x00\x00\x00\x00\x00\x00\x00\x1asquaredeal/record/v1/state")
		digest := agreed.Digest()
		s = append(s, digest[:]...)
		s = append(s, byte(k>>24), byte(k>>16), byte(k>>8), byte(k))
		s = append(s, make([]byte, 32)...)
		s = append(s, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
		reader, err := record.ParseReader(agreed, record.Seal(s))
		if err != nil {
			t.Fatal(err)
		}
		return reader
	}
	reader := full(record.MaxPlaces - 1)
	read(t, reader, sign(t, reader, 0, "the last"))
	if reader.Places() != record.MaxPlaces {
		t.Error(reader.Places())
	}
	_, err := reader.Sign(keyOf(t, 1), []byte{1})
	wantError(t, err, record.ErrNoPlace, "seat 1 names place 2147483647 of 2147483647")
	head := reader.Head()
	refused(t, reader, record.SignAt(agreed, keyOf(t, 1), record.MaxPlaces, head, []byte{1}), record.ErrNoPlace, "of 2147483647")
}

// Every bit of a statement counts, and none that is flipped has an effect.
func TestEveryBit(t *testing.T) {
	agreed := agreementOf(t, 2, "bits")
	reader, posts := begun(t, agreed, 2)
	post := sign(t, newReader(t, agreed), 0, "hello")
	if !bytes.Equal(post, posts[0]) {
		t.Fatal("another statement")
	}
	fresh := newReader(t, agreed)
	state := fresh.Dump()
	for i := range 8 * len(post) {
		altered := bytes.Clone(post)
		altered[i/8] ^= 1 << (i % 8)
		if _, err := fresh.Read(altered); !errors.Is(err, record.ErrMalformed) && !errors.Is(err, record.ErrNoPlace) &&
			!errors.Is(err, record.ErrUnread) && !errors.Is(err, record.ErrSignature) {
			t.Fatalf("bit %d: %v", i, err)
		}
	}
	if !bytes.Equal(fresh.Dump(), state) {
		t.Error("the reader has changed")
	}
	state = reader.Cut()
	for i := range 8 * len(state) {
		altered := bytes.Clone(state)
		altered[i/8] ^= 1 << (i % 8)
		if _, err := record.ParseReader(agreed, altered); !errors.Is(err, record.ErrMalformed) {
			t.Fatalf("bit %d of a state: %v", i, err)
		}
	}
	head, err := reader.SignHead(keyOf(t, -1), 7)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 * len(head) {
		altered := bytes.Clone(head)
		altered[i/8] ^= 1 << (i % 8)
		if _, err := reader.Check(altered); !errors.Is(err, record.ErrMalformed) && !errors.Is(err, record.ErrSignature) {
			t.Fatalf("bit %d of a signed head has no effect", i)
		}
	}
}

// A damaged transcript never gives a place to anything else, nor another head to what
// it has.
func TestDamage(t *testing.T) {
	agreed := agreementOf(t, 3, "damage")
	reader, statements := begun(t, agreed, 3)
	for i := range 12 {
		statements = append(statements, sign(t, reader, i%3, "message"))
		read(t, reader, statements[len(statements)-1])
	}
	var posts []record.Post
	for i, b := range statements {
		posts = append(posts, record.Post{Number: uint64(i), Stamp: int64(i), Bytes: b})
	}
	transcript := transcriptOf(agreed, posts...)
	rng := rand.New(rand.NewPCG(1, 2))
	shorter := 0
	for range long.Pick(50, 500) {
		damaged := bytes.Clone(transcript)
		switch from, to := rng.IntN(len(damaged)), rng.IntN(len(damaged)); rng.IntN(4) {
		case 0:
			damaged = damaged[:from]
		case 1:
			damaged = append(damaged[:min(from, to):min(from, to)], damaged[max(from, to):]...)
		case 2:
			damaged[from] ^= byte(1 + rng.IntN(255))
		case 3:
			damaged = append(damaged[:max(from, to):max(from, to)], damaged[min(from, to):]...)
		}
		posts, err := record.ParseTranscript(agreed, damaged)
		if err != nil && !errors.Is(err, record.ErrMalformed) {
			t.Fatal(err)
		}
		again := newReader(t, agreed)
		for _, p := range posts {
			again.Read(p.Bytes)
		}
		if place, err := record.Fork(reader, again); err != nil {
			t.Fatalf("%v at place %d", err, place)
		}
		if again.Places() < reader.Places() {
			shorter++
		}
	}
	if shorter == 0 {
		t.Error("no damage was any")
	}
}

// Agreements and keys are safe for concurrent use.
func TestConcurrency(t *testing.T) {
	agreed := agreementOf(t, 2, "concurrency")
	reader, posts := begun(t, agreed, 2)
	head, err := reader.SignHead(keyOf(t, -1), 7)
	if err != nil {
		t.Fatal(err)
	}
	key := keyOf(t, 0)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			own, err := record.NewReader(agreed)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := own.Sign(key, []byte{1}); err != nil {
				t.Error(err)
			}
			read(t, own, posts...)
			if _, err := own.Check(head); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
