package api_test

import (
	"os"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
)

// The README explains every request, and every problem where its type says.
func TestReadme(t *testing.T) {
	content, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(content)
	for _, code := range api.Codes() {
		if want := "| <a name=\"" + code + "\"></a>`" + code + "` | "; !strings.Contains(readme, want) {
			t.Errorf("no row %s", want)
		}
	}
	for _, request := range api.Requests() {
		if !strings.Contains(readme, "| `"+request) {
			t.Errorf("no row for %s", request)
		}
	}
}
