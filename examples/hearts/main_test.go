package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = patient.run(args, &out, &err)
	return status, out.String(), err.String()
}

func TestDefault(t *testing.T) {
	status, out, stderr := command()
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out, "  seat ")
	at := 0
	for _, want := range []string{
		"\n1. Each seat", "Seat 0 finds the fingerprint", "\n2. The Host", "Seat 0 commits", "Seat 3 has the Host's 52 commitments",
		"\n3. The Host", "Seat 0 sees its hand", "Seat 3 sees its hand", "\n4. ", "\n5. ", "Seat 0 passes", "\n6. They play", "     13", "\n7. ",
		"Seat 3 audits", "Seat 0 has ", "Seat 3 has ",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("after %d bytes, the output lacks %q:\n%s", at, want, out)
		}
		at += i
	}
	prints := regexp.MustCompile(`finds the fingerprint (\S+)`).FindAllStringSubmatch(out, -1)
	for _, p := range prints {
		if p[1] != prints[0][1] {
			t.Errorf("fingerprints %v", prints)
		}
	}
	// The four hands are a deck.
	seen := make(map[string]bool)
	for _, hand := range regexp.MustCompile(`sees its hand: (.*)\n`).FindAllStringSubmatch(out, -1) {
		for _, c := range strings.Fields(hand[1]) {
			seen[c] = true
		}
	}
	if len(seen) != otpdeal.DeckSize {
		t.Errorf("%d different cards were dealt", len(seen))
	}
}

// Each cheat is caught, and that seat is named, by every way that chance may take.
func TestCheats(t *testing.T) {
	runs := 5
	if testing.Short() {
		runs = 1
	}
	for seat, cheat := range cheaters {
		for range runs {
			status, out, stderr := command("-cheat", cheat)
			if status != cli.Failed || !strings.HasPrefix(stderr, "hearts: "+name(seat)+": ") || strings.Contains(out, " points.\n") {
				t.Errorf("%s: status %d, %s", cheat, status, stderr)
			}
			clitest.CheckWidth(t, out, "  seat ")
		}
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{
		{"-cheat", "hub"}, {"-cheat", ""}, {"-seat", "1"}, {"-connect", ":1"}, {"-hub", ":0", "-connect", ":1"}, {"-hub", ""}, {"-seat", "1", "-connect", ""},
		{"-seat", "4", "-connect", ":1"}, {"-seat", "-1", "-connect", ":1"}, {"-hub", ":0", "-cheat", "host"}, {"-seat", "1", "-connect", ":1", "-cheat", "host"}, {"extra"},
	} {
		status, out, stderr := command(args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%q: status %d, %s, %s", args, status, out, stderr)
		}
	}
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	if status, _, stderr := command("-seat", "1", "-connect", "127.0.0.1:1"); status != cli.Broken || stderr == "" {
		t.Errorf("no hub: status %d, %s", status, stderr)
	}
}

// What the hub carries holds no message in clear, nor a part of one: no key, no card, no
// record. Every message is sealed, so each is at least 17 bytes, and none comes twice.
func TestHubSeesNothing(t *testing.T) {
	var mu sync.Mutex
	traffic := make(map[string]int)
	frames, keys := 0, 0
	record := func(from, to int, frame []byte) {
		mu.Lock()
		defer mu.Unlock()
		frames++
		if len(frame) == 32 { // no message has 16 bytes and is sealed to so many
			keys++ // public ones
			return
		}
		if len(frame) < 17 {
			t.Errorf("a frame of %d bytes from seat %d to %d", len(frame), from, to)
		}
		traffic[string(frame)]++
	}

	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &hub{record: record}
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := h.gather(l, patient); err != nil {
			t.Error(err)
			return
		}
		h.relay()
	})
	seats := make([]*seat, otpdeal.NumSeats)
	for i := range seats {
		conn, err := wire.Dial(l.Addr(), patient.answer)
		if err != nil {
			t.Fatal(err)
		}
		seats[i] = &seat{number: i, conn: conn, arrival: patient.arrival}
		wg.Go(seats[i].playHand)
	}
	wg.Wait()
	l.Close()
	if err := judge(seats); err != nil {
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
				t.Errorf("%s stands in clear at byte %d", what, at)
			}
		}
	}
	for _, s := range seats {
		for _, m := range s.role.Record().Messages() {
			look(m.Kind().String(), m.Payload())
		}
		look("a pass", append(s.ownPass.nonce.Bytes(), s.ownPass.value...))
		look("a record's nonce", s.ownRecord.nonce.Bytes())
	}
	for _, v := range seats[0].host.Entries() {
		look("an entry", v)
	}
	if keys != 12 || secrets < 1000 || frames < 200 {
		t.Errorf("%d public keys, %d places in secrets, %d frames", keys, secrets, frames)
	}
	// The bytes are spread evenly, as those of a cipher are: 255 degrees of freedom.
	var count [256]float64
	for _, b := range all {
		count[b]++
	}
	chi, even := 0.0, float64(len(all))/256
	for _, n := range count[1:] { // 0 stands between frames
		chi += (n - even) * (n - even) / even
	}
	if chi > 400 {
		t.Errorf("chi-square of %d bytes is %.0f", len(all), chi)
	}
}

