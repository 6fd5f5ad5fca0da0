package lines_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
)

// read returns a file's lines as number:text, and the error that ended it.
func read(in io.Reader, header func([]byte) (bool, error)) ([]string, error) {
	var all []string
	err := lines.Audit[[]string]{
		Header: header,
		Worker: func() func(*lines.Chunk[[]string]) {
			return func(c *lines.Chunk[[]string]) {
				c.Result = c.Result[:0]
				for l := range c.Lines {
					text := string(l.Text)
					if l.TooLong {
						text = "TOO LONG" + text
					}
					c.Result = append(c.Result, fmt.Sprintf("%d:%s", l.Number, text))
				}
			}
		},
		Take: func(c *lines.Chunk[[]string]) error {
			all = append(all, c.Result...)
			return nil
		},
	}.Run(in)
	return all, err
}

func noHeader([]byte) (bool, error)  { return false, nil }
func hasHeader([]byte) (bool, error) { return true, nil }

func TestRun(t *testing.T) {
	long := strings.Repeat("x", lines.MaxLine)
	fault := errors.New("fault")
	for _, c := range []struct {
		in     string
		header func([]byte) (bool, error)
		want   []string
		err    string
	}{
		{"", noHeader, nil, ""},
		{"\n \r\n\t\n", noHeader, nil, ""},
		{"a\n\nb\r\nc", noHeader, []string{"1:a", "3:b", "4:c"}, ""},
		{"\ufeffa\n\ufeffb", noHeader, []string{"1:a", "2:\ufeffb"}, ""},
		{"\na\nb", hasHeader, []string{"3:b"}, ""},
		{"\x00\xff\n", noHeader, []string{"1:\x00\xff"}, ""},
		{long + "\n" + long + "\r\n" + long + "x\nb", noHeader, []string{"1:" + long, "2:" + long, "3:TOO LONG", "4:b"}, ""},
		{long + "x\na\nb\n" + long + "x", hasHeader, []string{"1:TOO LONG", "3:b", "4:TOO LONG"}, ""},
		{"\na\nb", func([]byte) (bool, error) { return false, fault }, nil, "line 2: fault"},
	} {
		got, err := read(strings.NewReader(c.in), c.header)
		if !slices.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%.40q: %.100q, %v", c.in, got, err)
		}
	}
}

// However many chunks there are, they are taken in order.
func TestRunOrder(t *testing.T) {
	var file strings.Builder
	for i := range 50_000 {
		fmt.Fprintln(&file, i)
	}
	got, err := read(strings.NewReader(file.String()), noHeader)
	if err != nil || len(got) != 50_000 {
		t.Fatal(len(got), err)
	}
	for i, line := range got {
		if want := fmt.Sprintf("%d:%d", i+1, i); line != want {
			t.Fatalf("%s, want %s", line, want)
		}
	}
}

// Errors end the work, and leave no goroutine behind.
func TestRunErrors(t *testing.T) {
	before := runtime.NumGoroutine()
	fault := errors.New("fault")
	if got, err := read(io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(fault)), noHeader); err != fault || !slices.Equal(got, []string{"1:a"}) {
		t.Errorf("reading: %q, %v", got, err)
	}
	if _, err := read(io.MultiReader(strings.NewReader(strings.Repeat("x", 2*lines.MaxLine)), iotest.ErrReader(fault)), noHeader); err != fault {
		t.Errorf("reading an overlong line: %v", err)
	}
	err := lines.Audit[int]{
		Header: noHeader,
		Worker: func() func(*lines.Chunk[int]) { return func(*lines.Chunk[int]) {} },
		Take:   func(*lines.Chunk[int]) error { return fault },
	}.Run(strings.NewReader(strings.Repeat("line\n", 100_000)))
	if err != fault {
		t.Errorf("taking: %v", err)
	}
	clitest.CheckGoroutines(t, before)
}

