package main

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A fakeCasino serves a log, and enters what it gets there.
type fakeCasino struct {
	*testing.T
	folder    string // of its log
	key, path string // what it says of its log
	enters    string // in place of what it gets, if it isn't empty
	entered   []publiclog.Draw
}

// newCasino returns a casino with some entries in its log, and its address.
func newCasino(t *testing.T, entries ...string) (c *fakeCasino, address string) {
	t.Helper()
	c = &fakeCasino{T: t, folder: writeLog(t, nil, entries...), key: logsKey.String(), path: "/log/1/"}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/log", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]string{"key": c.key, "path": c.path})
	})
	mux.HandleFunc("POST /api/announce", c.announce)
	mux.HandleFunc("GET /log/1/", func(w http.ResponseWriter, r *http.Request) {
		http.StripPrefix("/log/1/", http.FileServer(http.Dir(c.folder))).ServeHTTP(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return c, server.URL
}

// announce enters an announcement, an hour before the story's.
func (c *fakeCasino) announce(w http.ResponseWriter, r *http.Request) {
	var m map[string]string
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		c.Error(err)
	}
	d, err := publiclog.ParseDraw([]string{m["key"], m["number"], m["announcement"], m["signature"]})
	if err != nil {
		c.Error(err)
	}
	c.entered = append(c.entered, d)
	c.folder = writeLog(c.T, nil, fmt.Sprintf("time %d", time.Date(2026, 4, 14, 19, 0, 0, 0, time.UTC).UnixMilli()), d.Entry())
	fmt.Fprintf(w, `{"entry":%q}`, cmp.Or(c.enters, d.Entry()))
}

// An announcement is entered by a key that is drawn once, and the command
// that is printed checks it.
func TestEnter(t *testing.T) {
	casino, address := newCasino(t, "key k")
	keyFile := filepath.Join(t.TempDir(), "organiser.key")
	enter := []string{"-enter", "testdata/raffle.draw", "-log", address, "-key", keyFile}
	out, stderr := passes(t, enter...)
	if !strings.Contains(stderr, "organiser.key is a new key") || !strings.Contains(stderr, "It is entered less than 10m0s before") {
		t.Error(stderr)
	}
	line := regexp.MustCompile(`draw -verify FILE (.*)\n`).FindStringSubmatch(out)
	if line == nil {
		t.Fatal(out)
	}
	stdout, _ := passes(t, append([]string{"-verify", "testdata/raffle.draw"}, strings.Fields(line[1])...)...)
	if !strings.Contains(strings.Join(strings.Fields(stdout), " "), "the only one of that number") {
		t.Error(stdout)
	}
	_, stderr = passes(t, enter...)
	if len(casino.entered) != 2 || casino.entered[1].Organiser() != casino.entered[0].Organiser() || stderr != "" {
		t.Error("another key", stderr)
	}
	if stat, err := os.Stat(keyFile); err != nil || stat.Mode().Perm() != 0o600 {
		t.Error(stat, err)
	}
	if seed, err := hex.DecodeString(strings.TrimSpace(readFile(t, keyFile))); err != nil || len(seed) != ed25519.SeedSize {
		t.Error(err)
	}
}

// A casino that says that it has entered something else is found.
func TestEnterOther(t *testing.T) {
	casino, address := newCasino(t, "key k")
	casino.enters = "draw else"
	status, out, stderr := command("-enter", "testdata/raffle.draw", "-log", address, "-key", write(t, strings.Repeat("01", ed25519.SeedSize)))
	if status != cli.Failed || out != "" || !strings.Contains(stderr, "has entered something else") {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
}

// Neither a terminal nor a shell obeys what a casino says of its log.
func TestEnterEvil(t *testing.T) {
	casino, address := newCasino(t, "key k")
	enter := []string{"-enter", "testdata/raffle.draw", "-log", address, "-key", write(t, strings.Repeat("01", ed25519.SeedSize))}
	shell := publiclog.Key{Origin: "log;$(id)'", Public: logsKey.Public}
	casino.key, casino.folder = shell.String(), writeLogBy(t, shell, nil, "key k")
	if out, _ := passes(t, enter...); !strings.Contains(out, ` -log-key '`+strings.Replace(casino.key, "'", `'\''`, 1)+"' -organiser ") {
		t.Errorf("a shell would obey the log: %s", out)
	}
	evil := publiclog.Key{Origin: "log\x1b[2J", Public: logsKey.Public}.String()
	for _, lie := range [][2]string{{logsKey.String(), "/log/1/../\x1b[2J"}, {evil, "/log/1/"}, {"", "/log/1/"}} {
		casino.key, casino.path = lie[0], lie[1]
		if status, stdout, stderr := command(enter...); status == cli.Passed || strings.Contains(stdout+stderr, "\x1b") {
			t.Errorf("%q: status %d, %q", lie, status, stdout+stderr)
		}
	}
}

// What would convict an honest organiser, together with what the log has of that key, isn't entered.
func TestEnterOnce(t *testing.T) {
	first, other, second, third := announcements(t, time.Date(2026, 4, 14, 20, 18, 16, 0, time.UTC))
	seed := bytes.Repeat([]byte{1}, ed25519.SeedSize)
	key := write(t, hex.EncodeToString(seed))
	entry := func(a *draw.Announcement) string {
		return publiclog.NewDraw(ed25519.NewKeyFromSeed(seed), int64(a.Terms().Number), a.Digest().String()).Entry()
	}
	const after = "after log 3 AAAA"
	for name, c := range map[string]struct {
		entries []string
		of      *draw.Announcement
		refused string
	}{
		"the first":  {[]string{"key k"}, first, ""},
		"once more":  {[]string{entry(first)}, first, ""},
		"the second": {[]string{entry(first)}, second, ""},
		"two of one number": {[]string{entry(other)}, first, "has another announcement 1 of this key, with the digest " +
			other.Digest().String()},
		"after another one":      {[]string{entry(other)}, second, "has another announcement 1 of this key than the one that this one follows"},
		"a number left out":      {[]string{entry(first)}, third, "has no announcement 2 of this key: enter that first"},
		"after a restoration":    {[]string{"key k", after}, third, ""},
		"another after that one": {[]string{"key k", after, entry(other)}, first, "the two would convict you"},
	} {
		casino, address := newCasino(t, c.entries...)
		status, _, stderr := command("-enter", write(t, c.of.Text()), "-log", address, "-key", key)
		posted := len(casino.entered)
		want := map[bool]int{true: cli.Passed, false: cli.Broken}[c.refused == ""]
		if status != want || !strings.Contains(stderr, c.refused) || (posted == 1) != (c.refused == "") {
			t.Errorf("%s: status %d, %d posted, %s", name, status, posted, stderr)
		}
	}
}

// What a log writes after the status doesn't reach the terminal.
func TestEnterStatus(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		fmt.Fprint(conn, "HTTP/1.1 500 \x1b[2J\r\nContent-Length: 0\r\n\r\n")
		conn.Close()
	}))
	defer server.Close()
	if _, err := post(server.URL, nil); err == nil || !strings.HasSuffix(err.Error(), "answers with status 500") {
		t.Error(err)
	}
	for _, args := range [][]string{
		{"-enter", "testdata/raffle.draw", "-key", write(t, strings.Repeat("01", ed25519.SeedSize))},
		{"-verify", "testdata/raffle.draw", "-log-key", logsKey.String(), "-organiser", strings.Repeat("0", 64)},
	} {
		status, out, stderr := command(append(args, "-log", server.URL)...)
		if status != cli.Broken || strings.Contains(out+stderr, "\x1b") || !strings.Contains(stderr, "answers with status 500") {
			t.Errorf("status %d, %q", status, out+stderr)
		}
	}
}
