package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, strings.NewReader(""), &out, &err)
	return status, out.String(), err.String()
}

// calm plays a match whose seats wait for one another as long as any machine may take.
func calm(args ...string) (status int, stdout, stderr string) {
	return command(append(args, "-patience", "5m", "-think", "10m")...)
}

// flat is a text without its line breaks.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestDefault(t *testing.T) {
	status, out, stderr := calm()
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	hands := strings.Split(flat(out), "── hand ")
	wants := [][]string{
		{"4 players who don't trust one another", "The table's fingerprint is ", "The seats toss for the first button", "has the first button"},
		{"1 of 3 ──", "Seats 0, 1, 2 and 3 each proved that it has the key", "Seats 0, 1, 2 and 3 each proved its shuffle: 52 cards", "Seat 0 is dealt ", "Seat 3 is dealt ", " wins "},
		{"2 of 3 ──", "Proved: keys, shuffles and deals; ", " wins "},
		{"3 of 3 ──", "Proved: keys, shuffles and deals; ", " wins "},
	}
	if last := len(hands) - 1; last < 1 || last < 3 && !strings.Contains(hands[last], "has no chips left") { // one may win all of them early
		t.Fatalf("%d hands: %s", last, out)
	}
	end := []string{"The match is over", ", seat 0 has ", "The relay has carried ", "No key was shown"}
	for i, text := range hands {
		list := wants[i]
		if i == len(hands)-1 {
			list = append(list, end...)
		}
		for _, want := range list {
			_, after, found := strings.Cut(text, want)
			if !found {
				t.Fatalf("no %q in %s", want, text)
			}
			text = after
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("colours without a terminal")
	}
}

// Each cheat is named by all others and by the record alone, and the others play on.
// Silence proves nothing.
func TestCheats(t *testing.T) {
	reasons := map[string]string{
		holdem.CheatShuffle:    "the proof of the shuffle doesn't hold",
		holdem.CheatStrip:      "the proof of the decryption doesn't hold",
		holdem.CheatPeek:       "it opens cards that the rules don't open",
		holdem.CheatBet:        "it raises to 201, which isn't allowed",
		holdem.CheatTurn:       "out of turn",
		holdem.CheatEquivocate: "two statements that contradict each other",
	}
	for _, cheat := range holdem.Cheats {
		if testing.Short() && cheat != holdem.CheatShuffle && cheat != holdem.CheatLeave {
			continue
		}
		t.Run(cheat, func(t *testing.T) {
			reason, proved := reasons[cheat]
			if !proved {
				t.Parallel() // it waits more than it works
				clitest.Patiently(t, 3*time.Second, func(t testing.TB, patience time.Duration) { cheats(t, cheat, "", patience) })
				return
			}
			cheats(t, cheat, reason, 5*time.Minute)
		})
	}
}

