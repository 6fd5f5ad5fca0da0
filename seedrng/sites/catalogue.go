package sites

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// The catalogue is schemes.json, which is kept by hand: SPEC.md, section 2, has its form.
//
//go:embed schemes.json
var schemesJSON []byte

// A catalogue is the form of schemes.json.
type catalogue struct {
	Spec   string
	Fields map[string]Field  // which games name
	Texts  map[string]string // for which "@" and a name stand
	Sites  []struct {
		Name, Title string
		Flaws       []string // of all its games
		Games       []json.RawMessage
	}
}

// An entry is a game of schemes.json.
type entry struct {
	Name, Title, Era, Commits string
	Fields                    []json.RawMessage // names of shared ones, or fields
	definition
	Doubt          string
	Pays           Payout
	Chains         []Chain
	Flaws, Sources []string
	Evidence       struct {
		Round        []string
		Site, Others []fixing
	}
}

// A fixing is code or words that have some parameters of a game.
type fixing struct {
	Parameters   []string
	Source, Date string
}

// readStrictly reads one JSON value, whose members all have a place.
func readStrictly(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

// catalogueOnce is the catalogue, whose games are read when they are needed.
var catalogueOnce = sync.OnceValue(func() *catalogue {
	c, err := readCatalogue(schemesJSON)
	if err != nil {
		panic("sites: schemes.json: " + err.Error())
	}
	return c
})

func readCatalogue(text []byte) (*catalogue, error) {
	var c catalogue
	if err := readStrictly(text, &c); err != nil {
		return nil, err
	}
	if c.Spec != "squaredeal/seedrng/sites v1" {
		return nil, fmt.Errorf("spec %q", c.Spec)
	}
	for name, f := range c.Fields {
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("field %s: %w", name, err)
		}
	}
	return &c, nil
}

// site makes a site, with what can be computed of its games.
func (c *catalogue) site(i int) (Site, error) {
	from := &c.Sites[i]
	s := Site{Name: from.Name, Title: from.Title, Games: make([]Game, len(from.Games))}
	for j, text := range from.Games {
		g := &s.Games[j]
		if err := c.game(text, from.Flaws, g); err != nil {
			return Site{}, fmt.Errorf("%s, game %s: %w", s.Name, nameOr(g.Name, j), err)
		}
	}
	s.judge()
	return s, nil
}

// nameOr is a game's name, or its place if that isn't known.
func nameOr(name string, place int) string {
	if name == "" {
		return fmt.Sprint("number ", place+1)
	}
	return name
}

// game reads an entry.
func (c *catalogue) game(text []byte, flaws []string, g *Game) error {
	var e entry
	err := readStrictly(text, &e)
	g.Name = e.Name
	if err != nil {
		return err
	}
	*g = Game{Name: e.Name, Title: e.Title, Era: e.Era, Doubt: e.Doubt, Pays: e.Pays, Chains: e.Chains, def: e.definition}
	if !slices.Contains([]Payout{"", PaysResult, PaysReached}, g.Pays) {
		return fmt.Errorf("pays %q", g.Pays)
	}
	if g.Fields, err = c.fields(e.Fields); err != nil {
		return err
	}
	if err := g.def.check(); err != nil {
		return err
	}
	for i := range g.Fields {
		g.Fields[i].Shapes = slices.Contains(g.def.Map.shapes(), g.Fields[i].Name)
	}
	if g.def.Commitment != nil && slices.ContainsFunc(g.Fields, func(f Field) bool { return f.Name == "client" }) {
		flaws = append(slices.Clip(flaws), chosenSeed)
	}
	commits, err := c.texts(e.Commits)
	if err != nil {
		return err
	}
	g.Commits, g.How = commits[0], g.def.explain()
	if g.Flaws, err = c.texts(slices.Concat(flaws, e.Flaws)...); err != nil {
		return err
	}
	if g.Sources, err = c.texts(e.Sources...); err != nil {
		return err
	}
	if len(g.Sources) == 0 {
		return errors.New("no sources")
	}
	return c.evidence(&e, g)
}

