package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/seedrng"
)

// command runs the program as from a shell.
func command(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

// The hand that is played without flags shows the hash first, and the command that it
// prints at the end finds the same cards.
func TestHand(t *testing.T) {
	for range 20 {
		status, out, stderr := command("")
		if status != cli.Passed || stderr != "" {
			t.Fatalf("status %d, %s", status, stderr)
		}
		m := regexp.MustCompile(`(?s)1\. .*?([0-9a-f]{64})\n.*2\. .*?([A-Z2-7]{26})\n` +
			`.*3\. .*?deal:\n +(\S+ \S+ \S+ \S+ \S+)\n.*4\. .*5\. .*6\. .*?([0-9a-f]{64})\n.*7\. `).FindStringSubmatch(out)
		if m == nil {
			t.Fatalf("the steps are not in order:\n%s", out)
		}
		hash, client, deal, server := m[1], m[2], m[3], m[4]
		status, verified, _ := command("", "-verify", "-nonce", "0", "-client", client, "-server", server, "-hash", hash)
		if status != cli.Passed || !strings.HasPrefix(verified, deal+" | ") {
			t.Errorf("the hand\n%s\nis verified as\n%s", out, verified)
		}
		for _, part := range []string{"-client " + client + " ", "-server " + server, "-hash " + hash, "-nonce 0"} {
			if !strings.Contains(out, part) {
				t.Errorf("the command to repeat the check lacks %q", part)
			}
		}
	}
}

// A session and a player before their first rotation, whose seeds are 00010203… and alice
// (seedrng/SPEC.md, sections 5.3 and 5.5).
const (
	knownSession = "000000000000001d7371756172656465616c2f73656564726e672f76312f73657373696f6e0000000000000000000000000000" +
		"0000000000000000000000000000000000000000000000000000000000000000000000000000000000403030303130323033303430353036" +
		"3037303830393061306230633064306530663130313131323133313431353136313731383139316131623163316431653166000000000000" +
		"000000000000000000000000000000000000f9030735a47e2c5b92eaf80aa2fc432bef6390b9a04170dd74b8508ba16dbb68"
	knownPlayer = "000000000000001c7371756172656465616c2f73656564726e672f76312f706c61796572000000000000000000000000000000" +
		"00000000000000000000000000000000206c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b00000000000000" +
		"05616c696365434f1a9c74015139b1cf43f1e63f0fa7c7c9de5b87193912428280d821ed5ecf"
)

// handOfKnownSeeds plays a hand.
func handOfKnownSeeds(t *testing.T, cheat, input string) (string, error) {
	t.Helper()
	state, err := hex.DecodeString(knownSession)
	if err != nil {
		t.Fatal(err)
	}
	session, err := seedrng.ParseSession(state, func(_, _ seedrng.SessionState) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if state, err = hex.DecodeString(knownPlayer); err != nil {
		t.Fatal(err)
	}
	p, err := seedrng.ParsePlayer(state, func(_, _ seedrng.PlayerState) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	out := bufio.NewWriter(&text)
	person := &player{p, out, bufio.NewScanner(strings.NewReader(input))}
	_, err = (&table{out: out, casino: &casino{hands: make(map[handID]*dealt), Session: session, cheat: cheat}, player: person}).play()
	out.Flush()
	return text.String(), err
}

func TestHandOfKnownSeeds(t *testing.T) {
	got, err := handOfKnownSeeds(t, "", "2 4\n")
	if err != nil {
		t.Fatal(err)
	}
	// The cards, from the specification in another language, are
	// K♣ J♦ 10♦ 6♠ K♠ 2♦ 3♣ J♠ 2♥ K♥.
	const want = `A hand of Jacks or Better for one coin, between a casino and a player
who don't trust one another.

1. The casino has made a secret server seed. Before anything else it
   shows the seed's SHA-256, and is bound to it:
     6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b

2. Only now does the player draw a client seed. The casino couldn't know
   it when it made its own:
     alice

3. The player bets, and numbers the bet 0, its first. Both seeds and this
   nonce determine ten cards: five to deal and five to draw, in order. The
   deal:
     K♣ J♦ 10♦ 6♠ K♠

4. The player chooses the cards to hold:
   Cards to hold, as positions from 1 to 5 (an empty line holds none):
     J♦ 6♠. Expected return: 0.3240
     (5,254 coins in 16,215 draws).
     Better: K♣ K♠. Expected return: 1.5227
     (24,690 coins in 16,215 draws).

5. The next cards in order replace the others, from left to right:
     2♦ J♦ 3♣ 6♠ J♠
     Jacks or Better pays 1 for 1.

6. The hand is over, and the player asks for new seeds. So the casino
   reveals the old server seed:
     000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f

7. The player checks, trusting nobody:
     The SHA-256 of the server seed is what step 1 showed: the casino
     didn't change it.
     With nonce 0, the seeds give the same cards: they were fixed before
     the player bet, and the casino couldn't try several nonces and take
     the one it liked.

Anyone can repeat this check:
  go run ./examples/videopoker -verify -nonce 0 -client alice -server 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f -hash 6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	clitest.CheckWidth(t, got, "  go run ")
}

// However the casino cheats, the player finds it out, and the program fails.
func TestCheats(t *testing.T) {
	for cheat, want := range map[string]string{
		cheatSeed:  "the server cheated: the revealed server seed has the hash",
		cheatNonce: "the server cheated: round 0, step 0: the seeds give",
		cheatCards: "the server cheated: round 0, step 0: the seeds give",
	} {
		out, err := handOfKnownSeeds(t, cheat, "\n")
		if !errors.Is(err, errUnfair) || !errors.Is(err, seedrng.ErrCheat) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(out, "CHEATED") || strings.Contains(out, "the same cards") {
			t.Errorf("%s: %v, want %q\n%s", cheat, err, want, out)
		}
		status, _, stderr := command("", "-cheat", cheat)
		if status != cli.Failed || !strings.Contains(stderr, want) {
			t.Errorf("-cheat %s: status %d, %s", cheat, status, stderr)
		}
	}
}

// An error that isn't the casino's doing doesn't accuse it.
func TestErrorsAccuseNobody(t *testing.T) {
	errFull := errors.New("the disk is full")
	for name, want := range map[string]error{"a store that fails": errFull, "a stale view": seedrng.ErrMismatch} {
		var text strings.Builder
		out := bufio.NewWriter(&text)
		casino, err := newCasino("")
		if err != nil {
			t.Fatal(err)
		}
		var full bool
		p, err := seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error {
			if full {
				return errFull
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		hand := &table{out: out, casino: casino, player: &player{Player: p, out: out}}
		var stale seedrng.View
		for _, act := range []func() error{hand.agreeOnSeeds, hand.betAndDeal, hand.holdAndDraw, hand.reveal} {
			stale = hand.view
			if err := act(); err != nil {
				t.Fatal(err)
			}
		}
		if full = want == errFull; !full {
			hand.view = stale
		}
		err = hand.check()
		out.Flush()
		if !errors.Is(err, want) || errors.Is(err, errUnfair) || strings.Contains(text.String(), "CHEATED") {
			t.Errorf("%s: %v\n%s", name, err, text.String())
		}
	}
}

// The casino refuses steps that aren't the next, and what no rule allows, and the hand goes on.
func TestRefusedSteps(t *testing.T) {
	c, err := newCasino("")
	if err != nil {
		t.Fatal(err)
	}
	view, err := c.rotate(c.View().NextServerHash, "client seed")
	if err != nil {
		t.Fatal(err)
	}
	said := make(map[seedrng.Request]seedrng.Answer)
	first := view.ServerHash
	for _, s := range []struct {
		nonce   uint64
		step    int
		text    string
		refused bool
	}{
		{0, 1, "hold", true}, {0, 0, "100 coins", true},
		{0, 0, oneCoin, false}, {0, 2, "hold", true}, {0, 1, "hold 9", true}, {0, -1, "hold", true},
		{0, 0, oneCoin, false},                            // as the answer was lost
		{0, 0, "100 coins", true}, {1, 0, oneCoin, false}, // another hand, before the first is over
		{0, 1, "hold 1", false}, {0, 1, "hold 2", true}, {0, 1, "hold 1", false}, {0, 2, "hold", true}, {1, 1, "hold", false},
	} {
		if _, err := c.rotate(first, "client seed"); err != nil { // again, as its answer was lost
			t.Fatal(err)
		}
		r := seedrng.Request{ServerHash: view.ServerHash, Nonce: s.nonce, Step: s.step, Text: s.text}
		answer, err := c.answer(r)
		if (err != nil) != s.refused {
			t.Fatalf("%+v: %v", s, err)
		}
		if first, again := said[r]; again && answer != first {
			t.Errorf("%+v: %v, and then %v", s, first, answer)
		}
		if said[r] = answer; s.refused {
			delete(said, r)
		}
	}
	_, err = c.answer(seedrng.Request{ServerHash: view.NextServerHash, Nonce: 2, Text: oneCoin})
	if err == nil {
		t.Fatal("a bet on another seed is taken")
	}
	if _, err = c.answer(seedrng.Request{ServerHash: view.ServerHash, Nonce: 2, Text: oneCoin}); err != nil {
		t.Error(err)
	}
}

// The object of -json holds the hand, and what a player needs to check it.
func TestHandAsJSON(t *testing.T) {
	for _, cheat := range []string{"", cheatSeed, cheatNonce, cheatCards} {
		args := []string{"-json"}
		if cheat != "" {
			args = append(args, "-cheat", cheat)
		}
		status, out, stderr := command("", args...)
		var h hand
		dec := json.NewDecoder(strings.NewReader(out))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&h); err != nil || dec.More() {
			t.Fatalf("%v:\n%s", err, out)
		}
		wantStatus, wantResult := cli.Passed, "passed"
		if cheat != "" {
			wantStatus, wantResult = cli.Failed, "failed"
		}
		if status != wantStatus || h.Result != wantResult || (h.Reason != "") != (cheat != "") || !strings.Contains(stderr, h.Reason) {
			t.Errorf("%q: status %d, %s%s", cheat, status, out, stderr)
		}
		verified, _, _ := command("", "-verify", "-nonce", fmt.Sprint(h.Nonce), "-client", h.Client, "-server", h.Server, "-hash", h.Hash)
		if (verified == cli.Passed) != (cheat != cheatSeed) || h.Nonce != 0 || len(h.Deal) != 5 || len(h.Final) != 5 || h.Event == "" ||
			h.ExpectedReturn < 0.3 {
			t.Errorf("%q: %+v", cheat, h)
		}
		for _, held := range h.Hold {
			if !slices.Contains(h.Deal, held) || !slices.Contains(h.Final, held) {
				t.Errorf("%q: %s is held: %+v", cheat, held, h)
			}
		}
	}
}

// The player holds what the exact analysis says, and the hand is paid by the table.
func TestChooseHold(t *testing.T) {
	for _, c := range []struct {
		deal       []int
		input      string // none if the player chooses
		want       uint8
		wantInText []string
	}{
		{[]int{49, 17, 46, 39, 40}, "", 0b11101, []string{"J♣ 8♣ A♣ 2♣. Expected return: 1.2766", "(60 coins in 47 draws)",
			"None of the 32 holds returns more"}},
		{[]int{49, 17, 46, 39, 40}, "1 4\n", 0b01001, []string{"J♣ A♣. Expected return: ", "Better: J♣ 8♣ A♣ 2♣. "}},
		{[]int{49, 17, 46, 39, 40}, "\n", 0, []string{"No card. Expected return: "}},
		{[]int{0, 13, 26, 39, 5}, "1234\n", 0b01111, []string{"A♠ A♥ A♦ A♣. Expected return: 20.0000", "None of the 32 holds returns more"}},
		{[]int{0, 13, 26, 39, 5}, "", 0b11111, []string{"6♠. Expected return: 20.0000", "(20 coins in 1 draw)"}},
		{[]int{1, 16, 31, 45, 20}, "", 0, []string{"No card. Expected return: "}}, // 2♠ 4♥ 6♦ 7♣ 8♥
	} {
		var text strings.Builder
		p := &player{out: bufio.NewWriter(&text)}
		if c.input != "" {
			p.in = bufio.NewScanner(strings.NewReader(c.input))
		}
		got, err := p.chooseHold(c.deal)
		p.out.Flush()
		if err != nil || got.Mask != c.want {
			t.Errorf("%s, %q: hold %05b, %v, want %05b", faces.Join(c.deal), c.input, got.Mask, err, c.want)
		}
		for _, want := range c.wantInText {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s, %q: the text lacks %q:\n%s", faces.Join(c.deal), c.input, want, text.String())
			}
		}
	}
}

// The rules: what becomes of a hold.
func TestPlayTen(t *testing.T) {
	ten := []int{49, 17, 46, 39, 40, 28, 30, 36, 21, 44}
	for _, c := range []struct{ hold, want, event string }{
		{"hold 1 4", "J♣ 3♦ 5♦ A♣ J♦", "Jacks or Better"},
		{"hold 1 2 3 4 5", "J♣ 5♥ 8♣ A♣ 2♣", "All Other"},
		{"hold", "3♦ 5♦ J♦ 9♥ 6♣", "All Other"},
		{"hold 1 3 4 5", "J♣ 3♦ 8♣ A♣ 2♣", "All Other"},
		{"hold 2", "3♦ 5♥ 5♦ J♦ 9♥", "All Other"},
	} {
		got, err := play([]string{oneCoin, c.hold}, ten)
		if err != nil || !slices.Equal(got, []string{"J♣ 5♥ 8♣ A♣ 2♣", c.want}) {
			t.Fatalf("%s: %q, %v, want %s", c.hold, got, err, c.want)
		}
		final, err := faces.Parse[int](got[1])
		if err != nil || evaluate(final).Name != c.event {
			t.Errorf("%s: %v, %v", got, evaluate(final), err)
		}
		mask, err := parseHold(strings.TrimPrefix(c.hold, holding))
		if err != nil || formatHold(mask) != c.hold {
			t.Errorf("%s is written %s", c.hold, formatHold(mask))
		}
	}
	for _, bad := range [][]string{
		{oneCoin, ""}, {oneCoin, "keep 1"}, {oneCoin, "hold 6"}, {oneCoin, "hold 1 1"}, {"100 coins"}, {"100 coins", "hold 1"},
	} {
		if got, err := play(bad, ten); err == nil {
			t.Errorf("%q: %s", bad, got)
		}
	}
}

// A person is asked again until the answer makes sense.
func TestPlay(t *testing.T) {
	status, out, stderr := command("1 6\n11\n2, 4\n", "-play")
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	for _, want := range []string{`'6' isn't a position`, "position 1 is repeated", "the seeds give the same cards"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	for input, want := range map[string]string{
		"":                           "the input ended",
		"7\n":                        "the input ended",
		strings.Repeat("x", 100_000): "token too long",
	} {
		status, _, stderr := command(input, "-play")
		if status != cli.Broken || !strings.Contains(stderr, want) {
			t.Errorf("input of %d bytes: status %d, %s", len(input), status, stderr)
		}
	}
}

// Output that can't be written is no success, in any mode.
func TestWriteErrors(t *testing.T) {
	for _, args := range [][]string{nil, {"-json"}, {"-play"}, {"-analyze", "all"}, {"-analyze", "jacks", "-json"}, verified()} {
		var stderr strings.Builder
		status := run(args, strings.NewReader("\n"), clitest.Full{}, &stderr)
		if status != cli.Broken || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
}

// verified returns the arguments of a check, and more: of two flags of a name, the later
// counts.
func verified(more ...string) []string {
	return append([]string{"-verify", "-nonce", "1",
		"-server", "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159", "-client", "bb62964774",
		"-hash", "92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9"}, more...)
}

func TestVerify(t *testing.T) {
	const other = "92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f8"
	for _, c := range []struct {
		more   []string
		status int
		cards  string
	}{
		{nil, cli.Passed, "J♣ 10♣ 2♥ 4♦ 8♦ | 5♦ Q♥ 8♣ A♠ 3♣"},
		{[]string{"-nonce", "9354435"}, cli.Passed, "J♥ 5♣ A♣ 10♦ 8♥ | K♥ 6♣ 8♦ 8♣ Q♣"}, // a word of the stream is rejected
		{[]string{"-hash", other}, cli.Failed, "J♣ 10♣ 2♥ 4♦ 8♦ | 5♦ Q♥ 8♣ A♠ 3♣"},
	} {
		status, out, stderr := command("", verified(c.more...)...)
		if status != c.status || !strings.HasPrefix(out, c.cards+"\n") || strings.Contains(out, "was bound") != (status == cli.Passed) ||
			(stderr == "") != (status == cli.Passed) {
			t.Errorf("%q: status %d, %s%s", c.more, status, out, stderr)
		}
		clitest.CheckWidth(t, out)
		var o struct {
			Result     string
			Deal, Draw []string
		}
		status, out, _ = command("", verified(append(c.more, "-json")...)...)
		if err := json.Unmarshal([]byte(out), &o); err != nil || status != c.status || (o.Result == "passed") != (status == cli.Passed) ||
			strings.Join(o.Deal, " ")+" | "+strings.Join(o.Draw, " ") != c.cards {
			t.Errorf("%q: status %d, %v, %+v", c.more, status, err, o)
		}
	}
}

// Bad input: exit status 2, the field or flag named, nothing on standard output.
func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"hand"}, `"hand"`},
		{[]string{"-nosuch"}, "-nosuch"},
		{[]string{"-server", "s"}, "-server needs -verify"},
		{[]string{"-nonce", "1", "-play"}, "-play and -nonce can't be used together"},
		{[]string{"-play", "-cheat", "seed"}, "-play and -cheat can't be used together"},
		{[]string{"-play", "-json"}, "-play and -json can't be used together"},
		{[]string{"-cheat", "charm"}, `invalid value "charm" for flag -cheat: must be`},
		{[]string{"-analyze", "deuces"}, `invalid value "deuces" for flag -analyze: must be jacks, tens, bonus or all`},
		{[]string{"-verify"}, "server seed is empty"},
		{verified("-server", strings.Repeat("s", 65)), "server seed has 65 bytes"},
		{verified("-client", ""), "client seed is empty"},
		{verified("-client", "\xff"), "client seed isn't UTF-8"},
		{verified("-hash", ""), "server seed hash: 0 characters"},
		{verified("-nonce", "18446744073709551616"), `invalid value "18446744073709551616" for flag -nonce`},
	} {
		status, out, stderr := command("", c.args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, %s%s, want %q", c.args, status, out, stderr, c.want)
		}
	}
	if status, out, _ := command("", "-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	clitest.CheckWidth(t, usage)
}

