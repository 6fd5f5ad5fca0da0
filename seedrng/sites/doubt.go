package sites

import (
	"slices"
)

// doubt says how a result that differs could be meant, if it follows that way: it contradicts
// nothing then.
func (r *run) doubt(p *possible) string {
	c, f := r.shown.values, r.form()
	switch {
	case f.Hands && among(c, r.out):
		return "it has the same cards in another order, as if shown hand by hand"
	case f.Names != nil && !f.Joined && len(c) == len(r.out) && among(c, r.out):
		return "it has the same values in another order"
	case p.pays != nil && (r.placed(c, 0) || r.placed(c, 1)):
		return "it is the place in the table of pays, not what that pays"
	case r.shown.coarse:
		return "it is the same in other digits, though these are another result of the game, too"
	case r.shown.numbered:
		return "it has numbers for names, which others may count in another order"
	case r.backwards(p):
		return "it is the same from the other end"
	case r.complements(p):
		return "it has all the " + f.Places + " but these"
	case f.Fewest > 0 && r.besides(c):
		return "it is the same except for its first card, which isn't always part of the result"
	case r.pointless(p):
		return "it is the same with the decimal point elsewhere"
	}
	return r.plan.game.Doubt
}

// backwards reports whether the claim is the run's values, or lists, from the last to the first; or,
// of slots, the one that is as far from the other end.
func (r *run) backwards(p *possible) bool {
	c, size := r.shown.values, max(r.group, 1)
	if r.form().Decimals > 0 && p.pays == nil || len(c) > len(r.out) {
		return false
	}
	if len(c) == 1 {
		return r.mirrored(p)
	}
	for i := range c {
		from := len(c)/size - 1 - i/size
		if c[i] != r.out[from*size+i%size] {
			return false
		}
	}
	return true
}

// mirrored reports whether the claim is the run's slot, counted from the other end. It pays the same.
func (r *run) mirrored(p *possible) bool {
	if r.form().Places == "" || p.distinct {
		return false
	}
	v := p.low + p.high - r.out[0]
	return r.shown.values[0] == v || r.shown.values[0] == v+1-2*p.low
}

// complements reports whether the claim is the set of all places but the run's.
func (r *run) complements(p *possible) bool {
	size := p.size(len(r.out))
	if !p.set || r.form().Places == "" || int64(2*size) != p.high-p.low+1 {
		return false
	}
	for i, v := range r.shown.values {
		if slices.Contains(r.out[i/size*size:][:size], v) {
			return false
		}
	}
	return true
}

// besides reports whether the claim is the run's values after another first one, or without their
// first one.
func (r *run) besides(c []int64) bool {
	n := len(c)
	return n > 1 && slices.Equal(c[1:], r.out[:n-1]) || n < len(r.out) && slices.Equal(c, r.out[1:n+1])
}

// pointless reports whether the claim is the run's values in units, without a decimal point; or, if
// these are whole numbers that sites also show as percentages, as such.
func (r *run) pointless(p *possible) bool {
	const percent, most = 100, 1e15
	unit := r.form().unit()
	rolls := r.form().whole() && p.high >= percent*percent-1 && p.pays == nil
	for i, v := range r.shown.values {
		inUnits := unit > 1 && r.shown.digits[i] == 0 && r.out[i] < most && v == r.out[i]*unit
		if !inUnits && !(rolls && v < most && v*percent == r.out[i]) {
			return false
		}
	}
	return true
}

// among reports whether all of some values are among others.
func among(some, others []int64) bool {
	left := slices.Clone(others)
	for _, v := range some {
		i := slices.Index(left, v)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// placed reports whether values are the places in the table, counted from first.
func (r *run) placed(values []int64, first int64) bool {
	unit := r.form().unit()
	for i, v := range values {
		if r.form().Names != nil || v != (r.places[i]+first)*unit {
			return false
		}
	}
	return true
}
