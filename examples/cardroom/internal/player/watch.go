package player

import (
	"context"
	"crypto/ed25519"
	"errors"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
)

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
