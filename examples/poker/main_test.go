package main

import (
	"bufio"
	"bytes"
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

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

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
	second := []string{"hand 2 ──", "is dealt ", " wins "}
	if strings.Contains(out, "After 1 hand, ") { // one has won all chips
		second = []string{"ran out of chips", "The match is over."}
	}
	inOrder(t, out, slices.Concat([]string{
		"4 players who don't trust one another", "The table's fingerprint is ", "The seats toss for the first button", "has the first button",
		"hand 1 ──", " posts the small blind of 1, seat ", "Each of seats 0, 1, 2 and 3 proved its key and its shuffle: 52 cards",
		"Seat 0 is dealt ", "Seat 3 is dealt ", " wins ",
	}, second, []string{"eat 0 has ", "All get their deposits of 200 back.", "Nobody has cheated", "No key was shown"})...)
	if n := strings.Count(out, "fingerprint"); n != 1 {
		t.Errorf("%d tables", n)
	}
	if n := strings.Count(out, "is dealt"); n < 4 || n > 12 || n%4 > 0 && !strings.Contains(out, "ran out of chips") {
		t.Errorf("%d hands are dealt", n)
	}
}

// Each cheat is named by all others and by the record alone, and the others play on.
// Silence proves nothing.
func TestCheats(t *testing.T) {
	reasons := map[string]string{
		"shuffle": "the proof of the shuffle doesn't hold",
		"swap":    "the proof of the decryption doesn't hold",
		"bet":     "it raises to 201, which isn't allowed",
	}
	for _, way := range holdem.CheatNames {
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
				inOrder(t, out, "Seat 0 cheated, and is out: "+reason+".", "The others encrypt and shuffle the cards anew", " wins ",
					"Seat 0 cheated in hand 1: "+reason+". The evidence is post ", "Deposits of 200 go back to seats 1 and 2; that of seat 0 is lost.")
				inOrder(t, told, "Seat 0 cheated, and is out: "+reason, " wins ", "Seat 0 cheated in hand 1: "+reason+". The evidence is post ")
				return
			}
			if status != cli.Passed || audit != cli.Passed || stderr != "" || blamed != "" {
				t.Errorf("status %d, %s; audit %d, %s", status, stderr, audit, blamed)
			}
			inOrder(t, out, "Seat 0 is out: its time was up.", " wins ", "Seat 0 was silent in hand 1 until post ",
				"What it had put into the pot stayed there.", "that of seat 0 is lost.", "Nobody has cheated")
			inOrder(t, told, "Seat 0 was silent in hand 1 until post ", "Nobody has cheated")
		})
	}
}

func readRecord(t *testing.T, name string) []record.Post {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	posts, err := board.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return posts
}

// The evidence that an audit names is the statement itself, and holds whatever comes after it.
func TestEvidence(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	command(t, "-cheat", "bet", "-hands", "1", "-seats", "3", "-record", name)
	_, told, _ := command(t, "-audit", name, "-json")
	var r report
	if err := json.Unmarshal([]byte(told), &r); err != nil || len(r.Outs) != 1 || r.Result != "failed" ||
		!slices.Equal(r.Blamed, []int{0}) || !r.Over || !r.Signed {
		t.Fatalf("%v, %s", err, told)
	}
	posts := readRecord(t, name)
	before, upTo := judge(posts[:r.Outs[0].Post-1], nil), judge(posts[:r.Outs[0].Post], nil)
	if len(before.outs) != 0 || len(upTo.outs) != 1 || upTo.blame == nil {
		t.Errorf("post %d: %v, then %v", r.Outs[0].Post, before.outs, upTo.outs)
	}

	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	evidence := posts[r.Outs[0].Post-1].Bytes
	numbered := func(posts []record.Post) []byte {
		for i := range posts {
			posts[i].Number = uint64(i + 1)
		}
		return board.Encode(posts)
	}
	cut := slices.Delete(slices.Clone(posts), len(posts)-3, len(posts)-2)
	junk := slices.Insert(slices.Clone(posts), len(posts)-4, record.Post{Stamp: posts[len(posts)-4].Stamp, Bytes: []byte("junk")})
	junk = slices.Insert(junk, 12, junk[len(junk)-5], junk[3])
	for what, c := range map[string]struct {
		record []byte
		signed bool
		says   string
	}{
		"a post missing after it": {numbered(cut), false, "something is missing, or was altered"},
		"posts without a place":   {numbered(junk), true, "go back to seats 1 and 2; that of seat 0 is lost."},
		"more after the end":      {append(text, "more"...), true, "go back to seats 1 and 2; that of seat 0 is lost."},
	} {
		if err := os.WriteFile(name, c.record, 0o644); err != nil {
			t.Fatal(err)
		}
		_, told, _ := command(t, "-audit", name)
		inOrder(t, told, "Seat 0 cheated in hand 1: ", c.says)
		_, text, _ := command(t, "-audit", name, "-json")
		var r report
		if err := json.Unmarshal([]byte(text), &r); err != nil || !slices.Equal(r.Blamed, []int{0}) || r.Signed != c.signed {
			t.Errorf("%s: %v, %s", what, err, text)
		}
		posts, _ := board.Decode(c.record)
		if n := r.Outs[0].Post; n > uint64(len(posts)) || !bytes.Equal(posts[n-1].Bytes, evidence) {
			t.Errorf("%s: post %d is no evidence", what, n)
		}
	}
}

