package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// The page's rules of poker, and its advice, are those of package videopoker.
func TestRules(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	hands := pokerHands()
	b.samePokerRows(hands)
	b.samePokerHolds([][5]uint8{{49, 17, 46, 39, 40}, {22, 0, 12, 40, 2}, {9, 10, 11, 12, 0}, {9, 22, 35, 48, 1},
		{0, 13, 26, 1, 14}, hands[0], hands[1]})
}

// pokerHands returns hands at random, and those that are rare.
func pokerHands() (hands [][5]uint8) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var hand [5]uint8
		for i, c := range random.Perm(52)[:5] {
			hand[i] = uint8(c)
		}
		hands = append(hands, hand)
	}
	for rank := range uint8(13) {
		for other := range uint8(13) {
			if other != rank {
				hands = append(hands, [5]uint8{rank, rank + 13, rank + 26, rank + 39, other}, [5]uint8{rank, other, rank + 26, other + 13, rank + 39})
			}
		}
	}
	for i := range 4 {
		ace := uint8(13 * i)
		hands = append(hands, [5]uint8{ace, ace + 9, ace + 10, ace + 11, ace + 12}, [5]uint8{ace, ace + 1, ace + 2, ace + 3, ace + 4},
			[5]uint8{ace, ace + 9, ace + 10, ace + 11, (ace + 25) % 52}, [5]uint8{ace, ace + 1, ace + 10, ace + 11, ace + 12})
	}
	return hands
}

// samePokerRows compares the rows of all pay tables, each of which some hand has.
func (b *tab) samePokerRows(hands [][5]uint8) {
	b.Helper()
	list := asNumbers(hands)
	seen := make(map[string]bool)
	for _, table := range videopoker.Tables {
		got := eval[[]string](b, fmt.Sprintf(`import("/games/poker/rules.js").then((games) => %s.map((hand) =>
			{ const row = games.rowOf(%q, hand); return row.name + " " + row.pays; }))`, list, table.Short))
		for i, hand := range hands {
			row := table.Row(videopoker.Evaluate(hand))
			if want := fmt.Sprint(row.Name, " ", row.Pays); got[i] != want {
				b.Fatalf("%s: %v is %s, want %s", table.Name, hand, got[i], want)
			}
			seen[row.Name] = true
		}
	}
	if len(seen) != 14 {
		b.Errorf("not all rows were tried: %v", seen)
	}
}

// samePokerHolds compares what each way to hold a hand pays on average, and which is the best.
func (b *tab) samePokerHolds(hands [][5]uint8) {
	b.Helper()
	analyzer := videopoker.NewAnalyzer()
	for i, hand := range hands {
		table := videopoker.Tables[i%3]
		type hold struct{ Mask, Paid, Draws int64 }
		got := eval[[]hold](b, fmt.Sprintf(`import("/games/poker/best.js").then(({ best, holds }) => {
			const all = holds(%q, %s);
			return [best(all), ...all].map((h) => ({ ...h, mask: all.indexOf(h) }));
		})`, table.Short, asNumbers(hand)))
		for _, h := range got {
			want, err := analyzer.Hold(table, hand, uint8(h.Mask))
			if err != nil || h.Paid != want.Paid || h.Draws != want.Draws {
				b.Errorf("%s, %v: %+v, want %+v, %v", table.Name, hand, h, want, err)
			}
		}
		if want, err := analyzer.Best(table, hand); err != nil || got[0].Paid*want.Draws != want.Paid*got[0].Draws {
			b.Errorf("%s, %v: the best is %+v, %v, not %+v", table.Name, hand, want, err, got[0])
		}
	}
}

// asNumbers returns cards as JSON, which would take them for bytes.
func asNumbers(cards any) string {
	return strings.ReplaceAll(fmt.Sprint(cards), " ", ",")
}
