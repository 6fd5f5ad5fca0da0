package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A person bets by what they type.
type person struct {
	seat     *seat
	input    io.Reader
	terminal bool // where they type: what comes before they are asked is void

	asked int       // the turn in which they were asked, -1 if it isn't theirs
	shown time.Time // when they were
	ready chan bool // for a line, where it isn't typed at a terminal
}

func newPerson(s *seat, input io.Reader) *person {
	file, ok := input.(*os.File)
	return &person{seat: s, input: input, terminal: ok && cli.IsTerminal(file), asked: -1, ready: make(chan bool, 1)}
}

// lines passes on what they type. Who types no more leaves.
func (p *person) lines(ctx context.Context) <-chan func() {
	moves := make(chan func())
	pass := func(move func()) {
		select {
		case moves <- move:
		case <-ctx.Done():
		}
	}
	go func() {
		in := bufio.NewScanner(p.input)
		for in.Scan() { // nothing interrupts the reading of a terminal
			text, at := in.Text(), time.Now()
			if !p.terminal {
				select {
				case <-p.ready:
				case <-ctx.Done():
					return
				}
			}
			pass(func() { p.takes(text, at) })
		}
		pass(p.leave)
	}()
	return moves
}

// turn asks them if it is their turn. If they take too long, it checks or folds for them, so
// that they aren't out.
func (p *person) turn(since int) {
	s := p.seat
	if p.asked = since; since < 0 || since == s.acted {
		p.asked, p.shown = -1, time.Time{}
		return
	}
	left := time.Duration(0)
	for _, item := range s.Table.Due(time.Now()) {
		if item.Seat == s.Number {
			left = item.Left - s.Terms.Grace/4
		}
	}
	switch {
	case s.left || left <= 0:
		least := s.game.Betting.Legal(s.Number).Least()
		if !s.left {
			s.story.say("Your time is up: you %s.", strings.TrimSuffix(least.Kind.String(), "s")) // checks or folds
		}
		s.act(since, least)
	case p.shown.IsZero():
		s.story.table(s.game)
		p.ask(left)
	case !s.story.asking:
		p.ask(left) // again, after other output
	}
}

func (p *person) ask(left time.Duration) {
	limit := ""
	if left < day/2 {
		limit = " for " + span(left)
	}
	p.seat.story.ask(fmt.Sprintf("Your turn%s: %s", limit, strings.Join(choices(p.seat.game), ", ")))
	if p.shown.IsZero() {
		p.shown = time.Now()
	}
	select {
	case p.ready <- true:
	default:
	}
}

// choices are what the seat whose turn it is may do, and what to type for it.
func choices(g *holdem.Game) (list []string) {
	b := g.Betting
	l, stack := b.Legal(b.Turn()), b.Stacks[b.Turn()]
	if l.Fold {
		list = append(list, "fold (f)")
	}
	switch {
	case l.Check:
		list = append(list, "check (c)")
	case l.Call == stack:
		list = append(list, fmt.Sprintf("call %d, all-in (c)", l.Call))
	default:
		list = append(list, fmt.Sprintf("call %d (c)", l.Call))
	}
	switch {
	case l.MaxRaise == 0:
	case l.MinRaise >= l.MaxRaise:
		list = append(list, fmt.Sprintf("all-in with %d (a)", stack))
	default:
		list = append(list, fmt.Sprintf("bet %d–%d in all (b N)", l.MinRaise, l.MaxRaise), "all-in (a)")
	}
	return append(list, "leave (q)")
}

// takes takes a line.
func (p *person) takes(text string, at time.Time) {
	s, words := p.seat, strings.Fields(strings.ToLower(text))
	s.story.asking = s.story.asking && !p.terminal // their line is shown
	switch {
	case len(words) == 0:
	case words[0] == "q" || words[0] == "quit" || words[0] == "leave":
		p.leave()
	case p.asked < 0 || p.shown.IsZero() || !at.After(p.shown) && p.terminal:
		s.story.say("That came before your turn, and doesn't count.")
	default:
		if a, ok := parseAction(words, s.game.Betting.Legal(s.Number)); ok {
			s.act(p.asked, a)
		} else {
			s.story.say("%.40q isn't one of the choices.", text)
		}
	}
}

// parseAction returns the action that some words are, if they are among the choices.
func parseAction(words []string, l holdem.Legal) (a holdem.Action, ok bool) {
	if len(words) > 1 {
		to, err := strconv.Atoi(words[len(words)-1])
		verb := strings.Join(words[:len(words)-1], " ")
		a = holdem.Action{Kind: holdem.Raise, To: to}
		return a, err == nil && slices.Contains([]string{"b", "bet", "r", "raise", "raise to"}, verb) && l.Allows(a)
	}
	switch words[0] {
	case "f", "fold":
		a = holdem.Action{Kind: holdem.Fold}
	case "c", "check", "call":
		a = holdem.Action{Kind: holdem.Call}
		if l.Check && words[0] != "call" {
			a.Kind = holdem.Check
		}
		if words[0] == "check" && !l.Check {
			return a, false // it would cost something
		}
	case "a", "all-in":
		a = holdem.Action{Kind: holdem.Raise, To: l.MaxRaise}
		if l.MaxRaise == 0 {
			return a, false
		}
	default:
		return a, false
	}
	return a, l.Allows(a)
}

// leave leaves after this hand, in which they check or fold from now on. Where nobody else's
// program plays, nobody needs to be told.
func (p *person) leave() {
	s := p.seat
	if s.left {
		return
	}
	if s.left = true; s.party.alone {
		s.stop()
	} else if s.Table.Leave() == nil {
		s.story.say("You leave after this hand, and keep your chips. Your program stays until the match is over, to get your deposit back; if you end it now, the deposit is lost.")
	}
}

// table draws the table as a person sees it.
func (t *teller) table(g *holdem.Game) {
	t.fresh()
	b := g.Betting
	t.rule(fmt.Sprintf("hand %d, %s", g.Hand, b.Street))
	pot := 0
	for s, chips := range b.Stacks {
		pot += b.Paid[s]
		name, state := fmt.Sprintf("seat %d", s), ""
		if s == g.Me {
			name += " (you)"
		}
		if s == b.Button {
			name += " (D)"
		}
		switch {
		case !g.Plays(s):
			state = "out"
		case b.Out[s]:
			state = "folded"
		case chips == 0:
			state = "all-in"
		case b.Bets[s] > 0:
			state = fmt.Sprintf("has bet %d", b.Bets[s])
		}
		fmt.Fprintln(t.party.out, strings.TrimRight(fmt.Sprintf("  %-16s %9s   %s", name, cli.Thousands(chips), state), " "))
	}
	open := cards.JoinNumbered(g.Board()) + strings.Repeat(" ··", 5-len(g.Board()))
	fmt.Fprintf(t.party.out, "\n  board  %s     pot  %s\n  yours  %s\n\n", strings.TrimSpace(open), cli.Thousands(pot), cards.JoinNumbered(g.Hole()))
}

// span writes a time as people say it, in whole seconds.
func span(d time.Duration) string {
	d = (d + time.Second - 1).Truncate(time.Second)
	if d%time.Minute == 0 {
		return cli.Count(int64(d/time.Minute), "minute")
	}
	return cli.Count(int64(d/time.Second), "second")
}
