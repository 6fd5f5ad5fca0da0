// Package player is the program of a player at a card room's table, or of a spectator: in a
// browser, where a page shows what it sees and says what to do, or as a bot.
package player

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/board"
)

// Nobody is the seat of a spectator.
const Nobody = -1

// A View is what a player sees. Times are in milliseconds.
type View struct {
	Seat        int           `json:"seat"` // the player's, or Nobody
	Free        int           `json:"free"` // seats: there is no more to see before that is 0
	Fingerprint string        `json:"fingerprint"`
	Grace       int64         `json:"grace"`
	Game        any           `json:"game"`
	Due         []Due         `json:"due"`
	Outs        []Out         `json:"outs"`
	News        []games.Event `json:"news"`
	Leaving     bool          `json:"leaving"`
	Over        bool          `json:"over"`
	Final       bool          `json:"final"`
	Returned    []bool        `json:"returned"` // the deposits, by seat
}

// A Due is a seat that is waited for.
type Due struct {
	Seat   int   `json:"seat"`
	Left   int64 `json:"left"`
	Choice bool  `json:"choice"` // of its player: else its program is to prove something
}

// An Out is a seat that is out, and why: fault, silent or left.
type Out struct {
	Seat int    `json:"seat"`
	Why  string `json:"why"`
	Text string `json:"text"` // of a fault
}

// A Command is what a page says.
type Command struct {
	Choose json.RawMessage `json:"choose"` // the game's
	Leave  bool            `json:"leave"`  // after this round
}

// A Player plays a seat.
type Player struct {
	Board    board.Board
	Keeper   board.Keeper
	Seat     int // or board.AnySeat
	Show     func(View)
	Refused  func(error) // of a Command
	Commands <-chan Command
	Bot      bool
	Think    time.Duration // of a bot
	Cheat    string        // of a bot: a way to cheat

	seat    board.Seat
	game    games.Game
	show    shown
	moved   int       // the places since which the seat was due when it moved last
	asked   int       // and when it was due first
	since   time.Time // a bot began to think
	leaving bool
}

