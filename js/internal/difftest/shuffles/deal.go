// Package shuffles makes random shuffles, by shuffle and by the contract's code.
package shuffles

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/shuffle"
)

// words gives and notes words. Some have few bits set, so that they are rejected.
type words struct {
	r     *rand.Rand
	taken []string
}

func (w *words) Uint64() uint64 {
	word := w.r.Uint64() >> (w.r.UintN(64) * w.r.UintN(2))
	w.taken = append(w.taken, fmt.Sprintf("%016x", word))
	return word
}

// Deal returns some cards dealt from a shuffled deck.
func Deal(r *rand.Rand) any {
	n := r.IntN(400)
	k := r.IntN(n + 1)
	deck, source := make([]int, n), &words{r, []string{}}
	for i := range deck {
		deck[i] = i
	}
	dealt := []int{}
	next, stop := iter.Pull(shuffle.Deal(source, deck))
	defer stop()
	for range k {
		card, _ := next()
		dealt = append(dealt, card)
	}
	return struct {
		N     int      `json:"n"`
		K     int      `json:"k"`
		Words []string `json:"words"`
		Dealt []int    `json:"dealt"`
	}{n, k, source.taken, dealt}
}
