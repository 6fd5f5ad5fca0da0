package games_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// stream is the one of the worked example in seedrng/SPEC.md, section 10.1, at any nonce.
func stream(t testing.TB, nonce uint64) *seedrng.Stream {
	t.Helper()
	seed, err := seedrng.ParseServerSeed("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159")
	if err != nil {
		t.Fatal(err)
	}
	s, err := seedrng.NewStream(seed, "bb62964774", nonce)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func play(t testing.TB, nonce uint64, sent ...string) games.Outcome {
	t.Helper()
	o, err := games.Play(sent, stream(t, nonce))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The first word of the worked example is c590d171, 3314602353.
func TestDice(t *testing.T) {
	if o := play(t, 1, "dice under 4950 for 300"); o.Paid != 600 || !slices.Equal(o.Received, []string{"2353 pays 600"}) {
		t.Errorf("%+v", o)
	}
	if o := play(t, 1, "dice over 4950 for 300"); o.Paid != 0 || !slices.Equal(o.Received, []string{"2353 pays 0"}) {
		t.Errorf("%+v", o)
	}
}

// Each card that isn't held is replaced by the next of the ten.
func TestPoker(t *testing.T) {
	ten := stream(t, 1).Distinct(52, 10)
	dealt, next := faces.Names(ten[:5]), faces.Names(ten[5:])
	for mask := range uint8(32) {
		hold := "hold"
		for i := range 5 {
			if mask>>i&1 == 1 {
				hold += fmt.Sprint(" ", i+1)
			}
		}
		o := play(t, 1, "poker jacks for 500", hold)
		if o.Received[0] != strings.Join(dealt, " ") {
			t.Fatalf("%q", o.Received)
		}
		final, rest := slices.Clone(dealt), next
		for i := range final {
			if !strings.Contains(hold, fmt.Sprint(i+1)) {
				final[i], rest = rest[0], rest[1:]
			}
		}
		if want := fmt.Sprintf("%s pays %d", strings.Join(final, " "), o.Paid); o.Received[1] != want {
			t.Errorf("%s: %q, not %q", hold, o.Received[1], want)
		}
	}
	if got := play(t, 1, "poker jacks for 500").Received; len(got) != 1 {
		t.Errorf("%q", got)
	}
}

func TestMalformed(t *testing.T) {
	for _, text := range []string{
		"", " for ", "dice", "dice under 4950", "dice under 4950 for ", "dice under 4950 for 0", "dice under 4950 for 150",
		"dice under 4950 for 100100",
		"dice under 4950 for -100", "dice under 4950 for +100", "dice under 4950 for 0100", "dice under 4950 for 100 ",
		" dice under 4950 for 100",
		"dice under 4951 for 100", "dice under 9900 for 100", "dice under 0 for 100", "dice under -1 for 100", "dice between 4950 for 100",
		"dice under 4950 for 100 for 100", "dice  under 4950 for 100", "Dice under 4950 for 100", "dice under 4950 for 1e2",
		"dice under 4950 for 99999999999999999999",
		"poker for 100", "poker  for 100", "poker deuces for 100", "poker jacks  for 100", "poker jacks for 100\n", "roulette 17 for 100",
		"dice under 4950 for 100\x00",
	} {
		if _, err := games.ParseBet(text); !errors.Is(err, games.ErrMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "hold ", "hold 0", "hold 6", "hold 2 1", "hold 1 1", "hold 1,2", "hold  1", "hold 1 ", "Hold",
		"hold 12"} {
		if _, err := games.Play([]string{"poker jacks for 100", text}, stream(t, 0)); !errors.Is(err, games.ErrMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, sent := range [][]string{nil, {"dice under 4950 for 100", "hold"}, {"poker jacks for 100", "hold", "hold"},
		{"poker jacks for 100", "fold"}} {
		if _, err := games.Replay(sent, stream(t, 0)); !errors.Is(err, games.ErrMalformed) {
			t.Errorf("%q: %v", sent, err)
		}
	}
}

// Every game draws from its stream alone, says what a text may be in one way only, keeps the texts
// within what can be recorded, and pays no more than the bet says, and what the house can pay.
func TestAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, g := range games.All {
		over, steps := 0, 0
		for n := range uint64(3000) {
			text := fmt.Sprintf("%s %s for %d", g.Name(), g.Random(random.IntN), 100*(1+random.IntN(1000)))
			bet, err := games.ParseBet(text)
			if err != nil || len(text) > 128 || bet.Game != g || bet.MaxWin() > 1_000_000_000 {
				t.Fatalf("%q: %+v, %v", text, bet, err)
			}
			if r := bet.Return(); r.Cmp(big.NewRat(97, 100)) < 0 || r.Cmp(big.NewRat(99, 100)) > 0 {
				t.Fatalf("%q returns %v", text, r)
			}
			sent := []string{text}
			for {
				o, err := games.Play(sent, stream(t, n))
				again, errAgain := games.Play(slices.Clone(sent), stream(t, n))
				if err != nil || errAgain != nil || !slices.Equal(o.Received, again.Received) || len(o.Received) != len(sent) || o.Paid < 0 ||
					o.Paid > bet.MaxWin() {
					t.Fatalf("%q: %+v, %v", sent, o, err)
				}
				for i, received := range o.Received {
					_, pays, told := strings.Cut(received, " pays ")
					if received == "" || len(received) > 1000 || strings.ContainsAny(received, ";\n") || told != (o.Over && i == len(sent)-1) ||
						told && pays != fmt.Sprint(o.Paid) {
						t.Fatalf("%q: %q", sent, o.Received)
					}
				}
				if o.Over {
					over++
					break
				}
				if bet.AtOnce() {
					t.Fatalf("%q isn't over", sent)
				}
				sent = append(sent, bet.RandomStep(sent[1:], random.IntN))
				steps++
			}
			if _, err := games.Play(append(sent, bet.RandomStep(nil, random.IntN)), stream(t, n)); !errors.Is(err, games.ErrMalformed) {
				t.Fatalf("%q: a step after the end: %v", sent, err)
			}
		}
		bet, err := games.ParseBet(fmt.Sprintf("%s %s for 100", g.Name(), g.Random(random.IntN)))
		if over != 3000 || err != nil || (steps == 0) != bet.AtOnce() {
			t.Errorf("%s: %d rounds, %d steps", g.Name(), over, steps)
		}
		if _, err := json.Marshal(g.Announce()); err != nil {
			t.Error(err)
		}
	}
}

// What a bet that is accepted says can be written in one way only.
func FuzzParseBet(f *testing.F) {
	for _, text := range []string{"dice under 4950 for 100", "dice over 1 for 100000", "poker bonus for 500",
		"poker jacks for 100 for 100", "mines 3 open 5 for 100", "plinko high 16 for 100", "limbo 200 for 100"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bet, err := games.ParseBet(text)
		if err != nil {
			return
		}
		words := strings.Split(text, " ")
		if words[0] != bet.Game.Name() || words[len(words)-1] != fmt.Sprint(bet.Stake) || words[len(words)-2] != "for" ||
			slices.Contains(words, "") {
			t.Errorf("%q: %+v", text, bet)
		}
		if _, err := games.Play([]string{text}, stream(t, 0)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
