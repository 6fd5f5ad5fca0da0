package sites

import (
	"path"
	"slices"
	"strings"
)

// An Evidence says what fixes a parameter of a game's scheme.
type Evidence struct {
	Parameter string `json:"parameter"` // its name in schemes.json: "map.mod"; SPEC.md, section 5, has those that aren't members
	// By is "round" if some public round comes out differently with any other value that was tried;
	// "site" if the site's own code or words have it; "others" if only somebody else's do; or
	// "nothing".
	By     string `json:"by"`
	Source string `json:"source,omitempty"` // of code or words
	Date   string `json:"date,omitempty"`   // of them, as far as it is known
}

// What Evidence.By can be.
const (
	byRound   = "round"
	bySite    = "site"
	byOthers  = "others"
	byNothing = "nothing"
)

// fixed reports whether the evidence is the site's own.
func (e *Evidence) fixed() bool { return e.By == byRound || e.By == bySite }

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
	add("numbers.start", cursor)
	add("numbers.fresh", words && cursor && several)
	add("numbers.top", n.Kind == byReject)
	add("numbers.retry", n.Kind == byReject && cursor)
	add("map.kind", n.Kind != byByte100 && (m.Kind != mapSums || several))
	add("map.n", has(m.N))
	add("map.count", many(m.Count) && (m.Count.Field == "" || m.Count.By != nil))
	add("map.of", has(m.Of))
	add("map.groups", has(m.Groups))
	add("map.first", m.First != 0)
	add("map.wrap", m.Wrap != 0)
	add("map.forward", m.Kind == mapShuffle && n.Kind != byByte100)
	add("map.place", m.Place)
	add("map.table", m.Table != nil)
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

// ties reports whether rounding a scaled word up and down can differ: where N is odd, it
// doesn't, but for the word 0, which gives 0 both ways.
func (m *mapping) ties() bool {
	return m.Kind != mapSums || m.N.Field != "" || m.N.Value%2 == 0
}

// A rule says what fixes parameters of games that no public round fixes.
type rule struct {
	games      string // a pattern of site/game
	parameters string // separated by spaces; * is all
	by         string
	source     string
	date       string
}

// evidenceOf returns what fixes each parameter of a game, and where the scheme was
// published.
func evidenceOf(site string, g *Game) (all []Evidence, published string) {
	key := site + "/" + g.Name
	rounds := strings.Fields(fixedByRounds[key])
	for _, p := range g.parameters() {
		e := Evidence{Parameter: p, By: byNothing}
		if slices.Contains(rounds, p) {
			e.By = byRound
		} else if r := ruleOf(key, p); r != nil {
			e.By, e.Source, e.Date = r.by, r.source, r.date
		}
		all = append(all, e)
	}
	published = g.Sources[0]
	if r := ruleOf(key, ""); r != nil {
		published = r.source
		if r.date != "" {
			published += " (" + r.date + ")"
		}
	}
	return all, published
}

// ruleOf returns the first rule of a parameter, or of any if that is empty.
func ruleOf(key, parameter string) *rule {
	for i := range rules {
		r := &rules[i]
		if ok, _ := path.Match(r.games, key); ok && (parameter == "" || r.parameters == "*" || slices.Contains(strings.Fields(r.parameters), parameter)) {
			return r
		}
	}
	return nil
}