// Through a pipe, a line is taken before the next one comes.
func TestRunDoesNotWait(t *testing.T) {
	in, file := io.Pipe()
	taken := make(chan int)
	go lines.Audit[int]{
		Header: noHeader,
		Worker: func() func(*lines.Chunk[int]) {
			return func(c *lines.Chunk[int]) {
				for l := range c.Lines {
					c.Result = l.Number
				}
			}
		},
		Take: func(c *lines.Chunk[int]) error { taken <- c.Result; return nil },
	}.Run(in)
	for i := range 3 {
		fmt.Fprintln(file, "line")
		if n := <-taken; n != i+1 {
			t.Fatalf("line %d after %d", n, i+1)
		}
	}
	file.Close()
}

// Memory doesn't grow with the file: a gigabyte without a newline, and one of long lines.
func TestRunMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(min(4, runtime.GOMAXPROCS(0)))) // each takes a share of it
	for _, end := range []string{"", "\n"} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		in := io.LimitReader(&clitest.Repeated{Text: strings.Repeat("x", 60_000) + end}, 1<<30)
		taken := 0
		err := lines.Audit[int]{
			Header: noHeader,
			Worker: func() func(*lines.Chunk[int]) {
				return func(c *lines.Chunk[int]) {
					c.Result = 0
					for range c.Lines {
						c.Result++
					}
				}
			},
			Take: func(c *lines.Chunk[int]) error { taken += c.Result; return nil },
		}.Run(in)
		if want := map[string]int{"": 1, "\n": 17_896}[end]; err != nil || taken != want {
			t.Errorf("%d lines, not %d: %v", taken, want, err)
		}
		runtime.ReadMemStats(&after)
		if grown := after.HeapSys - min(before.HeapSys, after.HeapSys); grown > 64<<20 {
			t.Errorf("the heap has grown by %d bytes", grown)
		}
	}
}

func TestOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, called, err := lines.Open(name, nil)
	if err != nil || called != name || lines.Size(in) != 4 {
		t.Errorf("%v, %s, %d", err, called, lines.Size(in))
	}
	in.Close()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, called, err = lines.Open("-", file)
	if err != nil || called != "standard input" || lines.Size(in) != 4 || in.Close() != nil {
		t.Errorf("%v, %s, %d", err, called, lines.Size(in))
	}
	if _, err := file.Stat(); err != nil {
		t.Errorf("standard input is closed: %v", err)
	}
	if _, _, err := lines.Open(name+"x", nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if lines.Size(strings.NewReader("text")) != 0 {
		t.Error("a reader has a size")
	}
}

func TestSplitCSV(t *testing.T) {
	for text, want := range map[string]string{
		"a,b,,":         `["x" "a" "b" "" ""]`,
		`"a,""b""",c`:   `["x" "a,\"b\"" "c"]`,
		"a\x00\xff":     `["x" "a\x00\xff"]`,
		`a"b,c`:         "column 2: bare \" in non-quoted-field",
		`"a,b`:          "column 5: extraneous or missing \" in quoted-field",
		`"a" ,b`:        "column 3: extraneous or missing \" in quoted-field",
		`"\r",b`:        `["x" "\\r" "b"]`,
		"\"a\u2028\",b": "[\"x\" \"a\\u2028\" \"b\"]",
	} {
		got, err := lines.SplitCSV([]string{"x"}, []byte(text))
		if result := fmt.Sprintf("%q", got); err != nil && err.Error() != want || err == nil && result != want {
			t.Errorf("%q: %s, %v", text, result, err)
		}
	}
}

func TestColumns(t *testing.T) {
	got, err := lines.Columns([]string{"c", "x", "a", "x"}, []string{"a", "b", "c"})
	if err != nil || !slices.Equal(got, []int{2, -1, 0}) {
		t.Error(got, err)
	}
	if _, err := lines.Columns([]string{"a", "x", "a"}, []string{"a"}); err == nil || err.Error() != `the header has two columns "a"` {
		t.Error(err)
	}
}

