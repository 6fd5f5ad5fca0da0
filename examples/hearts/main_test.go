package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// calm waits long enough for any machine.
var calm = patience{answer: 5 * time.Minute, arrival: 5 * time.Minute}

// asProgram is set in the environment of a process of this test that is the program.
const asProgram = "SQUAREDEAL_HEARTS"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(calm.run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = calm.run(args, &out, &err)
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
		"\n3. Each seat", "Seat 0 passed", "\n4. They play", "     13", "\n5. ", "All seats audited", "Seat 0 (the Host) has ", "Seat 3 (the Dummy) has ",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("after %d bytes, the output lacks %q:\n%s", at, want, out)
		}
		at += i
	}
	if points := regexp.MustCompile(`has (\d+) points?\.`).FindAllString(out, -1); len(points) != 4 || !strings.Contains(strings.Join(points, ""), "has 1") && !strings.Contains(strings.Join(points, ""), "has 2") {
		t.Errorf("points %v", points)
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
	for seat, cheat := range cheats {
		var status int
		var out, stderr string
		cheated(func() int {
			status, out, stderr = command("-cheat", cheat.name)
			return status
		})
		if status != cli.Failed || !strings.HasPrefix(stderr, "hearts: "+name(seat)+": ") || strings.Contains(out, " points.\n") || strings.Contains(stderr, "(seat") {
			t.Errorf("%s: status %d, %s", cheat.name, status, stderr)
		}
		if !strings.Contains(out, "CHEATS: "+cheat.does) {
			t.Errorf("%s: %s", cheat.name, out)
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
	if r.Result != "passed" || r.Reason != "" || r.Blamed != nil || len(r.Seats) != 4 || len(r.Fingerprint) != 39 || len(r.Tricks) != tricks || points != 26 && points != 78 {
		t.Errorf("%+v", r)
	}
	for _, taken := range r.Tricks {
		if len(taken.Cards) != otpdeal.NumSeats {
			t.Errorf("%+v", taken)
		}
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

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-cheat relay", `invalid value "relay" for flag -cheat: must be host, keymaster, dealer or player`},
		{"-seat 4 -connect :1", `invalid value "4" for flag -seat: must be a number from 0 to 3`},
		{"-listen=", `invalid value "" for flag -listen: must be an address`},
		{"-seat 1 -connect=", `invalid value "" for flag -connect: must be an address`},
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

// fourSeats plays the four seats as four commands would, seat 0 with the board, and
// returns what each prints, and its exit status. Some have more arguments.
func fourSeats(t *testing.T, more map[int][]string) (outs [4]string, statuses [4]int) {
	t.Helper()
	var writers [4]clitest.Output
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		wg.Go(func() { statuses[i] = calm.run(append(args, more[i]...), &writers[i], &writers[i]) })
	}
	play(0, "-listen", "127.0.0.1:0", "-seat", "0")
	addr := writers[0].Address(t)
	for i := 1; i < 4; i++ {
		play(i, "-seat", fmt.Sprint(i), "-connect", addr)
	}
	wg.Wait()
	for i := range outs {
		outs[i] = writers[i].String()
	}
	return outs, statuses
}

// A seat's own log shows its own hand only.
func TestOwnLog(t *testing.T) {
	t.Parallel()
	outs, statuses := fourSeats(t, nil)
	shown := make(map[string]int)
	ends := func(out string) string { return out[strings.LastIndex(out, "\nSeat 0 (the Host) has"):] }
	for i, out := range outs {
		if statuses[i] != cli.Passed {
			t.Fatalf("seat %d: status %d, %s", i, statuses[i], out)
		}
		hands := regexp.MustCompile(`(Seat \d) saw its hand: (.*)\n`).FindAllStringSubmatch(out, -1)
		if len(hands) != 1 || hands[0][1] != fmt.Sprint("Seat ", i) {
			t.Fatalf("seat %d is shown %v", i, hands)
		}
		for _, c := range strings.Fields(hands[0][2]) {
			shown[c]++
		}
		clitest.CheckWidth(t, out)
		if ends(out) != ends(outs[0]) {
			t.Errorf("seat %d ends with %s, seat 0 with %s", i, ends(out), ends(outs[0]))
		}
	}
	if len(shown) != otpdeal.DeckSize {
		t.Errorf("%d different cards", len(shown))
	}
}

// A cheat is named in every process, alone.
func TestCheatInAnotherProcess(t *testing.T) {
	for cheater, cheat := range cheats {
		t.Run(cheat.name, func(t *testing.T) {
			t.Parallel()
			var outs [4]string
			var statuses [4]int
			cheated(func() int {
				outs, statuses = fourSeats(t, map[int][]string{cheater: {"-cheat", cheat.name}})
				return slices.Max(statuses[:])
			})
			for i, out := range outs {
				if statuses[i] != cli.Failed || !strings.Contains(out, "\nhearts: "+name(cheater)+": ") {
					t.Errorf("%s, seat %d: status %d, %s", cheat.name, i, statuses[i], out)
				}
			}
		})
	}
}

// A seat in a process of its own says that it waits. The fingerprint comes before the hand.
// A board without a seat ends after the hand.
func TestWaits(t *testing.T) {
	t.Parallel()
	var outs [otpdeal.NumSeats + 1]clitest.Output
	var wg sync.WaitGroup
	play := func(seat int, args ...string) {
		wg.Go(func() {
			if status := calm.run(args, &outs[seat], &outs[seat]); status != cli.Passed {
				t.Errorf("%v: status %d, %s", args, status, outs[seat].String())
			}
		})
	}
	play(4, "-listen", "127.0.0.1:0")
	addr := outs[4].Address(t)
	play(0, "-connect", addr, "-seat", "0")
	outs[0].Await(t, "Seat 0 waits for 3 more seats.")
	play(2, "-connect", addr, "-seat", "2")
	outs[2].Await(t, "Seat 2 waits for 2 more seats.")
	outs[0].Await(t, "Seat 0 waits for 2 more seats.")
	play(1, "-connect", addr, "-seat", "1")
	outs[2].Await(t, "Seat 2 waits for 1 more seat.")
	if status, _, stderr := command("-connect", addr, "-seat", "2"); status != cli.Broken || !strings.Contains(stderr, "taken") {
		t.Errorf("seat 2 again: status %d, %s", status, stderr)
	}
	play(3, "-connect", addr, "-seat", "3")
	wg.Wait()
	for i := range 4 {
		out := outs[i].String()
		at, hand := strings.Index(out, "found the fingerprint"), strings.Index(out, "saw its hand")
		if at < 0 || hand < at {
			t.Errorf("seat %d: %s", i, out)
		}
	}
}

// Four processes.
func TestFourProcesses(t *testing.T) {
	t.Parallel()
	process := func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		return cmd
	}
	var out clitest.Output
	first := process("-listen", "127.0.0.1:0", "-seat", "0")
	first.Stdout, first.Stderr = &out, &out
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	addr := out.Address(t)
	var wg sync.WaitGroup
	for _, seat := range []string{"3", "1", "2"} {
		wg.Go(func() {
			text, err := process("-seat", seat, "-connect", addr).CombinedOutput()
			if err != nil || !strings.Contains(string(text), "Seat "+seat+" audited the deal and the play, and found nothing wrong.") {
				t.Errorf("seat %s: %v, %s", seat, err, text)
			}
		})
	}
	wg.Wait()
	if err := first.Wait(); err != nil {
		t.Errorf("the board and seat 0: %v, %s", err, out.String())
	}

	// Where its ciphers are forbidden, it says so.
	fips := process()
	fips.Env = append(fips.Env, "GODEBUG=fips140=only")
	text, err := fips.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != cli.Broken || !strings.HasPrefix(string(text), "hearts: ") || !strings.Contains(string(text), "fips140=only") {
		t.Errorf("with fips140=only: %v, %s", err, text)
	}
}

// Nobody comes to the table, or what is at the address says nothing.
func TestAlone(t *testing.T) {
	hasty := patience{answer: time.Second, arrival: 200 * time.Millisecond}
	out := bufio.NewWriter(io.Discard)
	p := party{patience: hasty, out: out, seats: []int{1}, cheat: nobody}
	if err := p.host("127.0.0.1:0"); err == nil || !strings.Contains(err.Error(), "didn't fill in time") || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := p.play(board.Dial(l.Addr().String(), hasty.arrival)); err == nil || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
}

// A seat whose process is killed is named by the others, by the board's clock.
func TestProcessEnds(t *testing.T) {
	t.Parallel()
	clitest.Patiently(t, 2*time.Second, func(t testing.TB, answer time.Duration) {
		hasty := patience{answer, calm.arrival}
		var outs [4]clitest.Output
		var statuses [4]int
		var wg sync.WaitGroup
		wg.Go(func() { hasty.run([]string{"-listen", "127.0.0.1:0"}, &outs[0], &outs[0]) })
		addr := outs[0].Address(t)
		for i := 1; i < 4; i++ {
			wg.Go(func() {
				statuses[i] = hasty.run([]string{"-seat", fmt.Sprint(i), "-connect", addr}, &outs[i], &outs[i])
			})
		}
		cmd := exec.Command(os.Args[0], "-seat", "0", "-connect", addr)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(stdout); lines.Scan() && !strings.Contains(lines.Text(), "saw its hand"); {
		}
		cmd.Process.Kill()
		cmd.Wait()
		wg.Wait()
		for i := 1; i < 4; i++ {
			if want := "\nhearts: " + name(0) + ": it said nothing for " + answer.String(); statuses[i] != cli.Failed || !strings.Contains(outs[i].String(), want) {
				t.Errorf("seat %d: status %d, %s", i, statuses[i], outs[i].String())
			}
		}
	})
}
