package holdem_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
)

// Whatever is left out of a record, or damaged in it, an audit names nobody but the cheat.
func TestAuditDamaged(t *testing.T) {
	for i, way := range []string{"", holdem.CheatShuffle, holdem.CheatTurn, holdem.CheatEquivocate} {
		cheats := []string{"", way, ""}
		b := newBus(t, uint64(i), config(3, 1), cheats...)
		b.act = caller
		b.run()
		b.checkOver()
		named := 0
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		for range 12 {
			var transcripts [][]byte
			for _, table := range b.tables {
				entries, err := oldrecord.Split(table.Transcript())
				if err != nil {
					t.Fatal(err)
				}
				var kept []byte
				for _, e := range entries {
					if rng.IntN(6) > 0 {
						kept = field.Append(kept, e)
					}
				}
				if rng.IntN(3) == 0 {
					kept[rng.IntN(len(kept))] ^= 1
				}
				transcripts = append(transcripts, kept[:len(kept)-rng.IntN(len(kept)/2)])
			}
			v, err := holdem.Audit(b.config, b.keys, transcripts...)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range v.Guilty {
				if named++; g.Seat != 1 || way == "" {
					t.Errorf("%q: the audit names seat %d: %v", way, g.Seat, g.What)
				}
			}
		}
		if (named > 0) != (way != "") {
			t.Errorf("%q: named %d times", way, named)
		}
	}
}

// The evidence in a verdict is what the guilty seat has signed.
func TestEvidence(t *testing.T) {
	b := newBus(t, 1, config(3, 1), "", "", holdem.CheatPeek)
	b.act = caller
	b.run()
	v := b.checkOver()
	if len(v.Guilty) != 1 {
		t.Fatal(v.Guilty)
	}
	g := v.Guilty[0]
	table, err := b.config.Table(b.keys)
	if err != nil {
		t.Fatal(err)
	}
	st, err := oldrecord.ParseStatement(table, g.Statements[0])
	if err != nil || st.Seat() != 2 || g.Seat != 2 || st.Number() != g.Number || st.Digest().String() != g.Digest {
		t.Errorf("%v: statement %d of seat %d", err, st.Number(), st.Seat())
	}
	if cheat := b.tables[0].View().Cheats[0]; !bytes.Equal(cheat.Statement, g.Statements[0]) || cheat.What != g.What {
		t.Errorf("seat 0 has other evidence: %v", cheat.What)
	}
	if _, err := holdem.Audit(b.config, b.keys[:2]); !errors.Is(err, holdem.ErrMalformed) {
		t.Error(err)
	}
	empty, err := holdem.Audit(b.config, b.keys)
	if err != nil || empty.Guilty != nil || empty.Over || !slices.Equal(empty.Awaited, []int{0, 1, 2}) {
		t.Errorf("%+v, %v", empty, err)
	}
}

// A seat leaves at any step: the others go on at once, without waiting for anything.
func TestLeave(t *testing.T) {
	for steps := 0; steps < 150; steps += 15 {
		b := newBus(t, uint64(steps), config(3, 1))
		b.act = caller
		for range steps {
			b.step()
		}
		if b.tables[1].View().Stage == holdem.Over {
			break
		}
		b.call(1, (*holdem.Table).Leave)
		b.run()
		v := b.checkOver()
		if slices.Max(b.expired) > 0 || len(v.Outs) != 1 || v.Outs[0].Seat != 1 || v.Outs[0].Why != holdem.Left {
			t.Errorf("after step %d: %v, %+v", steps, b.expired, v.Outs)
		}
		checkFull(t, v)
		if err := b.tables[1].View().Err; !errors.Is(err, holdem.ErrOut) {
			t.Errorf("it sees %v", err)
		}
		if _, err := b.tables[1].Leave(); !errors.Is(err, holdem.ErrState) {
			t.Errorf("it leaves again: %v", err)
		}
	}
}
