package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/internal/field"
)

// Terms are what a table plays for, and how long it waits. Its host sets them.
type terms struct {
	Config   holdem.Config `json:"config"`
	Patience time.Duration `json:"patience"` // for what programs say
	Think    time.Duration `json:"think"`    // for what people say
}

// The blinds, and limits of a match. What a seat says in it fits into its part of the
// relay.
const (
	smallBlind = 1
	bigBlind   = 2
	maxHands   = 100
	maxChips   = 1_000_000
)

const label = "squaredeal/examples/poker/v2"

// limits are those of a seat at the relay. A hand takes some 25 posts of each; one that
// floods mustn't keep the others so busy that they take one another for silent.
var limits = bulletin.Limits{
	Label: label, MaxLen: 1 << 16, MaxPosts: oldrecord.MaxStatements, MaxBytes: oldrecord.MaxSeatBytes,
	Burst: 100, Rate: 50, Send: 10 * time.Second,
}

func (c terms) encode() []byte {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // numbers
	}
	return b
}

// parseTerms reads what encode returned, and nothing else.
func parseTerms(b []byte) (c terms, err error) {
	if json.Unmarshal(b, &c) != nil || !bytes.Equal(c.encode(), b) {
		return terms{}, errors.New("the terms of the table are malformed")
	}
	if err := c.Config.Check(); err != nil {
		return terms{}, err
	}
	if min(c.Patience, c.Think) < shortest || max(c.Patience, c.Think) > longest {
		return terms{}, fmt.Errorf("the table waits for %v, or %v for bets, not for %v to %v", c.Patience, c.Think, shortest, longest)
	}
	if c.Config.Hands > maxHands || c.Config.Chips > maxChips || c.Config.Chips < c.Config.BigBlind {
		return terms{}, fmt.Errorf("the table plays %d hands with %d chips each and a big blind of %d, which this program doesn't", c.Config.Hands, c.Config.Chips, c.Config.BigBlind)
	}
	return c, nil
}

// fingerprint is what players compare: of all that a table agrees on, also how long it
// waits, which nobody signs, and of the keys of all seats.
func (c terms) fingerprint(keys []ed25519.PublicKey) string {
	table, err := c.Config.Table(keys)
	if err != nil {
		return "unknown"
	}
	digest := table.Digest()
	return relay.Fingerprint(sha256.Sum256(append(field.Append(field.Append(nil, label+"/fingerprint"), c.encode()), digest[:]...)))
}

// A stateFile keeps what a seat needs to go on after its process was killed. Each change
// replaces the file as a whole.
type stateFile struct {
	name  string
	held  []byte // what the file holds, nil if there is none
	key   oldrecord.Key
	seat  int    // bulletin.AnySeat until it has one
	terms []byte // nil before the table is full
	keys  []byte // of all seats
	table []byte // a holdem.State, nil before it has sat down
}

const stateLabel = label + "/state"

// openState reads the state that a file holds, or begins a new one. Without a name,
// nothing is kept.
func openState(name string, seat int) (*stateFile, error) {
	f := &stateFile{name: name, key: oldrecord.GenerateKey(), seat: seat}
	if name == "" {
		return f, nil
	}
	held, err := readFile(name, maxStateLen)
	if errors.Is(err, os.ErrNotExist) {
		return f, f.save()
	}
	if err != nil {
		return nil, err
	}
	r := field.NewSealedReader(held)
	r.Label(stateLabel)
	seed, number := r.Field("key"), r.Byte("seat")
	f.terms, f.keys, f.table = stored(r.Field("terms")), stored(r.Field("keys")), stored(r.Field("table"))
	if fault := r.End(); fault != "" {
		return nil, fmt.Errorf("%s isn't the state of a seat: %s", name, fault)
	}
	if f.key, err = oldrecord.ParseKey(seed); err != nil {
		return nil, err
	}
	if seat != bulletin.AnySeat && int(number) != seat {
		return nil, fmt.Errorf("%s is the state of seat %d", name, number)
	}
	f.held, f.seat = held, int(number)
	return f, nil
}

// stored returns a copy of a field, nil if it is empty.
func stored(field []byte) []byte { return append([]byte(nil), field...) }

// joins keeps the table that the seat joins. If it had joined one before, it refuses others.
func (f *stateFile) joins(seat int, c terms, keys []ed25519.PublicKey) error {
	encoded, all := c.encode(), slices.Concat(keys...)
	if f.terms != nil {
		if seat != f.seat || !bytes.Equal(encoded, f.terms) || !bytes.Equal(all, f.keys) {
			return f.errElsewhere()
		}
		return nil
	}
	f.seat, f.terms, f.keys = seat, encoded, all
	return f.save()
}

func (f *stateFile) errElsewhere() error { return fmt.Errorf("this isn't the table of %s", f.name) }

// joined returns the table that the seat joined.
func (f *stateFile) joined() (c terms, keys []ed25519.PublicKey, err error) {
	if c, err = parseTerms(f.terms); err != nil {
		return c, nil, err
	}
	for key := range slices.Chunk(f.keys, ed25519.PublicKeySize) {
		keys = append(keys, key)
	}
	return c, keys, nil
}

// store is the store function of the seat's table.
func (f *stateFile) store(old, new holdem.State) error {
	if f.name == "" {
		return nil
	}
	if !bytes.Equal(old.Bytes(), f.table) {
		return errors.New("the state has been replaced")
	}
	before := f.table
	f.table = new.Bytes()
	if err := f.save(); err != nil {
		f.table = before
		return err
	}
	return nil
}

// save writes the file, unless another process has written it.
func (f *stateFile) save() error {
	if f.name == "" {
		return nil
	}
	b := field.Append(nil, stateLabel)
	b = field.Append(b, f.key.Bytes())
	b = append(b, byte(f.seat))
	b = field.Append(field.Append(b, f.terms), f.keys)
	b = field.Seal(field.Append(b, f.table))
	return locked(filepath.Dir(f.name), func() error {
		held, err := readFile(f.name, maxStateLen)
		if err != nil && !(errors.Is(err, os.ErrNotExist) && f.held == nil) {
			return err
		}
		if !bytes.Equal(held, f.held) {
			return fmt.Errorf("another process plays with %s", f.name)
		}
		if err := writeFile(f.name, b); err != nil {
			return err
		}
		f.held = b
		return nil
	})
}

// maxStateLen bounds what is read of a state: the record, and as much again.
const maxStateLen = 2 * holdem.MaxSeats * oldrecord.MaxSeatBytes

// readFile reads a file of a bounded length.
func readFile(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("%s is longer than %d bytes", name, most)
	}
	return b, err
}

// writeFile replaces a file, so that it holds the old or the new content whatever
// happens. Others can't read it.
func writeFile(name string, content []byte) (err error) {
	file, err := os.OpenFile(name+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if errClose := file.Close(); err == nil {
		err = errClose
	}
	if err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// private returns the key that takes the seat at the relay: the one that signs.
func (f *stateFile) private() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(f.key.Bytes()) }
