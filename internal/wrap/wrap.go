// Package wrap makes the errors of all packages: a class, one of a package's Err variables, and what
// is wrong in particular.
package wrap

import "fmt"

type wrapped struct{ class, cause error }

// Error returns the text of the class, a colon, and that of the cause.
func (e *wrapped) Error() string { return e.class.Error() + ": " + e.cause.Error() }

// Unwrap returns both.
func (e *wrapped) Unwrap() []error { return []error{e.class, e.cause} }

// Errorf returns an error that wraps a class, and what the format wraps. Its text is the class's, a
// colon, and what the format gives.
func Errorf(class error, format string, args ...any) error {
	return &wrapped{class, fmt.Errorf(format, args...)}
}
