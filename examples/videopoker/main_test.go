package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

const (
	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
	pageHash   = "64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"
	pageCards  = "J♣ 5♥ 8♣ A♣ 2♣ | 3♦ 5♦ J♦ 9♥ 6♣"

	v1Server = "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"
	v1Client = "bb62964774"
	v1Hash   = "92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9"
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
		m := regexp.MustCompile(`(?s)1\. .*?([0-9a-f]{64})\n.*2\. .*?([A-Z2-7]{26})\n.*3\. .*?deal:\n +(\S+ \S+ \S+ \S+ \S+)\n.*4\. .*5\. .*6\. .*?([0-9a-f]{64})\n.*7\. `).FindStringSubmatch(out)
		if m == nil {
			t.Fatalf("the steps are not in order:\n%s", out)
		}
		hash, client, deal, server := m[1], m[2], m[3], m[4]
		status, verified, _ := command("", "-verify", "-game", "v1", "-nonce", "0", "-client", client, "-server", server, "-hash", hash)
		if status != cli.Passed || !strings.HasPrefix(verified, deal+" | ") {
			t.Errorf("the hand\n%s\nis verified as\n%s", out, verified)
		}
		for _, part := range []string{"-client " + client + " ", "-server " + server, "-hash " + hash, "-game v1 -nonce 0"} {
			if !strings.Contains(out, part) {
				t.Errorf("the command to repeat the check lacks %q", part)
			}
		}
	}
}

// A known session, before its first rotation: vector session/fresh of package seedrng.
const freshState = "000000000000001d7371756172656465616c2f73656564726e672f76312f73657373696f6e000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004030303031303230333034303530363037303830393061306230633064306530663130313131323133313431353136313731383139316131623163316431653166000000000000000000000000000000000000000000000000f9030735a47e2c5b92eaf80aa2fc432bef6390b9a04170dd74b8508ba16dbb68"

