package sites

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Site is a place where people play, with the games that this package replays.
type Site struct {
	Name  string `json:"name"` // as [Replay] takes it: "stake"
	Title string `json:"title"`
	Games []Game `json:"games"`
}

// A Game is one game of a site: what its bets consist of, how their results follow, and
// what shows that the site computes them so. Marshalled to JSON, it has the scheme, too,
// as a value of the parts that SPEC.md defines in section 2.
type Game struct {
	Name    string   // "dice"
	Title   string   // in plain words
	Era     string   // the game of which this is another era, or another reading; empty for most
	How     string   // how results follow from bets, in plain words
	Commits string   // what binds the site before the bet, in plain words
	Fields  []Field  // in the order that [Replayer.Replay] takes
	Flaws   []string // what an auditor should know, in plain words
	Sources []string // where the definition and its vectors come from
	Doubt   string   // why a result that differs may be honest all the same, such as an era whose formula isn't here; empty for most
	Pays    Payout   // what the result says of what a bet pays
	Chains  []Chain  // from the newest to the oldest

	// Evidence says of each parameter of the scheme what fixes it. Evidenced reports whether
	// public rounds, or the site's own code or words, fix every parameter on which results
	// depend, of the game and of its other eras, and some public round of the game comes out.
	// Only then does a result that differs contradict the site: otherwise it may be this
	// definition that is wrong.
	Evidence  []Evidence
	Evidenced bool
	Published string // where the scheme was published, and when

	def definition
}

// MarshalJSON returns an object with the game's fields and its scheme.
func (g Game) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name      string     `json:"name"`
		Title     string     `json:"title"`
		Era       string     `json:"era,omitempty"`
		Evidenced bool       `json:"evidenced"`
		Evidence  []Evidence `json:"evidence"`
		Published string     `json:"published"`
		Commits   string     `json:"commits"`
		Fields    []Field    `json:"fields"`
		Flaws     []string   `json:"flaws,omitempty"`
		Sources   []string   `json:"sources"`
		definition
		Doubt  string  `json:"doubt,omitempty"`
		Pays   Payout  `json:"pays,omitempty"`
		Chains []Chain `json:"chains,omitempty"`
	}{g.Name, g.Title, g.Era, g.Evidenced, g.Evidence, g.Published, g.Commits, g.Fields, g.Flaws, g.Sources, g.def, g.Doubt, g.Pays, g.Chains})
}

// A Payout says what a result has to do with what a bet pays. It is empty if the definition
// doesn't say.
type Payout string

// The payouts.
const (
	PaysResult  Payout = "is"      // the result is the multiplier that a bet pays
	PaysReached Payout = "reaches" // a bet on a multiplier pays it when the result is that or more
)

// A Field is one text of a bet, as the site shows it.
type Field struct {
	Name     string    `json:"name"`  // "server"
	Title    string    `json:"title"` // "server seed"
	Kind     FieldKind `json:"kind"`
	Min      uint64    `json:"min,omitempty"` // of a number; the bytes of a text; the decoded bytes of hex
	Max      uint64    `json:"max,omitempty"`
	Choices  []string  `json:"choices,omitempty"`
	Default  string    `json:"default,omitempty"`  // for bets that leave the field out
	Optional bool      `json:"optional,omitempty"` // not needed to replay
	// chooses the form of the results, such as rows, risk and mines: [Odds] needs no other fields
	Shapes bool `json:"shapes,omitempty"`
}

// A FieldKind is what texts a field takes.
type FieldKind string

// The kinds of fields.
const (
	KindText   FieldKind = "text"   // Min to Max bytes of UTF-8
	KindHex    FieldKind = "hex"    // Min to Max bytes in lowercase hex
	KindNumber FieldKind = "number" // Min to Max, decimal, without a sign or leading zeros
	KindChoice FieldKind = "choice" // one of Choices
	KindResult FieldKind = "result" // what the site says came out, as SPEC.md, section 2.5, reads it
)

