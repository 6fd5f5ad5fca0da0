package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

// named returns the cards of these names.
func named(t *testing.T, names ...string) []faces.Card {
	t.Helper()
	hand, err := faces.Parse[faces.Card](strings.Join(names, " "))
	if err != nil {
		t.Fatal(err)
	}
	return hand
}

func TestScore(t *testing.T) {
	for names, want := range map[string]int{
		"A♠ A♥": 12, "A♠ K♥": 21, "A♠ 9♥": 20, "2♠ 2♥": 4, "J♣ 6♦": 16, "3♣ 9♣": 12, "K♠ Q♠": 20, "10♠ J♠": 20, "10♠ A♠": 21,
	} {
		hand := named(t, names)
		if got := score(hand); got != want {
			t.Errorf("%s: %d, want %d", names, got, want)
		}
	}
	for hands, want := range map[string]string{
		"10♠ 6♠, 2♥ 10♥": "The dealer wins, 16 to 12.",
		"2♥ 10♥, 10♠ 6♠": "The player wins, 16 to 12.",
		"9♠ 7♥, 10♠ 6♠":  "The dealer wins, 16 to 16, as equal scores are the dealer's.",
	} {
		dealers, players, _ := strings.Cut(hands, ", ")
		var b strings.Builder
		s := &story{out: bufio.NewWriter(&b)}
		s.tellWinner(newResult([2][]faces.Card{dealer: named(t, dealers), player: named(t, players)}))
		if s.out.Flush(); b.String() != "\n"+want+"\n" {
			t.Errorf("%s: %s, want %s", hands, b.String(), want)
		}
	}
}

// masked replaces what is random by what isn't.
func masked(out string) string {
	for _, m := range [][2]string{
		{`\b[0-9a-f]{40}…`, "HEX…"},
		{`\s+\d{20,39}\.`, " NUMBER."},
		{`(A|[2-9]|10|J|Q|K)[♠♥♦♣]`, "CARD"},
		{`(worth|has|to|wins,) \d+`, "$1 N"},
		{`(Nobody else)\s+(does)`, "$1 $2"}, // which the names of the cards move
		{`(?m)^The (dealer|player) wins`, "The X wins"},
		{`, as equal scores are the dealer's`, ""},
	} {
		out = regexp.MustCompile(m[0]).ReplaceAllString(out, m[1])
	}
	return out
}

// The stories are of a fixed shape.
func TestShape(t *testing.T) {
	for name, args := range map[string][]string{"default": nil, "textbook": {"-protocol", "textbook", "-cheat", "deck"}} {
		status, out, stderr := command(args...)
		if status != cli.Passed || stderr != "" {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
		clitest.CheckWidth(t, out)
		clitest.Golden(t, name+".txt", masked(out))
	}
}

// Each cheat is caught, or missed by the published game.
func TestCheats(t *testing.T) {
	for _, c := range []struct {
		cheater         role
		protocol, cheat string
		want            string // in the error, or in the output if it is missed
		missed          bool
	}{
		{player, "sra", "score", "the player has ", false},
		{player, "sra", "key", "the player showed a key that isn't the one", false},
		{player, "sra", "deck", "the player sent a false deck: sra: malformed: card 1 is the same as card 0", false},
		{dealer, "sra", "swap", "the dealer dealt a card that isn't the one at its position", false},
		{player, "textbook", "deck", "MISSED that the player's deck repeats A♠.", true},
		{dealer, "textbook", "peek", "The dealer wins, 21 to 4.\n\nThe published game has MISSED", true},
	} {
		args := []string{"-protocol", c.protocol, "-cheat", c.cheat}
		status, out, stderr := command(args...)
		clitest.CheckWidth(t, out)
		if !strings.Contains(out, "The "+c.cheater.String()+" CHEATS: ") || strings.Contains(out, " wins, ") != c.missed {
			t.Errorf("%q:\n%s", args, out)
		}
		if c.missed {
			if status != cli.Passed || stderr != "" || !strings.Contains(out, c.want) {
				t.Errorf("%q: status %d, %s\n%s", args, status, stderr, out)
			}
			continue
		}
		caught := "ends the round: the " + c.cheater.String() + " has CHEATED.\n"
		if status != cli.Failed || !strings.HasPrefix(stderr, "blackjack: "+c.want) || !strings.HasSuffix(out, caught) {
			t.Errorf("%q: status %d, %s\n%s", args, status, stderr, out)
		}
		if _, out, _ := command(append(args, "-json")...); !strings.Contains(strings.Join(strings.Fields(out), ""),
			[]string{`"blamed":[0]`, `"blamed":[1]`}[c.cheater]) {
			t.Errorf("%q:\n%s", args, out)
		}
	}
}

// The object of -json holds the result, and what an onlooker has seen is right.
func TestJSON(t *testing.T) {
	for _, protocol := range []string{"sra", "textbook", "textbook"} {
		status, out, stderr := command("-json", "-protocol", protocol)
		r := record{result: new(result)}
		dec := json.NewDecoder(strings.NewReader(out))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&r); err != nil || dec.More() || status != cli.Passed || stderr != "" || r.Result != "passed" ||
			r.Protocol != protocol {
			t.Fatalf("%v, status %d, %s:\n%s", err, status, stderr, out)
		}
		for side, hand := range r.Hands {
			if score(named(t, hand[:]...)) != r.Scores[side] {
				t.Errorf("%s", out)
			}
		}
		if r.Winner != winner(r.Scores).String() || (r.Onlooker != nil) != (protocol == "textbook") {
			t.Errorf("%s", out)
		}
		if r.Onlooker == nil {
			continue
		}
		for _, card := range r.Onlooker.Hand {
			if !slices.Contains(r.Hands[player][:], card) {
				t.Errorf("the player has no %s:\n%s", card, out)
			}
		}
	}
}

