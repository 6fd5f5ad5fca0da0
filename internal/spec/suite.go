// Package spec implements every SPEC.md a second time, as plainly as possible and without the
// packages, so that tests check one reading of a specification by another: by test vectors,
// testdata/vectors.json in each package, and sra/testdata/attacks.json, a corpus of attacks on
// verifiers, which command write makes of it; and live, by [Answer].
//
//   - bytes.go, stream.go, tree.go, edwards.go, ristretto.go, group.go and shuffle.go are what
//     packages are built from, here once.
//   - Files named like a package or its parts are readings of its SPEC.md; published.go has those of
//     hexchain and of sites' CryptoGames, answerdeals.go those of jgammon and textbook.
//   - Files that end in cases choose what is asked of them, in the languages of handscript.go,
//     recordsession.go and tablesitting.go, with forgeries by attacks.go and handforgeries.go;
//     seedstates.go writes the states that the cases of seedrng begin and end with. suite.go writes
//     all cases.
//   - answer.go answers questions live, which the other files that begin with answer decode.
package spec

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

//go:generate go run ./write ../..

// specs are the specifications, by the directories of the packages.
var specs = []struct {
	directory, name string
	cases           func(s *suite)
}{
	{"commit", "squaredeal/commit v1", commitCases},
	{"commit/hexchain", "squaredeal/commit/hexchain v1", hexchainCases},
	{"commit/jgammon", "squaredeal/commit/jgammon v1", jgammonCases},
	{"commit/record", "squaredeal/record v1", recordCases},
	{"commit/table", "squaredeal/table v1", tableCases},
	{"commit/table/board", "squaredeal/board v1", boardCases},
	{"otpdeal", "squaredeal/otpdeal v1", otpdealCases},
	{"seedrng", "squaredeal/seedrng v1", seedrngCases},
	{"seedrng/sites", "squaredeal/seedrng/sites v1", sitesCases},
	{"shuffle", "squaredeal/shuffle v1", shuffleCases},
	{"shuffle/draw", "squaredeal/draw v1", drawCases},
	{"shuffle/onchain", "squaredeal/shuffle/onchain v1", onchainCases},
	{"sra", "squaredeal/sra v1", sraCases},
	{"sra/hand", "squaredeal/hand v1", handCases},
	{"sra/textbook", "squaredeal/sra/textbook", textbookCases},
}

// Write writes the vectors and the corpus of attacks below a directory, that of the module. It
// panics if a case isn't what its author says.
func Write(module string) error {
	for _, spec := range specs {
		if err := write(module, spec.directory, "vectors.json", spec.name, spec.cases); err != nil {
			return err
		}
	}
	return write(module, "sra", "attacks.json", "squaredeal/sra v1", attackCases)
}

func write(module, directory, file, spec string, cases func(s *suite)) error {
	s := &suite{module: module}
	cases(s)
	return os.WriteFile(filepath.Join(module, directory, "testdata", file), []byte(s.file(spec)), 0o644)
}

// fields are named values of a case.
type fields map[string]any

// A vector is a case of a specification.
type vector struct {
	ID            string   `json:"id"` // class and name: stream/published
	Comment       string   `json:"comment"`
	Flags         []string `json:"flags,omitempty"`
	Inputs        fields   `json:"inputs"`
	Intermediates fields   `json:"intermediates,omitempty"`
	Outputs       fields   `json:"outputs,omitempty"`
	Result        string   `json:"result"` // "ok", or the class of the error
}

// A suite is the cases of a specification.
type suite struct {
	module string            // the directory, for what was published and is kept there
	flags  map[string]string // what they mean
	cases  []vector
}

func (s *suite) add(c vector) { s.cases = append(s.cases, c) }

// ok adds a case that is accepted.
func (s *suite) ok(id, comment string, inputs, outputs fields) {
	s.add(vector{ID: id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: "ok"})
}

// refuse adds a case without outputs.
func (s *suite) refuse(id, comment, result string, inputs fields) {
	s.add(vector{ID: id, Comment: comment, Inputs: inputs, Result: result})
}

// sealless adds states of a class that are shorter than a checksum, or nothing but one.
func (s *suite) sealless(class string, inputs fields) {
	for _, c := range []struct{ id, comment, state string }{
		{"short", "31 bytes, one less than a checksum", seal("")[:31]},
		{"sum-alone", "a checksum of nothing", seal("")},
	} {
		s.refuse(class+"/"+c.id, c.comment, "malformed", inputs.with("state", hexOf(c.state)))
	}
}

// accumulate adds a case for each of these numbers of runs, ascending: the SHA-256 of what
// all of them return, one after another.
func (s *suite) accumulate(class, comment string, counts []int, run func(i int) string) {
	s.accumulateWith(class, comment, fields{}, counts, run)
}

func (s *suite) accumulateWith(class, comment string, inputs fields, counts []int, run func(i int) string) {
	all, done := newHash(), 0
	for _, runs := range counts {
		for ; done < runs; done++ {
			all.Write([]byte(run(done)))
		}
		s.ok(class+"-"+decimal(runs), comment, inputs.with("runs", runs), fields{"sha256": hexOf(string(all.Sum(nil)))})
	}
}

// with returns the fields with more of them, names and values.
func (f fields) with(more ...any) fields {
	all := fields{}
	for name, value := range f {
		all[name] = value
	}
	for i := 0; i < len(more); i += 2 {
		all[more[i].(string)] = more[i+1]
	}
	return all
}

// file returns the file of the cases, each on a line.
func (s *suite) file(spec string) string {
	var lines []string
	for _, c := range s.cases {
		lines = append(lines, encoded(c))
	}
	head := `{"spec":` + encoded(spec)
	if s.flags != nil {
		head += ",\n\"flags\":" + strings.ReplaceAll(encoded(s.flags), `","`, "\",\n\"")
	}
	return head + ",\"cases\":[\n" + strings.Join(lines, ",\n") + "\n]}\n"
}

func encoded(x any) string {
	var line strings.Builder
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(x); err != nil {
		panic(err)
	}
	return strings.TrimSpace(line.String())
}
