package games

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// A result is shown once, with what cards make.
func TestResults(t *testing.T) {
	p := &poker{Game: &holdem.Game{Results: []holdem.Result{{Hand: 1, Board: []string{"2♠", "3♠", "9♦", "J♣", "K♥"},
		Shown: [][]string{{"2♥", "3♥"}, nil}}}}}
	all := p.results()
	if len(all) != 1 || len(all[0].Best) != 2 || all[0].Best[0] == "" || all[0].Best[1] != "" || len(p.results()) != 0 {
		t.Errorf("%+v", all)
	}
	h := &heartsGame{Game: &heartsgame.Game{Results: []heartsgame.Result{{
		Hand: 1, Tricks: []heartsgame.Trick{{{Seat: 2, Card: 40}, {Seat: 3, Card: 39}, {Seat: 0, Card: 14}, {Seat: 1, Card: 41}}},
		Passed: [][]int{{0}, {1, 2}, nil, nil}, Took: []int{0, 0, 0, 1},
	}}}}
	of := h.results()
	if len(of) != 1 || of[0].Tricks[0].Winner != 3 || of[0].Tricks[0].Points != 1 || of[0].Tricks[0].Plays[2].Card != "2♥" ||
		of[0].Passed[1][1] != "3♠" || len(h.results()) != 0 {
		t.Errorf("%+v", of)
	}
	r := &rummyGame{Game: &rummy.Game{Results: []rummy.Result{{Round: 1, Winner: 0, Won: 11, Hands: [][]int{{28, 2, 15, 3, 4}, {9, 0}},
		Pips: []int{0, 11}}}}}
	shown := r.results()
	want := [][]string{{"3♠", "4♠", "5♠", "3♥", "3♦"}, {"A♠", "10♠"}}
	if b, _ := json.Marshal(shown); len(shown) != 1 || !slices.EqualFunc(shown[0].Hands, want, slices.Equal) || len(r.results()) != 0 {
		t.Errorf("%s", b)
	}
}
