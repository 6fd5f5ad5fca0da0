package sra

import (
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/shuffle"
)

// A SecretPermutation is the order into which a player has put the cards. Whoever
// knows those of all players can follow every card, encrypted as it is. It prints
// as redacted and refuses to be marshalled. The zero value is of no cards.
type SecretPermutation struct{ hiddenOrder }

type hiddenOrder = secret.Value[[]int]

func (p SecretPermutation) ints() []int { return secret.Reveal(p.hiddenOrder) }

// Reveal returns the permutation in clear. Its memory accesses follow the order.
func (p SecretPermutation) Reveal() shuffle.Permutation {
	revealed, err := shuffle.NewPermutation(p.ints())
	if err != nil {
		panic(err) // it is one
	}
	return revealed
}

// Apply returns the numbers in this order: number i of the result is x[p(i)]. So if x has the
// card at each position of a deck, the result has those of the deck that [Key.Shuffle]
// returned with p. Its time, and its memory accesses, depend on neither the order nor the
// numbers. It returns an [ErrMalformed] unless there are as many numbers as cards.
func (p SecretPermutation) Apply(x []int) ([]int, error) {
	order := p.ints()
	if len(x) != len(order) {
		return nil, wrap.Errorf(ErrMalformed, "%d numbers, for an order of %d cards", len(x), len(order))
	}
	return permutedInts(x, order), nil
}
