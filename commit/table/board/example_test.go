package board_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A high game of four has three rounds. Each seat is dealt a card that it alone sees, and in turn
// says "show", or something else, and passes. The highest card that was shown wins. A round in
// which a seat goes is void.
type high struct {
	Left int   // rounds
	Gone []int // seats
	Wins [4]int

	me    int
	cheat bool // shows another card than it has
	seed  []byte
	hand  *cards.Hand // nil if there is none
	seats []int       // of this round
	turn  int         // whose it is; -2 before the cards are dealt, -1 until they are there
	shown []int
}

var deck, _ = sra.PublicDeck(sra.Ristretto255(), "high card", 52)

func newHigh(terms table.Terms, seat int, seed []byte) (table.Game, error) {
	if string(terms.Game) != "high card" || len(terms.Seats) != 4 {
		return nil, errors.New("that is another game")
	}
	return &high{Left: 3, me: seat, seed: seed}, nil
}

func (h *high) Start(head record.Digest) {
	h.hand, h.shown, h.turn, h.Left = nil, nil, -2, h.Left-1
	h.seats = slices.DeleteFunc([]int{0, 1, 2, 3}, func(seat int) bool { return slices.Contains(h.Gone, seat) })
	if h.Left >= 0 && len(h.seats) > 1 {
		h.hand, _ = cards.New(head, deck, h.seats, h.me, h.seed)
	}
}

func (h *high) Due() (phase int, seats []int) {
	if h.hand == nil {
		return 0, nil
	}
	if phase, seats = h.hand.Due(); len(seats) == 0 && h.turn < len(h.seats) {
		seats = h.seats[h.turn : h.turn+1] // a player
	}
	return phase, seats
}

func (h *high) Pending() []byte {
	m, err := h.hand.Pending()
	if err != nil {
		log.Fatal(err) // all seeds of a seat follow from its key, so that isn't
	}
	if h.cheat && h.turn == 3 && len(m) > 0 {
		m[len(m)-1] ^= 1
	}
	return m
}

func (h *high) Check(int, []byte) error { return nil }
func (h *high) Default() []byte         { return []byte("pass") }

func (h *high) Apply(seat int, m []byte) (err error) {
	if _, due := h.hand.Due(); len(due) > 0 {
		err = h.hand.Receive(seat, m)
		if blame, ok := errors.AsType[*hand.BlameError](err); ok {
			err = &table.BlameError{Seats: blame.Seats, Err: blame.Err}
		}
	} else if string(m) == "show" {
		err = h.hand.Show(seat, h.hand.Of(seat)...)
		h.shown = append(h.shown, seat)
	}
	if _, due := h.hand.Due(); err != nil || len(due) > 0 {
		return err
	}
	h.hand.Next()
	h.turn++
	if h.turn == -1 {
		_, err = h.hand.Deal(h.seats...)
	} else if h.turn == len(h.seats) && len(h.shown) > 0 {
		h.Wins[slices.MaxFunc(h.shown, func(a, b int) int { return h.card(a) - h.card(b) })]++
	}
	return err
}

// card returns the rank of a card that this seat knows.
func (h *high) card(seat int) int { return h.hand.Look(h.hand.Of(seat)...)[0] % 13 }

func (h *high) Out(seat int, _ table.Reason) { h.Gone, h.hand = append(h.Gone, seat), nil }
func (h *high) Checkpoint() []byte           { b, _ := json.Marshal(h); return b }
func (h *high) Restore(b []byte) error       { h.Gone, h.hand = nil, nil; return json.Unmarshal(b, h) }

// Four programs play on a board in memory. Seat 3 shows a card that it wasn't dealt.
func Example() {
	ctx := context.Background()
	offer := board.Offer{Game: []byte("high card"), Seats: 4, Longest: 20_000, Grace: 10 * time.Second}
	b, err := board.Open(offer, record.GenerateKey(), newHigh, nil)
	if err != nil {
		log.Fatal(err)
	}
	played := make(chan error)
	for seat := range 4 {
		var game *high
		s := &board.Seat{Board: b, Number: seat, Game: func(terms table.Terms, seat int, seed []byte) (table.Game, error) {
			game = &high{Left: 3, me: seat, seed: seed, cheat: seat == 3}
			return game, nil
		}}
		s.Choosing = func(table.Item) { // a bot; a person's move comes by s.Moves
			if game.card(seat) >= 6 || game.cheat {
				s.Player.Act([]byte("show"))
			} else {
				s.Player.Act([]byte("pass"))
			}
		}
		go func() { played <- s.Play(ctx) }()
	}
	fmt.Println(<-played, <-played, <-played, <-played)

	posts, _ := board.All(ctx, b)
	audit, err := board.Audit(posts, newHigh)
	for _, out := range audit.Outs() {
		fmt.Printf("seat %d is out in round %d: %v\n", out.Seat, out.Round, out.Why)
	}
	fmt.Println("final:", audit.Final(), "deposits return:", audit.Returned(0), audit.Returned(1), audit.Returned(2), audit.Returned(3), err)
	// Output:
	// <nil> <nil> <nil> <nil>
	// seat 3 is out in round 1: fault
	// final: true deposits return: true true true false <nil>
}
