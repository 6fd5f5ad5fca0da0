package boardtest

import (
	"errors"
	"sync"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// FullRoom is the length in bytes of the longest post that a disk takes which has no room for others.
const FullRoom = 110

// A Storage is a [board.Storage] in memory, which can lose posts, or be full.
type Storage struct {
	mu    sync.Mutex
	posts []record.Post
	full  bool
	held  int // how often
}

// Hold returns the storage for a process, which can append to it until another one holds it.
func (l *Storage) Hold() board.Storage {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held++
	return hold{l, l.held}
}

type hold struct {
	*Storage
	number int
}

func (h hold) Append(p record.Post) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.number != h.held {
		return errors.New("another process holds the storage")
	}
	return h.append(p)
}

// Posts implements [board.Storage].
func (l *Storage) Posts() ([]record.Post, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]record.Post(nil), l.posts...), nil
}

// Append implements [board.Storage].
func (l *Storage) Append(p record.Post) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.append(p)
}

func (l *Storage) append(p record.Post) error {
	if l.full && len(p.Bytes) > FullRoom {
		return errors.New("no space left")
	}
	l.posts = append(l.posts, p)
	return nil
}

// Full leaves room for posts of FullRoom bytes and less, or gives all back.
func (l *Storage) Full(full bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.full = full
}

// Lose takes the last posts away.
func (l *Storage) Lose(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posts = l.posts[:len(l.posts)-n]
}
