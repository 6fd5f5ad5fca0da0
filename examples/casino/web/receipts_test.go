package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// Whoever has the records that the page saves judges the casino's receipts without it, in Go and in verify.html.
func TestReceipts(t *testing.T) {
	b, l := openLiar(t)
	b.play()
	b.rotate("2 of 2 rounds checked")
	b.roll()
	honest := b.saved(click("#save"), "casino-records.json")
	var balance any // as the casino tells it after its lie
	l.alters(func(path string, answer object) {
		if path == betPath {
			loses(answer)
			balance = answer["balance"]
		} else if _, ok := answer["balance"]; ok {
			answer["balance"] = balance
		}
	})
	b.roll()
	b.do(click("#rotate"))
	b.waitFor(`document.querySelector("#alarm .proof") !== null`)
	guilty := b.saved(clickText("#alarm button", "Save your records"), "casino-records.json")

	var altered map[string]any
	if err := json.Unmarshal(honest, &altered); err != nil {
		t.Fatal(err)
	}
	receipts := altered["receipts"].([]any)
	receipts[0].(object)["signature"] = receipts[1].(object)["signature"]
	forged, err := json.Marshal(altered)
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(fromDisk(t)))
	for _, c := range []struct {
		records  []byte
		faults   int
		unsigned int
		says     string
	}{
		{honest, 0, 0, "The casino’s receipts agree"},
		{forged, 0, 1, "1 receipt with another signature shows nothing"},
		{guilty, 1, 0, "The casino has signed what convicts it"},
	} {
		file, err := receipt.ParseFile(c.records)
		if err != nil {
			t.Fatal(err)
		}
		statements, unsigned := file.Open()
		v := receipt.Judge(statements)
		if len(v.Faults) != c.faults || unsigned != c.unsigned || c.unsigned == 0 && v.Checked < 2 {
			t.Errorf("%+v, %d unsigned", v, unsigned)
		}
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#receipts-verdict").hidden = true`),
			chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", c.records)}))
		b.waitFor(`!document.querySelector("#receipts-verdict").hidden`)
		said := b.text("#receipts-verdict")
		if !strings.Contains(said, c.says) || len(v.Faults) > 0 && !strings.Contains(said, v.Faults[0].Text) {
			t.Errorf("%q, without %q: %+v", said, c.says, v)
		}
	}
	b.shot("receipts")
}
