// Command genschemes writes the table of schemes, a game a line, to the file that is its
// argument: for programs in other languages, which interpret it as package sites does.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: genschemes FILE")
	}
	var out bytes.Buffer
	out.WriteString("[")
	for i, site := range sites.Sites() {
		if i > 0 {
			out.WriteString(",")
		}
		games := site.Games
		site.Games = nil
		head := bytes.Replace(marshal(site), []byte(`"games":null`), []byte(`"games":[`), 1)
		before, after, _ := bytes.Cut(head, []byte(`"games":[`))
		fmt.Fprintf(&out, "\n%s\"games\":[", before)
		for j, game := range games {
			if j > 0 {
				out.WriteString(",")
			}
			fmt.Fprintf(&out, "\n %s", marshal(game))
		}
		fmt.Fprintf(&out, "]%s", after)
	}
	out.WriteString("\n]\n")
	if err := os.WriteFile(os.Args[1], out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
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
