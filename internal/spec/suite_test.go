package spec

import "testing"

// What was published is read from the module that Write is given.
func TestModule(t *testing.T) {
	s := &suite{module: "../.."}
	drawRounds(s)
	if len(s.cases) < 100 {
		t.Errorf("%d cases", len(s.cases))
	}
}
