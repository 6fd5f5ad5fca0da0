package sites

import "slices"

// An Evidence says what fixes a parameter of a game's scheme.
type Evidence struct {
	Parameter string `json:"parameter"` // its name in schemes.json: "map.mod"; SPEC.md, section 5, has those that aren't members
	By        Basis  `json:"by"`
	Source    string `json:"source,omitempty"` // of code or words
	Date      string `json:"date,omitempty"`   // of them, as far as it is known
}

// A Basis is what fixes a parameter.
type Basis string

// The bases, the surest first.
const (
	ByRound   Basis = "round"   // some public round comes out differently with each other value that was tried
	BySite    Basis = "site"    // the site's own code or words have it
	BySlight  Basis = "slight"  // nothing, but another value changes fewer than one bet in a million
	ByOthers  Basis = "others"  // only somebody else's code or words have it
	ByNothing Basis = "nothing" // nothing
)

// fixed reports whether the parameter is evidenced to be the site's.
func (e *Evidence) fixed() bool { return e.By == ByRound || e.By == BySite || e.By == BySlight }

// slight are the parameters that hardly any bet depends on: how a scaled word is rounded
// that is a whole number; and of rejection, whether the last multiple of N counts, and what
// comes after a digest whose words are all rejected. Each is a matter of fewer than N + 1 of
// 2^32 words.
var slight = []string{"numbers.ties", "numbers.top", "numbers.retry"}

// commitmentFixed reports whether the form of the commitment is the site's.
func (g *Game) commitmentFixed() bool {
	return slices.ContainsFunc(g.Evidence, func(e Evidence) bool { return e.Parameter == "commitment" && e.fixed() })
}

// parameters are the names of what a scheme chooses, and another might choose otherwise.
func (g *Game) parameters() []string {
	d := &g.def
	var all []string
	add := func(name string, chosen bool) {
		if chosen {
			all = append(all, name)
		}
	}
	add("commitment", d.Commitment != nil)
	add("derive", d.Derive != nil)
	add("salt", slices.ContainsFunc(g.Fields, func(f Field) bool { return f.Name == "salt" && f.Default != "" }))
	add("bytes", d.Bytes.Alg != "")
	d.Numbers.parameters(d, add)
	d.Map.parameters(d, add)
	add("form.decimals", d.Form.Decimals != 0)
	add("form.names", d.Form.Names != nil)
	return all
}

// published returns where the scheme was published, and when: of what fixes its parameters,
// the weakest is what a verdict names.
func (g *Game) published() string {
	all := g.Sources[0]
	for _, by := range []Basis{BySite, ByOthers} {
		i := slices.IndexFunc(g.Evidence, func(e Evidence) bool { return e.By == by && e.Parameter != "commitment" })
		if i < 0 {
			continue
		}
		all = g.Evidence[i].Source
		if date := g.Evidence[i].Date; date != "" {
			all += " (" + date + ")"
		}
	}
	return all
}
