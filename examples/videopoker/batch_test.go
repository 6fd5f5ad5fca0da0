package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// audit runs -batch over standard input and returns the result lines and the summary.
func audit(t *testing.T, file string) (status int, results []string, summary string) {
	t.Helper()
	status, out, stderr := command(file, "-batch", "-")
	if stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	return status, lines[:len(lines)-1], lines[len(lines)-1]
}

const v1Cards = "J♣ 10♣ 2♥ 4♦ 8♦ | 5♦ Q♥ 8♣ A♠ 3♣"

func TestBatchCSV(t *testing.T) {
	page := strings.Join([]string{pageServer, pageClient, pageHash}, ",")
	v1 := strings.Join([]string{v1Server, v1Client, v1Hash, "v1", "1"}, ",")
	quoted := fmt.Sprintf(`"%s","a ""b"", c",%s,,`, pageServer, pageHash)

	status, results, summary := audit(t, strings.Join([]string{
		page, "", v1, page + ",cryptogames", page[:len(page)-1] + "c", page + ",v1", page + ",cryptogames,0", "x,y", "x,y,z,v1,1,2",
		`a"b,c,` + pageHash, `"a,b,c`, quoted, pageServer + ",\xff," + pageHash, v1 + "\r", strings.Repeat("x", maxLine+1), page,
	}, "\n"))
	want := []string{
		"1 ok " + pageCards,
		"3 ok " + v1Cards,
		"4 ok " + pageCards,
		"5 MISMATCH " + pageCards,
		`6 malformed: nonce: "" isn't an integer from 0 to 2^64-1`,
		"7 malformed: nonce: the game cryptogames has none",
		"8 malformed: 2 fields, not 3 to 5",
		"9 malformed: 6 fields, not 3 to 5",
		`10 malformed: column 2: bare " in non-quoted-field`,
		`11 malformed: column 7: extraneous or missing " in quoted-field`,
		"12 ok 7♦ J♠ K♥ 8♥ 9♦ | 4♠ 5♥ Q♣ 10♠ 6♦",
		"13 malformed: the line isn't UTF-8",
		"14 ok " + v1Cards,
		"15 malformed: the line is longer than 65536 bytes",
		"16 ok " + pageCards,
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if want := "15 hands: 6 fair, 1 with another server seed than was committed to, 8 malformed"; status != unfair || summary != want {
		t.Errorf("status %d, %s, want %s", status, summary, want)
	}
}

// A header gives the order of the columns, and may hold others.
func TestBatchHeader(t *testing.T) {
	status, results, summary := audit(t, "\ufeffdate,hash,nonce,game,client,server\r\n"+
		strings.Join([]string{"2026-11-01", v1Hash, "1", "v1", v1Client, v1Server}, ",")+"\r\n"+
		strings.Join([]string{"2026-11-02", pageHash, "", "", pageClient, pageServer}, ",")+"\r\n")
	if diff := cmp.Diff([]string{"2 ok " + v1Cards, "3 ok " + pageCards}, results); diff != "" || status != fair || summary != "2 hands: 2 fair" {
		t.Errorf("status %d, %s, results (-want +got):\n%s", status, summary, diff)
	}
	_, results, _ = audit(t, "server,client,hash\na,b\n")
	if diff := cmp.Diff([]string{"2 malformed: 2 fields, not 3 as in the header"}, results); diff != "" {
		t.Error(diff)
	}
	for file, want := range map[string]string{
		"server,client,nonce\n":        `line 1: the header has no column "hash"`,
		"\n\nserver,client,hash,hash":  `line 3: the header has two columns "hash"`,
		"server,nonce,hash,game,clien": `line 1: the header has no column "client"`,
	} {
		if status, out, stderr := command(file, "-batch", "-"); status != unfair || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %s%s", file, status, out, stderr)
		}
	}
}