// A seat's own log shows its own hand only.
func TestOwnLog(t *testing.T) {
	outs, statuses := fourSeats(t, nil)
	shown := make(map[string]int)
	for i, out := range outs {
		if statuses[i] != cli.Passed {
			t.Errorf("seat %d: status %d, %s", i, statuses[i], out)
		}
		hands := regexp.MustCompile(`(Seat \d) sees its hand: (.*)\n`).FindAllStringSubmatch(out, -1)
		if len(hands) != 1 || hands[0][1] != "Seat "+string(rune('0'+i)) {
			t.Fatalf("seat %d is shown %v", i, hands)
		}
		for _, c := range strings.Fields(hands[0][2]) {
			shown[c]++
		}
		clitest.CheckWidth(t, out, "  seat ")
		if end := lastLines(out); end != lastLines(outs[0]) {
			t.Errorf("seat %d ends with %s, seat 0 with %s", i, end, lastLines(outs[0]))
		}
	}
	if len(shown) != otpdeal.DeckSize {
		t.Errorf("%d different cards", len(shown))
	}
}

func lastLines(out string) string { return out[strings.LastIndex(out, "\nSeat 0 has"):] }

// fourSeats plays the four seats as four commands would, seat 0 with the hub, and returns
// what each prints, and its exit status. Some have more arguments.
func fourSeats(t *testing.T, more map[int][]string) (outs [4]string, statuses [4]int) {
	t.Helper()
	var writers [4]clitest.Output
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		wg.Go(func() { statuses[i] = patient.run(append(args, more[i]...), &writers[i], &writers[i]) })
	}
	play(0, "-hub", "127.0.0.1:0", "-seat", "0")
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

// A cheat is named in every process.
func TestCheatInAnotherProcess(t *testing.T) {
	for cheater, cheat := range cheaters {
		outs, statuses := fourSeats(t, map[int][]string{cheater: {"-cheat", cheat}})
		for i, out := range outs {
			if i == cheater {
				continue
			}
			if statuses[i] != cli.Failed {
				t.Errorf("%s, seat %d: status %d", cheat, i, statuses[i])
			}
			// Who finds nothing itself is told by who does, unless the connection ends first.
			if !strings.Contains(out, names[cheater]) && !strings.Contains(out, "left the table") {
				t.Errorf("%s, seat %d: %s", cheat, i, out)
			}
		}
	}
}

// Four processes of the built program.
func TestFourProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	program := filepath.Join(t.TempDir(), "hearts.exe")
	if text, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Skipf("no go command to build with: %v, %s", err, text)
	}
	var out clitest.Output
	first := exec.Command(program, "-hub", "127.0.0.1:0", "-seat", "0")
	first.Stdout, first.Stderr = &out, &out
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	addr := out.Address(t)
	var wg sync.WaitGroup
	for _, seat := range []string{"3", "1", "2"} {
		wg.Go(func() {
			text, err := exec.Command(program, "-seat", seat, "-connect", addr).CombinedOutput()
			if err != nil || !strings.Contains(string(text), "Seat "+seat+" audits the deal and the play, and finds nothing wrong.") {
				t.Errorf("seat %s: %v, %s", seat, err, text)
			}
		})
	}
	wg.Wait()
	if err := first.Wait(); err != nil {
		t.Errorf("the hub and seat 0: %v, %s", err, out.String())
	}
}

