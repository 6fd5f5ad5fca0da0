package bulletin

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/internal/field"
)

// Keep keeps the board in a file, too, and goes on with what the file holds already, if
// the process that wrote it was killed. Call it before [Board.Run], and [Board.Reserve]
// before it.
//
// A post is in the file before anybody sees it; but nothing waits for the disk, so that a
// machine that loses its power may lose posts. Clients that have seen those are refused.
func (b *Board) Keep(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	most := int64(len(b.chairs))*int64(b.limits.MaxBytes+6*b.limits.MaxPosts) + 1<<13
	held, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(held)) > most {
		err = errors.New("it is longer than a board may be")
	}
	if err == nil {
		held, err = b.load(held)
	}
	if err == nil {
		err = file.Truncate(int64(len(held))) // an entry that was being written
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		file.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	b.file = file
	if len(held) == 0 {
		return b.store(b.header())
	}
	return nil
}

// header is the first entry of a file.
func (b *Board) header() []byte { return b.greeting(challenge{}) }

// load takes the entries of a file, and returns the whole ones.
func (b *Board) load(held []byte) (whole []byte, err error) {
	for rest := held; ; {
		if len(rest) < 4 || int64(len(rest)-4) < int64(binary.BigEndian.Uint32(rest)) {
			return held[:len(held)-len(rest)], nil
		}
		end := 4 + int(binary.BigEndian.Uint32(rest))
		if err := b.loadEntry(rest[4:end], len(rest) == len(held)); err != nil {
			return nil, err
		}
		rest = rest[end:]
	}
}

func (b *Board) loadEntry(entry []byte, first bool) error {
	r := field.NewReader(entry)
	switch kind := r.Byte("kind"); {
	case first:
		if !bytes.Equal(entry, b.header()) {
			return errors.New("it is of another table")
		}
	case kind == begun && !b.begun:
		for i := range b.chairs {
			b.chairs[i].key = ed25519.PublicKey(r.Fixed("key", ed25519.PublicKeySize))
		}
		b.begin()
		if fault := r.End(); fault != "" {
			return fmt.Errorf("its %s doesn't fit", fault)
		}
	case kind == posted && b.begun && len(entry) > 2 && int(entry[1]) < len(b.chairs):
		b.keep(Post{int(entry[1]), entry[2:]})
	default:
		return errors.New("it holds something else")
	}
	return nil
}

// store appends an entry to the file, if there is one.
func (b *Board) store(entry []byte) error {
	if b.file == nil {
		return nil
	}
	_, err := b.file.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(entry))), entry...))
	return err
}

// begin begins the board, all of whose seats have keys.
func (b *Board) begin() {
	b.begun = true
	for i := range b.chairs {
		b.chairs[i].credit, b.chairs[i].credited = float64(b.limits.Burst), time.Now()
	}
}

// keys are those of all seats, one after another.
func (b *Board) keys() (all []byte) {
	for _, c := range b.chairs {
		all = append(all, c.key...)
	}
	return all
}

// keep puts a post at the end of the board.
func (b *Board) keep(p Post) {
	c := &b.chairs[p.Seat]
	c.count++
	c.bytes += len(p.Message)
	b.posts = append(b.posts, p)
	b.latest = time.Now()
}
