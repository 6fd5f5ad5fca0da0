package shuffle_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/shuffle"
)

func mustPerm(t testing.TB, seed uint64, n int) shuffle.Permutation {
	t.Helper()
	return mustPermOf(t, rand.NewPCG(seed, 0), n)
}

func mustPermOf(t testing.TB, src shuffle.Source, n int) shuffle.Permutation {
	t.Helper()
	p, err := shuffle.Perm(src, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustApply[T any](t testing.TB, p shuffle.Permutation, s []T) []T {
	t.Helper()
	out, err := shuffle.Apply(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPermutationLaws(t *testing.T) {
	for seed := range uint64(100) {
		n := int(seed)
		p, q := mustPerm(t, seed, n), mustPerm(t, seed+1000, n)
		s := make([]string, n)
		for i := range s {
			s[i] = strings.Repeat("x", i)
		}

		if diff := cmp.Diff(s, mustApply(t, p.Inverse(), mustApply(t, p, s))); diff != "" {
			t.Errorf("the inverse doesn't undo:\n%s", diff)
		}
		pq, err := p.Compose(q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(mustApply(t, q, mustApply(t, p, s)), mustApply(t, pq, s)); diff != "" {
			t.Errorf("p.Compose(q) isn't p and then q:\n%s", diff)
		}
		identity, err := p.Compose(p.Inverse())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ordered(n), identity.Ints()); diff != "" {
			t.Errorf("p and then its inverse (-want +got):\n%s", diff)
		}

		again, err := shuffle.NewPermutation(p.Ints())
		if err != nil || !again.Equal(p) || n > 20 && again.Equal(q) || again.Len() != n {
			t.Errorf("NewPermutation(%v) = %v, %v", p.Ints(), again.Ints(), err)
		}
		for i, j := range p.Ints() {
			if p.At(i) != j {
				t.Errorf("At(%d) = %d, want %d", i, p.At(i), j)
			}
		}
	}
}

// A Permutation keeps nothing of the slices it was made from, nor hands out its own.
func TestPermutationCopies(t *testing.T) {
	from := []int{1, 0}
	p, err := shuffle.NewPermutation(from)
	if err != nil {
		t.Fatal(err)
	}
	from[0] = 9
	p.Ints()[1] = 9
	if diff := cmp.Diff([]int{1, 0}, p.Ints()); diff != "" {
		t.Error(diff)
	}
}

func TestPermutationRefusals(t *testing.T) {
	p := mustPerm(t, 1, 3)
	_, errApply := shuffle.Apply(p, []int{1, 2})
	_, errCompose := p.Compose(mustPerm(t, 1, 4))
	_, errNone := shuffle.Perm[shuffle.Source](nil, 3)
	_, errNegative := shuffle.Perm(rand.NewPCG(1, 2), -1)
	_, errTwice := shuffle.NewPermutation([]int{0, 2, 2})
	_, errRange := shuffle.NewPermutation([]int{0, 3, 1})
	for _, c := range []struct {
		err  error
		want string
	}{
		{errApply, "2 elements for a permutation of 3"},
		{errCompose, "3 elements for a permutation of 4"},
		{errNone, "nil source"},
		{errNegative, "-1 elements"},
		{errTwice, "position 2 repeats 2"},
		{errRange, "position 1 holds 3, not 0 to 2"},
	} {
		if !errors.Is(c.err, shuffle.ErrMalformed) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
}

func TestZeroPermutation(t *testing.T) {
	var p shuffle.Permutation
	if got := mustApply(t, p.Inverse(), []int{}); p.Len() != 0 || len(got) != 0 || !p.Equal(mustPerm(t, 1, 0)) {
		t.Error("the zero value isn't the permutation of no elements")
	}
}

// A used deck that is shuffled again gives what no replay from a fresh deck gives. Perm
// and Apply leave the deck alone, so every round can be replayed.
func TestReplayOfASecondRound(t *testing.T) {
	used, fresh := ordered(6), ordered(6)
	for round := range uint64(2) {
		replay := ordered(6)
		shuffle.Slice(rand.NewPCG(1, round), replay)

		if got := mustApply(t, mustPermOf(t, rand.NewPCG(1, round), 6), fresh); !slices.Equal(got, replay) {
			t.Errorf("round %d: Perm dealt %v, a replay from an ordered deck gives %v", round, got, replay)
		}
		shuffle.Slice(rand.NewPCG(1, round), used)
		if same := slices.Equal(used, replay); same != (round == 0) {
			t.Errorf("round %d: the used deck equals a replay: %v", round, same)
		}
	}
}
