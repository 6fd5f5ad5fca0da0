package tables

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
)

// A tableResult is in the form of commit/table's vectors of sequences, all posts being bytes.
type tableResult struct {
	Game     string   `json:"game"`
	Longest  int      `json:"longest"`
	Grace    int64    `json:"grace"`
	Bank     int64    `json:"bank"`
	Keys     []string `json:"keys"`
	Board    string   `json:"board"`
	Posts    []string `json:"posts"`
	Placed   string   `json:"placed"`
	Views    []string `json:"views"`
	Head     string   `json:"head"`
	Outs     []string `json:"outs"`
	Over     bool     `json:"over"`
	Final    bool     `json:"final"`
	Closed   bool     `json:"closed"`
	Returned []int    `json:"returned"`
}

// A tabler makes posts, and has a table read them.
type tabler struct {
	*rand.Rand
	signers
	*table.Table
	terms table.Terms
	game  *dice
	said  [][]byte
	stamp int64
}

// Table returns a game of dice that a watcher reads.
func Table(r *rand.Rand) any {
	s := newSigners(r, 2+r.IntN(4), r.IntN(2) == 0)
	keys, board, text := s.keys()
	grace := 1000 + r.Int64N(10_000)
	bank := r.Int64N(4 * grace)
	rounds := byte(r.IntN(8))
	terms := table.Terms{
		Game: []byte{rounds}, Longest: 1 + r.IntN(40), Grace: time.Duration(grace) * time.Millisecond,
		Bank: time.Duration(bank) * time.Millisecond, Seats: keys, Board: board,
	}
	c := tabler{Rand: r, signers: s, terms: terms, game: &dice{seats: len(keys), rounds: rounds}}
	c.Table = must.Get(table.Watch(terms, c.game))
	result := tableResult{
		Game: hex.EncodeToString(terms.Game), Longest: terms.Longest, Grace: grace, Bank: bank, Keys: text,
		Board: hex.EncodeToString(board), Outs: []string{}, Returned: []int{},
	}
	for i := range 20 + r.IntN(150) {
		post := c.post(i)
		placed, view := c.read(uint64(i+1), post)
		result.Posts = append(result.Posts, fmt.Sprint(c.stamp, " ", hex.EncodeToString(post)))
		result.Placed, result.Views = result.Placed+placed, append(result.Views, view)
	}
	c.finish(&result)
	return result
}

func (c *tabler) read(number uint64, post []byte) (placed, view string) {
	placed = "0"
	if must.Get(c.Read(now, record.Post{Number: number, Stamp: c.stamp, Bytes: post})) {
		placed = "1"
		c.said = append(c.said, post)
	}
	view = strconv.Itoa(c.Round())
	for _, due := range c.Due(now) {
		view += fmt.Sprintf(" %d:%d:%d", due.Seat, due.Since, max(0, due.Left.Milliseconds()))
	}
	return placed, view
}

func (c *tabler) finish(result *tableResult) {
	head := c.Head()
	result.Head, result.Over, result.Final, result.Closed = hex.EncodeToString(head[:]), c.Over(), c.Final(), c.Closed()
	for _, out := range c.Outs() {
		result.Outs = append(result.Outs, fmt.Sprint(out.Seat, " ", out.Why, " ", out.Round, " ", out.Place))
	}
	for s := range c.seats {
		if c.Returned(s) {
			result.Returned = append(result.Returned, s)
		}
	}
}

func (c *tabler) post(i int) []byte {
	switch x := c.IntN(40); {
	case x == 0:
		c.stamp = int64(c.Uint64())
	case x < 4:
		c.stamp -= c.Int64N(20_000)
	default:
		c.stamp += c.Int64N(5000)
	}
	if len(c.said) > 0 && c.IntN(20) == 0 {
		return altered(c.Rand, c.said[c.IntN(len(c.said))])
	}
	seat, message := c.message(i)
	k := c.Places() - max(0, c.IntN(8)-5)
	head, _ := c.HeadAt(k)
	post := c.statement(c.Digest(), seat, max(0, k), head, message)
	if c.IntN(5) == 0 {
		return record.Prune(post)
	}
	return post
}

// message returns a message that may, mostly, have an effect.
func (c *tabler) message(i int) (seat int, message []byte) {
	seat = c.IntN(len(c.seats))
	due := c.Due(now)
	switch x := c.IntN(24); {
	case x == 0:
		return seat, random.Bytes(c.Rand, 1+c.IntN(c.terms.Longest))
	case c.Round() == 0:
		return i % len(c.seats), []byte{1}
	case c.Over():
		return seat, []byte{5}
	case x == 1:
		return seat, append([]byte{4}, u32(max(0, c.Round()+c.IntN(3)-1))...)
	case x < 8:
		return seat, []byte{3}
	case x < 22 && len(due) > 0:
		seat = due[c.IntN(len(due))].Seat
	}
	return seat, slices.Concat([]byte{2}, random.Bytes(c.Rand, c.IntN(c.terms.Longest+1)))
}
