package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// The page says who was put out by what, from the record of a table at which seat 0 cheated.
func testAudit(t *testing.T, h *house, b *browser, posts []record.Post) {
	whole := board.Encode(posts)
	page := b.tab(h.url() + "/audit.html")
	altered := append([]byte(nil), whole...)
	altered[len(whole)/2] ^= 1
	choose := func(name string, content []byte) {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		page.do(chromedp.SetUploadFiles("#file", []string{file}))
	}
	for name, c := range map[string]struct {
		record []byte
		words  string
	}{
		"whole":   {whole, "signed that. By the rules, its own message is a fault."},
		"cut":     {whole[:len(whole)-1], "The file is damaged"},
		"altered": {altered, "The board has signed another sequence"},
		"none":    {[]byte("squaredeal"), "This is no record of a table."},
	} {
		choose(name, c.record)
		page.waitFor(fmt.Sprintf(`document.querySelector("#result").textContent.includes(%q)`, c.words))
	}
	page.fits("audit")
	page.shot("audit")

	eval[bool](page, clitest.HoldReading+"true")
	choose("first", whole)
	page.waitFor("held")
	choose("second", []byte("squaredeal"))
	page.waitFor(`document.querySelector("#result").textContent.includes("This is no record of a table.")`)
	eval[bool](page, "release().then(() => true)")
	if got := page.text("#result"); !strings.Contains(got, "This is no record of a table.") {
		t.Errorf("a record that is read late takes the place of a later one: %s", got)
	}
}
