package board

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A Keeper keeps a seat's key and the state of its table, so that a program can go on with
// it.
type Keeper interface {
	// Load returns what is kept. If that is nothing, it keeps the first value.
	Load(first []byte) ([]byte, error)
	// Replace replaces what is kept, durably, if that is the old value, or fails.
	Replace(old, new []byte) error
}

// A File is the name of one that keeps a seat. An empty name keeps nothing.
type File string

// Load implements [Keeper].
func (f File) Load(first []byte) ([]byte, error) {
	if f == "" {
		return first, nil
	}
	return readOr(string(f), first)
}

// Replace implements [Keeper].
func (f File) Replace(old, new []byte) error {
	if f == "" {
		return nil
	}
	held, err := os.ReadFile(string(f))
	if err == nil && !bytes.Equal(held, old) {
		err = fmt.Errorf("another process has changed %s", f)
	}
	if err != nil {
		return err
	}
	return replace(string(f), new)
}

// A kept seat is its key, and what its Keeper has besides.
type kept struct {
	keeper Keeper
	key    record.Key
	state  []byte
}

func load(keeper Keeper) (*kept, error) {
	if keeper == nil {
		keeper = File("")
	}
	k := &kept{keeper: keeper, key: record.GenerateKey()}
	held, err := keeper.Load(k.key.Bytes())
	if err == nil {
		n := min(len(held), len(k.key.Bytes()))
		k.state = held[n:]
		k.key, err = record.ParseKey(held[:n])
	}
	return k, err
}

// table returns the seat's table, a new one or the one that was kept.
func (k *kept) table(terms table.Terms, game table.Game) (*table.Player, error) {
	if len(k.state) == 0 {
		return table.New(terms, game, k.key, k.store)
	}
	return table.Parse(terms, game, k.key, k.state, k.store)
}

func (k *kept) store(old, new table.State) error {
	if k.keeper == File("") {
		return nil // nothing is encoded
	}
	return k.keeper.Replace(append(k.key.Bytes(), old.Bytes()...), append(k.key.Bytes(), new.Bytes()...))
}

// readOr returns what a file holds. If there is none, it makes one.
func readOr(name string, value []byte) ([]byte, error) {
	held, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return value, replace(name, value)
	}
	return held, err
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
	dir, err := os.Open(filepath.Dir(name))
	if err == nil {
		err = errors.Join(dir.Sync(), dir.Close())
	}
	return err
}

// line is a post in a file.
func line(p record.Post) []byte {
	b, _ := json.Marshal(p) // which can't fail
	return append(b, '\n')
}

// readPosts returns the posts of a file, and their length in it: a last line may have no end.
func readPosts(r io.Reader) (posts []record.Post, size int64, err error) {
	for lines := bufio.NewReader(r); ; {
		text, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return posts, size, nil
		}
		var p record.Post
		if err = errors.Join(err, json.Unmarshal(text, &p)); err != nil || p.Number != uint64(len(posts)+1) {
			return nil, 0, fmt.Errorf("line %d is no post %[1]d: %v", len(posts)+1, err)
		}
		posts, size = append(posts, p), size+int64(len(text))
	}
}

// Encode returns all posts of a board as a file has them.
func Encode(posts []record.Post) (b []byte) {
	for _, p := range posts {
		b = append(b, line(p)...)
	}
	return b
}

// WriteFile writes all posts of a board to a file, as a Local does.
func WriteFile(name string, posts []record.Post) error { return replace(name, Encode(posts)) }

// ReadFile reads a file of posts.
func ReadFile(name string) ([]record.Post, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	posts, _, err := readPosts(bytes.NewReader(b))
	return posts, err
}

// Audit is [table.Audit] of all posts of a board. It returns an error as well if they have
// no table, or don't end with the board's signed head.
func Audit(posts []record.Post, game NewGame) (*table.Table, error) {
	var l lobby
	for i, p := range posts {
		l.read(p.Bytes)
		terms, full := l.terms()
		if !full {
			continue
		}
		g, err := game(terms, nobody, nil)
		if err != nil {
			return nil, err
		}
		last := len(posts) - 1
		if last == i || len(posts[last].Bytes) != record.HeadSize {
			t, err := table.Audit(terms, g, posts[i+1:], nil)
			return t, errors.Join(err, errors.New("the board hasn't signed the end of these posts"))
		}
		return table.Audit(terms, g, posts[i+1:last], posts[last].Bytes)
	}
	return nil, errors.New("the posts have no table")
}
