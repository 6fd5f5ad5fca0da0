package tables

import (
	"crypto/ed25519"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
)

// A boardResult is in the form of commit/table/board's vectors of sequences.
type boardResult struct {
	Posts  []string `json:"posts"`
	Placed string   `json:"placed"`
	Views  []string `json:"views"`
	Digest string   `json:"digest"`
	Audit  string   `json:"audit"` // of all posts
	Whole  string   `json:"whole"` // of those that have a place
}

// A boarder makes posts, and has a board read them.
type boarder struct {
	*rand.Rand
	signers
	*board.Watcher
	offer  board.Offer
	said   [][]byte
	resets int
	stamp  int64
}

// Board returns a lobby, and perhaps its game, that a board.Watcher reads.
func Board(r *rand.Rand) any {
	s := newSigners(r, 2+r.IntN(5), true)
	grace := 1000 + r.Int64N(10_000)
	c := boarder{Rand: r, signers: s, Watcher: board.NewWatcher(newDice), stamp: r.Int64N(100_000) - 10_000, offer: board.Offer{
		Game: []byte{byte(r.IntN(8) / 6)}, Seats: 2 + r.IntN(2), Longest: 1 + r.IntN(40), Grace: time.Duration(grace) * time.Millisecond,
		Bank: time.Duration(r.Int64N(2*grace)) * time.Millisecond, Board: s.board.Public().(ed25519.PublicKey),
	}}
	var result boardResult
	var posts, placed []record.Post
	for i := range 5 + r.IntN(60) {
		c.stamp += c.Int64N(3000) - c.Int64N(2000)*int64(c.IntN(4)/3)
		post := record.Post{Number: uint64(i + 1), Stamp: c.stamp, Bytes: c.post()}
		posts = append(posts, post)
		result.Posts = append(result.Posts, fmt.Sprint(post.Stamp, " ", hex.EncodeToString(post.Bytes)))
		if must.Get(c.Read(post)) {
			result.Placed += "1"
			post.Number = uint64(len(placed) + 1)
			placed = append(placed, post)
			c.said = append(c.said, post.Bytes)
		} else {
			result.Placed += "0"
		}
		result.Views = append(result.Views, c.view())
	}
	if t := c.Table(); t != nil {
		digest := t.Digest()
		result.Digest = hex.EncodeToString(digest[:])
	}
	result.Audit, result.Whole = verdict(posts), verdict(placed)
	return result
}

func (c *boarder) view() string {
	places := 0
	if t := c.Table(); t != nil {
		places = t.Places()
	}
	if c.Offer() == nil {
		return "-"
	}
	return fmt.Sprint(c.Free(), " ", places, " ", c.Closed())
}

func verdict(posts []record.Post) string {
	_, err := board.Audit(posts, newDice)
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, board.ErrUnsigned):
		return "unsigned"
	case errors.Is(err, board.ErrNeverBegan):
		return "never-began"
	case errors.Is(err, board.ErrEarly):
		return "early"
	default:
		return classOf(err, err.Error())
	}
}

func (c *boarder) post() []byte {
	if len(c.said) > 0 && c.IntN(12) == 0 {
		post := c.said[c.IntN(len(c.said))]
		if c.IntN(2) == 0 {
			post = altered(c.Rand, post)
		}
		return post
	}
	t := c.Table()
	switch {
	case c.Offer() == nil:
		return c.offer.Bytes()
	case t == nil:
		return c.request()
	case t.Round() == 0 && c.IntN(4) == 0:
		return c.reset()
	case c.IntN(15) == 0 || t.Over() && c.IntN(3) == 0:
		return c.signedHead(t)
	}
	seat, message := c.IntN(len(c.Seats())), []byte{1}
	switch {
	case t.Over():
		message[0] = 5
	case t.Round() > 0:
		if due := t.Due(now); len(due) > 0 {
			seat = due[0].Seat
		}
		message = []byte{2, byte(c.Uint32())}
	}
	if c.IntN(12) == 0 {
		message[0] = byte(c.IntN(7))
	}
	head, _ := t.HeadAt(t.Places())
	return c.statement(t.Digest(), seat, t.Places(), head, message)
}

// statement returns one by the key at a seat.
func (c *boarder) statement(table record.Digest, seat, k int, head record.Digest, message []byte) []byte {
	at := signers{seats: make([]ed25519.PrivateKey, len(c.Seats()))}
	for i, public := range c.Seats() {
		at.seats[i] = c.seats[slices.IndexFunc(c.seats, func(key ed25519.PrivateKey) bool { return public.Equal(key.Public()) })]
	}
	return at.statement(table, seat, k, head, message)
}

func (c *boarder) request() []byte {
	key := c.seats[c.IntN(len(c.seats))]
	if c.IntN(20) == 0 {
		key = c.board
	}
	return c.offer.Ask(c.IntN(c.offer.Seats+1)-1, must.Get(record.ParseKey(key.Seed())), nil)
}

func (c *boarder) reset() []byte {
	t := c.Table()
	var missing uint64
	for _, seat := range t.Awaited() {
		missing |= 1 << seat
	}
	i := c.resets + 1
	if c.IntN(6) == 0 {
		i += c.IntN(3) - 1
	} else if c.IntN(6) == 0 {
		missing ^= 1 << c.IntN(c.offer.Seats)
	} else {
		c.resets++
	}
	label, digest := lp([]byte("squaredeal/board/v1/reset")), t.Digest()
	body := binary.BigEndian.AppendUint64(u32(i), uint64(c.stamp))
	sum := hashOf(label, digest[:], binary.BigEndian.AppendUint64(nil, missing), body)
	return slices.Concat(label, body, ed25519.Sign(c.board, sum))
}

func (c *boarder) signedHead(t *table.Table) []byte {
	k := t.Places() - max(0, c.IntN(10)-8)
	if c.IntN(12) == 0 {
		k++
	}
	head, _ := t.HeadAt(k)
	if c.IntN(20) == 0 {
		head[0]++
	}
	return c.head(t.Digest(), max(0, k), head, c.stamp+c.Int64N(20_000)-2000)
}
