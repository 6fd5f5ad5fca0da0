package holdem

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"sort"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
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
	Awaited []int             `json:"awaited,omitempty"`
	Claims  []oldrecord.Claim `json:"claims,omitempty"` // what seats say they have heard, and nobody shows
	Damage  []error           `json:"-"`                // of the transcripts; what could be read counts
	Events  []Event           `json:"-"`
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
	r, err := oldrecord.Merge(table, transcripts...)
	if err != nil {
		return nil, err
	}
	return judge(c, table, r), nil
}

// judge judges a match by its record.
func judge(c Config, table oldrecord.Table, r *oldrecord.Record) *Verdict {
	said := make([]int, c.Seats)
	for _, st := range slices.Concat(r.Statements, r.Loose) {
		said[st.Seat()] = max(said[st.Seat()], st.Number()+1)
	}
	statements, twins := r.Statements, []oldrecord.Statement(nil)
	if len(r.Equivocations) > 0 {
		statements, twins = lines(c.Seats, r)
	}
	a := audit(c, table, statements, uncut(c.Seats))
	if twins != nil {
		cuts, _ := stand(a.game, twins, newChoice(statements).line)
		a = audit(c, table, statements, cuts)
	}
	g := a.game
	if twins == nil {
		g.abandoned(said)
	} else {
		g.convict(twins)
	}
	v := &Verdict{
		Outs: g.outs, Results: g.results, Stacks: g.stacks, Hand: g.hand, Over: g.phase == over && len(r.Equivocations) == 0,
		Awaited: g.due, Claims: r.Claims, Damage: r.Damage, Events: a.events,
	}
	for _, proof := range r.Equivocations {
		first, second := proof.Statements()
		v.Guilty = append(v.Guilty, guilt(g.faults[proof.Seat()].text, second, first))
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
		loose := slices.DeleteFunc(slices.Clone(r.Loose), func(st oldrecord.Statement) bool { return st.Seat() != seat })
		var proof *oldrecord.Equivocation
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

// guilt returns what a statement proves, and perhaps others that it contradicts.
func guilt(what string, st oldrecord.Statement, others ...oldrecord.Statement) Guilt {
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
func provedByPast(c Config, table oldrecord.Table, r *oldrecord.Record, f *fault) bool {
	past, err := r.Past(f.statement)
	return err == nil && audit(c, table, past, uncut(c.Seats)).game.faults[f.statement.Seat()] != nil
}

// An auditor hosts a game that nobody plays any more.
type auditor struct {
	game   *game
	events []Event
}

// audit plays statements in causal order, again if it turns out that some of them came
// too late to count.
func audit(c Config, table oldrecord.Table, statements []oldrecord.Statement, cuts []int) *auditor {
	for {
		a := new(auditor)
		a.game = newGame(c, table, cuts, a)
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
