package poker_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/poker"
)

func TestRow(t *testing.T) {
	for _, test := range []struct {
		short string
		event poker.Event
		name  string
		pays  int64
	}{
		{"jacks", poker.FourAces, "Four of a Kind", 20},
		{"jacks", poker.PairOfTens, "All Other", 0},
		{"tens", poker.PairOfTens, "Tens or Better", 1},
		{"tens", poker.HighPair, "Tens or Better", 1},
		{"bonus", poker.FourAces, "Four Aces", 70},
		{"bonus", poker.FourLow, "Four 2s, 3s, 4s", 35},
		{"bonus", poker.FourHigh, "Four 5s thru Ks", 25},
		{"bonus", poker.Nothing, "All Other", 0},
	} {
		table, ok := poker.Lookup(test.short)
		if row := table.Row(test.event); !ok || row.Name != test.name || row.Pays != test.pays {
			t.Errorf("%s: event %d is in row %s, which pays %d; want %s, %d",
				test.short, test.event, row.Name, row.Pays, test.name, test.pays)
		}
	}
	if table, ok := poker.Lookup("deuces"); ok {
		t.Errorf("Lookup(deuces) found %s", table.Name)
	}
}
