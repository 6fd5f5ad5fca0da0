package sites

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A tree is a definition as JSON has it.
type tree map[string]any

// treeOf returns the tree of a game's definition.
func treeOf(g *Game) (t tree) {
	text, err := json.Marshal(g.def)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		panic(err)
	}
	return t
}

// in returns an object of the tree, which it makes.
func (t tree) in(names ...string) tree {
	for _, name := range names {
		next, ok := t[name].(map[string]any)
		if !ok {
			next = make(map[string]any)
			t[name] = next
		}
		t = next
	}
	return t
}

// number returns a member.
func (t tree) number(name string) int64 {
	n, _ := t[name].(float64)
	return int64(n)
}

// define makes it a game's definition. Members that the kinds of numbers and map don't have are
// dropped.
func (t tree) define(g *Game) {
	numbers, kind := t["numbers"], t["map"]
	delete(t, "numbers")
	delete(t, "map")
	g.def = definition{}
	read(t, &g.def)
	g.def.Numbers.digestKind = kindOf(numbers, digestKinds)
	g.def.Map.mapKind = kindOf(kind, mapKinds)
	g.def.Map.takes(g.def.Numbers.digestKind)
}

func read(members, into any) {
	text, err := json.Marshal(members)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(err)
	}
}

func kindOf[K interface{ kind() string }](members any, kinds []func() K) K {
	name := members.(map[string]any)["kind"]
	i := slices.IndexFunc(kinds, func(k func() K) bool { return k().kind() == name })
	k := kinds[i]()
	read(members, k)
	return k
}

// Change sets a member of a game's definition, such as map.n.value.
func Change(g *Game, path string, value any) {
	t := treeOf(g)
	names := strings.Split(path, ".")
	t.in(names[:len(names)-1]...)[names[len(names)-1]] = value
	t.define(g)
}

// A mutant is a scheme with another value of one parameter.
type mutant struct {
	name   string
	change func(*Game)
}

// mutants are those of a parameter that a site might have had instead.
type mutants struct {
	game *Game
	all  []mutant
}

func mutantsOf(g *Game, parameter string) []mutant {
	m := mutants{game: g}
	object, name, _ := strings.Cut(parameter, ".")
	switch object {
	case "numbers":
		m.numbers(name)
	case "map":
		m.maps(name)
	case "form":
		m.forms(name)
	default:
		m.digests(parameter)
	}
	return m.all
}

func (m *mutants) add(name string, change func(t tree)) {
	m.all = append(m.all, mutant{name, func(g *Game) {
		t := treeOf(g)
		change(t)
		t.define(g)
	}})
}

// values sets a member to others than it has.
func (m *mutants) values(object, name string, others ...int64) {
	for _, v := range others {
		if v != treeOf(m.game).in(object).number(name) {
			m.add(fmt.Sprint(v), func(t tree) { t.in(object)[name] = v })
		}
	}
}

// kinds sets a kind to others.
func (m *mutants) kinds(object string, others ...string) {
	for _, k := range others {
		if k != treeOf(m.game).in(object)["kind"] {
			m.add(k, func(t tree) { t.in(object)["kind"] = k })
		}
	}
}

// digests are mutants of functions and templates.
func (m *mutants) digests(parameter string) {
	d := &m.game.def
	switch parameter {
	case "commitment":
		hashings(d.Commitment, func(name string, h hashing) { m.add(name, func(t tree) { t["commitment"] = h }) })
	case "derive":
		hashings(&d.Derive[0].Digest, func(name string, h hashing) {
			m.add(name, func(t tree) { t["derive"].([]any)[0].(map[string]any)["digest"] = h })
		})
	case "salt":
		m.all = append(m.all, mutant{"another", func(g *Game) {
			g.Fields = slices.Clone(g.Fields)
			i := slices.IndexFunc(g.Fields, func(f Field) bool { return f.Name == "salt" })
			g.Fields[i].Default = "1" + g.Fields[i].Default[1:]
		}})
	case "bytes":
		hashings(&d.Bytes, func(name string, h hashing) { m.add(name, func(t tree) { t["bytes"] = h }) })
	default:
		panic("no mutants of " + parameter)
	}
}

