package commit_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

func lp(x string) string {
	return string(binary.BigEndian.AppendUint64(nil, uint64(len(x)))) + x
}

func ramp(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

// Nothing that is drawn stays partly zero: each byte is set in some of 20 draws.
func TestAllBytesAreDrawn(t *testing.T) {
	var drawn [3][32]byte // a nonce, and the nonce and the value of a toss
	last := make([]byte, 32)
	for range 20 {
		_, nonce := commit.Commit(nil, nil)
		toss, err := commit.GenerateToss([]byte("s"), 2, 0, discardToss)
		if err != nil {
			t.Fatal(err)
		}
		read(t, toss, [][]byte{toss.Pending(), newTable(t, "s", 2).commits[1]})
		reveal := toss.Pending()
		chain, err := commit.GenerateChain(t.Context(), 1, discard, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chain.Draw(1); err != nil {
			t.Fatal(err)
		}
		x, err := chain.Reveal(1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 32 {
			drawn[0][i] |= nonce.Bytes()[i]
			drawn[1][i] |= reveal[bodyAt:valueAt][i]
			drawn[2][i] |= reveal[valueAt:listAt][i]
			last[i] |= x[i]
		}
	}
	for _, b := range [][]byte{drawn[0][:], drawn[1][:], drawn[2][:], last} {
		if bytes.Contains(b, []byte{0}) {
			t.Errorf("some bytes are never drawn: %x", b)
		}
	}
}

// Every length around the sizes of blocks and of buffers agrees with crypto/hmac.
func TestCommitmentIsHMAC(t *testing.T) {
	nonce := mustNonce(ramp(32))
	for context := range 70 {
		for value := range 450 {
			mac := hmac.New(sha256.New, ramp(32))
			mac.Write([]byte(lp("squaredeal/commit/v1") + lp(string(ramp(context))) + lp(string(ramp(value)))))
			if got := mustCommit(nonce, ramp(context), ramp(value)); !bytes.Equal(got[:], mac.Sum(nil)) {
				t.Fatalf("context of %d bytes, value of %d: %v", context, value, got)
			}
		}
	}
}

func mustCommit(nonce commit.Nonce, context, value []byte) commit.Commitment {
	return commit.NewCommitment(nonce, context, value)
}

func TestCommit(t *testing.T) {
	context, value := []byte("game 7"), []byte("heads")
	c, nonce := commit.Commit(context, value)
	d, other := commit.Commit(context, value)
	if c == d || nonce.Equal(other) {
		t.Error("two commitments have one nonce")
	}
	if err := c.Verify(nonce, context, value); err != nil {
		t.Error(err)
	}
	if string(context) != "game 7" || string(value) != "heads" {
		t.Errorf("arguments became %q, %q", context, value)
	}
}

func TestVerifyTampering(t *testing.T) {
	nonce, context, value := ramp(32), []byte("table 3"), []byte("seven")
	c := mustCommit(mustNonce(nonce), context, value)
	fields := map[string][]byte{"commitment": c[:], "nonce": nonce, "context": context, "value": value}
	for name, b := range fields {
		for i := range 8 * len(b) {
			b[i/8] ^= 1 << (i % 8)
			if err := c.Verify(mustNonce(nonce), context, value); !errors.Is(err, commit.ErrMismatch) {
				t.Errorf("%s, bit %d: %v", name, i, err)
			}
			b[i/8] ^= 1 << (i % 8)
		}
	}
	if err := c.Verify(mustNonce(nonce), context, value); err != nil {
		t.Fatal(err)
	}
}

// The boundary between context and value counts, as does each field's end.
func TestFieldsSeparate(t *testing.T) {
	nonce := mustNonce(ramp(32))
	whole := "table 3" + lp("seven") + "seven"
	seen := make(map[commit.Commitment]bool)
	for i := range len(whole) + 1 {
		seen[mustCommit(nonce, []byte(whole[:i]), []byte(whole[i:]))] = true
		seen[mustCommit(nonce, []byte(whole[:i]), nil)] = true
	}
	if want := 2*len(whole) + 1; len(seen) != want {
		t.Errorf("%d commitments are different, want %d", len(seen), want)
	}
}

func TestCommitmentText(t *testing.T) {
	c := mustCommit(mustNonce(ramp(32)), nil, nil)
	testText(t, c, commit.ParseCommitment)
}

// testText checks a text form of 64 lowercase hex characters.
func testText[T fmt.Stringer](t *testing.T, x T, parse func(string) (T, error)) {
	t.Helper()
	if y, err := parse(x.String()); err != nil || !reflect.DeepEqual(x, y) {
		t.Errorf("%v became %v, %v", x, y, err)
	}
	encoded, err := json.Marshal(x)
	if string(encoded) != `"`+x.String()+`"` || err != nil {
		t.Errorf("JSON %s, %v", encoded, err)
	}
	y := new(T)
	if err := json.Unmarshal(encoded, y); err != nil || !reflect.DeepEqual(x, *y) {
		t.Errorf("from JSON %v, %v", *y, err)
	}
	good := x.String()
	for c := range 256 {
		text := good[:20] + string([]byte{byte(c)}) + good[21:]
		if _, err := parse(text); (err == nil) != strings.Contains("0123456789abcdef", string([]byte{byte(c)})) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, bad := range []string{"", good[:63], good + "0", good + "\n", " " + good[1:], "0x" + good[2:],
		strings.ToUpper(good[:63]) + "F", good[:63] + "g", "é" + good[2:]} {
		if z, err := parse(bad); !errors.Is(err, commit.ErrMalformed) || !reflect.ValueOf(z).IsZero() {
			t.Errorf("%q became %v, %v", bad, z, err)
		}
		if err := any(y).(encoding.TextUnmarshaler).UnmarshalText([]byte(bad)); !errors.Is(err, commit.ErrMalformed) ||
			!reflect.DeepEqual(x, *y) {
			t.Errorf("%q: %v, and the receiver is %v", bad, err, *y)
		}
	}
}

func TestParseNonce(t *testing.T) {
	for n := range 70 {
		b := ramp(n)
		secret, err := commit.ParseNonce(b)
		if (err == nil) != (n == 32) || err != nil && (!errors.Is(err, commit.ErrMalformed) || secret.Bytes() != nil) {
			t.Errorf("%d bytes: %v", n, err)
		}
		if n == 32 {
			clear(b)
			clear(secret.Bytes())
			if want := ramp(32); !bytes.Equal(secret.Bytes(), want) {
				t.Errorf("%T is %x", secret, secret.Bytes())
			}
		}
	}
}

func TestZeroNonce(t *testing.T) {
	var zero commit.Nonce
	nonce := mustNonce(ramp(32))
	if err := mustCommit(nonce, nil, nil).Verify(zero, nil, nil); !errors.Is(err, commit.ErrMalformed) {
		t.Errorf("Verify: %v", err)
	}
	if _, err := commit.NewToss([]byte("s"), 2, 0, zero, ramp(32), discardToss); !errors.Is(err, commit.ErrMalformed) ||
		err.Error() != "commit: malformed: zero Nonce" {
		t.Errorf("NewToss: %v", err)
	}
}
