package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// A verdict is what the posts of a board say of a match: who won what, and who is out by
// what. It takes nobody's word, but the board's for silence and for the end.
type verdict struct {
	terms
	posts   []record.Post
	keys    []ed25519.PublicKey
	signed  bool // the end is, by the board
	table   *table.Table
	game    *holdem.Game
	results []*holdem.Result
	found   map[int]map[int]bool // cards in clear, by hand: see look
	err     error                // what is wrong with the record
}

// audit reads posts as somebody without a seat.
func audit(posts []record.Post) *verdict {
	v := &verdict{posts: posts, found: make(map[int]map[int]bool)}
	v.signed = len(posts) > 0 && len(posts[len(posts)-1].Bytes) == record.HeadSize
	v.table, v.err = board.Audit(posts, func(t table.Terms) (game table.Game, err error) {
		v.terms, v.keys = terms{Patience: t.Grace, Think: t.Bank}, t.Seats
		if v.Config, err = holdem.ParseConfig(t.Game); err == nil {
			v.game, err = holdem.New(v.Config, nobody, nil)
		}
		return onlooker{v.game, v}, err
	})
	if v.table == nil {
		return v
	}
	for _, e := range v.game.Events() {
		if e.Result != nil {
			v.results = append(v.results, e.Result)
		}
	}
	return v
}

// An onlooker looks through all that the seats say for cards in clear, as a curious board
// could.
type onlooker struct {
	*holdem.Game
	v *verdict
}

// Apply is that of the Game.
func (o onlooker) Apply(seat int, message []byte) error {
	hand := o.View().Hand
	for i := range max(0, len(message)-7) {
		if c, ok := inClear()[binary.BigEndian.Uint64(message[i:])]; ok {
			if o.v.found[hand] == nil {
				o.v.found[hand] = make(map[int]bool)
			}
			o.v.found[hand][c] = true
		}
	}
	return o.Game.Apply(seat, message)
}

// inClear is the deck in clear, by the first bytes of each card's encoding.
var inClear = sync.OnceValue(func() map[uint64]int {
	deck := make(map[uint64]int)
	for c := range holdem.Deck().Len() {
		deck[binary.BigEndian.Uint64(holdem.Deck().At(c).Bytes())] = c
	}
	return deck
})

// secrets compares the cards that anybody can see in the messages with those that were
// opened to all, and returns how many these are.
func (v *verdict) secrets() (opened int, err error) {
	for _, r := range v.results {
		open := slices.Sorted(slices.Values(slices.Concat(r.Board, slices.Concat(r.Shown...))))
		if found := slices.Sorted(maps.Keys(v.found[r.Hand])); !slices.Equal(found, open) {
			return 0, cli.CheckFailed(fmt.Errorf("in hand %d, the board has seen %s, but %s were opened", r.Hand, cards.JoinNumbered(found), cards.JoinNumbered(open)))
		}
		opened += len(open)
	}
	return opened, nil
}

// outs returns the seats that are out for some reasons, with the hand in which they went.
func (v *verdict) outs(why ...table.Reason) (outs []shownOut) {
	if v.table == nil {
		return nil
	}
	for _, o := range v.table.Outs() {
		if slices.Contains(why, o.Why) {
			// The first posts are the board's offer, and the seats'.
			outs = append(outs, shownOut{o.Seat, o.Round - 1, o.Why.String(), holdem.FaultText(o.Text), uint64(2 + v.Config.Seats + o.Place)})
		}
	}
	return outs
}

// blame returns what is wrong with a match: the record, or those who cheated.
func (v *verdict) blame() error {
	var texts []string
	var guilty []int
	for _, o := range v.outs(table.Fault) {
		texts, guilty = append(texts, fmt.Sprintf("seat %d cheated: %s", o.Seat, o.What)), append(guilty, o.Seat)
	}
	switch {
	case v.err != nil && v.signed:
		return cli.CheckFailed(v.err)
	case guilty != nil:
		return cli.Blame(errors.New(strings.Join(texts, "; ")), guilty...)
	case v.err != nil:
		return cli.CheckFailed(v.err)
	}
	return nil
}

