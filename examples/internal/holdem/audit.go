package holdem

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"sort"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A Verdict is what the record of a match proves, for somebody who wasn't there.
type Verdict struct {
	Guilty  []Guilt  `json:"guilty"`
	Outs    []Out    `json:"outs"`    // the seats that don't play on
	Results []Result `json:"results"` // of all hands, with the payouts computed again
	Stacks  []int    `json:"stacks"`  // by seat, after the last of these
	Hand    int      `json:"hand"`    // the last one that was begun
	Over    bool     `json:"over"`    // whether the match was played to its end
	// Awaited are the seats that the others were waiting for at the end of the record. It
	// doesn't prove that they were silent: what they said may have been left out.
	Awaited []int          `json:"awaited,omitempty"`
	Claims  []record.Claim `json:"claims,omitempty"` // what seats say they have heard, and nobody shows
	Damage  []error        `json:"-"`                // of the transcripts; what could be read counts
	Events  []Event        `json:"-"`
}

// A Guilt is a seat that has cheated, and how its own statements prove it.
type Guilt struct {
	Seat       int      `json:"seat"`
	What       string   `json:"what"`
	Number     int      `json:"number"`     // of its statement
	Digest     string   `json:"digest"`     // of that
	Statements [][]byte `json:"statements"` // that one, or two that contradict each other
}

// Audit judges a match by its record alone: the transcripts of any of its seats, in any
// order and damaged in any way. It names a seat only if two statements that it signed
// contradict each other, or one of them is such that no honest seat makes it, having heard
// just what that one says was heard. It can't tell who was silent from whose statements
// were left out. It returns an [ErrMalformed] if there is no such table.
func Audit(c Config, keys []ed25519.PublicKey, transcripts ...[]byte) (*Verdict, error) {
	table, err := c.Table(keys)
	if err != nil {
		return nil, err
	}
	transcripts, signed := apart(table, transcripts)
	r, err := record.Merge(table, transcripts...)
	if err != nil {
		return nil, err
	}
	return judge(c, table, r, signed), nil
}

// CheckEntry returns an error unless a seat of
// the table has signed an entry of a transcript, be it a statement or a countersignature.
func CheckEntry(table record.Table, entry []byte) error {
	_, is, err := parseCountersignature(table, entry)
	if !is {
		_, err = record.ParseStatement(table, entry)
	}
	return err
}

// apart takes the countersignatures out of transcripts: by statement, which seats have made
// them.
func apart(table record.Table, transcripts [][]byte) (rest [][]byte, signed map[record.Digest]map[int]bool) {
	signed = make(map[record.Digest]map[int]bool)
	for _, transcript := range transcripts {
		entries, _ := record.Split(transcript)
		var kept []byte
		for _, e := range entries {
			transcript = transcript[8+len(e):]
			c, is, err := parseCountersignature(table, e)
			switch {
			case !is:
				kept = field.Append(kept, e)
			case err == nil && signed[c.digest] == nil:
				signed[c.digest] = map[int]bool{c.by: true}
			case err == nil:
				signed[c.digest][c.by] = true
			}
		}
		rest = append(rest, append(kept, transcript...)) // what is damaged stays
	}
	return rest, signed
}

// judge judges a match by its record.
func judge(c Config, table record.Table, r *record.Record, signed map[record.Digest]map[int]bool) *Verdict {
	said := make([]int, c.Seats)
	for _, st := range slices.Concat(r.Statements, r.Loose) {
		said[st.Seat()] = max(said[st.Seat()], st.Number()+1)
	}
	statements := r.Statements
	proved := provedSeats(c, r)
	if len(r.Equivocations) > 0 {
		statements = lines(c.Seats, r, signed)
		for s := range said {
			if proved[s] {
				said[s] = 0
			}
		}
		for _, st := range statements {
			said[st.Seat()] = max(said[st.Seat()], st.Number()+1)
		}
	}
	a := audit(c, table, statements, proved)
	g := a.game
	g.abandoned(said)
	for s := range proved {
		if proved[s] {
			g.note(s, "cheated: %s.", errEquivocation)
		}
	}
	v := &Verdict{
		Outs: named(g.outs, func(s int) bool { return proved[s] }), Results: g.results, Stacks: g.stacks, Hand: g.hand, Over: g.phase == over,
		Awaited: g.due, Claims: r.Claims, Damage: r.Damage, Events: a.events,
	}
	for _, proof := range r.Equivocations {
		first, second := proof.Statements()
		v.Guilty = append(v.Guilty, guilt(errEquivocation.Error(), second, first))
	}
	for _, f := range g.faults {
		if f != nil && !v.blames(f.statement.Seat()) && provedByPast(c, table, r, f) {
			v.Guilty = append(v.Guilty, guilt(f.text, f.statement))
		}
	}
	for seat := range c.Seats {
		if v.blames(seat) {
			continue
		}
		// These are one chain, and a past that isn't whole or contradicts itself doesn't mend
		// along it: the first such one tells, without looking at the pasts of all.
		loose := slices.DeleteFunc(slices.Clone(r.Loose), func(st record.Statement) bool { return st.Seat() != seat })
		var proof *record.Equivocation
		at := sort.Search(len(loose), func(i int) bool {
			_, err := r.Past(loose[i])
			return err != nil
		})
		if at == len(loose) {
			continue
		}
		if _, err := r.Past(loose[at]); errors.As(err, &proof) {
			v.Guilty = append(v.Guilty, guilt("it goes on with both of two statements that contradict each other", loose[at]))
		}
	}
	slices.SortFunc(v.Guilty, func(a, b Guilt) int { return a.Seat - b.Seat })
	return v
}

// provedSeats returns which seats have contradicted themselves.
func provedSeats(c Config, r *record.Record) []bool {
	proved := make([]bool, c.Seats)
	for _, proof := range r.Equivocations {
		proved[proof.Seat()] = true
	}
	return proved
}

// guilt returns what a statement proves, and perhaps others that it contradicts.
func guilt(what string, st record.Statement, others ...record.Statement) Guilt {
	g := Guilt{Seat: st.Seat(), What: what, Number: st.Number(), Digest: st.Digest().String()}
	for _, st := range append(others, st) {
		g.Statements = append(g.Statements, st.Bytes())
	}
	return g
}

func (v *Verdict) blames(seat int) bool {
	return slices.ContainsFunc(v.Guilty, func(g Guilt) bool { return g.Seat == seat })
}

// provedByPast reports whether a fault is one to its signer's own knowledge.
func provedByPast(c Config, table record.Table, r *record.Record, f *fault) bool {
	past, err := r.Past(f.statement)
	return err == nil && audit(c, table, past, provedSeats(c, r)).game.faults[f.statement.Seat()] != nil
}

// An auditor hosts a game that nobody plays any more.
type auditor struct {
	game   *game
	events []Event
}

// audit plays statements in causal order, again if it turns out that some of them came
// too late to count.
func audit(c Config, table record.Table, statements []record.Statement, proved []bool) *auditor {
	cuts := uncut(c.Seats)
	for {
		a := new(auditor)
		a.game = newGame(c, table, cuts, proved, a)
		for _, st := range statements {
			a.game.take(st)
		}
		if !a.game.late {
			return a
		}
	}
}

func (a *auditor) toss([]byte, []int) {}

func (a *auditor) tossed(int, []byte) {}

func (a *auditor) deck(id []byte, players []int) dealer { return newWatcher(id, len(players)) }

func (a *auditor) note(seat int, took time.Duration, text string) {
	a.events = append(a.events, Event{Hand: a.game.number(), Stage: a.game.stage(), Seat: seat, Text: text, Took: took})
}