// cheats plays a match with a cheat, for a reason if it can be proved.
func cheats(t testing.TB, cheat, reason string, patience time.Duration) {
	file := filepath.Join(t.TempDir(), "record")
	status, out, stderr := command("-cheat", cheat, "-hands", "2", "-record", file, "-patience", patience.String())
	clitest.CheckWidth(t, out)
	audited, verdict, errAudit := command("-audit", file)
	clitest.CheckWidth(t, verdict)
	if !strings.Contains(flat(out), "exchanged their keys. Seat 0 CHEATS: "+deeds[cheat][:20]) {
		t.Errorf("it isn't announced: %s", out)
	}
	if reason == "" {
		if !strings.Contains(flat(out), "Without seat 0, the cards are encrypted and shuffled again") {
			t.Errorf("the others don't deal again: %s", out)
		}
		if status != cli.Passed || !strings.Contains(flat(out), "Seat 0 was silent for too long, ") {
			t.Errorf("status %d, %s, %s", status, out, stderr)
		}
		if audited != cli.Passed || !strings.Contains(flat(verdict), ", seat 0 was silent for too long, ") || !strings.Contains(verdict, "Nobody has cheated.") {
			t.Errorf("audit: status %d, %s, %s", audited, verdict, errAudit)
		}
		return
	}
	if status != cli.Failed || !strings.HasPrefix(stderr, "poker: seat 0 cheated: ") || !strings.Contains(stderr, reason) {
		t.Errorf("status %d, %s", status, stderr)
	}
	if !strings.Contains(flat(out), "Seat 0 cheated: ") || !strings.Contains(flat(out), ", and its own signature proves it: ") {
		t.Error(out)
	}
	if audited != cli.Failed || !strings.HasPrefix(errAudit, "poker: seat 0 has cheated: ") || !strings.Contains(errAudit, reason) || strings.Count(errAudit, "seat ") > 2 {
		t.Errorf("audit: status %d, %s", audited, errAudit)
	}
	if !strings.Contains(flat(verdict), "The evidence is its statement ") || strings.Contains(verdict, "Nobody has cheated") {
		t.Error(verdict)
	}
	if cheat != holdem.CheatEquivocate && !strings.Contains(out, "hand 2 of 2 ──") && !strings.Contains(out, "has no chips left") {
		t.Errorf("the others don't play on: %s", out)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-cheat relay", `invalid value "relay" for flag -cheat: must be shuffle, strip, peek, bet, turn, equivocate, stall or leave`},
		{"-seats 1", `invalid value "1" for flag -seats: must be a number from 2 to 9`},
		{"-seats 10", `invalid value "10" for flag -seats: must be a number from 2 to 9`},
		{"-hands -1", `invalid value "-1" for flag -hands: must be a number from 0 to 100`},
		{"-chips 1", `invalid value "1" for flag -chips: must be a number from 2 to 1000000`},
		{"-patience 1ms", `invalid value "1ms" for flag -patience: must be a time from 500ms to 24h, such as 20s or 2m`},
		{"-think never", `invalid value "never" for flag -think: must be a time from 500ms to 24h, such as 20s or 2m`},
		{"-listen=", `invalid value "" for flag -listen: must be an address`},
		{"-state=", `invalid value "" for flag -state: must be the name of a file`},
		{"-listen :0 -connect :1", "-connect and -listen can't be used together"},
		{"-connect :1 -seats 3", "-connect and -seats can't be used together"},
		{"-audit f -record g", "-audit and -record can't be used together"},
		{"-seat 1", "-seat needs -connect or -listen"},
		{"-state f", "-state needs -connect or -listen"},
		{"-listen :0 -seat 4", "-seat 4 needs -seats 5 or more"},
		{"-listen :0 -cheat peek", "-cheat needs -seat"},
		{"-listen :0 -play", "-play needs -seat"},
		{"-play -json", "-play and -json can't be used together"},
		{"extra", `unexpected argument "extra"`},
	} {
		status, out, stderr := command(strings.Fields(c.args)...)
		if status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "poker: "+c.want) || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%q: status %d, %s, %s", c.args, status, out, stderr)
		}
	}
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	clitest.CheckWidth(t, usage)
	if status, _, stderr := command("-connect", "127.0.0.1:1"); status != cli.Broken || !strings.HasPrefix(stderr, "poker: joining the table: ") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

