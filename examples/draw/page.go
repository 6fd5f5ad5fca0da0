package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

//go:generate go run -C ../../js ./internal/bundle -o ../examples/draw/page/program.js ../examples/draw/page/page.js

// The parts of a page. program.js is made of page.js and all that it imports.
var (
	//go:embed page/page.html
	pageFrame string
	//go:embed page/style.css
	pageStyle string
	//go:embed page/program.js
	pageProgram string
)

// dataTag stands before what a page shows.
const dataTag = `<script type="application/json" id="data">`

// pageData is what a page shows, apart from its program. All of it is empty in a page that
// checks others only.
type pageData struct {
	Announcement string   `json:"announcement"`
	Round        string   `json:"round"`    // as drand has it
	Receipts     []string `json:"receipts"` // of the places, in order
}

// script is everything that a page runs.
func script() string {
	frame, err := json.Marshal(pageFrame) // with which it compares other pages; "<" is escaped
	if err != nil {
		panic(err) // a string
	}
	return "const frame = " + string(frame) + ";\n" + pageProgram
}

func integrity(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// newPage returns the page of a draw.
func newPage(a *draw.Announcement, round []byte, receipts []draw.Receipt) string {
	found := pageData{Announcement: a.Text(), Round: string(round)}
	for _, r := range receipts {
		found.Receipts = append(found.Receipts, receiptText(r))
	}
	return found.page()
}

// A checkerMode writes a page without a draw.
type checkerMode struct{ page *string }

func (m *checkerMode) define(flags *flag.FlagSet) { m.page = cli.File(flags, "checker") }

func (m *checkerMode) run(world, *bufio.Writer, io.Writer) error {
	return replaceFile(*m.page, 0o644, whole(pageData{}.page()))
}

// page puts the parts together. JSON escapes "<", so nothing in it ends the script.
func (p pageData) page() string {
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // strings
	}
	all := script()
	return strings.NewReplacer("{{STYLE}}", pageStyle, "{{STYLE-HASH}}", integrity(pageStyle), "{{SCRIPT}}", all,
		"{{SCRIPT-HASH}}", integrity(all), "{{DATA}}", string(data)).Replace(pageFrame)
}

// parsePage returns what a page shows. The page must be the one that this program makes of
// it, byte by byte: so its program is known.
func parsePage(text []byte) (pageData, error) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // browsers read the same page
	_, rest, _ := strings.Cut(string(text), dataTag)
	data, _, _ := strings.Cut(rest, "</script>")
	var p pageData
	if json.Unmarshal([]byte(data), &p) != nil || p.page() != string(text) {
		return pageData{}, fmt.Errorf("the page's program or frame isn't that of this release, whose script is %s", integrity(script()))
	}
	return p, nil
}

// check checks all that a page shows, and returns the receipts of the places.
func (p pageData) check(a *draw.Announcement, r *result) ([]draw.Receipt, error) {
	network, err := announcedNetwork(a)
	if err != nil {
		return nil, err
	}
	value, err := network.ParseRound([]byte(p.Round))
	if err != nil {
		return nil, err
	}
	if len(p.Receipts) != a.Places() {
		return nil, fmt.Errorf("%d of %d places are shown", len(p.Receipts), a.Places())
	}
	var receipts []draw.Receipt
	var proofs []draw.Proof
	for _, text := range p.Receipts {
		receipt, err := parseReceipt(text)
		if err != nil {
			return nil, err
		}
		if err := checkReceipt(a, receipt); err != nil {
			return nil, err
		}
		receipts, proofs = append(receipts, receipt), append(proofs, receipt.Proof())
	}
	if err := a.CheckPlaces(value, proofs); err != nil {
		return nil, err
	}
	r.fill(a, value, receipts)
	return receipts, nil
}
