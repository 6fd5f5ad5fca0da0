package web_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/web"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// fromDisk returns the address of verify.html as a file, in a folder with nothing else.
func fromDisk(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("verify.html")
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + write(t, "verify.html", page)
}

// write writes a file to a folder of its own and returns its name.
func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// fragment returns the link to the check of a round, without the page.
func (r round) fragment() string {
	var parts []string
	for i, value := range r.values()[:7] {
		if value != "" {
			parts = append(parts, columns[i]+"="+url.PathEscape(value))
		}
	}
	return "#" + strings.Join(parts, "&")
}

// verdict opens a link and returns the title of what the page says to it.
func (b *tab) verdict(address string) string {
	b.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.waitFor(`document.querySelector("#verdict strong").textContent !== "Nothing to check yet"`)
	return b.text("#verdict strong")
}

// checkHistory has verify.html check a history, from disk, and returns what it says.
func (b *tab) checkHistory(name, content string) string {
	b.Helper()
	b.do(chromedp.Navigate(fromDisk(b.T)), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(b.T, name, []byte(content))}))
	b.waitFor(`!document.querySelector("#file-verdict").hidden`)
	return b.text("#file-verdict")
}

const right = "This round is right"

func TestVerifySize(t *testing.T) {
	page, err := os.ReadFile("verify.html")
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 90_000 {
		t.Errorf("verify.html has %d bytes", len(page))
	}
	if bytes.Contains(page, []byte("src=")) || bytes.Contains(page, []byte("@import")) || bytes.Contains(page, []byte("url(")) {
		t.Error("verify.html loads something")
	}
}

// A shared link, from disk: the right round, and one with an altered character in each input.
func TestVerifyLink(t *testing.T) {
	b := openBrowser(t)
	page := fromDisk(t)
	rounds := history(t, 4)
	for _, r := range []round{rounds[0], rounds[1], rounds[7]} {
		if got := b.verdict(page + r.fragment()); got != right {
			t.Errorf("%s: %s", r.fragment(), got)
		}
		b.shot("verify-right-" + r.nonce)
		if got := eval[int](b, `document.querySelectorAll("#steps > li").length`); got != 5 {
			t.Errorf("%d steps", got)
		}
		for i, value := range r.values()[:7] {
			if value == "" || columns[i] == "game" {
				continue
			}
			altered := []byte(value)
			last := len(altered) - 1
			if altered[last] != '1' {
				altered[last] = '1'
			} else {
				altered[last] = '2'
			}
			link := strings.Replace(r.fragment(), columns[i]+"="+url.PathEscape(value), columns[i]+"="+url.PathEscape(string(altered)), 1)
			if got := b.verdict(page + link); got == right || link == r.fragment() {
				t.Errorf("with an altered %s: %s", columns[i], got)
			}
		}
	}
	b.verdict(page + strings.Replace(rounds[1].fragment(), "hash=", "hash=0", 1))
	b.shot("verify-malformed")
	for link, want := range map[string]string{
		"#server=%ff":                               "This link is damaged",
		"#server=a&server=b":                        "This link is damaged",
		"#server=a%0Ab":                             "This link is damaged",
		"#game=v2&server=a":                         "This link is damaged",
		"#server=a":                                 "Not computed yet",
		"#game=cryptogames&server=a":                "Not computed yet",
		"#server=a&client=b&nonce=0&draws=intn+6":   "Not computed",
		"#server=a&client=b&nonce=0&draws=intn%206": "Computed, but nothing binds the casino",
		"#server=a&client=b&nonce=0&draws=" + strings.Repeat("distinct%201000%201000;", 100): "Not computed",
		"#" + strings.Repeat("a", 1<<17):                                          "This link is damaged",
		"#server=" + strings.Repeat("s", 65) + "&client=b&nonce=0&draws=intn%206": "This outcome was public",
		"#game=cryptogames&server=2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j&client=bc7v9bn70d7n07sn" +
			"&hash=64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b": "The server seed has this hash",
		"#game=cryptogames&server=2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969k&client=bc7v9bn70d7n07sn" +
			"&hash=64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b": "The server seed doesn’t have this hash",
	} {
		if got := b.verdict(page + link); got != want {
			t.Errorf("%.80s: %s, want %s", link, got, want)
		}
		b.shot("verify-" + want)
	}
}

