package table_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// An odds is a game of two: each commits to a number, then both reveal. Seat 0 wins a
// round whose sum is odd. The number follows from a seed and the round. A commitment names
// the round and the seat, as the other seat could copy it otherwise.
type odds struct {
	seat  int // -1 of a spectator
	seed  []byte
	left  int // rounds to play
	wins  [2]int
	head  record.Digest
	step  int // 0 to commit, 1 to reveal, 2 when the round is over
	mine  []byte
	first [2][]byte // commitments
	then  [2][]byte // what they contain
}

func (o *odds) Start(head record.Digest) {
	o.head, o.first, o.then, o.step = head, [2][]byte{}, [2][]byte{}, 0
	o.left--
	if o.left < 0 {
		o.step = 2
	}
	mine := sha256.Sum256(append(bytes.Clone(o.seed), head[:]...))
	o.mine = mine[:]
}

func (o *odds) Due() (phase int, seats []int) {
	said := [][2][]byte{o.first, o.then, {{}, {}}}[o.step]
	for s := range said {
		if said[s] == nil {
			seats = append(seats, s)
		}
	}
	return o.step, seats
}

func (o *odds) Pending() []byte {
	if o.step == 0 {
		return o.commitment(o.seat, o.mine)
	}
	return o.mine
}

func (o *odds) commitment(seat int, number []byte) []byte {
	digest := sha256.Sum256(slices.Concat(o.head[:], []byte{byte(seat)}, number))
	return digest[:]
}

func (o *odds) Check(seat int, m []byte) error {
	if len(m) != 32 || o.step == 1 && !bytes.Equal(o.commitment(seat, m), o.first[seat]) {
		return errors.New("that isn't what the seat had committed to")
	}
	return nil
}

func (o *odds) Apply(seat int, m []byte) error {
	if err := o.Check(seat, m); err != nil {
		return err
	}
	if o.step == 0 {
		o.first[seat] = m
	} else {
		o.then[seat] = m
	}
	if _, due := o.Due(); len(due) > 0 {
		return nil
	}
	o.step++
	if o.step == 2 {
		o.wins[1-(o.then[0][31]+o.then[1][31])%2]++
	}
	return nil
}

func (o *odds) Out(seat int, _ table.Reason) {
	o.left, o.step = 0, 2 // over, also after a restart
	o.wins[1-seat]++
}

func (o *odds) Checkpoint() []byte {
	return []byte{byte(o.left), byte(o.wins[0]), byte(o.wins[1])}
}

func (o *odds) Restore(b []byte) error {
	o.left, o.wins = int(b[0]), [2]int{int(b[1]), int(b[2])}
	return nil
}

// Two programs play on a board, which here is a slice.
func Example() {
	keys := []record.Key{record.GenerateKey(), record.GenerateKey()}
	terms := table.Terms{
		Game: []byte("odds or evens, three rounds"), Longest: 32, Grace: 10 * time.Second,
		Seats: []ed25519.PublicKey{keys[0].Public(), keys[1].Public()},
	}
	var board []record.Post
	var seats []*table.Player
	for seat, key := range keys {
		seed := record.GenerateKey().Bytes()
		t, err := table.New(terms, &odds{seat: seat, seed: seed, left: 3}, key, func(_, new table.State) error { return nil })
		if err != nil {
			fmt.Println(err)
			return
		}
		t.Start(time.Now())
		seats = append(seats, t)
	}
	for read := 0; !seats[0].Done() || !seats[1].Done(); {
		for _, t := range seats {
			post, _, err := t.Pending(time.Now())
			if err != nil {
				fmt.Println(err)
				return
			}
			if post != nil {
				board = append(board, record.Post{Number: uint64(len(board) + 1), Stamp: time.Now().UnixMilli(), Bytes: post})
			}
		}
		for ; read < len(board); read++ {
			for _, t := range seats {
				t.Read(time.Now(), board[read])
			}
		}
	}

	game := &odds{seat: -1, left: 3}
	audit, err := table.Audit(terms, game, board, nil)
	fmt.Println(err, audit.Over(), audit.Outs(), game.wins[0]+game.wins[1], "rounds")
	fmt.Println(audit.Head() == seats[0].Head(), audit.Returned(0), audit.Returned(1))

	// Output:
	// <nil> true [] 3 rounds
	// true true true
}
