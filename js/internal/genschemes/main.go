// Command genschemes writes the sites of package seedrng/sites as a module: of each game, what a replay of its bets and their
// judgement need. Titles, flaws and sources, which people read, stay in the library's catalogue.
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

// module returns the module: the values that recur, then the sites, a line a game.
func module() ([]byte, error) {
	all := sites.Sites()
	games := make([][]any, len(all))
	for i, site := range all {
		for _, game := range site.Games {
			members, err := membersOf(game)
			if err != nil {
				return nil, err
			}
			games[i] = append(games[i], members)
		}
	}
	values := newWriter(games)
	var schemes bytes.Buffer
	for i, site := range all {
		fmt.Fprintf(&schemes, "{\"name\":%s,\"title\":%s,\"games\":[\n", textOf(site.Name), textOf(site.Title))
		for _, game := range games[i] {
			schemes.WriteString(values.write(game) + ",\n")
		}
		schemes.WriteString("]},\n")
	}
	var b bytes.Buffer
	b.WriteString("// The sites of seedrng/sites/schemes.json, by go generate.\n\nconst s = [\n")
	for _, text := range values.shared {
		b.WriteString(text + ",\n")
	}
	fmt.Fprintf(&b, "];\n\nexport const schemes = [\n%s];\n", &schemes)
	return b.Bytes(), nil
}

// unneeded are the members of games that only people read.
var unneeded = []string{"commits", "flaws", "pays", "published", "sources", "title"}

// membersOf returns the members of a game, as JSON has them, that are needed.
func membersOf(game sites.Game) (members map[string]any, err error) {
	evidence := []sites.Evidence{} // that says whether a wrong commitment contradicts the site
	for _, e := range game.Evidence {
		if e.Parameter == "commitment" {
			evidence = append(evidence, sites.Evidence{Parameter: e.Parameter, By: e.By})
		}
	}
	game.Evidence = evidence
	for i := range game.Fields {
		game.Fields[i].Shapes = false // which odds need
	}
	text, err := json.Marshal(game)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&members)
	for _, name := range unneeded {
		delete(members, name)
	}
	if fields, ok := members["fields"].([]any); ok {
		for _, field := range fields {
			delete(field.(map[string]any), "title")
		}
	}
	if chains, ok := members["chains"].([]any); ok {
		for _, chain := range chains {
			delete(chain.(map[string]any), "name")
			delete(chain.(map[string]any), "salt")
		}
	}
	return members, err
}
