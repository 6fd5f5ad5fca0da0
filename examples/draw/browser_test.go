package main

import (
	"bytes"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
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
	command := exec.CommandContext(t.Context(), program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--force-prefers-reduced-motion", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--virtual-time-budget=60000", "--dump-dom", "file://"+file)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// long skips a test of seconds unless tests are to be exhaustive.
func long(t *testing.T) {
	t.Helper()
	if !clitest.Long() {
		t.Skip("SQUAREDEAL_LONG isn't set")
	}
}

// element returns the text of an element of a document.
func element(document, id string) string {
	m := regexp.MustCompile(`(?s)id="` + id + `"[^>]*>(.*?)</(p|ol|ul|h1|pre|code)>`).FindStringSubmatch(document)
	if m == nil {
		return ""
	}
	return html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m[1], " "))
}

func TestPageInChromium(t *testing.T) {
	document := dom(t, page(t))
	for id, want := range map[string]string{
		"label": "Two signed chess boards", "verdict": "Every check succeeded.", "words": "dimub surur rodah",
		"places": "jonas@example.org  winner    carmen@example.org  winner    alice@example.org  substitute",
		"about":  "12 entries by round 27798178 of drand, which came on April 14, 2026 at 8:18:18",
	} {
		if got := element(document, id); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// An entrant pastes a receipt. The test presses the button by a script, which the page's policy
// would refuse.
func TestReceiptInChromium(t *testing.T) {
	long(t)
	list, err := parseList(entrants, false, false)
	if err != nil {
		t.Fatal(err)
	}
	position, _ := list.Find([]byte("jonas@example.org"))
	good := receiptOf(list.Prove(position)[0])
	open := regexp.MustCompile(`<meta http-equiv[^>]*>`).ReplaceAllString(page(t), "")
	for receipt, want := range map[string]string{
		good:                               "Entry 10 of 12: jonas@example.org. It won.",
		strings.Replace(good, "A", "B", 1): "This isn't a receipt of a draw.",
	} {
		document := dom(t, strings.Replace(open, "</body>", `<script>
document.getElementById('receipt').value = '`+receipt+`';
document.getElementById('own').requestSubmit();
</script></body>`, 1))
		if got := element(document, "answer"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The page refuses what -verify refuses. The vectors have the other lies.
func TestLiesInChromium(t *testing.T) {
	long(t)
	lies := lies(t)
	for _, name := range []string{"label", "a forged round", "another encoding", "swapped places", "a place left out"} {
		document := dom(t, lies[name].page())
		if got := element(document, "verdict"); got != "This draw is wrong." || strings.Contains(document, `class="winner"`) {
			t.Errorf("%s: %q, %s", name, got, element(document, "checks"))
		}
	}
}

// The page's functions reproduce the vectors: a third implementation of SPEC.md, whose
// signatures are checked by another library.
func TestVectorsInChromium(t *testing.T) {
	vectors, err := os.ReadFile("../../shuffle/draw/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	functions, _, ok := strings.Cut(pageScript, "// The page.\n")
	if !ok {
		t.Fatal("where are the page's functions?")
	}
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, vectors)
	document := dom(t, `<!doctype html><meta charset="utf-8"><p id="wrong"></p><p id="counts"></p>
<script type="application/json" id="data">`+escaped.String()+`</script><script>`+pageCurve+functions+`
const read = (digits) => parseProof(btoa(String.fromCharCode(...unhex(digits))));
const same = (a, b) => require(String(a) === String(b), a + ' is not ' + b);
const valueOf = (terms, text) => {
  const round = verifyRound(networks.find((n) => terms.beacon === 'drand ' + n.name + ' ' + n.hash), text);
  require(round.round === terms.round && round.time === terms.at, 'another round');
  return round.value;
};
const classes = {
  announcement({ text }, outputs) {
    const terms = parseAnnouncement(text);
    same(hex(terms.digest), outputs.digest);
    same(words(terms.digest), outputs.words);
  },
  draw({ text, round }, { positions, proofs }) {
    const terms = parseAnnouncement(text);
    const value = valueOf(terms, round);
    if (proofs) checkPlaces(terms, value, proofs.map(read));
    if (!terms.weighted) same(deal(stream(value, terms.digest), terms.entries, terms.places).join(' '), positions);
  },
  proof({ text, proof }, outputs) {
    const p = read(proof);
    checkProof(parseAnnouncement(text), p);
    same([p.position, p.weight, new TextDecoder().decode(p.entry)], [outputs.position, outputs.weight, outputs.entry]);
  },
  places({ text, round, proofs }) {
    const terms = parseAnnouncement(text);
    terms.places = Math.min(terms.places, Math.max(1, proofs.length)); // the page itself wants all
    checkPlaces(terms, valueOf(terms, round), proofs.map(read));
  },
  round({ network, json }, outputs) {
    const round = verifyRound(networks.find((n) => n.name === network), json);
    if (outputs) same([hex(round.value), new Date(round.time * 1000).toISOString().replace('.000', '')], [outputs.value, outputs.time]);
  },
  hidden({ salt, entry }, { hidden }) {
    const text = new TextDecoder().decode(unhex(entry));
    same(nameOf(utf8.encode(hidden), [{ salt, entry: text }]), text);
  },
};
const counts = {};
for (const c of JSON.parse(document.getElementById('data').textContent).cases) {
  const name = c.id.split('/')[0];
  if (!classes[name]) continue;
  let result = 'ok';
  try { classes[name](c.inputs, c.outputs); } catch (error) { result = error.message; }
  counts[name] = (counts[name] ?? 0) + 1;
  if ((result === 'ok') !== (c.result === 'ok')) document.getElementById('wrong').append(c.id + ': ' + result + ', want ' + c.result + '; ');
}
document.getElementById('counts').textContent = JSON.stringify(counts);
})();</script>`)
	if wrong := element(document, "wrong"); wrong != "" {
		t.Error(wrong)
	}
	var counts map[string]int
	if err := json.Unmarshal([]byte(element(document, "counts")), &counts); err != nil || len(counts) != 6 || counts["round"] < 60 || counts["draw"] < 20 {
		t.Errorf("%v, %v", counts, err)
	}
}