// A record that was cut, or altered anywhere, clears nobody and blames nobody else.
func TestDamagedRecords(t *testing.T) {
	name := filepath.Join(t.TempDir(), "record")
	if status, _, stderr := command(t, "-hands", "1", "-seats", "3", "-record", name); status != cli.Passed {
		t.Fatal(stderr)
	}
	posts := readRecord(t, name)
	text := board.Encode(posts)
	damaged := func(what string, want string, change func() []byte) {
		t.Helper()
		if err := os.WriteFile(name, change(), 0o644); err != nil {
			t.Fatal(err)
		}
		status, out, stderr := command(t, "-audit", name)
		if status != cli.Failed || strings.Contains(out+stderr, "cheated") || strings.Contains(out, " is lost.") ||
			!strings.Contains(flat(out+stderr), want) {
			t.Errorf("%s: status %d, %s%s", what, status, out, stderr)
		}
		status, out, _ = command(t, "-audit", name, "-json")
		var r report
		if status != cli.Failed || out != "" && (json.Unmarshal([]byte(out), &r) != nil || r.Result != "failed" || r.Signed ||
			len(r.Blamed) > 0) {
			t.Errorf("%s: status %d, %s", what, status, out)
		}
	}
	without := func(i int) []byte {
		list := slices.Delete(slices.Clone(posts), i, i+1)
		for j := range list {
			list[j].Number = uint64(j + 1)
		}
		return board.Encode(list)
	}
	damaged("no end", "The board hasn't signed the end of the record", func() []byte { return without(len(posts) - 1) })
	damaged("a byte cut", "The board hasn't signed the end of the record", func() []byte { return text[:len(text)-1] })
	damaged("a closing cut", " go back at least to seats ", func() []byte { return board.Encode(posts[:len(posts)-2]) })
	damaged("half", "The record ends before the match.", func() []byte {
		return board.Encode(posts[:len(posts)/2])
	})
	damaged("a post missing", "something is missing, or was altered", func() []byte { return without(len(posts) / 2) })
	damaged("a hello missing", "something is missing, or was altered", func() []byte { return without(5) })
	damaged("no seat", "", func() []byte { return without(2) })
	damaged("empty", "the record is damaged", func() []byte { return nil })
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
	var r, a report
	if err := json.Unmarshal([]byte(text), &r); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("%d, %v, %s, %s", status, err, stderr, text)
	}
	if r.Result != "passed" || *r.Seat != 3 || len(r.Fingerprint) != 39 || r.Terms.Chips != 200 || r.Terms.Patience != "15s" ||
		len(r.Hands) < 1 || !r.Over || !r.Signed {
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
	if err := json.Unmarshal([]byte(audited), &a); err != nil || a.Seat != nil || a.Fingerprint != r.Fingerprint ||
		!slices.Equal(a.Stacks, r.Stacks) || len(a.Hands) != len(r.Hands) {
		t.Errorf("%v, %s", err, audited)
	}
}

