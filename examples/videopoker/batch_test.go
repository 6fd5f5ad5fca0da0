package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// auditText runs -batch over standard input and returns the result lines and the summary.
func auditText(t *testing.T, file string) (status int, results []string, summary string) {
	t.Helper()
	status, out, stderr := command(file, "-batch", "-")
	if status == cli.Broken || (stderr == "") != (status == cli.Passed) {
		t.Fatalf("status %d, %s", status, stderr)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	n := len(lines) - 2
	if lines[n+1] != compare {
		t.Fatalf("the last line is %q", lines[n+1])
	}
	return status, lines[:n], lines[n]
}

// runBatch audits a file, without a bar.
func runBatch(in io.Reader, out io.Writer) (tally, error) {
	a := audit{in: in, out: bufio.NewWriter(out)}
	return a.run()
}

const v1Cards = "J♣ 10♣ 2♥ 4♦ 8♦ | 5♦ Q♥ 8♣ A♠ 3♣"

func TestBatchCSV(t *testing.T) {
	page := strings.Join([]string{pageServer, pageClient, pageHash}, ",")
	v1 := strings.Join([]string{v1Server, v1Client, v1Hash, "v1", "1"}, ",")
	quoted := fmt.Sprintf(`"%s","a ""b"", c",%s,,`, pageServer, pageHash)
	long := strings.Repeat("s", 65)
	longHash := sha256.Sum256([]byte(long))
	predictable := fmt.Sprintf("%s,c,%x", long, longHash)

	status, results, summary := auditText(t, strings.Join([]string{
		pageServer + ",server," + pageHash, // no header
		page, "", v1, page + ",cryptogames", page[:len(page)-1] + "c", page + ",v1", page + ",cryptogames,0", "x,y", "x,y,z,v1,1,2",
		`a"b,c,` + pageHash, `"a,b,c`, quoted, pageServer + ",\xff," + pageHash, "\xff" + page, v1 + "\r", strings.Repeat("x", lines.MaxLine+1),
		strings.Repeat("x", lines.MaxLine) + "\r", "\ufeff" + page, page + ",,,", predictable + ",v1,0", predictable, page,
	}, "\n"))
	want := []string{
		"1 ok 8♣ K♦ 4♠ 7♥ 3♣ | J♣ 6♦ 8♦ 7♦ 7♣",
		"2 ok " + pageCards,
		"4 ok " + v1Cards,
		"5 ok " + pageCards,
		"6 MISMATCH " + pageCards,
		`7 malformed: nonce "": must be a number from 0 to 2^64-1`,
		`8 malformed: nonce "0": the game cryptogames has no nonces`,
		"9 malformed: 2 fields, not 3 to 5",
		"10 malformed: 6 fields, not 3 to 5",
		`11 malformed: column 2: bare " in non-quoted-field`,
		`12 malformed: column 7: extraneous or missing " in quoted-field`,
		"13 ok 7♦ J♠ K♥ 8♥ 9♦ | 4♠ 5♥ Q♣ 10♠ 6♦",
		"14 malformed: seedrng: malformed: client seed isn't UTF-8",
		"15 malformed: seedrng: malformed: server seed isn't UTF-8",
		"16 ok " + v1Cards,
		"17 malformed: the line is longer than 65536 bytes",
		"18 malformed: 1 field, not 3 to 5",
		"19 MISMATCH A♣ 8♣ Q♠ A♠ 4♥ | 3♣ 9♥ K♠ 7♥ 7♠",
		"20 malformed: 6 fields, not 3 to 5",
		"21 ok PREDICTABLE 3♦ 5♥ 9♦ 9♥ Q♦ | 7♥ 4♥ A♥ 7♣ 10♦",
		"22 ok 9♥ 6♣ 4♠ 7♦ J♣ | Q♣ 8♦ K♠ 8♠ 7♠",
		"23 ok " + pageCards,
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if want := "Hands: 22. Server seed matches its hash: 9; of these, predictable from the hash: 1; doesn't match: 2; malformed: 11."; status != cli.Failed || summary != want {
		t.Errorf("status %d, %s, want %s", status, summary, want)
	}
}

// A header gives the order of the columns, and may hold others.
func TestBatchHeader(t *testing.T) {
	status, results, summary := auditText(t, "\ufeffDate, Hash,nonce,game,CLIENT,server\r\n"+
		strings.Join([]string{"2026-11-01", v1Hash, "1", "v1", v1Client, v1Server}, ",")+"\r\n"+
		strings.Join([]string{"2026-11-02", pageHash, "", "", pageClient, pageServer}, ",")+"\r\n")
	if diff := cmp.Diff([]string{"2 ok " + v1Cards, "3 ok " + pageCards}, results); diff != "" || status != cli.Passed || summary != "Hands: 2. Server seed matches its hash: 2." {
		t.Errorf("status %d, %s, results (-want +got):\n%s", status, summary, diff)
	}
	status, results, _ = auditText(t, "server,client,hash\na,b\na,b,c,d\n"+pageServer+","+pageClient+","+pageHash)
	if diff := cmp.Diff([]string{"2 malformed: 2 fields, not 3 as in the header", "3 malformed: 4 fields, not 3 as in the header", "4 ok " + pageCards}, results); diff != "" || status != cli.Failed {
		t.Errorf("status %d, %s", status, diff)
	}
	for file, want := range map[string]string{
		"server,client,nonce\n":              `line 1: the header has no column "hash"`,
		"\n\nserver,client,hash,hash":        `line 3: the header has two columns "hash"`,
		"server,client,server,hash":          `line 1: the header has two columns "server"`,
		"server,nonce,hash,game,clien":       `line 1: the header has no column "client"`,
		strings.Repeat("x", lines.MaxLine+1): "",
		"server,seed,of mine":                "",
		"nothing,that is,a header,here":      "",
	} {
		status, out, stderr := command(file, "-batch", "-")
		if want == "" { // nothing but a malformed hand
			if status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "videopoker: standard input: no hand; line 1: ") {
				t.Errorf("%.30q: status %d, %s%s", file, status, out, stderr)
			}
		} else if status != cli.Broken || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%.30q: status %d, %s%s, want %q", file, status, out, stderr, want)
		}
	}
}

