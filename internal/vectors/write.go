package vectors

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"slices"
)

// Fields are named values of a case.
type Fields map[string]any

// A Case is a test vector.
type Case struct {
	ID            string `json:"id"` // class and name: stream/published
	Comment       string `json:"comment"`
	Inputs        Fields `json:"inputs"`
	Intermediates Fields `json:"intermediates,omitempty"`
	Outputs       Fields `json:"outputs,omitempty"`
	Result        string `json:"result"` // "ok", or the class of the error
}

// Write writes the cases of a specification, such as "squaredeal/seedrng v1", to
// the file that is the program's last argument.
func Write(spec string, groups ...[]Case) {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: draw FILE")
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(struct {
		Spec  string `json:"spec"`
		Cases []Case `json:"cases"`
	}{spec, slices.Concat(groups...)})
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[len(os.Args)-1], out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}
