package main

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cheats"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// played returns the record of a match of bots, the first of which may cheat,
// and the last one sit out.
func played(t *testing.T, offer board.Offer, key record.Key, cheat string) []byte {
	t.Helper()
	l, err := board.Open(offer, key, watch, nil)
	if err != nil {
		t.Fatal(err)
	}
	var group errgroup.Group
	for i := range offer.Seats {
		p := &player.Player{Board: l, Seat: i, Bot: &player.Bot{}}
		if i == 0 {
			p.Bot = cheats.Bot(cheat)
			p.Identity = &player.Identity{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Name: "Ada"}
		}
		if cheat == "swap" && i == offer.Seats-1 {
			out, commands := true, make(chan player.Command, 1)
			commands <- player.Command{SitOut: &out}
			p.Commands = commands
		}
		group.Go(func() error {
			if err := p.Run(t.Context()); err != nil && (i > 0 || cheat == "") {
				return fmt.Errorf("seat %d: %w", i, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	posts, err := board.All(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	return board.Encode(posts)
}

// early returns what a board shows that doesn't wait for the last closing of a record.
func early(t *testing.T, text []byte, key record.Key) []byte {
	t.Helper()
	posts, err := board.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	w := board.NewWatcher(watch)
	var shown []record.Post
	for _, p := range posts {
		if at := w.Table(); at != nil && at.Over() && len(at.Awaited()) == 1 {
			break
		}
		if _, err := w.Read(p); err != nil {
			t.Fatal(err)
		}
		shown = append(shown, p)
	}
	for !w.Closed() {
		last := shown[len(shown)-1]
		head, err := w.Table().SignHead(key, last.Stamp+1)
		p := record.Post{Number: last.Number + 1, Stamp: last.Stamp + 1, Bytes: head}
		if err == nil {
			_, err = w.Read(p)
		}
		if err != nil {
			t.Fatal(err)
		}
		shown = append(shown, p)
	}
	return board.Encode(shown)
}

// A record of any game is judged by the room's own command, and one that
// was altered isn't believed.
func TestAudit(t *testing.T) {
	c := holdem.Config{Seats: 3, Hands: 20, Chips: 200, SmallBlind: 1, BigBlind: 2}
	poker := board.Offer{Game: c.Bytes(), Seats: 3, Longest: holdem.Longest, Grace: 4 * time.Second}
	hearts := board.Offer{Game: heartsgame.Terms(1), Seats: heartsgame.Seats, Longest: heartsgame.Longest, Grace: 20 * time.Second}
	key := record.GenerateKey()
	honest := played(t, board.Offer{Game: rummy.Terms(2, 1), Seats: 2, Longest: rummy.Longest, Grace: 20 * time.Second}, key, "")
	posts, err := board.Decode(honest)
	if err != nil {
		t.Fatal(err)
	}
	altered := bytes.Clone(honest)
	longest := slices.MaxFunc(posts, func(a, b record.Post) int { return len(a.Bytes) - len(b.Bytes) }) // a shuffle: it has a place
	altered[bytes.Index(honest, longest.Bytes)+len(longest.Bytes)/2] ^= 1
	for name, c := range map[string]struct {
		record []byte
		status int
		texts  []string
	}{
		"honest": {honest, cli.Passed, []string{"Seat 1 is \u2068Ada\u2069, by the key 3b6a27bcceb6a42d…. A name is its seat's own word."}},
		"a cheat": {played(t, poker, key, "swap"), cli.Failed, []string{
			"\u2068Ada\u2069 (seat 1) cheated", "Seat 3 sits out, and pays its blinds.",
			"Seat 3 has sat out for too long, and leaves with its chips.",
		}},
		"a revoke":       {played(t, hearts, key, cheats.Revoke), cli.Failed, []string{"\u2068Ada\u2069 (seat 1) cheated: a revoke in trick"}},
		"altered":        {altered, cli.Failed, nil},
		"without an end": {board.Encode(posts[:len(posts)-2]), cli.Failed, []string{"hasn't signed the end"}},
		"closed early":   {early(t, honest, key), cli.Failed, []string{"The board closed before all seats had time to sign the end"}},
		"appended": {append(bytes.Clone(honest), "more"...), cli.Failed, []string{
			"What follows the end that the board has signed is no message",
		}},
		"nothing": {nil, cli.Failed, nil},
	} {
		file := filepath.Join(t.TempDir(), "record")
		if err := os.WriteFile(file, c.record, 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), []string{"-audit", file}, &stdout, &stderr)
		text := strings.Join(strings.Fields(stdout.String()), " ")
		if missing := func(s string) bool { return !strings.Contains(text, s) }; status != c.status || slices.ContainsFunc(c.texts, missing) {
			t.Errorf("%s: status %d\n%s%s", name, status, stdout.String(), stderr.String())
		}
	}
}
