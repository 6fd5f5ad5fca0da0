package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

const thePlayer = "the player's program"

// binary builds a binary that embeds some program, in a folder of its own.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "cardroom")
	if err != nil {
		return "", err
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "program")
	replace := map[string]string{filepath.Join(here, "player.wasm.gz"): file, filepath.Join(here, "wasm_exec.js"): file}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(file, []byte(thePlayer), 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay"), overlay, 0o644)
	}
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "cardroom")
	out, err := exec.Command("go", "build", "-tags", "embedded", "-overlay", filepath.Join(dir, "overlay"), "-o", name, ".").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return name, err
})

func TestMain(m *testing.M) {
	status := m.Run()
	if name, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(name))
	}
	os.Exit(status)
}

// A process is a card room that can be killed.
type process struct {
	t    *testing.T
	args []string
	cmd  *exec.Cmd
	url  string
	log  *clitest.Output
}

// launch starts a card room, without waiting until it is open.
func launch(t *testing.T, args ...string) *process {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, args: args, log: new(clitest.Output)}
	p.cmd = exec.Command(name, args...)
	p.cmd.Dir = t.TempDir()
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return p
}

// open waits until it is.
func (p *process) open() *process {
	p.t.Helper()
	for end := time.Now().Add(time.Minute); !strings.Contains(p.log.String(), "http://127"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("it isn't open: %s", p.log)
		}
	}
	_, rest, _ := strings.Cut(p.log.String(), "http://127")
	address, _, _ := strings.Cut(rest, "\n")
	p.url = "ws://127" + address
	return p
}

func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// again kills it, and starts it anew.
func (p *process) again() *process {
	p.kill()
	return launch(p.t, p.args...).open()
}