func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"-seats 1": "must be a number from 2 to 9", "-seats 10": "must be a number from 2 to 9", "-hands -1": "from 0", "-chips 1": "from 2",
		"-cheat twice": "must be bet, shuffle, stall or swap", "-patience 0s": "must be a time", "-patience 1.0001s": "must be a time",
		"-patience 25h":    "must be a time",
		"-listen :0 -play": "-play needs -seat", "-listen :0 -json": "-json needs -seat", "-listen :0 -seats 2 -seat 2": "needs -seats 3",
		"-connect :1 -hands 3": "-hands", "-audit x -play": "-play", "-play -json": "can't be used together", "x": "unexpected",
		"-state x": "-state",
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
		p.err = work(ctx, args, stdin, out, &p.out)
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
		return start(t, nil, "-listen", addr, "-seats", "3", "-seat", "0", "-hands", "3", "-patience", "30s", "-state", file("0"),
			"-record", file("record"))
	}
	h := host()
	addr = h.out.Address(t)
	guest := func(n string) *process {
		return start(t, strings.NewReader(strings.Repeat("c\n", 60)), "-connect", addr, "-seat", n, "-play", "-state", file(n), "-record",
			file("record"+n))
	}
	one, two := guest("1"), guest("2")
	one.out.Await(t, "hand 1 ")
	one.kill()
	one = guest("1")
	two.out.Await(t, "hand 2 ")
	h.kill()
	h = host()
	for _, p := range []*process{h, one, two} { // the others wait for the board
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

// A guest is a program at a board in this process, with a clock of its own.
type guest struct {
	out  clitest.Output
	err  error
	stop func()
	done chan struct{}
}

// open returns a board for some seats.
func open(t *testing.T, seats, hands int, patience time.Duration) *board.Local {
	t.Helper()
	c := holdem.Config{Seats: seats, Hands: hands, Chips: 200, SmallBlind: 1, BigBlind: 2, Deposit: 200}
	offer := board.Offer{Game: c.Bytes(), Seats: seats, Longest: holdem.Longest, Grace: patience, Bank: 2 * patience}
	l, err := board.Open(offer, record.GenerateKey(), newGame, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sit begins a program; a person plays if there is an input.
func sit(t *testing.T, b board.Board, number int, state string, stdin io.Reader) *guest {
	ctx, cancel := context.WithCancel(t.Context())
	g := &guest{stop: cancel, done: make(chan struct{})}
	p := &party{out: bufio.NewWriter(&g.out), stdin: stdin, numbers: []int{number}, state: state, plays: stdin != nil}
	go func() {
		defer close(g.done)
		g.err = p.play(ctx, b)
		p.out.Flush()
	}()
	return g
}

// end waits until programs have ended well.
func end(t *testing.T, guests ...*guest) {
	t.Helper()
	for _, g := range guests {
		if <-g.done; g.err != nil {
			t.Errorf("%v: %s", g.err, g.out.String())
		}
		clitest.CheckWidth(t, g.out.String(), "Your turn")
	}
}

// A seat that leaves keeps its chips and, as its program stays to the end, its deposit.
func TestLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 3, 30*time.Second)
		end(t, sit(t, l, 0, "", nil), sit(t, l, 1, "", nil), func() *guest {
			p := sit(t, l, 2, "", strings.NewReader("q\n"))
			<-p.done
			inOrder(t, p.out.String(), "You leave after this hand", "leaves.", "left after hand ", "All get their deposits of 200 back.")
			return p
		}())
	})
}

