package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

func init() { linger = 300 * time.Millisecond }

// command runs the program as from a shell, with a clock of its own.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	synctest.Test(t, func(t *testing.T) {
		var out, err strings.Builder
		status = run(args, strings.NewReader(""), &out, &err)
		stdout, stderr = out.String(), err.String()
	})
	return status, stdout, stderr
}

// flat is a text without its line breaks.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// inOrder checks that a text has some others in it, one after the other.
func inOrder(t *testing.T, text string, wants ...string) {
	t.Helper()
	rest := flat(text)
	for _, want := range wants {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q in %s, of %s", want, rest, text)
		}
		rest = after
	}
}

func TestDefault(t *testing.T) {
	status, out, stderr := command(t)
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s, %s", status, stderr, out)
	}
	clitest.CheckWidth(t, out)
	inOrder(t, out,
		"4 players who don't trust one another", "The table's fingerprint is ", "The seats toss for the first button", "has the first button",
		"hand 1 of 3 ──", " posts the small blind of 1, seat ", "Seats 0, 1, 2 and 3 each proved that it has the key",
		"Seats 0, 1, 2 and 3 each proved its shuffle: 52 cards", "Seat 0 is dealt ", "Seat 3 is dealt ", " wins ",
		"hand 2 of 3 ──", "Proved: keys, shuffles and deals; ", " wins ", "The match is over",
		", seat 0 has ", "All get their deposits of 200 back.", "The board has carried ", "No key was shown")
	if strings.Contains(out, "\x1b") {
		t.Error("colours without a terminal")
	}
	if n := strings.Count(out, "is dealt"); n < 8 || n > 12 || n%4 > 0 && !strings.Contains(out, "has no chips left") {
		t.Errorf("%d hands are dealt", n)
	}
}

// Each cheat is named by all others and by the record alone, and the others play on.
// Silence proves nothing.
func TestCheats(t *testing.T) {
	reasons := map[string]string{
		holdem.CheatShuffle: "the proof of the shuffle doesn't hold",
		holdem.CheatStrip:   "the proof of the decryption doesn't hold",
		holdem.CheatPeek:    "the proof of the decryption doesn't hold",
		holdem.CheatBet:     "it raises to 201, which isn't allowed",
		holdem.CheatTurn:    "that isn't a message of the turn that is due",
	}
	for _, way := range holdem.Cheats {
		t.Run(way, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "record")
			status, out, stderr := command(t, "-cheat", way, "-patience", "3s", "-hands", "1", "-seats", "3", "-record", name)
			audit, told, blamed := command(t, "-audit", name)
			clitest.CheckWidth(t, out)
			clitest.CheckWidth(t, told)
			inOrder(t, out, "Seat 0 CHEATS: ")
			if reason, proof := reasons[way]; proof {
				if status != cli.Failed || audit != cli.Failed || stderr != "poker: seat 0 cheated: "+reason+"\n" || blamed != stderr {
					t.Errorf("status %d, %s; audit %d, %s", status, stderr, audit, blamed)
				}
				inOrder(t, out, "Seat 0 cheated, and is out: "+reason+".", "The others encrypt and shuffle the cards again", "wins the pot",
					"Seat 0 cheated in hand 1, and its own signature proves it: "+reason+".", "Deposits of 200 go back to seats 1 and 2; that of seat 0 is lost.")
				inOrder(t, told, "Seat 0 has cheated in hand 1: "+reason+". The evidence is post ", "The board has signed that nothing is missing.")
				return
			}
			if status != cli.Passed || audit != cli.Passed || stderr != "" || blamed != "" {
				t.Errorf("status %d, %s; audit %d, %s", status, stderr, audit, blamed)
			}
			inOrder(t, out, "Seat 0 is out: its time was up.", "wins the pot", "Seat 0 was silent until its time was up", "that of seat 0 is lost.", "The board has carried")
			inOrder(t, told, "Seat 0 was silent in hand 1 until post ", "Nobody has cheated.")
		})
	}
}

