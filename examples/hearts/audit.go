package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// finish ends the hand, whether it went well or not: all seats show what they have
// committed to, and what they were told, as signed by those who told it. Then each
// audits what it is shown. What the audit finds comes before what anybody says.
func (s *seat) finish() {
	if s.Channel == nil {
		return
	}
	reason := s.err
	accounts, err := s.Finish(reason, s.account())
	found := s.audit(accounts, reason == nil)
	switch {
	case errors.Is(err, relay.ErrStories) || found == nil:
		s.err = err
	default:
		s.err = found
	}
	if s.err == nil {
		s.scores = s.play.scores()
		s.note(auditing, "audited the deal and the play, and found nothing wrong.")
	}
}

// account is what this seat shows: its record of the deal and the cards that it passed,
// as it has committed to them, and the Host's table.
func (s *seat) account() []byte {
	if s.ownRecord.value == nil && s.role != nil {
		s.ownRecord.value = s.role.Record().Value() // of a deal that was broken off
	}
	b := field.Append(nil, s.ownRecord.nonce)
	b = field.Append(b, s.ownRecord.value)
	b = field.Append(b, s.ownPass.bytes())
	for _, o := range s.openings {
		b = field.Append(b, o.bytes())
	}
	return b
}

// A testimony is what a seat shows.
type testimony struct {
	record opening
	pass   []byte // an opening
	table  [][]byte
	told   [][][]byte // messages to this seat alone, by sender
}

func parseTestimony(a *relay.Account) (t testimony, err error) {
	r := field.NewReader(a.Own)
	t.record.nonce = r.Field("the nonce of its record")
	t.record.value = r.Field("its record")
	t.pass = r.Field("the cards that it passed")
	for r.Len() > 0 && r.Fault() == "" {
		t.table = append(t.table, r.Field("the table"))
	}
	if fault := r.End(); fault != "" {
		err = errors.New("what it shows is malformed: " + fault)
	}
	t.told = a.Told
	return t, err
}

// An audit is what is checked of a hand, by one seat.
type audit struct {
	*seat
	shown   [otpdeal.NumSeats]*testimony // nil for a seat that shows nothing
	records [otpdeal.NumSeats]otpdeal.Record
	said    [otpdeal.NumSeats][]otpdeal.Card // that they play
}

// audit checks the deal and the play as far as they went and as the seats show them. Its
// error names only seats of which one is at fault.
func (s *seat) audit(accounts []*relay.Account, over bool) error {
	a := audit{seat: s}
	for from, account := range accounts {
		if account == nil {
			continue
		}
		t, err := parseTestimony(account)
		if err == nil {
			err = a.testify(from, &t)
		}
		if err != nil {
			return s.game.Blame(err, from)
		}
	}
	for to, t := range a.shown {
		if t == nil {
			continue
		}
		for from := range t.told {
			if err := a.letters(from, to, t.told[from]); err != nil {
				return err
			}
		}
	}
	dealt, err := a.deal(over)
	if err != nil || dealt == nil {
		return err
	}
	passes, err := a.passed(dealt)
	if err != nil || passes == nil {
		return err
	}
	for from := range a.said {
		for _, message := range s.Said(from) {
			if message[0] == cardKind && len(message) == 2 {
				a.said[from] = append(a.said[from], otpdeal.Card(message[1]))
			}
		}
	}
	return a.played(dealt, passes)
}

// testify takes what a seat shows, which must be what it has committed to.
func (a *audit) testify(from int, t *testimony) (err error) {
	a.shown[from] = t
	if c := a.seat.records[from]; c != nil {
		if err := t.record.check(*c, a.context("record", from, 0)); err != nil {
			return fmt.Errorf("its record: %w", err)
		}
	}
	if len(t.record.value) > 0 {
		if a.records[from], err = otpdeal.ParseRecord(t.record.value); err != nil {
			return err
		}
		if a.records[from].Seat() != from {
			return errors.New("its record is that of another seat")
		}
	}
	if a.passes[from] != nil {
		if _, err := a.openPass(from, t.pass); err != nil {
			return fmt.Errorf("the cards that it passed: %w", err)
		}
	}
	if from == otpdeal.HostSeat && a.promised != nil {
		if len(t.table) != len(a.promised) {
			return fmt.Errorf("it opens %d cards of its table", len(t.table))
		}
		for i, c := range a.promised {
			if err := parseOpening(t.table[i]).check(c, a.context("table", from, i)); err != nil {
				return fmt.Errorf("card %d of its table: %w", i, err)
			}
		}
	}
	return nil
}

