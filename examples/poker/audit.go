package main

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A matchRecord is all that a third party needs to judge a match, and holds no secret:
// the terms, the keys of the seats, and what these have signed.
type matchRecord struct {
	terms      terms
	keys       []ed25519.PublicKey
	statements [][]byte
	length     int  // of these, in bytes
	cut        bool // something is missing at the end
}

const recordLabel = label + "/record"

// recordOf returns the record that some seats of one table have together.
func recordOf(seats []*seat) (*matchRecord, error) {
	r := new(matchRecord)
	var transcripts [][]byte
	for _, s := range seats {
		if s.table != nil {
			r.terms, r.keys = s.terms, s.keys
			transcripts = append(transcripts, s.table.Transcript())
		}
	}
	if transcripts == nil {
		return nil, errors.New("there is nothing to record")
	}
	r.take(transcripts...)
	return r, nil
}

// take takes the statements of transcripts, each once.
func (r *matchRecord) take(transcripts ...[]byte) {
	there := make(map[string]bool)
	for _, transcript := range transcripts {
		statements, err := oldrecord.Split(transcript)
		r.cut = r.cut || err != nil
		for _, st := range statements {
			if !there[string(st)] {
				there[string(st)] = true
				r.statements = append(r.statements, st)
				r.length += len(st)
			}
		}
	}
}

// transcript is all that it has.
func (r *matchRecord) transcript() (b []byte) {
	for _, st := range r.statements {
		b = field.Append(b, st)
	}
	return b
}

func (r *matchRecord) encode() []byte {
	b := field.Append(nil, recordLabel)
	b = field.Append(b, r.terms.encode())
	for _, key := range r.keys {
		b = append(b, key...)
	}
	return append(b, r.transcript()...)
}

// parseRecord reads a record, and returns its transcript as it is.
func parseRecord(b []byte) (r *matchRecord, transcript []byte, err error) {
	reader := field.NewReader(b)
	reader.Label(recordLabel)
	encoded := reader.Field("terms")
	if reader.Fault() != "" {
		return nil, nil, errors.New("it isn't the record of a match")
	}
	c, err := parseTerms(encoded)
	if err != nil {
		return nil, nil, err
	}
	r = &matchRecord{terms: c}
	for range c.Config.Seats {
		r.keys = append(r.keys, bytes.Clone(reader.Fixed("key", ed25519.PublicKeySize)))
	}
	transcript = reader.Fixed("transcript", reader.Len())
	if fault := reader.End(); fault != "" {
		return nil, nil, errors.New("it isn't the record of a match: " + fault)
	}
	return r, transcript, nil
}

