package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A person bets by what they type. No person, nil, does nothing.
type person struct {
	seat     *seat
	input    io.Reader
	terminal bool // where they type: what comes before they are asked is void

	asked  int       // the turn in which they were asked, -1 if it isn't theirs
	shown  time.Time // when they were
	warned bool      // that their time is running out
	view   holdem.View

	ahead  [][]string // what was typed and not used yet
	ended  bool       // the input
	leaves bool       // as they said
	left   int        // the hand in which they did
}

func newPerson(s *seat) *person {
	p := &person{seat: s, input: s.party.stdin, asked: -1}
	if file, ok := p.input.(*os.File); ok {
		p.terminal = cli.IsTerminal(file)
	}
	return p
}

// hangup is SIGHUP, which has no name where there are no terminals.
const hangup = syscall.Signal(1)

// types passes on what they type, line by line, and Ctrl-C at a terminal, which is a way to
// leave unless the seat has a state to go on with. A second one ends the process.
func (p *person) types(ctx context.Context, moves chan<- func()) {
	if p == nil {
		return
	}
	pass := func(f func()) {
		select {
		case moves <- func() { f(); p.seat.look() }:
		case <-ctx.Done():
		}
	}
	if stopped := make(chan os.Signal, 1); p.terminal && p.seat.party.state == "" {
		signal.Notify(stopped, os.Interrupt, syscall.SIGTERM, hangup)
		go func() {
			<-stopped
			signal.Stop(stopped)
			pass(p.leave)
		}()
	}
	for in := bufio.NewScanner(p.input); in.Scan() && ctx.Err() == nil; { // nothing interrupts the reading of a terminal
		text, at := in.Text(), time.Now()
		pass(func() { p.takes(text, at) })
	}
	pass(p.ends)
}

// turn asks them if it is their turn.
func (p *person) turn(since int, v holdem.View) {
	p.view = v
	switch {
	case since < 0:
		p.asked = -1
		return
	case since != p.asked:
		p.asked, p.shown, p.warned = since, time.Time{}, false
	case since == p.seat.acted:
		return
	}
	for p.asked != p.seat.acted && len(p.ahead) > 0 && !p.leaves {
		words := p.ahead[0]
		p.ahead = p.ahead[1:]
		action, why := parseAction(words, v.Legal, v.Stacks[v.Seat])
		switch {
		case slices.Contains(quits, words[0]):
			p.leave()
		case action != nil:
			p.act(*action)
		default:
			p.seat.party.tell.answer("%s", why)
		}
	}
	if p.ended && len(p.ahead) == 0 && p.asked != p.seat.acted {
		p.leave()
	}
	if p.asked != p.seat.acted && !p.leaves {
		p.ask()
	}
}

func (p *person) act(a holdem.Action) {
	p.seat.acted = p.asked
	p.seat.act(a)
}

// least is what costs nothing.
func least(l holdem.Legal) holdem.Action {
	if l.Check {
		return holdem.Action{Kind: holdem.Check}
	}
	return holdem.Action{Kind: holdem.Fold}
}

// ask shows the table and the choices, once each turn, and the choices again after other
// output.
func (p *person) ask() {
	tell, looks := p.seat.party.tell, p.seat.party.looks
	switch {
	case p.shown.IsZero():
		tell.print(looks.table(p.view))
	case tell.asks():
		return
	}
	text := looks.wrap("", "  ", "Your turn: "+strings.Join(choices(p.view), ", "))
	tell.ask(strings.Replace(text, "Your turn:", looks.bold("Your turn:"), 1))
	if p.shown.IsZero() {
		p.shown = time.Now()
	}
}

// choices are what a seat may do, and what to type for it.
func choices(v holdem.View) (list []string) {
	l := v.Legal
	if l.Fold {
		list = append(list, "fold (f)")
	}
	if l.Check {
		list = append(list, "check (c)")
	}
	if l.Call > 0 {
		list = append(list, fmt.Sprintf("call %d (c)", l.Call))
		if l.Call == v.Stacks[v.Seat] {
			list[len(list)-1] = fmt.Sprintf("call %d, all-in (c)", l.Call)
		}
	}
	switch {
	case l.MaxRaise == 0:
	case l.MinRaise >= l.MaxRaise:
		list = append(list, fmt.Sprintf("all-in with %d (a)", v.Stacks[v.Seat]))
	case slices.Max(v.Bets) == 0:
		list = append(list, fmt.Sprintf("bet %d–%d (b N)", l.MinRaise, l.MaxRaise), "all-in (a)")
	default:
		list = append(list, fmt.Sprintf("raise to %d–%d (r N)", l.MinRaise, l.MaxRaise), "all-in (a)")
	}
	return append(list, "leave (q)")
}

// maxAhead is how many lines may be typed ahead.
const maxAhead = 100

