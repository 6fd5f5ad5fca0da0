// Package player is the program of a player at a card room's table, or of a spectator: in a
// browser, where a page shows what it sees and says what to do, or as a bot.
package player

import (
	"context"
	"crypto/ed25519"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/profile"
)

// Nobody is the seat of a spectator.
const Nobody = -1

// An Identity is a player's, for all tables.
type Identity struct {
	Key     ed25519.PrivateKey
	Name    string
	Picture byte
}

// A Player plays a seat.
type Player struct {
	Board    board.Board
	Keeper   board.Keeper
	Seat     int       // or board.AnySeat
	Identity *Identity // nil of a player without a name
	Show     func(View)
	Doubt    func(error) // of the board, when that changes; nil if there is none any more
	Refused  func(error) // of a Command
	Commands <-chan Command
	Bot      *Bot // nil for a person

	seat    board.Seat
	game    games.Game
	show    shown
	wish    wish
	doubted doubts
}

// A Bot chooses its moves itself.
type Bot struct {
	Think time.Duration                                                        // before it moves
	Game  func(terms table.Terms, seat int, secret []byte) (games.Game, error) // its own, or nil for [games.New]

	since   time.Time // it began to think
	thought bool      // and has come to an end
}

// Run plays until the game is over, or there is an error, as of [board.Seat.Play].
func (p *Player) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	moves := make(chan func())
	p.seat = board.Seat{
		Board: p.Board, Number: p.Seat, Waits: p.waits, Changed: p.changed, Choosing: p.choosing, Moves: moves,
		Game: p.newGame,
	}
	if p.Keeper != nil {
		p.wish.keeper = p.Keeper
		p.seat.Keeper = &p.wish
	}
	if me := p.Identity; me != nil {
		p.seat.About = func(offer board.Offer, key ed25519.PublicKey) []byte {
			return profile.Sign(me.Key, me.Name, me.Picture, offer, key)
		}
	}
	go p.passOn(ctx, moves)
	return p.seat.Play(ctx)
}

func (p *Player) newGame(terms table.Terms, seat int, secret []byte) (table.Game, error) {
	begin := games.New
	if p.Bot != nil && p.Bot.Game != nil {
		begin = p.Bot.Game
	}
	game, err := begin(terms, seat, secret)
	if err != nil || seat == Nobody {
		return game, err
	}
	p.game = game
	if s, ok := game.(games.Sitter); ok {
		p.wish.tell(s)
	}
	if p.Bot == nil {
		return game, nil
	}
	return struct{ table.Game }{game}, nil // for which nobody chooses, should it be silent
}

// passOn has the seat carry out commands until the context ends.
func (p *Player) passOn(ctx context.Context, moves chan<- func()) {
	for {
		var move func()
		select {
		case c := <-p.Commands:
			move = func() { p.command(c) }
		case <-ctx.Done():
			return
		}
		select {
		case moves <- move:
		case <-ctx.Done():
			return
		}
	}
}

func (p *Player) waits(free int) {
	p.doubted.tell(p.seat.Doubt, p.Doubt)
	if p.Show != nil {
		p.Show(View{Seat: Nobody, Free: free, People: People(p.seat.Lobby())})
	}
}

// changed shows what is new.
func (p *Player) changed() {
	p.doubted.tell(p.seat.Doubt, p.Doubt)
	p.think()
	if p.Show != nil {
		p.show.knows(&p.seat.Player.Table, p.seat.Lobby)
		p.Show(p.show.view(&p.seat.Player.Table, p.seat.Number, p.seat.Terms, p.game, p.seat.Player.Leaving()))
	}
}

func (p *Player) choosing(table.Item) {
	if p.Bot != nil {
		p.Bot.since, p.Bot.thought = time.Now(), false
	}
	p.think()
}

// think chooses for a bot, or for somebody who leaves or has chosen before.
func (p *Player) think() {
	if _, ok := p.seat.Player.Choosing(time.Now()); !ok {
		return
	}
	var answer []byte
	if s, ok := p.game.(games.Sitter); ok {
		answer = s.Answer()
	}
	switch {
	case p.seat.Player.Leaving():
		p.seat.Player.Act(p.game.Default())
	case answer != nil:
		p.seat.Player.Act(answer)
	case p.Bot != nil && !p.Bot.thought && time.Since(p.Bot.since) >= p.Bot.Think:
		p.Bot.thought = true
		if move := p.game.Bot(); move != nil {
			p.seat.Player.Act(move)
		}
	}
}
