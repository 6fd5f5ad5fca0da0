package sites

// A form says how results are written.
type form struct {
	Decimals int              `json:"decimals,omitempty"` // values are integers times 10^−Decimals
	Names    []string         `json:"names,omitempty"`    // what values 0, 1, … are called
	Also     map[string]int64 `json:"also,omitempty"`     // other names of values
	Joined   bool             `json:"joined,omitempty"`   // written without spaces: HHTH
	Fewest   int              `json:"fewest,omitempty"`   // a site may show the first values only, at least so many
	Hands    bool             `json:"hands,omitempty"`    // cards of several hands, or of one after a draw, which people show hand by hand
	// what values are places of, such as tiles: people count these from other numbers, too
	Places string `json:"places,omitempty"`
}

// whole reports whether values are whole numbers without names.
func (f *form) whole() bool { return f.Decimals == 0 && f.Names == nil }