func (m *mutants) numbers(name string) {
	n := treeOf(m.game).in("numbers")
	kind := n["kind"].(string)
	switch name {
	case "kind":
		m.numberKinds(kind)
	case "ties":
		m.kinds("numbers", map[string]string{"words": "words-ceil", "words-ceil": "words"}[kind])
	case "start", "retry":
		m.values("numbers", name, n.number(name)+1)
	case "times":
		m.values("numbers", name, max(1, n.number(name))-1, n.number(name)+1)
	case "order":
		for i, v := range n[name].([]any)[1:] {
			m.add(fmt.Sprintf("places %d and %d exchanged", i, i+1), func(t tree) {
				order := t.in("numbers")[name].([]any)
				order[i], order[i+1] = v, order[i]
			})
		}
	case "fresh":
		m.add("the other", func(t tree) { t.in("numbers")["fresh"] = n["fresh"] != true })
	case "top":
		m.values("numbers", name, n.number("top")^1<<32^(1<<32-1))
	default:
		panic("no mutants of " + name)
	}
}

func (m *mutants) numberKinds(kind string) {
	switch kind {
	case "byte100":
		m.kinds("numbers", "words") // of a shuffle
	case "fields-mod":
		m.add("words", func(t tree) {
			t["numbers"], t["map"] = map[string]any{"kind": "words"}, map[string]any{"kind": "sums", "n": num{Value: 10_001}}
			t["bytes"] = hashing{Alg: algSHA256, Message: "{server}{client}"}
		})
	case "words-ceil": // words are numbers.ties
		m.kinds("numbers", "words-mod", "hex5", "rounded32", "hex15")
	case "reject": // words-mod are numbers.top
		m.kinds("numbers", "words", "hex5", "rounded32", "hex15")
	default:
		m.kinds("numbers", "words", "words-mod", "hex5", "rounded32", "hex15")
	}
}

func (m *mutants) maps(name string) {
	now := treeOf(m.game).in("map")
	v := now.number(name)
	switch name {
	case "kind":
		m.mapKinds()
	case "n", "count", "of", "groups":
		m.nums(name)
	case "first", "wrap", "factor", "across":
		m.values("map", name, v-1, v+1)
	case "forward", "place", "rounded":
		m.add("the other", func(t tree) { t.in("map")[name] = now[name] != true })
	case "each":
		for i, n := range now[name].([]any) {
			for _, off := range []float64{-1, 1} {
				m.add(fmt.Sprintf("%+v for value %d", off, i), func(t tree) { t.in("map")[name].([]any)[i] = n.(float64) + off })
			}
		}
	case "table", "steps":
		m.rows(name)
	case "numer":
		m.values("map", name, v-1, v+1, v-v/50, v+v/50)
	case "range":
		m.values("map", name, 1<<24, 1e8, 1<<26, 1<<32)
	case "divisor":
		for _, k := range []divisor{divXPlus1, divX, divFalling} {
			if string(k) != now[name] {
				m.add(string(k), func(t tree) { t.in("map")[name] = k })
			}
		}
	case "digits":
		m.values("map", name, 0, 6, 8, 9, 10)
	case "mod":
		m.values("map", name, 0, 20, 25, 33, 50, 101)
	case "min":
		m.values("map", name, 0, 100, 101)
	case "max":
		m.values("map", name, 0, 10*v, v/10)
	default:
		panic("no mutants of " + name)
	}
}

func (m *mutants) mapKinds() {
	switch d := m.game.def.Map.mapKind.(type) {
	case *sums:
		if d.several() { // one value isn't the first of a shuffled list
			m.kinds("map", "draw", "shuffle")
		}
	case *inverse:
		m.add("the integer of a linear one",
			func(t tree) { t["map"] = map[string]any{"kind": "sums", "n": num{Value: 100_00}, "count": d.Count} })
	case *inverse52:
		m.kinds("map", "bustabit1")
	case *bustabit1:
		m.add("inverse52", func(t tree) {
			t.in("map")["kind"], t.in("map")["numer"], t.in("map")["scale"] = "inverse52", 99, 0
		})
	case *percent:
		m.add("of 2^16", func(t tree) { t["map"] = map[string]any{"kind": "sums", "n": num{Value: 10_001}} })
	default:
		m.kinds("map", "sums", "draw", "shuffle")
	}
}

