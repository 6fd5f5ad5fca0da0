package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	deckSize = 52
	handSize = 5
)

// table is the pay table of a hand of video poker.
type table struct{ videopoker.PayTable }

func parseTable(short string) (table, error) {
	t, ok := videopoker.Lookup(short)
	if !ok {
		return table{}, malformed("no pay table is called %q", short)
	}
	return table{t}, nil
}

// most is what the best hand pays, for each coin bet.
func (t table) most() (pays int64) {
	for _, r := range t.Rows {
		pays = max(pays, r.Pays)
	}
	return pays
}

// play deals five cards and, once the player says which to hold, replaces the others.
func (t table) play(stake int64, choice []string, stream *seedrng.Stream) (Outcome, error) {
	ten := stream.Distinct(deckSize, 2*handSize)
	dealt, rest := ten[:handSize:handSize], ten[handSize:]
	outcome := Outcome{Received: []string{cards.Join(dealt)}}
	if len(choice) == 0 {
		return outcome, nil
	}
	held, err := ParseHold(choice[0])
	if err != nil {
		return Outcome{}, err
	}
	final := slices.Clone(dealt)
	for i := range final {
		if held>>i&1 == 0 {
			final[i], rest = rest[0], rest[1:]
		}
	}
	row := t.Row(videopoker.Evaluate(hand(final)))
	outcome.Row, outcome.Paid = row.Name, stake*row.Pays
	outcome.Received = append(outcome.Received, fmt.Sprintf("%s pays %d", cards.Join(final), outcome.Paid))
	return outcome, nil
}

// hand converts cards for package poker, which numbers them alike.
func hand(numbers []int) (h [handSize]uint8) {
	for i := range h {
		h[i] = uint8(numbers[i])
	}
	return h
}

// ParseHold reads the choice of the second step, the word hold and positions from 1 to 5
// in ascending order, as a mask: bit 0 is the first card.
func ParseHold(text string) (mask uint8, err error) {
	for m := range uint8(1 << handSize) {
		if FormatHold(m) == text {
			return m, nil
		}
	}
	return 0, malformed("%q doesn't say what to hold", text)
}

// FormatHold is the inverse of [ParseHold].
func FormatHold(mask uint8) string {
	var text strings.Builder
	text.WriteString("hold")
	for i := range handSize {
		if mask>>i&1 == 1 {
			fmt.Fprintf(&text, " %d", i+1)
		}
	}
	return text.String()
}

// Tables returns the pay tables with the exact return of each under optimal play.
var Tables = sync.OnceValue(func() (all []Table) {
	analyzer := videopoker.NewAnalyzer()
	for _, t := range videopoker.Tables {
		a := analyzer.Analyze(t)
		table := Table{Short: t.Short, Name: t.Name, Of: a.Totals.Combinations, Return: a.Totals.Return}
		for _, l := range a.Lines {
			table.Paid += l.Pays * l.Combinations
			table.Rows = append(table.Rows, Row(l))
		}
		all = append(all, table)
	}
	return all
})

// A Table is a pay table. Of each coin bet, optimal play has Paid/Of returned.
type Table struct {
	Short  string  `json:"table"`
	Name   string  `json:"name"`
	Paid   int64   `json:"paid"`
	Of     int64   `json:"of"`
	Return float64 `json:"return"`
	Rows   []Row   `json:"rows"`
}

// A Row is a line of a pay table.
type Row struct {
	Name         string  `json:"name"`
	Pays         int64   `json:"pays"` // coins for each coin bet
	Combinations int64   `json:"combinations"`
	Probability  float64 `json:"probability"`
	Return       float64 `json:"return"`
}
