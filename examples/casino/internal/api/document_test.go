package api_test

import (
	"os"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
)

// API.md explains every request, and every problem where its type says.
func TestDocument(t *testing.T) {
	content, err := os.ReadFile("../../API.md")
	if err != nil {
		t.Fatal(err)
	}
	document := string(content)
	for _, code := range api.Codes() {
		if want := "| <a name=\"" + code + "\"></a>`" + code + "` | "; !strings.Contains(document, want) {
			t.Errorf("no row %s", want)
		}
	}
	for _, request := range api.Requests() {
		if !strings.Contains(document, "| `"+request) {
			t.Errorf("no row for %s", request)
		}
	}
}