func knownCasino(t *testing.T, cheat string) *casino {
	t.Helper()
	state, err := hex.DecodeString(freshState)
	if err != nil {
		t.Fatal(err)
	}
	session, err := seedrng.ParseSession(state, func(_, _ seedrng.SessionState) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return &casino{session: session, cheat: cheat}
}

// knownPlayer returns a player whose client seed for the hash that such a casino shows
// first is alice.
func knownPlayer(t *testing.T, out *bufio.Writer, input string) *player {
	t.Helper()
	state := field.Append(nil, "squaredeal/seedrng/v1/player") // seedrng/SPEC.md, section 5.5
	state = field.Append(field.Append(state, ""), "")
	state = binary.BigEndian.AppendUint64(state, 0)
	hash := knownCasino(t, "").view().NextServerHash
	state = field.Seal(field.Append(field.Append(state, hash[:]), "alice"))
	p, err := newPlayer(out, strings.NewReader(input))
	if err != nil {
		t.Fatal(err)
	}
	if p.Player, err = seedrng.ParsePlayer(state, func(_, _ seedrng.PlayerState) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return p
}

// play plays a hand with known seeds.
func play(t *testing.T, cheat, input string) (string, error) {
	t.Helper()
	var text strings.Builder
	out := bufio.NewWriter(&text)
	_, err := playHand(out, knownCasino(t, cheat), knownPlayer(t, out, input))
	out.Flush()
	return text.String(), err
}

func TestHandOfKnownSeeds(t *testing.T) {
	got, err := play(t, "", "2 4\n")
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
     (16,215 draws pay 5,254 in all).
     Better: K♣ K♠. Expected return: 1.5227
     (16,215 draws pay 24,690 in all).

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
  go run ./examples/videopoker -verify -game v1 -nonce 0 -client alice -server 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f -hash 6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b
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
		out, err := play(t, cheat, "\n")
		if !errors.Is(err, errUnfair) || !errors.Is(err, seedrng.ErrCheat) || !strings.Contains(err.Error(), want) || !strings.Contains(out, "CHEATED") || strings.Contains(out, "the same cards") {
			t.Errorf("%s: %v, want %q\n%s", cheat, err, want, out)
		}
		status, _, stderr := command("", "-cheat", cheat)
		if status != cli.Failed || !strings.Contains(stderr, want) {
			t.Errorf("-cheat %s: status %d, %s", cheat, status, stderr)
		}
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
		verified, _, _ := command("", "-verify", "-game", "v1", "-nonce", fmt.Sprint(h.Nonce), "-client", h.Client, "-server", h.Server, "-hash", h.Hash)
		if (verified == cli.Passed) != (cheat != cheatSeed) || h.Nonce != 0 || len(h.Deal) != 5 || len(h.Final) != 5 || h.Event == "" || h.ExpectedReturn < 0.3 {
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
		{[]int{49, 17, 46, 39, 40}, "", 0b11101, []string{"J♣ 8♣ A♣ 2♣. Expected return: 1.2766", "(47 draws pay 60 in all)", "next best:\n     J♣ A♣. "}},
		{[]int{49, 17, 46, 39, 40}, "1 4\n", 0b01001, []string{"J♣ A♣. Expected return: ", "Better: J♣ 8♣ A♣ 2♣. "}},
		{[]int{49, 17, 46, 39, 40}, "\n", 0, []string{"No card. Expected return: "}},
		{[]int{0, 13, 26, 39, 5}, "1234\n", 0b01111, []string{"A♠ A♥ A♦ A♣. Expected return: 20.0000", "None of the 32 holds returns more", "next best:\n     A♠ A♥ A♦. "}},
		{[]int{0, 13, 26, 39, 5}, "", 0b11111, []string{"6♠. Expected return: 20, for certain.", "next best:\n     A♠ A♥ A♦. "}},
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
			t.Errorf("%s, %q: hold %05b, %v, want %05b", cards.JoinNumbered(c.deal), c.input, got.Mask, err, c.want)
		}
		for _, want := range c.wantInText {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s, %q: the text lacks %q:\n%s", cards.JoinNumbered(c.deal), c.input, want, text.String())
			}
		}
	}
}

