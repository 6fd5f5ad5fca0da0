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
func (s *Storage) Hold() board.Storage {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held++
	return hold{s, s.held}
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
func (s *Storage) Posts() ([]record.Post, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]record.Post(nil), s.posts...), nil
}

// Append implements [board.Storage].
func (s *Storage) Append(p record.Post) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.append(p)
}

func (s *Storage) append(p record.Post) error {
	if s.full && len(p.Bytes) > FullRoom {
		return errors.New("no space left")
	}
	s.posts = append(s.posts, p)
	return nil
}

// Full leaves room for posts of FullRoom bytes and less, or gives all back.
func (s *Storage) Full(full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.full = full
}

// Lose takes the last posts away.
func (s *Storage) Lose(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posts = s.posts[:len(s.posts)-n]
}
