package field_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/field"
)

func encoding() []byte {
	b := field.Append(nil, "label")
	b = append(b, 7)
	b = append(b, 0, 0, 1, 0)
	b = append(b, 0, 0, 0, 0, 0, 0, 2, 0)
	return field.Append(b, []byte("field"))
}

func read(r *field.Reader) (string, bool) {
	r.Label("label")
	ok := r.Byte("byte") == 7
	ok = r.Uint32("uint32") == 256 && ok
	ok = r.Uint64("uint64") == 512 && ok
	ok = string(r.Field("field")) == "field" && ok
	return r.End(), ok
}

func TestReader(t *testing.T) {
	b := encoding()
	if fault, ok := read(field.NewReader(b)); fault != "" || !ok {
		t.Errorf("fault %q", fault)
	}
	faults := map[string]bool{}
	for n := range b {
		fault, _ := read(field.NewReader(b[:n]))
		if fault == "" {
			t.Errorf("accepted %d bytes", n)
		}
		faults[fault] = true
	}
	for _, name := range []string{"label", "byte", "uint32", "uint64", "field"} {
		if !faults[name] {
			t.Errorf("no prefix has its fault in %s", name)
		}
	}
	if fault, _ := read(field.NewReader(append(b, 0))); fault != "length" {
		t.Errorf("a byte too many: fault %q", fault)
	}
	if fault, _ := read(field.NewReader(bytes.Replace(b, []byte("label"), []byte("Label"), 1))); fault != "label" {
		t.Errorf("another label: fault %q", fault)
	}
	huge := append(bytes.Repeat([]byte{0xff}, 8), 1)
	if r := field.NewReader(huge); r.Field("huge") != nil || r.Fault() != "huge" {
		t.Error("accepted a field of 2^64-1 bytes")
	}
}

func TestSeal(t *testing.T) {
	sealed := field.Seal(encoding())
	if fault, ok := read(field.NewSealedReader(sealed)); fault != "" || !ok {
		t.Errorf("fault %q", fault)
	}
	for i := range sealed {
		altered := bytes.Clone(sealed)
		altered[i] ^= 1
		if fault, _ := read(field.NewSealedReader(altered)); fault != "checksum" {
			t.Errorf("byte %d altered: fault %q", i, fault)
		}
	}
	if fault, _ := read(field.NewSealedReader(nil)); fault != "checksum" {
		t.Errorf("no bytes: fault %q", fault)
	}
}

func TestParseHex(t *testing.T) {
	var b [3]byte
	if err := field.ParseHex(b[:], "00a9ff"); err != nil || b != [3]byte{0, 0xa9, 0xff} {
		t.Errorf("%x, %v", b, err)
	}
	for text, want := range map[string]string{
		"00a9f": "5 characters, not 6", "00a9fff": "7 characters", "": "0 characters",
		"00A9ff": "character 3", "0xa9ff": "character 2", "00a9f ": "character 6", "00é9f": "character 3",
	} {
		kept := b
		err := field.ParseHex(kept[:], text)
		if err == nil || !strings.Contains(err.Error(), want) || kept != b {
			t.Errorf("%q: %x, %v", text, kept, err)
		}
	}
}
