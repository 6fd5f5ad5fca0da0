package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// Whoever has the records that the page saves judges the casino's receipts without it,
// in Go and in verify.html.
func TestReceipts(t *testing.T) {
	b, l := openLiar(t)
	b.play()
	b.rotate("2 of 2 rounds checked")
	b.roll()
	honest := b.saved(click("#save"), "casino-records.json")
	guilty := b.meetsLie(l)
	b.do(chromedp.Navigate(fromDisk(t)))
	for _, c := range []judgement{
		{honest, 0, 0, "The casino’s receipts agree"},
		{forged(t, honest), 0, 1, "1 receipt with another signature shows nothing"},
		{guilty, 1, 0, "The casino has signed what convicts it"},
	} {
		b.judges(c)
	}
	b.shot("receipts")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", []byte("{"))}))
	b.waitFor(`document.querySelector("#file-verdict").textContent.includes("These records can’t be read")`)
	if eval[bool](b, `["receipts-verdict", "file-rows"].some((id) => document.getElementById(id).checkVisibility())`) {
		t.Error("what was found in other records stands beside those that can't be read")
	}
}

// meetsLie has the casino take what a roll pays, and returns the records that convict it.
func (b *tab) meetsLie(l *liar) (records []byte) {
	b.Helper()
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
	return b.saved(clickText("#alarm button", "Save your records"), "casino-records.json")
}

// forged returns records in which a receipt has the signature of another.
func forged(t *testing.T, records []byte) []byte {
	t.Helper()
	var altered map[string]any
	if err := json.Unmarshal(records, &altered); err != nil {
		t.Fatal(err)
	}
	receipts := altered["receipts"].([]any)
	receipts[0].(object)["signature"] = receipts[1].(object)["signature"]
	return []byte(asJSONText(t, altered))
}

// A judgement is what is found in records.
type judgement struct {
	records  []byte
	faults   int
	unsigned int
	says     string
}

// judges has records judged in Go and in verify.html.
func (b *tab) judges(c judgement) {
	b.Helper()
	file, err := receipt.ParseFile(c.records)
	if err != nil {
		b.Fatal(err)
	}
	statements, unsigned, _ := file.Open()
	v := receipt.Judge(statements)
	if len(v.Faults) != c.faults || unsigned != c.unsigned || c.unsigned == 0 && v.Checked < 2 {
		b.Errorf("%+v, %d unsigned", v, unsigned)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#receipts-verdict").hidden = true`),
		chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(b.T, "casino-records.json", c.records)}))
	b.waitFor(`!document.querySelector("#receipts-verdict").hidden`)
	said := b.text("#receipts-verdict")
	if !strings.Contains(said, c.says) || len(v.Faults) > 0 && !strings.Contains(said, v.Faults[0].Text) {
		b.Errorf("%q, without %q: %+v", said, c.says, v)
	}
}
