package secret_test

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"text/template"

	"github.com/squaredeal/squaredeal/internal/secret"
)

type hidden = secret.Value[[32]byte]

// Nonce is what a package's secret looks like.
type Nonce struct{ hidden }

// inside holds a secret by value where fmt can't call its methods, and where it can.
type inside struct {
	nonce Nonce
	Nonce Nonce
	any   any
	list  []Nonce
}

func newNonce() (Nonce, [32]byte) {
	var b [32]byte
	for i := range b {
		b[i] = byte(201 + i)
	}
	return Nonce{secret.Hide(b)}, b
}

func TestReveal(t *testing.T) {
	n, b := newNonce()
	if got := secret.Reveal(n.hidden); got != b || secret.IsZero(n.hidden) {
		t.Errorf("revealed %x, want %x", got, b)
	}
	b[0] = 0
	if got := secret.Reveal(n.hidden); got[0] != 201 {
		t.Error("the secret shares the caller's array")
	}
	if got := secret.Reveal(Nonce{}.hidden); got != [32]byte{} || !secret.IsZero(Nonce{}.hidden) {
		t.Errorf("the zero value hides %x", got)
	}
}

func TestHideLazily(t *testing.T) {
	calls := 0
	v := secret.HideLazily(func() int { calls++; return 7 })
	if calls != 0 || secret.IsZero(v) {
		t.Error("computed before anybody reveals it")
	}
	if a, b := secret.Reveal(v), secret.Reveal(v); a != 7 || b != 7 || calls != 1 {
		t.Errorf("revealed %d and %d in %d calls, want 7 twice in one", a, b, calls)
	}
}

// leaks reports whether a text holds the secret, or eight bytes of it, in one of
// the forms that printers and encoders use.
func leaks(text string, b [32]byte) bool {
	part := b[:8]
	var decimal, goSyntax []string
	for _, x := range part {
		decimal = append(decimal, fmt.Sprint(x))
		goSyntax = append(goSyntax, fmt.Sprintf("%#x", x))
	}
	for _, form := range []string{
		string(part), fmt.Sprintf("%x", part), fmt.Sprintf("%X", part), fmt.Sprintf("% x", part),
		hex.EncodeToString(part), base64.StdEncoding.EncodeToString(part[:6]),
		strings.Join(decimal, " "), strings.Join(decimal, ","), strings.Join(decimal, ", "), strings.Join(goSyntax, ", "),
	} {
		if strings.Contains(text, form) {
			return true
		}
	}
	return false
}

func TestNothingPrints(t *testing.T) {
	n, b := newNonce()
	values := map[string]any{
		"value": n, "pointer": &n, "inside": inside{n, n, n, []Nonce{n}}, "slice": []Nonce{n}, "map": map[string]Nonce{"n": n},
	}
	for name, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "% x", "%d", "%o", "%b", "%c", "%U", "%t", "%e", "%T"} {
			text := fmt.Sprintf(verb, v)
			if leaks(text, b) {
				t.Errorf("%s under %s: %s", name, verb, text)
			}
			if name == "value" && verb != "%T" && text != "redacted" {
				t.Errorf("%s prints %q", verb, text)
			}
		}
		encoders := map[string]func(*bytes.Buffer) error{
			"json": func(out *bytes.Buffer) error { return json.NewEncoder(out).Encode(v) },
			"xml":  func(out *bytes.Buffer) error { return xml.NewEncoder(out).Encode(v) },
			"gob":  func(out *bytes.Buffer) error { return gob.NewEncoder(out).Encode(v) },
			"slog": func(out *bytes.Buffer) error {
				slog.New(slog.NewJSONHandler(out, nil)).Info("m", "v", v)
				slog.New(slog.NewTextHandler(out, nil)).Info("m", "v", v)
				return nil
			},
			"template": func(out *bytes.Buffer) error {
				return template.Must(template.New("").Parse("{{.}} {{printf `%x` .}}")).Execute(out, v)
			},
		}
		for encoder, encode := range encoders {
			var out bytes.Buffer
			err := encode(&out)
			if leaks(out.String()+fmt.Sprint(err), b) {
				t.Errorf("%s by %s: %s %v", name, encoder, &out, err)
			}
			if err == nil && (encoder == "json" || encoder == "gob" || encoder == "xml" && name != "map") {
				t.Errorf("%s by %s: no error, but %q", name, encoder, &out)
			}
		}
	}
	if !leaks(fmt.Sprint(b), b) || !leaks(fmt.Sprintf("%x", struct{ x [32]byte }{b}), b) {
		t.Error("the search for leaks doesn't find one")
	}
}

func TestHideDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		n, _ := newNonce()
		if b := secret.Reveal(n.hidden); b[0] != 201 {
			t.Error(b)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
