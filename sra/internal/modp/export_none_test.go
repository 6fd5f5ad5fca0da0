//go:build !amd64 || purego

package modp

// SetLanes does nothing: there are none.
func SetLanes(bool) bool { return false }