// The evidence that an audit names is the statement itself.
func TestEvidence(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	command(t, "-cheat", "bet", "-hands", "1", "-seats", "3", "-record", name)
	_, text, _ := command(t, "-audit", name, "-json")
	var r result
	if err := json.Unmarshal([]byte(text), &r); err != nil || len(r.Outs) != 1 || r.Result != "failed" || !slices.Equal(r.Blamed, []int{0}) || !r.Over || !r.Signed {
		t.Fatalf("%v, %s", err, text)
	}
	posts, err := board.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, upTo := audit(posts[:r.Outs[0].Post-1]), audit(posts[:r.Outs[0].Post])
	if len(before.outs(1)) != 0 || len(upTo.outs(1)) != 1 || upTo.blame() == nil {
		t.Errorf("post %d: %v, then %v", r.Outs[0].Post, before.outs(1), upTo.outs(1))
	}
}

// A record that was cut, or altered anywhere, clears nobody and blames nobody else.
func TestDamagedRecords(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	if status, _, stderr := command(t, "-hands", "1", "-seats", "3", "-record", name); status != cli.Passed {
		t.Fatal(stderr)
	}
	posts, err := board.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(what string, want string, change func() []byte) {
		t.Helper()
		if err := os.WriteFile(name, change(), 0o644); err != nil {
			t.Fatal(err)
		}
		status, out, stderr := command(t, "-audit", name)
		if status != cli.Failed || strings.Contains(out+stderr, "cheated") || !strings.Contains(flat(out+stderr), want) {
			t.Errorf("%s: status %d, %s%s", what, status, out, stderr)
		}
		status, out, _ = command(t, "-audit", name, "-json")
		var r result
		if status != cli.Failed || out != "" && (json.Unmarshal([]byte(out), &r) != nil || r.Result != "failed" || r.Signed || len(r.Blamed) > 0) {
			t.Errorf("%s: status %d, %s", what, status, out)
		}
	}
	without := func(i int) []byte {
		list := slices.Delete(slices.Clone(posts), i, i+1)
		for j := range list {
			list[j].Number = uint64(j + 1)
		}
		file := filepath.Join(t.TempDir(), "other")
		if err := board.WriteFile(file, list); err != nil {
			t.Fatal(err)
		}
		b, _ := os.ReadFile(file)
		return b
	}
	damaged("no end", "The board hasn't signed the end of the record", func() []byte { return without(len(posts) - 1) })
	damaged("a line cut", "The board hasn't signed the end of the record", func() []byte { return text[:len(text)-1] })
	damaged("half", "The record ends before the match, while seat", func() []byte {
		return []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:len(posts)/2], ""))
	})
	damaged("a post missing", "something is missing, or was altered", func() []byte { return without(len(posts) / 2) })
	damaged("a hello missing", "something is missing, or was altered", func() []byte { return without(5) })
	damaged("no seat", "", func() []byte { return without(2) })
	damaged("empty", "the posts have no table", func() []byte { return nil })
	damaged("no record", "the record is damaged", func() []byte { return []byte("hello\n") })
	for i := 0; i < len(text); i += len(text) / 5 {
		damaged(fmt.Sprint("byte ", i), "", func() []byte {
			b := slices.Clone(text)
			b[i] ^= 4
			return b
		})
	}
	if status, _, stderr := command(t, "-audit", name+"?"); status != cli.Broken {
		t.Errorf("no file: %d, %s", status, stderr)
	}
}

