// Command genschemes lays out the catalogue of schemes, its first argument, which is kept by hand. What fixes the parameters of
// each game goes to the second, for people.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: genschemes FILE FILE")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if text, err = format(text); err != nil {
		log.Fatalf("%s: %v", os.Args[1], err)
	}
	if err := os.WriteFile(os.Args[1], text, 0o644); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[2], evidence(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// evidence is a table in Markdown.
func evidence() []byte {
	counts := make(map[string]int)
	var rows bytes.Buffer
	for _, site := range sites.Sites() {
		for _, g := range site.Games {
			mark := ""
			if g.Evidenced {
				mark = "E"
			}
			fmt.Fprintf(&rows, "| %s/%s | %s |", site.Name, g.Name, mark)
			for _, by := range []string{"round", "site", "slight", "others", "nothing"} {
				var parts []string
				from := make(map[string][]string)
				for _, e := range g.Evidence {
					if e.By != by {
						continue
					}
					counts[by]++
					source := e.Source
					if e.Date != "" {
						source += " (" + e.Date + ")"
					}
					if !slices.Contains(parts, source) {
						parts = append(parts, source)
					}
					from[source] = append(from[source], "`"+e.Parameter+"`")
				}
				for i, source := range parts {
					if parts[i] = strings.Join(from[source], " "); source != "" {
						parts[i] += ": " + source
					}
				}
				fmt.Fprintf(&rows, " %s |", strings.Join(parts, "; "))
			}
			rows.WriteString("\n")
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `# What fixes the parameters of each scheme

Written by internal/genschemes; SPEC.md, section 5.1, says how it is found, and TestEvidence that it is so. E marks games
whose scheme is evidenced in every parameter on which results depend. Of %d parameters, a public round fixes %d, the
site's own code or words %d; on %d depends fewer than one bet in a million; only others have %d, and nothing fixes %d.

| game | | a public round | the site's own code or words | slight | only others | nothing |
|---|---|---|---|---|---|---|
`, counts["round"]+counts["site"]+counts["slight"]+counts["others"]+counts["nothing"], counts["round"], counts["site"], counts["slight"], counts["others"], counts["nothing"])
	out.Write(rows.Bytes())
	return out.Bytes()
}

func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		log.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}