// Sites returns all sites, which the caller may change.
func Sites() []Site {
	all := make([]Site, len(catalogueOnce().Sites))
	for i := range all {
		all[i] = siteAt(i)
	}
	return all
}

// siteAt returns a site of the catalogue, made anew.
func siteAt(i int) Site {
	s, err := catalogueOnce().site(i)
	if err != nil {
		panic("sites: schemes.json: " + err.Error())
	}
	return s
}

// judge sets Evidenced, and says so where a game isn't.
func (s *Site) judge() {
	for i := range s.Games {
		g := &s.Games[i]
		g.Evidenced = true
		rounds := false
		for _, era := range s.eras(g) {
			for _, e := range era.Evidence {
				g.Evidenced = g.Evidenced && (e.fixed() || e.Parameter == "commitment")
				fixed := e.Parameter == "derive" || e.Parameter == "commitment" // by chains and pairs
				rounds = rounds || era == g && e.By == ByRound && !fixed
			}
		}
		g.Evidenced = g.Evidenced && rounds
		for _, era := range s.eras(g) {
			g.Doubt = cmp.Or(g.Doubt, era.Doubt)
		}
		if !g.Evidenced {
			g.Flaws = append([]string{"Not every parameter of this scheme is known to be the site's: odds, and what is said below of " +
				"results, hold by the formula as published at " + g.Published + "."}, g.Flaws...)
		}
	}
}

// eras returns a game, and then the other eras of the same one.
func (s *Site) eras(g *Game) []*Game {
	all := []*Game{g}
	for i := range s.Games {
		if other := &s.Games[i]; other.Name != g.Name && other.family() == g.family() {
			all = append(all, other)
		}
	}
	return all
}

// family is the name that the eras of a game have in common.
func (g *Game) family() string {
	if g.Era != "" {
		return g.Era
	}
	return g.Name
}

// compiled is what Replay and the others work with.
var compiled = sync.OnceValue(func() map[[2]string]*scheme {
	all := make(map[[2]string]*scheme)
	for _, s := range Sites() {
		for i := range s.Games {
			all[[2]string{s.Name, s.Games[i].Name}] = compile(&s, &s.Games[i])
		}
		for i := range s.Games {
			plan := all[[2]string{s.Name, s.Games[i].Name}]
			for _, era := range s.eras(&s.Games[i])[1:] {
				plan.eras = append(plan.eras, all[[2]string{s.Name, era.Name}])
			}
		}
	}
	return all
})

// fold is a name without its case.
func fold(name string) string { return strings.ToLower(name) }

// find takes names in any case, and a site's title, too.
func find(site, game string) (*scheme, error) {
	if s := compiled()[[2]string{fold(site), fold(game)}]; s != nil {
		return s, nil
	}
	var names, games []string
	for i, s := range catalogueOnce().Sites {
		names = append(names, s.Name)
		if s.Name == fold(site) || fold(s.Title) == fold(site) {
			if found := compiled()[[2]string{s.Name, fold(game)}]; found != nil {
				return found, nil
			}
			for _, g := range siteAt(i).Games {
				games = append(games, g.Name)
			}
		}
	}
	if games != nil {
		return nil, wrap.Errorf(ErrUnknown, "%s has no such game; it has %s", fold(site), strings.Join(games, ", "))
	}
	return nil, wrap.Errorf(ErrUnknown, "no such site; there are %s", strings.Join(names, ", "))
}

// Find returns a game, which the caller may change. Like all functions it takes both names
// in any case, and a site's title for its name. An [ErrUnknown] lists the names that exist.
func Find(site, game string) (*Game, error) {
	found, err := find(site, game)
	if err != nil {
		return nil, err
	}
	for i, s := range catalogueOnce().Sites {
		if s.Name == found.site.Name {
			games := siteAt(i).Games
			return &games[slices.IndexFunc(games, func(g Game) bool { return g.Name == found.game.Name })], nil
		}
	}
	panic("unreachable: compiled from the same")
}
