package sites

import (
	"errors"
)

// replayEras replays the bet whose fields are set. If the site's result doesn't follow, it
// tries the other eras of the game.
func (r *run) replayEras() (Report, error) {
	best, err := r.replayAll()
	if err == nil && best.Commitment != Agrees && (best.Claim == Differs && best.Doubt == "" || best.Commitment == Differs) {
		if doubt := r.misplaced(); doubt != "" {
			best.Doubt, best.fields = doubt, true
		}
	}
	return best, err
}

func (r *run) replayAll() (best Report, err error) {
	err = r.replay(&best)
	if err != nil {
		best = Report{}
	}
	impossible := err != nil && isResult(err) // by this era; another may show other digits
	if len(r.plan.eras) == 0 || err != nil && !impossible || best.Claim == Absent && err == nil {
		return best, err
	}
	if best.Claim == Agrees && !r.tracing { // a Replayer needs no others
		return best, nil
	}
	var fits []string
	if best.Claim == Agrees {
		fits = append(fits, best.Game)
	}
	for _, era := range r.otherEras() {
		out, eraErr := era.again(r)
		if eraErr != nil {
			continue
		}
		if out.Claim == Agrees {
			fits = append(fits, out.Game)
		}
		if out.Claim == AgreesAsShown && best.Claim == Differs { // few digits fit some era too often
			best.Doubt = "with so few digits it fits " + out.Game
			continue
		}
		if best.plan == nil || out.Claim.rank() > best.Claim.rank() { // it is a result of this era, if not of the first
			best, err = out, nil
		}
	}
	best.Fits = fits
	return best, err
}

// otherEras are runs of the game's other eras.
func (r *run) otherEras() []*run {
	if r.others.eras == nil {
		for _, plan := range r.plan.eras {
			r.others.eras = append(r.others.eras, newRun(plan))
		}
	}
	return r.others.eras
}

// again replays the bet of another era's run.
func (r *run) again(from *run) (Report, error) {
	r.reset()
	r.tracing, r.steps = from.tracing, nil
	for i := range r.plan.game.Fields {
		if err := r.set(i, from.raw[i], false); err != nil {
			return Report{}, err
		}
	}
	var out Report
	err := r.replay(&out)
	return out, err
}

// isResult reports whether an error is that the site's result can't be.
func isResult(err error) bool {
	field, ok := errors.AsType[*FieldError](err)
	return ok && field.Field == "result"
}
