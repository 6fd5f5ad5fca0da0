// Command genschemes writes the sites of package seedrng/sites as a module: of each game, what a replay of its bets and their
// judgement need. What it is known by, its flaws and sources stay in the library's catalogue.
//
//	go run ./internal/genschemes sites/schemes.js
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func main() {
	text, err := module()
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "genschemes:", err)
		os.Exit(1)
	}
}

// unneeded are the members of games that only people read.
var unneeded = []string{"commits", "flaws", "sources"}

// module returns the module, a line a game.
func module() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// The sites of seedrng/sites/schemes.json, by go generate.\n\nexport const schemes = [\n")
	for _, site := range sites.Sites() {
		fmt.Fprintf(&b, "{\"name\":%q,\"title\":%q,\"games\":[\n", site.Name, site.Title)
		for _, game := range site.Games {
			line, err := entry(game)
			if err != nil {
				return nil, err
			}
			b.Write(line)
			b.WriteString(",\n")
		}
		b.WriteString("]},\n")
	}
	b.WriteString("];\n")
	return b.Bytes(), nil
}

// entry returns a game in JSON, which is an expression of JavaScript.
func entry(game sites.Game) ([]byte, error) {
	text, err := json.Marshal(game)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	for _, name := range unneeded {
		delete(members, name)
	}
	var evidence []sites.Evidence // that says whether a wrong commitment contradicts the site
	for _, e := range game.Evidence {
		if e.Parameter == "commitment" {
			evidence = append(evidence, sites.Evidence{Parameter: e.Parameter, By: e.By})
		}
	}
	members["evidence"] = append([]sites.Evidence{}, evidence...)
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(members)
	return bytes.TrimSpace(line.Bytes()), err
}
