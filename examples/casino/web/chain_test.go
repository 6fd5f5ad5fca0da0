package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A publicChain is a hash of some site's chain, so many steps from its end.
type publicChain struct {
	Site, Game, Hash, End string
	Steps, Number         uint64
}

// vectorFile is a rounds.json.
type vectorFile struct {
	Spec   string            `json:"spec"`
	Rounds []json.RawMessage `json:"rounds"`
	Chains []json.RawMessage `json:"chains"`
}

// shortChain are steps that take no second.
const shortChain = 400_000

// vectors returns rounds.json, and its chains.
func vectors(t *testing.T) (vectorFile, []publicChain) {
	t.Helper()
	var file vectorFile
	if err := json.Unmarshal(read(t, roundsFile), &file); err != nil {
		t.Fatal(err)
	}
	var chains []publicChain
	for _, raw := range file.Chains {
		var chain publicChain
		if err := json.Unmarshal(raw, &chain); err != nil {
			t.Fatal(err)
		}
		chains = append(chains, chain)
	}
	if len(file.Rounds)+len(chains) != 493 {
		t.Fatalf("%d rounds and %d chains", len(file.Rounds), len(chains))
	}
	return file, chains
}

// parts returns the file with the shorter chains, and a file with the chain that says the
// number of a game, which is wrong at once.
func (f vectorFile) parts(chains []publicChain) (short, numbered vectorFile) {
	short = vectorFile{Spec: f.Spec, Rounds: f.Rounds}
	numbered = vectorFile{Spec: f.Spec, Rounds: f.Rounds[:1]}
	for i, c := range chains {
		if c.Steps < shortChain {
			short.Chains = append(short.Chains, f.Chains[i])
		}
		if c.Number != 0 {
			numbered.Chains = append(numbered.Chains, f.Chains[i])
		}
	}
	return short, numbered
}

const vectorsChecked = `document.querySelector("#self-bar").hidden && !document.querySelector("#self-verdict").hidden &&
	document.querySelector("#self-file").value === ""`

// All public vectors agree, rounds and chains, as the casino serves them, and from disk one
// that is altered doesn't. Chains are the shorter ones, unless tests are to be exhaustive.
func TestSitesVectors(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate("file://" + write(t, "sites.html", read(t, "sites.html"))))
	whole, chains := vectors(t)
	short, numbered := whole.parts(chains)
	b.readsVectors(vectorFile{Spec: whole.Spec, Rounds: whole.Rounds[:1], Chains: short.Chains}, numbered)

	files := handler(t)
	served := whole
	if !clitest.Long() {
		served = short
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !clitest.Long() && r.URL.Path == "/rounds.json.gz" {
			fmt.Fprint(w, asJSONText(t, short))
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL+"/sites.html"), chromedp.Click(chromedp.CSS("#self-run")))
	b.waitFor(vectorsChecked)
	n := len(served.Rounds) + len(served.Chains)
	if got, want := b.text("#self-verdict"), fmt.Sprintf("%d of %d public vectors agree", n, n); !strings.Contains(got, want) {
		t.Errorf("served: %q, want %q", got, want)
	}
	b.shot("sites-vectors")
}

// readsVectors has the page check a file of three vectors, and one of two, as they are and altered.
func (b *tab) readsVectors(part, numbered vectorFile) {
	b.Helper()
	three, two := asJSONText(b.T, part), asJSONText(b.T, numbered)
	const one = "1 of 3 public vectors doesn’t agree"
	for _, c := range []struct{ file, old, new, want string }{
		{three, "", "", "3 of 3 public vectors agree"},
		{three, `"result":"`, `"result":"9`, one},
		{three, `"hash":"5b7b`, `"hash":"5b7c`, one},
		{three, `"end":"7e1e`, `"end":"7e1f`, one},
		{three, `"end":"8672`, `"end":"8673`, one}, // a site's chain ends where its site says
		{three, `"steps":9`, `"steps":8`, one},
		{three, `"steps":9`, `"steps":10`, one},
		{two, `"number":12424169`, `"number":12424168`, "1 of 2 public vectors doesn’t agree"},
		{`{"spec":"squaredeal/seedrng/sites v1","rounds":[]}`, "", "", "These rounds can’t be read"},
	} {
		text := strings.Replace(c.file, c.old, c.new, 1)
		if c.old != "" && text == c.file {
			b.Errorf("no %s in the file", c.old)
		}
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#self-file"), []string{write(b.T, "rounds.json", []byte(text))}))
		b.waitFor(vectorsChecked)
		if got := b.text("#self-verdict"); !strings.Contains(got, c.want) {
			b.Errorf("%s for %s: %q, want %q", c.new, c.old, got, c.want)
		}
	}
}

// walked opens a bet, walks, and returns the verdict.
func (b *tab) walked(address string) string {
	b.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address), chromedp.Click(chromedp.CSS("#walk")))
	b.waitFor(`document.querySelector("#walk-bar").hidden && !document.querySelector("#walk-verdict").hidden`)
	return strings.ReplaceAll(b.text("#walk-verdict"), ",", "")
}

