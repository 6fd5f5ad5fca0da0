package commit_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
)

func jgammon(t *testing.T, one, two commit.JGammonSecret) commit.JGammonThrow {
	t.Helper()
	throw, err := commit.JGammon([2]commit.JGammonHash{one.Hash(), two.Hash()}, [2]commit.JGammonSecret{one, two})
	if err != nil {
		t.Fatal(err)
	}
	return throw
}

// The dice are the digits of N in base 6, for every pair of first bytes.
func TestJGammonDice(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			throw := jgammon(t, commit.JGammonSecret{byte(a), 1}, commit.JGammonSecret{byte(b), 2})
			if n := (a + b) % 36; throw.N != n || 6*(throw.One-1)+throw.Two-1 != n || throw.Two < 1 || throw.Two > 6 {
				t.Fatalf("%d and %d give %+v", a, b, throw)
			}
		}
	}
}

// Flaw: a party that repeats the other's messages isn't refused, and makes every
// number even. A Toss refuses it: TestTossEcho.
func TestJGammonEcho(t *testing.T) {
	seen := make(map[int]bool)
	for a := range 256 {
		secret := commit.JGammonSecret{byte(a), 1, 2, 3, 4, 5, 6, 7}
		throw := jgammon(t, secret, secret)
		seen[throw.N] = true
		if throw.N%2 != 0 {
			t.Errorf("first byte %d gives %d", a, throw.N)
		}
	}
	if len(seen) != 18 {
		t.Errorf("%d numbers come up", len(seen))
	}
}

// Flaw: 256 isn't a multiple of 36. If one party's first byte is uniform and the
// other's fixed, four numbers come up 8 times in 256, the others 7 times.
func TestJGammonUneven(t *testing.T) {
	for fixed := range 256 {
		count := make([]int, 36)
		for a := range 256 {
			count[jgammon(t, commit.JGammonSecret{byte(a)}, commit.JGammonSecret{byte(fixed)}).N]++
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
	// 8/256 is 12.5 % more than 1/36, 7/256 is 1.6 % less.
	if 8*36*1000/256 != 1125 || 7*36*1000/256 != 984 {
		t.Error("the figures in the documentation are wrong")
	}
}

// Flaw: a hash says nothing about who sent it, or when. What party one sent for one
// throw, party two can send for the next. A Toss refuses that: TestTossReplay.
func TestJGammonReplay(t *testing.T) {
	first := commit.JGammonSecret{11, 1, 2, 3, 4, 5, 6, 7}
	hash := first.Hash()
	next := commit.JGammonSecret{30, 7, 6, 5, 4, 3, 2, 1}
	if _, err := commit.JGammon([2]commit.JGammonHash{next.Hash(), hash}, [2]commit.JGammonSecret{next, first}); err != nil {
		t.Error(err)
	}
}

// Flaw, of each protocol: the last to reveal knows the throw, and may refuse. One
// that is thrown again in that case is the cheater's to choose.
func TestJGammonAbort(t *testing.T) {
	count := make([]int, 2)
	doubles := []int{0, 7, 14, 21, 28, 35}
	for a := range 256 {
		for retry := range 256 {
			throw := jgammon(t, commit.JGammonSecret{byte(a)}, commit.JGammonSecret{5})
			if !slices.Contains(doubles, throw.N) {
				throw = jgammon(t, commit.JGammonSecret{byte(retry)}, commit.JGammonSecret{9})
			}
			if slices.Contains(doubles, throw.N) {
				count[1]++
			}
			count[0]++
		}
	}
	if share := float64(count[1]) / float64(count[0]); share < 0.29 || share > 0.32 {
		t.Errorf("%.3f of the throws are doubles; a fair 1/6 becomes about 11/36 by one refusal", share)
	}
}

func TestJGammonBlame(t *testing.T) {
	secrets := [2]commit.JGammonSecret{{1}, {2}}
	for seat := range 2 {
		hashes := [2]commit.JGammonHash{secrets[0].Hash(), secrets[1].Hash()}
		for bit := range 8 * len(hashes[seat]) {
			hashes[seat][bit/8] ^= 1 << (bit % 8)
			throw, err := commit.JGammon(hashes, secrets)
			var blame *commit.BlameError
			if !errors.Is(err, commit.ErrMismatch) || !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{seat}) || throw != (commit.JGammonThrow{}) {
				t.Errorf("seat %d, bit %d: %+v, %v", seat, bit, throw, err)
			}
			hashes[seat][bit/8] ^= 1 << (bit % 8)
		}
	}
}
