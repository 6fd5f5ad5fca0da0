package main

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A person bets by what they type.
type person struct {
	party *party
	typed chan string
	asked int // the number of deeds before which they were asked last
	hand  int // in which that was

	ahead  [][]string // what was typed and not used yet
	ended  bool       // the input
	leaves bool       // as they said
	left   bool       // as the table knows
}

func newPerson(p *party) *person {
	you := &person{party: p, typed: make(chan string), asked: -1}
	go func() { // until the process ends: nothing interrupts the reading of a terminal
		defer close(you.typed)
		for in := bufio.NewScanner(p.stdin); in.Scan(); {
			you.typed <- in.Text()
		}
	}()
	return you
}

// lines are what they type, line by line; nil if there is no person.
func (p *person) lines() <-chan string {
	if p == nil {
		return nil
	}
	return p.typed
}

func (p *person) hasLeft() bool { return p != nil && p.left }

// ask shows the table and the choices, once each turn.
func (p *person) ask(v holdem.View) {
	if p.hand == v.Hand && p.asked == len(v.Deeds) {
		return
	}
	p.hand, p.asked = v.Hand, len(v.Deeds)
	out := p.party.out
	fmt.Fprint(out, p.party.looks.table(v, p.party.names(v.Seat), p.party.Config.Seats*p.party.Config.Chips))
	p.prompt(v)
}

func (p *person) prompt(v holdem.View) {
	text := cli.Wrap("", "  ", "Your turn: "+strings.Join(choices(v.Legal), ", "))
	fmt.Fprint(p.party.out, strings.Replace(text, "Your turn:", p.party.looks.bold("Your turn:"), 1)+"> ")
	p.party.out.Flush()
}

// choices are what a seat may do, and what to type for it.
func choices(l holdem.Legal) (list []string) {
	if l.Fold {
		list = append(list, "f fold")
	}
	if l.Check {
		list = append(list, "c check")
	}
	if l.Call > 0 {
		list = append(list, fmt.Sprintf("c call %d", l.Call))
	}
	switch {
	case l.MaxRaise == 0:
	case l.MinRaise >= l.MaxRaise:
		list = append(list, fmt.Sprintf("a all-in with %d", l.MaxRaise))
	default:
		list = append(list, fmt.Sprintf("r N raise to N, from %d to %d (all-in)", l.MinRaise, l.MaxRaise))
	}
	return append(list, "q leave")
}

// say tells them why something isn't possible.
func (p *person) say(why string) {
	fmt.Fprint(p.party.out, cli.Wrap("", "", why)+"> ")
	p.party.out.Flush()
}

// takes takes a line, or the end of the input. What is typed ahead counts when it is
// their turn.
func (p *person) takes(line string, ok bool) {
	words := strings.Fields(strings.ToLower(line))
	switch {
	case !ok:
		p.typed, p.ended = nil, true
	case len(words) == 0:
		p.asked = -1
	case slices.Contains([]string{"q", "quit", "leave"}, words[0]):
		p.leaves = true
	case len(p.ahead) < maxAhead:
		p.ahead = append(p.ahead, words)
	}
}

// maxAhead is how many lines may be typed ahead.
const maxAhead = 100

// choose returns what they want to do, if they have said it. At the end of the input,
// they leave.
func (p *person) choose(v holdem.View) *holdem.Action {
	for len(p.ahead) > 0 {
		words := p.ahead[0]
		p.ahead = p.ahead[1:]
		action, why := parseAction(words, v.Legal)
		if action != nil {
			p.hand, p.asked = v.Hand, len(v.Deeds) // they know what they want
			return action
		}
		p.say(why)
	}
	p.leaves = p.leaves || p.ended
	return nil
}

// parseAction returns the action that some words are, or why they are none.
func parseAction(words []string, l holdem.Legal) (action *holdem.Action, why string) {
	switch words[0] {
	case "f", "fold":
		return &holdem.Action{Kind: holdem.Fold}, ""
	case "c", "check", "call":
		if l.Check {
			return &holdem.Action{Kind: holdem.Check}, ""
		}
		return &holdem.Action{Kind: holdem.Call}, ""
	case "a", "all-in", "allin":
		if l.MaxRaise > 0 {
			return &holdem.Action{Kind: holdem.Raise, To: l.MaxRaise}, ""
		}
		return &holdem.Action{Kind: holdem.Call}, ""
	case "r", "raise", "b", "bet":
		if len(words) != 2 {
			return nil, fmt.Sprintf("Say how much you want to have bet then: r %d, for example.", max(l.MinRaise, 2))
		}
		to, err := strconv.Atoi(words[1])
		if err != nil || to < l.MinRaise || to > l.MaxRaise {
			return nil, fmt.Sprintf("You can raise to %d at least and to %d at most.", l.MinRaise, l.MaxRaise)
		}
		return &holdem.Action{Kind: holdem.Raise, To: to}, ""
	}
	return nil, fmt.Sprintf("%q is none of the choices.", words[0])
}
