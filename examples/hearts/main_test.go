package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/otpdeal"
)

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
		"\n1. Each seat", "All seats found the fingerprint", "\n2. The Host", "Seat 0 committed", "Seats 1, 2 and 3 got the Host's 52 commitments",
		"\n3. The Host", "Seat 0 saw its hand", "Seat 3 saw its hand", "\n4. ", "\n5. ", "Seat 0 passed", "\n6. They play", "     13", "\n7. ",
		"All seats audited", "Seat 0 (the Host) has ", "Seat 3 (the Dummy) has ",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("after %d bytes, the output lacks %q:\n%s", at, want, out)
		}
		at += i
	}
	prints := regexp.MustCompile(`found the fingerprint (.+)`).FindAllStringSubmatch(out, -1)
	for _, p := range prints {
		if p[1] != prints[0][1] {
			t.Errorf("fingerprints %v", prints)
		}
	}
	// The four hands are a deck.
	seen := make(map[string]bool)
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

// Each cheat is caught, and that seat alone is named, by every way that chance may take.
func TestCheats(t *testing.T) {
	runs := 5
	if testing.Short() {
		runs = 1
	}
	for seat, cheat := range cheats {
		for range runs {
			var status int
			var out, stderr string
			cheated(func() int {
				status, out, stderr = command("-cheat", cheat.name)
				return status
			})
			if status != cli.Failed || !strings.HasPrefix(stderr, "hearts: "+name(seat)+": ") || strings.Contains(out, " points.\n") {
				t.Errorf("%s: status %d, %s", cheat.name, status, stderr)
			}
			clitest.CheckWidth(t, out)
		}
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
	if r.Result != "passed" || r.Reason != "" || r.Blamed != nil || len(r.Tricks) != tricks || points != 26 && points != 78 {
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
	if r.Result != "failed" || len(r.Blamed) != 1 || r.Blamed[0] != otpdeal.DealerSeat || r.OrRelay || r.Points != nil {
		t.Errorf("%+v", r)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-cheat relay", `invalid value "relay" for flag -cheat: must be host, keymaster, dealer or player`},
		{"-seat 4 -connect :1", `invalid value "4" for flag -seat: must be a number from 0 to 3`},
		{"-relay=", `invalid value "" for flag -relay: must be an address`},
		{"-seat 1 -connect=", `invalid value "" for flag -connect: must be an address`},
		{"-seat 1", "-seat needs -connect or -relay"},
		{"-connect :1", "-connect needs -seat"},
		{"-relay :0 -connect :1", "-connect and -relay can't be used together"},
		{"-relay :0 -cheat host", "-cheat needs -seat"},
		{"-relay :0 -json", "-json needs -seat"},
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
		t.Errorf("no relay: status %d, %s", status, stderr)
	}
}

// What the relay carries holds no message in clear, nor a part of one: no key, no card,
// no record. None comes twice. Four bytes may occur by chance, where a secret ends, once in
// some hundred hands, but not in each of several.
func TestRelaySeesNothing(t *testing.T) {
	var clear []string
	for range 6 {
		if clear = seenByRelay(t); clear == nil {
			return
		}
	}
	t.Error(clear)
}

// seenByRelay plays a hand, and returns which secrets the relay has seen.
func seenByRelay(t *testing.T) (clear []string) {
	traffic := make(map[string]int)
	frames, keys := 0, 0
	g := start(t, calm, nil)
	g.relay.Curious = func(frame []byte) {
		frames++
		if len(frame) == 64 { // no sealed message is as short
			keys++ // public ones
			return
		}
		if len(frame) < 1+64+16 {
			t.Errorf("a frame of %d bytes", len(frame))
		}
		traffic[string(frame)]++
	}
	g.run(t)
	if err := judge(g.seats); err != nil {
		t.Fatal(err)
	}

	var all []byte
	for frame, n := range traffic {
		if n != 1 {
			t.Errorf("%d frames are the same", n)
		}
		all = append(all, frame...)
		all = append(all, 0)
	}
	// Of everything secret, every four bytes in a row.
	secrets := 0
	look := func(what string, secret []byte) {
		for i := 0; i+4 <= len(secret); i++ {
			secrets++
			if at := bytes.Index(all, secret[i:i+4]); at >= 0 && bytes.Contains(all, secret[i:min(i+8, len(secret))]) {
				clear = append(clear, fmt.Sprintf("%s stands in clear at byte %d", what, at))
			}
		}
	}
	for _, s := range g.seats {
		for _, m := range s.role.Record().Messages() {
			look(m.Kind().String(), m.Payload())
		}
		look("a pass", s.ownPass.bytes())
		look("a record's nonce", s.ownRecord.nonce)
	}
	for _, v := range g.seats[0].host.Entries() {
		look("the table", v)
	}
	if keys != 4 || secrets < 1000 || frames < 200 {
		t.Errorf("%d public keys, %d places in secrets, %d frames", keys, secrets, frames)
	}
	// The bytes are spread evenly, as those of a cipher are: 255 degrees of freedom,
	// above 450 once in 10^12 hands.
	var count [256]float64
	for _, b := range all {
		count[b]++
	}
	chi, even := 0.0, float64(len(all))/256
	for _, n := range count[1:] { // 0 stands between frames
		chi += (n - even) * (n - even) / even
	}
	if chi > 450 {
		t.Errorf("chi-square of %d bytes is %.0f", len(all), chi)
	}
	return clear
}

// A seat's own log shows its own hand only.
func TestOwnLog(t *testing.T) {
	outs, statuses := fourSeats(t, nil)
	shown := make(map[string]int)
	for i, out := range outs {
		if statuses[i] != cli.Passed {
			t.Errorf("seat %d: status %d, %s", i, statuses[i], out)
		}
		hands := regexp.MustCompile(`(Seat \d) saw its hand: (.*)\n`).FindAllStringSubmatch(out, -1)
		if len(hands) != 1 || hands[0][1] != "Seat "+string(rune('0'+i)) {
			t.Fatalf("seat %d is shown %v", i, hands)
		}
		for _, c := range strings.Fields(hands[0][2]) {
			shown[c]++
		}
		clitest.CheckWidth(t, out)
		if end := lastLines(out); end != lastLines(outs[0]) {
			t.Errorf("seat %d ends with %s, seat 0 with %s", i, end, lastLines(outs[0]))
		}
	}
	if len(shown) != otpdeal.DeckSize {
		t.Errorf("%d different cards", len(shown))
	}
}

func lastLines(out string) string { return out[strings.LastIndex(out, "\nSeat 0 (the Host) has"):] }

// fourSeats plays the four seats as four commands would, seat 0 with the relay, and
// returns what each prints, and its exit status. Some have more arguments.
func fourSeats(t *testing.T, more map[int][]string) (outs [4]string, statuses [4]int) {
	t.Helper()
	var writers [4]clitest.Output
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		wg.Go(func() { statuses[i] = calm.run(append(args, more[i]...), &writers[i], &writers[i]) })
	}
	play(0, "-relay", "127.0.0.1:0", "-seat", "0")
	addr := writers[0].Address(t)
	for i := 1; i < 4; i++ {
		play(i, "-seat", string(rune('0'+i)), "-connect", addr)
	}
	wg.Wait()
	for i := range outs {
		outs[i] = writers[i].String()
	}
	return outs, statuses
}

// A cheat is named in every process, alone.
func TestCheatInAnotherProcess(t *testing.T) {
	for cheater, cheat := range cheats {
		var outs [4]string
		var statuses [4]int
		cheated(func() int {
			outs, statuses = fourSeats(t, map[int][]string{cheater: {"-cheat", cheat.name}})
			return slices.Max(statuses[:])
		})
		for i, out := range outs {
			if i == cheater {
				continue
			}
			if statuses[i] != cli.Failed || !strings.Contains(out, "\nhearts: "+name(cheater)+": ") {
				t.Errorf("%s, seat %d: status %d, %s", cheat.name, i, statuses[i], out)
			}
		}
	}
}

// A seat in a process of its own says that it waits, and shows the fingerprint before
// the hand.
func TestWaits(t *testing.T) {
	var outs [otpdeal.NumSeats]clitest.Output
	var wg sync.WaitGroup
	play := func(seat int, args ...string) {
		wg.Go(func() { calm.run(append(args, "-seat", fmt.Sprint(seat)), &outs[seat], &outs[seat]) })
	}
	play(0, "-relay", "127.0.0.1:0")
	addr := outs[0].Address(t)
	outs[0].Await(t, "Seat 0 waits for 3 more seats.")
	play(2, "-connect", addr)
	outs[2].Await(t, "Seat 2 waits for 2 more seats.")
	outs[0].Await(t, "Seat 0 waits for 2 more seats.")
	play(1, "-connect", addr)
	outs[2].Await(t, "Seat 2 waits for 1 more seat.")
	play(3, "-connect", addr)
	wg.Wait()
	for i := range outs {
		out := outs[i].String()
		at, hand := strings.Index(out, "found the fingerprint"), strings.Index(out, "saw its hand")
		if at < 0 || hand < at {
			t.Errorf("seat %d: %s", i, out)
		}
	}
}

// Four processes.
func TestFourProcesses(t *testing.T) {
	process := func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		return cmd
	}
	var out clitest.Output
	first := process("-relay", "127.0.0.1:0", "-seat", "0")
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
		t.Errorf("the relay and seat 0: %v, %s", err, out.String())
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

// Nobody comes to the relay's table, or a relay is silent.
func TestAlone(t *testing.T) {
	hasty := patience{answer: 100 * time.Millisecond, arrival: 200 * time.Millisecond}
	out := bufio.NewWriter(io.Discard)
	if err := (&table{patience: hasty, out: out}).host("127.0.0.1:0"); !errors.Is(err, wire.ErrNobody) || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := (&table{patience: hasty, out: out}).play(relay.Places(l.Addr(), []int{1})); !errors.Is(err, wire.ErrSilent) || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
}
