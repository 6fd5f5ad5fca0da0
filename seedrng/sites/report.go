package sites

import (
	"fmt"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Report is a bet replayed. If the site's result follows by another era of the game
// only, it is that era's.
type Report struct {
	Site       string   `json:"site"`
	Game       string   `json:"game"`
	Result     Result   `json:"result"`
	Commitment Verdict  `json:"commitment"`       // whether the field commitment is to the seed
	Claim      Verdict  `json:"claim"`            // whether the field result is Result
	Off        int      `json:"off,omitempty"`    // 1 or −1 if the field result is one unit higher or lower in all values
	Counts     string   `json:"counts,omitempty"` // from where places are counted, if the claim AgreesCounted
	Doubt      string   `json:"doubt,omitempty"`  // how the result or the fields could be meant, if they agree only that way
	Fits       []string `json:"fits,omitempty"`   // of a game with several eras: those by which the field result follows
	Steps      []Step   `json:"steps,omitempty"`

	plan   *scheme
	fields bool // the doubt is about the fields, and so about the commitment, too
}

// A Step is one line of a report.
type Step struct {
	Part  string `json:"part"`            // "commitment", "derived", "bytes", "number", "rejected" or "result"
	Text  string `json:"text"`            // what was computed, for people
	Value string `json:"value,omitempty"` // hex, or a number, or the result
}

// Err returns an [ErrMismatch] if the commitment or the result differs, by a scheme that is
// evidenced to be the site's. If it may not be, that is an [ErrUnproven], which names the
// source of the scheme.
func (r *Report) Err() error {
	if r.plan == nil {
		return nil
	}
	g := r.plan.game
	wrongClaim, wrongCommitment := r.Claim == Differs, r.Commitment == Differs
	switch {
	case wrongCommitment && g.commitmentFixed() && !r.fields:
		return wrap.Errorf(ErrMismatch, "the commitment isn't to this seed")
	case wrongClaim && g.Evidenced && r.Doubt == "":
		return wrap.Errorf(ErrMismatch, "the seeds give another result%s", r.offText())
	case !wrongClaim && !wrongCommitment:
		return nil
	}
	if r.fields {
		return wrap.Errorf(ErrUnproven, "the bet doesn't agree, but %s", r.Doubt)
	}
	if wrongClaim && r.Doubt != "" {
		return wrap.Errorf(ErrUnproven, "the result differs, but %s", r.Doubt)
	}
	what := "result"
	if wrongCommitment {
		what = "commitment"
	}
	return wrap.Errorf(ErrUnproven, "the %s doesn't agree with the formula as published at %s, which may not be the site's", what, g.Published)
}

// offText says by how much the site's result is off, if that is one unit.
func (r *Report) offText() string {
	switch r.Off {
	case 1:
		return ", which is one unit below the site's"
	case -1:
		return ", which is one unit above the site's"
	}
	return ""
}

// counted says from where a site's result counts places, which is off by one from where the
// scheme does.
func (g *Game) counted(first int64, off int) string {
	places := g.def.Form.Places
	text := fmt.Sprintf("the %s of this result are counted from %d; the scheme counts them from %d", places, first+int64(off), first)
	for _, e := range g.Evidence {
		if e.Parameter != "map.first" {
			continue
		}
		switch {
		case e.By == ByRound:
			return text + ", as public rounds do"
		case e.Source != "":
			return text + ", as at " + e.Source
		}
	}
	return text
}