// Typed inputs make a link, which another browser opens; the page itself sends nothing.
func TestVerifyTyped(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(fromDisk(t)))
	r := history(t, 2)[1]
	b.do(chromedp.Focus(chromedp.CSS("#game")))
	for i, name := range columns[:7] {
		if name != "game" {
			b.do(chromedp.SendKeys(chromedp.CSS("#"+name), r.values()[i]))
		}
	}
	b.do(chromedp.KeyEvent("\r")) // no form is sent
	b.waitFor(`document.querySelector("#verdict strong").textContent === "` + right + `"`)
	link := eval[string](b, `location.href`)
	other := openBrowser(t)
	if got := other.verdict(link); got != right {
		t.Errorf("the link %s leads to: %s", link, got)
	}
	b.do(chromedp.Click(chromedp.CSS("#clear")))
	b.waitFor(`document.querySelector("#verdict strong").textContent === "Nothing to check yet" && location.hash === ""`)
	for _, game := range []string{"poker", "dice", "draws", "cryptogames"} {
		b.do(chromedp.SetValue(chromedp.CSS("#game"), game), chromedp.Click(chromedp.CSS("#example")))
		b.waitFor(`document.querySelector("#verdict strong").textContent === "The server seed has this hash"`)
		b.shot("verify-example-" + game)
	}
}

// A history, in its formats and altered, from disk.
func TestVerifyHistory(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(fromDisk(t)))
	rounds := history(t, 40)
	b.verifies("casino-history.csv", asCSV(t, rounds), "All 80 rows are right", "2 pairs of seeds run from 0 without a gap")
	b.verifies("casino-history.jsonl", asJSON(t, rounds), "All 80 rows are right", "without a gap")
	b.verifiesHands()
	rounds[37].received = strings.Replace(rounds[37].received, "pays ", "pays 1", 1)
	b.verifies("altered.csv", asCSV(t, rounds), "1 of 80 rows isn’t right", "another outcome: 1")
	for _, want := range []string{"39", "WRONG: received: the seeds give"} {
		if got := b.text("#file-rows tr.bad"); !strings.Contains(got, want) {
			t.Errorf("its row: %q, want %q", got, want)
		}
	}
	if lines := eval[int](b, `document.querySelector("#file-rows a").getClientRects().length`); lines != 1 {
		t.Errorf("the link to a row's steps is broken into %d lines", lines)
	}
	b.shot("verify-history")
	b.verifiesAltered()
	b.verifies("text.txt", []byte("one\ntwo,three\n"), "2 of 2 rows aren’t right", "malformed: 2")
	b.verifies("no column.csv", []byte("server,client\na,b\n"), "This file can’t be read", "no column “hash”")
	b.verifies("empty.csv", nil, "No rows")

	b.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(t, "a.csv", asCSV(t, history(t, 2)))}))
	b.waitFor(`document.querySelectorAll("#file-rows a").length === 4`)
	b.do(chromedp.Click(chromedp.CSS("#file-rows a")))
	b.waitFor(`document.querySelector("#verdict strong").textContent === "` + right + `"`)
}

