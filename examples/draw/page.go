package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// The parts of a page. noble.js has the curve; page/README.md says where it is from.
var (
	//go:embed page/page.html
	pageFrame string
	//go:embed page/style.css
	pageStyle string
	//go:embed page/check.js
	pageScript string
	//go:embed page/noble.js
	pageCurve string
)

// dataTag stands before what a page shows.
const dataTag = `<script type="application/json" id="data">`

// published is what a page shows, apart from its program.
type published struct {
	Announcement string    `json:"announcement"`
	Round        string    `json:"round"`    // as drand has it
	Receipts     []string  `json:"receipts"` // of the places, in order
	Openings     []opening `json:"openings,omitempty"`
}

// script is everything that a page runs.
func script() string { return pageCurve + pageScript }

func integrity(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// newPage returns the page of a draw.
func newPage(a *draw.Announcement, round []byte, proofs []draw.Proof, r result) string {
	found := published{Announcement: a.Text(), Round: string(round)}
	for i, p := range proofs {
		found.Receipts = append(found.Receipts, receiptOf(p))
		if open := r.Winners[i].Opening; open != nil {
			found.Openings = append(found.Openings, *open)
		}
	}
	return found.page()
}

// page puts the parts together. JSON escapes "<", so nothing in it ends the script.
func (p published) page() string {
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // strings
	}
	return strings.NewReplacer("{{STYLE}}", pageStyle, "{{STYLE-HASH}}", integrity(pageStyle), "{{SCRIPT}}", script(),
		"{{SCRIPT-HASH}}", integrity(script()), "{{DATA}}", string(data)).Replace(pageFrame)
}

// parsePage returns what a page shows. The page must be the one that this program makes of
// it, byte by byte: so its program is known.
func parsePage(text []byte) (published, error) {
	_, rest, _ := strings.Cut(string(text), dataTag)
	data, _, _ := strings.Cut(rest, "</script>")
	var p published
	if json.Unmarshal([]byte(data), &p) != nil || p.page() != string(text) {
		return published{}, fmt.Errorf("the page's program or frame isn't that of this release, whose script is %s", integrity(script()))
	}
	return p, nil
}

// check checks all that a page shows.
func (p published) check(a *draw.Announcement, r *result) error {
	network, err := drand.NetworkOf(a.Terms())
	if err != nil {
		return err
	}
	value, err := network.ParseRound([]byte(p.Round))
	if err != nil {
		return err
	}
	var proofs []draw.Proof
	for _, text := range p.Receipts {
		proof, err := parseReceipt(text)
		if err != nil {
			return err
		}
		proofs = append(proofs, proof)
	}
	if len(proofs) != a.Places() {
		return errors.New("the page doesn't show all places")
	}
	openings, err := opened(p.Openings)
	if err != nil {
		return err
	}
	r.fill(a, value, proofs, openings)
	return a.CheckPlaces(value, proofs)
}