// judge prints how a match ended that this process has played, and returns what was wrong
// with it, by those of its seats that don't cheat, if there are any.
func (p *party) judge(ctx context.Context) error {
	honest := slices.DeleteFunc(slices.Clone(p.tell.seats), func(s *seat) bool { return s.way != "" })
	if len(honest) == 0 {
		honest = p.tell.seats
	}
	last := p.tell.narrator()
	for _, s := range honest {
		if errors.Is(s.err, board.ErrNotFinal) {
			s.err = cli.CheckFailed(s.err)
		}
		if s.err != nil {
			return s.err
		}
	}
	if len(p.numbers) == p.Config.Seats && last.person != nil && last.person.leaves {
		fmt.Fprintln(p.out)
		p.say("You left in hand %d.", last.person.left)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	posts, err := board.All(ctx, last.line)
	if err != nil {
		return fmt.Errorf("the match is over, but its record can't be read: %w", err)
	}
	v := audit(posts)
	if p.record != "" {
		if err := board.WriteFile(p.record, posts); err != nil {
			return fmt.Errorf("writing the record: %w", err)
		}
	}
	err = v.blame()
	for _, s := range honest {
		if v.table == nil || s.table.Head() != v.table.Head() {
			err = cli.CheckFailed(errors.Join(fmt.Errorf("seat %d has read something else than the board shows now", s.number), v.err))
		} else if v.out(s.number) {
			err = cmp.Or(err, cli.CheckFailed(fmt.Errorf("the others went on without seat %d", s.number)))
		}
	}
	if p.asJSON {
		r := v.result(err)
		r.Seat = &last.number
		return cli.PrintResult(p.out, r, err)
	}
	fmt.Fprintln(p.out)
	p.printEnd(v, last)
	if len(p.numbers) < p.Config.Seats || v.err != nil || v.outs(table.Fault) != nil {
		return err
	}
	opened, errSecrets := v.secrets()
	finds := "none, as no card was opened to all"
	if opened > 0 {
		finds = fmt.Sprintf("the %d that were opened to all, and no other", opened)
	}
	if errSecrets == nil {
		p.say("The board has carried %s, %d kB. Looking through them for cards in clear, it finds %s. It could have held messages back, but couldn't have changed any unnoticed. No key was shown: what isn't open stays closed.",
			cli.Count(len(posts), "message"), v.size()/1000, finds)
	}
	return cmp.Or(err, errSecrets)
}

func (v *verdict) out(seat int) bool {
	return slices.ContainsFunc(v.outs(table.Fault, table.Silent), func(o shownOut) bool { return o.Seat == seat })
}

func (v *verdict) size() (n int) {
	for _, p := range v.posts {
		n += len(p.Bytes)
	}
	return n
}

// printEnd says which seats didn't play to the end, what each has, and who loses a deposit.
func (p *party) printEnd(v *verdict, last *seat) {
	for _, o := range v.outs(table.Fault, table.Silent, table.Left) {
		switch {
		case o.Why == table.Fault.String():
			p.say("Seat %d cheated in hand %d, and its own signature proves it: %s.", o.Seat, o.Hand, o.What)
		case o.Why == table.Left.String():
			p.say("Seat %d left after hand %d, and kept its chips.", o.Seat, o.Hand)
		case o.Seat == last.number && len(p.numbers) < p.Config.Seats:
			p.say("The board didn't show anything from you in time, and the others went on without you. What you had put into the pot stayed there.")
		default:
			p.say("Seat %d was silent until its time was up, by the board's clock; nobody can prove whose fault that was. What it had put into the pot stayed there.", o.Seat)
		}
	}
	after := "After " + cli.Count(len(v.results), "hand") + ","
	if len(v.results) == 0 {
		after = "No hand was finished:"
	}
	var list []string
	for s, chips := range v.game.View().Stacks {
		list = append(list, fmt.Sprintf("seat %d has %s", s, cli.Thousands(chips)))
	}
	p.say("%s %s. %s", after, cli.And(list), v.deposits())
}

// deposits says who gets them back.
func (v *verdict) deposits() string {
	var back, lost []int
	for s := range v.Config.Seats {
		if v.table.Returned(s) {
			back = append(back, s)
		} else {
			lost = append(lost, s)
		}
	}
	switch {
	case len(lost) == 0:
		return fmt.Sprintf("All get their deposits of %s back.", cli.Thousands(v.Config.Deposit))
	case len(back) == 0:
		return "Nobody gets a deposit back."
	}
	return fmt.Sprintf("Deposits of %s go back to %s; that of %s is lost.", cli.Thousands(v.Config.Deposit), story.Who(back), story.Who(lost))
}

// audit says what the posts in a file prove.
func (p *party) audit(name string) error {
	posts, err := board.ReadFile(name)
	if errors.As(err, new(*os.PathError)) {
		return fmt.Errorf("reading the record: %w", err)
	} else if err != nil {
		return cli.CheckFailed(fmt.Errorf("the record is damaged: %w", err))
	}
	v := audit(posts)
	err = v.blame()
	p.terms = v.terms
	switch {
	case v.table == nil:
		return err
	case p.asJSON:
		return cli.PrintResult(p.out, v.result(err), err)
	}
	c := v.Config
	p.say("The record of a match of %d seats, with %s each and blinds of %d and %d: %s of %d kB, of the table %s.", c.Seats, cli.Count(c.Chips, "chip"),
		c.SmallBlind, c.BigBlind, cli.Count(len(posts), "post"), v.size()/1000, board.Fingerprint(v.table.Digest()))
	before := slices.Repeat([]int{c.Chips}, c.Seats)
	for _, r := range v.results {
		p.printResult(r, before)
		before = r.Stacks
	}
	fmt.Fprintln(p.out)
	for _, o := range v.outs(table.Fault, table.Silent, table.Left) {
		switch o.Why {
		case table.Fault.String():
			p.say("Seat %d has cheated in hand %d: %s. The evidence is post %d, signed with its key %x…: no honest seat signs that after what it had read.", o.Seat, o.Hand, o.What, o.Post, v.keys[o.Seat][:8])
		case table.Silent.String():
			p.say("Seat %d was silent in hand %d until post %d, when its time was up by the board's clock.", o.Seat, o.Hand, o.Post)
		default:
			p.say("Seat %d left after hand %d.", o.Seat, o.Hand)
		}
	}
	switch {
	case v.err != nil && v.signed:
		p.say("The board's signature at the end is not of what stands before it: something is missing, or was altered. Only what the seats have signed themselves counts.")
	case v.err != nil && !v.table.Over():
		p.say("The record ends before the match, while %s. The board hasn't signed its end, so what came then may have been cut off; and that a seat was silent isn't proved.", v.awaited())
	case v.err != nil:
		p.say("The board hasn't signed the end of the record: that nothing is missing, or that a seat was silent, isn't proved.")
	case len(v.outs(table.Fault)) == 0:
		p.say("Every signature and every proof holds, all seats kept the rules, and the payouts above follow from what they signed. The board has signed that nothing is missing. Nobody has cheated. %s", v.deposits())
	default:
		p.say("The board has signed that nothing is missing. The payouts above follow from what the seats signed. %s", v.deposits())
	}
	return err
}

// awaited says who was due at the end of a record.
func (v *verdict) awaited() string {
	var seats []int
	for _, item := range v.table.Due(time.Time{}) {
		seats = append(seats, item.Seat)
	}
	if seats = append(seats, v.table.Awaited()...); len(seats) == 0 {
		return "nobody was due"
	}
	return cli.And([]string{story.Who(seats)}) + map[bool]string{true: " was due", false: " were due"}[len(seats) == 1]
}

// printResult prints who won what in a hand.
func (p *party) printResult(hand *holdem.Result, before []int) {
	fmt.Fprint(p.out, "\n"+p.looks.rule(p.title(hand.Hand)))
	line := func(format string, args ...any) {
		fmt.Fprint(p.out, p.looks.reds(p.looks.wrap("  ", "    ", fmt.Sprintf(format, args...))))
	}
	at := "nobody saw a flop"
	if len(hand.Board) > 0 {
		at = "the board was " + cards.JoinNumbered(hand.Board)
	}
	line("Seat %d had the button; %s.", hand.Button, at)
	for s, shown := range hand.Shown {
		if shown != nil {
			line("Seat %d showed %s: %v.", s, cards.JoinNumbered(shown), showdown.Best(slices.Concat(shown, hand.Board)...))
		}
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

// What -json prints of matches and audits. Lists are by seat where nothing else is said.
type (
	result struct {
		cli.Outcome
		Seat        *int        `json:"seat,omitempty"` // whose view it is; none of an audit
		Fingerprint string      `json:"fingerprint"`
		Terms       shownTerms  `json:"terms"`
		Hands       []shownHand `json:"hands"`
		Outs        []shownOut  `json:"outs"`
		Stacks      []int       `json:"stacks"`
		Returned    []bool      `json:"returned"` // the deposit
		Over        bool        `json:"over"`
		Signed      bool        `json:"signed"` // the end, by the board
	}
	shownTerms struct {
		holdem.Config
		Patience string `json:"patience"` // a time, such as 15s
		Think    string `json:"think"`
	}
	shownHand struct {
		Hand   int          `json:"hand"` // its number, from 1
		Button int          `json:"button"`
		Board  []string     `json:"board"`
		Shown  [][]string   `json:"shown"` // null for a seat that hasn't shown
		Pots   []holdem.Pot `json:"pots"`  // the main pot first
		Payout []int        `json:"payout"`
		Stacks []int        `json:"stacks"` // after the hand
	}
	shownOut struct {
		Seat int    `json:"seat"`
		Hand int    `json:"hand"`           // 0 is the toss
		Why  string `json:"why"`            // fault, silent or left
		What string `json:"what,omitempty"` // of a fault
		Post uint64 `json:"post"`           // of the record, by which it is out
	}
)

func (v *verdict) result(err error) result {
	r := result{
		Outcome: cli.OutcomeOf(err), Terms: shownTerms{v.Config, v.Patience.String(), v.Think.String()}, Hands: []shownHand{},
		Outs: append([]shownOut{}, v.outs(table.Fault, table.Silent, table.Left)...), Signed: v.err == nil,
	}
	if v.table == nil {
		return r
	}
	r.Fingerprint, r.Stacks, r.Over = board.Fingerprint(v.table.Digest()), v.game.View().Stacks, v.table.Over()
	for s := range v.Config.Seats {
		r.Returned = append(r.Returned, v.table.Returned(s))
	}
	for _, result := range v.results {
		h := shownHand{result.Hand, result.Button, cards.Names(result.Board), make([][]string, v.Config.Seats), append([]holdem.Pot{}, result.Pots...), result.Payout, result.Stacks}
		for s, own := range result.Shown {
			if own != nil {
				h.Shown[s] = cards.Names(own)
			}
		}
		r.Hands = append(r.Hands, h)
	}
	return r
}