// A file that is chosen while another is read takes its place, however late the other comes.
func TestVerifyLaterFile(t *testing.T) {
	b := openBrowser(t)
	b.inPage(clitest.HoldReading)
	rounds := history(t, 2)
	altered := history(t, 2)
	altered[1].received += "1"
	records := func(rounds []round) []byte { return recordsOf(t, recordsFormat, recorded(rounds)) }
	const noVectors, noRounds = `{"spec":"squaredeal/seedrng v1","cases":[]}`, `{"spec":"squaredeal/seedrng/sites v1","rounds":[]}`
	for _, c := range []struct {
		page, field, verdict string
		first, second        []byte
		want                 string
	}{
		{"verify.html", "#file", "#file-verdict", asCSV(t, altered), asCSV(t, rounds), "All 4 rows are right"},
		{"verify.html", "#own", "#file-verdict", records(altered), records(rounds), "4 of 4 recorded rounds checked"},
		{"verify.html", "#self-file", "#self-verdict", []byte("{"), []byte(noVectors), "0 of 0 vectors agree"},
		{"sites.html", "#self-file", "#self-verdict", []byte("{"), []byte(noRounds), "These rounds can’t be read"},
	} {
		b.do(chromedp.Navigate("file://" + write(t, c.page, read(t, c.page))))
		choose := func(name string, content []byte) {
			b.do(chromedp.SetUploadFiles(chromedp.CSS(c.field), []string{write(t, name, content)}))
		}
		choose("first.csv", c.first)
		b.waitFor("held")
		choose("second.csv", c.second)
		b.waitFor(`!document.querySelector("` + c.verdict + `").hidden`)
		whole := b.text("main")
		eval[bool](b, "release().then(() => true)")
		if got := b.text(chromedp.CSS(c.verdict)); !strings.Contains(got, c.want) || b.text("main") != whole {
			t.Errorf("%s of %s: %q, want %q and nothing else than before", c.field, c.page, got, c.want)
		}
	}
}

// verifies has the page that is open check a file, and say what is wanted.
func (b *tab) verifies(name string, content []byte, want ...string) {
	b.Helper()
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(b.T, name, content)}))
	b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#file").value === ""`)
	got := b.text("#file-verdict")
	for _, w := range want {
		if !strings.Contains(got, w) {
			b.Errorf("%s: %q, want %q", name, got, w)
		}
	}
}

