package vectors

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/spec"
)

// Fuzz changes inputs of the cases in testdata/vectors.json, and requires the package to answer as package spec
// does, which is another reading of its specification. The checks are those of [Run]: cases of classes without
// one are left out, and so is what spec doesn't answer. A check gets spec's outputs, as intermediates, too.
func Fuzz[C any](f *testing.F, errorClass func(error) string, checks map[string]func(*testing.T, C) error) {
	FuzzFile(f, "testdata/vectors.json", errorClass, checks)
}

// FuzzFile is Fuzz for another file.
func FuzzFile[C any](f *testing.F, name string, errorClass func(error) string, checks map[string]func(*testing.T, C) error) {
	if strconv.IntSize < 64 {
		f.Skip("the second readings count by ints of 64 bits")
	}
	file := read[fuzzed](f, name)
	var cases []fuzzed
	for _, c := range file.Cases {
		c.ID, _, _ = strings.Cut(c.ID, "/")
		if checks[c.ID] != nil {
			cases = append(cases, c)
		}
	}
	for i := 0; i < len(cases); i += 1 + len(cases)/40 {
		f.Add(uint16(i), []byte{byte(i), byte(i / 3), byte(7 * i), byte(1 << (i % 8))})
	}
	f.Fuzz(func(t *testing.T, n uint16, edits []byte) {
		c := cases[int(n)%len(cases)]
		inputs := c.edited(edits, cases[(int(n)+1)%len(cases)])
		outputs, result := spec.Answer(file.Spec, c.ID, inputs)
		if outputs == nil {
			t.Skip()
		}
		whole, err := json.Marshal(map[string]json.RawMessage{"inputs": inputs, "intermediates": outputs, "outputs": outputs})
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
// A beacon's round stays as it is, with its network: nothing that was published has been altered.
func (c fuzzed) edited(edits []byte, other fuzzed) []byte {
	inputs := maps.Clone(c.Inputs)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(inputs)), func(name string) bool { return name == "round" || name == "network" })
	for ; len(edits) >= 4; edits = edits[4:] {
		name := names[int(edits[0])%len(names)]
		how, at, to := edits[1], int(edits[2]), edits[3]
		switch x := inputs[name].(type) {
		case float64:
			inputs[name] = x + float64(int8(to))
		case string:
			inputs[name] = editedText(x, how, at, to)
		case []any:
			inputs[name] = c.editedList(name, x, other, how, at, to)
		}
	}
	text, err := json.Marshal(inputs)
	if err != nil {
		panic(err) // they were decoded from JSON
	}
	return text
}

func (c fuzzed) editedList(name string, list []any, other fuzzed, how byte, at int, to byte) []any {
	list = slices.Clone(list)
	more, _ := other.Inputs[name].([]any)
	if c.ID != other.ID {
		more = nil
	}
	if len(list) == 0 {
		return append(list, more...)
	}
	i := at % len(list)
	if edit := int(how % 8); edit < len(listEdits) {
		return listEdits[edit](list, more, i, to)
	}
	switch x := list[i].(type) {
	case string:
		list[i] = editedText(x, how/8, 7*at+int(how), to)
	case float64:
		list[i] = x + float64(int8(to))
	}
	return list
}

// listEdits are changes of a list at one of its items. Others come from more, if that has any.
var listEdits = []func(list, more []any, i int, to byte) []any{
	removeItem, repeatItem, exchangeItems, replaceItem, insertItem,
}

func removeItem(list, _ []any, i int, _ byte) []any { return slices.Delete(list, i, i+1) }

func repeatItem(list, _ []any, i int, to byte) []any {
	return slices.Insert(list, int(to)%len(list), list[i])
}

func exchangeItems(list, _ []any, i int, to byte) []any {
	j := int(to) % len(list)
	list[i], list[j] = list[j], list[i]
	return list
}

func replaceItem(list, more []any, i int, to byte) []any {
	if len(more) > 0 {
		list[i] = more[int(to)%len(more)]
	}
	return list
}

func insertItem(list, more []any, i int, to byte) []any {
	if len(more) == 0 {
		return list
	}
	return slices.Insert(list, i, more[int(to)%len(more)])
}

// editedText changes what a text has of hex, its last word, but leaves a byte of it; or, if that has no
// hex that can be told from a number, any part of the text.
func editedText(text string, how byte, at int, to byte) string {
	before := text[:strings.LastIndexByte(text, ' ')+1]
	b, err := hex.DecodeString(text[len(before):])
	if err != nil || !strings.ContainsAny(text[len(before):], "abcdef") {
		return editedWords(text, how, at, to)
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

// editedWords changes a digit, a character, a word or a line.
func editedWords(text string, how byte, at int, to byte) string {
	if text == "" {
		return string(rune(to))
	}
	at = (at + 256*int(how)) % len(text)
	return textEdits[int(how)%len(textEdits)](text, at, to)
}

// textEdits are changes of a text at one of its bytes.
var textEdits = []func(text string, at int, to byte) string{
	changeDigit, changeDigit, removeWord, repeatWord, exchangeWords, removeByte, insertCharacter, changeByte,
}

// changeDigit changes the next digit, if there is one.
func changeDigit(text string, at int, to byte) string {
	digit := strings.IndexAny(text[at:], "0123456789")
	if digit < 0 {
		return text
	}
	return text[:at+digit] + strconv.Itoa(int(to)%10) + text[at+digit+1:]
}

func removeByte(text string, at int, _ byte) string { return text[:at] + text[at+1:] }

func insertCharacter(text string, at int, to byte) string {
	return text[:at] + string(rune(to)) + text[at:]
}

// changeByte puts a character, of one or two bytes, in the place of a byte.
func changeByte(text string, at int, to byte) string {
	return text[:at] + string(rune(to)) + text[at+1:]
}

// wordsOf returns the words of a text, or its lines if it has several, what is between them, and which
// of them the byte is in.
func wordsOf(text string, at int) (words []string, between string, i int) {
	between = " "
	if strings.Contains(text, "\n") {
		between = "\n"
	}
	return strings.Split(text, between), between, strings.Count(text[:at], between)
}

func removeWord(text string, at int, _ byte) string {
	words, between, i := wordsOf(text, at)
	return strings.Join(slices.Delete(words, i, i+1), between)
}

func repeatWord(text string, at int, to byte) string {
	words, between, i := wordsOf(text, at)
	return strings.Join(slices.Insert(words, int(to)%len(words), words[i]), between)
}

func exchangeWords(text string, at int, to byte) string {
	words, between, i := wordsOf(text, at)
	j := int(to) % len(words)
	words[i], words[j] = words[j], words[i]
	return strings.Join(words, between)
}
