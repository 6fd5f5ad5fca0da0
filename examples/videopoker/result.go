package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// The results of an audit.
const (
	fair       = "ok"
	mismatched = "MISMATCH"
	short      = "SHORT"
	malformed  = "malformed"
)

// A result is what comes of a line.
type result struct {
	Line        int    `json:"line"`
	Result      string `json:"result"`
	Predictable bool   `json:"predictable,omitempty"`
	Reason      string `json:"reason,omitempty"` // if it is malformed
	ten         []int
}

// judge sets the result of a hand, whose cards are too few if there is an error.
func (r *result) judge(b bet, ten []int, err error) {
	r.ten = ten
	switch {
	case !b.matches():
		r.Result = mismatched
	case err != nil:
		r.Result = short
	default:
		r.Result = fair
		r.Predictable = b.game == gameV1 && b.server.Predictable()
	}
}

// appendText writes the result for people: 7 ok, and the cards.
func (r result) appendText(to []byte) []byte {
	to = strconv.AppendInt(to, int64(r.Line), 10)
	to = append(append(to, ' '), r.Result...)
	if r.Predictable {
		to = append(to, " PREDICTABLE"...)
	}
	if r.Reason != "" {
		to = append(append(to, ": "...), r.Reason...)
	}
	for i, n := range r.ten {
		if i == 5 {
			to = append(to, " |"...)
		}
		to = append(append(to, ' '), cardNames[n]...)
	}
	return append(to, '\n')
}

// appendJSON writes the result as an object on a line.
func (r result) appendJSON(to []byte) []byte {
	dealt := min(5, len(r.ten))
	object := struct {
		result
		Deal []string `json:"deal,omitempty"`
		Draw []string `json:"draw,omitempty"`
	}{r, cards.Names(r.ten[:dealt]), cards.Names(r.ten[dealt:])}
	object.Result = strings.ToLower(r.Result)
	b := bytes.NewBuffer(to)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.Encode(object) // to memory, which never fails
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

var cardNames = func() (names [deckSize]string) {
	for c := range names {
		names[c] = cards.Numbered(c).String()
	}
	return names
}()

// A tally counts hands by the result of their audit.
type tally struct {
	Matching    int `json:"ok"`
	Mismatched  int `json:"mismatch"`
	Short       int `json:"short"`
	Malformed   int `json:"malformed"`
	Predictable int `json:"predictable"` // of those matching
}

func (t tally) hands() int { return t.Matching + t.Mismatched + t.Short + t.Malformed }

func (t *tally) add(u tally) {
	t.Matching += u.Matching
	t.Mismatched += u.Mismatched
	t.Short += u.Short
	t.Malformed += u.Malformed
	t.Predictable += u.Predictable
}

// verdict says whether all hands are fair.
func (t tally) verdict() error {
	of := func(n int) string {
		return fmt.Sprintf("%s of %s", cli.Thousands(n), cli.Count(t.hands(), "hand"))
	}
	switch bad := t.Mismatched + t.Short; {
	case bad > 0:
		return cli.CheckFailed(errors.New("unfair: " + of(bad)))
	case t.Malformed > 0:
		return cli.CheckFailed(errors.New("malformed, so not audited: " + of(t.Malformed)))
	}
	return nil
}

func (t tally) String() string {
	s := fmt.Sprintf("Hands: %s. Server seed matches its hash: %s", cli.Thousands(t.hands()), cli.Thousands(t.Matching))
	for _, c := range []struct {
		what string
		n    int
	}{
		{"of these, predictable from the hash", t.Predictable},
		{"doesn't match", t.Mismatched},
		{"too few cards", t.Short},
		{"malformed", t.Malformed},
	} {
		if c.n > 0 {
			s += fmt.Sprintf("; %s: %s", c.what, cli.Thousands(c.n))
		}
	}
	return s + "."
}

// ending returns the end of the JSON object that a batch prints hand by hand.
func ending(total tally, verdict error) []byte {
	var b bytes.Buffer
	cli.PrintJSON(&b, struct {
		Counts tally `json:"counts"`
		cli.Outcome
	}{total, cli.OutcomeOf(verdict)}) // to memory, which never fails
	return bytes.TrimPrefix(b.Bytes(), []byte("{\n"))
}
