package sites

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Site is a place where people play, with the games that this package replays. A
// site's schemes are values of a few parts (SPEC.md, section 2); marshalled to JSON,
// [Sites] is the table that other languages interpret.
type Site struct {
	Name  string   `json:"name"` // as [Replay] takes it: "stake"
	Title string   `json:"title"`
	Games []Game   `json:"games"`
	Flaws []string `json:"flaws,omitempty"` // of all its games, in plain words
}

// A Game is one game of a site: what its bets consist of, and how their results
// follow.
type Game struct {
	Name    string   `json:"name"` // "dice"
	Title   string   `json:"title"`
	Status  Status   `json:"status"`
	Commits string   `json:"commits"` // what binds the site before the bet, in plain words
	Fields  []Field  `json:"fields"`  // in the order that [Replayer.Replay] takes
	Flaws   []string `json:"flaws,omitempty"`
	Sources []string `json:"sources"` // where the definition and its vectors come from

	// The scheme.
	Commitment *Digest   `json:"commitment,omitempty"` // how the field commitment follows from the others
	Derive     []Derived `json:"derive,omitempty"`
	Bytes      Digest    `json:"bytes"`
	Numbers    Numbers   `json:"numbers"`
	Map        Map       `json:"map"`
	Form       Form      `json:"form"`
	Pays       Pays      `json:"pays,omitempty"`
	Chains     []Chain   `json:"chains,omitempty"` // from the newest to the oldest
}

// Shapes reports whether a field chooses the form of the game's results, such as rows,
// risk and mines. [Odds] and [ParseResult] need no other fields.
func (g *Game) Shapes(field string) bool {
	m := &g.Map
	for _, n := range []*Num{&m.N, &m.Count, &m.Of, &m.Groups} {
		if field != "" && n.Field == field {
			return true
		}
	}
	return slices.Contains(m.By, field)
}

// A Status says what a definition was checked with.
type Status string

const (
	RealBets   Status = "real bets"  // bets that the site settled
	Examples   Status = "examples"   // what the site's own calculator or verifier shows
	Definition Status = "definition" // nothing: no public round is known
)

// A Field is one text of a bet, as the site shows it.
type Field struct {
	Name     string   `json:"name"`  // "server"
	Title    string   `json:"title"` // "server seed"
	Kind     Kind     `json:"kind"`
	Min      uint64   `json:"min,omitempty"` // of a number; the bytes of a text; the decoded bytes of hex
	Max      uint64   `json:"max,omitempty"`
	Choices  []string `json:"choices,omitempty"`
	Default  string   `json:"default,omitempty"`  // for bets that leave the field out
	Optional bool     `json:"optional,omitempty"` // not needed to replay
}

// A Kind is a format of fields.
type Kind string

const (
	Text   Kind = "text"   // Min to Max bytes of UTF-8
	Hex    Kind = "hex"    // Min to Max bytes in lowercase hex
	Number Kind = "number" // Min to Max, decimal, without a sign or leading zeros
	Choice Kind = "choice" // one of Choices
	Claim  Kind = "result" // what the site says came out, as [ParseResult] reads it
)

// Pays says how results determine what bets pay, as far as the definition says.
type Pays string

const (
	PaysUnknown Pays = ""        // the definition doesn't say
	PaysResult  Pays = "is"      // the result is the multiplier that the bet pays
	PaysReached Pays = "reaches" // a bet on a multiplier pays it if the result is that or more
)

// Sites returns all sites, which the caller may change.
func Sites() []Site {
	all := slices.Concat(stakeSites(), hex5Sites(), chainSites(), decodedSites(), otherSites())
	for _, s := range all {
		for i := range s.Games {
			g := &s.Games[i]
			if g.Commitment != nil && slices.ContainsFunc(g.Fields, func(f Field) bool { return f.Name == "client" }) {
				g.Flaws = append([]string{chosenSeed}, g.Flaws...)
			}
		}
	}
	return all
}

// chosenSeed is a flaw of all games with a committed server seed and a client seed.
const chosenSeed = "The commitment binds the site only if the player picks a new client seed after seeing it: under the default client seed, or one that the site suggested, it could have searched for a server seed that favours it."

// compiled is what Replay and the others work with.
var compiled = sync.OnceValue(func() map[[2]string]*scheme {
	all := make(map[[2]string]*scheme)
	for _, s := range Sites() {
		for i := range s.Games {
			all[[2]string{s.Name, s.Games[i].Name}] = compile(&s, &s.Games[i])
		}
	}
	return all
})

func find(site, game string) (*scheme, error) {
	if s := compiled()[[2]string{site, game}]; s != nil {
		return s, nil
	}
	var names, games []string
	for _, s := range Sites() {
		names = append(names, s.Name)
		if s.Name == site {
			for _, g := range s.Games {
				games = append(games, g.Name)
			}
		}
	}
	if games != nil {
		return nil, fmt.Errorf("%w: %s has no such game; it has %s", ErrUnknown, site, strings.Join(games, ", "))
	}
	return nil, fmt.Errorf("%w: no such site; there are %s", ErrUnknown, strings.Join(names, ", "))
}

// Find returns a game, which the caller may change. An [ErrUnknown] lists the names
// that exist.
func Find(site, game string) (*Game, error) {
	if _, err := find(site, game); err != nil {
		return nil, err
	}
	for _, s := range Sites() {
		if s.Name != site {
			continue
		}
		for i := range s.Games {
			if s.Games[i].Name == game {
				return &s.Games[i], nil
			}
		}
	}
	panic("unreachable: compiled from Sites")
}

// Flaws says in plain words what an auditor of the game should know: the site's flaws,
// then the game's.
func Flaws(site, game string) ([]string, error) {
	s, err := find(site, game)
	if err != nil {
		return nil, err
	}
	return slices.Concat(s.site.Flaws, s.game.Flaws), nil
}
