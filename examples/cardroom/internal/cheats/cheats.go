// Package cheats has bots that cheat, for tests.
package cheats

import (
	"errors"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// Revoke is the way to cheat at Hearts.
const Revoke = "revoke"

// Bot returns one that cheats in one of the ways of hold'em, or revokes at Hearts; an honest one for no way.
func Bot(way string) *player.Bot {
	if way == "" {
		return new(player.Bot)
	}
	return &player.Bot{Game: func(terms table.Terms, seat int, secret []byte) (games.Game, error) {
		if way == Revoke {
			g, err := heartsgame.New(terms, seat, secret)
			if err != nil {
				return nil, err
			}
			return hearts{games.Hearts(g), g}, nil
		}
		g, err := holdem.New(terms, seat, secret)
		if err != nil {
			return nil, errors.Join(errors.New("bots don't cheat at this game in this way"), err)
		}
		return poker{games.Holdem(g), &holdem.Cheat{Game: g, Way: way}}, nil
	}}
}

type poker struct {
	games.Game
	cheat *holdem.Cheat
}

func (p poker) Pending() []byte { return p.cheat.Pending() }

func (p poker) Check(seat int, move []byte) error { return p.cheat.Check(seat, move) }

// Bot stays until it has had its chance.
func (p poker) Bot() []byte {
	if p.cheat.Stage() == holdem.Seating {
		return p.Default()
	}
	return p.cheat.Act(p.cheat.Betting.Legal(p.cheat.Me).CheckOr(holdem.Call))
}

type hearts struct {
	games.Game
	game *heartsgame.Game
}

// Check lets everything pass: what is wrong is for the others to find.
func (h hearts) Check(int, []byte) error { return nil }

// Bot plays what it may not, if it can.
func (h hearts) Bot() []byte {
	if h.game.Step == heartsgame.Playing {
		for place := range h.game.Held[h.game.Me] {
			if h.game.Check(h.game.Me, []byte{byte(place)}) != nil {
				return []byte{byte(place)}
			}
		}
	}
	return h.Game.Bot()
}
