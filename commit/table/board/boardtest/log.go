package boardtest

import (
	"errors"
	"sync"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// A Log is a [board.Log] in memory, which can lose posts, or be full.
type Log struct {
	mu    sync.Mutex
	posts []record.Post
	full  bool
	held  int // how often
}

// Hold returns the log for a process, which can append to it until another one holds it.
func (l *Log) Hold() board.Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held++
	return hold{l, l.held}
}

type hold struct {
	*Log
	number int
}

func (h hold) Append(p record.Post) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.number != h.held {
		return errors.New("another process holds the log")
	}
	return h.append(p)
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
	return l.append(p)
}

func (l *Log) append(p record.Post) error {
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