func TestJSON(t *testing.T) {
	status, out, stderr := calm("-seats", "3", "-json", "-cheat", holdem.CheatPeek)
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Failed || stderr != "poker: "+r.Reason+"\n" {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	if r.Result != "failed" || !slices.Equal(r.Blamed, []int{0}) || len(r.Outs) == 0 || r.Outs[0].Why != holdem.Cheated {
		t.Errorf("%s", out)
	}
}

// Three seats as three commands play them, one with the relay. Each is shown its own
// cards only, and the fingerprint before them. One takes any seat.
func TestThreeProcesses(t *testing.T) {
	var outs [3]clitest.Output
	var statuses [3]int
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		wg.Go(func() { statuses[i] = run(args, strings.NewReader(""), &outs[i], &outs[i]) })
	}
	play(0, "-listen", "127.0.0.1:0", "-seats", "3", "-seat", "0", "-hands", "2", "-patience", "5m", "-think", "10m")
	addr := outs[0].Address(t)
	outs[0].Await(t, "Waiting for 2 more players.")
	play(1, "-connect", addr, "-seat", "2")
	play(2, "-connect", addr)
	wg.Wait()
	var prints [3]string
	for i, seat := range []int{0, 2, 1} {
		out := outs[i].String()
		clitest.CheckWidth(t, out)
		text := flat(out)
		print, own := strings.Index(text, "The table's fingerprint is "), strings.Index(text, fmt.Sprintf("Seat %d is dealt", seat))
		if statuses[i] != cli.Passed || print < 0 || own < print || strings.Count(text, "is dealt") != strings.Count(text, fmt.Sprintf("Seat %d is dealt", seat)) || !strings.Contains(text, "The match is over") {
			t.Fatalf("seat %d: status %d, %s", seat, statuses[i], out)
		}
		prints[i] = text[print : print+70]
		if !strings.Contains(out, fmt.Sprintf("You are seat %d of 3.", seat)) {
			t.Error(out)
		}
	}
	if prints[0] != prints[1] || prints[1] != prints[2] {
		t.Errorf("fingerprints %q", prints)
	}
}

// A relay without a seat of its own carries a match, and ends after it.
func TestRelayOnly(t *testing.T) {
	var relay clitest.Output
	var outs [2]clitest.Output
	var statuses [3]int
	var wg sync.WaitGroup
	wg.Go(func() {
		statuses[2] = run([]string{"-listen", "127.0.0.1:0", "-seats", "2", "-hands", "1", "-patience", "5m"}, strings.NewReader(""), &relay, &relay)
	})
	addr := relay.Address(t)
	for i := range outs {
		wg.Go(func() {
			statuses[i] = run([]string{"-connect", addr, "-json"}, strings.NewReader(""), &outs[i], &outs[i])
		})
	}
	wg.Wait()
	if statuses != [3]int{} {
		t.Errorf("statuses %v, %s, %s, %s", statuses, &relay, &outs[0], &outs[1])
	}
}

// A relay that nobody comes to says so: it couldn't do its work. One with a seat of its own
// says it as soon as that has given up.
func TestNobodyComes(t *testing.T) {
	for want, seats := range map[string][]int{"poker: nobody came to the table\n": nil, "poker: joining the table: waiting for the table to fill: nobody has connected in time\n": {0}} {
		var stdout, stderr strings.Builder
		begun := time.Now()
		status := cli.Run("poker", usage, &stdout, &stderr, func(out *bufio.Writer) error {
			c := terms{holdem.Config{Seats: 3, Hands: 1, Chips: 200, SmallBlind: smallBlind, BigBlind: bigBlind}, shortest, shortest}
			if seats != nil {
				c.Think = time.Hour
			}
			return (&party{terms: c, out: out, seats: seats, arrival: 100 * time.Millisecond}).host("127.0.0.1:0")
		})
		if status != cli.Broken || stderr.String() != want {
			t.Errorf("status %d, %s, not %s", status, &stderr, want)
		}
		if took := time.Since(begun); took > 10*time.Minute {
			t.Errorf("it took %v", took)
		}
	}
}

