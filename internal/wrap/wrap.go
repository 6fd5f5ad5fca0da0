// Package wrap makes the errors of all packages: a class, one of a package's Err variables, and what
// is wrong in particular.
package wrap

import (
	"errors"
	"fmt"
	"slices"
)

type wrapped struct{ class, cause error }

type class struct {
	text string
	of   []error
}

// Class returns a class of errors that belongs to others, such as those of another package, and has a
// text of its own.
func Class(text string, of ...error) error { return &class{text, of} }

// Error returns the text.
func (c *class) Error() string { return c.text }

// Unwrap returns the other classes.
func (c *class) Unwrap() []error { return c.of }

// As returns what Errorf has made, with the first of these classes in place of its own that belongs
// to it, or to what it belongs to; and any other error as it is.
func As(err error, classes ...error) error {
	w, ok := errors.AsType[*wrapped](err)
	for _, c := range classes {
		c, isClass := c.(*class)
		if ok && isClass && slices.ContainsFunc(c.of, func(of error) bool { return errors.Is(w.class, of) }) {
			return &wrapped{c, w.cause}
		}
	}
	return err
}

// Error returns the text of the class, a colon, and that of the cause.
func (e *wrapped) Error() string { return e.class.Error() + ": " + e.cause.Error() }

// Unwrap returns both.
func (e *wrapped) Unwrap() []error { return []error{e.class, e.cause} }

// Errorf returns an error that wraps a class, and what the format wraps. Its text is the class's, a
// colon, and what the format gives.
func Errorf(class error, format string, args ...any) error {
	return &wrapped{class, fmt.Errorf(format, args...)}
}
