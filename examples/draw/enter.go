package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// An enterMode has an announcement entered in a public log, at the place that its number is
// for the organiser's key.
type enterMode struct{ announcement, log, key *string }

func (m *enterMode) define(flags *flag.FlagSet) {
	m.announcement, m.log, m.key = cli.File(flags, "enter"), cli.File(flags, "log"), cli.File(flags, "key")
}

func (m *enterMode) run(w world, out *bufio.Writer, stderr io.Writer) error {
	a, err := readAnnouncement(*m.announcement)
	if err != nil {
		return err
	}
	key, err := organisersKey(*m.key, stderr)
	if err != nil {
		return err
	}
	d := publiclog.NewDraw(key, int64(a.Terms().Number), a.Digest().String())
	request, err := json.Marshal(map[string]string{
		"key": d.Organiser(), "number": strconv.FormatInt(d.Number, 10), "announcement": d.Announcement,
		"signature": hex.EncodeToString(d.Signature),
	})
	if err != nil {
		return err
	}
	service := strings.TrimSuffix(*m.log, "/")
	log, address, err := publiclog.Find(context.Background(), service)
	if err != nil {
		return err
	}
	h, err := readHistory(publiclog.Open(address), log, d.Organiser())
	if err != nil {
		return err
	}
	if err := h.mayAdd(a); err != nil {
		return err
	}
	if !h.has(d) && a.CheckTime(w.now(), draw.Margin) != nil { // else the log dates it already
		fmt.Fprint(stderr, cli.Wrap("", "", fmt.Sprintf("It is entered less than %v before its round, or after it: by the log alone, it is "+
			"announced too late.", draw.Margin)))
	}
	entry, err := post(service+"/api/announce", request)
	if err != nil {
		return err
	}
	if entry != d.Entry() {
		return cli.CheckFailed(errors.New("the log says that it has entered something else"))
	}
	fmt.Fprintf(out, "Whoever has the announcement checks that it is the only one of its number:\n\ndraw -verify FILE -log %s "+
		"-log-key %s -organiser %s\n", address, quoted(log.String()), d.Organiser())
	return nil
}

// quoted returns a text as a word for a shell, into which people paste it: the
// log chooses its own name.
func quoted(text string) string {
	if !strings.ContainsFunc(text, isSpecial) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// isSpecial reports whether a shell may read a letter as more than itself.
func isSpecial(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+-./:=@_", r)
}

// post sends an announcement, and returns the entry that the log answers with.
func post(address string, announcement []byte) (entry string, err error) {
	client := http.Client{Timeout: 20 * time.Second}
	response, err := client.Post(address, "application/json", bytes.NewReader(announcement))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s answers with status %d", address, response.StatusCode)
	}
	var answer struct{ Entry string }
	err = json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&answer)
	return answer.Entry, err
}

// organisersKey reads the seed of a key, 64 digits; if there is no such file, it draws one, and says so.
func organisersKey(file string, stderr io.Writer) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprint(stderr, cli.Wrap("", "", fmt.Sprintf("%s is a new key: it is who you are at this place, in this and all later draws.", file)))
		seed := make([]byte, ed25519.SeedSize)
		rand.Read(seed)
		key := ed25519.NewKeyFromSeed(seed)
		return key, writeNew(file, 0o600, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%x\n", seed)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s isn't an organiser's key: 64 digits of 0 to 9 and a to f", file)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
