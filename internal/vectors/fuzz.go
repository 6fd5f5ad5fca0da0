package vectors

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Fuzz changes the inputs of the vectors of some classes, and requires of the package what another
// reading of its specification answers: the same result, and the same outputs, as checks are those
// of [Run]. The answer is nil for what it doesn't take.
func Fuzz[C any](f *testing.F, name, spec string, answer func(spec, class string, inputs []byte) (outputs []byte, result string),
	errorClass func(error) string, checks map[string]func(*testing.T, C) error) {
	if strconv.IntSize < 64 {
		f.Skip("the second readings count by ints of 64 bits")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	var file struct{ Cases []fuzzed }
	if err := json.Unmarshal(text, &file); err != nil {
		f.Fatal(err)
	}
	var cases []fuzzed
	for _, c := range file.Cases {
		c.ID, _, _ = strings.Cut(c.ID, "/")
		if checks[c.ID] != nil {
			cases = append(cases, c)
		}
	}
	for i := range cases {
		f.Add(uint16(i), []byte{byte(i), byte(i / 3), byte(7 * i), byte(1 << (i % 8))})
	}
	f.Fuzz(func(t *testing.T, n uint16, edits []byte) {
		c := cases[int(n)%len(cases)]
		inputs := c.edited(edits, cases[(int(n)+1)%len(cases)])
		outputs, result := answer(spec, c.ID, inputs)
		if outputs == nil {
			t.Skip()
		}
		whole, err := json.Marshal(map[string]json.RawMessage{"inputs": inputs, "outputs": outputs})
		if err != nil {
			t.Fatal(err)
		}
		var of C
		if err := json.Unmarshal(whole, &of); err != nil {
			t.Fatal(err)
		}
		got := "ok"
		if err := checks[c.ID](t, of); err != nil {
			got = errorClass(err)
		}
		if got != result {
			t.Errorf("result %q, want %q", got, result)
		}
		if t.Failed() {
			t.Logf("%s of %s", c.ID, inputs)
		}
	})
}

// A fuzzed is a case whose inputs are to be changed.
type fuzzed struct {
	ID     string // then its class
	Inputs map[string]any
}

// edited returns the inputs after some changes, of four bytes each: what is changed, how, where, and to what.
func (c fuzzed) edited(edits []byte, other fuzzed) []byte {
	inputs := maps.Clone(c.Inputs)
	names := slices.Sorted(maps.Keys(inputs))
	for ; len(edits) >= 4; edits = edits[4:] {
		name := names[int(edits[0])%len(names)]
		how, at, to := edits[1], int(edits[2]), edits[3]
		switch x := inputs[name].(type) {
		case float64:
			inputs[name] = x + float64(int8(to))
		case string:
			inputs[name] = editedText(x, how, at, to)
		case []any:
			list := slices.Clone(x)
			if len(list) == 0 {
				continue
			}
			i := at % len(list)
			switch how % 8 {
			case 0:
				list = slices.Delete(list, i, i+1)
			case 1:
				list = slices.Insert(list, int(to)%len(list), list[i])
			case 2:
				j := int(to) % len(list)
				list[i], list[j] = list[j], list[i]
			case 3:
				if more, _ := other.Inputs[name].([]any); len(more) > 0 && c.ID == other.ID {
					list[i] = more[int(to)%len(more)]
				}
			default:
				if text, ok := list[i].(string); ok {
					list[i] = editedText(text, how/8, 7*at+int(how), to)
				}
			}
			inputs[name] = list
		}
	}
	text, err := json.Marshal(inputs)
	if err != nil {
		panic(err) // they were decoded from JSON
	}
	return text
}

// editedText changes what a text has of hex, its last word, but leaves a byte of it.
func editedText(text string, how byte, at int, to byte) string {
	before := text[:strings.LastIndexByte(text, ' ')+1]
	b, err := hex.DecodeString(text[len(before):])
	if err != nil || len(b) == 0 {
		return text
	}
	at %= len(b)
	switch how % 5 {
	case 0:
		b[at] ^= max(to, 1)
	case 1:
		b[at] = to
	case 2:
		b = slices.Insert(b, at, to)
	case 3:
		if len(b) > 1 {
			b = slices.Delete(b, at, at+1)
		}
	case 4:
		b = b[:at+1]
	}
	return before + hex.EncodeToString(b)
}