// Who plays alone among bots just goes.
func TestLeavingAlone(t *testing.T) {
	status, out, stderr := command(t, "-play", "-seats", "2") // and types nothing more
	if status != cli.Passed || stderr != "" || !strings.Contains(out, "You left in hand ") || strings.Contains(out, "You leave") {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
}

// Who leaves before the game has begun leaves as soon as it has.
func TestLeavingEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 3, 30*time.Second)
		bots := []*guest{sit(t, l, 0, "", nil), sit(t, l, 1, "", nil)}
		out := new(strings.Builder)
		s := &seat{party: &party{}, story: newTeller(bufio.NewWriter(out), true)}
		s.Seat = board.Seat{Board: l, Number: 2, Game: s.begin, Waits: s.waits, Changed: s.changed}
		s.person = newPerson(s, strings.NewReader(""))
		s.person.terminal = true
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go s.person.lines(ctx, strings.NewReader("q\n"))
		if err := s.Play(ctx); err != nil {
			t.Error(err)
		}
		end(t, bots...)
		s.story.Out.Flush()
		before, _, _ := strings.Cut(out.String(), "── hand 2 ")
		inOrder(t, before, "You leave after this hand", "Seat 2 leaves.") // after the toss, or hand 1
		if said := strings.Count(out.String(), "You leave"); said != 1 {
			t.Errorf("it is said %d times that they leave", said)
		}
	})
}

// A person who says nothing is played for, and loses nothing but their blinds.
func TestSilentPerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 2, 10*time.Second)
		stdin, hold := io.Pipe()
		bot, p := sit(t, l, 0, "", nil), sit(t, l, 1, "", stdin)
		end(t, bot, p)
		hold.Close()
		inOrder(t, p.out.String(), "Your turn for 25 seconds: ", "Your time is up: you ", "After 2 hands", "All get their deposits of 200 back.")
		inOrder(t, bot.out.String(), "Waiting for seat 1, or for the board: at most 28 seconds.")
	})
}

// A person's lines count in their turn, one each, however they come; what isn't a choice
// costs nothing.
func TestPerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 1, 10*time.Second)
		bot, p := sit(t, l, 0, "", nil), sit(t, l, 1, "", strings.NewReader("r\n"+strings.Repeat("c\n", 20)))
		end(t, bot, p)
		inOrder(t, p.out.String(), "hand 1, preflop", "seat 1 (you)", "yours ", "Your turn", `"r" isn't one of the choices.`, "Your turn",
			"After 1 hand")
		if strings.Contains(p.out.String(), "doesn't count") {
			t.Error(p.out.String())
		}
	})
	out := new(strings.Builder)
	s := &seat{party: &party{out: bufio.NewWriter(out)}}
	s.story = newTeller(s.party.out, true)
	p := &person{seat: s, terminal: true}
	p.takes("c", time.Now())
	p.shown = time.Now()
	p.takes("c", p.shown.Add(-time.Second))
	if n := strings.Count(out.String(), "That came before your turn, and doesn't count."); n != 2 {
		t.Errorf("%d times: %s", n, out)
	}
}

// What could cost more than was meant is no action.
func TestParseAction(t *testing.T) {
	owes, free := holdem.Legal{Fold: true, Call: 18, MinRaise: 38, MaxRaise: 100}, holdem.Legal{Check: true, MinRaise: 2, MaxRaise: 98}
	last := holdem.Legal{Fold: true, Call: 18}
	for _, c := range []struct {
		text  string
		legal holdem.Legal
		want  string
	}{
		{"f", owes, "folds"}, {"fold", free, ""}, {"c", owes, "calls"}, {"c", free, "checks"}, {"call", free, ""}, {"check", owes, ""},
		{"r 40", owes, "raises to 40"}, {"raise to 40", owes, "raises to 40"}, {"b 40", owes, "raises to 40"}, {"r", owes, ""},
		{"r 37", owes, ""},
		{"r 1e9", owes, ""}, {"b 101", free, ""}, {"r 40", last, ""}, {"a", owes, "raises to 100"}, {"a", last, ""}, {"c c", owes, ""},
		{"to 40", owes, ""}, {"x", owes, ""},
	} {
		a, ok := parseAction(strings.Fields(c.text), c.legal)
		if got := (holdem.Deed{Action: a}).String(); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s: %v, %s, not %s", c.text, ok, got, c.want)
		}
	}
}

// A quitter is a board that ends a program when that has read a number of posts.
type quitter struct {
	board.Board
	after uint64
	quit  func()
}

func (q *quitter) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	if from > q.after {
		q.quit()
	}
	return q.Board.Posts(ctx, from, wait)
}

