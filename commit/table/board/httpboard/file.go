package httpboard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// A BoardFile is a file that keeps a board: its transcript. It implements [board.Storage].
type BoardFile struct {
	file *os.File
	size int64 // of what is whole
	torn bool  // there may be something after that
}

// OpenBoardFile opens the file, or makes one. What a crash has left of a post that was being written
// is cut off; a file that is damaged elsewhere is refused.
func OpenBoardFile(name string) (*BoardFile, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	l := &BoardFile{file: f, torn: true}
	b, err := io.ReadAll(f)
	posts, damage := board.Decode(b)
	if err == nil && damage != nil && !torn(b, posts) {
		err = fmt.Errorf("%s: %w", name, damage)
	}
	if l.size = int64(len(board.Encode(posts))); len(b) < len(board.Encode(nil)) {
		l.size = 0
	}
	if err == nil && l.size == 0 {
		err = l.write(board.Encode(nil))
		if err == nil {
			err = syncDir(name)
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

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
	return len(rest) <= board.MaxPostLen+24 && (next || len(bytes.Trim(rest, "\x00")) == 0)
}

// Posts implements [board.Storage].
func (l *BoardFile) Posts() ([]record.Post, error) {
	b := make([]byte, l.size)
	if _, err := l.file.ReadAt(b, 0); err != nil {
		return nil, err
	}
	return board.Decode(b)
}

// Append implements [board.Storage]. What a full disk has taken of a post is cut off before the next.
func (l *BoardFile) Append(p record.Post) error { return l.write(record.AppendPost(nil, p)) }

func (l *BoardFile) write(b []byte) error {
	if l.torn {
		if err := l.file.Truncate(l.size); err != nil {
			return err
		}
	}
	l.torn = true
	_, err := l.file.WriteAt(b, l.size)
	if err = errors.Join(err, l.file.Sync()); err == nil {
		l.size, l.torn = l.size+int64(len(b)), false
	}
	return err
}

// Close closes the file.
func (l *BoardFile) Close() error { return l.file.Close() }

// A KeeperFile is the name of one that keeps a seat. It implements [board.Keeper].
type KeeperFile string

// Load implements [board.Keeper].
func (f KeeperFile) Load(first []byte) ([]byte, error) {
	held, err := os.ReadFile(string(f))
	if errors.Is(err, os.ErrNotExist) {
		return first, replace(string(f), first)
	}
	return held, err
}

// Replace implements [board.Keeper]. It leaves the old file or the new one, whatever crashes.
func (f KeeperFile) Replace(old, new []byte) error {
	held, err := os.ReadFile(string(f))
	if err == nil && !bytes.Equal(held, old) {
		err = fmt.Errorf("another process has changed %s", f)
	}
	if err != nil {
		return err
	}
	return replace(string(f), new)
}

// LoadKey returns the key in a file, a new one if there is none: a board's.
func LoadKey(name string) (record.Key, error) {
	held, err := KeeperFile(name).Load(record.GenerateKey().Bytes())
	if err != nil {
		return record.Key{}, err
	}
	return record.ParseKey(held)
}

// replace replaces a file, so that a crash leaves the old one or the new one.
func replace(name string, value []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(value)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(name)
}

// syncDir makes durable that a file is in its directory, where directories are files.
func syncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