func TestAnalyze(t *testing.T) {
	status, out, _ := command("", "-analyze", "all")
	if status != cli.Passed {
		t.Fatalf("status %d", status)
	}
	// The last digits are checked in package videopoker.
	for _, want := range []string{
		"Jacks or Better, exact", "Tens or Better, exact", "Bonus Poker, exact",
		"Event             Pays       Combinations  Probability     Return\n",
		"Royal Flush        500         34,706,466     0.000021   0.010447\n",
		"Tens or Better       1    420,598,763,532     0.253205   0.253205\n",
		"Four Aces           70        325,566,459     0.000196   0.013720\n",
		"Totals                  1,661,102,543,100     1.000000   0.979696\n",
		"Totals                  1,661,102,543,100     1.000000   0.979657\n",
		"Totals                  1,661,102,543,100     1.000000   0.979398\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}

	_, out, _ = command("", "-analyze", "bonus", "-json")
	var object struct {
		Result string
		Tables []struct {
			Table string
			Lines []struct {
				Event        string
				Pays         int64
				Combinations int64
			}
			Totals struct {
				Combinations int64
				Probability  float64
				Return       float64
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &object); err != nil {
		t.Fatal(err)
	}
	if tables := object.Tables; object.Result != "passed" || len(tables) != 1 || tables[0].Table != "Bonus Poker" ||
		tables[0].Lines[2].Event != "Four Aces" || tables[0].Lines[2].Pays != 70 ||
		tables[0].Lines[2].Combinations != 325_566_459 || tables[0].Totals.Combinations != 1_661_102_543_100 ||
		tables[0].Totals.Probability != 1 ||
		fmt.Sprintf("%.6f", tables[0].Totals.Return) != "0.979398" {
		t.Errorf("%+v", object)
	}
}
