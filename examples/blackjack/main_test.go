package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

var update = flag.Bool("update", false, "write the files in testdata")

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(calm, args, &out, &err)
	return status, out.String(), err.String()
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		hand string
		want int
	}{
		{"A♠ A♥", 12}, {"A♠ K♥", 21}, {"A♠ 9♥", 20}, {"2♠ 2♥", 4}, {"J♣ 6♦", 16}, {"3♣ 9♣", 12}, {"K♠ Q♠", 20}, {"10♠ J♠", 20}, {"10♠ A♠", 21},
	} {
		hand := named(c.hand)
		if got := score(hand); got != c.want || len(hand) != 2 {
			t.Errorf("%s: %d, want %d", c.hand, got, c.want)
		}
	}
	for scores, want := range map[[2]int]role{{16, 12}: dealer, {12, 16}: player, {16, 16}: dealer} {
		if got := winner(scores); got != want {
			t.Errorf("dealer %d, player %d: the %v wins", scores[dealer], scores[player], got)
		}
	}
}

func TestDefault(t *testing.T) {
	status, out, stderr := command()
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	at := 0
	for _, want := range []string{
		"\n1. Both start", "The dealer adds", "The player adds",
		"\n2. The player", "The player puts", "The dealer gets",
		"\n3. The dealer", "The dealer puts", "The player gets",
		"\n4. ", "The player takes its layer off positions 0 and 1", "The dealer takes its own layer off, and sees ",
		"\n5. ", "The dealer takes its layer off positions 2 and 3", "The player takes its own layer off, and sees ",
		"\n6. ", "The player says that it has ", "The dealer learns that the player says",
		"\n7. ", "The dealer checks the player:", "The dealer says that it has ", "The player learns that the dealer says",
		"\n8. ", "The player checks the dealer:",
		" wins, ", "The keys open all 52 cards",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("after %d bytes, the output lacks %q:\n%s", at, want, out)
		}
		at += i
	}
	checkResult(t, out, out)
	if m := adds.FindAllStringSubmatch(out, -1); len(m) != 2 || m[0][1] == m[1][1] {
		t.Errorf("the random bytes are %q", m)
	}
}

var (
	adds = regexp.MustCompile(`The (?:dealer|player) adds ([0-9a-f]{40})`)
	sees = regexp.MustCompile(`The (dealer|player) takes its own layer off, and sees \S+ \S+, worth (\d+)\.`)
)

// checkResult checks the result in both outputs against the hands that each party saw.
func checkResult(t *testing.T, dealers, players string) {
	t.Helper()
	saw := map[string]int{}
	for _, m := range append(sees.FindAllStringSubmatch(dealers, -1), sees.FindAllStringSubmatch(players, -1)...) {
		saw[m[1]], _ = strconv.Atoi(m[2])
	}
	d, pl := saw["dealer"], saw["player"]
	want := fmt.Sprintf("\nThe dealer wins, %d to %d.\n", d, pl)
	if pl > d {
		want = fmt.Sprintf("\nThe player wins, %d to %d.\n", pl, d)
	}
	if len(saw) != 2 || !strings.Contains(dealers, want) || !strings.Contains(players, want) {
		t.Errorf("the dealer has %d, the player %d:\n%s\n%s", d, pl, dealers, players)
	}
}

// Every cheat is caught by the other party, whoever cheats.
func TestCheats(t *testing.T) {
	for _, c := range []struct{ cheat, want string }{
		{"score", "the player has "},
		{"swap", "the dealer dealt a card that isn't the one at position 3"},
		{"key", "the player sent a key that isn't the one"},
		{"deck", "the player sent a false deck: sra: malformed: card 1 is the same as card 0"},
	} {
		status, out, stderr := command("-cheat", c.cheat)
		if status != cli.Failed || !strings.HasPrefix(stderr, "blackjack: "+c.want) || !strings.Contains(out, " CHEATS: ") || strings.Contains(out, " wins, ") {
			t.Errorf("%s: status %d, %s", c.cheat, status, stderr)
		}
		clitest.CheckWidth(t, out)
	}
}

// The object of -json holds the result.
func TestJSON(t *testing.T) {
	for _, protocol := range []string{"sra", "textbook"} {
		for _, cheat := range []string{"", cheatScore} {
			args := []string{"-json", "-protocol", protocol}
			if cheat != "" {
				args = append(args, "-cheat", cheat)
			}
			status, out, stderr := command(args...)
			var r record
			dec := json.NewDecoder(strings.NewReader(out))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&r); err != nil || dec.More() {
				t.Fatalf("%v:\n%s", err, out)
			}
			if r.Protocol != protocol || (r.Onlooker != nil) != (protocol == "textbook" && cheat == "") {
				t.Errorf("%q: %+v", args, r)
			}
			if cheat != "" {
				if status != cli.Failed || r.Result != "failed" || r.Reason == "" || !strings.Contains(stderr, r.Reason) || !slices.Equal(r.Blamed, []int{int(player)}) {
					t.Errorf("%q: status %d, %s\n%s", args, status, stderr, out)
				}
				continue
			}
			if status != cli.Passed || stderr != "" || r.Result != "passed" || len(r.Hands) != 2 || len(r.Scores) != 2 {
				t.Fatalf("%q: status %d, %s\n%s", args, status, stderr, out)
			}
			for side, hand := range r.Hands {
				if score(named(strings.Join(hand, " "))) != r.Scores[side] {
					t.Errorf("%q: %+v", args, r)
				}
			}
			if r.Winner != winner([2]int{r.Scores[dealer], r.Scores[player]}).String() {
				t.Errorf("%q: %+v", args, r)
			}
		}
	}
}

