//go:build js

package main

import (
	"encoding/json"
	"syscall/js"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
)

// A request is what the page says: to begin, or at a table.
type request struct {
	Start *struct {
		Table string `json:"table"`
		Name  string `json:"name"` // by which the seat is kept
		URL   string `json:"url"`  // of the room's WebSockets
		Watch bool   `json:"watch"`
		Who   *who   `json:"who"` // nil for a player without a name
	} `json:"start"`
	Who    *who `json:"who"` // instead of a start: asks for a [person]
	Record bool `json:"record"`
	Shown  bool `json:"shown"` // the record of what this browser was shown, as the room may show something else by now
	player.Command
}

// A who is what a player is called at all tables, by the key of this browser.
type who struct {
	Name    string `json:"name"`
	Picture byte   `json:"picture"`
}

// A person is what a page can show of a [who]: the name as it is written, or what is wrong
// with it, and the patterns of all pictures to choose from.
type person struct {
	Name     string   `json:"name"`
	Wrong    string   `json:"wrong"`
	Patterns []string `json:"patterns"`
}

// A reply is what the page is told. One field is set.
type reply struct {
	View      *player.View `json:"view,omitempty"`
	Connected *bool        `json:"connected,omitempty"`
	Record    []byte       `json:"record,omitempty"`
	Refused   string       `json:"refused,omitempty"` // a command
	Elsewhere bool         `json:"elsewhere,omitempty"`
	Failed    string       `json:"failed,omitempty"`
	Doubt     *doubt       `json:"doubt,omitempty"`
	Done      bool         `json:"done,omitempty"`
	Person    *person      `json:"person,omitempty"`
}

// A doubt is why the room isn't an honest one: a [player.Kind], or empty when
// an astray board is back.
type doubt struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

func tellDoubt(err error) {
	d := doubt{Kind: player.Kind(err)}
	if d.Kind != "" {
		d.Text = err.Error()
	}
	tell(reply{Doubt: &d})
}

func tell(r reply) {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // views are plain data
	}
	js.Global().Call("postMessage", string(b))
}
