// Package must takes values from functions that can only fail by a mistake in this program.
package must

// Get returns a value, or panics with the error.
func Get[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
