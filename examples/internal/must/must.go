// Package must is for calls whose errors can't be, as what they are given was checked
// before. It panics on one.
package must

// Get returns the value.
func Get[T any](value T, err error) T {
	Do(err)
	return value
}

// Do returns if there is no error.
func Do(err error) {
	if err != nil {
		panic(err)
	}
}