// A hub that changes, repeats, drops or exchanges frames is noticed by the seat that
// gets them.
func TestFalseHub(t *testing.T) {
	for what, meddle := range map[string]func(n int, frame []byte) [][]byte{
		"changes": func(n int, frame []byte) [][]byte {
			if n == 20 {
				frame[len(frame)-1] ^= 1
			}
			return [][]byte{frame}
		},
		"repeats": func(n int, frame []byte) [][]byte {
			if n == 20 {
				return [][]byte{frame, bytes.Clone(frame)}
			}
			return [][]byte{frame}
		},
		"drops": func(n int, frame []byte) [][]byte {
			if n == 20 {
				return nil
			}
			return [][]byte{frame}
		},
		"exchanges senders": func(n int, frame []byte) [][]byte {
			if n == 20 {
				frame[0] = (frame[0] + 1) % 3 // from a seat other than 3, whose connection it is
			}
			return [][]byte{frame}
		},
	} {
		l, err := wire.Listen("127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		p := patience{answer: 2 * time.Second, arrival: 10 * time.Second}
		h := &hub{}
		var wg sync.WaitGroup
		seats := make([]*seat, otpdeal.NumSeats)
		for i := range seats {
			addr := l.Addr()
			if i == otpdeal.DummySeat {
				addr = between(t, l.Addr(), meddle)
			}
			conn, err := wire.Dial(addr, p.answer)
			if err != nil {
				t.Fatal(err)
			}
			seats[i] = &seat{number: i, conn: conn, arrival: p.arrival}
			wg.Go(func() {
				seats[i].playHand()
				conn.Close()
			})
		}
		if err := h.gather(l, p); err != nil {
			t.Fatal(err)
		}
		h.relay()
		wg.Wait()
		l.Close()
		if seats[3].err == nil || judge(seats) == nil {
			t.Errorf("the hub %s: %v, %v", what, seats[3].err, judge(seats))
		}
	}
}

// between returns an address whose connection is carried to another one. What comes back
// is meddled with: frame n, counted from 0, becomes those returned.
func between(t *testing.T, addr string, meddle func(n int, frame []byte) [][]byte) string {
	t.Helper()
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer l.Close()
		seat, err := l.Accept(10*time.Second, time.Minute)
		if err != nil {
			return
		}
		hub, err := wire.Dial(addr, time.Minute)
		if err != nil {
			return
		}
		go func() {
			defer hub.Close()
			for {
				frame, err := seat.Receive(maxFrame)
				if err != nil || hub.Send(frame) != nil {
					return
				}
			}
		}()
		defer seat.Close()
		for n := 0; ; n++ {
			frame, err := hub.Receive(maxFrame)
			if err != nil {
				return
			}
			for _, f := range meddle(n, frame) {
				if seat.Send(f) != nil {
					return
				}
			}
		}
	}()
	return l.Addr()
}

// Strangers don't keep a table from filling, and a seat isn't taken twice.
func TestStrangersAtTheHub(t *testing.T) {
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := patience{answer: 300 * time.Millisecond, arrival: 10 * time.Second}
	joins := [][]byte{
		{}, []byte("GET / HTTP/1.1"), append([]byte(joinLabel), 4), append([]byte(joinLabel), 255),
		append([]byte(joinLabel), 2), append([]byte(joinLabel), 2), // twice
		append([]byte(joinLabel), 0), append([]byte(joinLabel), 3), nil, append([]byte(joinLabel), 1),
	}
	var conns []*wire.Conn
	var wg sync.WaitGroup
	h := &hub{}
	wg.Go(func() {
		if err := h.gather(l, p); err != nil {
			t.Error(err)
		}
	})
	for _, join := range joins {
		conn, err := wire.Dial(l.Addr(), 5*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns = append(conns, conn)
		if join != nil { // else it is silent
			conn.Send(join)
		}
	}
	wg.Wait()
	welcome := 0
	for _, conn := range conns {
		if message, err := conn.Receive(100); err == nil && string(message) == joinLabel {
			welcome++
		}
	}
	if welcome != 4 {
		t.Errorf("%d are welcome", welcome)
	}
	h.close()
}

// Nobody comes to the hub's table, or a hub is silent.
func TestAlone(t *testing.T) {
	hasty := patience{answer: 100 * time.Millisecond, arrival: 200 * time.Millisecond}
	if err := hasty.hub(bufio.NewWriter(io.Discard), "127.0.0.1:0", nobody, false); !errors.Is(err, wire.ErrNobody) || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := hasty.seat(bufio.NewWriter(io.Discard), nil, l.Addr(), 1, false); !errors.Is(err, wire.ErrSilent) || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
}
