package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

func TestDefault(t *testing.T) {
	status, out, stderr := command()
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	at := 0
	for _, want := range []string{
		"\n1. Each seat", "All seats found the fingerprint", "\n2. The Host", "Seat 0 saw its hand", "Seat 3 saw its hand",
		"\n3. Each seat", "Seat 0 passed", "\n4. They play", "     13", "\n5. ", "All seats audited", "Seat 0 (the Host) has ",
		"Seat 3 (the Dummy) has ",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("after %d bytes, the output lacks %q:\n%s", at, want, out)
		}
		at += i
	}
	seen := make(map[string]bool) // the four hands are a deck
	for _, hand := range regexp.MustCompile(`saw its hand: (.*)\n`).FindAllStringSubmatch(out, -1) {
		for _, c := range strings.Fields(hand[1]) {
			seen[c] = true
		}
	}
	if len(seen) != otpdeal.DeckSize {
		t.Errorf("%d different cards were dealt", len(seen))
	}
}

// cheated plays hands until somebody cheats. That is in the first hand, except in a few in
// a million, in which the player never has a card of the suit that is led.
func cheated(play func() (status int)) {
	for range 3 {
		if play() != cli.Passed {
			return
		}
	}
}

// Each cheat is caught, and that seat alone is named.
func TestCheats(t *testing.T) {
	for seat, cheat := range cheatNames() {
		var status int
		var out, stderr string
		cheated(func() int {
			status, out, stderr = command("-cheat", cheat)
			return status
		})
		if status != cli.Failed || !strings.HasPrefix(stderr, "hearts: "+name(seat)+": ") || strings.Contains(out, " points.\n") ||
			strings.Contains(stderr, "(seat") {
			t.Errorf("%s: status %d, %s", cheat, status, stderr)
		}
		if !strings.Contains(out, "CHEATS: "+cheats[seat].does) {
			t.Errorf("%s: %s", cheat, out)
		}
		clitest.CheckWidth(t, out)
	}
}

func TestJSON(t *testing.T) {
	status, out, stderr := command("-json")
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	points := 0
	for _, n := range r.Points {
		points += n
	}
	if r.Result != "passed" || r.Reason != "" || r.Blamed != nil || len(r.Seats) != 4 || len(r.Fingerprint) != 39 ||
		points != 26 && points != 78 {
		t.Errorf("%+v", r)
	}
	status, out, stderr = command("-json", "-cheat", "dealer")
	r = result{}
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Failed || stderr != "hearts: "+r.Reason+"\n" {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	if r.Result != "failed" || !slices.Equal(r.Blamed, []int{otpdeal.DealerSeat}) || r.Points != nil {
		t.Errorf("%+v", r)
	}
}

// A seat that says that it leaves, and plays to the end, has done nothing wrong: the hand counts.
func TestLeaver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		local, out := open(t), new(strings.Builder)
		p := &party{out: bufio.NewWriter(out), seats: []int{0, 1, 2}, cheat: nobody}
		leaver := (&party{asJSON: true}).sit(local, 3, nil)
		said := false
		leaver.Changed = func() {
			if leaver.Player.Round() == 1 && !said {
				said = true
				if err := leaver.Player.Leave(); err != nil {
					t.Error(err)
				}
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() { leaver.err = leaver.Play(t.Context()) })
		err := p.play(t.Context(), local)
		wg.Wait()
		p.out.Flush()
		if outs := leaver.Player.Outs(); len(outs) != 1 || outs[0].Why != table.Left {
			t.Errorf("%+v", outs)
		}
		if err != nil || leaver.err != nil || strings.Count(out.String(), " point") != 4 {
			t.Errorf("%v, %v, %s", err, leaver.err, out)
		}
	})
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-cheat relay", `invalid value "relay" for flag -cheat: must be host, keymaster, dealer or player`},
		{"-seat 4 -connect :1", `invalid value "4" for flag -seat: must be a number from 0 to 3`},
		{"-seat 1", "-seat needs -connect or -listen"},
		{"-connect :1", "-connect needs -seat"},
		{"-listen :0 -connect :1", "-connect and -listen can't be used together"},
		{"-listen :0 -cheat host", "-cheat needs -seat"},
		{"-listen :0 -json", "-json needs -seat"},
		{"-seat 1 -connect :1 -cheat host", "-cheat host is for another seat: seat 1 is the keymaster"},
		{"extra", `unexpected argument "extra"`},
	} {
		status, out, stderr := command(strings.Fields(c.args)...)
		if status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "hearts: "+c.want) || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%q: status %d, %s, %s", c.args, status, out, stderr)
		}
	}
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	clitest.CheckWidth(t, usage)
	if status, _, stderr := command("-seat", "1", "-connect", "127.0.0.1:1"); status != cli.Broken || stderr == "" {
		t.Errorf("no board: status %d, %s", status, stderr)
	}
}