// takes takes a line. At a terminal, it counts only if it was typed when they had been asked;
// otherwise what is typed ahead counts in their turn.
func (p *person) takes(text string, at time.Time) {
	tell := p.seat.party.tell
	if p.terminal {
		tell.typing(false)
	}
	words := strings.Fields(strings.ToLower(text))
	switch {
	case len(words) == 0:
		p.shown = time.Time{}
	case p.terminal && slices.Contains(quits, words[0]):
		p.leave()
	case p.terminal && (p.asked < 0 || p.shown.IsZero() || !at.After(p.shown)):
		tell.answer("That came before your turn, and doesn't count.")
	case len(p.ahead) < maxAhead:
		p.ahead = append(p.ahead, words)
	}
}

var quits = []string{"q", "quit", "leave"}

// ends notes that they will type no more. They leave when it is their turn next, or at once
// if they are at a terminal, which was closed.
func (p *person) ends() {
	if p.ended = true; p.terminal {
		p.leave()
	}
}

// leave leaves after this hand, in which they check or fold from now on. Where nobody else's
// program plays, nobody needs to be told.
func (p *person) leave() {
	s := p.seat
	if p.leaves {
		return
	}
	p.leaves, p.left = true, p.view.Hand
	if len(s.party.numbers) == s.party.Config.Seats {
		s.stop(errLeft)
		return
	}
	if s.table.Leave() == nil {
		s.party.tell.answer("You leave after this hand, and keep your chips. Your program stays until the match is over, to get your deposit back; if you end it now, the deposit is lost.")
	}
}

// late has a person who takes too long check or fold, so that they aren't out. It warns them
// before that.
func (p *person) late() {
	if p == nil || p.asked < 0 || p.asked == p.seat.acted {
		return
	}
	if p.leaves { // which the table has said by now
		p.act(least(p.view.Legal))
		return
	}
	limit, tell := p.seat.party.Patience, p.seat.party.tell
	name := map[holdem.Kind]string{holdem.Check: "check", holdem.Fold: "fold"}[least(p.view.Legal).Kind]
	for _, item := range p.seat.table.Due(time.Now()) {
		if item.Seat != p.seat.number {
			continue
		}
		switch left := item.Left - limit/4; {
		case left <= 0:
			tell.answer("Your time is up: you %s.", name)
			p.act(least(p.view.Legal))
		case left <= limit/3 && !p.warned:
			p.warned = true
			tell.answer("You have %s left; after that, you %s.", span(left), name)
			p.ask()
		}
	}
}

// span writes a time as people say it, in whole seconds.
func span(d time.Duration) string {
	d = (d + time.Second - 1).Truncate(time.Second)
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return cli.Count(int64(d/time.Hour), "hour")
	case d >= time.Minute && d%time.Minute == 0:
		return cli.Count(int64(d/time.Minute), "minute")
	case d > 2*time.Minute:
		return d.String()
	}
	return cli.Count(int64(d/time.Second), "second")
}

// parseAction returns the action that some words of somebody with so many chips are, or why
// they are none. What could cost more than was meant is none.
func parseAction(words []string, l holdem.Legal, stack int) (action *holdem.Action, why string) {
	if slices.Contains([]string{"r", "raise", "b", "bet"}, words[0]) {
		return parseRaise(words, l)
	}
	switch all := strings.Join(words, " "); all {
	case "f", "fold":
		if l.Check {
			return nil, "You needn't fold: checking is free (c)."
		}
		return &holdem.Action{Kind: holdem.Fold}, ""
	case "c":
		if l.Check {
			return &holdem.Action{Kind: holdem.Check}, ""
		}
		return &holdem.Action{Kind: holdem.Call}, ""
	case "check":
		if l.Check {
			return &holdem.Action{Kind: holdem.Check}, ""
		}
		return nil, fmt.Sprintf("You can't check: call %d (c) or fold (f).", l.Call)
	case "call":
		if l.Call > 0 {
			return &holdem.Action{Kind: holdem.Call}, ""
		}
		return nil, "There is nothing to call: you can check (c)."
	case "a", "all-in", "allin", "all in":
		switch {
		case l.MaxRaise > 0:
			return &holdem.Action{Kind: holdem.Raise, To: l.MaxRaise}, ""
		case l.Call == stack:
			return &holdem.Action{Kind: holdem.Call}, ""
		}
		return nil, noRaise
	default:
		return nil, fmt.Sprintf("%.40q isn't one of the choices.", all)
	}
}

const noRaise = "You can't raise now."

// parseRaise is parseAction for the words of a bet or a raise.
func parseRaise(words []string, l holdem.Legal) (action *holdem.Action, why string) {
	verb := words[0]
	if len(words) == 3 && words[1] == "to" {
		words = []string{verb, words[2]}
	}
	switch {
	case l.MaxRaise == 0:
		return nil, noRaise
	case len(words) != 2:
		return nil, fmt.Sprintf("How much? %s %d, for example, makes your bet %d in all.", verb, l.MinRaise, l.MinRaise)
	}
	to, err := strconv.Atoi(words[1])
	if err != nil || to < l.MinRaise || to > l.MaxRaise {
		return nil, fmt.Sprintf("Your bet can be from %d to %d in all.", l.MinRaise, l.MaxRaise)
	}
	return &holdem.Action{Kind: holdem.Raise, To: to}, ""
}
