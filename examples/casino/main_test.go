package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// open runs a casino in a directory, and returns its address and how to end it, which
// returns its exit status.
func open(t *testing.T, dir string) (url string, end func() int, log *clitest.Output) {
	t.Helper()
	var out clitest.Output
	log = new(clitest.Output)
	ctx, cancel := context.WithCancel(context.Background())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"-addr", "127.0.0.1:0", "-db", filepath.Join(dir, "casino.db"), "-key",
			filepath.Join(dir, "casino.key")}, &out, log)
	}()
	end = sync.OnceValue(func() int {
		cancel()
		return <-status
	})
	t.Cleanup(func() { end() })
	for range 15_000 {
		if url, ok := strings.CutSuffix(out.String(), "\n"); ok {
			return url, end, log
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("no address: %s", log)
	return "", nil, nil
}

// The operator's listener serves the page and the figures, and the players' doesn't.
func TestOperatorListener(t *testing.T) {
	url, _, log := open(t, t.TempDir())
	address := regexp.MustCompile(`operator=(\S+)`).FindStringSubmatch(log.String())
	operator := "http://" + address[1]
	for _, c := range []struct {
		url, host string // what the request calls it; empty for its address
		status    int
	}{
		{url + "/metrics", "", 404},
		{operator + "/metrics", "", 200},
		{operator + "/metrics", "localhost:9100", 200},
		{operator + "/metrics", "somebody.example", 403}, // whose name leads here
		{operator + "/", "", 200},
		{operator + "/", "somebody.example", 403},
		{operator + "/api/view", "", 404},
	} {
		request, err := http.NewRequest("GET", c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = c.host
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if response.Body.Close(); response.StatusCode != c.status {
			t.Errorf("%s, called %q: %s", c.url, c.host, response.Status)
		}
	}
}

// A request that is under way when the casino is closed gets its answer.
func TestCloses(t *testing.T) {
	dir := t.TempDir()
	url, end, log := open(t, dir)
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/enter HTTP/1.1\r\nHost: casino\r\nContent-Type: application/json\r\nContent-Length: "+
		"2\r\nExpect: 100-continue\r\n\r\n{")
	conn.SetDeadline(time.Now().Add(5 * time.Minute))
	if begun, err := bufio.NewReader(io.LimitReader(conn,
		int64(len("HTTP/1.1 100 Continue\r\n")))).ReadString('\n'); !strings.Contains(begun, "100 Continue") {
		t.Fatalf("%q, %v", begun, err)
	}
	status := make(chan int)
	go func() { status <- end() }()
	time.Sleep(200 * time.Millisecond)
	fmt.Fprint(conn, "}")
	if answer, err := io.ReadAll(conn); !bytes.Contains(answer, []byte("200 OK")) {
		t.Errorf("%v: %q", err, answer)
	}
	if got := <-status; got != 0 || !strings.Contains(log.String(), "closing") {
		t.Errorf("exit status %d\n%s", got, log)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("it is open still")
	}
	// The files are the casino's own, and the figures are on a listener of their own.
	for _, name := range []string{"casino.db", "casino.key"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if !regexp.MustCompile(`operator=127\.0\.0\.1:\d+`).MatchString(log.String()) {
		t.Errorf("the log doesn't say where the operator's page is: %s", log)
	}
	// It opens again with the same key.
	if _, end, _ := open(t, dir); end() != 0 {
		t.Error("it doesn't open again")
	}
}

func TestFlags(t *testing.T) {
	for _, args := range []string{"-addr x", "-db=", "-log xml", "-load 5", "-load 0 -url http://x", "-load 5 -url=",
		"-load 5 -url 127.0.0.1:8080", "-load 5 -url http://x,y", "-load 5 -url http://127.0.0.1:1", "-healthy",
		"-healthy -db x -url http://x", "-url http://x", "-reseal -addr 127.0.0.1:0", "more", "-key=/nowhere/key -addr 127.0.0.1:0"} {
		var out, log clitest.Output
		if got := run(t.Context(), strings.Fields(args), &out, &log); got != 2 || out.String() != "" ||
			!strings.HasPrefix(log.String(), "casino: ") {
			t.Errorf("%s: exit status %d, %q, %q", args, got, &out, &log)
		}
	}
	for _, args := range []string{"-monitor x", "-beacon http:x"} { // of which there is one
		var out, log clitest.Output
		if got := run(t.Context(), strings.Fields(args), &out, &log); got != 2 ||
			!strings.Contains(log.String(), "such as http://127.0.0.1:8080\n") {
			t.Errorf("%s: exit status %d, %q", args, got, &log)
		}
	}
	var out, log clitest.Output
	if got := run(t.Context(), []string{"-h"}, &out, &log); got != 0 || !strings.HasPrefix(out.String(), "Usage:") {
		t.Errorf("%d %s", got, &out)
	}
}

func TestResealAndLoad(t *testing.T) {
	dir := t.TempDir()
	url, end, log := open(t, dir)
	var out clitest.Output
	if got := run(t.Context(), []string{"-load", "5", "-for", "1s", "-url", url}, &out, log); got != 0 ||
		!strings.Contains(out.String(), "bets") {
		t.Errorf("exit status %d: %s%s", got, &out, log)
	}
	end()
	key := filepath.Join(dir, "casino.key")
	old, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, append([]byte(strings.Repeat("d4", 32)+"\n"), old...), 0o600); err != nil {
		t.Fatal(err)
	}
	out = clitest.Output{}
	if got := run(t.Context(), []string{"-reseal", "-db", filepath.Join(dir, "casino.db"), "-key", key}, &out, log); got != 0 ||
		!strings.HasPrefix(out.String(), "5 sessions") {
		t.Errorf("exit status %d: %s%s", got, &out, log)
	}
}

// Upkeep makes no files and no tables: a key or a database that isn't there has another name.
func TestUpkeepElsewhere(t *testing.T) {
	dir := t.TempDir()
	_, end, _ := open(t, dir)
	end()
	if err := os.WriteFile(filepath.Join(dir, "empty.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][3]string{
		{"other.db", "casino.key", "other."}, {"casino.db", "other.key", "other."}, {"empty.db", "casino.key", "no casino has opened"},
	} {
		for _, mode := range []string{"-reseal", "-restored", "-audit"} {
			var out, log clitest.Output
			args := []string{mode, "-db", filepath.Join(dir, files[0]), "-key", filepath.Join(dir, files[1])}
			if got := run(t.Context(), args, &out, &log); got != 2 || out.String() != "" || !strings.Contains(log.String(), files[2]) {
				t.Errorf("%q: exit status %d, %q, %q", args, got, &out, &log)
			}
		}
	}
	if made, err := filepath.Glob(filepath.Join(dir, "other.*")); err != nil || made != nil {
		t.Errorf("%q are there, %v", made, err)
	}
}

// The exported history is what examples/audit -batch checks.
func TestExportIsAudited(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command to run the audit with")
	}
	url := casinotest.Start(t)
	post := client(t)
	var view house.View
	post(url+"/api/enter", map[string]any{}, &view)
	for pair := range 3 {
		hash := view.Seeds.NextServerHash
		post(url+"/api/rotate", map[string]any{"nextServerHash": hash, "clientSeed": fmt.Sprintf(`"words", %d`, pair)}, &view)
		for nonce := range 4 {
			var answer house.Answer
			request := map[string]any{"serverHash": hash, "nonce": fmt.Sprint(nonce), "bet": "dice under 4950 for 100"}
			if nonce%2 == 1 {
				request["bet"] = "poker tens for 100"
			}
			post(url+"/api/bet", request, &answer)
			if answer.Round.Open {
				post(url+"/api/step", map[string]any{"serverHash": hash, "nonce": fmt.Sprint(nonce), "step": "1", "text": "hold 1 5"}, &answer)
			}
		}
	}
	program := filepath.Join(t.TempDir(), "audit.exe")
	build := exec.Command("go", "build", "-o", program, "./examples/audit")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, format := range []string{"csv", "jsonl"} {
		file := filepath.Join(t.TempDir(), "history."+format)
		if err := os.WriteFile(file, post(url+"/api/export?format="+format, nil, nil), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, "-batch", file).CombinedOutput()
		if err != nil || !bytes.HasPrefix(out, []byte("8 bets.\n  results agree                                     8\n")) ||
			!bytes.Contains(out, []byte("The nonces of 2 pairs of seeds run from 0 without a gap.\n")) || bytes.Contains(out, []byte("ignored")) {
			t.Errorf("%s: %v\n%s", format, err, out)
		}
	}
}

// client returns a browser: what sends requests, with its cookie. Without a body it is a GET.
func client(t *testing.T) func(url string, body map[string]any, answer any) []byte {
	cookie := ""
	return func(url string, body map[string]any, answer any) []byte {
		t.Helper()
		method := http.MethodGet
		var encoded bytes.Buffer
		if body != nil {
			method = http.MethodPost
			if err := json.NewEncoder(&encoded).Encode(body); err != nil {
				t.Fatal(err)
			}
		}
		r, err := http.NewRequest(method, url, &encoded)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		content, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %s, %s", url, err, response.Status, content)
		}
		if cookies := response.Cookies(); len(cookies) > 0 {
			cookie = cookies[0].Name + "=" + cookies[0].Value
		}
		if answer != nil {
			if err := json.Unmarshal(content, answer); err != nil {
				t.Fatal(err)
			}
		}
		return content
	}
}