// nums are one more and one less.
func (m *mutants) nums(name string) {
	n := treeOf(m.game).in("map", name)
	by, ok := n["by"].(map[string]any)
	if !ok {
		m.add("one more", func(t tree) { t.in("map", name)["value"] = n.number("value") + 1 })
		if n.number("value") > 1 {
			m.add("one less", func(t tree) { t.in("map", name)["value"] = n.number("value") - 1 })
		}
		return
	}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		for _, off := range []int64{-1, 1} {
			if v := tree(by).number(key) + off; v > 0 {
				m.add(fmt.Sprintf("%+d for %s", off, key), func(t tree) { t.in("map", name, "by")[key] = v })
			}
		}
	}
}

// rows have one entry changed.
func (m *mutants) rows(name string) {
	all := treeOf(m.game).in("map", name)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		for i, v := range all[key].([]any) {
			other := v.(float64) + 1
			if name == "steps" {
				if other = v.(float64) - 1_000_000; i == 0 {
					continue
				}
			}
			m.add(fmt.Sprintf("entry %d of %q", i, key), func(t tree) { t.in("map", name)[key].([]any)[i] = other })
		}
	}
}

func (m *mutants) forms(name string) {
	f := &m.game.def.Form
	if name == "decimals" {
		m.values("form", name, int64(f.Decimals)+1, int64(f.Decimals)-1)
		return
	}
	for i := range f.Names[1:] {
		m.add(fmt.Sprintf("%s and %s exchanged", f.Names[i], f.Names[i+1]), func(t tree) {
			names := t.in("form")["names"].([]any)
			names[i], names[i+1] = names[i+1], names[i]
		})
	}
}

func isHMAC(a alg) bool { return strings.HasPrefix(string(a), "hmac") }

// hashings are others than h: another function, the key and the message exchanged, other
// separators, and text for decoded bytes and the other way round.
func hashings(h *hashing, add func(name string, h hashing)) {
	for _, a := range []alg{algSHA256, algSHA512, algHMAC256, algHMAC512} {
		hasKey := h.Key != "" || isHMAC(a) && isHMAC(h.Alg) // perhaps an empty one
		if a != h.Alg && isHMAC(a) == hasKey {
			add(string(a), hashing{a, h.Key, h.Message})
		}
	}
	if h.Key != "" {
		add("exchanged", hashing{h.Alg, h.Message, h.Key})
	}
	for _, separator := range []string{":", "-", "_", ",", "|"} {
		for _, other := range []string{"", "!"} {
			changed := hashing{h.Alg, separated(h.Key, separator, other), separated(h.Message, separator, other)}
			if changed != *h {
				add(fmt.Sprintf("%q for %q", other, separator), changed)
			}
		}
	}
	if strings.Contains(h.Key+h.Message, "{server}") {
		decoded := strings.NewReplacer("{server}", "{server:hex}")
		add("decoded", hashing{h.Alg, decoded.Replace(h.Key), decoded.Replace(h.Message)})
	}
	if strings.Contains(h.Key+h.Message, ":hex}") {
		text := strings.NewReplacer(":hex}", "}")
		add("text", hashing{h.Alg, text.Replace(h.Key), text.Replace(h.Message)})
	}
	if strings.Contains(h.Key+h.Message, ":utf8}") {
		text := strings.NewReplacer(":utf8}", ":hex}")
		add("bytes", hashing{h.Alg, h.Key, text.Replace(h.Message)})
	}
}

var (
	hideForms = strings.NewReplacer(":hex}", "\x00}", ":utf8}", "\x01}")
	showForms = strings.NewReplacer("\x00}", ":hex}", "\x01}", ":utf8}")
)

// separated is a text of a hashing with another separator, but the colons before forms as they are.
func separated(text, separator, other string) string {
	return showForms.Replace(strings.ReplaceAll(hideForms.Replace(text), separator, other))
}