// letters checks what one seat told another alone, which it has signed, and the records
// of both against that.
func (a *audit) letters(from, to int, messages [][]byte) error {
	var deal []otpdeal.Message
	for _, message := range messages {
		switch message[0] {
		case passKind:
			if a.passes[from] == nil || to != left(from) {
				continue
			}
			if _, err := a.openPass(from, message[1:]); err != nil {
				return a.game.Blame(err, from)
			}
		case dealKind:
			m, err := a.parseDeal(message[1:], from, to)
			if err != nil {
				return a.game.Blame(err, from)
			}
			deal = append(deal, m)
		default:
			return a.game.Blame(fmt.Errorf("a message of kind %d to %s alone", message[0], name(to)), from)
		}
	}
	among := func(m otpdeal.Message) func(otpdeal.Message) bool {
		return func(other otpdeal.Message) bool {
			return m.From() == other.From() && m.To() == other.To() && m.Kind() == other.Kind() && bytes.Equal(m.Payload(), other.Payload())
		}
	}
	for _, m := range deal {
		if len(a.shown[from].recordValue()) > 0 && !slices.ContainsFunc(a.records[from].Messages(), among(m)) {
			return a.game.Blame(fmt.Errorf("its record of %v to %s isn't what it signed", m.Kind(), name(to)), from)
		}
	}
	for _, m := range a.records[to].Messages() {
		if m.From() == from && m.To() == to && !slices.ContainsFunc(deal, among(m)) {
			return a.game.Blame(fmt.Errorf("its record of %v from %s isn't what that seat signed", m.Kind(), name(from)), to)
		}
	}
	return nil
}

func (t *testimony) recordValue() []byte {
	if t == nil {
		return nil
	}
	return t.record.value
}

// deal audits the deal, and returns the hands if it was finished. If the hand is over,
// it must have been.
func (a *audit) deal(over bool) (*[otpdeal.NumSeats][]otpdeal.Card, error) {
	host := a.shown[otpdeal.HostSeat]
	if host == nil || a.promised == nil {
		return nil, nil
	}
	entries := make([][]byte, len(host.table))
	for i, o := range host.table {
		entries[i] = parseOpening(o).value
	}
	var records [otpdeal.NumSeats][]byte
	for seat, t := range a.shown {
		if t != nil && len(t.record.value) > 0 {
			records[seat] = t.record.value
		}
	}
	hands, err := otpdeal.Audit(a.session[:], entries, records)
	var wrong *otpdeal.AuditError
	switch {
	case err == nil:
		return &hands, nil
	case !errors.As(err, &wrong):
		return nil, err
	case len(wrong.Findings) > 0:
		first := slices.MinFunc(wrong.Findings, func(a, b *otpdeal.BlameError) int { return len(a.Seats) - len(b.Seats) })
		return nil, a.blameAs(first)
	case over:
		return nil, a.game.Blame(wrong.Missing[0].Err, wrong.Missing[0].Seat)
	}
	return nil, nil
}

// passed returns what each seat has passed, nil if some haven't committed to it or don't
// show it. It must be of the hand that the seat was dealt.
func (a *audit) passed(dealt *[otpdeal.NumSeats][]otpdeal.Card) (*[otpdeal.NumSeats][]otpdeal.Card, error) {
	var passes [otpdeal.NumSeats][]otpdeal.Card
	complete := true
	for seat, t := range a.shown {
		if t == nil || a.passes[seat] == nil {
			complete = false
			continue
		}
		given, err := a.openPass(seat, t.pass)
		if err != nil {
			return nil, a.game.Blame(err, seat)
		}
		for _, c := range given {
			if !slices.Contains(dealt[seat], c) {
				return nil, a.game.Blame(fmt.Errorf("it passed %v, which it wasn't dealt", c), seat)
			}
		}
		passes[seat] = given
	}
	if !complete {
		return nil, nil
	}
	return &passes, nil
}

// played checks that every card that a seat said it plays was one that it had, and that
// the rules allowed it.
func (a *audit) played(dealt, passes *[otpdeal.NumSeats][]otpdeal.Card) error {
	var hands, rest [otpdeal.NumSeats][]otpdeal.Card
	for seat := range hands {
		hands[seat] = exchange(dealt[seat], passes[seat], passes[right(seat)])
		rest[seat] = slices.Clone(hands[seat])
		for _, c := range a.said[seat] {
			i := slices.Index(rest[seat], c)
			switch {
			case i < 0:
				return a.game.Blame(fmt.Errorf("it played %v, which it didn't have", c), seat)
			case c != twoOfClubs && len(rest[seat]) == tricks && slices.Contains(rest[seat], twoOfClubs):
				return a.game.Blame(fmt.Errorf("it led %v, though it had %v", c, twoOfClubs), seat)
			}
			rest[seat] = slices.Delete(rest[seat], i, i+1)
		}
	}
	if a.play.tricks == nil {
		return nil
	}
	replay := newPlay(a.play.tricks[0].leader)
	for _, t := range a.play.tricks {
		for _, c := range t.cards {
			turn := replay.current().turn()
			switch {
			case !slices.Contains(hands[turn], c):
				return a.game.Blame(fmt.Errorf("it played %v, which it didn't have", c), turn)
			case !slices.Contains(replay.legal(hands[turn]), c):
				return a.game.Blame(fmt.Errorf("it played %v in trick %d, against the rules: it had %s", c, len(replay.tricks), show(hands[turn])), turn)
			}
			hands[turn] = slices.DeleteFunc(hands[turn], func(d otpdeal.Card) bool { return d == c })
			if err := replay.add(c); err != nil {
				return a.game.Blame(fmt.Errorf("it played %w", err), turn)
			}
		}
	}
	return nil
}
