//go:build !amd64 || purego

package modexp

// SetLanes does nothing: there are none.
func SetLanes(bool) bool { return false }
