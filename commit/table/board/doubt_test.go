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

// A keyKeeper keeps a seat's key, and nothing else.
type keyKeeper struct{ key []byte }

func (k keyKeeper) Load([]byte) ([]byte, error) { return k.key, nil }
func (k keyKeeper) Replace(_, _ []byte) error   { return nil }

// An edit makes posts that a board shows of those that it has.
type edit func(posts []record.Post) []record.Post

// altered flips a bit in the middle of a post.
func altered(n int) edit {
	return func(p []record.Post) []record.Post {
		p[n].Bytes = bytes.Clone(p[n].Bytes)
		p[n].Bytes[len(p[n].Bytes)/2] ^= 1
		return p
	}
}

// swapped exchanges a post and the next one, but not their stamps.
func swapped(n int) edit {
	return func(p []record.Post) []record.Post {
		p[n].Bytes, p[n+1].Bytes = p[n+1].Bytes, p[n].Bytes
		return p
	}
}

func hidden(n int) edit {
	return func(p []record.Post) []record.Post { return slices.Delete(p, n, n+1) }
}

// inserted shows more before a post.
func inserted(n int, b []byte) edit {
	return func(p []record.Post) []record.Post {
		return slices.Insert(p, n, record.Post{Stamp: p[n].Stamp, Bytes: b})
	}
}

// What no honest board shows is found out by spectators and by seats, and what it shows isn't.
func TestDoubt(t *testing.T) {
	l := open(t, 3, 3, nil)
	key := record.GenerateKey()
	first := seatOf(l, 0, 3)
	first.Keeper = keyKeeper{key.Bytes()}
	for _, err := range play(t.Context(), first, seatOf(l, 1, 3), seatOf(l, 2, 3)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	honest := all(t, l)
	last := len(honest) - 1
	const said = 12 // an offer, three requests, three hellos, and some of the game
	for name, c := range map[string]struct {
		lie  edit
		want error
	}{
		"honest":               {func(p []record.Post) []record.Post { return p }, nil},
		"the same again":       {inserted(said, honest[said-1].Bytes), nil},
		"late":                 {func(p []record.Post) []record.Post { return p[:said] }, nil},
		"reordered":            {swapped(said), board.ErrFalse},
		"another beginning":    {swapped(5), board.ErrFalse}, // hellos may cross
		"hidden":               {hidden(said), record.ErrUnread},
		"altered":              {altered(said), board.ErrFalse},
		"an altered request":   {altered(2), board.ErrFalse},
		"an altered hello":     {altered(5), board.ErrFalse},
		"an altered head":      {altered(last), board.ErrFalse},
		"noise":                {inserted(said, []byte("noise")), board.ErrFalse},
		"noise at first":       {inserted(1, []byte("noise")), board.ErrFalse},
		"a statement too soon": {inserted(2, honest[said].Bytes), board.ErrFalse},
		"an end too soon":      {inserted(said, honest[last].Bytes), record.ErrUnread},
	} {
		t.Run(name, func(t *testing.T) {
			posts := c.lie(slices.Clone(honest))
			for i := range posts {
				posts[i].Number = uint64(i + 1)
			}
			w := watch(t, liar{posts: posts}, 3)
			s := seatOf(liar{posts: posts}, 0, 3)
			s.Keeper = keyKeeper{key.Bytes()}
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
