package httpboard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// A BoardFile is a file that keeps a board: its transcript. It implements [board.Storage]. One process
// at a time has it open.
type BoardFile struct {
	mu   sync.Mutex // so that Close, which unlocks the file, waits for a post that is being written
	file *os.File
	size int64 // of what is whole
	torn bool  // there may be something after that
}

// OpenBoardFile opens the file, or makes one. If another process has it open, it returns an [ErrState];
// where the system has no locks, as on Windows, that isn't noticed. It passes over what a crash has
// left of a post that was being written, and refuses a file that is damaged elsewhere, unless the damage looks
// like such an end.
func OpenBoardFile(name string) (*BoardFile, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	b := &BoardFile{file: f, torn: true}
	if err := b.begin(name); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return b, nil
}

// begin reads what the file holds.
func (b *BoardFile) begin(name string) error {
	if err := lock(b.file, false); err != nil {
		return err
	}
	content, err := io.ReadAll(b.file)
	if err != nil {
		return err
	}
	posts, damage := board.Decode(content)
	if damage != nil && !torn(content, posts) {
		return fmt.Errorf("httpboard: %s: %w", name, damage)
	}
	if len(content) >= len(board.Encode(nil)) {
		b.size = int64(len(board.Encode(posts)))
		err = fsync(b.file) // what is shown from now on may have been written just before a crash
	} else {
		err = b.write(board.Encode(nil))
	}
	if err != nil {
		return err
	}
	return syncDir(name)
}

var fsync = (*os.File).Sync // which a test counts

const postFixed = 24 // the bytes of a post's number, stamp and length

// torn reports whether a crash can have left a file's end after these posts: a part of the next
// one, or zeros in its place.
func torn(b []byte, posts []record.Post) bool {
	whole := board.Encode(posts)
	rest, ok := bytes.CutPrefix(b, whole)
	if !ok {
		return len(posts) == 0 && bytes.HasPrefix(whole, b)
	}
	number := binary.BigEndian.AppendUint64(nil, uint64(len(posts)+1))
	next := bytes.HasPrefix(rest, number) || bytes.HasPrefix(number, rest)
	if next && len(rest) >= postFixed {
		next = binary.BigEndian.Uint64(rest[postFixed-8:]) <= board.MaxPostLen
	}
	return len(rest) <= postFixed+board.MaxPostLen && (next || len(bytes.Trim(rest, "\x00")) == 0)
}

// Posts implements [board.Storage].
func (b *BoardFile) Posts() ([]record.Post, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	transcript := make([]byte, b.size)
	if _, err := b.file.ReadAt(transcript, 0); err != nil {
		return nil, err
	}
	return board.Decode(transcript)
}

// Append implements [board.Storage]. What a full disk has taken of a post is cut off before the next.
func (b *BoardFile) Append(p record.Post) error { return b.write(record.AppendPost(nil, p)) }

func (b *BoardFile) write(text []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.torn {
		if err := b.file.Truncate(b.size); err != nil {
			return err
		}
	}
	b.torn = true
	_, err := b.file.WriteAt(text, b.size)
	if err := errors.Join(err, fsync(b.file)); err != nil {
		return err
	}
	b.size, b.torn = b.size+int64(len(text)), false
	return nil
}

// Close closes the file.
func (b *BoardFile) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.file.Close()
}
