package web_test

import (
	"crypto/ed25519"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// eachName calls a function for each name that a type has in JSON.
func eachName(t reflect.Type, f func(string)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		eachName(t.Elem(), f)
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name != "" {
				f(name)
			}
			if field.Type != reflect.TypeFor[time.Time]() {
				eachName(field.Type, f)
			}
		}
	}
}

// The types for other pages name all that the program says, and none that it doesn't.
func TestTypes(t *testing.T) {
	b, err := os.ReadFile("player.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`//.*`).ReplaceAllString(string(b), "")
	section := func(from, to string) string {
		_, rest, _ := strings.Cut(all, from)
		text, _, _ := strings.Cut(rest, to)
		return text
	}
	views := map[string]reflect.Type{section("interface View {", "export type"): reflect.TypeFor[player.View]()}
	for _, offer := range []board.Offer{
		{Game: holdem.Config{Seats: 2, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2}.Bytes(), Longest: holdem.Longest},
		{Game: rummy.Terms(2, 1), Longest: rummy.Longest},
		{Game: heartsgame.Terms(50), Seats: heartsgame.Seats, Longest: heartsgame.Longest},
	} {
		seats := make([]ed25519.PublicKey, max(2, offer.Seats))
		for i := range seats {
			seats[i] = record.GenerateKey().Public()
		}
		game, err := games.New(offer.Terms(seats), board.Nobody, nil)
		if err != nil {
			t.Fatal(err)
		}
		var c struct{ Name string }
		if err := json.Unmarshal(offer.Game, &c); err != nil {
			t.Fatal(err)
		}
		what := map[string]string{holdem.Label: "PokerView", rummy.Label: "RummyView", heartsgame.Label: "HeartsView"}[c.Name]
		views[section("interface "+what+" {", "export type")] = reflect.TypeOf(game.View())
	}
	for text, view := range views {
		said := make(map[string]bool)
		eachName(view, func(name string) { said[name] = true })
		missing := maps.Clone(said)
		for _, m := range regexp.MustCompile(`(\w+)\??: `).FindAllStringSubmatch(text, -1) {
			if !said[m[1]] {
				t.Errorf("%v has no %s", view, m[1])
			}
			delete(missing, m[1])
		}
		for name := range missing {
			t.Errorf("player.d.ts lacks %s of %v", name, view)
		}
	}
	if len(views) != 4 {
		t.Error(len(views), "views")
	}
}
