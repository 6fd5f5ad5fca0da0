package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A history is what the rounds of a file show of their pairs of seeds. A whole one has the nonces
// of each from 0 without a gap.
type history struct {
	byHash map[string]*pair
	pairs  []*pair // in the order of the file
}

// A pair is what was seen of a pair of seeds. The line of its last round comes with it.
type pair struct {
	client, number, rounds string
	next                   uint64 // nonce
	line                   int
	reused, gap            string // what isn't right, if anything: the first of its kind
}

// follow takes the next round of a server seed.
func (h *history) follow(line int, hash string, nonce uint64, number, rounds string) *pair {
	p := h.byHash[hash]
	if p == nil {
		p = &pair{number: number, rounds: rounds}
		h.byHash[hash] = p
		h.pairs = append(h.pairs, p)
	}
	p.line = line
	if rounds != p.rounds {
		p.miss("line %d: the pair of seeds has %q rounds, and %q by a line before", line, short(rounds), short(p.rounds))
	}
	if nonce < p.next {
		p.miss("line %d: nonce %d is repeated", line, nonce)
	} else if nonce > p.next {
		p.miss("line %d: nonce %d is missing before nonce %d", line, p.next, nonce)
	}
	p.next = nonce + 1
	return p
}

// goWith reports whether the server seed goes with this client seed alone.
func (p *pair) goWith(line int, client string) bool {
	if p.client == "" {
		p.client = client
	}
	if client != p.client && p.reused == "" {
		p.reused = fmt.Sprintf("line %d: the server seed of the client seed %q is used with %q, too", line, short(p.client), short(client))
	}
	return client == p.client
}

// miss notes what is missing or repeated.
func (p *pair) miss(format string, args ...any) {
	if p.gap == "" {
		p.gap = fmt.Sprintf(format, args...)
	}
}

// A completeness is what a history has, and hasn't.
type completeness struct {
	Pairs  int      `json:"pairs"`
	Reused []string `json:"reused"` // server seeds that came with a second client seed
	Gaps   []string `json:"gaps"`   // rounds that are missing or repeated, the first of each pair
	Untold int      `json:"untold"` // pairs of which the file doesn't say how many rounds they have
	Left   int      `json:"left"`   // pairs that the numbers of others pass over
}

// judge sums up what was seen of all pairs.
func (h *history) judge() completeness {
	c := completeness{Pairs: len(h.pairs), Reused: []string{}, Gaps: []string{}}
	var numbers []int
	for _, p := range h.pairs {
		if p.rounds == "" {
			c.Untold++
		} else if p.rounds != strconv.FormatUint(p.next, 10) {
			p.miss("line %d: the pair of seeds ends with nonce %d, and should have %s rounds", p.line, p.next-1, printable(p.rounds))
		}
		if p.reused != "" {
			c.Reused = append(c.Reused, p.reused)
		}
		if p.gap != "" {
			c.Gaps = append(c.Gaps, p.gap)
		}
		if n, err := strconv.Atoi(p.number); err == nil && n > 0 {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) > 0 {
		slices.Sort(numbers)
		c.Left = numbers[len(numbers)-1] - len(slices.Compact(numbers))
	}
	return c
}

// verdict adds what isn't right to an error.
func (c *completeness) verdict(err error) error {
	add := func(reason string) {
		if err != nil {
			reason = fmt.Sprintf("%v; %s", err, reason)
		}
		err = cli.CheckFailed(errors.New(reason))
	}
	if len(c.Reused) > 0 {
		add("a server seed was used twice")
	}
	if len(c.Gaps) > 0 {
		add("rounds are missing or repeated")
	}
	return err
}

// print writes it for people.
func (c *completeness) print(out printer) {
	ofPairs := cli.Count(c.Pairs, "pair") + " of seeds"
	if len(c.Reused) > 0 {
		out.say("%s. So the casino knew the server seed's outcomes before that bet.", c.Reused[0])
	}
	switch {
	case len(c.Gaps) > 0:
		out.say("The nonces of %s of %s don't run from 0 without a gap. %s. If this should be a whole history, rounds are missing or repeated.",
			cli.Thousands(len(c.Gaps)), ofPairs, c.Gaps[0])
	case c.Pairs > 0:
		out.say("The nonces of %s run from 0 without a gap.", ofPairs)
	}
	if c.Untold > 0 {
		out.say("Pairs of seeds whose last rounds may be missing, as the file doesn't say how many they have: %s.", cli.Thousands(c.Untold))
	}
	if c.Left > 0 {
		out.say("Pairs of seeds that aren't in the file: %s. Nothing was played with them, or the casino has left them out.",
			cli.Thousands(c.Left))
	}
}