var fixedByRounds = map[string]string{
	"stake/dice":           "bytes numbers.kind numbers.start map.n form.decimals",
	"stake/limbo":          "bytes numbers.start map.kind map.numer form.decimals",
	"stake/limbo-2020":     "bytes numbers.start map.kind map.numer map.range form.decimals",
	"stake/plinko":         "bytes numbers.kind numbers.start numbers.fresh map.kind map.n form.decimals",
	"stake/wheel":          "numbers.start form.decimals",
	"stake/roulette":       "bytes numbers.start map.n",
	"stake/diamonds":       "bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count form.names",
	"stake/keno":           "bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count map.first",
	"stake/mines":          "bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/moles":          "bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/dragontower":    "bytes numbers.kind numbers.start numbers.fresh map.kind map.groups",
	"stake/blackjack":      "bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/hilo":           "bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/baccarat":       "bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count",
	"stake/videopoker":     "bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/flip":           "bytes numbers.kind numbers.start numbers.fresh map.kind map.n form.names",
	"stake/rps":            "bytes numbers.kind numbers.start numbers.fresh map.kind map.n form.names",
	"stake/snakes":         "bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count map.of map.first",
	"stake/drill":          "bytes numbers.start numbers.fresh map.kind map.count map.numer map.divisor form.decimals",
	"stake/pump":           "bytes numbers.kind numbers.start numbers.fresh map.kind form.decimals",
	"stake/chicken":        "bytes numbers.kind numbers.start numbers.fresh map.kind form.decimals",
	"stake/crash":          "bytes map.kind map.numer form.decimals",
	"stake/slide":          "bytes map.kind map.numer form.decimals",
	"stake/zoo":            "bytes numbers.kind map.kind map.n map.count",
	"primedice/dice":       "bytes numbers.kind numbers.start map.n form.decimals",
	"primedice/dice-2014":  "bytes numbers.kind map.n form.decimals",
	"bitsler/dice":         "bytes numbers.kind map.n form.decimals",
	"bitsler/twist":        "bytes numbers.kind map.n",
	"bitsler/limbo":        "bytes map.kind map.numer form.decimals",
	"bitsler/blast":        "derive",
	"duckdice/dice":        "bytes numbers.kind map.n form.decimals",
	"windice/dice":         "bytes numbers.kind map.n form.decimals",
	"cryptogames/dice":     "bytes numbers.kind map.n form.decimals",
	"wolfbet/dice":         "bytes numbers.kind map.n form.decimals",
	"wolfbet/limbo":        "bytes map.kind map.numer form.decimals",
	"bitvest/dice":         "bytes numbers.kind form.decimals",
	"bustabit/crash":       "derive salt bytes map.kind map.numer form.decimals",
	"bustabit/crash-v2":    "derive salt bytes map.kind map.numer form.decimals",
	"bustadice/dice":       "derive bytes map.kind map.numer form.decimals",
	"roobet/crash":         "derive salt bytes map.kind form.decimals",
	"csgoroll/crash":       "derive",
	"duel/dice":            "commitment bytes map.n",
	"duel/mines":           "commitment bytes numbers.kind numbers.start map.kind map.n map.forward",
	"duel/beef":            "commitment bytes numbers.kind numbers.start map.kind map.n map.forward",
	"duel/videopoker":      "commitment bytes numbers.kind numbers.start map.kind map.n map.forward",
	"duel/blackjack":       "commitment bytes numbers.kind numbers.start map.kind map.n",
	"duel/plinko":          "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"duel/crash":           "commitment bytes map.kind map.divisor form.decimals",
	"duel/castle":          "commitment bytes numbers.kind map.n",
	"liqd/dice":            "commitment bytes numbers.start map.n form.decimals",
	"liqd/plinko":          "commitment bytes numbers.kind numbers.start map.kind map.n form.names",
	"liqd/mines":           "commitment bytes numbers.kind numbers.start map.kind map.n map.first map.forward",
	"liqd/blackjack":       "commitment bytes numbers.kind map.kind map.wrap map.forward map.place",
	"bcgame/crash":         "derive salt bytes map.kind map.numer form.decimals",
	"bcgame/coinflip":      "bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"freebitcoin/multiply": "commitment bytes",
	"skinclub/case":        "commitment bytes numbers.kind map.n map.first",
	"skinclub/battle":      "bytes numbers.kind map.n map.first",
	"csgoskins/case":       "commitment bytes numbers.kind map.n map.first",
	"satoshidice/web":      "commitment numbers.kind map.kind form.decimals",
}

var rules = []rule{}
