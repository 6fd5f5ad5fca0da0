package boardtest

import (
	"errors"
	"sync"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A Log is a [board.Log] in memory, which can lose posts, or be full.
type Log struct {
	mu    sync.Mutex
	posts []record.Post
	full  bool
}

// Posts implements [board.Log].
func (l *Log) Posts() ([]record.Post, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]record.Post(nil), l.posts...), nil
}

// Append implements [board.Log].
func (l *Log) Append(p record.Post) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.full && len(p.Bytes) > 110 {
		return errors.New("no space left")
	}
	l.posts = append(l.posts, p)
	return nil
}

// Full leaves room for posts of 110 bytes and less, or gives all back.
func (l *Log) Full(full bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.full = full
}

// Lose takes the last posts away.
func (l *Log) Lose(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posts = l.posts[:len(l.posts)-n]
}
