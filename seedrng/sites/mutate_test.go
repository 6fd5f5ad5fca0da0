package sites

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// A mutant is a scheme with another value of one parameter.
type mutant struct {
	name   string
	change func(*Game)
}

// mutants are those of a parameter that a site might have had instead.
func mutants(g *Game, parameter string) (all []mutant) {
	add := func(name string, change func(d *definition)) {
		all = append(all, mutant{name, func(g *Game) { change(&g.def) }})
	}
	number := func(get func(*definition) *num) {
		n := get(&g.def)
		if n.By == nil {
			add("one more", func(d *definition) { get(d).Value++ })
			if n.Value > 1 {
				add("one less", func(d *definition) { get(d).Value-- })
			}
			return
		}
		for _, key := range slices.Sorted(maps.Keys(n.By)) {
			for _, by := range []int64{-1, 1} {
				if n.By[key]+by < 1 {
					continue
				}
				add(fmt.Sprintf("%+d for %s", by, key), func(d *definition) {
					get(d).By = maps.Clone(get(d).By)
					get(d).By[key] += by
				})
			}
		}
	}
	integers := func(get func(*definition) *int64, others ...int64) {
		for _, v := range others {
			if v != *get(&g.def) && v >= 0 {
				add(fmt.Sprint(v), func(d *definition) { *get(d) = v })
			}
		}
	}
	d := &g.def
	switch parameter {
	case "commitment":
		hashings(d.Commitment, func(name string, h hashing) { add(name, func(d *definition) { d.Commitment = &h }) })
	case "derive":
		hashings(&d.Derive[0].Digest, func(name string, h hashing) {
			add(name, func(d *definition) {
				d.Derive = slices.Clone(d.Derive)
				d.Derive[0].Digest = h
			})
		})
	case "salt":
		all = append(all, mutant{"another", func(g *Game) {
			g.Fields = slices.Clone(g.Fields)
			i := slices.IndexFunc(g.Fields, func(f Field) bool { return f.Name == "salt" })
			g.Fields[i].Default = "1" + g.Fields[i].Default[1:]
		}})
	case "bytes":
		hashings(&d.Bytes, func(name string, h hashing) { add(name, func(d *definition) { d.Bytes = h }) })
	case "numbers.kind":
		kinds := []numberKind{byWords, byWordsMod, byHex5, byRounded32, byHex15}
		if d.Numbers.Kind == byWordsCeil {
			kinds = kinds[1:] // that is numbers.ties
		}
		for _, k := range kinds {
			if k == byWordsMod && d.Numbers.Kind == byReject {
				continue // that is numbers.top
			}
			if k != d.Numbers.Kind && d.Numbers.Kind != byByte100 && d.Numbers.Kind != byFieldsMod {
				add(string(k), func(d *definition) { d.Numbers.Kind = k })
			}
		}
		if d.Numbers.Kind == byByte100 {
			add("words of a shuffle", func(d *definition) { d.Numbers.Kind = byWords })
		}
		if d.Numbers.Kind == byFieldsMod {
			add("words", func(d *definition) {
				d.Numbers.Kind, d.Map.Kind, d.Map.N.Value = byWords, mapSums, 10_001
				d.Bytes = hashing{Alg: algSHA256, Message: "{server}{client}"}
			})
		}
	case "numbers.ties":
		add("the other way", func(d *definition) {
			d.Numbers.Kind = map[numberKind]numberKind{byWords: byWordsCeil, byWordsCeil: byWords}[d.Numbers.Kind]
		})
	case "numbers.start":
		add("one more", func(d *definition) { d.Numbers.Start++ })
	case "numbers.fresh":
		add("the other", func(d *definition) { d.Numbers.Fresh = !d.Numbers.Fresh })
	case "numbers.top":
		add("the other", func(d *definition) { d.Numbers.Top ^= 1<<32 ^ (1<<32 - 1) })
	case "numbers.retry":
		add("one more", func(d *definition) { d.Numbers.Retry++ })
	case "map.kind":
		for _, k := range []mapKind{mapSums, mapDraw, mapShuffle, mapInverse52, mapBustabit1, mapPercent} {
			kin := func(k mapKind) bool { return k == mapInverse52 || k == mapBustabit1 }
			if k == d.Map.Kind || kin(k) != kin(d.Map.Kind) || d.Map.Kind == mapInverse || (k == mapPercent) != (d.Map.Kind == mapPercent) {
				continue
			}
			if k == mapDraw && (d.Map.N.Value > 1000 || d.Map.N.Field == "events") {
				continue // one of very many: the same
			}
			if n := &d.Map; n.Kind == mapSums && n.Count.Value <= 1 && n.Count.Field == "" && n.Of.Value <= 1 && n.Of.Field == "" && k == mapShuffle {
				continue // one value isn't the first of a shuffled list
			}
			add(string(k), func(d *definition) {
				d.Map.Kind = k
				if k == mapInverse52 {
					d.Map.Numer, d.Map.Scale = 99, 0
				}
			})
		}
		if d.Map.Kind == mapInverse {
			add("the integer of a linear one", func(d *definition) { d.Map.Kind, d.Map.N.Value = mapSums, 100_00 })
		}
		if d.Map.Kind == mapPercent {
			add("of 2^16", func(d *definition) { d.Map.Kind, d.Map.N.Value = mapSums, 10_001 })
		}
	case "map.n":
		number(func(d *definition) *num { return &d.Map.N })
	case "map.count":
		number(func(d *definition) *num { return &d.Map.Count })
	case "map.of":
		number(func(d *definition) *num { return &d.Map.Of })
	case "map.groups":
		number(func(d *definition) *num { return &d.Map.Groups })
	case "map.first":
		add("one less", func(d *definition) { d.Map.First-- })
		add("one more", func(d *definition) { d.Map.First++ })
	case "map.wrap":
		integers(func(d *definition) *int64 { return &d.Map.Wrap }, d.Map.Wrap-1, d.Map.Wrap+1)
	case "map.forward":
		add("the other", func(d *definition) { d.Map.Forward = !d.Map.Forward })
	case "map.place":
		add("the other", func(d *definition) { d.Map.Place = !d.Map.Place })
	case "map.table":
		for _, key := range slices.Sorted(maps.Keys(d.Map.Table)) {
			for i := range d.Map.Table[key] {
				add(fmt.Sprintf("entry %d of %q", i, key), func(d *definition) {
					d.Map.Table = maps.Clone(d.Map.Table)
					d.Map.Table[key] = slices.Clone(d.Map.Table[key])
					d.Map.Table[key][i]++
				})
			}
		}
	case "map.steps":
		for _, key := range slices.Sorted(maps.Keys(d.Map.Steps)) {
			for i := range d.Map.Steps[key][1:] {
				add(fmt.Sprintf("step %d of %q", i+1, key), func(d *definition) {
					d.Map.Steps = maps.Clone(d.Map.Steps)
					d.Map.Steps[key] = slices.Clone(d.Map.Steps[key])
					d.Map.Steps[key][i+1] -= 1_000_000
				})
			}
		}
	case "map.numer":
		v := d.Map.Numer
		integers(func(d *definition) *int64 { return &d.Map.Numer }, v-1, v+1, v-v/50, v+v/50)
	case "map.range":
		for _, n := range []uint64{1 << 24, 1e8, 1 << 26, 1 << 32} {
			if n != d.Map.Range {
				add(power(n), func(d *definition) { d.Map.Range = n })
			}
		}
	case "map.divisor":
		for _, k := range []divisor{divXPlus1, divX, divFalling} {
			if k != d.Map.Divisor {
				add(string(k), func(d *definition) { d.Map.Divisor = k })
			}
		}
	case "map.digits":
		for _, n := range []int{0, 6, 8, 9, 10} {
			if n != d.Map.Digits {
				add(fmt.Sprint(n), func(d *definition) { d.Map.Digits = n })
			}
		}
	case "map.mod":
		integers(func(d *definition) *int64 { return &d.Map.Mod }, 0, 20, 25, 33, 50, 101)
	case "map.factor":
		integers(func(d *definition) *int64 { return &d.Map.Factor }, d.Map.Factor-1, d.Map.Factor+1)
	case "map.min":
		integers(func(d *definition) *int64 { return &d.Map.Min }, 0, 100, 101)
	case "map.max":
		integers(func(d *definition) *int64 { return &d.Map.Max }, 0, 10*d.Map.Max, d.Map.Max/10)
	case "form.decimals":
		add("one more", func(d *definition) { d.Form.Decimals++ })
		add("one less", func(d *definition) { d.Form.Decimals-- })
	case "form.names":
		for i := range d.Form.Names[1:] {
			add(fmt.Sprintf("%s and %s exchanged", d.Form.Names[i], d.Form.Names[i+1]), func(d *definition) {
				d.Form.Names = slices.Clone(d.Form.Names)
				d.Form.Names[i], d.Form.Names[i+1] = d.Form.Names[i+1], d.Form.Names[i]
			})
		}
	default:
		panic("no mutants of " + parameter)
	}
	return all
}

