package table_test

import (
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// Every argument that is wrong is named, with its range.
func TestArguments(t *testing.T) {
	m := newMatch(t, 3, 1)
	store := func(_, _ table.State) error { return nil }
	with := func(change func(*table.Terms)) error {
		terms := m.terms
		change(&terms)
		_, err := table.New(terms, newTestGame(3, 1, 0), m.keys[0], store)
		return err
	}
	second := func(_ any, err error) error { return err }
	var zero table.Table
	var nobody table.Player
	_, _, pending := nobody.Pending(m.now)
	waiting := m.players[0]
	for text, err := range map[string]error{
		"there is no game":                       second(table.New(m.terms, nil, m.keys[0], store)),
		"there is no store function":             second(table.New(m.terms, newTestGame(3, 1, 0), m.keys[0], nil)),
		"the key is that of no seat":             second(table.New(m.terms, newTestGame(3, 1, 0), record.GenerateKey(), store)),
		"a grace of 0s, not 1s to":               with(func(t *table.Terms) { t.Grace = 0 }),
		"a bank of -1s, not 0 to 64 graces":      with(func(t *table.Terms) { t.Bank = -time.Second }),
		"isn't in whole milliseconds":            with(func(t *table.Terms) { t.Grace++ }),
		"a longest message of 0 bytes, not 1 to": with(func(t *table.Terms) { t.Longest = 0 }),
		"table: malformed: 1 seats, not 2 to 64": with(func(t *table.Terms) { t.Seats = t.Seats[:1] }),
		"the key of seat 1 is repeated":          with(func(t *table.Terms) { t.Seats = []ed25519.PublicKey{t.Seats[0], t.Seats[0]} }),
		"there is no state":                      second(table.Parse(m.terms, newTestGame(3, 1, 0), m.keys[0], nil, store)),
		"state: checksum":                        second(table.Parse(m.terms, newTestGame(3, 1, 0), m.keys[0], []byte("junk"), store)),
		"zero Table or Player":                   second(zero.Read(m.now, record.Post{Number: 1})),
		"zero Table or Player ":                  second(zero.Would(record.Statement{})),
		" zero Table or Player":                  second(zero.Connect(m.shown)),
		"zero Table":                             second(zero.SignHead(m.keys[3], 0)),
		"zero Table or":                          pending,
		"or Player":                              nobody.Act(nil),
		"table: malformed: zero":                 nobody.Leave(),
		"malformed: zero Table or":               second(nobody.Read(m.now, record.Post{Number: 1})),
		"post 0 after post 0":                    second(waiting.Read(m.now, record.Post{})),
		"seat 0 isn't due":                       waiting.Act([]byte{1}),
		"seat 0 can't leave: the game hasn't":    waiting.Leave(),
	} {
		if err == nil || !errors.Is(err, table.ErrMalformed) && !errors.Is(err, table.ErrState) && !errors.Is(err, record.ErrMalformed) ||
			!strings.Contains(err.Error(), strings.TrimSpace(text)) {
			t.Errorf("%v, not …%s…", err, text)
		}
	}
	if zero.Places() != 0 || zero.Head() != (record.Digest{}) || zero.Due(m.now) != nil || zero.Over() || zero.Final() || nobody.Done() ||
		nobody.Leaving() {
		t.Error("a zero table says something")
	}
	m.exchange()
	err := m.players[m.turn()].Act(make([]byte, 65))
	if !errors.Is(err, table.ErrState) || !strings.Contains(err.Error(), "65 bytes, where the terms allow 64") {
		t.Error(err)
	}
}