// publicRound is a round of rounds.json.
type publicRound struct {
	ID, Site, Game string
	Bet            Bet
	Shows          string
}

// comesOut reports whether a public round comes out by a scheme.
func (p publicRound) comesOut(plan *scheme) (ok bool) {
	defer func() {
		if recover() != nil { // a table is too short, and the like
			ok = false
		}
	}()
	r := newRun(plan)
	r.tracing = p.Shows != ""
	if err := r.load(p.Bet, false); err != nil {
		return false
	}
	var out Report
	if err := r.replay(&out); err != nil || out.Claim != Agrees || out.Commitment == Differs {
		return false
	}
	return p.Shows == "" || slices.ContainsFunc(out.Steps, func(s Step) bool { return strings.Contains(s.Text, p.Shows) })
}

// A pair is a server seed of a site, and its commitment.
type pair struct{ Site, Server, Commitment string }

// comesOut reports whether a scheme commits to the seed so, in a bet whose other fields are whatever they can be. It doesn't if its
// commitment has other fields, too.
func (p pair) comesOut(plan *scheme) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	bet := Bet{"server": p.Server, "commitment": p.Commitment}
	for _, f := range plan.game.Fields {
		if bet[f.Name] != "" || f.Optional || f.Default != "" {
			continue
		}
		switch f.Kind {
		case KindChoice:
			bet[f.Name] = f.Choices[0]
		case KindNumber:
			bet[f.Name] = fmt.Sprint(f.Min)
		default:
			bet[f.Name] = strings.Repeat("0", int(2*f.Min))
		}
	}
	r := newRun(plan)
	if err := r.load(bet, false); err != nil {
		return false
	}
	var out Report
	return r.replay(&out) == nil && out.Commitment == Agrees
}

// A public is rounds.json, what sites and their players have published.
type public struct {
	Rounds []publicRound
	Chains []struct{ Site, Game, Hash string }
	Pairs  []pair
}