// hashings are others than h: another function, the key and the message exchanged, other
// separators, and text for decoded bytes and the other way round.
func hashings(h *hashing, add func(name string, h hashing)) {
	for _, a := range []alg{algSHA256, algSHA512, algHMAC256, algHMAC512} {
		if a != h.Alg && (strings.HasPrefix(string(a), "hmac") == (h.Key != "") || h.Key == "" && strings.HasPrefix(string(h.Alg), "hmac") == strings.HasPrefix(string(a), "hmac")) {
			add(string(a), hashing{a, h.Key, h.Message})
		}
	}
	if h.Key != "" {
		add("exchanged", hashing{h.Alg, h.Message, h.Key})
	}
	for _, separator := range []string{":", "-", "_", ",", "|"} {
		for _, other := range []string{"", "!"} {
			if strings.Contains(strings.ReplaceAll(strings.ReplaceAll(h.Key+h.Message, ":hex}", "}"), ":utf8}", "}"), separator) {
				replace := func(s string) string {
					s = strings.ReplaceAll(s, ":hex}", "\x00}")
					s = strings.ReplaceAll(s, ":utf8}", "\x01}")
					s = strings.ReplaceAll(s, separator, other)
					return strings.ReplaceAll(strings.ReplaceAll(s, "\x00}", ":hex}"), "\x01}", ":utf8}")
				}
				add(fmt.Sprintf("%q for %q", other, separator), hashing{h.Alg, replace(h.Key), replace(h.Message)})
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
	out, err := r.replay()
	if err != nil || out.Claim != Agrees || out.Commitment == Differs {
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
		case kindChoice:
			bet[f.Name] = f.Choices[0]
		case kindNumber:
			bet[f.Name] = fmt.Sprint(f.Min)
		default:
			bet[f.Name] = strings.Repeat("0", int(2*f.Min))
		}
	}
	r := newRun(plan)
	if err := r.load(bet, false); err != nil {
		return false
	}
	out, err := r.replay()
	return err == nil && out.Commitment == Agrees
}

// What the table says of each parameter is so: those that it says a public round fixes, and
// no others, are those of which every mutant fails some round.
func TestEvidence(t *testing.T) {
	text, err := os.ReadFile("testdata/rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rounds []publicRound
		Chains []struct{ Site, Game, Hash string }
		Pairs  []pair
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	paired := make(map[string]bool)
	for _, site := range Sites() {
		for i := range site.Games {
			g := &site.Games[i]
			key := site.Name + "/" + g.Name
			var rounds []publicRound
			for _, r := range file.Rounds {
				if r.Site == site.Name && r.Game == g.Name {
					for _, f := range g.Fields { // what a bet leaves out is as good
						if r.Bet[f.Name] == f.Default {
							delete(r.Bet, f.Name)
						}
					}
					rounds = append(rounds, r)
				}
			}
			// So does a pair of a seed and its commitment, for games that have it.
			var pairs []pair
			if g.def.Commitment != nil {
				plan := compile(&site, g)
				for _, p := range file.Pairs {
					if p.Site == site.Name && p.comesOut(plan) {
						pairs = append(pairs, p)
						paired[p.Server] = true
					}
				}
			}
			// A published chain fixes how hashes follow from each other: another way never ends.
			chained := slices.ContainsFunc(file.Chains, func(c struct{ Site, Game, Hash string }) bool { return c.Site == site.Name && c.Game == g.Name })
			for _, e := range g.Evidence {
				counts[e.By]++
				all := mutants(g, e.Parameter)
				if len(all) == 0 {
					t.Fatalf("%s: no mutant of %s", key, e.Parameter)
				}
				var unnoticed []string
				for _, m := range all {
					other := *g
					m.change(&other)
					plan := compile(&site, &other)
					if !slices.ContainsFunc(rounds, func(r publicRound) bool { return !r.comesOut(plan) }) &&
						!(e.Parameter == "commitment" && slices.ContainsFunc(pairs, func(p pair) bool { return !p.comesOut(plan) })) && !(chained && e.Parameter == "derive") {
						unnoticed = append(unnoticed, m.name)
					}
				}
				if (len(unnoticed) == 0) != (e.By == byRound) {
					t.Errorf("%s, %s: fixed by %s; unnoticed are %d of %d: %.100q", key, e.Parameter, e.By, len(unnoticed), len(all), unnoticed)
				}
				if os.Getenv("LEFT") != "" && len(unnoticed) > 0 {
					t.Logf("LEFT %s (%d) %s [%s]: %d of %d: %.90q", key, len(rounds), e.Parameter, e.By, len(unnoticed), len(all), unnoticed)
				}
				if (e.By == bySlight) != (slices.Contains(slight, e.Parameter) && e.By != byRound && e.By != bySite) {
					t.Errorf("%s, %s: fixed by %s", key, e.Parameter, e.By)
				}
				if (e.By == bySite || e.By == byOthers) && e.Source == "" || e.By != bySite && e.By != byOthers && e.Source != "" {
					t.Errorf("%s, %s: fixed by %s, source %q", key, e.Parameter, e.By, e.Source)
				}
			}
		}
	}
	t.Logf("parameters: %v", counts)
	for _, p := range file.Pairs {
		if !paired[p.Server] {
			t.Errorf("%s: no game commits to %s as %s", p.Site, p.Server, p.Commitment)
		}
	}
}
