package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// act plays actions, one letter each: k checks, b bets, c calls, f folds; a space begins
// the next street.
func act(t *testing.T, g *game, letters string) {
	t.Helper()
	for i, letter := range letters {
		if letter == ' ' {
			if g.turn() != nobody {
				t.Fatalf("%q: after %d, seat %d is to act", letters, i, g.turn())
			}
			g.next(g.street + 1)
			continue
		}
		if err := g.act(action(strings.IndexRune("kbcf", letter))); err != nil {
			t.Fatalf("%q: after %d: %v", letters, i, err)
		}
	}
}

func TestBetting(t *testing.T) {
	for _, test := range []struct {
		seats, button int
		letters       string
		paid          []int
		in            []int
		turn          int
	}{
		{4, 0, "", []int{0, 1, 2, 0}, []int{1, 2, 3, 0}, 3},
		{4, 3, "", []int{1, 2, 0, 0}, []int{0, 1, 2, 3}, 2},
		{4, 0, "cc", []int{2, 1, 2, 2}, []int{1, 2, 3, 0}, 1},
		{4, 0, "ccc", []int{2, 2, 2, 2}, []int{1, 2, 3, 0}, nobody}, // the big blind can't raise
		{4, 0, "fff", []int{0, 1, 2, 0}, []int{2}, nobody},
		{4, 0, "cfc ", []int{0, 2, 2, 2}, []int{1, 2, 3}, 1},
		{4, 0, "ccc kkkk", []int{2, 2, 2, 2}, []int{1, 2, 3, 0}, nobody},
		{4, 0, "ccc kb", []int{2, 2, 4, 2}, []int{1, 2, 3, 0}, 3},
		{4, 0, "ccc kbcf", []int{2, 2, 4, 4}, []int{1, 2, 3}, 1}, // who checked is asked again
		{4, 0, "ccc kbcff ", []int{2, 2, 4, 4}, []int{2, 3}, 2},
		{4, 0, "ccc kbcff bc kk", []int{2, 2, 8, 8}, []int{2, 3}, nobody},
		{4, 0, "ccc kkkk kkkk bfff", []int{2, 6, 2, 2}, []int{1}, nobody},
		{2, 0, "", []int{1, 2}, []int{1, 0}, 0},   // the button has the small blind,
		{2, 0, "c ", []int{2, 2}, []int{1, 0}, 1}, // and acts first, and then last
		{2, 1, "c bc bc", []int{8, 8}, []int{0, 1}, nobody},
		{3, 2, "cf", []int{1, 2, 2}, []int{1, 2}, nobody},
	} {
		g := newGame(test.seats, test.button)
		act(t, g, test.letters)
		if diff := cmp.Diff(test.paid, g.paid) + cmp.Diff(test.in, g.in()); diff != "" || g.turn() != test.turn {
			t.Errorf("%d seats, button %d, %q: seat %d is next, not %d; (-want +got):\n%s", test.seats, test.button, test.letters, g.turn(), test.turn, diff)
		}
		if want := strings.ReplaceAll(test.letters, " ", ""); len(g.deeds) != len(want) {
			t.Errorf("%q: %d deeds", test.letters, len(g.deeds))
		}
	}
}

func TestBettingRefusals(t *testing.T) {
	for letters, not := range map[string][]action{
		"":             {check, bet, actions, 255},
		"fff":          {check, bet, call, fold},
		"ccc":          {check, bet, call, fold},
		"ccc ":         {call, fold},
		"ccc kk":       {call, fold},
		"ccc b":        {check, bet},
		"ccc bccc":     {check, bet, call, fold},
		"ccc kkkk kkb": {check, bet},
	} {
		for _, a := range not {
			g, same := newGame(4, 0), newGame(4, 0)
			act(t, g, letters)
			act(t, same, letters)
			if err := g.act(a); err == nil {
				t.Errorf("%q, then %v", letters, a)
			}
			if diff := cmp.Diff(fmt.Sprintf("%+v", same), fmt.Sprintf("%+v", g)); diff != "" {
				t.Errorf("%q: refused, %v changes the game:\n%s", letters, a, diff)
			}
		}
	}
}

