package heartsgame

import (
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

func numbers(t testing.TB, names string) []int {
	t.Helper()
	n, err := faces.Parse[int](names)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// tricks returns what was played: a trick in each text, each led by seat 0, and the last one
// perhaps unfinished, or empty.
func tricks(t testing.TB, texts ...string) *Tricks {
	t.Helper()
	var all Tricks
	for i, text := range texts {
		for seat, card := range numbers(t, text) {
			all.play(seat, card)
		}
		if i < len(texts)-1 {
			all.take()
		}
	}
	return &all
}

func TestLegal(t *testing.T) {
	first, later, broken := "2♣ 3♣ 4♣ 5♣", "A♦ 2♦ 3♦ 4♦", "A♦ 2♥ 3♦ 4♦"
	for _, c := range []struct {
		played      []string
		hand, legal string
	}{
		{[]string{first, "9♦"}, "A♦ 3♦ K♥ 2♠", "A♦ 3♦"},
		{[]string{first, "9♦"}, "K♥ Q♠ 2♠", "K♥ Q♠ 2♠"},
		{[]string{first, "9♦ K♥"}, "A♦ Q♠", "A♦"},
		{[]string{"2♣"}, "A♣ K♥ Q♠", "A♣"},
		{[]string{"2♣"}, "A♦ K♥ Q♠", "A♦"},
		{[]string{"2♣ K♦"}, "K♥ Q♠ J♠", "J♠"},
		{[]string{"2♣"}, "K♥ Q♠ 2♥", "K♥ Q♠ 2♥"},
		{[]string{first, ""}, "K♥ Q♠ 2♣", "Q♠ 2♣"},
		{[]string{first, ""}, "K♥ A♥", "K♥ A♥"},
		{[]string{first, ""}, "Q♠ A♥", "Q♠"},
		{[]string{first, later, ""}, "K♥ 2♣", "2♣"},
		{[]string{first, broken, ""}, "K♥ 2♣", "K♥ 2♣"},
		{[]string{first, "A♦ Q♠ 3♦ 4♦", ""}, "K♥ 2♣", "2♣"}, // the queen doesn't break hearts
		{[]string{first, broken, "5♥"}, "K♥ 2♣", "K♥"},
	} {
		hand, legal := numbers(t, c.hand), []int(nil)
		for _, place := range tricks(t, c.played...).Legal(hand) {
			legal = append(legal, hand[place])
		}
		if faces.Join(legal) != c.legal {
			t.Errorf("after %q, of %s one may play %s, and not %s", c.played, c.hand, faces.Join(legal), c.legal)
		}
	}
}

func TestTrick(t *testing.T) {
	for text, c := range map[string]struct{ winner, points int }{
		"2♣ A♣ 3♣ 4♣": {1, 0}, "K♣ Q♣ A♦ A♠": {0, 0}, "9♥ Q♠ 10♥ 2♥": {2, 16}, "A♥ K♥ 3♥ 2♥": {0, 4}, "J♠ Q♠ K♠ A♠": {3, 13}, "3♦ 2♦ A♥": {0, 1},
	} {
		trick := tricks(t, text).Trick
		if trick.Winner() != c.winner || trick.Points() != c.points {
			t.Errorf("%s: seat %d takes %d points", text, trick.Winner(), trick.Points())
		}
	}
	if took := tricks(t, "2♣ A♣ 3♣ Q♠", "2♦ A♦ 3♦ 4♥", "5♥ 3♥ 2♠ K♥", "").Took(4); !slices.Equal(took, []int{0, 14, 0, 3}) {
		t.Errorf("they took %v", took)
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		took, players, scored []int
		moon                  int
	}{
		{[]int{13, 0, 12, 1}, []int{0, 1, 2, 3}, []int{13, 0, 12, 1}, -1},
		{[]int{0, 26, 0, 0}, []int{0, 1, 2, 3}, []int{26, 0, 26, 26}, 1},
		{[]int{0, 0, 26, 0}, []int{0, 2, 3}, []int{26, 0, 0, 26}, 2},
	} {
		if scored, moon := score(c.took, c.players); !slices.Equal(scored, c.scored) || moon != c.moon {
			t.Errorf("%v of %v: %v, moon %d", c.took, c.players, scored, moon)
		}
	}
}

// A bot doesn't do what every player learns not to do first.
func TestBot(t *testing.T) {
	for _, c := range []struct {
		played     []string
		hand, best string
	}{
		{[]string{"2♣"}, "A♣ 4♣ Q♠ 2♥", "A♣"},                            // the first trick is free
		{[]string{"2♣ 3♣ 4♣ 5♣", "K♠"}, "Q♠ J♠ 2♠", "Q♠"},                // under the king
		{[]string{"2♣ 3♣ 4♣ 5♣", "J♠ 2♠ 3♠"}, "Q♠ K♠", "K♠"},             // last, without points
		{[]string{"2♣ 3♣ 4♣ 5♣", "9♦ 3♥ 4♦"}, "A♦ 8♦ 2♦", "8♦"},          // as high as it goes under
		{[]string{"2♣ 3♣ 4♣ 5♣", "9♦ 3♥ 4♦"}, "J♦ A♦", "A♦"},             // it takes it anyway
		{[]string{"2♣ 3♣ 4♣ 5♣", "9♦ 3♦"}, "J♦ A♦", "J♦"},                // perhaps the last one takes it
		{[]string{"2♣ 3♣ 4♣ 5♣", "9♦"}, "A♥ Q♠ K♣", "Q♠"},                // thrown off
		{[]string{"2♣ 3♣ 4♣ 5♣", "9♦"}, "A♥ K♠ K♣", "K♠"},                // while the queen is out
		{[]string{"2♣ 3♣ 4♣ 5♣", "J♠ K♠ Q♠ 2♠", "9♦"}, "9♥ K♠ K♣", "9♥"}, // when it isn't
		{[]string{"2♣ 3♣ 4♣ 5♣", ""}, "A♠ 9♦ 3♣ Q♠", "3♣"},
	} {
		if got := faces.Card(tricks(t, c.played...).best(numbers(t, c.hand), Seats)).String(); got != c.best {
			t.Errorf("after %q, of %s it plays %s, and not %s", c.played, c.hand, got, c.best)
		}
	}
	for hand, passed := range map[string]string{
		"Q♠ K♠ 2♠ 3♥ 4♥ 5♥ A♦ 2♣ 3♣": "K♠ Q♠ A♦", // without guards
		"Q♠ 2♠ 3♠ 4♠ 5♠ A♥ K♥ Q♥ J♥": "Q♥ K♥ A♥", // with four
		"2♠ 3♠ A♣ 2♦ 3♦ 4♦ 5♦ K♦ K♣": "A♣ K♣ K♦",
	} {
		held := numbers(t, hand)
		slices.SortFunc(held, func(a, b int) int { return risk(b, held) - risk(a, held) })
		sorted := func(names string) []string { return slices.Sorted(slices.Values(strings.Fields(names))) }
		if got := faces.Join(held[:3]); !slices.Equal(sorted(got), sorted(passed)) {
			t.Errorf("of %s it passes %v, and not %s", hand, got, passed)
		}
	}
}