func readPublic(t *testing.T) (p public) {
	text, err := os.ReadFile("testdata/rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// A publicGame is a game with what is published of it.
type publicGame struct {
	site    *Site
	game    *Game
	rounds  []publicRound
	pairs   []pair // if its bets have a commitment
	chained bool   // a published chain fixes how hashes follow from each other: another way never ends
}

func (p public) of(site *Site, g *Game) publicGame {
	return publicGame{site, g, p.roundsOf(site, g), p.pairsOf(site, g), p.chained(site, g)}
}

// roundsOf returns a game's rounds, without what a bet may as well leave out.
func (p public) roundsOf(site *Site, g *Game) (rounds []publicRound) {
	for _, r := range p.Rounds {
		if r.Site != site.Name || r.Game != g.Name {
			continue
		}
		for _, f := range g.Fields {
			if r.Bet[f.Name] == f.Default {
				delete(r.Bet, f.Name)
			}
		}
		rounds = append(rounds, r)
	}
	return rounds
}

func (p public) pairsOf(site *Site, g *Game) (pairs []pair) {
	if g.def.Commitment == nil {
		return nil
	}
	plan := compile(site, g)
	for _, p := range p.Pairs {
		if p.Site == site.Name && p.comesOut(plan) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

func (p public) chained(site *Site, g *Game) bool {
	return slices.ContainsFunc(p.Chains, func(c struct{ Site, Game, Hash string }) bool {
		return c.Site == site.Name && c.Game == g.Name
	})
}

// refutes reports whether something that is published doesn't come out by a scheme which has another
// value of a parameter.
func (g publicGame) refutes(plan *scheme, parameter string) bool {
	return slices.ContainsFunc(g.rounds, func(r publicRound) bool { return !r.comesOut(plan) }) ||
		parameter == "commitment" && slices.ContainsFunc(g.pairs, func(p pair) bool { return !p.comesOut(plan) }) ||
		parameter == "derive" && g.chained
}

// unnoticed returns the mutants of a parameter that nothing refutes, and how many mutants there are.
func (g publicGame) unnoticed(parameter string) (names []string, all int) {
	mutants := mutantsOf(g.game, parameter)
	for _, m := range mutants {
		other := *g.game
		m.change(&other)
		if err := other.def.check(); err != nil { // that it gives nothing shows nothing
			names = append(names, fmt.Sprintf("%s: no scheme: %v", m.name, err))
		} else if !g.refutes(compile(g.site, &other), parameter) {
			names = append(names, m.name)
		}
	}
	return names, len(mutants)
}

// test checks what the table says of a parameter.
func (g publicGame) test(t *testing.T, e Evidence) {
	key := g.site.Name + "/" + g.game.Name
	unnoticed, all := g.unnoticed(e.Parameter)
	if all == 0 {
		t.Fatalf("%s: no mutant of %s", key, e.Parameter)
	}
	if (len(unnoticed) == 0) != (e.By == ByRound) {
		t.Errorf("%s, %s: fixed by %s; unnoticed are %d of %d: %.100q", key, e.Parameter, e.By, len(unnoticed), all, unnoticed)
	}
	isSlight := slices.Contains(slight, e.Parameter) && e.By != ByRound && e.By != BySite
	if isSlight != (e.By == BySlight) {
		t.Errorf("%s, %s: fixed by %s", key, e.Parameter, e.By)
	}
	if sourced := e.By == BySite || e.By == ByOthers; sourced != (e.Source != "") {
		t.Errorf("%s, %s: fixed by %s, source %q", key, e.Parameter, e.By, e.Source)
	}
}

// What the table says of each parameter is so: those that it says a public round fixes, and
// no others, are those of which every mutant fails some round.
func TestEvidence(t *testing.T) {
	published := readPublic(t)
	counts := make(map[Basis]int)
	paired := make(map[string]bool)
	for _, site := range Sites() {
		for i := range site.Games {
			g := published.of(&site, &site.Games[i])
			for _, e := range g.game.Evidence {
				counts[e.By]++
				g.test(t, e)
			}
			for _, p := range g.pairs {
				paired[p.Server] = true
			}
		}
	}
	t.Logf("parameters: %v", counts)
	for _, p := range published.Pairs {
		if !paired[p.Server] {
			t.Errorf("%s: no game commits to %s as %s", p.Site, p.Server, p.Commitment)
		}
	}
}

// Numbering is a parameter of every game whose values are whole numbers without names or a
// table. Every definition is read as it is written, and refused with a member that its kinds
// don't have.
func TestParameters(t *testing.T) {
	whole := 0
	for _, site := range Sites() {
		for i := range site.Games {
			g := &site.Games[i]
			key := site.Name + "/" + g.Name
			numbered := slices.ContainsFunc(g.Evidence, func(e Evidence) bool { return e.Parameter == "map.first" })
			_, listed := treeOf(g).in("map")["table"]
			if f := &g.def.Form; f.whole() && !listed {
				whole++
				if !numbered {
					t.Errorf("%s: map.first isn't a parameter", key)
				}
			} else if numbered && treeOf(g).in("map").number("first") == 0 || f.Places != "" && !f.whole() {
				t.Errorf("%s: map.first is a parameter, or it has places, of %+v", key, f)
			}

			text, err := json.Marshal(g.def)
			if err != nil {
				t.Fatal(err)
			}
			var again definition
			if err := errors.Join(json.Unmarshal(text, &again), again.check()); err != nil || !reflect.DeepEqual(again, g.def) {
				t.Errorf("%s: %s is read as %+v, %v", key, text, again, err)
			}
			for _, object := range []string{`"numbers":{`, `"map":{`} {
				if err := json.Unmarshal([]byte(strings.Replace(string(text), object, object+`"colour":1,`, 1)), &again); err == nil {
					t.Errorf("%s: a colour of %s is taken", key, object)
				}
			}
		}
	}
	if whole < 15 {
		t.Errorf("%d games of whole numbers", whole)
	}
	for _, text := range []string{`{}`, `{"kind":"hexagons"}`, `{"kind":1}`, `[]`} {
		if new(numbering).UnmarshalJSON([]byte(text)) == nil || new(mapping).UnmarshalJSON([]byte(text)) == nil {
			t.Errorf("%s is taken", text)
		}
	}
}
