// Package player is the program of a player at a card room's table, or of a spectator: in a
// browser, where a page shows what it sees and says what to do, or as a bot.
package player

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/profile"
)

// Nobody is the seat of a spectator.
const Nobody = -1

// A View is what a player sees. Times are in milliseconds.
type View struct {
	Seat        int           `json:"seat"`   // the player's, or Nobody
	Free        int           `json:"free"`   // seats: there is no more to see but people before that is 0
	People      []*Person     `json:"people"` // by seat, null for those without a name
	Fingerprint string        `json:"fingerprint"`
	Grace       int64         `json:"grace"`
	Game        any           `json:"game"`
	Due         []Due         `json:"due"`
	Outs        []Out         `json:"outs"`
	News        []games.Event `json:"news"`
	Hellos      []int         `json:"hellos"` // the seats that have yet to say theirs, before it begins
	Leaving     bool          `json:"leaving"`
	Over        bool          `json:"over"`
	Final       bool          `json:"final"`
	Returned    []bool        `json:"returned"` // the deposits, by seat
}

// A Person is who has a seat, by a [profile.Profile].
type Person struct {
	Name    string `json:"name"`
	Key     string `json:"key"`     // in hex: what the person is known by
	Like    string `json:"like"`    // the same for names that look alike
	Pattern string `json:"pattern"` // of the picture, in hex
}

// People returns a table's players.
func People(offer *board.Offer, keys []ed25519.PublicKey, abouts [][]byte) []*Person {
	people := make([]*Person, len(keys))
	if offer == nil {
		return people
	}
	for seat, p := range profile.All(*offer, keys, abouts) {
		if p != nil {
			people[seat] = &Person{p.Name, hex.EncodeToString(p.Key), profile.Like(p.Name), profile.Pattern(p.Key, p.Picture)}
		}
	}
	return people
}

// An Identity is a player's, for all tables.
type Identity struct {
	Key     ed25519.PrivateKey
	Name    string
	Picture byte
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
	SitOut *bool           `json:"sitOut"` // from the next round on, or not any more
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
	Bot      bool
	Think    time.Duration // of a bot
	Cheat    string        // of a bot: a way to cheat

	seat    board.Seat
	game    games.Game
	show    shown
	since   time.Time // a bot began to think
	thought bool      // and has come to an end
	leaving bool
	doubted doubts
}

// doubts tells what changes.
type doubts struct{ told error }

func (d *doubts) tell(doubt error, tell func(error)) {
	if fmt.Sprint(doubt) != fmt.Sprint(d.told) && tell != nil {
		tell(doubt)
	}
	d.told = doubt
}

// Run plays until the game is over, or there is an error, as of [board.Seat.Play].
func (p *Player) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	moves := make(chan func())
	p.seat = board.Seat{
		Board: p.Board, Number: p.Seat, Keeper: p.Keeper, Waits: p.waits, Changed: p.changed, Choosing: p.choosing, Moves: moves,
		Game: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			game, err := games.New(terms, seat, secret)
			if err != nil || seat == Nobody {
				return game, err
			}
			if p.game = game; p.Cheat != "" {
				err = games.Cheat(game, p.Cheat)
			}
			if p.Bot { // which needs nobody to choose for it, if it is silent as a cheat
				return struct{ table.Game }{game}, err
			}
			return game, err
		},
	}
	if me := p.Identity; me != nil {
		p.seat.About = func(offer board.Offer, key ed25519.PublicKey) []byte {
			return profile.Sign(me.Key, me.Name, me.Picture, offer, key)
		}
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
		p.Show(p.show.view(&p.seat.Player.Table, p.seat.Number, p.seat.Terms, p.game, p.leaving))
	}
}

func (p *Player) choosing(table.Item) {
	p.since, p.thought = time.Now(), false
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
	case p.leaving:
		p.seat.Player.Act(p.game.Default())
	case answer != nil:
		p.seat.Player.Act(answer)
	case p.Bot && !p.thought && time.Since(p.since) >= p.Think:
		p.thought = true
		if move := p.game.Bot(); move != nil {
			p.seat.Player.Act(move)
		}
	}
}

// command does what the page says.
func (p *Player) command(c Command) {
	if err := p.obey(c); err != nil && p.Refused != nil {
		p.Refused(err)
	}
}

func (p *Player) obey(c Command) error {
	if c.Leave {
		err := p.seat.Player.Leave()
		p.leaving = p.leaving || err == nil
		return err
	}
	if c.SitOut != nil {
		s, ok := p.game.(games.Sitter)
		if !ok {
			return errors.New("nobody sits out at this game")
		}
		s.SitOut(*c.SitOut)
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

// shown is what was shown last.
type shown struct {
	last   games.Event
	table  *table.Table
	people []*Person // at that table
}

// knows reads who sits at a table, once.
func (s *shown) knows(t *table.Table, lobby func() (*board.Offer, []ed25519.PublicKey, [][]byte)) {
	if s.table != t {
		s.table, s.people = t, People(lobby())
	}
}

func (s *shown) view(t *table.Table, seat int, terms table.Terms, game games.Game, leaving bool) View {
	v := View{
		Seat: seat, People: s.people, Fingerprint: board.Fingerprint(t.Digest()), Grace: terms.Grace.Milliseconds(),
		Game: game.View(), Leaving: leaving, Over: t.Over(), Final: t.Final(), Hellos: []int{}, Due: []Due{}, Outs: []Out{},
		News: []games.Event{},
	}
	if t.Round() == 0 {
		v.Hellos = t.Awaited()
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

// Watch shows a table to a spectator until the context ends, or there is an error, and tells doubts
// of the board.
func Watch(ctx context.Context, b board.Board, show func(View), doubt func(error)) error {
	var s shown
	for {
		if err := watch(ctx, b, &s, show, doubt); !errors.Is(err, board.ErrRestarted) {
			return err
		}
	}
}

func watch(ctx context.Context, b board.Board, s *shown, show func(View), doubt func(error)) error {
	var doubted doubts
	var game games.Game
	var terms table.Terms
	w := board.NewWatcher(func(t table.Terms, seat int, secret []byte) (g table.Game, err error) {
		terms = t
		game, err = games.New(t, seat, secret)
		return game, err
	})
	lobby := func() (*board.Offer, []ed25519.PublicKey, [][]byte) { return w.Offer(), w.Seats(), w.Abouts() }
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
		if w.Doubt() != nil {
			doubted.tell(w.Doubt(), doubt)
		}
		if wait = len(posts) == 0; !wait {
			continue
		}
		if t := w.Table(); t != nil {
			s.knows(t, lobby)
			show(s.view(t, Nobody, terms, game, false))
			continue
		}
		show(View{Seat: Nobody, Free: w.Free(), People: People(lobby())})
	}
}

// Record returns what a file of the table's posts has, which the room's command audits. Of a
// game that goes on, it ends with the head that the board signs now.
func Record(ctx context.Context, b interface {
	board.Board
	Head(context.Context) (record.Post, error)
}) ([]byte, error) {
	posts, err := board.All(ctx, b)
	if err != nil {
		return nil, err
	}
	if n := len(posts); n == 0 || !record.IsHead(posts[n-1].Bytes) {
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