// outsOf has three seats play, by what act does when something has changed, and returns what is told of those that
// went out.
func outsOf(t *testing.T, hands int, act func(s *seat, choosing bool)) string {
	t.Helper()
	l := open(t, 3, hands, 10*time.Second)
	var work sync.WaitGroup
	for number := range 3 {
		ctx, stop := context.WithCancel(t.Context())
		s := &seat{party: &party{}, stop: stop}
		s.Seat = board.Seat{Board: l, Number: number, Game: s.begin, Changed: func() {
			_, choosing := s.Player.Choosing(time.Now())
			if choosing && s.game.Stage() == holdem.Seating {
				s.says(s.game.Answer())
				choosing = false
			}
			act(s, choosing)
		}}
		work.Go(func() { s.Play(ctx) })
	}
	work.Wait()
	posts, err := board.All(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	out := new(strings.Builder)
	judge(posts, nil).tellOuts(newTeller(bufio.NewWriter(out), true))
	return out.String()
}

// Who is silent in the toss, or when it is asked for the next hand, has nothing in a pot.
func TestOutBetweenHands(t *testing.T) {
	for round, when := range map[int]string{1: "before hand 1", 2: "before hand 1", 3: "after hand 1"} {
		synctest.Test(t, func(t *testing.T) {
			out := outsOf(t, 2, func(s *seat, choosing bool) {
				if s.Number == 0 && s.Player.Round() == round {
					s.stop()
				} else if choosing {
					s.act(s.game.Betting.Legal(s.Number).CheckOr(holdem.Fold))
				}
			})
			if !strings.HasPrefix(out, "Seat 0 was silent "+when+" until post ") || strings.Contains(out, "pot") {
				t.Errorf("round %d: %s", round, out)
			}
		})
	}
}

// Of two seats that are silent at once at the showdown, both are so in that hand.
func TestOutTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := outsOf(t, 1, func(s *seat, choosing bool) {
			b := s.game.Betting
			switch {
			case s.Number > 0 && b != nil && b.Showdown:
				s.stop()
			case choosing && s.Number == 0:
				s.act(b.Legal(0).CheckOr(holdem.Fold))
			case choosing && b.Legal(s.Number).MaxRaise > 0: // all-in, so that both have to show their cards
				s.act(holdem.Action{Kind: holdem.Raise, To: b.Legal(s.Number).MaxRaise})
			case choosing:
				s.act(b.Legal(s.Number).CheckOr(holdem.Call))
			}
		})
		inOrder(t, out, "Seat 1 was silent in hand 1 until post ", "pot stayed there", "Seat 2 was silent in hand 1 until post ")
		if strings.Count(out, "pot") != 1 {
			t.Error(out)
		}
	})
}

// Who leaves when the others' silence ends the hand leaves after it.
func TestOutBesideLeaver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := outsOf(t, 2, func(s *seat, choosing bool) {
			b := s.game.Betting
			switch {
			case s.Number == 2 && s.Player.Round() > 1 && !s.Player.Leaving():
				if err := s.Player.Leave(); err != nil {
					t.Error(err)
				}
			case s.Number == 1 && b != nil && b.Street == holdem.Flop:
				s.stop()
			case choosing && s.Number == 2:
				s.act(b.Legal(2).CheckOr(holdem.Fold))
			case choosing:
				s.act(b.Legal(s.Number).CheckOr(holdem.Call))
			}
		})
		inOrder(t, out, "Seat 1 was silent in hand 1 until post ", "pot stayed there", "Seat 2 left after hand 1")
	})
}

// A process that was gone for too long learns that the others have gone on without it.
func TestOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 1, 10*time.Second)
		state := filepath.Join(t.TempDir(), "state")
		q := &quitter{Board: l, after: 12}
		var p *guest
		q.quit = func() { p.stop() }
		p = sit(t, q, 0, state, nil)
		bots := []*guest{sit(t, l, 1, "", nil), sit(t, l, 2, "", nil)}
		<-p.done
		time.Sleep(2 * time.Minute)
		p = sit(t, l, 0, state, nil)
		end(t, bots...)
		if <-p.done; cli.Status(p.err) != cli.Failed || p.err.Error() != "the others went on without seat 0" {
			t.Errorf("%v, %s", p.err, p.out.String())
		}
		inOrder(t, bots[0].out.String(), "Waiting for ", "is out: its time was up")
	})
}