func TestShare(t *testing.T) {
	g := newGame(4, 1)
	act(t, g, "fcc") // seat 0 folds
	if g.pot() != 6 {
		t.Fatalf("a pot of %d", g.pot())
	}
	g.paid[0]++ // 7
	for _, test := range []struct{ winners, get []int }{
		{[]int{3}, []int{0, 0, 0, 7}},
		{[]int{1, 3}, []int{0, 3, 0, 4}}, // seat 3 is nearer after the button
		{[]int{0, 1}, []int{4, 3, 0, 0}},
		{[]int{1, 2, 3}, []int{0, 2, 3, 2}},
		{[]int{0, 1, 2, 3}, []int{2, 1, 2, 2}},
	} {
		if diff := cmp.Diff(test.get, g.share(test.winners)); diff != "" {
			t.Errorf("%v win (-want +got):\n%s", test.winners, diff)
		}
	}
}

// Every card has one position: hole cards go around from the seat after the button, and
// the board follows.
func TestPositions(t *testing.T) {
	for seats := minSeats; seats <= maxSeats; seats++ {
		for button := range seats {
			g := newGame(seats, button)
			var got []int
			for round := range holeCards {
				for i := range seats {
					got = append(got, g.hole((button + 1 + i) % seats)[round])
				}
			}
			for s := preflop; s < streets; s++ {
				got = append(got, g.opened(s)...)
			}
			if len(got) != holeCards*seats+boardCards || len(got) > deckSize {
				t.Errorf("%d positions", len(got))
			}
			for i, p := range got {
				if p != i {
					t.Fatalf("%d seats, button %d: position %d at %d", seats, button, p, i)
				}
			}
		}
	}
}

// The simple player never does what isn't allowed, sees every flop, and makes hands of
// every kind: folded before the flop, later, and shown by several.
func TestSimplePlayers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const hands = 10_000
	folded, ended, showdowns := 0, 0, 0
	for range hands {
		g := newGame(4, random.IntN(4))
		deck := random.Perm(deckSize)
		board := []int{}
		for s := preflop; s < streets && !g.over(); s++ {
			if s > preflop {
				g.next(s)
			}
			for _, p := range g.opened(s) {
				board = append(board, deck[p])
			}
			for g.turn() != nobody {
				hole := []int{}
				for _, p := range g.hole(g.turn()) {
					hole = append(hole, deck[p])
				}
				if err := g.act(simple(g, hole, board)); err != nil {
					t.Fatal(err)
				}
			}
			if s == preflop {
				folded += g.seats - len(g.in())
			}
		}
		if len(board) < 3 {
			t.Fatal("a hand without a flop")
		}
		if g.over() {
			ended++
		} else {
			showdowns++
		}
	}
	if folded < hands/2 || ended < hands/20 || showdowns < hands/2 {
		t.Errorf("in %d hands: %d folded before the flop, %d ended without a showdown, %d with one", hands, folded, ended, showdowns)
	}
}

func TestSimple(t *testing.T) {
	const a, k, q, j, ten = 0, 12, 11, 10, 9
	const hearts, diamonds = 13, 26
	for _, test := range []struct {
		letters string
		hole    []int
		board   []int
		want    action
	}{
		{"", []int{1, hearts + 1}, nil, call}, // deuces
		{"", []int{1, 4}, nil, call},          // spades
		{"", []int{1, hearts + a}, nil, call},
		{"", []int{8, hearts + ten}, nil, call},
		{"", []int{7, hearts + k}, nil, fold},
		{"", []int{1, hearts + 6}, nil, fold},
		{"ff", []int{1, hearts + 6}, nil, call}, // the small blind
		{"ccc ", []int{1, hearts + 6}, []int{hearts + 1, k, 7}, bet},
		{"ccc b", []int{1, hearts + 6}, []int{hearts + 1, k, 7}, call},
		{"ccc ", []int{1, hearts + 6}, []int{hearts + k, k, 7}, check}, // the board's pair
		{"ccc b", []int{1, hearts + 6}, []int{hearts + k, k, 7}, fold},
		{"ccc b", []int{a, hearts + 6}, []int{hearts + k, k, 7}, call},
		{"ccc b", []int{1, 6}, []int{hearts + q, q, 7}, call}, // four spades
		{"ccc kkkk kkkk b", []int{1, 6}, []int{hearts + q, q, 7, diamonds + 2, diamonds + j}, fold},
	} {
		g := newGame(4, 0)
		act(t, g, test.letters)
		if got := simple(g, test.hole, test.board); got != test.want {
			t.Errorf("%q, %v, %v: %v, want %v", test.letters, test.hole, test.board, got, test.want)
		}
	}
}