// Four programs play over TCP, seat 0 with the board. A seat's own log shows its own hand
// only; a cheat is named in every one, alone.
func TestFourPrograms(t *testing.T) {
	for _, cheater := range []int{nobody, otpdeal.DealerSeat} {
		var outs [4]clitest.Output
		var statuses [4]int
		var work sync.WaitGroup
		play := func(seat int, args ...string) {
			if args = append(args, "-seat", fmt.Sprint(seat)); seat == cheater {
				args = append(args, "-cheat", cheats[seat].name)
			}
			work.Go(func() { statuses[seat] = run(args, &outs[seat], &outs[seat]) })
		}
		play(0, "-listen", "127.0.0.1:0")
		addr := outs[0].Address(t)
		outs[0].Await(t, "Seat 0 waits for 3 more seats.")
		for seat := 1; seat < 4; seat++ {
			play(seat, "-connect", addr)
		}
		work.Wait()
		shown := make(map[string]int)
		for seat := range outs {
			out := outs[seat].String()
			clitest.CheckWidth(t, out, "hearts: ")
			if cheater != nobody {
				if statuses[seat] != cli.Failed || !strings.Contains(out, "\nhearts: "+name(cheater)+": ") {
					t.Errorf("seat %d: status %d, %s", seat, statuses[seat], out)
				}
				continue
			}
			hands := regexp.MustCompile(`(Seat \d) saw its hand: (.*)\n`).FindAllStringSubmatch(out, -1)
			if statuses[seat] != cli.Passed || len(hands) != 1 || hands[0][1] != fmt.Sprint("Seat ", seat) ||
				strings.Index(out, "found the fingerprint") > strings.Index(out, "saw its hand") {
				t.Fatalf("seat %d: status %d, %s", seat, statuses[seat], out)
			}
			for _, c := range strings.Fields(hands[0][2]) {
				shown[c]++
			}
		}
		if cheater == nobody && len(shown) != otpdeal.DeckSize {
			t.Errorf("%d different cards", len(shown))
		}
	}
}

// A closing output is of a program that ends when it prints a text.
type closing struct {
	clitest.Output
	at     string
	cancel func()
}

func (c *closing) Write(p []byte) (int, error) {
	if strings.Contains(string(p), c.at) {
		c.cancel()
	}
	return c.Output.Write(p)
}

// A seat whose program ends is named by the others, by the board's clock.
func TestProgramEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		local := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var errs [4]error
		var work sync.WaitGroup
		for seat := range 4 {
			out, ctx := io.Writer(new(clitest.Output)), ctx
			if seat == 0 {
				out = &closing{at: "saw its hand", cancel: cancel}
			} else {
				ctx = t.Context()
			}
			p := &party{out: bufio.NewWriter(out), seats: []int{seat}, cheat: nobody}
			work.Go(func() { errs[seat] = p.play(ctx, local) })
		}
		work.Wait()
		for _, err := range errs[1:] {
			if want := name(0) + ": it said nothing for 20s, or the board has held it back"; cli.Status(err) != cli.Failed || err.Error() != want ||
				cli.OutcomeOf(err).Blamed != nil {
				t.Error(err)
			}
		}
	})
}

// Where a program ends before the hand begins, the others hear that they wait for a seat again, and
// play with who takes it.
func TestProgramEndsEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		local := open(t)
		sit := func(ctx context.Context, seat int, out io.Writer) error {
			return (&party{out: bufio.NewWriter(out), seats: []int{seat}, cheat: nobody}).play(ctx, local)
		}
		var outs [4]clitest.Output
		var work sync.WaitGroup
		for seat := range outs {
			work.Go(func() {
				if seat == 0 {
					ctx, cancel := context.WithCancel(t.Context())
					sit(ctx, seat, &closing{at: "found the fingerprint", cancel: cancel})
					time.Sleep(5 * offer.Grace) // until the board has given its seat up
				}
				if err := sit(t.Context(), seat, &outs[seat]); err != nil {
					t.Errorf("seat %d: %v", seat, err)
				}
			})
		}
		work.Wait()
		for seat := range outs {
			_, after, _ := strings.Cut(outs[seat].String(), "found the fingerprint")
			if strings.Contains(after, fmt.Sprintf("\nSeat %d waits for 1 more seat.\n", seat)) != (seat > 0) {
				t.Errorf("seat %d hears\n%s", seat, &outs[seat])
			}
		}
	})
}