func TestBatchJSON(t *testing.T) {
	page := fmt.Sprintf(`{"server":%q,"client":%q,"hash":%q`, pageServer, pageClient, pageHash)
	status, results, summary := audit(t, strings.Join([]string{
		page + "}",
		fmt.Sprintf(`{"nonce":1,"game":"v1","server":%q,"client":%q,"hash":%q,"time":"x"}`, v1Server, v1Client, v1Hash),
		page + `,"game":"v1","nonce":1.5}`,
		page + `,"game":"v1","nonce":18446744073709551616}`,
		page,
		`{"server":1}`,
		`{"server":"\ud800","client":"c","hash":"` + pageHash + `"}`,
		pageServer + "," + pageClient + "," + pageHash,
		page + "}",
	}, "\n"))
	want := []string{
		"1 ok " + pageCards,
		"2 ok " + v1Cards,
		`3 malformed: nonce: "1.5" isn't an integer from 0 to 2^64-1`,
		`4 malformed: nonce: "18446744073709551616" isn't an integer from 0 to 2^64-1`,
		"5 malformed: JSON",
		"6 malformed: JSON",
		"7 malformed: a seed isn't Unicode, or holds U+FFFD",
		"8 malformed: JSON",
		"9 ok " + pageCards,
	}
	for i := range results {
		if before, _, ok := strings.Cut(results[i], " JSON: "); ok {
			results[i] = before + " JSON" // the rest is worded by encoding/json
		}
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if want := "9 hands: 3 fair, 6 malformed"; status != unfair || summary != want {
		t.Errorf("status %d, %s", status, summary)
	}
}

// Results come in the order of the file, however many chunks and workers there are.
func TestBatchOrder(t *testing.T) {
	const hands = 20_000
	name := filepath.Join(t.TempDir(), "bets.csv")
	var file bytes.Buffer
	for i := range hands {
		writeHand(&file, i)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, stderr := command("", "-batch", name)
	lines := strings.Split(out, "\n")
	if status != fair || stderr != "" || len(lines) != hands+2 || lines[hands] != "20,000 hands: 20,000 fair" {
		t.Fatalf("status %d, %d lines, the last %q, %s", status, len(lines), lines[len(lines)-2], stderr)
	}
	for i, line := range lines[:hands] {
		if !strings.HasPrefix(line, strconv.Itoa(i+1)+" ok ") {
			t.Fatalf("line %d: %s", i+1, line)
		}
	}
}

func writeHand(w io.Writer, i int) {
	sum := sha256.Sum256([]byte(strconv.Itoa(i)))
	server := hex.EncodeToString(sum[:])
	hash := sha256.Sum256([]byte(server))
	game := ""
	if i%2 == 1 {
		game = "v1," + strconv.Itoa(i)
	}
	fmt.Fprintf(w, "%s,client %d,%x,%s\n", server, i, hash, game)
}

// A file without hands is no success: an audit of nothing shows nothing.
func TestBatchOfNothing(t *testing.T) {
	for _, file := range []string{"", "\n\n", "server,client,hash\n"} {
		if status, _, summary := audit(t, file); status != unfair || summary != "0 hands: 0 fair" {
			t.Errorf("%q: status %d, %s", file, status, summary)
		}
	}
}

func TestBatchIOErrors(t *testing.T) {
	broken := errors.New("broken")
	var hand bytes.Buffer
	writeHand(&hand, 0)
	var out strings.Builder
	total, err := batch(io.MultiReader(&hand, iotest.ErrReader(broken)), &out, nil)
	if !errors.Is(err, broken) || total.fair != 1 || !strings.HasPrefix(out.String(), "1 ok") {
		t.Errorf("reading: %v, %v, %q", err, total, out.String())
	}

	var hands bytes.Buffer
	for i := range 50_000 {
		writeHand(&hands, i)
	}
	if _, err := batch(&hands, failingWriter{broken}, nil); !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// The bar is erased before each output, and isn't drawn but on a terminal.
func TestProgress(t *testing.T) {
	var terminal strings.Builder
	p := &progress{terminal: &terminal, size: 200}
	p.show(100, 1500)
	p.hide()
	p.hide()
	if want := "[===============               ]  50%  1,500 hands\r\x1b[K"; terminal.String() != want {
		t.Errorf("%q, want %q", terminal.String(), want)
	}
	if newProgress(&terminal, 1) != nil {
		t.Error("a bar for what is no terminal")
	}
}

// Whatever the file holds, every line that isn't blank gets one result, in order, and
// the tally adds up.
func FuzzBatch(f *testing.F) {
	f.Add([]byte(strings.Join([]string{pageServer, pageClient, pageHash}, ",")))
	f.Add([]byte("server,client,hash\n\"a,b"))
	f.Add([]byte(`{"server":"a","client":"b","hash":"c","nonce":1}` + "\n{}\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		var out bytes.Buffer
		total, err := batch(bytes.NewReader(file), &out, nil)
		if err != nil {
			return // a header without the columns
		}
		if !utf8.Valid(out.Bytes()) {
			t.Fatalf("%q", out.Bytes())
		}
		lines := bytes.Split(bytes.TrimPrefix(file, []byte("\ufeff")), []byte("\n"))
		last, results := 0, 0
		for result := range strings.Lines(out.String()) {
			number, _, _ := strings.Cut(result, " ")
			n, err := strconv.Atoi(number)
			if err != nil || n <= last || n > len(lines) || len(bytes.TrimSpace(lines[n-1])) == 0 {
				t.Fatalf("result %q after line %d of %d", result, last, len(lines))
			}
			last = n
			results++
		}
		held := 0
		for _, line := range lines {
			if len(bytes.TrimSpace(line)) > 0 {
				held++
			}
		}
		if results != total.hands() || held-results != 0 && held-results != 1 {
			t.Fatalf("%d lines, %d results, tally %v", held, results, total)
		}
	})
}

// A million hands take seconds: the metric is hands per second, on all cores.
func BenchmarkBatch(b *testing.B) {
	const hands = 10_000
	var csv, jsonl bytes.Buffer
	for i := range hands {
		var line strings.Builder
		writeHand(&line, i)
		csv.WriteString(line.String())
		f := append(strings.Split(strings.TrimSpace(line.String()), ","), "")
		object := map[string]any{"server": f[0], "client": f[1], "hash": f[2], "game": f[3]}
		if f[3] != "" {
			object["nonce"] = i
		}
		json.NewEncoder(&jsonl).Encode(object)
	}
	for _, file := range []struct {
		name string
		text []byte
	}{{"csv", csv.Bytes()}, {"jsonl", jsonl.Bytes()}} {
		b.Run(fmt.Sprintf("%d/%s/squaredeal", hands, file.name), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				total, err := batch(bytes.NewReader(file.text), io.Discard, nil)
				if err != nil || total.fair != hands {
					b.Fatal(total, err)
				}
			}
			b.ReportMetric(float64(hands)*float64(b.N)/b.Elapsed().Seconds(), "hands/s")
		})
	}
}
