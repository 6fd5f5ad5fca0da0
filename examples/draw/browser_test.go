package main

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// dom returns the document that headless Chromium makes of a page, without a network. It is
// tested on Linux, where CI must have one.
func dom(t *testing.T, page string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("not on Linux")
	}
	program := clitest.Chromium(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--force-prefers-reduced-motion", "--allow-file-access-from-files",
		"--user-data-dir="+filepath.Join(dir, "profile"),
		"--virtual-time-budget=60000", "--dump-dom", "file://"+file)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// element returns the text of an element of a document.
func element(document, id string) string {
	open := regexp.MustCompile(`<(\w+)[^>]*\sid="` + id + `"[^>]*>`).FindStringSubmatchIndex(document)
	if open == nil {
		return ""
	}
	text, _, _ := strings.Cut(document[open[1]:], "</"+document[open[2]:open[3]]+">")
	return html.UnescapeString(strings.TrimSpace(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " ")))
}

// scripted returns the document of a page after a script of the test's, which the page's policy
// would refuse.
func scripted(t *testing.T, page, script string) string {
	t.Helper()
	page = regexp.MustCompile(`<meta http-equiv[^>]*>`).ReplaceAllString(page, "")
	return dom(t, strings.Replace(page, "</body>", "<script>"+script+"</script></body>", 1))
}

// asked returns what a page answers to somebody who gives it what they hold.
func asked(t *testing.T, page string, held map[string]string) string {
	t.Helper()
	values, err := json.Marshal(held)
	if err != nil {
		t.Fatal(err)
	}
	return element(scripted(t, page, `for (const [id, value] of Object.entries(`+string(values)+`)) document.getElementById(id).value = value;
document.getElementById('own').requestSubmit();`), "answer")
}

// chooses is a script's function choose.
//
//go:embed testdata/choose.js
var chooses string

// opened returns the document of a page in which somebody opens a file.
func opened(t *testing.T, page, name, file string) string {
	t.Helper()
	return scripted(t, page, fmt.Sprintf("%schoose(%q, %q);", chooses, name, base64.StdEncoding.EncodeToString([]byte(file))))
}

