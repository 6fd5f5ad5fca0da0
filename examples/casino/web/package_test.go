package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// assertions is what the npm package's tests need of node:assert.
const assertions = `
const same = (a, b) => Object.is(a, b) || (a !== null && b !== null && typeof a === "object" && typeof b === "object"
	&& Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => Object.hasOwn(b, name) && same(a[name], b[name])));
const need = (a, b) => {
	if (!same(a, b)) throw new Error(JSON.stringify(a) + " isn't " + JSON.stringify(b));
};
export default { equal: need, deepEqual: need };`

// packagePage is a page that runs modules of the npm package, and of its tests.
const packagePage = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>squaredeal</title>
<script type="importmap">{"imports": {"node:assert/strict": "/assert.js", "squaredeal/": "/js/"}}</script>`

// The npm package agrees with the vectors of seedrng where there is no Node, its Player as
// well, and checks rounds at once.
func TestPackage(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/js/", http.StripPrefix("/js/", http.FileServerFS(os.DirFS("../../../js"))))
	mux.HandleFunc("/vectors.json", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "../../../seedrng/testdata/vectors.json")
	})
	mux.HandleFunc("/assert.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(assertions))
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(packagePage)) })
	server := httptest.NewServer(mux)
	defer server.Close()
	b := openBrowser(t)
	b.do(chromedp.Navigate(server.URL))
	b.agreesWithVectors()
	t.Logf("1,024 rounds are checked in %.0f ms", eval[float64](b, checkedRounds))
	b.runsReadme(mux, server.URL)
}

// agreesWithVectors runs the package's own tests by the vectors.
func (b *tab) agreesWithVectors() {
	b.Helper()
	for _, fault := range eval[[]string](b, `Promise.all([import("/js/test/cases/seedrng.js"),
		import("squaredeal/internal/json.js"), fetch("vectors.json").then((answer) => answer.text())])
		.then(([{ files }, { parseJSON }, text]) => {
			const faults = [];
			const cases = parseJSON(text).cases.filter(({ inputs }) => !(inputs.runs > 1000));
			if (cases.length < 140) faults.push("only " + cases.length + " cases");
			for (const c of cases) {
				try {
					files["seedrng/testdata/vectors.json"][c.id.split("/")[0]](c);
				} catch (err) {
					faults.push(c.id + ": " + err);
				}
			}
			return faults;
		})`) {
		b.Error(fault)
	}
}

// runsReadme runs the program and the page that js/README.md shows.
func (b *tab) runsReadme(mux *http.ServeMux, url string) {
	b.Helper()
	readme := string(read(b.T, "../../../js/README.md"))
	_, program, _ := strings.Cut(readme, "```js\n")
	program, _, _ = strings.Cut(program, "```")
	_, prints, _ := strings.Cut(strings.TrimSpace(program), "// prints: ")
	program = strings.Replace(program, "'squaredeal/seedrng'", "'./js/seedrng/index.js'", 1)
	mux.HandleFunc("/program", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `%s<script>console.log = (...texts) => { document.title = texts.join(" ");
			}</script><script type="module">%s</script>`, packagePage, program)
	})
	b.do(chromedp.Navigate(url + "/program"))
	b.waitFor(`document.title !== "squaredeal"`)
	if got := eval[string](b, "document.title"); got != prints || prints == "" {
		b.Errorf("the program of js/README.md logs %q, not %q", got, prints)
	}
	_, page, _ := strings.Cut(readme, "```html\n")
	page, _, _ = strings.Cut(page, "```")
	mux.HandleFunc("/readme", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(packagePage + strings.Replace(page, "./squaredeal/", "./js/", 1)))
	})
	const hash, seed = "92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9",
		"18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"
	for revealed, want := range map[string]string{
		seed:                               "The cards are 49 48 14 29 33.",
		strings.Replace(seed, "1", "2", 1): "Not right: the server seed doesn’t have this hash.",
	} {
		b.do(chromedp.Navigate("about:blank"),
			chromedp.Navigate(url+"/readme#hash="+hash+"&server="+revealed+"&client=bb62964774&nonce=1"))
		b.waitFor(`document.querySelector("#verdict").textContent !== ""`)
		if got := b.text("#verdict"); got != want {
			b.Errorf("%s: %q, want %q", revealed, got, want)
		}
	}
}

// checkedRounds is how long it takes a Player, in milliseconds, to check its rounds.
const checkedRounds = `import("squaredeal/seedrng/index.js").then(({ hashOf, Player, Stream }) => {
	const [seeds, client] = [["ab".repeat(32), "cd".repeat(32)], "the player’s own"];
	const [first, second] = seeds.map(hashOf);
	const deal = (stream) => stream.distinct(52, 10).join(" ");
	const player = new Player();
	player.rotate(first, client);
	player.rotated({ serverHash: first, clientSeed: client, nextNonce: 0 }, () => []);
	for (let nonce = 0; nonce < 1024; nonce++) {
		player.send(first, nonce, 0, "deal");
		player.receive(first, nonce, 0, deal(new Stream(seeds[0], client, nonce)));
	}
	const other = player.rotate(second);
	const start = performance.now();
	player.rotated({ serverHash: second, clientSeed: other, nextNonce: 0, revealed: { serverHash: first,
		serverSeed: seeds[0] } }, (sent, stream) => [deal(stream)]);
	return performance.now() - start;
})`