func TestJSON(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	status, text, stderr := command(t, "-json", "-hands", "2", "-record", name)
	var r, a result
	if err := json.Unmarshal([]byte(text), &r); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("%d, %v, %s, %s", status, err, stderr, text)
	}
	if r.Result != "passed" || *r.Seat != 3 || len(r.Fingerprint) != 39 || r.Terms.Chips != 200 || r.Terms.Patience != "15s" || len(r.Hands) < 1 || !r.Over || !r.Signed {
		t.Errorf("%s", text)
	}
	sum := 0
	for s, chips := range r.Stacks {
		sum += chips
		if !r.Returned[s] {
			t.Errorf("seat %d doesn't get its deposit back", s)
		}
	}
	if last := r.Hands[len(r.Hands)-1]; sum != 800 || !slices.Equal(last.Stacks, r.Stacks) || len(last.Shown) != 4 {
		t.Errorf("%s", text)
	}
	_, audited, _ := command(t, "-json", "-audit", name)
	if err := json.Unmarshal([]byte(audited), &a); err != nil || a.Seat != nil || a.Fingerprint != r.Fingerprint || !slices.Equal(a.Stacks, r.Stacks) || len(a.Hands) != len(r.Hands) {
		t.Errorf("%v, %s", err, audited)
	}
}

func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"-seats 1": "must be a number from 2 to 9", "-seats 10": "must be a number from 2 to 9", "-hands -1": "from 0", "-chips 1": "from 2",
		"-cheat twice": "must be shuffle, strip", "-patience 0s": "must be a time", "-patience 1.0001s": "must be a time", "-think 25h": "must be a time",
		"-patience 1s -think 2m": "more than 64 times", "-listen :0 -play": "-play needs -seat", "-listen :0 -json": "-json needs -seat", "-listen :0 -seats 2 -seat 2": "needs -seats 3",
		"-connect :1 -hands 3": "-hands", "-audit x -play": "-play", "-play -json": "can't be used together", "x": "unexpected", "-state x": "-state",
	} {
		status, out, stderr := command(t, strings.Fields(args)...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s%s", args, status, out, stderr)
		}
	}
	status, out, _ := command(t, "-h")
	if clitest.CheckWidth(t, out); status != cli.Passed || !strings.HasPrefix(out, "usage:") {
		t.Errorf("%d, %s", status, out)
	}
	if status := run(nil, strings.NewReader(""), clitest.Full{}, io.Discard); status != cli.Broken {
		t.Errorf("on a full device: %d", status)
	}
}

// A process plays a seat over TCP, until it has ended or the context has.
type process struct {
	out    clitest.Output
	err    error
	cancel func()
	done   chan struct{}
}

func start(t testing.TB, stdin io.Reader, args ...string) *process {
	ctx, cancel := context.WithCancel(t.Context())
	p := &process{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(p.done)
		out := bufio.NewWriter(&p.out)
		p.err = work(ctx, args, stdin, &p.out, out, io.Discard)
		out.Flush()
	}()
	t.Cleanup(func() { p.kill() })
	return p
}

func (p *process) kill() {
	p.cancel()
	<-p.done
}

// Three programs play over TCP. Each of them, the board as well, dies in the middle and is
// started again; all agree on what happened, with nobody out.
func TestRestarts(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	addr := clitest.Loopback()
	host := func() *process {
		return start(t, nil, "-listen", addr, "-seats", "3", "-seat", "0", "-hands", "3", "-patience", "30s", "-think", "30s", "-state", file("0"), "-record", file("record"))
	}
	h := host()
	addr = h.out.Address(t)
	guest := func(n string) *process {
		return start(t, strings.NewReader(strings.Repeat("c\n", 60)), "-connect", addr, "-seat", n, "-play", "-state", file(n), "-record", file("record"+n))
	}
	one, two := guest("1"), guest("2")
	one.out.Await(t, "hand 1 of 3")
	one.kill()
	one = guest("1")
	two.out.Await(t, "hand 2 of 3")
	h.kill()
	h = host()
	one.out.Await(t, "The match goes on in hand ")
	for _, p := range []*process{one, two, h} {
		if <-p.done; p.err != nil {
			t.Errorf("%v: %s", p.err, p.out.String())
		}
		inOrder(t, p.out.String(), "The match is over", "After 3 hands", "All get their deposits of 200 back.")
	}
	var records []string
	for _, name := range []string{"record", "record1", "record2"} {
		b, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, string(b))
	}
	if records[0] != records[1] || records[0] != records[2] {
		t.Error("the records differ")
	}
	if status, out, stderr := command(t, "-audit", file("record")); status != cli.Passed {
		t.Errorf("%s%s", out, stderr)
	}
}

