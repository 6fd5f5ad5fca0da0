package sites

// A num is a number of a scheme: By[text of Field], or the number that Field holds, or
// Value.
type num struct {
	Value int64            `json:"value,omitempty"`
	Field string           `json:"field,omitempty"`
	By    map[string]int64 `json:"by,omitempty"`
}

// given reports whether the scheme has a number here that it might have otherwise.
func (n *num) given() bool { return n.Value != 0 || n.By != nil }

// many reports whether the number may be above 1.
func (n *num) many() bool { return n.Value > 1 || n.By != nil || n.Field != "" }

// num returns a number of the scheme. It is within the bounds of the field it depends on.
func (r *run) num(n *num) uint64 {
	switch {
	case n.By != nil:
		return uint64(n.By[r.values[r.plan.index(n.Field)]])
	case n.Field != "":
		return r.numbers[r.plan.index(n.Field)]
	case n.Value == 0:
		return 1
	}
	return uint64(n.Value)
}

// fieldsOf are the fields that numbers depend on.
func fieldsOf(nums ...*num) []string {
	var all []string
	for _, n := range nums {
		if n.Field != "" {
			all = append(all, n.Field)
		}
	}
	return all
}

// chosen reports whether the scheme, not the bet, has a number above 1.
func (n *num) chosen() bool { return n.many() && (n.Field == "" || n.By != nil) }
