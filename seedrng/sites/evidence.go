package sites

import (
	"slices"
	"strings"
)

// An Evidence says what fixes a parameter of a game's scheme.
type Evidence struct {
	Parameter string `json:"parameter"` // its name in schemes.json: "map.mod"; SPEC.md, section 5, has those that aren't members
	// By is "round" if some public round comes out differently with each other value that was
	// tried; "site" if the site's own code or words have it; "slight" if another value changes
	// fewer than one bet in a million; "others" if only somebody else's code or words have it;
	// or "nothing".
	By     string `json:"by"`
	Source string `json:"source,omitempty"` // of code or words
	Date   string `json:"date,omitempty"`   // of them, as far as it is known
}

// What Evidence.By can be.
const (
	byRound   = "round"
	bySite    = "site"
	bySlight  = "slight"
	byOthers  = "others"
	byNothing = "nothing"
)

// fixed reports whether the parameter is evidenced to be the site's.
func (e *Evidence) fixed() bool { return e.By == byRound || e.By == bySite || e.By == bySlight }

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
	m, n := &d.Map, &d.Numbers
	var all []string
	add := func(name string, chosen bool) {
		if chosen {
			all = append(all, name)
		}
	}
	has := func(n num) bool { return n.Value != 0 || n.By != nil }
	many := func(n num) bool { return n.Value > 1 || n.By != nil || n.Field != "" }
	several := many(m.Count) || many(m.Of) || many(m.Groups)
	words := n.Kind == byWords || n.Kind == byWordsCeil || n.Kind == byWordsMod
	cursor := strings.Contains(d.Bytes.Message, "{k}")
	inverse := m.Kind == mapInverse || m.Kind == mapInverse52 || m.Kind == mapBustabit1
	add("commitment", d.Commitment != nil)
	add("derive", d.Derive != nil)
	add("salt", slices.ContainsFunc(g.Fields, func(f Field) bool { return f.Name == "salt" && f.Default != "" }))
	add("bytes", d.Bytes.Alg != "")
	add("numbers.kind", !inverse)
	add("numbers.ties", (n.Kind == byWords || n.Kind == byWordsCeil) && !inverse && m.ties())
	add("numbers.start", cursor && !m.Place)
	add("numbers.fresh", words && cursor && several)
	add("numbers.top", n.Kind == byReject)
	add("numbers.retry", n.Kind == byReject && cursor)
	add("map.kind", n.Kind != byByte100 && (m.Kind != mapSums || several && m.N.Value < 1e6))
	add("map.n", has(m.N))
	add("map.count", many(m.Count) && (m.Count.Field == "" || m.Count.By != nil))
	add("map.of", has(m.Of))
	add("map.groups", has(m.Groups))
	add("map.first", m.First != 0 || !inverse && m.Kind != mapPercent && m.Table == nil && d.Form.Names == nil && d.Form.Decimals == 0)
	add("map.wrap", m.Wrap != 0)
	add("map.forward", m.Kind == mapShuffle && n.Kind != byByte100)
	add("map.place", m.Place)
	add("map.table", m.Table != nil)
	add("map.steps", m.Steps != nil)
	add("map.numer", m.Numer != 0)
	add("map.range", m.Range != 0)
	add("map.divisor", m.Divisor != "")
	add("map.digits", m.Kind == mapInverse52)
	add("map.mod", m.Kind == mapBustabit1)
	add("map.factor", m.Factor != 0)
	add("map.min", inverse)
	add("map.max", inverse && m.Max != 0)
	add("form.decimals", d.Form.Decimals != 0)
	add("form.names", d.Form.Names != nil)
	return all
}

// ties reports whether rounding a scaled word up and down can differ: where N is odd,
// only the word 0 is a tie, and it gives 0 both ways.
func (m *mapping) ties() bool {
	return m.Kind != mapSums || m.N.Field != "" || m.N.Value%2 == 0
}

// published returns where the scheme was published, and when: of what fixes its parameters,
// the weakest is what a verdict names.
func (g *Game) published() string {
	all := g.Sources[0]
	for _, by := range []string{bySite, byOthers} {
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
