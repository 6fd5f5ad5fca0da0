package sites_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// The site's own bets of other times, and results with fewer digits.
func TestEras(t *testing.T) {
	const hash = "cc4a75236ecbc038c37729aa5ced461e36155319e88fa375c994933b6a42a0c4" // Roobet's game 1,273,934
	roobet := func(back string) sites.Bet { return sites.Bet{"hash": hash, "back": back} }
	result := func(game, back string) string {
		report, err := sites.Replay("roobet", game, roobet(back))
		if err != nil {
			t.Fatal(err)
		}
		return report.Result.String()
	}
	// The games before it, some of which end at 1.00 by one of the formulas only. (By that of
	// 2023, they have another salt.)
	fits := make(map[string]int)
	for i := range 300 {
		back := strconv.Itoa(i)
		for _, game := range []string{"crash", "crash-33"} {
			bet := roobet(back)
			bet["result"] = result(game, back)
			report, err := sites.Replay("roobet", "crash", bet)
			if err != nil {
				t.Fatal(err)
			}
			if report.Claim != sites.Agrees || !slices.Contains(report.Fits, game) || report.Result.String() != bet["result"] {
				t.Errorf("%s games back, %s: %v, fits %v", back, game, report.Claim, report.Fits)
			}
			fits[strings.Join(report.Fits, " ")]++
			if quick := fast(t, "roobet", "crash", bet); quick.Claim != sites.Agrees || quick.Game != report.Game {
				t.Errorf("%s games back, %s: a Replayer has %v by %s", back, game, quick.Claim, quick.Game)
			}
		}
	}
	if len(fits) < 3 || fits["crash crash-33"] < 500 {
		t.Errorf("%v", fits)
	}
}

// A result of another era is found, and one of none accuses nobody if an era isn't evidenced.
func TestErasOfStake(t *testing.T) {
	limbo := sites.Bet{"server": "a", "client": "a"}
	var old, now *sites.Report
	for nonce := 0; old == nil || old.Result.String() == now.Result.String(); nonce++ {
		limbo["nonce"] = strconv.Itoa(nonce)
		var err, err2 error
		old, err = sites.Replay("stake", "limbo-2020", limbo)
		now, err2 = sites.Replay("stake", "limbo", limbo)
		if err := errors.Join(err, err2); err != nil || nonce == 10_000 {
			t.Fatal(nonce, err)
		}
	}
	limbo["result"] = old.Result.String()
	report, err := sites.Replay("stake", "limbo", limbo)
	if err != nil || report.Claim != sites.Agrees || report.Game != "limbo-2020" ||
		!slices.Equal(report.Fits, []string{"limbo-2020"}) || report.Err() != nil {
		t.Errorf("%+v, %v", report, err)
	}
	limbo["result"] = "77.77"
	if report, err = sites.Replay("stake", "limbo", limbo); err != nil || report.Claim != sites.Differs || report.Game != "limbo" ||
		report.Fits != nil {
		t.Errorf("%+v, %v", report, err)
	}
	if err := report.Err(); !errors.Is(err, sites.ErrUnproven) || errors.Is(err, sites.ErrMismatch) ||
		!strings.Contains(err.Error(), "the formula as published at Kyran121/provably-fair-verifierform-stake") {
		t.Error(err)
	}
	// The old Primedice rolled 0 to 99.99 from SHA-512.
	report, err = sites.Replay("primedice", "dice",
		sites.Bet{"server": "293d5d2ddd365f54759283a8097ab2640cbe6f8864adc2b1b31e65c14c999f04", "client": "ClientSeedForDiceSites.com",
			"nonce": "1", "result": "61.18"})
	if err != nil || report.Claim != sites.Agrees || report.Game != "dice-2014" {
		t.Errorf("%+v, %v", report, err)
	}
	report, err = sites.Replay("primedice", "dice", sites.Bet{"server": "s", "client": "c", "nonce": "1", "result": "61.18"})
	if err != nil || !errors.Is(report.Err(), sites.ErrUnproven) {
		t.Errorf("%+v, %v", report, err)
	}
}

