package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

var logSigner = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

var logsKey = publiclog.Key{Origin: "log.example", Public: logSigner.Public().(ed25519.PublicKey)}

// writeLog writes a log with fewer than 256 entries to a folder, and signs a checkpoint of
// others, which are its own unless it lies.
func writeLog(t *testing.T, signed []string, entries ...string) (folder string) {
	t.Helper()
	return writeLogBy(t, logsKey, signed, entries...)
}

func writeLogBy(t *testing.T, key publiclog.Key, signed []string, entries ...string) (folder string) {
	t.Helper()
	if signed == nil {
		signed = entries
	}
	var tree publiclog.Tree
	for _, entry := range signed {
		tree.Add([]byte(entry))
	}
	var bundle []byte
	for _, entry := range entries {
		bundle = append(binary.BigEndian.AppendUint16(bundle, uint16(len(entry))), entry...)
	}
	root := tree.Root()
	body := fmt.Sprintf("%s\n%d\n%s\n", key.Origin, tree.Size, base64.StdEncoding.EncodeToString(root[:]))
	id := sha256.Sum256(append([]byte(key.Origin+"\n\x01"), key.Public...))
	note := fmt.Sprintf("%s\n— %s %s\n", body, key.Origin,
		base64.StdEncoding.EncodeToString(append(id[:4:4], ed25519.Sign(logSigner, []byte(body))...)))
	folder = t.TempDir()
	for name, content := range map[string][]byte{"checkpoint": []byte(note), publiclog.BundlePath(0, len(entries)): bundle} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// announcements returns two of number 1 for one time, and two that follow the first.
func announcements(t *testing.T, at time.Time) (first, other, second, third *draw.Announcement) {
	t.Helper()
	terms, err := raffleTerms(networkOf("quicknet"), at)
	if err != nil {
		t.Fatal(err)
	}
	announce := func() *draw.Announcement {
		a, err := draw.Announce(terms, mustList(t, string(entrants)))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	first = announce()
	terms.Label = "A third chess board"
	other = announce()
	terms.Number, terms.Previous = 2, first.Digest()
	second = announce()
	terms.Number, terms.Previous = 3, second.Digest()
	return first, other, second, announce()
}

// An announcement that is the only one of its number in a log, in time, passes; two at one
// place, and whatever else an organiser or a log may try, are found from the log alone.
func TestLog(t *testing.T) {
	at := time.Date(2026, 4, 14, 20, 18, 16, 0, time.UTC)
	first, other, second, third := announcements(t, at)
	organiser, stranger := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32)), ed25519.NewKeyFromSeed(bytes.Repeat([]byte{2}, 32))
	enter := func(key ed25519.PrivateKey, number int64, a *draw.Announcement) string {
		return publiclog.NewDraw(key, number, a.Digest().String()).Entry()
	}
	one, two := enter(organiser, 1, first), enter(organiser, 2, second)
	early, late := fmt.Sprintf("time %d", at.Add(-time.Hour).UnixMilli()), fmt.Sprintf("time %d", at.Add(-time.Minute).UnixMilli())
	forged := strings.Replace(enter(stranger, 1, other), publiclog.NewDraw(stranger, 1, "").Organiser(),
		publiclog.NewDraw(organiser, 1, "").Organiser(), 1)
	const after = "after log\x1bbefore 3 AAAA"
	verify := func(w world, a *draw.Announcement, log string) (status int, said string) {
		status, stdout, stderr := w.command("-verify", write(t, string(a.Text())), "-log", log, "-log-key", logsKey.String(),
			"-organiser", publiclog.NewDraw(organiser, 1, "").Organiser())
		return status, strings.Join(strings.Fields(stdout+stderr), " ")
	}
	for name, c := range map[string]struct {
		entries []string
		of      *draw.Announcement
		status  int
		says    string
	}{
		"alone": {[]string{"key k", early, one}, first, cli.Passed, "the only one of that number. The log has 3 entries, which are those " +
			"that it has signed. Whether it was there then, only those know"},
		"twice the same": {[]string{early, one, late, one}, first, cli.Passed, "dates it 2026-04-14T19:18:16Z, as announcement 1"},
		"another's":      {[]string{early, one, enter(stranger, 1, other), forged, "draw", "draw a b c d"}, first, cli.Passed, "the only one"},
		"the second":     {[]string{early, one, two}, second, cli.Passed, "as announcement 2 of this organiser"},
		"restored": {[]string{"key k", after, early, two}, second, cli.Passed, "announcements from 2 on. Its casino was restored from a " +
			"backup: what is missing before, and perhaps another of number 2, may be in the log before, log\\u{1b}before"},
		"two at one place": {[]string{early, one, enter(organiser, 1, other)}, first, cli.Failed,
			"two announcements 1 of this organiser, this one and " + other.Digest().String()},
		"another at its place": {[]string{early, enter(organiser, 1, other)}, first, cli.Failed, "another announcement 1 of this organiser"},
		"by another alone":     {[]string{early, enter(stranger, 1, first)}, first, cli.Failed, "no announcement 1 of this organiser"},
		"nowhere":              {[]string{early}, first, cli.Failed, "the log has no announcement 1"},
		"under another number": {[]string{early, one, enter(organiser, 3, second)}, second, cli.Failed, "the log has no announcement 2"},
		"two of a number before": {[]string{early, one, enter(organiser, 1, other), two}, second, cli.Failed,
			"the log has two announcements 1 of this organiser, "},
		"another before": {[]string{early, enter(organiser, 1, other), two}, second, cli.Failed,
			"the log has another announcement 1 than the one that this one follows: " + other.Digest().String()},
		"with later ones": {[]string{early, one, two, enter(organiser, 3, third)}, first, cli.Passed,
			"It has 2 other announcements of this organiser, from number 2 to 3: ask what came of each."},
		"the last of two": {[]string{early, one, two}, second, cli.Passed,
			"It has 1 other announcement of this organiser, from number 1 to 1: ask what came of each."},
		"a number left out": {[]string{early, two}, second, cli.Failed, "no announcement 1 of this organiser, who has left out a number"},
		"backdated":         {[]string{late, early, one}, first, cli.Failed, "the log dates it 2026-04-14T20:17:16Z"},
		"late":              {[]string{late, one}, first, cli.Failed, "the log dates it 2026-04-14T20:17:16Z"},
		"at no time":        {[]string{one, early}, first, cli.Failed, "doesn't say when announcement 1 was added"},
		"lost by a restoration": {[]string{"key k", after, early, two}, first, cli.Failed,
			"the log has no announcement 1 of this organiser; the log before, log\\u{1b}before, may have it"},
		"entered again after a restoration": {[]string{"key k", after, early, one, enter(organiser, 3, third)}, third, cli.Passed,
			"announcements from 3 on"},
		"restored in the middle": {[]string{"key k", early, after, two}, second, cli.Failed, "no announcement 1 of this organiser, who"},
	} {
		if status, said := verify(realWorld(), c.of, writeLog(t, nil, c.entries...)); status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%s: status %d, %s", name, status, said)
		}
	}
	others := writeLog(t, []string{early, enter(organiser, 1, other)}, early, one)
	if status, said := verify(realWorld(), first, others); status != cli.Failed || !strings.Contains(said, "don't lead to the checkpoint") {
		t.Errorf("another log than is signed: status %d, %s", status, said)
	}
	before := realWorld()
	before.now = func() time.Time { return at.Add(-30 * time.Minute) }
	status, said := verify(before, first, writeLog(t, nil, early, one))
	if status != cli.Passed || !strings.Contains(said, "By the clock of this computer") {
		t.Errorf("in time: status %d, %s", status, said)
	}
	for _, args := range [][]string{{"-log", "x"}, {"-log", "x", "-log-key", "y"}, {"-organiser", strings.Repeat("0", 64)},
		{"-log", "x", "-log-key", "y", "-organiser", "z"}} {
		status, _, stderr := command(append([]string{"-verify", write(t, string(first.Text()))}, args...)...)
		if status != cli.Broken || stderr == "" {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
	}
}

// A checkpoint that doesn't arrive whole convicts nobody: the check couldn't be made.
func TestLogCut(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprintln(w, logsKey.Origin)
	}))
	defer server.Close()
	status, stdout, stderr := command("-verify", "testdata/raffle.draw", "-log", server.URL, "-log-key", logsKey.String(),
		"-organiser", strings.Repeat("0", 64))
	if status != cli.Broken || !strings.Contains(stderr, "unexpected EOF") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}