// Under a prime that tells, an onlooker recognises every card; under any, it mistakes none.
func TestRecognise(t *testing.T) {
	for range 4 {
		p := textbook.GeneratePrime()
		tells := telling(p)
		key, err := textbook.GenerateKey(p)
		if err != nil {
			t.Fatal(err)
		}
		for i, card := range recognise(p, each(key.Encrypt, publicNumbers)) {
			if card != publicCards[i] && (tells || card != faces.Unknown) {
				t.Errorf("p = %v: %v is taken for %v", p, publicCards[i], card)
			}
		}
	}

	// For p = 7 and r = 3, the marks are 1, 2 and 4.
	numbers := func(all ...int64) (out []*big.Int) {
		for _, x := range all {
			out = append(out, big.NewInt(x))
		}
		return out
	}
	for _, c := range []struct{ cards, deck, want []*big.Int }{
		{numbers(1, 2, 2, 4), numbers(2, 4, 1, 2), numbers(1, 2, 2, 4)},
		{numbers(1, 2, 2, 4), numbers(4, 4, 1, 2), numbers(1, 4, 4, 2)},
		{numbers(1, 2, 4, 1), numbers(4, 2, 1, 1), nil}, // two exponents fit
		{numbers(1, 2, 2, 4), numbers(2, 2, 2, 2), nil}, // none fits
	} {
		if got := encrypted(c.cards, c.deck, big.NewInt(7), 3); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v to %v: %v, want %v", c.cards, c.deck, got, c.want)
		}
	}
}

func TestMisuse(t *testing.T) {
	for want, args := range map[string][]string{
		`invalid value "luck" for flag -cheat: must be score, key, deck, swap or peek`: {"-cheat", "luck"},
		`invalid value "poker" for flag -protocol: must be sra or textbook`:            {"-protocol", "poker"},
		"-cheat peek is for another party or another protocol":                         {"-cheat", "peek"},
		"-cheat swap is for another party or another protocol":                         {"-cheat", "swap", "-connect", ":1"},
		"-cheat score is for another party or another protocol":                        {"-cheat", "score", "-listen", ":0"},
		"-listen and -protocol can't be used together":                                 {"-listen", ":0", "-protocol", "textbook"},
		"-connect and -listen can't be used together":                                  {"-listen", ":0", "-connect", ":1"},
		`unexpected argument "extra"`:                                                  {"extra"},
	} {
		status, out, stderr := command(args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, want) || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%q: status %d, %s, %s", args, status, out, stderr)
		}
	}
	clitest.CheckWidth(t, usage)
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	if status, out, stderr := command("-connect", "127.0.0.1:1", "-json"); status != cli.Broken || out != "" || stderr == "" {
		t.Errorf("nobody listens: status %d, %s%s", status, out, stderr)
	}
	for _, args := range [][]string{nil, {"-json"}, {"-protocol", "textbook"}} {
		if status := run(args, clitest.Full{}, &strings.Builder{}); status != cli.Broken {
			t.Errorf("%q on a full device: status %d", args, status)
		}
	}
}