// The player walks along the chains of crash games, under the page's policy.
func TestSitesWalk(t *testing.T) {
	b := openBrowser(t)
	server := httptest.NewServer(handler(t))
	defer server.Close()
	page := server.URL + "/sites.html"
	_, chains := vectors(t)
	for _, c := range chains {
		if c.Site == "" || c.Steps > shortChain && (!clitest.Long() || c.Number == 0 && c.Site != "bitsler") {
			continue // no game has this chain, or it is long: TestSitesVectors walks along it
		}
		address := fmt.Sprintf("%s#site=%s&game=%s&bet.hash=", page, c.Site, c.Game)
		number := c.Steps
		if c.Game == "crash" && c.Site == "bustabit" {
			number += 10_000_000
		}
		got := b.walked(address + c.Hash)
		for _, want := range []string{"The published end is reached", fmt.Sprintf("%d steps from", c.Steps), fmt.Sprintf("game %d", number)} {
			if !strings.Contains(got, want) {
				t.Errorf("%s/%s: %q, want %q", c.Site, c.Game, got, want)
			}
		}
		if c.Game == "crash-v2" {
			b.shot("sites-chain")
			got = b.walked(address + c.Hash + "&bet.back=2&bet.salt=x")
			for _, want := range []string{"2 games before it: game 336747", "The salt above isn’t the chain’s"} {
				if !strings.Contains(got, want) {
					t.Errorf("two games back, with another salt: %q, want %q", got, want)
				}
			}
		}
		if c.Site == "bitsler" { // the only chain whose length, a million, is soon gone
			got = b.walked(address + "1" + c.Hash[1:])
			for _, want := range []string{"The published end wasn’t reached", "1000000 steps", "isn’t of one of its games"} {
				if !strings.Contains(got, want) {
					t.Errorf("another hash: %q, want %q", got, want)
				}
			}
		}
		if got = b.walked(address + c.End); !strings.Contains(got, "This hash is the published end") {
			t.Errorf("the end itself: %q", got)
		}
		if got = b.walked(address + c.End + "0"); !strings.Contains(got, "No walk yet") {
			t.Errorf("no hash: %q", got)
		}
	}
	if got := b.walked(page + "#site=bustabit&game=crash-v2&bet.back=3"); !strings.Contains(got, "No walk yet") {
		t.Errorf("no hash: %q", got)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page+"#site=stake&game=dice"))
	if !eval[bool](b, `document.querySelector("#chain").hidden`) {
		t.Error("dice have a chain")
	}
}

// A walk can be stopped from the keyboard, and another bet ends it.
func TestSitesWalkStops(t *testing.T) {
	b := openBrowser(t)
	const address = "#site=bustabit&game=crash&bet.hash="
	const under = `!document.querySelector("#walk-bar").hidden && document.querySelector("#walk-bar").value > 0 &&
		document.querySelector("#walk-steps").textContent.endsWith(" of at most 100,000,000")`
	b.do(chromedp.Navigate("file://"+write(t, "sites.html", read(t, "sites.html"))+address+strings.Repeat("0", 64)),
		chromedp.Focus(chromedp.CSS("#walk")))
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(under)
	if got := eval[string](b, `document.activeElement.textContent`); got != "Stop" {
		t.Errorf("the focus is on %q", got)
	}
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(`document.querySelector("#walk-bar").hidden`)
	if got := b.text("#walk-verdict"); !strings.Contains(got, "Stopped after ") || !strings.Contains(got, "shows nothing") {
		t.Errorf("stopped: %q", got)
	}
	if got := eval[string](b, `document.activeElement.textContent`); got != "Walk to the published end" {
		t.Errorf("the focus is on %q", got)
	}
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(under)
	b.do(chromedp.SendKeys(chromedp.CSS("#field-back"), "1"))
	b.waitFor(`document.querySelector("#walk-bar").hidden && document.querySelector("#walk-verdict").hidden`)
	steps := b.text("#chain .buttons")
	b.do(chromedp.Sleep(200 * time.Millisecond))
	if got := b.text("#chain .buttons"); got != steps || strings.Contains(got, "step") {
		t.Errorf("after another bet, %q, then %q", steps, got)
	}
}

// The page and the library go the same ways, also along chains that no site has.
func TestSitesWalkReadings(t *testing.T) {
	b := openBrowser(t)
	server := httptest.NewServer(handler(t))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL + "/sites.html"))
	random := rand.New(rand.NewPCG(5, 6))
	for _, alg := range []string{"sha256", "sha512"} {
		for _, text := range []bool{false, true} {
			size := map[string]int{"sha256": 32, "sha512": 64}[alg]
			hash := func() string {
				bytes := make([]byte, size)
				for i := range bytes {
					bytes[i] = byte(random.Uint32())
				}
				return fmt.Sprintf("%x", bytes)
			}
			chain := sites.Chain{Alg: alg, Text: text, End: hash(), Length: 3000}
			start := hash()
			walk, err := sites.NewWalk(chain, start)
			if err != nil {
				t.Fatal(err)
			}
			walk.Advance(3000)
			encoded, err := json.Marshal(chain)
			if err != nil {
				t.Fatal(err)
			}
			got := eval[string](b, fmt.Sprintf(`import("/check/chain.js").then(async ({ walkChain }) => {
				const { hash, steps, over, ended } = await walkChain(%s, %q);
				return [hash, steps, over, ended].join(" ");
			})`, encoded, start))
			if want := walk.Hash() + " 3000 true false"; got != want {
				t.Errorf("%s, text %t: the page is at %s, the library at %s", alg, text, got, want)
			}
		}
	}
	// A page whose hash isn't the browser's refuses to walk.
	got := eval[string](b, `import("/check/chain.js").then(async ({ walkChain }) => {
		crypto.subtle.digest = async () => new ArrayBuffer(32);
		return walkChain({ alg: "sha256", end: "00".repeat(32) }, "11".repeat(32)).then(() => "walked", (err) => err.kind + ": " + err.message);
	})`)
	if got != "mismatch: this page and the browser compute SHA-256 differently" {
		t.Error(got)
	}
}

// The page shows one chain of each game.
func TestSitesChainsOfGames(t *testing.T) {
	for _, site := range sites.Sites() {
		for _, game := range site.Games {
			if len(game.Chains) > 1 {
				t.Errorf("%s/%s has %d chains", site.Name, game.Name, len(game.Chains))
			}
		}
	}
}
