package web_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// fromDisk is the address of verify.html as a file, in a folder with nothing else.
func fromDisk(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("verify.html")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "verify.html")
	if err := os.WriteFile(name, page, 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + name
}

func TestShots(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(fromDisk(t)))
	b.shot("verify-empty")
	b.do(chromedp.Click(chromedp.CSS("#example")))
	b.waitFor(`document.querySelector("#steps").children.length > 2`)
	b.shot("verify-poker")
}
