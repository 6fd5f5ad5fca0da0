package clitest

import (
	"os"
	"testing"
)

// Axe returns an expression for the list of what axe-core finds on a page, to be evaluated
// there: texts, of which there are none if all is well. npm ci in js installs it; without it
// nothing is found, but in CI the test fails. It is for packages whose folders are three
// levels below the repository's.
func Axe(t testing.TB) (expression string) {
	t.Helper()
	script, err := os.ReadFile("../../../js/node_modules/axe-core/axe.min.js")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Log("not checked, as npm ci hasn't installed axe-core in js")
		return "[]"
	}
	return string(script) + `
		;axe.run(document, { resultTypes: ["violations"] }).then((found) =>
			found.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 150)).join("; ")))`
}
