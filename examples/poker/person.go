package main

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A person bets by what they type.
type person struct {
	tell     *teller
	typed    chan typed
	terminal bool           // where they type: what comes before they are asked is void
	stopped  chan os.Signal // Ctrl-C, or the end of the terminal

	hand, deeds int       // where their turn is, or was last
	begun       time.Time // when it began; zero if it isn't their turn
	shown       time.Time // when they were asked, zero if they weren't yet
	warned      bool      // that their time is running out
	quits       int       // the hand in which they were asked whether to leave, 0 in none

	ahead  [][]string // what was typed and not used yet
	ended  bool       // the input
	leaves bool       // as they said
	left   bool       // as the table knows
}

// A typed is a line, and when it came.
type typed struct {
	text string
	at   time.Time
}

func newPerson(tell *teller) *person {
	p := &person{tell: tell, typed: make(chan typed), stopped: make(chan os.Signal, 1)}
	stdin := tell.party.stdin
	if file, ok := stdin.(*os.File); ok {
		p.terminal = cli.IsTerminal(file)
	}
	go func() { // until the process ends: nothing interrupts the reading of a terminal
		defer close(p.typed)
		for in := bufio.NewScanner(stdin); in.Scan(); {
			p.typed <- typed{in.Text(), time.Now()}
		}
	}()
	return p
}

// sitsDown makes Ctrl-C a way to leave, and the end of the terminal, unless their seat has
// a state to go on with. A second one ends the process at once.
func (p *person) sitsDown() {
	if p != nil && p.terminal && p.tell.party.state == "" {
		signal.Notify(p.stopped, signals...)
	}
}

// stops are the signals to leave, nil if there is no person.
func (p *person) stops() <-chan os.Signal {
	if p == nil {
		return nil
	}
	return p.stopped
}

// stop leaves.
func (p *person) stop() {
	signal.Stop(p.stopped)
	p.leaves = true
}

// lines are what they type, line by line; nil if there is no person.
func (p *person) lines() <-chan typed {
	if p == nil {
		return nil
	}
	return p.typed
}

func (p *person) hasLeft() bool { return p != nil && p.left }

// turn notes that it is their turn, or that it isn't.
func (p *person) turn(is bool, v holdem.View) {
	switch {
	case !is:
		p.begun = time.Time{}
	case p.begun.IsZero() || p.hand != v.Hand || p.deeds != len(v.Deeds):
		p.hand, p.deeds = v.Hand, len(v.Deeds)
		p.begun, p.shown, p.warned = time.Now(), time.Time{}, false
	}
}

// isAsked reports whether it is their turn.
func (p *person) isAsked() bool { return p != nil && !p.begun.IsZero() }

// ask shows the table and the choices, once each turn, and the choices again after other
// output.
func (p *person) ask(v holdem.View) {
	party := p.tell.party
	switch {
	case p.shown.IsZero():
		p.tell.print(party.looks.table(v, party.names(v.Seat), party.Config.Seats*party.Config.Chips))
	case p.tell.asks():
		return
	}
	text := party.looks.wrap("", "  ", "Your turn: "+strings.Join(choices(v), ", "))
	p.tell.ask(strings.Replace(text, "Your turn:", party.looks.bold("Your turn:"), 1))
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

// takes takes a line, or the end of the input. At a terminal, a line counts only if it was
// typed when they had been asked; otherwise what is typed ahead counts in their turn.
func (p *person) takes(line typed, ok bool, v holdem.View) {
	if p.terminal {
		p.tell.answered()
	}
	words := strings.Fields(strings.ToLower(line.text))
	asked := p.isAsked() && !p.shown.IsZero() && line.at.After(p.shown)
	switch {
	case !ok:
		p.typed, p.ended = nil, true
		p.leaves = p.terminal
	case len(words) == 0:
		p.shown = time.Time{}
	case slices.Contains([]string{"q", "quit", "leave"}, words[0]):
		p.quit(v)
	case p.terminal && !asked:
		p.tell.answer("That came before your turn, and doesn't count.")
	case len(p.ahead) < maxAhead:
		p.ahead = append(p.ahead, words)
	}
}

// quit leaves; at a terminal it asks again if that costs chips.
func (p *person) quit(v holdem.View) {
	if paid := p.paid(v); p.terminal && paid > 0 && p.quits != v.Hand {
		p.quits = v.Hand
		p.tell.answer(fmt.Sprintf("What you have put into the pot, %d, stays there if you leave. Type q again to leave.", paid))
		return
	}
	p.leaves = true
}

// paid is what they have put into the pot of this hand.
func (p *person) paid(v holdem.View) int {
	before := p.tell.party.Config.Chips
	if n := len(v.Results); n > 0 {
		before = v.Results[n-1].Stacks[v.Seat]
	}
	return before - v.Stacks[v.Seat]
}

// maxAhead is how many lines may be typed ahead.
const maxAhead = 100

// choose returns what they want to do, if they have said it. At the end of the input,
// they leave.
func (p *person) choose(v holdem.View) *holdem.Action {
	for len(p.ahead) > 0 {
		words := p.ahead[0]
		p.ahead = p.ahead[1:]
		action, why := parseAction(words, v.Legal, v.Stacks[v.Seat])
		if action != nil {
			return action
		}
		p.tell.answer(why)
	}
	p.leaves = p.leaves || p.ended
	return nil
}

// late returns what a person does who takes too long, so that the others needn't go on
// without them, and when to look again. It warns them before that.
func (p *person) late(v holdem.View) (action *holdem.Action, again time.Time) {
	think := p.tell.party.Think
	name, action := "fold", &holdem.Action{Kind: holdem.Fold}
	if v.Legal.Check {
		name, action = "check", &holdem.Action{Kind: holdem.Check}
	}
	warning, end := p.begun.Add(think*3/4), p.begun.Add(think*19/20)
	switch now := time.Now(); {
	case !now.Before(end):
		p.tell.answer(fmt.Sprintf("Your time is up: you %s.", name))
		return action, end
	case !now.Before(warning):
		if !p.warned {
			p.warned = true
			p.tell.answer(fmt.Sprintf("You have %s left; after that, you %s.", span(end.Sub(now)), name))
		}
		return nil, end
	}
	return nil, warning
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