func TestParseJSON(t *testing.T) {
	names := []string{"text", "number", "list"}
	kinds := func(i int) lines.Kinds { return []lines.Kinds{lines.Strings, lines.Numbers, lines.Lists}[i] }
	for text, want := range map[string]string{
		`{}`: `["" "" ""]`,
		` {"list":[1, "a"],"number":-1.50e2,"text":"a\u0000\n","other":{"text":[]}} `: `["a\x00\n" "-1.50e2" "[1, \"a\"]"]`,
		`{"text":1}`:            "JSON: text has the wrong type",
		`{"number":"1"}`:        "JSON: number has the wrong type",
		`{"list":"a"}`:          "JSON: list has the wrong type",
		`{"text":null}`:         "JSON: text has the wrong type",
		`{"text":{}}`:           "JSON: text has the wrong type",
		`{"text":"a","text":1}`: "JSON: text is repeated",
		`{"Text":"a"}`:          `["" "" ""]`,
		`{"text":"\udc00"}`:     "text isn't Unicode, or holds U+FFFD",
		`{"text":"` + "\xff\"}": "text isn't Unicode, or holds U+FFFD",
		`{"text":"a"`:           "JSON: the object doesn't end on its line",
		`{"text"`:               "JSON: the object doesn't end on its line",
		`{"text":"a`:            "JSON: the object doesn't end on its line",
		`[]`:                    "JSON: the line isn't an object",
		`x`:                     "JSON: the line isn't an object",
		`{} {}`:                 "JSON: text follows the object",
		`{}}`:                   "JSON: text follows the object",
	} {
		values := make([]string, len(names))
		err := lines.ParseJSON([]byte(text), names, values, kinds)
		if result := fmt.Sprintf("%q", values); err != nil && err.Error() != want || err == nil && result != want {
			t.Errorf("%s: %s, %v", text, result, err)
		}
	}
}

// Objects that are read the quick way are read as encoding/json reads them.
func FuzzParseJSON(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"text":"a","number":1.50}`, ` {"list" : 0 , "other":"b"} `, `{"text":"a",}`, `{"number":01}`, `{"number":1.}`,
		`{"text":"a","text":"b"}`, `{"text":"\n"}`, `{"number":-1}`, `{"text":"a"}}`, `{"text":"a"b}`, `{"text""a"}`, `{,}`,
	} {
		f.Add([]byte(text))
	}
	names := []string{"text", "number", "list"}
	f.Fuzz(func(t *testing.T, text []byte) {
		kinds := func(i int) lines.Kinds {
			return []lines.Kinds{lines.Strings, lines.Numbers, lines.Strings | lines.Numbers}[i]
		}
		values := make([]string, len(names))
		if lines.ParseJSON(text, names, values, kinds) != nil {
			return
		}
		var want map[string]any
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		if err := dec.Decode(&want); err != nil {
			t.Fatalf("%q is taken: %v", text, err)
		}
		for i, name := range names {
			if v, ok := want[name]; values[i] != fmt.Sprint(v) && (ok || values[i] != "") {
				t.Fatalf("%q: %s is %q, not %v", text, name, values[i], v)
			}
		}
	})
}

func BenchmarkParseJSON(b *testing.B) {
	text := []byte(`{"server": "f2ac89b608eeb01312d115bce6741b32", "client": "86ff027f15c48241af7f54a726690ee7", "nonce": 2, "result": "5.86"}`)
	names := []string{"server", "client", "nonce", "commitment", "result"}
	b.Run("bet/squaredeal", func(b *testing.B) {
		values := make([]string, len(names))
		b.ReportAllocs()
		for b.Loop() {
			if err := lines.ParseJSON(text, names, values, func(int) lines.Kinds { return lines.Strings | lines.Numbers }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bet/encoding/json.Unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var values struct {
				Server, Client, Commitment, Result string
				Nonce                              json.Number
			}
			if err := json.Unmarshal(text, &values); err != nil {
				b.Fatal(err)
			}
		}
	})
}
