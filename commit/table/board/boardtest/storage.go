package boardtest

import (
	"errors"
	"math"
	"sync"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Lengths in bytes of the longest post that a disk takes: a tick, but nothing of a game; or any.
const (
	TickRoom = 110
	AllRoom  = math.MaxInt
)

// A Storage is a [board.Storage] in memory, which can lose posts, or be full.
type Storage struct {
	mu    sync.Mutex
	posts []record.Post
	less  int // room than for any post
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
	if len(p.Bytes) > AllRoom-s.less {
		return errors.New("no space left")
	}
	s.posts = append(s.posts, p)
	return nil
}

// Room has it take posts of so many bytes and less, and no longer ones.
func (s *Storage) Room(longest int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.less = AllRoom - longest
}

// Lose takes the last posts away.
func (s *Storage) Lose(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posts = s.posts[:len(s.posts)-n]
}
