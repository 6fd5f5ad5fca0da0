package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// page returns the page of the story's draw.
func page(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	passes(t, "-result", "testdata/raffle.draw", "-list", "testdata/raffle.txt", "-round", "testdata/round.json", "-page", file)
	return readFile(t, file)
}

// roundOf returns the round that an organiser shows who cheats.
func roundOf(t *testing.T, cheat string) string {
	t.Helper()
	shown, err := cheated(cheat)
	if err != nil {
		t.Fatal(err)
	}
	return string(shown.round)
}

// lies are what an organiser could make of the page, without a change to its program.
func lies(t *testing.T) map[string]pageData {
	t.Helper()
	all := make(map[string]pageData)
	lie := func(name string, change func(p *pageData)) {
		p, err := parsePage([]byte(page(t)))
		if err != nil {
			t.Fatal(err)
		}
		change(&p)
		all[name] = p
	}
	lie("label", func(p *pageData) { p.Announcement = strings.Replace(p.Announcement, "Two", "Ten", 1) })
	lie("number of winners", func(p *pageData) { p.Announcement = strings.Replace(p.Announcement, "winners 2", "winners 3", 1) })
	lie("no announcement", func(p *pageData) { p.Announcement = "" })
	lie("another round", func(p *pageData) { p.Round = string(nextFile) })
	lie("a forged round", func(p *pageData) { p.Round = roundOf(t, "forge") })
	lie("another encoding", func(p *pageData) { p.Round = roundOf(t, "encoding") })
	lie("another randomness", func(p *pageData) { p.Round = strings.Replace(p.Round, "581e", "581f", 1) })
	lie("swapped places", func(p *pageData) { p.Receipts[0], p.Receipts[1] = p.Receipts[1], p.Receipts[0] })
	lie("a place left out", func(p *pageData) { p.Receipts = p.Receipts[:2] })
	lie("a place too many", func(p *pageData) { p.Receipts = append(p.Receipts, p.Receipts[0]) })
	lie("a friend", func(p *pageData) {
		list, err := form{}.parse(entrants)
		if err != nil {
			t.Fatal(err)
		}
		a, err := draw.ParseAnnouncement([]byte(p.Announcement))
		if err != nil {
			t.Fatal(err)
		}
		p.Receipts[0] = mustReceipt(t, a, list, nil, "fatima@example.org")
	})
	lie("an altered receipt", func(p *pageData) { p.Receipts[0] = p.Receipts[0][:200] + "A" + p.Receipts[0][201:] })
	return all
}

func TestPage(t *testing.T) {
	text := page(t)
	if len(text) > 170_000 || strings.Count(text, "<script") != 2 {
		t.Errorf("the page has %d bytes", len(text))
	}
	out, _ := passes(t, "-verify", write(t, text), "-json")
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Places) != 3 || r.Places[0].Entry != "emeka@example.org" ||
		r.Places[1].Substitute || !r.Places[2].Substitute {
		t.Errorf("%v, %s", err, out)
	}
	for name, p := range lies(t) {
		if status, _, stderr := command("-verify", write(t, p.page())); status != cli.Failed {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
	}
	passes(t, "-verify", write(t, "\ufeff"+strings.ReplaceAll(text, "\n", "\r\n")))
	for name, change := range map[string][2]string{
		"the script":        {`"Every check succeeded."`, `"Every check succeeded!"`},
		"the frame":         {"<main>", "<main><p>Bob won.</p>"},
		"the policy":        {"default-src 'none'", "default-src *"},
		"another script":    {"</body>", "<script>0</script></body>"},
		"the data's form":   {`{"announcement":`, `{ "announcement":`},
		"a repeated member": {`{"announcement":`, `{"announcement":"","announcement":`},
	} {
		altered := strings.Replace(text, change[0], change[1], 1)
		if status, _, stderr := command("-verify", write(t, altered)); altered == text || status != cli.Failed ||
			!strings.Contains(stderr, "isn't that of this release") {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
	}
}

// Whoever downloads a release sees the hash of the page's script in its README.
func TestScriptHash(t *testing.T) {
	if readme := readFile(t, "../README.md"); !strings.Contains(readme, integrity(script())) {
		t.Errorf("examples/README.md lacks %s", integrity(script()))
	}
}

func TestChecker(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checker.html")
	passes(t, "-checker", file)
	if out, _ := passes(t, "-verify", file); !strings.Contains(out, "This page has no draw") {
		t.Error(out)
	}
	for _, args := range [][]string{
		{"-receipt", "x"}, {"-entry", "x"}, {"-kept", "x"}, {"-list", "x"}, {"-previous", "x"}, {"-published", "2026-04-14T19:30:00Z"},
		{"-log", "x", "-log-key", "x", "-organiser", strings.Repeat("0", 64)},
	} {
		if status, out, stderr := command(append([]string{"-verify", file}, args...)...); status != cli.Failed || out != "" ||
			!strings.Contains(stderr, "this page has no draw") {
			t.Errorf("%s: status %d, %s%s", args, status, out, stderr)
		}
	}
}