// fields are a game's.
func (c *catalogue) fields(list []json.RawMessage) ([]Field, error) {
	all := make([]Field, len(list))
	for i, text := range list {
		var name string
		if json.Unmarshal(text, &name) == nil {
			f, ok := c.Fields[name]
			if !ok {
				return nil, fmt.Errorf("no shared field %q", name)
			}
			f.Choices = slices.Clone(f.Choices)
			all[i] = f
			continue
		}
		if err := readStrictly(text, &all[i]); err != nil {
			return nil, fmt.Errorf("field %d: %w", i+1, err)
		}
		if err := all[i].check(); err != nil {
			return nil, fmt.Errorf("field %d: %w", i+1, err)
		}
	}
	return all, nil
}

func (f *Field) check() error {
	switch {
	case f.Name == "":
		return errors.New("no name")
	case !slices.Contains([]FieldKind{KindText, KindHex, KindNumber, KindChoice, KindResult}, f.Kind):
		return fmt.Errorf("kind %q", f.Kind)
	case f.Shapes:
		return errors.New("shapes isn't kept, but computed")
	}
	return nil
}

// check refuses what isn't among the parts, and a map of what it isn't made of.
func (d *definition) check() error {
	hashes := []hashing{d.Bytes}
	if d.Commitment != nil {
		hashes = append(hashes, *d.Commitment)
	}
	for _, v := range d.Derive {
		hashes = append(hashes, v.Digest)
	}
	for _, h := range hashes {
		if _, ok := algNames[h.Alg]; !ok && h != (hashing{}) {
			return fmt.Errorf("alg %q", h.Alg)
		}
	}
	if d.Numbers.digestKind == nil || d.Map.mapKind == nil {
		return errors.New("no numbers, or no map")
	}
	if !d.Map.takes(d.Numbers.digestKind) {
		return fmt.Errorf("numbers %s for the map %s", d.Numbers.kind(), d.Map.kind())
	}
	if m, ok := d.Map.mapKind.(*inverse); ok && !slices.Contains([]divisor{divXPlus1, divX, divFalling}, m.Divisor) {
		return fmt.Errorf("divisor %q", m.Divisor)
	}
	return nil
}

// texts are those given, in full.
func (c *catalogue) texts(all ...string) ([]string, error) {
	full := make([]string, len(all))
	for i, text := range all {
		full[i] = text
		if name, shared := strings.CutPrefix(text, "@"); shared {
			var ok bool
			if full[i], ok = c.Texts[name]; !ok {
				return nil, fmt.Errorf("no shared text %q", name)
			}
		}
	}
	return full, nil
}

// evidence says of each parameter what fixes it.
func (c *catalogue) evidence(e *entry, g *Game) error {
	parameters, found := g.parameters(), make(map[string]Evidence)
	err := c.fix(found, parameters, ByRound, fixing{Parameters: e.Evidence.Round})
	for _, f := range e.Evidence.Site {
		err = errors.Join(err, c.fix(found, parameters, BySite, f))
	}
	for _, f := range e.Evidence.Others {
		err = errors.Join(err, c.fix(found, parameters, ByOthers, f))
	}
	for _, p := range parameters {
		e, ok := found[p]
		if !ok {
			e = Evidence{Parameter: p, By: ByNothing}
			if slices.Contains(slight, p) {
				e.By = BySlight
			}
		}
		g.Evidence = append(g.Evidence, e)
	}
	g.Published = g.published()
	return err
}

// fix adds to what is found the evidence of one source, which is for some of the parameters.
func (c *catalogue) fix(found map[string]Evidence, parameters []string, by Basis, f fixing) error {
	source, err := c.texts(f.Source)
	if err != nil {
		return err
	}
	if (source[0] == "") != (by == ByRound) {
		return fmt.Errorf("evidence by %s has the source %q", by, source[0])
	}
	for _, p := range f.Parameters {
		if !slices.Contains(parameters, p) {
			return fmt.Errorf("no parameter %s, of which its evidence speaks", p)
		}
		if found[p].By != "" || by == ByOthers && slices.Contains(slight, p) {
			return fmt.Errorf("what fixes %s is known without %s", p, by)
		}
		found[p] = Evidence{Parameter: p, By: by, Source: source[0], Date: f.Date}
	}
	return nil
}

// chosenSeed is a flaw of all games with a committed server seed and a client seed.
const chosenSeed = "The commitment binds the site only if the player picks a new client seed after seeing it: under the " +
	"default client seed, or one that the site suggested, it could have searched for a server seed that favours it."
