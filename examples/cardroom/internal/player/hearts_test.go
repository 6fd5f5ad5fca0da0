package player_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cheats"
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

// A heartsPlayer chooses what the rules forbid, and then the first that they allow.
type heartsPlayer struct {
	*testing.T
	commands chan player.Command
	asked    string   // the latest choice
	passed   []string // to another seat
	refused  int
	wrong    int // choices that are to be refused
	plays    int
	void     bool // whether a hand was
	whole    bool // whether another one wasn't
}

// A player of Hearts passes and plays, sees no cards but their own and what they passed, and can't
// choose what the rules forbid; a bot that revokes is named to all, its hand is void, and the
// others play on.
func TestHearts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &heartsPlayer{T: t, commands: make(chan player.Command, 64)}
		p := &player.Player{Commands: h.commands, Show: h.look, Refused: func(error) { h.refused++ }}
		bot := func(cheat string) *player.Player { return &player.Player{Bot: cheats.Bot(cheat)} }
		last := play(t, open(t, hearts), p, bot(""), bot(""), bot(cheats.Revoke))
		for i, v := range last {
			if i != 3 && (!v.Final || len(v.Outs) != 1 || v.Outs[0].Seat != 3 || v.Outs[0].Why != "fault" ||
				!strings.Contains(v.Outs[0].Text, "a revoke in trick")) {
				t.Errorf("seat %d sees %+v", i, v)
			}
		}
		const least = 17 - 1 // of the second hand, as the program opens with 2♣
		if h.refused != h.wrong || h.plays < least || !h.void || !h.whole {
			t.Errorf("of %d wrong choices %d were refused; %d cards were played; a hand was void: %v, or not: %v",
				h.wrong, h.refused, h.plays, h.void, h.whole)
		}
	})
}

// look looks at what the page shows, and chooses once when it is to.
func (h *heartsPlayer) look(v player.View) {
	var s heartsView
	if b, err := json.Marshal(v.Game); err != nil || json.Unmarshal(b, &s) != nil || v.Game == nil {
		return
	}
	h.expectSecrets(v.Seat, s)
	for _, r := range s.Results {
		h.void, h.whole = h.void || r.Void, h.whole || !r.Void
	}
	now := fmt.Sprint(s.Hand, s.Choice, s.Turns)
	if s.Choice == "" || now == h.asked {
		return
	}
	h.asked = now
	if own := s.Seats[v.Seat].Cards; s.Choice == "pass" {
		h.pass(own)
	} else {
		h.play(own, s.Playable)
	}
}

// expectSecrets expects that only cards are seen which this player holds or has passed, and that
// they hold what they got.
func (h *heartsPlayer) expectSecrets(me int, s heartsView) {
	for seat, other := range s.Seats {
		for _, card := range other.Cards {
			if seat != me && card != "" && !(slices.Contains(h.passed, card) && seat == s.Seats[me].To) {
				h.Errorf("it sees %s of seat %d", card, seat)
			}
		}
	}
	for _, card := range s.Got {
		if s.Turns == 0 && !slices.Contains(s.Seats[me].Cards, card) {
			h.Errorf("%s was passed to it, and isn't held", card)
		}
	}
}

func (h *heartsPlayer) choose(choice string) {
	h.commands <- player.Command{Choose: json.RawMessage(choice)}
}

// chooseWrong chooses what the rules forbid.
func (h *heartsPlayer) chooseWrong(choice string) {
	h.choose(choice)
	h.wrong++
}

func (h *heartsPlayer) pass(own []string) {
	for _, choice := range []string{`{"pass":[0,1]}`, `{"pass":[0,1,1]}`, `{"pass":[0,1,255]}`, `{"pass":[0,1,256]}`,
		`{"pass":[0,1,-1]}`, `{"play":0}`, `{}`} {
		h.chooseWrong(choice)
	}
	h.passed = own[:3]
	h.choose(`{"pass":[0,1,2]}`)
}

func (h *heartsPlayer) play(own []string, playable []int) {
	for place := range own {
		if !slices.Contains(playable, place) {
			h.chooseWrong(fmt.Sprintf(`{"play":%d}`, place))
			break
		}
	}
	h.plays++
	h.choose(fmt.Sprintf(`{"play":%d}`, playable[0]))
}