// The draw, and what a replay makes of it.
func TestDrawn(t *testing.T) {
	ten := []int{49, 17, 46, 39, 40, 28, 30, 36, 21, 44}
	for _, c := range []struct{ hold, want, event string }{
		{"hold 1 4", "J♣ 3♦ 5♦ A♣ J♦", "Jacks or Better"},
		{"hold 1 2 3 4 5", "J♣ 5♥ 8♣ A♣ 2♣", "All Other"},
		{"hold", "3♦ 5♦ J♦ 9♥ 6♣", "All Other"},
		{"hold 1 3 4 5", "J♣ 3♦ 8♣ A♣ 2♣", "All Other"},
		{"hold 2", "3♦ 5♥ 5♦ J♦ 9♥", "All Other"},
	} {
		got, err := drawn(ten, c.hold)
		if err != nil || got != c.want {
			t.Fatalf("%s: %s, %v, want %s", c.hold, got, err, c.want)
		}
		final, err := parseFive(got)
		if err != nil || evaluate(final).Name != c.event {
			t.Errorf("%s: %v, %v", got, evaluate(final), err)
		}
		mask, err := parseHold(strings.TrimPrefix(c.hold, holding))
		if err != nil || formatHold(mask) != c.hold {
			t.Errorf("%s is written %s", c.hold, formatHold(mask))
		}
	}
	for _, bad := range []string{"", "keep 1", "hold 6", "hold 1 1"} {
		if got, err := drawn(ten, bad); err == nil {
			t.Errorf("%q: %s", bad, got)
		}
	}
	for _, bad := range []string{"", "J♣ 3♦ 5♦ A♣", "J♣ 3♦ 5♦ A♣ J♦ 2♠", "five cards"} {
		if got, err := parseFive(bad); err == nil {
			t.Errorf("%q: %d", bad, got)
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
	for _, args := range [][]string{
		nil, {"-json"}, {"-play"}, {"-analyze", "all"}, {"-analyze", "jacks", "-json"}, {"-batch", "testdata/hands.csv"}, {"-batch", "testdata/hands.csv", "-json"},
		{"-verify", "-server", pageServer, "-client", pageClient, "-hash", pageHash},
	} {
		var stderr strings.Builder
		status := run(args, strings.NewReader("seed\n\n"), clitest.Full{}, &stderr)
		if status != cli.Broken || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
}

func TestVerifyPage(t *testing.T) {
	status, out, stderr := command("", "-verify", "-server", pageServer, "-client", pageClient, "-hash", pageHash)
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	const want = pageCards + `

SHA-512(server seed ‖ client seed):
  3a959bbaffd9b3928b28431c2ee688792c67a45f1933b9e11af3c7784a7bbda5
  674d2e768ac330a04982b9fa943c4c2cf49c952d9db956b1cd3b38c006c3a2d6

  byte  mod 100  card
  3a         58  - out of range
  95         49  J♣
  9b         55  - out of range
  ba         86  - out of range
  ff         55  - out of range
  d9         17  5♥
  b3         79  - out of range
  92         46  8♣
  8b         39  A♣
  28         40  2♣
  43         67  - out of range
  1c         28  3♦
  2e         46  - repeat
  e6         30  5♦
  88         36  J♦
  79         21  9♥
  2c         44  6♣

SHA-256(server seed):
  64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b
It matches the hash: the casino was bound to this server seed.
Compare the cards, and any nonce, with your own records of what was played.
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestVerifyOtherHash(t *testing.T) {
	changed := pageHash[:63] + "c"
	status, out, stderr := command("", "-verify", "-server", pageServer, "-client", pageClient, "-hash", changed)
	if status != cli.Failed || !strings.HasPrefix(out, pageCards+"\n") || !strings.Contains(stderr, "isn't the one that the casino was bound to") {
		t.Errorf("status %d\n%s\n%s", status, out, stderr)
	}
	if want := "SHA-256(server seed):\n  " + pageHash + "\nIt does NOT match the hash:\n  " + changed + "\n"; !strings.Contains(out, want) {
		t.Errorf("the output lacks %q:\n%s", want, out)
	}
}

// A stream with a rejected word and repeats; the seed is nobody's, the nonce was searched for.
func TestVerifyStream(t *testing.T) {
	status, out, stderr := command("", "-verify", "-game", "v1", "-nonce", "9354435", "-server", v1Server, "-client", v1Client, "-hash", v1Hash)
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	for _, want := range []string{
		"J♥ 5♣ A♣ 10♦ 8♥ | K♥ 6♣ 8♦ 8♣ Q♣\n\n",
		"HMAC-SHA256(key = server seed, message = client seed ‖ \":9354435:\" ‖ r),\nfor r = 0, 1, ...:\n",
		"  word      mod 52  card\n",
		"  ffffffff      47  - rejected, to keep all cards equally likely\n",
		"  - repeat\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "WARNING") {
		t.Errorf("a warning about a seed of 64 bytes:\n%s", out)
	}

	long := strings.Repeat("s", 65)
	hash := sha256.Sum256([]byte(long))
	status, out, _ = command("", "-verify", "-game", "v1", "-nonce", "0", "-server", long, "-client", "c", "-hash", hex.EncodeToString(hash[:]))
	if status != cli.Passed || !strings.Contains(out, "WARNING: The server seed has more than 64 bytes") {
		t.Errorf("status %d, no warning about a long seed:\n%s", status, out)
	}
}

// A digest that runs dry shows the cards found, and fails.
func TestAccountOfShortDigest(t *testing.T) {
	a := account{Match: true}
	a.walk(sites.CryptoGamesDigest{0: 49, 1: 52, 2: 17})
	if got := strings.Join(append(a.Deal, a.Draw...), " "); got != "J♣ A♠ 5♥" && got != "J♣ 5♥ A♠" {
		t.Errorf("cards %s", got)
	}
	if err := a.verdict(); !errors.Is(err, errUnfair) || !strings.Contains(err.Error(), "3 different cards") {
		t.Error(err)
	}
	if text := a.text(bet{game: gameCryptoGames, server: parse(t, pageServer), hash: parse(t, pageServer).Hash()}); !strings.HasPrefix(text, "J♣ 5♥ A♠ | \n") {
		t.Error(text)
	}
}

func TestVerifyJSON(t *testing.T) {
	for _, c := range []struct {
		args         []string
		status       int
		cards        string
		digest       string
		steps        int
		match, warns bool
	}{
		{[]string{"-server", pageServer, "-client", pageClient, "-hash", pageHash}, cli.Passed, pageCards, "3a959bbaffd9b392", 17, true, false},
		{[]string{"-server", pageServer, "-client", pageClient, "-hash", v1Hash}, cli.Failed, pageCards, "3a959bbaffd9b392", 17, false, false},
		{[]string{"-game", "v1", "-nonce", "1", "-server", v1Server, "-client", v1Client, "-hash", v1Hash}, cli.Passed,
			"J♣ 10♣ 2♥ 4♦ 8♦ | 5♦ Q♥ 8♣ A♠ 3♣", "c590d171e39b7040", 10, true, false},
		{[]string{"-game", "v1", "-nonce", "18446744073709551615", "-server", strings.Repeat("s", 65), "-client", v1Client, "-hash", v1Hash}, cli.Failed,
			"5♦ J♦ 2♥ J♣ J♠ | A♣ 3♠ 9♥ K♥ A♥", "", 0, false, true},
	} {
		status, out, _ := command("", append([]string{"-verify", "-json"}, c.args...)...)
		var a account
		dec := json.NewDecoder(strings.NewReader(out))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&a); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(a.Deal, " ") + " | " + strings.Join(a.Draw, " ")
		if status != c.status || (a.Result == "passed") != a.Match || got != c.cards || a.Match != c.match || (a.Warning != "") != c.warns ||
			!strings.HasPrefix(a.Digest, c.digest) || c.steps > 0 && len(a.Steps) != c.steps {
			t.Errorf("%v: status %d, %+v", c.args, status, a)
		}
	}
}

// The accounts, spelled out here, end in the cards that the library draws.
func TestAccountsAgreeWithLibrary(t *testing.T) {
	for i := range 500 {
		for _, b := range []bet{
			{server: seedrng.GenerateServerSeed(), client: fmt.Sprint(i), game: gameCryptoGames},
			{server: seedrng.GenerateServerSeed(), client: fmt.Sprint(i), game: gameV1, nonce: uint64(i)},
		} {
			ten, err := b.cards(nil)
			if err != nil {
				t.Fatal(err)
			}
			a, err := b.account()
			if err != nil {
				t.Fatal(err)
			}
			var named []string
			for _, s := range a.Steps {
				if (s.Card == "") == (s.Skipped == "") {
					t.Fatalf("%+v", s)
				}
				if s.Card != "" {
					named = append(named, s.Card)
				}
			}
			if diff := cmp.Diff(strings.Fields(cards.JoinNumbered(ten)), named); diff != "" {
				t.Fatalf("%s, steps (-library +account):\n%s", b.game, diff)
			}
			if diff := cmp.Diff(strings.Fields(cards.JoinNumbered(ten)), append(a.Deal, a.Draw...)); diff != "" {
				t.Fatalf("%s, cards (-library +account):\n%s", b.game, diff)
			}
		}
	}
}

// Bad input: exit status 2, the field or flag named, nothing on standard output.
func TestMisuse(t *testing.T) {
	good := map[string]string{"-server": pageServer, "-client": pageClient, "-hash": pageHash}
	verify := func(changes ...string) []string {
		args := []string{"-verify"}
		for _, name := range []string{"-server", "-client", "-hash"} {
			args = append(args, name, good[name])
		}
		return append(args, changes...) // of two flags of a name, the later counts
	}
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
		{[]string{"-play", "-verify"}, "-play and -verify can't be used together"},
		{[]string{"-cheat", ""}, `invalid value "" for flag -cheat: must be seed, nonce or cards`},
		{[]string{"-cheat", "charm"}, `invalid value "charm" for flag -cheat: must be`},
		{[]string{"-batch", ""}, `invalid value "" for flag -batch: must be the name of a file`},
		{[]string{"-batch", "false"}, "open false"},
		{[]string{"-batch", "no such file"}, "no such file"},
		{[]string{"-batch", "."}, "directory"},
		{[]string{"-analyze", "deuces"}, `invalid value "deuces" for flag -analyze: must be jacks, tens, bonus or all`},
		{[]string{"-analyze", ""}, `invalid value "" for flag -analyze: must be`},
		{[]string{"-verify"}, "-verify needs -server"},
		{[]string{"-verify", "-server", pageServer}, "-verify needs -client"},
		{[]string{"-verify", "-server", pageServer, "-client", "c"}, "-verify needs -hash"},
		{verify("-server", ""), "flag -server: seedrng: malformed: server seed is empty"},
		{verify("-client", ""), "flag -client: seedrng: malformed: client seed is empty"},
		{verify("-hash", ""), "flag -hash: seedrng: malformed: server seed hash: 0 characters"},
		{verify("-server", strings.Repeat("s", 1025)), "server seed has 1025 bytes"},
		{verify("-client", strings.Repeat("c", 1025)), "client seed has 1025 bytes"},
		{verify("-server", "\xff"), "server seed isn't UTF-8"},
		{verify("-client", "\xff"), "client seed isn't UTF-8"},
		{verify("-hash", strings.ToUpper(pageHash)), "isn't lowercase hex"},
		{verify("-hash", pageHash[:63]), "hash: 63 characters"},
		{verify("-game", "v2"), `invalid value "v2" for flag -game: must be cryptogames or v1`},
		{verify("-game", ""), `invalid value "" for flag -game: must be`},
		{verify("-game", "v1"), `nonce "": must be a number`},
		{verify("-game", "v1", "-nonce", "18446744073709551616"), `invalid value "18446744073709551616" for flag -nonce: must be a number from 0 to 2^64-1`},
		{verify("-game", "v1", "-nonce", "-1"), `invalid value "-1" for flag -nonce: must be`},
		{verify("-game", "v1", "-nonce", "0x1"), `invalid value "0x1" for flag -nonce: must be`},
		{verify("-nonce", "1"), `nonce "1": the game cryptogames has no nonces`},
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
	if status, out, _ := command("", "-verify=false", "-play=false"); status != cli.Passed || !strings.Contains(out, "1. The casino") {
		t.Errorf("flags set to false: status %d, %s", status, out)
	}
}

func TestAnalyze(t *testing.T) {
	status, out, _ := command("", "-analyze", "all")
	if status != cli.Passed {
		t.Fatalf("status %d", status)
	}
	// The last digits are checked in package poker.
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
	if tables := object.Tables; object.Result != "passed" || len(tables) != 1 || tables[0].Table != "Bonus Poker" || tables[0].Lines[2].Event != "Four Aces" || tables[0].Lines[2].Pays != 70 ||
		tables[0].Lines[2].Combinations != 325_566_459 || tables[0].Totals.Combinations != 1_661_102_543_100 || tables[0].Totals.Probability != 1 ||
		fmt.Sprintf("%.6f", tables[0].Totals.Return) != "0.979398" {
		t.Errorf("%+v", object)
	}
}

func parse(t *testing.T, text string) seedrng.ServerSeed {
	t.Helper()
	seed, err := seedrng.ParseAuditSeed(text)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}
