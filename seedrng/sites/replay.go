package sites

import (
	"slices"
)

// Replay recomputes a bet, step by step. The error is a [FieldError] for fields that
// can't be, or an [ErrExhausted]. A commitment or a result that differs is no error
// here: [Report.Err] returns it.
func Replay(site, game string, bet Bet) (*Report, error) {
	s, err := find(site, game)
	if err != nil {
		return nil, err
	}
	r := newRun(s)
	r.tracing = true
	if err := r.load(bet, false); err != nil {
		return nil, err
	}
	out, err := r.replayEras()
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// replay computes the bet whose fields are set.
func (r *run) replay(out *Report) error {
	*out = Report{Site: r.plan.site.Name, Game: r.plan.game.Name, Commitment: Absent, Claim: Absent, plan: r.plan}
	if err := r.deriveValues(); err != nil {
		return err
	}
	var err error
	if out.Commitment, err = r.checkCommitment(); err != nil {
		return err
	}
	r.stage = "bytes"
	if err := r.plan.mapping.evaluate(r); err != nil {
		return err
	}
	out.Result = Result{r.out, r.group, r.form()}
	if r.tracing {
		r.step("result", r.plan.game.Title, out.Result.String())
	}
	if err := r.checkClaim(out); err != nil {
		return err
	}
	out.Steps = r.steps
	return nil
}

// checkCommitment compares the field commitment with the digest of the others.
func (r *run) checkCommitment() (Verdict, error) {
	c := r.plan.commitment
	if c < 0 || r.values[c] == "" {
		return Absent, nil
	}
	for _, parts := range [2][]part{r.plan.commit.key, r.plan.commit.message} {
		for _, p := range parts {
			if p.mode == textPart && r.values[p.field] == "" {
				return Absent, &FieldError{r.plan.game.Fields[p.field].Name, "is missing"}
			}
		}
	}
	r.stage = "commitment"
	r.sum(&r.plan.commit, 0)
	r.outer = appendUnhex(r.outer[:0], r.values[c])
	v := verdict(slices.Equal(r.outer, r.digest))
	if r.tracing {
		r.step("commitment", "the site's: it "+string(v), r.values[c])
	}
	r.digest = r.digest[:0]
	return v, nil
}

// checkClaim compares the result that the site showed with the report's.
func (r *run) checkClaim(out *Report) error {
	text := r.values[r.plan.claim]
	if text == "" {
		return nil
	}
	r.key = out.Result.append(r.key[:0])
	if string(r.key) == text {
		out.Claim = Agrees
	} else {
		p := r.plan.mapping.possible(r)
		err := r.read(text, &p)
		if err == nil {
			out.Claim, out.Off, err = r.judge(&p)
		}
		if err == nil && out.Claim == Differs {
			out.Doubt = r.doubt(&p)
		}
		if err != nil {
			return err
		}
	}
	if out.Claim == AgreesCounted {
		out.Counts = r.plan.game.counted(r.plan.mapping.possible(r).low, out.Off)
	}
	if r.tracing {
		r.step("result", "the site's: it "+string(out.Claim), text)
	}
	return nil
}

func (r *run) deriveValues() error {
	r.stage = "derived"
	for i := range r.plan.derive {
		d := &r.plan.game.def.Derive[i]
		at := r.plan.index(d.Name)
		times := uint64(1)
		if d.From != "" {
			r.values[at] = r.values[r.plan.index(d.From)]
			times = r.numbers[r.plan.index(d.Times)]
		}
		tracing := r.tracing
		for t := range times {
			r.tracing = tracing && (t < 3 || t+3 >= times) // a chain's middle isn't shown
			r.values[at] = r.digestHex(&r.plan.derive[i])
		}
		r.tracing = tracing
	}
	r.digest = r.digest[:0]
	return nil
}