// A process that is started again when the match is over says once more how it ended,
// though the relay is gone; a file of another table, or of another seat, is refused.
func TestEndedMatch(t *testing.T) {
	dir := t.TempDir()
	file := func(i int) string { return filepath.Join(dir, fmt.Sprint(i)) }
	var outs, errs [2]clitest.Output
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		args = append(args, "-json", "-state", file(i))
		wg.Go(func() {
			if status := run(args, strings.NewReader(""), &outs[i], &errs[i]); status != cli.Passed {
				t.Errorf("seat %d: status %d, %s", i, status, &errs[i])
			}
		})
	}
	play(0, "-listen", "127.0.0.1:0", "-seats", "2", "-seat", "0", "-hands", "1", "-patience", "5m")
	addr := errs[0].Address(t)
	play(1, "-connect", addr)
	wg.Wait()
	status, out, stderr := command("-json", "-state", file(1), "-connect", addr)
	if status != cli.Passed || stderr != "" || out != outs[1].String() {
		t.Errorf("status %d, %s, %s, not %s", status, out, stderr, &outs[1])
	}
	if status, _, stderr = command("-connect", addr, "-seat", "0", "-state", file(1)); status != cli.Broken || !strings.Contains(stderr, " is the state of seat 1") {
		t.Errorf("status %d, %s", status, stderr)
	}
	var other clitest.Output
	wg.Go(func() {
		run([]string{"-listen", "127.0.0.1:0", "-seats", "2", "-seat", "0", "-chips", "50", "-hands", "1", "-patience", "5m"}, strings.NewReader(""), &other, &other)
	})
	elsewhere := other.Address(t)
	if err := os.Remove(file(1)); err != nil {
		t.Fatal(err)
	}
	if f, err := openState(file(1), 1); err != nil || f.joins(1, terms{Config: holdem.Config{Seats: 2}}, nil) != nil {
		t.Fatal(err)
	}
	if status, _, stderr = command("-connect", elsewhere, "-state", file(1)); status != cli.Broken || !strings.Contains(stderr, "this isn't the table of ") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, _, stderr = command("-connect", elsewhere, "-json"); status != cli.Passed {
		t.Errorf("status %d, %s", status, stderr)
	}
	wg.Wait()
	if status, _, stderr = command("-listen", "127.0.0.1:0", "-seat", "0", "-seats", "3", "-state", file(0)); status != cli.Broken || !strings.Contains(stderr, "it is of another table") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// A person bets by typing, is asked again for what isn't possible, and sees the table.
func TestPlay(t *testing.T) {
	var out clitest.Output
	in, typed := io.Pipe()
	status := make(chan int)
	go func() {
		status <- run([]string{"-play", "-seats", "2", "-hands", "9", "-patience", "5m", "-think", "10m"}, in, &out, &out)
	}()
	out.Await(t, "Your turn: ")
	for _, words := range []struct{ typed, answer string }{
		{"hello\n", `"hello" isn't one of the choices`},
		{"r\n", "How much?"},
		{"r 1000\n", "Your bet can be from "},
		{"r x\n", "Your bet can be from "},
	} {
		io.WriteString(typed, words.typed)
		out.Await(t, words.answer)
	}
	io.WriteString(typed, "\n")
	for late := time.Now().Add(5 * time.Minute); ; {
		if strings.Contains(out.String(), "The match is over") {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("the match doesn't end: %s", &out)
		}
		asked := strings.Count(out.String(), "Your turn: ")
		io.WriteString(typed, "c\n")
		for strings.Count(out.String(), "Your turn: ") == asked && !strings.Contains(out.String(), "The match is over") && time.Now().Before(late) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	if s := <-status; s != cli.Passed {
		t.Errorf("status %d", s)
	}
	text := out.String()
	clitest.CheckWidth(t, text)
	for _, want := range []string{"  yours  ", "  board  ", "\n> ", "Seat 1 (you) ", "pot  "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// A person with nothing more to say leaves, and the bots stop.
func TestPlayLeaves(t *testing.T) {
	status, out, stderr := calm("-play", "-seats", "3", "-hands", "100")
	if status != cli.Passed || stderr != "" || !strings.Contains(out, "You left in hand ") || strings.Contains(out, "hand 10 of 100 ──") {
		t.Errorf("status %d, %s, %s", status, out, stderr)
	}
}
