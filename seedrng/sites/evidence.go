package sites

import (
	"path"
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

// A rule says what fixes parameters of games that no public round fixes.
type rule struct {
	games      string // a pattern of site/game
	parameters string // separated by spaces; * is all but the commitment
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
		if (e.By == byOthers || e.By == byNothing) && slices.Contains(slight, p) {
			e = Evidence{Parameter: p, By: bySlight}
		}
		all = append(all, e)
	}
	published = g.Sources[0]
	for _, by := range []string{bySite, byOthers} { // the weakest is what a verdict names
		for _, e := range all {
			if e.By == by && e.Parameter != "commitment" {
				published = e.Source
				if e.Date != "" {
					published += " (" + e.Date + ")"
				}
				break
			}
		}
	}
	return all, published
}

// ruleOf returns the first rule of a parameter.
func ruleOf(key, parameter string) *rule {
	for i := range rules {
		r := &rules[i]
		if ok, _ := path.Match(r.games, key); ok && (strings.HasPrefix(r.parameters, "*") && parameter != "commitment" || slices.Contains(strings.Fields(r.parameters), parameter)) {
			return r
		}
	}
	return nil
}

var fixedByRounds = map[string]string{
	"stake/dice":             "commitment bytes numbers.kind numbers.start map.n form.decimals",
	"stake/limbo":            "commitment bytes numbers.start map.kind map.numer form.decimals",
	"stake/limbo-2020":       "commitment bytes numbers.start map.kind map.numer map.range map.divisor form.decimals",
	"stake/plinko":           "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n form.decimals",
	"stake/wheel":            "commitment numbers.start form.decimals",
	"stake/roulette":         "commitment bytes numbers.start map.n map.first",
	"stake/diamonds":         "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count form.names",
	"stake/keno":             "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count map.first",
	"stake/mines":            "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.first",
	"stake/moles":            "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.first",
	"stake/dragontower":      "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.groups map.first",
	"stake/blackjack":        "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/hilo":             "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/baccarat":         "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/videopoker":       "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n",
	"stake/flip":             "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n form.names",
	"stake/rps":              "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n form.names",
	"stake/snakes":           "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.count map.of map.first",
	"stake/drill":            "commitment bytes numbers.start numbers.fresh map.kind map.count map.numer map.divisor form.decimals",
	"stake/pump":             "commitment bytes numbers.kind numbers.start numbers.fresh map.kind form.decimals",
	"stake/chicken":          "commitment bytes numbers.kind numbers.start numbers.fresh map.kind form.decimals",
	"stake/crash":            "bytes map.kind map.numer form.decimals",
	"stake/slide":            "bytes map.kind map.numer form.decimals",
	"stake/zoo":              "bytes numbers.kind map.kind map.n map.count",
	"stake/cases":            "commitment bytes numbers.start form.decimals",
	"stake/bars":             "commitment bytes numbers.kind numbers.start numbers.fresh map.count form.decimals",
	"stake/tarot":            "commitment bytes numbers.kind numbers.start numbers.fresh map.count form.decimals",
	"primedice/dice":         "bytes numbers.kind numbers.start map.n form.decimals",
	"primedice/dice-2014":    "bytes numbers.kind map.n form.decimals",
	"bitsler/dice":           "bytes numbers.kind map.n form.decimals",
	"bitsler/twist":          "bytes numbers.kind map.n map.first",
	"bitsler/limbo":          "bytes map.kind map.numer form.decimals",
	"bitsler/blast":          "derive",
	"duckdice/dice":          "bytes numbers.kind map.n form.decimals",
	"windice/dice":           "bytes numbers.kind map.n form.decimals",
	"cryptogames/dice":       "bytes numbers.kind map.n form.decimals",
	"cryptogames/videopoker": "commitment bytes numbers.kind map.n map.count",
	"wolfbet/dice":           "bytes numbers.kind map.n form.decimals",
	"wolfbet/limbo":          "bytes map.kind map.numer form.decimals",
	"bitvest/dice":           "bytes numbers.kind form.decimals",
	"bustabit/crash":         "derive salt bytes map.kind map.numer form.decimals",
	"bustabit/crash-v2":      "derive salt bytes map.kind map.numer form.decimals",
	"bustadice/dice":         "derive bytes map.kind map.numer form.decimals",
	"roobet/crash":           "derive salt bytes map.kind form.decimals",
	"csgoroll/crash":         "derive",
	"duel/dice":              "commitment bytes numbers.kind map.n map.first",
	"duel/mines":             "commitment bytes numbers.kind numbers.start map.kind map.n map.first map.forward",
	"duel/beef":              "commitment bytes numbers.kind numbers.start map.kind map.n map.first map.forward",
	"duel/videopoker":        "commitment bytes numbers.kind numbers.start map.kind map.n map.forward",
	"duel/blackjack":         "commitment bytes numbers.kind numbers.start map.kind map.n",
	"duel/plinko":            "commitment bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.first",
	"duel/crash":             "commitment bytes map.kind map.numer map.divisor form.decimals",
	"duel/castle":            "commitment bytes numbers.kind map.n map.first",
	"liqd/dice":              "commitment bytes numbers.kind numbers.start map.n form.decimals",
	"liqd/plinko":            "commitment bytes numbers.kind numbers.start map.kind map.n form.names",
	"liqd/mines":             "commitment bytes numbers.kind numbers.start map.kind map.n map.first map.forward",
	"liqd/blackjack":         "commitment bytes numbers.kind map.kind map.wrap map.forward map.place",
	"bcgame/crash":           "derive salt bytes map.kind map.numer form.decimals",
	"bcgame/coinflip":        "bytes numbers.kind numbers.start numbers.fresh map.kind map.n map.first",
	"freebitcoin/multiply":   "commitment bytes map.first",
	"skinclub/case":          "commitment bytes numbers.kind map.n map.first",
	"skinclub/battle":        "bytes numbers.kind map.n map.first",
	"csgoskins/case":         "commitment bytes numbers.kind map.n map.first",
	"satoshidice/web":        "commitment numbers.kind map.kind form.decimals",
}

