package jgammon_test

import (
	"bytes"
	"crypto/fips140"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
)

func secret(t *testing.T, first, second byte) jgammon.Secret {
	t.Helper()
	s, err := jgammon.ParseSecret([]byte{first, second, 2, 3, 4, 5, 6, 7})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func hash(t *testing.T, s jgammon.Secret) jgammon.Hash {
	t.Helper()
	h, err := s.Hash()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func throw(t *testing.T, one, two jgammon.Secret) jgammon.Throw {
	t.Helper()
	throw, err := jgammon.Replay([2]jgammon.Hash{hash(t, one), hash(t, two)}, [2]jgammon.Secret{one, two})
	if err != nil {
		t.Fatal(err)
	}
	return throw
}

// The dice are the digits of N in base 6, for every pair of first bytes.
func TestDice(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			got := throw(t, secret(t, byte(a), 1), secret(t, byte(b), 2))
			if n := (a + b) % 36; got.N != n || 6*(got.One-1)+got.Two-1 != n || got.Two < 1 || got.Two > 6 {
				t.Fatalf("%d and %d give %+v", a, b, got)
			}
		}
	}
}

// Flaw: a party that repeats the other's messages isn't refused, and makes every
// number even.
func TestEcho(t *testing.T) {
	seen := make(map[int]bool)
	for a := range 256 {
		s := secret(t, byte(a), 1)
		got := throw(t, s, s)
		seen[got.N] = true
		if got.N%2 != 0 {
			t.Errorf("first byte %d gives %d", a, got.N)
		}
	}
	if len(seen) != 18 {
		t.Errorf("%d numbers come up", len(seen))
	}
}

// Flaw: 256 isn't a multiple of 36. If one party's first byte is uniform and the
// other's fixed, four numbers come up 8 times in 256, 12.5 % more than 1/36, the others 7
// times, 1.6 % less.
func TestUneven(t *testing.T) {
	for fixed := range 256 {
		count := make([]int, 36)
		for a := range 256 {
			count[throw(t, secret(t, byte(a), 1), secret(t, byte(fixed), 1)).N]++
		}
		want := make([]int, 36)
		for i := range want {
			want[(i+fixed)%36] = 7
			if i < 4 {
				want[(i+fixed)%36] = 8
			}
		}
		if diff := cmp.Diff(want, count); diff != "" {
			t.Fatalf("with the byte %d (-want +got):\n%s", fixed, diff)
		}
	}
}

// Flaw: a hash says nothing about who sent it, or when. What party one sent for one
// throw, party two can send for the next.
func TestReplayedMessages(t *testing.T) {
	first, next := secret(t, 11, 1), secret(t, 30, 2)
	if _, err := jgammon.Replay([2]jgammon.Hash{hash(t, next), hash(t, first)}, [2]jgammon.Secret{next, first}); err != nil {
		t.Error(err)
	}
}

// Flaw, of every such protocol: the last to reveal knows the throw and may refuse.
// Where the throw is then made again, the cheat chooses.
func TestRefusal(t *testing.T) {
	doubles := 0
	for honest := range 256 {
		if got := throw(t, secret(t, byte(honest), 1), secret(t, 5, 2)); got.One == got.Two {
			doubles++
		}
	}
	fair := float64(doubles) / 256
	if fair < 0.16 || fair > 0.175 {
		t.Errorf("%.3f of the throws are doubles, not about 1/6", fair)
	}
	if chosen := fair + (1-fair)*fair; chosen < 0.29 || chosen > 0.32 {
		t.Errorf("%.3f of the throws are doubles; a fair 1/6 becomes about 11/36 by one refusal", chosen)
	}
}

func TestBlame(t *testing.T) {
	secrets := [2]jgammon.Secret{secret(t, 1, 1), secret(t, 2, 2)}
	for seat := range 2 {
		hashes := [2]jgammon.Hash{hash(t, secrets[0]), hash(t, secrets[1])}
		for bit := range 8 * len(hashes[seat]) {
			hashes[seat][bit/8] ^= 1 << (bit % 8)
			got, err := jgammon.Replay(hashes, secrets)
			blame, ok := errors.AsType[*commit.BlameError](err)
			if !errors.Is(err, commit.ErrMismatch) || !ok || !slices.Equal(blame.Seats, []int{seat}) ||
				got != (jgammon.Throw{}) {
				t.Errorf("seat %d, bit %d: %+v, %v", seat, bit, got, err)
			}
			hashes[seat][bit/8] ^= 1 << (bit % 8)
		}
	}
}

func TestSecret(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	s, err := jgammon.ParseSecret(b)
	if err != nil {
		t.Fatal(err)
	}
	clear(b)
	clear(s.Bytes())
	if want := []byte{1, 2, 3, 4, 5, 6, 7, 8}; !bytes.Equal(s.Bytes(), want) {
		t.Errorf("the secret is %d, want %d", s.Bytes(), want)
	}
	for _, verb := range []string{"%v", "%x", "%d", "%+v", "%#v"} {
		if text := fmt.Sprintf(verb, s); text != "redacted" {
			t.Errorf("%s prints %s", verb, text)
		}
	}
	if bytes.Equal(jgammon.GenerateSecret().Bytes(), jgammon.GenerateSecret().Bytes()) {
		t.Error("the same secret twice")
	}
	if h := hash(t, s); h.String() != fmt.Sprintf("%x", h[:]) {
		t.Error(h)
	}
}

func TestZeroSecret(t *testing.T) {
	var zero jgammon.Secret
	if zero.Bytes() != nil {
		t.Error("the zero value has bytes")
	}
	if _, err := zero.Hash(); !errors.Is(err, commit.ErrMalformed) || err.Error() != "commit: malformed: zero Secret" {
		t.Error(err)
	}
	good := secret(t, 1, 1)
	if _, err := jgammon.Replay([2]jgammon.Hash{hash(t, good)}, [2]jgammon.Secret{good, zero}); !errors.Is(err, commit.ErrMalformed) {
		t.Error(err)
	}
}

// Where SHA-1 is forbidden, only TestFIPS runs: nearly all else needs it, and an example
// can't skip itself.
func TestMain(m *testing.M) {
	flag.Parse()
	if fips140.Enforced() {
		flag.Set("test.run", "^TestFIPS$")
	}
	os.Exit(m.Run())
}

// Where SHA-1 is forbidden, there is an error, and no panic.
func TestFIPS(t *testing.T) {
	const inside = "JGAMMON_TEST_FIPS"
	if os.Getenv(inside) == "" {
		self, err := os.Executable()
		if err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(self, "-test.v") // all tests and examples
		cmd.Env = append(os.Environ(), inside+"=1", "GODEBUG=fips140=only")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Skip(err) // no processes here
		}
		if err != nil || !strings.Contains(string(out), "SHA-1 is forbidden") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	s := secret(t, 1, 1)
	if _, err := s.Hash(); err == nil {
		t.Error("Hash returns no error")
	}
	if _, err := jgammon.Replay([2]jgammon.Hash{}, [2]jgammon.Secret{s, s}); err == nil || errors.Is(err, commit.ErrMismatch) {
		t.Errorf("Replay: %v", err)
	}
	t.Log("SHA-1 is forbidden")
}
