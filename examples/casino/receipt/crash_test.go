package receipt_test

import (
	"crypto/sha256"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// Each lie about crash that statements show is found, by what is said of it and with as many statements as convict; and an honest
// casino is convicted by no order of what it has signed, nor by a part of that.
func TestJudgeCrash(t *testing.T) {
	honest, lies := casinotest.CrashStatements()
	if v := receipt.Judge(honest); len(v.Faults) != 0 || v.Checked != 3 || v.Waiting != 1 {
		t.Errorf("honest: %+v", v)
	}
	for i := range honest {
		some := append(slices.Clone(honest[i:]), honest[:i/2]...)
		slices.Reverse(some)
		if v := receipt.Judge(some); len(v.Faults) != 0 {
			t.Errorf("without some: %+v", v.Faults)
		}
	}
	for _, c := range lies {
		v := receipt.Judge(append(slices.Clone(honest), c.Lie...))
		if len(v.Faults) == 0 {
			t.Errorf("%s: not found", c.What)
		}
		found := slices.ContainsFunc(v.Faults, func(f receipt.Fault) bool {
			return strings.Contains(f.Text, c.Found) &&
				len(f.Convicted) == c.Of
		})
		if !found {
			t.Errorf("%s: %+v", c.What, v.Faults)
		}
	}
}

// What is far apart in a chain isn't compared: nobody makes a judge work by two numbers.
func TestFarLinks(t *testing.T) {
	first, far := sha256.Sum256([]byte("a")), sha256.Sum256([]byte("b"))
	end := func(round int64, link commit.Link) receipt.CrashEnd {
		return receipt.CrashEnd{Chain: 1, Round: round, Point: 100, Link: link}
	}
	if v := receipt.Judge([]receipt.Statement{end(1, first), end(10_002, far)}); len(v.Faults) != 0 {
		t.Errorf("%+v", v)
	}
	if v := receipt.Judge([]receipt.Statement{end(1, first), end(10_001, far)}); len(v.Faults) != 1 {
		t.Errorf("%+v", v)
	}
}