// Results are compared at the digits that are shown.
func TestDigits(t *testing.T) {
	replay := func(site, game string, bet sites.Bet, result string) (*sites.Report, sites.Verdict) {
		t.Helper()
		bet = with(bet, "result", result)
		report, err := sites.Replay(site, game, bet)
		if err != nil {
			t.Fatalf("%s %s %s: %v", site, game, result, err)
		}
		if quick := fast(t, site, game, bet); quick.Claim != report.Claim {
			t.Errorf("%s %s %s: %v, by a Replayer %v", site, game, result, report.Claim, quick.Claim)
		}
		return report, report.Claim
	}
	// The script that several have from CSGORoll's page, and another reading of it, whose
	// results have six digits.
	csgoroll := sites.Bet{"hash": "03423dcf7ad3b67ad5dd516cec8c2c512e4db941031242530bcaf714a42f66ef"}
	script, err := sites.Replay("csgoroll", "crash", csgoroll)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := sites.Replay("csgoroll", "crash-reader", csgoroll)
	if err != nil {
		t.Fatal(err)
	}
	long := reader.Result.String()
	if script.Result.String() != "1.19" || long != "1.194752" {
		t.Fatalf("%v and %v", script.Result, reader.Result)
	}
	if report, claim := replay("csgoroll", "crash", csgoroll, long); claim != sites.Agrees || report.Game != "crash-reader" {
		t.Errorf("%v of %s", claim, report.Game)
	}
	if _, claim := replay("csgoroll", "crash-reader", csgoroll, "1.1948"); claim != sites.AgreesAsShown {
		t.Error(claim)
	}
	if report, claim := replay("csgoroll", "crash", csgoroll, "1.25"); claim != sites.Differs || !errors.Is(report.Err(), sites.ErrUnproven) {
		t.Errorf("%v, %v", claim, report.Err())
	}
	for result, want := range map[string]sites.Verdict{
		"5.86": sites.Agrees, "5.860": sites.Agrees, "5.8": sites.AgreesAsShown, "5.9": sites.AgreesAsShown, "5": sites.AgreesAsShown,
		"6":   sites.AgreesAsShown,
		"5.7": sites.Differs, "7": sites.Differs, "5.80": sites.Differs, "5.87": sites.Differs,
	} {
		if report, claim := replay("stake", "dice", with(dice, "commitment", ""), result); claim != want ||
			(report.Err() != nil) != (want == sites.Differs) {
			t.Errorf("%s: %v, %v", result, claim, report.Err())
		}
	}
	// Five cards, and as many as were drawn.
	for _, r := range readRounds(t).Rounds {
		if r.Game != "videopoker" {
			continue
		}
		cards := strings.FieldsFunc(r.Bet["result"], func(c rune) bool { return c == ' ' || c == ',' })
		for n := 5; n <= len(cards); n++ {
			if _, claim := replay(r.Site, r.Game, r.Bet, strings.Join(cards[:n], " ")); claim != sites.Agrees {
				t.Errorf("%s, %d cards: %v", r.ID, n, claim)
			}
		}
		wrong := append([]string{cards[1], cards[0]}, cards[2:]...)
		if _, claim := replay(r.Site, r.Game, r.Bet, strings.Join(wrong, " ")); claim != sites.Differs {
			t.Errorf("%s, cards exchanged: %v", r.ID, claim)
		}
		if _, err := sites.Replay(r.Site, r.Game, with(r.Bet, "result", strings.Join(cards[:4], " "))); err == nil ||
			!strings.Contains(err.Error(), "has 4 values, not 5 to 10") {
			t.Error(err)
		}
	}
}

