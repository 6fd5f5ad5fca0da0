package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

func init() { generators["table"] = tableCase }

// A dice game's state is a hash, which says who is due, and what becomes of a message. It keeps none of the promises of
// a game but that it is the same for all who read it. Its terms are the number of rounds.
type dice struct {
	seats  int
	rounds byte
	over   bool
	state  []byte
}

func (g *dice) Start(head record.Digest) {
	g.over = g.rounds == 0
	if !g.over {
		g.rounds--
	}
	g.state = hashOf(head[:])
}

func (g *dice) Due() (phase int, seats []int) {
	if g.over || len(g.state) == 0 || g.state[8] < 10 {
		return 0, nil
	}
	for s := range g.seats {
		for range g.state[1+s] % 3 {
			seats = append(seats, s)
		}
	}
	return int(g.state[0] % 4), seats
}

func (g *dice) Apply(seat int, message []byte) error {
	h := hashOf(g.state, []byte{byte(seat)}, message)
	fault := errors.New("fault")
	switch guilty := int(h[30]) % g.seats; {
	case h[31] < 4 || h[31] < 16 && guilty == seat:
		return fault
	case h[31] < 16:
		return &table.BlameError{Seats: []int{guilty}, Err: fault}
	case h[31] >= 60:
		g.state = h
	}
	return nil
}

func (g *dice) Out(seat int, why table.Reason) {
	h := hashOf(g.state, []byte{byte(seat)}, []byte(why.String()))
	if h[31]%2 == 0 {
		g.state = h
	}
}

func (g *dice) Pending() []byte         { return nil }
func (g *dice) Check(int, []byte) error { return nil }
func (g *dice) Checkpoint() []byte      { return append([]byte{g.rounds}, g.state...) }
func (g *dice) Restore(b []byte) error  { g.rounds, g.state = b[0], b[1:]; return nil }

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

func tableCase(r *rand.Rand) any {
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
	c.Table = must(table.Watch(terms, c.game))
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

var now time.Time // on a clock that stands

func (c *tabler) read(number uint64, post []byte) (placed, view string) {
	placed = "0"
	if must(c.Read(now, record.Post{Number: number, Stamp: c.stamp, Bytes: post})) {
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

// message is mostly one that may have an effect.
func (c *tabler) message(i int) (seat int, message []byte) {
	seat = c.IntN(len(c.seats))
	due := c.Due(now)
	switch x := c.IntN(24); {
	case x == 0:
		return seat, random(c.Rand, 1+c.IntN(c.terms.Longest))
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
	return seat, slices.Concat([]byte{2}, random(c.Rand, c.IntN(c.terms.Longest+1)))
}
