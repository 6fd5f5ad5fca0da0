package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/table/board"
)

// The page says who was put out by what, from the saved record of a table at which seat 0 cheated.
func TestAudit(t *testing.T) {
	b, h := openBrowser(t), newHouse(t, 0)
	id := h.holdem(3, 1, 15*time.Second)
	for _, cheat := range []string{"swap", "", ""} {
		h.bot(id, cheat)
	}
	table := b.tab(h.url() + "/#t/" + id + "/watch")
	table.waitFor(over)
	table.waitFor(`document.querySelector("#end").textContent.includes("Deposits return to seat")`)
	posts := table.record()
	whole := board.Encode(posts)
	page := b.tab(h.url() + "/audit.html")
	altered := append([]byte(nil), whole...)
	altered[len(whole)/2] ^= 1
	for name, c := range map[string]struct {
		record []byte
		words  string
	}{
		"whole":   {whole, "Seat 0 is out with post "},
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
	page.close()
	table.close()
}
