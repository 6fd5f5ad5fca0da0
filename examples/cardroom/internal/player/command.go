package player

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
)

// A Command is what a page says.
type Command struct {
	Choose json.RawMessage `json:"choose"` // the game's
	Leave  bool            `json:"leave"`  // after this round
	SitOut *bool           `json:"sitOut"` // from the next round on, or not any more
}

// command does what the page says.
func (p *Player) command(c Command) {
	if err := p.obey(c); err != nil && p.Refused != nil {
		p.Refused(err)
	}
}

func (p *Player) obey(c Command) error {
	if c.Leave {
		return p.seat.Player.Leave()
	}
	if c.SitOut != nil {
		s, ok := p.game.(games.Sitter)
		if !ok {
			return errors.New("nobody sits out at this game")
		}
		if err := p.wish.keep(*c.SitOut); err != nil {
			return err
		}
		p.wish.tell(s)
		p.think()
		return nil
	}
	if _, ok := p.seat.Player.Choosing(time.Now()); !ok {
		return errors.New("it isn't your turn")
	}
	move, err := p.game.Choose(c.Choose)
	if err != nil {
		return err
	}
	return p.seat.Player.Act(move)
}