const (
	stakePage     = "stake.com/provably-fair/game-events"
	stakeCopies   = "undated; in several stored copies"
	stakeTests    = "provably-fair-betting/verifierform-stake"
	kyran         = "Kyran121/provably-fair-verifierform-stake"
	kyranDate     = "May 2025 to March 2026"
	seedingStake  = "bitcointalk.org topic 5162888, Stake's seeding event of crash"
	gamblerBotSrc = "Seuntjie900/Gambler.Bot.Core"
	auditors      = "ProvablyFair-org, the auditors' verifiers"
)

// rules are in order of precedence.
var rules = []rule{
	{"stake/limbo", "map.min", bySite, stakePage, stakeCopies},
	{"stake/limbo", "map.range map.divisor", byOthers, kyran + ": 16777216/(⌊f·16777216⌋ + 1)", kyranDate},
	{"stake/limbo-2020", "map.min", bySite, stakePage, stakeCopies},
	{"stake/crash", "map.range map.divisor map.min", bySite, seedingStake, "July 2019"},
	{"stake/slide", "map.range map.divisor map.min", byOthers, stakeTests, "2025"},
	{"stake/wheel", "bytes numbers.kind map.n map.table", bySite, stakePage, stakeCopies},
	{"stake/roulette", "numbers.kind", bySite, stakePage, stakeCopies},
	{"stake/dragontower", "map.n map.count", bySite, stakePage, stakeCopies},
	{"stake/blackjack", "form.names", bySite, stakePage, stakeCopies},
	{"stake/hilo", "form.names", bySite, stakePage, stakeCopies},
	{"stake/baccarat", "form.names map.count", bySite, stakePage, stakeCopies},
	{"stake/videopoker", "form.names map.count", bySite, stakePage, stakeCopies},
	{"stake/moles", "*", byOthers, kyran, kyranDate},
	{"stake/*", "*", byOthers, stakeTests, "2025 and 2026"},
	{"primedice/dice-2014", "commitment", bySite, "primedice.com, provably fair, quoted at bitbin.it/eb8HtNeF", "before 2019"},
	{"bitsler/blast", "*", bySite, "blog.bitsler.com/post/blast-relaunch-67 and -68", "2021 and 2022"},
	{"duckdice/dice", "commitment", bySite, "help.duckdice.io, article 360000729033", "undated"},
	{"lngames/dice", "* commitment", bySite, "lngamesnet/ProvablyFair", ""},
	{"betbtc/dice", "*", byOthers, diceBot, ""},
	{"bustabit/crash-v2", "map.min map.digits", bySite, "just-dice.com/misc/signing-event-2.txt, bustabit's second seeding event", "January 2018"},
	{"bustabit/crash", "map.min map.digits", bySite, "bustabit's third seeding event (bitcointalk.org topic 5485695) and its verifier", "February 2024"},
	{"bustabit/crash-v1", "*", bySite, "bustabit/v1-gameserver, server/lib.js", "2014"},
	{"bustadice/dice", "*", bySite, "bustadice/verifier, bustadice.go", ""},
	{"roobet/crash", "*", byOthers, "r/crashgambling: Analyzing Code in Roobet -- Is Roobet's House Edge 6%?, and scripts", "7 November 2021"},
	{"roobet/crash-2023", "*", byOthers, "IsiraUdaththa/Roobet-Crash-Analysis, index-checkpoint.js", "after August 2023"},
	{"roobet/crash-33", "*", byOthers, "other scripts with the same salt and chain", "undated"},
	{"csgoroll/crash", "*", byOthers, "scripts with INSTANT_CRASH_PERCENTAGE = 6.66, said to be the site's", "undated"},
	{"csgoroll/crash-reader", "*", byOthers, "nejchi31/chain_reader_csgoroll, chain_reader.py", "2022"},
	{"duel/*", "*", byOthers, auditors, "January to April 2026"},
	{"liqd/*", "*", byOthers, auditors + " of the site before its launch", "August 2026"},
	{"winna/plinko", "*", byOthers, "ProvablyFair-org/winna-plinko", "March 2026"},
	{"bcgame/crash", "*", byOthers, "scripts with BC.Game's salt and X.toPrecision(9)", "undated"},
	{"bcgame/limbo", "*", bySite, "intercom.help/bcgame-faq-center, article 9214399", "undated"},
	{"bcgame/hashdice", "*", byOthers, diceBot, ""},
	{"freebitcoin/multiply", "*", byOthers, "a free roll calculator", ""},
	{"csgoempire/roulette", "* commitment", bySite, "help.csgoempire.com, article 8474037", ""},
	{"bitsler/limbo", "*", byOthers, gamblerBotSrc, ""},
	{"wolfbet/limbo", "*", byOthers, gamblerBotSrc, ""},
	{"bitvest/dice", "*", byOthers, gamblerBotSrc, ""},
	{"ggbit/case", "*", bySite, "ggbit.app/ProvablyFair", ""},
}
