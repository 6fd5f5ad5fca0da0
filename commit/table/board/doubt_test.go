package board_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
)

// A liar shows one reader posts as it likes.
type liar struct {
	board.Board
	posts []record.Post
}

func (l liar) Post(context.Context, []byte) error { return nil }

func (l liar) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	if from <= uint64(len(l.posts)) {
		return l.posts[from-1:], nil
	}
	if wait {
		<-ctx.Done()
	}
	return nil, ctx.Err()
}

// keeps is a Keeper of a seat that has just a key.
type keeps struct{ key []byte }

func (k keeps) Load([]byte) ([]byte, error) { return k.key, nil }
func (k keeps) Replace(_, _ []byte) error   { return nil }

// What no honest board shows is found out by spectators and by seats, and what it shows isn't.
func TestDoubt(t *testing.T) {
	l := open(t, 3, 3, nil)
	key := record.GenerateKey()
	first := seatOf(l, 0, 3)
	first.Keeper = keeps{key.Bytes()}
	for _, err := range play(t.Context(), first, seatOf(l, 1, 3), seatOf(l, 2, 3)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	honest := all(t, l)
	const said = 12 // an offer, three requests, three hellos, and some of the game
	alter := func(n int) func([]record.Post) []record.Post {
		return func(p []record.Post) []record.Post {
			p[n].Bytes = bytes.Clone(p[n].Bytes)
			p[n].Bytes[len(p[n].Bytes)/2] ^= 1
			return p
		}
	}
	hide := func(n int) func([]record.Post) []record.Post {
		return func(p []record.Post) []record.Post { return slices.Delete(p, n, n+1) }
	}
	noise := func(n int) func([]record.Post) []record.Post {
		return func(p []record.Post) []record.Post {
			return slices.Insert(p, n, record.Post{Stamp: p[n-1].Stamp, Bytes: []byte("noise")})
		}
	}
	for name, c := range map[string]struct {
		lie  func([]record.Post) []record.Post
		want error
	}{
		"honest":         {func(p []record.Post) []record.Post { return p }, nil},
		"the same again": {func(p []record.Post) []record.Post { return slices.Insert(p, said, p[said-1]) }, nil},
		"late":           {func(p []record.Post) []record.Post { return p[:said] }, nil},
		"reordered": {func(p []record.Post) []record.Post {
			p[said].Bytes, p[said+1].Bytes = p[said+1].Bytes, p[said].Bytes
			return p
		}, board.ErrFalse},
		"another beginning": {func(p []record.Post) []record.Post {
			p[5].Bytes, p[6].Bytes = p[6].Bytes, p[5].Bytes // hellos may cross
			return p
		}, board.ErrFalse},
		"hidden":             {hide(said), record.ErrUnread},
		"altered":            {alter(said), board.ErrFalse},
		"an altered request": {alter(2), board.ErrFalse},
		"an altered hello":   {alter(5), board.ErrFalse},
		"an altered head":    {alter(len(honest) - 1), board.ErrFalse},
		"noise":              {noise(said), board.ErrFalse},
		"noise at first":     {noise(1), board.ErrFalse},
		"a statement too soon": {func(p []record.Post) []record.Post {
			return slices.Insert(p, 2, record.Post{Bytes: p[said].Bytes})
		}, board.ErrFalse},
		"an end too soon": {func(p []record.Post) []record.Post {
			return slices.Insert(p, said, record.Post{Stamp: p[said].Stamp, Bytes: p[len(p)-1].Bytes})
		}, record.ErrFork},
	} {
		t.Run(name, func(t *testing.T) {
			posts := c.lie(slices.Clone(honest))
			for i := range posts {
				posts[i].Number = uint64(i + 1)
			}
			w := watch(t, liar{posts: posts}, 3)
			s := seatOf(liar{posts: posts}, 0, 3)
			s.Keeper = keeps{key.Bytes()}
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			s.Play(ctx)
			for who, doubt := range map[string]error{"a spectator": w.Doubt(), "a seat": s.Doubt} {
				if c.want == nil && doubt != nil || c.want != nil && (!errors.Is(doubt, c.want) || !errors.Is(doubt, board.ErrFalse)) {
					t.Errorf("%s: %v", who, doubt)
				}
			}
		})
	}
}

// A seat agrees with an audit of its own match, and with none of another one.
func TestAgrees(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var audits [2]*table.Table
		var seats [2]*board.Seat
		for i := range audits {
			l := open(t, 2, 1, nil)
			seats[i] = seatOf(l, 0, 1)
			play(t.Context(), seats[i], seatOf(l, 1, 1))
			var err error
			if audits[i], err = board.Audit(all(t, l), boardtest.Sums(1)); err != nil {
				t.Fatal(err)
			}
		}
		for i, s := range seats {
			if err := s.Agrees(audits[i]); err != nil {
				t.Error(err)
			}
			for _, other := range []*table.Table{audits[1-i], nil} {
				if err := s.Agrees(other); !errors.Is(err, record.ErrFork) {
					t.Errorf("match %d: %v", i, err)
				}
			}
		}
		if err := new(board.Seat).Agrees(audits[0]); !errors.Is(err, record.ErrFork) {
			t.Error(err)
		}
	})
}
