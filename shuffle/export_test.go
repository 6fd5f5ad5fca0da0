package shuffle

// GroupAt returns the bound below the last of the group that starts at b, and the
// product of its bounds.
func GroupAt(b uint64) (end, product uint64) {
	g := groupAt(b)
	return g.end, g.product
}
