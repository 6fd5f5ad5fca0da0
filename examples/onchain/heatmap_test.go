package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// An element of the heat map.
type element struct {
	XMLName xml.Name
	ID      string     `xml:"id,attr"`
	Class   string     `xml:"class,attr"`
	D       string     `xml:"d,attr"`
	Fill    string     `xml:"fill,attr"`
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Within  []element  `xml:",any"`
}

func (e element) find(match func(element) bool) []element {
	var found []element
	if match(e) {
		found = append(found, e)
	}
	for _, child := range e.Within {
		found = append(found, child.find(match)...)
	}
	return found
}

func TestHeatmap(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heatmap.svg")
	status, out, stderr := command("-svg", file)
	if status != cli.Passed || stderr != "" || !strings.Contains(out, file) {
		t.Fatalf("status %d, %s%s", status, out, stderr)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var svg element
	if err := xml.Unmarshal(text, &svg); err != nil {
		t.Fatal(err)
	}
	checkedIn, err := os.ReadFile("heatmap.svg")
	if err != nil || !bytes.Equal(checkedIn, text) {
		t.Errorf("heatmap.svg isn't what -svg draws (go run ./examples/onchain -svg examples/onchain/heatmap.svg): %v", err)
	}
	if svg.XMLName.Space != "http://www.w3.org/2000/svg" || strings.Count(string(text), "http") != 1 {
		t.Error("not SVG, or not self-contained")
	}

	bias := naiveBias(t, deckSize)
	maps := svg.find(func(e element) bool { return e.Class == "cells" })
	if len(maps) != 2 {
		t.Fatalf("%d maps", len(maps))
	}
	for i, cells := range maps {
		seen := make(map[[2]int]bool)
		drawn := 0
		for _, e := range cells.Within {
			var r, g, b int
			if n, err := fmt.Sscanf(e.Fill, "#%02x%02x%02x", &r, &g, &b); n != 3 || e.XMLName.Local != "path" {
				t.Fatal(e, err)
			}
			if i == 1 && e.Fill != colour(0) {
				t.Errorf("Fisher–Yates has cells in %s", e.Fill)
			}
			for _, run := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-\d+z`).FindAllStringSubmatch(e.D, -1) {
				start, c, width := int(number(t, run[1])), int(number(t, run[2])), int(number(t, run[3]))
				for position := start; position < start+width; position++ {
					seen[[2]int{c, position}] = true
					drawn++
					ratio := deckSize * float(bias.Probability(c, position))
					if i == 0 && (ratio > 1.01 && r <= b || ratio < 0.99 && r >= b) {
						t.Errorf("%d at %d, ratio %v: %s", c, position, ratio, e.Fill)
					}
				}
			}
		}
		if drawn != deckSize*deckSize || len(seen) != deckSize*deckSize {
			t.Errorf("map %d: %d cells, %d of them distinct", i, drawn, len(seen))
		}
	}

	var words strings.Builder
	for _, e := range svg.find(func(e element) bool { return e.XMLName.Local == "text" }) {
		fmt.Fprintln(&words, e.Text)
	}
	for _, want := range []string{
		"Where each card ends up", "The contract:", "Fisher–Yates:",
		"K♣ at position 0, 0.743 times", "2♠ at position 0, 1.352 times", "7.53 % at position 0, the worst", "4.31 % at position 26, 0.00 % at position 51",
		"probability 1/52, exactly", "\nA♥\n", "\n51\n", "\n0.7\n", "\n1.0\n", "too often", "position where the card ends up", "card, in the order",
	} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("the heat map lacks %q", want)
		}
	}
	for _, name := range []string{"title", "desc"} {
		found := svg.find(func(e element) bool { return e.XMLName.Local == name && e.ID == name && e.Text != "" })
		if len(found) != 1 || !strings.Contains(fmt.Sprint(svg.Attrs), name) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func TestColour(t *testing.T) {
	for v, want := range map[float64]string{-1: "#2166ac", 0: "#f7f7f7", 1: "#b2182b", -0.875: "#327db8"} {
		if got := colour(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