// readRecords reads what several seats of one table have recorded: none needs to have heard
// all that was said.
func readRecords(names []string) (whole *matchRecord, err error) {
	var transcripts [][]byte
	for _, name := range names {
		b, err := readFile(name, maxStateLen)
		if err != nil {
			return nil, err
		}
		r, transcript, err := parseRecord(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if whole == nil {
			whole = r
		}
		if r.terms.fingerprint(r.keys) != whole.terms.fingerprint(whole.keys) {
			return nil, fmt.Errorf("%s and %s aren't records of one table", names[0], name)
		}
		transcripts = append(transcripts, transcript)
	}
	whole.take(transcripts...)
	return whole, nil
}

// audit judges a match by its record alone.
func (p *party) audit(names []string) error {
	r, err := readRecords(names)
	if err != nil {
		return err
	}
	v, err := holdem.Audit(r.terms.Config, r.keys, r.transcript())
	if err != nil {
		return err
	}
	p.terms = r.terms
	err = guilt(v)
	if damage := r.damage(); err == nil && damage != nil {
		err = cli.CheckFailed(damage)
	}
	if p.asJSON {
		return cli.PrintResult(p.out, verdictOf(r, v, err), err)
	}
	p.printVerdict(r, v)
	return err
}

// guilt blames the seats that have cheated.
func guilt(v *holdem.Verdict) error {
	var seats []int
	var texts []string
	for _, g := range v.Guilty {
		seats = append(seats, g.Seat)
		texts = append(texts, fmt.Sprintf("seat %d has cheated: %s", g.Seat, g.What))
	}
	if seats == nil {
		return nil
	}
	return cli.Blame(errors.New(strings.Join(texts, "; ")), seats...)
}

// damage says what is wrong with a record that isn't as it was written.
func (r *matchRecord) damage() error {
	table, err := r.terms.Config.Table(r.keys)
	if err != nil {
		return err
	}
	bad := 0
	for _, st := range r.statements {
		if _, err := oldrecord.ParseStatement(table, st); err != nil {
			bad++
		}
	}
	var faults []string
	if bad > 0 {
		verb := "aren't"
		if bad == 1 {
			verb = "isn't"
		}
		faults = append(faults, fmt.Sprintf("%d of its %s %s signed by a seat of this table", bad, cli.Count(len(r.statements), "statement"), verb))
	}
	if r.cut {
		faults = append(faults, "its end is missing")
	}
	if len(r.statements) == 0 {
		faults = append(faults, "it has no statements")
	}
	if faults == nil {
		return nil
	}
	return fmt.Errorf("the record is damaged: %s", strings.Join(faults, ", and "))
}

// An evidence is a statement that proves something, for people who want to look it up in
// the record.
type evidence struct {
	Number int    `json:"number"` // among the statements of its seat
	Digest string `json:"digest"`
}

func evidenceOf(r *matchRecord, statements [][]byte) (list []evidence) {
	table, err := r.terms.Config.Table(r.keys)
	if err != nil {
		return nil
	}
	for _, b := range statements {
		if st, err := oldrecord.ParseStatement(table, b); err == nil {
			list = append(list, evidence{st.Number(), st.Digest().String()})
		}
	}
	return list
}

// printVerdict prints what a record proves.
func (p *party) printVerdict(r *matchRecord, v *holdem.Verdict) {
	c := r.terms.Config
	p.say("The record of a match of %d seats, with %s each and blinds of %d and %d: %s of %d kB, signed with the keys of the table %s.",
		c.Seats, cli.Count(c.Chips, "chip"), c.SmallBlind, c.BigBlind, cli.Count(len(r.statements), "statement"), (r.length+999)/1000, r.terms.fingerprint(r.keys))
	before := slices.Repeat([]int{c.Chips}, c.Seats)
	for _, hand := range v.Results {
		p.printResult(hand, before)
		before = hand.Stacks
	}
	fmt.Fprintln(p.out)
	if v.Hand > len(v.Results) {
		p.say("Hand %d wasn't finished: no chips changed hands.", v.Hand)
	}
	for _, o := range v.Outs {
		if o.Why == holdem.Silent || o.Why == holdem.Left {
			p.say("In hand %d, seat %d %s.", o.Hand, o.Seat, whys[o.Why])
		}
	}
	if len(v.Claims) > 0 {
		p.say("The record lacks %s that somebody has heard.", cli.Count(len(v.Claims), "statement"))
	}
	damage := r.damage()
	if damage != nil {
		p.say("%s. Only the rest of it counts.", story.Capital(damage.Error()))
	}
	if !v.Over && len(v.Guilty) == 0 {
		p.say("The record ends before the match does, with %s to speak next. That proves nothing against anybody.", story.Who(v.Awaited))
	}
	for _, g := range v.Guilty {
		p.say("Seat %d has cheated: %s.", g.Seat, g.What)
		var list []string
		for i, e := range evidenceOf(r, g.Statements) {
			which := []string{"its", "another"}[min(i, 1)]
			list = append(list, fmt.Sprintf("%s statement %d, with the digest %s…", which, e.Number, e.Digest[:16]))
		}
		why := "no honest seat signs that after what it had heard"
		if len(list) > 1 {
			why = "no honest seat signs both"
		}
		p.say("The evidence is %s, signed with its key %x…: %s.", cli.And(list), r.keys[g.Seat][:8], why)
	}
	switch {
	case len(v.Guilty) > 0:
	case damage != nil:
		p.say("The rest of it proves nothing against anybody.")
	case !v.Over:
		p.say("In what the record has, every signature and every proof holds, and all seats kept the rules.")
	default:
		p.say("Every signature and every proof holds, all seats kept the rules, and the payouts above follow from what they signed. Nobody has cheated.")
	}
}

// printResult prints who won what in a hand.
func (p *party) printResult(hand holdem.Result, before []int) {
	fmt.Fprint(p.out, "\n"+p.looks.rule(p.title(hand.Hand)))
	line := func(format string, args ...any) {
		fmt.Fprint(p.out, cli.Wrap("  ", "    ", fmt.Sprintf(format, args...)))
	}
	board := "nobody saw a flop"
	if len(hand.Board) > 0 {
		board = "the board was " + cards.JoinNumbered(hand.Board)
	}
	line("Seat %d had the button; %s.", hand.Button, board)
	for s, shown := range hand.Shown {
		if shown != nil {
			line("Seat %d showed %s: %v.", s, cards.JoinNumbered(shown), showdown.Best(slices.Concat(shown, hand.Board)...))
		}
	}
	if hand.Void {
		line("The hand was void.")
	}
	for i, pot := range hand.Pots {
		verb := "won"
		if len(pot.Winners) > 1 {
			verb = "shared"
		}
		line("%s %s %s of %d.", story.Capital(story.Who(pot.Winners)), verb, holdem.PotName(i, len(hand.Pots)), pot.Chips)
	}
	var list []string
	for s, chips := range hand.Stacks {
		if d := chips - before[s]; d != 0 {
			list = append(list, fmt.Sprintf("seat %d %+d to %s", s, d, cli.Thousands(chips)))
		}
	}
	line("Chips: %s.", cmp.Or(strings.Join(list, ", "), "as before"))
}

// A verdict is what -json prints of an audit.
type verdict struct {
	cli.Outcome
	Fingerprint string       `json:"fingerprint"`
	Terms       shownTerms   `json:"terms"`
	Guilty      []guilty     `json:"guilty"`
	Over        bool         `json:"over"`
	Awaited     []int        `json:"awaited"` // at the end of a record that ends before the match
	Hands       []shownHand  `json:"hands"`
	Outs        []holdem.Out `json:"outs"`
	Stacks      []int        `json:"stacks"`
	Missing     int          `json:"missing"` // statements that others have heard
	Damage      string       `json:"damage,omitempty"`
}

type guilty struct {
	Seat     int        `json:"seat"`
	What     string     `json:"what"`
	Evidence []evidence `json:"evidence"`
}

func verdictOf(r *matchRecord, v *holdem.Verdict, err error) verdict {
	out := verdict{
		Outcome: cli.OutcomeOf(err), Fingerprint: r.terms.fingerprint(r.keys), Terms: showTerms(r.terms), Guilty: []guilty{}, Over: v.Over, Awaited: []int{},
		Hands: showHands(v.Results), Outs: list(v.Outs), Stacks: list(v.Stacks), Missing: len(v.Claims),
	}
	if !v.Over {
		out.Awaited = list(v.Awaited)
	}
	if err := r.damage(); err != nil {
		out.Damage = err.Error()
	}
	for _, g := range v.Guilty {
		out.Guilty = append(out.Guilty, guilty{g.Seat, g.What, evidenceOf(r, g.Statements)})
	}
	return out
}