// verifiesHands checks hands of the library's file, all and one, and follows
// the links to their steps.
func (b *tab) verifiesHands() {
	b.Helper()
	hands := read(b.T, "testdata/hands.csv")
	fields := bytes.Split(bytes.Split(hands, []byte("\n"))[1], []byte(","))
	hand := bytes.Join(fields[:3], []byte(",")) // of Crypto.Games, as a file without that column takes it to be
	for _, c := range []struct {
		name, want string
		content    []byte
	}{{"hand.csv", "The row is right", hand}, {"hands.csv", "All 5 rows are right", hands}} {
		b.verifies(c.name, c.content, c.want)
		for i := range eval[int](b, `document.querySelectorAll("#file-rows a").length`) {
			b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll("#file-rows a")[%d].click()`, i)))
			b.waitFor(`document.querySelector("#verdict strong").textContent === "The server seed has this hash"`)
			b.do(chromedp.Click(chromedp.CSS("#clear")))
			b.waitFor(`document.querySelector("#verdict strong").textContent === "Nothing to check yet"`)
		}
	}
}

// verifiesAltered checks histories in which a casino has altered something.
func (b *tab) verifiesAltered() {
	b.Helper()
	cancelled := func(rounds []round) []round {
		rounds[1].cancel()
		return rounds
	}
	for _, c := range []struct {
		name  string
		alter func(rounds []round) []round
		want  []string
	}{
		{"server seed.jsonl", func(rounds []round) []round {
			rounds[50].server = "1" + rounds[50].server[1:]
			return rounds
		}, []string{"1 of 80 rows isn’t right", "another hash: 1"}},
		{"payment.jsonl", func(rounds []round) []round {
			rounds[50].paid = strings.TrimLeft(rounds[50].paid+"1", "0")
			return rounds
		}, []string{"1 of 80 rows isn’t right", "another outcome: 1"}},
		{"hash cut.csv", func(rounds []round) []round {
			rounds[50].hash = rounds[50].hash[1:]
			return rounds
		}, []string{"1 of 80 rows isn’t right", "malformed: 1"}},
		{"round left out.csv", func(rounds []round) []round { return append(rounds[:7:7], rounds[8:]...) },
			[]string{"Rounds are missing or repeated", "All 79 rows are right by themselves", "line 9: nonce 7 is missing before nonce 8"}},
		{"round repeated.csv", func(rounds []round) []round { return append(rounds[:8:8], rounds[7:]...) },
			[]string{"Rounds are missing or repeated", "All 81 rows are right by themselves", "line 10: nonce 7 is repeated"}},
		{"hand cancelled.csv", cancelled, []string{"All 80 rows are right"}},
		{"stake kept.csv", func(rounds []round) []round {
			cancelled(rounds)[1].paid = "0"
			return rounds
		}, []string{"1 of 80 rows isn’t right"}},
	} {
		content := asCSV
		if strings.HasSuffix(c.name, ".jsonl") {
			content = asJSON
		}
		b.verifies(c.name, content(b.T, c.alter(history(b.T, 40))), c.want...)
	}
}

func asCSV(t *testing.T, rounds []round) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(columns)
	for _, r := range rounds {
		w.Write(r.values())
	}
	w.Flush()
	return b.Bytes()
}

func asJSON(t *testing.T, rounds []round) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, r := range rounds {
		object := make(map[string]any)
		for i, value := range r.values() {
			if value != "" {
				object[columns[i]] = value
			}
		}
		object["stake"], object["paid"] = json.Number(r.stake), json.Number(r.paid)
		if err := json.NewEncoder(&b).Encode(object); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// All vectors of seedrng and of seedrng/sites agree, from disk and as the casino serves
// them, and one that is altered doesn't.
func TestVerifyVectors(t *testing.T) {
	b := openBrowser(t)
	const done = `!document.querySelector("#self-run").disabled && !document.querySelector("#self-verdict").hidden &&
		document.querySelector("#self-file").value === ""`
	check := func(content []byte) string {
		t.Helper()
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#self-file"), []string{write(t, "vectors.json", content)}))
		b.waitFor(done)
		return b.text("#self-verdict")
	}
	b.do(chromedp.Navigate(fromDisk(t)))
	files := map[string]string{"squaredeal/seedrng v1": "../../../seedrng/testdata/vectors.json",
		"squaredeal/seedrng/sites v1": "../../../seedrng/sites/testdata/vectors.json"}
	total := 0
	for spec, name := range files {
		content := read(t, name)
		var file struct{ Cases []json.RawMessage }
		if err := json.Unmarshal(content, &file); err != nil {
			t.Fatal(err)
		}
		n := len(file.Cases) - bytes.Count(content, []byte(`"runs":100000}`)) - bytes.Count(content,
			[]byte(`"id":"session/`)) - bytes.Count(content, []byte(`"id":"player/`))
		total += n
		if got, want := check(content), fmt.Sprintf("%d of %d of %s.", n, n, spec); !strings.Contains(got, want) ||
			!strings.Contains(got, fmt.Sprintf("%d of %d vectors agree", n, n)) {
			t.Errorf("%q, want %q", got, want)
		}
		altered := bytes.Replace(content, []byte(`"result":"malformed"`), []byte(`"result":"mismatch"`), 1)
		if got := check(altered); !strings.Contains(got, fmt.Sprintf("1 of %d vectors doesn’t agree", n)) {
			t.Errorf("altered: %q", got)
		}
	}
	b.shot("verify-vectors")

	server := httptest.NewServer(handler(t))
	defer server.Close()
	b.do(chromedp.Navigate(server.URL+"/verify.html"), chromedp.Click(chromedp.CSS("#self-run")))
	b.waitFor(done)
	if got, want := b.text("#self-verdict"), fmt.Sprintf("%d of %d vectors agree", total, total); !strings.Contains(got, want) {
		t.Errorf("served: %q, want %q", got, want)
	}
	if !clitest.Long() {
		return
	}
	b.do(chromedp.Click(chromedp.CSS("#self-long")),
		chromedp.SetUploadFiles(chromedp.CSS("#self-file"),
			[]string{write(t, "vectors.json", read(t, "../../../seedrng/testdata/vectors.json"))}))
	b.waitFor(`document.querySelector("#self-run").disabled`)
	b.waitUntil(done, 30*time.Minute)
	if got := b.text("#self-verdict"); strings.Contains(got, "don’t") || strings.Contains(got, " runs of ") ||
		!strings.Contains(got, "vectors agree") {
		t.Errorf("with the run of 100,000 hands: %q", got)
	}
}

func handler(t *testing.T) http.Handler {
	t.Helper()
	h, err := web.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}
