package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// An onlooker looks through what the relay carries for cards in clear, as a curious relay
// could.
type onlooker struct {
	deck         map[uint64]card      // by the first bytes of a card's number
	found        map[int]map[int]bool // the cards, by hand
	posts, bytes int
}

// A card is one of the public deck, and its encoding.
type card struct {
	number  int
	encoded string
}

func newOnlooker() *onlooker {
	o := &onlooker{deck: make(map[uint64]card), found: make(map[int]map[int]bool)}
	deck := holdem.PublicDeck()
	for c := range deck.Len() {
		b := deck.At(c).Bytes()
		o.deck[binary.BigEndian.Uint64(b)] = card{c, string(b)}
	}
	return o
}

// look looks through a post of a hand.
func (o *onlooker) look(hand int, post []byte) {
	if o == nil {
		return
	}
	o.posts++
	o.bytes += len(post)
	for i := range len(post) - 7 {
		c, ok := o.deck[binary.BigEndian.Uint64(post[i:])]
		if ok && len(post)-i >= len(c.encoded) && string(post[i:i+len(c.encoded)]) == c.encoded {
			if o.found[hand] == nil {
				o.found[hand] = make(map[int]bool)
			}
			o.found[hand][c.number] = true
		}
	}
}

// check compares what was found with what was opened to all, and returns how many cards
// that is.
func (o *onlooker) check(results []holdem.Result) (opened int, err error) {
	for _, r := range results {
		open := slices.Clone(r.Board)
		for _, shown := range r.Shown {
			open = append(open, shown...)
		}
		slices.Sort(open)
		found := slices.Sorted(maps.Keys(o.found[r.Hand]))
		if !slices.Equal(found, open) {
			return 0, cli.CheckFailed(fmt.Errorf("in hand %d, the relay has seen %s, but %s were opened", r.Hand, cards.JoinNumbered(found), cards.JoinNumbered(open)))
		}
		opened += len(open)
	}
	return opened, nil
}
