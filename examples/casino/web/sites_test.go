package web_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

const roundsFile = "../../../seedrng/sites/testdata/rounds.json"

// A publicRound is a bet that some site has published.
type publicRound struct {
	ID, Site, Game string
	Bet            map[string]string
}

func publicRounds(t *testing.T) []publicRound {
	t.Helper()
	var file struct{ Rounds []publicRound }
	if err := json.Unmarshal(read(t, roundsFile), &file); err != nil {
		t.Fatal(err)
	}
	return file.Rounds
}

// Links to bets, one of each game, in a page that stays open; damaged ones; and bets by hand.
func TestSitesLink(t *testing.T) {
	b := openBrowser(t)
	page := "file://" + write(t, "sites.html", read(t, "sites.html"))
	var links, ids []string
	for _, r := range publicRounds(t) {
		if id := r.Site + "/" + r.Game; !slices.Contains(ids, id) {
			ids, links = append(ids, id), append(links, linkTo(r))
		}
	}
	b.do(chromedp.Navigate(page))
	list, err := json.Marshal(links)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range eval[[]string](b, fmt.Sprintf(`(async () => {
		const verdict = document.querySelector("#verdict");
		const all = [];
		for (const link of %s) {
			verdict.replaceChildren();
			location.hash = link;
			while (verdict.children.length === 0) await new Promise((done) => setTimeout(done, 1));
			all.push(verdict.querySelector("strong").textContent);
		}
		return all;
	})()`, list)) {
		if got != "This bet is right" && got != "The result is right, but nothing binds the site" &&
			got != "The result is right, if the hash is the chain’s" {
			t.Errorf("%s: %s", ids[i], got)
		}
	}
	for text, want := range map[string]string{
		"#site=nowhere":                                                "This link is damaged",
		"#site=stake&game=chess":                                       "This link is damaged",
		"#site=stake&game=dice&bet.server=%ff":                         "This link is damaged",
		"#site=stake&game=dice&bet.server=a":                           "Not computed yet",
		"#site=stake&game=dice&bet.server=a&bet.client=b&bet.nonce=01": "Not computed yet",
	} {
		if got := b.verdict(page + text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	// The player chooses the site and the game by hand.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page))
	b.do(chromedp.SetValue(chromedp.CSS("#site"), "liqd"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector("#site").dispatchEvent(new Event("input", {bubbles: true}))`))
	if got := eval[string](b, `[...document.querySelector("#game").options].map((o) =>
		o.value).join()`); got != "dice,plinko,mines,blackjack" {
		t.Errorf("the games of LIQD are %s", got)
	}
	b.shot("sites-empty")
}

// linkTo is what follows the address of the page in a link to a bet.
func linkTo(r publicRound) string {
	parts := []string{"site=" + r.Site, "game=" + r.Game}
	for name, text := range r.Bet {
		parts = append(parts, "bet."+name+"="+url.QueryEscape(text))
	}
	return "#" + strings.ReplaceAll(strings.Join(parts, "&"), "+", "%20")
}

// What the page looks like for each kind of finding.
func TestSitesFindings(t *testing.T) {
	rounds := publicRounds(t)
	of := func(site, game string, change func(bet sites.Bet)) publicRound {
		i := slices.IndexFunc(rounds, func(r publicRound) bool { return r.Site == site && r.Game == game })
		r := rounds[i]
		r.Bet = maps.Clone(r.Bet)
		change(r.Bet)
		return r
	}
	shown := func(result string) func(sites.Bet) { return func(bet sites.Bet) { bet["result"] = result } }
	committed := func(change func(sites.Bet)) func(sites.Bet) {
		return func(bet sites.Bet) {
			bet["commitment"] = fmt.Sprintf("%x", sha256.Sum256([]byte(bet["server"])))
			change(bet)
		}
	}
	b := openBrowser(t)
	page := "file://" + write(t, "sites.html", read(t, "sites.html"))
	for _, c := range []struct {
		name  string
		round publicRound
		want  []string // its kind, its title, and what else it says
	}{
		{"agrees", of("stake", "dice", committed(shown("28.07"))), []string{"ok", "This bet is right", "the result follows"}},
		{"digits", of("stake", "dice", committed(shown("28"))), []string{"warn", "The result is right as far as its digits go",
			"The seeds give 28.07; the site showed 28."}},
		{"counted", of("stake", "mines", committed(oneMore)), []string{"ok", "The result is right, counted otherwise",
			"The tiles of this result are counted from 1; the scheme counts them from 0"}},
		{"off", of("stake", "dice", shown("28.08")), []string{"bad", "The site showed another result",
			"The seeds give 28.07; the site showed 28.08, one unit higher."}},
		{"contradicts", of("stake", "dice", shown("82.07")), []string{"bad", "The site showed another result",
			"The seeds give 28.07; the site showed 82.07."}},
		{"unproven", of("stake", "limbo", shown("77.77")), []string{"warn", "The result doesn’t agree",
			"so this shows nothing against the site"}},
		{"hands", of("duel", "blackjack", reversed), []string{"warn", "The result doesn’t agree", "the same cards in another order"}},
		{"commitment", of("stake", "dice", func(bet sites.Bet) { bet["commitment"] = strings.Repeat("ab", 32) }),
			[]string{"bad", "The commitment isn’t this seed’s", "bound to another one"}},
		{"unproven commitment", of("wolfbet", "dice", func(bet sites.Bet) { bet["commitment"] = strings.Repeat("ab", 32) }),
			[]string{"warn", "The commitment doesn’t agree", "so this shows nothing against the site"}},
		{"salt", of("skinclub", "case", func(bet sites.Bet) { bet["commitment"], bet["salt"] = strings.Repeat("ab", 32), "" }),
			[]string{"warn", "Not computed yet", "salt is missing"}},
	} {
		b.verdict(page + linkTo(c.round))
		got := eval[string](b, `document.querySelector("#verdict").className + ": " + document.querySelector("#verdict").textContent`)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", c.name, got, want)
			}
		}
		b.shot("sites-" + c.name)
	}
}

func oneMore(bet sites.Bet) {
	bet["result"] = numbers.ReplaceAllStringFunc(bet["result"], func(v string) string { return fmt.Sprint(number(v) + 1) })
}

func reversed(bet sites.Bet) {
	all := strings.Fields(bet["result"])
	slices.Reverse(all)
	bet["result"] = strings.Join(all, " ")
}

// A readBet is a bet of some site, with the result that the library reads from it.
type readBet struct {
	Site, Game string
	Bet        sites.Bet
	want       string
}

// randomText returns a text for a field of a bet.
func randomText(f sites.Field, random *rand.Rand) string {
	switch f.Kind {
	case sites.KindText:
		return fmt.Sprintf("%x:é", random.Uint64())
	case sites.KindHex:
		bytes := make([]byte, min(f.Max, max(f.Min, 32)))
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		return fmt.Sprintf("%x", bytes)
	case sites.KindNumber:
		return fmt.Sprint(f.Min + random.Uint64N(min(f.Max-f.Min, 20)+1))
	case sites.KindChoice:
		return f.Choices[random.IntN(len(f.Choices))]
	}
	return ""
}

// randomBets returns bets of all games of all sites.
func randomBets(t *testing.T) (bets []readBet) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	for _, site := range sites.Sites() {
		for _, game := range site.Games {
			for range 5 {
				bet := readBet{Site: site.Name, Game: game.Name, Bet: sites.Bet{}}
				for _, f := range game.Fields {
					if !f.Optional {
						bet.Bet[f.Name] = randomText(f, random)
					}
				}
				report, err := sites.Replay(bet.Site, bet.Game, bet.Bet)
				if err != nil {
					t.Fatalf("%s/%s %v: %v", bet.Site, bet.Game, bet.Bet, err)
				}
				bet.want = report.Result.String()
				bets = append(bets, bet)
			}
		}
	}
	return bets
}

// The page and the library are two readings of one specification: bets of every
// game have the same result.
func TestSitesReadings(t *testing.T) {
	b := openBrowser(t)
	server := httptest.NewServer(handler(t))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL + "/sites.html"))
	// an integer quotient is 450.56
	limbo := readBet{"stake", "limbo", sites.Bet{"server": "server", "client": "client", "nonce": "619362"}, "450.55"}
	bets := append(randomBets(t), limbo)
	got := eval[[]string](b, fmt.Sprintf(`import("/squaredeal/sites/index.js").then(({ find, replay }) => {
		const schemes = %s;
		return %s.map(({ Site, Game, Bet }) => replay(find(schemes, Site, Game), Bet).result);
	})`, asJSONText(t, sites.Sites()), asJSONText(t, bets)))
	for i, bet := range bets {
		if got[i] != bet.want {
			t.Errorf("%s/%s %v: the page computes %s, the library %s", bet.Site, bet.Game, bet.Bet, got[i], bet.want)
		}
	}
	if len(bets) < 300 {
		t.Errorf("only %d bets", len(bets))
	}
}

// A claimed result, and what the library finds.
type claimed struct {
	Bet  sites.Bet
	want string
}

// A claimGroup are the claims of one public round.
type claimGroup struct {
	Site, Game string
	Claims     []claimed
}

// claims returns what a site might have shown for each public round, each result once; for
// one round of each game, unless tests are to be exhaustive.
func claims(t *testing.T) (groups []claimGroup) {
	t.Helper()
	for _, r := range publicRounds(t) {
		if !clitest.Long() && slices.ContainsFunc(groups, func(g claimGroup) bool { return g.Site == r.Site && g.Game == r.Game }) {
			continue
		}
		g := claimGroup{r.Site, r.Game, nil}
		for _, bet := range showings(t, r) {
			if !slices.ContainsFunc(g.Claims, func(c claimed) bool { return maps.Equal(c.Bet, bet) }) {
				g.Claims = append(g.Claims, claimed{bet, found(r.Site, r.Game, bet)})
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// pageFinds is a program for the page: what it finds of each claim.
const pageFinds = `Promise.all([import("/squaredeal/sites/index.js"), import("/check/finding.js")]).then(([{ Fault, find, replay },
	{ findingOf }]) => {
	const schemes = %s;
	const found = (played, bet) => {
		try {
			const report = replay(played, bet);
			const [kind, title, ...text] = findingOf(played.game, bet, report);
			const blame = kind === "bad" ? "accuses" : title.includes("doesn’t agree") ? "unproven" : "";
			const counts = text.find((t) => t.includes("are counted from")) ?? "";
			return [report.claim, report.commitment, report.game.name, report.off ?? 0, blame, (report.doubt ?? "").replaceAll("’",
				"'"), counts].join();
		} catch (err) {
			if (!(err instanceof Fault)) throw err;
			return "malformed," + err.details?.field;
		}
	};
	return %s.map(({ Site, Game, Claims }) => Claims.map(({ Bet }) => found(find(schemes, Site, Game), Bet)));
})`

// The page and the library find the same of every public round, whatever the site showed for it.
func TestSitesVerdicts(t *testing.T) {
	b := openBrowser(t)
	server := httptest.NewServer(handler(t))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL + "/sites.html"))
	groups := claims(t)
	start := time.Now()
	got := eval[[][]string](b, fmt.Sprintf(pageFinds, asJSONText(t, sites.Sites()), asJSONText(t, groups)))
	counts, total := make(map[string]int), 0
	for i, g := range groups {
		for j, c := range g.Claims {
			if got[i][j] != c.want {
				t.Errorf("%s/%s %v: the page has %q, the library %q", g.Site, g.Game, c.Bet, got[i][j], c.want)
			}
			counts[strings.Split(c.want, ",")[0]]++
			total++
		}
	}
	t.Log(total, counts, time.Since(start))
	least := map[string]int{"agrees": 1000, "agrees as shown": 500, "agrees counted otherwise": 10, "differs": 1500, "malformed": 2000}
	if clitest.Long() {
		least["agrees counted otherwise"] = 20
	}
	for verdict, n := range least {
		if counts[verdict] < n {
			t.Errorf("%s: %d claims, not %d", verdict, counts[verdict], n)
		}
	}
}

// found is what the library finds.
func found(site, game string, bet sites.Bet) string {
	report, err := sites.Replay(site, game, bet)
	if field, ok := errors.AsType[*sites.FieldError](err); ok {
		return "malformed," + field.Field
	}
	if err != nil {
		return err.Error()
	}
	blame := ""
	switch err := report.Err(); {
	case errors.Is(err, sites.ErrMismatch):
		blame = "accuses"
	case err != nil:
		blame = "unproven"
	}
	counts := report.Counts
	if counts != "" && blame != "" { // the page says why it is wrong, and no more
		counts = ""
	} else if counts != "" {
		counts = "T" + counts[1:] + "."
	}
	return fmt.Sprint(report.Claim, ",", report.Commitment, ",", report.Game, ",", report.Off, ",", blame, ",", report.Doubt, ",", counts)
}