func TestBatchJSON(t *testing.T) {
	page := fmt.Sprintf(`{"server":%q,"client":%q,"hash":%q`, pageServer, pageClient, pageHash)
	status, results, summary := auditText(t, strings.Join([]string{
		" " + page + "} ",
		fmt.Sprintf(`{"nonce":1,"game":"v1","server":%q,"client":%q,"hash":%q,"more":{"a":[1,{}]}}`, v1Server, v1Client, v1Hash),
		page + `,"game":"v1","nonce":"7"}`,
		page + `,"game":"v1","nonce":1.5}`,
		page + `,"game":"v1","nonce":18446744073709551616}`,
		page,
		`{"server":1}`,
		`{"server":true}`,
		`{"server":"\ud800","client":"c","hash":"` + pageHash + `"}`,
		`{"server":"s","client":"` + "\xff" + `","hash":"` + pageHash + `"}`,
		`{"server":"other",` + page[1:] + "}",
		`{"Server":` + page[len(`{"server":`):] + "}",
		pageServer + "," + pageClient + "," + pageHash,
		page + "}}",
		page + `,"more":}`,
		`{"hash"`,
		page + "}",
	}, "\n"))
	for i, result := range results {
		if before, reason, _ := strings.Cut(result, " JSON: "); strings.HasPrefix(reason, "invalid character") {
			results[i] = before + " JSON" // the rest is worded by encoding/json
		}
	}
	want := []string{
		"1 ok " + pageCards,
		"2 ok " + v1Cards,
		"3 ok Q♥ J♦ 4♣ 4♠ J♣ | 10♦ 3♣ 9♣ 10♠ 3♠",
		`4 malformed: nonce "1.5": must be a number from 0 to 2^64-1`,
		`5 malformed: nonce "18446744073709551616": must be a number from 0 to 2^64-1`,
		"6 malformed: JSON: the object doesn't end on its line",
		"7 malformed: JSON: server has the wrong type",
		"8 malformed: JSON: server has the wrong type",
		"9 malformed: server isn't Unicode, or holds U+FFFD",
		"10 malformed: client isn't Unicode, or holds U+FFFD",
		"11 malformed: JSON: server is repeated",
		"12 malformed: seedrng: malformed: server seed is empty",
		"13 malformed: JSON: the line isn't an object",
		"14 malformed: JSON: text follows the object",
		"15 malformed: JSON",
		"16 malformed: JSON: the object doesn't end on its line",
		"17 ok " + pageCards,
	}
	if diff := cmp.Diff(want, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if want := "Hands: 17. Server seed matches its hash: 4; malformed: 13."; status != cli.Failed || summary != want {
		t.Errorf("status %d, %s", status, summary)
	}
}

// A hand with too few cards in its digest: no such seeds are known.
func TestBatchShort(t *testing.T) {
	var c found
	r := result{Line: 7}
	r.judge(bet{server: parse(t, pageServer), hash: parse(t, pageServer).Hash(), game: gameCryptoGames}, []int{49, 17}, sites.ErrExhausted)
	c.add(r, false)
	if got := string(c.results); got != "7 SHORT J♣ 5♥\n" || c.tally != (tally{Short: 1}) {
		t.Errorf("%q, %+v", got, c.tally)
	}
	var total tally
	total.add(c.tally)
	if want := "Hands: 1. Server seed matches its hash: 0; too few cards: 1."; total.String() != want {
		t.Errorf("%s, want %s", total, want)
	}
}

// Results come in the order of the file, however many chunks and workers there are.
func TestBatchOrder(t *testing.T) {
	const hands = 20_000
	name := filepath.Join(t.TempDir(), "hands.csv")
	var file bytes.Buffer
	for i := range hands {
		writeHand(&file, i)
	}
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, stderr := command("", "-batch", name)
	lines := strings.Split(out, "\n")
	if status != cli.Passed || stderr != "" || len(lines) != hands+3 || lines[hands] != "Hands: 20,000. Server seed matches its hash: 20,000." {
		t.Fatalf("status %d, %d lines, %s", status, len(lines), stderr)
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

// A file without hands is no success: an audit of nothing shows nothing. A file of another
// kind gets one line.
func TestBatchOfNothing(t *testing.T) {
	const malformed = "x,y\n"
	var hand strings.Builder
	writeHand(&hand, 1)
	for _, c := range []struct{ file, want string }{
		{"", "no hand"},
		{"\n\n", "no hand"},
		{"server,client,hash\n", "no hand"},
		{"\n" + strings.Repeat(malformed, 9), "no hand; line 2: 2 fields, not 3 to 5"},
		{strings.Repeat(malformed, 10) + hand.String(), "no hand in the first 10 lines; line 1: 2 fields, not 3 to 5"},
		{strings.Repeat(malformed, 5000), "no hand in the first 10 lines; line 1: 2 fields, not 3 to 5"},
	} {
		for _, form := range [][]string{nil, {"-json"}} {
			status, out, stderr := command(c.file, append([]string{"-batch", "-"}, form...)...)
			if want := "videopoker: standard input: " + c.want + "\nRun with -h for help.\n"; status != cli.Broken || out != "" || stderr != want {
				t.Errorf("%.30q: status %d, %s%s", c.file, status, out, stderr)
			}
		}
	}
	_, err := runBatch(iotest.OneByteReader(strings.NewReader("x,y\nz\n")), io.Discard) // each line is a chunk
	if err == nil || err.Error() != "no hand; line 1: 2 fields, not 3 to 5" {
		t.Error(err)
	}
	status, out, _ := command(strings.Repeat(malformed, 9)+hand.String()+strings.Repeat(malformed, 20), "-batch", "-")
	if lines := strings.Split(out, "\n"); status != cli.Failed || len(lines) != 33 || !strings.HasPrefix(lines[0], "1 malformed: ") || !strings.HasPrefix(lines[9], "10 ok ") {
		t.Errorf("nine lines and a hand: status %d\n%s", status, out)
	}
}

// The object of -json holds what the lines for people say.
func TestBatchAsJSON(t *testing.T) {
	page := strings.Join([]string{pageServer, pageClient, pageHash}, ",")
	status, out, stderr := command("x,y\n"+page+"\n"+page[:len(page)-1]+"c\n<&>,y\n", "-batch", "-", "-json")
	const hand = `"deal":["J♣","5♥","8♣","A♣","2♣"],"draw":["3♦","5♦","J♦","9♥","6♣"]}`
	want := `{
  "hands": [
    {"line":1,"result":"malformed","reason":"2 fields, not 3 to 5"},
    {"line":2,"result":"ok",` + hand + `,
    {"line":3,"result":"mismatch",` + hand + `,
    {"line":4,"result":"malformed","reason":"2 fields, not 3 to 5"}
  ],
  "counts": {
    "ok": 1,
    "mismatch": 1,
    "short": 0,
    "malformed": 2,
    "predictable": 0
  },
  "result": "failed",
  "reason": "unfair: 1 of 4 hands"
}
`
	if diff := cmp.Diff(want, out); status != cli.Failed || stderr != "videopoker: unfair: 1 of 4 hands\n" || diff != "" {
		t.Errorf("status %d, %s (-want +got):\n%s", status, stderr, diff)
	}

	var file bytes.Buffer
	for i := range 5000 { // of several chunks
		writeHand(&file, i)
	}
	status, out, _ = command(file.String(), "-batch", "-", "-json")
	var object struct {
		Hands  []struct{ Line int }
		Result string
	}
	if err := json.Unmarshal([]byte(out), &object); err != nil || status != cli.Passed || len(object.Hands) != 5000 || object.Hands[4999].Line != 5000 || object.Result != "passed" {
		t.Errorf("%v, status %d, %d hands, %s", err, status, len(object.Hands), object.Result)
	}
}

// Through a pipe, a result comes before the next line does.
func TestBatchDoesNotWait(t *testing.T) {
	in, lines := io.Pipe()
	results, out := io.Pipe()
	go func() {
		runBatch(in, out)
		out.Close()
	}()
	scanner := bufio.NewScanner(results)
	for i := range 3 {
		writeHand(lines, i)
		if !scanner.Scan() || !strings.HasPrefix(scanner.Text(), strconv.Itoa(i+1)+" ok ") {
			t.Fatalf("after line %d: %q", i+1, scanner.Text())
		}
	}
	lines.Close()
	if scanner.Scan() {
		t.Errorf("a fourth result: %s", scanner.Text())
	}
}

// Errors end the work, and leave no goroutine behind.
func TestBatchIOErrors(t *testing.T) {
	before := runtime.NumGoroutine()
	fault := errors.New("fault")
	var hand bytes.Buffer
	writeHand(&hand, 0)
	var out strings.Builder
	total, err := runBatch(io.MultiReader(&hand, iotest.ErrReader(fault)), &out)
	if !errors.Is(err, fault) || total.Matching != 1 || !strings.HasPrefix(out.String(), "1 ok") {
		t.Errorf("reading: %v, %v, %q", err, total, out.String())
	}
	_, err = runBatch(io.MultiReader(strings.NewReader(strings.Repeat("x", 2*lines.MaxLine)), iotest.ErrReader(fault)), &out)
	if !errors.Is(err, fault) {
		t.Errorf("reading an overlong line: %v", err)
	}

	var hands bytes.Buffer
	for i := range 50_000 {
		writeHand(&hands, i)
	}
	if _, err := runBatch(&hands, clitest.Full{}); err == nil || err.Error() != "no space left" {
		t.Errorf("writing: %v", err)
	}
	clitest.CheckGoroutines(t, before)
}

// Memory doesn't grow with the file, whatever its lines are: 600 MB of long lines, read by
// chunks of bounded size.
func TestBatchMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(min(4, runtime.GOMAXPROCS(0)))) // each takes a share of it
	line := strings.Repeat("x", 60_000) + "\n"
	var hand bytes.Buffer
	writeHand(&hand, 0)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	total, err := runBatch(io.MultiReader(&hand, io.LimitReader(&clitest.Repeated{Text: line}, int64(10_000*len(line)))), io.Discard)
	if err != nil || total.Malformed != 10_000 {
		t.Fatal(total, err)
	}
	runtime.ReadMemStats(&after)
	if grown := after.HeapSys - min(before.HeapSys, after.HeapSys); grown > 64<<20 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
}

// Whatever the file holds, every line that isn't blank gets one result, in order, and
// the tally adds up.
func FuzzBatch(f *testing.F) {
	f.Add([]byte(strings.Join([]string{pageServer, pageClient, pageHash}, ",")))
	f.Add([]byte("server,client,hash\n\"a,b"))
	f.Add([]byte(`{"server":"a","client":"b","hash":"c","nonce":1}` + "\n{}\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		runBatch(bytes.NewReader(file), io.Discard) // as it is, and after a hand
		first := strings.Join([]string{pageServer, pageClient, pageHash}, ",")
		if bytes.HasPrefix(file, []byte("{")) {
			first = fmt.Sprintf(`{"server":%q,"client":%q,"hash":%q}`, pageServer, pageClient, pageHash)
		}
		file = append([]byte(first+"\n"), file...)
		var out bytes.Buffer
		total, err := runBatch(bytes.NewReader(file), &out)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(out.Bytes()) {
			t.Fatalf("%q", out.Bytes())
		}
		lines := bytes.Split(file, []byte("\n"))
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
		if results != total.hands() || results != held {
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
				total, err := runBatch(bytes.NewReader(file.text), io.Discard)
				if err != nil || total.Matching != hands {
					b.Fatal(total, err)
				}
			}
			b.ReportMetric(float64(hands)*float64(b.N)/b.Elapsed().Seconds(), "hands/s")
		})
	}
}