// Run plays until the game is over, or there is an error, as of [board.Seat.Play].
func (p *Player) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	moves := make(chan func())
	p.seat = board.Seat{
		Board: p.Board, Number: p.Seat, Keeper: p.Keeper, Waits: p.waits, Changed: p.changed, Moves: moves,
		Game: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			game, err := games.New(terms, seat, secret)
			if err != nil || seat == Nobody {
				return game, err
			}
			if p.Cheat != "" {
				err = games.Cheat(game, p.Cheat)
			}
			p.game, p.moved, p.asked = game, -1, -1
			return game, err
		},
	}
	go func() {
		for {
			select {
			case c := <-p.Commands:
				select {
				case moves <- func() { p.command(c) }:
				case <-ctx.Done():
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return p.seat.Play(ctx)
}

func (p *Player) waits(free int) {
	if p.Show != nil {
		p.Show(View{Seat: Nobody, Free: free})
	}
}

// changed shows what is new, and chooses for a bot, or for somebody who takes too long or
// leaves.
func (p *Player) changed() {
	if item, ok := p.turn(); ok {
		p.think(item)
	}
	if p.Show != nil {
		p.Show(p.show.view(p.seat.Table.Table, p.seat.Table.Seat(), p.seat.Terms, p.game, p.leaving))
	}
}

// turn returns since when the player has to choose, if they do and haven't yet.
func (p *Player) turn() (item table.Item, ok bool) {
	for _, item := range p.seat.Table.Due(time.Now()) {
		if item.Seat == p.seat.Number && p.game.Turn(item.Seat) && item.Since != p.moved {
			return item, true
		}
	}
	return item, false
}

func (p *Player) think(item table.Item) {
	if p.asked != item.Since {
		p.asked, p.since = item.Since, time.Now()
	}
	switch {
	case p.leaving || !p.Bot && item.Left <= p.seat.Terms.Grace/4:
		p.move(item, p.game.Least())
	case p.Bot && time.Since(p.since) >= p.Think:
		p.move(item, p.game.Bot())
	}
}

func (p *Player) move(item table.Item, move []byte) error {
	if move != nil {
		if err := p.seat.Table.Act(move); err != nil {
			return err
		}
	}
	p.moved = item.Since
	return nil
}

// command does what the page says.
func (p *Player) command(c Command) {
	if err := p.obey(c); err != nil && p.Refused != nil {
		p.Refused(err)
	}
}

func (p *Player) obey(c Command) error {
	if c.Leave {
		err := p.seat.Table.Leave()
		p.leaving = p.leaving || err == nil
		return err
	}
	item, ok := p.turn()
	if !ok {
		return errors.New("it isn't your turn")
	}
	move, err := p.game.Choose(c.Choose)
	if err != nil {
		return err
	}
	return p.move(item, move)
}

// shown is what was shown last.
type shown struct{ last games.Event }

func (s *shown) view(t *table.Table, seat int, terms table.Terms, game games.Game, leaving bool) View {
	v := View{
		Seat: seat, Fingerprint: board.Fingerprint(t.Digest()), Grace: terms.Grace.Milliseconds(),
		Game: game.View(), Leaving: leaving, Over: t.Over(), Final: t.Final(), Due: []Due{}, Outs: []Out{}, News: []games.Event{},
	}
	for _, item := range t.Due(time.Now()) {
		v.Due = append(v.Due, Due{item.Seat, item.Left.Milliseconds(), game.Turn(item.Seat)})
	}
	for _, o := range t.Outs() {
		v.Outs = append(v.Outs, Out{o.Seat, o.Why.String(), o.Text})
	}
	for seat := range terms.Seats {
		v.Returned = append(v.Returned, t.Returned(seat))
	}
	for _, e := range game.News() {
		if e.Round > s.last.Round || e.Round == s.last.Round && e.Number > s.last.Number {
			s.last = e
			v.News = append(v.News, e)
		}
	}
	return v
}

// Watch shows a table to a spectator until the context ends, or there is an error.
func Watch(ctx context.Context, b board.Board, show func(View)) error {
	var s shown
	for {
		if err := watch(ctx, b, &s, show); !errors.Is(err, board.ErrRestarted) {
			return err
		}
	}
}

func watch(ctx context.Context, b board.Board, s *shown, show func(View)) error {
	var game games.Game
	var terms table.Terms
	w := board.NewWatcher(func(t table.Terms, seat int, secret []byte) (g table.Game, err error) {
		terms = t
		game, err = games.New(t, seat, secret)
		return game, err
	})
	for next, wait := uint64(1), false; ; {
		posts, err := b.Posts(ctx, next, wait)
		if err != nil {
			return err
		}
		for _, post := range posts {
			if _, err := w.Read(post); err != nil {
				return err
			}
			next = post.Number + 1
		}
		if wait = len(posts) == 0; !wait {
			continue
		}
		if t := w.Table(); t != nil {
			show(s.view(t, Nobody, terms, game, false))
			continue
		}
		show(View{Seat: Nobody, Free: w.Free()})
	}
}

// Record returns what a file of the table's posts has, for the audit of command poker. Of a
// game that goes on, it ends with the head that the board signs now.
func Record(ctx context.Context, b interface {
	board.Board
	Head(context.Context) (record.Post, error)
}) ([]byte, error) {
	posts, err := board.All(ctx, b)
	if err != nil {
		return nil, err
	}
	if n := len(posts); n == 0 || len(posts[n-1].Bytes) != record.HeadSize {
		head, err := b.Head(ctx)
		if err != nil {
			return nil, err
		}
		posts = append(posts, head)
	}
	return board.Encode(posts), nil
}

// Key returns the key of a seat, as the room asks for it.
func Key(keeper board.Keeper) (ed25519.PrivateKey, error) {
	kept, err := keeper.Load(record.GenerateKey().Bytes())
	if err == nil && len(kept) < ed25519.SeedSize {
		err = errors.New("what is kept of the seat is damaged")
	}
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(kept[:ed25519.SeedSize]), nil
}
