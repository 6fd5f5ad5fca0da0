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
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// enterAnnouncement has an announcement entered in a public log, at the place that its number is for the organiser's key.
func (o options) enterAnnouncement(out *bufio.Writer) error {
	a, err := readAnnouncement(*o.enter)
	if err != nil {
		return err
	}
	key, err := organisersKey(*o.key)
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
	service := strings.TrimSuffix(*o.log, "/")
	log, address, err := publiclog.Find(context.Background(), service)
	if err != nil {
		return err
	}
	entry, err := post(service+"/api/announce", request)
	if err != nil {
		return err
	}
	if entry != d.Entry() {
		return errors.New("the log says that it has entered something else")
	}
	fmt.Fprintf(out, "Whoever has the announcement checks that it is the only one of its number:\n\ndraw -verify FILE -log %s "+
		"-log-key %s -organiser %s\n", address, quoted(log.String()), d.Organiser())
	return nil
}

// quoted returns a text as a word for a shell, into which people paste it: the log chooses its own name.
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
		return "", fmt.Errorf("%s answers %s", address, response.Status)
	}
	var answer struct{ Entry string }
	err = json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&answer)
	return answer.Entry, err
}

// organisersKey reads the seed of a key, 64 digits; if there is no such file, it draws one.
func organisersKey(file string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		seed := make([]byte, ed25519.SeedSize)
		rand.Read(seed)
		key := ed25519.NewKeyFromSeed(seed)
		return key, writeWhole(file, 0o600, os.Link, func(w io.Writer) error {
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

// A loggedPlace is what a log has of a number of an organiser: digests, and when the first was added.
type loggedPlace struct {
	digests []string
	added   time.Time
}

// checkLog checks that a public log has the announcement, as the only one of its number by this organiser, who has left
// out no number before, and that it was added in time.
func (o options) checkLog(a *draw.Announcement, r *result) error {
	key, err := publiclog.ParseKey(*o.logKey)
	if err != nil {
		return cli.Misuse(fmt.Errorf("-log-key: %w", err))
	}
	places, size, err := readPlaces(publiclog.Open(*o.log), key, *o.organiser)
	if err != nil {
		return err
	}
	number, digest := int64(a.Terms().Number), a.Digest().String()
	at := places[number]
	switch others := without(at.digests, digest); {
	case len(at.digests) == 0:
		return cli.CheckFailed(fmt.Errorf("the log has no announcement %d of this organiser", number))
	case len(others) == len(at.digests):
		return cli.CheckFailed(fmt.Errorf("the log has another announcement %d of this organiser, with the digest %s", number, others[0]))
	case len(others) > 0:
		return cli.CheckFailed(fmt.Errorf("the log has two announcements %d of this organiser, this one and %s: together they convict",
			number, others[0]))
	}
	for n := int64(1); n < number; n++ {
		if len(places[n].digests) == 0 {
			return cli.CheckFailed(fmt.Errorf("the log has no announcement %d of this organiser, who has left out a number", n))
		}
	}
	if err := a.CheckTime(at.added, *o.margin); err != nil {
		return cli.CheckFailed(fmt.Errorf("the log has it since %s: %w", at.added.Format(time.RFC3339), err))
	}
	r.note("The log has it since %s, as announcement %d of this organiser and the only one of that number. The log has %d "+
		"entries, which are those that it has signed.",
		at.added.Format(time.RFC3339), number, size)
	return nil
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(other string) bool { return other == s })
}

// readPlaces reads all of a log, and what an organiser has announced in it.
func readPlaces(source publiclog.Source, key publiclog.Key, organiser string) (places map[int64]loggedPlace, size int64, err error) {
	ctx := context.Background()
	checkpoint, note, err := source.Latest(ctx, key)
	switch {
	case note == nil:
		return nil, 0, err
	case err != nil:
		return nil, 0, cli.CheckFailed(err)
	}
	places = make(map[int64]loggedPlace)
	var tree publiclog.Tree
	var now time.Time // of the entries that follow
	err = tree.Grow(ctx, source, checkpoint, func(_ int64, entry []byte) error {
		switch words := strings.Split(string(entry), " "); {
		case words[0] == "time" && len(words) == 2:
			if ms, err := strconv.ParseInt(words[1], 10, 64); err == nil && ms > now.UnixMilli() { // what follows was added no earlier
				now = time.UnixMilli(ms).UTC()
			}
		case words[0] == "draw":
			d, err := publiclog.ParseDraw(words[1:])
			if err != nil || d.Organiser() != organiser {
				break // it says nothing of this organiser
			}
			at := places[d.Number]
			if at.digests == nil {
				at.added = now
			}
			if !slices.Contains(at.digests, d.Announcement) {
				at.digests = append(at.digests, d.Announcement)
			}
			places[d.Number] = at
		}
		return nil
	})
	if errors.Is(err, publiclog.ErrFalse) {
		err = cli.CheckFailed(err)
	}
	return places, checkpoint.Size, err
}
