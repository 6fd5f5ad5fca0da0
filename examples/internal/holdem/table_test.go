package holdem_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

func config(seats, hands int) holdem.Config {
	return holdem.Config{Seats: seats, Hands: hands, Chips: 100, SmallBlind: 1, BigBlind: 2}
}

// checkOver checks that all honest seats that are still there agree, among themselves and
// with an audit, that the match is over, and that no chip is lost.
func (b *bus) checkOver() *holdem.Verdict {
	b.t.Helper()
	verdict := b.audit()
	for s, t := range b.tables {
		if t == nil || b.cheats[s] != "" {
			continue
		}
		v := t.View()
		if v.Err != nil {
			continue
		}
		if v.Stage != holdem.Over {
			b.t.Errorf("seat %d: %v, awaiting %v", s, v.Stage, v.Awaited)
		}
		alone, err := holdem.Audit(b.config, b.keys, t.Transcript())
		if err != nil {
			b.t.Fatal(err)
		}
		if diff := cmp.Diff(alone.Results, v.Results) + cmp.Diff(alone.Outs, v.Outs); diff != "" {
			b.t.Errorf("seat %d and its own transcript: %s", s, diff)
		}
		if diff := cmp.Diff(verdict.Results, v.Results); diff != "" {
			b.t.Errorf("seat %d: %s", s, diff)
		}
		if diff := cmp.Diff(verdict.Outs, v.Outs); diff != "" {
			b.t.Errorf("seat %d: %s", s, diff)
		}
		sum := 0
		for _, chips := range v.Stacks {
			sum += chips
		}
		if sum != b.config.Seats*b.config.Chips {
			b.t.Errorf("seat %d: %d chips: %v", s, sum, v.Stacks)
		}
	}
	if b.t.Failed() {
		for _, e := range verdict.Events {
			b.t.Logf("hand %d: seat %d %s", e.Hand, e.Seat, e.Text)
		}
		for s, t := range b.tables {
			if t != nil {
				v := t.View()
				b.t.Logf("seat %d: %v %v, %v %v", s, v.Stage, v.Awaited, v.Players, v.Cheats)
			}
		}
		b.t.FailNow()
	}
	return verdict
}

func TestMatch(t *testing.T) {
	for _, seats := range []int{2, 3, 6, 9} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			b := newBus(t, uint64(seats), config(seats, 2))
			b.run()
			v := b.checkOver()
			early := slices.Max(v.Stacks) == seats*b.config.Chips // of one who has won all chips in the first hand
			if v.Guilty != nil || !v.Over || slices.Max(b.expired) > 0 || len(v.Results) != 2 && !early {
				t.Errorf("%+v", v)
			}
			t.Log(b.steps, len(b.sent), v.Stacks)
		})
	}
}

// If the state can't be stored, a call fails and nothing has changed: the same call later
// has the same effect.
func TestStore(t *testing.T) {
	b := newBus(t, 5, config(3, 1))
	b.act = caller
	failed := 0
	fail := func(seat int, f func(t *holdem.Table) ([][]byte, error)) {
		table, d := b.tables[seat], b.disks[seat]
		before, sent := table.View(), table.Sent()
		d.fail = true
		send, err := f(table)
		d.fail = false
		if err == nil {
			return // there was nothing to store
		}
		failed++
		if !errors.Is(err, errDisk) || send != nil {
			t.Fatalf("%d statements, %v", len(send), err)
		}
		if diff := cmp.Diff(before, table.View()); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(sent, table.Sent()); diff != "" {
			t.Fatal(diff)
		}
	}
	b.before = fail
	b.run()
	if v := b.checkOver(); len(v.Results) != 1 || v.Outs != nil {
		t.Errorf("%+v", v)
	}
	if failed < 30 {
		t.Errorf("%d calls failed", failed)
	}
}

// A zero table, and arguments that can't be played with, are refused.
func TestMalformed(t *testing.T) {
	var zero holdem.Table
	if _, err := zero.Hear(nil); !errors.Is(err, holdem.ErrMalformed) {
		t.Error(err)
	}
	if zero.Sent() != nil || zero.Transcript() != nil || zero.Events(0) != nil {
		t.Error("a zero table has something")
	}
	good := config(2, 1)
	for _, c := range []holdem.Config{
		{}, {Seats: 1, Chips: 9, BigBlind: 2}, {Seats: 10, Chips: 9, BigBlind: 2}, {Seats: 2, Chips: 0, BigBlind: 2},
		{Seats: 2, Chips: 9}, {Seats: 2, Chips: 9, SmallBlind: 3, BigBlind: 2}, {Seats: 2, Hands: -1, Chips: 9, BigBlind: 2},
		{Seats: 2, Chips: holdem.MaxChips + 1, BigBlind: 2},
	} {
		if err := c.Check(); !errors.Is(err, holdem.ErrMalformed) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	key, other := oldrecord.GenerateKey(), oldrecord.GenerateKey()
	keys := []ed25519.PublicKey{key.Public(), other.Public()}
	d := new(disk)
	if _, _, err := holdem.GenerateTable(good, keys, 0, key, nil); !errors.Is(err, holdem.ErrMalformed) {
		t.Error(err)
	}
	if _, _, err := holdem.GenerateTable(good, keys[:1], 0, key, d.store); !errors.Is(err, holdem.ErrMalformed) {
		t.Error(err)
	}
	if _, _, err := holdem.GenerateTable(good, keys, 1, key, d.store); err == nil {
		t.Error("a seat with another's key")
	}
	table, _, err := holdem.GenerateTable(good, keys, 0, key, d.store)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Act(holdem.Action{}); !errors.Is(err, holdem.ErrState) {
		t.Error(err)
	}
	if _, err := table.Hear([]byte("x")); err == nil {
		t.Error("heard a byte")
	}
	if text := fmt.Sprintf("%+v %#v %s", table, *table, table); strings.Contains(text, "players") || !strings.Contains(text, "redacted") {
		t.Error(text)
	}
	for i := range d.held {
		damaged := bytes.Clone(d.held)
		damaged[i] ^= 1
		if _, err := holdem.ParseTable(damaged, d.store); err == nil {
			t.Errorf("accepted a state with byte %d damaged", i)
		}
	}
	if _, err := holdem.ParseTable(nil, d.store); !errors.Is(err, holdem.ErrMalformed) {
		t.Error(err)
	}
}

// A seat that signs two statements in one place is found out also by those of whom each
// has heard one, and nobody else is blamed.
func TestEquivocation(t *testing.T) {
	for seed := range uint64(6) {
		b := newBus(t, seed, config(3, 2), "", holdem.CheatEquivocate)
		b.act = caller
		table, err := b.config.Table(b.keys)
		if err != nil {
			t.Fatal(err)
		}
		first := map[int]string{}
		b.keep = func(from, to int, raw []byte) bool {
			st, err := oldrecord.ParseStatement(table, raw)
			if err != nil || st.Seat() != 1 || from != 1 {
				return false
			}
			if first[st.Number()] == "" {
				first[st.Number()] = string(raw)
			}
			twin := first[st.Number()] != string(raw)
			return to == 0 && twin || to == 2 && !twin && len(b.twins(table, st)) > 1
		}
		b.run()
		v := b.checkOver()
		if len(v.Guilty) != 1 || v.Guilty[0].Seat != 1 || len(v.Guilty[0].Statements) != 2 {
			t.Errorf("guilty: %v", v.Guilty)
		}
	}
}