func TestPageInChromium(t *testing.T) {
	document := dom(t, page(t))
	for id, want := range map[string]string{
		"label": "Two signed chess boards", "verdict": "Every check succeeded.", "words": "morop tavah mivuz",
		"places": "emeka@example.org winner liam@example.org winner goran@example.org substitute",
		"about":  "12 entries by round 27798178 of drand, which came on April 14, 2026 at 8:18:18",
		"terms": "Place https://example.org/raffles Number 1, the first at this place Entries 12; each is there once Chances the " +
			"same for all Places 2 winners, 1 substitute",
	} {
		if got := strings.Join(strings.Fields(element(document, id)), " "); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	// A browser that saves a page complete writes such a document, which accuses nobody.
	if status, _, stderr := command("-verify", write(t, document)); status != cli.Broken || !strings.Contains(stderr, "save it as HTML only") {
		t.Errorf("as a browser saves it: status %d, %s", status, stderr)
	}
}

// What a cheating organiser leaves with entrants, they see on the page, too.
func TestEntrantsInChromium(t *testing.T) {
	clitest.OnlyLong(t)
	for _, c := range heldCases(t) {
		if got := asked(t, c.page, c.held()); !strings.Contains(got, capital(c.fails+c.says)) {
			t.Errorf("%s: %q, want %q", c.name, got, c.fails+c.says)
		}
	}
}

// A page of this release takes the data of another, and says of its program whether it is the same.
func TestOtherPageInChromium(t *testing.T) {
	checker := pageData{}.page()
	lying := strings.ReplaceAll(page(t), `("places").append(`, `("places").append("hana@example.org wins",`)
	if lying == page(t) {
		t.Fatal("the page doesn't lie")
	}
	// A browser ends the data at a tag that this one isn't, and shows what follows.
	tagged := strings.Replace(page(t), `{"announcement":`, `{"more":"</SCRIPT ><p>hana@example.org wins</p>","announcement":`, 1)
	swapped := lies(t)["swapped places"].page()
	for name, c := range map[string]struct{ file, verdict, other, places string }{
		"lying.html": {lying, "Every check succeeded.", "Its own program is another one, unless a browser changed the file: save it as HTML " +
			"only. Whatever it shows", "emeka@example.org"},
		"tagged.html": {tagged, "Every check succeeded.", "Its own program is another one", "emeka@example.org"},
		"mailed.html": {"\ufeff" + strings.ReplaceAll(page(t), "\n", "\r\n"), "Every check succeeded.", "Its own program is the same",
			"emeka@example.org"},
		"honest.html": {page(t), "Every check succeeded.", "Its own program is the same", "emeka@example.org"},
		"frame.html": {strings.Replace(page(t), "<main>", "<main><p>Hana won.</p>", 1), "Every check succeeded.", "is another one",
			"emeka@example.org"},
		"swapped.html":    {swapped, "This draw is wrong.", "is the same", ""},
		"raffle.draw":     {readFile(t, "testdata/raffle.draw"), "Not drawn yet", "This is what raffle.draw shows", ""},
		"l\u202elmth.txt": {string(entrants), "", "This file is no page of a draw", ""},
		"checker.html":    {checker, "", "checker.html has no draw of its own. Its own program is the same", ""},
		"lying-checker.html": {strings.Replace(checker, "Check a draw", "Check any draw", 1), "",
			"has no draw of its own. Its own program is another one", ""},
	} {
		if name != "lying.html" && name != "tagged.html" && !clitest.Long() {
			continue
		}
		document := opened(t, checker, name, c.file)
		if got := element(document, "verdict"); !strings.Contains(got, c.verdict) {
			t.Errorf("%s: %q, want %q", name, got, c.verdict)
		}
		if got := element(document, "other"); !strings.Contains(strings.Join(strings.Fields(got), " "), c.other) {
			t.Errorf("%s: %q, want %q", name, got, c.other)
		}
		if got := element(document, "places"); !strings.Contains(got, c.places) || strings.Contains(got, "hana") ||
			(c.places == "") != (got == "") {
			t.Errorf("%s: places %q", name, got)
		}
	}
}

//go:embed testdata/later.js
var laterScript string

// A file that is chosen later takes the place of another, whose winners don't come any more, and which may be read late.
func TestLaterFileInChromium(t *testing.T) {
	list := mustList(t, "b\u202eob\nann\ncat\n")
	odd, _ := mustPage(t, announced(t, list, func(*draw.Terms) {}), list, nil)
	files, err := json.Marshal(map[string][]byte{
		"odd.html": []byte(odd), "wrong.html": []byte(lies(t)["swapped places"].page()), "good.html": []byte(page(t)),
	})
	if err != nil {
		t.Fatal(err)
	}
	document := scripted(t, pageData{}.page(), fmt.Sprintf("%sconst hold = () => %s;\nconst files = %s;\n%s",
		chooses, clitest.HoldReading, files, laterScript))
	for id, want := range map[string]string{
		"shown":    "1 of the winners, Show all, Look twice",
		"replaced": "0 of the winners, None are shown, as a check failed.",
		"late":     "Two signed chess boards: This is what good.html shows",
	} {
		if got := element(document, id); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// Nothing that others wrote gives orders to the page.
func TestControlCharactersInChromium(t *testing.T) {
	clitest.OnlyLong(t)
	list := mustList(t, "b\u202eob\n\x1b[2Jann\nc\xffat\n")
	a := announced(t, list, func(t *draw.Terms) { t.Label = "A \u202eprize" })
	var r result
	text, err := drawPage(a, list, nil, roundFile, &r)
	if err != nil {
		t.Fatal(err)
	}
	document := dom(t, text)
	main, _, _ := strings.Cut(document, dataTag)
	if i := strings.IndexAny(main, "\x1b\u202e\ufffd"); i >= 0 {
		t.Errorf("raw characters are shown: %.80q", main[max(0, i-40):])
	}
	for id, wants := range map[string][]string{"places": {`b\u{202e}ob`, `\u{1b}[2Jann`, `c\xffat`}, "label": {`A \u{202e}prize`},
		"text": {`label A \u{202e}prize`}} {
		for _, want := range wants {
			if got := element(document, id); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", id, got, want)
			}
		}
	}
}

// The page refuses what -verify refuses. The vectors have the other lies.
func TestLiesInChromium(t *testing.T) {
	clitest.OnlyLong(t)
	lies := lies(t)
	for _, name := range []string{"label", "a forged round", "another encoding", "swapped places", "a place left out"} {
		document := dom(t, lies[name].page())
		if got := element(document, "verdict"); got != "This draw is wrong." || strings.Contains(document, `class="winner"`) {
			t.Errorf("%s: %q, %s", name, got, element(document, "checks"))
		}
	}
}

//go:embed testdata/texts.js
var textsScript string

// The page and the program read the same texts, and see the same in entries.
func TestTextsInChromium(t *testing.T) {
	type seen struct {
		One, Other, Visible, Differs, Odd string
		Alike                             bool
	}
	type list struct {
		Entries [][]byte
		Says    []string
	}
	var all struct {
		Texts []readText
		Seen  []seen
		Lists []list
	}
	all.Texts = texts(t)
	for _, pair := range looked {
		one, other := pair[0], pair[1]
		all.Seen = append(all.Seen, seen{one, other, visible(one), differs(one, other), odd(one), alike(one, other)})
	}
	for _, c := range warned {
		l := list{Says: append([]string{}, c.says...)}
		for entry := range entriesOf(mustList(t, c.entries)) {
			l.Entries = append(l.Entries, []byte(entry))
		}
		all.Lists = append(all.Lists, l)
	}
	values, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	document := dom(t, `<!doctype html><meta charset="utf-8"><ul id="wrong"></ul><p id="count"></p>
<script type="application/json" id="data">`+string(values)+`</script>`+modules(t)+`<script type="module">`+textsScript+`</script>`)
	if got := element(document, "wrong"); got != "" {
		t.Error(got)
	}
	if got := element(document, "count"); got != fmt.Sprint(len(all.Texts)+len(all.Seen)+len(all.Lists)) {
		t.Errorf("%s texts are checked", got)
	}
}

// A page of two thousand hidden winners is checked while a person waits.
func TestManyInChromium(t *testing.T) {
	clitest.OnlyLong(t)
	for what, f := range map[string]form{"hidden": {}, "weights": {weights: true}} {
		var lines strings.Builder
		for i := range 100_000 {
			fmt.Fprintf(&lines, "entrant-%07d@example.org", i)
			if f.weights {
				fmt.Fprintf(&lines, "\t%d", 1+i%7)
			}
			lines.WriteString("\n")
		}
		list, err := f.parse([]byte(lines.String()))
		if err != nil {
			t.Fatal(err)
		}
		list, openings := mustHide(t, f, list)
		var r result
		text, err := drawPage(announced(t, list, func(t *draw.Terms) { t.Winners = 2000 }), list, openings, roundFile, &r)
		if err != nil {
			t.Fatal(err)
		}
		document := scripted(t, strings.Replace(text, "<main>", `<main><p id="took"></p><script>const began = performance.now()</script>`,
			1), "document.getElementById('took').textContent = Math.round(performance.now() - began)")
		took, err := strconv.Atoi(element(document, "took"))
		t.Logf("%s: %d ms", what, took)
		if err != nil || took > 2000*slower || element(document, "verdict") != "Every check succeeded." ||
			strings.Count(document, `class="winner"`) != 2000 {
			t.Errorf("%s: %d ms, %v, %s", what, took, err, element(document, "checks"))
		}
	}
}

// slower allows for machines that others use as well.
const slower = 5

// modules returns the import map by which a test's script imports what the page is made of.
func modules(t *testing.T) string {
	t.Helper()
	js, err := filepath.Abs("../../js")
	if err != nil {
		t.Fatal(err)
	}
	page, err := filepath.Abs("page")
	if err != nil {
		t.Fatal(err)
	}
	imports, err := json.Marshal(map[string]any{"imports": map[string]string{
		"@noble/": "file://" + js + "/internal/bundle/noble/", "page/": "file://" + page + "/",
		"squaredeal/": "file://" + js + "/", "squaredeal/draw": "file://" + js + "/draw/index.js",
	}})
	if err != nil {
		t.Fatal(err)
	}
	return `<script type="importmap">` + string(imports) + `</script>`
}

//go:embed testdata/vectors.js
var vectorsScript string

// In a browser, too, the page's modules reproduce the vectors. There they hash by themselves.
func TestVectorsInChromium(t *testing.T) {
	vectors, err := os.ReadFile("../../shuffle/draw/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, vectors)
	document := dom(t, `<!doctype html><meta charset="utf-8"><p id="wrong"></p><p id="counts"></p>
<script type="application/json" id="data">`+escaped.String()+`</script>`+modules(t)+`<script type="module">`+vectorsScript+`</script>`)
	if wrong := element(document, "wrong"); wrong != "" {
		t.Error(wrong)
	}
	var counts map[string]int
	if err := json.Unmarshal([]byte(element(document, "counts")), &counts); err != nil || len(counts) != 7 || counts["round"] < 60 ||
		counts["draw"] < 20 {
		t.Errorf("%v, %v", counts, err)
	}
}
