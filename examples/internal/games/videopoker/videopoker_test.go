package videopoker

import (
	"fmt"
	"testing"
)

// The returns are those of package videopoker's analysis, to six digits.
func TestReturns(t *testing.T) {
	for table, want := range map[string]string{"jacks": "0.979696", "tens": "0.979657", "bonus": "0.979398"} {
		terms, err := Game{}.Parse(table)
		if err != nil {
			t.Fatal(err)
		}
		if r, _ := terms.Return().Float64(); fmt.Sprintf("%.6f", r) != want || terms.Most() != 50_000 {
			t.Errorf("%s: %v, at most %d", table, r, terms.Most())
		}
	}
}