// named returns the cards of these names.
func named(names string) (hand []cards.Card) {
	for _, name := range strings.Fields(names) {
		for i := range deckSize {
			if cards.Numbered(i).String() == name {
				hand = append(hand, cards.Numbered(i))
			}
		}
	}
	return hand
}

func TestReplay(t *testing.T) {
	status, out, stderr := command("-replay")
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	golden := filepath.Join("testdata", "replay.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	clitest.CheckWidth(t, out)

	status, out, stderr = command("-replay", "-json")
	var object struct {
		Result string
		Lines  []line
	}
	if err := json.Unmarshal([]byte(out), &object); err != nil || status != cli.Passed || stderr != "" || object.Result != "passed" {
		t.Fatalf("%v, status %d, %s", err, status, stderr)
	}
	lines := object.Lines
	if len(lines) != 18 {
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		if !l.OK || l.Logged != l.Computed {
			t.Errorf("%+v", l)
		}
	}
}

// A log with any one of its entries changed doesn't check.
func TestFalseLog(t *testing.T) {
	texts := func(l *gameLog) []*string {
		all := []*string{&l.prime, &l.primeMinusOne}
		for _, pair := range []*[2]string{&l.exponents, &l.inverses, &l.deckEnds, &l.dealersCards, &l.returned, &l.playersCards, &l.hands[0], &l.hands[1]} {
			all = append(all, &pair[0], &pair[1])
		}
		return all
	}
	honest := func(l gameLog) bool {
		lines, err := l.check()
		for _, line := range lines {
			if !line.OK {
				return false
			}
		}
		return err == nil
	}
	if !honest(published) {
		t.Fatal("the published log doesn't check")
	}
	for i := range texts(&published) {
		l := published
		text := texts(&l)[i]
		if (*text)[0] == '9' {
			*text = "8" + (*text)[1:]
		} else if last := len(*text) - 1; (*text)[last] >= '0' && (*text)[last] <= '8' {
			*text = (*text)[:last] + string((*text)[last]+1)
		} else {
			*text = "4♠"
			if i < 14 {
				*text = "4"
			}
		}
		if honest(l) {
			t.Errorf("entry %d can be %s", i, *text)
		}
	}
	for r := range 2 {
		l := published
		l.scores[r]++
		if honest(l) {
			t.Errorf("the %v's score can be another", role(r))
		}
	}
	l := published
	l.winner = player
	if honest(l) {
		t.Error("the player can be the winner")
	}
	for _, asJSON := range []bool{false, true} {
		var out strings.Builder
		w := bufio.NewWriter(&out)
		err := l.replay(w, asJSON)
		w.Flush()
		want := "the winner                    player ✗ it is dealer"
		if asJSON {
			want = `"ok": false`
		}
		if cli.Status(err) != cli.Failed || strings.Count(out.String(), want) != 1 {
			t.Errorf("%v, %s", err, out.String())
		}
	}
}

// A party that says another result than the other one fails the round.
func TestDisagreement(t *testing.T) {
	a, b := &result{scores: [2]int{16, 12}}, &result{scores: [2]int{16, 13}}
	side := func(r role, result *result) participant { return &party{seat: seat{role: r, result: result}} }
	if err := judge([]participant{side(dealer, a), side(player, b)}); cli.Status(err) != cli.Failed {
		t.Error(err)
	}
	if err := judge([]participant{side(dealer, a), side(player, a)}); err != nil {
		t.Error(err)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-cheat", "luck"}, `invalid value "luck" for flag -cheat: must be score, key, deck, swap or peek`},
		{[]string{"-cheat", ""}, `invalid value "" for flag -cheat: must be`},
		{[]string{"-cheat", "peek"}, "-cheat peek can't be used with -protocol sra"},
		{[]string{"-cheat", "swap", "-protocol", "textbook"}, "-cheat swap can't be used with -protocol textbook"},
		{[]string{"-protocol", "poker"}, `invalid value "poker" for flag -protocol: must be sra or textbook`},
		{[]string{"-replay", "-cheat", "key"}, "-replay and -cheat can't be used together"},
		{[]string{"-replay", "-protocol", "textbook"}, "-replay and -protocol can't be used together"},
		{[]string{"-replay", "-listen", ":0"}, "-listen and -replay can't be used together"},
		{[]string{"-replay", "-connect", ":1"}, "-connect and -replay can't be used together"},
		{[]string{"-listen", ":0", "-connect", ":1"}, "-connect and -listen can't be used together"},
		{[]string{"-listen", ""}, `invalid value "" for flag -listen: must be an address`},
		{[]string{"-connect", "x"}, `invalid value "x" for flag -connect: must be an address`},
		{[]string{"extra"}, `unexpected argument "extra"`},
		{[]string{"-nothing"}, "-nothing"},
	} {
		status, out, stderr := command(c.args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%q: status %d, %s, %s", c.args, status, out, stderr)
		}
	}
	clitest.CheckWidth(t, usage)
	if status, out, _ := command("-replay", "-json=false"); status != cli.Passed || !strings.HasPrefix(out, "The log") {
		t.Errorf("-json=false: status %d, %s", status, out)
	}
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	if status, _, stderr := command("-connect", "127.0.0.1:1"); status != cli.Broken || stderr == "" {
		t.Errorf("nobody listens: status %d, %s", status, stderr)
	}
}

func TestOutputFails(t *testing.T) {
	if status := run(calm, []string{"-replay"}, clitest.Full{}, io.Discard); status != cli.Broken {
		t.Errorf("status %d", status)
	}
}
