// Package secret keeps values out of logs and messages: whatever prints or encodes
// by reflection finds no bytes of them.
package secret

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// A Value hides a T. A type that embeds it, under an unexported name, prints as
// redacted under every fmt verb and refuses to be encoded as text, JSON, XML or gob.
// Inside a struct whose fields fmt can't call methods on, it prints as an address.
//
// Copies share what T points to. The zero value hides nothing.
type Value[T any] func() T // nothing looks into a closure

// Hide returns a Value that hides v. It is small enough to be inlined, so that a
// secret that stays with the caller stays on its stack.
func Hide[T any](v T) Value[T] { return func() T { return v } }

// HideLazily returns a Value that hides what f returns. It calls f once, when somebody
// reveals the Value.
func HideLazily[T any](f func() T) Value[T] { return sync.OnceValue(f) }

// Reveal returns what v hides, the zero T for the zero value. It is a function, so
// that types which embed a Value don't get a method.
func Reveal[T any](v Value[T]) T {
	if v == nil {
		var zero T
		return zero
	}
	return v()
}

// IsZero reports whether v is the zero value.
func IsZero[T any](v Value[T]) bool { return v == nil }

// Format prints "redacted", whatever the verb.
func (Value[T]) Format(f fmt.State, _ rune) { io.WriteString(f, "redacted") }

var errEncoded = errors.New("secret: refused to encode a secret value")

// MarshalText always fails, and so do the encoders of JSON and XML, which call it.
func (Value[T]) MarshalText() ([]byte, error) { return nil, errEncoded }

// GobEncode always fails: gob would leave a hole.
func (Value[T]) GobEncode() ([]byte, error) { return nil, errEncoded }
