package modp

// Abs is abs.
var Abs = abs

// Split is split, and batch what its parts are multiples of.
func Split(g *Group, routines, n int, work func(from, to int)) (batch int) {
	g.split(routines, n, work)
	return g.m.Batch()
}
