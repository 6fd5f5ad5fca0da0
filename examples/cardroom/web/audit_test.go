package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// The page says who was put out by what, from the record of a table at which seat 0 cheated.
func testAudit(t *testing.T, h *house, b *browser, posts []record.Post) {
	whole := board.Encode(posts)
	page := b.tab(h.url() + "/audit.html")
	altered := append([]byte(nil), whole...)
	altered[len(whole)/2] ^= 1
	for name, c := range map[string]struct {
		record []byte
		words  string
	}{
		"whole":   {whole, "Seat 1 is out with post "},
		"cut":     {whole[:len(whole)-1], "The file is damaged"},
		"altered": {altered, "The board has signed another sequence"},
		"none":    {[]byte("squaredeal"), "This is no record of a table."},
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, c.record, 0o600); err != nil {
			t.Fatal(err)
		}
		page.do(chromedp.SetUploadFiles("#file", []string{file}))
		page.waitFor(fmt.Sprintf(`document.querySelector("#result").textContent.includes(%q)`, c.words))
	}
	page.fits("audit")
}
