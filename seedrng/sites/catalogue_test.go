package sites

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/long"
)

// Every game of schemes.json is read, with all that it has, and names what there is.
func TestCatalogue(t *testing.T) {
	c, err := readCatalogue(schemesJSON)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Sites {
		site, err := c.site(i)
		if err != nil {
			t.Fatal(err)
		}
		for j := range site.Games {
			g := &site.Games[j]
			compile(&site, g) // panics for templates that name no field
			table, err := json.Marshal(g.def)
			if err != nil {
				t.Fatal(err)
			}
			var read, kept, parts map[string]any
			if err := errors.Join(json.Unmarshal(table, &read), json.Unmarshal(c.Sites[i].Games[j], &kept),
				json.Unmarshal(table, &parts)); err != nil {
				t.Fatal(err)
			}
			for part := range parts {
				want := kept[part]
				if want == nil {
					want = map[string]any{}
				}
				if diff := cmp.Diff(want, read[part]); diff != "" {
					t.Errorf("%s/%s, %s, kept and read:\n%s", site.Name, g.Name, part, diff)
				}
			}
		}
	}
	for name := range c.Fields {
		if !bytes.Contains(schemesJSON, []byte(`"`+name+`",`)) && !bytes.Contains(schemesJSON, []byte(`"`+name+`"]`)) {
			t.Errorf("no game has the field %s", name)
		}
	}
	for name := range c.Texts {
		if !bytes.Contains(schemesJSON, []byte(`"@`+name+`"`)) {
			t.Errorf("nothing has the text %s", name)
		}
	}
}

func readAll(text []byte) error {
	c, err := readCatalogue(text)
	if err != nil {
		return err
	}
	for i := range c.Sites {
		if _, err = c.site(i); err != nil {
			break
		}
	}
	return err
}

// What isn't as it should be is refused, and named.
func TestCatalogueRefused(t *testing.T) {
	for _, c := range []struct{ old, other, want string }{
		{`"spec": "squaredeal/seedrng/sites v1"`, `"spec": "v2"`, `spec "v2"`},
		{`"title": "Stake",`, `"title": "Stake", "url": "x",`, `unknown field "url"`},
		{`"commits": "@server-text",`, `"commit": "@server-text",`, `stake, game dice: json: unknown field "commit"`},
		{`"commits": "@server-text",`, `"commits": "@server-txt",`, `stake, game dice: no shared text "server-txt"`},
		{`"commits": "@server-text",`, `"commits": 1,`, `entry.Commits`},
		{`["server", "client", "nonce", "commitment", "result"]`, `["serve"]`, `stake, game dice: no shared field "serve"`},
		{`["server", "client", "nonce", "commitment", "result"]`, `[{"name": "a", "kind": "txt"}]`, `field 1: kind "txt"`},
		{`["server", "client", "nonce", "commitment", "result"]`, `[{"name": "a", "kind": "text", "maxx": 1}]`, `unknown field "maxx"`},
		{`["server", "client", "nonce", "commitment", "result"]`, `[{"kind": "text"}]`, `field 1: no name`},
		{`["server", "client", "nonce", "commitment", "result"]`, `[{"name": "a", "kind": "text", "shapes": true}]`, `shapes`},
		{`{"alg": "sha256", "message": "{server}"}`, `{"alg": "md5", "message": "{server}"}`, `stake, game dice: alg "md5"`},
		{`"n": {"value": 10001}`, `"n": {"value": "10001"}`, `value`},
		{`"n": {"value": 10001}`, `"m": {"value": 10001}`, `unknown field "m"`},
		{`"kind": "sums"`, `"kind": "sum"`, `no kind "sum"`},
		{`{"kind": "words"}`, `{"kind": "word"}`, `no kind "word"`},
		{`"numbers": {"kind": "words"},`, ``, `stake, game dice: no numbers, or no map`},
		{`"divisor": "x+1"`, `"divisor": "x-1"`, `stake, game limbo: divisor "x-1"`},
		{`"numbers": {"kind": "words"}`, `"numbers": {"kind": "top52"}`, `stake, game dice: numbers top52 for the map sums`},
		{`"numbers": {"kind": "top52"}`, `"numbers": {"kind": "words"}`, `numbers words for the map`},
		{`"numbers": {"kind": "byte100"},
     "map": {"kind": "shuffle", "n": {"value": 52}`, `"numbers": {"kind": "byte100"},
     "map": {"kind": "shuffle", "n": {"value": 53}`, `numbers byte100 for the map shuffle`},
		{`"n": {"value": 25}, "count": {"field": "mines"}, "first": 1, "sorted"`,
			`"n": {"value": 26}, "count": {"field": "mines"}, "first": 1, "sorted"`, `numbers rotations for the map shuffle`},
		{`"pays": "reaches"`, `"pays": "reach"`, `pays "reach"`},
		{`"round": ["bytes",`, `"round": ["byte",`, `no parameter byte`},
		{`"round": ["bytes",`, `"round": ["bytes", "bytes",`, `what fixes bytes`},
		{`"round": ["bytes",`, `"rounds": ["bytes",`, `unknown field "rounds"`},
		{`"source": "@verifierform", `, ``, `evidence by others has the source ""`},
		{`["@stake-pages", "@verifierform-tests", "@kyran-tests"]`, `[]`, `no sources`},
		{`"name": "stake",`, `"name": ["stake"],`, `Sites.Name`},
	} {
		text := strings.Replace(string(schemesJSON), c.old, c.other, 1)
		if text == string(schemesJSON) {
			t.Fatalf("schemes.json has no %s", c.old)
		}
		if err := readAll([]byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.other, err, c.want)
		}
	}
	if err := readAll(append(bytes.Clone(schemesJSON), '1')); err == nil {
		t.Error("two values are read")
	}
}

// The catalogue is as go generate lays it out, however it is broken into lines.
func TestGenerated(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || !long.Tests() {
		t.Skip("takes a run of go")
	}
	var flat bytes.Buffer
	if err := json.Compact(&flat, schemesJSON); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(t.TempDir(), "schemes.json")
	generate := func(text string) (string, error) {
		if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "run", "./internal/genschemes", table).CombinedOutput()
		return string(out), err
	}
	if out, err := generate(flat.String()); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, err := os.ReadFile(table); err != nil || string(got) != string(schemesJSON) {
		t.Errorf("schemes.json isn't as go generate lays it out: %v", err)
	}
	if out, err := generate(`{"spec": "", "spec": ""}`); err == nil || !strings.Contains(out, "repeated") {
		t.Errorf("a repeated member: %v, %s", err, out)
	}
}
