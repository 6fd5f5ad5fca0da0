package board

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// post gives the board a post, which it may refuse.
func (s *Seat) post(ctx context.Context, b []byte) (refusal *Refusal, err error) {
	if err = s.Board.Post(ctx, b); errors.As(err, &refusal) {
		err = nil
	}
	return refusal, err
}

// resendAll posts what the board has lost, in order, until it has read it.
func (s *Seat) resendAll(ctx context.Context) error {
	s.resendAt = time.Now().Add(s.Terms.Grace / 4)
	for i := 0; i < len(s.resend); {
		switch refusal, err := s.post(ctx, s.resend[i]); {
		case err != nil:
			return err
		case refusal.soon(): // a tick must wait, say, and with it what follows
			s.resendAt = time.Now().Add(s.Terms.Grace / 64)
			return nil
		case refusal != nil:
			s.resend = slices.Delete(s.resend, i, i+1)
		default:
			i++
		}
	}
	return nil
}

// connect brings the player's table to where the board is, and plays.
func (s *Seat) connect(ctx context.Context) error {
	var failed error
	after, err := s.Player.Connect(func(number uint64) (record.Post, bool) {
		posts, err := s.Board.Posts(ctx, number, false)
		if failed = errors.Join(failed, err); len(posts) == 0 || posts[0].Number != number {
			return record.Post{}, false
		}
		return posts[0], true
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	gone := func(p record.Post) bool { return p.Number > after }
	var lost [][]byte
	for _, p := range s.posts {
		if gone(p) {
			lost = append(lost, p.Bytes)
		}
	}
	s.posts, s.heads = slices.DeleteFunc(s.posts, gone), slices.DeleteFunc(s.heads, gone)
	s.resend, s.choosingSince = append(lost, s.resend...), -1
	if err := s.resendAll(ctx); err != nil {
		return err
	}
	if after, err = s.catchUp(ctx, after); err != nil {
		return err
	}
	s.Player.Start(time.Now())

	news, broken := make(chan []record.Post), make(chan error, 1)
	waiting, cancel := context.WithCancel(ctx)
	var reader sync.WaitGroup
	defer reader.Wait()
	defer cancel()
	reader.Go(func() { broken <- follow(waiting, s.Board, after, news) })
	return s.play(ctx, news, broken)
}

// catchUp reads what the board has after a post, and returns the number of its last post.
func (s *Seat) catchUp(ctx context.Context, after uint64) (last uint64, err error) {
	for {
		posts, err := s.Board.Posts(ctx, after+1, false)
		if err == nil {
			err = s.read(posts)
		}
		if err != nil || len(posts) == 0 {
			return after, err
		}
		after += uint64(len(posts))
	}
}

// follow waits for posts after one, and sends them, until the board fails or the context ends.
func follow(ctx context.Context, b Board, after uint64, news chan<- []record.Post) error {
	for {
		posts, err := b.Posts(ctx, after+1, true)
		if err != nil {
			return err
		}
		after += uint64(len(posts))
		select {
		case news <- posts:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
