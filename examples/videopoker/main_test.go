package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
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
		if status != fair || stderr != "" {
			t.Fatalf("status %d, %s", status, stderr)
		}
		m := regexp.MustCompile(`(?s)1\..*?([0-9a-f]{64}).*2\..*?([A-Z2-7]{26}).*3\..*?:\n +(\S+ \S+ \S+ \S+ \S+)\n.*4\..*5\..*6\..*?([0-9a-f]{64}).*7\.`).FindStringSubmatch(out)
		if m == nil {
			t.Fatalf("the steps are not in order:\n%s", out)
		}
		hash, client, deal, server := m[1], m[2], m[3], m[4]
		status, verified, _ := command("", "-verify", "-game", "v1", "-nonce", "0", "-client", client, "-server", server, "-hash", hash)
		if status != fair || !strings.HasPrefix(verified, deal+" | ") {
			t.Errorf("the hand\n%s\nis verified as\n%s", out, verified)
		}
		for _, part := range []string{"-client '" + client + "'", "-server " + server, "-hash " + hash, "-game v1 -nonce 0"} {
			if !strings.Contains(out, part) {
				t.Errorf("the command to repeat the check lacks %q", part)
			}
		}
	}
}

// A person is asked again until the answer makes sense.
func TestPlay(t *testing.T) {
	status, out, stderr := command("\n\xff\nit's me\n1 6\n11\n2, 4\n", "-play")
	if status != fair || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	for _, want := range []string{
		"client seed is empty", "client seed isn't UTF-8", `'6' is no position`, "position 1 is there twice",
		"     it's me\n", `-client 'it'\''s me'`, "the seeds give the same ten cards",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if i, j := strings.Index(out, "SHA-256"), strings.Index(out, "Your client seed"); i < 0 || j < i {
		t.Error("the player is asked for a client seed before seeing the hash")
	}

	deal := regexp.MustCompile(`The deal:\n +(\S+) (\S+) (\S+) (\S+) (\S+)\n`).FindStringSubmatch(out)
	final := regexp.MustCompile(`left to right:\n +(\S+) (\S+) (\S+) (\S+) (\S+)\n`).FindStringSubmatch(out)
	if deal == nil || final == nil {
		t.Fatal(out)
	}
	for i := 1; i <= 5; i++ {
		if kept := deal[i] == final[i]; kept != (i == 2 || i == 4) {
			t.Errorf("card %d: %s became %s", i, deal[i], final[i])
		}
	}

	for _, input := range []string{"", "seed", "seed\n7\n"} {
		status, _, stderr := command(input, "-play")
		if status != unfair || !strings.Contains(stderr, "the input ended") {
			t.Errorf("input %q: status %d, %s", input, status, stderr)
		}
	}
}

func TestVerifyPage(t *testing.T) {
	status, out, stderr := command("", "-verify", "-server", pageServer, "-client", pageClient, "-hash", pageHash)
	if status != fair || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	const want = pageCards + `

SHA-512(server seed, client seed):
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
It matches the hash: the server seed is the one that the casino was bound to.
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

func TestVerifyOtherHash(t *testing.T) {
	status, out, stderr := command("", "-verify", "-server", pageServer, "-client", pageClient, "-hash", pageHash[:63]+"c")
	if status != unfair || !strings.HasPrefix(out, pageCards+"\n") || !strings.Contains(out, "does NOT match") || !strings.Contains(stderr, "mismatch") {
		t.Errorf("status %d\n%s\n%s", status, out, stderr)
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
		{[]string{"-server", pageServer, "-client", pageClient, "-hash", pageHash}, fair, pageCards, "3a959bbaffd9b392", 17, true, false},
		{[]string{"-server", pageServer, "-client", pageClient, "-hash", v1Hash}, unfair, pageCards, "3a959bbaffd9b392", 17, false, false},
		{[]string{"-game", "v1", "-nonce", "1", "-server", v1Server, "-client", v1Client, "-hash", v1Hash}, fair,
			"J♣ 10♣ 2♥ 4♦ 8♦ | 5♦ Q♥ 8♣ A♠ 3♣", "c590d171e39b7040", 10, true, false},
		{[]string{"-game", "v1", "-nonce", "18446744073709551615", "-server", strings.Repeat("s", 65), "-client", v1Client, "-hash", v1Hash}, unfair,
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
		if status != c.status || got != c.cards || a.Match != c.match || (a.Warning != "") != c.warns ||
			!strings.HasPrefix(a.Digest, c.digest) || c.steps > 0 && len(a.Steps) != c.steps {
			t.Errorf("%v: status %d, %+v", c.args, status, a)
		}
	}
}

// The steps, spelled out here, end in the cards that the library draws.
func TestStepsAgreeWithLibrary(t *testing.T) {
	for i := range 500 {
		for _, b := range []bet{
			{server: seedrng.GenerateServerSeed(), client: fmt.Sprint(i), game: gameCryptoGames},
			{server: seedrng.GenerateServerSeed(), client: fmt.Sprint(i), game: gameV1, nonce: uint64(i)},
		} {
			ten, err := b.cards(nil)
			if err != nil {
				t.Fatal(err)
			}
			_, steps, err := b.streamSteps()
			if b.game == gameCryptoGames {
				_, steps, err = b.digestSteps()
			}
			if err != nil {
				t.Fatal(err)
			}
			var named []string
			for _, s := range steps {
				if (s.Card == "") == (s.Skipped == "") {
					t.Fatalf("%+v", s)
				}
				if s.Card != "" {
					named = append(named, s.Card)
				}
			}
			if diff := cmp.Diff(names(ten), named); diff != "" {
				t.Fatalf("%s (-library +steps):\n%s", b.game, diff)
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
		{[]string{"-json"}, "-json goes with -analyze or -verify"},
		{[]string{"-server", "s"}, "-server goes with -verify"},
		{[]string{"-play", "-verify"}, "-play and -verify"},
		{[]string{"-batch", "-", "-json"}, "-json goes with"},
		{[]string{"-batch", "no such file"}, "no such file"},
		{[]string{"-analyze", "deuces"}, `"deuces"`},
		{[]string{"-analyze", ""}, `""`},
		{[]string{"-verify"}, "server seed is empty"},
		{verify("-server", ""), "server seed is empty"},
		{verify("-client", ""), "client seed is empty"},
		{verify("-hash", ""), "hash has 0 characters"},
		{verify("-server", strings.Repeat("s", 1025)), "server seed has 1025 bytes"},
		{verify("-client", strings.Repeat("c", 1025)), "client seed has 1025 bytes"},
		{verify("-server", "\xff"), "server seed isn't UTF-8"},
		{verify("-client", "\xff"), "client seed isn't UTF-8"},
		{verify("-hash", strings.ToUpper(pageHash)), "isn't lowercase hex"},
		{verify("-hash", pageHash[:63]), "hash has 63 characters"},
		{verify("-game", "v2"), `game: "v2"`},
		{verify("-game", ""), `game: ""`},
		{verify("-game", "v1"), `nonce: ""`},
		{verify("-game", "v1", "-nonce", "18446744073709551616"), `nonce: "18446744073709551616"`},
		{verify("-game", "v1", "-nonce", "-1"), `nonce: "-1"`},
		{verify("-game", "v1", "-nonce", "0x1"), `nonce: "0x1"`},
		{verify("-nonce", "1"), "nonce: the game cryptogames has none"},
	} {
		status, out, stderr := command("", c.args...)
		if status != misused || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, %s%s, want %q", c.args, status, out, stderr, c.want)
		}
	}
	if status, _, stderr := command("", "-h"); status != fair || !strings.Contains(stderr, "-analyze") {
		t.Errorf("-h: status %d, %s", status, stderr)
	}
}

func TestAnalyze(t *testing.T) {
	status, out, _ := command("", "-analyze", "all")
	if status != fair {
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
	var tables []struct {
		Table string
		Lines []struct {
			Event        string
			Pays         int64
			Combinations int64
		}
		Totals struct{ Combinations int64 }
	}
	if err := json.Unmarshal([]byte(out), &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables) != 1 || tables[0].Table != "Bonus Poker" || tables[0].Lines[2].Event != "Four Aces" || tables[0].Lines[2].Pays != 70 ||
		tables[0].Lines[2].Combinations != 325_566_459 || tables[0].Totals.Combinations != 1_661_102_543_100 {
		t.Errorf("%+v", tables)
	}
}

// Whatever the casino does to a hand, the player's check says so.
func TestCheck(t *testing.T) {
	drawn := []int{49, 48, 14, 29, 33, 30, 24, 46, 0, 41} // nonce 1 of these seeds
	first, err := bet{server: parse(t, v1Server), client: v1Client, game: gameV1}.cards(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what                 string
		hash, server, client string
		nonce                uint64
		drawn                []int
		want                 string // in the error
	}{
		{"fair", v1Hash, v1Server, v1Client, 0, first, ""},
		{"a skipped nonce", v1Hash, v1Server, v1Client, 1, drawn, "skipped nonces"},
		{"cards of another nonce", v1Hash, v1Server, v1Client, 0, drawn, "other cards"},
		{"another server seed", v1Hash, v1Server[:63] + "8", v1Client, 0, first, "mismatch"},
		{"another client seed", v1Hash, v1Server, v1Client + "x", 0, first, "other cards"},
		{"no server seed", v1Hash, "", v1Client, 0, first, "server seed is empty"},
		{"nine cards", v1Hash, v1Server, v1Client, 0, first[:9], "other cards"},
	} {
		err := check(c.hash, c.server, c.client, c.nonce, c.drawn)
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

func parse(t *testing.T, text string) seedrng.ServerSeed {
	t.Helper()
	seed, err := seedrng.ParseServerSeed(text)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1_661_102_543_100: "1,661,102,543,100"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
