package board

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// connect brings the player's table to where the board is, and plays.
func (s *Seat) connect(ctx context.Context) error {
	var failed error
	after, err := s.Player.Connect(func(number uint64) (record.Post, bool) {
		posts, err := s.Board.Posts(ctx, number, false)
		failed = errors.Join(failed, err)
		if len(posts) == 0 || posts[0].Number != number {
			return record.Post{}, false
		}
		return posts[0], true
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	s.resendAfter(after)
	s.choosingSince = -1
	if err := s.resend.post(ctx, s.Board, s.Terms.Grace); err != nil {
		return err
	}
	after, err = s.catchUp(ctx, after)
	if err != nil {
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

// resendAfter has the posts after one posted again, as the board has lost them.
func (s *Seat) resendAfter(number uint64) {
	lost := func(p record.Post) bool { return p.Number > number }
	var posts [][]byte
	for _, p := range s.posts {
		if lost(p) {
			posts = append(posts, p.Bytes)
		}
	}
	s.resend.posts = append(posts, s.resend.posts...)
	s.posts = slices.DeleteFunc(s.posts, lost)
	s.heads.signed = slices.DeleteFunc(s.heads.signed, func(h signedPost) bool { return lost(h.post) })
	s.heads.latest = s.lobby.latest
	for _, p := range s.posts {
		s.heads.latest = max(s.heads.latest, p.Stamp)
	}
	for _, h := range s.heads.signed {
		s.heads.latest = max(s.heads.latest, h.post.Stamp)
	}
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
