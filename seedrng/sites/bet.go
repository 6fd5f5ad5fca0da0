package sites

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Bet is the fields of a bet by their names, as text, as the site shows them:
//
//	Bet{"server": "…", "client": "…", "nonce": "5", "commitment": "…", "result": "28.07"}
//
// Every game takes the optional field result, what the site says came out; most take
// commitment, what it showed before the bet. [Game.Fields] lists the others. Empty text is the
// same as no field.
type Bet map[string]string

// load takes the fields of a bet. With shape, only those that choose the game's form are
// needed: numbers and choices.
func (r *run) load(bet Bet, shape bool) error {
	for _, name := range slices.Sorted(maps.Keys(bet)) {
		if i, ok := r.plan.names[name]; !ok || i >= len(r.plan.game.Fields) {
			return &FieldError{name, "isn't a field of this game, which has " + strings.Join(r.plan.game.fieldNames(), ", ")}
		}
	}
	for i, f := range r.plan.game.Fields {
		if err := r.set(i, bet[f.Name], shape); err != nil {
			return err
		}
	}
	return nil
}

// set takes a field.
func (r *run) set(i int, text string, shape bool) error {
	f := &r.plan.game.Fields[i]
	r.raw[i], r.numbers[i] = text, 0
	if text == "" {
		text = f.Default
	}
	r.values[i] = text
	if text == "" {
		if f.Optional || shape && !f.Shapes {
			return nil
		}
		return &FieldError{f.Name, "is missing"}
	}
	switch f.Kind {
	case KindText:
		return f.checkText(text)
	case KindHex:
		return f.checkHex(text)
	case KindChoice:
		if !slices.Contains(f.Choices, text) {
			return &FieldError{f.Name, fmt.Sprintf("isn't one of %q", f.Choices)}
		}
	case KindNumber:
		n, err := strconv.ParseUint(text, 10, 64)
		switch {
		case err != nil || text[0] == '+' || len(text) > 1 && text[0] == '0':
			return &FieldError{f.Name, "isn't a decimal number"}
		case n < f.Min || n > f.Max:
			return &FieldError{f.Name, fmt.Sprintf("isn't in %d to %d", f.Min, f.Max)}
		}
		r.numbers[i] = n
	case KindResult: // parsed when the result is known
		if len(text) > maxResult {
			return badResult(fmt.Sprintf("has %d bytes, the limit is %d", len(text), maxResult))
		}
	}
	return nil
}

func (g *Game) fieldNames() []string {
	var all []string
	for _, f := range g.Fields {
		all = append(all, f.Name)
	}
	return all
}

func (f *Field) checkText(text string) error {
	switch {
	case uint64(len(text)) < f.Min || uint64(len(text)) > f.Max:
		return &FieldError{f.Name, fmt.Sprintf("has %d bytes, not %d to %d", len(text), f.Min, f.Max)}
	case !utf8.ValidString(text):
		return &FieldError{f.Name, "isn't UTF-8"}
	}
	return nil
}

func (f *Field) checkHex(text string) error {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return &FieldError{f.Name, "isn't lowercase hex"}
		}
	}
	switch n := uint64(len(text)); {
	case n%2 == 1:
		return &FieldError{f.Name, "has an odd number of hex digits"}
	case n/2 < f.Min || n/2 > f.Max:
		if f.Min == f.Max {
			return &FieldError{f.Name, fmt.Sprintf("has %d hex digits, not %d", n, 2*f.Min)}
		}
		return &FieldError{f.Name, fmt.Sprintf("has %d hex digits, not %d to %d", n, 2*f.Min, 2*f.Max)}
	}
	return nil
}
