package spec

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// A slip in an answer is a panic that names the question, and doesn't end the tests that ask.
func TestSlipNamesTheQuestion(t *testing.T) {
	for name, slip := range map[string]func(text string){
		"must":    func(text string) { must(strconv.Atoi(text)) },
		"fromHex": func(text string) { fromHex(text) },
		"bigInt":  func(text string) { bigInt(text) },
		"expect":  func(text string) { expect("a case", text, "") },
		"encoded": func(string) { encoded(func() {}) },
	} {
		answers["test v1/"+name] = asked(func(q struct{ Text string }) (fields, string) {
			slip(q.Text)
			return nil, "ok"
		})
		defer delete(answers, "test v1/"+name)
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, "test v1/"+name) || !strings.Contains(said, `{"text":"xyz"}`) {
					t.Errorf("%s: %s", name, said)
				}
			}()
			_, result := Answer("test v1", name, []byte(`{"text":"xyz"}`))
			t.Errorf("%s: %s", name, result)
		}()
	}
}

// What is kept of answers, for the next ones, is bounded.
func TestAnswersAreForgotten(t *testing.T) {
	question := []byte(`{"group":"ristretto255","label":"card","id":"id","n":3,"seats":2,"items":[]}`)
	for i := range 2000 {
		spoken[fmt.Sprint("turn ", i)] = "said"
	}
	if _, result := Answer("squaredeal/hand v1", "hand", question); result != "ok" || len(spoken) > 1000 {
		t.Errorf("%s; %d messages are kept", result, len(spoken))
	}
	for i := range 200_000 {
		decoded[fmt.Sprint("element ", i)] = identityPoint
	}
	if _, result := Answer("squaredeal/hand v1", "hand", question); result != "ok" || len(decoded) > 100_000 {
		t.Errorf("%s; %d points are kept", result, len(decoded))
	}
}
