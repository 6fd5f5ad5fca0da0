package api_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// API.md explains every request, every member of the view, and every problem where its type says.
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
	_, view, _ := strings.Cut(document, "\nThe view is `{")
	view, _, _ = strings.Cut(view, "}`")
	for _, member := range members(reflect.TypeFor[house.View]()) {
		if !strings.Contains(view, `"`+member+`"`) {
			t.Errorf("the view lacks %s", member)
		}
	}
}

// members returns the names that a struct has in JSON, with those of structs in it.
func members(of reflect.Type) (names []string) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
		if field.Type.Kind() == reflect.Struct {
			names = append(names, members(field.Type)...)
		}
	}
	return names
}
