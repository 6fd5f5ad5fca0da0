package videopoker_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

func TestRow(t *testing.T) {
	for _, test := range []struct {
		short string
		event videopoker.Event
		name  string
		pays  int64
	}{
		{"jacks", videopoker.FourAces, "Four of a Kind", 20},
		{"jacks", videopoker.PairOfTens, "All Other", 0},
		{"tens", videopoker.PairOfTens, "Tens or Better", 1},
		{"tens", videopoker.HighPair, "Tens or Better", 1},
		{"bonus", videopoker.FourAces, "Four Aces", 70},
		{"bonus", videopoker.FourLow, "Four 2s, 3s, 4s", 35},
		{"bonus", videopoker.FourHigh, "Four 5s thru Ks", 25},
		{"bonus", videopoker.Nothing, "All Other", 0},
	} {
		table, ok := videopoker.Lookup(test.short)
		if row := table.Row(test.event); !ok || row.Name != test.name || row.Pays != test.pays {
			t.Errorf("%s: event %d is in row %s, which pays %d; want %s, %d",
				test.short, test.event, row.Name, row.Pays, test.name, test.pays)
		}
	}
	if table, ok := videopoker.Lookup("deuces"); ok {
		t.Errorf("Lookup(deuces) found %s", table.Name)
	}
}
