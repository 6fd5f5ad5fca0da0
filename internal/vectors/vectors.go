// Package vectors writes and runs the packages' test vectors: testdata/vectors.json
// in each, which a generator writes from its own reading of SPEC.md.
package vectors

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"slices"
	"strings"
	"testing"
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
// the file that is the program's argument.
func Write(spec string, groups ...[]Case) {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: genvectors FILE")
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
	if err := os.WriteFile(os.Args[1], out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// Run runs every case of a specification as a subtest. Its class picks the check,
// which gets the case decoded as a C and returns the error that the package
// returned; errorClass gives the word for that error.
func Run[C any](t *testing.T, spec string, errorClass func(error) string, checks map[string]func(*testing.T, C) error) {
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Spec  string
		Cases []json.RawMessage
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if file.Spec != spec {
		t.Fatalf("vectors of %q, not %q", file.Spec, spec)
	}
	cases := make(map[string]int)
	for _, text := range file.Cases {
		var head Case
		var c C
		if err := json.Unmarshal(text, &head); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		class, _, _ := strings.Cut(head.ID, "/")
		check, ok := checks[class]
		if !ok {
			t.Fatalf("%s: no check for this class", head.ID)
		}
		cases[class]++
		t.Run(head.ID, func(t *testing.T) {
			result := "ok"
			err := check(t, c)
			if err != nil {
				result = errorClass(err)
			}
			if result != head.Result {
				t.Errorf("result %q (%v), want %q", result, err, head.Result)
			}
		})
	}
	for class := range checks {
		if cases[class] == 0 {
			t.Errorf("no cases of class %s", class)
		}
	}
}