// address is one where nobody listens.
func address(t *testing.T) string {
	l, err := net.Listen("tcp", clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// A match is one of bots who play hold'em, and what a spectator has seen of it.
type match struct {
	id    string
	posts []record.Post
	work  *errgroup.Group
	watch *client.Client
}

// newMatch makes a table in a card room, as a page does, and has bots play there, each
// through another room first.
func newMatch(t *testing.T, seats, hands int, urls ...string) *match {
	t.Helper()
	c := holdem.Config{Seats: seats, Hands: hands, Chips: 1_000_000, SmallBlind: 1, BigBlind: 2}
	offer, err := json.Marshal(board.Offer{Game: c.Bytes(), Seats: seats, Longest: holdem.Longest, Grace: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post("http"+strings.TrimPrefix(urls[0], "ws")+"/tables", "application/json", bytes.NewReader(offer))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ ID string }
	body, err := io.ReadAll(answer.Body)
	if err == nil {
		err = json.Unmarshal(body, &made)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	m := &match{id: made.ID, watch: client.Dial(made.ID, nil, urls...)}
	t.Cleanup(m.watch.Close)
	var ctx context.Context
	m.work, ctx = errgroup.WithContext(t.Context())
	for i := range seats {
		keeper := httpboard.KeeperFile(filepath.Join(t.TempDir(), "seat"))
		key, err := player.Key(keeper)
		if err != nil {
			t.Fatal(err)
		}
		b := client.Dial(m.id, key, slices.Concat(urls[i%len(urls):], urls[:i%len(urls)])...)
		t.Cleanup(b.Close)
		m.work.Go(func() error {
			return (&player.Player{Board: b, Keeper: keeper, Seat: board.AnySeat, Bot: &player.Bot{}}).Run(ctx)
		})
	}
	return m
}

// until reads until a spectator has seen so many posts, and returns the longest time without
// one.
func (m *match) until(t *testing.T, n int) (gap time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for last := time.Now(); len(m.posts) < n; last = time.Now() {
		posts, err := m.watch.Posts(ctx, uint64(len(m.posts)+1), true)
		if err != nil {
			t.Fatal(len(m.posts), err)
		}
		m.posts = append(m.posts, posts...)
		gap = max(gap, time.Since(last))
	}
	return gap
}

// ends waits until the match is over, and checks that nobody is out.
func (m *match) ends(t *testing.T) {
	t.Helper()
	if err := m.work.Wait(); err != nil {
		t.Fatal(err)
	}
	posts, err := board.All(t.Context(), m.watch)
	if err != nil {
		t.Fatal(err)
	}
	audited, err := board.Audit(posts, watch)
	if err != nil || !audited.Over() || len(audited.Outs()) > 0 {
		t.Error(err, audited.Outs())
	}
}

// A binary serves the program that it embeds, from any folder, and its folder is nobody
// else's business.
func TestEmbedded(t *testing.T) {
	p := launch(t, "-addr", "127.0.0.1:0", "-data", "data").open()
	answer, err := http.Get("http" + strings.TrimPrefix(p.url, "ws") + "/wasm_exec.js")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b := make([]byte, len(thePlayer))
	if answer.Body.Read(b); string(b) != thePlayer {
		t.Errorf("%q", b)
	}
	for name, want := range map[string]os.FileMode{"data": 0o700, "data/key": 0o600} {
		info, err := os.Stat(filepath.Join(p.cmd.Dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Error(name, info.Mode(), err)
		}
	}
}

// A card room that is killed in the middle of a match, and started again, goes on with it.
func TestConcurrentKilled(t *testing.T) {
	p := launch(t, "-addr", address(t), "-data", t.TempDir()).open()
	m := newMatch(t, 3, 3, p.url)
	for _, posts := range []int{5, 30, 45} { // a hand has about 30, if all fold
		m.until(t, posts)
		p = p.again()
	}
	m.ends(t)
}

// Of three card rooms, the one that leads the table is killed, and the match goes on.
func TestConcurrentCluster(t *testing.T) {
	peers := []string{address(t), address(t), address(t)}
	key := bytes.Repeat([]byte("0a"), 32)
	var rooms []*process
	var urls []string
	for _, name := range peers {
		data := t.TempDir()
		if err := os.WriteFile(filepath.Join(data, "key"), key, 0o600); err != nil {
			t.Fatal(err)
		}
		rooms = append(rooms, launch(t, "-addr", address(t), "-data", data, "-peers", strings.Join(peers, ","), "-name", name))
	}
	for _, r := range rooms {
		urls = append(urls, r.open().url)
	}
	m := newMatch(t, 3, 2, urls...)
	m.until(t, 25)
	leads := func(r *process) bool {
		return strings.Contains(r.log.String(), "new stream leader for '$G > cardroom-"+m.id)
	}
	leader := slices.IndexFunc(rooms, leads)
	if leader < 0 {
		t.Fatal("nobody leads")
	}
	rooms[leader].kill()
	t.Logf("longest gap after room %d was killed: %v", leader, m.until(t, 40).Round(100*time.Millisecond))
	m.ends(t)
}

// A card room with bots fills all seats but the last.
func TestConcurrentBots(t *testing.T) {
	p := launch(t, "-addr", "127.0.0.1:0", "-data", t.TempDir(), "-bots", "2").open()
	m := newMatch(t, 3, 1, p.url)
	m.ends(t)
}

// A card room that can't keep its bots' states says so.
func TestNoBots(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bots"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	launch(t, "-addr", "127.0.0.1:0", "-data", dir, "-bots", "1").log.Await(t, "no bots")
}

func TestFlags(t *testing.T) {
	for _, args := range []string{
		"-bots -1", "-replicas 0", "-replicas 9", "-replicas 3", "-nats nowhere", "-peers a:1", "-peers a:1 -name b:1", "-name a:1",
		"-peers a:1 -name a:1 -replicas 2", "-nats nats://a:1 -peers a:1 -name a:1", "-peers a -name a", "-data=", "more", "-audit=",
		"-audit x -bots 1",
	} {
		if o, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%s: %+v", args, o)
		}
	}
	for args, want := range map[string]options{
		"": {addr: "127.0.0.1:8080", data: "cardroom.data"},
		"-peers a:1,b:1,c:1,d:1 -name b:1": {addr: "127.0.0.1:8080", data: "cardroom.data", peers: []string{"a:1", "b:1", "c:1", "d:1"},
			name: "b:1", replicas: 3},
		"-nats nats://a:1,tls://b:1 -replicas 5 -data x -bots 9 -addr :80": {addr: ":80", data: "x",
			nats: []string{"nats://a:1", "tls://b:1"}, replicas: 5, bots: 9},
	} {
		if o, err := parse(strings.Fields(args)); err != nil || fmt.Sprint(o) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, %v", args, o, err)
		}
	}
}

// The key stays the same, is nobody else's business, and isn't guessed from what is damaged.
func TestKey(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "key")
	first, err := loadKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := loadKey(dir); err != nil || !bytes.Equal(again, first) {
		t.Error(err)
	}
	for name, change := range map[string]func() error{
		"others may read it": func() error { return os.Chmod(file, 0o640) },
		"half of it":         func() error { return errors.Join(os.Chmod(file, 0o600), os.Truncate(file, 32)) },
		"nothing of it":      func() error { return os.Truncate(file, 0) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if _, err := loadKey(dir); err == nil {
			t.Error(name)
		}
	}
}
