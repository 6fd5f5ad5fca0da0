// Package stored holds states that are stored before they change, in the one shape
// that the packages share: a store function that gets the old state and the new one.
package stored

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// A State is an encoded state, which holds secrets: what a database keeps. The zero
// value stands for no state at all.
type State = secret.Value[[]byte]

// Bytes returns a copy of the encoding, nil for no state.
func Bytes(s State) []byte { return bytes.Clone(secret.Reveal(s)) }

// Store returns what a Cell calls for a store function of an exported type of states,
// which of makes from a State. Its errors begin with what failed.
func Store[S any](store func(old, new S) error, of func(State) S, what string) func(old, new State) error {
	return func(old, new State) error {
		if err := store(of(old), of(new)); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	}
}

// A Cell holds a T that changes as a whole, one change at a time, and is stored
// before it changes. What a T points to is never written to, and it is encoded when
// somebody asks for the bytes.
type Cell[T any] struct {
	store  func(old, new State) error
	encode func(T) []byte

	mu      sync.Mutex
	current T
	encoded State
}

// New stores a first state, with no state as the old one, and returns its cell; or
// the error of the store function.
func New[T any](first T, encode func(T) []byte, store func(old, new State) error) (*Cell[T], error) {
	c := &Cell[T]{store: store, encode: encode}
	if err := c.set(first); err != nil {
		return nil, err
	}
	return c, nil
}

// Open returns the cell of a state that was stored as these bytes.
func Open[T any](current T, state []byte, encode func(T) []byte, store func(old, new State) error) *Cell[T] {
	return &Cell[T]{store: store, encode: encode, current: current, encoded: secret.Hide(bytes.Clone(state))}
}

// Get returns the current state.
func (c *Cell[T]) Get() T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current
}

// Change calls next with the current state while no other change is made. If it
// returns a state and no error, that is stored and then becomes the current one; nil
// leaves things as they are. If next or the store function fails, the state stays
// what it was. The store function must not call the Cell.
func (c *Cell[T]) Change(next func(current T) (*T, error)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	st, err := next(c.current)
	if err != nil || st == nil {
		return err
	}
	return c.set(*st)
}

func (c *Cell[T]) set(st T) error {
	encoded := secret.HideLazily(func() []byte { return c.encode(st) }) // what nobody stores costs nothing
	if err := c.store(c.encoded, encoded); err != nil {
		return err
	}
	c.current, c.encoded = st, encoded
	return nil
}