// Names are taken in any case, and by the title; diamonds may be orange; and an error has
// the names that exist.
func TestNames(t *testing.T) {
	bet := sites.Bet{"server": "s", "client": "c", "nonce": "4"}
	for _, name := range [][2]string{{"Stake", "dice"}, {"STAKE", "Dice"}, {"BC.Game", "coinflip"}, {"duel.com", "DICE"}} {
		b := bet
		if fold := strings.ToLower(name[0]); fold == "duel.com" {
			b = with(bet, "server", "ab")
		}
		if report, err := sites.Replay(name[0], name[1], b); err != nil || report.Site != strings.ToLower(report.Site) {
			t.Errorf("%v: %v", name, err)
		}
	}
	if _, err := sites.Replay("stake", "dice", with(bet, "colour", "red")); err == nil ||
		!strings.HasSuffix(err.Error(), "colour isn't a field of this game, which has server, client, nonce, commitment, result") {
		t.Error(err)
	}
	for _, r := range readRounds(t).Rounds {
		if r.Game == "diamonds" && strings.Contains(r.Bet["result"], "pink") {
			report, err := sites.Replay("stake", "diamonds", with(r.Bet, "result", strings.ReplaceAll(r.Bet["result"], "pink", "orange")))
			if err != nil || report.Claim != sites.Agrees {
				t.Errorf("%v, %v", report, err)
			}
			return
		}
	}
	t.Error("no diamond is pink")
}

// Nobody is called a cheat on a formula that isn't evidenced to be the site's.
func TestUnproven(t *testing.T) {
	proven, unproven := 0, 0
	for _, r := range readRounds(t).Rounds {
		g, err := sites.Find(r.Site, r.Game)
		if err != nil {
			t.Fatal(err)
		}
		bet := with(r.Bet, "commitment", "")
		for _, name := range []string{"server", "hash"} { // another seed, another result
			if text := bet[name]; text != "" && g.Name != "web" {
				bet[name] = text[1:] + text[:1]
			}
		}
		report, err := sites.Replay(r.Site, r.Game, bet)
		if err != nil || report.Claim != sites.Differs {
			continue
		}
		mismatch := errors.Is(report.Err(), sites.ErrMismatch)
		if mismatch != (g.Evidenced && report.Doubt == "") || mismatch == errors.Is(report.Err(), sites.ErrUnproven) {
			t.Errorf("%s: %v, evidenced %v", r.ID, report.Err(), g.Evidenced)
		}
		if mismatch {
			proven++
		} else {
			unproven++
		}
	}
	if proven < 60 || unproven < 40 {
		t.Errorf("%d proven, %d not", proven, unproven)
	}
	for key, want := range map[[2]string]bool{
		{"stake", "dice"}: true, {"stake", "primedice"}: true, {"primedice", "dice"}: false, {"stake", "crash"}: true,
		{"duel", "dice"}: true, {"bustabit", "crash"}: true, {"duckdice", "dice"}: true,
		{"stake", "limbo"}: false, {"stake", "limbo-2020"}: false, {"stake", "plinko"}: false, {"stake", "slide"}: true,
		{"stake", "pump"}: false, {"roobet", "crash"}: false, {"csgoroll", "crash"}: false, {"csgoempire", "roulette"}: false,
		{"csgoempire", "coinflip"}: false, {"winna", "plinko"}: false,
	} {
		if g, err := sites.Find(key[0], key[1]); err != nil || g.Evidenced != want || g.Published == "" {
			t.Errorf("%v: %v", key, g)
		}
	}
}

// The package exports fewer than 48 functions, methods and types.
func TestExported(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && exportedReceiver(d) {
					names = append(names, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() {
						names = append(names, s.Name.Name)
					}
				}
			}
		}
	}
	if len(names) >= 48 {
		t.Errorf("%d: %v", len(names), names)
	}
	t.Log(len(names), names)
}

// exportedReceiver reports whether a function is none of a type that callers don't see.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	of := d.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	return ast.IsExported(of.(*ast.Ident).Name)
}
