// Command genschemes lays out the catalogue of schemes, its argument, which is kept by hand.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: genschemes FILE")
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
