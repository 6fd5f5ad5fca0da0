//go:build !purego

package modp

// SetLanes switches the lanes on or off for the moduli that are made from then on,
// and returns what was set before. It can't switch on what the processor doesn't
// have.
func SetLanes(on bool) (was bool) {
	was = haveLanes
	haveLanes = on && processorHasLanes
	return was
}

var processorHasLanes = haveLanes