// A seat that leaves keeps its chips and, as its program stays to the end, its deposit.
func TestLeaving(t *testing.T) {
	h := start(t, nil, "-listen", clitest.Loopback(), "-seats", "3", "-seat", "0", "-hands", "3", "-patience", "30s")
	addr := h.out.Address(t)
	bot := start(t, nil, "-connect", addr)
	p := start(t, strings.NewReader("q\n"), "-connect", addr, "-play")
	for _, p := range []*process{h, bot, p} {
		if <-p.done; p.err != nil {
			t.Error(p.err)
		}
	}
	inOrder(t, p.out.String(), "You leave after this hand", "leaves.", "left after hand 1, and kept its chips.", "All get their deposits of 200 back.")
}

// A board without a seat of its own, which nobody can play at twice; a person who says
// nothing is played for, and loses nothing but their blinds.
func TestSilentPerson(t *testing.T) {
	h := start(t, nil, "-listen", clitest.Loopback(), "-seats", "2", "-hands", "1", "-patience", "2s", "-think", "1s")
	addr := h.out.Address(t)
	stdin, hold := io.Pipe()
	defer hold.Close()
	p := start(t, stdin, "-connect", addr, "-play", "-seat", "1")
	bot := start(t, nil, "-connect", addr)
	bot.out.Await(t, "fingerprint")
	if late := start(t, nil, "-connect", addr); true {
		if <-late.done; late.err == nil || !strings.Contains(late.err.Error(), "the seat is taken") {
			t.Error(late.err)
		}
	}
	for _, p := range []*process{h, bot, p} {
		if <-p.done; p.err != nil {
			t.Error(p.err, p.out.String())
		}
	}
	inOrder(t, p.out.String(), "Your turn: ", "Your time is up: you ", "After 1 hand", "All get their deposits of 200 back.")
}

// A process that was gone for too long learns that the others have gone on without it.
func TestOut(t *testing.T) {
	dir := t.TempDir()
	h := start(t, nil, "-listen", clitest.Loopback(), "-seats", "3", "-seat", "0", "-hands", "1", "-patience", "2s", "-think", "1s")
	addr := h.out.Address(t)
	bot := start(t, nil, "-connect", addr)
	gone := func() *process { return start(t, nil, "-connect", addr, "-state", filepath.Join(dir, "state")) }
	p := gone()
	p.out.Await(t, "The seats toss")
	p.kill()
	h.out.Await(t, "is out: its time was up")
	p = gone()
	for _, x := range []*process{h, bot} {
		if <-x.done; x.err != nil {
			t.Error(x.err)
		}
	}
	if <-p.done; cli.Status(p.err) != cli.Failed || !strings.Contains(p.err.Error(), "the others went on without seat") {
		t.Errorf("%v, %s", p.err, p.out.String())
	}
	inOrder(t, h.out.String(), "Waiting for seat ", "is out: its time was up")
	inOrder(t, p.out.String(), "The board didn't show anything from you in time")
}

// All seats of one process in one go on a busy machine: nobody waits for anybody else.
func TestManyAtOnce(t *testing.T) {
	var work sync.WaitGroup
	for range 3 {
		work.Go(func() {
			var out, stderr strings.Builder
			if status := run([]string{"-hands", "1", "-seats", "2"}, strings.NewReader(""), &out, &stderr); status != cli.Passed {
				t.Error(stderr.String())
			}
		})
	}
	work.Wait()
}

