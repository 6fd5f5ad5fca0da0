package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

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

// Links to bets: one of each game, as it is and with another result or seed.
func TestSitesLink(t *testing.T) {
	b := openBrowser(t)
	page := "file://" + write(t, "sites.html", read(t, "sites.html"))
	link := func(r publicRound) string {
		parts := []string{"site=" + r.Site, "game=" + r.Game}
		for name, text := range r.Bet {
			parts = append(parts, "bet."+name+"="+url.QueryEscape(text))
		}
		return page + "#" + strings.ReplaceAll(strings.Join(parts, "&"), "+", "%20")
	}
	seen := make(map[string]bool)
	for _, r := range publicRounds(t) {
		if game := r.Site + "/" + r.Game; seen[game] || testing.Short() && len(seen) == 5 {
			continue
		} else {
			seen[game] = true
		}
		got := b.verdict(link(r))
		if got != "This bet is right" && got != "The result is right, but nothing binds the site" && got != "The result is right, if the hash is the chain’s" {
			t.Errorf("%s: %s", r.ID, got)
		}
		if r.ID == "stake/dice/1" || strings.HasPrefix(r.ID, "duel/dice") {
			b.shot("sites-" + r.ID)
		}
		if r.Bet["commitment"] != "" {
			commitment := r.Bet["commitment"]
			r.Bet["commitment"] = strings.Repeat("0", len(commitment))
			if got := b.verdict(link(r)); got != "The commitment isn’t this seed’s" && got != "The commitment doesn’t agree" {
				t.Errorf("%s with another commitment: %s", r.ID, got)
			}
			r.Bet["commitment"] = commitment
		}
		result := r.Bet["result"]
		r.Bet["result"] = "9" + result // no result of the game, or another
		if got := b.verdict(link(r)); got != "Not computed yet" && got != "The site showed another result" && got != "The result doesn’t agree" {
			t.Errorf("%s with the result %s: %s", r.ID, r.Bet["result"], got)
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
	b.do(chromedp.SetValue(chromedp.CSS("#site"), "liqd"), chromedp.Evaluate[chromedp.Void](`document.querySelector("#site").dispatchEvent(new Event("input", {bubbles: true}))`))
	if got := eval[string](b, `[...document.querySelector("#game").options].map((o) => o.value).join()`); got != "dice,plinko,mines,blackjack" {
		t.Errorf("the games of LIQD are %s", got)
	}
	b.shot("sites-empty")
}

// The page and the library are two readings of one specification: bets of every game have the same result.
func TestSitesReadings(t *testing.T) {
	b := openBrowser(t)
	server := httptest.NewServer(handler(t))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL + "/sites.html"))
	type bet struct {
		Site, Game string
		Bet        sites.Bet
		want       string
	}
	random := rand.New(rand.NewPCG(3, 4))
	text := func(f sites.Field) string {
		switch f.Kind {
		case "text":
			return fmt.Sprintf("%x:é", random.Uint64())
		case "hex":
			size := min(f.Max, max(f.Min, 32))
			bytes := make([]byte, size)
			for i := range bytes {
				bytes[i] = byte(random.Uint32())
			}
			return fmt.Sprintf("%x", bytes)
		case "number":
			return fmt.Sprint(f.Min + random.Uint64N(min(f.Max-f.Min, 20)+1))
		case "choice":
			return f.Choices[random.IntN(len(f.Choices))]
		}
		return ""
	}
	bets := []bet{{"stake", "limbo", sites.Bet{"server": "server", "client": "client", "nonce": "619362"}, "450.55"}} // an integer quotient is 450.56
	for _, site := range sites.Sites() {
		for _, game := range site.Games {
			for range 5 {
				one := bet{Site: site.Name, Game: game.Name, Bet: sites.Bet{}}
				for _, f := range game.Fields {
					if !f.Optional {
						one.Bet[f.Name] = text(f)
					}
				}
				report, err := sites.Replay(one.Site, one.Game, one.Bet)
				if err != nil {
					t.Fatalf("%s/%s %v: %v", one.Site, one.Game, one.Bet, err)
				}
				one.want = report.Result.String()
				bets = append(bets, one)
			}
		}
	}
	schemes, err := json.Marshal(sites.Sites())
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(bets)
	if err != nil {
		t.Fatal(err)
	}
	got := eval[[]string](b, fmt.Sprintf(`import("/check/sites.js").then(async ({ findGame, replayBet }) => {
		const [schemes, results] = [%s, []];
		for (const { Site, Game, Bet } of %s) results.push(await replayBet(findGame(schemes, Site, Game), Bet).then((r) => r.result, String));
		return results;
	})`, schemes, list))
	for i, one := range bets {
		if got[i] != one.want {
			t.Errorf("%s/%s %v: the page computes %s, the library %s", one.Site, one.Game, one.Bet, got[i], one.want)
		}
	}
	if len(bets) < 300 {
		t.Errorf("only %d bets", len(bets))
	}
}