// The log of a casino is followed, and what was seen of it is kept.
func TestMonitor(t *testing.T) {
	url, file := casinotest.Start(t), filepath.Join(t.TempDir(), "log.json")
	post := client(t)
	post(url+"/api/enter", map[string]any{}, nil)
	look := func(want int, says string) {
		t.Helper()
		var out, log clitest.Output
		if got := run(t.Context(), []string{"-monitor", url, "-kept", file}, &out, &log); got != want ||
			!strings.Contains(out.String(), says) {
			t.Errorf("exit status %d, %q, %q, without %q", got, &out, &log, says)
		}
	}
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(50 * time.Millisecond) { // until the log has the hash
		if look(0, "receipts by key"); strings.Contains(readFile(t, file), `"open":{"`) {
			break
		}
	}
	look(0, "0 revealed, 0 dropped with their accounts, 1 neither")
	peak := regexp.MustCompile(`"peaks":\["..`)
	for what, alter := range map[string][2]string{
		"has forked": {peak.FindString(readFile(t, file)), `"peaks":["AA`}, "has shrunk": {`"size":`, `"size":9`},
		"begun another log": {`"key":"squaredeal`, `"key":"other`},
	} {
		good := readFile(t, file)
		if err := os.WriteFile(file, []byte(strings.Replace(good, alter[0], alter[1], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		look(1, what)
		if err := os.WriteFile(file, []byte(good), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What the casino has signed is judged from a file of records, and beside its public log.
func TestJudge(t *testing.T) {
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	url, other := casinotest.Serve(t, h), casinotest.Start(t)
	honest, lies := casinotest.CrashStatements()
	judge := func(statements []receipt.Statement, want int, says string, args ...string) {
		t.Helper()
		var receipts []receipt.Receipt
		for _, s := range statements {
			receipts = append(receipts, receipt.Receipt{Statement: s.Bytes(), Signature: h.Sign(s)})
		}
		content, err := json.Marshal(map[string]any{
			"format": "squaredeal/casino records v1", "key": hex.EncodeToString(h.Key()), "receipts": receipts,
		})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "casino-records.json")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, log clitest.Output
		if got := run(t.Context(), append([]string{"-receipts", file}, args...), &out, &log); got != want ||
			!strings.Contains(out.String(), says) {
			t.Errorf("exit status %d, %q, %q, without %q", got, &out, &log, says)
		}
	}
	judge(honest, 0, "3 rounds computed again, 1 to be revealed")
	judge(append(honest, lies[0].Lie...), 1, lies[0].Found)
	hidden := receipt.Round{Client: "words", Sent: []string{"a"}, Received: []string{"\x1b[2K\x1b[1A"}}
	shown := hidden
	shown.Received = []string{"b"}
	judge([]receipt.Statement{hidden, shown}, 1, `\x1b[2K\x1b[1A`) // an accusation that would wipe itself off the screen
	judge([]receipt.Statement{receipt.CrashEnd{Chain: 1, Round: 1, Point: 100, Ended: 149},
		receipt.CrashEnd{Chain: 1, Round: 20_000, Point: 100, Ended: 149}}, 0, "1 link of crash not compared")
	judge(honest, 0, "3 rounds computed again", "-url", url)            // they are older than the log
	judge(honest, cli.Broken, "3 rounds computed again", "-url", other) // mistaken for it
	silent := httptest.NewServer(http.NotFoundHandler())                // it shows no log
	defer silent.Close()
	judge(honest, cli.Broken, "3 rounds computed again", "-url", silent.URL)
	judge(append(honest, lies[0].Lie...), cli.Failed, lies[0].Found, "-url", silent.URL)
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
