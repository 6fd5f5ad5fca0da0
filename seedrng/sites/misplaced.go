package sites

import (
	"slices"
	"strings"
)

// misplaced says how the fields of a bet that doesn't agree could be meant, if the commitment or,
// without one, the result follows that way.
func (r *run) misplaced() string {
	if r.retold(exchanged) {
		return "with the server seed and the client seed exchanged it does"
	}
	if r.retold(trimmed) {
		return "without the white space around the seeds it does"
	}
	if r.retold(lowered) {
		return "with the seeds' hex digits in lower case it does"
	}
	return ""
}

// retold reports whether a bet agrees with its fields changed, which does change them.
func (r *run) retold(change func(s *scheme, raw []string)) bool {
	r.others.fields = append(r.others.fields[:0], r.raw...)
	if change(r.plan, r.others.fields); slices.Equal(r.others.fields, r.raw) {
		return false
	}
	if r.others.retold == nil {
		r.others.retold = newRun(r.plan)
	}
	if c := r.plan.commitment; c >= 0 && r.others.fields[c] != "" { // which says more than the result
		r.others.fields[r.plan.claim] = ""
	}
	r.others.retold.reset()
	for i := range r.plan.game.Fields {
		if r.others.retold.set(i, r.others.fields[i], false) != nil {
			return false
		}
	}
	out, err := r.others.retold.replayAll()
	return err == nil && (out.Commitment == Agrees || out.Commitment == Absent && out.Claim == Agrees)
}

// exchanged exchanges the seeds, unless the client's is shorter, as it mostly is.
func exchanged(s *scheme, raw []string) {
	server, ok := s.names["server"]
	client, two := s.names["client"]
	if ok && two && len(raw[client]) >= len(raw[server]) {
		raw[server], raw[client] = raw[client], raw[server]
	}
}

func trimmed(s *scheme, raw []string) {
	for i, f := range s.game.Fields {
		if f.Kind == KindText {
			raw[i] = strings.TrimSpace(raw[i])
		}
	}
}

func lowered(s *scheme, raw []string) {
	for i, f := range s.game.Fields {
		if f.Kind == KindText && len(raw[i]) >= 32 && !strings.ContainsFunc(raw[i],
			func(c rune) bool { return !strings.ContainsRune("0123456789ABCDEFabcdef", c) }) {
			raw[i] = strings.ToLower(raw[i])
		}
	}
}
