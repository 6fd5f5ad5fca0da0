package sites_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// rounds are the public rounds of testdata/rounds.json.
type rounds struct {
	Spec          string
	Rounds        []round
	NotReproduced []round
	Chains        []struct {
		Site, Game, Name string // a published chain, or one of another name
		Alg              string
		Text             bool
		Hash, End        string
		Steps, Number    uint64
	}
}

type round struct {
	ID, Site, Game string
	Bet            sites.Bet
	Source, Kind   string
	Shows          string // what some step has, too
	Reason, Gives  string // of those not reproduced
}

func readRounds(t testing.TB) rounds {
	t.Helper()
	text, err := os.ReadFile("testdata/rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	var all rounds
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if all.Spec != "squaredeal/seedrng/sites v1" {
		t.Fatalf("spec %q", all.Spec)
	}
	return all
}

// Every round that was played or published comes out.
func TestRounds(t *testing.T) {
	all := readRounds(t)
	if n := len(all.Rounds) + len(all.Chains); n != 493 {
		t.Errorf("%d rounds, not 493", n)
	}
	for _, r := range all.Rounds {
		report, err := sites.Replay(r.Site, r.Game, r.Bet)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		if err := report.Err(); err != nil || report.Claim != sites.Agrees {
			t.Errorf("%s: %v, want %s: %v", r.ID, report.Result, r.Bet["result"], err)
		}
		if r.Bet["commitment"] != "" && report.Commitment != sites.Agrees {
			t.Errorf("%s: the commitment %v", r.ID, report.Commitment)
		}
		if r.Shows != "" && !slices.ContainsFunc(report.Steps, func(s sites.Step) bool { return strings.Contains(s.Text, r.Shows) }) {
			t.Errorf("%s: no step shows %s", r.ID, r.Shows)
		}
		if got := fast(t, r.Site, r.Game, r.Bet); !got.Result.Equal(report.Result) || got.Claim != report.Claim ||
			got.Commitment != report.Commitment {
			t.Errorf("%s: a Replayer has %v, Replay %v", r.ID, got, report.Result)
		}
	}
}

// games holds those of the sites, which Find makes anew each time.
var games = sync.OnceValue(func() map[string]sites.Game {
	games := make(map[string]sites.Game)
	for _, s := range sites.Sites() {
		for _, g := range s.Games {
			games[s.Name+" "+g.Name] = g
		}
	}
	return games
})

// fast replays a bet with a Replayer.
func fast(t testing.TB, site, game string, bet sites.Bet) sites.Report {
	t.Helper()
	g, ok := games()[site+" "+game]
	if !ok {
		t.Fatalf("there is no %s %s", site, game)
	}
	r, err := sites.NewReplayer(site, game)
	if err != nil {
		t.Fatal(err)
	}
	fields := make([]string, len(g.Fields))
	for i, f := range g.Fields {
		fields[i] = bet[f.Name]
	}
	out, err := r.Replay(fields)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Two rounds don't come out, for the reasons that the file gives.
func TestRoundsNotReproduced(t *testing.T) {
	all := readRounds(t)
	if len(all.NotReproduced) != 2 {
		t.Errorf("%d rounds aren't reproduced, not 2", len(all.NotReproduced))
	}
	for _, r := range all.NotReproduced {
		report, err := sites.Replay(r.Site, r.Game, r.Bet)
		if err != nil {
			t.Fatal(err)
		}
		if report.Claim == sites.Agrees || report.Result.String() != r.Gives {
			t.Errorf("%s gives %v, and its claim %v", r.ID, report.Result, report.Claim)
		}
	}
}

// Rounds fail if a seed is another: nine in ten of all changes show, and every field of
// every game has some. Coarse results, such as a wheel's, agree by chance.
func TestRoundsChanged(t *testing.T) {
	type key struct{ site, game, field string }
	changes, shown := make(map[key]int), make(map[key]int)
	for _, r := range readRounds(t).Rounds {
		for _, name := range []string{"server", "client", "hash", "salt", "drand", "audit", "nonce"} {
			if r.Bet[name] == "" || name == "salt" && r.Bet["hash"] == "" {
				continue
			}
			for i := range 12 {
				bet := maps.Clone(r.Bet)
				delete(bet, "commitment")
				text := []byte(bet[name])
				at := i * 7 % len(text)
				text[at] = "123456789"[i%9]
				bet[name] = string(text)
				if bet[name] == r.Bet[name] {
					continue
				}
				report, err := sites.Replay(r.Site, r.Game, bet)
				if err != nil {
					t.Fatalf("%s: %v", r.ID, err)
				}
				changes[key{r.Site, r.Game, name}]++
				if report.Claim != sites.Agrees {
					shown[key{r.Site, r.Game, name}]++
				}
			}
		}
	}
	all, some := 0, 0
	for k, n := range changes {
		all, some = all+n, some+shown[k]
		if shown[k] == 0 {
			t.Errorf("%v: none of %d changes shows", k, n)
		}
	}
	if some*10 < all*9 {
		t.Errorf("%d of %d changes show", some, all)
	}
}

// A seed that isn't the one committed to is found.
func TestRoundsCommitment(t *testing.T) {
	checked := 0
	for _, r := range readRounds(t).Rounds {
		if r.Bet["commitment"] == "" {
			continue
		}
		checked++
		bet := maps.Clone(r.Bet)
		c := []byte(bet["commitment"])
		c[5] = '0' + (c[5]+1)%10
		bet["commitment"] = string(c)
		report, err := sites.Replay(r.Site, r.Game, bet)
		if err != nil {
			t.Fatal(err)
		}
		if report.Commitment != sites.Differs || report.Err() == nil || !strings.Contains(report.Err().Error(), "commitment") {
			t.Errorf("%s: %v", r.ID, report.Err())
		}
	}
	if checked < 30 {
		t.Errorf("%d rounds with a commitment", checked)
	}
}

// Every chain's hash reaches its published end in the number of steps known.
func TestChains(t *testing.T) {
	for _, c := range readRounds(t).Chains {
		chain := sites.Chain{Alg: c.Alg, Text: c.Text, End: c.End}
		if c.Site != "" {
			g, err := sites.Find(c.Site, c.Game)
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(g.Chains, func(p sites.Chain) bool { return p.End == c.End }); i < 0 {
				t.Errorf("%s %s doesn't have the chain that ends in %s", c.Site, c.Game, c.End)
			} else {
				chain = g.Chains[i]
			}
		}
		w, err := sites.NewWalk(chain, c.Hash)
		if err != nil {
			t.Fatal(err)
		}
		if !long.Tests() && c.Steps > 400_000 {
			continue
		}
		for !w.Advance(100_000) {
		}
		if game := chain.First + w.Steps(); !w.Ended() || w.Steps() != c.Steps || w.Hash() != c.End || c.Number != 0 && game != c.Number {
			t.Errorf("%s %s: %d steps, game %d; want %d and %d", c.Site, c.Game, w.Steps(), game, c.Steps, c.Number)
		}
	}
}
