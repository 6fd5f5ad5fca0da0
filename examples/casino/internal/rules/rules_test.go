package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/rules"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
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

func play(t testing.TB, nonce uint64, sent ...string) rules.Outcome {
	t.Helper()
	o, err := rules.Play(sent, stream(t, nonce))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Every bet on dice returns 99 % of its stakes over all rolls, to the last hundredth.
func TestDiceReturn(t *testing.T) {
	choices := rules.Choices()
	if len(choices) < 50 || choices[0] != (rules.Choice{Wins: 9000, Multiplier: 110}) || choices[len(choices)-1] != (rules.Choice{Wins: 1, Multiplier: 990_000}) {
		t.Errorf("%v", choices)
	}
	for _, choice := range choices {
		for _, side := range []string{"under", "over"} {
			for _, stake := range []int64{100, 700, 100_000} {
				text := fmt.Sprintf("dice %s %d for %d", side, choice.Wins, stake)
				bet, err := rules.ParseBet(text)
				if err != nil {
					t.Fatal(err)
				}
				var paid, wins int64
				for roll := range int64(rules.Rolls) {
					if p := bet.Pays(roll); p > 0 {
						paid += p
						wins++
					}
				}
				if wins != choice.Wins || paid*100 != 99*stake*rules.Rolls {
					t.Errorf("%s: %d rolls win, %d is paid", text, wins, paid)
				}
			}
		}
	}
	under, over := must(rules.ParseBet("dice under 4950 for 100")), must(rules.ParseBet("dice over 4950 for 100"))
	for roll, want := range map[int64][2]int64{0: {200, 0}, 4949: {200, 0}, 4950: {0, 0}, 5049: {0, 0}, 5050: {0, 200}, 9999: {0, 200}} {
		if under.Pays(roll) != want[0] || over.Pays(roll) != want[1] {
			t.Errorf("roll %d pays %d under, %d over", roll, under.Pays(roll), over.Pays(roll))
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
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
	dealt, next := cards.Names(ten[:5]), cards.Names(ten[5:])
	for mask := range uint8(32) {
		hold := rules.FormatHold(mask)
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

// Stakes are paid by the row of the table that the final cards are in, in every table.
func TestPokerPays(t *testing.T) {
	seen := make(map[string]int64)
	for nonce := range uint64(3000) {
		for _, table := range []string{"jacks", "tens", "bonus"} {
			bet := must(rules.ParseBet("poker " + table + " for 200"))
			o := play(t, nonce, "poker "+table+" for 200", "hold 1 2 3 4 5")
			seen[table+" "+o.Row] = o.Paid
			if bet.Row(o.Paid) != o.Row {
				t.Errorf("%d is paid by %q, and found as %q", o.Paid, o.Row, bet.Row(o.Paid))
			}
		}
	}
	for row, want := range map[string]int64{"jacks All Other": 0, "jacks Jacks or Better": 200, "tens Tens or Better": 200,
		"jacks Two Pair": 400, "jacks Three of a Kind": 600, "jacks Straight": 800} {
		if got, ok := seen[row]; !ok || got != want {
			t.Errorf("%s pays %d, %t", row, got, ok)
		}
	}
}

func TestMalformed(t *testing.T) {
	for _, text := range []string{
		"", " for ", "dice", "dice under 4950", "dice under 4950 for ", "dice under 4950 for 0", "dice under 4950 for 150", "dice under 4950 for 100100",
		"dice under 4950 for -100", "dice under 4950 for +100", "dice under 4950 for 0100", "dice under 4950 for 100 ", " dice under 4950 for 100",
		"dice under 4951 for 100", "dice under 9900 for 100", "dice under 0 for 100", "dice under -1 for 100", "dice between 4950 for 100",
		"dice under 4950 for 100 for 100", "dice  under 4950 for 100", "Dice under 4950 for 100", "dice under 4950 for 1e2", "dice under 4950 for 99999999999999999999",
		"poker for 100", "poker  for 100", "poker deuces for 100", "poker jacks  for 100", "poker jacks for 100\n", "roulette 17 for 100", "dice under 4950 for 100\x00",
	} {
		if _, err := rules.ParseBet(text); !errors.Is(err, rules.ErrMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "hold ", "hold 0", "hold 6", "hold 2 1", "hold 1 1", "hold 1,2", "hold  1", "hold 1 ", "Hold", "hold 12"} {
		if _, err := rules.ParseHold(text); !errors.Is(err, rules.ErrMalformed) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, sent := range [][]string{nil, {"dice under 4950 for 100", "hold"}, {"poker jacks for 100", "hold", "hold"}, {"poker jacks for 100", "fold"}} {
		if _, err := rules.Replay(sent, stream(t, 0)); !errors.Is(err, rules.ErrMalformed) {
			t.Errorf("%q: %v", sent, err)
		}
	}
}

func TestTables(t *testing.T) {
	for i, want := range []struct {
		name string
		paid string
	}{{"jacks", "0.979696"}, {"tens", "0.979657"}, {"bonus", "0.979398"}} {
		table := rules.Tables()[i]
		if table.Short != want.name || fmt.Sprintf("%.6f", table.Return) != want.paid || float64(table.Paid)/float64(table.Of) != table.Return {
			t.Errorf("%s: %d/%d, %f", table.Short, table.Paid, table.Of, table.Return)
		}
	}
}

// What a bet that is accepted says can be written in one way only.
func FuzzParseBet(f *testing.F) {
	for _, text := range []string{"dice under 4950 for 100", "dice over 1 for 100000", "poker bonus for 500", "poker jacks for 100 for 100"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bet, err := rules.ParseBet(text)
		if err != nil {
			return
		}
		words := strings.Split(text, " ")
		if words[0] != bet.Game || words[len(words)-1] != fmt.Sprint(bet.Stake) || words[len(words)-2] != "for" || len(words) != map[string]int{rules.Dice: 5, rules.Poker: 4}[bet.Game] {
			t.Errorf("%q: %+v", text, bet)
		}
		if _, err := rules.Play([]string{text}, stream(t, 0)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
