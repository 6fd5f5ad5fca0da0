package player_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
)

// What a page reads of a view of Hearts.
type heartsView struct {
	Hand     int
	Choice   string
	Turns    int
	Playable []int
	Got      []string
	Seats    []struct {
		Cards  []string
		To     int
		Passed bool
		Gone   bool
	}
	Results []struct {
		Void   bool
		Points []int
	}
}

// A player of Hearts passes and plays, sees no cards but their own and what they passed,
// and can't choose what the rules forbid; a bot that revokes is named to all, its hand is
// void, and the others play on.
func TestHearts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		commands := make(chan player.Command, 64)
		p := &player.Player{Commands: commands}
		var refused, wrong, plays int
		var void, whole bool
		var passed []string
		asked := ""
		p.Refused = func(error) { refused++ }
		p.Show = func(v player.View) {
			var s heartsView
			if b, err := json.Marshal(v.Game); err != nil || json.Unmarshal(b, &s) != nil || v.Game == nil {
				return
			}
			for seat, other := range s.Seats {
				for _, card := range other.Cards {
					if seat != v.Seat && card != "" && !(slices.Contains(passed, card) && seat == s.Seats[v.Seat].To) {
						t.Errorf("it sees %s of seat %d", card, seat)
					}
				}
			}
			for _, r := range s.Results {
				void, whole = void || r.Void, whole || !r.Void
			}
			for _, card := range s.Got {
				if s.Turns == 0 && !slices.Contains(s.Seats[v.Seat].Cards, card) {
					t.Errorf("%s was passed to it, and isn't held", card)
				}
			}
			now := fmt.Sprint(s.Hand, s.Choice, s.Turns)
			if s.Choice == "" || now == asked {
				return
			}
			asked = now
			say := func(choice string, bad bool) {
				commands <- player.Command{Choose: json.RawMessage(choice)}
				if bad {
					wrong++
				}
			}
			if s.Choice == "pass" {
				for _, choice := range []string{`{"pass":[0,1]}`, `{"pass":[0,1,1]}`, `{"pass":[0,1,255]}`, `{"pass":[0,1,256]}`,
					`{"pass":[0,1,-1]}`, `{"play":0}`, `{}`} {
					say(choice, true)
				}
				passed = s.Seats[v.Seat].Cards[:3]
				say(`{"pass":[0,1,2]}`, false)
				return
			}
			for place := range s.Seats[v.Seat].Cards {
				if !slices.Contains(s.Playable, place) {
					say(fmt.Sprintf(`{"play":%d}`, place), true)
					break
				}
			}
			plays++
			say(fmt.Sprintf(`{"play":%d}`, s.Playable[0]), false)
		}
		bot := func(cheat string) *player.Player { return &player.Player{Bot: &player.Bot{Cheat: cheat}} }
		last := play(t, open(t, hearts), p, bot(""), bot(""), bot(games.Revoke))
		for i, v := range last {
			if i != 3 && (!v.Final || len(v.Outs) != 1 || v.Outs[0].Seat != 3 || v.Outs[0].Why != "fault" ||
				!strings.Contains(v.Outs[0].Text, "a revoke in trick")) {
				t.Errorf("seat %d sees %+v", i, v)
			}
		}
		const least = 17 - 1 // of the second hand, as the program opens with 2♣
		if refused != wrong || plays < least || !void || !whole {
			t.Errorf("of %d wrong choices %d were refused; %d cards were played; a hand was void: %v, or not: %v",
				wrong, refused, plays, void, whole)
		}
	})
}
